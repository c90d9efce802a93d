//! A cell's tile: its ground, and what is printed on it.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{BurgleBros, Face, Kind};

use super::pictogram::{hue, pictogram};
use super::words;
use crate::block::{centred, circle, label, path, rect, ring};
use crate::letters::Font;
use crate::palette::Palette;
use crate::picture::Pen;
use crate::svg::Element;

/// The space between a tile and the edge of its cell, where walls run.
pub(super) const INSET: f64 = 3.0;
/// The letters on a tile: usually, with room for one line only, and at least.
const LARGE: f64 = 10.5;
const LEGIBLE: f64 = 9.5;
const LEAST: f64 = 7.5;
/// The side of the smallest pictogram.
const LEAST_PICTURE: f64 = 11.0;
/// The room for the tick beside a cracked number.
pub(super) const TICK: f64 = 11.0;

/// The lengths of a cell, by its side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Measure {
    /// The side of the cell.
    pub side: f64,
}

impl Measure {
    /// The side of the tile.
    pub fn tile(self) -> f64 {
        self.side - 2.0 * INSET
    }

    /// The side of the pictogram.
    pub fn picture(self) -> f64 {
        (self.side * 0.26).round()
    }

    /// Where the pictogram begins, from the upper edge of the cell.
    fn picture_top(self) -> f64 {
        INSET + 16.0
    }

    /// Where the pieces begin.
    pub fn pieces_top(self) -> f64 {
        self.picture_top() + self.picture() + 2.0
    }

    /// The size of the disc with the number.
    pub fn badge_radius(self) -> f64 {
        self.picture() / 2.0 - 2.0
    }

    /// The middle of that disc.
    pub fn badge(self) -> [f64; 2] {
        let x = self.side - INSET - 4.0 - self.badge_radius();
        [x, self.picture_top() + self.picture() / 2.0 + 1.0]
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
    let size = (measure.picture() - (top - measure.picture_top())).max(LEAST_PICTURE);
    group.push(pictogram(face.kind(), [INSET + 4.0, top], size, colour));
    if face.number() > 0 {
        group.push(number(game, at, face, measure, palette));
    }
    group
}

/// The name of a kind in one line, or in two if it would be too small in one.
pub(super) fn names(kind: Kind, measure: Measure) -> Vec<String> {
    Font::bold(LEGIBLE).lines(&words::kind(kind), measure.tile() - 8.0)
}

/// Writes the name of a kind; returns where the pictogram begins.
fn name(group: &mut Element, kind: Kind, measure: Measure, ink: &str) -> f64 {
    const SECOND_LINE: f64 = 10.0;
    let lines = names(kind, measure);
    for (place, line) in lines.iter().enumerate() {
        let (text, font) = Font::bold(LARGE).fitted(line, measure.tile() - 8.0, LEAST);
        let y = INSET + 12.5 + place as f64 * SECOND_LINE;
        group.push(label([INSET + 4.0, y], &text, font, ink));
    }
    measure.picture_top() + (lines.len() - 1) as f64 * SECOND_LINE
}

/// The combination number; with a tick beside it once it is cracked.
fn number(game: &BurgleBros, at: Cell, face: Face, measure: Measure, palette: &Palette) -> Element {
    let (radius, [x, y]) = (measure.badge_radius(), measure.badge());
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
            path(&format!("M{} {y}l3 3.5 5.5-7", x - radius - TICK))
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
    let Some(face) = hidden else {
        return group.with(centred(
            [middle, middle + 7.0],
            "?",
            Font::bold(20.0),
            palette.back.strong,
        ));
    };
    let room = measure.tile() - 6.0;
    let lines = Font::plain(LEGIBLE).lines(&words::face(face), room);
    lines.iter().enumerate().fold(group, |group, (place, line)| {
        let (text, font) = Font::plain(LEGIBLE).fitted(line, room, LEAST);
        let y = INSET + 12.5 + place as f64 * 10.0;
        group.with(centred([middle, y], &text, font, palette.ink))
    })
}
