//! A game with a setup.

use std::sync::Arc;

use heist_agents::heuristics::{HeuristicsInfo, Names};
use heist_engine::any::{self, AnyGame, AnySetup, AnyState, PositionFault};
use heist_engine::describe::kept_names;
use heist_engine::game::{Overrides, Seat};
use heist_engine::registry::GameInfo;
use pyo3::prelude::*;
use serde_json::{Map, Value};

use crate::argument::Expected;
use crate::errors::Error;
use crate::setup::read_setup;

/// A game with a setup.
pub struct Loaded {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The setup without a seed.
    setup: Box<dyn AnySetup>,
    text: String,
    completed: Map<String, Value>,
    seats: usize,
}

impl Loaded {
    /// A game of a setup; a seed in it is passed over.
    ///
    /// # Errors
    /// When the setup is not playable.
    pub fn new(setup: &dyn AnySetup) -> Result<Loaded, Error> {
        let setup = setup.with_seed(None);
        let completed = setup.with_seed(Some(0)).complete().map_err(Error::value)?;
        let first = completed.begin().map_err(Error::value)?;
        Ok(Loaded {
            game: setup.game(),
            completed: completed.fields(),
            text: setup.text(),
            setup,
            seats: first.seats(),
        })
    }

    /// A game by its name, with a setup as JSON.
    ///
    /// # Errors
    /// When there is no such game, or the setup is not playable.
    pub fn read(id: &str, setup: &str) -> Result<Loaded, Error> {
        let game = any::find(id).ok_or_else(|| unknown(id))?;
        Loaded::new(&*read_setup(game, setup)?)
    }

    /// What there is to know of the game.
    pub fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    /// The names of a result's figures.
    pub fn figures(&self) -> Vec<&'static str> {
        kept_names(self.info().figures).collect()
    }

    /// The setup without a seed.
    pub fn open(&self) -> &dyn AnySetup {
        &*self.setup
    }

    /// The setup without a seed, as JSON.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The fields of the setup as completed from some seed.
    pub fn completed(&self) -> &Map<String, Value> {
        &self.completed
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The setup with everything that it leaves open drawn from a seed.
    pub fn setup(&self, seed: u64) -> Result<Box<dyn AnySetup>, Error> {
        self.setup.with_seed(Some(seed)).complete().map_err(Error::value)
    }

    /// The names of the numbers of decisions and of legal actions by which policies score actions; none in a game that
    /// computes none.
    pub fn move_inputs(&self) -> (Vec<String>, Vec<String>) {
        let names = |names: Names| names().into_iter().map(|(name, _)| name).collect();
        let moves = HeuristicsInfo::find(self.game).moves;
        moves.map_or_else(Default::default, |[decisions, moves]| (names(decisions), names(moves)))
    }

    /// The notation of an action index.
    pub fn action_text(&self, index: usize) -> Result<String, Error> {
        let text = self.game.action_text(index);
        text.ok_or_else(|| past_the_end("action", index, self.game.action_count()))
    }

    /// The index of an action in notation.
    pub fn action_number(&self, text: &str) -> Result<usize, Error> {
        let index = self.game.action_index(text).map_err(Error::value)?;
        // Some texts name what no game ever offers, and those have no index.
        index.ok_or_else(|| Error::Value(format!("action `{text}`: no game offers it")))
    }

    /// What a feature means.
    pub fn feature_name(&self, index: usize) -> Result<String, Error> {
        let name = self.game.feature_name(index);
        name.ok_or_else(|| past_the_end("feature", index, self.game.feature_count()))
    }

    /// A state from a position.
    pub fn read_position(&self, text: &str, overrides: Overrides) -> Result<Box<dyn AnyState>, Error> {
        self.game.read_position(text, overrides).map_err(|fault| match fault {
            PositionFault::Contradictory { message, problems } => Error::Position { message, problems },
            PositionFault::Read(_) | PositionFault::Header { .. } => Error::Value(format!("position: {fault}")),
        })
    }
}

fn past_the_end(what: &str, index: usize, count: usize) -> Error {
    Error::Value(format!("{what} {index}: expected a number from 0 to {}", count - 1))
}

/// A seat by its number from 0.
pub fn seat(player: i64, seats: usize) -> Result<Seat, Error> {
    match u8::try_from(player) {
        Ok(number) if usize::from(number) < seats => Ok(Seat(number)),
        _ => Err(Error::Value(format!(
            "player {player}: expected a number from 0 to {}",
            seats - 1
        ))),
    }
}

/// The error of a name that is none of a game.
pub fn unknown(name: &str) -> Error {
    let names: Vec<&str> = any::infos().map(|game| game.id).collect();
    Error::Value(format!("game '{name}': expected one of: {}", names.join(", ")))
}

/// A game with a setup, as OpenSpiel's ``Game``. Made by :func:`heistlab.load_game`; equal setups are equal;
/// pickles.
///
/// ``setup`` is JSON. A field that is left out has the default of :attr:`setup_fields`; what is drawn comes
/// from the seed of :meth:`new_initial_state`.
///
/// Raises ValueError when there is no such game or the setup is not playable, with every problem found.
#[pyclass(frozen, name = "Game", module = "heistlab._core")]
#[derive(Clone)]
pub struct PyGame(pub Arc<Loaded>);

impl Expected for PyRef<'_, PyGame> {
    const EXPECTED: &'static str = "a Game";
}
