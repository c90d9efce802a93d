//! Actions and outcomes as text.

use std::fmt::{self, Display};
use std::str::FromStr;

use heist_engine::game::NotationError;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// LL-PICK.
    Pick,
    /// LL-DRILL.
    Drill,
    /// LL-OIL.
    Oil,
}

impl Action {
    /// Every action, in the order of their indices.
    pub const ALL: [Action; 3] = [Action::Pick, Action::Drill, Action::Oil];
}

/// LL-PICK: a die, 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Outcome(pub u8);

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Pick => "pick",
            Action::Drill => "drill",
            Action::Oil => "oil",
        })
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        let found = Action::ALL.into_iter().find(|action| action.to_string() == text);
        found.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "pick, drill or oil".to_owned(),
        })
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "die {}", self.0)
    }
}

impl FromStr for Outcome {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Outcome, NotationError> {
        let found = (1..=6).map(Outcome).find(|outcome| outcome.to_string() == text);
        found.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a die, such as `die 4`".to_owned(),
        })
    }
}

macro_rules! serialized_as_notation {
    ($($type:ty),+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}
serialized_as_notation!(Action, Outcome);
