//! The expert for Masters of the Heist.
//!
//! What the objective asks for becomes errands, which are given out to the characters who can do them soonest (`team.rs`), over ways that
//! are priced by what lies on them (`chart.rs`). Planning puts tokens on these ways (`plan.rs`). In the Action phase a commit is worth what
//! its letters do along the routes of the team (`acts.rs`). In ESCAPE everybody takes the cheapest way out (`escape.rs`).

mod acts;
mod answers;
mod chart;
mod choice;
mod escape;
mod out;
mod plan;
pub mod planner;
mod progress;
mod table;
mod team;
mod value;
mod weights;

use heist_engine::game::Seat;
use heist_engine::masters::{Action, MastersOfTheHeist};
use heist_engine::random::Generator;

use super::{Ahead, Evaluation, Heuristics, Policy};
use crate::planning::Planner;
pub use choice::{chance_to_escape, choose_with};
pub use value::{COUNT, NAMES, features, value};
pub use weights::Weights;

impl Heuristics for MastersOfTheHeist {
    const HEURISTIC: Option<Policy<Self>> = Some(choose);
    const AHEAD: Option<Ahead<Self>> = Some(choose_ahead);
    const DECIDES_ALIKE_IN_WORLDS: bool = true;
    const EVALUATION: Option<Evaluation<Self>> = Some(value);
    const PROGRESS: Option<Evaluation<Self>> = Some(progress::progress);
    const PLANNER: Option<Planner<Self>> = Some(planner::find);
}

/// The expert's choice.
fn choose(state: &MastersOfTheHeist, _seat: Seat, legal: &[Action], _rng: &mut Generator) -> Action {
    choose_with(&Weights::DEFAULT, state, legal)
}

/// The same, and its choice at the next decision.
fn choose_ahead(
    state: &MastersOfTheHeist,
    _seat: Seat,
    legal: &[Action],
    _rng: &mut Generator,
) -> (Action, Option<Action>) {
    choice::choose_ahead(&Weights::DEFAULT, state, legal)
}
