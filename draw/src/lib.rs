//! Pictures of games, for the terminal and as SVG, and short sentences about what happens in them.
//!
//! [`Draw`] is what a game shows of itself. A picture shows what the state knows and no more: draw an information
//! state for a player, a whole world for somebody who may see everything.
//!
//! # Pictures as SVG
//!
//! [`Draw::draw_svg`] returns one whole document. It has no ids, styles, scripts or references, so it can stand in a
//! page several times, under a strict content security policy, beside anything else. It gives no size, only a `viewBox`
//! as wide as its [`Layout`] says: a page sets the width. Lengths are such that the texts are easy to read when one unit
//! is one pixel.
//!
//! What can be pointed at carries data attributes, for a page that attaches clicks and hints:
//!
//! | attribute | on | value |
//! |---|---|---|
//! | `data-game`, `data-key` | the document | the game's id; the state's key, 16 hexadecimal digits |
//!
//! A [spot](SvgStyle::highlight) is such an attribute without `data-`, with its value: `cell=1:C2`, `seat=2`.

mod block;
mod burgle_bros;
mod caper_cards;
mod ink;
mod letters;
mod palette;
mod picture;
mod pieces;
mod svg;

use heist_engine::game::{Game, Node};

pub use picture::{Layout, SvgStyle, Theme};

/// How to draw for the terminal.
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

/// A game that can be shown to a person. A game joins with an empty line, `impl Draw for TheGame {}`, and draws itself
/// later.
pub trait Draw: Game {
    /// The state as text, ending with a line break. A game without a picture shows its position as JSON.
    fn draw_text(&self, _style: &Style) -> String {
        // Positions are plain data with text keys; were one ever not to serialize, the notation of JSON still holds.
        let mut text = serde_json::to_string_pretty(&self.position()).unwrap_or_else(|error| format!("\"{error}\""));
        text.push('\n');
        text
    }

    /// The state as an SVG document. A game without a picture of its own shows its text.
    fn draw_svg(&self, style: &SvgStyle) -> String {
        picture::of_text(self, style)
    }

    /// What an action points at in the picture, as [spots](SvgStyle::highlight).
    fn spots(&self, _action: Self::Action) -> Vec<String> {
        Vec::new()
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
