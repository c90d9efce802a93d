//! Tiles: what every row of tiles.csv says of one of them, its number, where it may lie, and when it acts.

use std::collections::HashMap;

use heist_engine::casino_capers::CasinoCapers;
use heist_engine::{Game, Node};
use serde_json::{Value, json};

use super::support::{Distribution, assert_same, face, hyphens, legal, outcomes, play, state, table, written};

type Row = HashMap<String, String>;

/// The floor that a tile is put on here: the Safe's, or the lower one.
fn floor(row: &Row) -> usize {
    if row["placement"] == "floor_2" { 2 } else { 1 }
}

/// A position with the tile on C2. The first player is on its floor, the other one on the other; they stand on tiles
/// that do nothing to them. Bouncers are far off.
fn position(row: &Row, at: &str) -> Value {
    let [stand, other] = match row["kind"].as_str() {
        "magic_show" => ["pool-1", "pool-2"],
        _ => ["magic-show-3", "magic-show-4"],
    };
    let (floor, above) = (floor(row), 3 - floor(row));
    let mut tiles = json!({});
    if at != "C2" {
        tiles[format!("{floor}:{at}")] = json!(stand);
    }
    tiles[format!("{above}:A4")] = json!(other);
    tiles[format!("{floor}:C2")] = json!(face(row));
    json!({
        "players": [
            {"character": "hawk", "at": format!("{floor}:{at}"), "gear": {}},
            {"character": "rook", "at": format!("{above}:A4"), "gear": {}},
        ],
        "entrances": ["1:A1", "1:D1"],
        "tiles": tiles,
        "bouncers": [{"at": "1:D4", "marker": "1:A3"}, {"at": "2:D4", "marker": "2:A3"}],
    })
}

/// What entering, ending a turn or a bouncer may change: heat, cubes and bouncers.
fn traces(state: &CasinoCapers) -> (Vec<u8>, Value, Value) {
    let position = written(state);
    let heats = (0..2).map(|player| state.heat(player)).collect();
    (heats, position["cubes"].clone(), position["bouncers"].clone())
}

/// The census of section 2: five each of 1 to 4, six 5s, four 6s.
#[test]
fn numbers_are_those_of_the_census() {
    let mut counts = [0; 7];
    for row in table("tiles.csv") {
        counts[row["number"].parse::<usize>().unwrap_or(0)] += 1;
    }
    assert_eq!(counts, [2, 5, 5, 5, 5, 6, 4]);
}

/// set.tiles: the first tile that is turned up downstairs is any row of the table but the Safe; of the Monorails and of
/// the Escalators one lies there.
#[test]
fn every_tile_row_may_be_turned_up() {
    let rows = table("tiles.csv");
    assert_eq!(rows.len(), 32);
    let mut expected = Distribution::new();
    for row in &rows {
        assert!(row["tile_id"].starts_with(&row["kind"]), "{row:?}");
        let probability = match row["placement"].as_str() {
            "pool_of_26" => 13.0 / 16.0 / 26.0,
            "one_per_floor" => 1.0 / 2.0 / 16.0,
            "floor_1" => 1.0 / 16.0,
            "floor_2" => continue,
            other => panic!("{other}"),
        };
        *expected.entry(format!("tile {}", face(row))).or_default() += probability;
    }
    let mut opening = state(&json!({
        "players": [{"character": "hawk"}, {"character": "rook"}],
        "entrances": ["1:A1", "1:D1"],
        "bouncers": [{"at": "1:D4", "marker": "1:A3"}, {"at": "2:A4", "marker": "2:D3"}],
    }));
    play(&mut opening, &["enter 1:A1"]);
    assert_same(&outcomes(&opening), &expected);
}

/// set.tiles: a tile that lies open is nowhere else; of two that each floor has one of, the other one is upstairs.
#[test]
fn every_tile_row_lies_in_one_place() {
    for row in &table("tiles.csv") {
        let same_face = table("tiles.csv")
            .iter()
            .filter(|other| face(other) == face(row))
            .count();
        for at in ["1:C3", "2:C3"] {
            let mut peek = state(&position(row, "B2"));
            let mut seen = written(&peek);
            seen["players"][0]["at"] = json!(at.replace("C3", "B3"));
            seen["tiles"][at.replace("C3", "B3")] = json!("buffet-5");
            if face(row) == "buffet-5" {
                seen["tiles"][at.replace("C3", "B3")] = json!("cashier-cages-5");
            }
            peek = state(&seen);
            play(&mut peek, &[&format!("peek {at}")]);
            let found = outcomes(&peek);
            assert_eq!(
                found.contains_key(&format!("tile {}", face(row))),
                same_face == 2,
                "{row:?} on {at}"
            );
            if row["placement"] == "one_per_floor" {
                let kind = format!("tile {}-", hyphens(&row["kind"]));
                let others = found.keys().filter(|name| name.starts_with(&kind)).count();
                assert_eq!(others, usize::from(at.starts_with('2')), "{row:?} on {at}");
            }
        }
    }
}

/// The column `trigger` for players who come and go: When You Enter, leaving, the end of a turn, and peeks.
#[test]
fn every_tile_row_acts_when_it_says() {
    for row in &table("tiles.csv") {
        let triggers: Vec<&str> = row["trigger"].split('+').collect();
        let tile = format!("{}:C2", floor(row));

        let before = state(&position(row, "B2"));
        let mut entered = before;
        play(&mut entered, &[&format!("move {tile}")]);
        let acts = entered.node() == Node::Chance || traces(&entered) != traces(&before);
        assert_eq!(acts, triggers.contains(&"wye"), "{row:?}: entering");

        let mut with_cubes = position(row, "C2");
        if ["buffet", "cashier_cages", "surveillance"].contains(&row["kind"].as_str()) {
            with_cubes["cubes"] = json!({ tile.clone(): 2 });
        }
        let on_it = state(&with_cubes);
        let mut left = on_it;
        play(&mut left, &[&format!("move {}:C3", floor(row))]);
        let is_rolled = outcomes(&left).keys().all(|name| name.starts_with("dice "));
        assert_eq!(is_rolled, triggers.contains(&"leave"), "{row:?}: leaving");

        let may_peek = legal(&on_it).iter().any(|action| action.starts_with("peek "));
        assert_eq!(!may_peek, triggers.contains(&"passive"), "{row:?}: peeking");

        let mut ended = on_it;
        play(&mut ended, &["end"]);
        let comes = ended
            .marker(floor(row) - 1)
            .is_some_and(|marker| marker.to_string() == tile);
        assert_eq!(comes, triggers.contains(&"turn_end"), "{row:?}: ending a turn");
    }
}

/// The columns `banner` and `trigger` for bouncers: a brown banner reacts to one who walks over it.
#[test]
fn every_tile_row_has_its_banner() {
    for row in &table("tiles.csv") {
        let floor = floor(row);
        let mut position = position(row, "C1");
        position["bouncers"][floor - 1] = json!({"at": format!("{floor}:D2"), "marker": format!("{floor}:A1")});
        let before = state(&position);
        let mut after = before;
        play(&mut after, &["end"]);
        assert_eq!(
            after.bouncer(floor - 1).map(|at| at.to_string()),
            Some(format!("{floor}:A2")),
            "{row:?}"
        );
        let ((heats, cubes, _), (heats_before, cubes_before, _)) = (traces(&after), traces(&before));
        let reacts = heats != heats_before || cubes != cubes_before;
        assert_eq!(reacts, row["banner"] == "brown", "{row:?}");
        assert_eq!(reacts, row["trigger"].contains("bouncer_enters"), "{row:?}");
    }
}

/// The column `trigger` for while-here actions: the tile offers its own action, and no other tile offers any.
#[test]
fn every_tile_row_offers_its_action() {
    for row in &table("tiles.csv") {
        let kind = row["kind"].as_str();
        let tile = format!("{}:C2", floor(row));
        let mut position = position(row, "C2");
        position["walls"] = json!([["C2-D2"], ["C2-D2"]]);
        if kind != "safe" {
            position["tiles"]["2:B3"] = json!("safe");
        }
        if kind != "owners_office" {
            position["tiles"]["1:B3"] = json!("owners-office");
        }
        position["dice"] = json!({"office": 1, "safe": 1});
        match face(row).as_str() {
            "monorail-1" => position["tiles"]["2:A1"] = json!("monorail-2"),
            "monorail-2" => position["tiles"]["2:A1"] = json!("monorail-1"),
            _ if kind == "surveillance" => position["cubes"] = json!({ tile: 1 }),
            _ => {}
        }
        let others = legal(&state(&position));
        let own: Vec<&str> = others
            .iter()
            .map(|action| action.split(' ').next().unwrap_or_default())
            .filter(|word| !["move", "peek", "end"].contains(word))
            .collect();
        let expected: &[&str] = match kind {
            "magic_show" => &["magic-show"],
            "revolving_door" => &["revolving-door"; 4],
            "surveillance" => &["clear"],
            "monorail" => &["monorail"],
            "escalator" => &["escalator"],
            "owners_office" => &["send-die"],
            "safe" => &["roll"],
            _ => &[],
        };
        assert_eq!(own, expected, "{row:?}");
        assert_eq!(!own.is_empty(), row["trigger"].contains("while_here"), "{row:?}");
    }
}
