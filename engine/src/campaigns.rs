//! Every game that has a campaign, one line each, and campaigns without their types.
//!
//! [`each_campaign!`](crate::each_campaign) holds the list, as [`each_game!`](crate::each_game) holds that of the
//! games; code that works with any campaign dispatches with [`with_campaign!`](crate::with_campaign). Tables, files and
//! Python, whose speed does not matter here, take an [`AnyCampaign`], in which setups and choices are JSON.

use std::any::Any;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::campaign::{Campaign, CampaignError, Entry, Holding, Level, read, write};
use crate::describe::SetupField;
use crate::game::{Game, TeamResult};
use crate::json::{self, ReadError};

/// The list of campaigns: `each_campaign!([callback] rest)` calls `callback! { [types] rest }`.
///
/// The campaign of a new game is one more line here.
#[macro_export]
macro_rules! each_campaign {
    ([$($callback:tt)+] $($rest:tt)*) => {
        $($callback)+! {
            [
                $crate::casino_capers::CasinoCampaign,
                $crate::masters::MastersCampaign,
            ]
            $($rest)*
        }
    };
}

/// Runs code for the campaign of the game of a name: `with_campaign!(id, C => body, else unknown => otherwise)`.
///
/// `id` is a `&str`. In `body` the type `C` is the campaign; in `otherwise`, which is for names of no game with a
/// campaign, `unknown` is the name.
#[macro_export]
macro_rules! with_campaign {
    ($id:expr, $campaign:ident => $body:expr, else $unknown:ident => $otherwise:expr $(,)?) => {
        $crate::each_campaign!([$crate::__match_campaign] $id, $campaign => $body, else $unknown => $otherwise)
    };
}

/// The match that [`with_campaign!`](crate::with_campaign) expands to.
#[doc(hidden)]
#[macro_export]
macro_rules! __match_campaign {
    ([$($type:path,)*] $id:expr, $campaign:ident => $body:expr, else $unknown:ident => $otherwise:expr) => {
        match $id {
            $(<<$type as $crate::campaign::Campaign>::Game as $crate::Game>::ID => {
                #[allow(dead_code)]
                type $campaign = $type;
                $body
            })*
            $unknown => $otherwise,
        }
    };
}

/// What there is to know of a campaign without playing it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CampaignInfo {
    /// [`Game::ID`] of its game.
    pub game: &'static str,
    /// [`Game::NAME`] of its game.
    pub name: &'static str,
    /// [`Campaign::FORMAT`].
    pub format: u32,
    /// [`Campaign::DECIDED`].
    pub decided: &'static [(&'static str, &'static str)],
    /// [`Campaign::MOST_HEISTS`].
    pub most_heists: usize,
    /// [`Campaign::LEVEL`].
    pub level: Level,
}

impl CampaignInfo {
    /// The facts of a campaign.
    pub const fn of<C: Campaign>() -> CampaignInfo {
        CampaignInfo {
            game: C::Game::ID,
            name: C::Game::NAME,
            format: C::FORMAT,
            decided: C::DECIDED,
            most_heists: C::MOST_HEISTS,
            level: C::LEVEL,
        }
    }

    /// The facts of the campaign of a game.
    pub fn find(game: &str) -> Option<&'static CampaignInfo> {
        CAMPAIGNS.iter().find(|campaign| campaign.game == game)
    }
}

macro_rules! infos {
    ([$($campaign:path,)*]) => {
        &[$(CampaignInfo::of::<$campaign>()),*]
    };
}

/// All campaigns, in the order of the list.
pub static CAMPAIGNS: &[CampaignInfo] = each_campaign!([infos]);

/// A campaign of any game of the list. [`begin`] and [`read_any`] give one.
pub trait AnyCampaign: Debug + Send + Sync {
    /// The campaign itself.
    fn as_any(&self) -> &dyn Any;
    /// What there is to know of it without playing it.
    fn info(&self) -> &'static CampaignInfo;
    /// A copy.
    fn copy(&self) -> Box<dyn AnyCampaign>;
    /// As [`write()`] writes it.
    fn to_json(&self) -> String;
    /// [`Campaign::choices`].
    fn choices(&self) -> Vec<&'static SetupField>;
    /// [`Campaign::choice`] as JSON.
    fn choice(&self) -> Value;
    /// [`Campaign::choose`] from JSON.
    ///
    /// # Errors
    /// As [`Campaign::choose`], or names line, column and field of what is no choice.
    fn choose(&mut self, choice: &str) -> Result<(), CampaignError>;
    /// [`Campaign::next_setup`] as JSON, with a seed from which what is left open is drawn.
    fn next_setup(&self, seed: Option<u64>) -> Option<Value>;
    /// [`Campaign::record`] with the setup as JSON.
    ///
    /// # Errors
    /// As [`Campaign::record`], or names line, column and field of what is no setup.
    fn record(&mut self, played: &str, result: &TeamResult) -> Result<(), CampaignError>;
    /// [`Campaign::log`].
    fn log(&self) -> Vec<Entry>;
    /// [`Campaign::level`].
    fn level(&self) -> i32;
    /// [`Campaign::holdings`].
    fn holdings(&self) -> Vec<Holding>;
    /// [`Campaign::is_over`].
    fn is_over(&self) -> bool;
}

impl<C: Campaign> AnyCampaign for C {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn info(&self) -> &'static CampaignInfo {
        const { &CampaignInfo::of::<C>() }
    }

    fn copy(&self) -> Box<dyn AnyCampaign> {
        Box::new(self.clone())
    }

    fn to_json(&self) -> String {
        write(self)
    }

    fn choices(&self) -> Vec<&'static SetupField> {
        Campaign::choices(self)
    }

    fn choice(&self) -> Value {
        value(&Campaign::choice(self))
    }

    fn choose(&mut self, choice: &str) -> Result<(), CampaignError> {
        Campaign::choose(self, json::read(choice)?)
    }

    fn next_setup(&self, seed: Option<u64>) -> Option<Value> {
        let setup = Campaign::next_setup(self)?;
        Some(value(&C::Game::with_seed(&setup, seed)))
    }

    fn record(&mut self, played: &str, result: &TeamResult) -> Result<(), CampaignError> {
        Campaign::record(self, &json::read(played)?, result)
    }

    fn log(&self) -> Vec<Entry> {
        Campaign::log(self)
    }

    fn level(&self) -> i32 {
        Campaign::level(self)
    }

    fn holdings(&self) -> Vec<Holding> {
        Campaign::holdings(self)
    }

    fn is_over(&self) -> bool {
        Campaign::is_over(self)
    }
}

/// Setups and choices as JSON: their fields are names, numbers, lists and truth values, which all can be written.
fn value<T: Serialize + DeserializeOwned>(value: &T) -> Value {
    serde_json::to_value(value).expect("setups and choices serialize")
}

/// The campaign of a game before its first heist, from a setup as JSON; `None` for the name of no game with a campaign.
///
/// # Errors
/// As [`Campaign::begin`], or names line, column and field of what is no setup.
pub fn begin(game: &str, setup: &str) -> Option<Result<Box<dyn AnyCampaign>, CampaignError>> {
    fn typed<C: Campaign>(setup: &str) -> Result<Box<dyn AnyCampaign>, CampaignError> {
        Ok(Box::new(C::begin(&json::read(setup)?)?))
    }
    with_campaign!(game, C => Some(typed::<C>(setup)), else _unknown => None)
}

/// A campaign from what [`AnyCampaign::to_json`] writes, whatever its game.
///
/// # Errors
/// Names line, column and field of the first thing that is wrong.
pub fn read_any(text: &str) -> Result<Box<dyn AnyCampaign>, ReadError> {
    fn typed<C: Campaign>(text: &str) -> Result<Box<dyn AnyCampaign>, ReadError> {
        Ok(Box::new(read::<C>(text)?))
    }
    let fields: Value = json::read(text)?;
    let known = CAMPAIGNS.iter().find(|campaign| fields["game"] == campaign.game);
    // Of a text that names no game the first one says what is wrong.
    let game = known.or(CAMPAIGNS.first()).map_or("", |campaign| campaign.game);
    with_campaign!(game, C => typed::<C>(text), else name => Err(ReadError {
        line: 1,
        column: 1,
        field: None,
        message: format!("no game `{name}` with a campaign"),
    }))
}
