//! Where the pieces on a cell lie and stand.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::BurgleBros;

use super::things::Thing;
use super::{tile, token, words};
use crate::board::placement::{placed, sign_count};
use crate::board::tile::Measure;
use crate::palette::Palette;
use crate::pieces::door;
use crate::svg::Element;

/// The pieces on a cell: signs that belong to the tile beside its pictogram while there is room, the others below.
pub(super) fn pieces(game: &BurgleBros, at: Cell, measure: Measure, palette: &Palette) -> Vec<Element> {
    // The tick of a cracked number is printed beside it.
    let things = Thing::on(game, at).into_iter().filter(|&thing| thing != Thing::Cracked);
    let (mut signs, mut others): (Vec<Thing>, Vec<Thing>) = things.partition(|thing| thing.is_of_tile());
    let room = sign_room(game, at, measure);
    others.extend(signs.split_off(signs.len().min(sign_count(room))));
    let draw = |thing: Thing| token::on_board(game, thing, at, palette);
    let mut drawings: Vec<Element> = others.into_iter().map(draw).collect();
    if game.entrance() == Some(at) {
        let entrance = Element::new("g").set("data-token", "entrance").set("data-at", at);
        drawings.push(entrance.with(door(palette)));
    }
    placed(signs.into_iter().map(draw).collect(), room[0], drawings, measure)
}

/// The room for signs on a tile that lies open.
fn sign_room(game: &BurgleBros, at: Cell, measure: Measure) -> [f64; 2] {
    match game.face_at(at) {
        Some(face) => tile::with_front(game, face, &words::kind(face.kind())).sign_room(measure),
        None => [0.0; 2],
    }
}
