//! Who plays: the contract every agent keeps, and the agent that plays at random.

use heist_engine::game::{Game, Seat};
use heist_engine::random::{self, Generator};

/// A player of one seat.
///
/// [`decide`](Agent::decide) is the fast path, the one the arena and rollouts take: a view in, one action out
/// and no account of the reasons. What an agent can say about a position at length (values, errors, the line it
/// expects) is no part of it, so that an agent which has nothing to say costs nothing.
///
/// An agent lives for one game and one seat; the arena makes a new one for each. What it remembers is therefore
/// what this seat has seen in this game, and no figure depends on the order in which games were played.
pub trait Agent<G: Game>: Send {
    /// One of the `legal` actions for `seat`.
    ///
    /// `view` is the seat's information state, never the world. `legal` is what `view` lists, never empty, in
    /// the game's order. All randomness comes from `rng`: the same views and the same stream give the same
    /// actions.
    fn decide(&mut self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action;
}

/// Makes agents of one kind, each without a memory. What is costly to load is loaded once, by whoever makes the
/// factory.
pub type Factory<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// Plays uniformly at random among the legal actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RandomAgent;

impl<G: Game> Agent<G> for RandomAgent {
    fn decide(&mut self, _view: &G, _seat: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action {
        random::choose(rng, legal)
    }
}
