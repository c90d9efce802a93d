//! The moves of one decision, compared over common worlds.
//!
//! Every move is tried in the same sampled worlds with the same dice, so that the differences between moves have a much
//! smaller spread than their values. `flat` tries all moves equally often and takes the best mean. `improve` starts
//! from the move of a blueprint policy, which usually also plays the rest of every simulation, and leaves it only for a
//! move that is clearly better: A. Lerer, H. Hu, J. Foerster and N. Brown, "Improving Policies via Search in
//! Cooperative Partially Observable Games" (SPARTA), AAAI 2020, section 4.1. Moves that fall behind by more than their
//! doubt drop out, as in O. Maron and A. Moore, "The Racing Algorithm", Artificial Intelligence Review 11 (1997), and
//! with a limit the worse half of them drops out again and again (`race`).
//!
//! Whoever plays on in simulations need not use what a move leaves open: after a peek, or where a window goes by, the
//! other moves of the decision are still possible, and the seat that searches now will search again. So where somebody
//! is shown what moves are worth, `improve` also tries a move followed by the best of the others (`runner`). An agent
//! that only plays has more of its time for the moves themselves.

mod best;
mod race;
mod report;
mod rule;
mod runner;

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use crate::parallel;
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, stream};
use rand::Rng;
use rayon::ThreadPool;

use super::rollout::Rollout;
use super::worlds::Belief;
use super::{Budget, Search, Watch, alike};
use crate::agent::is_stopped;
use crate::analysis::{Again, Analysis, Simulated, Totals};
use crate::evaluator::Evaluator;
use crate::heuristics::Evaluation;
use race::Halvings;
use report::Choice;
use rule::FIRST;
pub use rule::{LEAST_PER_MOVE, Rule};
use runner::{Entry, Played, Runner, Sample};

/// Worlds in a later batch, at least.
const BATCH: u64 = 16;
/// How many simulations of a move an analysis may make whatever the budget: those of its courses in the first worlds,
/// and at its end.
pub const MOST_PER_MOVE: u64 =
    LEAST_PER_MOVE * (1 + runner::AFTER_DRAWS as u64) + MOST_FOLLOWED * runner::LATE + MOST_RETURNS * RETURNED;
/// Simulations at most, whatever the budget: the value of each is kept.
pub const MOST_SIMULATIONS: u64 = 100_000_000;
/// Bytes that a simulation takes: its value, to be compared with those of other moves in the same world. Twice its
/// size, since lists grow by doubling. With [`Progress`] it is twice as much.
pub const BYTES_PER_SIMULATION: u64 = 2 * size_of::<f64>() as u64;
/// Later batches grow to this part of the worlds so far, so that weighing them up takes time in proportion to their
/// number.
const GROWTH: u64 = 16;
/// The share of a limit of time that simulations are planned for: the pace of the first ones need not be that of all.
const PLANNED_SHARE: f64 = 0.9;
/// How often a move that dropped out is tried again in the end, and in how many worlds each time.
const MOST_RETURNS: u64 = 4;
const RETURNED: u64 = 64;
/// How often the chosen move is tried after others: again where another one is chosen thereafter.
const MOST_FOLLOWED: u64 = 2;
/// The simulations of an analysis, and so of its time, that are kept for what it looks at again at its end: one in so
/// many.
const LAST_LOOKS: u64 = 5;
/// Where the order of the moves is settled, the value of the best one is worked out to this standard error, if the
/// budget lasts.
const FINE: f64 = 0.0025;

/// What counts beside the value of a simulation, where moves are compared: values alone say nothing in a game that the
/// policy hardly ever wins.
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
    /// Whose move [`Rule::Improve`] keeps unless another is clearly better; `None` for that of who plays on in
    /// simulations.
    pub blueprint: Option<Arc<dyn Evaluator<G>>>,
    /// How they are shared out.
    pub rule: Rule,
    /// What moves are compared by beside the value of their simulations.
    pub progress: Option<Progress<G>>,
    /// What the analysis says of who plays on, see [`Totals::simulated`].
    pub simulated: Option<Simulated>,
    /// How long it goes on. A batch of [`LEAST_PER_MOVE`] worlds is tried whatever the simulations; one world whatever
    /// the time.
    pub budget: Budget,
    /// The simulations over which the worse halves of the moves drop out; `None` for those of the budget. With a limit
    /// of time they are planned by the pace of the first ones.
    pub schedule: Option<u64>,
    /// The threads that simulations run on; `None` runs them where the search is called.
    pub threads: Option<Arc<ThreadPool>>,
}

/// The decision that is looked into.
struct Asked<'a, G: Game> {
    view: &'a G,
    seat: Seat,
    seed: u64,
    /// Where the blueprint's move stands among the runners.
    home: Option<usize>,
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
        let groups = alike(view, legal).into_iter();
        let mut runners: Vec<Runner<G>> = groups
            .map(|moves| Runner::new(&self.rollout, view, seat, moves))
            .collect();
        let asked = Asked {
            view,
            seat,
            seed: rng.next_u64(),
            home: blueprint.and_then(|action| runners.iter().position(|runner| runner.moves.contains(action))),
        };
        let stop = watch.stop();
        let looks_again = watch.is_patient() && matches!(self.rule, Rule::Improve { .. });
        let budget = if looks_again {
            self.budget_of_race()
        } else {
            self.budget
        };
        let is_over = || budget.is_over(start) || is_stopped(stop);
        let mut totals = Totals {
            simulated: self.simulated,
            ..Totals::default()
        };
        let mut halvings = Halvings::of(runners.len());
        let mut schedule = None;
        loop {
            let racing = runner::racing(&runners);
            let per_world: u64 = racing.iter().map(|&place| runners[place].courses.len() as u64).sum();
            let worlds = self.next_worlds(totals, per_world);
            let batch = worlds * per_world;
            let is_full = totals.simulations.saturating_add(batch) > MOST_SIMULATIONS;
            let is_settled = racing.len() == 1 && (!watch.is_patient() || runners[racing[0]].is_known_to(FINE));
            // The first batch is always begun: an analysis without a simulation says nothing.
            let is_enough =
                is_settled || worlds == 0 || is_full || is_over() || !has_room(budget, totals, batch, start);
            if totals.simulations > 0 && is_enough {
                break;
            }
            let entries: Vec<Entry> = racing.iter().map(|&runner| Entry::of(&runners, runner)).collect();
            let numbers = totals.worlds..totals.worlds + worlds;
            totals.worlds += self.try_in(&asked, numbers, &entries, &mut runners, &mut totals, &is_over);
            if let Rule::Improve { doubt, margin, follow } = self.rule {
                if follow && looks_again && totals.worlds == FIRST {
                    let entries = runner::followed(&mut runners, view, seat);
                    self.try_again(&asked, &entries, &mut runners, &mut totals, &is_over);
                    runners
                        .iter_mut()
                        .filter(|runner| !runner.shows)
                        .for_each(Runner::settle_for_one);
                }
                if totals.worlds >= LEAST_PER_MOVE {
                    let schedule = *schedule.get_or_insert_with(|| {
                        // What is left goes to the better course of each move.
                        runners.iter_mut().for_each(Runner::settle_for_one);
                        self.scheduled(budget, totals, start)
                    });
                    race::drop_out(&mut runners, asked.home, doubt, margin);
                    halvings.catch_up(&mut runners, asked.home, totals.simulations, schedule);
                }
            }
            self.measure(&mut totals, start);
            watch.tell(|| {
                let choice = report::choose(&runners, asked.home, self.rule, true);
                report::report(&runners, &choice, (view, seat), totals)
            });
        }
        totals.again = schedule.map(|schedule| Again {
            simulations: totals.simulations,
            schedule,
        });
        let mut choice = report::choose(&runners, asked.home, self.rule, watch.is_patient());
        if looks_again && let Rule::Improve { margin, follow, .. } = self.rule {
            choice = self.conclude(&asked, &mut runners, choice, (margin, follow), &mut totals, &|| {
                is_stopped(stop)
            });
        }
        self.measure(&mut totals, start);
        report::report(&runners, &choice, (view, seat), totals)
    }
}

impl<G: Game> PairedRollouts<G> {
    /// Looks again, for somebody who is shown all figures, at what the race left behind: moves that dropped out and are
    /// now said to be likelier the best than the chosen one, and moves after which the chosen one is still possible.
    fn conclude(
        &self,
        asked: &Asked<'_, G>,
        runners: &mut [Runner<G>],
        mut choice: Choice,
        (margin, follow): (f64, bool),
        totals: &mut Totals,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Choice {
        // By the simulations so far, not by the clock, so that an answer can be repeated.
        let looks = totals.simulations / (LAST_LOOKS - 1);
        let most = totals.simulations + looks;
        let returned = RETURNED.min(looks / (2 * MOST_RETURNS));
        for _ in 0..MOST_RETURNS {
            let Some(back) = choice.surpassing(runners, margin) else {
                break;
            };
            let tried = runners[back].worlds();
            let worlds = tried..(tried + returned).min(runners[choice.chosen].worlds());
            if worlds.is_empty() {
                break;
            }
            let entries = [Entry::of(runners, back)];
            self.try_in(asked, worlds, &entries, runners, totals, is_over);
            choice = report::choose(runners, asked.home, self.rule, true);
        }
        choice.give_way(runners, margin);
        if !follow {
            return choice;
        }
        for _ in 0..MOST_FOLLOWED {
            let chosen = choice.chosen;
            let left = most.saturating_sub(totals.simulations);
            let entries = runner::followed_by(runners, chosen, asked.view, asked.seat, left);
            self.try_again(asked, &entries, runners, totals, is_over);
            runner::settle_beside(runners, chosen, &entries);
            runner::taken_back(runners, chosen, asked.view, asked.seat);
            choice = choice.again(runners);
            choice.give_way(runners, margin);
            if choice.chosen == chosen {
                break;
            }
        }
        choice
    }

    /// What of a limit of time the race has; simulations are its own whatever comes at the end.
    fn budget_of_race(&self) -> Budget {
        let share = (LAST_LOOKS - 1) as f64 / LAST_LOOKS as f64;
        Budget {
            time: self.budget.time.map(|time| time.mul_f64(share)),
            ..self.budget
        }
    }

    /// How many worlds come next, of those that the simulations allow.
    fn next_worlds(&self, so_far: Totals, per_world: u64) -> u64 {
        if so_far.worlds < LEAST_PER_MOVE {
            return FIRST;
        }
        let worlds = (so_far.worlds / GROWTH).next_multiple_of(BATCH).max(BATCH);
        worlds.min(self.budget.simulations.saturating_sub(so_far.simulations) / per_world)
    }

    /// The simulations over which moves drop out.
    fn scheduled(&self, budget: Budget, so_far: Totals, start: Instant) -> u64 {
        let in_time = budget.time.map_or(u64::MAX, |time| {
            let pace = start.elapsed().as_secs_f64() / so_far.simulations.max(1) as f64;
            (PLANNED_SHARE * time.as_secs_f64() / pace.max(1e-9)) as u64
        });
        let planned = self.schedule.unwrap_or(budget.simulations.min(in_time));
        planned.clamp(1, MOST_SIMULATIONS)
    }

    fn measure(&self, totals: &mut Totals, start: Instant) {
        let kept = 1 + u64::from(self.progress.is_some());
        totals.memory = totals.simulations * kept * BYTES_PER_SIMULATION;
        totals.time = start.elapsed();
    }

    /// Tries moves in some worlds, and gives in how many it did before the search was over.
    fn try_in(
        &self,
        asked: &Asked<'_, G>,
        worlds: Range<u64>,
        entries: &[Entry],
        runners: &mut [Runner<G>],
        totals: &mut Totals,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> u64 {
        let played = self.play_worlds(asked, worlds, entries, runners, is_over);
        // Those before the first that was not begun: what is known is known of the worlds from the first on.
        let worlds: Vec<Vec<Played>> = played.into_iter().map_while(|world| world).collect();
        for (entry, played) in worlds.iter().flat_map(|world| entries.iter().zip(world)) {
            runners[entry.runner].add(entry.courses.clone(), played);
            totals.simulations += played.samples.len() as u64;
        }
        entries.iter().for_each(|entry| runners[entry.runner].settle());
        worlds.len() as u64
    }

    /// Plays courses that were added to moves in worlds in which the moves were tried. A course that is never followed,
    /// or whose worlds were not all played, is let go.
    fn try_again(
        &self,
        asked: &Asked<'_, G>,
        entries: &[Entry],
        runners: &mut [Runner<G>],
        totals: &mut Totals,
        is_over: &(dyn Fn() -> bool + Sync),
    ) {
        let worlds = entries.iter().map(|entry| entry.worlds).max();
        let played = self.play_worlds(asked, 0..worlds.unwrap_or(0), entries, runners, is_over);
        for (entry, played) in played.iter().flatten().flat_map(|world| entries.iter().zip(world)) {
            runners[entry.runner].add(entry.courses.clone(), played);
            totals.simulations += played.samples.len() as u64;
        }
        for entry in entries {
            runners[entry.runner].let_go(entry.worlds);
            runners[entry.runner].settle();
        }
    }

    /// What moves came to in some worlds: a list per world in the order of the entries, `None` for worlds that were not
    /// begun when the search was over. World 0 is always played.
    fn play_worlds(
        &self,
        asked: &Asked<'_, G>,
        worlds: Range<u64>,
        entries: &[Entry],
        runners: &[Runner<G>],
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Option<Vec<Played>>> {
        let play = |number: u64| (number == 0 || !is_over()).then(|| self.play_world(asked, number, entries, runners));
        match &self.threads {
            None => worlds.map(play).collect(),
            Some(pool) => {
                let count = (worlds.end - worlds.start) as usize;
                parallel::install(pool, || parallel::map(count, |place| play(worlds.start + place as u64)))
            }
        }
    }

    /// Moves in one world, each with the same dice.
    fn play_world(&self, asked: &Asked<'_, G>, number: u64, entries: &[Entry], runners: &[Runner<G>]) -> Vec<Played> {
        let Asked { view, seat, seed, .. } = *asked;
        let mut rng = stream(seed, "search/world", number);
        let mut world = view.clone();
        self.belief.fill(&mut world, seat, Fill::All, &mut rng);
        let mut legal = Vec::new();
        let mut play = |entry: &Entry| {
            let runner = &runners[entry.runner];
            if number >= entry.worlds {
                return Played {
                    seen: 0,
                    samples: Vec::new(),
                };
            }
            let (mut after, mut dice) = (world.clone(), rng.clone());
            after.apply(runner.moves.action);
            let luck = runner.luck.draw(&mut after, &mut dice);
            while let Node::Chance = after.node() {
                let outcome = after.sample(&mut dice);
                after.resolve(outcome);
            }
            let courses = runner.courses[entry.courses.clone()].iter();
            Played {
                seen: runner.seen_by(&after, view.turn(), seat),
                samples: courses
                    .map(|course| {
                        let (mut end, mut dice) = (after.clone(), dice.clone());
                        let is_followed = course.then.is_some_and(|then| {
                            self.rollout
                                .follow(&mut end, (seat, then), view.turn(), &mut dice, &mut legal)
                        });
                        let value = self.rollout.play_on(&mut end, view.turn(), &mut dice, &mut legal) - luck;
                        let worth =
                            |Progress { measure, share }: &Progress<G>| (1.0 - share) * value + share * measure(&end);
                        Sample {
                            value,
                            worth: self.progress.as_ref().map(worth),
                            is_followed,
                        }
                    })
                    .collect(),
            }
        };
        entries.iter().map(&mut play).collect()
    }
}

/// Whether a budget has room for so many more simulations. Those of the first worlds are made whatever their number.
fn has_room(budget: Budget, so_far: Totals, more: u64, start: Instant) -> bool {
    let budget = if so_far.worlds < LEAST_PER_MOVE {
        Budget {
            simulations: u64::MAX,
            ..budget
        }
    } else {
        budget
    };
    budget.allows(so_far.simulations, more, start)
}
