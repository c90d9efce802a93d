//! Errors as Python exceptions.

use std::sync::{Mutex, MutexGuard, TryLockError};

use heist_engine::game::{ApplyError, Problem};
use heist_training::batch::BatchError;
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    heistlab._core,
    IllegalActionError,
    PyValueError,
    "An action that is not legal here or an outcome that is not possible. The message lists what was; the state \
     is\nunchanged."
);
pyo3::create_exception!(
    heistlab._core,
    PositionError,
    PyValueError,
    "A position that contradicts itself or the rules. ``problems`` lists each as (field, what, may be overridden)."
);

/// What went wrong, before it becomes an exception.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An action that is not legal or an outcome that is not possible.
    #[error("{message}")]
    Illegal {
        /// The whole message.
        message: String,
        /// What was given.
        given: String,
        /// What was legal, in notation.
        legal: Vec<String>,
    },
    /// A position with problems.
    #[error("{message}")]
    Position {
        /// The whole message.
        message: String,
        /// Every problem.
        problems: Vec<Problem>,
    },
    /// A value that makes no sense here.
    #[error("{0}")]
    Value(String),
    /// A value of another type than expected.
    #[error("{0}")]
    Type(String),
}

impl Error {
    /// A wrong value.
    pub fn value(error: impl ToString) -> Error {
        Error::Value(error.to_string())
    }
}

impl From<ApplyError> for Error {
    fn from(error: ApplyError) -> Error {
        Error::Illegal {
            message: error.to_string(),
            given: error.given,
            legal: error.legal,
        }
    }
}

impl From<BatchError> for Error {
    fn from(error: BatchError) -> Error {
        match error {
            BatchError::Illegal { message, given, legal } => Error::Illegal { message, given, legal },
            BatchError::Value(message) => Error::Value(message),
        }
    }
}

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        let message = error.to_string();
        // Setting an attribute of a new exception cannot fail but for want of memory; the message says all in any case.
        Python::attach(|py| match error {
            Error::Illegal { given, legal, .. } => {
                let exception = IllegalActionError::new_err(message);
                drop(exception.value(py).setattr("given", given));
                drop(exception.value(py).setattr("legal", legal));
                exception
            }
            Error::Position { problems, .. } => {
                let exception = PositionError::new_err(message);
                let problems: Vec<(String, String, bool)> = problems
                    .into_iter()
                    .map(|problem| (problem.field, problem.what, problem.waivable))
                    .collect();
                drop(exception.value(py).setattr("problems", problems));
                exception
            }
            Error::Value(_) => PyValueError::new_err(message),
            Error::Type(_) => PyTypeError::new_err(message),
        })
    }
}

/// The letters of a wrong argument that are quoted at most.
const QUOTED: usize = 100;

/// A wrong argument, said by what converts it: the message gets the argument's name once PyO3 tells it.
pub fn argument_error(value: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    refused::<PyTypeError>("ArgumentError", value, expected)
}

/// As [`argument_error`], of a seed; it is a `ValueError` whatever was given.
pub fn seed_error(value: &Bound<'_, PyAny>) -> PyErr {
    refused::<PyValueError>("SeedError", value, "a whole number from 0 to 2**64 - 1")
}

/// The error of a class of `heistlab._errors`; of its base where Python cannot find it.
fn refused<Base: PyTypeInfo>(class: &str, value: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let found = match value.repr() {
        Ok(text) => text.to_string(),
        Err(_) => value.get_type().to_string(),
    };
    let cut: String = found.chars().take(QUOTED).collect();
    let dots = if cut.len() < found.len() { "..." } else { "" };
    let message = format!("found {cut}{dots}; expected {expected}");
    match errors_class(value.py(), class).and_then(|class| class.call1((&message,))) {
        Ok(error) => PyErr::from_value(error),
        Err(_) => PyErr::new::<Base, _>(message),
    }
}

/// Whether an error is one of [`argument_error`].
pub fn is_argument_error(py: Python<'_>, error: &PyErr) -> bool {
    errors_class(py, "ArgumentError").is_ok_and(|class| error.matches(py, class).unwrap_or(false))
}

fn errors_class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("heistlab._errors")?.getattr(name)
}

/// The value that one of some words stands for.
pub fn one_of<T: Copy>(name: &str, given: &str, words: &[(&str, T)]) -> Result<T, Error> {
    let found = words.iter().find(|(word, _)| *word == given);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        Error::Value(format!(
            "{name}: found '{given}'; expected one of: {}",
            words.join(", ")
        ))
    })
}

/// What one call at a time may use; `what` names the object, `instead` says what to do.
///
/// # Errors
/// While a call of another thread uses it.
pub fn one_at_a_time<'a, T>(held: &'a Mutex<T>, what: &str, instead: &str) -> PyResult<MutexGuard<'a, T>> {
    match held.try_lock() {
        Ok(free) => Ok(free),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(format!(
            "another thread is using this {what}; expected one thread at a time: {instead}"
        ))),
    }
}
