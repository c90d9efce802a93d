//! The notation of actions and outcomes: the ids of the fixed action list (CC5m), and a word and a card
//! (docs/games/caper-cards.md).

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::action::Action;
use super::chance::Outcome;
use crate::game::NotationError;

/// A card that is not seen.
const UNSEEN: &str = "?";

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        let found = Action::ALL.into_iter().find(|action| action.name() == text);
        found.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an action of Caper Cards such as `thief`, `chetney:six` or `muscle:disc:fixer`".to_owned(),
        })
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, card) = match self {
            Outcome::Deal(kind) => ("deal", kind.map_or(UNSEEN, |kind| kind.name())),
            Outcome::Flip(kind) => ("flip", kind.name()),
            Outcome::Draw(kind) => ("draw", kind.map_or(UNSEEN, |kind| kind.name())),
            Outcome::Peek(reward) => ("peek", reward.map_or(UNSEEN, |reward| reward.name())),
            Outcome::Reveal(reward) => ("reveal", reward.name()),
        };
        write!(f, "{word} {card}")
    }
}

impl FromStr for Outcome {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Outcome, NotationError> {
        parse_outcome(text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an outcome of Caper Cards such as `deal fixer`, `draw ?` or `reveal coin`".to_owned(),
        })
    }
}

fn parse_outcome(text: &str) -> Option<Outcome> {
    let (word, card) = text.split_once(' ')?;
    Some(match word {
        "deal" => Outcome::Deal(parse_seen(card)?),
        "flip" => Outcome::Flip(card.parse().ok()?),
        "draw" => Outcome::Draw(parse_seen(card)?),
        "peek" => Outcome::Peek(parse_seen(card)?),
        "reveal" => Outcome::Reveal(card.parse().ok()?),
        _ => return None,
    })
}

/// A card, or none where it is not seen.
fn parse_seen<T: FromStr>(text: &str) -> Option<Option<T>> {
    match text {
        UNSEEN => Some(None),
        _ => text.parse().ok().map(Some),
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}
