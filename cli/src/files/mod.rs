//! Reading and writing files.

mod json;
mod read;
mod target;
mod temporary;
mod write;

pub use json::JsonOption;
pub use read::{open, read_text};
pub use write::{Existing, check_target, free_name, make_folder, write_atomically, write_replay};
