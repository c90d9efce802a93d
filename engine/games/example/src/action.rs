//! What characters decide and what chance decides, with their notation.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::state::{Room, parse_room, room_name};
use heist_engine::game::NotationError;

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// EG-MOVE: go to a room next door.
    Move(u8),
    /// EG-PEEK: look into a room next door.
    Peek(u8),
    /// EG-CRACK: try the vault.
    Crack,
    /// EG-TURN: end the turn.
    End,
    /// EG-RADIO: silence the alarm.
    Radio,
    /// EG-RADIO: let it ring.
    Pass,
    /// EG-ROUTE: by the front.
    Front,
    /// EG-ROUTE: by the back.
    Back,
}

/// What chance brings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// EG-ROOMS: what is behind the door.
    Room(Room),
    /// EG-CRACK, EG-ROUTE: a die.
    Die(u8),
}

/// Actions that name no room, with their notation.
const WORDS: [(&str, Action); 6] = [
    ("crack", Action::Crack),
    ("end", Action::End),
    ("radio", Action::Radio),
    ("pass", Action::Pass),
    ("front", Action::Front),
    ("back", Action::Back),
];

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Move(room) => write!(f, "move {}", room_name(room)),
            Action::Peek(room) => write!(f, "peek {}", room_name(room)),
            action => {
                let word = WORDS.iter().find(|(_, known)| *known == action);
                f.write_str(word.map_or("", |(word, _)| word))
            }
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        let word = WORDS.iter().find(|(word, _)| *word == text).map(|(_, action)| *action);
        let with_room = || match text.split_once(' ')? {
            ("move", room) => parse_room(room).map(Action::Move),
            ("peek", room) => parse_room(room).map(Action::Peek),
            _ => None,
        };
        word.or_else(with_room).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an action of the example such as `move B`, `crack` or `front`".to_owned(),
        })
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Room(room) => write!(f, "room {room}"),
            Outcome::Die(pips) => write!(f, "die {pips}"),
        }
    }
}

impl FromStr for Outcome {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Outcome, NotationError> {
        let outcome = match text.split_once(' ') {
            Some(("room", room)) => room.parse().ok().map(Outcome::Room),
            Some(("die", pips)) if pips.len() == 1 => pips
                .parse()
                .ok()
                .filter(|pips| (1..=6).contains(pips))
                .map(Outcome::Die),
            _ => None,
        };
        outcome.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an outcome of the example such as `room alarm` or `die 4`".to_owned(),
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
