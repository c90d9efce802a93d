//! Whole plans for games that begin with a planning part without chance.
//!
//! Such a part is one choice that is written down in many decisions; looking into each by itself finds little. A game
//! says how plans are found with [`Heuristics::PLANNER`](crate::Heuristics::PLANNER);
//! [`Planned`](crate::search::planned::Planned) makes every search use it.

use std::time::Duration;

use heist_engine::game::Game;
use heist_engine::random::Generator;

use crate::agent::Stop;
use crate::analysis::{Estimate, Purpose};

/// How long to look for a plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Games that are played out, at most, those of a report included. Only a budget that is too small for it is
    /// exceeded: a report plays a few games for each move of the first decision, and one for what is placed.
    pub playouts: u64,
    /// Time at most, that of a report included. With a limit the plan depends on the machine.
    pub time: Option<Duration>,
    /// Whether games are played out on all cores. It changes nothing else.
    pub parallel: bool,
    /// Whether the plan is measured in the end, and with it the other moves of the first decision. What is best then
    /// becomes the plan.
    pub reports: bool,
}

/// A plan, and how good it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan<G: Game> {
    /// The decisions of the planning part from here on.
    pub line: Vec<G::Action>,
    /// The value of the result when the game is played so and then by the expert; unknown without a report. That the
    /// plan was chosen for it does not raise it.
    pub value: Estimate,
    /// The probability that its first move begins the best plan of all that were compared; not a number without a
    /// report.
    pub best: f64,
    /// Games that the value comes from.
    pub games: u64,
    /// The other moves of the first decision; empty without a report.
    pub others: Vec<Alternative<G>>,
    /// What the things are for that the plan places; empty without a report.
    pub purposes: Vec<Purpose<G>>,
    /// Games played out in all.
    pub playouts: u64,
}

/// Another first move, with the best plan for it that is at hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative<G: Game> {
    /// The move.
    pub action: G::Action,
    /// The decisions of the planning part from it on.
    pub line: Vec<G::Action>,
    /// The value of the result: that of the plan and the difference.
    pub value: Estimate,
    /// By how much it is better than the plan in the games that both were tried in, which is never above 0. It has no
    /// error where it leads to the same game as the plan.
    pub difference: Estimate,
    /// The probability that it begins the best plan. With that of the plan these add up to 1; moves that lead to the
    /// same game share it.
    pub best: f64,
    /// Games that both were tried in.
    pub games: u64,
    /// Whether it dropped out before the end of the comparison, so that less is known about it.
    pub is_rough: bool,
}

/// Looks for a plan from a decision of the planning part on; none elsewhere. The same state, effort without time and
/// generator give the same plan, unless the search is stopped.
pub type Planner<G> = fn(&G, &Effort, &mut Generator, Stop<'_>) -> Option<Plan<G>>;
