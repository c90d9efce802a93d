//! Expectimax to a depth: the best decision, the mean over every outcome, an estimate where it ends.
//!
//! D. Michie, "Game-Playing and Game-Learning Automata" (1966); pruning at chance nodes is Star1 of B. Ballard, "The *-Minimax
//! Search Procedure for Trees Containing Chance Nodes", Artificial Intelligence 21 (1983), with 0 and 1 as the bounds of a
//! value. The depth grows by one until the budget is spent; the last depth that was finished counts.
//!
//! Exact where the depth reaches the end and nobody holds anything in private. What other seats hold is sampled, and then everybody
//! is taken to know it, as in `pimc`.
//!
//! Where the budget does not last for the first depth, outcomes are sampled instead: every move is followed to a leaf again and
//! again, in the same worlds with the same dice, as `flat` does. The depth is 0 then.

use std::time::Instant;

use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, stream};
use rand_core::Rng;
use rustc_hash::FxHashMap;

use super::leaf::Leaf;
use super::worlds::Belief;
use super::{Alike, Budget, Search, Watch, alike, holds_all};
use crate::agent::is_stopped;
use crate::analysis::{Analysis, Estimate, Moments, Totals};
use crate::evaluator::seat_of;

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
    /// How long it goes on; a leaf is a simulation, an end of the game is none. One for every move is made whatever the budget.
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
    /// Leaves and ends of the game, which are no simulations.
    ends: u64,
    /// Leaves are counted and not valued.
    is_count: bool,
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

/// How many simulations are made for every move, whatever the budget: an analysis without them says nothing.
pub const LEAST_PER_MOVE: u64 = 1;

/// How many leaves and ends of the game there are between two looks at the clock.
const STRIDE: u64 = 256;

/// Bytes of a value that is kept for a state.
const ENTRY: usize = size_of::<((u64, u32), Known)>();

impl<G: Game> Pass<'_, G> {
    /// The value of a state `depth` decisions ahead. A value up to `floor` may be returned as anything from it to `floor`: it
    /// would not be chosen.
    fn value(&mut self, mut state: G, depth: u32, floor: f64) -> Result<f64, Spent> {
        loop {
            match state.node() {
                Node::Terminal => {
                    self.look()?;
                    return Ok(state.result().map_or(0.0, |result| result.value));
                }
                Node::Chance => return self.mean(&state, depth, floor),
                Node::Decision(seat) => {
                    state.legal_actions(&mut self.legal);
                    match self.legal[..] {
                        [only] => state.apply(only),
                        _ if depth == 0 => return self.estimate(state, seat),
                        _ => return self.best(&state, depth, floor),
                    }
                }
            }
        }
    }

    fn estimate(&mut self, state: G, seat: Seat) -> Result<f64, Spent> {
        self.leaves += 1;
        if self.leaves > self.limit {
            return Err(Spent);
        }
        self.look()?;
        if self.is_count {
            return Ok(0.0);
        }
        Ok(self.leaf.value(&state, seat, self.turn, &mut self.rng, &mut self.legal))
    }

    /// Looks at the clock now and then.
    fn look(&mut self) -> Result<(), Spent> {
        self.ends += 1;
        match self.ends.is_multiple_of(STRIDE) && (self.is_over)() {
            true => Err(Spent),
            false => Ok(()),
        }
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
    /// A search of one depth in one of the sampled worlds, and that world.
    fn begin<'a>(
        &'a self,
        question: &Question<'_, G>,
        number: u64,
        limit: u64,
        is_over: &'a dyn Fn() -> bool,
    ) -> (G, Pass<'a, G>) {
        let mut rng = stream(question.seed, "search/world", number);
        let mut world = question.view.clone();
        self.belief.fill(&mut world, question.seat, Fill::Private, &mut rng);
        let pass = Pass {
            leaf: &self.leaf,
            turn: question.view.turn(),
            rng,
            legal: Vec::new(),
            known: FxHashMap::default(),
            room: self.nodes,
            leaves: 0,
            limit,
            ends: 0,
            is_count: false,
            is_over,
        };
        (world, pass)
    }

    /// The value of every move to a depth, a sample for each world; `None` if the budget did not last.
    fn pass(
        &self,
        question: &Question<'_, G>,
        depth: u32,
        totals: &mut Totals,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Vec<Vec<f64>>> {
        let mut values = vec![Vec::new(); question.groups.len()];
        for number in 0..question.worlds {
            let limit = self.budget.simulations.saturating_sub(totals.simulations);
            let (world, mut pass) = self.begin(question, number, limit, is_over);
            let mut tried = question.groups.iter().zip(&mut values);
            let finished = tried.try_for_each(|(group, values)| {
                let mut after = world.clone();
                after.apply(group.action);
                values.push(pass.value(after, depth - 1, f64::NEG_INFINITY)?);
                Ok::<(), Spent>(())
            });
            totals.simulations += pass.leaves.min(pass.limit);
            totals.nodes = totals.nodes.max(pass.known.len() as u64);
            totals.memory = totals.memory.max((pass.known.capacity() * ENTRY) as u64);
            finished.ok()?;
        }
        Some(values)
    }

    /// Whether the simulations of the budget last for the first depth: its leaves are counted before any is valued.
    fn lasts(&self, question: &Question<'_, G>, is_over: &dyn Fn() -> bool) -> bool {
        let mut left = self.budget.simulations;
        if left == u64::MAX {
            return true;
        }
        (0..question.worlds).all(|number| {
            let (world, pass) = self.begin(question, number, left, is_over);
            let mut pass = Pass { is_count: true, ..pass };
            let counted = question.groups.iter().try_for_each(|group| {
                let mut after = world.clone();
                after.apply(group.action);
                pass.value(after, 0, f64::NEG_INFINITY).map(drop)
            });
            left = left.saturating_sub(pass.leaves);
            counted.is_ok()
        })
    }

    /// The value of every move at one leaf a world, until the budget is spent.
    fn sample(&self, question: &Question<'_, G>, totals: &mut Totals, is_over: &dyn Fn() -> bool) -> Vec<Vec<f64>> {
        let mut values = vec![Vec::new(); question.groups.len()];
        let batch = question.groups.len() as u64 * LEAST_PER_MOVE;
        for number in 0.. {
            let (world, pass) = self.begin(question, number, batch, is_over);
            let mut legal = pass.legal;
            for (group, values) in question.groups.iter().zip(&mut values) {
                let (mut after, mut dice) = (world.clone(), pass.rng.clone());
                after.apply(group.action);
                play_to_decision(&mut after, &mut dice, &mut legal);
                let seat = seat_of(&after, question.seat);
                values.push(self.leaf.value(&after, seat, pass.turn, &mut dice, &mut legal));
            }
            totals.simulations += batch;
            totals.worlds = number + 1;
            if totals.simulations.saturating_add(batch) > self.budget.simulations || is_over() {
                break;
            }
        }
        values
    }
}

/// Goes on to the next state in which there is a choice, or to the end: what chance decides is drawn.
fn play_to_decision<G: Game>(state: &mut G, dice: &mut Generator, legal: &mut Vec<G::Action>) {
    loop {
        match state.node() {
            Node::Terminal => return,
            Node::Chance => {
                let outcome = state.sample(dice);
                state.resolve(outcome);
            }
            Node::Decision(_) => {
                state.legal_actions(legal);
                match legal[..] {
                    [only] => state.apply(only),
                    _ => return,
                }
            }
        }
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
        let stop = watch.stop();
        let is_over = || self.budget.is_over(start) || is_stopped(stop);
        let mut best = None;
        let deepest = if self.lasts(&question, &is_over) { self.depth } else { 0 };
        for depth in 1..=deepest {
            let Some(values) = self.pass(&question, depth, &mut totals, &is_over) else {
                break;
            };
            totals.depth = depth;
            totals.time = start.elapsed();
            watch.tell(|| report(&groups, &values, totals));
            best = Some(values);
        }
        let best = best.unwrap_or_else(|| self.sample(&question, &mut totals, &is_over));
        totals.time = start.elapsed();
        report(&groups, &best, totals)
    }
}

/// The analysis of the values of every move, a list with a value for each world.
fn report<G: Game>(groups: &[Alike<G>], values: &[Vec<f64>], totals: Totals) -> Analysis<G> {
    let estimate = |values: &Vec<f64>| values.iter().copied().collect::<Moments>().estimate();
    let estimates: Vec<Estimate> = values.iter().map(estimate).collect();
    let better = |&a: &usize, &b: &usize| estimates[a].mean.total_cmp(&estimates[b].mean);
    let chosen = (0..groups.len()).rev().max_by(better).unwrap_or(0);
    // Over the same worlds: what makes a world good for every move makes no difference.
    let gain = |own: &Vec<f64>| {
        let pairs = own.iter().zip(&values[chosen]);
        pairs.map(|(own, best)| own - best).collect::<Moments>().estimate()
    };
    let differences: Vec<Estimate> = values.iter().map(gain).collect();
    let candidates = groups.iter().zip(&estimates).zip(&differences);
    let visits = values[chosen].len() as u64;
    let candidates = candidates.map(|((group, &value), &difference)| group.candidate(visits, value, difference));
    Analysis::ranked(candidates.collect(), chosen, &differences, totals)
}
