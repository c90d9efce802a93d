//! How well a network's forms agree, how well its values foretell results, and how fast it is.

use std::time::{Duration, Instant};

use heist_engine::game::{Game, Seat};
use serde::Serialize;

use super::error::NetworkError;
use super::evaluation::{Mode, Network};
use super::probability::{greatest, softmax};
use super::read::NetworkFile;
use crate::evaluator::Evaluator;
use crate::heuristics::Heuristics;

/// A decision of a game: the state, the seat that decides, and what is legal.
pub type Decision<G> = (G, Seat, Vec<<G as Game>::Action>);

/// Phases by the turns that are left: the least of each.
const PHASES: [u32; 6] = [0, 3, 8, 16, 32, 64];
/// Speeds are measured for so long.
const MEASURED: Duration = Duration::from_millis(500);

/// Measures a network over games that somebody plays, and over some that are played at random.
#[derive(Debug)]
pub struct Check<G: Heuristics> {
    single: Network<G>,
    quantised: Network<G>,
    findings: Findings,
}

/// What a check found.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Findings {
    /// Games that somebody played.
    pub games: u64,
    /// Games that were played at random, which lead where nobody goes.
    pub random_games: u64,
    /// Decisions of all these games, at which the two forms were compared.
    pub decisions: u64,
    /// The largest difference between a value in single precision and the same quantised; `None` without values.
    pub largest_value_error: Option<f64>,
    /// The largest difference between a prior in single precision and the same quantised.
    pub largest_prior_error: f64,
    /// Decisions between several moves.
    pub choices: u64,
    /// Those at which both forms choose the same move.
    pub same_move: u64,
    /// How the values compare with the results of the games that somebody played, by the turns that were left; empty
    /// without values.
    pub phases: Vec<Phase>,
}

/// The values of the decisions of a phase, beside the results of their games.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub struct Phase {
    /// The least number of turns left.
    pub turns: u32,
    /// How many decisions.
    pub decisions: u64,
    /// The mean value.
    pub value: f64,
    /// The mean result.
    pub result: f64,
    /// The mean squared error of the values (Brier score).
    pub brier: f64,
    /// The mean squared error of the best constant, the variance of the results.
    pub constant: f64,
}

/// Evaluations a second on one thread.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Speeds {
    /// One decision after the other, as the sums of one lead to the next.
    pub in_order: f64,
    /// With nothing remembered.
    pub from_scratch: f64,
}

impl<G: Heuristics> Check<G> {
    /// A check of a file.
    ///
    /// # Errors
    /// When the network does not fit the game.
    pub fn new(file: &NetworkFile) -> Result<Check<G>, NetworkError> {
        let network = |mode| Network::new(file.config.clone(), &file.tensors, mode);
        Ok(Check {
            single: network(Mode::Single)?,
            quantised: network(Mode::Quantised)?,
            findings: Findings::default(),
        })
    }

    /// Adds a game: its decisions, the number of its last turn, and the value of its result.
    pub fn add(&mut self, decisions: &[Decision<G>], last_turn: u32, result: f64) {
        self.findings.games += 1;
        for decision in decisions {
            if let Some(value) = self.compare(decision) {
                self.add_value(last_turn.saturating_sub(decision.0.turn()), value, result);
            }
        }
    }

    /// Adds a game that was played at random, whose result says nothing of the values.
    pub fn add_random(&mut self, decisions: &[Decision<G>]) {
        self.findings.random_games += 1;
        for decision in decisions {
            self.compare(decision);
        }
    }

    /// Compares the two forms at a decision; its value, if the network has any.
    fn compare(&mut self, (state, seat, legal): &Decision<G>) -> Option<f64> {
        self.findings.decisions += 1;
        if legal.len() > 1 {
            self.compare_moves(state, *seat, legal);
        }
        if !self.quantised.answers().values {
            return None;
        }
        let value = self.quantised.value(state, *seat);
        let error = (value - self.single.value(state, *seat)).abs();
        let largest = self.findings.largest_value_error.get_or_insert(0.0);
        *largest = largest.max(error);
        Some(value)
    }

    fn compare_moves(&mut self, state: &G, seat: Seat, legal: &[G::Action]) {
        let [mut single, mut quantised] = [&self.single, &self.quantised].map(|network| {
            let mut logits = Vec::new();
            network.add_logits(state, seat, legal, &mut logits);
            logits
        });
        self.findings.choices += 1;
        self.findings.same_move += u64::from(greatest(&single) == greatest(&quantised));
        softmax(&mut single);
        softmax(&mut quantised);
        for (single, quantised) in single.iter().zip(&quantised) {
            let error = f64::from((single - quantised).abs());
            self.findings.largest_prior_error = self.findings.largest_prior_error.max(error);
        }
    }

    /// Until the findings are asked for, a phase holds sums.
    fn add_value(&mut self, left: u32, value: f64, result: f64) {
        if self.findings.phases.is_empty() {
            let phase = |turns| Phase {
                turns,
                ..Phase::default()
            };
            self.findings.phases = PHASES.map(phase).to_vec();
        }
        let number = PHASES.partition_point(|&least| least <= left) - 1;
        let phase = &mut self.findings.phases[number];
        phase.decisions += 1;
        phase.value += value;
        phase.result += result;
        phase.brier += (value - result).powi(2);
        phase.constant += result.powi(2);
    }

    /// What was found.
    pub fn findings(&self) -> Findings {
        let mean = |phase: &Phase| {
            let by = |sum: f64| sum / phase.decisions as f64;
            Phase {
                value: by(phase.value),
                result: by(phase.result),
                brier: by(phase.brier),
                constant: by(phase.constant) - by(phase.result).powi(2),
                ..*phase
            }
        };
        let met = self.findings.phases.iter().filter(|phase| phase.decisions > 0);
        Findings {
            phases: met.map(mean).collect(),
            ..self.findings.clone()
        }
    }

    /// How fast it answers these decisions: with values or, without, with priors.
    pub fn speeds(&self, decisions: &[Decision<G>]) -> Speeds {
        let network = &self.quantised;
        let mut logits = Vec::new();
        let mut answer = |(state, seat, legal): &Decision<G>| {
            if network.answers().values {
                network.value(state, *seat);
            } else {
                logits.clear();
                network.add_logits(state, *seat, legal, &mut logits);
            }
        };
        let in_order = pace(decisions, &mut answer);
        let from_scratch = pace(decisions, |decision| {
            network.forget();
            answer(decision);
        });
        Speeds { in_order, from_scratch }
    }
}

/// Answers a second; 0 if there is nothing to answer.
fn pace<T>(asked: &[T], mut answer: impl FnMut(&T)) -> f64 {
    if asked.is_empty() {
        return 0.0;
    }
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed() < MEASURED {
        asked.iter().for_each(&mut answer);
        count += asked.len();
    }
    count as f64 / start.elapsed().as_secs_f64()
}
