//! What happens in a game, told step by step.

use heist_engine::game::Seat;
use heist_engine::record::Step;

use crate::Draw;

/// Steps of an expected line that are told; nobody plans further ahead at a table.
pub const STEPS_TOLD: usize = 12;

/// A step in a sentence for `listener`, from the state before it: what others decide says who they are.
pub fn explain_step<G: Draw>(before: &G, step: Step<G>, listener: Seat) -> String {
    match step {
        Step::Action(seat, action) if seat == listener => before.explain(action),
        Step::Action(seat, action) => format!("Player {seat}: {}", before.explain(action)),
        Step::Chance(outcome) => before.explain_outcome(outcome),
    }
}

/// The first [`STEPS_TOLD`] steps of a line that begins at `state`, each in a sentence for `listener`.
pub fn explain_line<G: Draw>(mut state: G, steps: impl IntoIterator<Item = Step<G>>, listener: Seat) -> Vec<String> {
    let told = steps.into_iter().take(STEPS_TOLD);
    told.map(|step| {
        let sentence = explain_step(&state, step, listener);
        step.play(&mut state);
        sentence
    })
    .collect()
}
