//! A game with a setup.

use std::any::Any;
use std::sync::Arc;

use heist_engine::describe::{FieldDefault, FieldKind, SetupField, kept_names};
use heist_engine::game::{Game, Overrides, Seat, Windows};
use heist_engine::hash::append_bytes;
use heist_engine::json::{read, without_fields};
use heist_engine::registry::GAMES;
use heist_engine::with_game;
use pyo3::prelude::*;
use pyo3::types::PyType;
use serde_json::{Map, Value};

use crate::Playable;
use crate::agent::{AnyAgent, seated};
use crate::arena::{AnyArena, ArenaOptions, arena};
use crate::batch::tables::{AnyBatch, BatchOptions, batch};
use crate::errors::Error;
use crate::held::{AnyState, Held};
use crate::sampler::{Int, Seed};
use crate::setup;
use crate::setup::read_setup;
use crate::state::PyState;

/// What a position's file may say that is not part of the position.
const HEADER: &[&str] = &["heistlab", "game", "format"];

/// [`Game`] with a setup and without its types.
pub trait AnyGame: Any + Send + Sync {
    /// [`Game::ID`].
    fn id(&self) -> &'static str;
    /// [`Game::NAME`].
    fn name(&self) -> &'static str;
    /// [`Game::FORMAT`].
    fn format(&self) -> u32;
    /// [`Game::ENDINGS`].
    fn endings(&self) -> &'static [&'static str];
    /// [`Game::FIGURES`].
    fn figures(&self) -> Vec<&'static str>;
    /// [`Game::SETUP`].
    fn setup_fields(&self) -> &'static [SetupField];
    /// [`Game::WINDOWS`].
    fn windows(&self) -> &'static [Windows];
    /// [`Game::STAKE`].
    fn stake(&self) -> &'static str;
    /// [`Game::MAX_OUTCOMES`].
    fn max_outcomes(&self) -> usize;
    /// The setup without a seed, as JSON.
    fn setup(&self) -> &str;
    /// The fields of the setup as completed from some seed.
    fn completed(&self) -> &Map<String, Value>;
    /// How many play.
    fn seats(&self) -> usize;
    /// Size of the action index space.
    fn action_count(&self) -> usize;
    /// Number of features.
    fn feature_count(&self) -> usize;
    /// Most features active at once.
    fn max_active_features(&self) -> usize;
    /// The notation of an action index.
    fn action_text(&self, index: usize) -> Result<String, Error>;
    /// The index of an action in notation.
    fn action_number(&self, text: &str) -> Result<usize, Error>;
    /// What a feature means.
    fn feature_name(&self, index: usize) -> Result<String, Error>;
    /// The first state, with what is open drawn from a seed.
    fn initial(&self, seed: u64) -> Result<Box<dyn AnyState>, Error>;
    /// A state as [`AnyState::serialize`] writes it.
    fn deserialize(&self, text: &str) -> Result<Box<dyn AnyState>, Error>;
    /// A state from a position.
    fn read_position(&self, text: &str, overrides: Overrides) -> Result<Box<dyn AnyState>, Error>;
    /// An agent of a spec.
    fn agent(&self, spec: &str, seed: u64) -> Result<Box<dyn AnyAgent>, Error>;
    /// Games side by side.
    fn batch(&self, options: BatchOptions) -> Result<Box<dyn AnyBatch>, Error>;
    /// Contestants over common deals.
    fn arena(self: Arc<Self>, options: ArenaOptions) -> Result<Box<dyn AnyArena>, Error>;
}

/// A game with a setup.
pub struct Loaded<G: Game> {
    /// The setup without a seed.
    pub setup: G::Setup,
    text: String,
    completed: Map<String, Value>,
    seats: usize,
}

impl<G: Playable> Loaded<G> {
    /// A game of a setup; a seed in it is passed over.
    ///
    /// # Errors
    /// When the setup is not playable.
    pub fn new(setup: &G::Setup) -> Result<Loaded<G>, Error> {
        let setup = G::with_seed(setup, None);
        let completed = G::complete(&G::with_seed(&setup, Some(0))).map_err(Error::value)?;
        let first = G::new(&completed).map_err(Error::value)?;
        let completed = serde_json::to_value(completed).map_err(Error::value)?;
        Ok(Loaded {
            completed: completed.as_object().cloned().unwrap_or_default(),
            text: serde_json::to_string(&setup).map_err(Error::value)?,
            setup,
            seats: first.seats(),
        })
    }

    fn read(text: &str) -> Result<Arc<dyn AnyGame>, Error> {
        Ok(Arc::new(Loaded::<G>::new(&read_setup::<G>(text)?)?))
    }
}

impl<G: Playable> AnyGame for Loaded<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn format(&self) -> u32 {
        G::FORMAT
    }

    fn endings(&self) -> &'static [&'static str] {
        G::ENDINGS
    }

    fn figures(&self) -> Vec<&'static str> {
        kept_names(G::FIGURES).collect()
    }

    fn setup_fields(&self) -> &'static [SetupField] {
        G::SETUP
    }

    fn windows(&self) -> &'static [Windows] {
        G::WINDOWS
    }

    fn stake(&self) -> &'static str {
        G::STAKE
    }

    fn max_outcomes(&self) -> usize {
        G::MAX_OUTCOMES
    }

    fn setup(&self) -> &str {
        &self.text
    }

    fn completed(&self) -> &Map<String, Value> {
        &self.completed
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn action_count(&self) -> usize {
        G::action_count()
    }

    fn feature_count(&self) -> usize {
        G::feature_count()
    }

    fn max_active_features(&self) -> usize {
        G::max_active_features()
    }

    fn action_text(&self, index: usize) -> Result<String, Error> {
        Ok(action_at::<G>(index)?.to_string())
    }

    fn action_number(&self, text: &str) -> Result<usize, Error> {
        let action: G::Action = text.parse().map_err(Error::value)?;
        // Some texts name what no game ever offers, and those have no index.
        let index = (0..G::action_count()).find(|&index| G::action_at(index) == Some(action));
        index.ok_or_else(|| Error::Value(format!("action `{text}`: no game offers it")))
    }

    fn feature_name(&self, index: usize) -> Result<String, Error> {
        match G::feature_count() {
            count if index >= count => Err(past_the_end("feature", index, count)),
            _ => Ok(G::feature_name(index)),
        }
    }

    fn initial(&self, seed: u64) -> Result<Box<dyn AnyState>, Error> {
        let setup = G::complete(&G::with_seed(&self.setup, Some(seed))).map_err(Error::value)?;
        Ok(Box::new(Held::<G>::begin(setup)?))
    }

    fn deserialize(&self, text: &str) -> Result<Box<dyn AnyState>, Error> {
        Ok(Box::new(Held::<G>::deserialize(text)?))
    }

    fn read_position(&self, text: &str, overrides: Overrides) -> Result<Box<dyn AnyState>, Error> {
        let position =
            read(&without_fields(text, HEADER)).map_err(|error| Error::Value(format!("position: {error}")))?;
        let state = G::from_position(position, overrides).map_err(|error| Error::Position {
            message: error.to_string(),
            problems: error.problems,
        })?;
        Ok(Box::new(Held::alone(state)))
    }

    fn agent(&self, spec: &str, seed: u64) -> Result<Box<dyn AnyAgent>, Error> {
        seated::<G>(&self.setup, spec, seed)
    }

    fn batch(&self, options: BatchOptions) -> Result<Box<dyn AnyBatch>, Error> {
        batch::<G>(&self.setup, options)
    }

    fn arena(self: Arc<Self>, options: ArenaOptions) -> Result<Box<dyn AnyArena>, Error> {
        arena::<G>(self, options)
    }
}

/// The action of an index.
pub fn action_at<G: Playable>(index: usize) -> Result<G::Action, Error> {
    G::action_at(index).ok_or_else(|| past_the_end("action", index, G::action_count()))
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

/// A game with a setup, as OpenSpiel's ``Game``. Made by :func:`heistlab.load_game`; equal setups are equal;
/// pickles.
///
/// ``setup`` is JSON. A field that is left out has the default of :attr:`setup_fields`; what is drawn comes
/// from the seed of :meth:`new_initial_state`.
///
/// Raises ValueError when there is no such game or the setup is not playable, with every problem found.
#[pyclass(frozen, name = "Game", module = "heistlab._core")]
#[derive(Clone)]
pub struct PyGame(pub Arc<dyn AnyGame>);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (id, setup = "{}"))]
    fn new(id: &str, setup: &str) -> PyResult<PyGame> {
        let game = with_game!(id, G => Loaded::<G>::read(setup), else name => Err(unknown(name)));
        Ok(PyGame(game?))
    }

    /// Its name in :func:`heistlab.load_game`: ``burgle-bros``.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.id()
    }

    /// Its name for people.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Version of the rules and of everything written about them.
    #[getter]
    fn format(&self) -> u32 {
        self.0.format()
    }

    /// The setup with every default, as JSON.
    #[getter]
    fn setup(&self) -> &str {
        self.0.setup()
    }

    /// The ways the game can end, wins first.
    #[getter]
    fn endings(&self) -> Vec<&'static str> {
        self.0.endings().to_vec()
    }

    /// Names of the figures of a result.
    #[getter]
    fn figures(&self) -> Vec<&'static str> {
        self.0.figures()
    }

    /// The fields of the game's setups, each a dictionary.
    ///
    /// ``name``: the keyword in :func:`heistlab.load_game`; ``json_name``: the name in JSON and in mappings.
    /// ``label`` and ``help`` are for people.
    /// ``kind``: ``choice``, ``number``, ``yes-no``, ``seat`` (a number from 1), ``each`` (a list with a name for each
    /// player or character), ``several`` (a list of names), ``word`` or ``drawing``.
    /// ``least`` and ``most`` bound a number.
    /// ``choices``: dictionaries with ``value`` and ``label``; empty where values are no list of names.
    /// ``expected``: what may be given, in a few words.
    /// ``default``: what holds if the field is left out; None where no value is fixed, which ``left_out`` explains.
    /// ``only``: the field is of use only where another one (``name``) has one of these ``values``; else None.
    #[getter]
    fn setup_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        setup::fields(py, self.0.setup_fields())
    }

    /// Which windows of optional decisions :meth:`State.set_windows` can choose from; the first is exact.
    #[getter]
    fn windows(&self) -> Vec<&'static str> {
        self.0.windows().iter().map(|windows| windows.name()).collect()
    }

    /// What the team loses bit by bit on the way to losing the game (``Stealth``); empty if the game has no such
    /// thing.
    #[getter]
    fn stake(&self) -> &'static str {
        self.0.stake()
    }

    /// How many play.
    fn num_players(&self) -> usize {
        self.0.seats()
    }

    /// Size of the action index space: actions are 0 to this less 1.
    fn num_distinct_actions(&self) -> usize {
        self.0.action_count()
    }

    /// No chance node has more outcomes.
    fn max_chance_outcomes(&self) -> usize {
        self.0.max_outcomes()
    }

    /// ``[features]``.
    fn information_state_tensor_shape(&self) -> Vec<usize> {
        vec![self.0.feature_count()]
    }

    /// Number of features.
    fn information_state_tensor_size(&self) -> usize {
        self.0.feature_count()
    }

    /// No information state has more active features: the width of a sparse observation that holds all.
    fn max_active_features(&self) -> usize {
        self.0.max_active_features()
    }

    /// The worst value of a game: 0.
    fn min_utility(&self) -> f64 {
        0.0
    }

    /// The value of a full win: 1.
    fn max_utility(&self) -> f64 {
        1.0
    }

    /// The notation of an action index.
    fn action_to_string(&self, action: Int<usize>) -> PyResult<String> {
        Ok(self.0.action_text(action.0)?)
    }

    /// The index of an action in notation.
    fn string_to_action(&self, text: &str) -> PyResult<usize> {
        Ok(self.0.action_number(text)?)
    }

    /// What a feature means.
    fn feature_name(&self, index: Int<usize>) -> PyResult<String> {
        Ok(self.0.feature_name(index.0)?)
    }

    /// The first state. What the setup leaves open (characters, random walls) is drawn from ``seed``, 0 to 2**64 -
    /// 1.
    #[pyo3(signature = (seed = Seed(0)), text_signature = "(seed=0)")]
    fn new_initial_state(&self, seed: Seed) -> PyResult<PyState> {
        Ok(PyState::new(self, self.0.initial(seed.0)?))
    }

    /// A state from :meth:`State.serialize`. If it began from another setup, ``get_game()`` has that one.
    fn deserialize_state(&self, text: &str) -> PyResult<PyState> {
        self.state(self.0.deserialize(text)?)
    }

    /// A state from a position as JSON, of this game with any setup: ``get_game()`` has its seats and scenario.
    /// ``override`` waives what may be waived.
    #[pyo3(signature = (position, r#override = false))]
    fn read_position(&self, position: &str, r#override: bool) -> PyResult<PyState> {
        let overrides = match r#override {
            true => Overrides::Waivable,
            false => Overrides::None,
        };
        self.state(self.0.read_position(position, overrides)?)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyGame>()
            .is_ok_and(|other| self.identity() == other.get().identity())
    }

    fn __hash__(&self) -> u64 {
        let (id, setup) = self.identity();
        append_bytes(append_bytes(0, id.as_bytes()), setup.as_bytes())
    }

    fn __repr__(&self) -> String {
        let (id, setup) = self.identity();
        format!("Game({id:?}, {setup:?})")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (&'static str, &str)) {
        (py.get_type::<PyGame>(), self.identity())
    }
}

impl PyGame {
    /// A state that was read, with this game if it can be one of its states, else with a game that it can be one of.
    fn state(&self, state: Box<dyn AnyState>) -> PyResult<PyState> {
        let own = self.0.completed();
        let origin = state.origin();
        // What a setup leaves open or draws differs from state to state of one game.
        let fixed = self.0.setup_fields().iter().filter(|field| {
            let is_plain = matches!(
                field.kind,
                FieldKind::Choice { .. } | FieldKind::Number { .. } | FieldKind::YesNo
            );
            is_plain && field.default != FieldDefault::Drawn
        });
        let is_own = fixed.into_iter().all(|field| match origin.fields.get(field.name) {
            Some(value) => own.get(field.name) == Some(value),
            None => !origin.is_whole || !own.contains_key(field.name),
        });
        if is_own {
            return Ok(PyState::new(self, state));
        }
        let game = PyGame::new(self.0.id(), &Value::Object(origin.fields).to_string())?;
        Ok(PyState::new(&game, state))
    }

    /// What tells games apart.
    fn identity(&self) -> (&'static str, &str) {
        (self.0.id(), self.0.setup())
    }
}

/// The error of a name that is none of a game.
pub fn unknown(name: &str) -> Error {
    let names: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
    Error::Value(format!("game '{name}': expected one of: {}", names.join(", ")))
}
