//! The ledger of Masters of the Heist: its ids are those of the rules document and of the data files, and the tests
//! name no other.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::rule_ids::{data_folder, is_ruling, read, table, test_files, tests_folder, words};

const GAME: &str = "masters-of-the-heist";

/// The list of ids. `cargo xtask rule` asks for code and a test for every id.
const LEDGER: &str = "ledger.csv";

/// The data files whose rows are ids, and the column that they are named by.
const FILES: &[(&str, &str)] = &[
    ("abilities", "id"),
    ("actions", "id"),
    ("characters", "id"),
    ("components", "id"),
    ("crises", "id"),
    ("events", "id"),
    ("fixers", "id"),
    ("items", "id"),
    ("npcs", "id"),
    ("playtests", "id"),
    ("prebuilt", "id"),
    ("skills", "id"),
    ("tiles", "code"),
];

fn ids() -> BTreeSet<String> {
    let (columns, rows) = table(&data_folder(GAME).join(LEDGER));
    assert_eq!(columns, ["id", "section", "words", "module"]);
    let count = rows.len();
    let ids: BTreeSet<String> = rows.into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(ids.len(), count, "an id stands there twice");
    ids
}

/// The ids of one kind: those that begin with `prefix` and a colon, without them.
fn rows_of(ids: &BTreeSet<String>, prefix: &str) -> BTreeSet<String> {
    let start = format!("{prefix}:");
    ids.iter()
        .filter_map(|id| Some(id.strip_prefix(&start)?.to_owned()))
        .collect()
}

#[test]
fn the_ledger_lists_every_row_of_the_data_files() {
    let ids = ids();
    for (name, column) in FILES {
        let (columns, rows) = table(&data_folder(GAME).join(format!("{name}.csv")));
        let place = columns.iter().position(|known| known == column).unwrap();
        let rows: BTreeSet<String> = rows.into_iter().map(|row| row[place].clone()).collect();
        assert_eq!(rows_of(&ids, name), rows, "{name}");
    }
    let keys = |file: &str, list: &str| -> BTreeSet<String> {
        let file: toml::Table = read(&data_folder(GAME).join(file)).parse().unwrap();
        match &file[list] {
            toml::Value::Table(entries) => entries.keys().cloned().collect(),
            entries => entries
                .as_array()
                .unwrap()
                .iter()
                .map(|entry| entry["id"].as_str().unwrap().to_owned())
                .collect(),
        }
    };
    assert_eq!(rows_of(&ids, "noise_tracks"), keys("noise_tracks.toml", "track"));
    assert_eq!(rows_of(&ids, "maps_incomplete"), keys("maps_incomplete.toml", "map"));
    for folder in ["scenarios", "scenarios/rev-2021-01"] {
        let files = std::fs::read_dir(data_folder(GAME).join(folder)).unwrap();
        let paths = files.map(|file| file.unwrap().path());
        let scenarios = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
        let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
        let scenarios: BTreeSet<String> = scenarios.map(|path| name(&path)).collect();
        assert_eq!(rows_of(&ids, folder), scenarios);
    }
}

/// The ids that the rules document gives: `[MH5.3c]` at a rule, and the house rulings of section 12, `H11b` among them.
fn document_ids() -> BTreeSet<String> {
    let path = data_folder(GAME).join("../../../docs/rules").join(format!("{GAME}.md"));
    let text = read(&path);
    // `[MH<section><letters>]` is how ids are made.
    let marks = text.split("[MH").skip(1).filter(|rest| !rest.starts_with('<'));
    let rules = marks.filter_map(|rest| Some(format!("MH{}", rest.split_once(']')?.0)));
    let rulings = text.split_once("House rulings\n").expect("section 12 lists them").1;
    let rulings = words(rulings).filter(|word| is_ruling(word.strip_suffix('b').unwrap_or(word)));
    rules.chain(rulings.map(str::to_owned)).collect()
}

#[test]
fn the_ledger_lists_every_rule() {
    let of_ledger: BTreeSet<String> = ids().into_iter().filter(|id| !id.contains(':')).collect();
    assert_eq!(of_ledger, document_ids());
}

/// Words of the tests that look like ids are ids.
#[test]
fn the_tests_name_no_id_that_is_not_in_the_ledger() {
    let ids = ids();
    let this = tests_folder().join("masters/ledger.rs");
    let is_rule = |word: &&str| {
        let digits = word.strip_prefix("MH").unwrap_or_default();
        digits.starts_with(|letter: char| letter.is_ascii_digit())
    };
    let mut named = BTreeSet::new();
    for path in test_files(&tests_folder().join("masters"), &[this]) {
        named.extend(
            words(&read(&path))
                .filter(|word| is_rule(word) || is_ruling(word))
                .map(str::to_owned),
        );
    }
    let strange: Vec<&String> = named.difference(&ids).collect();
    assert!(strange.is_empty(), "{strange:?}");
    assert!(named.len() > 30, "{} ids", named.len());
}
