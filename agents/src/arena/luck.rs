//! How lucky a team was.
//!
//! Take any function `V` of the state. At every chance node compare `V` after what came with the mean of `V` over all
//! that might have come: `V(after) - sum p V(after each)`. The expectation of each term is exactly 0 given everything
//! before it, so the sum over a game, its luck, has expectation 0 whatever `V` is and whoever plays. Taken off the
//! result it changes no expectation, and the better `V` foresees the result the less is left to chance: luck is a
//! control variate.
//!
//! The measure is an old one in backgammon. J. Veness, M. Lanctot and M. Bowling, "Variance Reduction in Monte-Carlo
//! Tree Search" (NIPS 2011), use it in a search; N. Burch, M. Schmid, M. Moravčík, D. Morrill and M. Bowling, "AIVAT: A
//! New Variance Reduction Technique for Agent Evaluation in Imperfect Information Games" (AAAI 2018), to compare
//! players.
//!
//! A deal's world has every hole filled, and its draws have one outcome each. What might have come is what a state says
//! that nobody filled and that took the same steps: its distribution is the exact one given everything drawn so far. It
//! knows what any seat knows, so no decision of the team tells more about what is to come.

use heist_engine::game::{Game, SetupError};
use heist_engine::record::Step;

use crate::heuristics::Heuristics;

/// A function of the state by which luck is measured.
pub type Foresight<G> = Box<dyn Fn(&G) -> f64 + Send + Sync>;

/// The function by which the luck of a game is measured: the result's value at the end, the game's estimate before;
/// `None` for a game without an estimate.
///
/// The estimate is fitted to decisions and is asked at every draw here. With an earlier one, playing on to the first
/// decision of a turn before asking saved no more variance and took twenty times as long.
pub fn foresight<G: Heuristics>() -> Option<Foresight<G>> {
    let evaluation = G::EVALUATION?;
    Some(Box::new(move |state: &G| match state.result() {
        Some(result) => result.value,
        None => evaluation(state),
    }))
}

/// The luck of a game by `value`: in the result's measure, above 0 for good luck, with expectation 0.
///
/// `steps` are those of a whole game of the setup, with every outcome as it came.
///
/// # Errors
/// When the setup is not playable.
pub fn luck<G: Game>(setup: &G::Setup, steps: &[Step<G>], value: impl Fn(&G) -> f64) -> Result<f64, SetupError> {
    Ok(luck_from(G::new(setup)?, steps, value))
}

/// As [`luck`], from any state on: `steps` are those that were played since.
pub fn luck_from<G: Game>(mut state: G, steps: &[Step<G>], value: impl Fn(&G) -> f64) -> f64 {
    let mut outcomes = Vec::new();
    let mut sum = 0.0;
    for &step in steps {
        if let Step::Chance(outcome) = step {
            state.outcomes(&mut outcomes);
            sum += surprise(&state, &outcomes, outcome, &value);
        }
        step.play(&mut state);
    }
    sum
}

/// How much better what came is than what might have come.
fn surprise<G: Game>(before: &G, outcomes: &[(G::Outcome, f64)], came: G::Outcome, value: impl Fn(&G) -> f64) -> f64 {
    // Where nothing else could come there is no luck, and nothing to work out.
    if outcomes.len() < 2 {
        return 0.0;
    }
    let (mut mean, mut got) = (0.0, 0.0);
    for &(outcome, probability) in outcomes {
        let mut after = before.clone();
        after.resolve(outcome);
        let worth = value(&after);
        mean += probability * worth;
        if outcome == came {
            got = worth;
        }
    }
    got - mean
}
