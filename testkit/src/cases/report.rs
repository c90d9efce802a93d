//! What became of a case, in words.

use std::fmt::{self, Display};

use heist_engine::any::{Listed, any_state};
use heist_engine::game::{Node, Problem};
use serde::Serialize;
use serde_json::{Map, Value};

use super::file::CaseError;

/// How many characters of a line of a position a failure shows.
const EXCERPT_WIDTH: usize = 400;

/// What became of a case.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseReport<G> {
    /// The name of the case.
    pub id: String,
    /// The line of the file it begins on.
    pub line: usize,
    /// Whether it holds.
    pub outcome: CaseOutcome,
    /// The state it came to: after its steps, or before the one that is not possible. None where it has no state.
    pub state: Option<G>,
}

/// Whether a case holds.
#[derive(Clone, PartialEq, Debug)]
pub enum CaseOutcome {
    /// It does.
    Passed,
    /// It does not.
    Failed(CaseFailure),
}

/// Why a case does not hold, for programs; for people as text, in which long positions are shortened.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct CaseFailure {
    /// Everything that was expected and is otherwise: at least one thing.
    pub failures: Vec<Mismatch>,
    /// What the case came to; none where it has nothing to look at.
    #[serde(flatten)]
    pub came_to: Option<Box<CameTo>>,
}

/// What a failed case came to.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct CameTo {
    /// Who is to move: `seat 1`, `chance` or `over`; none where there is no state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The legal actions, where a seat decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// The outcomes with their probabilities, where chance decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<Map<String, Value>>,
    /// The whole position, or the one that cannot be read; of a campaign what cases see of it.
    pub position: Value,
}

impl CameTo {
    /// A document alone.
    pub(super) fn document(position: Value) -> Option<Box<CameTo>> {
        Some(Box::new(CameTo {
            position,
            ..CameTo::default()
        }))
    }
}

/// Something that was expected, and what is there instead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mismatch {
    /// Where: a field of the case, a step, a path of the position.
    pub what: String,
    /// What was expected there; nothing where `what` says it all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
}

impl Mismatch {
    /// What is wrong, in a sentence.
    pub(super) fn sentence(what: impl Display) -> Mismatch {
        Mismatch {
            what: what.to_string(),
            expected: None,
            found: None,
        }
    }

    /// What was expected, and what is there instead.
    pub(super) fn new(what: impl Display, expected: impl Display, found: impl Display) -> Mismatch {
        Mismatch {
            what: what.to_string(),
            expected: Some(expected.to_string()),
            found: Some(found.to_string()),
        }
    }
}

impl Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if let Some(expected) = &self.expected {
            write!(f, "\n  expected: {expected}")?;
        }
        match &self.found {
            Some(found) => write!(f, "\n  found:    {found}"),
            None => Ok(()),
        }
    }
}

impl From<Mismatch> for CaseFailure {
    fn from(mismatch: Mismatch) -> CaseFailure {
        CaseFailure {
            failures: vec![mismatch],
            came_to: None,
        }
    }
}

impl From<String> for CaseFailure {
    fn from(what: String) -> CaseFailure {
        CaseFailure::from(Mismatch::sentence(what))
    }
}

impl From<CaseError> for CaseFailure {
    fn from(error: CaseError) -> CaseFailure {
        let what = format!("{}: {}", error.file, error.place());
        CaseFailure::from(Mismatch::new(what, error.expected, error.found))
    }
}

impl Display for CaseFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failures: Vec<String> = self.failures.iter().map(ToString::to_string).collect();
        f.write_str(&failures.join("\n"))?;
        let Some(came_to) = &self.came_to else { return Ok(()) };
        let position = excerpt(&came_to.position);
        match &came_to.node {
            Some(node) => write!(f, "\nposition, {node} to move:\n{position}"),
            None => write!(f, "\n{position}"),
        }
    }
}

impl<G> CaseReport<G> {
    /// Whether the case holds.
    pub fn passed(&self) -> bool {
        self.outcome == CaseOutcome::Passed
    }
}

impl<G> Display for CaseReport<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            CaseOutcome::Passed => write!(f, "{} (line {}): passed", self.id, self.line),
            CaseOutcome::Failed(why) => write!(f, "{} (line {}): {why}", self.id, self.line),
        }
    }
}

/// Things that do not hold.
#[derive(Default)]
pub(super) struct Failures(Vec<Mismatch>);

impl Failures {
    pub(super) fn add(&mut self, what: impl Display, expected: impl Display, found: impl Display) {
        self.0.push(Mismatch::new(what, expected, found));
    }

    /// Passed if there are none; else all of them, with something to look at in place of a position.
    pub(super) fn outcome_at(self, position: Value) -> CaseOutcome {
        if self.0.is_empty() {
            CaseOutcome::Passed
        } else {
            CaseOutcome::Failed(CaseFailure {
                failures: self.0,
                came_to: CameTo::document(position),
            })
        }
    }

    /// Passed if there are none; else all of them, with the position.
    pub(super) fn outcome<G: Listed>(self, state: &G) -> CaseOutcome {
        if self.0.is_empty() {
            return CaseOutcome::Passed;
        }
        let node = state.node();
        let legal = || legal_actions(state).iter().map(ToString::to_string).collect();
        let drawn = || {
            let outcomes = outcomes(state).into_iter();
            outcomes
                .map(|(outcome, chance)| (outcome.to_string(), chance.into()))
                .collect()
        };
        let came_to = CameTo {
            node: Some(show_node(node)),
            legal: matches!(node, Node::Decision(_)).then(legal),
            outcomes: (node == Node::Chance).then(drawn),
            position: position_json(state).unwrap_or_else(|error| Value::from(error.to_string())),
        };
        CaseOutcome::Failed(CaseFailure {
            failures: self.0,
            came_to: Some(Box::new(came_to)),
        })
    }
}

pub(super) fn position_json<G: Listed>(state: &G) -> Result<Value, serde_json::Error> {
    serde_json::from_str(&any_state(state.clone()).position())
}

pub(super) fn list_problems(problems: &[Problem]) -> String {
    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

pub(super) fn legal_actions<G: Listed>(state: &G) -> Vec<G::Action> {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    legal
}

pub(super) fn outcomes<G: Listed>(state: &G) -> Vec<(G::Outcome, f64)> {
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    outcomes
}

pub(super) fn show_node(node: Node) -> String {
    match node {
        Node::Decision(seat) => format!("seat {seat}"),
        Node::Chance => "chance".to_owned(),
        Node::Terminal => "over".to_owned(),
    }
}

/// What is possible in a state, in words.
pub(super) fn options<G: Listed>(state: &G) -> String {
    match state.node() {
        Node::Decision(seat) => format!("seat {seat} decides: {}", show_all(&legal_actions(state))),
        Node::Chance => format!("chance decides: {}", show_outcomes(state)),
        Node::Terminal => format!(
            "the game is over: {}",
            state.result().map_or("no result", |result| result.ending)
        ),
    }
}

pub(super) fn show_all(items: &[impl Display]) -> String {
    let texts: Vec<String> = items.iter().map(|item| format!("`{item}`")).collect();
    if texts.is_empty() {
        "nothing".to_owned()
    } else {
        texts.join(", ")
    }
}

fn show_outcomes<G: Listed>(state: &G) -> String {
    let texts: Vec<String> = outcomes(state)
        .iter()
        .map(|(outcome, chance)| format!("`{outcome}` {chance:.6}"))
        .collect();
    if texts.is_empty() {
        "nothing".to_owned()
    } else {
        texts.join(", ")
    }
}

/// A position for a message: a line for each of its fields, and for each item of a list of objects.
pub(super) fn excerpt(json: &Value) -> String {
    let Value::Object(fields) = json else {
        return cut(&json.to_string());
    };
    let lines = fields.iter().flat_map(|(name, value)| match value {
        Value::Array(items) if items.iter().any(Value::is_object) => items
            .iter()
            .enumerate()
            .map(|(place, item)| cut(&format!("{name}[{place}]: {item}")))
            .collect::<Vec<String>>(),
        _ => vec![cut(&format!("{name}: {value}"))],
    });
    lines
        .map(|line| format!("  {line}"))
        .collect::<Vec<String>>()
        .join("\n")
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(EXCERPT_WIDTH) {
        None => line.to_owned(),
        Some((end, _)) => format!("{}...", &line[..end]),
    }
}
