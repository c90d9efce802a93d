//! Late positions, close to what other games hardly reach.

use heist_engine::board::hexes::members;
use heist_engine::masters::MastersOfTheHeist;
use heist_engine::masters::scenario::Scenario;
use serde_json::{Value, json};

use crate::masters::scenes::{Scene, deck, escape, merge, scene, uncommitted};

/// A heist in which everybody has committed and the round may end.
fn at_the_end(scenario: &str, places: &[&str], more: Value) -> MastersOfTheHeist {
    let mut whole = scene(scenario, places, json!({}));
    merge(&mut whole, more);
    Scene::of(whole).state
}

/// MH9a, MH7.10c: the Escape part with the objective within reach, in scenarios that games hardly win.
fn before_a_win() -> Vec<MastersOfTheHeist> {
    let mut all = Vec::new();
    let free = json!({"npc": {"at": "9,0", "status": "active", "ideas": 1}});
    all.push(escape("parking-garage", &["4,0", "4,0", "9,0"], free).state);
    for name in ["interior-ministry-south", "interior-ministry-south@2021-01"] {
        let scenario = Scenario::find(name).expect("a scenario");
        let hideouts: Vec<String> = members(scenario.story_hexes).map(|hex| tile(scenario, hex)).collect();
        let [west, east] = hideouts.as_slice() else {
            panic!("two hideouts")
        };
        let safe = scenario
            .safe
            .as_ref()
            .map(|safe| tile(scenario, safe.hex.into()))
            .expect("a safe");
        let mut more = json!({"players": [{"loot": ["documents"]}], "hexes": {}, "banked": ["cash:5"]});
        more["hexes"][&safe] = json!({"fixture-gone": true});
        all.push(escape(name, &[west, west, west, east], more).state);
    }
    let exit = |scenario: &str| {
        let scenario = Scenario::find(scenario).expect("a scenario");
        scenario.exits[0].space.to_string()
    };
    let door = exit("the-vault");
    let more = json!({"players": [{"loot": ["documents"]}], "hexes": {"8,1": {"fixture-gone": true}}});
    all.push(escape("the-vault", &[door.as_str(); 3], more).state);
    let door = exit("hotel-basement");
    let more = json!({"npc": {"at": &door, "status": "active", "ideas": 1}});
    all.push(escape("hotel-basement", &[door.as_str(); 3], more).state);
    all
}

fn tile(scenario: &Scenario, hex: usize) -> String {
    scenario.hex_tile(hex).to_string()
}

/// MH5.5a: everybody is on the safe, which lacks one crack; one has the tools, another the torch.
fn before_the_crack() -> Vec<MastersOfTheHeist> {
    let before = |scenario: &Scenario| {
        let safe = scenario.safe.as_ref()?;
        let at = tile(scenario, safe.hex.into());
        let tools = json!([{"loot": ["safecracking-tools"]}, {"loot": ["plasma-torch"]}]);
        let mut more = json!({"players": tools, "cracks": safe.cracks - 1, "shop": []});
        if scenario.starts_on_hideouts() || scenario.npc.is_some_and(|npc| npc.hex.is_none()) {
            more["npc"] = json!({"at": at, "die": 1});
        }
        Some(uncommitted(&scenario.name, &[at.as_str(); 3], more).state)
    };
    Scenario::all().iter().filter_map(before).collect()
}

/// Section 7.9, 7.10: what NPCs do in their scenarios.
fn of_npcs() -> Vec<MastersOfTheHeist> {
    let mut all = Vec::new();
    for panic in [false, true] {
        let npc = json!({"at": "4,2", "die": 1, "loot": ["keycard"]});
        let more = json!({"npc": npc, "panic": panic, "hexes": {"2,2": {"guards": 1}}});
        all.push(uncommitted("museum-of-antiquity", &["3,0", "8,0", "6,7"], more).state);
        let more = json!({"npc": {"at": "0,7", "die": 1, "loot": ["documents"]}, "panic": panic});
        all.push(uncommitted("the-lair", &["5,7", "5,7", "5,7"], more).state);
        for die in [1, 6] {
            let npc = json!({"at": "6,3", "status": "active", "die": die, "ideas": 1});
            let more = json!({"npc": npc, "panic": panic});
            all.push(uncommitted("hotel-basement", &["5,4", "7,3", "0,7"], more.clone()).state);
            all.push(uncommitted("estate-basement", &["5,4", "5,3", "3,4"], more).state);
        }
    }
    // MH7.10d: three of the four are subdued in this round.
    let starter = |at: &str, is_subdued: bool| {
        if is_subdued {
            json!({"at": at, "subdued": true, "fresh": true})
        } else {
            json!({"at": at})
        }
    };
    let starters = [
        starter("2,3", true),
        starter("2,3", true),
        starter("2,4", true),
        starter("2,4", false),
    ];
    let hexes = json!({"2,3": {"subdued-guards": 2}, "2,4": {"guards": 1, "subdued-guards": 1}});
    let more = json!({
        "npc": {"at": "1,4"}, "starters": starters, "hexes": hexes,
        "players": [{"action": "punch", "letters": "S"}],
    });
    all.push(at_the_end("parking-garage", &["2,4", "4,0", "9,0"], more));
    let more = json!({
        "hexes": {"7,1": {"unrevealed": true}, "3,2": {"unrevealed": true}, "3,3": {"unrevealed": true}},
        "bag": {"lock": 3}, "players": [{"loot": ["usb"]}],
    });
    all.push(uncommitted("the-lair", &["8,1", "5,7", "5,7"], more).state);
    all
}

/// Section 7.4, MH4a: Events that need much to be in place.
fn of_events() -> Vec<MastersOfTheHeist> {
    let guards = json!({"5,2": {"guards": 1}, "3,2": {"guards": 1}, "3,3": {"guards": 1}, "4,3": {"guards": 1}});
    let everywhere = ["4,2", "5,7", "2,8"];
    let with_loot = json!({"4,3": {"loot": ["cash:1"]}, "2,4": {"loot": ["cash:1"]}});
    vec![
        at_the_end(
            "tech-lab",
            &everywhere,
            json!({"deck": deck(&["E5"]), "edition": "v24", "hexes": guards}),
        ),
        at_the_end(
            "tech-lab",
            &everywhere,
            json!({"deck": deck(&["M3"]), "banked": ["documents"]}),
        ),
        at_the_end(
            "rival-hq",
            &["7,3", "4,7", "4,7"],
            json!({"deck": deck(&["D2"]), "hexes": with_loot}),
        ),
        at_the_end(
            "rival-hq",
            &["5,2", "5,2", "5,2"],
            json!({"deck": ["M1", "C3", "M1", "M1", "Z1"]}),
        ),
    ]
}

/// H16: all is revealed, and the bag still holds what hardly any bag holds.
fn of_the_bag() -> Vec<MastersOfTheHeist> {
    let more = json!({"bag": {"documents": 1}, "players": [{"letters": "R"}]});
    vec![at_the_end("tech-lab", &["4,2", "5,7", "2,8"], more)]
}

/// All of them.
pub fn all() -> Vec<MastersOfTheHeist> {
    [before_a_win(), before_the_crack(), of_npcs(), of_events(), of_the_bag()].concat()
}
