//! Chips: their counts, and what every row of chips.csv says of one that is entered or peeked.

use heist_engine::casino_capers::CasinoCapers;
use serde_json::{Value, json};

use super::support::{Distribution, assert_same, hyphens, outcomes, play, state, table, written};

/// A position with so many players, the first of them west of a face-down chip on C2 of floor 1.
fn before_a_chip(players: usize) -> Value {
    let characters = ["hawk", "rook", "spotter", "raven"];
    let at = ["1:B2", "2:D1", "2:D2", "2:D3"];
    let players: Vec<Value> = (0..players)
        .map(|player| json!({"character": characters[player], "at": at[player], "gear": {}}))
        .collect();
    json!({
        "players": players,
        "entrances": ["1:A1", "1:D1"],
        "tiles": {"1:B2": "pool-1", "2:D1": "pool-2", "2:D2": "lounge-3", "2:D3": "lounge-4"},
        "chips": {"1:C2": "?"},
        "bouncers": [{"at": "1:D4", "marker": "1:A3"}, {"at": "2:A4", "marker": "2:C3"}],
    })
}

/// set.chips: what a face-down chip may be. With two players one Saleswoman is back in the box.
fn expected_chips(players: usize) -> Distribution {
    let mut counts = Distribution::new();
    for row in table("chips.csv") {
        *counts.entry(format!("chip {}", hyphens(&row["kind"]))).or_default() += 1.0;
    }
    if players == 2 {
        *counts.get_mut("chip saleswoman").expect("a Saleswoman") -= 1.0;
    }
    let all: f64 = counts.values().sum();
    counts.values_mut().for_each(|count| *count /= all);
    counts
}

#[test]
fn a_chip_is_any_row_of_the_table() {
    for players in 2..=4 {
        let mut state = state(&before_a_chip(players));
        play(&mut state, &["peek 1:C2"]);
        assert_same(&outcomes(&state), &expected_chips(players));
    }
}

/// The position after a chip of this kind was turned up and the tile under it, if that happens at all.
fn after(step: &str, kind: &str) -> CasinoCapers {
    let mut state = state(&before_a_chip(3));
    play(&mut state, &[step, &format!("chip {}", hyphens(kind))]);
    // A tile that does nothing: that of the chip, or the one slid to.
    play(&mut state, &["tile magic-show-3"]);
    state
}

/// What a chip did that a column of the table speaks of.
fn effects(state: &CasinoCapers, kind: &str) -> Vec<&'static str> {
    let position = written(state);
    let is_up = position["chips"]["1:C2"] == json!(hyphens(kind));
    let is_gone = position["discarded-chips"] == json!([hyphens(kind)]);
    assert_ne!(is_up, is_gone, "{position}");
    let mut effects = vec![if is_up { "stays_face_up" } else { "discard" }];
    if position["tiles"]["1:C2"].is_null() {
        effects.push("tile_under_not_revealed");
    }
    if position["bouncers"][0]["at"] == json!("1:C2") {
        effects.push("floor_bouncer_jumps_here");
    }
    let moves = super::support::legal(state)
        .into_iter()
        .filter(|action| action.starts_with("move "));
    if moves.count() == 0 {
        effects.push("stuck_no_move_action");
    }
    effects
}

/// The parts of a cell of the table that `effects` can see.
fn expected_effects(cell: &str) -> Vec<&str> {
    let seen = [
        "stays_face_up",
        "discard",
        "tile_under_not_revealed",
        "floor_bouncer_jumps_here",
        "stuck_no_move_action",
    ];
    seen.into_iter()
        .filter(|part| cell.split(';').any(|it| it == *part))
        .collect()
}

fn sorted(mut list: Vec<&str>) -> Vec<&str> {
    list.sort_unstable();
    list
}

/// Rules 5.4: red and yellow chips go when they are peeked, blue ones stay; of those entered the Saleswoman stays too.
#[test]
fn every_chip_row_does_what_it_says() {
    let rows = table("chips.csv");
    assert_eq!(rows.len(), 17);
    for row in &rows {
        let (kind, id) = (row["kind"].as_str(), &row["chip_id"]);
        assert!(id.starts_with(&format!("{kind}_")), "{id}");
        let entered = after("move 1:C2", kind);
        assert_eq!(
            sorted(effects(&entered, kind)),
            sorted(expected_effects(&row["when_entered"])),
            "{id} entered"
        );
        let peeked = after("peek 1:C2", kind);
        assert_eq!(
            sorted(effects(&peeked, kind)),
            sorted(expected_effects(&row["when_peeked"])),
            "{id} peeked"
        );

        let (mover, peeker) = (written(&entered), written(&peeked));
        let slides = row["when_entered"].contains("slide_or_fall");
        assert_eq!(mover["players"][0]["at"], if slides { "1:D2" } else { "1:C2" }, "{id}");
        let jumps = row["when_peeked"].contains("peeker_jumps_here");
        assert_eq!(peeker["players"][0]["at"], if jumps { "1:C2" } else { "1:B2" }, "{id}");
        let stays = row["when_peeked"].contains("stays_face_up");
        assert_eq!(
            row["colour"] == "blue",
            stays,
            "{id}: blue chips alone stay when they are peeked"
        );
    }
}

/// chip.mole.entered, chip.crowd.entered: what the blue rows offer later, in their own words.
#[test]
fn blue_chip_rows_are_of_use_later() {
    for row in table("chips.csv").iter().filter(|row| row["colour"] == "blue") {
        let mut state = after("move 1:C2", &row["kind"]);
        let gives_a_die = row["when_entered"].contains("2_actions_discard_for_safe_die");
        assert_eq!(
            super::support::legal(&state).contains(&"mole".to_owned()),
            gives_a_die,
            "{row:?}"
        );
        if row["when_entered"].contains("cancels_bouncer_entry_heat_once") {
            let mut position = written(&state);
            position["bouncers"][0] = json!({"at": "1:D2", "marker": "1:A1"});
            state = super::support::state(&position);
            play(&mut state, &["end"]);
            let position = written(&state);
            assert_eq!(position["players"][0]["heat"], Value::Null, "{position}");
            assert_eq!(position["discarded-chips"], json!(["crowd"]));
        }
    }
}
