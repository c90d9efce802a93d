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
    /// The database refuses: the disk is full, say.
    #[error("the tables cannot be read or written: {0}")]
    Database(#[from] rusqlite::Error),
}
