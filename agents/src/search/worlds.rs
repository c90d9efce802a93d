//! Which worlds a search samples from what its seat knows.

use heist_engine::game::{Fill, Game, Seat};
use heist_engine::random::{self, Generator};

use super::holds_all;
use crate::heuristics::Likelihood;

/// What a search believes of the things that other seats hold in private.
#[derive(Clone, Copy, Debug)]
pub enum Belief<G: Game> {
    /// Every world that agrees with what its seat knows is as likely as the deal makes it, whatever the others did.
    Uniform,
    /// The others chose as a model of them does: worlds in which they were likely to do what they did are likelier.
    Partners(Likelihood<G>),
}

/// How many worlds are drawn for one that is taken, each with a probability in proportion to its likelihood: sampling
/// and importance resampling (D. Rubin, "Using the SIR Algorithm to Simulate Posterior Distributions", Bayesian
/// Statistics 3, 1988). The more, the nearer to the posterior.
const CANDIDATES: usize = 16;

impl<G: Game> Belief<G> {
    /// Fills the holes of `state` as `seat` believes them to be filled. `state` holds what the seat knows.
    pub fn fill(&self, state: &mut G, seat: Seat, fill: Fill, rng: &mut Generator) {
        let Belief::Partners(likelihood) = self else {
            return state.determinize(fill, rng);
        };
        if holds_all(state) {
            return state.determinize(fill, rng);
        }
        let mut weights = [0.0; CANDIDATES];
        let candidates: [G; CANDIDATES] = std::array::from_fn(|number| {
            let mut world = state.clone();
            world.determinize(Fill::Private, rng);
            weights[number] = likelihood(&world, seat, rng);
            world
        });
        *state = candidates[random::choose_weighted(rng, &weights)].clone();
        // What nobody knows cannot have influenced any decision: given what is private it is as likely as before.
        state.determinize(fill, rng);
    }
}
