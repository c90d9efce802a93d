//! Caper Cards: the cards in play, the table below them, and what actions and outcomes mean.

mod cards;
mod table;
mod words;

use heist_engine::caper_cards::{Action, CaperCards, Outcome, Reward};

use crate::ink::render;
use crate::{Draw, Style};

impl Draw for CaperCards {
    fn draw_text(&self, style: &Style) -> String {
        let mut lines = table::heading(self, style.width);
        lines.extend(cards::in_play(self, style.width));
        lines.extend(table::status(self, style.width));
        render(&lines, style)
    }

    fn explain_node(&self) -> String {
        words::node(self)
    }

    fn explain(&self, action: Action) -> String {
        words::action(self, action)
    }

    fn explain_outcome(&self, outcome: Outcome) -> String {
        words::outcome(self, outcome)
    }
}

/// Whether the game is won.
fn is_won(game: &CaperCards) -> bool {
    game.heists_won() == usize::from(game.table().heists)
}

/// The heist that the row belongs to, counted from 0.
fn heist(game: &CaperCards) -> usize {
    game.heists_won() - usize::from(is_won(game))
}

/// The Complications that act in this heist, oldest first.
fn complications(game: &CaperCards) -> Vec<Reward> {
    // The last Reward won never acts (CC9b).
    game.complications().take(heist(game)).collect()
}

/// What the current Reward may be: the one that the state holds, or any unseen one.
fn possible_rewards(game: &CaperCards) -> Vec<Reward> {
    let known = match is_won(game) {
        true => game.revealed_reward(heist(game)),
        false => game.current_reward(),
    };
    match known {
        Some(reward) => vec![reward],
        None => game.unseen_rewards().iter().collect(),
    }
}
