//! The expert's choice.

use heist_engine::casino_capers::{Action, CasinoCapers};
use heist_engine::game::{Game, TeamResult};

use super::answers;
use super::weights::Weights;

/// The choice of an expert with these weights.
pub fn choose_with(weights: &Weights, state: &CasinoCapers, legal: &[Action]) -> Action {
    if let [only] = legal {
        return *only;
    }
    let Some(question) = state.question() else {
        return legal[0];
    };
    let choice = answers::choose(weights, state, question, legal);
    if !loses(state, choice) {
        return choice;
    }
    legal
        .iter()
        .copied()
        .find(|&action| !loses(state, action))
        .unwrap_or(choice)
}

/// Whether the game is lost at once, whatever chance does.
fn loses(state: &CasinoCapers, action: Action) -> bool {
    let mut after = *state;
    after.apply(action);
    after.result().is_some_and(|result: TeamResult| !result.is_win())
}
