//! Gear cards by the rows of gear.csv. What each front does is in `cases/casino-capers/gear_*.toml`, when it may be
//! used in `windows`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use heist_engine::Overrides;
use heist_engine::casino_capers::{CasinoCapers, Position};
use heist_engine::game::Game;
use serde_json::{Value, json};

use super::support::{hyphens, legal, play, square_names, state, table, written};
use crate::common::figures::assert_figures;

/// The nine characters of the base game.
const CHARACTERS: [&str; 9] = [
    "acrobat", "hacker", "hawk", "juicer", "peterman", "raven", "rigger", "rook", "spotter",
];

/// A character on 1:B2 with this gear and one action, somebody else upstairs with 3 heat, and a third outside.
fn position(character: &str, gear: &Value) -> Value {
    let others: Vec<&str> = CHARACTERS.into_iter().filter(|&other| other != character).collect();
    json!({
        "players": [
            {"character": character, "at": "1:B2", "heat": 1, "gear": gear},
            {"character": others[0], "at": "2:D1", "heat": 3, "gear": {}},
            {"character": others[1], "heat": 0, "gear": {}}
        ],
        "entrances": ["1:A1", "1:D1"],
        "tiles": {"1:B2": "magic-show-3", "2:D1": "magic-show-4"},
        "bouncers": [{"at": "1:D4", "marker": "1:A3"}, {"at": "2:A4", "marker": "2:D3"}],
        "decks": [{"discards": ["1:D4", "1:A3"]}, {"discards": ["2:A4", "2:D3"]}],
        "actions": 1,
        "windows": "off"
    })
}

/// The uses of a back, by the rules: take-heat from who has heat, give-action to another player in the casino,
/// make-commotion on the holder's floor but for the bouncer's tile (back.take_heat, back.give_action,
/// back.make_commotion, ruling R19).
fn uses_of_back(back: &str, card: &str) -> BTreeSet<String> {
    match back {
        "take_heat" => BTreeSet::from([format!("take-heat {card} 2")]),
        "give_action" => BTreeSet::from([format!("give-action {card} 2")]),
        "make_commotion" => {
            let free = square_names().into_iter().filter(|square| square != "D4");
            free.map(|square| format!("make-commotion {card} 1:{square}")).collect()
        }
        other => panic!("`{other}` is no back"),
    }
}

/// The effect of a back on the state after it: heat of both players, the second one's extra actions, the bouncer's
/// marker after a commotion on 1:A1.
fn effect(state: &CasinoCapers) -> (u8, u8, u8, String) {
    let marker = state.marker(0).expect("nobody hunts");
    (state.heat(0), state.heat(1), state.bonus_actions(1), marker.to_string())
}

/// Every row of gear.csv: gear.back, back.take_heat, back.give_action, back.make_commotion: its back, lying in front of
/// its character, can be used in the ways of its kind and no others, for 1 action, and is gone afterwards.
#[test]
fn every_gear_row_has_its_back() {
    let rows = table("gear.csv");
    assert_eq!(rows.len(), 36);
    for row in &rows {
        let (card, back) = (hyphens(&row["gear_id"]), row["back"].as_str());
        let mut state = state(&position(&row["character"], &json!({ &card: "back" })));
        let is_back = |action: &String| {
            ["take-heat", "give-action", "make-commotion"]
                .iter()
                .any(|word| action.starts_with(word))
        };
        let found: BTreeSet<String> = legal(&state).into_iter().filter(is_back).collect();
        assert_eq!(found, uses_of_back(back, &card), "{card}");
        assert_figures(&state, &[("gear left", 1)]);
        let named = found
            .iter()
            .find(|action| !action.starts_with("make") || action.ends_with("1:A1"));
        play(&mut state, &[named.expect("a use")]);
        let expected = match back {
            "take_heat" => (2, 2, 0, "1:A3"),
            "give_action" => (1, 3, 1, "1:A3"),
            _ => (1, 3, 0, "1:A1"),
        };
        let (own, other, bonus, marker) = effect(&state);
        assert_eq!((own, other, bonus, marker.as_str()), expected, "{card}");
        assert_eq!((state.actions_left(), state.gear(0).count()), (0, 0), "{card}");
        assert_figures(&state, &[("gear left", 0)]);
    }
}

/// Whether a position is one of the game.
fn is_legal(position: &Value) -> bool {
    let read: Position = serde_json::from_value(position.clone()).expect("the shape of a position");
    CasinoCapers::from_position(read, Overrides::None).is_ok()
}

/// Every row of gear.csv; gear.front: a prepped card may have been used once less than it flips after, and not oftener.
#[test]
fn every_gear_row_has_its_uses() {
    for row in table("gear.csv") {
        let (card, uses) = (hyphens(&row["gear_id"]), row["uses_before_flip"].parse::<u8>());
        let uses = uses.expect("a number");
        assert!((1..=4).contains(&uses), "{card}");
        let used = |times: u8| position(&row["character"], &json!({ &card: format!("prepped {times}") }));
        assert!(is_legal(&used(uses - 1)), "{card}");
        // The last use of the front, and the back.
        assert_figures(&state(&used(uses - 1)), &[("gear left", 2)]);
        assert!(!is_legal(&used(uses)), "{card}");
    }
}

/// Every row of gear.csv; act.prep.alt, H23: each of the nine has three base cards and one alternate, and of the
/// alternate and its base card the one that is prepped removes the other. The alternates are unlocked one by one.
#[test]
fn every_gear_row_is_a_base_card_or_an_alternate() {
    let rows = table("gear.csv");
    let mut unlocked = BTreeSet::new();
    let mut owned: BTreeMap<&str, Vec<&HashMap<String, String>>> = BTreeMap::new();
    for row in &rows {
        owned.entry(&row["character"]).or_default().push(row);
    }
    assert_eq!(owned.keys().copied().collect::<Vec<_>>(), CHARACTERS);
    for (character, cards) in owned {
        let slots: Vec<&str> = cards.iter().map(|row| row["slot"].as_str()).collect();
        assert_eq!(slots, ["base", "base", "base", "alt"], "{character}");
        let (alternate, base) = (&cards[3]["gear_id"], &cards[3]["alternate_of"]);
        assert!(cards[..3].iter().any(|row| row["gear_id"] == *base), "{alternate}");
        assert!(
            cards[..3].iter().all(|row| row["unlock_order"].is_empty()),
            "{character}"
        );
        unlocked.insert(cards[3]["unlock_order"].clone());
        let (alternate, base) = (hyphens(alternate), hyphens(base));
        for (prepped, gone) in [(&alternate, &base), (&base, &alternate)] {
            let all: serde_json::Map<String, Value> = cards
                .iter()
                .map(|row| (hyphens(&row["gear_id"]), json!("unprepped")))
                .collect();
            let mut state = state(&position(character, &Value::Object(all.clone())));
            play(&mut state, &[&format!("prep {prepped}")]);
            let mut expected = all;
            expected.remove(gone);
            expected[prepped] = json!("prepped");
            assert_eq!(
                written(&state)["players"][0]["gear"],
                Value::Object(expected),
                "{prepped}"
            );
        }
    }
    let orders = (1..=9).map(|order| order.to_string());
    assert_eq!(unlocked, orders.collect());
}

/// char.none: with the same cards all nine have the same to do, wherever somebody with an ability would have more: with
/// a wall beside the tile, corners, a tile two steps away, a Surveillance, a face-down tile underfoot, and a roll of
/// the Safe.
#[test]
fn characters_differ_in_gear_alone() {
    let placed = |at: &str, changes: &[(&str, Value)]| {
        let mut position = position("hawk", &json!({}));
        position["players"][0]["at"] = json!(at);
        position["actions"] = json!(4);
        for (field, value) in changes {
            position[*field] = value.clone();
        }
        position
    };
    let walled = ("walls", json!([["B1-B2", "A2-B2"], []]));
    let camera = json!({"1:C3": "surveillance-3", "1:B2": "surveillance-4", "2:D1": "magic-show-4"});
    let stages = [
        placed("1:B2", &[walled]),
        placed("1:B2", &[("tiles", camera), ("cubes", json!({"1:C3": 2}))]),
        placed("1:C3", &[]),
        placed("1:B2", &[("actions", json!(0))]),
    ];
    for stage in stages {
        let offered = CHARACTERS.map(|character| {
            let mut position = stage.clone();
            let others = CHARACTERS.into_iter().filter(|&other| other != character).take(2);
            position["players"][0]["character"] = json!(character);
            for (player, other) in others.enumerate() {
                position["players"][1 + player]["character"] = json!(other);
            }
            legal(&state(&position))
        });
        assert!(offered.iter().all(|list| *list == offered[0]), "{stage}: {offered:?}");
    }
    // Without the Peterman's second try no window opens for the roll.
    let safe = json!({"1:C4": "owners-office", "2:B2": "safe", "2:D1": "magic-show-4"});
    let mut roll = placed("2:B2", &[("tiles", safe), ("dice", json!({"safe": 2}))]);
    roll["players"][0]["character"] = json!("peterman");
    let mut state = state(&roll);
    play(&mut state, &["roll", "dice 25"]);
    assert_eq!(state.dice(), [1, 1, 3]);
}
