//! A state of a game, with the steps that led to it.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use heist_draw::{Layout, Style, SvgStyle, Theme};
use heist_engine::describe::kept_names;
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::json::read;
use heist_engine::random::Generator;
use heist_engine::record::{Replay, Step};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::Playable;
use crate::analysis::{analyse, answer};
use crate::errors::{Error, one_of};
use crate::game::{PyGame, action_at, seat};
use crate::replay::{AnyReplay, PyReplay};
use crate::sampler::generator;

/// What decides at a chance node, as in OpenSpiel.
pub const CHANCE_PLAYER: i64 = -1;
/// What decides in a game that is over, as in OpenSpiel.
pub const TERMINAL_PLAYER: i64 = -4;

/// [`Game`]'s states without their types.
pub trait AnyState: Any + Send + Sync {
    /// How many play.
    fn seats(&self) -> usize;
    /// [`Game::node`].
    fn node(&self) -> Node;
    /// [`Game::turn`].
    fn turn(&self) -> u32;
    /// How many steps led here.
    fn step_count(&self) -> usize;
    /// Legal actions by index, ascending.
    fn legal(&self) -> Vec<usize>;
    /// Probabilities of the outcomes, in the game's order.
    fn chances(&self) -> Vec<f64>;
    /// The notation of an action or of an outcome of this node.
    fn text(&self, number: usize) -> Result<String, Error>;
    /// The number of a legal action or possible outcome in notation.
    fn number(&self, text: &str) -> Result<usize, Error>;
    /// An outcome of this node as a seat sees it.
    fn observed(&self, number: usize, seat: Seat) -> Result<String, Error>;
    /// What an action or outcome means.
    fn explain(&self, number: usize) -> Result<String, Error>;
    /// What the state waits for.
    fn explain_node(&self) -> String;
    /// Takes a step.
    fn take(&mut self, number: usize) -> Result<(), Error>;
    /// Draws the number of an outcome.
    fn sample(&self, rng: &mut Generator) -> Option<usize>;
    /// Settles chance nodes until there is none.
    fn play_chance(&mut self, rng: &mut Generator);
    /// [`Game::information_state`], without a history.
    fn information_state(&self, seat: Seat) -> Box<dyn AnyState>;
    /// A state that the seat cannot tell from this one.
    fn resample(&self, seat: Seat, fill: Fill, rng: &mut Generator) -> Box<dyn AnyState>;
    /// [`Game::holds`].
    fn holds(&self, seat: Seat) -> bool;
    /// The active features of a seat's information state.
    fn features(&self, seat: Seat, out: &mut Vec<u32>);
    /// [`Game::key`].
    fn key(&self) -> u64;
    /// [`Game::information_key`].
    fn information_key(&self, seat: Seat) -> u64;
    /// The result: value, win, ending, figures by name.
    fn result(&self) -> Option<Outcome>;
    /// The steps by number.
    fn history(&self) -> Vec<usize>;
    /// The steps in notation; those that a seat saw if one is given.
    fn history_texts(&self, seat: Option<Seat>) -> Vec<String>;
    /// The fields of a setup that a state tells of itself: the seats, and the scenario where there are several.
    fn setup_fields(&self) -> Map<String, Value>;
    /// The position as JSON.
    fn position(&self) -> Result<String, Error>;
    /// The state with its history as a line of JSON.
    fn serialize(&self) -> Result<String, Error>;
    /// The game so far.
    fn replay(&self, agents: Vec<String>) -> Result<Box<dyn AnyReplay>, Error>;
    /// The terminal's picture.
    fn draw_text(&self, style: &Style) -> String;
    /// The picture as SVG.
    fn draw_svg(&self, style: &SvgStyle) -> String;
    /// What an action points at in the picture.
    fn spots(&self, number: usize) -> Result<Vec<String>, Error>;
    /// The error of what is not legal or possible here.
    fn refusal(&self, given: &str) -> Error;
    /// Answers a query about the decision.
    fn analyse(&self, query: &str, stop: &AtomicBool, tell: &mut dyn FnMut(String)) -> Result<String, Error>;
    /// A copy.
    fn copy(&self) -> Box<dyn AnyState>;
    /// Whether the other is the same state, whatever its history.
    fn is_same(&self, other: &dyn AnyState) -> bool;
}

/// A result as Python is told.
pub struct Outcome {
    value: f64,
    is_win: bool,
    /// How it ended.
    pub ending: &'static str,
    figures: Vec<(&'static str, i32)>,
}

impl Outcome {
    /// The result of a game of `G`.
    pub fn of<G: Game>(result: &heist_engine::game::TeamResult) -> Outcome {
        Outcome {
            value: result.value,
            is_win: result.is_win(),
            ending: result.ending,
            figures: kept_names(G::FIGURES).zip(result.figures).collect(),
        }
    }

    /// As a dictionary.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let figures = PyDict::new(py);
        for (name, figure) in &self.figures {
            figures.set_item(name, figure)?;
        }
        let dict = PyDict::new(py);
        dict.set_item("value", self.value)?;
        dict.set_item("win", self.is_win)?;
        dict.set_item("ending", self.ending)?;
        dict.set_item("figures", figures)?;
        Ok(dict)
    }
}

/// A state with where it came from.
#[derive(Clone)]
pub struct Held<G: Game> {
    /// The completed setup, where the first state is that of the setup.
    pub setup: Option<Arc<G::Setup>>,
    start: G,
    steps: Vec<Step<G>>,
    /// The state after the steps.
    pub state: G,
}

/// A state as it is written: the first state and the steps from there, in notation.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "G: Game")]
struct Written<G: Game> {
    heistlab: String,
    game: String,
    format: u32,
    setup: Option<G::Setup>,
    start: G,
    steps: Vec<String>,
}

impl<G: Playable> Held<G> {
    /// The first state of a completed setup.
    ///
    /// # Errors
    /// When the setup is not playable.
    pub fn begin(setup: G::Setup) -> Result<Held<G>, Error> {
        let state = G::new(&setup).map_err(Error::value)?;
        Ok(Held {
            setup: Some(Arc::new(setup)),
            ..Held::alone(state)
        })
    }

    /// A state without a history.
    pub fn alone(state: G) -> Held<G> {
        Held {
            setup: None,
            start: state.clone(),
            steps: Vec::new(),
            state,
        }
    }

    /// The state after the steps of a replay.
    pub fn of_replay(replay: &Replay<G>, count: usize) -> Result<Held<G>, Error> {
        let mut held = Held::begin(replay.setup.clone())?;
        for &step in &replay.steps[..count] {
            held.push(step);
        }
        Ok(held)
    }

    /// A state as [`serialize`](AnyState::serialize) writes it.
    ///
    /// # Errors
    /// When the text is another thing, or a step is not possible.
    pub fn deserialize(text: &str) -> Result<Held<G>, Error> {
        let written: Written<G> = read(text).map_err(|error| Error::Value(format!("state: {error}")))?;
        let expected = ("state", G::ID, G::FORMAT);
        let found = (written.heistlab.as_str(), written.game.as_str(), written.format);
        if found != expected {
            return Err(Error::Value(format!("state: found {found:?}; expected {expected:?}")));
        }
        let mut held = Held {
            setup: written.setup.map(Arc::new),
            ..Held::alone(written.start)
        };
        for (place, step) in written.steps.iter().enumerate() {
            let taken = held.number(step).and_then(|number| held.take(number));
            taken.map_err(|error| Error::Value(format!("state: field `steps[{place}]`: {error}")))?;
        }
        Ok(held)
    }

    fn push(&mut self, step: Step<G>) {
        step.play(&mut self.state);
        self.steps.push(step);
    }

    fn actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.state.legal_actions(&mut actions);
        actions
    }

    /// The legal action of an index.
    fn action(&self, number: usize) -> Result<G::Action, Error> {
        let actions = self.actions();
        let found = actions.iter().find(|&&action| G::action_index(action) == number);
        found.copied().ok_or_else(|| {
            let named = G::action_at(number).map(|action| format!("{number} ({action})"));
            let given = named.unwrap_or_else(|| number.to_string());
            illegal(&given, actions.iter().map(ToString::to_string))
        })
    }

    fn outcomes(&self) -> Vec<(G::Outcome, f64)> {
        let mut outcomes = Vec::new();
        self.state.outcomes(&mut outcomes);
        outcomes
    }

    fn outcome(&self, number: usize) -> Result<G::Outcome, Error> {
        let outcomes = self.outcomes();
        outcomes.get(number).map(|(outcome, _)| *outcome).ok_or_else(|| {
            let legal: Vec<String> = outcomes.iter().map(|(outcome, _)| outcome.to_string()).collect();
            Error::Illegal {
                message: format!(
                    "outcome {number} is not possible here; expected 0 to {}: {}",
                    outcomes.len().saturating_sub(1),
                    legal.join(", ")
                ),
                given: number.to_string(),
                legal,
            }
        })
    }

    /// The states before each step, with the step.
    fn walk(&self, mut visit: impl FnMut(&G, Step<G>)) {
        let mut state = self.start.clone();
        for &step in &self.steps {
            visit(&state, step);
            step.play(&mut state);
        }
    }
}

/// The place of an outcome in its node's list.
fn outcome_number<G: Game>(state: &G, outcome: G::Outcome) -> Option<usize> {
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    outcomes.iter().position(|(known, _)| *known == outcome)
}

impl<G: Playable> AnyState for Held<G> {
    fn seats(&self) -> usize {
        self.state.seats()
    }

    fn node(&self) -> Node {
        self.state.node()
    }

    fn turn(&self) -> u32 {
        self.state.turn()
    }

    fn step_count(&self) -> usize {
        self.steps.len()
    }

    fn legal(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = self.actions().into_iter().map(G::action_index).collect();
        numbers.sort_unstable();
        numbers
    }

    fn chances(&self) -> Vec<f64> {
        self.outcomes().into_iter().map(|(_, chance)| chance).collect()
    }

    fn text(&self, number: usize) -> Result<String, Error> {
        match self.state.node() {
            Node::Chance => Ok(self.outcome(number)?.to_string()),
            _ => Ok(action_at::<G>(number)?.to_string()),
        }
    }

    fn number(&self, text: &str) -> Result<usize, Error> {
        if self.state.node() == Node::Chance {
            let outcomes = self.outcomes();
            let found = outcomes.iter().position(|(outcome, _)| outcome.to_string() == text);
            return found.ok_or_else(|| illegal(text, outcomes.iter().map(|(outcome, _)| outcome.to_string())));
        }
        let actions = self.actions();
        let found = actions.iter().find(|action| action.to_string() == text);
        found
            .map(|&action| G::action_index(action))
            .ok_or_else(|| illegal(text, actions.iter().map(ToString::to_string)))
    }

    fn observed(&self, number: usize, seat: Seat) -> Result<String, Error> {
        Ok(self.state.observed(self.outcome(number)?, seat).to_string())
    }

    fn explain(&self, number: usize) -> Result<String, Error> {
        match self.state.node() {
            Node::Chance => Ok(self.state.explain_outcome(self.outcome(number)?)),
            _ => Ok(self.state.explain(self.action(number)?)),
        }
    }

    fn explain_node(&self) -> String {
        self.state.explain_node()
    }

    fn take(&mut self, number: usize) -> Result<(), Error> {
        let step = match self.state.node() {
            Node::Chance => {
                let outcome = self.outcome(number)?;
                self.state.resolve(outcome);
                Step::Chance(outcome)
            }
            Node::Decision(seat) => {
                let action = self.action(number)?;
                self.state.apply(action);
                Step::Action(seat, action)
            }
            Node::Terminal => return Err(illegal(&number.to_string(), [].into_iter())),
        };
        self.steps.push(step);
        Ok(())
    }

    fn sample(&self, rng: &mut Generator) -> Option<usize> {
        match self.state.node() {
            Node::Chance => outcome_number(&self.state, self.state.sample(rng)),
            _ => None,
        }
    }

    fn play_chance(&mut self, rng: &mut Generator) {
        while self.state.node() == Node::Chance {
            self.push(Step::Chance(self.state.sample(rng)));
        }
    }

    fn information_state(&self, seat: Seat) -> Box<dyn AnyState> {
        Box::new(Held::alone(self.state.information_state(seat)))
    }

    fn resample(&self, seat: Seat, fill: Fill, rng: &mut Generator) -> Box<dyn AnyState> {
        let mut state = self.state.information_state(seat);
        state.determinize(fill, rng);
        Box::new(Held::alone(state))
    }

    fn holds(&self, seat: Seat) -> bool {
        self.state.holds(seat)
    }

    fn features(&self, seat: Seat, out: &mut Vec<u32>) {
        self.state.features(seat, out);
    }

    fn key(&self) -> u64 {
        self.state.key()
    }

    fn information_key(&self, seat: Seat) -> u64 {
        self.state.information_key(seat)
    }

    fn result(&self) -> Option<Outcome> {
        self.state.result().map(|result| Outcome::of::<G>(&result))
    }

    fn history(&self) -> Vec<usize> {
        let mut numbers = Vec::with_capacity(self.steps.len());
        self.walk(|state, step| {
            numbers.push(match step {
                Step::Action(_, action) => G::action_index(action),
                // Each outcome was one of its node's when it was taken.
                Step::Chance(outcome) => outcome_number(state, outcome).unwrap_or(0),
            });
        });
        numbers
    }

    fn history_texts(&self, seat: Option<Seat>) -> Vec<String> {
        let mut texts = Vec::with_capacity(self.steps.len());
        self.walk(|state, step| {
            let seen = seat.map_or(step, |seat| step.observed(state, seat));
            texts.push(match seen {
                Step::Action(_, action) => action.to_string(),
                Step::Chance(outcome) => outcome.to_string(),
            });
        });
        texts
    }

    fn setup_fields(&self) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("seats".to_owned(), json!(self.state.seats()));
        let position = serde_json::to_value(self.state.position()).unwrap_or_default();
        if let Some(scenario) = position.get("scenario") {
            fields.insert("scenario".to_owned(), scenario.clone());
        }
        fields
    }

    fn position(&self) -> Result<String, Error> {
        serde_json::to_string(&self.state.position()).map_err(Error::value)
    }

    fn serialize(&self) -> Result<String, Error> {
        let written = Written {
            heistlab: "state".to_owned(),
            game: G::ID.to_owned(),
            format: G::FORMAT,
            setup: self.setup.as_deref().cloned(),
            start: self.start.clone(),
            steps: self.history_texts(None),
        };
        serde_json::to_string(&written).map_err(Error::value)
    }

    fn replay(&self, agents: Vec<String>) -> Result<Box<dyn AnyReplay>, Error> {
        let setup = self.setup.as_deref().ok_or_else(|| {
            Error::value("replay: this state did not begin with the first state of a setup; expected one that did")
        })?;
        Ok(Box::new(Replay::<G> {
            setup: setup.clone(),
            seed: None,
            agents,
            world: None,
            steps: self.steps.clone(),
            result: self.state.result(),
        }))
    }

    fn draw_text(&self, style: &Style) -> String {
        self.state.draw_text(style)
    }

    fn draw_svg(&self, style: &SvgStyle) -> String {
        self.state.draw_svg(style)
    }

    fn spots(&self, number: usize) -> Result<Vec<String>, Error> {
        match self.state.node() {
            // What chance may bring is no place.
            Node::Chance => self.outcome(number).map(|_| Vec::new()),
            _ => Ok(self.state.spots(self.action(number)?)),
        }
    }

    fn refusal(&self, given: &str) -> Error {
        match self.state.node() {
            Node::Chance => illegal(given, self.outcomes().iter().map(|(outcome, _)| outcome.to_string())),
            _ => illegal(given, self.actions().iter().map(ToString::to_string)),
        }
    }

    fn analyse(&self, query: &str, stop: &AtomicBool, tell: &mut dyn FnMut(String)) -> Result<String, Error> {
        analyse(&self.state, query, stop, tell)
    }

    fn copy(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn is_same(&self, other: &dyn AnyState) -> bool {
        let other: &dyn Any = other;
        other
            .downcast_ref::<Held<G>>()
            .is_some_and(|other| self.state == other.state)
    }
}

/// The error of a text or number that names nothing possible.
fn illegal(given: &str, legal: impl Iterator<Item = String>) -> Error {
    let legal: Vec<String> = legal.collect();
    let message = match legal.is_empty() {
        true => format!("`{given}`: the game is over"),
        false => format!("`{given}` is not possible here; expected one of: {}", legal.join(", ")),
    };
    Error::Illegal {
        message,
        given: given.to_owned(),
        legal,
    }
}

/// A state of a game, with the steps that led to it. Copies, pickles, compares, and draws itself in notebooks.
#[pyclass(name = "State", module = "heistlab._core")]
pub struct PyState {
    game: PyGame,
    /// The state.
    pub inner: Box<dyn AnyState>,
}

/// An action or outcome by its number or in notation.
#[derive(FromPyObject)]
enum Choice {
    Number(i64),
    Text(String),
}

impl PyState {
    /// A state of a game.
    pub fn new(game: &PyGame, inner: Box<dyn AnyState>) -> PyState {
        PyState {
            game: game.clone(),
            inner,
        }
    }

    /// The player asked about; by default the one who decides.
    fn player(&self, player: Option<i64>) -> PyResult<Seat> {
        match (player, self.inner.node()) {
            (Some(player), _) => Ok(seat(player, self.inner.seats())?),
            (None, Node::Decision(seat)) => Ok(seat),
            (None, _) => Err(PyValueError::new_err(
                "player: nobody decides here; expected a player's number",
            )),
        }
    }

    /// Whether the player decides now; anybody if none is given.
    fn is_asked(&self, player: Option<i64>) -> PyResult<bool> {
        match player {
            None => Ok(true),
            Some(CHANCE_PLAYER) => Ok(self.inner.node() == Node::Chance),
            Some(player) => Ok(self.inner.node() == Node::Decision(seat(player, self.inner.seats())?)),
        }
    }

    fn number(&self, choice: &Choice) -> PyResult<usize> {
        Ok(match choice {
            Choice::Number(number) => usize::try_from(*number).map_err(|_| self.inner.refusal(&number.to_string()))?,
            Choice::Text(text) => self.inner.number(text)?,
        })
    }

    fn value(&self) -> f64 {
        self.inner.result().map_or(0.0, |result| result.value)
    }

    /// What is drawn or written: all, or what a player knows.
    fn seen(&self, player: Option<i64>) -> PyResult<Option<Box<dyn AnyState>>> {
        match player {
            None => Ok(None),
            Some(_) => Ok(Some(self.inner.information_state(self.player(player)?))),
        }
    }
}

#[pymethods]
impl PyState {
    /// The game, with its setup.
    fn get_game(&self) -> PyGame {
        self.game.clone()
    }

    /// How many play.
    fn num_players(&self) -> usize {
        self.inner.seats()
    }

    /// Whose decision it is, from 0; CHANCE_PLAYER or TERMINAL_PLAYER.
    fn current_player(&self) -> i64 {
        match self.inner.node() {
            Node::Decision(seat) => i64::from(seat.0),
            Node::Chance => CHANCE_PLAYER,
            Node::Terminal => TERMINAL_PLAYER,
        }
    }

    /// Whether chance decides.
    fn is_chance_node(&self) -> bool {
        self.inner.node() == Node::Chance
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.inner.node() == Node::Terminal
    }

    /// The number of the turn; it never falls.
    fn turn(&self) -> u32 {
        self.inner.turn()
    }

    /// How many steps (decisions and draws) led here.
    fn move_number(&self) -> usize {
        self.inner.step_count()
    }

    /// Action indices, ascending; at a chance node the outcomes' numbers; empty for a player who does not decide.
    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<i64>) -> PyResult<Vec<usize>> {
        if !self.is_asked(player)? {
            return Ok(Vec::new());
        }
        Ok(match self.inner.node() {
            Node::Chance => (0..self.inner.chances().len()).collect(),
            _ => self.inner.legal(),
        })
    }

    /// Shape ``(num_distinct_actions,)``; all false for a player who does not decide, and at a chance node.
    #[pyo3(signature = (player = None))]
    fn legal_actions_mask<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.game.0.action_count()];
        if self.is_asked(player)? {
            self.inner.legal().into_iter().for_each(|number| mask[number] = true);
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The legal actions or possible outcomes in notation, in the order of :meth:`legal_actions`.
    fn legal_action_strings(&self) -> PyResult<Vec<String>> {
        let numbers = self.legal_actions(None)?;
        Ok(numbers
            .into_iter()
            .map(|number| self.inner.text(number))
            .collect::<Result<_, _>>()?)
    }

    /// Every outcome of a chance node with its exact probability. An outcome's number is its place in the node's
    /// list.
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        self.inner.chances().into_iter().enumerate().collect()
    }

    /// The notation of an action, or of an outcome at a chance node. As in OpenSpiel the player may come first.
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(&self, player_or_action: i64, action: Option<i64>) -> PyResult<String> {
        let number = action.unwrap_or(player_or_action);
        let number = usize::try_from(number)
            .map_err(|_| PyValueError::new_err(format!("action {number}: expected a number from 0")))?;
        Ok(match action {
            // Whoever names a seat means an action, wherever the state is.
            Some(_) if player_or_action != CHANCE_PLAYER => self.game.0.action_text(number)?,
            _ => self.inner.text(number)?,
        })
    }

    /// The index of a legal action, or the number of a possible outcome, in notation.
    fn string_to_action(&self, text: &str) -> PyResult<usize> {
        Ok(self.inner.number(text)?)
    }

    /// An outcome of this chance node as a player sees it, in notation: itself, unless it is drawn in private
    /// (``deal ?``).
    fn observed(&self, outcome: Choice, player: i64) -> PyResult<String> {
        Ok(self
            .inner
            .observed(self.number(&outcome)?, self.player(Some(player))?)?)
    }

    /// What a legal action does or a possible outcome means, in one sentence.
    fn explain(&self, action: Choice) -> PyResult<String> {
        Ok(self.inner.explain(self.number(&action)?)?)
    }

    /// What the state waits for, in one sentence.
    fn explain_node(&self) -> String {
        self.inner.explain_node()
    }

    /// Plays a legal action, or settles a chance node; by number or in notation.
    ///
    /// Raises IllegalActionError, which says what was legal; the state is unchanged.
    fn apply_action(&mut self, action: Choice) -> PyResult<()> {
        let number = self.number(&action)?;
        Ok(self.inner.take(number)?)
    }

    /// A copy after an action.
    fn child(&self, action: Choice) -> PyResult<PyState> {
        let mut child = self.clone();
        child.apply_action(action)?;
        Ok(child)
    }

    /// The number of an outcome drawn from the exact distribution of a chance node.
    ///
    /// ``sampler`` is a seed, or a function that gives uniform numbers in [0, 1): ``rng.random`` of NumPy or
    /// ``random``.
    fn sample_outcome(&self, sampler: &Bound<'_, PyAny>) -> PyResult<usize> {
        let drawn = self.inner.sample(&mut generator(sampler)?);
        drawn.ok_or_else(|| PyValueError::new_err("sample_outcome: this is no chance node; expected one"))
    }

    /// Settles chance nodes, drawing from ``sampler``, until somebody decides or the game is over.
    fn play_chance(state: &Bound<'_, PyState>, sampler: &Bound<'_, PyAny>) -> PyResult<()> {
        // The sampler comes first: it may look at the state.
        let mut rng = generator(sampler)?;
        state.try_borrow_mut()?.inner.play_chance(&mut rng);
        Ok(())
    }

    /// The state with a hole wherever the player does not know; its history is empty. Default: who decides.
    #[pyo3(signature = (player = None))]
    fn information_state(&self, player: Option<i64>) -> PyResult<PyState> {
        Ok(PyState::new(
            &self.game,
            self.inner.information_state(self.player(player)?),
        ))
    }

    /// What the player knows, as a position in JSON. States that the player cannot tell apart have equal texts.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<i64>) -> PyResult<String> {
        Ok(self.inner.information_state(self.player(player)?).position()?)
    }

    /// Shape ``(information_state_tensor_size,)``, 1 for active features, else 0.
    #[pyo3(signature = (player = None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mut features = Vec::new();
        self.inner.features(self.player(player)?, &mut features);
        let tensor = PyArray1::<f32>::zeros(py, self.game.0.feature_count(), false);
        let mut places = tensor.readwrite();
        let places = places.as_slice_mut()?;
        features.into_iter().for_each(|feature| places[feature as usize] = 1.0);
        Ok(tensor)
    }

    /// The active features, ascending.
    #[pyo3(signature = (player = None))]
    fn information_state_indices<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let mut features = Vec::new();
        self.inner.features(self.player(player)?, &mut features);
        Ok(PyArray1::from_iter(
            py,
            features.into_iter().map(|feature| feature as i32),
        ))
    }

    /// A stable 64-bit key of the information state.
    #[pyo3(signature = (player = None))]
    fn information_key(&self, player: Option<i64>) -> PyResult<u64> {
        Ok(self.inner.information_key(self.player(player)?))
    }

    /// A state that the player cannot tell from this one, drawn by the exact posterior given what he knows.
    ///
    /// Its history is empty: the steps that led here may tell what the player does not know.
    /// ``private`` fills what some seat knows (hands) and leaves the rest to chance nodes; ``all`` fills every hole.
    #[pyo3(signature = (player, sampler, fill = "private"))]
    fn resample_from_infostate(&self, player: i64, sampler: &Bound<'_, PyAny>, fill: &str) -> PyResult<PyState> {
        let fill = one_of("fill", fill, &[("private", Fill::Private), ("all", Fill::All)])?;
        let resampled = self
            .inner
            .resample(self.player(Some(player))?, fill, &mut generator(sampler)?);
        Ok(PyState::new(&self.game, resampled))
    }

    /// A 64-bit key, stable across runs, platforms and releases of one format.
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// One number a player, the same for all: the team's value, 1 for a full win; 0 before the end.
    fn returns(&self) -> Vec<f64> {
        vec![self.value(); self.inner.seats()]
    }

    /// As :meth:`returns`: the only reward is that of the end.
    fn rewards(&self) -> Vec<f64> {
        self.returns()
    }

    /// One of :meth:`rewards`.
    fn player_reward(&self, player: i64) -> PyResult<f64> {
        seat(player, self.inner.seats())?;
        Ok(self.value())
    }

    /// One of :meth:`returns`.
    fn player_return(&self, player: i64) -> PyResult<f64> {
        self.player_reward(player)
    }

    /// ``value``, ``win``, ``ending``, ``figures`` (by name); None before the end.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.inner.result().map(|result| result.to_dict(py)).transpose()
    }

    /// The actions and outcomes by number from the first state on (or from where the state was read).
    fn history(&self) -> Vec<usize> {
        self.inner.history()
    }

    /// The same in notation; with a player: as he saw it.
    #[pyo3(signature = (player = None))]
    fn history_strings(&self, player: Option<i64>) -> PyResult<Vec<String>> {
        let seat = player.map(|_| self.player(player)).transpose()?;
        Ok(self.inner.history_texts(seat))
    }

    /// Whether the state holds everything that the player knows.
    fn is_holding(&self, player: i64) -> PyResult<bool> {
        Ok(self.inner.holds(self.player(Some(player))?))
    }

    /// A copy, with its history.
    fn clone(&self) -> PyState {
        PyState::new(&self.game, self.inner.copy())
    }

    /// The state with its history as one line of JSON; :meth:`Game.deserialize_state` reads it.
    fn serialize(&self) -> PyResult<String> {
        Ok(self.inner.serialize()?)
    }

    /// The position as JSON, with what the player knows or with everything.
    #[pyo3(signature = (player = None))]
    fn position(&self, player: Option<i64>) -> PyResult<String> {
        let seen = self.seen(player)?;
        Ok(seen.as_ref().unwrap_or(&self.inner).position()?)
    }

    /// The game so far. ValueError for a state that did not begin with :meth:`Game.new_initial_state`.
    #[pyo3(signature = (agents = Vec::new()))]
    fn replay(&self, agents: Vec<String>) -> PyResult<PyReplay> {
        Ok(PyReplay::new(&self.game, self.inner.replay(agents)?))
    }

    /// The picture for a terminal, ``width`` columns wide. With a player: what he knows.
    #[pyo3(signature = (player = None, width = 80, colour = false))]
    fn to_text(&self, player: Option<i64>, width: usize, colour: bool) -> PyResult<String> {
        let seen = self.seen(player)?;
        Ok(seen.as_ref().unwrap_or(&self.inner).draw_text(&Style { width, colour }))
    }

    /// A picture, as an SVG document. With a player: what he knows.
    ///
    /// ``layout``: for a laptop, 1200 units wide, or for a phone, 360. ``highlight`` points at what legal actions are
    /// about; ``happened`` is a sentence about what just happened.
    #[pyo3(signature = (player = None, *, layout = "wide", theme = "light", highlight = Vec::new(), happened = None))]
    fn to_svg(
        &self,
        player: Option<i64>,
        layout: &str,
        theme: &str,
        highlight: Vec<Choice>,
        happened: Option<String>,
    ) -> PyResult<String> {
        let numbers = highlight.iter().map(|choice| self.number(choice));
        let numbers = numbers.collect::<PyResult<Vec<usize>>>()?;
        let style = SvgStyle {
            layout: one_of("layout", layout, &[("wide", Layout::Wide), ("narrow", Layout::Narrow)])?,
            theme: one_of("theme", theme, &[("light", Theme::Light), ("dark", Theme::Dark)])?,
            highlight: numbers
                .into_iter()
                .map(|number| self.inner.spots(number))
                .collect::<Result<Vec<_>, _>>()?
                .concat(),
            happened,
        };
        let seen = self.seen(player)?;
        Ok(seen.as_ref().unwrap_or(&self.inner).draw_svg(&style))
    }

    /// The picture that notebooks show: :meth:`to_svg`.
    fn _repr_html_(&self) -> String {
        self.inner.draw_svg(&SvgStyle::default())
    }

    /// The compiled side of :func:`heistlab.analyse`: the fields of a query and its report, as docs/protocol.md has
    /// them.
    #[pyo3(signature = (query, on_report = None))]
    fn analyse(&self, py: Python<'_>, query: &str, on_report: Option<Py<PyAny>>) -> PyResult<String> {
        answer(py, &*self.inner, query, on_report)
    }

    fn __str__(&self) -> String {
        self.inner.draw_text(&Style::default())
    }

    fn __repr__(&self) -> String {
        format!(
            "<State of {}: {} Key {:016x}.>",
            self.game.0.name(),
            self.inner.explain_node(),
            self.inner.key()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .extract::<PyRef<'_, PyState>>()
            .is_ok_and(|other| self.inner.is_same(&*other.inner))
    }

    fn __hash__(&self) -> u64 {
        self.inner.key()
    }

    fn __copy__(&self) -> PyState {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> PyState {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let game = Bound::new(py, self.game.clone())?;
        Ok((game.getattr("deserialize_state")?, (self.inner.serialize()?,)))
    }
}
