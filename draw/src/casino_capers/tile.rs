//! A cell's tile: its ground, and what is printed on it.

use heist_engine::board::Cell;
use heist_engine::casino_capers::{CasinoCapers, Face};

use super::names;
use super::pictogram::{hue, way};
use crate::block::ring;
use crate::board::tile::{self, Front, INSET, Measure};
use crate::palette::{Hue, Palette};
use crate::picture::Pen;
use crate::pieces::pictogram;
use crate::svg::Element;

/// Where the sign on a tile's back is, beside what lies there and bouncers' ways.
const SIGN: [f64; 2] = [INSET + 12.0, INSET + 20.0];

/// The ground of a cell's tile, which says by its data what it is.
pub(super) fn ground(game: &CasinoCapers, at: Cell, measure: Measure, pen: &Pen) -> Element {
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
pub(super) fn title(game: &CasinoCapers, at: Cell) -> String {
    match (game.face_at(at), game.hidden_face(at)) {
        (Some(face), _) => names::face(face),
        (None, Some(face)) => format!("face down, {}", names::face(face)),
        (None, None) => "face down".to_owned(),
    }
}

/// What is printed on a cell's tile, or on its back.
pub(super) fn print(game: &CasinoCapers, at: Cell, measure: Measure, pen: &Pen) -> Element {
    let group = match (game.face_at(at), game.hidden_face(at)) {
        (Some(face), _) => front(game, at, face, measure, pen.palette),
        (None, hidden) => tile::back(hidden.map(names::face).as_deref(), SIGN, measure, pen.palette),
    };
    if pen.points_at("cell", at) {
        group.with(ring([1.0, 1.0], [measure.side - 2.0; 2], pen.palette))
    } else {
        group
    }
}

fn front(game: &CasinoCapers, at: Cell, face: Face, measure: Measure, palette: &Palette) -> Element {
    let [_, _, out_of_order] = game.tokens();
    let Hue { strong, pale: ground } = hue(face.kind(), palette);
    let colour = if out_of_order == Some(at) {
        palette.faint
    } else {
        strong
    };
    let name = names::kind(face.kind());
    with_front(game, at, face, &name).print(at, measure, palette, ground, |corner, size| {
        pictogram(way(face.kind()), corner, size, colour)
    })
}

/// What is printed on a tile with a name.
pub(super) fn with_front<'a>(game: &CasinoCapers, at: Cell, face: Face, name: &'a str) -> Front<'a> {
    Front {
        name,
        number: face.number(),
        is_cracked: game.has_crack_token(at),
    }
}
