//! A value of a configuration that makes no sense.
//!
//! Whole numbers have their ranges in tables, one a configuration ([`Bound`], [`Product`]): a number of a file is
//! compared with them before the file becomes a configuration, whose types know less, and a configuration that a
//! program made when it is checked.

use std::ops::RangeInclusive;

use heist_agents::network::{MAX_LAYERS, MAX_WIDTH};
use toml::de::{DeTable, DeValue};

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

/// The range of a whole number of a configuration `C`.
pub struct Bound<C> {
    /// The field, with the tables that it is in.
    pub field: &'static str,
    /// Its least and greatest value.
    pub range: RangeInclusive<u64>,
    /// The bytes of memory that each one of as many takes; 0 where that is not worth a word.
    pub bytes: u64,
    /// Its value, or all of a list; none where a table that holds it is left out.
    pub of: fn(&C) -> Vec<u64>,
}

/// The most that whole numbers of a configuration `C` may be together, multiplied with each other.
pub struct Product<C> {
    /// What is counted, in the plural.
    pub what: &'static str,
    /// The field that is to be less, with the tables that it is in.
    pub field: &'static str,
    /// The others, in words with their names in backticks.
    pub with: &'static [&'static str],
    /// The greatest product.
    pub most: u64,
    /// The bytes of memory that each one of as many takes; 0 where that is not worth a word.
    pub bytes: u64,
    /// The values of the others, in their order, and at the end that of the field; none where a table that holds them
    /// is left out.
    pub of: fn(&C) -> Vec<u64>,
}

/// Every whole number that is at least this.
pub const fn all_from(least: u64) -> RangeInclusive<u64> {
    least..=u64::MAX
}

/// The first number of a configuration that is out of its range or, with others, too much.
pub fn out_of_bounds<C>(config: &C, bounds: &[Bound<C>], products: &[Product<C>]) -> Option<Problem> {
    let single = bounds.iter().find_map(|bound| {
        let mut found = (bound.of)(config).into_iter();
        let number = found.find(|number| !bound.range.contains(number))?;
        Some(Field::of(bound, "").problem(&number.to_string(), Some(number)))
    });
    single.or_else(|| products.iter().find_map(|product| product.problem(config)))
}

impl<C> Product<C> {
    fn problem(&self, config: &C) -> Option<Problem> {
        let numbers = (self.of)(config);
        let (number, others) = numbers.split_last()?;
        let all = numbers.iter().fold(1u64, |all, &number| all.saturating_mul(number));
        if all <= self.most {
            return None;
        }
        let others = self.with.iter().zip(others);
        let others: Vec<String> = others.map(|(name, number)| format!("{name} = {number}")).collect();
        let (others, what, most) = (others.join(" and "), self.what, self.most);
        let found = format!("{number}, with {others}: {all} {what}{}", memory(all, self.bytes));
        let expected = format!("at most {most} {what}{}", memory(most, self.bytes));
        Some(Problem::new(self.field, found, expected))
    }
}

/// How much memory so many take, in words after their number; nothing where that is not worth a word.
fn memory(count: u64, bytes: u64) -> String {
    const UNITS: [&str; 4] = ["MB", "GB", "TB", "PB"];
    let mut size = count as f64 * bytes as f64 / 1e6;
    let mut unit = 0;
    while size >= 1000.0 && unit + 1 < UNITS.len() {
        size /= 1000.0;
        unit += 1;
    }
    match size {
        0.0 => String::new(),
        _ => format!(", about {size:.1} {} of memory", UNITS[unit]),
    }
}

/// A whole number that a file may have.
pub struct Field {
    name: String,
    range: RangeInclusive<u64>,
    bytes: u64,
}

impl Field {
    fn of<C>(bound: &Bound<C>, table: &str) -> Field {
        let (least, most) = bound.range.clone().into_inner();
        Field {
            name: format!("{table}{}", bound.field),
            // The integers of TOML end there; seeds that a program draws need not.
            range: least..=most.min(i64::MAX as u64),
            bytes: bound.bytes,
        }
    }

    fn problem(&self, found: &str, number: Option<u64>) -> Problem {
        let (least, most) = (self.range.start(), self.range.end());
        let found = match number {
            Some(number) if number > *most => format!("{found}{}", memory(number, self.bytes)),
            _ => found.to_owned(),
        };
        let expected = format!("a whole number from {least} to {most}{}", memory(*most, self.bytes));
        Problem::new(&self.name, found, expected)
    }
}

/// The fields of a table of ranges, whose configuration stands in a table of a file: `learn.`, or nothing for the file
/// itself.
pub fn fields<C>(bounds: &[Bound<C>], table: &str) -> Vec<Field> {
    bounds.iter().map(|bound| Field::of(bound, table)).collect()
}

/// The first of these fields whose number in a TOML text is out of its range, with the byte where it stands. Numbers
/// that the types of a configuration cannot hold, such as negative ones, are found as well. A text that is no TOML has
/// none.
pub fn out_of_range(text: &str, fields: &[Field]) -> Option<(usize, Problem)> {
    let document = DeTable::parse(text).ok()?;
    fields.iter().find_map(|field| {
        let mut names = field.name.split('.');
        let first = document.get_ref().get(names.next()?)?;
        let value = names.try_fold(first, |value, name| value.get_ref().as_table()?.get(name))?;
        let numbers = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => vec![value],
        };
        numbers.into_iter().find_map(|number| {
            let DeValue::Integer(digits) = number.get_ref() else {
                return None;
            };
            let found = i128::from_str_radix(digits.as_str(), digits.radix()).ok();
            let number_of = found.and_then(|found| u64::try_from(found).ok());
            if number_of.is_some_and(|found| field.range.contains(&found)) {
                return None;
            }
            let found = found.map_or_else(|| digits.to_string(), |found| found.to_string());
            Some((number.span().start, field.problem(&found, number_of)))
        })
    })
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

/// More or fewer hidden layers than a network's file has. Their widths are in the tables of ranges.
pub(crate) fn layers(field: &str, found: &[usize]) -> Option<Problem> {
    let fits = (1..=MAX_LAYERS).contains(&found.len());
    let expected = || format!("1 to {MAX_LAYERS} widths, each from 1 to {MAX_WIDTH}");
    (!fits).then(|| Problem::new(field, format!("{found:?}"), expected()))
}

/// The widths that a layer may have.
pub(crate) const WIDTHS: RangeInclusive<u64> = 1..=MAX_WIDTH as u64;

/// A list of widths as the tables of ranges want it.
pub(crate) fn each(widths: &[usize]) -> Vec<u64> {
    widths.iter().map(|&width| width as u64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_said_in_a_unit_that_suits_it() {
        assert_eq!(memory(1 << 22, 4096), ", about 17.2 GB of memory");
        assert_eq!(memory(1000, 4096), ", about 4.1 MB of memory");
        assert_eq!(memory(u64::MAX, 1 << 20), ", about 19342813113.8 PB of memory");
        assert_eq!(memory(7, 0), "");
    }
}
