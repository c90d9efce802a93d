//! What a game was like.

use std::sync::atomic::AtomicBool;

use heist_agents::Heuristics;
use heist_draw::Draw;
use heist_engine::game::Game;
use heist_engine::record::Step;

use super::Hindsight;

/// A game looked back on.
#[derive(Clone, PartialEq, Debug)]
pub struct After {
    /// The result's value, 1 for a win; none while the game goes on.
    pub value: Option<f64>,
    /// How lucky the team was, in the result's measure; none in a game without an estimate.
    pub luck: Option<f64>,
    /// The win probability at each decision that was looked into and at the end: the number of steps before it, the estimate and
    /// its standard error.
    pub curve: Vec<(usize, f64, f64)>,
    /// Where turns begin: the number of steps before it and the number of the turn.
    pub turns: Vec<(usize, u32)>,
    /// The decisions that cost most, the dearest first, at most three.
    pub costly: Vec<Costly>,
    /// Decisions that could not be looked into, since the record hides what their seats knew.
    pub left_out: usize,
}

/// A decision that cost something.
#[derive(Clone, PartialEq, Debug)]
pub struct Costly {
    /// The number of steps before the decision.
    pub step: usize,
    /// The number of entries after which the decision stood open.
    pub entry: usize,
    /// Who decided, from 1.
    pub seat: u8,
    /// What was played and what it did.
    pub played: (String, String),
    /// What was better and what it would have done.
    pub better: (String, String),
    /// How much win probability it gave away, and its standard error.
    pub cost: (f64, f64),
}

/// A game that was played, or as much of it as there is since the last correction.
#[derive(Clone, Debug)]
pub struct Past<G: Game> {
    first: G,
    steps: Vec<Step<G>>,
    entries: Vec<usize>,
}

impl<G: Game> Past<G> {
    /// The game from its first state on, with the steps since then and, of each, the number of entries after which it stood
    /// open.
    pub fn new(first: G, steps: Vec<Step<G>>, entries: Vec<usize>) -> Past<G> {
        Past { first, steps, entries }
    }
}

impl<G: Draw + Heuristics> Hindsight for Past<G> {
    fn look_back(&self, _stop: &AtomicBool, _tell: &mut dyn FnMut(f64)) -> Option<After> {
        let _ = (&self.first, &self.steps, &self.entries);
        None
    }
}
