//! Monte-Carlo tree search: `mcts`, `ismcts` and `pimc`, which differ in worlds and nodes ([`Kind`](super::tree::Kind)).
//!
//! L. Kocsis and C. Szepesvari, "Bandit Based Monte-Carlo Planning", ECML 2006; C. Browne and others, "A Survey of Monte Carlo
//! Tree Search Methods", IEEE Transactions on Computational Intelligence and AI in Games 4 (2012). Several trees are
//! grown independently and their roots added up (root parallelization: G. Chaslot, M. Winands and J. van den Herik, "Parallel
//! Monte-Carlo Tree Search", CG 2008), so the analysis does not depend on the number of threads.

use std::sync::Arc;
use std::time::Instant;

use heist_engine::game::{Game, Seat};
use heist_engine::random::{Generator, stream};
use rand_core::Rng;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::tree::{Growth, Tree};
use super::{Alike, Budget, Search, Watch, alike};
use crate::agent::is_stopped;
use crate::analysis::{Analysis, Candidate, Estimate, Moments, Totals};

/// Simulations of each tree between two looks at the clock.
const GLANCE: u64 = 64;
/// Simulations of each tree until all wait for each other: the first time, and at most. It doubles in between, so that threads
/// seldom wait.
const ROUNDS: [u64; 2] = [64, 4_096];

/// A search by trees.
#[derive(Clone, Debug)]
pub struct TreeSearch<G: Game> {
    /// How each tree grows.
    pub growth: Growth<G>,
    /// How many there are; for [`Kind::World`](super::tree::Kind::World) this is the number of worlds.
    pub trees: usize,
    /// Decisions and chance nodes at most, all trees together. When they are used up, simulations end where the tree does.
    pub nodes: usize,
    /// How long it goes on.
    pub budget: Budget,
    /// The expert's move is left for the one tried most only if that is better by more than this many standard errors. Without an
    /// expert the move tried most is played.
    pub doubt: f64,
    /// The threads that trees grow on; `None` grows them where the search is called.
    pub threads: Option<Arc<ThreadPool>>,
}

/// A tree with the simulations it is still to make.
struct Share<G: Game> {
    tree: Tree<G>,
    left: u64,
}

impl<G: Game> Share<G> {
    /// Grows by a round of simulations, or until it is `over`.
    fn grow(&mut self, round: u64, over: &(dyn Fn() -> bool + Sync)) {
        let mut round = self.left.min(round);
        while round > 0 && !over() {
            let some = round.min(GLANCE);
            (0..some).for_each(|_| self.tree.simulate());
            self.left -= some;
            round -= some;
        }
    }
}

impl<G: Game> Search<G> for TreeSearch<G> {
    fn analyse(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        watch: &mut Watch<'_, G>,
    ) -> Analysis<G> {
        let start = Instant::now();
        let groups = alike(view, legal);
        let moves: Vec<G::Action> = groups.iter().map(|group| group.action).collect();
        let seed = rng.next_u64();
        let count = self.trees as u64;
        let mut shares: Vec<Share<G>> = (0..count)
            .map(|number| Share {
                tree: Tree::new(
                    self.growth.clone(),
                    view,
                    seat,
                    &moves,
                    self.nodes / self.trees,
                    stream(seed, "search/tree", number),
                ),
                left: self.budget.simulations / count + u64::from(number < self.budget.simulations % count),
            })
            .collect();
        let stop = watch.stop();
        let is_over = || self.budget.is_over(start) || is_stopped(stop);
        // Something is always tried: an analysis without a simulation says nothing.
        shares[0].grow(1, &|| false);
        let [mut round, longest] = ROUNDS;
        loop {
            match &self.threads {
                None => shares.iter_mut().for_each(|share| share.grow(round, &is_over)),
                Some(pool) => pool.install(|| shares.par_iter_mut().for_each(|share| share.grow(round, &is_over))),
            }
            round = longest.min(2 * round);
            if shares.iter().all(|share| share.left == 0) || is_over() {
                return self.report(&groups, &shares, start, watch.is_patient());
            }
            watch.tell(|| self.report(&groups, &shares, start, true));
        }
    }
}

impl<G: Game> TreeSearch<G> {
    /// The roots added up.
    fn report(&self, groups: &[Alike<G>], shares: &[Share<G>], start: Instant, lines: bool) -> Analysis<G> {
        let moves: Vec<Moments> = groups
            .iter()
            .map(|group| {
                let roots = shares.iter().flat_map(|share| share.tree.root());
                let same = roots.filter(|root| root.action == group.action);
                same.fold(Moments::default(), |sum, root| sum.merged(root.values))
            })
            .collect();
        let all = moves.iter().fold(Moments::default(), |sum, values| sum.merged(*values));
        let values: Vec<Estimate> = moves.iter().map(|values| values.estimate_among(&all)).collect();
        let mut chosen = most_tried(&moves);
        // A tree lists the expert's move first.
        let expert = shares[0].tree.root().next().map(|root| root.action);
        let home = groups.iter().position(|group| expert == Some(group.action));
        if let Some(home) = home.filter(|_| self.growth.evaluator.answers().priors) {
            let (best, safe) = (values[chosen], values[home]);
            if best.mean - safe.mean <= self.doubt * best.error.hypot(safe.error) {
                chosen = home;
            }
        }
        let best = values[chosen];
        let line_of = |action| {
            let lines = shares.iter().map(|share| share.tree.line(action));
            lines.max_by_key(Vec::len).unwrap_or_default()
        };
        let candidates = groups.iter().enumerate().map(|(place, group)| {
            let value = values[place];
            let difference = match place == chosen {
                true => Estimate::default(),
                // Simulations of a tree are not paired: the errors add up as those of independent means do.
                false => Estimate {
                    mean: value.mean - best.mean,
                    error: value.error.hypot(best.error),
                },
            };
            Candidate {
                line: if lines { line_of(group.action) } else { Vec::new() },
                ..group.candidate(moves[place].count(), value, difference)
            }
        });
        let sum = |count: fn(&Tree<G>) -> usize| shares.iter().map(|share| count(&share.tree) as u64).sum();
        let totals = Totals {
            simulations: shares.iter().map(|share| share.tree.simulations()).sum(),
            worlds: 0,
            nodes: sum(Tree::nodes),
            depth: shares.iter().map(|share| share.tree.depth()).max().unwrap_or(0),
            memory: sum(Tree::memory),
            time: start.elapsed(),
            ..Totals::default()
        };
        Analysis::ranked(candidates.collect(), chosen, &values, totals)
    }
}

/// The move tried most; the better one of equals, then the first.
fn most_tried(moves: &[Moments]) -> usize {
    let better = |a: &Moments, b: &Moments| a.count().cmp(&b.count()).then(a.mean().total_cmp(&b.mean()));
    let places = (0..moves.len()).rev();
    places.max_by(|&a, &b| better(&moves[a], &moves[b])).unwrap_or(0)
}
