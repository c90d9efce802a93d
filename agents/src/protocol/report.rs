//! The answers to queries.

use heist_engine::game::{Game, Seat, Windows};
use heist_engine::record::Step;
use serde::{Deserialize, Serialize};

use crate::analysis::{
    Again, Analysis, Branch, Candidate, Change, Estimate, Foreseen, Next, Purpose, Reason, ReasonKind, Totals,
};
pub use crate::interval::{CONFIDENCE_95, interval95};
use crate::ranking::{Confidence, Ranked, Standing, ranking};
use crate::spec::Spec;

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
    /// The key of what the seat knows ([`Game::information_key`]), 16 hexadecimal digits: two worlds that the seat
    /// cannot distinguish have the same one.
    pub key: String,
    /// The seat that decides.
    pub seat: Seat,
    /// The number of the turn.
    pub turn: u32,
    /// The search that was made, as a spec.
    pub agent: String,
    /// The seed of the search.
    pub seed: u64,
    /// The search that gives the same moves with the same values at the same seed, as a spec: after a limit of time one
    /// with the simulations that were made. None where another run may differ.
    #[serde(default)]
    pub repeat: Option<String>,
    /// What [`loss`](MoveReport::loss) counts: [`Game::STAKE`].
    pub stake: String,
    /// Which optional windows of decision opened in simulations; left out if all did, and the simulations were exact.
    #[serde(default, skip_serializing_if = "is_full")]
    pub windows: Windows,
    /// Whether values are chances to win of a team that goes on as the recommended agent plays; left out if they are
    /// what the search found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub calibrated: bool,
    /// The fields of moves that the agent does not estimate: `null` in every move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_estimated: Vec<String>,
    /// How sure it is that the first move is the best; left out where moves are not estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// Why the first move is recommended; left out where nothing is known of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonReport>,
    /// What the next player should do after the first move; left out where that depends on what happens until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextReport>,
    /// What would change the advice; left out where nothing surely does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<ChangeReport>,
    /// The moves in the order of advice, the chosen one first; of those that are worth the same, first those that
    /// people would take.
    pub moves: Vec<MoveReport>,
    /// Where doubt keeps the first move, the move that has the better value so far, in notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubted: Option<String>,
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
const ESTIMATES: [&str; 9] = [
    "value",
    "value_error",
    "value_interval95",
    "simulated",
    "simulated_error",
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
    /// How it compares with the first move.
    pub standing: Standing,
    /// Simulations that began with it.
    pub visits: u64,
    /// Whether it dropped out of the search early, so that its figures are only roughly known.
    pub rough: bool,
    /// Whether everything that may follow was looked at: its value is no estimate.
    pub certain: bool,
    /// The expected value of the result, the win probability where a game is won or lost: of a team that goes on as the
    /// recommended agent plays, where that is [known](mod@crate::calibration), else what the search found.
    #[serde(with = "estimated")]
    pub value: f64,
    /// Its standard error.
    #[serde(with = "estimated")]
    pub value_error: f64,
    /// The value's 95% interval.
    #[serde(with = "estimated_interval")]
    pub value_interval95: [f64; 2],
    /// The mean result of the simulations that began with it: the chance of a team that plays on as they do.
    #[serde(with = "estimated")]
    pub simulated: f64,
    /// Its standard error.
    #[serde(with = "estimated")]
    pub simulated_error: f64,
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
    /// What is expected to follow, but for optional windows that go by.
    pub line: Vec<StepReport>,
    /// Where the line ends at a draw that nobody can foretell, what follows its outcomes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<BranchReport>,
    /// Why the first move is recommended rather than this one; left out where nothing is known but the figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonReport>,
}

/// What follows some outcomes of a draw.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BranchReport {
    /// The outcomes in notation, the likeliest first.
    pub outcomes: Vec<String>,
    /// The probability of all of them together.
    pub chance: f64,
    /// Whether they are all that the other branches leave.
    pub rest: bool,
    /// What follows, up to the first choice.
    pub line: Vec<StepReport>,
}

/// Why a move is recommended rather than another one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReasonReport {
    /// The kind: [`Reason::name`](crate::Reason::name).
    pub kind: String,
    /// The reason in one sentence.
    pub text: String,
    /// The other move, in notation; left out where the reason is about no single one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// How the game is lost less often.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// The figure that is better, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// What becomes possible, in notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deed: Option<String>,
    /// The chance of what the reason tells, after the first move and after the other one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chances: Option<[f64; 2]>,
    /// The difference that the reason tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<f64>,
    /// Its standard error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_error: Option<f64>,
}

/// What the next player should do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NextReport {
    /// The player.
    pub seat: Seat,
    /// Decisions in a row, in notation.
    pub actions: Vec<String>,
    /// In what share of the games that the expert played on these were taken.
    pub chance: f64,
    /// The same in one sentence.
    pub text: String,
}

/// What would change the advice: something that comes to light after the first move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ChangeReport {
    /// What comes to light, in notation.
    pub outcome: String,
    /// In what share of the sampled worlds it is so.
    pub chance: f64,
    /// The move that is better then, in notation.
    pub better: String,
    /// In what way: the kind of a reason.
    pub kind: String,
    /// The same in one sentence.
    pub text: String,
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

/// What moves and outcomes are called in the sentences of a report.
pub struct Words<'a, G: Game> {
    /// What an action does in a state, in a sentence.
    pub explain: &'a dyn Fn(&G, G::Action) -> String,
    /// What chance decided in a state, in a sentence.
    pub outcome: &'a dyn Fn(&G, G::Outcome) -> String,
}

impl Report {
    /// The report of an analysis, the last one and not stopped. Of `state` only what the seat knows is reported
    /// (CC8.2k). Its sentences name moves and outcomes by their notation.
    pub fn new<G: Game>(about: &About, state: &G, analysis: &Analysis<G>) -> Report {
        let words = Words {
            explain: &|_, action: G::Action| action.to_string(),
            outcome: &|_, outcome: G::Outcome| outcome.to_string(),
        };
        Report::explained(about, state, analysis, &words)
    }

    /// The same, with sentences in other words.
    pub fn explained<G: Game>(about: &About, state: &G, analysis: &Analysis<G>, words: &Words<'_, G>) -> Report {
        let view = state.information_state(about.seat);
        Report {
            confidence: Confidence::of(analysis),
            reason: analysis
                .reason
                .as_ref()
                .map(|reason| ReasonReport::new(reason, &view, words)),
            next: analysis.next.as_ref().map(|next| NextReport::new(next, words)),
            change: analysis
                .change
                .as_ref()
                .map(|change| ChangeReport::new(change, &view, words)),
            id: about.id.clone(),
            partial: false,
            stopped: false,
            game: G::ID.to_owned(),
            key: format!("{:016x}", state.information_key(about.seat)),
            seat: about.seat,
            turn: state.turn(),
            agent: about.agent.clone(),
            seed: about.seed,
            repeat: repeated(&about.agent, analysis),
            stake: G::STAKE.to_owned(),
            windows: analysis.totals.windows,
            calibrated: analysis.totals.is_calibrated,
            not_estimated: if analysis.is_estimated() {
                Vec::new()
            } else {
                ESTIMATES.map(str::to_owned).to_vec()
            },
            moves: ranking(analysis)
                .iter()
                .map(|ranked| MoveReport::new(ranked, &analysis.candidates[0], &view, words))
                .collect(),
            doubted: analysis.doubted.map(|action| action.to_string()),
            purposes: purposes(about.seat, analysis),
            totals: TotalsReport::new(&analysis.totals),
        }
    }
}

/// The spec that repeats an analysis by the agent of another spec, see [`Report::repeat`].
fn repeated<G: Game>(agent: &str, analysis: &Analysis<G>) -> Option<String> {
    let spec: Spec = agent.parse().ok()?;
    let is_limited = spec.text("time").is_some() && spec.value("time").is_ok_and(|seconds: f64| seconds > 0.0);
    if !is_limited || !analysis.is_estimated() {
        return Some(agent.to_owned());
    }
    // What a planner does in its time is not a matter of simulations.
    if !analysis.purposes.is_empty() {
        return None;
    }
    let again = analysis.totals.again;
    let added = match (spec.name(), again) {
        ("improve", Some(Again { simulations, schedule })) => format!("sims={simulations},schedule={schedule}"),
        // Nothing drops out of a comparison that tries all moves equally often.
        ("flat", again) => {
            let made = again.map_or(analysis.totals.simulations, |again| again.simulations);
            format!("sims={made}")
        }
        _ => return None,
    };
    let kept = spec
        .options()
        // Threads change nothing but the time.
        .filter(|(name, _)| !["time", "sims", "schedule", "threads"].contains(name))
        .map(|(name, value)| format!(",{name}={value}"));
    Some(format!("{}:{added}{}", spec.name(), kept.collect::<String>()))
}

impl Report {
    /// The same, of a search that was stopped before its budget was spent if `stopped`: what it would have done is not
    /// known, and so not how to [repeat](Report::repeat) it.
    pub fn ended(self, stopped: bool) -> Report {
        Report {
            stopped,
            repeat: self.repeat.filter(|_| !stopped),
            ..self
        }
    }

    /// What is said of a move in notation, or of those that lead to the same state.
    pub fn find(&self, action: &str) -> Option<&MoveReport> {
        let is_it = |name: &String| name == action;
        let mut moves = self.moves.iter();
        moves.find(|found| is_it(&found.action) || found.alike.iter().any(is_it))
    }

    /// The move that is shown to be worth most of some, given in notation: the first of equals. `None` if none of them
    /// is in the report.
    pub fn best_among(&self, actions: &[String]) -> Option<&MoveReport> {
        let is_meant = |found: &&MoveReport| {
            let mut names = std::iter::once(&found.action).chain(&found.alike);
            names.any(|name| actions.contains(name))
        };
        let is_better = |other: &MoveReport, best: &MoveReport| other.difference > best.difference;
        let meant = self.moves.iter().filter(is_meant);
        meant.reduce(|best, other| if is_better(other, best) { other } else { best })
    }

    /// By how much one move is better than another, both in notation; `None` if either is not in the report.
    /// Differences are known to the first move: between two others the error is at most what it would be if these were
    /// independent.
    pub fn gap(&self, one: &str, other: &str) -> Option<Estimate> {
        let (one, other) = (self.find(one)?, self.find(other)?);
        Some(Estimate {
            mean: one.difference - other.difference,
            error: one.difference_error.hypot(other.difference_error),
        })
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
    fn new<G: Game>(ranked: &Ranked<'_, G>, first: &Candidate<G>, view: &G, words: &Words<'_, G>) -> MoveReport {
        let candidate = ranked.candidate;
        let difference = candidate.difference;
        MoveReport {
            action: candidate.action.to_string(),
            alike: candidate.alike.iter().map(ToString::to_string).collect(),
            standing: ranked.standing,
            visits: candidate.visits,
            rough: candidate.is_rough,
            certain: candidate.is_certain,
            value: rounded(candidate.value.mean),
            value_error: rounded(candidate.value.error),
            value_interval95: candidate.value_interval95().map(rounded),
            simulated: rounded(candidate.simulated.mean),
            simulated_error: rounded(candidate.simulated.error),
            difference: rounded(difference.mean),
            difference_error: rounded(difference.error),
            difference_interval95: match ranked.standing {
                Standing::First if candidate.difference.is_known() => [0.0; 2],
                _ => candidate.difference_interval95(first).map(rounded),
            },
            best: rounded(candidate.best),
            played: candidate.played.map(rounded),
            score: candidate.score.map(rounded),
            loss: candidate.loss.map(|loss| rounded(loss.mean)),
            loss_error: candidate.loss.map(|loss| rounded(loss.error)),
            line: told(&candidate.line),
            branches: candidate.branches.iter().map(BranchReport::new).collect(),
            reason: candidate
                .reason
                .as_ref()
                .map(|reason| ReasonReport::new(reason, view, words)),
        }
    }
}

/// The steps of a line but for windows that go by.
fn told<G: Game>(line: &[Foreseen<G>]) -> Vec<StepReport> {
    line.iter()
        .filter(|foreseen| !foreseen.is_pass)
        .map(StepReport::new)
        .collect()
}

impl BranchReport {
    fn new<G: Game>(branch: &Branch<G>) -> BranchReport {
        BranchReport {
            outcomes: branch.outcomes.iter().map(ToString::to_string).collect(),
            chance: rounded(branch.chance),
            rest: branch.is_rest,
            line: told(&branch.line),
        }
    }
}

impl ReasonReport {
    fn new<G: Game>(reason: &Reason<G>, view: &G, words: &Words<'_, G>) -> ReasonReport {
        let kind = &reason.kind;
        let amount = kind.amount();
        ReasonReport {
            kind: reason.name().to_owned(),
            text: reason.sentence(view, words.explain),
            against: reason.against.map(|action| action.to_string()),
            ending: kind.ending().map(str::to_owned),
            figure: kind.figure().map(|figure| figure.name.to_owned()),
            deed: match kind {
                ReasonKind::Prepares { deed, .. } => Some(deed.to_string()),
                _ => None,
            },
            chances: kind.chances().map(|(first, other)| [first, other].map(rounded)),
            amount: amount.map(|amount| rounded(amount.mean)),
            amount_error: amount.map(|amount| rounded(amount.error)),
        }
    }
}

impl NextReport {
    fn new<G: Game>(next: &Next<G>, words: &Words<'_, G>) -> NextReport {
        NextReport {
            seat: next.seat,
            actions: next.actions.iter().map(|(_, action)| action.to_string()).collect(),
            chance: rounded(next.chance),
            text: next.sentence(words.explain),
        }
    }
}

impl ChangeReport {
    fn new<G: Game>(change: &Change<G>, view: &G, words: &Words<'_, G>) -> ChangeReport {
        ChangeReport {
            outcome: change.outcome.to_string(),
            chance: rounded(change.chance),
            better: change.better.to_string(),
            kind: change.kind.name().to_owned(),
            text: change.sentence(view, words.explain, words.outcome),
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

/// To 6 decimals, and no negative zero: the last bits of a mean say nothing.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6 + 0.0
}
