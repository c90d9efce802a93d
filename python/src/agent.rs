//! An agent of a spec, outside the arena.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use heist_agents::Spec;
use heist_agents::any::{AnyAgent, AnyFactory, AnyStart, any_factory};
use heist_engine::any::AnySetup;
use heist_engine::game::{Node, Seat};
use heist_engine::random::stream_seed;
use pyo3::prelude::*;

use crate::analysis::attended;
use crate::argument::Arg;
use crate::errors::{Error, one_at_a_time};
use crate::held::{Held, PyState};
use crate::loaded::PyGame;
use crate::sampler::Seed;

/// Agents of one kind for the seats of a game, made when their seat first decides.
struct Team {
    make: AnyFactory,
    game: PyGame,
    seed: u64,
    seats: Vec<Option<Box<dyn AnyAgent>>>,
}

impl Team {
    /// The agent of a seat, which begins when it is first asked for; that is given up once `stop` is set.
    fn agent(&mut self, seat: Seat, held: &Held, stop: &AtomicBool) -> Result<&mut Box<dyn AnyAgent>, Error> {
        let seats = held.state.seats();
        if self.seats.len() < seats {
            self.seats.resize_with(seats, || None);
        }
        let place = &mut self.seats[seat.index()];
        if let Some(agent) = place {
            return Ok(agent);
        }
        let drawn: Box<dyn AnySetup>;
        let setup = match &held.setup {
            Some(setup) => &**setup,
            None => {
                drawn = self.game.0.setup(0)?;
                &*drawn
            }
        };
        let start = AnyStart {
            setup,
            seats,
            seat,
            seed: stream_seed(self.seed, "python/agent", seat.0.into()),
        };
        let agent = (self.make)(&start, &[stop]).map_err(Error::value)?;
        if agent.watches() {
            return Err(Error::value(
                "this agent follows a game step by step; expected one that does not: let it play in the arena",
            ));
        }
        Ok(place.insert(agent))
    }

    /// The index of the action that the seat's agent chooses; a search ends early once `stop` is true.
    fn choose(&mut self, held: &Held, stop: &AtomicBool) -> Result<usize, Error> {
        let (found, expected) = (held.state.game().info(), self.game.0.info());
        if found.id != expected.id {
            let message = format!("state: found one of another game; expected one of {}", expected.name);
            return Err(Error::Value(message));
        }
        let Node::Decision(seat) = held.state.node() else {
            return Err(Error::value("state: no player decides here; expected a decision"));
        };
        let view = held.state.information_state(seat);
        let place = self.agent(seat, held, stop)?.decide_until(&*view, &[stop]);
        let index = view.action_index(place.map_err(Error::value)?);
        Ok(index.expect("an agent chooses among the actions that there are"))
    }
}

/// An agent of a spec, for use outside the arena: ``Agent(game, "mcts:sims=1000", seed=7).choose(state)``.
///
/// Agents that follow a game step by step (``bot``) play in the arena only. Only one thread may use an agent at a
/// time.
#[pyclass(frozen, name = "Agent", module = "heistlab._core")]
pub struct PyAgent {
    spec: String,
    inner: Mutex<Team>,
}

#[pymethods]
impl PyAgent {
    #[new]
    #[pyo3(signature = (game, spec, seed = Seed(0)), text_signature = "(game, spec, seed=0)")]
    fn new(game: Arg<PyRef<'_, PyGame>>, spec: Arg<String>, seed: Seed) -> PyResult<PyAgent> {
        let (game, spec) = (game.0.clone(), spec.0);
        let parsed: Spec = spec.parse().map_err(Error::value)?;
        let make = any_factory(game.0.game, &parsed).map_err(Error::value)?;
        Ok(PyAgent {
            spec,
            inner: Mutex::new(Team {
                make,
                game,
                seed: seed.0,
                seats: Vec::new(),
            }),
        })
    }

    /// What it was made of.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The action for the player who decides. The agent is shown that player's information state only.
    fn choose(&self, py: Python<'_>, state: Arg<PyRef<'_, PyState>>) -> PyResult<usize> {
        let mut inner = one_at_a_time(&self.inner, "agent", "give each an agent of its own")?;
        // A copy, so that other threads may play on meanwhile.
        let held = state.0.inner.clone();
        drop(state);
        let inner = &mut *inner;
        let stop = AtomicBool::new(false);
        let decide = |_: Sender<()>| inner.choose(&held, &stop);
        Ok(attended(py, &stop, decide, |_, _| Ok(()))??)
    }

    fn __repr__(&self) -> String {
        format!("<Agent {}>", self.spec)
    }
}
