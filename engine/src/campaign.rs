//! The contract of campaigns: heists in a row, each with what the earlier ones left.
//!
//! A [`Campaign`] says how the next heist is set up and what its result does. It plays nothing itself: whoever plays a
//! heist, at a table or on a computer, takes [`next_setup`](Campaign::next_setup), plays that game and
//! [records](Campaign::record) its result. Its state is JSON with a version ([`write()`], [`read`]), so a campaign can
//! rest for a year between two heists. The games that have one are listed in [`campaigns`](crate::campaigns), which
//! also has them without their types.

use std::fmt::{Debug, Display};
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::describe::SetupField;
use crate::game::{Game, SetupError, TeamResult};
use crate::json::{self, ReadError};

/// A campaign of a game.
///
/// Everything random belongs to the single heists and is drawn from the seeds of their setups: a campaign is a function
/// of how it began, what was chosen and how its heists ended.
pub trait Campaign: Clone + PartialEq + Debug + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// The game of its heists.
    type Game: Game;
    /// What the team may choose before each heist. In JSON its fields have the names of the setup's.
    type Choice: Clone + PartialEq + Debug + Serialize + DeserializeOwned;

    /// The fields of the setup that the campaign decides itself, each with the id of the rule:
    /// [`begin`](Campaign::begin) refuses them.
    const DECIDED: &'static [(&'static str, &'static str)];
    /// Raised when the JSON of the state or a rule of the campaign changes.
    const FORMAT: u32;
    /// No campaign has more heists.
    const MOST_HEISTS: usize;
    /// The number that goes with the team from heist to heist.
    const LEVEL: Level;
    /// What else a report of campaigns says of how they stand, such as cash.
    const FIGURES: &'static [CampaignFigure] = &[];

    /// A campaign before its first heist. The setup holds what applies to all heists, such as variants, and the first
    /// choice; what the campaign itself decides is left out. Its seed is ignored.
    ///
    /// # Errors
    /// Lists everything that contradicts the rules or is not the team's to decide.
    fn begin(setup: &<Self::Game as Game>::Setup) -> Result<Self, SetupError>;

    /// The fields of the setup that may be chosen before the next heist; none once the campaign is over.
    fn choices(&self) -> Vec<&'static SetupField>;

    /// What is chosen.
    fn choice(&self) -> Self::Choice;

    /// Chooses anew; the choice stands until the next one.
    ///
    /// # Errors
    /// When the next heist could not be played so, or there is none. The campaign is unchanged then.
    fn choose(&mut self, choice: Self::Choice) -> Result<(), CampaignError>;

    /// The setup of the next heist, without a seed and with what the team leaves open still open; `None` once the
    /// campaign is over.
    fn next_setup(&self) -> Option<<Self::Game as Game>::Setup>;

    /// Takes the result of the next heist: `played` is its setup with nothing left open, as [`Game::complete`] gives
    /// it.
    ///
    /// # Errors
    /// When the campaign is over, something is left open, or another heist was played. The campaign is unchanged then.
    fn record(&mut self, played: &<Self::Game as Game>::Setup, result: &TeamResult) -> Result<(), CampaignError>;

    /// The heists that were played, in order.
    fn log(&self) -> Vec<Entry>;

    /// The level now, which is that of the next heist.
    fn level(&self) -> i32;

    /// The values of [`FIGURES`](Campaign::FIGURES) now, in their order; none for one that the campaign does not have
    /// yet.
    fn figures(&self) -> Vec<Option<i32>> {
        Vec::new()
    }

    /// What the team has gathered, in the order in which people are shown it.
    fn holdings(&self) -> Vec<Holding>;

    /// Whether no heist is left.
    fn is_over(&self) -> bool {
        self.next_setup().is_none()
    }
}

/// The number that goes with a team from heist to heist, such as its suspicion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Level {
    /// The name, in lower case.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Its value before the first heist.
    pub first: i32,
    /// The least.
    pub least: i32,
    /// The greatest.
    pub most: i32,
}

/// A number that reports of campaigns give beside the level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct CampaignFigure {
    /// The name, in lower case.
    pub name: &'static str,
    /// What it is, in one line.
    pub help: &'static str,
}

/// A heist in the log of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entry {
    /// What people call the heist.
    pub heist: String,
    /// The names of the characters that took part, as in setups.
    pub players: Vec<String>,
    /// Whether it was won.
    pub won: bool,
    /// The level after it.
    pub level: i32,
}

/// Something a team has gathered in its campaign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Holding {
    /// What the items are, for people.
    pub label: &'static str,
    /// The items in the order in which they came.
    pub items: Vec<String>,
}

/// Something that a campaign does not take.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CampaignError {
    /// There is no next heist.
    #[error("the campaign is over; expected no further heist")]
    Over,
    /// The next heist is not playable.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Not the next heist was played.
    #[error("field `{field}`: the heist was played with {found}; the campaign expects {expected}")]
    Other {
        /// The first field of the setup that differs.
        field: String,
        /// What the setup of the heist says.
        found: String,
        /// What the campaign says.
        expected: String,
    },
    /// A text that is not what it should be.
    #[error(transparent)]
    Json(#[from] ReadError),
}

impl CampaignError {
    /// The first difference between two setups of a game, if there is one.
    pub fn unless_same<S: Serialize>(played: &S, expected: &S) -> Result<(), CampaignError> {
        let fields = |setup| match serde_json::to_value(setup) {
            Ok(Value::Object(map)) => map,
            _ => serde_json::Map::new(),
        };
        let (played, expected) = (fields(played), fields(expected));
        let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
        for name in expected.keys().chain(played.keys()) {
            let (found, expected) = (played.get(name), expected.get(name));
            if found != expected {
                return Err(CampaignError::Other {
                    field: name.clone(),
                    found: shown(found),
                    expected: shown(expected),
                });
            }
        }
        Ok(())
    }
}

/// What the files of campaigns say that they are.
const KIND: &str = "campaign";

/// A campaign as JSON on one line: the fields `heistlab`, `game` and `format` that say what it is, and the state.
pub fn write<C: Campaign>(campaign: &C) -> String {
    serde_json::json!({
        "heistlab": KIND,
        "game": C::Game::ID,
        "format": C::FORMAT,
        "campaign": campaign,
    })
    .to_string()
}

/// A campaign from what [`write()`] writes.
///
/// # Errors
/// Names line, column and field of the first thing that is wrong.
pub fn read<C: Campaign>(text: &str) -> Result<C, ReadError> {
    json::read::<File<C>>(text).map(|file| file.campaign)
}

/// What a file of a campaign holds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "C: Campaign")]
struct File<C: Campaign> {
    #[serde(rename = "heistlab")]
    _kind: Is<Kind<C>>,
    #[serde(rename = "game")]
    _game: Is<GameOf<C>>,
    #[serde(rename = "format")]
    _format: Is<Format<C>>,
    campaign: C,
}

/// A value that can be but one.
trait Only {
    type Value: DeserializeOwned + PartialEq + Display;
    fn value() -> Self::Value;
}

struct Kind<C>(PhantomData<C>);
struct GameOf<C>(PhantomData<C>);
struct Format<C>(PhantomData<C>);

impl<C> Only for Kind<C> {
    type Value = String;
    fn value() -> String {
        KIND.to_owned()
    }
}

impl<C: Campaign> Only for GameOf<C> {
    type Value = String;
    fn value() -> String {
        C::Game::ID.to_owned()
    }
}

impl<C: Campaign> Only for Format<C> {
    type Value = u32;
    fn value() -> u32 {
        C::FORMAT
    }
}

struct Is<T>(PhantomData<T>);

impl<'de, T: Only> Deserialize<'de> for Is<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Is<T>, D::Error> {
        let found = T::Value::deserialize(deserializer)?;
        if found == T::value() {
            Ok(Is(PhantomData))
        } else {
            Err(D::Error::custom(format!("found {found}; expected {}", T::value())))
        }
    }
}
