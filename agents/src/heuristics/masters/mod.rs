//! The expert for Masters of the Heist.
//!
//! What the objective asks for becomes errands, which are given out to the characters who can do them soonest
//! (`team.rs`), over ways that are priced by what lies on them (`chart.rs`). Planning puts tokens on these ways
//! (`plan.rs`). In the Action phase a commit is worth what its letters do along the routes of the team (`acts.rs`). In
//! ESCAPE everybody takes the cheapest way out (`escape.rs`).

mod acts;
mod answers;
mod chart;
mod choice;
mod escape;
mod moves;
mod out;
mod plan;
pub mod planner;
mod progress;
mod table;
mod team;
mod value;
mod weights;

use heist_engine::game::Seat;
use heist_engine::masters::components::Card;
use heist_engine::masters::{Action, MastersOfTheHeist, Who};
use heist_engine::random::Generator;

use super::{Ahead, Evaluation, Heuristics, Moves, Policy, RolloutNetwork, Shipped};
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
    const MOVES: Option<Moves<Self>> = Some(moves::MOVES);
    const ROLLOUT_NETWORK: Option<RolloutNetwork<Self>> = Some(rollout_network);
    const PLANNER: Option<Planner<Self>> = Some(planner::find);
    const NETWORKS: &'static [Shipped] = &[Shipped {
        name: "tech-lab-3-residual",
        bytes: include_bytes!("../../../../models/tech-lab-3-residual.safetensors"),
    }];
    const CALIBRATION: Option<&'static str> = Some(include_str!("../../../data/calibration/masters-of-the-heist.json"));

    fn is_planning(&self) -> bool {
        planner::is_planned(self)
    }
}

/// In the Tech Lab with the first three characters of the recommended first team (MH3.2a), for which it was trained, a
/// search wins more heists with the network than with the expert; in the other jobs and with other teams that was not
/// measured: docs/strength.md.
fn rollout_network(state: &MastersOfTheHeist) -> Option<&'static str> {
    const TEAM: [Card; 3] = [Card::AngryLocksmith, Card::Thug, Card::ScriptKiddie];
    let mut players = (0..state.player_count()).filter_map(|number| state.member(Who(number as u8)));
    let is_trained_for = state.scenario().name == "tech-lab"
        && state.player_count() == TEAM.len()
        && players.all(|member| TEAM.contains(&member.card));
    is_trained_for.then_some("tech-lab-3-residual")
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
