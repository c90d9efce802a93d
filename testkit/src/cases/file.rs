//! A case file, as read.

use serde_json::{Map, Value};

use super::path::Query;

/// Gives the text of a position file by its name in the case file, or says why not.
pub type Load<'a> = dyn Fn(&str) -> Result<String, String> + 'a;

/// A case file as read. Notation is read when the game is known, by [`run`](super::run).
#[derive(Clone, Debug)]
pub struct CaseFile {
    /// The name it was given, for messages.
    pub name: String,
    /// The game it is about ([`Game::ID`](heist_engine::Game::ID)).
    pub game: String,
    /// The cases, in order: at least one.
    pub cases: Vec<Case>,
    /// The named positions; of one that is wrong, what is: cases that begin from it fail.
    pub(super) positions: Vec<(String, Result<Value, CaseError>)>,
}

/// One case.
#[derive(Clone, Default, Debug)]
pub struct Case {
    /// Its name, unique in the file; `case[2]` for the third one if it has none.
    pub id: String,
    /// The ids of the rules it proves.
    pub rules: Vec<String>,
    /// What it shows, in a line.
    pub about: String,
    /// The line of the file it begins on.
    pub line: usize,
    /// What is wrong with it, if it cannot be read: then it fails, and nothing else of it is known.
    pub(super) problem: Option<CaseError>,
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
    pub(super) legal_count: Option<i64>,
    pub(super) outcomes: Option<Vec<(Text, f64)>>,
    pub(super) outcomes_include: Vec<(Text, f64)>,
    pub(super) outcomes_count: Option<i64>,
    pub(super) ends: Option<i64>,
    pub(super) result: Option<Text>,
    pub(super) value: Option<f64>,
    pub(super) figures: Vec<(String, i64)>,
    pub(super) expect: Vec<(Query, Value)>,
    pub(super) any_order: Vec<(Query, Vec<Value>)>,
    pub(super) absent: Vec<Query>,
    pub(super) invalid: Option<Vec<String>>,
    pub(super) heists: Vec<Heist>,
}

/// A heist of a campaign.
#[derive(Clone, Debug)]
pub(super) struct Heist {
    /// The place in the file, for messages.
    pub(super) field: String,
    /// What the team chooses before it.
    pub(super) choose: Option<Value>,
    /// Fields of the setup in which it is played, in place of those that the campaign gives.
    pub(super) setup: Map<String, Value>,
    /// What is left open is drawn from it.
    pub(super) seed: u64,
    pub(super) result: String,
    pub(super) value: f64,
    pub(super) figures: Vec<(String, i64)>,
}

impl Case {
    /// Whether it asserts anything: a step that must be possible, or something that must hold.
    pub(super) fn asserts_something(&self) -> bool {
        !self.steps.is_empty()
            || self.node.is_some()
            || !self.illegal.is_empty()
            || self.legal.is_some()
            || self.legal_count.is_some()
            || !self.legal_include.is_empty()
            || !self.legal_exclude.is_empty()
            || self.outcomes.is_some()
            || self.outcomes_count.is_some()
            || self.ends.is_some()
            || !self.outcomes_include.is_empty()
            || self.result.is_some()
            || self.value.is_some()
            || !self.figures.is_empty()
            || !self.expect.is_empty()
            || !self.any_order.is_empty()
            || !self.absent.is_empty()
            || self.invalid.is_some()
            || !self.heists.is_empty()
    }
}

/// Where a case begins.
#[derive(Clone, Debug)]
pub(super) enum Start {
    Position(Value),
    Named(String),
    File(String),
    Setup(Value),
    /// A campaign that begins with a setup.
    Campaign(Value),
    /// A campaign at rest, in a file.
    CampaignFile(String),
}

impl Default for Start {
    fn default() -> Start {
        Start::Setup(Value::Null)
    }
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
        let CaseError { found, expected, .. } = self;
        format!("{}: found {found}; expected {expected}", self.place())
    }

    /// Where in the file it is: the line and, if it has a name, the field.
    pub(super) fn place(&self) -> String {
        let line = self.line;
        match self.field.as_str() {
            "" => format!("line {line}"),
            field => format!("line {line}, field `{field}`"),
        }
    }
}

/// Whether problems are on exactly these fields, on each as often as they like.
pub(super) fn are_fields(found: &[String], expected: &[String]) -> bool {
    let missed = expected.iter().any(|field| !found.contains(field));
    !missed && found.iter().all(|field| expected.contains(field))
}
