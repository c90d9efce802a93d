//! Agents written in Python, at the arena's table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use heist_agents::any::{AnyAgent, AnyStart};
use heist_agents::{Fault, Stop};
use heist_engine::any::{AnyState, AnyStep};
use heist_engine::game::{ApplyError, NotationError, TeamResult};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::errors::Error;
use crate::held::{Held, PyState};
use crate::loaded::PyGame;
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
    player: Py<PyAny>,
    game: PyGame,
    breakdowns: Arc<Breakdowns>,
    watches: bool,
    /// An exception while nothing was asked: told with the next decision.
    pending: Option<Fault>,
}

impl PythonAgent {
    /// The player that `make()` makes for a game that begins.
    ///
    /// # Errors
    /// When it raises an exception.
    pub fn begin(
        make: &Py<PyAny>,
        game: &PyGame,
        breakdowns: &Arc<Breakdowns>,
        start: &AnyStart<'_>,
    ) -> Result<PythonAgent, Fault> {
        Python::attach(|py| {
            let begun = begin(py, make, start);
            let (player, watches) = begun.map_err(|error| breakdowns.fault(py, error))?;
            Ok(PythonAgent {
                player,
                game: game.clone(),
                breakdowns: Arc::clone(breakdowns),
                watches,
                pending: None,
            })
        })
    }

    /// The place of the chosen action.
    fn choose(&self, py: Python<'_>, view: &dyn AnyState) -> PyResult<usize> {
        let mut numbers = Vec::new();
        view.legal_indices(&mut numbers);
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        let state = PyState::new(&self.game, Held::alone(view.copy()));
        let chosen = self.player.call_method1(py, "choose", (state, sorted))?;
        let number: i64 = chosen.extract(py).map_err(|_| {
            let kind = chosen.bind(py).get_type();
            PyTypeError::new_err(format!("choose: found {kind}; expected the number of an action as int"))
        })?;
        let place = numbers.iter().position(|&known| i64::from(known) == number);
        place.ok_or_else(|| {
            let named = usize::try_from(number)
                .ok()
                .and_then(|number| view.game().action_text(number));
            let error = ApplyError {
                is_left_out: named.as_ref().is_some_and(|named| view.place(named).is_some()),
                given: named.map_or_else(|| number.to_string(), |named| format!("{number} ({named})")),
                node: view.node(),
                legal: view.branches().into_iter().map(|branch| branch.notation).collect(),
            };
            Error::from(error).into()
        })
    }
}

/// A player, and whether it watches.
fn begin(py: Python<'_>, make: &Py<PyAny>, start: &AnyStart<'_>) -> PyResult<(Py<PyAny>, bool)> {
    let player = make.call0(py)?;
    let bound = player.bind(py);
    if bound.hasattr("begin")? {
        let facts = PyDict::new(py);
        facts.set_item("setup", loads(py, &Value::Object(start.setup.fields()))?)?;
        facts.set_item("seats", start.seats)?;
        facts.set_item("seat", start.seat.0)?;
        facts.set_item("seed", start.seed)?;
        bound.call_method1("begin", (facts,))?;
    }
    let watches = bound.hasattr("observe")?;
    Ok((player, watches))
}

impl AnyAgent for PythonAgent {
    fn watches(&self) -> bool {
        self.watches
    }

    fn observe(&mut self, step: &AnyStep) -> Result<(), NotationError> {
        Python::attach(|py| {
            if let Err(error) = self.player.call_method1(py, "observe", (step.notation.as_str(),)) {
                self.pending.get_or_insert(self.breakdowns.fault(py, error));
            }
        });
        Ok(())
    }

    fn decide_until(&mut self, view: &dyn AnyState, _stop: Stop<'_>) -> Result<usize, Fault> {
        if let Some(fault) = self.pending.take() {
            return Err(fault);
        }
        Python::attach(|py| {
            let chosen = self.choose(py, view);
            chosen.map_err(|error| self.breakdowns.fault(py, error))
        })
    }

    fn end(&mut self, result: &TeamResult) {
        Python::attach(|py| {
            let bound = self.player.bind(py);
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
