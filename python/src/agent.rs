//! An agent of a spec, outside the arena.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use heist_agents::search::Watch;
use heist_agents::spec::{SearchFactory, search_factory};
use heist_agents::{Agent, Factory, Search, Spec, SpecError, Start, factory};
use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::{Generator, from_seed, stream_seed};
use heist_engine::with_game;
use pyo3::prelude::*;

use crate::analysis::attended;
use crate::argument::Arg;
use crate::errors::{Error, one_at_a_time};
use crate::held::{Held, PyState};
use crate::loaded::{Playable, PyGame, unknown};
use crate::sampler::Seed;

/// An [`Agent`] for every seat, without its types.
pub trait AnyAgent: Send {
    /// The index of the action that the seat's agent chooses; a search ends early once `stop` is true.
    fn choose(&mut self, held: &Held, stop: &AtomicBool) -> Result<usize, Error>;
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
fn seated<G: Playable>(setup: &G::Setup, spec: &str, seed: u64) -> Result<Box<dyn AnyAgent>, Error> {
    let spec: Spec = spec.parse().map_err(Error::value)?;
    let make = match search_factory(&spec) {
        Ok(search) => Maker::Search(search),
        Err(SpecError::NoSearch { .. }) => Maker::Agent(factory(&spec).map_err(Error::value)?),
        Err(error) => return Err(Error::value(error)),
    };
    Ok(Box::new(Seated::<G> {
        make,
        setup: setup.clone(),
        seed,
        seats: Vec::new(),
    }))
}

impl<G: Playable> Seated<G> {
    /// The player of a seat, which begins when it is first asked for; that is given up once `stop` is set.
    fn player(&mut self, seat: Seat, held: &Held, stop: &AtomicBool) -> Result<&mut Player<G>, Error> {
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
                let setup = held
                    .setup
                    .as_ref()
                    .and_then(|setup| setup.as_any().downcast_ref::<G::Setup>());
                let setup = match setup {
                    Some(setup) => setup.clone(),
                    None => G::complete(&G::with_seed(&self.setup, Some(0))).map_err(Error::value)?,
                };
                let start = Start {
                    setup: &setup,
                    seats,
                    seat,
                    seed,
                };
                agent.begin_until(&start, &[stop]).map_err(Error::value)?;
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

impl<G: Playable> AnyAgent for Seated<G> {
    fn choose(&mut self, held: &Held, stop: &AtomicBool) -> Result<usize, Error> {
        let state = held.state.as_any().downcast_ref::<G>();
        let state = state
            .ok_or_else(|| Error::Value(format!("state: found one of another game; expected one of {}", G::NAME)))?;
        let Node::Decision(seat) = state.node() else {
            return Err(Error::value("state: no player decides here; expected a decision"));
        };
        let view = state.information_state(seat);
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let Player { mind, rng } = self.player(seat, held, stop)?;
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
/// Agents that follow a game step by step (``bot``) play in the arena only. Only one thread may use an agent at a
/// time.
#[pyclass(frozen, name = "Agent", module = "heistlab._core")]
pub struct PyAgent {
    spec: String,
    inner: Mutex<Box<dyn AnyAgent>>,
}

#[pymethods]
impl PyAgent {
    #[new]
    #[pyo3(signature = (game, spec, seed = Seed(0)), text_signature = "(game, spec, seed=0)")]
    fn new(game: Arg<PyRef<'_, PyGame>>, spec: Arg<String>, seed: Seed) -> PyResult<PyAgent> {
        let (loaded, spec) = (&game.0.0, spec.0);
        let inner = with_game!(
            loaded.info().id,
            G => seated::<G>(loaded.typed_setup::<G>()?, &spec, seed.0),
            else name => Err(unknown(name)),
        )?;
        Ok(PyAgent {
            spec,
            inner: Mutex::new(inner),
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
        let inner = &mut **inner;
        let stop = AtomicBool::new(false);
        let decide = |_: Sender<()>| inner.choose(&held, &stop);
        Ok(attended(py, &stop, decide, |_, _| Ok(()))??)
    }

    fn __repr__(&self) -> String {
        format!("<Agent {}>", self.spec)
    }
}
