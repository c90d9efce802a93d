//! What a search takes a position to be worth where its tree ends.

use heist_engine::game::Game;
use heist_engine::random::Generator;

use super::rollout::Rollout;
use crate::heuristics::Evaluation;

/// The value of a leaf: the end of a rollout, an estimate made on the spot, or a blend of both.
#[derive(Clone, Debug)]
pub enum Leaf<G: Game> {
    /// Where a rollout ends.
    Rollout(Rollout<G>),
    /// The estimate of the position as it stands.
    Estimate(Evaluation<G>),
    /// A share of the estimate, the rest from the rollout.
    ///
    /// D. Silver and others, "Mastering the Game of Go with Deep Neural Networks and Tree Search", Nature 529 (2016), mixes
    /// the two so.
    Blend {
        /// The rollout.
        rollout: Rollout<G>,
        /// The estimate.
        estimate: Evaluation<G>,
        /// The estimate's share, 0 to 1.
        share: f64,
    },
}

impl<G: Game> Leaf<G> {
    /// The value of a state, 0 to 1; `turn` is where the search began, from which the turns of a rollout are counted.
    /// `legal` is a buffer.
    pub fn value(&self, state: G, turn: u32, rng: &mut Generator, legal: &mut Vec<G::Action>) -> f64 {
        if let Some(result) = state.result() {
            return result.value;
        }
        match self {
            Leaf::Rollout(rollout) => rollout.play(state, turn, rng, legal),
            Leaf::Estimate(estimate) => estimate(&state),
            Leaf::Blend {
                rollout,
                estimate,
                share,
            } => share * estimate(&state) + (1.0 - share) * rollout.play(state, turn, rng, legal),
        }
    }
}
