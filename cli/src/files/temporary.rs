//! Temporary files that are never left for good.
//!
//! A temporary file lies in the folder of the file that it will become, named `.heist-PROCESS-NUMBER.tmp`, and is
//! locked as long as its process lives. One that nobody holds a lock on was left by a process that was killed, and the
//! next one that writes into the folder removes it.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

const PREFIX: &str = ".heist-";
const SUFFIX: &str = ".tmp";

/// A file under a temporary name, removed unless it is kept.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
    file: BufWriter<File>,
    is_kept: bool,
}

impl Temporary {
    /// A new file in a folder, from which those of killed processes are removed first.
    pub fn new(folder: &Path) -> io::Result<Temporary> {
        sweep_once(folder);
        loop {
            let path = folder.join(fresh_name());
            let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                opened => opened?,
            };
            // Where the file system has no locks nobody else can take one either, and nothing is swept away.
            let is_locked = file.lock().is_ok();
            // Another process may have swept it away between its creation and its lock.
            if is_locked && !path.exists() {
                continue;
            }
            return Ok(Temporary {
                path,
                file: BufWriter::new(file),
                is_kept: false,
            });
        }
    }

    /// Gives the file its name, in the place of what has it, and with the permissions of that.
    pub fn keep(mut self, path: &Path, permissions: Option<Permissions>) -> io::Result<()> {
        self.file.flush()?;
        let file = self.file.get_ref();
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.sync_all()?;
        fs::rename(&self.path, path)?;
        self.is_kept = true;
        Ok(())
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_kept {
            // Nothing is lost if it cannot be removed: the next run does it.
            drop(fs::remove_file(&self.path));
        }
    }
}

/// A name that no other file of this process has.
fn fresh_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{PREFIX}{}-{number}{SUFFIX}", std::process::id())
}

/// Sweeps a folder the first time that this process writes into it.
fn sweep_once(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    // A set of paths is whole whatever happened to the thread that held it.
    let is_first = SWEPT
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(folder.to_owned());
    if is_first {
        sweep(folder);
    }
}

/// Removes the temporary files of processes that are gone. What cannot be read or removed stays; it is in nobody's way.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_ours
            && is_file
            && let Ok(file) = OpenOptions::new().read(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            drop(fs::remove_file(entry.path()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_living_stay_and_those_of_the_dead_go() {
        let folder = std::env::temp_dir().join(format!("heist-sweep-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder of temporary files can be written");
        let living = Temporary::new(&folder).expect("it can be made");
        let dead = folder.join(".heist-1-0.tmp");
        for path in [&dead, &folder.join("other.tmp")] {
            fs::write(path, "half").expect("the folder can be written");
        }
        sweep(&folder);
        assert!(living.path.exists() && !dead.exists());
        let path = living.path.clone();
        drop(living);
        assert!(!path.exists(), "one that is not kept is removed");
        assert!(folder.join("other.tmp").exists(), "files of others stay");
        fs::remove_dir_all(folder).expect("it is there");
    }
}
