//! Shards by their names.

use std::fs;
use std::path::{Path, PathBuf};

use super::ShardError;
use super::file::EXTENSION;

/// The shards that some paths stand for, in their order: a file for itself, a folder for all complete shards in it, by
/// name.
///
/// # Errors
/// When a path is neither, a folder cannot be read, or has no shard.
pub fn shard_paths(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ShardError> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(in_folder(path)?)
        } else {
            found.push(path.clone())
        }
    }
    Ok(found)
}

fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, ShardError> {
    let entries = fs::read_dir(folder).map_err(ShardError::io(folder))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(ShardError::io(folder))?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        Err(ShardError::Nothing(folder.to_owned()))
    } else {
        Ok(found)
    }
}
