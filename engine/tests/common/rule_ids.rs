//! Rule ids: in the ledgers of `data`, and named in the files of tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

pub fn data_folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(game)
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The columns of a table and its rows.
pub fn table(path: &Path) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
    let columns = cells(reader.headers().expect("a header"));
    let rows = reader
        .records()
        .map(|row| cells(&row.unwrap_or_else(|error| panic!("{}: {error}", path.display()))));
    (columns, rows.collect())
}

/// The test files and case files of a folder and those inside, but for some paths.
pub fn test_files(folder: &Path, left_out: &[PathBuf]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.expect("the folder is readable").path();
        let is_test = path
            .extension()
            .is_some_and(|extension| extension == "rs" || extension == "toml");
        if left_out.contains(&path) {
            continue;
        } else if path.is_dir() {
            files.extend(test_files(&path, left_out));
        } else if is_test {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The words of a text: letters, digits and what joins them in ids (`M-MOVE-10a`, `CC6.2a`, `rewards:hidden_eye`).
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let joins = |letter: char| "-.:_".contains(letter);
    text.split(move |letter: char| !letter.is_ascii_alphanumeric() && !joins(letter))
        .map(move |word| word.trim_matches(joins))
}

/// All words of some files.
pub fn words_of(files: &[PathBuf]) -> BTreeSet<String> {
    let texts = files.iter().map(|path| read(path));
    texts
        .flat_map(|text| words(&text).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Whether an id is a house ruling's (`H12`).
pub fn is_ruling(id: &str) -> bool {
    let number = id.strip_prefix('H').unwrap_or_default();
    !number.is_empty() && !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit())
}
