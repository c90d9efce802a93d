//! Caper Cards: the cards in play, the table below them, and what actions and outcomes mean.

mod card;
mod cards;
mod facts;
mod sheet;
mod table;
mod words;

use heist_engine::caper_cards::{Action, CaperCards, Outcome};
use heist_engine::game::{Game, Node};

use crate::ink::render;
use crate::picture::Pen;
use crate::{Draw, Style, SvgStyle};

impl Draw for CaperCards {
    fn draw_text(&self, style: &Style) -> String {
        let mut lines = table::heading(self, style.width);
        lines.extend(cards::in_play(self, style.width));
        lines.extend(table::status(self, style.width));
        render(&lines, style)
    }

    fn draw_svg(&self, style: &SvgStyle) -> String {
        let pen = Pen::of(style);
        pen.document(self, &sheet::description(self), sheet::sheet(self, &pen))
    }

    /// The card in the hand of the seat that decides, or the flipped one, and the card in play that it acts on.
    fn spots(&self, action: Action) -> Vec<String> {
        let card = match (self.flipped(), self.node()) {
            (Some(kind), _) => Some(format!("flipped={kind}")),
            (None, Node::Decision(seat)) => Some(format!("card={seat}:{}", action.kind())),
            _ => None,
        };
        let target = action.target().map(|face| format!("face={face}"));
        card.into_iter().chain(target).collect()
    }

    fn has_left(&self) -> Vec<(&'static str, String)> {
        let score = ("Crew score", words::score(self, self.row()).to_string());
        vec![score, ("Risk", self.printed_risk().to_string())]
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
