//! The expert for Casino Capers: a sensible crew in a microsecond or two per decision.
//!
//! In the action phase (`acts.rs`) it plans the rest of the turn: a look ahead over all actions left (`turn.rs`) weighs
//! what there is to do on the way and how far the next goal is from where the turn ends (`heist.rs` before the crack,
//! `finales.rs` after it), and what the bouncers are expected to cost there (`danger.rs`). The action with the best
//! plan behind it is played; the next decision plans anew. In windows prepped gear is used where it saves more than it
//! is worth (`gear.rs`); other decisions have a rule each (`answers.rs`). What a position is worth under all that,
//! `value` estimates.

mod acts;
mod aims;
mod answers;
mod chart;
mod choice;
mod danger;
mod finales;
mod gear;
mod heist;
mod plan;
mod turn;
mod value;
mod weights;

use heist_engine::casino_capers::{Action, CasinoCapers, Question};
use heist_engine::game::Seat;
use heist_engine::random::Generator;

use super::{Evaluation, Heuristics, Policy, Scores};
pub use choice::choose_with;
pub use value::{COMMON_NAMES, COUNT, FINALE_NAMES, HEIST_NAMES, PHASES, features, phase, value};
pub use weights::Weights;

impl Heuristics for CasinoCapers {
    const HEURISTIC: Option<Policy<Self>> = Some(choose);
    const DECIDES_ALIKE_IN_WORLDS: bool = true;
    const SCORES: Option<Scores<Self>> = Some(scores);
    const EVALUATION: Option<Evaluation<Self>> = Some(value::value);
    const CALIBRATION: Option<&'static str> = Some(include_str!("../../../data/calibration/casino-capers.json"));
}

/// The expert's choice.
fn choose(state: &CasinoCapers, _seat: Seat, legal: &[Action], _rng: &mut Generator) -> Action {
    choose_with(&Weights::DEFAULT, state, legal)
}

/// What the expert chooses the actions of a turn by; other decisions follow a rule each.
fn scores(state: &CasinoCapers, _seat: Seat, legal: &[Action]) -> Option<Vec<f64>> {
    (state.question() == Some(Question::Act)).then(|| acts::scores(&Weights::DEFAULT, state, legal))
}
