//! A floor as a picture, with the pieces on its cells.

use heist_engine::board::Cell;
use heist_engine::casino_capers::CasinoCapers;

use super::bouncers::Course;
use super::things::Thing;
use super::{names, tile, token};
use crate::block::Block;
use crate::board::floor::{self, Layers};
use crate::board::placement::{placed, sign_count};
use crate::board::tile::Measure;
use crate::palette::Palette;
use crate::picture::Pen;
use crate::svg::Element;

/// A floor with cells of a side.
pub(super) fn floor(game: &CasinoCapers, floor: usize, side: f64, pen: &Pen) -> Block {
    let measure = Measure { side };
    let above = |at: Cell| {
        let mut group = tile::print(game, at, measure, pen);
        group.extend(pieces(game, at, measure, pen.palette));
        group
    };
    let layers = Layers {
        ground: &|at| tile::ground(game, at, measure, pen),
        gone: Vec::new(),
        way: way(game, floor, measure, pen),
        above: &above,
    };
    floor::floor(&game.floor_plan(floor), floor, side, layers, pen)
}

/// Where the bouncer goes: his next movement, and the rest of his way.
fn way(game: &CasinoCapers, floor: usize, measure: Measure, pen: &Pen) -> Option<Element> {
    let at = game.bouncer(floor)?;
    let course = Course::of(game, floor)?;
    let rest = course.rest(game, floor, at);
    let is_still = course.squares.is_empty() && rest.is_empty();
    (!is_still).then(|| floor::way(floor, at.square(), [&course.squares, &rest], measure, pen))
}

/// The pieces on a cell: signs that belong to the tile beside its pictogram while there is room, the others below.
fn pieces(game: &CasinoCapers, at: Cell, measure: Measure, palette: &Palette) -> Vec<Element> {
    // The tick of a cracked number is printed beside it.
    let things = Thing::on(game, at).into_iter().filter(|&thing| thing != Thing::Cracked);
    let (mut signs, mut others): (Vec<Thing>, Vec<Thing>) = things.partition(|thing| thing.is_of_tile());
    let room = match game.face_at(at) {
        Some(face) => tile::with_front(game, at, face, &names::kind(face.kind())).sign_room(measure),
        None => [0.0; 2],
    };
    others.extend(signs.split_off(signs.len().min(sign_count(room))));
    let draw = |thing: Thing| token::on_board(game, thing, at, palette);
    let signs = signs.into_iter().map(draw).collect();
    placed(signs, room[0], others.into_iter().map(draw).collect(), measure)
}
