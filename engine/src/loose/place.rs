//! A place in a position: the field that problems are named by, and what is written there.

use std::cell::RefCell;
use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::shape::{Entries, Loose, Part, Words};
use crate::game::{NotationError, Overrides, PositionError, Problem};

/// The problems found so far, which every place can add to.
pub(crate) type Problems = RefCell<Vec<Problem>>;

/// What `read` makes of a position, or everything that it notes as wrong, but for what `overrides` waive.
///
/// # Errors
/// When a problem is left; the position is given back.
pub(crate) fn check<P: Debug, S>(
    position: P,
    overrides: Overrides,
    read: impl FnOnce(At<'_, P>) -> S,
) -> Result<S, PositionError<P>> {
    let problems = Problems::default();
    let state = read(At::whole(&position, &problems));
    let mut problems = problems.into_inner();
    if overrides == Overrides::Waivable {
        problems.retain(|problem| !problem.waivable);
    }
    if problems.is_empty() {
        return Ok(state);
    }
    Err(PositionError {
        position: Box::new(position),
        problems,
    })
}

/// A place in a position: its field, and what is written there. Going to a place notes a wrong shape as a problem.
pub(crate) struct At<'a, T = ()> {
    problems: &'a Problems,
    /// The path into the JSON: `floors[0].guard.at`.
    pub field: String,
    /// What is written, if it has the right shape.
    pub value: Option<&'a T>,
    /// Whether anything is written, of whatever shape.
    pub is_given: bool,
}

impl<'a, T> At<'a, T> {
    fn new(problems: &'a Problems, field: String, value: Option<&'a T>, is_given: bool) -> At<'a, T> {
        At {
            problems,
            field,
            value,
            is_given,
        }
    }

    /// The place of the whole position.
    pub fn whole(value: &'a T, problems: &'a Problems) -> At<'a, T> {
        At::new(problems, String::new(), Some(value), true)
    }

    /// A place to name problems of: this field with `rest` behind.
    pub fn place(&self, rest: impl Display) -> At<'a> {
        At::new(self.problems, format!("{}{rest}", self.field), None, false)
    }

    /// The place of a field of an object.
    pub fn step<U: Part>(&self, name: &str, written: Option<&'a Loose<U>>) -> At<'a, U> {
        let dot = if self.field.is_empty() { "" } else { "." };
        let name = name.trim_start_matches("r#").replace('_', "-");
        At::of(self.problems, format!("{}{dot}{name}", self.field), written)
    }

    fn note(&self, is_waivable: bool, what: String) {
        let problem = if is_waivable { Problem::waivable } else { Problem::new };
        self.problems.borrow_mut().push(problem(self.field.clone(), what));
    }

    /// Notes a problem.
    pub fn wrong(&self, found: impl Display, expected: impl Display) {
        self.note(false, format!("found {found}, expected {expected}"));
    }

    /// Notes a problem that a person who knows better may waive.
    pub fn doubtful(&self, found: impl Display, expected: impl Display) {
        self.note(true, format!("found {found}, expected {expected}"));
    }

    /// Notes a problem unless something holds.
    pub fn require(&self, holds: bool, found: impl Display, expected: impl Display) {
        if !holds {
            self.wrong(found, expected);
        }
    }

    /// Notes a problem if nothing is written here.
    pub fn required(&self, expected: impl Display) {
        if !self.is_given {
            self.note(false, format!("missing, expected {expected}"));
        }
    }

    /// As [`required`](At::required), but a person who knows better may waive it.
    pub fn advised(&self, expected: impl Display) {
        if !self.is_given {
            self.note(true, format!("missing, expected {expected}"));
        }
    }

    /// Whether there is no problem so far that cannot be waived.
    pub fn is_sound(&self) -> bool {
        self.problems.borrow().iter().all(|problem| problem.waivable)
    }
}

impl<'a, T: Part> At<'a, T> {
    fn of(problems: &'a Problems, field: String, written: Option<&'a Loose<T>>) -> At<'a, T> {
        match written {
            None => At::new(problems, field, None, false),
            Some(Loose::Good(value)) => At::new(problems, field, Some(value), true),
            Some(Loose::Bad(value)) => {
                let at = At::new(problems, field, None, true);
                at.wrong(value, T::EXPECTED);
                at
            }
        }
    }
}

impl At<'_, bool> {
    /// The flag, or a default.
    pub fn or(&self, default: bool) -> bool {
        self.value.copied().unwrap_or(default)
    }
}

impl At<'_, i64> {
    /// The number, if it is in a range.
    pub fn within<N: TryFrom<i64> + PartialOrd + Display>(&self, range: RangeInclusive<N>) -> Option<N> {
        let &given = self.value?;
        let number = N::try_from(given).ok().filter(|number| range.contains(number));
        if number.is_none() {
            self.wrong(given, format!("{} to {}", range.start(), range.end()));
        }
        number
    }

    /// The number, if it is in a range, or a default.
    pub fn number<N: TryFrom<i64> + PartialOrd + Display>(&self, default: N, range: RangeInclusive<N>) -> N {
        self.within(range).unwrap_or(default)
    }
}

impl At<'_, String> {
    /// What is named in notation.
    pub fn name<T: FromStr<Err = NotationError>>(&self) -> Option<T> {
        let text = self.value?;
        let wrong = |error: NotationError| self.wrong(format!("`{text}`"), error.expected);
        text.parse().map_err(wrong).ok()
    }

    /// One of a fixed list of words.
    pub fn word<T: Copy>(&self, known: &[(&str, T)]) -> Option<T> {
        let text = self.value?;
        let found = known.iter().find(|(word, _)| word == text);
        if found.is_none() {
            let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
            self.wrong(format!("`{text}`"), format!("one of {}", words.join(", ")));
        }
        found.map(|(_, value)| *value)
    }
}

impl<'a, T: Part> At<'a, Vec<Loose<T>>> {
    /// How many items are written.
    pub fn count(&self) -> usize {
        self.value.map_or(0, Vec::len)
    }

    /// The place of every item, of the right shape or not.
    pub fn items(&self) -> impl Iterator<Item = At<'a, T>> + use<'a, T> {
        let (problems, field) = (self.problems, self.field.clone());
        let items = self.value.into_iter().flatten().enumerate();
        items.map(move |(place, item)| At::of(problems, format!("{field}[{place}]"), Some(item)))
    }
}

impl<'a> At<'a, Words> {
    /// The items that are names of the right kind.
    pub fn names<T: FromStr<Err = NotationError>>(&self) -> impl Iterator<Item = (At<'a, String>, T)> + use<'a, T> {
        self.items().filter_map(|item| item.name().map(|name| (item, name)))
    }
}

impl<'a, T: Part> At<'a, Entries<T>> {
    /// Keys and values, both with the field of the value.
    pub fn entries(&self) -> impl Iterator<Item = (At<'a, String>, At<'a, T>)> + use<'a, T> {
        let (problems, field) = (self.problems, self.field.clone());
        let entries = self.value.into_iter().flat_map(|entries| &entries.0);
        entries.map(move |(key, value)| {
            let field = format!("{field}.{key}");
            let key = At::new(problems, field.clone(), Some(key), true);
            (key, At::of(problems, field, Some(value)))
        })
    }
}
