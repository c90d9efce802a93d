//! The numbers of decisions and of their legal actions, by which policies score actions.

use heist_agents::Players;
use heist_agents::heuristics::{FillMoves, Moves};
use heist_engine::game::Game;

use super::outputs::Rows;
use super::sharing::Cut;
use super::table::Table;

/// Where they are written.
pub struct MoveRows<'a> {
    /// How many legal actions each row has.
    pub counts: &'a [i64],
    /// The numbers of each row's decision.
    pub decisions: Rows<'a, f32>,
    /// The numbers of the legal actions, one after the other, row by row.
    pub moves: &'a mut [f32],
    /// How many numbers an action has.
    pub width: usize,
}

impl Cut for MoveRows<'_> {
    fn cut(self, rows: usize) -> (Self, Self) {
        let (counts, other_counts) = self.counts.split_at(rows);
        let (decisions, other_decisions) = self.decisions.split(rows);
        let (moves, other_moves) = self.moves.split_at_mut(cells(counts, self.width));
        let part = |counts, decisions, moves| MoveRows {
            counts,
            decisions,
            moves,
            width: self.width,
        };
        (
            part(counts, decisions, moves),
            part(other_counts, other_decisions, other_moves),
        )
    }
}

/// How many numbers the actions of rows have.
pub fn cells(counts: &[i64], width: usize) -> usize {
    counts.iter().sum::<i64>() as usize * width
}

/// What computes the numbers of a game, with their factors.
pub(super) struct MoveNumbers<G: Game> {
    fill: FillMoves<G>,
    decision_factors: Vec<f32>,
    move_factors: Vec<f32>,
}

impl<G: Players> MoveNumbers<G> {
    pub(super) fn new(moves: &Moves<G>) -> MoveNumbers<G> {
        let factors = |named: Vec<(String, f32)>| named.into_iter().map(|(_, factor)| factor).collect();
        MoveNumbers {
            fill: moves.fill,
            decision_factors: factors((moves.context)()),
            move_factors: factors((moves.inputs)()),
        }
    }

    /// Writes those of rows, over zeros; actions are in the order of their indices.
    pub(super) fn write(&self, tables: &[Option<Table<G>>], actions: &[G::Action], mut out: MoveRows<'_>) {
        let width = self.move_factors.len();
        let mut legal = Vec::new();
        let mut rest = out.moves;
        for (row, table) in tables.iter().enumerate() {
            let (moves, others) = rest.split_at_mut(cells(&out.counts[row..=row], width));
            rest = others;
            let Some(table) = table.as_ref().filter(|table| !table.legal.is_empty()) else {
                continue;
            };
            legal.clear();
            legal.extend(table.legal.iter().map(|index| actions[index]));
            let view = table.state.information_state(table.seat);
            let decision = out.decisions.row(row);
            (self.fill)(&view, table.seat, &legal, moves, decision, None);
            multiply(decision, &self.decision_factors);
            moves
                .chunks_exact_mut(width)
                .for_each(|row| multiply(row, &self.move_factors));
        }
    }
}

fn multiply(numbers: &mut [f32], factors: &[f32]) {
    for (number, factor) in numbers.iter_mut().zip(factors) {
        *number *= factor;
    }
}
