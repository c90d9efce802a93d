//! The suite: which games are played, and from which seeds.

use std::fs;
use std::path::Path;

use heist_engine::any::{self, AnyGame, AnySetup};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Bytes of a suite at most.
const MOST_BYTES: u64 = 1 << 20;
/// Simulations per decision at most.
const MOST_SIMS: u64 = 1_000_000;
/// Positions of a game at most.
const MOST_PER_GAME: usize = 1000;
/// Games without anything to ask about at most.
const MOST_FRUITLESS: u64 = 1000;

/// A suite as its file says it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Suite {
    /// What is measured, as a heading.
    pub title: String,
    /// The seed of all deals and of everything that is drawn.
    pub seed: u64,
    /// Simulations per decision of those who play the games.
    pub player_sims: u64,
    /// Positions taken from one game at most.
    pub per_game: usize,
    /// After so many games in a row without anything to ask about a setting is left alone.
    pub fruitless: u64,
    /// What is played.
    pub settings: Vec<Setting>,
}

/// A setup that games are played in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Its name for people.
    pub name: String,
    /// The game's name in commands.
    pub game: String,
    /// The setup without its seed.
    pub setup: Map<String, Value>,
}

impl Suite {
    /// Reads a suite.
    ///
    /// # Errors
    /// When the file cannot be read or is no suite; the message begins with the file.
    pub fn read(path: &Path) -> Result<Suite, String> {
        let in_file = |what: String| format!("{}: {what}", path.display());
        let size = fs::metadata(path).map_err(|error| in_file(error.to_string()))?.len();
        if size > MOST_BYTES {
            return Err(in_file(format!("found {size} bytes; expected at most {MOST_BYTES}")));
        }
        let text = fs::read_to_string(path).map_err(|error| in_file(error.to_string()))?;
        let suite: Suite = toml::from_str(&text).map_err(|error| in_file(error.to_string()))?;
        suite.problem().map_or(Ok(suite), |what| Err(in_file(what)))
    }

    fn problem(&self) -> Option<String> {
        let within = |field: &str, found: u64, most: u64| {
            let is_outside = found == 0 || found > most;
            is_outside.then(|| format!("field `{field}`: found {found}; expected 1 to {most}"))
        };
        let bounds = within("player-sims", self.player_sims, MOST_SIMS)
            .or_else(|| within("per-game", self.per_game as u64, MOST_PER_GAME as u64))
            .or_else(|| within("fruitless", self.fruitless, MOST_FRUITLESS));
        if bounds.is_some() {
            return bounds;
        }
        if self.settings.is_empty() {
            return Some("field `settings`: found none; expected at least one".to_owned());
        }
        let mut settings = self.settings.iter();
        settings.find_map(|setting| {
            let problem = setting.open().err()?;
            Some(format!("setting `{}`: {problem}", setting.name))
        })
    }
}

impl Setting {
    /// The game.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn game(&self) -> Result<&'static dyn AnyGame, String> {
        any::find(&self.game).ok_or_else(|| format!("field `game`: no game `{}`", self.game))
    }

    /// The setup, whose open fields each deal draws for itself.
    ///
    /// # Errors
    /// When it is not playable.
    pub fn open(&self) -> Result<Box<dyn AnySetup>, String> {
        let setup = self.game()?.setup_from(&self.setup);
        let setup = setup.map_err(|error| format!("field `setup`: {error}"))?;
        let playable = setup.with_seed(Some(0)).complete();
        playable.map_err(|error| format!("field `setup`: {error}"))?;
        Ok(setup)
    }
}
