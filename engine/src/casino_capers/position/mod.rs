//! The readable form of a state: JSON that a person can read and write.
//!
//! Reading one is two steps. A [`Position`] is unchecked: any JSON of about the right shape is one. Checking it gives a
//! state, or every contradiction in it with its field.
//! `forms` has the fields and what they stand for if left out, `steps` the notation of what is being resolved. `write`
//! makes a position of a state; `read` makes a state of a position with the help of `tiles`, `chips`, `players`,
//! `cards` and `finale`, and `frames` checks what is being resolved.

mod cards;
mod chips;
mod facts;
mod finale;
mod forms;
mod frames;
mod players;
mod read;
mod steps;
mod tiles;
mod write;

pub(super) use facts::facts;
pub(super) use steps::{KINDS, kind};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use self::forms::Position;
use super::state::CasinoCapers;
use crate::game::{Overrides, PositionError};
use crate::loose::place::check;

impl Position {
    /// The position of a state.
    pub(super) fn of(state: &CasinoCapers) -> Position {
        write::position(state)
    }

    /// See [`Game::in_progress`](crate::game::Game::in_progress).
    pub(super) fn in_progress(state: &CasinoCapers) -> Position {
        write::in_progress(state)
    }

    /// The state, or everything that is wrong.
    pub(super) fn check(self, overrides: Overrides) -> Result<CasinoCapers, PositionError<Position>> {
        check(self, overrides, read::state)
    }
}

impl Serialize for CasinoCapers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Position::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CasinoCapers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CasinoCapers, D::Error> {
        let position = Position::deserialize(deserializer)?;
        position.check(Overrides::None).map_err(serde::de::Error::custom)
    }
}
