//! Files with a line for every finished piece of work, which can be killed at any moment and go on later.
//!
//! A folder holds what is done (`run.json`) and the lines, each written at once and whole. A line without its end was
//! being written when the run was killed; it is dropped.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use heist_engine::json;
use heist_engine::record::LINE_LIMIT;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::files;

/// What is done.
pub(super) const RUN: &str = "run.json";

/// A folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The file system refused.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// Another run has it open.
    #[error("{}: another run is using this folder", .0.display())]
    Busy(PathBuf),
    /// There are games, and nothing says of which run.
    #[error("{}: there are games but no {RUN} that says what they are; expected a new folder", .0.display())]
    NoRun(PathBuf),
    /// The games are those of another run.
    #[error(
        "{}: field `{field}`: the folder has {found}, this run has {expected}; expected the same run, or another folder",
        .path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// The first field that differs.
        field: String,
        /// What the folder says.
        found: String,
        /// What the run asks for.
        expected: String,
    },
    /// Something that no run wrote.
    #[error("{}: line {line}: {what}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

impl FolderError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> FolderError + use<> {
        let path = path.to_owned();
        |source| FolderError::Io { path, source }
    }
}

/// The lines of a folder, locked against other runs while it is open.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Opens the lines of a folder, or makes both, and gives each line that is there to `take`, with its number from 1.
    /// A folder without a line is of no run yet, whatever it says.
    ///
    /// # Errors
    /// When the folder cannot be read or written, is in use, is of something else than `header` says, or a line is not
    /// taken.
    pub fn open(
        folder: &Path,
        name: &str,
        header: &Map<String, Value>,
        take: impl FnMut(usize, &[u8]) -> Result<(), String>,
    ) -> Result<Journal, FolderError> {
        fs::create_dir_all(folder).map_err(FolderError::io(folder))?;
        let path = folder.join(name);
        let mut options = OpenOptions::new();
        let file = options.create(true).read(true).append(true).open(&path);
        let file = file.map_err(FolderError::io(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Busy(folder.to_owned())),
            Err(TryLockError::Error(error)) => return Err(FolderError::io(&path)(error)),
        }
        let run_path = folder.join(RUN);
        let is_empty = file.metadata().map_err(FolderError::io(&path))?.len() == 0;
        match files::read_text(&run_path, files::TEXT_LIMIT) {
            // A run that ended before its first line has left nothing that another one could be confused with.
            Ok(text) if is_empty && is_of_a_run(&text, header) => {
                write_whole(&run_path, header).map_err(FolderError::io(&run_path))?;
            }
            Ok(text) => compare(&run_path, &text, header)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_empty => {
                write_whole(&run_path, header).map_err(FolderError::io(&run_path))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(FolderError::NoRun(folder.to_owned()));
            }
            Err(error) => return Err(FolderError::io(&run_path)(error)),
        }
        read_lines(&file, &path, take)?;
        Ok(Journal {
            path,
            file: Mutex::new(file),
        })
    }

    /// Adds a line, in one piece.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&self, line: &impl Serialize) -> Result<(), FolderError> {
        let fail = FolderError::io(&self.path);
        let mut text = match serde_json::to_string(line) {
            Ok(text) => text,
            Err(error) => return Err(fail(error.into())),
        };
        text.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.metadata().and_then(|before| {
            let written = file.write_all(text.as_bytes());
            // On a full disk a part of the line may be there, which a later one must not follow.
            written.inspect_err(|_| drop(file.set_len(before.len())))
        });
        written.map_err(fail)
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // Closing the file would do, but for a process that is just being started elsewhere in this one: until it runs
        // its own program it holds a copy of the file, and with it the lock.
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        drop(file.unlock());
    }
}

/// Whether a text describes a run of the kind of `header`, and nothing that is somebody else's.
fn is_of_a_run(text: &str, header: &Map<String, Value>) -> bool {
    const KIND: &str = "heistlab";
    let found = json::read::<Map<String, Value>>(text).ok();
    found.is_some_and(|found| found.get(KIND).is_some_and(|kind| Some(kind) == header.get(KIND)))
}

fn compare(path: &Path, text: &str, expected: &Map<String, Value>) -> Result<(), FolderError> {
    let found: Map<String, Value> = json::read(text).map_err(|error| FolderError::Line {
        path: path.to_owned(),
        line: error.line,
        what: format!("no description of a run: {} (column {})", error.message, error.column),
    })?;
    let names = expected.keys().chain(found.keys());
    let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
    for name in names {
        let (found, expected) = (found.get(name), expected.get(name));
        if found != expected {
            return Err(FolderError::Other {
                path: path.to_owned(),
                field: name.clone(),
                found: shown(found),
                expected: shown(expected),
            });
        }
    }
    Ok(())
}

/// Writes a file whole or not at all.
fn write_whole(path: &Path, value: &Map<String, Value>) -> io::Result<()> {
    let temporary = path.with_extension("json.tmp");
    let mut file = File::create(&temporary)?;
    serde_json::to_writer_pretty(&mut file, value)?;
    file.write_all(b"\n")?;
    file.sync_all()?;
    fs::rename(&temporary, path)
}

/// Gives the lines of a file, which is cut where its last whole line ends, to `take`.
fn read_lines(
    file: &File,
    path: &Path,
    mut take: impl FnMut(usize, &[u8]) -> Result<(), String>,
) -> Result<(), FolderError> {
    let mut reader = BufReader::new(file);
    let mut text = Vec::new();
    let mut whole = 0;
    for line in 1.. {
        text.clear();
        let refused = |what| FolderError::Line {
            path: path.to_owned(),
            line,
            what,
        };
        let mut limited = (&mut reader).take(LINE_LIMIT as u64 + 1);
        let length = limited.read_until(b'\n', &mut text).map_err(FolderError::io(path))?;
        if length > LINE_LIMIT {
            return Err(refused(format!("a longer line; expected at most {LINE_LIMIT} bytes")));
        }
        if text.last() != Some(&b'\n') {
            break;
        }
        whole += length as u64;
        let unmarked = text.strip_prefix(json::BOM.as_bytes()).filter(|_| line == 1);
        take(line, unmarked.unwrap_or(&text)).map_err(refused)?;
    }
    file.set_len(whole).map_err(FolderError::io(path))
}
