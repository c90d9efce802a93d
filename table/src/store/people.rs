//! Names of players, and what they agreed on.

use rusqlite::{Connection, Transaction, params};

use super::error::StoreError;
use super::rows::damaged;

/// More seats than any game has: what says otherwise is damaged.
const SEAT_LIMIT: usize = 256;

/// The names of the players of a table, by seat, up to the last seat that has one.
pub(super) fn read(connection: &Connection, id: &str) -> Result<Vec<String>, StoreError> {
    let mut rows = connection.prepare_cached("SELECT seat, name FROM players WHERE table_id = ?1 ORDER BY seat")?;
    let mut rows = rows.query([id])?;
    let mut names = Vec::new();
    while let Some(row) = rows.next()? {
        let seat: usize = row.get(0)?;
        if seat >= SEAT_LIMIT {
            return Err(damaged(
                id,
                format!("a name of seat {}; expected at most {SEAT_LIMIT}", seat + 1),
            ));
        }
        names.resize(seat, String::new());
        names.push(row.get(1)?);
    }
    Ok(names)
}

/// Keeps the names of the players, by seat, in the place of those before.
pub(super) fn name(transaction: &Transaction<'_>, id: &str, names: &[String]) -> Result<(), StoreError> {
    transaction.execute("DELETE FROM players WHERE table_id = ?1", [id])?;
    let mut insert = transaction.prepare_cached("INSERT INTO players (table_id, seat, name) VALUES (?1, ?2, ?3)")?;
    for (seat, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        insert.execute(params![id, seat, name])?;
    }
    Ok(())
}

/// Keeps whether everybody may enter everything.
pub(super) fn let_anybody_enter(
    transaction: &Transaction<'_>,
    id: &str,
    anybody_enters: bool,
) -> Result<(), StoreError> {
    transaction.execute(
        "UPDATE tables SET anybody_enters = ?2 WHERE id = ?1",
        params![id, anybody_enters],
    )?;
    Ok(())
}
