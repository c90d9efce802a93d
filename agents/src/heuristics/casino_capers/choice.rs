//! The expert's choice.

use heist_engine::casino_capers::{Action, CasinoCapers};

use super::answers;
use super::weights::Weights;

/// The choice of an expert with these weights.
pub fn choose_with(weights: &Weights, state: &CasinoCapers, legal: &[Action]) -> Action {
    if let [only] = legal {
        return *only;
    }
    match state.question() {
        Some(question) => answers::choose(weights, state, question, legal),
        None => legal[0],
    }
}
