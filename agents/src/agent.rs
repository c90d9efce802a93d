//! Who plays: the contract every agent keeps, and the agent that plays at random.

use std::sync::atomic::{AtomicBool, Ordering};

use heist_engine::game::{ApplyError, Game, Node, Seat, TeamResult};
use heist_engine::random::{self, Generator};
use heist_engine::record::Step;

/// What an agent may know before the first step of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Start<'a, G: Game> {
    /// The completed setup.
    pub setup: &'a G::Setup,
    /// How many seats play.
    pub seats: usize,
    /// The agent's own seat.
    pub seat: Seat,
    /// The seed of the generator that [`Agent::decide`] is given: [`random::from_seed`] makes the same one, for
    /// agents that are other programs.
    pub seed: u64,
}

/// Why an agent has no action to give: the game cannot go on with it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// It chose what is not legal.
    #[error("{0}")]
    Illegal(Box<ApplyError>),
    /// It broke down; the text says how.
    #[error("{0}")]
    Failed(Box<str>),
    /// It cannot play at all, in this game or another; the text says why. A run of games ends with it.
    #[error("{0}")]
    Unable(Box<str>),
}

impl Fault {
    /// The action that `seat` chose in `view`, if it is one of the `legal` ones there, or one that the rules allow and
    /// the setup's mode has [left out](Game::left_out).
    ///
    /// # Errors
    /// [`Fault::Illegal`] if it is not.
    #[inline]
    pub fn unless_accepted<G: Game>(
        action: G::Action,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
    ) -> Result<G::Action, Fault> {
        if legal.contains(&action) || view.accepts(action) {
            Ok(action)
        } else {
            Err(Fault::illegal::<G>(action.to_string(), seat, legal))
        }
    }

    /// The fault of having chosen `given`, in notation, which is none of the `legal` actions.
    pub fn illegal<G: Game>(given: String, seat: Seat, legal: &[G::Action]) -> Fault {
        Fault::Illegal(Box::new(ApplyError {
            given,
            node: Node::Decision(seat),
            is_left_out: false,
            legal: legal.iter().map(ToString::to_string).collect(),
        }))
    }
}

/// Flags of those who may want work to end early.
pub type Stop<'a> = &'a [&'a AtomicBool];

/// Whether any of the flags is set.
#[inline]
pub fn is_stopped(stop: Stop<'_>) -> bool {
    stop.iter().any(|flag| flag.load(Ordering::Relaxed))
}

/// A player of one seat.
///
/// [`decide`](Agent::decide) is the fast path, the one the arena and rollouts take: a view in, one action out
/// and no account of the reasons. What an agent can say about a position at length (values, errors, the line it
/// expects) is no part of it, so that an agent without an analysis costs nothing.
///
/// An agent lives for one game and one seat; the arena makes a new one for each. What it remembers is therefore
/// what this seat has seen in this game, and no figure depends on the order in which games were played.
///
/// The driver of a game calls [`begin`](Agent::begin) once, then [`observe`](Agent::observe) and `decide` as the game
/// goes, then [`end`](Agent::end) if the game came to its end by the rules. All but `decide` do nothing unless an
/// agent says otherwise.
pub trait Agent<G: Game>: Send {
    /// Makes sure that the agent can play at all, before a run of many games; returns soon once `stop` is set. An agent
    /// that is asked need not be the one that plays, but what it found is there for all of its kind.
    ///
    /// Agents that are part of this program can.
    ///
    /// # Errors
    /// [`Fault::Unable`] when it cannot.
    fn stand_by(&mut self, _stop: Stop<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// A game begins. `start` holds nothing that the seat could not know.
    ///
    /// # Errors
    /// When the agent cannot play it.
    fn begin(&mut self, _start: &Start<'_, G>) -> Result<(), Fault> {
        Ok(())
    }

    /// Begins as [`begin`](Agent::begin) does, and returns soon once `stop` is set. What it returns then means nothing:
    /// whoever set the flag gives the game up.
    ///
    /// Agents that begin at once leave it as it is.
    ///
    /// # Errors
    /// As [`begin`](Agent::begin).
    fn begin_until(&mut self, start: &Start<'_, G>, _stop: Stop<'_>) -> Result<(), Fault> {
        self.begin(start)
    }

    /// Whether the agent wants to observe every step. Asked once per game, after [`begin`](Agent::begin).
    fn watches(&self) -> bool {
        false
    }

    /// A step that was taken, as the agent's seat saw it ([`Step::observed`]): its own actions, those of others and
    /// chance. Called only if the agent [`watches`](Agent::watches).
    fn observe(&mut self, _step: Step<G>) {}

    /// One of the `legal` actions for `seat`.
    ///
    /// `view` is the seat's information state, never the world. `legal` is what `view` lists, never empty, in
    /// the game's order. All randomness comes from `rng`: the same views and the same stream give the same
    /// actions.
    ///
    /// # Errors
    /// When the agent has no action to give. The game is over then, and the agent is not asked again.
    fn decide(&mut self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> Result<G::Action, Fault>;

    /// Decides as [`decide`](Agent::decide) does, and returns soon once `stop` is set. What it returns then, action or
    /// fault, means nothing: whoever set the flag gives the game up.
    ///
    /// Agents that decide quickly leave it as it is.
    ///
    /// # Errors
    /// As [`decide`](Agent::decide).
    fn decide_until(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        _stop: Stop<'_>,
    ) -> Result<G::Action, Fault> {
        self.decide(view, seat, legal, rng)
    }

    /// The game came to its end.
    fn end(&mut self, _result: &TeamResult) {}
}

/// Makes agents of one kind, each without a memory. What is costly to load is loaded once, when the
/// factory is made.
pub type Factory<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// Plays uniformly at random among the legal actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RandomAgent;

impl<G: Game> Agent<G> for RandomAgent {
    fn decide(&mut self, _: &G, _: Seat, legal: &[G::Action], rng: &mut Generator) -> Result<G::Action, Fault> {
        Ok(random::choose(rng, legal))
    }
}
