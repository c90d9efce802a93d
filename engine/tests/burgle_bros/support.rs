//! States to begin tests with, and the data files.

use std::collections::{BTreeSet, HashMap};

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{BurgleBros, Position, Scenario, Setup};
use heist_engine::random::{self, Generator};
use heist_engine::{Fill, Game, Overrides};
use serde_json::{Value, json};

use crate::common::rule_ids::{data_folder, read};
pub use heist_testkit::steps::{legal, play};

/// A game that begins.
pub fn new_game(setup: &Setup) -> BurgleBros {
    BurgleBros::new(setup).unwrap_or_else(|error| panic!("{error}"))
}

/// A position, in which a person may waive what is marked so.
pub fn state_with(position: &Value, overrides: Overrides) -> BurgleBros {
    let read: Position = serde_json::from_value(position.clone()).expect("the shape of a position");
    BurgleBros::from_position(read, overrides).unwrap_or_else(|error| panic!("{error} in {position}"))
}

/// A position without any doubt about it.
pub fn state(position: &Value) -> BurgleBros {
    state_with(position, Overrides::None)
}

/// A position that a person answers for, such as one with a player on a floor whose Guard is not in play.
pub fn waived(position: &Value) -> BurgleBros {
    state_with(position, Overrides::Waivable)
}

/// The state when a face-down tile is about to be turned up.
pub fn turning_up(state: &BurgleBros, at: Cell) -> BurgleBros {
    let mut position = serde_json::to_value(state.position()).expect("JSON");
    position["pending"] = json!(["act", {"reveal": at.to_string()}]);
    waived(&position)
}

/// A world of four players in which everything hidden is settled.
pub fn filled(scenario: Scenario, seed: u64) -> BurgleBros {
    let mut world = new_game(&Setup::new(scenario, 4, seed));
    world.determinize(Fill::All, &mut random::stream(seed, "world", 0));
    world
}

/// The legal actions in notation.
pub fn legal_names(state: &BurgleBros) -> Vec<String> {
    legal(state).iter().map(ToString::to_string).collect()
}

/// Dice of a test's own.
pub fn generator(name: &str) -> Generator {
    random::stream(2015, name, 0)
}

/// A data file of the game.
pub fn data(name: &str) -> String {
    read(&data_folder("burgle-bros").join(name))
}

/// The tables of scenarios.toml.
pub fn scenario_tables() -> toml::Table {
    data("scenarios.toml").parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The rows of a data file by the names of their columns; each has an id of its own.
pub fn table(name: &str) -> Vec<HashMap<String, String>> {
    let rows: Result<Vec<HashMap<String, String>>, csv::Error> =
        csv::Reader::from_reader(data(name).as_bytes()).deserialize().collect();
    let rows = rows.unwrap_or_else(|error| panic!("{name}: {error}"));
    let ids: BTreeSet<&String> = rows.iter().map(|row| &row["rule_id"]).collect();
    assert!(
        !rows.is_empty() && ids.len() == rows.len(),
        "every row of {name} has an id of its own"
    );
    rows
}

/// A position with a value at a JSON Pointer; a last key that is missing is created.
pub fn changed(mut position: Value, pointer: &str, value: Value) -> Value {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let place = position.pointer_mut(parent);
    match place.unwrap_or_else(|| panic!("nothing at {parent}")) {
        Value::Array(list) => list[key.parse::<usize>().expect("an index")] = value,
        object => object[key] = value,
    }
    position
}

/// An edit of a position: a JSON Pointer and the value there.
pub type Change<'a> = (&'a str, Value);

/// Two players far from all three Guards, the first on A1 of floor 1, with changes by JSON Pointer; what is missing is
/// created.
pub fn position(changes: &[Change<'_>]) -> BurgleBros {
    let mut written = json!({
        "players": [
            {"character": "juicer-advanced", "at": "1:A1", "stealth": 5},
            {"character": "peterman-basic", "at": "1:D1", "stealth": 5}
        ],
        "entrance": "1:A1",
        "turn": {"number": 3},
        "floors": [
            {"tiles": {"A1": "computer-laser-5", "D1": "secret-door-2"}, "guard": {"at": "D4", "die": "C1"}, "discard": ["D4", "C1"]},
            {"tiles": {}, "guard": {"at": "D4", "die": "C1"}, "discard": ["D4", "C1"]},
            {"tiles": {}, "guard": {"at": "D4", "die": "A4"}, "discard": ["D4", "A4"]}
        ]
    });
    for (pointer, value) in changes {
        written = changed(written, pointer, value.clone());
    }
    state(&written)
}
