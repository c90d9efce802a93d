//! The expert for Burgle Bros.: a sensible crew in a microsecond or two per decision.
//!
//! In the action phase (`acts.rs`) it plans the rest of the turn: a look ahead over all actions left (`turn.rs`) weighs
//! the work that can be done on the way (`lock.rs` knows what a Safe still takes), what doors cost (`chart.rs`), how
//! far the seat's next goal is from where the turn ends (`plan.rs`), and how likely a Guard comes by there
//! (`danger.rs`). The action with the best plan behind it is played; the next decision plans anew. Other decisions have
//! a rule each (`answers.rs`). What a position is worth under all that, `value.rs` estimates.

mod acts;
mod answers;
mod chart;
mod danger;
mod lock;
mod moves;
mod plan;
mod rank;
mod turn;
mod value;
mod weights;

use heist_engine::burgle_bros::{Action, BurgleBros, Frame, Scenario};
use heist_engine::game::{Game, Seat};
use heist_engine::random::Generator;

use super::{Dense, Evaluation, Heuristics, Moves, Policy, RolloutNetwork, Scores, Shipped};
use acts::look_around;
use rank::best;
pub use value::{FEATURES, features, value};
pub use weights::Weights;

impl Heuristics for BurgleBros {
    const HEURISTIC: Option<Policy<Self>> = Some(choose);
    const DECIDES_ALIKE_IN_WORLDS: bool = true;
    const SCORES: Option<Scores<Self>> = Some(scores);
    const EVALUATION: Option<Evaluation<Self>> = Some(value::value);
    const DENSE: Option<Dense<Self>> = Some(value::DENSE);
    const MOVES: Option<Moves<Self>> = Some(moves::MOVES);
    const ROLLOUT_NETWORK: Option<RolloutNetwork<Self>> = Some(rollout_network);
    const NETWORKS: &'static [Shipped] = &[
        Shipped {
            name: "bank-job-3",
            bytes: include_bytes!("../../../../models/bank-job-3.safetensors"),
        },
        Shipped {
            name: "bank-job-3-residual",
            bytes: include_bytes!("../../../../models/bank-job-3-residual.safetensors"),
        },
    ];
    const CALIBRATION: Option<&'static str> = Some(include_str!("../../../data/calibration/burgle-bros.json"));
}

/// In the Bank Job with three characters, for which it was trained, a search wins more games with the network than with
/// the expert. In the other scenarios that was not found, and with other numbers of characters it was not measured:
/// docs/strength.md.
fn rollout_network(state: &BurgleBros) -> Option<&'static str> {
    let is_trained_for = state.scenario() == Scenario::BankJob && state.characters() == 3;
    is_trained_for.then_some("bank-job-3-residual")
}

/// The expert's choice.
fn choose(state: &BurgleBros, seat: Seat, legal: &[Action], _rng: &mut Generator) -> Action {
    choose_with(&Weights::DEFAULT, state, seat, legal)
}

/// The choice of an expert with other weights.
pub fn choose_with(weights: &Weights, state: &BurgleBros, seat: Seat, legal: &[Action]) -> Action {
    if let [only] = legal {
        return *only;
    }
    if state.frames().last() != Some(&Frame::Act) {
        return answers::choose(weights, state, seat, legal);
    }
    look_around(weights, state, seat, legal, |around| {
        let turn = around.look_ahead();
        best(legal, |action| around.score(&turn, action))
    })
}

/// What the expert chooses the acts of a turn by; other decisions follow a rule each.
fn scores(state: &BurgleBros, seat: Seat, legal: &[Action]) -> Option<Vec<f64>> {
    (state.frames().last() == Some(&Frame::Act)).then(|| {
        let mut scores = Vec::with_capacity(legal.len());
        look_around(&Weights::DEFAULT, state, seat, legal, |around| {
            around.add_scores(legal, &mut scores)
        });
        scores
    })
}
