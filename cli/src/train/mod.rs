//! The commands of training: games are recorded, labelled, looked at and exported.

pub mod export;
pub mod label;
pub mod selfplay;
pub mod shards;

use std::path::PathBuf;

use heist_training::shard::{Header, ShardError, ShardReader, shard_paths};

use crate::failure::{Failure, notice};
use crate::files;

/// What is wrong with a shard, as of a file.
fn shard_failure(error: ShardError) -> Failure {
    match &error {
        ShardError::Io { path, source } => {
            Failure::file(path, format!("cannot be read or written: {}", files::reason(source)))
        }
        ShardError::Header { path, source } => Failure::file(path, source),
        ShardError::Other { path, .. } | ShardError::Busy(path) | ShardError::Nothing(path) => {
            let text = error.to_string();
            let message = text.strip_prefix(&format!("{}: ", path.display()));
            Failure::file(path, message.unwrap_or(&text))
        }
    }
}

/// The shards that paths stand for, each once.
fn shards_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let found = shard_paths(paths).map_err(shard_failure)?;
    match found
        .iter()
        .enumerate()
        .find(|(place, path)| found[..*place].contains(path))
    {
        Some((_, path)) => Err(Failure::file(path, "is given twice, expected each shard once")),
        None => Ok(found),
    }
}

/// The header of the first of some shards, by which the game is known.
fn first_header(paths: &[PathBuf]) -> Result<Header, Failure> {
    // There is no option that allows for none.
    let first = paths.first().ok_or_else(|| Failure::input("expected a shard"))?;
    Ok(ShardReader::open(first).map_err(shard_failure)?.header().clone())
}

/// Says that something in a shard cannot be read.
fn tell_damage(path: &std::path::Path, damage: &heist_training::shard::Damage) {
    notice(&format!("{}: {damage}", path.display()));
}
