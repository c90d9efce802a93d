//! The scenarios: a finale that is drawn, or one that is known from the start (section 3, set.finale).

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::components::Finale;
use super::place::SIZE;
use crate::board::{Blueprint, Layout, Wall};
use crate::game::NotationError;

/// Which finale a game ends with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Scenario {
    /// rand.draw: drawn when the Safe is cracked.
    #[default]
    RandomFinale,
    /// set.finale, H19: that of a campaign's heist, known from the start.
    Known(Finale),
}

/// set.walls: wall pieces on each floor.
pub(super) const WALLS: usize = 8;

/// The names of all scenarios.
pub(super) const NAMES: [&str; 1 + Finale::ALL.len()] = [
    "random-finale",
    "finale-1",
    "finale-2",
    "finale-3",
    "finale-4",
    "finale-5",
    "finale-6",
    "finale-7",
    "finale-8",
    "finale-9",
];

impl Scenario {
    /// The finale, if it is known from the start.
    pub const fn finale(self) -> Option<Finale> {
        match self {
            Scenario::RandomFinale => None,
            Scenario::Known(finale) => Some(finale),
        }
    }

    /// The name in setups: `random-finale`, `finale-1` to `finale-9`.
    pub const fn name(self) -> &'static str {
        match self {
            Scenario::RandomFinale => NAMES[0],
            Scenario::Known(finale) => NAMES[1 + finale as usize],
        }
    }
}

impl Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scenario {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Scenario, NotationError> {
        match NAMES.iter().position(|name| *name == text) {
            Some(0) => Ok(Scenario::RandomFinale),
            Some(place) => Ok(Scenario::Known(Finale::ALL[place - 1])),
            None => Err(NotationError {
                text: text.to_owned(),
                expected: "random-finale, or finale-1 to finale-9".to_owned(),
            }),
        }
    }
}

impl Serialize for Scenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Scenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scenario, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|error: NotationError| serde::de::Error::custom(format!("scenario: {error}")))
    }
}

/// set.walls, H35: the game has no walls of its own; these are an example of what a table may lay.
static EXAMPLE: LazyLock<Layout> = LazyLock::new(|| {
    let floor = |names: [&str; WALLS]| {
        names
            .iter()
            .filter_map(|name| Wall::parse(name))
            .fold(0, |set, wall| set | wall.bit())
    };
    Layout {
        size: SIZE,
        space: None,
        walls: vec![
            floor(["A1-B1", "C1-C2", "C2-D2", "A2-A3", "B2-B3", "D3-D4", "A4-B4", "B4-C4"]),
            floor(["B1-C1", "A1-A2", "B2-C2", "D2-D3", "A3-B3", "C3-C4", "C3-D3", "A4-B4"]),
        ],
    }
});

/// The building, the same in every scenario.
pub(super) const BLUEPRINTS: &[Blueprint] = &{
    let mut all = [BLUEPRINT; NAMES.len()];
    let mut place = 0;
    while place < NAMES.len() {
        all[place].scenario = NAMES[place];
        place += 1;
    }
    all
};

const BLUEPRINT: Blueprint = Blueprint {
    scenario: NAMES[0],
    layout: || &EXAMPLE,
    walls_per_floor: WALLS,
    space_field: None,
};
