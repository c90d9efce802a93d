//! Where the pieces on a cell lie and stand.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::BurgleBros;

use super::things::Thing;
use super::tile::{self, INSET, Measure, TICK};
use super::token;
use crate::palette::Palette;
use crate::svg::Element;

/// The side of a sign beside the pictogram.
const SIGN: f64 = 15.0;
/// The side of the largest piece.
const LARGEST: f64 = 25.0;
/// Between two of them.
const GAP: f64 = 1.0;

/// The pieces on a cell: signs that belong to the tile beside its pictogram while there is room, the others as large as
/// can be, in rows around the middle of what is left.
pub(super) fn pieces(game: &BurgleBros, at: Cell, measure: Measure, palette: &Palette) -> Vec<Element> {
    // The tick of a cracked number is printed beside it.
    let things = Thing::on(game, at).into_iter().filter(|&thing| thing != Thing::Cracked);
    let (mut signs, mut others): (Vec<Thing>, Vec<Thing>) = things.partition(|thing| thing.is_of_tile());
    let (left, room) = sign_room(game, at, measure);
    others.extend(signs.split_off(signs.len().min(room)));
    let draw = |thing: Thing| token::on_board(game, thing, at, palette);
    let mut drawings: Vec<Element> = others.into_iter().map(draw).collect();
    if game.entrance() == Some(at) {
        let entrance = Element::new("g").set("data-token", "entrance").set("data-at", at);
        drawings.push(entrance.with(token::entrance(palette)));
    }
    let [_, middle] = measure.badge();
    let sign = |(place, sign): (usize, Thing)| {
        let corner = [left + place as f64 * (SIGN + GAP), middle - SIGN / 2.0];
        at_size(draw(sign), corner, SIGN)
    };
    let mut placed: Vec<Element> = signs.into_iter().enumerate().map(sign).collect();
    placed.extend(in_rows(drawings, measure));
    placed
}

/// Drawings in rows around the middle of the room for pieces.
fn in_rows(drawings: Vec<Element>, measure: Measure) -> impl Iterator<Item = Element> {
    let room = [measure.tile() - 4.0, measure.side - INSET - 1.0 - measure.pieces_top()];
    let (count, [x, y]) = (drawings.len(), measure.lane());
    let (size, columns) = packing(count, room);
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
    let place = format!("translate({x:.1} {y:.1}) scale({:.3})", size / token::BOX);
    Element::new("g").set("transform", place).with(token)
}

/// Where signs begin beside the pictogram, and for how many there is room before the number.
fn sign_room(game: &BurgleBros, at: Cell, measure: Measure) -> (f64, usize) {
    let face = game.face_at(at);
    if face.is_some_and(|face| tile::names(face.kind(), measure).len() > 1) {
        return (0.0, 0);
    }
    let left = INSET + 4.0 + if face.is_some() { measure.picture() + 2.0 } else { 0.0 };
    let [x, _] = measure.badge();
    let right = match face {
        Some(face) if game.is_cracked(face) => x - measure.badge_radius() - TICK,
        Some(face) if face.number() > 0 => x - measure.badge_radius(),
        Some(_) => measure.side - INSET - 2.0,
        None => left,
    };
    (left, ((right - left + GAP) / (SIGN + GAP)).max(0.0) as usize)
}

/// How large so many pieces can be in some room, and how many stand in a row.
fn packing(count: usize, [width, height]: [f64; 2]) -> (f64, usize) {
    let with_columns = |columns: usize| {
        let rows = count.div_ceil(columns);
        let size = (width / columns as f64).min(height / rows as f64) - GAP;
        (size.min(LARGEST), columns)
    };
    (1..=count.max(1))
        .map(with_columns)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .unwrap_or((LARGEST, 1))
}
