//! What chance decides (I-CHANCE-1 to I-CHANCE-9).

use super::components::{Event, Face, Loot, Tool};

/// One outcome. The notation of each is in docs/games/burgle-bros.md.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// I-CHANCE-1: the face of a revealed tile.
    Tile(Face),
    /// I-CHANCE-2: the square on a patrol card.
    Patrol(u8),
    /// I-CHANCE-4.
    Event(Event),
    /// I-CHANCE-5.
    Tool(Tool),
    /// I-CHANCE-6.
    Loot(Loot),
    /// I-CHANCE-7, I-CHANCE-9: whether the roll does what is rolled for (opens, barks, runs).
    Roll(bool),
    /// I-CHANCE-8: the faces a Crack roll shows, bit 0 for face 1.
    Faces(u8),
    /// I-CHANCE-8 with the Stethoscope at hand: how many dice show each face.
    Dice(Dice),
    /// I-CHANCE-2: the Lost Visual card.
    LostVisual,
}

/// A multiset of dice: three bits a face, face 1 lowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Dice(pub u32);

impl Dice {
    /// How many dice show `face` (1 to 6).
    #[inline]
    pub fn count(self, face: u8) -> u32 {
        self.0 >> (3 * (face - 1)) & 7
    }

    /// One more die showing `face`; at most 7 of a face.
    #[inline]
    pub fn with(self, face: u8) -> Dice {
        Dice(self.0 + (1 << (3 * (face - 1))))
    }

    /// One die of `from`, which must be there, turned to `to`.
    pub fn turned(self, from: u8, to: u8) -> Dice {
        Dice(self.0 - (1 << (3 * (from - 1)))).with(to)
    }

    /// The faces shown, bit 0 for face 1.
    pub fn faces(self) -> u8 {
        (1..=6)
            .filter(|&face| self.count(face) > 0)
            .fold(0, |set, face| set | 1 << (face - 1))
    }

    /// How many dice there are.
    pub fn total(self) -> u32 {
        (1..=6).map(|face| self.count(face)).sum()
    }
}

/// The greatest number of outcomes is that of seven dice (a Safe's six and the Peterman's one): 12 over 5 multisets.
pub(super) const MAX_OUTCOMES: usize = 12 * 11 * 10 * 9 * 8 / (5 * 4 * 3 * 2);

/// The sources of chance: one for each thing that is drawn or rolled ([`crate::Game::PURPOSES`]).
pub(super) mod purpose {
    use crate::game::Purpose;

    pub const NAMES: &[&str] = &[
        "tiles",
        "patrol floor 1",
        "patrol floor 2",
        "patrol floor 3",
        "events",
        "tools",
        "loot",
        "keypad",
        "crack",
        "chihuahua",
        "kitty",
    ];
    pub const TILES: Purpose = Purpose(0);
    pub const EVENTS: Purpose = Purpose(4);
    pub const TOOLS: Purpose = Purpose(5);
    pub const LOOT: Purpose = Purpose(6);
    pub const KEYPAD: Purpose = Purpose(7);
    pub const CRACK: Purpose = Purpose(8);
    pub const CHIHUAHUA: Purpose = Purpose(9);
    pub const KITTY: Purpose = Purpose(10);

    pub const fn patrol(floor: usize) -> Purpose {
        Purpose(1 + floor as u8)
    }
}
