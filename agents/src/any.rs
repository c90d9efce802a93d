//! Agents without the game's types, for programs that play games of any kind one step at a time.

use std::marker::PhantomData;
use std::sync::Arc;

use heist_engine::any::{AnyGame, AnySetup, AnyState, AnyStep, any_setup, any_state, typed_setup};
use heist_engine::game::{Game, NotationError, Seat, TeamResult};
use heist_engine::part_of;
use heist_engine::random::{self, Generator};
use heist_engine::record::Step;

use crate::agent::{Agent, Fault, Start, Stop};
use crate::level::Level;
use crate::spec::{Players, Spec, SpecError, factory};

/// A [`Start`] without its type.
#[derive(Clone, Copy, Debug)]
pub struct AnyStart<'a> {
    /// The completed setup.
    pub setup: &'a dyn AnySetup,
    /// How many seats play.
    pub seats: usize,
    /// The agent's own seat.
    pub seat: Seat,
    /// The seed of the agent's own randomness.
    pub seed: u64,
}

/// An [`Agent`] in its seat, with its own stream of randomness. The game it plays has begun: [`seated`] makes it.
pub trait AnyAgent: Send {
    /// [`Agent::watches`].
    fn watches(&self) -> bool;
    /// [`Agent::observe`]: a step as the agent's seat saw it.
    ///
    /// # Errors
    /// When the step is no notation of the game.
    fn observe(&mut self, step: &AnyStep) -> Result<(), NotationError>;
    /// [`Agent::decide_until`]: the place of the chosen action among the branches of `view`, the information state of
    /// the agent's seat, which decides there.
    ///
    /// # Errors
    /// When the agent has no action to give, or one that is not legal.
    fn decide_until(&mut self, view: &dyn AnyState, stop: Stop<'_>) -> Result<usize, Fault>;
    /// [`Agent::end`].
    fn end(&mut self, result: &TeamResult);
}

/// What makes agents of one kind, each for a seat of a game that begins; that is given up once the stop is set. They
/// are of a spec, see [`any_factory`], or the calling program's own, such as those written in another language.
pub type AnyFactory = Arc<dyn Fn(&AnyStart<'_>, Stop<'_>) -> Result<Box<dyn AnyAgent>, Fault> + Send + Sync>;

/// An agent of such a kind at a table with types.
pub(crate) struct Untyped {
    make: AnyFactory,
    agent: Option<Box<dyn AnyAgent>>,
}

impl Untyped {
    pub(crate) fn new(make: AnyFactory) -> Untyped {
        Untyped { make, agent: None }
    }
}

impl<G: Players> Agent<G> for Untyped {
    fn begin(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        self.begin_until(start, &[])
    }

    fn begin_until(&mut self, start: &Start<'_, G>, stop: Stop<'_>) -> Result<(), Fault> {
        let setup = any_setup::<G>(start.setup.clone());
        let start = AnyStart {
            setup: &*setup,
            seats: start.seats,
            seat: start.seat,
            seed: start.seed,
        };
        self.agent = Some((self.make)(&start, stop)?);
        Ok(())
    }

    fn watches(&self) -> bool {
        self.agent.as_ref().is_some_and(|agent| agent.watches())
    }

    fn observe(&mut self, step: Step<G>) {
        if let Some(agent) = &mut self.agent {
            // A step of the game is in its notation.
            drop(agent.observe(&AnyStep::from(step)));
        }
    }

    fn decide(&mut self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> Result<G::Action, Fault> {
        self.decide_until(view, seat, legal, rng, &[])
    }

    fn decide_until(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        _rng: &mut Generator,
        stop: Stop<'_>,
    ) -> Result<G::Action, Fault> {
        let Some(agent) = &mut self.agent else {
            return Err(Fault::Failed("asked before its game began".into()));
        };
        let place = agent.decide_until(&*any_state(view.clone()), stop)?;
        let mut accepted = legal.to_vec();
        if place >= legal.len() {
            let mut left_out = Vec::new();
            view.left_out(&mut left_out);
            accepted.append(&mut left_out);
        }
        let chosen = accepted.get(place).copied();
        chosen.ok_or_else(|| Fault::illegal::<G>(format!("the action at place {place}"), seat, legal))
    }

    fn end(&mut self, result: &TeamResult) {
        if let Some(agent) = &mut self.agent {
            agent.end(result);
        }
    }
}

/// Why an agent takes no seat.
#[derive(Debug, thiserror::Error)]
pub enum SeatingError {
    /// The spec gives no agent for the game.
    #[error("{0}")]
    Spec(#[from] SpecError),
    /// The agent cannot play from this start.
    #[error("{0}")]
    Begin(#[from] Fault),
}

/// [`Level::spec`]: the agent that is recommended for a state.
///
/// # Errors
/// When there are more threads than a search may have.
pub fn recommended(state: &dyn AnyState, level: &Level, threads: usize) -> Result<Spec, SpecError> {
    seats(state.game()).recommended(state, level, threads)
}

/// The agent of a spec in a seat, after [`Agent::begin_until`].
///
/// # Errors
/// When the spec gives no agent for the game, or the agent cannot play it.
pub fn seated(spec: &Spec, start: &AnyStart<'_>, stop: Stop<'_>) -> Result<Box<dyn AnyAgent>, SeatingError> {
    let make = any_factory(start.setup.game(), spec)?;
    Ok(make(start, stop)?)
}

/// What makes agents of a spec.
///
/// # Errors
/// When the spec gives no agent for the game.
pub fn any_factory(game: &dyn AnyGame, spec: &Spec) -> Result<AnyFactory, SpecError> {
    seats(game).factory(spec)
}

/// What seats agents in one game, without its types.
pub(crate) trait AnySeats: Sync {
    fn factory(&self, spec: &Spec) -> Result<AnyFactory, SpecError>;
    fn recommended(&self, state: &dyn AnyState, level: &Level, threads: usize) -> Result<Spec, SpecError>;
}

pub(crate) struct Seats<G>(pub(crate) PhantomData<fn() -> G>);

fn seats(game: &dyn AnyGame) -> &'static dyn AnySeats {
    part_of!(game, Seats as dyn AnySeats)
}

impl<G: Players> AnySeats for Seats<G> {
    fn factory(&self, spec: &Spec) -> Result<AnyFactory, SpecError> {
        let make = factory::<G>(spec)?;
        Ok(Arc::new(move |start, stop| {
            let mut agent = make();
            let start_of_game = Start {
                setup: typed_setup::<G>(start.setup).expect("the setup is of this game"),
                seats: start.seats,
                seat: start.seat,
                seed: start.seed,
            };
            agent.begin_until(&start_of_game, stop)?;
            Ok(Box::new(Seated {
                agent,
                seat: start.seat,
                rng: random::from_seed(start.seed),
            }))
        }))
    }

    fn recommended(&self, state: &dyn AnyState, level: &Level, threads: usize) -> Result<Spec, SpecError> {
        let state: Option<&G> = state.as_any().downcast_ref();
        level.spec(state.expect("the state is of this game"), threads)
    }
}

struct Seated<G: Game> {
    agent: Box<dyn Agent<G>>,
    seat: Seat,
    rng: Generator,
}

impl<G: Game> AnyAgent for Seated<G> {
    fn watches(&self) -> bool {
        self.agent.watches()
    }

    fn observe(&mut self, step: &AnyStep) -> Result<(), NotationError> {
        self.agent.observe(step.typed()?);
        Ok(())
    }

    fn decide_until(&mut self, view: &dyn AnyState, stop: Stop<'_>) -> Result<usize, Fault> {
        let Some(view) = view.as_any().downcast_ref::<G>() else {
            let found = view.game().info().name;
            let message = format!("found a state of {found}; expected one of {}", G::NAME);
            return Err(Fault::Failed(message.into()));
        };
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let (agent, seat) = (&mut self.agent, self.seat);
        let chosen = agent.decide_until(view, seat, &legal, &mut self.rng, stop)?;
        let is_it = |action: &G::Action| *action == chosen;
        if let Some(place) = legal.iter().position(is_it) {
            return Ok(place);
        }
        let mut left_out = Vec::new();
        view.left_out(&mut left_out);
        let place = left_out.iter().position(is_it).map(|place| legal.len() + place);
        place.ok_or_else(|| Fault::illegal::<G>(chosen.to_string(), seat, &legal))
    }

    fn end(&mut self, result: &TeamResult) {
        self.agent.end(result);
    }
}
