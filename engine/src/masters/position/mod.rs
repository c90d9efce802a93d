//! The readable form of a state: JSON that a person can read and write.
//!
//! Reading one is two steps. A [`Position`] is unchecked: any JSON of about the right shape is one. Checking it gives a
//! state, or every contradiction in it with its field. `forms` has the fields and what they stand for if left out,
//! `steps` the notation of what is being resolved; `write` makes a position of a state, `read` a state of a position.

mod facts;
mod forms;
mod read;
mod steps;
mod write;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(super) use facts::facts;

pub use self::forms::Position;
use super::state::MastersOfTheHeist;
use crate::game::{Overrides, PositionError};
use crate::loose::place::check;

impl Position {
    /// The position of a state.
    pub fn of(state: &MastersOfTheHeist) -> Position {
        write::position(state)
    }

    /// See [`Game::in_progress`](crate::game::Game::in_progress).
    pub fn in_progress(state: &MastersOfTheHeist) -> Position {
        write::in_progress(state)
    }

    /// The state, or everything that is wrong.
    ///
    /// # Errors
    /// Lists every contradiction that `overrides` do not waive.
    pub fn check(self, overrides: Overrides) -> Result<MastersOfTheHeist, PositionError<Position>> {
        check(self, overrides, read::state)
    }
}

impl Serialize for MastersOfTheHeist {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Position::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MastersOfTheHeist {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MastersOfTheHeist, D::Error> {
        let position = Position::deserialize(deserializer)?;
        let state = position.check(Overrides::None).map_err(serde::de::Error::custom)?;
        Ok(state.begun())
    }
}
