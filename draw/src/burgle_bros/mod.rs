//! Burgle Bros.: the floors, the table below them, and what actions and outcomes mean.

mod board;
mod cells;
mod floor;
mod guards;
mod panels;
mod pictogram;
mod placement;
mod sheet;
mod table;
mod things;
mod tile;
mod token;
mod words;

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{Action, BurgleBros, Face, Outcome};

use crate::costs::usual_costs;
use crate::ink::render;
use crate::picture::Pen;
use crate::pieces::icon;
use crate::{BoardTable, Draw, Style, SvgStyle};

impl Draw for BurgleBros {
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

    /// The cells that its notation names.
    fn spots(&self, action: Action) -> Vec<String> {
        let notation = action.to_string();
        let cells = notation.split(' ').filter_map(|word| word.parse::<Cell>().ok());
        cells.map(|cell| format!("cell={cell}")).collect()
    }

    /// The cell that a patrol card names.
    fn outcome_spots(&self, outcome: Outcome) -> Vec<String> {
        let cell = words::patrolled(self, outcome);
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
        words::action(self, action)
    }

    fn explain_outcome(&self, outcome: Outcome) -> String {
        words::outcome(self, outcome)
    }

    /// What is known to come with a Move.
    fn costs(&self, action: Action) -> Option<String> {
        let usual = usual_costs(self, action);
        match action {
            Action::Move(to) => {
                let remarks = words::move_remarks(self, to);
                let parts = remarks.into_iter().map(str::to_owned).chain(usual);
                Some(parts.collect::<Vec<_>>().join("; ")).filter(|text| !text.is_empty())
            }
            _ => usual,
        }
    }

    fn is_step(&self, action: Action) -> bool {
        matches!(action, Action::Move(to) if self.face_at(to).is_some())
    }

    fn has_left(&self) -> Vec<(&'static str, String)> {
        table::has_left(self)
    }
}
