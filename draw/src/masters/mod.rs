//! Masters of the Heist: the map of hexes, the table beside it, and what actions and outcomes mean.

mod actions;
mod answers;
mod board;
mod brief;
mod cards;
mod commits;
mod escape;
mod geometry;
mod hexes;
mod moves;
mod names;
mod outcomes;
mod panels;
mod people;
mod planning;
mod remarks;
mod sheet;
mod spots;
mod status;
mod table;
mod things;
mod token;
mod words;

use heist_engine::masters::{Action, MastersOfTheHeist, Outcome};

use crate::ink::render;
use crate::picture::Pen;
use crate::{Brief, Draw, Style, SvgStyle};

impl Draw for MastersOfTheHeist {
    fn draw_text(&self, style: &Style) -> String {
        let mut lines = board::map(self, style.width);
        lines.extend(board::legend(self, style.width));
        lines.push(Default::default());
        lines.extend(status::status(self, style.width));
        render(&lines, style)
    }

    fn draw_svg(&self, style: &SvgStyle) -> String {
        let pen = Pen::of(style);
        pen.document(self, &sheet::description(self), sheet::sheet(self, &pen))
    }

    /// The tiles and characters that it names or acts on, and the deck.
    fn spots(&self, action: Action) -> Vec<String> {
        spots::of_action(self, action)
    }

    /// The hex where a chit is drawn and the kind in the bag, or the character that rolls.
    fn outcome_spots(&self, outcome: Outcome) -> Vec<String> {
        spots::of_outcome(self, outcome)
    }

    fn explain_node(&self) -> String {
        words::node(self)
    }

    fn explain(&self, action: Action) -> String {
        actions::sentence(self, action)
    }

    fn explain_outcome(&self, outcome: Outcome) -> String {
        outcomes::sentence(self, outcome)
    }

    fn brief(&self, action: Action) -> Option<Brief> {
        brief::of(self, action)
    }
}
