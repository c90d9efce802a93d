//! What several parts of the picture read off the state.

use heist_engine::caper_cards::{CaperCards, Reward};

/// Whether the game is won.
pub(super) fn is_won(game: &CaperCards) -> bool {
    game.heists_won() == usize::from(game.table().heists)
}

/// The heist that the row belongs to, counted from 0.
pub(super) fn heist(game: &CaperCards) -> usize {
    game.heists_won() - usize::from(is_won(game))
}

/// The Complications that act in this heist, oldest first.
pub(super) fn complications(game: &CaperCards) -> Vec<Reward> {
    // The last Reward won never acts (CC9b).
    game.complications().take(heist(game)).collect()
}

/// What the current Reward may be: the one that the state holds, or any unseen one.
pub(super) fn possible_rewards(game: &CaperCards) -> Vec<Reward> {
    let known = if is_won(game) {
        game.revealed_reward(heist(game))
    } else {
        game.current_reward()
    };
    match known {
        Some(reward) => vec![reward],
        None => game.unseen_rewards().iter().collect(),
    }
}
