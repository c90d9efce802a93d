//! Why something cannot be kept or read.

use std::path::PathBuf;

/// Why something cannot be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be made or used.
    #[error("{}: {problem}; expected a folder that can be written to", .path.display())]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        problem: std::io::Error,
    },
    /// A server uses the folder already.
    #[error("{}: another server keeps its tables here; end it or choose another folder", .0.display())]
    InUse(PathBuf),
    /// The file or folder cannot be closed to other users of this machine.
    #[error("{}: cannot be made private to you: {problem}; expected a folder of your own", .path.display())]
    Public {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        problem: std::io::Error,
    },
    /// The file was written by a later version.
    #[error("{}: the tables have format {found}; this version reads formats up to {known}", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The latest that is known.
        known: i64,
    },
    /// The file is something else, or damaged.
    #[error("{}: not a file of tables, or a damaged one: {problem}", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// Something kept makes no sense.
    #[error("table {id}: {problem}")]
    Damaged {
        /// The table.
        id: String,
        /// What is wrong.
        problem: String,
    },
    /// There is no room left for what was to be kept.
    #[error(
        "The disk is full: nothing was entered. What was entered before is kept. Make room on the disk of the server, \
         then enter it again."
    )]
    Full,
    /// The database refuses for another reason.
    #[error("the tables cannot be read or written: {0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => StoreError::Full,
            _ => StoreError::Database(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn a_full_disk_is_told_from_other_failures() {
        let database = Connection::open_in_memory().unwrap();
        database
            .execute_batch("CREATE TABLE kept (text TEXT); PRAGMA max_page_count = 4;")
            .unwrap();
        let full = database
            .execute("INSERT INTO kept VALUES (?1)", ["x".repeat(100_000)])
            .unwrap_err();
        let full = StoreError::from(full);
        assert!(
            matches!(full, StoreError::Full) && full.to_string().starts_with("The disk is full"),
            "{full}"
        );
        let other = StoreError::from(database.execute("INSERT INTO lost VALUES (1)", []).unwrap_err());
        assert!(matches!(other, StoreError::Database(_)), "{other}");
    }
}
