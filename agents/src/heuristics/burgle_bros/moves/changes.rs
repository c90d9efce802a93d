//! What an action changes in the numbers of the estimate, as far as it is certain: until something is drawn or rolled,
//! or the next decision.

use heist_engine::burgle_bros::{Action, BurgleBros};
use heist_engine::game::Game;

use super::super::value::{self, COUNT, Ground};

/// The numbers of an action.
pub(super) const NUMBERS: usize = FIRST_CHANGE + COUNT;
const ESTIMATE: usize = 0;
const WON: usize = 1;
const LOST: usize = 2;
const FIRST_CHANGE: usize = 3;
/// Changes are smaller than the numbers that change.
const LEAST_FACTOR: f32 = 0.3;

/// Their names, with factors.
pub(super) fn names() -> impl Iterator<Item = (String, f32)> {
    let own = ["change of the estimate", "game won", "game lost"].map(|name| (name.to_owned(), 1.0));
    let inputs = value::DENSE.inputs.iter();
    let changes = inputs.map(|&(name, factor)| (format!("change of {name}"), factor.max(LEAST_FACTOR)));
    own.into_iter().chain(changes)
}

/// A decision as the estimate sees it.
pub(super) struct Before {
    ground: Ground,
    numbers: [f32; COUNT],
    log_odds: f32,
}

impl Before {
    pub fn new(state: &BurgleBros) -> Before {
        let ground = Ground::new(state);
        let numbers = value::features_on(&ground, state);
        Before {
            ground,
            numbers,
            log_odds: value::log_odds(&numbers),
        }
    }

    /// The estimate's numbers.
    pub fn numbers(&self) -> &[f32; COUNT] {
        &self.numbers
    }
}

/// Fills those of an action.
pub(super) fn fill(state: &BurgleBros, before: &Before, action: Action, row: &mut [f32]) {
    let mut after = *state;
    after.apply(action);
    if let Some(result) = after.result() {
        row[if result.value > 0.0 { WON } else { LOST }] = 1.0;
        return;
    }
    let numbers = value::features_on(&before.ground, &after);
    row[ESTIMATE] = value::log_odds(&numbers) - before.log_odds;
    for ((change, after), before) in row[FIRST_CHANGE..].iter_mut().zip(numbers).zip(before.numbers) {
        *change = after - before;
    }
}
