//! The moves of one decision, compared over common worlds.
//!
//! Every move is tried in the same sampled worlds with the same dice, so that the differences between moves have a much
//! smaller spread than their values. `flat` tries all moves equally often and takes the best mean. `improve` starts from
//! the move of a blueprint policy, which usually also plays the rest of every simulation, and leaves it only for a move that is
//! clearly better: A. Lerer, H. Hu, J. Foerster and N. Brown, "Improving Policies via Search in Cooperative Partially
//! Observable Games" (SPARTA), AAAI 2020, section 4.1. Moves that fall behind by more than their doubt drop out, as in O. Maron
//! and A. Moore, "The Racing Algorithm", Artificial Intelligence Review 11 (1997), and with a limit the worse half of them drops out again
//! and again (`Halvings`).

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use crate::parallel;
use heist_engine::game::{Fill, Game, Seat};
use heist_engine::random::{Generator, stream};
use rand_core::Rng;
use rayon::ThreadPool;

use super::confidence::Bounds;
use super::rollout::Rollout;
use super::sampler::FirstLuck;
use super::worlds::Belief;
use super::{Alike, Budget, Search, Watch, alike};
use crate::agent::is_stopped;
use crate::analysis::{Analysis, Estimate, Moments, Totals};
use crate::evaluator::Evaluator;
use crate::heuristics::Evaluation;

/// Worlds that all moves still in the race are tried in, before anything is decided.
const BATCH: u64 = 16;
/// How many simulations are made for every move, whatever the budget of simulations: an analysis without them says nothing. Only a limit
/// of time, or a stop, leaves some of them out; one is always made.
pub const LEAST_PER_MOVE: u64 = BATCH;
/// Simulations at most, whatever the budget: the value of each is kept.
pub const MOST_SIMULATIONS: u64 = 100_000_000;
/// Bytes that a simulation takes: its value, to be compared with those of other moves in the same world. Twice its size, since
/// lists grow by doubling. With [`Progress`] it is twice as much.
pub const BYTES_PER_SIMULATION: u64 = 2 * size_of::<f64>() as u64;
/// Later batches grow to this part of the worlds so far, so that weighing them up takes time in proportion to their number.
const GROWTH: u64 = 16;

/// How simulations are shared out and a move is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    /// All moves equally often; the greatest mean is chosen.
    Flat,
    /// A blueprint's move, unless another is better by more than a margin and by a number of standard errors.
    Improve {
        /// Standard errors of the paired difference.
        doubt: f64,
        /// The least difference, in values of the result.
        margin: f64,
    },
}

/// What counts beside the value of a simulation, where moves are compared: values alone say nothing in a game that the policy hardly ever
/// wins.
#[derive(Clone, Copy, Debug)]
pub struct Progress<G: Game> {
    /// How far a simulation came, 0 to 1, from the state in which it ended.
    pub measure: Evaluation<G>,
    /// Its share of what a simulation is worth, 0 to 1.
    pub share: f64,
}

/// A comparison of moves by paired rollouts.
#[derive(Clone, Debug)]
pub struct PairedRollouts<G: Game> {
    /// Which worlds are sampled.
    pub belief: Belief<G>,
    /// How simulations go on after the move.
    pub rollout: Rollout<G>,
    /// Whose move [`Rule::Improve`] keeps unless another is clearly better; `None` for that of who plays on in simulations.
    pub blueprint: Option<Arc<dyn Evaluator<G>>>,
    /// How they are shared out.
    pub rule: Rule,
    /// What moves are compared by beside the value of their simulations.
    pub progress: Option<Progress<G>>,
    /// How long it goes on. A batch of [`LEAST_PER_MOVE`] worlds is tried whatever the simulations; one world whatever the time.
    pub budget: Budget,
    /// The threads that simulations run on; `None` runs them where the search is called.
    pub threads: Option<Arc<ThreadPool>>,
}

/// The value of a simulation, and what it is worth where that is not its value.
type Sample = (f64, Option<f64>);

/// A standing in the race: a move with its samples, world by world.
struct Runner<G: Game> {
    moves: Alike<G>,
    luck: FirstLuck<G>,
    /// Values in worlds 0, 1, 2 and so on; shorter than others' if it dropped out.
    values: Vec<f64>,
    /// What moves are compared by, in the same worlds; empty if that is their values.
    worths: Vec<f64>,
    racing: bool,
}

impl<G: Game> Runner<G> {
    fn value(&self) -> Estimate {
        self.values.iter().copied().collect::<Moments>().estimate()
    }

    fn worths(&self) -> &[f64] {
        if self.worths.is_empty() {
            &self.values
        } else {
            &self.worths
        }
    }

    fn worth(&self) -> f64 {
        let worths = self.worths();
        worths.iter().sum::<f64>() / worths.len() as f64
    }

    /// By how much its value is greater than that of another, over the worlds in which both were tried.
    fn over(&self, other: &Runner<G>) -> Estimate {
        differences(&self.values, &other.values).estimate()
    }

    /// The same for what they are compared by.
    fn gains(&self, other: &Runner<G>) -> Moments {
        differences(self.worths(), other.worths())
    }
}

fn differences(values: &[f64], others: &[f64]) -> Moments {
    let pairs = values.iter().zip(others);
    pairs.map(|(own, other)| own - other).collect()
}

impl<G: Game> Search<G> for PairedRollouts<G> {
    fn analyse(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        watch: &mut Watch<'_, G>,
    ) -> Analysis<G> {
        let start = Instant::now();
        let blueprint = match self.rule {
            Rule::Flat => None,
            Rule::Improve { .. } => Some(match &self.blueprint {
                None => self.rollout.choose(view, seat, legal, rng),
                Some(policy) => policy.choose(view, seat, legal, rng),
            }),
        };
        let start_of = |moves: Alike<G>| Runner {
            luck: FirstLuck::new(&self.rollout, view, seat, moves.action),
            moves,
            values: Vec::new(),
            worths: Vec::new(),
            racing: true,
        };
        let mut runners: Vec<Runner<G>> = alike(view, legal).into_iter().map(start_of).collect();
        let home = blueprint.and_then(|action| runners.iter().position(|runner| runner.moves.contains(action)));
        let seed = rng.next_u64();
        let stop = watch.stop();
        let is_over = || self.budget.is_over(start) || is_stopped(stop);
        let mut totals = Totals::default();
        let mut halvings = Halvings::of(runners.len());
        loop {
            let racing: Vec<usize> = (0..runners.len()).filter(|&place| runners[place].racing).collect();
            let worlds = self.next_worlds(totals, racing.len() as u64);
            let batch = worlds * racing.len() as u64;
            let settled = racing.len() == 1 || worlds == 0 || is_over();
            // The first batch is always begun: an analysis without a simulation says nothing.
            let is_full = totals.simulations.saturating_add(batch) > MOST_SIMULATIONS;
            if totals.simulations > 0 && (settled || is_full || !self.budget.allows(totals.simulations, batch, start)) {
                break;
            }
            let numbers = totals.worlds..totals.worlds + worlds;
            let played = self.play_worlds(view, seat, seed, numbers, &runners, &is_over);
            for samples in played.into_iter().flatten() {
                for (&place, (value, worth)) in racing.iter().zip(samples) {
                    runners[place].values.push(value);
                    runners[place].worths.extend(worth);
                }
                totals.worlds += 1;
                totals.simulations += racing.len() as u64;
            }
            if let Rule::Improve { doubt, margin } = self.rule {
                drop_out(&mut runners, home, Bounds::new(doubt), margin);
                halvings.catch_up(&mut runners, home, self.budget.used(totals.simulations, start));
            }
            let kept = 1 + u64::from(self.progress.is_some());
            totals.memory = totals.simulations * kept * BYTES_PER_SIMULATION;
            totals.time = start.elapsed();
            watch.tell(|| report(&runners, self.choose(&runners, home), totals));
        }
        totals.time = start.elapsed();
        report(&runners, self.choose(&runners, home), totals)
    }
}

impl<G: Game> PairedRollouts<G> {
    /// How many worlds come next, of those that the simulations allow.
    fn next_worlds(&self, so_far: Totals, racing: u64) -> u64 {
        let worlds = (so_far.worlds / GROWTH).next_multiple_of(BATCH).max(BATCH);
        match so_far.simulations {
            0 => worlds,
            simulations => worlds.min(self.budget.simulations.saturating_sub(simulations) / racing),
        }
    }

    /// The values and worths of the racing moves in some worlds: a list per world, `None` for worlds that were not begun when the search
    /// was over. World 0 is always played.
    fn play_worlds(
        &self,
        view: &G,
        seat: Seat,
        seed: u64,
        worlds: Range<u64>,
        runners: &[Runner<G>],
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Option<Vec<Sample>>> {
        let play =
            |number: u64| (number == 0 || !is_over()).then(|| self.play_world(view, seat, seed, number, runners));
        match &self.threads {
            None => worlds.map(play).collect(),
            Some(pool) => {
                let count = (worlds.end - worlds.start) as usize;
                parallel::install(pool, || parallel::map(count, |place| play(worlds.start + place as u64)))
            }
        }
    }

    /// Every racing move in one world, each with the same dice.
    fn play_world(&self, view: &G, seat: Seat, seed: u64, number: u64, runners: &[Runner<G>]) -> Vec<Sample> {
        let mut rng = stream(seed, "search/world", number);
        let mut world = view.clone();
        self.belief.fill(&mut world, seat, Fill::All, &mut rng);
        let turn = view.turn();
        let mut legal = Vec::new();
        let racing = runners.iter().filter(|runner| runner.racing);
        racing
            .map(|runner| {
                let (mut after, mut dice) = (world.clone(), rng.clone());
                after.apply(runner.moves.action);
                let luck = runner.luck.draw(&mut after, &mut dice);
                let value = self.rollout.play_on(&mut after, turn, &mut dice, &mut legal) - luck;
                let worth = |Progress { measure, share }: &Progress<G>| (1.0 - share) * value + share * measure(&after);
                (value, self.progress.as_ref().map(worth))
            })
            .collect()
    }

    /// The move that is played, as a place among the runners. A blueprint's move that dropped out surely is not the best.
    fn choose(&self, runners: &[Runner<G>], home: Option<usize>) -> usize {
        let leader = leader(runners);
        match (self.rule, home) {
            (Rule::Improve { doubt, margin }, Some(home)) if leader != home && runners[home].racing => {
                let gain = gain(runners, leader, home);
                if gain.mean > margin && gain.mean > doubt * gain.error {
                    leader
                } else {
                    home
                }
            }
            _ => leader,
        }
    }
}

/// By how much one move is better than another. A few worlds say little about how much that varies, so that what all moves show counts as
/// well.
fn gain<G: Game>(runners: &[Runner<G>], leader: usize, home: usize) -> Estimate {
    let gain = runners[leader].gains(&runners[home]);
    if gain.count() >= LEAST_PER_MOVE {
        return gain.estimate();
    }
    let others = runners.iter().enumerate().filter(|&(place, _)| place != home);
    let all = others.map(|(_, runner)| runner.gains(&runners[home]));
    gain.estimate_among(&all.fold(Moments::default(), Moments::merged))
}

/// The racing move that is worth most, the first of equals.
fn leader<G: Game>(runners: &[Runner<G>]) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, runner) in runners.iter().enumerate().filter(|(_, runner)| runner.racing) {
        let worth = runner.worth();
        if worth > best.1 {
            best = (place, worth);
        }
    }
    best.0
}

/// Ends the race of those that surely do not win it: they are behind the leader, or not better than the blueprint's move, at the
/// place `home`, by the margin that is asked of them. When that is out, the leader takes its place. The race is looked at after each
/// batch, so only what bounds for all times exclude is sure.
fn drop_out<G: Game>(runners: &mut [Runner<G>], home: Option<usize>, bounds: Bounds, margin: f64) {
    let leader = leader(runners);
    let safe = home.filter(|&home| runners[home].racing).unwrap_or(leader);
    let racing: Vec<usize> = (0..runners.len()).filter(|&place| runners[place].racing).collect();
    // The gains over another with the most that each may be off.
    let gains_over = |other: usize| -> Vec<(f64, f64)> {
        let mut gains = vec![Moments::default(); runners.len()];
        let mut all = Moments::default();
        for &place in racing.iter().filter(|&&place| place != other) {
            gains[place] = runners[place].gains(&runners[other]);
            all = all.merged(gains[place]);
        }
        let bounded = gains.iter().map(|gains| {
            let Estimate { mean, error } = gains.estimate_among(&all);
            (mean, bounds.errors(gains.count()) * error)
        });
        bounded.collect()
    };
    let over_leader = gains_over(leader);
    let over_safe = match safe == leader {
        true => over_leader.clone(),
        false => gains_over(safe),
    };
    let is_behind = |place: usize| {
        let (gain, off) = over_leader[place];
        gain + off < 0.0
    };
    let is_no_gain = |place: usize| {
        let (gain, off) = over_safe[place];
        gain + off < margin
    };
    // One of these two always stays.
    let is_leader_out = leader != safe && is_no_gain(leader);
    let out: Vec<usize> = racing
        .iter()
        .copied()
        .filter(|&place| match place {
            _ if place == leader => is_leader_out,
            _ if place == safe => !is_leader_out && is_behind(place),
            _ => is_behind(place) || is_no_gain(place),
        })
        .collect();
    for place in out {
        runners[place].racing = false;
    }
}

/// Ends the race for the worse half of the moves, again and again while the budget is used up, so that those that may be the best are tried
/// more and more often: sequential halving, Z. Karnin, T. Koren and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013.
struct Halvings {
    /// How many there are, and how many are done. Each comes when its share of the budget is used up.
    all: u32,
    done: u32,
}

impl Halvings {
    /// Those after which one of so many moves is left.
    fn of(moves: usize) -> Halvings {
        Halvings {
            all: moves.max(1).next_power_of_two().ilog2(),
            done: 0,
        }
    }

    /// Makes those that are due. A blueprint's move, at the place `home`, stays beside the others, which are compared with it.
    fn catch_up<G: Game>(&mut self, runners: &mut [Runner<G>], home: Option<usize>, used: f64) {
        while self.done < self.all && used * f64::from(self.all) >= f64::from(self.done + 1) {
            self.done += 1;
            let is_other = |place: &usize| runners[*place].racing && Some(*place) != home;
            let mut others: Vec<usize> = (0..runners.len()).filter(is_other).collect();
            others.sort_by(|&a, &b| runners[b].worth().total_cmp(&runners[a].worth()));
            for &place in &others[others.len().div_ceil(2)..] {
                runners[place].racing = false;
            }
        }
    }
}

fn report<G: Game>(runners: &[Runner<G>], chosen: usize, totals: Totals) -> Analysis<G> {
    let differences: Vec<Estimate> = runners.iter().map(|runner| runner.over(&runners[chosen])).collect();
    let candidates = runners.iter().zip(&differences).map(|(runner, &difference)| {
        let visits = runner.values.len() as u64;
        runner.moves.candidate(visits, runner.value(), difference)
    });
    // Values move together from world to world: what is best shows in the differences.
    Analysis::ranked(candidates.collect(), chosen, &differences, totals)
}
