//! Probabilities and log odds.

use heist_engine::random::{Generator, choose_weighted};

/// The log odds of what has happened or cannot happen: a probability within a millionth of 1 or 0.
const CERTAIN: f64 = 1e-6;

/// The log odds of a probability, those of 0 and 1 finite.
pub fn logit(probability: f64) -> f32 {
    let probability = probability.clamp(CERTAIN, 1.0 - CERTAIN);
    (probability / (1.0 - probability)).ln() as f32
}

/// The probability of log odds.
pub fn logistic(logit: f32) -> f64 {
    1.0 / (1.0 + f64::from(-logit).exp())
}

/// Turns log odds into probabilities with the sum 1.
pub fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = (*logit - most).exp();
        sum += *logit;
    }
    let count = logits.len() as f32;
    for probability in logits.iter_mut() {
        // Where sums overflowed, nothing is known of any move.
        *probability = if sum.is_finite() && sum > 0.0 {
            *probability / sum
        } else {
            1.0 / count
        };
    }
}

/// The place of the greatest, the first of equals.
pub fn greatest(logits: &[f32]) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, &logit) in logits.iter().enumerate() {
        if logit > best.1 {
            best = (place, logit);
        }
    }
    best.0
}

/// Turns log odds, divided by a temperature, into probabilities with the sum 1.
pub fn temper(logits: &mut [f32], temperature: f32) {
    logits.iter_mut().for_each(|logit| *logit /= temperature);
    softmax(logits);
}

/// A place drawn by the softmax of log odds divided by a temperature. The log odds become the probabilities.
pub fn sample(logits: &mut [f32], temperature: f32, rng: &mut Generator) -> usize {
    temper(logits, temperature);
    let weights: Vec<f64> = logits.iter().map(|&probability| probability.into()).collect();
    choose_weighted(rng, &weights)
}
