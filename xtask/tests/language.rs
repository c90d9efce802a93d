//! The documents for users are written in plain idiomatic English: turns of phrase that were once frequent here, and
//! that readers stumble over, stay out.

use std::fs;
use std::path::{Path, PathBuf};

/// What is not written, with what is written instead. Lower case; matched at the boundaries of words.
const ODDITIES: &[(&str, &str)] = &[
    ("1 deals", "1 deal"),
    ("a line a", "one line per"),
    ("a row a", "one row per"),
    ("are told apart", "are distinguished"),
    ("bear on", "affect"),
    ("bears on", "affects"),
    ("but for what", "except for what"),
    ("by a fault", "to faults"),
    ("cannot be told", "cannot be distinguished"),
    ("decisions a second", "decisions per second"),
    ("for ever", "forever"),
    ("is no json", "is not JSON"),
    ("luck taken off", "luck-adjusted"),
    ("ms a decision", "ms per decision"),
    ("nought", "zero"),
    ("points less of", "percentage points lower"),
    ("seconds a decision", "seconds per decision"),
    ("simulations a decision", "simulations per decision"),
    ("simulations a second", "simulations per second"),
    ("so many tokens", "the number of tokens"),
    ("taken off", "removed, subtracted or adjusted for"),
    ("time a decision", "time per decision"),
    ("to be as sharp", "for an interval as narrow"),
    ("transitions a second", "transitions per second"),
    ("us a decision", "us/decision"),
    ("what all", "whether every"),
    ("whoever", "anybody who, or the noun that is meant"),
];

#[test]
fn documents_for_users_are_in_plain_english() {
    let found: Vec<String> = documents()
        .iter()
        .flat_map(|path| {
            let text = fs::read_to_string(path).expect("documents are readable");
            let name = path
                .strip_prefix(root())
                .expect("documents are in the workspace")
                .display()
                .to_string();
            oddities(&text)
                .into_iter()
                .map(move |(line, found)| format!("{name}:{line}: {found}"))
        })
        .collect();
    assert!(found.is_empty(), "write it in other words:\n{}", found.join("\n"));
}

#[test]
fn an_oddity_is_found_in_any_case_across_lines_and_only_as_whole_words() {
    let lines = |text: &str| oddities(text).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
    assert_eq!(lines("Fine.\nThe rate with Luck Taken\noff is unbiased."), [2, 2]);
    assert_eq!(lines("Whoever asks"), [1]);
    assert_eq!(lines("what allows it, 21 deals, the bus a decision led to"), [0; 0]);
}

/// The documents that are checked: those of the root, of `docs` and of `docs/games`. The rules have a language of their
/// own, and what programs print is theirs.
fn documents() -> Vec<PathBuf> {
    let root = root();
    let mut documents: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        .map(|name| root.join(name))
        .into();
    for folder in ["docs", "docs/games"] {
        let docs = fs::read_dir(root.join(folder)).expect("the documents are there");
        documents.extend(
            docs.map(|entry| entry.expect("the folder is readable").path())
                .filter(|path| path.extension().is_some_and(|end| end == "md")),
        );
    }
    assert!(documents.len() > 8, "{documents:?}");
    documents
}

/// The oddities in a text, each with the number of the line on which it begins, by line.
fn oddities(text: &str) -> Vec<(usize, String)> {
    // A line break counts as a blank, so that a phrase is found where it is wrapped.
    let lower = text.to_lowercase();
    let plain = lower.replace('\n', " ");
    let is_word = |one: Option<char>| one.is_some_and(char::is_alphanumeric);
    let mut found: Vec<(usize, String)> = ODDITIES
        .iter()
        .flat_map(|(oddity, instead)| plain.match_indices(oddity).map(move |(at, _)| (at, *oddity, *instead)))
        .filter(|(at, oddity, _)| {
            let before = plain[..*at].chars().next_back();
            let after = plain[at + oddity.len()..].chars().next();
            !is_word(before) && !is_word(after)
        })
        .map(|(at, oddity, instead)| {
            let line = lower[..at].matches('\n').count() + 1;
            (line, format!("`{oddity}`, better `{instead}`"))
        })
        .collect();
    found.sort();
    found
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
