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

/// The most ids that a test may name if it is to prove each of them.
pub const MOST_IDS: usize = 6;

/// A test or a case, and the ids that it names.
pub struct Proof {
    pub name: String,
    pub ids: BTreeSet<String>,
}

impl Proof {
    /// Whether it names so few ids that it proves each.
    pub fn counts(&self) -> bool {
        self.ids.len() <= MOST_IDS
    }
}

/// The tests in a file of Rust, each with the ids in the comments directly above it and in its body.
pub fn tests_of(file: &str, text: &str, is_id: impl Fn(&str) -> bool) -> Vec<Proof> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = (0..lines.len()).filter(|&line| lines[line].trim() == "#[test]");
    let proofs = starts.map(|start| {
        let above = lines[..start].iter().rev();
        let comments = above.take_while(|line| line.trim_start().starts_with("//")).count();
        let indent = &lines[start][..lines[start].len() - lines[start].trim_start().len()];
        let end = format!("{indent}}}");
        let body = lines[start..].iter().take_while(|line| ***line != *end).count();
        let test = &lines[start - comments..start + body];
        let name = test.iter().find_map(|line| line.trim_start().strip_prefix("fn "));
        let ids = test.iter().flat_map(|line| words(line)).filter(|word| is_id(word));
        Proof {
            name: format!("{file}: {}", name.unwrap_or("a test")),
            ids: ids.map(str::to_owned).collect(),
        }
    });
    proofs.collect()
}

/// The cases of a case file, each with the ids of its `rules`.
pub fn cases_of(path: &Path) -> Vec<Proof> {
    let file: toml::Table = read(path)
        .parse()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases = file.get("case").and_then(toml::Value::as_array).into_iter().flatten();
    let proofs = cases.map(|case| Proof {
        name: format!("{}: {}", path.display(), case["id"]),
        ids: case["rules"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|id| id.as_str().expect("an id").to_owned())
            .collect(),
    });
    proofs.collect()
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
