//! Where the pieces on a cell lie and stand.

use super::tile::{INSET, Measure};
use crate::pieces::BOX;
use crate::svg::Element;

/// The side of a sign beside the pictogram.
const SIGN: f64 = 15.0;
/// The side of the largest piece.
const LARGEST: f64 = 25.0;
/// Between two of them.
const GAP: f64 = 1.0;

/// How many signs have room between two places.
pub(crate) fn sign_count([left, right]: [f64; 2]) -> usize {
    ((right - left + GAP) / (SIGN + GAP)).max(0.0) as usize
}

/// Drawings on a cell: signs beside its pictogram from a place on, and pieces as large as can be, in rows around the
/// middle of what is left.
pub(crate) fn placed(signs: Vec<Element>, left: f64, pieces: Vec<Element>, measure: Measure) -> Vec<Element> {
    let [_, middle] = measure.badge();
    let sign = |(place, sign): (usize, Element)| {
        let corner = [left + place as f64 * (SIGN + GAP), middle - SIGN / 2.0];
        at_size(sign, corner, SIGN)
    };
    let mut placed: Vec<Element> = signs.into_iter().enumerate().map(sign).collect();
    placed.extend(in_rows(pieces, measure));
    placed
}

/// Drawings in rows around the middle of the room for pieces.
fn in_rows(drawings: Vec<Element>, measure: Measure) -> impl Iterator<Item = Element> {
    let room = [measure.tile() - 4.0, measure.side - INSET - 1.0 - measure.pieces_top()];
    rows(drawings, measure.lane(), room, LARGEST)
}

/// Drawings as large as can be in some room, but no larger than `largest`, in rows around its middle.
pub(crate) fn rows(
    drawings: Vec<Element>,
    [x, y]: [f64; 2],
    room: [f64; 2],
    largest: f64,
) -> impl Iterator<Item = Element> {
    let count = drawings.len();
    let (size, columns) = packing(count, room, largest);
    let rows = count.div_ceil(columns);
    drawings.into_iter().enumerate().map(move |(place, drawing)| {
        let (row, column) = (place / columns, place % columns);
        let in_row = columns.min(count - row * columns);
        let left = x + (column as f64 - in_row as f64 / 2.0) * (size + GAP);
        let top = y + (row as f64 - rows as f64 / 2.0) * (size + GAP);
        at_size(drawing, [left, top], size)
    })
}

/// A token at a place in a size.
fn at_size(token: Element, [x, y]: [f64; 2], size: f64) -> Element {
    let place = format!("translate({x:.1} {y:.1}) scale({:.3})", size / BOX);
    Element::new("g").set("transform", place).with(token)
}

/// How large so many pieces can be in some room, and how many stand in a row.
fn packing(count: usize, [width, height]: [f64; 2], largest: f64) -> (f64, usize) {
    let with_columns = |columns: usize| {
        let rows = count.div_ceil(columns);
        let size = (width / columns as f64).min(height / rows as f64) - GAP;
        (size.min(largest), columns)
    };
    (1..=count.max(1))
        .map(with_columns)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .unwrap_or((largest, 1))
}
