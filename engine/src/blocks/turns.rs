//! The thermometer of turns: fine as long as games usually last, and coarse from then on.

const FINE_TURNS: usize = 100 / FINE_TURN;
const FINE_TURN: usize = 5;
const COARSE_TURN: usize = 25;

/// How many steps of the thermometer of turns a number of turns reaches.
pub(crate) const fn turn_steps(turns: usize) -> usize {
    match (turns / FINE_TURN).checked_sub(FINE_TURNS) {
        None => turns / FINE_TURN,
        Some(_) => FINE_TURNS + (turns - FINE_TURNS * FINE_TURN) / COARSE_TURN,
    }
}

/// The least number of turns that reaches a step, from 0, of their thermometer: the inverse of [`turn_steps`].
pub(crate) const fn turns_of_step(step: usize) -> usize {
    match (step + 1).checked_sub(FINE_TURNS) {
        None => (step + 1) * FINE_TURN,
        Some(coarse) => FINE_TURNS * FINE_TURN + coarse * COARSE_TURN,
    }
}
