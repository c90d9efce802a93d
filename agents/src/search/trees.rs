//! Monte-Carlo tree search: `mcts`, `ismcts` and `pimc`, which differ in worlds and nodes
//! ([`Kind`](super::tree::Kind)).
//!
//! L. Kocsis and C. Szepesvari, "Bandit Based Monte-Carlo Planning", ECML 2006; C. Browne and others, "A Survey of
//! Monte Carlo Tree Search Methods", IEEE Transactions on Computational Intelligence and AI in Games 4 (2012).

use heist_engine::game::{Game, Seat};
use heist_engine::random::Generator;
use rand::Rng;

use super::forest::{Forest, GLANCE, Trees};
use super::tree::Tree;
use super::{Budget, Search, Watch};
use crate::agent::is_stopped;
use crate::analysis::{Analysis, Estimate, Moments};

/// Simulations of each tree until all wait for each other: the first time, and at most. It doubles in between, so that
/// threads seldom wait.
const ROUNDS: [u64; 2] = [64, 4_096];

/// A search by trees.
#[derive(Clone, Debug)]
pub struct TreeSearch<G: Game> {
    /// The trees.
    pub trees: Trees<G>,
    /// How long it goes on.
    pub budget: Budget,
    /// The move of the evaluator is left for the one tried most only if that is better by more than this many standard
    /// errors. With an evaluator that prefers no moves the one tried most is played.
    pub doubt: f64,
}

/// Grows a tree by a round of simulations, to `all` of them at most or until it is `over`.
fn grow<G: Game>(tree: &mut Tree<G>, all: u64, round: u64, over: &(dyn Fn() -> bool + Sync)) {
    let mut round = round.min(all - tree.simulations()) as usize;
    while round > 0 && !over() {
        let some = round.min(GLANCE);
        tree.simulate(some);
        round -= some;
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
        let mut forest = self.trees.plant(view, seat, legal, rng.next_u64());
        let (all, count) = (self.budget.simulations, self.trees.count as u64);
        let share = |number: usize| all / count + u64::from((number as u64) < all % count);
        let (start, stop) = (forest.start, watch.stop());
        let is_over = || self.budget.is_over(start) || is_stopped(stop);
        // Something is always tried: an analysis without a simulation says nothing.
        grow(&mut forest.trees[0], share(0), 1, &|| false);
        let [mut round, longest] = ROUNDS;
        loop {
            forest.grow(|number, tree| grow(tree, share(number), round, &is_over));
            round = longest.min(2 * round);
            if forest.simulations() == all || is_over() {
                return self.report(&forest, watch.is_patient());
            }
            watch.tell(|| self.report(&forest, true));
        }
    }
}

impl<G: Game> TreeSearch<G> {
    /// The roots added up.
    fn report(&self, forest: &Forest<'_, G>, lines: bool) -> Analysis<G> {
        let moves = forest.moments();
        let all = moves.iter().fold(Moments::default(), |sum, values| sum.merged(*values));
        let values: Vec<Estimate> = moves.iter().map(|values| values.estimate_among(&all)).collect();
        let mut chosen = most_tried(&moves);
        // A tree lists the evaluator's move first.
        let favourite = forest.trees[0].root().next().map(|root| root.action);
        let home = forest.groups.iter().position(|group| favourite == Some(group.action));
        if let Some(home) = home.filter(|_| self.trees.growth.evaluator.answers().priors) {
            let (best, safe) = (values[chosen], values[home]);
            if best.mean - safe.mean <= self.doubt * best.error.hypot(safe.error) {
                chosen = home;
            }
        }
        forest.analysis(&moves, &values, chosen, lines)
    }
}

/// The move tried most; the better one of equals, then the first.
fn most_tried(moves: &[Moments]) -> usize {
    let better = |a: &Moments, b: &Moments| a.count().cmp(&b.count()).then(a.mean().total_cmp(&b.mean()));
    let places = (0..moves.len()).rev();
    let most = places.max_by(|&a, &b| better(&moves[a], &moves[b]));
    most.expect("a decision has a move")
}
