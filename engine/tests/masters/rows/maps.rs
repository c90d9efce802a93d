//! Codes of tiles and scenarios, as heists begin with them.

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::board::hexes::{Hex, Side, members};
use heist_engine::masters::MastersOfTheHeist;
use heist_engine::masters::components::Fixer;
use heist_engine::masters::scenario::{Chit, GuideSpecial, Loot, Scenario};
use heist_engine::masters::tile::Tile;
use serde_json::Value;

use super::super::scenarios::written;
use super::{number, planned, rows, seen, text, words};
use crate::common::rule_ids::{data_folder, table};

fn tiles() -> Vec<Value> {
    rows(include_str!("tiles.json"))
}

fn scenarios() -> Vec<Value> {
    rows(include_str!("scenarios.json"))
}

/// The hexes of a row of scenarios.json with their codes.
fn coded(row: &Value) -> Vec<(String, String)> {
    let places = text(row, "hexes").split_whitespace();
    let place = |place: &str| place.split_once('=').map(|(at, code)| (at.to_owned(), code.to_owned()));
    places
        .map(|it| place(it).expect("places are written q,r=code"))
        .collect()
}

/// What lies on the hexes of a code, by the code.
fn contents() -> BTreeMap<String, String> {
    let hexes = tiles().into_iter().filter(|row| row.get("holds").is_some());
    hexes
        .map(|row| (text(&row, "code").to_owned(), text(&row, "holds").to_owned()))
        .collect()
}

fn place(tile: &str) -> Hex {
    tile.parse().expect("a place q,r")
}

/// The sides of a set as the author's maps list them, clockwise from NE, with blanks between.
fn sides(set: u8) -> String {
    let clockwise = ["ne", "e", "se", "sw", "w", "nw"].into_iter();
    let is_in = |name: &&str| {
        let side: Side = name.parse().expect("a side");
        set & side.bit() != 0
    };
    clockwise.filter(is_in).collect::<Vec<_>>().join(" ")
}

/// The tiles of a set of hexes.
fn places(scenario: &Scenario, hexes: u32) -> String {
    let tiles = members(hexes).map(|hex| scenario.hex_tile(hex).to_string());
    tiles.collect::<Vec<_>>().join(" ")
}

/// Each code stands for what tiles.json says, where a heist begins on a map that has it.
#[test]
fn codes_of_tiles_say_what_is_there() {
    let rows = tiles();
    let (columns, table) = table(&data_folder("masters-of-the-heist").join("tiles.csv"));
    assert_eq!(columns[..2], ["code", "kind"]);
    let listed: Vec<(&str, &str)> = table.iter().map(|row| (row[0].as_str(), row[1].as_str())).collect();
    let expected: Vec<(&str, &str)> = rows.iter().map(|row| (text(row, "code"), text(row, "kind"))).collect();
    assert_eq!(listed, expected);
    let maps: BTreeSet<String> = scenarios().iter().flat_map(coded).map(|(_, code)| code).collect();
    for row in &rows {
        let (code, at) = (text(row, "code"), text(row, "at"));
        let Some(scenario) = row.get("scenario").and_then(Value::as_str) else {
            assert!(!maps.contains(code), "{row}: a map has it");
            continue;
        };
        let state = planned(scenario);
        let plan = state.scenario().plan();
        match text(row, "kind") {
            "hex" => {
                // The item of an item hex is named by the scenario.
                let seen = seen(&state, at);
                let seen = if code == "I" { "item" } else { seen.as_str() };
                assert_eq!(seen, text(row, "holds"), "{row}");
            }
            "exit" => {
                let exits: Vec<(Tile, Side)> = state.exits().collect();
                let exit = exits.iter().find(|(tile, _)| tile.to_string() == at);
                let &(_, side) = exit.unwrap_or_else(|| panic!("{row}: no Exit"));
                assert_eq!(side.to_string(), text(row, "opens"), "{row}");
                assert_eq!(place(at).beside(side), place(text(row, "to")), "{row}");
                let printed = table.iter().find(|line| line[0] == code).expect("listed above");
                assert_eq!(printed[2].to_lowercase(), text(row, "opens"), "{row}");
            }
            "tunnel" => {
                let tunnels = &state.scenario().tunnels;
                let tunnel = tunnels.iter().find(|tunnel| tunnel.space == place(at));
                assert_eq!(
                    tunnel.map(|tunnel| sides(tunnel.sides)).as_deref(),
                    row["sides"].as_str()
                );
            }
            _ => {
                assert_eq!(plan.at(place(at)), None, "{row}");
                let is_in_row = |q: i8| plan.at(Hex { q, r: place(at).r }).is_some();
                assert!(
                    is_in_row(place(at).q - 1) && is_in_row(place(at).q + 2),
                    "{row}: hexes on both sides"
                );
            }
        }
    }
}

/// Each scenario begins as its row says, hex by hex.
#[test]
fn scenarios_begin_as_they_are_printed() {
    let contents = contents();
    let mut played = 0;
    for row in scenarios() {
        let name = text(&row, "name");
        if let Some(missing) = row.get("missing").and_then(Value::as_str) {
            let error = Scenario::find(name).expect_err("an incomplete scenario").to_string();
            assert_eq!(error, format!("`{name}` cannot be played: its sources have {missing}"));
            continue;
        }
        played += 1;
        let state = planned(name);
        let scenario = state.scenario();
        let hexes = coded(&row);
        assert_eq!(scenario.plan().count(), hexes.len(), "{name}");
        for (at, code) in hexes {
            let mut expected = contents[&code].clone();
            if code == "I" {
                expected = format!("{expected}, {}", text(&row, "item"));
            }
            assert_eq!(seen(&state, &at), expected, "{name} {at} {code}");
        }
        check_terms(scenario, &row);
        check_start(&state, &row);
        check_extras(scenario, &row);
    }
    assert_eq!(played, Scenario::all().len());
}

/// What the job is, what it brings, and its limits.
fn check_terms(scenario: &Scenario, row: &Value) {
    let name = &scenario.name;
    assert_eq!(scenario.job, text(row, "job"), "{name}");
    assert_eq!(scenario.difficulty, text(row, "difficulty"), "{name}");
    assert_eq!(scenario.unlocks.map_or("", Fixer::name), text(row, "unlocks"), "{name}");
    assert_eq!(usize::from(scenario.reward), number(row, "reward"), "{name}");
    let objective: Vec<String> = scenario.objective.iter().map(written).collect();
    assert_eq!(objective, words(row, "objective"), "{name}");
    let limits = [
        scenario.entrance_limit,
        scenario.exit_capacity,
        scenario.tunnel_entrances,
    ];
    let expected = ["entrance-limit", "exit-capacity", "tunnel-entrances"].map(|field| number(row, field));
    assert_eq!(limits.map(usize::from), expected, "{name}");
    let held = Loot::ALL
        .iter()
        .filter(|loot| scenario.held_by_guard & 1 << loot.index() != 0);
    let mut held: Vec<String> = held.map(|loot| loot.to_string()).collect();
    held.sort();
    assert_eq!(held, words(row, "held-by-guard"), "{name}");
}

/// Exits, tunnels, bag and deck.
fn check_start(state: &MastersOfTheHeist, row: &Value) {
    let scenario = state.scenario();
    let name = &scenario.name;
    let exits = state.exits().map(|(tile, side)| format!("{tile} {side}"));
    assert_eq!(exits.collect::<Vec<_>>(), words(row, "exits"), "{name}");
    // The January Server Farm names no spaces, a tunnel may come out anywhere.
    if row.get("tunnels").is_some() {
        let tunnels = scenario
            .tunnels
            .iter()
            .map(|tunnel| format!("{} {}", tunnel.space, sides(tunnel.sides)));
        assert_eq!(tunnels.collect::<Vec<_>>(), words(row, "tunnels"), "{name}");
    }
    for &chit in Chit::ALL {
        let expected = row["bag"][chit.to_string()].as_u64().unwrap_or(0);
        assert_eq!(u64::from(state.in_bag(chit)), expected, "{name} {chit}");
    }
    let deck: Vec<String> = state.deck_cards().iter().map(|card| card.to_string()).collect();
    assert_eq!(deck.join(" "), text(row, "deck"), "{name}");
}

/// NPC, safe, item, starts inside, story hexes, kennel.
fn check_extras(scenario: &Scenario, row: &Value) {
    let name = &scenario.name;
    let tile = |hex: u8| scenario.hex_tile(hex.into()).to_string();
    let npc = scenario.npc.map(|npc| {
        let at = npc.hex.map_or("entrance".to_owned(), tile);
        let special = npc.special.map_or("", |special| match special {
            GuideSpecial::FancyCardFlick => " fancy-card-flick",
            GuideSpecial::StudySchematics => " study-schematics",
            GuideSpecial::Pause => " pause",
        });
        format!("{} {at} {}{special}", npc.card, npc.ideas)
    });
    assert_eq!(npc.as_deref(), row["npc"].as_str(), "{name}");
    let safe = scenario.safe.as_ref().map(|safe| {
        let loot = safe.loot.iter().map(|(loot, count)| match loot {
            Loot::Cash => format!("cash:{count}"),
            loot => loot.to_string(),
        });
        let mut inside: Vec<String> = loot.chain(safe.items.iter().map(|item| item.to_string())).collect();
        inside.sort();
        format!("{} {}: {}", tile(safe.hex), safe.cracks, inside.join(" "))
    });
    assert_eq!(safe.as_deref(), row["safe"].as_str(), "{name}");
    assert_eq!(
        scenario.item.map_or("", |(_, item)| item.name()),
        text(row, "item"),
        "{name}"
    );
    assert_eq!(places(scenario, scenario.inside_starts), text(row, "inside"), "{name}");
    assert_eq!(places(scenario, scenario.story_hexes), text(row, "story"), "{name}");
    assert_eq!(scenario.kennel.map(tile).as_deref(), row["kennel"].as_str(), "{name}");
}
