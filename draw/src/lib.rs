//! Pictures of games for the terminal, and short sentences about what happens in them.
//!
//! [`DrawText`] is what a game shows of itself. A picture shows what the state knows and no more: draw an information
//! state for a player, a whole world for somebody who may see everything.

mod burgle_bros;
mod caper_cards;
mod ink;

use heist_engine::game::{Game, Node};

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// How many columns there are.
    pub width: usize,
    /// Whether to colour with ANSI escape sequences.
    pub colour: bool,
}

impl Default for Style {
    /// 80 columns without colour.
    fn default() -> Style {
        Style {
            width: 80,
            colour: false,
        }
    }
}

/// A game that can be shown to a person. A game joins with an empty line, `impl DrawText for TheGame {}`, and draws
/// itself later.
pub trait DrawText: Game {
    /// The state as a picture, ending with a line break. A game without a picture shows its position as JSON.
    fn draw_text(&self, _style: &Style) -> String {
        // Positions are plain data with text keys; were one ever not to serialize, the notation of JSON still holds.
        let mut text = serde_json::to_string_pretty(&self.position()).unwrap_or_else(|error| format!("\"{error}\""));
        text.push('\n');
        text
    }

    /// What the state waits for, in one sentence.
    fn explain_node(&self) -> String {
        match (self.node(), self.result()) {
            (Node::Decision(seat), _) => format!("Player {seat} decides."),
            (Node::Chance, _) => "Chance decides.".to_owned(),
            (Node::Terminal, Some(result)) => format!("The game is over: {}.", result.ending),
            (Node::Terminal, None) => "The game is over.".to_owned(),
        }
    }

    /// What a legal action does, in one short sentence. Its notation unless the game says it better.
    fn explain(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// What a possible outcome of this chance node means, in one short sentence. Its notation unless the game says it
    /// better.
    fn explain_outcome(&self, outcome: Self::Outcome) -> String {
        outcome.to_string()
    }
}
