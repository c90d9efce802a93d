//! What is minimised.

use tch::{Kind, Reduction, Tensor};

use super::batch::Targets;
use super::config::LossConfig;
use super::metrics::Losses;
use super::model::{Model, Output};

/// What logits of actions that are not legal are lowered by: their likelihood is 0 in single precision.
const ILLEGAL: f64 = -1e9;

/// The losses of a batch.
#[derive(Debug)]
pub struct Loss {
    /// What is minimised.
    pub total: Tensor,
    /// Its parts, each a mean over decisions without its weight.
    difference: Option<Tensor>,
    result: Option<Tensor>,
    auxiliary: Option<Tensor>,
    policy: Option<Tensor>,
}

impl Loss {
    /// The losses of what a network says about a batch.
    ///
    /// Differences and results are weighed as their log likelihoods are: half the square of an error over its variance
    /// beside a cross-entropy, so that with weights of 1 each counts for what it tells.
    pub fn of(model: &Model, output: &Output, targets: &Targets, config: &LossConfig) -> Loss {
        let difference = difference(model, output, targets, config);
        let result = result(model, output, targets);
        let auxiliary = auxiliary(model, output, targets);
        let policy = policy(model, output, targets);
        let weighted = [
            (&difference, config.difference),
            (&result, config.result),
            (&auxiliary, config.auxiliary),
            (&policy, config.policy),
        ];
        let parts = weighted
            .into_iter()
            .filter_map(|(part, weight)| part.as_ref().map(|part| part * weight));
        Loss {
            total: parts.reduce(|sum, part| sum + part).unwrap_or(Tensor::from(0.0f32)),
            difference,
            result,
            auxiliary,
            policy,
        }
    }

    /// The losses as numbers.
    pub fn numbers(&self) -> Losses {
        let number = |part: &Option<Tensor>| part.as_ref().map_or(0.0, |part| part.double_value(&[]));
        Losses {
            total: self.total.double_value(&[]),
            difference: number(&self.difference),
            result: number(&self.result),
            auxiliary: number(&self.auxiliary),
            policy: number(&self.policy),
        }
    }
}

/// Half the squared errors of the differences over their variances, a decision.
fn difference(model: &Model, output: &Output, targets: &Targets, config: &LossConfig) -> Option<Tensor> {
    if targets.differences.is_empty() {
        return None;
    }
    let decisions = targets.results.len() as i64;
    let siblings = targets.differences.len() as i64;
    let values = output.value.as_ref()?.narrow(0, decisions, siblings).sigmoid();
    let parents = model.tensor(&targets.decisions);
    let shares = &values * model.tensor(&targets.references);
    let reference = shares
        .new_zeros([decisions], (Kind::Float, shares.device()))
        .index_add(0, &parents, &shares);
    let errors = values - reference.index_select(0, &parents) - model.tensor(&targets.differences);
    let floor = config.error_floor.powi(2);
    let scales: Vec<f32> = targets
        .errors
        .iter()
        .map(|&error| (1.0 / (f64::from(error).powi(2) + floor).sqrt()) as f32)
        .collect();
    let errors = errors * model.tensor(&scales);
    let sum = errors.huber_loss(&errors.zeros_like(), Reduction::Sum, config.huber);
    Some(sum / decisions as f64)
}

/// The cross-entropy of the results at the decisions.
fn result(model: &Model, output: &Output, targets: &Targets) -> Option<Tensor> {
    let decisions = targets.results.len() as i64;
    let logits = output.value.as_ref()?.narrow(0, 0, decisions);
    let results = model.tensor(&targets.results);
    Some(logits.binary_cross_entropy_with_logits(&results, None::<&Tensor>, None::<&Tensor>, Reduction::Mean))
}

/// Half the squared errors of what comes later, in standard deviations, over all heads that there are.
fn auxiliary(model: &Model, output: &Output, targets: &Targets) -> Option<Tensor> {
    let decisions = targets.results.len() as i64;
    let later = model.tensor(&targets.later).view([decisions, -1]);
    let figures = (later.size()[1] - 2).max(0);
    let heads = [
        (&output.stake, 0, 1),
        (&output.turns, 1, 1),
        (&output.figures, 2, figures),
    ];
    let errors = heads.into_iter().filter_map(|(head, start, width)| {
        let error = head.as_ref()? - later.narrow(1, start, width);
        Some(error.square().sum(Kind::Float) * (0.5 / decisions as f64))
    });
    errors.reduce(|sum, error| sum + error)
}

/// The cross-entropy of the policy over the legal actions.
fn policy(model: &Model, output: &Output, targets: &Targets) -> Option<Tensor> {
    let (logits, targets) = (output.policy.as_ref()?, targets.policy.as_ref()?);
    let shape = [-1, targets.width as i64];
    let legal = legal_logits(model, logits, &targets.legal, &targets.is_legal, targets.width);
    let likelihoods = model.tensor(&targets.likelihoods).view(shape);
    let entropies = (legal.log_softmax(1, Kind::Float) * likelihoods).sum_dim_intlist(1, false, Kind::Float);
    let weights = model.tensor(&targets.weights);
    Some(-(entropies * weights).mean(Kind::Float))
}

/// The logits of legal actions, `[decisions, width]`; where a list of them has ended, logits of which the softmax is 0.
pub fn legal_logits(model: &Model, logits: &Tensor, legal: &[i64], is_legal: &[bool], width: usize) -> Tensor {
    let shape = [-1, width as i64];
    let places = model.tensor(legal).view(shape);
    let is_illegal = model.tensor(is_legal).view(shape).logical_not();
    logits.gather(1, &places, false).masked_fill(&is_illegal, ILLEGAL)
}
