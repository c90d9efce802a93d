//! Rows of the data files, one by one: what each says in play, as the author's data have it. The expected facts stand
//! in the JSON files beside this one, a row on each line with its rule id.

mod cards;
mod components;
mod maps;

use heist_engine::game::Game;
use heist_engine::masters::scenario::Fixture;
use heist_engine::masters::{MastersOfTheHeist, Setup};
use serde_json::Value;

use super::boards::on;

/// The rows of a JSON file. Each names at least one rule.
fn rows(text: &str) -> Vec<Value> {
    let rows: Vec<Value> = serde_json::from_str(text).expect("a list of rows");
    for row in &rows {
        assert!(!words(row, "rules").is_empty(), "{row}");
    }
    rows
}

/// A text of a row; empty if it has none.
fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_default()
}

/// A number of a row.
#[track_caller]
fn number(row: &Value, field: &str) -> usize {
    let number = row[field]
        .as_u64()
        .unwrap_or_else(|| panic!("{row} has a number `{field}`"));
    usize::try_from(number).expect("a small number")
}

/// A list of texts of a row; empty if it has none.
fn words(row: &Value, field: &str) -> Vec<String> {
    let list = row[field].as_array().map_or(&[][..], Vec::as_slice);
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    list.iter().map(word).collect()
}

/// A heist of a scenario, in planning.
fn planned(scenario: &str) -> MastersOfTheHeist {
    let setup = Setup::new(scenario, 3, 1).complete().expect("a playable setup");
    MastersOfTheHeist::new(&setup).expect("a playable setup")
}

/// What is on a hex: its fixture, its ring, its chits and loot.
fn seen(state: &MastersOfTheHeist, tile: &str) -> String {
    let scenario = state.scenario();
    let hex = scenario
        .hex_number(tile.parse().expect("a tile"))
        .expect("a hex of the scenario");
    let letter = |number: u8, letters: &str| letters.chars().nth(number.into()).expect("a letter");
    let fixture = match state.fixture_on(hex) {
        Fixture::None => String::new(),
        Fixture::Reinforcements => "reinforcements".to_owned(),
        Fixture::Watchtower => "watchtower".to_owned(),
        Fixture::Gate(gate) => format!("gate {}", letter(gate, "ABCD")),
        Fixture::Server(ring) => format!("server {}", letter(ring, "XY")),
        Fixture::KeycardDoor => "door".to_owned(),
        Fixture::Kennel => "kennel".to_owned(),
        Fixture::Safe => "safe".to_owned(),
        Fixture::Item => "item".to_owned(),
        Fixture::Story => "story".to_owned(),
        Fixture::Pawn => "pawn".to_owned(),
    };
    let ring = state.ring(hex).map(|ring| format!("ring {}", letter(ring, "XY")));
    let parts = [fixture, ring.unwrap_or_default(), on(state, tile)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}
