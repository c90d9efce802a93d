//! Lines that were dropped and can be brought back.

use heist_engine::game::Seat;
use rusqlite::{Connection, Transaction, params};

use super::error::StoreError;
use super::rows::{read_entry, read_secret};
use crate::table::DroppedLine;

/// Sets the entries from `at` on aside as a dropped line, with the secrets of steps above `steps`. Lines that follow one of
/// those entries follow the dropped line from now on. Without a number for the line there is nothing to set aside.
pub(super) fn set_aside(
    transaction: &Transaction<'_>,
    id: &str,
    at: usize,
    steps: usize,
    line: Option<u32>,
) -> Result<(), StoreError> {
    let Some(line) = line else {
        transaction.execute(
            "DELETE FROM secrets WHERE table_id = ?1 AND step > ?2",
            params![id, steps],
        )?;
        return Ok(());
    };
    transaction.execute(
        "UPDATE dropped_lines SET follows = ?2 WHERE table_id = ?1 AND follows IS NULL AND at > ?3",
        params![id, line, at],
    )?;
    transaction.execute(
        "INSERT INTO dropped_lines (table_id, line, at) VALUES (?1, ?2, ?3)",
        params![id, line, at],
    )?;
    transaction.execute(
        "INSERT INTO dropped_entries (table_id, line, number, kind, text, overridden)
         SELECT table_id, ?2, number, kind, text, overridden FROM entries WHERE table_id = ?1 AND number >= ?3",
        params![id, line, at],
    )?;
    transaction.execute(
        "INSERT INTO dropped_secrets (table_id, line, seat, step, kind, outcome)
         SELECT table_id, ?2, seat, step, kind, outcome FROM secrets WHERE table_id = ?1 AND step > ?3",
        params![id, line, steps],
    )?;
    transaction.execute(
        "DELETE FROM entries WHERE table_id = ?1 AND number >= ?2",
        params![id, at],
    )?;
    transaction.execute(
        "DELETE FROM secrets WHERE table_id = ?1 AND step > ?2",
        params![id, steps],
    )?;
    Ok(())
}

/// Makes a dropped line part of the table again, in the place where nothing stands any more; returns how many entries it has.
pub(super) fn bring_back(transaction: &Transaction<'_>, id: &str, line: u32) -> Result<usize, StoreError> {
    let count = transaction.execute(
        "INSERT INTO entries (table_id, number, kind, text, overridden)
         SELECT table_id, number, kind, text, overridden FROM dropped_entries WHERE table_id = ?1 AND line = ?2",
        params![id, line],
    )?;
    transaction.execute(
        "INSERT INTO secrets (table_id, seat, step, kind, outcome)
         SELECT table_id, seat, step, kind, outcome FROM dropped_secrets WHERE table_id = ?1 AND line = ?2",
        params![id, line],
    )?;
    transaction.execute(
        "DELETE FROM dropped_lines WHERE table_id = ?1 AND line = ?2",
        params![id, line],
    )?;
    transaction.execute(
        "UPDATE dropped_lines SET follows = NULL WHERE table_id = ?1 AND follows = ?2",
        params![id, line],
    )?;
    Ok(count)
}

/// Drops what a seat entered for itself about steps of dropped lines.
pub(super) fn forget(transaction: &Transaction<'_>, id: &str, seat: Seat) -> Result<(), StoreError> {
    transaction.execute(
        "DELETE FROM dropped_secrets WHERE table_id = ?1 AND seat = ?2",
        params![id, seat.0],
    )?;
    Ok(())
}

/// The dropped lines of a table with a number of seats.
pub(super) fn read(connection: &Connection, id: &str, seats: usize) -> Result<Vec<DroppedLine>, StoreError> {
    let select = "SELECT line, at, follows FROM dropped_lines WHERE table_id = ?1 ORDER BY line";
    let mut lines = connection.prepare_cached(select)?;
    let lines = lines.query_map([id], |row| {
        Ok(DroppedLine {
            line: row.get(0)?,
            at: row.get(1)?,
            follows: row.get(2)?,
            entries: Vec::new(),
            secrets: vec![Vec::new(); seats],
        })
    })?;
    let mut lines = lines.collect::<Result<Vec<_>, _>>()?;
    let entries =
        "SELECT number, kind, text, overridden FROM dropped_entries WHERE table_id = ?1 AND line = ?2 ORDER BY number";
    let mut entries = connection.prepare_cached(entries)?;
    let secrets =
        "SELECT seat, step, outcome FROM dropped_secrets WHERE table_id = ?1 AND line = ?2 ORDER BY seat, step, kind";
    let mut secrets = connection.prepare_cached(secrets)?;
    for line in &mut lines {
        let mut rows = entries.query(params![id, line.line])?;
        while let Some(row) = rows.next()? {
            let expected = line.at + line.entries.len();
            line.entries.push(read_entry(id, row, expected)?);
        }
        let mut rows = secrets.query(params![id, line.line])?;
        while let Some(row) = rows.next()? {
            read_secret(id, row, &mut line.secrets)?;
        }
    }
    Ok(lines)
}
