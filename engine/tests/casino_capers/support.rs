//! States to begin tests with, the data files, and distributions by name.

use std::collections::{BTreeMap, HashMap};

use heist_engine::casino_capers::{CasinoCapers, Position, Setup};
use heist_engine::{Game, Node, Overrides};
use serde_json::Value;

use crate::common::rule_ids::{data_folder, read};
pub use heist_testkit::steps::play;

/// Probabilities of outcomes in notation.
pub type Distribution = BTreeMap<String, f64>;

/// A game that begins.
pub fn new_game(setup: &Value) -> CasinoCapers {
    let setup: Setup = serde_json::from_value(setup.clone()).unwrap_or_else(|error| panic!("{error} in {setup}"));
    CasinoCapers::new(&setup).unwrap_or_else(|error| panic!("{error}"))
}

/// A position without any doubt about it.
pub fn state(position: &Value) -> CasinoCapers {
    let read: Position = serde_json::from_value(position.clone()).expect("the shape of a position");
    CasinoCapers::from_position(read, Overrides::None).unwrap_or_else(|error| panic!("{error} in {position}"))
}

/// A state as a position.
pub fn written(state: &CasinoCapers) -> Value {
    serde_json::to_value(state).expect("a state is always JSON")
}

/// The legal actions in notation; none where chance decides.
pub fn legal(state: &CasinoCapers) -> Vec<String> {
    match state.node() {
        Node::Decision(_) => heist_testkit::steps::legal(state)
            .iter()
            .map(ToString::to_string)
            .collect(),
        _ => Vec::new(),
    }
}

/// The outcomes of a chance node in notation.
pub fn outcomes(state: &CasinoCapers) -> Distribution {
    let mut list = Vec::new();
    state.outcomes(&mut list);
    list.iter()
        .map(|(outcome, probability)| (outcome.to_string(), *probability))
        .collect()
}

/// Two distributions are the same.
#[track_caller]
pub fn assert_same(found: &Distribution, expected: &Distribution) {
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, probability) in found {
        let expected = expected[name];
        assert!(
            (probability - expected).abs() < 1e-9,
            "{name}: {probability}, expected {expected}"
        );
    }
}

/// The rows of a data file by the names of their columns.
pub fn table(name: &str) -> Vec<HashMap<String, String>> {
    let text = read(&data_folder("casino-capers").join(name));
    let rows: Result<Vec<HashMap<String, String>>, csv::Error> =
        csv::Reader::from_reader(text.as_bytes()).deserialize().collect();
    let rows = rows.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(!rows.is_empty(), "{name} has rows");
    rows
}

/// An id of the data files as notation has it.
pub fn hyphens(id: &str) -> String {
    id.replace('_', "-")
}

/// A row of tiles.csv as notation has it: its kind and its number, if it has one.
pub fn face(row: &HashMap<String, String>) -> String {
    let kind = hyphens(&row["kind"]);
    match row["number"].as_str() {
        "" => kind,
        number => format!("{kind}-{number}"),
    }
}

/// The names of the squares of a floor, row by row.
pub fn square_names() -> Vec<String> {
    (1..=4)
        .flat_map(|row| "ABCD".chars().map(move |column| format!("{column}{row}")))
        .collect()
}
