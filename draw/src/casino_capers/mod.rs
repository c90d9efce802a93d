//! Casino Capers: both floors side by side, the table beside them, and what actions and outcomes mean.

mod actions;
mod board;
mod bouncers;
mod cells;
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

use heist_engine::board::Cell;
use heist_engine::casino_capers::{Action, CasinoCapers, Face, Outcome, Waiting};
use heist_engine::game::{Game, Node};

use crate::costs::usual_costs;
use crate::ink::render;
use crate::picture::Pen;
use crate::pieces::icon;
use crate::{BoardTable, Draw, Style, SvgStyle};

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

    fn board_tables(&self) -> Vec<BoardTable> {
        cells::tables(self)
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

    /// What is known to come with entering a tile.
    fn costs(&self, action: Action) -> Option<String> {
        let usual = usual_costs(self, action);
        match action {
            Action::Move(to) | Action::MagicShow(to) | Action::Monorail(to) | Action::Enter(to) => {
                let remarks = remarks::entry_remarks(self, self.current_player(), to);
                Some(remarks.into_iter().chain(usual).collect::<Vec<_>>().join("; ")).filter(|text| !text.is_empty())
            }
            _ => usual,
        }
    }

    fn is_step(&self, action: Action) -> bool {
        let is_known = |to: Cell| self.face_at(to).is_some() && !self.has_boots(self.current_player());
        matches!(action, Action::Move(to) if is_known(to))
    }

    fn has_left(&self) -> Vec<(&'static str, String)> {
        if self.node() == Node::Terminal {
            return Vec::new();
        }
        // Who acts is asked with the number of actions left.
        let is_said = matches!(self.waiting(), Waiting::Act);
        let actions = (!is_said).then(|| ("Actions left", self.actions_left().to_string()));
        let heat = self.heat(self.current_player()).to_string();
        actions.into_iter().chain([("Heat", heat)]).collect()
    }
}
