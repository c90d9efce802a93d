//! The readable form of a state.

use heist_engine::game::{Overrides, PositionError, Problem};
use serde::{Deserialize, Serialize};

use crate::{LuckyLock, MOST_PATIENCE, PINS, TURNS, usual_patience};

/// A state as text, unchecked. Everything but `seats` has a default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(default = "id")]
    game: String,
    seats: i64,
    #[serde(default = "patience")]
    patience: i64,
    #[serde(default)]
    pins: i64,
    #[serde(default)]
    noise: i64,
    #[serde(default = "one")]
    turn: i64,
    #[serde(default)]
    oiled: bool,
    #[serde(default)]
    rolling: bool,
}

fn id() -> String {
    <LuckyLock as heist_engine::Game>::ID.to_owned()
}

fn patience() -> i64 {
    usual_patience().into()
}

fn one() -> i64 {
    1
}

impl Position {
    pub(crate) fn of(state: &LuckyLock) -> Position {
        Position {
            game: id(),
            seats: state.seats.into(),
            patience: state.patience.into(),
            pins: state.pins.into(),
            noise: state.noise.into(),
            turn: state.turn.into(),
            oiled: state.is_oiled,
            rolling: state.is_rolling,
        }
    }

    /// The state, if the position does not contradict the rules.
    pub(crate) fn check(self, _overrides: Overrides) -> Result<LuckyLock, PositionError<Position>> {
        let mut problems = Vec::new();
        if self.game != id() {
            problems.push(Problem::new("game", format!("found {}; expected {}", self.game, id())));
        }
        for (field, found, least, most) in [
            ("seats", self.seats, 1, 4),
            ("patience", self.patience, 1, MOST_PATIENCE.into()),
            ("pins", self.pins, 0, PINS.into()),
            ("noise", self.noise, 0, self.patience.clamp(1, MOST_PATIENCE.into())),
            ("turn", self.turn, 1, i64::from(TURNS) + 1),
        ] {
            if !(least..=most).contains(&found) {
                problems.push(Problem::new(
                    field,
                    format!("found {found}; expected {least} to {most}"),
                ));
            }
        }
        let state = LuckyLock {
            seats: self.seats.clamp(1, 4) as u8,
            patience: self.patience.clamp(1, MOST_PATIENCE.into()) as u8,
            pins: self.pins.clamp(0, PINS.into()) as u8,
            noise: self.noise.clamp(0, MOST_PATIENCE.into()) as u8,
            turn: self.turn.clamp(1, i64::from(TURNS) + 1) as u8,
            is_oiled: self.oiled,
            is_rolling: self.rolling,
        };
        if self.rolling && problems.is_empty() && state.is_over() {
            problems.push(Problem::new("rolling", "the game is over; expected false"));
        }
        if problems.is_empty() {
            Ok(state)
        } else {
            Err(PositionError {
                position: Box::new(self),
                problems,
            })
        }
    }
}
