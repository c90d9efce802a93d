//! What a name to write to stands for: a file, which is replaced as a whole, or a device, a pipe or a stream of this
//! process, which is written to as it is.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// How many symbolic links are followed, as Linux does.
const LINKS: usize = 40;

/// What a name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A file, or a new name. Symbolic links have been followed, so that they stay what they are.
    File(PathBuf),
    /// A device, a FIFO, a socket, or an open file of this process by its number.
    Stream(PathBuf),
    /// Standard output, which may be any of these.
    Output,
    /// Standard error.
    Error,
}

impl Target {
    /// What a name stands for.
    ///
    /// # Errors
    /// When a symbolic link cannot be read, or there are too many of them.
    pub fn of(path: &Path) -> io::Result<Target> {
        let mut path = path.to_owned();
        for _ in 0..LINKS {
            // These look like links to what is open, which may not be opened a second time: a file would be written
            // from its beginning again.
            if let Some(number) = descriptor(&path) {
                return Ok(match number {
                    1 => Target::Output,
                    2 => Target::Error,
                    _ => Target::Stream(path),
                });
            }
            let about = match fs::symlink_metadata(&path) {
                Ok(about) => about,
                // A new name. Whether its folder is there is somebody else's question.
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Target::File(path)),
                Err(error) => return Err(error),
            };
            if !about.is_symlink() {
                return Ok(if is_stream(&about) {
                    Target::Stream(path)
                } else {
                    Target::File(path)
                });
            }
            let link = fs::read_link(&path)?;
            path = match path.parent() {
                Some(folder) => folder.join(link),
                None => link,
            };
        }
        Err(io::Error::other("there are too many symbolic links"))
    }
}

/// The number of an open file of this process that a name stands for.
fn descriptor(path: &Path) -> Option<u32> {
    let text = path.to_str()?;
    let own = format!("/proc/{}/fd/", std::process::id());
    match text {
        "/dev/stdout" => Some(1),
        "/dev/stderr" => Some(2),
        _ => ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", &own]
            .iter()
            .find_map(|folder| text.strip_prefix(folder)?.parse().ok()),
    }
}

/// Whether it is written to and never replaced.
fn is_stream(about: &Metadata) -> bool {
    !about.is_file() && !about.is_dir()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn devices_and_streams_are_known() {
        let of = |path: &str| Target::of(Path::new(path)).expect("it can be looked at");
        assert_eq!(of("/dev/stdout"), Target::Output);
        assert_eq!(of("/proc/self/fd/2"), Target::Error);
        assert_eq!(of("/dev/fd/0"), Target::Stream("/dev/fd/0".into()));
        assert_eq!(of("/dev/null"), Target::Stream("/dev/null".into()));
        assert_eq!(of("nothing/here"), Target::File("nothing/here".into()));
    }
}
