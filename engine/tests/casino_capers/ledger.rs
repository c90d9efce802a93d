//! The ledger of the rules document: its ids are well formed, the rows of the data files are among them, and no test or
//! case of Casino Capers names another. Whether every id has its code and its test is checked by `cargo xtask rule` and
//! the tests of that command; the ids of cases are checked where cases are run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::common::rule_ids::{self, data_folder, is_ruling, read, test_files, tests_folder, words};

/// The game.
const GAME: &str = "casino-capers";
/// The data files whose rows are ids: the prefix of the ids, the file and the column that follows the prefix.
const ROWS: &[(&str, &str, &str)] = &[
    ("tile", "tiles.csv", "tile_id"),
    ("chip", "chips.csv", "chip_id"),
    ("patrol", "patrol.csv", "card_id"),
    ("gear", "gear.csv", "gear_id"),
    ("char", "characters.csv", "character_id"),
    ("event", "events.csv", "event_id"),
    ("suspicion", "suspicion.csv", "suspicion_id"),
    ("task", "dead_drops.csv", "task_id"),
    ("abil", "abilities.csv", "ability_id"),
];
/// The data file whose lines have ids of their own.
const FINALES: &str = "finales.toml";
/// Data files whose rows a test goes through one by one: the file, the test file and its function.
const TABLES: &[(&str, &str, &str)] = &[
    ("patrol.csv", "setup.rs", "every_patrol_row_is_a_card_of_its_floor"),
    ("suspicion.csv", "setup.rs", "every_suspicion_row_makes_its_decks"),
    ("characters.csv", "setup.rs", "every_character_row_can_be_played"),
    ("abilities.csv", "setup.rs", "every_ability_row_is_something_to_do"),
    ("gear.csv", "gear.rs", "every_gear_row_has_its_back"),
    ("gear.csv", "gear.rs", "every_gear_row_has_its_uses"),
    ("gear.csv", "gear.rs", "every_gear_row_is_a_base_card_or_an_alternate"),
];
/// Rows whose ids stand in the document, which says what they do.
const ALSO_RULES: &[&str] = &[
    "abil.rook",
    "abil.peterman",
    "abil.hacker",
    "abil.rigger",
    "abil.acrobat",
    "abil.juicer",
    "abil.hawk",
    "abil.ghost",
];

/// The variants and modes that a rule may need.
const MODES: &[&str] = &["abilities", "base", "campaign", "dead_drops", "random_finale"];

/// One line of the ledger.
struct Entry {
    id: String,
    section: String,
    mode: String,
}

fn ledger() -> Vec<Entry> {
    let (columns, rows) = rule_ids::table(&data_folder(GAME).join("ledger.csv"));
    assert_eq!(columns, ["id", "section", "words", "mode"]);
    let entries = rows.into_iter().map(|row| {
        let [id, section, _, mode] = row.try_into().expect("four columns");
        Entry { id, section, mode }
    });
    entries.collect()
}

fn ids() -> BTreeSet<String> {
    ledger().into_iter().map(|entry| entry.id).collect()
}

/// The ids of a section of the ledger.
fn ids_of(entries: &[Entry], section: &str) -> BTreeSet<String> {
    let of_section = entries.iter().filter(|entry| entry.section == section);
    of_section.map(|entry| entry.id.clone()).collect()
}

/// The ids that the rows of a data file make.
fn row_ids(prefix: &str, file: &str, column: &str) -> BTreeSet<String> {
    let (columns, rows) = rule_ids::table(&data_folder(GAME).join(file));
    let place = columns
        .iter()
        .position(|name| name == column)
        .expect("the column of ids");
    rows.iter().map(|row| format!("{prefix}.{}", row[place])).collect()
}

/// Every `id` of the finales, behind the prefix; of clauses only those with a text.
fn finale_ids() -> BTreeSet<String> {
    let text = read(&data_folder(GAME).join(FINALES));
    let with_text = text.lines().filter(|line| !line.contains("text = \"\""));
    let ids = with_text.filter_map(|line| line.split_once("id = \"")?.1.split('"').next());
    ids.map(|id| format!("finale.{id}")).collect()
}

/// Whether an id is a house ruling's (`H12`), or a name and parts of letters, digits and low lines, joined by dots
/// (`act.peek.do`, `patrol.patrol_1_A1`, `win.A`).
fn is_well_formed(id: &str) -> bool {
    let fits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let mut parts = id.split('.');
    let name = parts.next().unwrap_or_default();
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let rest: Vec<&str> = parts.collect();
    is_ruling(id) || is_name && !rest.is_empty() && rest.into_iter().all(fits)
}

#[test]
fn ids_are_unique_and_well_formed() {
    let entries = ledger();
    assert_eq!(entries.len(), 623);
    let mut seen = BTreeSet::new();
    for entry in &entries {
        assert!(seen.insert(&entry.id), "{} twice", entry.id);
        assert!(is_well_formed(&entry.id), "`{}` is no id", entry.id);
        assert!(MODES.contains(&entry.mode.as_str()), "{}: `{}`", entry.id, entry.mode);
    }
    for bad in [
        "",
        "H",
        "H01",
        "H1a",
        "act",
        "act.",
        ".peek",
        "act..do",
        "Act.peek",
        "act.pe-ek",
    ] {
        assert!(!is_well_formed(bad), "`{bad}`");
    }
}

/// The rows of the data files are the ids of their section, and every table test is there.
#[test]
fn the_ledger_lists_every_row_of_the_data_files() {
    let entries = ledger();
    for (prefix, file, column) in ROWS {
        let rows = row_ids(prefix, file, column);
        let mut listed = ids_of(&entries, file);
        listed.extend(rows.iter().filter(|id| ALSO_RULES.contains(&id.as_str())).cloned());
        assert_eq!(listed, rows, "{file}");
    }
    assert!(ALSO_RULES.iter().all(|id| ids().contains(*id)));
    assert_eq!(ids_of(&entries, FINALES), finale_ids());
    for (file, test_file, function) in TABLES {
        assert_goes_through(file, test_file, function);
    }
}

/// A test file has a test that reads a data file.
#[track_caller]
fn assert_goes_through(file: &str, test_file: &str, function: &str) {
    let text = read(&tests_folder().join("casino_capers").join(test_file));
    let test = format!("#[test]\nfn {function}() {{");
    let body = text.split_once(&test).map(|(_, rest)| rest);
    let body = body.unwrap_or_else(|| panic!("{test_file} has no test {function}"));
    let body = body.split("\n}\n").next().unwrap_or_default();
    assert!(
        body.contains(&format!("table(\"{file}\")")),
        "{function} does not read {file}"
    );
}

/// The tests of the game but for this file, and its cases.
fn files() -> Vec<PathBuf> {
    let this = tests_folder().join("casino_capers/ledger.rs");
    let mut files = test_files(&tests_folder().join("casino_capers"), &[this]);
    files.extend(test_files(&tests_folder().join("cases/casino-capers"), &[]));
    files
}

/// What a file says of rules: of tests the comments, of cases everything.
fn sayings(path: &Path) -> String {
    let text = read(path);
    if path.extension().is_some_and(|extension| extension == "rs") {
        let comments = text.lines().filter_map(|line| Some(line.split_once("//")?.1));
        comments.collect::<Vec<_>>().join("\n")
    } else {
        text
    }
}

/// Words that look like ids are ids: a known prefix and more, but for names of files.
#[test]
fn the_tests_name_no_id_that_is_not_in_the_ledger() {
    let ids = ids();
    let prefixes: BTreeSet<&str> = ids.iter().filter_map(|id| Some(id.split_once('.')?.0)).collect();
    let is_file = |word: &str| {
        ["rs", "toml", "csv"]
            .iter()
            .any(|ending| word.ends_with(&format!(".{ending}")))
    };
    let is_id = |word: &str| match word.split_once('.') {
        Some((prefix, _)) => prefixes.contains(prefix) && is_well_formed(word) && !is_file(word),
        None => is_ruling(word),
    };
    let mut named = BTreeSet::new();
    for path in files() {
        named.extend(words(&sayings(&path)).filter(|word| is_id(word)).map(str::to_owned));
    }
    let strange: Vec<&String> = named.difference(&ids).collect();
    assert!(strange.is_empty(), "{strange:?}");
    assert!(named.len() > 400, "{} ids", named.len());
}
