//! A run's folder: what is played, and every game as soon as it is finished, so that a run can be killed at any moment
//! and go on later.
//!
//! `run.json` holds what a game depends on beside its agents and the number of its deal. `games.jsonl` has a line a
//! game, in the order in which they finished, each written at once and whole. A line without its end was being written
//! when the run was killed; it is dropped, and its game is played again.

use std::path::Path;

use heist_engine::game::Game;
use serde_json::{Map, Value, json};

use super::config::Config;
use super::journal::{FolderError, Journal, RUN};
use super::summary::{GameLine, GameSummary, KnownGames};

/// The finished games.
const GAMES: &str = "games.jsonl";
/// The format of both files.
const FORMAT: u32 = 1;

/// The folder of a run, locked against other runs while it is open.
#[derive(Debug)]
pub struct RunFolder {
    /// The games that were finished before.
    games: KnownGames,
    journal: Journal,
}

impl RunFolder {
    /// Opens the folder of a run, or makes it.
    ///
    /// The run may have other contestants than before and more deals or fewer; a game that is there is not played
    /// again.
    ///
    /// # Errors
    /// When the folder cannot be read or written, is in use, or holds something else than games of this run.
    pub fn open<G: Game>(path: &Path, config: &Config<G>) -> Result<RunFolder, FolderError> {
        let mut games = KnownGames::default();
        let journal = Journal::open(path, GAMES, &header(config), |_, line| {
            let game = games.add::<G>(line)?;
            if game.luck.is_some() == config.luck.is_some() {
                return Ok(());
            }
            let expected = if config.luck.is_some() { "a number" } else { "none" };
            let found = if game.luck.is_some() { "a number" } else { "nothing" };
            Err(format!(
                "field `luck`: found {found}; expected {expected}, as {RUN} says"
            ))
        })?;
        Ok(RunFolder { games, journal })
    }

    /// A game that was finished before.
    pub fn game(&self, deal: u64, agent: &str) -> Option<&GameSummary> {
        self.games.get(deal, agent)
    }

    /// How many games were finished before.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether no game was finished before.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Writes a finished game down, in one piece.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&self, line: &GameLine) -> Result<(), FolderError> {
        self.journal.add(line)
    }
}

/// Everything that a game depends on beside its agents and the number of its deal.
fn header<G: Game>(config: &Config<G>) -> Map<String, Value> {
    let fields = [
        ("heistlab", json!("run")),
        ("run-format", json!(FORMAT)),
        // What agents play may change from release to release.
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("game", json!(G::ID)),
        ("format", json!(G::FORMAT)),
        ("setup", config.setup.clone()),
        ("seed", json!(config.seed)),
        ("luck", json!(config.luck.is_some())),
    ];
    fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}
