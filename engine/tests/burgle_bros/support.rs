//! A quiet start position, and steps in notation.

use heist_engine::burgle_bros::{BurgleBros, Position};
use heist_engine::{Game, Overrides};
use serde_json::{Value, json};

pub use crate::common::steps::{legal, play};

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
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        let parent = written
            .pointer_mut(parent)
            .unwrap_or_else(|| panic!("nothing at {parent}"));
        match parent {
            Value::Array(list) => list[key.parse::<usize>().expect("an index")] = value.clone(),
            parent => parent[key] = value.clone(),
        }
    }
    let position: Position = serde_json::from_value(written).expect("it has the shape of a position");
    BurgleBros::from_position(position, Overrides::None).unwrap_or_else(|error| panic!("{error}"))
}
