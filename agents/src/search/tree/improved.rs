//! The policy that the simulations of a decision lead to: the priors, moved towards what turned out well.
//!
//! I. Danihelka, A. Guez, J. Schrittwieser and D. Silver, "Policy improvement by planning with Gumbel", ICLR 2022:
//! equations 8, 10 and 11 and appendix D. `mctx` (its `qtransform_completed_by_mix_value` without rescaling) is the
//! model.

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried {
    /// Its prior probability.
    pub prior: f32,
    /// How often it was tried.
    pub visits: u64,
    /// The mean value of the tries.
    pub value: f64,
}

/// How far values move a policy: a value `q` adds `(visits + most) * scale * q` to the logarithm of the prior, `most`
/// being how often the move tried most was tried. So values count for more, the more tries there were.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Improvement {
    /// The tries that values are taken to rest on before the first one.
    pub visits: f64,
    /// The factor of the whole.
    pub scale: f64,
}

/// The logarithm of a prior of 0, nearly.
const LEAST_PRIOR: f64 = f32::MIN_POSITIVE as f64;

/// The value that moves are taken to have before they are tried: a mean of the node's own value and of the moves tried,
/// weighted by their priors. The more tries, the less the node's own value counts; it may be unknown, not a number.
pub fn untried_value(moves: &[Tried], own: f64) -> f64 {
    let (mut visits, mut weights, mut sum) = (0, 0.0, 0.0);
    for tried in moves.iter().filter(|tried| tried.visits > 0) {
        let weight = f64::from(tried.prior).max(LEAST_PRIOR);
        visits += tried.visits;
        weights += weight;
        sum += weight * tried.value;
    }
    match visits {
        0 if own.is_nan() => 0.0,
        0 => own,
        _ if own.is_nan() => sum / weights,
        _ => (own + visits as f64 * sum / weights) / (1.0 + visits as f64),
    }
}

impl Improvement {
    /// Replaces `out` by the logits of the improved policy: of each move the logarithm of the prior and what its value
    /// adds, an untried one with [`untried_value`] (completed values). `own` is the value of the node itself.
    pub fn logits(&self, moves: &[Tried], own: f64, out: &mut Vec<f64>) {
        let untried = untried_value(moves, own);
        let most = moves.iter().map(|tried| tried.visits).max().unwrap_or(0);
        let factor = (self.visits + most as f64) * self.scale;
        out.clear();
        out.extend(moves.iter().map(|tried| {
            let value = if tried.visits > 0 { tried.value } else { untried };
            f64::from(tried.prior).max(LEAST_PRIOR).ln() + factor * value
        }));
    }

    /// Replaces `out` by the improved policy: the probabilities of the moves.
    pub fn policy(&self, moves: &[Tried], own: f64, out: &mut Vec<f64>) {
        self.logits(moves, own, out);
        let greatest = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        out.iter_mut().for_each(|logit| *logit = (*logit - greatest).exp());
        let sum: f64 = out.iter().sum();
        out.iter_mut().for_each(|share| *share /= sum);
    }

    /// The move to try: the one furthest behind its share of the tries by the improved policy, the first of equals.
    /// Nothing is random, and in the long run the tries follow the policy. `policy` is a buffer.
    pub fn select(&self, moves: &[Tried], own: f64, policy: &mut Vec<f64>) -> usize {
        self.policy(moves, own, policy);
        let all: u64 = moves.iter().map(|tried| tried.visits).sum();
        let mut best = (0, f64::NEG_INFINITY);
        for (place, (tried, share)) in moves.iter().zip(policy).enumerate() {
            let behind = *share - tried.visits as f64 / (1.0 + all as f64);
            if behind > best.1 {
                best = (place, behind);
            }
        }
        best.0
    }
}
