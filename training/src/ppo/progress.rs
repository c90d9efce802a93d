//! What rounds of a policy gradient come to, and what all its trainers can do.

use std::path::Path;

use serde::Serialize;

use super::checkpoint::ResumeError;
use super::config::PolicyGradientError;
use super::lanes::Finished;

/// What a round of updates came to.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Progress {
    /// Updates so far.
    pub updates: usize,
    /// Decisions that were learnt from so far.
    pub decisions: u64,
    /// Games that ended in this round.
    pub games: u64,
    /// The mean value of their results; moves were drawn by their chances.
    pub sampled: f64,
    /// The mean entropy of the policy, in nats.
    pub entropy: f64,
    /// By how much an update changed the policy: the mean logarithm of old chances to new ones.
    pub divergence: f64,
    /// The critic's mean cross-entropy.
    pub critic_loss: f64,
    /// The mean value of results in deals apart, playing the likeliest moves of the averaged network.
    pub greedy: f64,
}

impl std::fmt::Display for Progress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Progress {
            updates,
            decisions,
            sampled,
            greedy,
            entropy,
            ..
        } = self;
        let millions = *decisions as f64 / 1e6;
        write!(
            f,
            "after {updates} updates, {millions:.2} million decisions: {:.1}% won by drawn moves, {:.1}% by the \
             likeliest ones; entropy {entropy:.3}",
            100.0 * sampled,
            100.0 * greedy
        )
    }
}

/// Sums of what decisions came to when they were learnt from.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Sums {
    /// How many there are in the sums.
    pub count: f64,
    /// Entropies of the policy.
    pub entropy: f64,
    /// Logarithms of old chances to new ones.
    pub divergence: f64,
    /// The critic's cross-entropies.
    pub critic_loss: f64,
}

impl Sums {
    pub fn add(&mut self, others: &Sums) {
        self.count += others.count;
        self.entropy += others.entropy;
        self.divergence += others.divergence;
        self.critic_loss += others.critic_loss;
    }

    /// What a round came to.
    pub fn progress(&self, updates: usize, decisions: usize, finished: &[Finished], greedy: f64) -> Progress {
        let count = self.count.max(1.0);
        Progress {
            updates,
            decisions: decisions as u64,
            games: finished.len() as u64,
            sampled: finished.iter().map(|game| game.value).sum::<f64>() / finished.len().max(1) as f64,
            entropy: self.entropy / count,
            divergence: self.divergence / count,
            critic_loss: self.critic_loss / count,
            greedy,
        }
    }
}

/// A team that learns by playing with itself.
pub trait PolicyTrainer {
    /// Updates so far.
    fn updates(&self) -> usize;

    /// A round of updates, or fewer if there are no more up to `goal`. It begins with new deals, so that it depends on
    /// nothing but the weights, the optimisers' state and the number of updates. `tell` is called after each update,
    /// and ends the round early by answering `false`; what the round came to is then not told.
    ///
    /// # Errors
    /// When a setup drawn for a deal is not playable, or the weights are no numbers any more.
    fn round(
        &mut self,
        goal: usize,
        tell: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<Progress>, PolicyGradientError>;

    /// Writes everything that is needed to go on, and the network, as a folder: whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    fn save(&self, folder: &Path) -> Result<(), ResumeError>;

    /// Goes on from a folder that [`save`](PolicyTrainer::save) wrote with the same settings and seed.
    ///
    /// # Errors
    /// When it is damaged or of another run.
    fn restore(&mut self, folder: &Path) -> Result<(), ResumeError>;
}
