//! How many of each thing the index spaces have places for.

use crate::board::Cell;
use crate::casino_capers::components::{Event, Gear, Task};
use crate::casino_capers::place::{LEVELS, Place, SIDES, SIZE};

pub(super) const CELLS: usize = Place::COUNT;
/// Squares of a floor.
pub(super) const SQUARES: usize = SIZE * SIZE;
/// Places for wall pieces on a floor.
pub(super) const WALLS: usize = SIDES.count_ones() as usize;
pub(super) const FLOORS: usize = LEVELS;
pub(super) const GEAR: usize = Gear::ALL.len();
pub(super) const EVENTS: usize = Event::ALL.len();
pub(super) const TASKS: usize = Task::ALL.len();
pub(super) const DIE_FACES: usize = 6;

/// The cell at a place of a block of cells.
pub(super) fn cell(place: usize) -> Cell {
    Place::from_index(place).cell()
}
