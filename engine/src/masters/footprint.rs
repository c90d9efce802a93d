//! What an action reads or changes (MH5.8c).

use super::action::Who;

/// The number of nobody.
const NOBODY: u8 = u8::MAX;

/// What an action reads or changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Footprint {
    /// Hexes with what is on them, as bits.
    pub hexes: u32,
    /// The acting character, or [`NOBODY`] if nothing may be skipped.
    pub actor: u8,
    /// Characters, the acting one among them, as bits.
    pub characters: u8,
}

impl Footprint {
    /// After this everything is offered.
    pub const NONE: Footprint = Footprint {
        hexes: 0,
        actor: NOBODY,
        characters: 0,
    };

    pub fn of(who: Who) -> Footprint {
        Footprint {
            hexes: 0,
            actor: who.0,
            characters: 1 << who.0,
        }
    }

    pub fn with(mut self, other: Who) -> Footprint {
        self.characters |= 1 << other.0;
        self
    }

    pub fn on(mut self, hexes: u32) -> Footprint {
        self.hexes |= hexes;
        self
    }

    pub fn is_apart(self, other: Footprint) -> bool {
        self.hexes & other.hexes == 0 && self.characters & other.characters == 0
    }
}
