//! Several trees over one decision, grown apart and added up.
//!
//! Root parallelization: G. Chaslot, M. Winands and J. van den Herik, "Parallel Monte-Carlo Tree Search", CG 2008. What
//! each tree does is settled by its number, so the sum does not depend on the number of threads.

use std::sync::Arc;
use std::time::Instant;

use crate::parallel;
use heist_engine::game::{Game, Seat};
use heist_engine::random::stream;
use rayon::ThreadPool;

use super::tree::{Growth, Tree};
use super::{Alike, alike};
use crate::analysis::{Analysis, Candidate, Estimate, Moments, Totals};

/// Simulations of each tree between two looks at the clock.
pub(super) const GLANCE: usize = 64;

/// Which trees are grown.
#[derive(Clone, Debug)]
pub struct Trees<G: Game> {
    /// How each tree grows.
    pub growth: Growth<G>,
    /// How many there are; for [`Kind::World`](super::tree::Kind::World) this is the number of worlds.
    pub count: usize,
    /// Decisions and chance nodes at most, all trees together. When they are used up, simulations end where the tree
    /// does.
    pub nodes: usize,
    /// The threads that trees grow on; `None` grows them where the search is called.
    pub threads: Option<Arc<ThreadPool>>,
}

/// Trees over one decision.
pub(super) struct Forest<'a, G: Game> {
    /// The moves, each with those that lead to the same state.
    pub groups: Vec<Alike<G>>,
    /// The trees. Each lists the move that the evaluator plays first.
    pub trees: Vec<Tree<G>>,
    /// When the search began.
    pub start: Instant,
    threads: Option<&'a ThreadPool>,
}

impl<G: Game> Trees<G> {
    /// Trees of a root each, over a decision of `seat` among `legal`.
    pub(super) fn plant(&self, view: &G, seat: Seat, legal: &[G::Action], seed: u64) -> Forest<'_, G> {
        let start = Instant::now();
        let groups = alike(view, legal);
        let moves: Vec<G::Action> = groups.iter().map(|group| group.action).collect();
        let limit = self.nodes / self.count;
        let plant = |number| {
            let rng = stream(seed, "search/tree", number);
            Tree::new(self.growth.clone(), view, seat, &moves, limit, rng)
        };
        Forest {
            trees: (0..self.count as u64).map(plant).collect(),
            groups,
            start,
            threads: self.threads.as_deref(),
        }
    }
}

impl<G: Game> Forest<'_, G> {
    /// Grows every tree, on the threads there are; `grow` is given its number.
    pub fn grow(&mut self, grow: impl Fn(usize, &mut Tree<G>) + Sync) {
        let trees = &mut self.trees;
        match self.threads {
            None => trees
                .iter_mut()
                .enumerate()
                .for_each(|(number, tree)| grow(number, tree)),
            Some(pool) => {
                parallel::install(pool, || parallel::map_mut(trees, &grow));
            }
        }
    }

    /// Simulations so far.
    pub fn simulations(&self) -> u64 {
        self.trees.iter().map(Tree::simulations).sum()
    }

    /// What the simulations of each move came to.
    pub fn moments(&self) -> Vec<Moments> {
        let moments = |group: &Alike<G>| {
            let roots = self.trees.iter().flat_map(Tree::root);
            let same = roots.filter(|root| root.action == group.action);
            same.fold(Moments::default(), |sum, root| sum.merged(root.values))
        };
        self.groups.iter().map(moments).collect()
    }

    /// The analysis in which the move at the place `chosen` is played. `moves` are the [`moments`](Forest::moments) and
    /// `values` what moves are worth by them.
    pub fn analysis(&self, moves: &[Moments], values: &[Estimate], chosen: usize, lines: bool) -> Analysis<G> {
        let best = values[chosen];
        let line_of = |action| {
            let lines = self.trees.iter().map(|tree| tree.line(action));
            lines.max_by_key(Vec::len).unwrap_or_default()
        };
        let candidates = self.groups.iter().enumerate().map(|(place, group)| {
            let value = values[place];
            let difference = if place == chosen {
                Estimate::default()
            } else {
                // Simulations of a tree are not paired: the errors add up as those of independent means do.
                Estimate {
                    mean: value.mean - best.mean,
                    error: value.error.hypot(best.error),
                }
            };
            Candidate {
                line: if lines { line_of(group.action) } else { Vec::new() },
                ..group.candidate(moves[place].count(), value, difference)
            }
        });
        let sum = |count: fn(&Tree<G>) -> usize| self.trees.iter().map(|tree| count(tree) as u64).sum();
        let totals = Totals {
            simulations: self.simulations(),
            worlds: 0,
            nodes: sum(Tree::nodes),
            depth: self.trees.iter().map(Tree::depth).max().unwrap_or(0),
            memory: sum(Tree::memory),
            time: self.start.elapsed(),
            ..Totals::default()
        };
        Analysis::ranked(candidates.collect(), chosen, values, totals)
    }
}
