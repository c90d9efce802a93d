//! Casino Capers: both floors side by side, the table beside them, and what actions and outcomes mean.

mod actions;
mod board;
mod bouncers;
mod finale;
mod floor;
mod gear;
mod names;
mod outcomes;
mod panels;
mod pictogram;
mod remarks;
mod sheet;
mod spots;
mod table;
mod things;
mod tile;
mod token;
mod words;

use heist_engine::casino_capers::{Action, CasinoCapers, Face, Outcome};

use crate::ink::render;
use crate::picture::Pen;
use crate::pieces::icon;
use crate::{Draw, Style, SvgStyle};

impl Draw for CasinoCapers {
    fn draw_text(&self, style: &Style) -> String {
        let mut lines = board::floors(self, style.width);
        lines.extend(board::legend(self, style.width));
        lines.push(Default::default());
        lines.extend(table::status(self, style.width));
        render(&lines, style)
    }

    fn draw_svg(&self, style: &SvgStyle) -> String {
        let pen = Pen::of(style);
        pen.document(self, &sheet::description(self), sheet::sheet(self, &pen))
    }

    /// The cells, players, decks and gear that it names.
    fn spots(&self, action: Action) -> Vec<String> {
        spots::of(self, action)
    }

    /// The cell that a card names or where something is turned up.
    fn outcome_spots(&self, outcome: Outcome) -> Vec<String> {
        let cell = outcomes::cell(self, outcome);
        cell.map(|cell| format!("cell={cell}")).into_iter().collect()
    }

    /// That of a tile's kind.
    fn icon(name: &str) -> Option<String> {
        let face: Face = name.parse().ok()?;
        Some(icon(pictogram::way(face.kind())))
    }

    fn explain_node(&self) -> String {
        words::node(self)
    }

    fn explain(&self, action: Action) -> String {
        actions::action(self, action)
    }

    fn explain_outcome(&self, outcome: Outcome) -> String {
        outcomes::sentence(self, outcome)
    }
}
