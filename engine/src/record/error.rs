//! What can be wrong with a replay.

use serde_json::Value;

/// What is wrong with a replay: where, what was found there and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}{}: found {found}; expected {expected}", in_field(.field))]
pub struct ReplayError {
    /// The line, counted from 1. Step `n` is on line `n + 1`.
    pub line: usize,
    /// The field, as a path: `result.figures.turns`. Empty where the line as a whole is meant.
    pub field: String,
    /// The sort of error, for programs.
    pub fault: Fault,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl ReplayError {
    pub(super) fn new(
        line: usize,
        field: impl Into<String>,
        fault: Fault,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReplayError {
        ReplayError {
            line,
            field: field.into(),
            fault,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// The sorts of [`ReplayError`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// The input could not be read.
    Io,
    /// A line is no JSON object.
    Json,
    /// A field is missing.
    Missing,
    /// A field that no line of its kind has.
    Unknown,
    /// A field of the wrong type or out of its range.
    Value,
    /// Another file than a replay.
    Document,
    /// A replay of another game.
    Game,
    /// A newer or older format.
    Format,
    /// A setup that is not playable.
    Setup,
    /// A world that is no filling of the first state, or in which a step is impossible.
    World,
    /// A text that is no action or outcome.
    Notation,
    /// A step that was not possible.
    Illegal,
    /// Another key than the re-run gives.
    Key,
    /// Another result than the re-run gives.
    Result,
    /// The replay ends before its result.
    Truncated,
    /// The replay goes on after its result.
    Trailing,
}

fn in_field(field: &str) -> String {
    if field.is_empty() {
        String::new()
    } else {
        format!(", field `{field}`")
    }
}

pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text))
}

/// A text cut after 80 characters.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(80) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

pub(super) fn show(value: &Value) -> String {
    quoted(&value.to_string())
}
