//! What became of a case, in words.

use std::fmt::{self, Display};

use heist_engine::any::{Listed, any_state};
use heist_engine::game::{Node, Problem};
use serde_json::Value;

/// How many characters of a line of a position a failure shows.
const EXCERPT_WIDTH: usize = 400;

/// What became of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseOutcome {
    /// It does.
    Passed,
    /// It does not: everything that was expected and what was found, in words, with the position.
    Failed(String),
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
pub(super) struct Failures(Vec<String>);

impl Failures {
    pub(super) fn add(&mut self, what: impl Display, expected: impl Display, found: impl Display) {
        self.0
            .push(format!("{what}\n  expected: {expected}\n  found:    {found}"));
    }

    /// Passed if there are none; else all of them, with the position.
    pub(super) fn outcome<G: Listed>(&self, state: &G) -> CaseOutcome {
        if self.0.is_empty() {
            return CaseOutcome::Passed;
        }
        let position = match position_json(state) {
            Ok(json) => excerpt(&json),
            Err(error) => error.to_string(),
        };
        let node = show_node(state.node());
        CaseOutcome::Failed(format!("{}\nposition, {node} to move:\n{position}", self.0.join("\n")))
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
