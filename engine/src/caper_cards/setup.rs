//! Setups: players, the side of the Risk card, the first Boss, and the first state (section 3).

use serde::{Deserialize, Serialize};

use super::components::{Crew, Row};
use super::state::{CaperCards, HOLE, ORDER_BYTES, Phase, RECORD, REWARDS};
use super::table::SEATS;
use crate::describe::{Choice, FieldDefault, FieldKind, SetupField};
use crate::game::{Problem, Seat, SetupError};

/// What a game is set up from. Cards are dealt by chance as the game begins, so nothing is drawn from a seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    /// How many players, 1 to 4.
    pub seats: u8,
    /// CC3a: the side of the Risk card, 11 (normal) or 12 (harder).
    #[serde(default = "normal")]
    pub risk: u8,
    /// CC3f, H1: the first Boss; seat 1 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// Accepted as in every game, and of no effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

fn normal() -> u8 {
    11
}

/// The fields of a setup, for people.
pub(super) const FIELDS: &[SetupField] = &[
    SetupField::new(
        "seats",
        "Players",
        FieldKind::Number {
            least: 1,
            most: SEATS as i64,
            named: &[],
        },
        FieldDefault::Required("2"),
        "how many players",
    ),
    SetupField::new(
        "risk",
        "Risk",
        FieldKind::Number {
            least: 11,
            most: 12,
            named: &[Choice::new("11", "11 (normal)"), Choice::new("12", "12 (harder)")],
        },
        FieldDefault::Value("11"),
        "the side of the Risk card that is up",
    ),
    SetupField::new(
        "first",
        "First Boss",
        FieldKind::Seat,
        FieldDefault::Absent("1"),
        "who starts the first heist",
    ),
];

impl Setup {
    /// A game with the Risk at 11 and seat 1 as the first Boss.
    pub fn new(seats: u8) -> Setup {
        Setup {
            seats,
            risk: normal(),
            first: None,
            seed: None,
        }
    }

    /// The setup with its defaults written out and without a seed.
    ///
    /// # Errors
    /// Lists everything that contradicts the rules.
    pub fn complete(&self) -> Result<Setup, SetupError> {
        let mut problems = Vec::new();
        if !(1..=SEATS as u8).contains(&self.seats) {
            problems.push(Problem::new(
                "seats",
                format!("{} players, expected 1 to 4", self.seats),
            ));
        }
        if ![11, 12].contains(&self.risk) {
            problems.push(Problem::new("risk", format!("{}, expected 11 or 12 (CC3a)", self.risk)));
        }
        let first = self.first.unwrap_or(Seat(0));
        if problems.is_empty() && first.0 >= self.seats {
            problems.push(Problem::new(
                "first",
                format!("seat {first}, expected 1 to {}", self.seats),
            ));
        }
        if !problems.is_empty() {
            return Err(SetupError(problems));
        }
        Ok(Setup {
            first: Some(first),
            seed: None,
            ..self.clone()
        })
    }
}

impl CaperCards {
    /// The first state of a complete setup: nothing is dealt yet, and nothing carries over from another game (CC9d).
    pub(super) fn first_state(setup: &Setup) -> CaperCards {
        CaperCards {
            hands: [Crew::EMPTY; SEATS],
            row: Row::EMPTY,
            gone: Crew::EMPTY,
            held: [0; SEATS],
            record: [HOLE; RECORD],
            order: [u8::MAX; ORDER_BYTES],
            rewards: [HOLE; REWARDS],
            seats: setup.seats,
            risk: setup.risk,
            first: setup.first.map_or(0, |seat| seat.0),
            played: 0,
            won: 0,
            peeked: 0,
            known: (1 << setup.seats) - 1,
            phase: Phase::Deal,
        }
    }

    /// The setup that the state comes from.
    pub fn setup(&self) -> Setup {
        Setup {
            seats: self.seats,
            risk: self.risk,
            first: Some(Seat(self.first)),
            seed: None,
        }
    }
}
