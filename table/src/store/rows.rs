//! Rows of the database as what they hold.

use rusqlite::Row;

use super::error::StoreError;
use crate::table::{Entry, Secret};

/// An entry from a row with its number, kind, text and whether it is overridden.
pub(super) fn read_entry(id: &str, row: &Row<'_>, expected: usize) -> Result<Entry, StoreError> {
    let number: usize = row.get(0)?;
    if number != expected {
        return Err(damaged(id, format!("found entry {number}; expected entry {expected}")));
    }
    let kind: String = row.get(1)?;
    let text = row.get(2)?;
    match kind.as_str() {
        "step" => Ok(Entry::Step(text)),
        "position" => Ok(Entry::Position {
            text,
            overridden: row.get(3)?,
        }),
        other => Err(damaged(
            id,
            format!("entry {number} is a `{other}`; expected step or position"),
        )),
    }
}

/// Adds the secret of a row with its seat, step and outcome to those of the seat.
pub(super) fn read_secret(id: &str, row: &Row<'_>, secrets: &mut [Vec<Secret>]) -> Result<(), StoreError> {
    let (seat, count): (usize, usize) = (row.get(0)?, secrets.len());
    let told = secrets
        .get_mut(seat)
        .ok_or_else(|| damaged(id, format!("a secret of seat {}; expected at most {count}", seat + 1)))?;
    told.push(Secret {
        step: row.get(1)?,
        outcome: row.get(2)?,
    });
    Ok(())
}

/// Something that was kept and makes no sense.
pub(super) fn damaged(id: &str, problem: String) -> StoreError {
    StoreError::Damaged {
        id: id.to_owned(),
        problem,
    }
}
