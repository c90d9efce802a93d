//! The answers to queries.

use heist_engine::game::{Game, Seat, Windows};
use heist_engine::record::Step;
use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, Candidate, Estimate, Foreseen, Purpose, Totals};

/// How many standard errors a 95% interval reaches to either side.
pub const CONFIDENCE_95: f64 = 1.959_964;

/// One object of the output.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// What was found out about a decision.
    Report(Box<Report>),
    /// A query that cannot be answered.
    Error {
        /// The id of the query; `None` where it could not be read.
        id: Option<String>,
        /// The number of the input line, from 1.
        line: u64,
        /// The field, as a path; empty where the whole line is meant.
        field: String,
        /// What was found and what was expected.
        error: String,
    },
    /// Something doubtful in a query that is answered nevertheless.
    Warning {
        /// The id of the query.
        id: String,
        /// The number of the input line, from 1.
        line: u64,
        /// The field, as a path.
        field: String,
        /// What was found and what was expected.
        warning: String,
    },
    /// A query was asked to end, or all of them.
    Terminated {
        /// The id of the request.
        id: String,
        /// The queries that were under way; the last report of each follows.
        terminating: Vec<String>,
        /// The queries that were waiting; nothing more comes of them.
        dropped: Vec<String>,
    },
    /// The version of the program that answers.
    Version {
        /// The id of the query.
        id: String,
        /// The program's version.
        version: String,
        /// [`VERSION`](super::engine::VERSION).
        protocol: u32,
        /// The games' names.
        games: Vec<String>,
        /// The levels' names.
        levels: Vec<String>,
    },
}

/// What was found out about a decision. Probabilities are from 0 to 1, rounded to 6 decimals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The id of the query.
    pub id: String,
    /// Whether a later report follows.
    pub partial: bool,
    /// Whether the search was stopped before its budget was spent.
    pub stopped: bool,
    /// The game's [`Game::ID`].
    pub game: String,
    /// The key of what the seat knows ([`Game::information_key`]), 16 hexadecimal digits: two worlds that the seat cannot
    /// distinguish have the same one.
    pub key: String,
    /// The seat that decides.
    pub seat: Seat,
    /// The number of the turn.
    pub turn: u32,
    /// The search that was made, as a spec.
    pub agent: String,
    /// The seed of the search.
    pub seed: u64,
    /// What [`loss`](MoveReport::loss) counts: [`Game::STAKE`].
    pub stake: String,
    /// Which optional windows of decision opened in simulations; left out if all did, and the simulations were exact.
    #[serde(default, skip_serializing_if = "is_full")]
    pub windows: Windows,
    /// The fields of moves that the agent does not estimate: `null` in every move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_estimated: Vec<String>,
    /// The moves, the chosen one first, then by value.
    pub moves: Vec<MoveReport>,
    /// Where the first move begins a plan, what the things are for that the plan places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purposes: Vec<PurposeReport>,
    /// What it cost.
    pub totals: TotalsReport,
}

fn is_full(windows: &Windows) -> bool {
    *windows == Windows::Full
}

/// The fields of a move that an agent without estimates leaves out.
const ESTIMATES: [&str; 6] = [
    "value",
    "value_error",
    "difference",
    "difference_error",
    "difference_interval95",
    "best",
];

/// One move of a [`Report`]. What was not estimated ([`Report::not_estimated`]) is not a number, `null` in JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveReport {
    /// The move in notation.
    pub action: String,
    /// Moves that lead to the same state, in notation: the figures are theirs as well.
    pub alike: Vec<String>,
    /// Simulations that began with it.
    pub visits: u64,
    /// The expected value of the result, the win probability where a game is won or lost.
    #[serde(with = "estimated")]
    pub value: f64,
    /// Its standard error.
    #[serde(with = "estimated")]
    pub value_error: f64,
    /// Its value less that of the first move; 0 for the first move itself.
    #[serde(with = "estimated")]
    pub difference: f64,
    /// The standard error of the difference.
    #[serde(with = "estimated")]
    pub difference_error: f64,
    /// The difference's 95% interval.
    #[serde(with = "estimated_interval")]
    pub difference_interval95: [f64; 2],
    /// The chance that it is the best move, judging by the simulations.
    #[serde(with = "estimated")]
    pub best: f64,
    /// The chance that the agent plays the move, from agents without estimates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<f64>,
    /// The agent's own score of the move, from agents without estimates that choose by scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Expected loss of [`stake`](Report::stake) in the next round of turns; `None` if it was not sampled.
    pub loss: Option<f64>,
    /// Its standard error.
    pub loss_error: Option<f64>,
    /// What is expected to follow.
    pub line: Vec<StepReport>,
}

/// A step of an expected line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StepReport {
    /// The seat that decides; `None` where chance does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The action or outcome in notation.
    pub step: String,
    /// The probability of the outcome; 1 for a decision.
    pub chance: f64,
}

/// What something that a plan places is for, by how it was used in games that the expert played from the plan on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PurposeReport {
    /// The decision that places it: 0 for the first move, 1 for the first step of its line.
    pub place: usize,
    /// That decision in notation.
    pub decision: String,
    /// Games that were played.
    pub games: u64,
    /// Games in which it was used.
    pub used: u64,
    /// The turn in which it was first used most often; left out if it was never used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// What was done there most often, in notation; left out if nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

/// What an analysis cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TotalsReport {
    /// Simulations.
    pub simulations: u64,
    /// Sampled worlds that simulations were played in.
    pub worlds: u64,
    /// Decisions and chance nodes kept in trees.
    pub nodes: u64,
    /// Decisions from the first one to the deepest one kept in a tree.
    pub depth: u32,
    /// Bytes that trees took.
    pub memory_bytes: u64,
    /// Wall-clock seconds of the search.
    pub seconds: f64,
}

/// Whose decision a report is about, and how it was looked into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// The id of the query.
    pub id: String,
    /// The seat that decides.
    pub seat: Seat,
    /// The search, as a spec.
    pub agent: String,
    /// Its seed.
    pub seed: u64,
}

impl Report {
    /// The report of an analysis, the last one and not stopped. Of `state` only what the seat knows is reported (CC8.2k).
    pub fn new<G: Game>(about: &About, state: &G, analysis: &Analysis<G>) -> Report {
        Report {
            id: about.id.clone(),
            partial: false,
            stopped: false,
            game: G::ID.to_owned(),
            key: format!("{:016x}", state.information_key(about.seat)),
            seat: about.seat,
            turn: state.turn(),
            agent: about.agent.clone(),
            seed: about.seed,
            stake: G::STAKE.to_owned(),
            windows: analysis.totals.windows,
            not_estimated: match analysis.is_estimated() {
                true => Vec::new(),
                false => ESTIMATES.map(str::to_owned).to_vec(),
            },
            moves: analysis.candidates.iter().map(MoveReport::new).collect(),
            purposes: purposes(about.seat, analysis),
            totals: TotalsReport::new(&analysis.totals),
        }
    }
}

fn purposes<G: Game>(seat: Seat, analysis: &Analysis<G>) -> Vec<PurposeReport> {
    let Some(best) = analysis.candidates.first() else {
        return Vec::new();
    };
    let steps: Vec<Step<G>> = best.steps(seat).collect();
    let report = |purpose: &Purpose<G>| match steps.get(purpose.place) {
        Some(Step::Action(_, action)) => Some(PurposeReport {
            place: purpose.place,
            decision: action.to_string(),
            games: purpose.games,
            used: purpose.used,
            turn: purpose.turn,
            action: purpose.deed.as_ref().map(|(_, action)| action.to_string()),
        }),
        _ => None,
    };
    analysis.purposes.iter().filter_map(report).collect()
}

impl MoveReport {
    fn new<G: Game>(candidate: &Candidate<G>) -> MoveReport {
        let difference = candidate.difference;
        MoveReport {
            action: candidate.action.to_string(),
            alike: candidate.alike.iter().map(ToString::to_string).collect(),
            visits: candidate.visits,
            value: rounded(candidate.value.mean),
            value_error: rounded(candidate.value.error),
            difference: rounded(difference.mean),
            difference_error: rounded(difference.error),
            difference_interval95: interval95(difference).map(rounded),
            best: rounded(candidate.best),
            played: candidate.played.map(rounded),
            score: candidate.score.map(rounded),
            loss: candidate.loss.map(|loss| rounded(loss.mean)),
            loss_error: candidate.loss.map(|loss| rounded(loss.error)),
            line: candidate.line.iter().map(StepReport::new).collect(),
        }
    }
}

impl StepReport {
    fn new<G: Game>(foreseen: &Foreseen<G>) -> StepReport {
        let (seat, step) = match foreseen.step {
            Step::Action(seat, action) => (Some(seat), action.to_string()),
            Step::Chance(outcome) => (None, outcome.to_string()),
        };
        StepReport {
            seat,
            step,
            chance: rounded(foreseen.chance),
        }
    }
}

impl TotalsReport {
    fn new(totals: &Totals) -> TotalsReport {
        TotalsReport {
            simulations: totals.simulations,
            worlds: totals.worlds,
            nodes: totals.nodes,
            depth: totals.depth,
            memory_bytes: totals.memory,
            seconds: rounded(totals.time.as_secs_f64()),
        }
    }
}

/// A number that may not have been estimated: `null` in JSON, not a number here.
mod estimated {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        (!number.is_nan()).then_some(number).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NAN))
    }
}

/// An interval that may not have been estimated: `null` in JSON, not numbers here.
mod estimated_interval {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(interval: &[f64; 2], serializer: S) -> Result<S::Ok, S::Error> {
        (!interval[0].is_nan()).then_some(interval).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 2], D::Error> {
        Ok(Option::deserialize(deserializer)?.unwrap_or([f64::NAN; 2]))
    }
}

/// The interval that holds the true value in 95 of 100 cases, as far as errors are normal.
pub fn interval95(estimate: Estimate) -> [f64; 2] {
    let reach = CONFIDENCE_95 * estimate.error;
    [estimate.mean - reach, estimate.mean + reach]
}

/// To 6 decimals, and no negative zero: the last bits of a mean say nothing.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6 + 0.0
}
