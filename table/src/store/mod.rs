//! Tables and campaigns in SQLite: one file in a folder of its own, every change on the disk before anybody is shown
//! it.
//!
//! The file is in write-ahead mode with `synchronous=FULL`, so that a commit is on the disk when it returns and a
//! killed server loses nothing. A lock file keeps a second server out of the folder. Only the user that serves can read
//! any of it: the file holds the links of tables and the cards of their players. Nothing here is asynchronous, so call
//! it from threads that may block.

mod branches;
mod campaigns;
mod error;
mod people;
mod private;
mod rows;
mod schema;

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use heist_engine::game::Seat;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};

pub use self::campaigns::{HeistOfTable, KeptCampaign, ListedCampaign, Stand};
pub use self::error::StoreError;
use self::rows::{damaged, read_entry, read_secret};
use crate::table::{Entry, History, Kept, Rest, Secret, Viewer};

/// The file in the folder.
pub const FILE: &str = "tables.sqlite";

/// The file whose lock says that a server uses the folder.
pub const LOCK: &str = "tables.lock";

/// A table as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptTable {
    /// Its id, which is no secret.
    pub id: String,
    /// The link that everybody at the table has.
    pub link: String,
    /// The game's id.
    pub game: String,
    /// What people call it.
    pub name: String,
    /// The setup as JSON.
    pub setup: String,
    /// What was entered.
    pub history: History,
    /// The link of each seat, once somebody took it. Empty in a game without private content.
    pub seats: Vec<Option<String>>,
    /// The number of changes that everybody sees.
    pub revision: u64,
    /// For each seat, the number of changes that only it sees. It never falls, even when what the seat entered is
    /// dropped.
    pub told: Vec<u64>,
}

/// What a list of tables says of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Digest {
    /// The number of the turn.
    pub turn: u32,
    /// The ending, when the game is over.
    pub ending: Option<String>,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// The link that everybody at the table has.
    pub link: String,
    /// The game's id.
    pub game: String,
    /// What people call it.
    pub name: String,
    /// How far it is.
    pub digest: Digest,
    /// The last change, in milliseconds since 1970.
    pub changed: u64,
}

/// The tables of a folder.
pub struct Store {
    connection: Mutex<Connection>,
    /// Held as long as the store is.
    _lock: File,
}

impl Store {
    /// The tables of a folder, which is made if it is missing. Folder and files are closed to other users, those of an
    /// earlier version as well.
    ///
    /// # Errors
    /// When the folder cannot be used or closed, another server uses it, or the file in it is not ours.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        private::make_folder(folder)?;
        let lock = lock(folder)?;
        private::close_folder(folder, &[FILE, LOCK])?;
        let connection = schema::open(&private::database(folder, FILE)?)?;
        Ok(Store {
            connection: Mutex::new(connection),
            _lock: lock,
        })
    }

    /// Keeps a new table; its revision must be 0, no seat taken, nothing secret entered and no line but one.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn create(&self, table: &KeptTable, digest: &Digest) -> Result<(), StoreError> {
        self.transaction(|transaction| create_in(transaction, table, digest))
    }

    /// Which table a link opens, and for whom.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn find(&self, link: &str) -> Result<Option<(String, Viewer)>, StoreError> {
        let connection = self.connection();
        let mut public = connection.prepare_cached("SELECT id FROM tables WHERE link = ?1")?;
        if let Some(id) = public.query_row([link], |row| row.get(0)).optional()? {
            return Ok(Some((id, Viewer::Public)));
        }
        let mut seats = connection.prepare_cached("SELECT table_id, seat FROM seats WHERE link = ?1")?;
        let found = seats.query_row([link], |row| Ok((row.get(0)?, Viewer::Seat(Seat(row.get(1)?)))));
        Ok(found.optional()?)
    }

    /// A table; none if there is none with this id.
    ///
    /// # Errors
    /// When the database refuses or what is kept makes no sense.
    pub fn load(&self, id: &str) -> Result<Option<KeptTable>, StoreError> {
        let connection = self.connection();
        let select = "SELECT id, link, game, name, setup, cursor, revision, line, line_name, rest_line, rest_from, \
                      anybody_enters FROM tables WHERE id = ?1";
        let table = connection
            .prepare_cached(select)?
            .query_row([id], read_table)
            .optional()?;
        let Some(mut table) = table else { return Ok(None) };
        let history = &mut table.history;
        history.entries = entries(&connection, id)?;
        if history.cursor > history.entries.len() {
            let (cursor, entries) = (history.cursor, history.entries.len());
            return Err(damaged(
                id,
                format!("the cursor is {cursor}; expected at most {entries}"),
            ));
        }
        (table.seats, table.told) = seats(&connection, id)?.into_iter().unzip();
        history.secrets = secrets(&connection, id, table.seats.len())?;
        history.branches = branches::read(&connection, id, table.seats.len())?;
        history.names = people::read(&connection, id)?;
        Ok(Some(table))
    }

    /// Keeps a change, in one transaction; returns the new revision. A change that only one seat sees is not counted
    /// for the others: then the number of that seat's own changes is returned.
    ///
    /// # Errors
    /// When the database refuses or there is no such table.
    pub fn keep(&self, id: &str, kept: &Kept, digest: &Digest) -> Result<u64, StoreError> {
        self.transaction(|transaction| {
            match kept {
                Kept::Entries {
                    at,
                    entries,
                    cursor,
                    steps,
                    aside,
                    secrets,
                    rest,
                } => {
                    branches::set_aside(transaction, id, *at, *steps, aside.map(|aside| aside.line))?;
                    if let Some(aside) = aside {
                        branches::begin(transaction, id, aside.next)?;
                    }
                    for (number, entry) in (*at..).zip(entries) {
                        insert_entry(transaction, id, number, entry)?;
                    }
                    for (seat, told) in Seat::all(secrets.len()).zip(secrets) {
                        for secret in told {
                            keep_secret(transaction, id, seat, secret)?;
                        }
                    }
                    set_cursor(transaction, id, *cursor)?;
                    set_rest(transaction, id, *rest)?;
                }
                Kept::Returned { switches, cursor, rest } => {
                    for switch in switches {
                        branches::set_aside(transaction, id, switch.at, switch.steps, switch.aside)?;
                        branches::bring_back(transaction, id, switch.line)?;
                    }
                    set_cursor(transaction, id, *cursor)?;
                    set_rest(transaction, id, *rest)?;
                }
                Kept::Named { line, name } => branches::name(transaction, id, *line, name)?,
                Kept::Names(names) => people::name(transaction, id, names)?,
                Kept::AnybodyEnters(anybody_enters) => people::let_anybody_enter(transaction, id, *anybody_enters)?,
                Kept::RestLeft => set_rest(transaction, id, None)?,
                Kept::Cursor(cursor) => set_cursor(transaction, id, *cursor)?,
                Kept::Secret { seat, secret } => {
                    keep_secret(transaction, id, *seat, secret)?;
                    return touch_seat(transaction, id, *seat);
                }
                Kept::Untold { seat, step } => {
                    transaction.execute(
                        "DELETE FROM secrets WHERE table_id = ?1 AND seat = ?2 AND step = ?3 AND kind = 'draw'",
                        params![id, seat.0, step],
                    )?;
                    return touch_seat(transaction, id, *seat);
                }
            }
            touch(transaction, id, Some(digest))
        })
    }

    /// Gives a seat its link, unless somebody has it; returns the new revision, or none if it was taken.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn take_seat(&self, id: &str, seat: Seat, link: &str) -> Result<Option<u64>, StoreError> {
        self.transaction(|transaction| {
            let update = "UPDATE seats SET link = ?3 WHERE table_id = ?1 AND seat = ?2 AND link IS NULL";
            match transaction.execute(update, params![id, seat.0, link])? {
                0 => Ok(None),
                _ => touch(transaction, id, None).map(Some),
            }
        })
    }

    /// Takes the link from a seat and drops what the seat entered for itself, in one transaction; returns the new
    /// revision, or none if nobody has the seat. The number of its changes stays, so that its revision never falls.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn free_seat(&self, id: &str, seat: Seat) -> Result<Option<u64>, StoreError> {
        self.transaction(|transaction| {
            let update = "UPDATE seats SET link = NULL WHERE table_id = ?1 AND seat = ?2 AND link IS NOT NULL";
            if transaction.execute(update, params![id, seat.0])? == 0 {
                return Ok(None);
            }
            let delete = "DELETE FROM secrets WHERE table_id = ?1 AND seat = ?2";
            transaction.execute(delete, params![id, seat.0])?;
            branches::forget(transaction, id, seat)?;
            touch(transaction, id, None).map(Some)
        })
    }

    /// The tables, the last changed first; at most `most`.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn list(&self, most: usize) -> Result<Vec<Listed>, StoreError> {
        let connection = self.connection();
        let mut select = connection.prepare_cached(
            "SELECT id, link, game, name, turn, ending, changed FROM tables ORDER BY changed DESC, id LIMIT ?1",
        )?;
        let listed = select.query_map([most], |row| {
            Ok(Listed {
                id: row.get(0)?,
                link: row.get(1)?,
                game: row.get(2)?,
                name: row.get(3)?,
                digest: Digest {
                    turn: row.get(4)?,
                    ending: row.get(5)?,
                },
                changed: row.get(6)?,
            })
        })?;
        Ok(listed.collect::<Result<_, _>>()?)
    }

    /// Drops a table with everything in it. The heist that was played at it has no table then.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn delete(&self, id: &str) -> Result<(), StoreError> {
        self.transaction(|transaction| {
            touch_campaign_of(transaction, id)?;
            transaction.execute("DELETE FROM tables WHERE id = ?1", [id])?;
            Ok(())
        })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A transaction that panics is rolled back when it is dropped, so the connection is whole.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something wholly or not at all.
    fn transaction<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut connection = self.connection();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = work(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }
}

fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let refused = |problem| StoreError::Folder {
        path: path.clone(),
        problem,
    };
    let file = private::file(&path).map_err(refused)?;
    match file.try_lock() {
        Ok(()) => {
            private::close(&path, 0o600)?;
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
        Err(TryLockError::Error(problem)) => Err(refused(problem)),
    }
}

fn now() -> u64 {
    // A clock before 1970 is wrong; the tables are kept all the same.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A draw and a position may be entered about the same step; each replaces only one of its own kind.
fn kind(secret: &Secret) -> &'static str {
    if secret.is_position() { "position" } else { "draw" }
}

/// Adds a table with what was entered at it.
fn create_in(transaction: &Transaction<'_>, table: &KeptTable, digest: &Digest) -> Result<(), StoreError> {
    let now = now();
    transaction.execute(
        "INSERT INTO tables (id, link, game, name, setup, cursor, revision, created, changed, turn, ending, line, \
         line_name)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7, ?7, ?8, ?9, ?10, ?11)",
        params![
            table.id,
            table.link,
            table.game,
            table.name,
            table.setup,
            table.history.cursor,
            now,
            digest.turn,
            digest.ending,
            table.history.line,
            table.history.name
        ],
    )?;
    for (number, entry) in table.history.entries.iter().enumerate() {
        insert_entry(transaction, &table.id, number, entry)?;
    }
    for seat in 0..table.seats.len() {
        transaction.execute(
            "INSERT INTO seats (table_id, seat) VALUES (?1, ?2)",
            params![table.id, seat],
        )?;
    }
    Ok(())
}

fn insert_entry(transaction: &Transaction<'_>, id: &str, number: usize, entry: &Entry) -> Result<(), StoreError> {
    let (kind, text, overridden) = match entry {
        Entry::Step(text) => ("step", text, false),
        Entry::Position { text, overridden } => ("position", text, *overridden),
    };
    transaction
        .prepare_cached("INSERT INTO entries (table_id, number, kind, text, overridden) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![id, number, kind, text, overridden])?;
    Ok(())
}

fn set_cursor(transaction: &Transaction<'_>, id: &str, cursor: usize) -> Result<(), StoreError> {
    transaction.execute("UPDATE tables SET cursor = ?2 WHERE id = ?1", params![id, cursor])?;
    Ok(())
}

fn set_rest(transaction: &Transaction<'_>, id: &str, rest: Option<Rest>) -> Result<(), StoreError> {
    transaction.execute(
        "UPDATE tables SET rest_line = ?2, rest_from = ?3 WHERE id = ?1",
        params![id, rest.map(|rest| rest.line), rest.map(|rest| rest.from)],
    )?;
    Ok(())
}

/// Keeps what a seat entered for itself, in the place of what it entered about that before.
fn keep_secret(transaction: &Transaction<'_>, id: &str, seat: Seat, secret: &Secret) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO secrets (table_id, seat, step, kind, outcome) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![id, seat.0, secret.step, kind(secret), secret.outcome])?;
    Ok(())
}

/// Counts a change that only a seat sees.
fn touch_seat(transaction: &Transaction<'_>, id: &str, seat: Seat) -> Result<u64, StoreError> {
    let update = "UPDATE seats SET told = told + 1 WHERE table_id = ?1 AND seat = ?2 RETURNING told";
    Ok(transaction.query_row(update, params![id, seat.0], |row| row.get(0))?)
}

/// Counts a change that everybody sees.
fn touch(transaction: &Transaction<'_>, id: &str, digest: Option<&Digest>) -> Result<u64, StoreError> {
    if let Some(digest) = digest {
        let update = "UPDATE tables SET turn = ?2, ending = ?3 WHERE id = ?1";
        transaction.execute(update, params![id, digest.turn, digest.ending])?;
    }
    let update = "UPDATE tables SET revision = revision + 1, changed = ?2 WHERE id = ?1 RETURNING revision";
    Ok(transaction.query_row(update, params![id, now()], |row| row.get(0))?)
}

/// Counts a change of the campaign whose heist is played at a table, if there is one.
fn touch_campaign_of(transaction: &Transaction<'_>, table: &str) -> Result<(), StoreError> {
    transaction.execute(
        "UPDATE campaigns SET revision = revision + 1, changed = ?2
         WHERE id = (SELECT campaign_id FROM heists WHERE table_id = ?1)",
        params![table, now()],
    )?;
    Ok(())
}

fn read_table(row: &Row<'_>) -> rusqlite::Result<KeptTable> {
    Ok(KeptTable {
        id: row.get(0)?,
        link: row.get(1)?,
        game: row.get(2)?,
        name: row.get(3)?,
        setup: row.get(4)?,
        history: History {
            cursor: row.get(5)?,
            line: row.get(7)?,
            name: row.get(8)?,
            rest: match (row.get(9)?, row.get(10)?) {
                (Some(line), Some(from)) => Some(Rest { line, from }),
                _ => None,
            },
            anybody_enters: row.get(11)?,
            ..History::default()
        },
        seats: Vec::new(),
        revision: row.get(6)?,
        told: Vec::new(),
    })
}

fn entries(connection: &Connection, id: &str) -> Result<Vec<Entry>, StoreError> {
    let select = "SELECT number, kind, text, overridden FROM entries WHERE table_id = ?1 ORDER BY number";
    let mut rows = connection.prepare_cached(select)?;
    let mut rows = rows.query([id])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        entries.push(read_entry(id, row, entries.len())?);
    }
    Ok(entries)
}

/// The link of each seat, and how often it told something.
fn seats(connection: &Connection, id: &str) -> Result<Vec<(Option<String>, u64)>, StoreError> {
    let mut select = connection.prepare_cached("SELECT link, told FROM seats WHERE table_id = ?1 ORDER BY seat")?;
    let seats = select.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(seats.collect::<Result<_, _>>()?)
}

fn secrets(connection: &Connection, id: &str, count: usize) -> Result<Vec<Vec<Secret>>, StoreError> {
    let select = "SELECT seat, step, outcome FROM secrets WHERE table_id = ?1 ORDER BY seat, step, kind";
    let mut rows = connection.prepare_cached(select)?;
    let mut rows = rows.query([id])?;
    let mut secrets = vec![Vec::new(); count];
    while let Some(row) = rows.next()? {
        read_secret(id, row, &mut secrets)?;
    }
    Ok(secrets)
}
