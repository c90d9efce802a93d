//! A floor as a picture.

use heist_engine::board::{Cell, Wall};
use heist_engine::burgle_bros::BurgleBros;

use super::guards::{self, Way};
use super::placement;
use super::tile;
use crate::block::{Block, path};
use crate::board::floor::{self, Layers};
use crate::board::tile::Measure;
use crate::picture::Pen;
use crate::svg::Element;

/// A floor with cells of a side.
pub(super) fn floor(game: &BurgleBros, floor: usize, side: f64, pen: &Pen) -> Block {
    let measure = Measure { side };
    let above = |at: Cell| {
        let mut group = tile::print(game, at, measure, pen);
        group.extend(placement::pieces(game, at, measure, pen.palette));
        group
    };
    let layers = Layers {
        ground: &|at| tile::ground(game, at, measure, pen),
        gone: gone(game, floor, side, pen),
        way: way(game, floor, measure, pen),
        above: &above,
    };
    floor::floor(&game.floor_plan(floor), floor, side, layers, pen)
}

/// Where Dynamite has taken a wall away.
fn gone(game: &BurgleBros, floor: usize, side: f64, pen: &Pen) -> Vec<Element> {
    let piece = |wall: Wall| {
        let (a, b) = wall.squares();
        let cells = format!("{} {}", Cell::new(floor, a), Cell::new(floor, b));
        path(&floor::piece(wall, side))
            .stroke(pen.palette.guard.strong, 3.0)
            .set("stroke-dasharray", "3 6")
            .set("data-dynamite", cells)
    };
    Wall::all(blown_up(game, floor)).map(piece).collect()
}

/// The walls that Dynamite has taken, as far as it can be told: those that the scenario's own layout has besides.
fn blown_up(game: &BurgleBros, floor: usize) -> u64 {
    let official = game.scenario().layout();
    let plan = game.floor_plan(floor);
    let is_official = plan.hole() == official.space && plan.walls() & !official.walls[floor] == 0;
    if is_official {
        official.walls[floor] & !plan.walls()
    } else {
        0
    }
}

/// Where the Guard goes: his next step, and the rest of his way.
fn way(game: &BurgleBros, floor: usize, measure: Measure, pen: &Pen) -> Option<Element> {
    let guard = game.guard(floor)?;
    let die = guard.die.filter(|&die| die != guard.at)?;
    let next = match guards::stopped_by(game, floor) {
        Some(_) => Way::default(),
        None => Way::of(game, guard.at, die),
    };
    let reached = next.squares.last().copied().unwrap_or(guard.at.square());
    let rest = floor::route(&game.floor_plan(floor), reached, die.square());
    Some(floor::way(
        floor,
        guard.at.square(),
        [&next.squares, &rest],
        measure,
        pen,
    ))
}
