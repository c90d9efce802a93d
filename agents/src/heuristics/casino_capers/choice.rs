//! The expert's choice.

use heist_engine::casino_capers::{Action, CasinoCapers};
use heist_engine::game::Game;

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
    // Before a finale nothing wins.
    let is_won_by = |action: &Action| is_win(state, *action) == Some(true);
    if state.running_finale().is_some()
        && let Some(&action) = legal.iter().find(|action| is_won_by(action))
    {
        return action;
    }
    let choice = answers::choose(weights, state, question, legal);
    let is_lost_by = |action: Action| is_win(state, action) == Some(false);
    if !is_lost_by(choice) {
        return choice;
    }
    legal
        .iter()
        .copied()
        .find(|&action| !is_lost_by(action))
        .unwrap_or(choice)
}

/// Whether the game is won with an action; none if it goes on.
fn is_win(state: &CasinoCapers, action: Action) -> Option<bool> {
    let mut after = *state;
    after.apply(action);
    after.result().map(|result| result.is_win())
}
