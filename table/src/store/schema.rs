//! The form of the database.

use std::path::Path;

use rusqlite::{Connection, ErrorCode};

use super::error::StoreError;

/// The format that is written. A change of the schema needs the next number and an entry in [`STEPS`].
const FORMAT: i64 = STEPS.len() as i64;

/// Marks the file as ours: `HTbl` in ASCII.
const APPLICATION: i64 = 0x4854_626c;

/// What leads from each format to the next, from an empty file on.
const STEPS: [&str; 5] = [TABLES, DROPPED_LINES, CAMPAIGNS, BRANCHES, PEOPLE];

/// Format 1.
const TABLES: &str = "
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    link TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    setup TEXT NOT NULL,
    cursor INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    ending TEXT
) STRICT;
CREATE INDEX tables_changed ON tables (changed);
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    overridden INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT;
CREATE TABLE secrets (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, step, kind)
) STRICT;
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    link TEXT UNIQUE,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat)
) STRICT;
";

/// Format 2: lines that were dropped and can be brought back. `follows` is null for a line that follows the table's
/// entries.
const DROPPED_LINES: &str = "
CREATE TABLE dropped_lines (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    line INTEGER NOT NULL,
    at INTEGER NOT NULL,
    follows INTEGER,
    PRIMARY KEY (table_id, line)
) STRICT;
CREATE TABLE dropped_entries (
    table_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    overridden INTEGER NOT NULL,
    PRIMARY KEY (table_id, line, number),
    FOREIGN KEY (table_id, line) REFERENCES dropped_lines (table_id, line) ON DELETE CASCADE
) STRICT;
CREATE TABLE dropped_secrets (
    table_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL,
    PRIMARY KEY (table_id, line, seat, step, kind),
    FOREIGN KEY (table_id, line) REFERENCES dropped_lines (table_id, line) ON DELETE CASCADE
) STRICT;
";

/// Format 3: campaigns. `played` and `is_over` say what is in `state`, for lists. A heist counts from 0; the one after
/// those that were played is in play at its table.
const CAMPAIGNS: &str = "
CREATE TABLE campaigns (
    id TEXT PRIMARY KEY,
    link TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    played INTEGER NOT NULL,
    is_over INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL
) STRICT;
CREATE INDEX campaigns_changed ON campaigns (changed);
CREATE TABLE heists (
    campaign_id TEXT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    table_id TEXT NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (campaign_id, number)
) STRICT;
";

/// Format 4: lines have names and keep their numbers, and what could not be played again after a change is noted.
const BRANCHES: &str = "
ALTER TABLE dropped_lines RENAME TO branches;
ALTER TABLE dropped_entries RENAME TO branch_entries;
ALTER TABLE dropped_secrets RENAME TO branch_secrets;
ALTER TABLE branches ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN line INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN line_name TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN rest_line INTEGER;
ALTER TABLE tables ADD COLUMN rest_from INTEGER;
UPDATE tables SET line = 1 + coalesce((SELECT max(line) FROM branches WHERE table_id = tables.id), 0);
";

/// Format 5: players have names, and a table says whether everybody may enter everything. `seats` has no rows in games
/// without private content, so names are in a table of their own; a seat without a name has no row.
const PEOPLE: &str = "
CREATE TABLE players (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT;
ALTER TABLE tables ADD COLUMN anybody_enters INTEGER NOT NULL DEFAULT 0;
";

/// A connection to the tables of a file, which is made if it is missing.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    let explained = |error| explain(path, error);
    let mut connection = Connection::open(path).map_err(explained)?;
    prepare(path, &mut connection).map_err(|error| match error {
        StoreError::Database(error) => explained(error),
        other => other,
    })?;
    Ok(connection)
}

fn prepare(path: &Path, connection: &mut Connection) -> Result<(), StoreError> {
    let application: i64 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let format: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let contents: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let is_new = application == 0 && format == 0 && contents == 0;
    if !is_new && application != APPLICATION {
        return Err(StoreError::Foreign {
            path: path.to_owned(),
            problem: "it is a database of something else".to_owned(),
        });
    }
    if format > FORMAT {
        return Err(StoreError::Newer {
            path: path.to_owned(),
            found: format,
            known: FORMAT,
        });
    }
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    let health: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if health != "ok" {
        return Err(StoreError::Foreign {
            path: path.to_owned(),
            problem: health,
        });
    }
    if format < FORMAT {
        let transaction = connection.transaction()?;
        for step in STEPS.iter().skip(usize::try_from(format).unwrap_or(0)) {
            transaction.execute_batch(step)?;
        }
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", FORMAT)?;
        transaction.commit()?;
    }
    Ok(())
}

/// What is wrong with the file, where the database only says that something is.
fn explain(path: &Path, error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => StoreError::Foreign {
            path: path.to_owned(),
            problem: error.to_string(),
        },
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::Folder {
            path: path.to_owned(),
            problem: std::io::Error::other(error.to_string()),
        },
        _ => StoreError::Database(error),
    }
}
