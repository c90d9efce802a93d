//! A decision of a tree: its moves with what simulations came to.

use heist_engine::game::Game;

use crate::analysis::Moments;

/// A decision.
pub(super) struct Branching<G: Game> {
    pub moves: Vec<Move<G>>,
    pub values: Moments,
}

/// A move of a decision.
#[derive(Clone, Copy)]
pub(super) struct Move<G: Game> {
    pub action: G::Action,
    pub prior: f32,
    /// Simulations that could have tried it.
    pub available: u32,
    pub values: Moments,
}

/// A move of the root with what its simulations came to.
#[derive(Clone, Copy, Debug)]
pub struct RootMove<G: Game> {
    /// The move.
    pub action: G::Action,
    /// Its prior probability.
    pub prior: f32,
    /// Values of the simulations that began with it.
    pub values: Moments,
}

impl<G: Game> Move<G> {
    pub fn new(action: G::Action, prior: f64) -> Move<G> {
        Move {
            action,
            prior: prior as f32,
            available: 0,
            values: Moments::default(),
        }
    }

    /// How often it was tried, and the mean of that. Each of the `waiting` simulations, whose values are not known yet,
    /// counts as a loss: a virtual loss, so that those of one batch differ (G. Chaslot, M. Winands and J. van den
    /// Herik, CG 2008).
    #[inline]
    pub fn tried(&self, waiting: u32) -> (u64, f64) {
        let (tries, mean) = (self.values.count(), self.values.mean());
        match waiting {
            0 => (tries, mean),
            _ => {
                let all = tries + u64::from(waiting);
                (all, mean * tries as f64 / all as f64)
            }
        }
    }

    /// The score by UCB1; infinite before the first try.
    #[inline]
    pub fn uct(&self, exploration: f64, waiting: u32) -> f64 {
        match self.tried(waiting) {
            (0, _) => f64::INFINITY,
            (tries, mean) => mean + exploration * (f64::from(self.available).ln() / tries as f64).sqrt(),
        }
    }

    /// The score by PUCT; `untried` is the value before the first try.
    #[inline]
    pub fn puct(&self, exploration: f64, untried: f64, waiting: u32) -> f64 {
        let (tries, mean) = self.tried(waiting);
        let mean = if tries == 0 { untried } else { mean };
        mean + exploration * f64::from(self.prior) * f64::from(self.available).sqrt() / (1.0 + tries as f64)
    }
}

impl<G: Game> Branching<G> {
    /// The first of the legal moves tried most; `None` if none of them was tried.
    pub fn most_tried(&self, legal: &[G::Action]) -> Option<G::Action> {
        let tried = self.moves.iter().filter(|known| known.values.count() > 0);
        let tried = tried.filter(|known| legal.contains(&known.action));
        let best = tried.rev().max_by_key(|known| known.values.count());
        best.map(|known| known.action)
    }
}
