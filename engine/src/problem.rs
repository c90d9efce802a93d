//! What is wrong with what was read: one type for fields, one for notation.

use std::fmt::{self, Display};

/// One thing wrong with a setup or a position: where, what, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The field, as a path into the JSON: `floors[0].guard.at`.
    pub field: String,
    /// What was found and what was expected.
    pub what: String,
    /// Whether an override may waive it.
    pub waivable: bool,
}

impl Problem {
    /// A problem that no override waives.
    pub fn new(field: impl Into<String>, what: impl Into<String>) -> Problem {
        Problem {
            field: field.into(),
            what: what.into(),
            waivable: false,
        }
    }

    /// A problem that a person may waive knowingly.
    pub fn waivable(field: impl Into<String>, what: impl Into<String>) -> Problem {
        Problem {
            waivable: true,
            ..Problem::new(field, what)
        }
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.what)?;
        if self.waivable {
            write!(f, " (may be overridden)")?;
        }
        Ok(())
    }
}

/// A text that is no action or outcome.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not {expected}")]
pub struct NotationError {
    /// The text.
    pub text: String,
    /// What was expected, with an example.
    pub expected: String,
}
