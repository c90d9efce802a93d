//! The expert for Masters of the Heist.
//!
//! What the objective asks for becomes errands, which are given out to the characters who can do them soonest (`team.rs`), over ways that
//! are priced by what lies on them (`chart.rs`). Planning puts tokens on these ways (`plan.rs`). In the Action phase a commit is worth what
//! its letters do along the routes of the team (`acts.rs`). In ESCAPE everybody takes the cheapest way out (`escape.rs`).

mod acts;
mod answers;
mod chart;
mod escape;
mod out;
mod plan;
pub mod planner;
mod table;
mod team;
mod value;
mod weights;

use heist_engine::game::Seat;
use heist_engine::masters::{Action, MastersOfTheHeist, Phase};
use heist_engine::random::Generator;

use super::{Evaluation, Heuristics, Policy};
use crate::planning::Planner;
pub use value::{COUNT, NAMES, features, value};
pub use weights::Weights;

impl Heuristics for MastersOfTheHeist {
    const HEURISTIC: Option<Policy<Self>> = Some(choose);
    const EVALUATION: Option<Evaluation<Self>> = Some(value);
    const PLANNER: Option<Planner<Self>> = Some(planner::find);
}

/// The expert's choice.
fn choose(state: &MastersOfTheHeist, _seat: Seat, legal: &[Action], _rng: &mut Generator) -> Action {
    choose_with(&Weights::DEFAULT, state, legal)
}

/// The choice of an expert with these weights.
pub fn choose_with(weights: &Weights, state: &MastersOfTheHeist, legal: &[Action]) -> Action {
    if let [only] = legal {
        return *only;
    }
    let names_actors = legal.iter().any(|action| matches!(action, Action::Act(_)));
    match (state.phase(), state.deciding()) {
        (Phase::Plan, _) => plan::choose(state, weights, legal),
        (Phase::Action, _) if names_actors => acts::Acts::new(state, weights).actor(legal),
        (Phase::Action, Some(who)) if state.asks_micro_action() => {
            acts::Acts::new(state, weights).micro_action(who, legal)
        }
        (Phase::Escape, _) if names_actors => escape::Escape::new(state, weights).actor(legal),
        (Phase::Escape, Some(who)) if state.declares_route() => escape::Escape::new(state, weights).element(who, legal),
        (Phase::Escape, Some(who)) => escape::Escape::new(state, weights).action(who, legal),
        _ => answers::choose(legal),
    }
}

/// About the chance that the objective is met if nothing but the Escape part follows; it looks at no hidden thing.
pub fn chance_to_escape(state: &MastersOfTheHeist) -> f64 {
    escape::chance(state, &team::Team::new(state, &Weights::DEFAULT))
}
