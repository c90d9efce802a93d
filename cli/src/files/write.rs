//! Files that are written.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use heist_engine::any::AnyReplay;
use heist_engine::record::WriteError;

use super::reason;
use super::target::Target;
use super::temporary::Temporary;
use crate::failure::Failure;

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

/// What is written to prove that there is room: a block of common file systems. Fewer bytes may find room beside the
/// name.
const PROOF: [u8; 4096] = [0; 4096];

/// An error if a file could not be written later, before any work is done for it: it is there and must be kept, its
/// folder takes no files, or there is no room. A device says whether it takes anything. Of a FIFO or a socket only that
/// it is there can be known, since its reader would notice more.
pub fn check_target(path: &Path, existing: Existing) -> Result<(), Failure> {
    let failed = |error: io::Error| cannot_write(path, &error);
    match Target::of(path).map_err(failed)? {
        Target::File(file) => {
            check_file(path, &file, existing)?;
            prove(&folder_of(&file)).map_err(failed)
        }
        Target::Stream(stream) => prove_stream(&stream).map_err(failed),
        Target::Output => prove_device(io::stdout()).map_err(failed),
        Target::Error => prove_device(io::stderr()).map_err(failed),
    }
}

/// The same by the name alone, for one of many files in a folder of [`make_folder`], which has been proved.
pub fn check_name(path: &Path, existing: Existing) -> Result<(), Failure> {
    match Target::of(path).map_err(|error| cannot_write(path, &error))? {
        Target::File(file) => check_file(path, &file, existing),
        // These are written to, and lose nothing by it.
        Target::Stream(_) | Target::Output | Target::Error => Ok(()),
    }
}

/// An error if nothing could be written into a folder, which is there or would be made, before any work is done for it.
/// Makes nothing.
pub fn check_folder(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return prove(path)
            .map_err(|error| Failure::file(path, format!("nothing can be written into it: {}", reason(&error))));
    }
    if path.exists() {
        return Err(Failure::file(path, "is a file, expected a folder"));
    }
    let above = path.ancestors().skip(1).find(|folder| folder.exists());
    let above = above.unwrap_or(Path::new("."));
    let proved = if above.is_dir() {
        prove(above).map_err(|error| reason(&error))
    } else {
        Err(format!("{} is a file", above.display()))
    };
    proved.map_err(|why| Failure::file(path, format!("cannot be made: {why}")))
}

/// An error if standard output takes nothing, as a full device does, before any work is done for it.
pub fn check_output() -> Result<(), Failure> {
    Ok(prove_device(io::stdout())?)
}

/// Writes something into a folder and takes it away again.
fn prove(folder: &Path) -> io::Result<()> {
    let mut proof = Temporary::new(folder)?;
    proof.write_all(&PROOF)?;
    proof.flush()
}

/// Writes nothing to what is there, which a full device refuses. What has a reader is only looked at: to open it could
/// wait for him, and to close it would tell him that this was all.
#[cfg(unix)]
fn prove_stream(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    if fs::metadata(path)?.file_type().is_char_device() {
        prove_device(OpenOptions::new().append(true).open(path)?)
    } else {
        Ok(())
    }
}

#[cfg(not(unix))]
fn prove_stream(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Writes nothing to a stream that is open, if it is a device.
#[cfg(unix)]
fn prove_device(stream: impl std::os::fd::AsFd) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    let mut stream = File::from(stream.as_fd().try_clone_to_owned()?);
    if stream.metadata()?.file_type().is_char_device() {
        stream.write(&[]).map(drop)
    } else {
        Ok(())
    }
}

#[cfg(not(unix))]
fn prove_device<T>(_: T) -> io::Result<()> {
    Ok(())
}

fn check_file(path: &Path, file: &Path, existing: Existing) -> Result<(), Failure> {
    if file.is_dir() {
        return Err(Failure::file(path, "is a folder, expected a file"));
    }
    if existing == Existing::Keep && file.exists() {
        return Err(Failure::file(
            path,
            "is there already; expected a new name, or --force to replace it",
        ));
    }
    let folder = folder_of(file);
    if !folder.is_dir() {
        return Err(Failure::file(path, format!("there is no folder {}", folder.display())));
    }
    Ok(())
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::file(path, format!("cannot be written: {}", reason(error)))
}

/// Makes a folder, with those that it lies in, if it is not there, and proves that files can be written into it.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    check_folder(path)?;
    fs::create_dir_all(path).map_err(|error| Failure::file(path, format!("cannot be made: {}", reason(&error))))
}

/// A file that is being written.
pub struct NewFile {
    path: PathBuf,
    sink: Sink,
}

enum Sink {
    /// Becomes the file when it is finished.
    File(Temporary, PathBuf),
    Stream(BufWriter<File>),
    Output,
    Error,
}

impl NewFile {
    /// Begins to write. A file is written under a temporary name in the same folder, and takes its own name, and the
    /// permissions of what it replaces, once it is finished. A device, a FIFO or a stream is written to as it is, and
    /// a symbolic link stays one.
    pub fn create(path: &Path, existing: Existing) -> Result<NewFile, Failure> {
        let failed = |error: io::Error| cannot_write(path, &error);
        let sink = match Target::of(path).map_err(failed)? {
            Target::File(file) => {
                check_file(path, &file, existing)?;
                if file.file_name().is_none() {
                    return Err(Failure::file(path, "is not the name of a file"));
                }
                Sink::File(Temporary::new(&folder_of(&file)).map_err(failed)?, file)
            }
            Target::Stream(stream) => {
                // What is open already under this number may have something in it.
                let opened = OpenOptions::new().append(true).open(stream);
                Sink::Stream(BufWriter::new(opened.map_err(failed)?))
            }
            Target::Output => Sink::Output,
            Target::Error => Sink::Error,
        };
        Ok(NewFile {
            path: path.to_owned(),
            sink,
        })
    }

    /// Brings it to its end; without that nothing has happened to a file.
    pub fn finish(self) -> Result<(), Failure> {
        let failed = |error: io::Error| cannot_write(&self.path, &error);
        match self.sink {
            Sink::File(temporary, file) => {
                let permissions = fs::metadata(&file).ok().map(|about| about.permissions());
                temporary.keep(&file, permissions).map_err(failed)?;
                // The rename itself is on the disk once the folder is. Not every file system can flush a folder; the
                // file is whole either way.
                if let Ok(folder) = File::open(folder_of(&file)) {
                    drop(folder.sync_all());
                }
                Ok(())
            }
            Sink::Stream(mut stream) => stream.flush().map_err(failed),
            Sink::Output => io::stdout().flush().map_err(failed),
            Sink::Error => Ok(()),
        }
    }

    /// Writes; the error names the file.
    pub fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let written = match &mut self.sink {
            Sink::File(temporary, _) => write(temporary),
            Sink::Stream(stream) => write(stream),
            Sink::Output => write(&mut io::stdout().lock()),
            Sink::Error => write(&mut io::stderr().lock()),
        };
        written.map_err(|error| cannot_write(&self.path, &error))
    }
}

/// Writes a file whole or not at all, as [`NewFile`] says.
pub fn write_atomically(
    path: &Path,
    existing: Existing,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut file = NewFile::create(path, existing)?;
    file.write(write)?;
    file.finish()
}

/// Writes a replay whole or not at all.
pub fn write_replay(path: &Path, existing: Existing, replay: &dyn AnyReplay) -> Result<(), Failure> {
    write_atomically(path, existing, |out| {
        replay.write(out).map_err(|error| match error {
            WriteError::Io(error) => error,
            WriteError::Replay(_) => io::Error::other(error),
        })
    })
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
        assert!(kept.is_err_and(|failure| failure.message().contains("is there already")));
        let failed = write_atomically(&path, Existing::Replace, |out| {
            out.write_all(b"half of ")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err_and(|failure| failure.message().contains("the disk is full")));
        assert_eq!(fs::read(&path).expect("it is there"), b"first");
        write_atomically(&path, Existing::Replace, |out| out.write_all(b"third")).expect("it may be replaced");
        assert_eq!(fs::read(&path).expect("it is there"), b"third");
        assert_eq!(names(&folder), ["file"], "nothing temporary is left");
        drop(fs::remove_dir_all(folder));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_modes_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("links");
        let [file, link, dangling] = ["file", "link", "dangling"].map(|name| folder.join(name));
        fs::write(&file, "first").expect("the folder can be written");
        fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).expect("it is ours");
        symlink("file", &link).expect("links can be made");
        symlink("later", &dangling).expect("links can be made");
        for (path, text) in [(&link, "second"), (&dangling, "new")] {
            write_atomically(path, Existing::Replace, |out| out.write_all(text.as_bytes())).expect("it may be written");
            assert!(path.is_symlink());
            assert_eq!(fs::read_to_string(path).expect("it is there"), text);
        }
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "second");
        let mode = fs::metadata(&file).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        symlink("loop", folder.join("loop")).expect("links can be made");
        let looped = write_atomically(&folder.join("loop"), Existing::Replace, |_| Ok(()));
        assert!(looped.is_err_and(|failure| failure.message().contains("too many symbolic links")));
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
