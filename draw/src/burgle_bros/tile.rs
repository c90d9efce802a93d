//! A cell of a floor: its tile, and the pieces that lie and stand on it.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{BurgleBros, Face, Kind};

use super::pictogram::{hue, pictogram};
use super::things::Thing;
use super::{token, words};
use crate::block::{centred, circle, label, path, rect, ring};
use crate::letters::Font;
use crate::palette::Palette;
use crate::picture::Pen;
use crate::svg::Element;

/// The space between a tile and the edge of its cell, where walls run.
const INSET: f64 = 3.0;
/// The letters on a tile: usually, with room for one line only, and at least.
const LARGE: f64 = 10.5;
const LEGIBLE: f64 = 9.5;
const LEAST: f64 = 7.5;

/// The lengths of a cell, by its side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Measure {
    /// The side of the cell.
    pub side: f64,
}

impl Measure {
    /// The side of the tile.
    fn tile(self) -> f64 {
        self.side - 2.0 * INSET
    }

    /// The side of the pictogram.
    fn picture(self) -> f64 {
        (self.side * 0.26).round()
    }

    /// Where the pictogram begins, from the upper edge of the cell.
    fn picture_top(self) -> f64 {
        INSET + 16.0
    }

    /// Where the pieces begin.
    fn pieces_top(self) -> f64 {
        self.picture_top() + self.picture() + 2.0
    }

    /// Where pieces stand if there is one row of them, and where Guards' ways run.
    pub fn lane(self) -> [f64; 2] {
        let bottom = self.side - INSET - 1.0;
        [self.side / 2.0, ((self.pieces_top() + bottom) / 2.0).round()]
    }
}

/// The ground of a cell's tile, which says by its data what it is. What is printed on it comes later, above Guards'
/// ways.
pub(super) fn ground(game: &BurgleBros, at: Cell, measure: Measure, pen: &Pen) -> Element {
    let palette = pen.palette;
    let group = Element::new("g").set("data-cell", at);
    let (group, title, colours) = match (game.face_at(at), game.hidden_face(at)) {
        (Some(face), _) => {
            let group = group.set("data-tile", face);
            (group, words::face(face), hue(face.kind(), palette))
        }
        (None, Some(face)) => {
            let group = group.set("data-hidden", face);
            (group, format!("face down, {}", words::face(face)), palette.back)
        }
        (None, None) => (group, "face down".to_owned(), palette.back),
    };
    group.with(Element::new("title").text(&format!("{at}: {title}"))).with(
        rect([INSET; 2], [measure.tile(); 2], 6.0)
            .fill(colours.pale)
            .stroke(colours.strong, 1.0),
    )
}

/// What is printed on a cell's tile, or on its back.
pub(super) fn print(game: &BurgleBros, at: Cell, measure: Measure, pen: &Pen) -> Element {
    let group = match (game.face_at(at), game.hidden_face(at)) {
        (Some(face), _) => front(game, at, face, measure, pen.palette),
        (None, hidden) => back(hidden, measure, pen.palette),
    };
    match pen.points_at("cell", at) {
        true => group.with(ring([1.0, 1.0], [measure.side - 2.0; 2], pen.palette)),
        false => group,
    }
}

fn front(game: &BurgleBros, at: Cell, face: Face, measure: Measure, palette: &Palette) -> Element {
    let colour = match game.is_disabled(face) {
        true => palette.faint,
        false => hue(face.kind(), palette).strong,
    };
    let mut group = Element::new("g");
    let top = name(&mut group, face.kind(), measure, palette.ink);
    let size = measure.picture() - (top - measure.picture_top());
    group.push(pictogram(face.kind(), [INSET + 4.0, top], size, colour));
    if face.number() > 0 {
        group.push(number(game, at, face, measure, palette));
    }
    group
}

/// The name of a kind in one line, or in two if it would be too small in one; returns where the pictogram begins.
fn name(group: &mut Element, kind: Kind, measure: Measure, ink: &str) -> f64 {
    const SECOND_LINE: f64 = 10.0;
    let room = measure.tile() - 8.0;
    let lines = Font::bold(LEGIBLE).lines(&words::kind(kind), room);
    for (place, line) in lines.iter().enumerate() {
        let (text, font) = Font::bold(LARGE).fitted(line, room, LEAST);
        let y = INSET + 12.5 + place as f64 * SECOND_LINE;
        group.push(label([INSET + 4.0, y], &text, font, ink));
    }
    measure.picture_top() + (lines.len() - 1) as f64 * SECOND_LINE
}

/// The combination number; with a tick beside it once it is cracked.
fn number(game: &BurgleBros, at: Cell, face: Face, measure: Measure, palette: &Palette) -> Element {
    let radius = measure.picture() / 2.0 - 2.0;
    let [x, y] = [
        measure.side - INSET - 4.0 - radius,
        measure.picture_top() + measure.picture() / 2.0 + 1.0,
    ];
    let is_cracked = game.is_cracked(face);
    let (fill, ink) = match is_cracked {
        true => (palette.prize.strong, palette.on_strong),
        false => (palette.card, palette.ink),
    };
    let badge = Element::new("g").with(circle([x, y], radius).fill(fill).stroke(palette.ink, 1.2));
    let badge = badge.with(centred(
        [x, y + radius * 0.55],
        &face.number().to_string(),
        Font::bold((radius * 1.55).round()),
        ink,
    ));
    match is_cracked {
        false => badge,
        true => badge.with(
            path(&format!("M{} {y}l3 3.5 5.5-7", x - radius - 11.0))
                .fill("none")
                .stroke(palette.prize.strong, 2.5)
                .set("stroke-linecap", "round")
                .set("data-token", "cracked")
                .set("data-at", at),
        ),
    }
}

/// The back of a tile; what a whole world knows of it is written small.
fn back(hidden: Option<Face>, measure: Measure, palette: &Palette) -> Element {
    let middle = measure.side / 2.0;
    let (low, high) = (INSET + 7.0, measure.side - INSET - 7.0);
    let diamond = format!("M{middle} {low}L{high} {middle}L{middle} {high}L{low} {middle}Z");
    let group = Element::new("g").with(
        path(&diamond)
            .fill("none")
            .stroke(palette.back.strong, 1.0)
            .set("opacity", 0.6),
    );
    match hidden {
        None => group.with(centred(
            [middle, middle + 7.0],
            "?",
            Font::bold(20.0),
            palette.back.strong,
        )),
        Some(face) => {
            let room = measure.tile() - 6.0;
            let lines = Font::plain(LEGIBLE).lines(&words::face(face), room);
            let drawn = lines.iter().enumerate().map(|(place, line)| {
                let (text, font) = Font::plain(LEGIBLE).fitted(line, room, LEAST);
                centred([middle, INSET + 12.5 + place as f64 * 10.0], &text, font, palette.ink)
            });
            let mut group = group;
            group.extend(drawn);
            group
        }
    }
}

/// The pieces on a cell, as large as there is room for, in rows around the middle.
pub(super) fn pieces(game: &BurgleBros, at: Cell, measure: Measure, palette: &Palette) -> Vec<Element> {
    let things = Thing::on(game, at);
    let mut drawings: Vec<Element> = things
        .into_iter()
        .filter(|&thing| thing != Thing::Cracked)
        .map(|thing| token::on_board(game, thing, at, palette))
        .collect();
    if game.entrance() == Some(at) {
        let entrance = Element::new("g").set("data-token", "entrance").set("data-at", at);
        drawings.push(entrance.with(token::entrance(palette)));
    }
    let [room_x, room_y] = [measure.tile() - 4.0, measure.side - INSET - 1.0 - measure.pieces_top()];
    let (size, columns) = packing(drawings.len(), room_x, room_y);
    let rows = drawings.len().div_ceil(columns);
    let [x, y] = measure.lane();
    let mut placed = Vec::new();
    for (row, part) in drawings.chunks(columns).enumerate() {
        for (column, drawing) in part.iter().enumerate() {
            let left = x + (column as f64 - part.len() as f64 / 2.0) * (size + 1.0);
            let top = y + (row as f64 - rows as f64 / 2.0) * (size + 1.0);
            let place = format!("translate({:.1} {:.1}) scale({:.3})", left, top, size / token::BOX);
            placed.push(Element::new("g").set("transform", place).with(drawing.clone()));
        }
    }
    placed
}

/// How large so many pieces can be in some room, and how many stand in a row.
fn packing(count: usize, width: f64, height: f64) -> (f64, usize) {
    const LARGEST: f64 = 25.0;
    let with_columns = |columns: usize| {
        let rows = count.div_ceil(columns);
        let size = (width / columns as f64).min(height / rows as f64) - 1.0;
        (size.min(LARGEST), columns)
    };
    (1..=count.max(1))
        .map(with_columns)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .unwrap_or((LARGEST, 1))
}
