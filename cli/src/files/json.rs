//! A command's result as JSON.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::write::{Existing, NewFile, check_output, check_target, write_atomically};
use crate::failure::Failure;
use crate::plain;

/// Where a command's JSON goes, if it is wanted: a file that is replaced, or standard output for `-`.
#[derive(Clone, Debug, clap::Args)]
pub struct JsonOption {
    /// Also write the result as JSON to FILE, replacing it; `-` prints the JSON instead of the text
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,
}

impl JsonOption {
    /// Whether there is to be JSON at all.
    pub fn is_wanted(&self) -> bool {
        self.json.is_some()
    }

    /// Whether the JSON takes the place of the text.
    pub fn replaces_text(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    /// An error if the file could not be written later, or what the command prints, before any work is done for it.
    pub fn check(&self) -> Result<(), Failure> {
        check_output()?;
        match &self.json {
            Some(path) if !self.replaces_text() => check_target(path, Existing::Replace),
            _ => Ok(()),
        }
    }

    /// The same for a command whose text cannot be replaced, since somebody answers it.
    pub fn check_beside_text(&self) -> Result<(), Failure> {
        if self.replaces_text() {
            Err(Failure::input(
                "--json -: standard output is taken by the text of this command; expected a file",
            ))
        } else {
            self.check()
        }
    }

    /// Writes the JSON if it is wanted. What cannot be printed does not hold up a file.
    pub fn write(&self, value: &impl Serialize, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(path) = &self.json else { return Ok(()) };
        let text = pretty(value)?;
        // Whatever FILE is, what has been printed so far comes before it.
        let printed = out.flush().map_err(Failure::from);
        if self.replaces_text() {
            return printed.and_then(|()| Ok(writeln!(out, "{text}")?));
        }
        let written = write_atomically(path, Existing::Replace, |file| writeln!(file, "{text}"));
        written.and(printed)
    }

    /// Writes the JSON if it is wanted, and prints the text unless the JSON takes its place. The text is printed
    /// whatever happens to the file.
    pub fn write_and_print(
        &self,
        value: &impl Serialize,
        out: &mut dyn Write,
        print: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let written = self.write(value, out);
        let printed = if self.replaces_text() { Ok(()) } else { print(out) };
        written.and(printed)
    }

    /// Begins a list that is written item by item, and never held in memory.
    pub fn list(&self) -> Result<JsonList, Failure> {
        let sink = match &self.json {
            None => ListSink::Nowhere,
            Some(_) if self.replaces_text() => ListSink::Output,
            Some(path) => ListSink::File(NewFile::create(path, Existing::Replace)?),
        };
        Ok(JsonList { sink, count: 0 })
    }
}

/// A value as JSON for a file or a terminal.
fn pretty(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::input)?;
    Ok(plain::json(text))
}

/// A list of JSON on its way, as [`JsonOption::list`] begins it.
pub struct JsonList {
    sink: ListSink,
    count: u64,
}

enum ListSink {
    Nowhere,
    Output,
    File(NewFile),
}

impl JsonList {
    /// Adds an item; it is made only if it is wanted.
    pub fn add<T: Serialize>(&mut self, item: impl FnOnce() -> T, out: &mut dyn Write) -> Result<(), Failure> {
        if matches!(self.sink, ListSink::Nowhere) {
            return Ok(());
        }
        // As the whole list would look; text within has no line breaks of its own in JSON.
        let item = pretty(&item())?.replace('\n', "\n  ");
        let before = if self.count == 0 { "[\n  " } else { ",\n  " };
        self.count += 1;
        self.write(&format!("{before}{item}"), out)
    }

    /// Ends the list.
    pub fn finish(mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let end = if self.count == 0 { "[]\n" } else { "\n]\n" };
        self.write(end, out)?;
        match self.sink {
            ListSink::File(file) => file.finish(),
            ListSink::Nowhere | ListSink::Output => Ok(()),
        }
    }

    fn write(&mut self, text: &str, out: &mut dyn Write) -> Result<(), Failure> {
        match &mut self.sink {
            ListSink::Nowhere => Ok(()),
            ListSink::Output => Ok(out.write_all(text.as_bytes())?),
            ListSink::File(file) => file.write(|file| file.write_all(text.as_bytes())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_in_parts_is_the_list_as_a_whole() {
        let option = JsonOption { json: Some("-".into()) };
        let values = [serde_json::json!({"a": [1, 2], "b": "x\ny"}), serde_json::json!([])];
        for count in 0..=values.len() {
            let (mut parts, mut whole) = (Vec::new(), Vec::new());
            let mut list = option.list().expect("standard output is there");
            for value in &values[..count] {
                list.add(|| value, &mut parts).expect("memory takes everything");
            }
            list.finish(&mut parts).expect("memory takes everything");
            option
                .write(&&values[..count], &mut whole)
                .expect("memory takes everything");
            assert_eq!(String::from_utf8_lossy(&parts), String::from_utf8_lossy(&whole));
        }
    }
}
