//! What networks are told of each legal action: what kind it is, where it leads, and what lies there.
//!
//! These are measurements and not judgements: distances, how often Guards are expected to come by, what tiles are.
//! Nothing here says which action is good; the expert's scores are apart ([`SCORES`](crate::Heuristics::SCORES)).
//!
//! - `numbers`: the names of the numbers of an action, and where each is in a row.
//! - `acts`: actions of the action phase; `answers`: answers to what is asked.
//! - `changes`: what an action changes in the numbers of the estimate.
//! - `context`: numbers of the decision.

mod acts;
mod answers;
mod changes;
mod context;
mod numbers;

use heist_engine::burgle_bros::{Action, BurgleBros, Frame};
use heist_engine::game::Seat;

use crate::heuristics::Moves;
use changes::Before;
use numbers::Row;

/// The numbers of actions and decisions.
pub(super) const MOVES: Moves<BurgleBros> = Moves {
    version: 1,
    inputs: numbers::names,
    context: context::names,
    fill,
};

fn fill(
    state: &BurgleBros,
    seat: Seat,
    legal: &[Action],
    rows: &mut [f32],
    context: &mut [f32],
    scores: Option<&mut Vec<f64>>,
) {
    let before = Before::new(state);
    context::fill(state, seat, before.numbers(), context);
    // A decision has legal actions; a row per action is as long as the names are many.
    let width = rows.len() / legal.len().max(1);
    let rows = rows.chunks_exact_mut(width.max(1)).map(Row).zip(legal.iter().copied());
    let named = rows.map(|(mut row, action)| {
        row.name(action);
        changes::fill(state, &before, action, row.changes());
        (row, action)
    });
    if state.frames().last() == Some(&Frame::Act) {
        acts::fill(state, seat, legal, named, scores);
    } else {
        answers::fill(state, seat, legal, named);
    }
}
