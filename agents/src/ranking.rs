//! How the moves of an analysis compare with the first one, and the order they are shown in.

use heist_engine::game::Game;

use crate::analysis::{Analysis, Candidate, Estimate};
use crate::protocol::report::interval95;

/// How a move compares with the first one. Moves are shown in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Standing {
    /// The one that the search would play.
    First,
    /// As good as the first one in every single world: mostly a matter of order.
    Same,
    /// A tree search plays what it tried most, which need not have the best value yet.
    Better,
    /// The simulations cannot tell which of it and the first one is better.
    Equal,
    /// Its whole 95% interval lies below the first one.
    Worse,
}

impl Standing {
    /// How the candidate at a place of an analysis stands.
    pub fn of<G: Game>(place: usize, candidate: &Candidate<G>) -> Standing {
        match (place, interval95(candidate.difference)) {
            (0, _) => Standing::First,
            _ if candidate.difference == Estimate::default() && candidate.visits > 1 => Standing::Same,
            (_, [least, _]) if least > 0.0 => Standing::Better,
            (_, [_, most]) if most < 0.0 => Standing::Worse,
            _ => Standing::Equal,
        }
    }
}

/// A candidate with how it stands.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<'a, G: Game> {
    /// How it stands to the first one.
    pub standing: Standing,
    /// Its place among the candidates of the analysis.
    pub place: usize,
    /// The candidate.
    pub candidate: &'a Candidate<G>,
}

/// The candidates in the order they are shown in. Worse moves come last whatever their values: those that dropped out early
/// were tried in fewer worlds.
pub fn ranking<G: Game>(analysis: &Analysis<G>) -> Vec<Ranked<'_, G>> {
    let candidates = analysis.candidates.iter().enumerate();
    let mut ranked: Vec<Ranked<'_, G>> = candidates
        .map(|(place, candidate)| Ranked {
            standing: Standing::of(place, candidate),
            place,
            candidate,
        })
        .collect();
    ranked.sort_by_key(|ranked| ranked.standing);
    ranked
}
