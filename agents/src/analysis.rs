//! What a search reports about a decision: every move with its value, how sure that is, and what it cost to find out.

use std::time::Duration;

use heist_engine::describe::Figure;
use heist_engine::game::{Game, Seat, Windows};
use heist_engine::record::Step;

/// A mean with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; 0 where nothing is left to chance, and for a single sample.
    pub error: f64,
}

impl Estimate {
    /// What was not estimated: not a number, so that it is never taken for one.
    pub const UNKNOWN: Estimate = Estimate {
        mean: f64::NAN,
        error: f64::NAN,
    };

    /// Whether there is an estimate.
    pub fn is_known(&self) -> bool {
        !self.mean.is_nan()
    }
}

/// Everything that was found out about a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<G: Game> {
    /// The moves, the chosen one first, then by value.
    pub candidates: Vec<Candidate<G>>,
    /// Where the chosen move begins a plan, what the things are for that the plan places. Their places count from the
    /// chosen move, which has place 0.
    pub purposes: Vec<Purpose<G>>,
    /// Why the chosen move is recommended; none before anything was found out about that, and of an agent without
    /// estimates.
    pub reason: Option<Reason<G>>,
    /// What the player whose turn is next should do after the chosen move, if that hardly depends on what happens until
    /// then.
    pub next: Option<Next<G>>,
    /// What would change the advice: a hidden fact after which another move would be better, if there surely is one.
    pub change: Option<Change<G>>,
    /// Where doubt keeps a blueprint's move, the move that has the better value so far.
    pub doubted: Option<G::Action>,
    /// What it cost.
    pub totals: Totals,
}

impl<G: Game> Analysis<G> {
    /// Whether the moves have values. Without them an agent only says what it plays: [`Candidate::played`].
    pub fn is_estimated(&self) -> bool {
        self.candidates.iter().all(|candidate| candidate.value.is_known())
    }

    /// An analysis of candidates in any order, of which the one at the place `chosen` is played. Ranks them, and works
    /// out which may be the best from their `standings`: values, or differences to a common one.
    ///
    /// # Panics
    /// When there is no candidate at that place.
    pub fn ranked(
        mut candidates: Vec<Candidate<G>>,
        chosen: usize,
        standings: &[Estimate],
        totals: Totals,
    ) -> Analysis<G> {
        for (candidate, best) in candidates.iter_mut().zip(chances_of_best(standings)) {
            candidate.best = best;
        }
        Analysis::of(candidates, chosen, totals)
    }

    /// The same of candidates with known chances to be the best.
    pub(crate) fn of(mut candidates: Vec<Candidate<G>>, chosen: usize, totals: Totals) -> Analysis<G> {
        let first = candidates.remove(chosen);
        candidates.sort_by(|a, b| b.value.mean.total_cmp(&a.value.mean));
        candidates.insert(0, first);
        Analysis {
            candidates,
            purposes: Vec::new(),
            reason: None,
            next: None,
            change: None,
            doubted: None,
            totals,
        }
    }
}

/// One move of an [`Analysis`].
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate<G: Game> {
    /// The move.
    pub action: G::Action,
    /// Moves that lead to the same state: they were not looked at apart.
    pub alike: Vec<G::Action>,
    /// Simulations that began with it.
    pub visits: u64,
    /// What the result after it is expected to be, 0 to 1; [`Estimate::UNKNOWN`] from an agent that does not estimate
    /// any. Searches give the mean of their simulations. An [inquiry](crate::Inquiry) answers with the chance to win of
    /// a team that goes on as the recommended agent plays, where the game has a [calibration](crate::calibration) for
    /// what was simulated.
    pub value: Estimate,
    /// Its value less that of the chosen move, over the worlds in which both were tried; both 0 for the chosen move.
    pub difference: Estimate,
    /// The mean of what moves are compared by, which may be more than their values.
    pub worth: Estimate,
    /// That less the chosen move's, over the worlds in which both were tried.
    pub worth_difference: Estimate,
    /// The mean result of the simulations that began with it; [`Estimate::UNKNOWN`] from an agent that makes none.
    pub simulated: Estimate,
    /// Whether it dropped out of the race early, so that its figures are only roughly known.
    pub is_rough: bool,
    /// Whether the game is over after it in one way: its value is exact.
    pub is_certain: bool,
    /// The chance that it is the best of all, judging by the simulations. These add up to 1. Not a number without
    /// estimates; 0 of a comparison in common worlds that is only asked for its move.
    pub best: f64,
    /// From an agent without estimates, the chance that it plays the move. These add up to 1.
    pub played: Option<f64>,
    /// From an agent without estimates, its score of the move, if it chooses by scores. Only their order means
    /// anything.
    pub score: Option<f64>,
    /// From a search with a Gumbel root, the probability of the move by the improved policy, which networks learn from.
    /// These add up to 1.
    pub policy: Option<f64>,
    /// What is expected to follow the move, as far as it was looked at: steps that can be played one after the other.
    pub line: Vec<Foreseen<G>>,
    /// Where the line ends at a draw that nobody can foretell, what follows its outcomes. Only of the chosen move and
    /// those that were [asked about](crate::Inquiry::asked).
    pub branches: Vec<Branch<G>>,
    /// Why the chosen move is recommended rather than this one; none for the chosen move, and where nothing tells them
    /// apart but their values.
    pub reason: Option<Reason<G>>,
    /// How much of [`Game::STAKE`] the team is expected to lose in the next round of turns; `None` where it was not
    /// looked at.
    pub loss: Option<Estimate>,
}

impl<G: Game> Candidate<G> {
    /// The move of a seat and what is expected to follow.
    pub fn steps(&self, seat: Seat) -> impl Iterator<Item = Step<G>> {
        let line = self.line.iter().map(|foreseen| foreseen.step);
        std::iter::once(Step::Action(seat, self.action)).chain(line)
    }
}

/// Who plays on in the simulations of a search whose values a [calibration](crate::calibration) can know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simulated {
    /// The game's expert, as in the recommended search without a network.
    Expert,
    /// A shipped network, given by its name, as in the recommended search.
    Network(&'static str),
    /// The expert, after whole plans of the game's [planner](crate::heuristics::Heuristics::PLANNER).
    Plans,
}

/// A step of an expected line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foreseen<G: Game> {
    /// The step: a best decision, or the likeliest outcome.
    pub step: Step<G>,
    /// The probability of the outcome; 1 for a decision.
    pub chance: f64,
    /// Whether it only lets an optional [window](Game::pass) go by: it has to be played, and nobody needs to be told of
    /// it.
    pub is_pass: bool,
}

impl<G: Game> Foreseen<G> {
    /// A decision.
    pub fn decision(seat: Seat, action: G::Action) -> Foreseen<G> {
        Foreseen {
            step: Step::Action(seat, action),
            chance: 1.0,
            is_pass: false,
        }
    }

    /// A decision in a state, which may let a window go by.
    pub fn decision_in(state: &G, seat: Seat, action: G::Action) -> Foreseen<G> {
        Foreseen {
            is_pass: state.pass() == Some(action),
            ..Foreseen::decision(seat, action)
        }
    }

    /// The first of the likeliest outcomes; `None` where there are none.
    pub fn likeliest(outcomes: &[(G::Outcome, f64)]) -> Option<Foreseen<G>> {
        let likeliest = outcomes.iter().rev().max_by(|(_, a), (_, b)| a.total_cmp(b));
        likeliest.map(|&(outcome, chance)| Foreseen {
            step: Step::Chance(outcome),
            chance,
            is_pass: false,
        })
    }
}

/// What follows some outcomes of a draw at which a line ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch<G: Game> {
    /// The outcomes as the seat sees them, the likeliest first.
    pub outcomes: Vec<G::Outcome>,
    /// One of them as it is drawn: the line can be played after it.
    pub sample: G::Outcome,
    /// The probability of all of them together.
    pub chance: f64,
    /// Whether the other branches and this one hold all that can happen, and this one is what remains after the others.
    /// Then it is the last.
    pub is_rest: bool,
    /// What follows, up to the first decision with a choice. Never empty.
    pub line: Vec<Foreseen<G>>,
}

/// What the player whose turn is next should do, by games that the expert played on.
#[derive(Clone, PartialEq, Debug)]
pub struct Next<G: Game> {
    /// The player.
    pub seat: Seat,
    /// One to three decisions in a row, each with a state in which it is taken.
    pub actions: Vec<(G, G::Action)>,
    /// In what share of the games these were taken; 0.5 at least.
    pub chance: f64,
}

/// A hidden fact that would change the advice: what comes to light after the chosen move.
#[derive(Clone, PartialEq, Debug)]
pub struct Change<G: Game> {
    /// The state in which it comes to light.
    pub before: Box<G>,
    /// What comes to light, as the seat sees it.
    pub outcome: G::Outcome,
    /// In what share of the sampled worlds it is so.
    pub chance: f64,
    /// The move that is better than the chosen one where it is so.
    pub better: G::Action,
    /// In what way.
    pub kind: ReasonKind<G>,
}

/// What something that a plan places is for, by how it was used in games that the expert played from the plan on.
#[derive(Clone, PartialEq, Debug)]
pub struct Purpose<G: Game> {
    /// The place in the line of the decision that places it.
    pub place: usize,
    /// Games that were played.
    pub games: u64,
    /// Games in which it was used.
    pub used: u64,
    /// The turn in which it was first used most often; none if it was never used.
    pub turn: Option<u32>,
    /// What was done there most often: the state before that in one of the games, and the action; none if nothing was.
    pub deed: Option<(G, G::Action)>,
}

/// Why a move is recommended.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason<G: Game> {
    /// What it is.
    pub kind: ReasonKind<G>,
    /// The move that it is compared with; none where there is no such move.
    pub against: Option<G::Action>,
}

/// The kinds of reasons. Chances are those of games played on by the expert: after the move, and after the one that it
/// is compared with.
#[derive(Clone, PartialEq, Debug)]
pub enum ReasonKind<G: Game> {
    /// There is no other move.
    Only,
    /// All moves lead to the same state.
    Alike,
    /// The game is won before a round of turns is over.
    Wins {
        /// The chances.
        chances: (f64, f64),
    },
    /// The game is not lost before a round of turns is over.
    Survives {
        /// How it would be lost, one of [`Game::ENDINGS`].
        ending: &'static str,
        /// The chances of that.
        chances: (f64, f64),
    },
    /// Less of [`Game::STAKE`] is lost in the next round of turns.
    Saves {
        /// How much less.
        amount: Estimate,
    },
    /// A figure changes as the team wants it in the next round of turns.
    Brings {
        /// Which.
        figure: &'static Figure,
        /// How much more of it there is; below 0 for a figure of which the team wants less.
        amount: Estimate,
    },
    /// Something becomes possible that is then done in the same turn.
    Prepares {
        /// A state in which it is done.
        before: Box<G>,
        /// What is done.
        deed: G::Action,
        /// The chances of that.
        chances: (f64, f64),
    },
    /// Something comes to light on which the next decision depends.
    Shows,
    /// The game is lost less often in one of its ways.
    Avoids {
        /// Which, one of [`Game::ENDINGS`].
        ending: &'static str,
        /// The chances.
        chances: (f64, f64),
    },
    /// The game is won sooner, where it is won after either move.
    Sooner {
        /// By how many turns.
        turns: Estimate,
    },
    /// A figure is as the team wants it at the end.
    Leads {
        /// Which.
        figure: &'static Figure,
        /// How much more of it there is; below 0 for a figure of which the team wants less.
        amount: Estimate,
    },
    /// The other move came to the same in every world that was tried.
    Same,
    /// No other move was found to be worse.
    Open {
        /// How many there are.
        others: usize,
    },
    /// It wins more often; nothing more is known.
    Value,
}

/// What an analysis cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Simulations.
    pub simulations: u64,
    /// Worlds that simulations were played in.
    pub worlds: u64,
    /// Decisions and chance nodes kept in trees.
    pub nodes: u64,
    /// Decisions from the first one to the deepest one kept in a tree.
    pub depth: u32,
    /// Bytes that the search kept: its trees, or the values of its simulations.
    pub memory: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Which optional windows of decision opened in simulations.
    pub windows: Windows,
    /// With how many simulations the search finds the same again; none where another run may differ.
    pub again: Option<Again>,
    /// Who played on in simulations, where they are those of a recommended search, whatever its budget; `None` of any
    /// other.
    pub simulated: Option<Simulated>,
    /// Whether values are [chances to win](mod@crate::calibration) of a team that goes on as the recommended agent
    /// plays, and not what the search found.
    pub is_calibrated: bool,
}

/// A budget of simulations with which a search of moves in common worlds gives an answer again, by the same seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Again {
    /// Its simulations (`sims` of the spec), without those that are always made at the end of an analysis.
    pub simulations: u64,
    /// The simulations over which moves drop out (`schedule`).
    pub schedule: u64,
}

/// Sums from which means and standard errors are worked out as samples come in.
///
/// B. P. Welford, "Note on a Method for Calculating Corrected Sums of Squares and Products", Technometrics 4 (1962).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds a sample.
    pub fn add(&mut self, sample: f64) {
        self.count += 1;
        let step = sample - self.mean;
        self.mean += step / self.count as f64;
        self.squares += step * (sample - self.mean);
    }

    /// Their mean; 0 before the first.
    #[inline]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// How many samples were added.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The variance of what they are samples of; 0 before the second.
    pub fn variance(&self) -> f64 {
        match self.count {
            0 | 1 => 0.0,
            count => self.squares.max(0.0) / (count - 1) as f64,
        }
    }

    /// Their mean, with its standard error.
    pub fn estimate(&self) -> Estimate {
        Estimate {
            mean: self.mean,
            error: (self.variance() / self.count.max(1) as f64).sqrt(),
        }
    }

    /// As [`estimate`](Moments::estimate) for one of several groups of samples, `all` being those of all groups: few
    /// samples that happen to be close together do not pass for certain, since [`SHRINK`](Moments::SHRINK) samples with
    /// the variance of all groups count as well.
    pub fn estimate_among(&self, all: &Moments) -> Estimate {
        let (count, total) = (self.count.max(1) as f64, all.count.max(2) as f64);
        let common = all.squares.max(0.0) / (total - 1.0);
        let squares = self.squares.max(0.0) + Moments::SHRINK * common;
        Estimate {
            mean: self.mean,
            error: (squares / (count - 1.0 + Moments::SHRINK) / count).sqrt(),
        }
    }

    /// How many samples the variance of all groups stands for in [`estimate_among`](Moments::estimate_among).
    pub const SHRINK: f64 = 4.0;

    /// The moments of two samples together.
    ///
    /// T. Chan, G. Golub and R. LeVeque, "Algorithms for Computing the Sample Variance", The American Statistician 37
    /// (1983).
    pub fn merged(self, other: Moments) -> Moments {
        let count = self.count + other.count;
        if count == 0 {
            return self;
        }
        let gap = other.mean - self.mean;
        let share = other.count as f64 / count as f64;
        Moments {
            count,
            mean: self.mean + gap * share,
            squares: self.squares + other.squares + gap * gap * self.count as f64 * share,
        }
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(samples: I) -> Moments {
        let mut moments = Moments::default();
        samples.into_iter().for_each(|sample| moments.add(sample));
        moments
    }
}

/// For each of several normally distributed estimates, the chance that it is the greatest, taking them as independent.
///
/// The integral of each density times the product of the others' distribution functions, by the trapezoidal rule.
pub fn chances_of_best(estimates: &[Estimate]) -> Vec<f64> {
    const STEPS: usize = 200;
    let least = estimates
        .iter()
        .map(|e| e.mean - 5.0 * e.error)
        .fold(f64::INFINITY, f64::min);
    let most = estimates
        .iter()
        .map(|e| e.mean + 5.0 * e.error)
        .fold(f64::NEG_INFINITY, f64::max);
    // One that is certain is taken as narrow, not as a point.
    let width = ((most - least) / STEPS as f64).max(1e-9);
    let mut chances = vec![0.0; estimates.len()];
    for step in 0..=STEPS {
        let at = least + width * step as f64;
        let below: Vec<f64> = estimates
            .iter()
            .map(|e| normal_cdf((at - e.mean) / e.error.max(width)))
            .collect();
        for (place, estimate) in estimates.iter().enumerate() {
            let error = estimate.error.max(width);
            let z = (at - estimate.mean) / error;
            let others: f64 = (0..below.len())
                .filter(|&other| other != place)
                .map(|other| below[other])
                .product();
            chances[place] += (-0.5 * z * z).exp() / error * others;
        }
    }
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances
}

/// The standard normal distribution function, to 1.5e-7.
///
/// M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions" (1964), formula 7.1.26.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly =
        t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let erf = 1.0 - poly * (-x * x).exp();
    if z < 0.0 { (1.0 - erf) / 2.0 } else { (1.0 + erf) / 2.0 }
}
