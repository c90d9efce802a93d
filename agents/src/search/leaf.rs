//! What a search takes a position to be worth where its tree ends.

use std::sync::Arc;

use heist_engine::game::{Game, Seat};
use heist_engine::random::Generator;

use super::rollout::Rollout;
use crate::evaluator::Evaluator;

/// The value of a leaf: the end of a rollout, an evaluator's value of the position as it stands, or a blend of both.
#[derive(Clone, Debug)]
pub enum Leaf<G: Game> {
    /// Where a rollout ends.
    Rollout(Rollout<G>),
    /// The value of the position as it stands.
    Estimate(Arc<dyn Evaluator<G>>),
    /// A share of that value, the rest from the rollout.
    ///
    /// D. Silver and others, "Mastering the Game of Go with Deep Neural Networks and Tree Search", Nature 529 (2016),
    /// mixes the two so.
    Blend {
        /// The rollout.
        rollout: Rollout<G>,
        /// Who values the position as it stands.
        estimate: Arc<dyn Evaluator<G>>,
        /// The share of that value, 0 to 1.
        share: f64,
    },
}

impl<G: Game> Leaf<G> {
    /// The value of a state, 0 to 1, in which `seat` decides, unless it is an end; `turn` is where the search began,
    /// from which the turns of a rollout are counted. `legal` is a buffer.
    pub fn value(&self, state: &G, seat: Seat, turn: u32, rng: &mut Generator, legal: &mut Vec<G::Action>) -> f64 {
        if let Some(reward) = state.reward() {
            return reward;
        }
        match self {
            Leaf::Rollout(rollout) => rollout.play(state.clone(), turn, rng, legal),
            Leaf::Estimate(estimate) => estimate.value(state, seat),
            Leaf::Blend {
                rollout,
                estimate,
                share,
            } => share * estimate.value(state, seat) + (1.0 - share) * rollout.play(state.clone(), turn, rng, legal),
        }
    }
}
