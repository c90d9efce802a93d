//! What a policy that scores moves learns from.

use heist_agents::network::{MoveNumbers, MoveScorer};

/// A decision that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// What the actor saw.
    pub seen: MoveNumbers,
    /// What the critic saw: a single row with the numbers of the decision.
    pub position: MoveNumbers,
    /// The chances with which the teacher plays each move, while it teaches.
    pub target: Option<Vec<f32>>,
    /// The place of the move that was played.
    pub played: usize,
    /// The logarithm of the chance with which it was played.
    pub log_chance: f32,
    /// How much better it turned out than the critic expected.
    pub advantage: f32,
    /// What the critic should have said, from 0 to 1.
    pub value: f32,
}

/// The numbers of a decision as those of a single move, which a scorer without numbers of decisions reads: the critic.
pub fn position(seen: &MoveNumbers) -> MoveNumbers {
    MoveNumbers {
        context: Vec::new(),
        moves: seen.context.clone(),
        ends: vec![seen.context.len() as u32],
        ruled_out: Vec::new(),
    }
}

/// Buffers for scores.
#[derive(Clone, Default, Debug)]
pub struct Scores {
    /// Sums of hidden units, a row per move.
    pub sums: Vec<f32>,
    /// Log odds, or logarithms of chances.
    pub of_moves: Vec<f32>,
}

impl Scores {
    /// The chance of a win as the critic sees it.
    pub fn value(&mut self, critic: &MoveScorer, position: &MoveNumbers) -> f32 {
        self.of_moves.clear();
        critic.logits(position, &mut self.sums, &mut self.of_moves);
        self.of_moves.first().map_or(0.0, |&logit| 1.0 / (1.0 + (-logit).exp()))
    }

    /// The logarithms of the chances of moves.
    pub fn log_chances(&mut self, actor: &MoveScorer, seen: &MoveNumbers) -> &[f32] {
        self.of_moves.clear();
        actor.logits(seen, &mut self.sums, &mut self.of_moves);
        log_softmax(&mut self.of_moves);
        &self.of_moves
    }
}

/// Turns log odds into the logarithms of chances.
pub fn log_softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
    let all = most + sum.ln();
    logits.iter_mut().for_each(|logit| *logit -= all);
}
