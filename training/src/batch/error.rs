//! What batches refuse.

/// A call that a batch refuses; its games are as they were.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BatchError {
    /// An action that is not legal.
    #[error("{message}")]
    Illegal {
        /// The whole message: the row, the action and what is legal there.
        message: String,
        /// What was given.
        given: String,
        /// What was legal, in notation.
        legal: Vec<String>,
    },
    /// A value that makes no sense here.
    #[error("{0}")]
    Value(String),
}

impl BatchError {
    pub(super) fn value(error: impl ToString) -> BatchError {
        BatchError::Value(error.to_string())
    }
}
