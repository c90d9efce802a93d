//! The readable form of a state: JSON that a person can read and write.
//!
//! Reading one is two steps. A [`Position`] is unchecked: any JSON of about the right shape is one. Checking it gives a
//! state, or every contradiction in it with its field. `forms` has the fields, made of [`crate::loose`], and what they
//! stand for if left out. `write` makes a position of a state. `read` makes a state of a position and notes problems,
//! with the help of `players`, `floors`, `cards`, `turn` and `frames`; `claims` knows where each card was found.
//! `facts` describes a state to people.

mod cards;
mod claims;
mod facts;
mod floors;
mod forms;
mod frames;
mod players;
mod read;
mod turn;
mod write;

pub(super) use facts::facts;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use self::forms::Position;
use super::state::BurgleBros;
use crate::game::{Overrides, PositionError};
use crate::loose::place::check;

impl Position {
    /// The position of a state.
    pub(super) fn of(state: &BurgleBros) -> Position {
        write::position(state)
    }

    /// See [`Game::in_progress`](crate::game::Game::in_progress).
    pub(super) fn in_progress(state: &BurgleBros) -> Position {
        write::in_progress(state)
    }

    /// The state, or everything that is wrong.
    pub(super) fn check(self, overrides: Overrides) -> Result<BurgleBros, PositionError<Position>> {
        check(self, overrides, read::state)
    }
}

impl Serialize for BurgleBros {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Position::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BurgleBros {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BurgleBros, D::Error> {
        let position = Position::deserialize(deserializer)?;
        position.check(Overrides::None).map_err(serde::de::Error::custom)
    }
}
