//! Masters of the Heist.
//!
//! The rules are in docs/rules/masters-of-the-heist.md; ids such as MH5.3c are those of that document, and ids such as `items:radio` are
//! rows of data/masters-of-the-heist.

mod action;
pub mod components;
pub mod deck;
mod first;
mod frame;
mod hidden;
pub mod letters;
pub mod noise;
mod notation;
mod offers;
mod position;
mod rules;
pub mod scenario;
pub mod setup;
mod state;
pub mod tables;
pub mod tile;
mod view;

pub use action::{Action, Commit, GuardKind, Outcome, Piece, SafeTool, Sale, Way, Who};
pub use position::Position;
pub use setup::{Member, Setup};
pub use state::{Ending, MastersOfTheHeist, PLAYERS, Phase};
pub use tile::Tile;
pub use view::{Pair, Standing};

use frame::Kind;

use crate::game::{Node, Seat, SetupError};

impl MastersOfTheHeist {
    /// The first state of a heist.
    ///
    /// # Errors
    /// As [`Setup::complete`].
    pub fn new(setup: &Setup) -> Result<MastersOfTheHeist, SetupError> {
        Ok(MastersOfTheHeist::first_state(&setup.complete()?).begun())
    }

    /// What the state waits for.
    pub fn node(&self) -> Node {
        if self.ending != Ending::Playing {
            return Node::Terminal;
        }
        match self.stack.top().kind() {
            Kind::Draws => Node::Chance,
            Kind::Asks => Node::Decision(Seat(0)),
            Kind::Runs => Node::Terminal,
        }
    }

    /// Replaces `out` by the legal actions of a decision.
    pub fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        self.offer(out);
    }

    /// Plays a legal action.
    pub fn apply(&mut self, action: Action) {
        self.decide(action);
    }

    /// Replaces `out` by the exact distribution of a chance node.
    pub fn outcomes(&self, out: &mut Vec<(Outcome, f64)>) {
        out.clear();
        self.chances(out);
    }

    /// Settles a chance node.
    pub fn resolve(&mut self, outcome: Outcome) {
        self.settle(outcome);
    }

    /// The character that the decision is about; none where it is the team's.
    pub fn deciding(&self) -> Option<Who> {
        self.decider()
    }

    /// How the heist stands.
    pub fn ending(&self) -> Ending {
        self.ending
    }
}
