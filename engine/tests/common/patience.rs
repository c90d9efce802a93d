//! Games that would rather not be lost soon, so that more of a game happens in them.

use heist_engine::game::{Game, Node};
use heist_engine::random::Generator;
use heist_engine::record::Step;

/// Plays on to the end, and notes each step with the states before and after it. `patience`: of how many ways to go on
/// from a state the first is taken after which the game is not lost.
pub fn play<G: Game>(
    mut state: G,
    patience: u32,
    rng: &mut Generator,
    mut choose: impl FnMut(&G, &mut Generator) -> G::Action,
    mut note: impl FnMut(&G, Step<G>, &G),
) {
    while state.node() != Node::Terminal {
        let mut taken = None;
        for _ in 0..patience {
            let step = match state.node() {
                Node::Decision(seat) => Step::Action(seat, choose(&state, rng)),
                _ => Step::Chance(state.sample(rng)),
            };
            let mut after = state.clone();
            step.play(&mut after);
            let is_lost = after.result().is_some_and(|result| !result.is_win());
            taken = Some((step, after));
            if !is_lost {
                break;
            }
        }
        let (step, after) = taken.expect("patience is at least 1");
        note(&state, step, &after);
        state = after;
    }
}
