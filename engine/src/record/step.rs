//! One step of a game.

use std::fmt::{self, Display};

use crate::game::{Game, Seat};

/// One step of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step<G: Game> {
    /// A seat's decision.
    Action(Seat, G::Action),
    /// What chance decided.
    Chance(G::Outcome),
}

impl<G: Game> Copy for Step<G> {}

impl<G: Game> Step<G> {
    /// The step as `seat` sees it ([`Game::observed`] by the state before the step).
    pub fn observed(self, before: &G, seat: Seat) -> Step<G> {
        match self {
            Step::Action(..) => self,
            Step::Chance(outcome) => Step::Chance(before.observed(outcome, seat)),
        }
    }

    /// Plays the step unchecked; as [`Game::apply`] and [`Game::resolve`].
    pub fn play(self, state: &mut G) {
        match self {
            Step::Action(_, action) => state.apply(action),
            Step::Chance(outcome) => state.resolve(outcome),
        }
    }

    /// The name of the step's field in a replay.
    pub(super) fn field(self) -> &'static str {
        match self {
            Step::Action(..) => "action",
            Step::Chance(_) => "chance",
        }
    }
}

impl<G: Game> Display for Step<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Action(seat, action) => write!(f, "seat {seat}: {action}"),
            Step::Chance(outcome) => write!(f, "chance: {outcome}"),
        }
    }
}
