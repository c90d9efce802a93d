//! Special rules of scenarios (7.10).

use heist_engine::game::{Game, Node};
use heist_engine::masters::scenario::Scenario;
use serde_json::{Value, json};

use super::scenes::{Scene, after, after_crisis, deck, escape, remove_from_characters, scene, uncommitted};
use super::support::{heist, legal, legal_with, odds, options, position};

/// The parking garage: its four starting Guards on two hexes each, `subdued` of them subdued, all in this round or not.
fn garage(places: &[&str], prisoner: &str, starters: Value, hexes: Value) -> Value {
    let more = json!({"npc": {"at": prisoner}, "starters": starters, "hexes": hexes});
    scene("parking-garage", places, more)
}

fn starter(at: &str, word: &str) -> Value {
    match word {
        "active" => json!({"at": at}),
        "fresh" => json!({"at": at, "subdued": true, "fresh": true}),
        _ => json!({"at": at, "subdued": true}),
    }
}

fn starter_places(scene: &Scene) -> Vec<String> {
    let starters = position(&scene.state)["starters"].clone();
    let places = starters.as_array().expect("they have moved").iter();
    places
        .map(|starter| starter["at"].as_str().expect("a hex").to_owned())
        .collect()
}

/// MH7.10d, H38b, MH4.7a: at END_EVENT the Prisoner, then every unsubdued Guard, starting or not, moves one step nearer
/// to the van on 7,4; of several ways E, then SE, then NE is preferred. Subdued ones stay.
#[test]
fn mh7_10d_everybody_moves_towards_the_van() {
    let starters = json!([
        starter("2,3", "active"),
        starter("2,3", "subdued"),
        starter("0,5", "active"),
        starter("0,5", "active")
    ]);
    let hexes = json!({
        "2,3": {"guards": 1, "subdued-guards": 1}, "0,5": {"guards": 2}, "7,2": {"guards": 1, "locks": 1},
        "5,5": {"guards": 1, "subdued-guards": 1},
        "7,4": {"guards": 1}, "4,7": {"locks": 1},
    });
    let mut scene = Scene::of(garage(&["4,0", "4,0", "9,0"], "1,4", starters, hexes));
    scene.play(&["end"]);
    assert_eq!(scene.at("npc"), json!("2,4"), "E");
    let expected = json!({
        // 2,3: E to 3,3. 0,5: E to 1,5. 7,2: E and SE: only SE, 7,3, is there. 5,5: E to 6,5, one step from the van.
        "2,3": {"subdued-guards": 1}, "3,3": {"guards": 1}, "0,5": {}, "1,5": {"guards": 2}, "7,2": {"locks": 1}, "7,3": {"guards": 1},
        "5,5": {"subdued-guards": 1}, "6,5": {"guards": 1},
    });
    assert_eq!(scene.changes(), expected, "a Guard at the van stays");
    assert_eq!(starter_places(&scene), ["3,3", "2,3", "1,5", "1,5"]);
    assert_eq!(scene.get("/van-reached"), Value::Null);
}

/// MH7.10d: a Guard arriving on a character holds it; Locks, Cameras, Guards and characters are ignored.
#[test]
fn mh7_10d_a_guard_that_arrives_holds() {
    let starters = json!([
        starter("2,3", "active"),
        starter("2,3", "active"),
        starter("0,5", "active"),
        starter("0,5", "active")
    ]);
    let hexes = json!({"2,3": {"guards": 2}, "0,5": {"guards": 2}, "3,3": {"locks": 2, "cameras": 1}});
    let mut whole = garage(&["3,3", "4,0", "9,0"], "1,4", starters, hexes);
    whole["players"][0]["tokens"] = json!(["3,4"]);
    let mut scene = Scene::of(whole);
    scene.play(&["end"]);
    assert_eq!(scene.hex("3,3"), json!({"locks": 2, "cameras": 1, "guards": 2}));
    assert_eq!(scene.alerts(), 0);
    scene.play(&["die 1", "die 1", "die 1", "act 1", "commit walk"]);
    assert!(options(&scene.state, "1").is_empty());
}

/// MH7.10d, scenarios:parking-garage, MH9a: the captured Prisoner at the van: the objective has failed, whatever
/// follows.
#[test]
fn mh7_10d_the_prisoner_reaches_the_van() {
    let starters = json!([
        starter("2,3", "active"),
        starter("2,3", "active"),
        starter("0,5", "active"),
        starter("0,5", "active")
    ]);
    let hexes = json!({"2,3": {"guards": 2}, "0,5": {"guards": 2}});
    let mut scene = Scene::of(garage(&["4,0", "4,0", "9,0"], "6,4", starters, hexes));
    scene.play(&["end"]);
    assert_eq!(
        (scene.at("npc"), scene.get("/van-reached")),
        (json!("7,4"), json!(true))
    );
    let npc = json!({"at": "9,0", "status": "active"});
    let mut lost = escape(
        "parking-garage",
        &["4,0", "4,0", "9,0"],
        json!({"npc": npc, "van-reached": true}),
    );
    lost.play(&["finish"]);
    assert_eq!(lost.get("/ending"), json!("lost"));
    let mut won = escape("parking-garage", &["4,0", "4,0", "9,0"], json!({"npc": npc}));
    won.play(&["finish"]);
    assert_eq!(won.get("/ending"), json!("won"));
}

/// MH7.10d: the Prisoner is free the moment all four are subdued, each in the current round; the general rule of
/// prisoners does not apply.
#[test]
fn mh7_10d_all_four_in_one_round() {
    let with = |third: &str, before: &str| {
        let starters = json!([
            starter("2,3", "fresh"),
            starter("2,3", "fresh"),
            starter("2,4", third),
            starter("2,4", before)
        ]);
        let guards = |word: &str| usize::from(word == "active");
        let active = guards(third) + guards(before);
        let hexes = json!({"2,3": {"subdued-guards": 2}, "2,4": {"guards": active, "subdued-guards": 2 - active}});
        let mut whole = garage(&["2,4", "4,0", "9,0"], "1,4", starters, hexes);
        remove_from_characters(&mut whole, &["action"]);
        Scene::of(whole)
    };
    let mut scene = with("fresh", "active");
    assert_eq!(
        scene.of_character("npc", "status"),
        Value::Null,
        "no guard stands on its hex, but that is not the rule here"
    );
    scene.play(&["act 1", "commit punch", "act 1", "subdue 2,4 guard"]);
    assert_eq!(odds(&scene.state).len(), 6);
    scene.play(&["die 3"]);
    assert_eq!(scene.of_character("npc", "status"), json!("active"));
    let mut late = with("subdued", "active");
    late.play(&["act 1", "commit punch", "act 1", "subdue 2,4 guard"]);
    assert_eq!(
        late.of_character("npc", "status"),
        Value::Null,
        "one was subdued in an earlier round"
    );
}

/// MH7.10d, scenarios:parking-garage: it cannot be freed in ESCAPE.
#[test]
fn mh7_10d_not_freed_in_escape() {
    let subdued = json!([
        starter("2,3", "subdued"),
        starter("2,3", "subdued"),
        starter("2,4", "subdued"),
        starter("2,4", "subdued")
    ]);
    let hexes = json!({"2,3": {"subdued-guards": 2}, "2,4": {"subdued-guards": 2}});
    let mut scene = escape(
        "parking-garage",
        &["1,4", "4,0", "9,0"],
        json!({"starters": subdued, "hexes": hexes}),
    );
    scene.play(&["act 1", "step 2,4"]);
    assert_eq!(scene.of_character("npc", "status"), Value::Null);
    scene.play(&["finish"]);
    assert_eq!(scene.get("/ending"), json!("lost"));
}

/// MH7.10d, MH4.3c: the ambush: some but not all subdued in this round: C1 out of the deck at once, the first time
/// only.
#[test]
fn mh7_10d_the_ambush() {
    let ambush = |words: [&str; 4], more: Value| {
        let places = ["2,3", "2,3", "0,5", "0,5"];
        let starters: Vec<Value> = places.iter().zip(words).map(|(at, word)| starter(at, word)).collect();
        let ground = |words: &[&str]| {
            let active = words.iter().filter(|word| **word == "active").count();
            json!({"guards": active, "subdued-guards": words.len() - active})
        };
        let hexes = json!({"2,3": ground(&words[..2]), "0,5": ground(&words[2..])});
        let mut whole = garage(&["4,0", "4,0", "9,0"], "1,4", json!(starters), hexes);
        whole["deck"] = json!(["M1", "M1", "C1", "M1", "Z1"]);
        for (field, value) in more.as_object().unwrap() {
            whole[field] = value.clone();
        }
        let mut scene = Scene::of(whole);
        scene.play(&["end"]);
        let is_done = scene.hex("5,4")["fixture-gone"] == json!(true);
        (is_done, scene.get("/used"), scene.get("/deck"))
    };
    let (used, without) = (json!(["ambush"]), json!(["M1", "M1", "Z1"]));
    let with = json!(["M1", "C1", "M1", "Z1"]);
    assert_eq!(
        ambush(["fresh", "active", "active", "active"], json!({})),
        (true, used.clone(), without.clone())
    );
    assert_eq!(
        ambush(["fresh", "fresh", "fresh", "subdued"], json!({})),
        (true, used.clone(), without)
    );
    assert_eq!(ambush(["active"; 4], json!({})), (false, Value::Null, with.clone()));
    assert_eq!(
        ambush(["subdued", "subdued", "active", "active"], json!({})),
        (false, Value::Null, with.clone())
    );
    let again = ambush(["fresh", "active", "active", "active"], json!({"used": ["ambush"]}));
    assert_eq!(again, (false, used.clone(), with), "only the first time");
    let gone = ambush(
        ["fresh", "active", "active", "active"],
        json!({"deck": ["M1", "M1", "M1", "Z1"]}),
    );
    assert_eq!(
        (gone.0, gone.2),
        (false, json!(["M1", "M1", "Z1"])),
        "C1 reads as used already"
    );
}

/// MH7.10d: with all four subdued in this round there is no ambush.
#[test]
fn mh7_10d_no_ambush_if_all_are_subdued() {
    let fresh = json!([
        starter("2,3", "fresh"),
        starter("2,3", "fresh"),
        starter("0,5", "fresh"),
        starter("0,5", "fresh")
    ]);
    let hexes = json!({"2,3": {"subdued-guards": 2}, "0,5": {"subdued-guards": 2}});
    let mut whole = garage(&["4,0", "4,0", "9,0"], "1,4", fresh, hexes);
    whole["deck"] = json!(["M1", "M1", "C1", "M1", "Z1"]);
    whole["npc"] = json!({"at": "1,4", "status": "active", "die": 1, "action": "crawl"});
    let mut scene = Scene::of(whole);
    scene.play(&["end"]);
    assert_eq!(
        (scene.get("/deck"), scene.at("npc")),
        (json!(["M1", "C1", "M1", "Z1"]), json!("1,4")),
        "and a free Prisoner does not move"
    );
}

/// MH7.10e, H38b, scenarios:interior-ministry-north: the Mayor goes E to the next hex of its row, over gaps, until
/// captured.
#[test]
fn mh7_10e_the_mayor_walks_east() {
    let walk = |at: &str| {
        let scene = after(
            "M1",
            "interior-ministry-north",
            &["1,0", "3,1", "9,1"],
            json!({"npc": {"at": at}}),
        );
        scene.at("npc")
    };
    let row = ["0,4", "1,4", "2,4", "3,4", "4,4", "5,4", "6,4", "7,4", "8,4"];
    for step in row.windows(2) {
        assert_eq!(walk(step[0]), json!(step[1]), "eight steps are possible");
    }
    assert_eq!(walk("8,4"), Value::Null, "it is gone");
    let captured = json!({"npc": {"at": "2,4", "status": "active", "die": 1, "action": "pause", "ideas": 3}});
    let scene = after("M1", "interior-ministry-north", &["2,4", "3,1", "9,1"], captured);
    assert_eq!(scene.at("npc"), json!("2,4"), "captured, it stays");
}

/// MH7.10e, MH6.5a, H54: the Mayor on a closed gate is gone, and the objective fails; a closed hex of its row is passed
/// over.
#[test]
fn mh7_10e_the_mayor_and_gates() {
    // Gate C is on 1,4; the first two are closed. The Mayor stands next to it, then on it.
    let closing = |at: &str, card: &str| {
        let more = json!({"closed-gates": 2, "npc": {"at": at}, "deck": deck(&[card])});
        let mut whole = scene("interior-ministry-north", &["1,0", "3,1", "9,1"], more);
        whole["hexes"]
            .as_object_mut()
            .unwrap()
            .retain(|tile, _| !["0,6", "3,3"].contains(&tile.as_str()));
        let mut scene = Scene::of(whole);
        scene.play(&["end"]);
        scene.at("npc")
    };
    assert_eq!(closing("1,4", "G1"), Value::Null, "H54: out of the heist for good");
    assert_eq!(closing("0,4", "G1"), json!("2,4"), "the next hex that still exists");
    let mut lost = escape(
        "interior-ministry-north",
        &["1,0", "3,1", "9,1"],
        json!({"npc": {"status": "inactive"}}),
    );
    lost.play(&["finish"]);
    assert_eq!(lost.get("/ending"), json!("lost"));
}

/// MH7.10e, H75: the sweep never places a Guard because of the Mayor; captured and on a tower he switches it off.
#[test]
fn h75_the_mayor_and_the_tower() {
    let sweep = |at: &str, with: &str| {
        let npc = json!({"at": at, "status": "active", "die": 1, "action": "pause", "ideas": 0});
        let mut scene = after_crisis(
            "C2",
            "interior-ministry-north",
            &[with, "3,1", "9,1"],
            json!({"npc": npc}),
        );
        if scene.phase() == "end-action" {
            let first = legal(&scene.state)[0].clone();
            scene.play(&[&first]);
        }
        scene.changes()
    };
    // The tower is on 6,4; 4,4 lies west of it.
    assert_eq!(sweep("4,4", "1,0"), json!({}));
    assert_eq!(
        sweep("4,4", "4,4"),
        json!({"4,4": {"guards": 1}}),
        "because of the player character"
    );
    assert_eq!(
        sweep("6,4", "4,4"),
        json!({"6,4": {"fixture-gone": true}}),
        "a tower under him is off"
    );
}

/// MH7.10e, MH7.9b: captured by a player character on the same hex.
#[test]
fn mh7_10e_capturing_the_mayor() {
    let mut scene = uncommitted(
        "interior-ministry-north",
        &["2,4", "3,1", "9,1"],
        json!({"npc": {"at": "2,4"}}),
    );
    scene.play(&["act 1", "capture", "die 2"]);
    assert_eq!(
        (scene.number("/npc/ideas"), scene.of_character("npc", "status")),
        (3, json!("active"))
    );
}

/// H51, MH7.10b: without Part 1 each character starts on a hideout of the team's choice, at most two each, with its
/// initial ideas.
#[test]
fn h51_starts_on_hideouts() {
    let plan = json!({
        "scenario": "interior-ministry-north", "phase": "plan", "resolving": ["start-places 0"], "npc": {"at": "0,4"},
        "players": [
            {"card": "thug", "skills": ["hurry", "bypass"]}, {"card": "lookout", "skills": ["linger", "steal"]},
            {"card": "burglar", "skills": ["hurry", "wing-it"]},
        ],
    });
    let mut state = heist(plan);
    assert_eq!(legal(&state), ["start 1 0,7", "start 1 3,7"]);
    super::support::play(&mut state, &["start 1 3,7", "start 2 3,7"]);
    assert_eq!(legal(&state), ["start 3 0,7"], "two are on the other");
    super::support::play(&mut state, &["start 3 0,7"]);
    // MH10.35, H70: 1 has no ideas, 2 has two: one transfer of the pair on one hideout.
    assert_eq!(legal(&state), ["transfer 2 1 1", "transfer 2 1 2", "done"]);
    super::support::play(&mut state, &["transfer 2 1 1"]);
    assert!(legal_with(&state, "transfer").is_empty(), "one transfer for a pair");
    let players = position(&state)["players"].clone();
    assert_eq!(
        (players[0]["ideas"].clone(), players[1]["ideas"].clone()),
        (json!(1), json!(1))
    );
}

/// scenarios:server-farm: when the NPC has the USB key, all Y rings are removed at once; a player character that holds
/// it opens nothing.
#[test]
fn server_farm_the_usb_key_opens_rings() {
    let more = json!({"hexes": {"5,6": {"loot": ["usb"]}, "7,1": {"loot": ["documents"]}}});
    let mut scene = uncommitted("server-farm", &["5,6", "5,7", "5,7"], more.clone());
    scene.play(&["act 1", "take usb"]);
    assert_eq!(
        scene.hex("7,1"),
        json!({"loot": ["documents"]}),
        "not by a player character"
    );
    let mut more = more;
    more["npc"] = json!({"at": "5,6", "die": 2});
    let mut scene = uncommitted("server-farm", &["5,7", "5,7", "5,7"], more);
    scene.play(&["act npc", "take usb"]);
    assert_eq!(scene.hex("7,1"), json!({"loot": ["documents"], "ring-gone": true}));
}

/// scenarios:server-farm, H61: the key handed to the NPC on an Exit opens them too, in ESCAPE as well.
#[test]
fn server_farm_the_usb_key_is_passed() {
    let more = json!({"npc": {"at": "5,7"}, "players": [{"loot": ["usb"]}]});
    let mut scene = escape("server-farm", &["5,7", "5,7", "5,7"], more);
    scene.play(&["act 1", "pass usb npc"]);
    assert_eq!(scene.hex("7,1"), json!({"ring-gone": true}));
}

/// scenarios:the-lair: the holder of the USB key on the story hex may at once do RR and gain $3k, once per heist.
#[test]
fn the_lair_story_hex() {
    let more = json!({
        "hexes": {"7,1": {"unrevealed": true}, "3,2": {"unrevealed": true}, "3,3": {"unrevealed": true}},
        "bag": {"lock": 3}, "players": [{"loot": ["usb"]}],
    });
    let mut scene = uncommitted("the-lair", &["8,1", "5,7", "5,7"], more);
    assert!(options(&scene.state, "1").contains(&"story".to_owned()));
    scene.play(&["act 1", "story"]);
    assert_eq!(legal(&scene.state), ["reveal 7,1", "reveal 3,2", "reveal 3,3"]);
    scene.play(&["reveal 3,3", "chit lock", "reveal 7,1", "chit lock"]);
    let lock = json!({"locks": 1});
    assert_eq!(scene.changes(), json!({"3,3": lock, "7,1": lock}));
    assert_eq!(
        (scene.loot("1"), scene.get("/used")),
        (json!(["cash:3", "usb"]), json!(["story"]))
    );
    assert!(
        !options(&scene.state, "1").contains(&"story".to_owned()),
        "once per heist"
    );
    let without = uncommitted("the-lair", &["8,1", "5,7", "5,7"], json!({}));
    assert!(
        !options(&without.state, "1").contains(&"story".to_owned()),
        "it needs the key"
    );
}

/// scenarios:the-lair, MH5.2f, H16: with nothing unrevealed each R draws from the surplus; with an empty bag it does
/// nothing.
#[test]
fn the_lair_story_hex_and_the_surplus() {
    let more = |bag: Value| json!({"bag": bag, "players": [{"loot": ["usb"]}]});
    let mut scene = uncommitted("the-lair", &["8,1", "5,7", "5,7"], more(json!({"lock": 1})));
    scene.play(&["act 1", "story"]);
    if matches!(scene.state.node(), Node::Decision(_)) {
        scene.play(&["reveal"]);
    }
    scene.play(&["chit lock"]);
    while scene.loot("1") == json!(["usb"]) {
        scene.play(&["reveal"]);
    }
    assert_eq!(
        (scene.get("/bag"), scene.changes()),
        (json!({}), json!({})),
        "the chit has left the game"
    );
    assert_eq!(scene.loot("1"), json!(["cash:3", "usb"]));
}

/// scenarios:the-lair, npcs:guide-normal: study-schematics, once per heist and without noise: $2k on the kennel and
/// each Reinforcements hex.
#[test]
fn the_lair_study_schematics() {
    let with = |loot: Value, more: Value| {
        let mut more = more;
        more["npc"] = json!({"at": "0,7", "die": 1, "loot": loot});
        let mut scene = uncommitted("the-lair", &["5,7", "5,7", "5,7"], more);
        scene.play(&["act npc", "commit study-schematics"]);
        scene
    };
    let scene = with(json!(["documents"]), json!({}));
    let two = json!({"loot": ["cash:2"]});
    assert_eq!(scene.changes(), json!({"4,1": two, "5,5": two, "3,6": two}));
    assert_eq!(
        (scene.number("/owed"), scene.get("/used")),
        (0, json!(["study-schematics"]))
    );
    // One token is used up: its hex is no Reinforcements hex any more.
    let fewer = with(
        json!(["documents"]),
        json!({"hexes": {"5,5": {"fixture-gone": true, "loot": ["cash:1"]}, "3,6": {"loot": ["cash:1"]}}}),
    );
    assert_eq!(fewer.changes(), json!({"4,1": two, "3,6": {"loot": ["cash:3"]}}));
    let nothing = with(json!([]), json!({}));
    assert_eq!(
        (nothing.changes(), nothing.get("/used")),
        (json!({}), json!(["study-schematics"])),
        "without the documents it is used up"
    );
    let more = json!({"npc": {"at": "0,7", "die": 1}, "used": ["study-schematics"]});
    let used = uncommitted("the-lair", &["5,7", "5,7", "5,7"], more);
    assert_eq!(
        options(&used.state, "npc"),
        ["commit stride", "commit study-schematics"],
        "MH5.7a, H84: always available"
    );
    let again = with(json!(["documents"]), json!({"used": ["study-schematics"]}));
    assert_eq!(again.changes(), json!({}), "but once per heist");
}

/// The museum: the guide at a tile with a keycard.
fn flick(at: &str, hexes: Value) -> Scene {
    let npc = json!({"at": at, "die": 1, "loot": ["keycard"]});
    uncommitted(
        "museum-of-antiquity",
        &["3,0", "8,0", "6,7"],
        json!({"npc": npc, "hexes": hexes}),
    )
}

/// scenarios:museum-of-antiquity: the keycard goes to any hex in a straight line; the line ends before a missing hex,
/// an active Lock or an unrevealed hex. Without noise.
#[test]
fn museum_fancy_card_flick() {
    // From 4,2: W 3,2, 2,2. E 5,2, 6,2, 7,2. NE 5,1. NW 4,1. SW and SE: gaps.
    let scene = flick("4,2", json!({"6,2": {"locks": 1}, "2,2": {"unrevealed": true}}));
    assert_eq!(
        legal_with(&after_act(&scene, "npc"), "commit fancy-card-flick"),
        ["4,1", "5,1", "3,2", "5,2", "4,2"].map(|tile| format!("commit fancy-card-flick {tile}"))
    );
    let mut scene = flick("4,2", json!({"6,2": {"unlocked": 1}, "2,2": {"guards": 1}}));
    assert_eq!(
        legal_with(&after_act(&scene, "npc"), "commit fancy-card-flick"),
        ["4,1", "5,1", "2,2", "3,2", "5,2", "6,2", "7,2", "4,2"].map(|tile| format!("commit fancy-card-flick {tile}"))
    );
    scene.play(&["act npc", "commit fancy-card-flick 7,2"]);
    assert_eq!(scene.changes(), json!({"7,2": {"loot": ["keycard"]}}));
    assert_eq!((scene.loot("npc"), scene.number("/owed")), (json!([]), 0));
    // H84: the own tile stands for a keycard that is kept.
    let mut kept = flick("4,2", json!({}));
    kept.play(&["act npc", "commit fancy-card-flick 4,2"]);
    assert_eq!((kept.loot("npc"), kept.changes()), (json!(["keycard"]), json!({})));
    assert_eq!(kept.of_character("npc", "action"), json!("fancy-card-flick 4,2"));
}

/// scenarios:museum-of-antiquity, H84, MH5.7a: without a keycard it has no effect; from an Exit only in the direction
/// that it opens to (MH7.2r, H50).
#[test]
fn h50_card_flick_from_an_exit() {
    let scene = flick("3,0", json!({}));
    // 3,0 opens SE: 3,1, 3,2; then 3,3 is missing.
    assert_eq!(
        legal_with(&after_act(&scene, "npc"), "commit fancy-card-flick"),
        ["3,1", "3,2", "3,0"].map(|tile| format!("commit fancy-card-flick {tile}"))
    );
    let more = json!({"npc": {"at": "4,2", "die": 1}});
    let without = uncommitted("museum-of-antiquity", &["3,0", "8,0", "6,7"], more);
    assert_eq!(
        options(&without.state, "npc"),
        ["commit stride", "commit fancy-card-flick 4,2", "commit observe"],
        "three ideas turn 1 to 6"
    );
    let mut nothing = without;
    nothing.play(&["act npc", "commit fancy-card-flick 4,2"]);
    assert_eq!((nothing.changes(), nothing.number("/owed")), (json!({}), 0));
}

fn after_act(scene: &Scene, who: &str) -> heist_engine::masters::MastersOfTheHeist {
    let mut state = scene.state;
    super::support::play(&mut state, &[&format!("act {who}")]);
    state
}

/// H9, MH3.3c: the guide of the museum starts on an Entrance of the team's choice and counts for its limit.
#[test]
fn h9_the_guide_of_the_museum_starts_on_an_entrance() {
    let plan = json!({
        "scenario": "museum-of-antiquity", "phase": "plan", "resolving": ["start-places 0"],
        "players": [
            {"card": "thug", "skills": ["hurry", "bypass"]}, {"card": "lookout", "skills": ["linger", "steal"]},
            {"card": "burglar", "skills": ["hurry", "wing-it"]},
        ],
    });
    let mut state = heist(plan);
    super::support::play(&mut state, &["start 1 3,0", "start 2 3,0", "start 3 8,0"]);
    assert_eq!(legal(&state), ["start npc 8,0", "start npc 6,7"], "3,0 is full");
}

/// MH7.10b, H52, MH10.29: who starts inside stands on a pawn hex, at most two each; the others on Entrances.
#[test]
fn h52_county_jobs() {
    let plan = json!({
        "scenario": "county-bricks", "phase": "plan", "resolving": ["start-places 0"], "planning": {"inside": ["1", "3", "4"]},
        "players": [
            {"card": "thug", "skills": ["hurry", "bypass"]}, {"card": "lookout", "skills": ["linger", "steal"]},
            {"card": "burglar", "skills": ["hurry", "wing-it"]}, {"card": "pickpocket", "skills": ["linger", "bypass"]},
        ],
    });
    let mut state = heist(plan);
    assert_eq!(legal(&state), ["start 1 1,7", "start 1 3,7", "start 1 5,7"]);
    super::support::play(&mut state, &["start 1 3,7"]);
    assert_eq!(
        legal(&state),
        ["start 2 2,0", "start 2 8,0", "start 2 0,2", "start 2 9,3"]
    );
    super::support::play(&mut state, &["start 2 8,0", "start 3 3,7"]);
    assert_eq!(legal(&state), ["start 4 1,7", "start 4 5,7"], "two are on 3,7");
}

/// H82, MH7.10c, MH9a: a county job is won by a rescue: somebody who started inside is out, however many others are;
/// also with two on one Exit, where the team chooses who counts.
#[test]
fn h82_a_county_job_is_a_rescue() {
    let end = |inside: Value, places: &[&str], counts: &[&str]| {
        let mut scene = escape("county-bricks", places, json!({"planning": {"inside": inside}}));
        scene.play(&["finish"]);
        scene.play(counts);
        (scene.get("/ending"), scene.get("/escaped"))
    };
    let (won, lost) = (json!("won"), json!("lost"));
    assert_eq!(
        end(json!(["1"]), &["1,7", "9,3", "8,0"], &[]),
        (lost.clone(), json!(["2", "3"]))
    );
    assert_eq!(
        end(json!(["1"]), &["9,3", "1,7", "3,7"], &[]),
        (won.clone(), json!(["1"]))
    );
    assert_eq!(
        end(json!(["1", "3"]), &["1,7", "8,0", "9,3"], &[]),
        (won.clone(), json!(["2", "3"]))
    );
    let both = &["9,3", "9,3", "1,7"];
    assert_eq!(end(json!(["2"]), both, &["counts 1"]), (lost, json!(["1"])));
    assert_eq!(end(json!(["2"]), both, &["counts 2"]), (won, json!(["2"])));
    assert_eq!(
        super::support::refusal(json!({
            "scenario": "county-bricks", "planning": {"inside": []},
            "players": [
                {"card": "thug", "skills": ["hurry", "bypass"]}, {"card": "lookout", "skills": ["linger", "steal"]},
                {"card": "burglar", "skills": ["hurry", "wing-it"]},
            ],
        })),
        "the position is contradictory: planning.inside: found nobody, expected somebody who starts inside, in a \
         county job (MH7.10b, H52)"
    );
}

/// H82: who started inside is known to the end of the heist, and told apart by keys; without a word all did.
#[test]
fn h82_who_started_inside_stays_known() {
    let plan = |inside: Value| {
        let mut whole = json!({
            "scenario": "county-bricks", "phase": "plan", "resolving": ["ask-begin"],
            "players": [
                {"card": "thug", "skills": ["hurry", "bypass"], "at": "1,7"},
                {"card": "lookout", "skills": ["linger", "steal"], "at": "9,3"},
                {"card": "burglar", "skills": ["hurry", "wing-it"], "at": "8,0"},
            ],
        });
        if !inside.is_null() {
            whole["planning"] = json!({"inside": inside});
        }
        let mut scene = Scene::of(whole);
        scene.play(&["begin"]);
        scene
    };
    let (one, two, all) = (plan(json!(["1"])), plan(json!(["1", "3"])), plan(Value::Null));
    assert_eq!(one.get("/planning/inside"), json!(["1"]));
    assert_eq!(all.get("/planning/inside"), Value::Null);
    assert_ne!(one.state.key(), two.state.key());
    assert_ne!(two.state.key(), all.state.key());
    assert_eq!(heist(position(&two.state)), two.state);
}

/// H83, MH5.2c, MH7.10d: where starting Guards and others stand on a hex unsubdued, the team chooses whom an S subdues;
/// where all are alike, nothing is asked.
#[test]
fn h83_which_guard_is_subdued() {
    let with = |words: [&str; 2], active: u8, subdued: u8| {
        let starters = json!([
            starter("2,4", words[0]),
            starter("2,4", words[1]),
            starter("0,5", "active"),
            starter("0,5", "active")
        ]);
        let hexes = json!({"2,4": {"guards": active, "subdued-guards": subdued}, "0,5": {"guards": 2}});
        let mut whole = garage(&["2,4", "4,0", "9,0"], "1,4", starters, hexes);
        whole["players"][0]["letters"] = json!("SS");
        let mut scene = Scene::of(whole);
        scene.play(&["act 1", "subdue 2,4 guard"]);
        scene
    };
    let subdued = |scene: &Scene| {
        let starters = position(&scene.state)["starters"].clone();
        let starters = starters.as_array().cloned().unwrap_or_default();
        starters
            .iter()
            .filter(|starter| starter["subdued"] == json!(true))
            .count()
    };
    // One starting Guard and one that came later.
    let asked = with(["active", "fresh"], 2, 1);
    assert_eq!(legal(&asked.state), ["accept", "decline"]);
    assert_eq!(asked.of_character("1", "letters"), json!("S"), "the S is used");
    assert_eq!(heist(position(&asked.state)), asked.state);
    let mut starting = Scene::of(position(&asked.state));
    starting.play(&["accept"]);
    assert_eq!(
        (subdued(&starting), starting.hex("2,4")),
        (2, json!({"guards": 1, "subdued-guards": 2}))
    );
    let mut later = Scene::of(position(&asked.state));
    later.play(&["decline"]);
    assert_eq!(
        (subdued(&later), later.hex("2,4")),
        (1, json!({"guards": 1, "subdued-guards": 2}))
    );
    later.play(&["act 1", "subdue 2,4 guard"]);
    assert_eq!(subdued(&later), 2, "it is the last one");
    // Only starting ones, and only others.
    assert_eq!(subdued(&with(["active", "active"], 2, 0)), 1);
    assert_eq!(subdued(&with(["fresh", "fresh"], 2, 2)), 2);
}

/// MH7.10c, MH9a: the objectives: banked pieces, the NPC on an Exit, player characters on Exits; all conditions must
/// hold.
#[test]
fn mh7_10c_objectives() {
    let end = |scenario: &str, places: &[&str], more: Value| {
        let mut scene = escape(scenario, places, more);
        scene.play(&["finish"]);
        scene.get("/ending")
    };
    let (won, lost) = (json!("won"), json!("lost"));
    let estate = |banked: Value, at: &str| {
        let npc = json!({"at": at, "status": "active"});
        end(
            "estate-basement",
            &["0,8", "0,8", "8,8"],
            json!({"banked": banked, "npc": npc}),
        )
    };
    assert_eq!(estate(json!(["jewel", "jewel"]), "0,8"), won);
    assert_eq!(estate(json!(["jewel"]), "0,8"), lost, "two jewels are asked for");
    assert_eq!(estate(json!(["jewel", "jewel"]), "1,7"), lost, "and the NPC on an Exit");
    let inactive = json!({"banked": ["jewel", "jewel"], "npc": {"at": "8,1"}});
    assert_eq!(end("estate-basement", &["0,8", "0,8", "8,8"], inactive), lost);
    assert_eq!(end("county-bricks", &["1,7", "3,7", "5,7"], json!({})), lost);
    assert_eq!(end("county-bricks", &["1,7", "3,7", "9,3"], json!({})), won);
    assert_eq!(
        end(
            "delinquent-jeweler",
            &["7,2", "7,2", "1,8"],
            json!({"banked": ["jewel", "jewel", "jewel"]})
        ),
        won
    );
}

/// MH7.10a: the keys of the files as the engine reads them.
#[test]
fn mh7_10a_scenario_keys() {
    let bricks = Scenario::find("county-bricks").unwrap();
    assert_eq!(
        (bricks.exit_capacity, bricks.gates(), bricks.inside_starts.count_ones()),
        (1, 4, 3)
    );
    let lair = Scenario::find("the-lair").unwrap();
    assert_eq!(lair.safe.as_ref().map(|safe| safe.cracks), Some(3));
    assert!(lair.ends_on_hideouts() != Scenario::find("interior-ministry-south").unwrap().ends_on_hideouts());
    let names: Vec<String> = Scenario::find("the-track")
        .unwrap()
        .deck
        .iter()
        .map(|card| card.to_string())
        .collect();
    assert_eq!(names[7..10], ["D1", "D2", "D3"].map(String::from));
}
