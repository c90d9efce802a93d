//! TOML files.

use std::path::Path;

use heist_engine::json::in_words;
use serde::de::DeserializeOwned;

use crate::failure::Failure;

/// Reads the text of a TOML file.
///
/// # Errors
/// The message names the line.
pub fn parsed_toml<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, Failure> {
    ::toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_at(text, span.start));
        Failure::file(path, format!("line {line}: {}", in_words(error.message())))
    })
}

/// The line of a place in a text, from 1.
pub fn line_at(text: &str, offset: usize) -> usize {
    1 + text.as_bytes()[..offset.min(text.len())]
        .iter()
        .filter(|byte| **byte == b'\n')
        .count()
}
