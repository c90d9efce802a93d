//! Files and folders that are written whole or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use heist_agents::files;
use heist_agents::heuristics::Heuristics;
use heist_agents::network::{self, NetworkConfig, NetworkError, Precision, Tensors};
use heist_engine::json;
use serde::{Deserialize, Serialize};

/// The network of a checkpoint, with averaged weights.
pub const NETWORK: &str = "net.safetensors";
/// What the name of something that is still written ends with.
pub(crate) const UNFINISHED: &str = ".tmp";

/// The file system refused.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", .path.display())]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// What it said.
    pub source: io::Error,
}

impl FileError {
    /// What the file system said about a path.
    pub fn new(path: &Path, source: io::Error) -> FileError {
        FileError {
            path: path.to_owned(),
            source,
        }
    }

    /// What a library said about a path.
    pub fn other(path: &Path, error: impl ToString) -> FileError {
        FileError::new(path, io::Error::other(error.to_string()))
    }
}

/// Writes a file under another name, waits until it is on the disk, and gives it its name.
///
/// # Errors
/// When it cannot be written; then what was there before is still there.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let unfinished = unfinished(path);
    let written = fs::write(&unfinished, bytes)
        .and_then(|()| sync(&unfinished))
        .and_then(|()| fs::rename(&unfinished, path))
        .and_then(|()| sync_parent(path));
    written.map_err(|source| {
        // The failure itself is what matters.
        drop(fs::remove_file(&unfinished));
        FileError::new(path, source)
    })
}

/// Writes a network's file, whole or not at all.
///
/// # Errors
/// When it cannot be written, or a weight is no number.
pub fn write_network<G: Heuristics>(path: &Path, config: &NetworkConfig, tensors: &Tensors) -> Result<(), FileError> {
    let bytes = network::write::<G>(config, tensors, Precision::Single);
    write_whole(path, &bytes.map_err(|error| FileError::other(path, error))?)
}

/// What the file of a learner says beside its tensors.
// Files that older versions wrote have a field more, a checksum of another kind, which is not read.
#[derive(Serialize, Deserialize)]
struct Learner {
    /// Steps made.
    steps: u64,
}

/// The bytes of a file with the weights and the optimiser of a learner that has made so many steps. They have a
/// checksum.
///
/// # Errors
/// When a number is not finite.
pub(crate) fn learner_bytes(tensors: &Tensors, steps: u64) -> Result<Vec<u8>, NetworkError> {
    let text = serde_json::to_string(&Learner { steps }).expect("it has no map whose keys are no texts");
    network::write_tensors(tensors, &text)
}

/// The tensors and the number of steps of what [`learner_bytes`] gave.
///
/// # Errors
/// In words, when it is damaged or something else.
pub(crate) fn read_learner(bytes: &[u8]) -> Result<(Tensors, u64), String> {
    let (tensors, text) = network::read_tensors(bytes).map_err(|error| error.to_string())?;
    let learner: Learner = json::read(&text).map_err(|error| error.to_string())?;
    Ok((tensors, learner.steps))
}

/// Copies a file, whole or not at all.
///
/// # Errors
/// When it cannot be read, or the copy not be written.
pub fn copy_whole(from: &Path, to: &Path) -> Result<(), FileError> {
    write_whole(
        to,
        &files::read(from, files::NETWORK_LIMIT).map_err(|source| FileError::new(from, source))?,
    )
}

/// Fills a folder under another name, waits until its files are on the disk, and gives it its name, which no other has.
///
/// # Errors
/// When it cannot be written; then there is no such folder.
pub fn write_folder<E: From<FileError>>(path: &Path, fill: impl FnOnce(&Path) -> Result<(), E>) -> Result<(), E> {
    let unfinished = unfinished(path);
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).map_err(|source| FileError::new(&unfinished, source))?;
    }
    fs::create_dir_all(&unfinished).map_err(|source| FileError::new(&unfinished, source))?;
    let finished = fill(&unfinished).and_then(|()| Ok(take_place(&unfinished, path)?));
    if finished.is_err() {
        // The failure itself is what matters.
        drop(fs::remove_dir_all(&unfinished));
    }
    finished
}

fn take_place(unfinished: &Path, path: &Path) -> Result<(), FileError> {
    let failed = |source| FileError::new(path, source);
    for entry in fs::read_dir(unfinished).map_err(failed)? {
        sync(&entry.map_err(failed)?.path()).map_err(failed)?;
    }
    sync(unfinished).map_err(failed)?;
    fs::rename(unfinished, path)
        .and_then(|()| sync_parent(path))
        .map_err(failed)
}

fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(UNFINISHED);
    PathBuf::from(name)
}

fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

fn sync_parent(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => sync(parent),
        _ => sync(Path::new(".")),
    }
}
