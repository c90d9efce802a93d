//! Whole plans for games that begin with a planning part without chance.
//!
//! Such a part is one choice that is written down in many decisions; looking into each by itself finds little. A game says how plans are
//! found with [`Heuristics::PLANNER`](crate::Heuristics::PLANNER); [`Planned`](crate::search::planned::Planned) makes every search use it.

use std::time::Duration;

use heist_engine::game::Game;
use heist_engine::random::Generator;

use crate::agent::Stop;
use crate::analysis::{Estimate, Purpose};

/// How long to look for a plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Games that are played out, at most; those of a report come on top.
    pub playouts: u64,
    /// Time at most. With a limit the plan depends on the machine.
    pub time: Option<Duration>,
    /// Whether games are played out on all cores. It changes nothing else.
    pub parallel: bool,
    /// Whether the plan is measured in the end, and with it the expert's plan and the other moves of the first decision.
    pub reports: bool,
}

/// A plan, and how good it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan<G: Game> {
    /// The decisions of the planning part from here on.
    pub line: Vec<G::Action>,
    /// The value of the result when the game is played so and then by the expert; unknown without a report.
    pub value: Estimate,
    /// The same for the expert's own plan.
    pub before: Estimate,
    /// The same for the other moves of the first decision, followed by what is left of the plan; empty without a report.
    pub others: Vec<(G::Action, Estimate)>,
    /// What the things are for that the plan places; empty without a report.
    pub purposes: Vec<Purpose<G>>,
    /// Games played out.
    pub playouts: u64,
}

/// Looks for a plan from a decision of the planning part on; none elsewhere. The same state, effort without time and generator give the
/// same plan, unless the search is stopped.
pub type Planner<G> = fn(&G, &Effort, &mut Generator, Stop<'_>) -> Option<Plan<G>>;
