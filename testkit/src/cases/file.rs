//! A case file, as read.

use serde_json::Value;

use super::path::Query;

/// A case file as read. Notation is read when the game is known, by [`run`](super::run).
#[derive(Clone, Debug)]
pub struct CaseFile {
    /// The name it was given, for messages.
    pub name: String,
    /// The game it is about ([`Game::ID`](heist_engine::Game::ID)).
    pub game: String,
    /// The cases, in order: at least one.
    pub cases: Vec<Case>,
    pub(super) positions: Vec<(String, Value)>,
}

/// One case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name, unique in the file.
    pub id: String,
    /// The ids of the rules it proves.
    pub rules: Vec<String>,
    /// What it shows, in a line.
    pub about: String,
    /// The line of the file it begins on.
    pub line: usize,
    pub(super) start: Start,
    pub(super) edits: Vec<Edit>,
    pub(super) overrides: bool,
    pub(super) steps: Vec<Text>,
    pub(super) auto: bool,
    pub(super) node: Option<Text>,
    pub(super) illegal: Vec<Text>,
    pub(super) legal: Option<Vec<Text>>,
    pub(super) legal_include: Vec<Text>,
    pub(super) legal_exclude: Vec<Text>,
    pub(super) outcomes: Option<Vec<(Text, f64)>>,
    pub(super) outcomes_include: Vec<(Text, f64)>,
    pub(super) result: Option<Text>,
    pub(super) value: Option<f64>,
    pub(super) figures: Vec<(String, i64)>,
    pub(super) expect: Vec<(Query, Value)>,
    pub(super) any_order: Vec<(Query, Vec<Value>)>,
    pub(super) absent: Vec<Query>,
    pub(super) invalid: Option<Vec<String>>,
}

impl Case {
    /// Whether it asserts anything: a step that must be possible, or something that must hold.
    pub(super) fn asserts_something(&self) -> bool {
        !self.steps.is_empty()
            || self.node.is_some()
            || !self.illegal.is_empty()
            || self.legal.is_some()
            || !self.legal_include.is_empty()
            || !self.legal_exclude.is_empty()
            || self.outcomes.is_some()
            || !self.outcomes_include.is_empty()
            || self.result.is_some()
            || self.value.is_some()
            || !self.figures.is_empty()
            || !self.expect.is_empty()
            || !self.any_order.is_empty()
            || !self.absent.is_empty()
            || self.invalid.is_some()
    }
}

/// Where a case begins.
#[derive(Clone, Debug)]
pub(super) enum Start {
    Position(Value),
    Named(String),
    File(String),
    Setup(Value),
}

/// An edit of the position a case begins from, at a JSON Pointer.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Set(String, Value),
    Append(String, Vec<Value>),
}

/// A text of the file in notation, with the place it stands at.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) line: usize,
    pub(super) field: String,
}

impl Text {
    /// That it is no notation of the game, but ought to be.
    pub(super) fn wrong(&self, file: &str, expected: String) -> CaseError {
        CaseError {
            file: file.to_owned(),
            line: self.line,
            field: self.field.clone(),
            found: format!("`{}`", self.text),
            expected,
        }
    }
}

/// A case file that cannot be read, or a case whose notation cannot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: {}", self.place_and_problem())]
pub struct CaseError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The field, as a path: `case[3].steps[0]`; empty where the text is no TOML.
    pub field: String,
    /// What is there.
    pub found: String,
    /// What ought to be.
    pub expected: String,
}

impl CaseError {
    /// The message without the name of the file.
    pub fn place_and_problem(&self) -> String {
        let CaseError {
            line, found, expected, ..
        } = self;
        let field = match self.field.as_str() {
            "" => String::new(),
            field => format!(", field `{field}`"),
        };
        format!("line {line}{field}: found {found}; expected {expected}")
    }
}
