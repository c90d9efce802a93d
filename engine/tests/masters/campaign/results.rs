//! What results keep for a campaign.

use heist_engine::masters::components::Item::{Camouflage, Flashbang, LuckyPenny, Radio, SafecrackingTools};
use serde_json::{Value, json};

use super::packed;
use crate::common::figures::{assert_figures, figure};
use crate::masters::scenes::{Scene, escape};

/// The Tech Lab at the end: player 1 at 4,2, the others out on 5,7 and 2,8.
fn end(mut more: Value) -> Scene {
    if more["players"].is_null() {
        more["players"] = json!([{}]);
    }
    let mut scene = escape("tech-lab", &["4,2", "5,7", "2,8"], more);
    scene.play(&["finish"]);
    scene
}

/// MH9a: cash that was banked goes to the team, won or lost.
#[test]
fn mh9a_cash_goes_to_the_team() {
    let scene = end(json!({"cash": 3, "players": [{"loot": ["cash:5"]}, {"loot": ["cash:2"]}], "banked": ["cash:1"]}));
    assert_figures(&scene.state, &[("team cash", 6), ("cash banked", 3)]);
}

/// MH7.8f, `fixers:bookie`: the stake comes back with the same amount if the objective is met and nobody is Busted,
/// NPCs included.
#[test]
fn mh7_8f_the_bookie_pays() {
    let out = |banked: &[&str], first: &str| {
        let more = json!({"cash": 1, "stake": 4, "fixers": ["bookie"], "banked": banked});
        let mut scene = escape("tech-lab", &[first, "5,7", "2,8"], more);
        assert_eq!(figure(&scene.state, "team cash"), 1, "not before the end");
        scene.play(&["finish"]);
        figure(&scene.state, "team cash")
    };
    assert_eq!(out(&["documents"], "5,7"), 9);
    assert_eq!(out(&["documents"], "4,2"), 1, "somebody is Busted");
    assert_eq!(out(&[], "5,7"), 1, "the objective is not met");
    let guide = |at: &str| {
        let more = json!({
            "stake": 4, "fixers": ["bookie"], "banked": ["documents"], "npc": {"at": at, "status": "active"},
        });
        let mut scene = escape("server-farm", &["5,7", "5,7", "5,7"], more);
        scene.play(&["finish"]);
        assert_eq!(figure(&scene.state, "busted"), i32::from(at != "5,7"));
        figure(&scene.state, "team cash")
    };
    assert_eq!(guide("3,3"), 0, "a guide is Busted");
}

/// MH6.6k, H55: who was Busted, who escaped, and who was saved by Camouflage.
#[test]
fn mh6_6k_fates() {
    assert_figures(&end(json!({})).state, &[("fates", 1220)]);
    let saved = end(json!({"players": [{"loot": ["camouflage"]}]}));
    assert_figures(&saved.state, &[("fates", 220), ("items", packed(&[Camouflage]))]);
}

/// MH10.31, MH10.32, MH6.6k: items that are out are the team's, those of Busted holders and on the board are not.
#[test]
fn mh10_32_items_that_are_out() {
    let players = json!([{"loot": ["radio"]}, {"loot": ["flashbang"]}, {"loot": ["flashbang"]}]);
    let scene = end(json!({"players": players, "hexes": {"4,3": {"loot": ["lucky-penny"]}}}));
    assert_figures(&scene.state, &[("items", packed(&[Flashbang, Flashbang]))]);
    let during = escape("tech-lab", &["4,2", "5,7", "2,8"], json!({"players": players}));
    assert_figures(&during.state, &[("items", packed(&[Flashbang, Flashbang, Radio]))]);
}

/// H44: what a character starts with is none of the team's, whoever brings it out.
#[test]
fn h44_starting_items_are_not_the_teams() {
    let own = |second: Value| {
        let players = json!([{}, {"card": "safecracker", "loot": second}, {}]);
        figure(&end(json!({"players": players})).state, "items")
    };
    assert_eq!(own(json!(["safecracking-tools"])), 0);
    assert_eq!(
        own(json!(["safecracking-tools", "safecracking-tools"])),
        packed(&[SafecrackingTools])
    );
}

/// items:master-plan-copy, MH7.6i: it is discarded after the heist; MH7.6j: Building Schematics that were not used are
/// kept.
#[test]
fn mh7_6i_the_master_plan_copy_is_discarded() {
    let players = json!([{}, {"loot": ["master-plan-copy", "lucky-penny"]}]);
    assert_figures(
        &end(json!({"players": players})).state,
        &[("items", packed(&[LuckyPenny]))],
    );
}

/// MH7.6k, R34: an item was found if it does not lie where it was found.
#[test]
fn r34_items_that_were_found() {
    let court = |more: Value| figure(&escape("courthouse", &["9,0", "0,1", "6,8"], more).state, "items found");
    let on_its_hex = json!({"hexes": {"8,4": {"loot": ["lucky-penny"]}}});
    assert_eq!(court(on_its_hex), 0, "it lies where it was");
    assert_eq!(
        court(json!({"hexes": {"8,4": {"loot": []}}, "players": [{"loot": ["lucky-penny"]}]})),
        1
    );
    assert_eq!(court(json!({"hexes": {"8,4": {"loot": []}}})), 1, "it was used or lost");
}

/// MH3.3e, MH9a: jewels of the team and those that were brought out; documents, USB keys and keycards.
#[test]
fn mh9a_jewels_and_other_loot_are_counted() {
    let scene = end(json!({"jewels": 2, "banked": ["documents"]}));
    assert_figures(&scene.state, &[("jewels", 2), ("other loot", 100)]);
    let mut scene = escape(
        "museum-of-antiquity",
        &["3,0", "8,0", "6,7"],
        json!({"jewels": 1, "banked": ["jewel", "jewel", "keycard"]}),
    );
    scene.play(&["finish"]);
    assert_figures(&scene.state, &[("jewels", 3), ("other loot", 1)]);
}

/// MH6.6m: on which hideout each character ends Part 1 of the Final Score, and the ideas that it has left.
#[test]
fn mh6_6m_hideouts_and_ideas() {
    let more = json!({
        "players": [{"loot": ["documents"], "ideas": 3}, {"ideas": 0}, {"ideas": 12}], "hexes": {"10,3": {"fixture-gone": true}},
    });
    let mut scene = escape("interior-ministry-south", &["7,0", "4,0", "5,3"], more);
    scene.play(&["finish"]);
    assert_figures(&scene.state, &[("fates", 3210), ("ideas left", 3_00_12_00)]);
}
