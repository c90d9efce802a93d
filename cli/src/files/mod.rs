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

pub use crate::plain::reason;
pub use ending::Ending;
pub use json::JsonOption;
pub use read::{open, read_text};
pub use toml::{line_at, parsed_toml};
pub use write::{
    Existing, check_folder, check_name, check_target, free_name, make_folder, write_atomically, write_replay,
};

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
