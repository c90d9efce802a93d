//! Sets of hexes and Exits.

use super::state::{EXIT, EXITS, Spot};
use crate::board::hexes::members;

/// A set of spots: hexes, and Exits by their numbers, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Region {
    pub hexes: u32,
    pub exits: u8,
}

impl Region {
    pub fn of(spot: Spot) -> Region {
        match spot.checked_sub(EXIT) {
            None => Region {
                hexes: 1 << spot,
                exits: 0,
            },
            Some(exit) => Region {
                hexes: 0,
                exits: 1 << exit,
            },
        }
    }

    pub fn with(self, other: Region) -> Region {
        Region {
            hexes: self.hexes | other.hexes,
            exits: self.exits | other.exits,
        }
    }

    pub fn without(self, other: Region) -> Region {
        Region {
            hexes: self.hexes & !other.hexes,
            exits: self.exits & !other.exits,
        }
    }

    pub fn meets(self, other: Region) -> bool {
        self.hexes & other.hexes != 0 || self.exits & other.exits != 0
    }

    /// Its spots, one by one.
    pub fn each(self) -> impl Iterator<Item = Region> {
        let hexes = members(self.hexes).map(|hex| Region {
            hexes: 1 << hex,
            exits: 0,
        });
        let exits = (0..EXITS)
            .map(|exit| 1 << exit)
            .filter(move |bit| self.exits & bit != 0);
        hexes.chain(exits.map(|exits| Region { hexes: 0, exits }))
    }
}
