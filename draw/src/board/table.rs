//! Floors as tables of words.

use heist_engine::board::{Cell, FloorPlan, SIDE, Wall};

use crate::board_table::{BoardTable, place};

/// The floors from the ground up: of each cell its tile, what is on it, and its walls inside the floor.
pub(crate) fn floors(
    plans: &[FloorPlan],
    tile: impl Fn(Cell) -> String,
    things: impl Fn(Cell) -> Vec<String>,
) -> Vec<BoardTable> {
    let text = |plan: &FloorPlan, at: Cell| {
        if plan.hole() == Some(at.square()) {
            SPACE.to_owned()
        } else {
            place(&tile(at), &things(at), &walls(plan, at.square()))
        }
    };
    let table = |(floor, plan): (usize, &FloorPlan)| BoardTable {
        name: format!("Floor {}", floor + 1),
        about: "",
        columns: (0..plan.size())
            .map(|column| char::from(b'A' + column as u8).to_string())
            .collect(),
        rows: (0..plan.size())
            .map(|row| {
                let cells = (0..plan.size()).map(|column| Cell::new(floor, row * SIDE + column));
                ((row + 1).to_string(), cells.map(|at| Some(text(plan, at))).collect())
            })
            .collect(),
    };
    plans.iter().enumerate().map(table).collect()
}

/// What the place without a tile is called.
pub(crate) const SPACE: &str = "empty space";

/// The sides of a square where a wall stands: `walls right and below`. Those round the floor are left out, as they are
/// the table's own.
fn walls(plan: &FloorPlan, square: usize) -> String {
    let (row, column) = (square / SIDE, square % SIDE);
    let sides = [
        (row > 0, square.wrapping_sub(SIDE), "above"),
        (column + 1 < plan.size(), square + 1, "right"),
        (row + 1 < plan.size(), square + SIDE, "below"),
        (column > 0, square.wrapping_sub(1), "left"),
    ];
    let is_walled = |other: usize| Wall::between(square, other).is_some_and(|wall| plan.walls() & wall.bit() != 0);
    let closed = sides
        .into_iter()
        .filter(|&(is_inside, other, _)| is_inside && is_walled(other));
    let closed: Vec<&str> = closed.map(|(.., side)| side).collect();
    match closed.as_slice() {
        [] => String::new(),
        [one] => format!("wall {one}"),
        [first @ .., last] => format!("walls {} and {last}", first.join(", ")),
    }
}
