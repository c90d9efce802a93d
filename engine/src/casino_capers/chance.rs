//! What chance decides (section 8).

use super::components::{Chip, Event, Face, Finale, Gear};
use super::dice::Dice;

/// One outcome. The notation of each is in engine/tests/reference/casino-capers.md.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// info.patrol: a patrol card, by the number of the cell it is printed for: floor (0 below) times 16, row times 4,
    /// column.
    Patrol(u8),
    /// info.distracted.
    Distracted,
    /// info.tiles.
    Tile(Face),
    /// info.chips.
    Chip(Chip),
    /// info.events.
    Event(Event),
    /// info.dice: the dice rolled.
    Dice(Dice),
    /// info.draws: a gear card.
    Gear(Gear),
    /// info.finale.
    Finale(Finale),
    /// info.draws: a fingerprint token.
    Token(u8),
}

/// The greatest number of outcomes is that of five dice: 10 over 5 multisets.
pub(super) const MAX_OUTCOMES: usize = 10 * 9 * 8 * 7 * 6 / (5 * 4 * 3 * 2);

/// The sources of chance: one for each thing that is drawn or rolled ([`crate::Game::PURPOSES`]).
pub(super) mod purpose {
    use crate::game::Purpose;

    pub const NAMES: &[&str] = &[
        "tiles",
        "chips",
        "patrol floor 1",
        "patrol floor 2",
        "pool events",
        "lounge events",
        "cashier cages",
        "table games",
        "safe",
        "gear",
        "finale",
    ];
    pub const TILES: Purpose = Purpose(0);
    pub const CHIPS: Purpose = Purpose(1);
    pub const CAGES: Purpose = Purpose(6);
    pub const TABLE: Purpose = Purpose(7);
    pub const SAFE: Purpose = Purpose(8);
    pub const GEAR: Purpose = Purpose(9);
    pub const FINALE: Purpose = Purpose(10);

    pub const fn patrol(floor: usize) -> Purpose {
        Purpose(2 + floor as u8)
    }

    pub const fn events(deck: usize) -> Purpose {
        Purpose(4 + deck as u8)
    }
}
