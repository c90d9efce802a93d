//! States with the steps that led to them.

use std::sync::Arc;

use heist_draw::any::{ExplainedBranch, explain};
use heist_engine::any::{AnyGame, AnyReplay, AnySetup, AnyState, StepError};
use heist_engine::describe::FieldKind;
use heist_engine::game::{Fill, LEFT_OUT, Node, Seat, Windows};
use heist_engine::json::{ReadError, read};
use heist_engine::random::Generator;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::argument::Expected;
use crate::errors::Error;
use crate::loaded::PyGame;

/// The field of every setup that says how many people play.
const SEATS: &str = "seats";

/// What a state says of the setup that it comes from.
pub struct Origin {
    /// Fields of the setup.
    pub fields: Map<String, Value>,
    /// Whether these are all fields; else they are those that a position repeats.
    pub is_whole: bool,
}

/// A state with where it came from. In Python an action is numbered by its index, an outcome by its place in its node's
/// list.
#[derive(Clone)]
pub struct Held {
    /// The completed setup, where the first state is that of the setup.
    pub setup: Option<Arc<dyn AnySetup>>,
    start: Box<dyn AnyState>,
    /// The places among their branches of the steps that were taken.
    places: Vec<usize>,
    /// The state after the steps.
    pub state: Box<dyn AnyState>,
}

/// A state as it is written: the first state and the steps from there, in notation.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    heistlab: String,
    game: String,
    format: u32,
    setup: Option<Value>,
    start: Value,
    steps: Vec<String>,
}

impl Held {
    /// The first state of a completed setup.
    ///
    /// # Errors
    /// When the setup is not playable.
    pub fn begin(setup: Box<dyn AnySetup>) -> Result<Held, Error> {
        let state = setup.begin().map_err(Error::value)?;
        Ok(Held {
            setup: Some(setup.into()),
            ..Held::alone(state)
        })
    }

    /// A state without a history.
    pub fn alone(state: Box<dyn AnyState>) -> Held {
        Held {
            setup: None,
            start: state.clone(),
            places: Vec::new(),
            state,
        }
    }

    /// The state after the first steps of a replay.
    pub fn of_replay(replay: &dyn AnyReplay, count: usize) -> Result<Held, Error> {
        let mut held = Held::begin(replay.setup())?;
        for step in replay.steps().into_iter().take(count) {
            held.push(&step.notation)?;
        }
        Ok(held)
    }

    /// A state as [`serialize`](Held::serialize) writes it.
    ///
    /// # Errors
    /// When the text is another thing, or a step is not possible.
    pub fn deserialize(game: &dyn AnyGame, text: &str) -> Result<Held, Error> {
        let wrong = |error: &dyn ToString| Error::Value(format!("state: {}", error.to_string()));
        let written: Written = read(text).map_err(|error| wrong(&error))?;
        let info = game.info();
        let expected = format!("a state of {}, format {}", info.id, info.format);
        let found = format!("a {} of {}, format {}", written.heistlab, written.game, written.format);
        if found != expected {
            return Err(Error::Value(format!("state: found {found}; expected {expected}")));
        }
        let setup = written.setup.map(|setup| game.read_setup(&setup.to_string()));
        let setup = setup.transpose().map_err(|error| unread("setup", &error))?;
        let start = game.read_state(&written.start.to_string());
        let start = start.map_err(|error| unread("start", &error))?;
        if let Some(setup) = &setup {
            let first = setup.begin().map_err(|error| wrong(&error))?;
            if !first.is_same(&*start) {
                return Err(Error::value(
                    "state: field `start`: found a state that is not the first one of `setup`",
                ));
            }
        }
        let mut held = Held {
            setup: setup.map(Arc::from),
            ..Held::alone(start)
        };
        for (place, step) in written.steps.iter().enumerate() {
            let taken = held.push(step);
            taken.map_err(|error| Error::Value(format!("state: field `steps[{place}]`: {error}")))?;
        }
        Ok(held)
    }

    /// Takes a step in notation, which may be an action that the setup's mode has left out.
    pub fn push(&mut self, notation: &str) -> Result<(), Error> {
        let place = self.find(notation)?;
        self.take_place(place, notation)
    }

    fn take_place(&mut self, place: usize, given: &str) -> Result<(), Error> {
        if self.state.take(place) {
            self.places.push(place);
            Ok(())
        } else {
            Err(self.refusal(given))
        }
    }

    /// The place of a branch in notation, also of an action that the setup's mode has left out.
    pub fn find(&self, notation: &str) -> Result<usize, Error> {
        self.state.find(notation).map_err(|error| match error {
            StepError::Notation { text, possible, .. } | StepError::Impossible { text, possible, .. } => {
                illegal(&text, NOT_POSSIBLE, possible)
            }
        })
    }

    /// The place of the legal action or possible outcome of a number.
    pub fn place(&self, number: usize) -> Result<usize, Error> {
        match self.state.node() {
            Node::Chance => return self.outcome_place(number),
            Node::Terminal => return Err(self.refusal(&number.to_string())),
            Node::Decision(_) => {}
        }
        let mut indices = Vec::new();
        self.state.legal_indices(&mut indices);
        let place = indices.iter().position(|&index| index as usize == number);
        place.ok_or_else(|| {
            let Some(named) = self.state.game().action_text(number) else {
                return self.refusal(&number.to_string());
            };
            let given = format!("{number} ({named})");
            match self.state.place(&named) {
                Some(_) => illegal(&given, LEFT_OUT, self.notations()),
                None => self.refusal(&given),
            }
        })
    }

    fn outcome_place(&self, number: usize) -> Result<usize, Error> {
        let possible = match self.state.node() {
            Node::Chance if number < self.state.branch_count() => return Ok(number),
            Node::Chance => self.notations(),
            Node::Decision(_) | Node::Terminal => Vec::new(),
        };
        Err(Error::Illegal {
            message: format!(
                "outcome {number} is not possible here; expected 0 to {}: {}",
                possible.len().saturating_sub(1),
                possible.join(", ")
            ),
            given: number.to_string(),
            legal: possible,
        })
    }

    /// What can happen, in notation and in the game's order.
    pub fn notations(&self) -> Vec<String> {
        let branches = self.state.branches().into_iter();
        branches.map(|branch| branch.notation).collect()
    }

    /// The number of the branch at a place.
    fn number_at(state: &dyn AnyState, place: usize) -> usize {
        if state.node() == Node::Chance {
            return place;
        }
        // The place is one of a branch.
        state.action_index(place).unwrap_or(place)
    }

    /// How many steps led here.
    pub fn step_count(&self) -> usize {
        self.places.len()
    }

    /// Legal actions by index, ascending.
    pub fn legal(&self) -> Vec<usize> {
        let mut indices = Vec::new();
        self.state.legal_indices(&mut indices);
        indices.sort_unstable();
        indices.into_iter().map(|index| index as usize).collect()
    }

    /// Probabilities of the outcomes, in the game's order.
    pub fn chances(&self) -> Vec<f64> {
        let branches = self.state.branches().into_iter();
        branches.filter_map(|branch| branch.probability).collect()
    }

    /// The number of an action that may be played here, or of a possible outcome, in notation.
    pub fn number(&self, text: &str) -> Result<usize, Error> {
        Ok(Held::number_at(&*self.state, self.find(text)?))
    }

    /// The notation of an outcome of this chance node.
    pub fn outcome_text(&self, number: usize) -> Result<String, Error> {
        let branch = self.state.branch(self.outcome_place(number)?);
        Ok(branch.expect("a place that was found is that of a branch").notation)
    }

    /// An outcome of this node as a seat sees it.
    pub fn observed(&self, number: usize, seat: Seat) -> Result<String, Error> {
        let place = self.outcome_place(number)?;
        let seen = self.state.observed(place, seat);
        Ok(seen.expect("a place that was found is that of an outcome"))
    }

    /// What the action or outcome at a place is, for people.
    pub fn explained(&self, place: usize) -> Result<ExplainedBranch, Error> {
        explain(&*self.state, place).ok_or_else(|| self.refusal(&place.to_string()))
    }

    /// Takes a step.
    pub fn take(&mut self, number: usize) -> Result<(), Error> {
        match self.state.take_action(number) {
            Some(place) => {
                self.places.push(place);
                Ok(())
            }
            // It is the number of an outcome, or an error that says what is possible.
            None => {
                let place = self.place(number)?;
                self.take_place(place, &number.to_string())
            }
        }
    }

    /// Settles chance nodes until there is none.
    pub fn play_chance(&mut self, rng: &mut Generator) {
        while let Some(place) = self.state.take_chance(rng) {
            self.places.push(place);
        }
    }

    /// A state that the seat cannot tell from this one.
    pub fn resample(&self, seat: Seat, fill: Fill, rng: &mut Generator) -> Held {
        let mut state = self.state.information_state(seat);
        state.determinize(fill, rng);
        Held::alone(state)
    }

    /// What the seat knows, without a history.
    pub fn information_state(&self, seat: Seat) -> Held {
        Held::alone(self.state.information_state(seat))
    }

    /// The states before each step, with the step's place.
    fn walk(&self, mut visit: impl FnMut(&dyn AnyState, usize)) {
        let mut state = self.start.clone();
        for &place in &self.places {
            visit(&*state, place);
            if !state.take(place) {
                return;
            }
        }
    }

    /// The steps by number.
    pub fn history(&self) -> Vec<usize> {
        let mut numbers = Vec::with_capacity(self.places.len());
        self.walk(|state, place| numbers.push(Held::number_at(state, place)));
        numbers
    }

    /// The steps in notation; those that a seat saw if one is given.
    pub fn history_texts(&self, seat: Option<Seat>) -> Vec<String> {
        let mut texts = Vec::with_capacity(self.places.len());
        self.walk(|state, place| {
            let seen = seat.and_then(|seat| state.observed(place, seat));
            texts.extend(seen.or_else(|| Some(state.branch(place)?.notation)));
        });
        texts
    }

    /// What is known of the setup.
    pub fn origin(&self) -> Origin {
        if let Some(setup) = &self.setup {
            return Origin {
                fields: setup.with_seed(None).fields(),
                is_whole: true,
            };
        }
        let position: Value = serde_json::from_str(&self.state.position()).expect("positions are written as JSON");
        let mut fields = Map::new();
        for field in self.state.game().info().setup {
            // Names of a closed set mean the same in setups and positions; numbers may have changed in between. What a
            // position calls by the same name may be something else, such as the chips on the board.
            let is_name = |value: &&Value| matches!(field.kind, FieldKind::Choice { .. }) && field.fits(value);
            if let Some(value) = position.get(field.name).filter(is_name) {
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

    /// Sets which windows open. If anything changes, the history begins anew: its steps may not be possible with other
    /// windows.
    pub fn set_windows(&mut self, windows: Windows) {
        let mut state = self.state.clone();
        state.set_windows(windows);
        if !state.is_same(&*self.state) {
            *self = Held::alone(state);
        }
    }

    /// The state with its history as a line of JSON.
    pub fn serialize(&self) -> Result<String, Error> {
        let info = self.state.game().info();
        let written = Written {
            heistlab: "state".to_owned(),
            game: info.id.to_owned(),
            format: info.format,
            setup: self.setup.as_ref().map(|setup| Value::Object(setup.fields())),
            start: self.start.to_json(),
            steps: self.history_texts(None),
        };
        serde_json::to_string(&written).map_err(Error::value)
    }

    /// The game so far.
    pub fn replay(&self, agents: Vec<String>) -> Result<Box<dyn AnyReplay>, Error> {
        let replay = self
            .setup
            .as_ref()
            .and_then(|setup| setup.replay(None, agents, &self.places));
        replay.ok_or_else(|| {
            Error::value("replay: this state did not begin with the first state of a setup; expected one that did")
        })
    }

    /// What actions or outcomes point at in the picture, by their places.
    pub fn spots(&self, places: &[usize]) -> Result<Vec<String>, Error> {
        let mut spots = Vec::new();
        for &place in places {
            spots.extend(self.explained(place)?.spots);
        }
        Ok(spots)
    }

    /// The error of what is not legal or possible here.
    pub fn refusal(&self, given: &str) -> Error {
        illegal(given, NOT_POSSIBLE, self.notations())
    }
}

/// The error of a field that could not be read.
fn unread(name: &str, error: &ReadError) -> Error {
    Error::Value(format!("state: field `{}`: {}", error.field_in(name), error.message))
}

/// What is said of what is neither legal nor left out.
const NOT_POSSIBLE: &str = "is not possible here";

/// The error of a text or number that names nothing possible, or no legal action; `why` says which.
fn illegal(given: &str, why: &str, legal: Vec<String>) -> Error {
    let message = if legal.is_empty() {
        format!("`{given}`: the game is over")
    } else {
        format!("`{given}` {why}; expected one of: {}", legal.join(", "))
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
    /// The game.
    pub game: PyGame,
    /// The state.
    pub inner: Held,
}

impl PyState {
    /// A state of a game.
    pub fn new(game: &PyGame, inner: Held) -> PyState {
        PyState {
            game: game.clone(),
            inner,
        }
    }
}

impl Expected for PyRef<'_, PyState> {
    const EXPECTED: &'static str = "a State";
}
