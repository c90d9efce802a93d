//! Files that are read whole: each kind has a size that it does not exceed, so that a wrong file does not fill the
//! memory.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The longest text: configurations, states of runs, lists.
pub const TEXT_LIMIT: u64 = 16 << 20;
/// The longest list of measurements, a line each.
pub const LINES_LIMIT: u64 = 1 << 30;
/// The longest network. The largest that a configuration can ask for is smaller.
pub const NETWORK_LIMIT: u64 = 2 << 30;
/// The longest learner of a checkpoint, which has four numbers for each weight.
pub const LEARNER_LIMIT: u64 = 4 * NETWORK_LIMIT;

/// Reads a file whole.
///
/// # Errors
/// As [`File::open`], and with [`ErrorKind::FileTooLarge`] when it has more than `limit` bytes.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    if size > limit {
        return Err(too_large(&size.to_string(), limit));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    // A device or a pipe has no size, and a file may grow meanwhile.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        Err(too_large("more", limit))
    } else {
        Ok(bytes)
    }
}

/// Reads a text file whole.
///
/// # Errors
/// As [`read`], and when it is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    let text = String::from_utf8(read(path, limit)?);
    text.map_err(|_| io::Error::new(ErrorKind::InvalidData, "found bytes that are not UTF-8; expected text"))
}

fn too_large(found: &str, limit: u64) -> io::Error {
    let text = format!("is too long: found {found} bytes; expected at most {limit} bytes");
    io::Error::new(ErrorKind::FileTooLarge, text)
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;
    use std::process;

    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let path = env::temp_dir().join(format!("heist-files-{}", process::id()));
        fs::write(&path, "12345").expect("it can be written");
        assert_eq!(read(&path, 5).expect("it fits"), b"12345");
        let error = read(&path, 4).expect_err("it is longer");
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert_eq!(
            error.to_string(),
            "is too long: found 5 bytes; expected at most 4 bytes"
        );
        fs::remove_file(&path).expect("it is there");
        assert_eq!(read(&path, 5).expect_err("it is gone").kind(), ErrorKind::NotFound);
    }

    /// A device has no size that says anything.
    #[test]
    #[cfg(unix)]
    fn what_has_no_end_is_not_read_for_ever() {
        let error = read(Path::new("/dev/zero"), 1000).expect_err("it has no end");
        assert_eq!(
            error.to_string(),
            "is too long: found more bytes; expected at most 1000 bytes"
        );
    }
}
