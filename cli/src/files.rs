//! Reading and writing files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use heist_engine::game::Game;
use heist_engine::record::Replay;
use serde::Serialize;

use crate::failure::Failure;

/// The longest text file that is read whole, in bytes.
const TEXT_LIMIT: u64 = 16 << 20;

/// Whether a file that is already there may be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It is an error.
    Keep,
    /// It is replaced.
    Replace,
}

impl Existing {
    /// As `--force` says.
    pub fn forced(force: bool) -> Existing {
        if force { Existing::Replace } else { Existing::Keep }
    }
}

/// Opens a file for reading.
pub fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    let file = File::open(path).map_err(|error| Failure::file(path, format!("cannot be opened: {error}")))?;
    match file.metadata() {
        Ok(about) if about.is_dir() => Err(Failure::file(path, "is a folder, expected a file")),
        _ => Ok(BufReader::new(file)),
    }
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(TEXT_LIMIT + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::file(path, format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > TEXT_LIMIT {
        return Err(Failure::file(path, format!("is longer than {TEXT_LIMIT} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        Failure::file(
            path,
            format!("line {}: found bytes that are no UTF-8; expected text", line + 1),
        )
    })
}

/// An error if a file is there and must be kept, before any work is done for it.
pub fn check_target(path: &Path, existing: Existing) -> Result<(), Failure> {
    if existing == Existing::Keep && path.exists() {
        return Err(Failure::file(
            path,
            "is there already; expected a new name, or --force to replace it",
        ));
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(Failure::file(path, format!("there is no folder {}", folder.display())));
    }
    Ok(())
}

/// Writes a file whole or not at all: under a temporary name in the same folder, flushed to the disk, then renamed.
pub fn write_atomically(
    path: &Path,
    existing: Existing,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    check_target(path, existing)?;
    let Some(name) = path.file_name() else {
        return Err(Failure::file(path, "is no name of a file"));
    };
    let mut temporary_name = std::ffi::OsString::from(".");
    temporary_name.push(name);
    temporary_name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(temporary_name);
    let written = write_and_sync(&temporary, write).and_then(|()| fs::rename(&temporary, path));
    if let Err(error) = written {
        // Nothing is lost if it cannot be removed either, or was never made.
        drop(fs::remove_file(&temporary));
        return Err(Failure::file(path, format!("cannot be written: {error}")));
    }
    // The rename itself is on the disk once the folder is. Not every file system can flush a folder; the file is whole
    // either way.
    if let Ok(folder) = File::open(folder_of(path)) {
        drop(folder.sync_all());
    }
    Ok(())
}

/// Writes a replay whole or not at all.
pub fn write_replay<G: Game>(path: &Path, existing: Existing, replay: &Replay<G>) -> Result<(), Failure> {
    write_atomically(path, existing, |mut out| {
        replay.write(&mut out).map_err(io::Error::other)
    })
}

fn write_and_sync(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(OpenOptions::new().write(true).create_new(true).open(path)?);
    write(&mut out)?;
    out.into_inner().map_err(|error| error.into_error())?.sync_all()
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The first of `stem.extension`, `stem-2.extension`, `stem-3.extension` and so on that is not there yet.
pub fn free_name(stem: &str, extension: &str) -> PathBuf {
    let numbered = (2..).map(|number: u64| PathBuf::from(format!("{stem}-{number}.{extension}")));
    let mut names = std::iter::once(PathBuf::from(format!("{stem}.{extension}"))).chain(numbered);
    // The numbers do not end before the names of a folder do.
    names
        .find(|name| !name.exists())
        .unwrap_or_else(|| PathBuf::from(format!("{stem}.{extension}")))
}

/// Where a command's JSON goes, if it is wanted: a file that is replaced, or standard output for `-`.
#[derive(Clone, Debug, clap::Args)]
pub struct JsonOption {
    /// Also write the result as JSON to FILE, replacing it; `-` prints the JSON instead of the text
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl JsonOption {
    /// Whether there is to be JSON at all.
    pub fn is_wanted(&self) -> bool {
        self.json.is_some()
    }

    /// Whether the JSON takes the place of the text.
    pub fn replaces_text(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    /// An error if the file could not be written later, before any work is done for it.
    pub fn check(&self) -> Result<(), Failure> {
        match &self.json {
            Some(path) if !self.replaces_text() => check_target(path, Existing::Replace),
            _ => Ok(()),
        }
    }

    /// Writes the JSON if it is wanted.
    pub fn write(&self, value: &impl Serialize, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(path) = &self.json else { return Ok(()) };
        let print = |out: &mut dyn Write| {
            serde_json::to_writer_pretty(&mut *out, value)?;
            out.write_all(b"\n")
        };
        match self.replaces_text() {
            true => Ok(print(out)?),
            false => write_atomically(path, Existing::Replace, print),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("heist-files-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder of temporary files can be written");
        path
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let folder = folder("whole");
        let path = folder.join("file");
        write_atomically(&path, Existing::Keep, |out| out.write_all(b"first")).expect("it is not there yet");
        let kept = write_atomically(&path, Existing::Keep, |out| out.write_all(b"second"));
        assert!(matches!(kept, Err(Failure::Input(message)) if message.contains("is there already")));
        let failed = write_atomically(&path, Existing::Replace, |out| {
            out.write_all(b"half of ")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(matches!(failed, Err(Failure::Input(message)) if message.contains("the disk is full")));
        assert_eq!(fs::read(&path).expect("it is there"), b"first");
        write_atomically(&path, Existing::Replace, |out| out.write_all(b"third")).expect("it may be replaced");
        assert_eq!(fs::read(&path).expect("it is there"), b"third");
        assert_eq!(names(&folder), ["file"], "nothing temporary is left");
        drop(fs::remove_dir_all(folder));
    }

    #[test]
    fn free_names_count_on() {
        let folder = folder("free");
        let stem = folder.join("game").to_string_lossy().into_owned();
        assert_eq!(free_name(&stem, "jsonl"), folder.join("game.jsonl"));
        for name in ["game.jsonl", "game-2.jsonl"] {
            fs::write(folder.join(name), "").expect("the folder can be written");
        }
        assert_eq!(free_name(&stem, "jsonl"), folder.join("game-3.jsonl"));
        drop(fs::remove_dir_all(folder));
    }
}
