//! Expectimax to a depth: the best decision, the mean over every outcome, an estimate where it ends.
//!
//! D. Michie, "Game-Playing and Game-Learning Automata" (1966); pruning at chance nodes is Star1 of B. Ballard, "The
//! *-Minimax Search Procedure for Trees Containing Chance Nodes", Artificial Intelligence 21 (1983), with 0 and 1 as
//! the bounds of a value. The depth grows by one until the budget is spent; the last depth that was finished counts.
//!
//! Exact where the depth reaches the end and nobody holds anything in private. What other seats hold is sampled, and
//! then everybody is taken to know it, as in `pimc`.
//!
//! A value that rests on leaves is no more certain than they are. The expert's move is kept unless another is clearly
//! better, as in `mcts`; where everything was worked out to the end, the best move is played.
//!
//! Where the budget does not last for the first depth, outcomes are sampled instead: every move is followed to a leaf
//! again and again, in the same worlds with the same dice, as `flat` does. The depth is 0 then.

use std::sync::Arc;
use std::time::Instant;

use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, stream};
use rand::Rng;
use rustc_hash::FxHashMap;

use super::leaf::Leaf;
use super::worlds::Belief;
use super::{Alike, Budget, Search, Watch, alike, holds_all};
use crate::agent::is_stopped;
use crate::analysis::{Analysis, Estimate, Moments, Totals};
use crate::evaluator::{Evaluator, seat_of};

/// A search of everything up to a depth.
#[derive(Clone, Debug)]
pub struct Expectimax<G: Game> {
    /// Decisions ahead, the first one included; those with a single legal action do not count.
    pub depth: u32,
    /// The worth of what lies deeper.
    pub leaf: Leaf<G>,
    /// Which worlds are sampled.
    pub belief: Belief<G>,
    /// How many samples of what the other seats hold in private the values are averaged over. Where the seat knows all
    /// that anybody knows, one is enough and one is taken.
    pub worlds: u64,
    /// Values kept at most for states that are reached again.
    pub nodes: usize,
    /// How long it goes on; a leaf is a simulation, an end of the game is none. One for every move is made whatever the
    /// budget.
    pub budget: Budget,
    /// Whose move is kept unless another is clearly better; an evaluator that prefers no moves has none.
    pub blueprint: Arc<dyn Evaluator<G>>,
    /// By how many standard errors a move must be better than that.
    pub doubt: f64,
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
    /// What the leaves were worth.
    worths: Moments,
    /// Leaves and ends of the game, which are no simulations.
    ends: u64,
    /// Leaves are counted and not valued.
    is_count: bool,
    is_over: &'a dyn Fn() -> bool,
}

/// What a state is worth at a depth.
#[derive(Clone, Copy, Default)]
struct Worth {
    /// The mean over all outcomes.
    mean: f64,
    /// How much it rests on leaves: the sum of their squared probabilities. 1 for one leaf, 1/n for n equally likely
    /// ones, 0 if all that follows was looked at to the end. Times the variance of a leaf it is the variance of the
    /// mean.
    leaves: f32,
}

/// What was found out about a state at a depth. Its fields are those of a [`Worth`], of which it would take half as
/// much again.
#[derive(Clone, Copy)]
enum Known {
    Exactly { mean: f64, leaves: f32 },
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
    /// The worth of a state `depth` decisions ahead. A mean up to `floor` may be returned as anything from it to
    /// `floor`: it would not be chosen.
    fn worth(&mut self, mut state: G, depth: u32, floor: f64) -> Result<Worth, Spent> {
        loop {
            match state.node() {
                Node::Terminal => {
                    self.look()?;
                    let mean = state.reward().expect("a game that is over has a result");
                    return Ok(Worth { mean, leaves: 0.0 });
                }
                Node::Chance => return self.mean(&state, depth, floor),
                Node::Decision(seat) => {
                    state.legal_actions(&mut self.legal);
                    match self.legal[..] {
                        [only] => state.apply(only),
                        _ if depth == 0 => return self.estimate(&state, seat),
                        _ => return self.best(&state, depth, floor),
                    }
                }
            }
        }
    }

    fn estimate(&mut self, state: &G, seat: Seat) -> Result<Worth, Spent> {
        self.leaves += 1;
        if self.leaves > self.limit {
            return Err(Spent);
        }
        if self.is_count {
            self.look()?;
            return Ok(Worth::default());
        }
        if (self.is_over)() {
            return Err(Spent);
        }
        let mean = self.leaf.value(state, seat, self.turn, &mut self.rng, &mut self.legal);
        self.worths.add(mean);
        Ok(Worth { mean, leaves: 1.0 })
    }

    /// Looks at the clock now and then: an end takes less time than that.
    fn look(&mut self) -> Result<(), Spent> {
        self.ends += 1;
        if self.ends.is_multiple_of(STRIDE) && (self.is_over)() {
            Err(Spent)
        } else {
            Ok(())
        }
    }

    fn best(&mut self, state: &G, depth: u32, floor: f64) -> Result<Worth, Spent> {
        let key = (state.key(), depth);
        match self.known.get(&key) {
            Some(&Known::Exactly { mean, leaves }) => return Ok(Worth { mean, leaves }),
            Some(&Known::AtMost(mean)) if mean <= floor => return Ok(Worth { mean, leaves: 0.0 }),
            _ => {}
        }
        let moves = self.legal.clone();
        let mut best = Worth {
            mean: f64::NEG_INFINITY,
            leaves: 0.0,
        };
        for action in moves {
            let mut after = state.clone();
            after.apply(action);
            let worth = self.worth(after, depth - 1, floor.max(best.mean))?;
            if worth.mean > best.mean {
                best = worth;
            }
            if best.mean >= 1.0 {
                break;
            }
        }
        if self.known.len() < self.room {
            let Worth { mean, leaves } = best;
            let found = if mean > floor {
                Known::Exactly { mean, leaves }
            } else {
                Known::AtMost(mean)
            };
            self.known.insert(key, found);
        }
        Ok(best)
    }

    /// Star1: each outcome must bring at least what the floor leaves it to, were all that follow worth 1.
    fn mean(&mut self, state: &G, depth: u32, floor: f64) -> Result<Worth, Spent> {
        let mut outcomes = Vec::new();
        state.outcomes(&mut outcomes);
        let (mut sum, mut ahead) = (Worth::default(), 1.0);
        for (outcome, chance) in outcomes {
            ahead -= chance;
            let mut after = state.clone();
            after.resolve(outcome);
            let worth = self.worth(after, depth, (floor - sum.mean - ahead) / chance)?;
            sum.mean += chance * worth.mean;
            sum.leaves += (chance * chance) as f32 * worth.leaves;
            if sum.mean + ahead <= floor {
                sum.mean += ahead.max(0.0);
                return Ok(sum);
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
            worths: Moments::default(),
            ends: 0,
            is_count: false,
            is_over,
        };
        (world, pass)
    }

    /// The worth of every move to a depth in every world; `None` if the budget did not last.
    fn pass(
        &self,
        question: &Question<'_, G>,
        depth: u32,
        totals: &mut Totals,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Findings> {
        let mut findings = Findings::new(question.groups.len());
        for number in 0..question.worlds {
            let limit = self.budget.simulations.saturating_sub(totals.simulations);
            let (world, mut pass) = self.begin(question, number, limit, is_over);
            let mut tried = question.groups.iter().zip(&mut findings.moves);
            let finished = tried.try_for_each(|(group, worths)| {
                let mut after = world.clone();
                after.apply(group.action);
                worths.push(pass.worth(after, depth - 1, f64::NEG_INFINITY)?);
                Ok::<(), Spent>(())
            });
            totals.simulations += pass.leaves.min(pass.limit);
            totals.nodes = totals.nodes.max(pass.known.len() as u64);
            totals.memory = totals.memory.max((pass.known.capacity() * ENTRY) as u64);
            findings.leaves = findings.leaves.merged(pass.worths);
            finished.ok()?;
        }
        Some(findings)
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
                pass.worth(after, 0, f64::NEG_INFINITY).map(drop)
            });
            left = left.saturating_sub(pass.leaves);
            counted.is_ok()
        })
    }

    /// The worth of every move at one leaf in every world, until the budget is spent.
    fn sample(&self, question: &Question<'_, G>, totals: &mut Totals, is_over: &dyn Fn() -> bool) -> Findings {
        let mut findings = Findings::new(question.groups.len());
        let batch = question.groups.len() as u64 * LEAST_PER_MOVE;
        for number in 0.. {
            let (world, pass) = self.begin(question, number, batch, is_over);
            let mut legal = pass.legal;
            for (group, worths) in question.groups.iter().zip(&mut findings.moves) {
                let (mut after, mut dice) = (world.clone(), pass.rng.clone());
                after.apply(group.action);
                play_to_decision(&mut after, &mut dice, &mut legal);
                let seat = seat_of(&after, question.seat);
                let mean = self.leaf.value(&after, seat, pass.turn, &mut dice, &mut legal);
                worths.push(Worth { mean, leaves: 1.0 });
                findings.leaves.add(mean);
            }
            totals.simulations += batch;
            totals.worlds = number + 1;
            if totals.simulations.saturating_add(batch) > self.budget.simulations || is_over() {
                break;
            }
        }
        findings
    }
}

/// What every move is worth.
struct Findings {
    /// For every group of moves its worth in every world.
    moves: Vec<Vec<Worth>>,
    /// What all leaves were worth.
    leaves: Moments,
}

impl Findings {
    fn new(moves: usize) -> Findings {
        Findings {
            moves: vec![Vec::new(); moves],
            leaves: Moments::default(),
        }
    }

    /// Whether all moves were tried in one world alone. Then values differ by chance as leaves do, otherwise as worlds
    /// do.
    fn is_one_world(&self) -> bool {
        self.moves.iter().all(|worths| worths.len() == 1)
    }

    /// The estimated worth of every move.
    fn values(&self) -> Vec<Estimate> {
        let value = |worths: &Vec<Worth>| match worths[..] {
            [only] => self.estimate(only.mean, only.leaves),
            _ => worths.iter().map(|worth| worth.mean).collect::<Moments>().estimate(),
        };
        self.moves.iter().map(value).collect()
    }

    /// By how much every move is better than the one at the place `other`, in the same worlds: what makes a world good
    /// for all moves makes no difference.
    fn gains_over(&self, other: usize) -> Vec<Estimate> {
        let others = &self.moves[other];
        let mut gains: Vec<Estimate> = if self.is_one_world() {
            let gain = |own: &Worth| self.estimate(own.mean - others[0].mean, own.leaves + others[0].leaves);
            self.moves.iter().map(|worths| gain(&worths[0])).collect()
        } else {
            let gains = |worths: &Vec<Worth>| -> Moments {
                let pairs = worths.iter().zip(others);
                pairs.map(|(own, other)| own.mean - other.mean).collect()
            };
            let gains: Vec<Moments> = self.moves.iter().map(gains).collect();
            let places = (0..gains.len()).filter(|&place| place != other);
            let all = places.fold(Moments::default(), |sum, place| sum.merged(gains[place]));
            gains.iter().map(|gains| gains.estimate_among(&all)).collect()
        };
        gains[other] = Estimate::default();
        gains
    }

    /// A mean that rests so much on leaves: each is taken to err as much as they differ from each other.
    fn estimate(&self, mean: f64, leaves: f32) -> Estimate {
        Estimate {
            mean,
            error: (f64::from(leaves) * self.leaves.variance()).sqrt(),
        }
    }

    /// The best move or, unless that is better by some standard errors, the one at the place `home`.
    fn chosen(&self, home: Option<usize>, doubt: f64) -> usize {
        let values = self.values();
        let better = |&a: &usize, &b: &usize| values[a].mean.total_cmp(&values[b].mean);
        let best = (0..values.len()).rev().max_by(better);
        let best = best.expect("a decision has a move");
        let Some(home) = home else { return best };
        let gain = self.gains_over(home)[best];
        if gain.mean > doubt * gain.error { best } else { home }
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
        let home = if self.blueprint.answers().priors {
            let action = self.blueprint.choose(view, seat, legal, rng);
            groups.iter().position(|group| group.contains(action))
        } else {
            None
        };
        let tell = |findings: &Findings, totals| report(&groups, findings, findings.chosen(home, self.doubt), totals);
        let mut best = None;
        let deepest = if self.lasts(&question, &is_over) { self.depth } else { 0 };
        for depth in 1..=deepest {
            let Some(findings) = self.pass(&question, depth, &mut totals, &is_over) else {
                break;
            };
            totals.depth = depth;
            totals.time = start.elapsed();
            watch.tell(|| tell(&findings, totals));
            best = Some(findings);
        }
        let best = best.unwrap_or_else(|| self.sample(&question, &mut totals, &is_over));
        totals.time = start.elapsed();
        tell(&best, totals)
    }
}

/// The analysis of what every move is worth.
fn report<G: Game>(groups: &[Alike<G>], findings: &Findings, chosen: usize, totals: Totals) -> Analysis<G> {
    let (values, differences) = (findings.values(), findings.gains_over(chosen));
    let standings = if findings.is_one_world() { &values } else { &differences };
    let visits = findings.moves[chosen].len() as u64;
    let candidates = groups.iter().zip(values.iter().zip(&differences));
    let candidates = candidates.map(|(group, (&value, &difference))| group.candidate(visits, value, difference));
    Analysis::ranked(candidates.collect(), chosen, standings, totals)
}
