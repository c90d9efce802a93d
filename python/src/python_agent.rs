//! Agents written in Python, at the arena's table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use heist_agents::{Agent, Fault, Start};
use heist_engine::any::any_state;
use heist_engine::game::{Node, Seat, TeamResult};
use heist_engine::random::Generator;
use heist_engine::record::Step;
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::Error;
use crate::held::{Held, PyState};
use crate::loaded::{Playable, PyGame};
use crate::outcome::result_dict;
use crate::setup::loads;

/// What becomes of an exception of an agent's.
pub struct Breakdowns {
    /// Whether it ends the run; otherwise the game is lost, as with any agent that fails.
    pub end_the_run: bool,
    /// The first one.
    pub first: Mutex<Option<PyErr>>,
    /// Set to end the run.
    pub stop: Arc<AtomicBool>,
}

impl Breakdowns {
    /// What the game is told of an exception.
    fn fault(&self, py: Python<'_>, error: PyErr) -> Fault {
        let text = described(py, &error);
        // Whoever wants to leave Python wants to leave the run.
        if self.end_the_run || !error.is_instance_of::<PyException>(py) {
            let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert(error);
            self.stop.store(true, Ordering::Relaxed);
        }
        Fault::Failed(text.into())
    }
}

/// An exception with the place it came from.
fn described(py: Python<'_>, error: &PyErr) -> String {
    let traceback = error.traceback(py).and_then(|traceback| traceback.format().ok());
    match traceback {
        Some(traceback) => format!("{error}\n{traceback}"),
        None => error.to_string(),
    }
}

/// The player of one seat in one game.
pub struct PythonAgent {
    make: Arc<Py<PyAny>>,
    game: PyGame,
    breakdowns: Arc<Breakdowns>,
    player: Option<Py<PyAny>>,
    watches: bool,
    /// An exception while nothing was asked: told with the next decision.
    pending: Option<Fault>,
}

impl PythonAgent {
    /// A player that `make()` makes when its game begins.
    pub fn new(make: Arc<Py<PyAny>>, game: PyGame, breakdowns: Arc<Breakdowns>) -> PythonAgent {
        PythonAgent {
            make,
            game,
            breakdowns,
            player: None,
            watches: false,
            pending: None,
        }
    }

    fn start<G: Playable>(&mut self, py: Python<'_>, start: &Start<'_, G>) -> PyResult<()> {
        let player = self.make.call0(py)?;
        let bound = player.bind(py);
        if bound.hasattr("begin")? {
            let setup = serde_json::to_value(start.setup).map_err(Error::value)?;
            let facts = PyDict::new(py);
            facts.set_item("setup", loads(py, &setup)?)?;
            facts.set_item("seats", start.seats)?;
            facts.set_item("seat", start.seat.0)?;
            facts.set_item("seed", start.seed)?;
            bound.call_method1("begin", (facts,))?;
        }
        self.watches = bound.hasattr("observe")?;
        self.player = Some(player);
        Ok(())
    }

    fn choose<G: Playable>(&self, py: Python<'_>, view: &G, seat: Seat, legal: &[G::Action]) -> PyResult<G::Action> {
        let Some(player) = &self.player else {
            return Err(Error::value("the agent was asked before its game began").into());
        };
        let mut numbers: Vec<usize> = legal.iter().map(|&action| G::action_index(action)).collect();
        numbers.sort_unstable();
        let state = PyState::new(&self.game, Held::alone(any_state(view.clone())));
        let chosen = player.call_method1(py, "choose", (state, numbers))?;
        let number: i64 = chosen.extract(py).map_err(|_| {
            let kind = chosen.bind(py).get_type();
            PyTypeError::new_err(format!("choose: found {kind}; expected the number of an action as int"))
        })?;
        let found = legal.iter().find(|&&action| G::action_index(action) as i64 == number);
        found.copied().ok_or_else(|| {
            let named = usize::try_from(number).ok().and_then(G::action_at);
            let is_left_out = named.is_some_and(|named| view.accepts(named));
            let given = named.map_or_else(|| number.to_string(), |named| format!("{number} ({named})"));
            let error = heist_engine::game::ApplyError {
                given,
                node: Node::Decision(seat),
                is_left_out,
                legal: legal.iter().map(ToString::to_string).collect(),
            };
            Error::from(error).into()
        })
    }
}

impl<G: Playable> Agent<G> for PythonAgent {
    fn begin(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        Python::attach(|py| self.start(py, start).map_err(|error| self.breakdowns.fault(py, error)))
    }

    fn watches(&self) -> bool {
        self.watches
    }

    fn observe(&mut self, step: Step<G>) {
        let text = match step {
            Step::Action(_, action) => action.to_string(),
            Step::Chance(outcome) => outcome.to_string(),
        };
        Python::attach(|py| {
            if let Some(player) = &self.player
                && let Err(error) = player.call_method1(py, "observe", (text,))
            {
                self.pending.get_or_insert(self.breakdowns.fault(py, error));
            }
        });
    }

    fn decide(&mut self, view: &G, seat: Seat, legal: &[G::Action], _: &mut Generator) -> Result<G::Action, Fault> {
        if let Some(fault) = self.pending.take() {
            return Err(fault);
        }
        Python::attach(|py| {
            self.choose(py, view, seat, legal)
                .map_err(|error| self.breakdowns.fault(py, error))
        })
    }

    fn end(&mut self, result: &TeamResult) {
        Python::attach(|py| {
            let Some(player) = &self.player else { return };
            let bound = player.bind(py);
            let told = bound.hasattr("end").and_then(|ends| {
                if ends {
                    bound
                        .call_method1("end", (result_dict(py, self.game.0.info(), result)?,))
                        .map(drop)
                } else {
                    Ok(())
                }
            });
            if let Err(error) = told {
                // The game is over: only a run that ends with it has somebody left to tell.
                drop(self.breakdowns.fault(py, error));
            }
        });
    }
}
