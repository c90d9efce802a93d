//! Reading and writing files.

mod json;
mod read;
mod target;
mod temporary;
mod toml;
mod write;

use std::io;

pub use json::JsonOption;
pub use read::{open, read_text};
pub use toml::{line_at, parsed_toml};
pub use write::{Existing, check_target, free_name, make_folder, write_atomically, write_replay};

/// Why a file could not be opened, read or written, as the system says it, without the number of the error.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
