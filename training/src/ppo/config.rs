//! How a policy gradient is run.

use serde::{Deserialize, Serialize};

use crate::learn::architecture::Activation;

/// Settings of proximal policy optimisation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct PolicyGradient {
    /// How many games are played side by side.
    pub lanes: usize,
    /// Decisions per lane between two updates.
    pub horizon: usize,
    /// Updates in which the actor learns to play as the game's expert, before it plays itself.
    pub clone_updates: usize,
    /// Updates of self-play after those.
    pub updates: usize,
    /// How often each decision of an update is learnt from.
    pub epochs: usize,
    /// Decisions per step of the optimiser.
    pub batch: usize,
    /// Learning rate of the first update of self-play; it falls in a straight line to a twentieth.
    pub rate: f64,
    /// Learning rate while the expert is cloned.
    pub clone_rate: f64,
    /// By how much the ratio of chances, new to old, may leave 1 before a decision has no more weight.
    pub clip: f64,
    /// Weight of the entropy of the policy; it falls in a straight line to 0.
    pub entropy: f64,
    /// Decay of generalised advantages.
    pub lambda: f32,
    /// The longest gradient; longer ones are shortened.
    pub longest_gradient: f64,
    /// The share of the averaged weights that a step of the optimiser keeps.
    pub average: f64,
    /// Widths of the actor's hidden layers.
    pub hidden: Vec<usize>,
    /// Widths of the critic's hidden layers.
    pub critic_hidden: Vec<usize>,
    /// What follows the actor's hidden layers.
    pub activation: Activation,
    /// Updates per round: after each the network is kept and evaluated, and a run can be resumed from there.
    pub round: usize,
    /// Deals in which the network is evaluated after each round, playing its likeliest move.
    pub evaluation_games: usize,
}

impl Default for PolicyGradient {
    fn default() -> Self {
        PolicyGradient {
            lanes: 1024,
            horizon: 16,
            clone_updates: 60,
            updates: 1200,
            epochs: 2,
            batch: 4096,
            rate: 1e-3,
            clone_rate: 2e-3,
            clip: 0.2,
            entropy: 0.01,
            lambda: 0.95,
            longest_gradient: 0.5,
            average: 0.995,
            hidden: vec![128, 64],
            critic_hidden: vec![128, 64],
            activation: Activation::Relu,
            round: 60,
            evaluation_games: 4000,
        }
    }
}

impl PolicyGradient {
    /// Steps of the optimisers per update.
    pub fn steps_per_update(&self) -> usize {
        self.epochs * (self.lanes * self.horizon).div_ceil(self.batch)
    }
}
