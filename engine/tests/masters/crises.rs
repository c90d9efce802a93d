//! Crises (7.5): Reinforcements, Watchtower Sweep, gates, and the rest.

use serde_json::{Value, json};

use super::scenes::{Scene, after, after_crisis, deck, escape, scene};
use super::support::legal;

/// After a Crisis of the Inclusion Job, whose only Reinforcements token is on 4,4. Next to it are 5,4, 4,3, 5,3, 4,5
/// and 3,5; west of it is a gap.
fn reinforcements(places: &[&str], hexes: Value) -> Scene {
    after_crisis("C1", "delinquent-jeweler", places, json!({"hexes": hexes}))
}

/// crises:C1, MH6.3b, MH6.3c, MH6.3d, MH11.17, H31: inactive chits come back, empty hexes get a Guard, the token
/// becomes two.
#[test]
fn mh11_17_reinforcements() {
    let hexes = json!({
        "5,4": {"unlocked": 1}, "5,3": {"unrevealed": true}, "4,3": {}, "4,5": {"cameras": 1}, "3,5": {"subdued-guards": 1},
    });
    let scene = reinforcements(&["4,3", "7,2", "1,8"], hexes);
    let expected = json!({
        "5,4": {"locks": 1}, "4,3": {"guards": 1}, "3,5": {"guards": 1}, "4,4": {"guards": 2, "fixture-gone": true},
    });
    assert_eq!(
        scene.changes(),
        expected,
        "the unrevealed hex and the live Camera stay as they are"
    );
    assert_eq!(scene.alerts(), 0);
}

/// MH6.3b, MH6.1c, MH10.25: Dogs, Cameras with their penalty; the own hex of the token is not adjacent to itself.
#[test]
fn mh6_3b_everything_inactive_comes_back() {
    let full = json!({"locks": 1});
    let hexes = json!({
        "5,4": {"disabled": 2}, "5,3": full, "4,3": full, "4,5": {"subdued-dogs": 1, "subdued-guards": 1, "unlocked": 1},
        "3,5": full, "4,4": {"unlocked": 1, "subdued-guards": 1}, "2,4": {"unlocked": 1},
    });
    let scene = reinforcements(&["5,4", "5,4", "1,8"], hexes);
    assert_eq!(
        scene.hex("4,4"),
        json!({"guards": 2, "subdued-guards": 1, "unlocked": 1, "fixture-gone": true})
    );
    assert_eq!(
        (scene.hex("2,4"), scene.alerts()),
        (json!({"unlocked": 1}), 4),
        "two Cameras under two characters"
    );
    assert_eq!(scene.hex("4,5"), json!({"guards": 1, "locks": 1}));
    assert_eq!(
        scene.hex("5,4"),
        json!({"cameras": 2, "dogs": 1}),
        "the Dog jumped from 4,5 next to it"
    );
}

/// MH6.3c, H31, MH10.23, MH10.30: empty is a hex without any security chit; loot, tokens, characters and fixtures do
/// not matter.
#[test]
fn h31_what_is_empty_for_reinforcements() {
    let hexes = json!({
        "5,4": {"loot": ["cash:1"]}, "5,3": {"disabled": 1}, "4,3": {}, "4,5": {"subdued-guards": 1}, "3,5": {"guards": 1},
    });
    let more = json!({"hexes": hexes, "players": [{"tokens": ["4,3"]}]});
    let scene = after_crisis("C1", "delinquent-jeweler", &["7,2", "7,2", "1,8"], more);
    let expected = json!({
        "5,4": {"loot": ["cash:1"], "guards": 1}, "5,3": {"cameras": 1}, "4,3": {"guards": 1}, "4,5": {"guards": 1},
        "4,4": {"guards": 2, "fixture-gone": true},
    });
    assert_eq!(scene.changes(), expected);
}

/// MH6.3b, MH7.2q: Pressure Points keep guards down, on and next to their owner.
#[test]
fn mh6_3b_pressure_points_hold() {
    let full = json!({"locks": 1});
    let hexes = json!({"5,4": full, "5,3": {"subdued-guards": 1}, "4,3": {"subdued-guards": 1}, "4,5": {"subdued-guards": 1}, "3,5": full});
    let more = json!({"hexes": hexes, "players": [{"card": "operative"}]});
    let scene = after_crisis("C1", "delinquent-jeweler", &["5,3", "7,2", "1,8"], more);
    let expected = json!({"4,5": {"guards": 1}, "4,4": {"guards": 2, "fixture-gone": true}});
    assert_eq!(scene.changes(), expected, "5,3 and 4,3 next to it stay down");
}

/// MH6.3b, MH7.2o, H42: no penalty for Cameras that come back under Loop Footage.
#[test]
fn h42_no_penalty_for_cameras_that_come_back() {
    let more = |footage: bool| json!({"hexes": {"5,4": {"disabled": 1}}, "loop-footage": footage});
    for (footage, alerts) in [(true, 0), (false, 1)] {
        let scene = after_crisis("C1", "delinquent-jeweler", &["5,4", "7,2", "1,8"], more(footage));
        assert_eq!((scene.alerts(), scene.hex("5,4")), (alerts, json!({"cameras": 1})));
    }
}

/// MH6.3a, H14, MH4.8a: of two tokens the team chooses the order. In The River they are on 5,0 and 5,7.
#[test]
fn mh6_3a_the_team_chooses_which_token_is_next() {
    let mut scene = after_crisis("C1", "county-river", &["4,0", "10,1", "7,7"], json!({}));
    assert_eq!(legal(&scene.state), ["reinforce 5,0", "reinforce 5,7"]);
    scene.play(&["reinforce 5,7"]);
    // 5,0 has the neighbours 6,0, 5,1; west of it is an Exit. 5,7: 6,7, 6,6, 4,8 and 5,8.
    let guard = json!({"guards": 1});
    let two = json!({"guards": 2, "fixture-gone": true});
    let expected = json!({
        "5,0": two, "5,7": two, "6,0": guard, "5,1": guard, "6,7": guard, "6,6": guard, "4,8": guard, "5,8": guard,
    });
    assert_eq!(scene.changes(), expected);
}

/// crises:C2, MH6.4a, MH6.4b, H33, MH11.16: one Guard on each hex with characters on a line from a tower, over gaps
/// (H32).
#[test]
fn mh11_16_watchtower_lines() {
    // The Hospitality Job has one tower, on 6,4. 8,2 lies north-east of it, 6,2 north-west (6,3 between), 4,5 on no
    // line.
    let sweep = |places: &[&str]| after_crisis("C2", "hotel-basement", places, json!({})).changes();
    assert_eq!(
        sweep(&["8,2", "8,2", "4,5"]),
        json!({"8,2": {"guards": 1}}),
        "one Guard for two characters"
    );
    assert_eq!(sweep(&["6,2", "4,5", "7,0"]), json!({"6,2": {"guards": 1}}));
    assert_eq!(
        sweep(&["3,4", "0,7", "7,0"]),
        json!({"3,4": {"guards": 1}}),
        "west, through whatever is there"
    );
    // South-east of 6,4 are 6,5, 6,6, 6,7, 6,8 and the Exit 6,9.
    assert_eq!(
        sweep(&["6,8", "6,9", "7,0"]),
        json!({"6,8": {"guards": 1}}),
        "Exits never"
    );
    assert_eq!(
        sweep(&["6,4", "8,2", "7,0"]),
        json!({"6,4": {"fixture-gone": true}}),
        "MH6.4a: a character on it takes the token"
    );
}

/// crises:C2, MH6.4b, H32, H33: two towers, lines that cross gaps. The Tech Lab has them on 3,3 and 5,4.
#[test]
fn h32_lines_cross_gaps() {
    let sweep = |places: &[&str]| after_crisis("C2", "tech-lab", places, json!({})).changes();
    // From 3,3 south-east: 3,4 and 3,5 are gaps, 3,6 is a hex. South-west from 5,4: 4,5, then 3,6 as well.
    assert_eq!(
        sweep(&["3,6", "5,7", "2,8"]),
        json!({"3,6": {"guards": 1}}),
        "on lines of both towers"
    );
    assert_eq!(sweep(&["6,3", "5,7", "2,8"]), json!({"6,3": {"guards": 1}}));
    assert_eq!(sweep(&["6,5", "5,7", "2,8"]), json!({}), "on no line");
    // The tower on 3,3 is switched off, that on 5,4 is not: 7,2 lies north-east of 5,4.
    let both = sweep(&["3,3", "7,2", "2,8"]);
    assert_eq!(both, json!({"3,3": {"fixture-gone": true}, "7,2": {"guards": 1}}));
}

/// MH6.4b: a tower does not sweep its own hex, but another tower may; first all towers with characters lose their
/// tokens.
#[test]
fn mh6_4a_towers_are_switched_off_first() {
    let scene = after_crisis("C2", "tech-lab", &["3,3", "5,4", "4,2"], json!({}));
    let gone = json!({"fixture-gone": true});
    assert_eq!(
        scene.changes(),
        json!({"3,3": gone, "5,4": gone}),
        "4,2 was on a line of 3,3"
    );
}

/// MH6.4b: an NPC that is active is a character for the sweep, an inactive one is not (MH7.9a).
#[test]
fn mh6_4b_npcs_and_the_sweep() {
    // In the Side Channel the tower is on 2,3, and 5,3 lies east of it.
    let npc = json!({"at": "5,3", "action": "run", "die": 1});
    let guide = after_crisis("C2", "server-farm", &["5,7", "5,7", "5,7"], json!({"npc": npc}));
    assert_eq!(guide.changes(), json!({"5,3": {"guards": 1}}));
    let npc = json!({"at": "6,7"});
    let hostage = after_crisis("C2", "hotel-basement", &["7,0", "7,0", "0,7"], json!({"npc": npc}));
    assert_eq!((hostage.phase(), hostage.changes()), ("roll".to_owned(), json!({})));
}

/// MH6.4c: no effect in Escape: the tower stands there still, nobody is swept.
#[test]
fn mh6_4c_towers_do_nothing_in_escape() {
    let mut scene = escape("tech-lab", &["4,2", "5,7", "2,8"], json!({}));
    scene.play(&["act 1", "step 3,3"]);
    assert_eq!((scene.changes(), scene.ideas("1")), (json!({}), 1));
}

/// crises:C3, MH6.5a, MH10.10, MH10.11, MH10.19, MH11.14: the next gate closes with all on it.
#[test]
fn mh11_14_a_gate_closes_under_a_character() {
    // In the Inclusion Job gate A is on 5,2, B on 3,3. B holds a character with two jewels, and tokens of the two
    // others.
    let mut whole = scene(
        "delinquent-jeweler",
        &["3,3", "7,2", "6,4"],
        json!({"closed-gates": 1, "queue": ["C3"], "deck": deck(&["M1"])}),
    );
    whole["hexes"].as_object_mut().unwrap().remove("5,2");
    whole["hexes"]["3,3"] = json!({"locks": 1, "cameras": 1, "loot": ["cash:3"], "subdued-guards": 1});
    whole["players"][0]["loot"] = json!(["jewel", "jewel"]);
    whole["players"][1]["tokens"] = json!(["3,3", "6,2"]);
    whole["players"][2]["tokens"] = json!(["3,3"]);
    let mut scene = Scene::of(whole);
    scene.play(&["end"]);
    assert_eq!(scene.number("/closed-gates"), 2);
    let options = legal(&scene.state);
    assert_eq!(
        options.len(),
        30,
        "30 hexes are left, of which one has an own token, or `off`"
    );
    assert!(!options.contains(&"token 6,2".to_owned()) && !options.contains(&"token 3,3".to_owned()));
    assert_eq!(options.last().map(String::as_str), Some("off"));
    scene.play(&["token 0,6"]);
    assert_eq!(legal(&scene.state).len(), 31, "the third player has no other token");
    scene.play(&["off"]);
    assert_eq!(scene.changes(), json!({"3,3": null}));
    assert_eq!(scene.of_character("1", "status"), json!("busted"));
    assert_eq!(
        (scene.at("1"), scene.loot("1")),
        (Value::Null, json!([])),
        "MH10.19: it keeps nothing"
    );
    assert_eq!(scene.of_character("2", "tokens"), json!(["6,2", "0,6"]));
    assert_eq!(scene.of_character("3", "tokens"), Value::Null);
    assert_eq!(scene.phase(), "roll");
    assert_eq!(super::support::odds(&scene.state).len(), 6);
    scene.play(&["die 1", "die 1"]);
    assert_eq!(scene.phase(), "action", "MH4.1a: a Busted character does not roll");
}

/// MH6.5a: an Exit that opened to a closed gate stays as a space from which nobody can move. In the Blind Justice Job
/// 0,1 opens to gate A.
#[test]
fn mh6_5a_an_exit_behind_a_closed_gate() {
    let more = json!({"players": [{"tokens": ["2,1"]}, {}, {"tokens": ["1,1", "2,1"]}]});
    let mut scene = after_crisis("C3", "courthouse", &["9,0", "9,0", "0,1"], more);
    while scene.phase() == "crises" {
        scene.play(&["off"]);
    }
    assert_eq!(scene.changes(), json!({"1,1": null}));
    scene.play(&["die 1", "die 1", "die 1", "act 3", "commit walk"]);
    assert!(
        super::support::options(&scene.state, "3").is_empty(),
        "it can move nowhere"
    );
    assert_eq!(scene.at("3"), json!("0,1"), "and is outdoors");
}

/// crises:C4, MH7.5a, MH10.30: one Lock on each hex with loot lying on it, under a ring too; carried loot and closed
/// safes do not count.
#[test]
fn crises_c4_locks_the_goods() {
    let more = json!({
        "hexes": {"8,2": {"loot": ["radio"]}, "4,5": {"loot": ["jewel"]}, "6,4": {"loot": ["cash:1", "keycard"], "locks": 1}},
        "players": [{"loot": ["cash:4"]}],
    });
    // In the Vault 8,2 and 4,5 are under rings, 8,1 is the safe.
    let scene = after_crisis("C4", "the-vault", &["2,6", "0,8", "0,8"], more);
    let expected = json!({
        "8,2": {"loot": ["radio"], "locks": 1}, "4,5": {"loot": ["jewel"], "locks": 1},
        "6,4": {"loot": ["cash:1", "keycard"], "locks": 2},
    });
    assert_eq!(scene.changes(), expected);
}

/// crises:C5, MH7.5b: the NPC card is turned, also of an NPC that becomes active later.
#[test]
fn crises_c5_panic() {
    let npc = json!({"at": "0,7", "status": "active", "action": "crawl", "die": 1});
    let mut scene = after_crisis("C5", "hotel-basement", &["0,7", "7,0", "0,7"], json!({"npc": npc}));
    assert_eq!(scene.get("/panic"), json!(true));
    scene.play(&["die 1", "die 1", "die 1", "die 1", "act npc"]);
    assert_eq!(legal(&scene.state), ["commit run", "commit whimper"], "the panic side");
    let later = after_crisis("C5", "hotel-basement", &["10,3", "7,0", "0,7"], json!({}));
    assert_eq!(
        (later.get("/panic"), later.of_character("npc", "status")),
        (json!(true), Value::Null)
    );
    let mut later = later;
    later.play(&["die 1", "die 1", "die 1", "act 1", "capture", "die 1", "act npc"]);
    assert_eq!(
        later.number("/npc/ideas"),
        0,
        "MH7.9b: the panic side does not give three ideas"
    );
}

/// crises:Z1, MH7.5c, MH10.14, MH4.6a: the final Event first, then the Crises, then ESCAPE.
#[test]
fn crises_z1_opens_the_escape_part() {
    let more =
        json!({"deck": ["E20", "Z1"], "hexes": {"4,2": {"guards": 1}, "5,2": {"loot": ["cash:1"]}}, "queue": ["C4"]});
    let scene = after("M1", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(scene.phase(), "escape");
    assert_eq!(scene.all_ideas(), [1, 2, 2], "E20 was resolved");
    assert_eq!(scene.hex("5,2"), json!({"loot": ["cash:1"], "locks": 1}), "C4 was");
}

/// MH4.6a, H12: a Crisis that waits behind the final one is still done.
#[test]
fn h12_crises_behind_a_final_one() {
    let more = json!({"deck": ["M1", "M1", "M1"], "queue": ["Z1", "C4"], "hexes": {"5,2": {"loot": ["cash:1"]}}});
    let scene = after("M1", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(
        (scene.phase(), scene.changes()),
        ("escape".to_owned(), json!({"5,2": {"loot": ["cash:1"], "locks": 1}}))
    );
}

/// crises:Z2, MH7.5c, MH6.5a, MH4a, H49: every gate still open closes during CRISES; what is on them is gone.
#[test]
fn crises_z2_full_lockdown() {
    let hexes = json!({"2,3": {"guards": 1}, "4,4": {"loot": ["cash:2"]}});
    let more = json!({"deck": ["M1", "Z2"], "hexes": hexes, "players": [{"loot": ["cash:3"]}]});
    let scene = after("M1", "rival-hq", &["2,3", "6,3", "4,7"], more);
    assert_eq!(
        scene.changes(),
        json!({"5,2": null, "2,3": null, "4,4": null, "1,6": null})
    );
    assert_eq!(
        (scene.phase(), scene.of_character("1", "status")),
        ("escape".to_owned(), json!("busted"))
    );
    assert_eq!(scene.loot("1"), json!([]));
}

/// MH10.15: Crises raise alerts through Cameras, never noise.
#[test]
fn mh10_15_crises_raise_alerts_through_cameras_alone() {
    let more = json!({"hexes": {"5,4": {"disabled": 1}}, "marker": 3});
    let scene = after_crisis("C1", "delinquent-jeweler", &["5,4", "7,2", "1,8"], more);
    assert_eq!((scene.alerts(), scene.number("/marker")), (1, 3));
}

/// MH11.3, MH4.5a, MH4.6a: C2 behind E15 is done in the same phase, after E15; E16 is on top then.
#[test]
fn mh11_3_a_crisis_in_the_same_phase() {
    let more = json!({"deck": ["E15", "C2", "E16", "E17", "Z1"], "hexes": {"3,6": {"subdued-guards": 1}}});
    let mut scene = after("M1", "tech-lab", &["3,6", "5,7", "2,8"], more);
    assert_eq!(
        (scene.phase(), scene.hex("3,6")),
        ("event".to_owned(), json!({"guards": 1})),
        "E15 before the sweep"
    );
    scene.play(&["decline"]);
    assert_eq!(scene.changes(), json!({"3,6": {"guards": 2}}), "the sweep found 3,6");
    assert_eq!(
        (scene.phase(), scene.get("/deck")),
        ("roll".to_owned(), json!(["E16", "E17", "Z1"]))
    );
}

/// MH11.4, MH4.4a: two alerts discard E4 and, past C3, E5; E6 is resolved, then C3.
#[test]
fn mh11_4_an_alert_past_a_crisis() {
    // Positions 10 to 14 of three players: 11 and 14 are alerts.
    let more = json!({"deck": ["E4", "C3", "E5", "E6", "M1", "Z1"], "marker": 10, "owed": 4, "bag": {"guard": 1}});
    let scene = after("M1", "rival-hq", &["7,3", "7,3", "4,7"], more);
    assert_eq!(scene.get("/bag"), json!({"guard": 1, "lock": 2}), "E6 was resolved");
    assert_eq!(scene.changes(), json!({"5,2": null}), "C3 was");
    assert_eq!(
        (scene.get("/deck"), scene.phase()),
        (json!(["M1", "Z1"]), "roll".to_owned())
    );
}
