//! Files that are read.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use heist_agents::files::TEXT_LIMIT;

use super::reason;
use crate::failure::Failure;

/// Opens a file for reading.
pub fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    let file =
        File::open(path).map_err(|error| Failure::file(path, format!("cannot be opened: {}", reason(&error))))?;
    match file.metadata() {
        Ok(about) if about.is_dir() => Err(Failure::file(path, "is a folder, expected a file")),
        _ => Ok(BufReader::new(file)),
    }
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(TEXT_LIMIT + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::file(path, format!("cannot be read: {}", reason(&error))))?;
    if bytes.len() as u64 > TEXT_LIMIT {
        return Err(Failure::file(
            path,
            format!("is too long; expected at most {TEXT_LIMIT} bytes"),
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        Failure::file(
            path,
            format!("line {}: found bytes that are not UTF-8; expected text", line + 1),
        )
    })
}
