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
/// The side of the smallest pictogram.
const LEAST_PICTURE: f64 = 11.0;
/// The side of a sign beside the pictogram.
const SIGN: f64 = 15.0;
/// The room for the tick beside a cracked number.
const TICK: f64 = 11.0;

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

    /// The size of the disc with the number.
    fn badge_radius(self) -> f64 {
        self.picture() / 2.0 - 2.0
    }

    /// The middle of that disc.
    fn badge(self) -> [f64; 2] {
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
fn names(kind: Kind, measure: Measure) -> Vec<String> {
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

/// The pieces on a cell: signs that belong to the tile beside its pictogram while there is room, the others as large as
/// can be, in rows around the middle of what is left.
pub(super) fn pieces(game: &BurgleBros, at: Cell, measure: Measure, palette: &Palette) -> Vec<Element> {
    let things: Vec<Thing> = Thing::on(game, at)
        .into_iter()
        .filter(|&thing| thing != Thing::Cracked)
        .collect();
    let (mut signs, mut pieces): (Vec<Thing>, Vec<Thing>) = things.into_iter().partition(|thing| thing.is_of_tile());
    let (left, room) = sign_room(game, at, measure);
    pieces.extend(signs.split_off(signs.len().min(room)));
    let draw = |thing: Thing| token::on_board(game, thing, at, palette);
    let mut drawings: Vec<Element> = pieces.into_iter().map(draw).collect();
    if game.entrance() == Some(at) {
        let entrance = Element::new("g").set("data-token", "entrance").set("data-at", at);
        drawings.push(entrance.with(token::entrance(palette)));
    }
    let top = measure.badge()[1] - SIGN / 2.0;
    let signs = signs.into_iter().enumerate();
    let mut placed: Vec<Element> = signs
        .map(|(place, sign)| at_size(draw(sign), [left + place as f64 * (SIGN + 1.0), top], SIGN))
        .collect();
    let space = [measure.tile() - 4.0, measure.side - INSET - 1.0 - measure.pieces_top()];
    let (size, columns) = packing(drawings.len(), space);
    let rows = drawings.len().div_ceil(columns);
    let [x, y] = measure.lane();
    for (row, part) in drawings.chunks(columns).enumerate() {
        for (column, drawing) in part.iter().enumerate() {
            let left = x + (column as f64 - part.len() as f64 / 2.0) * (size + 1.0);
            let top = y + (row as f64 - rows as f64 / 2.0) * (size + 1.0);
            placed.push(at_size(drawing.clone(), [left, top], size));
        }
    }
    placed
}

/// A token at a place in a size.
fn at_size(token: Element, [x, y]: [f64; 2], size: f64) -> Element {
    let place = format!("translate({x:.1} {y:.1}) scale({:.3})", size / token::BOX);
    Element::new("g").set("transform", place).with(token)
}

/// Where signs begin beside the pictogram, and for how many there is room before the number.
fn sign_room(game: &BurgleBros, at: Cell, measure: Measure) -> (f64, usize) {
    let face = game.face_at(at);
    if face.is_some_and(|face| names(face.kind(), measure).len() > 1) {
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
    (left, ((right - left + 1.0) / (SIGN + 1.0)).max(0.0) as usize)
}

/// How large so many pieces can be in some room, and how many stand in a row.
fn packing(count: usize, [width, height]: [f64; 2]) -> (f64, usize) {
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
