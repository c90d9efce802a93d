//! A cell's tile: its ground, and what is printed on it.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{BurgleBros, Face};

use super::pictogram::{hue, way};
use super::words;
use crate::block::ring;
use crate::board::tile::{self, Front, Measure};
use crate::palette::{Hue, Palette};
use crate::picture::Pen;
use crate::pieces::pictogram;
use crate::svg::Element;

/// The ground of a cell's tile, which says by its data what it is.
pub(super) fn ground(game: &BurgleBros, at: Cell, measure: Measure, pen: &Pen) -> Element {
    let palette = pen.palette;
    let group = Element::new("g").set("data-cell", at);
    let (group, colours) = match (game.face_at(at), game.hidden_face(at)) {
        (Some(face), _) => (group.set("data-tile", face), hue(face.kind(), palette)),
        (None, Some(face)) => (group.set("data-hidden", face), palette.back),
        (None, None) => (group, palette.back),
    };
    tile::ground(group, &format!("{at}: {}", title(game, at)), colours, measure)
}

/// What a cell's tile is, as far as the state knows.
pub(super) fn title(game: &BurgleBros, at: Cell) -> String {
    match (game.face_at(at), game.hidden_face(at)) {
        (Some(face), _) => words::face(face),
        (None, Some(face)) => format!("face down, {}", words::face(face)),
        (None, None) => "face down".to_owned(),
    }
}

/// What is printed on a cell's tile, or on its back.
pub(super) fn print(game: &BurgleBros, at: Cell, measure: Measure, pen: &Pen) -> Element {
    let group = match (game.face_at(at), game.hidden_face(at)) {
        (Some(face), _) => front(game, at, face, measure, pen.palette),
        (None, hidden) => {
            let middle = measure.side / 2.0;
            let sign_at = [middle, middle + 7.0];
            tile::back(hidden.map(words::face).as_deref(), sign_at, measure, pen.palette)
        }
    };
    if pen.points_at("cell", at) {
        group.with(ring([1.0, 1.0], [measure.side - 2.0; 2], pen.palette))
    } else {
        group
    }
}

fn front(game: &BurgleBros, at: Cell, face: Face, measure: Measure, palette: &Palette) -> Element {
    let Hue { strong, pale: ground } = hue(face.kind(), palette);
    let colour = if game.is_disabled(face) { palette.faint } else { strong };
    let name = words::kind(face.kind());
    with_front(game, face, &name).print(at, measure, palette, ground, |corner, size| {
        pictogram(way(face.kind()), corner, size, colour)
    })
}

/// What is printed on a tile with a name.
pub(super) fn with_front<'a>(game: &BurgleBros, face: Face, name: &'a str) -> Front<'a> {
    Front {
        name,
        number: face.number(),
        is_cracked: game.is_cracked(face),
    }
}
