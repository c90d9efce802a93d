//! The decisions of a step, as a network reads them, with what is learned from them.

use super::input::{Input, Siblings};
use super::sample::Sample;

/// Some decisions. Their positions come first, then those after their moves, decision by decision.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Batch {
    /// The positions.
    pub input: Input,
    /// What is learned.
    pub targets: Targets,
}

/// What is learned from a batch. Lists of moves have one number for each sibling of the input, other lists one for each
/// decision.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Targets {
    /// The decision of each move, as its place in the batch.
    pub decisions: Vec<i64>,
    /// How much better a move is than the reference.
    pub differences: Vec<f32>,
    /// The standard errors of the differences.
    pub errors: Vec<f32>,
    /// The shares of the moves in the reference of their decision.
    pub references: Vec<f32>,
    /// The values of the results.
    pub results: Vec<f32>,
    /// What is lost of the stake until the next round, the turns left, and the figures, in standard deviations from the
    /// mean.
    pub later: Vec<f32>,
    /// What the policy learns, if anything.
    pub policy: Option<PolicyTargets>,
}

/// What a policy learns from a batch: tables with a row a decision, of the width of the longest list of legal actions.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct PolicyTargets {
    /// The width of the tables.
    pub width: usize,
    /// The legal actions as indices of the action space; 0 where a list has ended.
    pub legal: Vec<i64>,
    /// Whether there is a legal action.
    pub is_legal: Vec<bool>,
    /// How likely each should be.
    pub likelihoods: Vec<f32>,
    /// How much each decision counts; 0 for one that a policy learns nothing from.
    pub weights: Vec<f32>,
}

/// Means and standard deviations of what comes later, over all that is learned from. They turn losses and turns, which
/// differ in size, into numbers that a network learns alike.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Scales {
    means: Vec<f64>,
    deviations: Vec<f64>,
}

impl Scales {
    /// Those of some samples, all of one game.
    pub fn of(samples: &[Sample]) -> Scales {
        let Some(first) = samples.first() else {
            return Scales::default();
        };
        let width = first.later.len();
        let count = samples.len() as f64;
        let mut means = vec![0.0; width];
        let mut deviations = vec![0.0; width];
        for sample in samples {
            for (mean, &number) in means.iter_mut().zip(&sample.later) {
                *mean += f64::from(number) / count;
            }
        }
        for sample in samples {
            for ((deviation, mean), &number) in deviations.iter_mut().zip(&means).zip(&sample.later) {
                *deviation += (f64::from(number) - mean).powi(2) / count;
            }
        }
        // What never differs is learned as 0.
        deviations
            .iter_mut()
            .for_each(|deviation| *deviation = deviation.sqrt().max(1e-6));
        Scales { means, deviations }
    }
}

impl Batch {
    /// A batch of samples.
    pub fn new<'a>(samples: impl Iterator<Item = &'a Sample> + Clone, scales: &Scales) -> Batch {
        let mut batch = Batch::default();
        let (mut dense, mut base) = (Vec::new(), Vec::new());
        let mut siblings = Siblings::default();
        let targets = &mut batch.targets;
        for sample in samples.clone() {
            batch
                .input
                .positions
                .push_list(|bags| sample.lists().next(|feature| bags.push(feature)));
            base.push(sample.base[0]);
            dense.extend_from_slice(&sample.dense[..sample.dense.len() / sample.positions()]);
            targets.results.push(sample.result);
            let scales = scales.means.iter().zip(&scales.deviations);
            let later = sample.later.iter().zip(scales);
            targets
                .later
                .extend(later.map(|(&number, (mean, deviation))| ((f64::from(number) - mean) / deviation) as f32));
        }
        for (decision, sample) in samples.clone().enumerate() {
            let mut lists = sample.lists();
            lists.next(|_| {});
            for valued in &sample.moves {
                siblings.parents.push(decision as i32);
                let signs = &mut siblings.signs;
                siblings.changes.push_list(|changes| {
                    for sign in [-1.0, 1.0] {
                        lists.next(|feature| {
                            changes.push(feature);
                            signs.push(sign);
                        });
                    }
                });
                targets.decisions.push(decision as i64);
                targets.differences.push(valued.difference);
                targets.errors.push(valued.error);
                targets.references.push(valued.reference);
            }
            base.extend_from_slice(&sample.base[1..]);
            dense.extend_from_slice(&sample.dense[sample.dense.len() / sample.positions()..]);
        }
        targets.policy = policy(samples);
        batch.input.siblings = (!siblings.parents.is_empty()).then_some(siblings);
        batch.input.dense = (!dense.is_empty()).then_some(dense);
        batch.input.base = Some(base);
        batch
    }

    /// The number of decisions.
    pub fn decisions(&self) -> usize {
        self.targets.results.len()
    }
}

fn policy<'a>(samples: impl Iterator<Item = &'a Sample> + Clone) -> Option<PolicyTargets> {
    let rows = samples.map(|sample| sample.policy.as_ref());
    let width = rows.clone().flatten().map(|row| row.legal.len()).max()?;
    let mut targets = PolicyTargets {
        width,
        ..PolicyTargets::default()
    };
    for row in rows {
        let legal = row.map_or(&[][..], |row| &row.legal);
        targets.weights.push(row.map_or(0.0, |row| row.weight));
        for place in 0..width {
            let (action, likelihood) = legal.get(place).copied().unwrap_or_default();
            targets.legal.push(action.into());
            // A row of nothing has one entry, so that its softmax is a number; it counts for nothing.
            targets.is_legal.push(place < legal.len().max(1));
            targets.likelihoods.push(likelihood);
        }
    }
    Some(targets)
}
