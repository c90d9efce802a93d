//! Reading and writing files.

mod ending;
mod json;
mod read;
mod target;
mod temporary;
mod toml;
mod write;

use std::io;
use std::path::Path;

use crate::failure::Failure;

pub use ending::Ending;
pub use json::JsonOption;
pub use read::{open, read_text};
pub use toml::{line_at, parsed_toml};
pub use write::{
    Existing, check_folder, check_name, check_target, free_name, make_folder, write_atomically, write_replay,
};

/// Why a file could not be opened, read or written, as the system says it, without the number of the error.
pub fn reason(error: &io::Error) -> String {
    without_numbers(&error.to_string())
}

/// A text without the numbers of errors of the system.
pub fn without_numbers(text: &str) -> String {
    const NUMBER: &str = " (os error ";
    let mut parts = text.split(NUMBER);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((number, rest)) if number.parse::<i32>().is_ok() => kept.push_str(rest),
            _ => kept.extend([NUMBER, part]),
        }
    }
    kept
}

/// What the system said about a file that work elsewhere could not read or write: in the same words as here, as far as
/// it is known which of the two it was.
pub fn failure(path: &Path, error: &io::Error) -> Failure {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    let what = match error.kind() {
        StorageFull | QuotaExceeded | FileTooLarge | ReadOnlyFilesystem => "written",
        _ => "read or written",
    };
    Failure::file(path, format!("cannot be {what}: {}", reason(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_system_are_left_out_and_nothing_else() {
        for (text, expected) in [
            ("a: No space left on device (os error 28)", "a: No space left on device"),
            ("x (os error 2); y (os error 13) z", "x; y z"),
            (
                "(os error) (os error x) (os error 2",
                "(os error) (os error x) (os error 2",
            ),
            ("", ""),
        ] {
            assert_eq!(without_numbers(text), expected);
        }
    }
}
