//! A value of a configuration that makes no sense.

use std::ops::RangeInclusive;

use heist_agents::network::{MAX_LAYERS, MAX_WIDTH};

/// A field of a configuration whose value makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("field `{field}`: found {found}; expected {expected}")]
pub struct Problem {
    /// The field, with the tables that it is in: `schedule.batch`.
    pub field: String,
    /// Its value.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl Problem {
    /// A value of a field, and what was expected instead.
    pub fn new(field: &str, found: impl ToString, expected: impl ToString) -> Problem {
        Problem {
            field: field.to_owned(),
            found: found.to_string(),
            expected: expected.to_string(),
        }
    }

    /// The same of a configuration that is a table of another one.
    #[must_use]
    pub fn within(self, table: &str) -> Problem {
        Problem {
            field: format!("{table}.{}", self.field),
            ..self
        }
    }
}

/// A count of 0.
pub(crate) fn at_least_one(field: &str, found: u64) -> Option<Problem> {
    (found == 0).then(|| Problem::new(field, found, "1 or more"))
}

/// Anything but a share that is less than all.
pub(crate) fn share(field: &str, found: f64) -> Option<Problem> {
    let fits = (0.0..1.0).contains(&found);
    (!fits).then(|| Problem::new(field, found, "at least 0 and less than 1"))
}

/// Anything but a share that may be all.
pub(crate) fn share_or_all(field: &str, found: f32) -> Option<Problem> {
    let fits = (0.0..=1.0).contains(&found);
    (!fits).then(|| Problem::new(field, found, "a number from 0 to 1"))
}

/// Anything but a finite number greater than 0.
pub(crate) fn positive(field: &str, found: f64) -> Option<Problem> {
    let fits = found.is_finite() && found > 0.0;
    (!fits).then(|| Problem::new(field, found, "a number greater than 0"))
}

/// Anything but a finite number of 0 or more.
pub(crate) fn not_negative(field: &str, found: f64) -> Option<Problem> {
    let fits = found.is_finite() && found >= 0.0;
    (!fits).then(|| Problem::new(field, found, "0 or more"))
}

/// A width that no layer of a network's file has.
pub(crate) fn width(field: &str, found: usize) -> Option<Problem> {
    (!WIDTHS.contains(&found)).then(|| Problem::new(field, found, format!("a width from 1 to {MAX_WIDTH}")))
}

/// Widths of hidden layers that no network's file has.
pub(crate) fn widths(field: &str, found: &[usize]) -> Option<Problem> {
    let fits = (1..=MAX_LAYERS).contains(&found.len()) && found.iter().all(|width| WIDTHS.contains(width));
    let expected = || format!("1 to {MAX_LAYERS} widths, each from 1 to {MAX_WIDTH}");
    (!fits).then(|| Problem::new(field, format!("{found:?}"), expected()))
}

/// The widths that a layer may have.
const WIDTHS: RangeInclusive<usize> = 1..=MAX_WIDTH;
