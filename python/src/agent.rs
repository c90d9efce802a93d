//! An agent of a spec, outside the arena.

use std::any::Any;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use heist_agents::search::Watch;
use heist_agents::spec::{SearchFactory, search_factory};
use heist_agents::{Agent, Factory, Search, Spec, SpecError, Start, factory};
use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::{Generator, from_seed, stream_seed};
use pyo3::prelude::*;

use crate::Playable;
use crate::analysis::attended;
use crate::errors::Error;
use crate::game::PyGame;
use crate::held::{AnyState, Held};
use crate::sampler::Seed;
use crate::state::PyState;

/// An [`Agent`] for every seat, without its types.
pub trait AnyAgent: Send + Sync {
    /// The index of the action that the seat's agent chooses; a search ends early once `stop` is true.
    fn choose(&mut self, state: &dyn AnyState, stop: &AtomicBool) -> Result<usize, Error>;
}

/// Agents of one kind, made when their seat first decides.
struct Seated<G: Game> {
    make: Maker<G>,
    setup: G::Setup,
    seed: u64,
    seats: Vec<Option<Player<G>>>,
}

/// What makes agents. A search is made as one, since it can be stopped.
enum Maker<G: Game> {
    Search(SearchFactory<G>),
    Agent(Factory<G>),
}

struct Player<G: Game> {
    mind: Mind<G>,
    rng: Generator,
}

enum Mind<G: Game> {
    Search(Box<dyn Search<G>>),
    Agent(Box<dyn Agent<G>>),
}

/// Agents of a spec for the seats of a game.
pub fn seated<G: Playable>(setup: &G::Setup, spec: &str, seed: u64) -> Result<Box<dyn AnyAgent>, Error> {
    let spec: Spec = spec.parse().map_err(Error::value)?;
    let make = match search_factory(&spec) {
        Ok(search) => Maker::Search(search),
        Err(SpecError::NoSearch { .. }) => Maker::Agent(factory(&spec).map_err(Error::value)?),
        Err(error) => return Err(Error::value(error)),
    };
    Ok(Box::new(Mutex::new(Seated::<G> {
        make,
        setup: setup.clone(),
        seed,
        seats: Vec::new(),
    })))
}

impl<G: Playable> Seated<G> {
    fn player(&mut self, seat: Seat, held: &Held<G>) -> Result<&mut Player<G>, Error> {
        let seats = held.state.seats();
        if self.seats.len() < seats {
            self.seats.resize_with(seats, || None);
        }
        let seed = stream_seed(self.seed, "python/agent", seat.0.into());
        let place = &mut self.seats[seat.index()];
        if let Some(player) = place {
            return Ok(player);
        }
        let mind = match &self.make {
            Maker::Search(make) => Mind::Search(make()),
            Maker::Agent(make) => {
                let mut agent = make();
                let setup = match &held.setup {
                    Some(setup) => setup.as_ref().clone(),
                    None => G::complete(&G::with_seed(&self.setup, Some(0))).map_err(Error::value)?,
                };
                let start = Start {
                    setup: &setup,
                    seats,
                    seat,
                    seed,
                };
                agent.begin(&start).map_err(Error::value)?;
                if agent.watches() {
                    return Err(Error::value(
                        "this agent follows a game step by step; expected one that does not: let it play in the arena",
                    ));
                }
                Mind::Agent(agent)
            }
        };
        Ok(place.insert(Player {
            mind,
            rng: from_seed(seed),
        }))
    }
}

impl<G: Playable> AnyAgent for Mutex<Seated<G>> {
    fn choose(&mut self, state: &dyn AnyState, stop: &AtomicBool) -> Result<usize, Error> {
        let state: &dyn Any = state;
        let held = state
            .downcast_ref::<Held<G>>()
            .ok_or_else(|| Error::Value(format!("state: found one of another game; expected one of {}", G::NAME)))?;
        let Node::Decision(seat) = held.state.node() else {
            return Err(Error::value("state: no player decides here; expected a decision"));
        };
        let view = held.state.information_state(seat);
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let seated = self.get_mut().map_err(Error::value)?;
        let Player { mind, rng } = seated.player(seat, held)?;
        let action = match (mind, &legal[..]) {
            (Mind::Search(_), [only]) => *only,
            (Mind::Search(search), _) => {
                let analysis = search.analyse(&view, seat, &legal, rng, &mut Watch::hurried().until(&[stop]));
                // There is a candidate for every action, and at least one action.
                analysis.candidates.first().map_or(legal[0], |chosen| chosen.action)
            }
            (Mind::Agent(agent), _) => agent.decide(&view, seat, &legal, rng).map_err(Error::value)?,
        };
        Ok(G::action_index(action))
    }
}

/// An agent of a spec, for use outside the arena: ``Agent(game, "mcts:sims=1000", seed=7).choose(state)``.
///
/// Agents that follow a game step by step (``bot``) play in the arena only.
#[pyclass(name = "Agent", module = "heistlab._core")]
pub struct PyAgent {
    spec: String,
    inner: Box<dyn AnyAgent>,
}

#[pymethods]
impl PyAgent {
    #[new]
    #[pyo3(signature = (game, spec, seed = Seed(0)), text_signature = "(game, spec, seed=0)")]
    fn new(game: &PyGame, spec: String, seed: Seed) -> PyResult<PyAgent> {
        let inner = game.0.agent(&spec, seed.0)?;
        Ok(PyAgent { spec, inner })
    }

    /// What it was made of.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The action for the player who decides. The agent is shown that player's information state only.
    fn choose(&mut self, py: Python<'_>, state: PyRef<'_, PyState>) -> PyResult<usize> {
        let state = &*state.inner;
        let inner = &mut self.inner;
        let stop = AtomicBool::new(false);
        let decide = |_: Sender<()>| inner.choose(state, &stop);
        Ok(attended(py, &stop, decide, |_, _| Ok(()))??)
    }

    fn __repr__(&self) -> String {
        format!("<Agent {}>", self.spec)
    }
}
