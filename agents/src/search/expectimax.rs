//! Expectimax to a depth: the best decision, the mean over every outcome, an estimate where it ends.
//!
//! D. Michie, "Game-Playing and Game-Learning Automata" (1966); pruning at chance nodes is Star1 of B. Ballard, "The *-Minimax
//! Search Procedure for Trees Containing Chance Nodes", Artificial Intelligence 21 (1983), with 0 and 1 as the bounds of a
//! value. The depth grows by one until the budget is spent; the last depth that was finished counts.
//!
//! Exact where the depth reaches the end and nobody holds anything in private. What other seats hold is sampled, and then everybody
//! is taken to know it, as in `pimc`.

use std::time::Instant;

use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, stream};
use rand_core::Rng;
use rustc_hash::FxHashMap;

use super::leaf::Leaf;
use super::worlds::Belief;
use super::{Alike, Budget, Search, Watch, alike, holds_all};
use crate::analysis::{Analysis, Estimate, Moments, Totals};

/// A search of everything up to a depth.
#[derive(Clone, Debug)]
pub struct Expectimax<G: Game> {
    /// Decisions ahead, the first one included; those with a single legal action do not count.
    pub depth: u32,
    /// The worth of what lies deeper.
    pub leaf: Leaf<G>,
    /// Which worlds are sampled.
    pub belief: Belief<G>,
    /// How many samples of what the other seats hold in private the values are averaged over. Where the seat knows all that
    /// anybody knows, one is enough and one is taken.
    pub worlds: u64,
    /// Values kept at most for states that are reached again.
    pub nodes: usize,
    /// How long it goes on; a leaf is a simulation.
    pub budget: Budget,
}

/// A search of one depth in progress.
struct Pass<'a, G: Game> {
    leaf: &'a Leaf<G>,
    turn: u32,
    rng: Generator,
    legal: Vec<G::Action>,
    known: FxHashMap<(u64, u32), Known>,
    room: usize,
    leaves: u64,
    limit: u64,
    is_over: &'a dyn Fn() -> bool,
}

/// What was found out about a state at a depth.
#[derive(Clone, Copy)]
enum Known {
    Exactly(f64),
    AtMost(f64),
}

/// The budget is spent.
struct Spent;

/// How many leaves lie between two looks at the clock.
const STRIDE: u64 = 256;

impl<G: Game> Pass<'_, G> {
    /// The value of a state `depth` decisions ahead. A value up to `floor` may be returned as anything from it to `floor`: it
    /// would not be chosen.
    fn value(&mut self, mut state: G, depth: u32, floor: f64) -> Result<f64, Spent> {
        loop {
            match state.node() {
                Node::Terminal => return Ok(state.result().map_or(0.0, |result| result.value)),
                Node::Chance => return self.mean(&state, depth, floor),
                Node::Decision(_) => {
                    state.legal_actions(&mut self.legal);
                    match self.legal[..] {
                        [only] => state.apply(only),
                        _ if depth == 0 => return self.estimate(state),
                        _ => return self.best(&state, depth, floor),
                    }
                }
            }
        }
    }

    fn estimate(&mut self, state: G) -> Result<f64, Spent> {
        self.leaves += 1;
        if self.leaves > self.limit || self.leaves.is_multiple_of(STRIDE) && (self.is_over)() {
            return Err(Spent);
        }
        Ok(self.leaf.value(state, self.turn, &mut self.rng, &mut self.legal))
    }

    fn best(&mut self, state: &G, depth: u32, floor: f64) -> Result<f64, Spent> {
        let key = (state.key(), depth);
        match self.known.get(&key) {
            Some(Known::Exactly(value)) => return Ok(*value),
            Some(Known::AtMost(value)) if *value <= floor => return Ok(*value),
            _ => {}
        }
        let moves = self.legal.clone();
        let mut best = f64::NEG_INFINITY;
        for action in moves {
            let mut after = state.clone();
            after.apply(action);
            best = best.max(self.value(after, depth - 1, floor.max(best))?);
            if best >= 1.0 {
                break;
            }
        }
        if self.known.len() < self.room {
            let found = if best > floor {
                Known::Exactly(best)
            } else {
                Known::AtMost(best)
            };
            self.known.insert(key, found);
        }
        Ok(best)
    }

    /// Star1: each outcome must bring at least what the floor leaves it to, were all that follow worth 1.
    fn mean(&mut self, state: &G, depth: u32, floor: f64) -> Result<f64, Spent> {
        let mut outcomes = Vec::new();
        state.outcomes(&mut outcomes);
        let (mut sum, mut ahead) = (0.0, 1.0);
        for (outcome, chance) in outcomes {
            ahead -= chance;
            let mut after = state.clone();
            after.resolve(outcome);
            sum += chance * self.value(after, depth, (floor - sum - ahead) / chance)?;
            if sum + ahead <= floor {
                return Ok(sum + ahead.max(0.0));
            }
        }
        Ok(sum)
    }
}

/// What every pass is about.
struct Question<'a, G: Game> {
    view: &'a G,
    seat: Seat,
    groups: &'a [Alike<G>],
    worlds: u64,
    seed: u64,
}

impl<G: Game> Expectimax<G> {
    /// The value of every move to a depth, a sample for each world; `None` if the budget did not last.
    fn pass(
        &self,
        question: &Question<'_, G>,
        depth: u32,
        totals: &mut Totals,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Vec<Moments>> {
        // The first depth is always finished: an analysis without it says nothing.
        let limit = if depth == 1 { u64::MAX } else { self.budget.simulations };
        let mut values = vec![Moments::default(); question.groups.len()];
        for number in 0..question.worlds {
            let mut rng = stream(question.seed, "search/world", number);
            let mut world = question.view.clone();
            self.belief.fill(&mut world, question.seat, Fill::Private, &mut rng);
            let mut pass = Pass {
                leaf: &self.leaf,
                turn: question.view.turn(),
                rng,
                legal: Vec::new(),
                known: FxHashMap::default(),
                room: self.nodes,
                leaves: 0,
                limit: limit.saturating_sub(totals.simulations),
                is_over,
            };
            let mut tried = question.groups.iter().zip(&mut values);
            let finished = tried.try_for_each(|(group, values)| {
                let mut after = world.clone();
                after.apply(group.action);
                values.add(pass.value(after, depth - 1, f64::NEG_INFINITY)?);
                Ok::<(), Spent>(())
            });
            let size = size_of::<((u64, u32), Known)>();
            totals.simulations += pass.leaves.min(pass.limit);
            totals.nodes = totals.nodes.max(pass.known.len() as u64);
            totals.memory = totals.memory.max((pass.known.capacity() * size) as u64);
            finished.ok()?;
        }
        Some(values)
    }
}

impl<G: Game> Search<G> for Expectimax<G> {
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
        let question = Question {
            view,
            seat,
            groups: &groups,
            worlds: if holds_all(view) { 1 } else { self.worlds },
            seed: rng.next_u64(),
        };
        let mut totals = Totals {
            worlds: question.worlds,
            ..Totals::default()
        };
        let mut best = vec![Moments::default(); groups.len()];
        for depth in 1..=self.depth {
            let is_over = || depth > 1 && (self.budget.is_over(start) || watch.is_stopped());
            let Some(values) = self.pass(&question, depth, &mut totals, &is_over) else {
                break;
            };
            best = values;
            totals.depth = depth;
            totals.time = start.elapsed();
            watch.tell(|| report(&groups, &best, totals));
        }
        totals.time = start.elapsed();
        report(&groups, &best, totals)
    }
}

fn report<G: Game>(groups: &[Alike<G>], values: &[Moments], totals: Totals) -> Analysis<G> {
    let better = |&a: &usize, &b: &usize| values[a].mean().total_cmp(&values[b].mean());
    let chosen = (0..groups.len()).rev().max_by(better).unwrap_or(0);
    let best = values[chosen].estimate();
    let estimates: Vec<Estimate> = values.iter().map(Moments::estimate).collect();
    let candidates = groups.iter().zip(&estimates).map(|(group, &value)| {
        let difference = Estimate {
            mean: value.mean - best.mean,
            error: 0.0,
        };
        group.candidate(values[chosen].count(), value, difference)
    });
    Analysis::ranked(candidates.collect(), chosen, &estimates, totals)
}
