//! The JSON files of a run.

use std::io;
use std::path::Path;

use heist_agents::files;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::TrainError;
use crate::files::{FileError, write_whole};

/// What a file says; `None` if there is none.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, TrainError> {
    let text = match files::read_text(path, files::TEXT_LIMIT) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FileError::new(path, error).into()),
    };
    serde_json::from_str(&text)
        .map(Some)
        .map_err(|error| TrainError::Damaged {
            path: path.to_owned(),
            what: error.to_string(),
        })
}

/// Writes a file, whole or not at all.
pub fn write(path: &Path, value: &impl Serialize) -> Result<(), FileError> {
    let text = serde_json::to_string_pretty(value).expect("its maps have keys that are texts or numbers");
    write_whole(path, (text + "\n").as_bytes())
}
