//! Agents without the game's types, for programs that play games of any kind one step at a time.

use heist_engine::any::{AnySetup, AnyState, AnyStep};
use heist_engine::game::{Game, NotationError, Seat, TeamResult};
use heist_engine::random::{self, Generator};
use heist_engine::with_setup;

use crate::agent::{Agent, Fault, Start, Stop};
use crate::spec::{Spec, SpecError, build};

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

/// The agent of a spec in a seat, after [`Agent::begin_until`].
///
/// # Errors
/// When the spec gives no agent for the game, or the agent cannot play it.
pub fn seated(spec: &Spec, start: &AnyStart<'_>, stop: Stop<'_>) -> Result<Box<dyn AnyAgent>, SeatingError> {
    with_setup!(start.setup, G, setup => {
        let mut agent = build::<G>(spec)?;
        let start_of_game = Start {
            setup,
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
    })
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
