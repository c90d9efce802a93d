//! The lines of a table other than the present one.

use heist_engine::game::Seat;
use rusqlite::{Connection, Transaction, params};

use super::error::StoreError;
use super::rows::{read_entry, read_secret};
use crate::table::Branch;

/// Sets the entries of the present line from `at` on aside as a branch, with its name and with the secrets of steps
/// above `steps`. Branches that follow one of those entries follow that branch from now on. Without a number for it
/// there is nothing to set aside.
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
        "UPDATE branches SET follows = ?2 WHERE table_id = ?1 AND follows IS NULL AND at > ?3",
        params![id, line, at],
    )?;
    transaction.execute(
        "INSERT INTO branches (table_id, line, at, name) SELECT id, ?2, ?3, line_name FROM tables WHERE id = ?1",
        params![id, line, at],
    )?;
    transaction.execute(
        "INSERT INTO branch_entries (table_id, line, number, kind, text, overridden)
         SELECT table_id, ?2, number, kind, text, overridden FROM entries WHERE table_id = ?1 AND number >= ?3",
        params![id, line, at],
    )?;
    transaction.execute(
        "INSERT INTO branch_secrets (table_id, line, seat, step, kind, outcome)
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

/// Begins a line of a number without a name.
pub(super) fn begin(transaction: &Transaction<'_>, id: &str, line: u32) -> Result<(), StoreError> {
    let update = "UPDATE tables SET line = ?2, line_name = '' WHERE id = ?1";
    transaction.execute(update, params![id, line])?;
    Ok(())
}

/// Makes a branch the end of the present line, in the place where nothing stands any more.
pub(super) fn bring_back(transaction: &Transaction<'_>, id: &str, line: u32) -> Result<(), StoreError> {
    transaction.execute(
        "UPDATE tables SET line = ?2, line_name = (SELECT name FROM branches WHERE table_id = ?1 AND line = ?2) WHERE \
         id = ?1",
        params![id, line],
    )?;
    transaction.execute(
        "INSERT INTO entries (table_id, number, kind, text, overridden)
         SELECT table_id, number, kind, text, overridden FROM branch_entries WHERE table_id = ?1 AND line = ?2",
        params![id, line],
    )?;
    transaction.execute(
        "INSERT INTO secrets (table_id, seat, step, kind, outcome)
         SELECT table_id, seat, step, kind, outcome FROM branch_secrets WHERE table_id = ?1 AND line = ?2",
        params![id, line],
    )?;
    transaction.execute(
        "DELETE FROM branches WHERE table_id = ?1 AND line = ?2",
        params![id, line],
    )?;
    transaction.execute(
        "UPDATE branches SET follows = NULL WHERE table_id = ?1 AND follows = ?2",
        params![id, line],
    )?;
    Ok(())
}

/// Gives a line a name, the present one or a branch.
pub(super) fn name(transaction: &Transaction<'_>, id: &str, line: u32, name: &str) -> Result<(), StoreError> {
    transaction.execute(
        "UPDATE tables SET line_name = ?3 WHERE id = ?1 AND line = ?2",
        params![id, line, name],
    )?;
    transaction.execute(
        "UPDATE branches SET name = ?3 WHERE table_id = ?1 AND line = ?2",
        params![id, line, name],
    )?;
    Ok(())
}

/// Drops what a seat entered for itself about steps of branches.
pub(super) fn forget(transaction: &Transaction<'_>, id: &str, seat: Seat) -> Result<(), StoreError> {
    transaction.execute(
        "DELETE FROM branch_secrets WHERE table_id = ?1 AND seat = ?2",
        params![id, seat.0],
    )?;
    Ok(())
}

/// The branches of a table with a number of seats.
pub(super) fn read(connection: &Connection, id: &str, seats: usize) -> Result<Vec<Branch>, StoreError> {
    let select = "SELECT line, at, follows, name FROM branches WHERE table_id = ?1 ORDER BY line";
    let mut branches = connection.prepare_cached(select)?;
    let branches = branches.query_map([id], |row| {
        Ok(Branch {
            line: row.get(0)?,
            at: row.get(1)?,
            follows: row.get(2)?,
            name: row.get(3)?,
            entries: Vec::new(),
            secrets: vec![Vec::new(); seats],
        })
    })?;
    let mut branches = branches.collect::<Result<Vec<_>, _>>()?;
    let entries =
        "SELECT number, kind, text, overridden FROM branch_entries WHERE table_id = ?1 AND line = ?2 ORDER BY number";
    let mut entries = connection.prepare_cached(entries)?;
    let secrets =
        "SELECT seat, step, outcome FROM branch_secrets WHERE table_id = ?1 AND line = ?2 ORDER BY seat, step, kind";
    let mut secrets = connection.prepare_cached(secrets)?;
    for branch in &mut branches {
        let mut rows = entries.query(params![id, branch.line])?;
        while let Some(row) = rows.next()? {
            let expected = branch.at + branch.entries.len();
            branch.entries.push(read_entry(id, row, expected)?);
        }
        let mut rows = secrets.query(params![id, branch.line])?;
        while let Some(row) = rows.next()? {
            read_secret(id, row, &mut branch.secrets)?;
        }
    }
    Ok(branches)
}
