//! Shards: files of recorded games.
//!
//! A line of JSON says what the games are ([`Header`]). Blocks of some 64 games follow, each compressed and with
//! checksums, so that a damaged one is known, named and skipped. docs/formats.md describes every byte.
//!
//! - `header`: the first line; `block`: games as bytes.
//! - `write`: blocks one after the other, each on the disk before the next one begins; `file`: a shard that grows under
//!   a temporary name, and goes on where a killed run left it.
//! - `read`: the games of a shard, and what is damaged; `folder`: the shards of a folder.

mod block;
mod file;
mod folder;
mod header;
mod read;
mod write;

use std::io;
use std::path::{Path, PathBuf};

pub use file::{EXTENSION, ShardFile, Standing};
pub use folder::shard_paths;
pub use header::{Header, HeaderError, Kind, Run, SHARD_FORMAT};
pub use read::{Block, Damage, Part, ShardReader};
pub use write::{GAMES_PER_BLOCK, ShardWriter, Sink};

/// A shard that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The file system refused.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// Its header cannot be used.
    #[error("{}: {source}", .path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: HeaderError,
    },
    /// A shard that is there already has other games than those that would be written.
    #[error(
        "{}: field `{field}`: the file has {found}, this run has {expected}; expected the same run, or another folder",
        .path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// The first field of the header that differs.
        field: String,
        /// What the file says.
        found: String,
        /// What would be written.
        expected: String,
    },
    /// A folder without shards.
    #[error("{}: there is no complete shard in this folder; expected files that end with .shard", .0.display())]
    Nothing(PathBuf),
    /// Another run is writing it.
    #[error("{}: another run is writing this shard", .0.display())]
    Busy(PathBuf),
}

impl ShardError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> ShardError + use<> {
        let path = path.to_owned();
        |source| ShardError::Io { path, source }
    }

    /// A header of the file `path` that cannot be used.
    pub fn header(path: &Path) -> impl FnOnce(HeaderError) -> ShardError + use<> {
        let path = path.to_owned();
        |source| ShardError::Header { path, source }
    }
}
