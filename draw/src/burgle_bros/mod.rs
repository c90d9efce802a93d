//! Burgle Bros.: the floors, the table below them, and what actions and outcomes mean.

mod board;
mod table;
mod words;

use heist_engine::burgle_bros::{Action, BurgleBros, Outcome};

use crate::ink::render;
use crate::{Draw, Style};

impl Draw for BurgleBros {
    fn draw_text(&self, style: &Style) -> String {
        let mut lines = board::floors(self, style.width);
        lines.extend(board::legend(self, style.width));
        lines.push(Default::default());
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
