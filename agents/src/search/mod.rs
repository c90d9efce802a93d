//! Agents that look ahead.
//!
//! - [`rollout`]: how a simulation goes on from a state, and what its end is worth.
//! - [`leaf`]: what a position is worth where a tree ends.
//! - [`tree`]: a search tree, [`forest`]: several of them over one decision, and the searches that grow some: [`trees`]
//!   (`mcts`, `ismcts`, `pimc`) and [`gumbel`] (`puct`).
//! - [`expectimax`]: everything up to a depth.
//! - [`confidence`]: bounds for samples that are looked at again and again.
//! - [`foresight`]: what an analysis says beside values: lines to the end of the turn, losses in the next round,
//!   reasons, and the order of moves that are worth the same.
//! - [`paired`]: the moves of one decision compared over common worlds (`flat`, `improve`).
//! - [`planned`]: whole plans where a game begins with planning.
//! - [`policy`]: what agents that do not search can say about a decision (`random`, `heuristic`).
//! - [`sampler`]: moves tried in common worlds, for labels.
//! - [`simplified`]: searches whose simulations open fewer windows than the game.
//! - [`worlds`]: which worlds are sampled.
//! - [`watch`]: how a search is followed and stopped while it goes on.
//!
//! A search is given an information state. It samples worlds from it, and never sees the one that is played.

pub mod confidence;
pub mod expectimax;
pub mod foresight;
pub mod forest;
pub mod gumbel;
pub mod leaf;
pub mod paired;
pub mod planned;
pub mod policy;
pub mod rollout;
pub mod sampler;
pub mod simplified;
pub mod tree;
pub mod trees;
pub mod watch;
pub mod worlds;

use std::time::{Duration, Instant};

use heist_engine::game::{Game, Seat};
use heist_engine::random::Generator;

use crate::agent::{Agent, Fault, Stop};
use crate::analysis::{Analysis, Candidate, Estimate};
pub use watch::Watch;

/// A search: what an [`Agent`] is to one that can say why.
pub trait Search<G: Game>: Send {
    /// Looks into a decision. Arguments as for [`Agent::decide`]; `legal` may be a part of what is legal.
    ///
    /// With a budget of simulations the analysis is a function of the arguments, its time aside, whatever the number of
    /// threads, unless `watch` stops it.
    fn analyse(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        watch: &mut Watch<'_, G>,
    ) -> Analysis<G>;
}

/// Makes searches of one kind.
pub type SearchFactory<G> = Box<dyn Fn() -> Box<dyn Search<G>> + Send + Sync>;

impl<G: Game> Search<G> for Box<dyn Search<G>> {
    fn analyse(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        watch: &mut Watch<'_, G>,
    ) -> Analysis<G> {
        self.as_mut().analyse(view, seat, legal, rng, watch)
    }
}

/// Plays the first move of a search's analysis; an only move without one.
#[derive(Clone, Debug)]
pub struct SearchAgent<S>(pub S);

impl<G: Game, S: Search<G>> Agent<G> for SearchAgent<S> {
    fn decide(&mut self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> Result<G::Action, Fault> {
        self.decide_until(view, seat, legal, rng, &[])
    }

    fn decide_until(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        stop: Stop<'_>,
    ) -> Result<G::Action, Fault> {
        Ok(match legal {
            [only] => *only,
            _ => self
                .0
                .analyse(view, seat, legal, rng, &mut Watch::hurried().until(stop))
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

    /// Whether a search that began at `start` and has made `simulations` may make `more`, which take as long as those
    /// did.
    fn allows(&self, simulations: u64, more: u64, start: Instant) -> bool {
        let pace = 1.0 + more as f64 / simulations.max(1) as f64;
        let in_time = |time: Duration| start.elapsed().mul_f64(pace) <= time;
        simulations.saturating_add(more) <= self.simulations && self.time.is_none_or(in_time)
    }

    /// Whether the time of a search that began at `start` is up.
    fn is_over(&self, start: Instant) -> bool {
        self.time.is_some_and(|time| start.elapsed() >= time)
    }
}

/// Whether a state holds everything that any seat knows.
fn holds_all<G: Game>(state: &G) -> bool {
    Seat::all(state.seats()).all(|seat| state.holds(seat))
}

/// A move with those that lead to the same state.
#[derive(Clone, PartialEq, Debug)]
pub struct Alike<G: Game> {
    /// The first of them, which speaks for all.
    pub action: G::Action,
    /// The others.
    pub others: Vec<G::Action>,
}

impl<G: Game> Alike<G> {
    /// Whether a move is one of them.
    pub fn contains(&self, action: G::Action) -> bool {
        self.action == action || self.others.contains(&action)
    }

    /// They as one move of an analysis: how many simulations began with it, its value, and how much that is more than
    /// the chosen move's.
    pub fn candidate(&self, visits: u64, value: Estimate, difference: Estimate) -> Candidate<G> {
        Candidate {
            action: self.action,
            alike: self.others.clone(),
            visits,
            value,
            difference,
            worth: value,
            worth_difference: difference,
            simulated: value,
            is_rough: false,
            is_certain: false,
            best: 0.0,
            played: None,
            score: None,
            policy: None,
            line: Vec::new(),
            branches: Vec::new(),
            reason: None,
            loss: None,
        }
    }
}

/// The moves, those that lead to the same state as one. Other crates call
/// [`Players::alike`](crate::spec::Players::alike), which is compiled once.
pub fn alike<G: Game>(view: &G, legal: &[G::Action]) -> Vec<Alike<G>> {
    let mut groups: Vec<Alike<G>> = Vec::new();
    let mut keys = Vec::new();
    for &action in legal {
        let mut after = view.clone();
        after.apply(action);
        let key = after.key();
        match keys.iter().position(|known| *known == key) {
            Some(place) => groups[place].others.push(action),
            None => {
                keys.push(key);
                groups.push(Alike {
                    action,
                    others: Vec::new(),
                });
            }
        }
    }
    groups
}
