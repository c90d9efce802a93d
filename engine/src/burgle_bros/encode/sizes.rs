//! How many of each thing the index spaces have places for.

use crate::board::{Cell, FLOORS, SQUARES};
use crate::burgle_bros::components::{Event, Loot, Room, Tool};

pub(super) const CELLS: usize = FLOORS * SQUARES;
pub(super) const TOOLS: usize = Tool::ALL.len();
pub(super) const LOOT: usize = Loot::ALL.len();
pub(super) const EVENTS: usize = Event::ALL.len();
pub(super) const ROOMS: usize = Room::ALL.len();
pub(super) const DIE_FACES: usize = 6;

/// The cell at a place of a block of cells.
pub(super) fn cell(place: usize) -> Cell {
    Cell::from_number(place).expect("places in a block of cells are numbers of cells")
}
