//! Rows of the data files that are part of the program.
//!
//! Tests read every file, so that a fault in one is a fault of the build: what cannot be read panics.

use std::str::FromStr;

use serde::de::DeserializeOwned;

use crate::json;

/// A row of a data file.
pub(crate) struct Row {
    columns: csv::StringRecord,
    fields: csv::StringRecord,
}

impl Row {
    /// The text of a column.
    pub(crate) fn text(&self, column: &str) -> &str {
        let place = self.columns.iter().position(|name| name == column);
        &self.fields[place.unwrap_or_else(|| panic!("no column {column} in a data file"))]
    }

    /// The value of a column.
    pub(crate) fn value<T: FromStr>(&self, column: &str) -> T {
        value(self.text(column))
    }

    /// The value of a column; `None` if it is empty.
    pub(crate) fn optional<T: FromStr>(&self, column: &str) -> Option<T> {
        Some(self.text(column)).filter(|text| !text.is_empty()).map(value)
    }
}

/// The rows of a data file.
pub(crate) fn rows(text: &'static str) -> impl Iterator<Item = Row> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().expect("data files have a header").clone();
    reader.into_records().map(move |fields| Row {
        columns: columns.clone(),
        fields: fields.expect("data files have as many fields as columns"),
    })
}

/// The contents of a data file in TOML. They are read as JSON, whose reader is smaller.
pub(crate) fn from_toml<T: DeserializeOwned>(text: &str) -> T {
    let value = toml::from_str(text).unwrap_or_else(|error| panic!("a data file: {error}"));
    json::read_value(&value).unwrap_or_else(|error| panic!("a data file: {}", json::message(&error)))
}

/// A value of a data file. Names that the files of some games write with low lines have hyphens in the program.
pub(crate) fn value<T: FromStr>(text: &str) -> T {
    let read = text.replace('_', "-").parse().ok();
    read.unwrap_or_else(|| panic!("`{text}` in a data file"))
}
