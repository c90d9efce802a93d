//! The ledger of the rules document: its ids are well formed, the rows of the data files are among them, and the
//! mistakes name no others. Whether every id has its code and its test is checked by `cargo xtask rule` and the tests
//! of that command; the ids of cases are checked where cases are run.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::Value;

use crate::common::rule_ids::{self, data_folder, is_ruling, read, test_files, tests_folder, words_of};

/// The game.
const GAME: &str = "burgle-bros";
/// This file, and the cases of other games.
const LEFT_OUT: &[&str] = &["burgle_bros/ledger.rs", "cases/caper-cards", "cases/casino-capers"];
/// Data files whose rows a test goes through one by one: the section of their ids in the ledger, the file, the test
/// file and its function.
const TABLES: &[(&str, &str, &str)] = &[
    (
        "tiles.csv",
        "burgle_bros/setup.rs",
        "every_tile_row_is_a_tile_of_the_game",
    ),
    (
        "patrol.csv",
        "burgle_bros/setup.rs",
        "every_patrol_row_is_a_card_of_its_floor",
    ),
    ("walls.csv", "burgle_bros/setup.rs", "every_wall_row_bars_the_way"),
];
/// A data file of this project's own, whose rows are no ids of the rules document (ruling R14), and its test.
const OWN_TABLE: (&str, &str, &str) = (
    "characters-older.csv",
    "burgle_bros/setup.rs",
    "every_character_row_is_a_side_of_a_card",
);

/// Scenarios and variants.
const SCENARIOS: &[&str] = &["all", "bank", "knox", "lost_visual", "office", "walls"];

/// One line of the ledger.
struct Entry {
    id: String,
    section: String,
    scenario: String,
}

fn ledger() -> Vec<Entry> {
    let (columns, rows) = rule_ids::table(&data_folder(GAME).join("ledger.csv"));
    assert_eq!(columns, ["id", "section", "words", "scenario"]);
    let entries = rows.into_iter().map(|row| Entry {
        id: row[0].clone(),
        section: row[1].clone(),
        scenario: row[3].clone(),
    });
    entries.collect()
}

/// The ids of the rows of a data file.
fn row_ids(name: &str) -> BTreeSet<String> {
    let (_, rows) = rule_ids::table(&data_folder(GAME).join(name));
    rows.into_iter().map(|row| row[0].clone()).collect()
}

/// Whether an id is a house ruling's (`H12`) or parts of capitals and digits joined by hyphens (`M-MOVE-10a`,
/// `T-LASER-1`).
fn is_well_formed(id: &str) -> bool {
    if is_ruling(id) {
        return true;
    }
    let mut parts = id.split('-');
    let prefix = parts
        .next()
        .is_some_and(|part| part.len() == 1 && "SNMAGVTCULEPWDIZQX".contains(part));
    let parts: Vec<&str> = parts.collect();
    let capital = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let fits = |(place, part): (usize, &&str)| {
        // The last part may end in the letter of a sub-rule.
        let stem = if place + 1 == parts.len() && part.len() > 1 {
            part.trim_end_matches(|c: char| c.is_ascii_lowercase())
        } else {
            part
        };
        !stem.is_empty() && part.len() - stem.len() <= 1 && stem.bytes().all(capital)
    };
    prefix && !parts.is_empty() && parts.iter().enumerate().all(fits)
}

#[test]
fn ids_are_unique_and_well_formed() {
    let entries = ledger();
    assert!(entries.len() > 600, "the ledger lists {} ids", entries.len());
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for entry in &entries {
        if !seen.insert(&entry.id) {
            wrong.push(format!("{} twice", entry.id));
        }
        if !is_well_formed(&entry.id) {
            wrong.push(format!("`{}` is no id", entry.id));
        }
        if !SCENARIOS.contains(&entry.scenario.as_str()) {
            wrong.push(format!(
                "{} belongs to the unknown scenario `{}`",
                entry.id, entry.scenario
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for bad in [
        "",
        "H",
        "H01",
        "H1a",
        "M-",
        "M-MOVE-",
        "m-move-1",
        "M-Move-1",
        "M-MOVE-10ab",
        "B-MOVE-1",
        "MOVE",
        "M--1",
    ] {
        assert!(!is_well_formed(bad), "`{bad}`");
    }
}

/// The rows of the data files are the ids of their section, and every table test is there.
#[test]
fn the_ledger_lists_every_row_of_the_data_files() {
    let entries = ledger();
    for (file, test_file, function) in TABLES {
        let listed: BTreeSet<String> = entries
            .iter()
            .filter(|entry| entry.section == *file)
            .map(|entry| entry.id.clone())
            .collect();
        assert_eq!(listed, row_ids(file), "{file}");
        assert_goes_through(file, test_file, function);
    }
    let (own, test_file, function) = OWN_TABLE;
    assert_goes_through(own, test_file, function);
    let known = row_ids(own)
        .into_iter()
        .filter(|id| entries.iter().any(|entry| entry.id == *id));
    assert_eq!(known.collect::<Vec<_>>(), [""; 0], "{own}");
    // The cards' and characters' rows are rules of the document, too: ids there name what the card does.
    for file in ["characters.csv", "tools.csv", "loot.csv", "events.csv"] {
        let missing: Vec<String> = row_ids(file)
            .into_iter()
            .filter(|id| entries.iter().all(|entry| entry.id != *id))
            .collect();
        assert!(missing.is_empty(), "{file}: {missing:?} are not in the ledger");
    }
}

/// A test file has a test that reads a data file.
#[track_caller]
fn assert_goes_through(file: &str, test_file: &str, function: &str) {
    let text = read(&tests_folder().join(test_file));
    let test = format!("#[test]\nfn {function}() {{");
    assert!(text.contains(&test), "{test_file} has no test {function}");
    let body = text
        .split(&test)
        .nth(1)
        .and_then(|rest| rest.split("\n}\n").next())
        .unwrap_or_default();
    assert!(
        body.contains(&format!("table(\"{file}\")")),
        "{function} does not read {file}"
    );
}

/// The test files and case files of the game, but for this file.
fn files() -> Vec<PathBuf> {
    let left_out: Vec<PathBuf> = LEFT_OUT.iter().map(|path| tests_folder().join(path)).collect();
    ["burgle_bros", "cases"]
        .iter()
        .flat_map(|folder| test_files(&tests_folder().join(folder), &left_out))
        .collect()
}

/// The sides of the older printing have ids of this project's own.
#[test]
fn every_older_side_is_named_in_the_tests() {
    let named = words_of(&files());
    let missing: Vec<String> = row_ids(OWN_TABLE.0)
        .into_iter()
        .filter(|id| !named.contains(id))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn mistakes_name_no_id_that_is_not_in_the_ledger() {
    let ids: BTreeSet<String> = ledger().into_iter().map(|entry| entry.id).collect();
    let mistakes: Value = serde_json::from_str(include_str!("mistakes.json")).expect("the file is JSON");
    let groups = mistakes["mistakes"].as_array().expect("a list of groups").iter();
    let mistakes = groups.flat_map(|group| group["cases"].as_array().expect("a list"));
    let rules = mistakes.filter_map(|mistake| mistake.get("rules"));
    let rules = rules.flat_map(|rules| rules.as_array().expect("a list"));
    let named: Vec<&str> = rules.filter_map(Value::as_str).collect();
    assert!(named.len() > 40, "{} ids", named.len());
    let strange: Vec<&str> = named.into_iter().filter(|&id| !ids.contains(id)).collect();
    assert_eq!(strange, [""; 0]);
}
