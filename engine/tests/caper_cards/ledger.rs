//! The ledger of the rules document: its ids are well formed, and no test or case of Caper Cards names another. Whether
//! every id has its code and its test is checked by `cargo xtask rule` and the tests of that command; the ids of cases
//! are checked where cases are run.

use std::collections::BTreeSet;

use crate::common::rule_ids::{data_folder, is_ruling, table, test_files, tests_folder, words_of};

fn ledger() -> Vec<Vec<String>> {
    let (columns, rows) = table(&data_folder("caper-cards").join("ledger.csv"));
    assert_eq!(columns, ["id", "section", "words", "players"]);
    rows
}

fn ids() -> BTreeSet<String> {
    ledger().into_iter().map(|row| row[0].clone()).collect()
}

/// The tests of the game but for this file, and its cases.
fn files() -> Vec<std::path::PathBuf> {
    let this = tests_folder().join("caper_cards/ledger.rs");
    let mut files = test_files(&tests_folder().join("caper_cards"), &[this]);
    files.extend(test_files(&tests_folder().join("cases/caper-cards"), &[]));
    files
}

/// A rule (`CC6.2a`, `CC10.2.13`), a house ruling or a row of a table.
fn is_id(word: &str) -> bool {
    let is_rule = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_digit());
    let is_row = |rest: &str| !rest.starts_with(':');
    word.strip_prefix("CC").is_some_and(is_rule)
        || ["crew:", "rewards:"]
            .iter()
            .any(|table| word.strip_prefix(table).is_some_and(is_row))
        || is_ruling(word)
}

#[test]
fn ids_are_unique_and_well_formed() {
    let rows = ledger();
    assert_eq!(rows.len(), 195);
    assert_eq!(ids().len(), rows.len());
    for row in rows {
        let [id, section, words, players] = &row[..] else {
            panic!("{row:?} has four columns")
        };
        assert!(is_id(id), "`{id}` is no id");
        assert!(!words.is_empty(), "{id}");
        // A rule is numbered by its section.
        let is_of_section = |rest: &str| rest.strip_prefix(section).is_some_and(|rest| !rest.is_empty());
        let fits = id
            .strip_prefix("CC")
            .is_none_or(|rest| is_of_section(rest) || rest == section);
        assert!(
            fits || section == "10.1" || section == "10.2",
            "{id} is not of section {section}"
        );
        assert!(
            ["all", "1", "2", "3", "4", "1-2", "3-4", "1;2;4"].contains(&players.as_str()),
            "{id}: {players}"
        );
    }
}

#[test]
fn the_ledger_lists_every_row_of_the_data_files() {
    let ids = ids();
    for (file, column) in [("crew", 1), ("rewards", 1)] {
        let (columns, rows) = table(&data_folder("caper-cards").join(format!("{file}.csv")));
        assert_eq!(columns[column], "id");
        let rows: BTreeSet<String> = rows.iter().map(|row| format!("{file}:{}", row[column])).collect();
        let prefix = format!("{file}:");
        let listed: BTreeSet<String> = ids.iter().filter(|id| id.starts_with(&prefix)).cloned().collect();
        assert_eq!(listed, rows);
    }
}

#[test]
fn the_tests_name_no_id_that_is_not_in_the_ledger() {
    let ids = ids();
    let strange: Vec<String> = words_of(&files())
        .into_iter()
        .filter(|word| is_id(word) && !ids.contains(word))
        .collect();
    assert!(strange.is_empty(), "{strange:?}");
}
