//! The folder of a study.

use std::path::{Path, PathBuf};

use super::entry::Entry;
use super::found::Found;
use super::{plots, rows};
use crate::failure::Failure;
use crate::files::{self, Existing};
use crate::interrupt;
use crate::parquet_file;
use crate::walls::drawing::with_origin;

/// Writes the drawings of a study into its folder, until the user stops it.
pub fn keep_drawings(folder: &Path, entries: &[Entry], seed: u64) -> Result<(), Failure> {
    let folder = folder.join("layouts");
    files::make_folder(&folder)?;
    for entry in entries {
        if interrupt::is_wanted() {
            return Ok(());
        }
        let origin = match entry.number {
            0 => "the scenario's own layout".to_owned(),
            number => format!("random layout {number} of seed {seed}"),
        };
        let drawing = with_origin(&entry.layout, &origin);
        let path = folder.join(format!("{}.txt", entry.name()));
        // Most of them are there when a study is continued.
        if files::read_text(&path).is_ok_and(|there| there == drawing) {
            continue;
        }
        files::write_atomically(&path, Existing::Replace, |out| out.write_all(drawing.as_bytes()))?;
    }
    Ok(())
}

/// Writes the results of a study into its folder. Returns the files.
pub fn write(folder: &Path, entries: &[Entry], found: &Found) -> Result<Vec<PathBuf>, Failure> {
    let mut written = vec![folder.join("study.parquet")];
    parquet_file::write(&rows::columns(entries, found), &written[0])?;
    for (place, agent) in found.agents.iter().enumerate() {
        let fit = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = agent.agent.chars().map(fit).collect();
        let path = folder.join(format!("{}-{name}.svg", place + 1));
        let picture = plots::svg(place, entries, found).map_err(Failure::input)?;
        files::write_atomically(&path, Existing::Replace, |out| out.write_all(picture.as_bytes()))?;
        written.push(path);
    }
    Ok(written)
}
