//! States without their types, with the steps that led to them.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use heist_draw::{Style, SvgStyle};
use heist_engine::describe::{FieldKind, kept_names};
use heist_engine::game::{Actor, FeatureChanges, Fill, Game, Node, Seat, Windows};
use heist_engine::json::read;
use heist_engine::random::Generator;
use heist_engine::record::{Replay, Step};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::Playable;
use crate::analysis::analyse;
use crate::errors::Error;
use crate::game::action_at;
use crate::replay::AnyReplay;

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
    /// What is known of the setup.
    fn origin(&self) -> Origin;
    /// [`Game::figures`] by name.
    fn figures(&self) -> Vec<(&'static str, i32)>;
    /// The characters in turn order: names, and who plays them.
    fn characters(&self) -> Vec<(String, Seat)>;
    /// [`Game::actor`].
    fn actor(&self) -> Option<Actor>;
    /// [`Game::set_windows`]. If anything changes, the history begins anew: its steps may not be possible with other
    /// windows.
    fn set_windows(&mut self, windows: Windows);
    /// [`feature_changes`](heist_engine::game::Encode::feature_changes).
    fn feature_changes(&self, seat: Seat, features: &mut Vec<u32>, changes: &mut FeatureChanges);
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

/// The field of every setup that says how many people play.
const SEATS: &str = "seats";

/// What a state says of the setup that it comes from.
pub struct Origin {
    /// Fields of the setup.
    pub fields: Map<String, Value>,
    /// Whether these are all fields; else they are those that a position repeats.
    pub is_whole: bool,
}

/// A result for Python.
pub struct Outcome {
    /// What the team plays for.
    pub value: f64,
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
        let expected = format!("a state of {}, format {}", G::ID, G::FORMAT);
        let found = format!("a {} of {}, format {}", written.heistlab, written.game, written.format);
        if found != expected {
            return Err(Error::Value(format!("state: found {found}; expected {expected}")));
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
            Node::Terminal => return Err(illegal(&number.to_string(), std::iter::empty())),
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

    fn origin(&self) -> Origin {
        if let Some(setup) = &self.setup {
            let fields = serde_json::to_value(G::with_seed(setup, None)).unwrap_or_default();
            return Origin {
                fields: fields.as_object().cloned().unwrap_or_default(),
                is_whole: true,
            };
        }
        let position = serde_json::to_value(self.state.position()).unwrap_or_default();
        let mut fields = Map::new();
        for field in G::SETUP {
            // Names of a closed set mean the same in setups and positions; numbers may have changed in between.
            let is_name = matches!(field.kind, FieldKind::Choice { .. });
            if let Some(value) = position.get(field.name).filter(|_| is_name) {
                fields.insert(field.name.to_owned(), value.clone());
            }
            if field.name == SEATS {
                fields.insert(SEATS.to_owned(), json!(self.state.seats()));
            }
        }
        Origin {
            fields,
            is_whole: false,
        }
    }

    fn figures(&self) -> Vec<(&'static str, i32)> {
        let names = G::FIGURES.iter().map(|figure| figure.name);
        names.zip(self.state.figures()).collect()
    }

    fn characters(&self) -> Vec<(String, Seat)> {
        let character = |number| (self.state.character_name(number), self.state.seat_of(number));
        (0..self.state.characters()).map(character).collect()
    }

    fn actor(&self) -> Option<Actor> {
        self.state.actor()
    }

    fn set_windows(&mut self, windows: Windows) {
        let mut state = self.state.clone();
        state.set_windows(windows);
        if state != self.state {
            *self = Held::alone(state);
        }
    }

    fn feature_changes(&self, seat: Seat, features: &mut Vec<u32>, changes: &mut FeatureChanges) {
        self.state.feature_changes(seat, features, changes);
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
