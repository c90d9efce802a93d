//! Agents that look ahead.
//!
//! - [`rollout`]: how a simulation goes on from a state, and what its end is worth.
//! - [`paired`]: the moves of one decision compared over common worlds (`flat`, `improve`).
//!
//! A search is given an information state. It samples worlds from it, and never sees the one that is played.

pub mod paired;
pub mod rollout;

use std::time::{Duration, Instant};

use heist_engine::game::{Game, Seat};
use heist_engine::random::Generator;

use crate::agent::{Agent, Fault};
use crate::analysis::Analysis;

/// A search: what an [`Agent`] is to one that can say why.
pub trait Search<G: Game>: Send {
    /// Looks into a decision. Arguments as for [`Agent::decide`].
    ///
    /// With a budget of simulations the analysis is a function of the arguments, its time aside, whatever the number of
    /// threads.
    fn analyse(&mut self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> Analysis<G>;
}

/// Plays the first move of a search's analysis; an only move without one.
#[derive(Clone, Debug)]
pub struct SearchAgent<S>(pub S);

impl<G: Game, S: Search<G>> Agent<G> for SearchAgent<S> {
    fn decide(&mut self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> Result<G::Action, Fault> {
        Ok(match legal {
            [only] => *only,
            _ => self
                .0
                .analyse(view, seat, legal, rng)
                .candidates
                .first()
                .map_or(legal[0], |chosen| chosen.action),
        })
    }
}

/// How long a search goes on: until either limit is met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Simulations at most.
    pub simulations: u64,
    /// Time at most. With a limit the analysis depends on the machine.
    pub time: Option<Duration>,
}

impl Budget {
    /// A number of simulations, whatever time they take.
    pub fn simulations(simulations: u64) -> Budget {
        Budget {
            simulations,
            time: None,
        }
    }

    /// Whether a search that began at `start` and has done so many simulations may do `more`.
    fn allows(&self, simulations: u64, more: u64, start: Instant) -> bool {
        simulations.saturating_add(more) <= self.simulations && self.time.is_none_or(|time| start.elapsed() < time)
    }
}
