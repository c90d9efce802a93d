//! How good a network is on decisions that it has not learned from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::batch::{PolicyTargets, Targets};

/// Losses as numbers: means over decisions, the parts without their weights.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Losses {
    /// What is minimised.
    pub total: f64,
    /// Half the squared errors of the differences over their variances.
    pub difference: f64,
    /// The cross-entropy of the results.
    pub result: f64,
    /// Half the squared errors of what comes later.
    pub auxiliary: f64,
    /// The cross-entropy of the policy.
    pub policy: f64,
}

impl Losses {
    /// Adds others, so many times.
    pub fn add(&mut self, others: &Losses, times: f64) {
        self.total += others.total * times;
        self.difference += others.difference * times;
        self.result += others.result * times;
        self.auxiliary += others.auxiliary * times;
        self.policy += others.policy * times;
    }

    /// All divided by a number.
    pub fn over(&self, count: f64) -> Losses {
        let mut losses = Losses::default();
        losses.add(self, 1.0 / count);
        losses
    }
}

/// Sums over held-out decisions, of which [`HeldOut::report`] makes the measures.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct HeldOut {
    losses: Losses,
    decisions: f64,
    /// Weighted squares of the differences, of their errors, and of the standard errors with which they are known.
    squares: f64,
    errors: f64,
    noise: f64,
    /// Differences of at least two standard errors, and those of which the sign is right.
    clear: f64,
    right: f64,
    /// Decisions with valued moves, and those whose best move is the same.
    compared: f64,
    best: f64,
    /// Squared errors of the results.
    brier: f64,
    /// Decisions with a policy, and those where it prefers the same move.
    policies: f64,
    preferred: f64,
}

impl HeldOut {
    /// Adds a batch: its losses, the values of all its positions, if there are any, and the logits of its legal
    /// actions.
    pub fn add(
        &mut self,
        targets: &Targets,
        losses: &Losses,
        values: Option<&[f32]>,
        policy: Option<(&PolicyTargets, &[f32])>,
        error_floor: f64,
    ) {
        let decisions = targets.results.len();
        self.decisions += decisions as f64;
        self.losses.add(losses, decisions as f64);
        if let Some(values) = values {
            let (roots, siblings) = values.split_at(decisions);
            for (value, result) in roots.iter().zip(&targets.results) {
                self.brier += f64::from(value - result).powi(2);
            }
            self.add_differences(targets, siblings, error_floor);
        }
        if let Some((targets, logits)) = policy {
            for (row, weight) in targets.weights.iter().enumerate() {
                if *weight > 0.0 {
                    let cells = row * targets.width..(row + 1) * targets.width;
                    let wanted = greatest(targets.likelihoods[cells.clone()].iter().copied());
                    self.policies += 1.0;
                    self.preferred += f64::from(u8::from(wanted == greatest(logits[cells].iter().copied())));
                }
            }
        }
    }

    fn add_differences(&mut self, targets: &Targets, values: &[f32], error_floor: f64) {
        let mut start = 0;
        while start < values.len() {
            let decision = targets.decisions[start];
            let length = targets.decisions[start..]
                .iter()
                .take_while(|&&other| other == decision)
                .count();
            let moves = start..start + length;
            start = moves.end;
            let reference: f32 = moves.clone().map(|at| values[at] * targets.references[at]).sum();
            for at in moves.clone() {
                // The move that others are compared with says nothing.
                if targets.references[at] == 1.0 {
                    continue;
                }
                let (known, error) = (f64::from(targets.differences[at]), f64::from(targets.errors[at]));
                let said = f64::from(values[at] - reference);
                let weight = 1.0 / (error.powi(2) + error_floor.powi(2));
                self.squares += weight * known.powi(2);
                self.errors += weight * (said - known).powi(2);
                self.noise += weight * error.powi(2);
                if known.abs() > 2.0 * error {
                    self.clear += 1.0;
                    self.right += f64::from(u8::from(said * known > 0.0));
                }
            }
            self.compared += 1.0;
            let wanted = greatest(targets.differences[moves.clone()].iter().copied());
            self.best += f64::from(u8::from(wanted == greatest(values[moves].iter().copied())));
        }
    }

    /// The measures by name; those of which there is nothing to measure are left out.
    pub fn report(&self) -> BTreeMap<&'static str, f64> {
        let losses = self.losses.over(self.decisions.max(1.0));
        let mut report = BTreeMap::from([("loss", losses.total), ("decisions", self.decisions)]);
        if self.brier > 0.0 {
            report.insert("result_loss", losses.result);
            report.insert("auxiliary_loss", losses.auxiliary);
            report.insert("brier", self.brier / self.decisions);
        }
        if self.squares > 0.0 {
            report.insert("difference_loss", losses.difference);
            report.insert("difference_r2", 1.0 - self.errors / self.squares);
            report.insert("difference_r2_limit", 1.0 - self.noise / self.squares);
            report.insert("best_move", self.best / self.compared);
        }
        if self.clear > 0.0 {
            report.insert("sign", self.right / self.clear);
        }
        if self.policies > 0.0 {
            report.insert("policy_loss", losses.policy);
            report.insert("policy_agreement", self.preferred / self.policies);
        }
        report
    }
}

/// The place of the greatest number, the first of equal ones.
fn greatest(numbers: impl Iterator<Item = f32>) -> Option<usize> {
    let mut best = None;
    for (place, number) in numbers.enumerate() {
        if best.is_none_or(|(_, greatest)| number > greatest) {
            best = Some((place, number));
        }
    }
    best.map(|(place, _)| place)
}
