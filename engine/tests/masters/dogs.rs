//! Guards and dogs (6.1, 6.2).
//!
//! The row `r = 2` of the Tech Lab is a line from 2,2 to 7,2. The Proving Grounds have their kennel on 3,4, the Greedy
//! Prisoner's estate on 5,4.

use serde_json::{Value, json};

use super::scenes::{Scene, after, after_crisis, escape, uncommitted};
use super::support::{legal, options};

/// The Tech Lab: player 1 at 4,2 may walk along the line, the others are outdoors.
fn walker(card: &str, hexes: Value) -> Scene {
    let tokens = json!(["2,2", "3,2", "5,2", "6,2", "7,2"]);
    let more = json!({"hexes": hexes, "players": [{"card": card, "tokens": tokens}]});
    uncommitted("tech-lab", &["4,2", "5,7", "2,8"], more)
}

/// MH6.1a: Guards stay where they are in a whole round.
#[test]
fn mh6_1a_guards_never_move() {
    let hexes = json!({"5,2": {"guards": 2}, "3,2": {"guards": 1}});
    let scene = after("M1", "tech-lab", &["4,2", "5,7", "2,8"], json!({"hexes": hexes}));
    assert_eq!((scene.phase(), scene.changes()), ("roll".to_owned(), json!({})));
    let mut scene = walker("thug", json!({"6,2": {"guards": 1}}));
    scene.play(&["act 1", "commit walk", "act 1", "move 5,2"]);
    assert_eq!(scene.changes(), json!({}), "next to a character neither");
}

/// MH6.1b, MH10.3, MH10.2: guards that become active again hold a character; two of them need two S.
#[test]
fn mh6_1b_guards_that_come_back_hold() {
    let more = json!({"hexes": {"4,2": {"subdued-guards": 2}}, "players": [{"tokens": ["5,2"]}]});
    let mut scene = after("E23", "tech-lab", &["4,2", "5,7", "2,8"], more);
    scene.play(&["die 1", "die 1", "die 1", "act 1", "commit punch"]);
    assert_eq!(options(&scene.state, "1"), ["subdue 4,2 guard"]);
    scene.play(&["act 1", "subdue 4,2 guard"]);
    assert!(options(&scene.state, "1").is_empty(), "the second Guard still holds");
}

/// MH6.2a, MH6.2d: after an arrival next to it, a dog jumps onto the character's hex.
#[test]
fn mh6_2a_a_dog_jumps_onto_who_arrives_next_to_it() {
    let mut scene = walker("thug", json!({"6,2": {"dogs": 1}}));
    scene.play(&["act 1", "commit walk", "act 1", "move 5,2"]);
    assert_eq!(scene.changes(), json!({"6,2": {}, "5,2": {"dogs": 1}}));
}

/// MH6.2a, H25, H56: dogs ignore Locks, doors, rings and other chits; on 3,1 is a keycard door.
#[test]
fn h25_dogs_ignore_obstacles() {
    let hexes = json!({"3,1": {"dogs": 1, "locks": 1}});
    let more = json!({"hexes": hexes, "players": [{"tokens": ["3,2"]}]});
    let mut scene = uncommitted("tech-lab", &["4,2", "5,7", "2,8"], more);
    scene.play(&["act 1", "commit walk", "act 1", "move 3,2"]);
    assert_eq!(
        scene.changes(),
        json!({"3,1": {"locks": 1}, "3,2": {"dogs": 1}}),
        "out of a locked room"
    );
    // A Lock lies on the character's hex: a dog jumps in all the same.
    let more = json!({"hexes": {"5,4": {"locks": 1}, "4,4": {"unrevealed": true}}, "bag": {"dog": 1}});
    let mut scene = uncommitted("estate-basement", &["5,4", "0,8", "8,8"], more);
    scene.play(&["act 2", "commit discover", "act 2", "reveal 4,4", "chit dog"]);
    assert_eq!(
        scene.changes(),
        json!({"4,4": {}, "5,4": {"locks": 1, "dogs": 1}}),
        "into a locked room"
    );
    // In the estate 6,4 has a ring.
    let more = json!({"hexes": {"6,4": {"dogs": 1}}, "players": [{"tokens": ["5,4"]}]});
    let mut scene = uncommitted("estate-basement", &["4,4", "0,8", "8,8"], more);
    scene.play(&["act 1", "commit walk", "act 1", "move 5,4"]);
    assert_eq!(scene.changes(), json!({"6,4": {}, "5,4": {"dogs": 1}}), "out of a ring");
}

/// MH6.2a, H14, MH10.3: a dog that is revealed jumps; the team chooses among several characters. Dogs never enter
/// Exits.
#[test]
fn mh6_2a_the_team_chooses_whom_a_revealed_dog_chases() {
    let scene = |first: &str, second: &str, third: &str| {
        let more = json!({"hexes": {"6,4": {"unrevealed": true}}, "bag": {"dog": 1}});
        let mut scene = uncommitted("tech-lab", &[first, second, third], more);
        scene.play(&["act 2", "commit discover", "act 2", "reveal 6,4", "chit dog"]);
        scene
    };
    let mut choice = scene("6,3", "6,5", "2,8");
    assert_eq!(legal(&choice.state), ["chase 6,4 nw", "chase 6,4 se"]);
    choice.play(&["chase 6,4 se"]);
    assert_eq!(
        choice.changes(),
        json!({"6,4": {}, "6,5": {"dogs": 1}}),
        "MH5.3i: the hex stays revealed"
    );
    let one = scene("6,3", "5,7", "2,8");
    assert_eq!(
        one.changes(),
        json!({"6,4": {}, "6,3": {"dogs": 1}}),
        "nothing to choose"
    );
    let own = scene("6,4", "6,3", "2,8");
    assert_eq!(
        own.changes(),
        json!({"6,4": {"dogs": 1}}),
        "MH6.2g: it shares its tile with a character"
    );
    let far = scene("2,2", "5,7", "2,8");
    assert_eq!(far.changes(), json!({"6,4": {"dogs": 1}}), "nobody is adjacent");
}

/// MH6.2a: dogs never enter Exits.
#[test]
fn mh6_2a_dogs_never_enter_exits() {
    let more = json!({"hexes": {"5,6": {"subdued-guards": 0}, "4,6": {"dogs": 1}}});
    let mut scene = uncommitted("tech-lab", &["5,6", "5,7", "2,8"], more);
    scene.play(&["act 1", "commit walk", "act 1", "move 5,7"]);
    assert_eq!(scene.changes(), json!({}), "outdoors characters are not chased");
}

/// MH6.2b: a subdued dog stays.
#[test]
fn mh6_2b_subdued_dogs_stay() {
    let mut scene = walker("thug", json!({"6,2": {"subdued-dogs": 1}}));
    scene.play(&["act 1", "commit walk", "act 1", "move 5,2"]);
    assert_eq!(scene.changes(), json!({}));
}

/// MH6.2b, H26: C1 un-subdues a dog next to the token, and it is tested at once. In the Inclusion Job the token is on
/// 4,4; 5,3 is next to it and to 6,2 and 5,2.
#[test]
fn h26_an_un_subdued_dog_is_tested_at_once() {
    let empty = json!({"locks": 1});
    let more = json!({"hexes": {"5,3": {"subdued-dogs": 1}, "4,3": empty, "3,5": empty, "4,5": empty, "5,4": empty}});
    let scene = after_crisis("C1", "delinquent-jeweler", &["6,2", "7,2", "1,8"], more);
    let expected = json!({"5,3": {}, "6,2": {"dogs": 1}, "4,4": {"guards": 2, "fixture-gone": true}});
    let mut changes = scene.changes();
    changes
        .as_object_mut()
        .unwrap()
        .retain(|tile, _| expected.get(tile).is_some());
    assert_eq!(changes, expected);
}

/// MH6.2c, H27, H25, MH11.11: leaving a dog without subduing it. It follows who stops next to it; it stays where it is
/// if the character went farther.
#[test]
fn mh11_11_dog_and_street_urchin() {
    // Line a b c d: 3,2 4,2 5,2 6,2. A dog on c does not move while nobody is adjacent, then jumps to b.
    let tokens = json!({"tokens": ["4,2", "5,2", "6,2"]});
    let mut first = uncommitted(
        "tech-lab",
        &["3,2", "5,7", "2,8"],
        json!({"hexes": {"5,2": {"dogs": 1}}, "players": [tokens]}),
    );
    assert_eq!(first.changes(), json!({}));
    first.play(&["act 1", "commit walk", "act 1", "move 4,2"]);
    assert_eq!(first.changes(), json!({"5,2": {}, "4,2": {"dogs": 1}}));
    // The Street Urchin on b with the dog pays 1 idea and plays Run.
    let urchin = json!({"card": "street-urchin", "tokens": ["5,2", "6,2"]});
    let more = json!({"hexes": {"4,2": {"dogs": 1}}, "players": [urchin]});
    let mut second = uncommitted("tech-lab", &["4,2", "5,7", "2,8"], more);
    second.play(&["act 1", "commit hurry 1", "act 1", "better-ways"]);
    assert_eq!(second.ideas("1"), 1);
    second.play(&["act 1", "move 5,2"]);
    assert_eq!(second.changes(), json!({}), "the test waits until the last M is done");
    let mut stops = second.state;
    second.play(&["act 1", "move 6,2"]);
    assert_eq!(second.changes(), json!({}), "not adjacent any more: it stays on b");
    let ends = ["act 2", "commit discover", "act 3", "commit pause", "end"];
    super::support::play(&mut stops, &ends);
    second.state = stops;
    assert_eq!(
        second.changes(),
        json!({"4,2": {}, "5,2": {"dogs": 1}}),
        "it follows at the end of the phase"
    );
}

/// MH6.2c: other characters are tested normally while a test waits.
#[test]
fn mh6_2c_other_characters_are_tested_normally() {
    let urchin = json!({"card": "street-urchin", "tokens": ["5,2"]});
    let more = json!({"hexes": {"4,2": {"dogs": 1}}, "players": [urchin]});
    let mut scene = uncommitted("tech-lab", &["4,2", "3,2", "2,8"], more);
    scene.play(&["act 1", "commit hurry 1", "act 1", "better-ways", "act 1", "move 5,2"]);
    assert_eq!(
        scene.changes(),
        json!({"4,2": {}, "3,2": {"dogs": 1}}),
        "only the second character is chased"
    );
}

/// MH6.2c: with the last M done the test is made at once.
#[test]
fn h27_the_last_move_ends_the_action() {
    let urchin = json!({"card": "street-urchin", "tokens": ["5,2"]});
    let more = json!({"hexes": {"4,2": {"dogs": 1}}, "players": [urchin]});
    let mut scene = uncommitted("tech-lab", &["4,2", "5,7", "2,8"], more);
    scene.play(&["act 1", "commit walk", "act 1", "better-ways", "act 1", "move 5,2"]);
    assert_eq!(scene.changes(), json!({"4,2": {}, "5,2": {"dogs": 1}}));
}

/// MH6.2d, H62, H56, MH7.6f: no chase under the whistle, the separation test included; its end alone causes none, the
/// next event does.
#[test]
fn h56_the_end_of_the_whistle_causes_no_test() {
    let more = json!({
        "hexes": {"6,2": {"dogs": 1}},
        "players": [{"tokens": ["5,2"]}, {"loot": ["dog-whistle"]}, {"tokens": ["5,6"]}],
        "deck": ["M1", "M1", "M1", "Z1"],
    });
    let mut scene = uncommitted("tech-lab", &["4,2", "5,7", "5,7"], more);
    scene.play(&[
        "act 2",
        "commit blow-whistle",
        "act 1",
        "commit walk",
        "act 1",
        "move 5,2",
        "act 3",
        "commit pause",
        "end",
    ]);
    assert_eq!(
        (scene.phase(), scene.changes()),
        ("roll".to_owned(), json!({})),
        "nothing happened that tests"
    );
    scene.play(&["die 1", "die 1", "die 1", "act 3", "commit walk", "act 3", "move 5,6"]);
    assert_eq!(
        scene.changes(),
        json!({"6,2": {}, "5,2": {"dogs": 1}}),
        "any arrival tests the whole board"
    );
}

/// MH6.2c, H62: the separation test at the end of the phase counts as inside the phase.
#[test]
fn h62_no_separation_test_under_the_whistle() {
    let urchin = json!({"card": "street-urchin", "tokens": ["5,2"]});
    let with = |loot: Value| {
        let more = json!({"hexes": {"4,2": {"dogs": 1}}, "players": [urchin, {"loot": loot}]});
        uncommitted("tech-lab", &["4,2", "5,7", "2,8"], more)
    };
    let steps = [
        "act 1",
        "commit hurry 1",
        "act 1",
        "better-ways",
        "act 1",
        "move 5,2",
        "act 3",
        "commit pause",
        "end",
    ];
    let mut scene = with(json!(["dog-whistle"]));
    scene.play(&["act 2", "commit blow-whistle"]);
    scene.play(&steps);
    assert_eq!((scene.phase(), scene.changes()), ("roll".to_owned(), json!({})));
    let mut scene = with(json!([]));
    scene.play(&["act 2", "commit discover"]);
    scene.play(&steps);
    assert_eq!(scene.changes(), json!({"4,2": {}, "5,2": {"dogs": 1}}));
}

/// MH6.2d, H28: no chase during Escape Moves, but at the reveal that opens ESCAPE.
#[test]
fn h28_no_chase_during_escape_moves() {
    let mut scene = escape(
        "tech-lab",
        &["4,2", "5,7", "2,8"],
        json!({"hexes": {"6,2": {"dogs": 1}}}),
    );
    scene.play(&["act 1", "step 5,2"]);
    assert_eq!((scene.ideas("1"), scene.changes()), (1, json!({})));
    // At the start of ESCAPE the chits of the unrevealed hexes come first, then one test.
    let more = json!({"deck": ["M1", "Z1"], "bag": {"dog": 1}, "hexes": {"6,4": {"unrevealed": true}}});
    let mut scene = after("M1", "tech-lab", &["6,3", "5,7", "2,8"], more);
    assert_eq!(scene.phase(), "escape");
    scene.play(&["chit dog"]);
    assert_eq!(scene.changes(), json!({"6,4": {}, "6,3": {"dogs": 1}}));
}

/// MH6.2g, MH10.27, MH10.2: two dogs next to one lone character both jump, and both hold it.
#[test]
fn mh10_27_two_dogs_jump_and_both_hold() {
    let more =
        json!({"hexes": {"6,2": {"dogs": 1}, "5,3": {"dogs": 1}}, "players": [{"tokens": ["5,2", "4,2"], "die": 3}]});
    let mut scene = uncommitted("tech-lab", &["4,2", "5,7", "2,8"], more);
    // 5,3 is next to 5,2 alone, not to 4,2.
    scene.play(&["act 1", "commit hurry 3", "act 1", "move 5,2"]);
    while scene.phase() == "action" && legal(&scene.state)[0].starts_with("chase") {
        let first = legal(&scene.state)[0].clone();
        scene.play(&[&first]);
    }
    assert_eq!(scene.changes(), json!({"6,2": {}, "5,3": {}, "5,2": {"dogs": 2}}));
    assert!(
        options(&scene.state, "1").is_empty(),
        "one M is left, but the dogs hold"
    );
    let more = json!({"hexes": {"5,2": {"dogs": 2}}, "players": [{"tokens": ["4,2"], "die": 1}, {}, {}]});
    let mut scene = uncommitted("tech-lab", &["5,2", "5,7", "2,8"], more);
    scene.play(&["act 1", "commit punch", "act 1", "subdue 5,2 dog"]);
    assert!(options(&scene.state, "1").is_empty(), "one S is not enough");
}

/// MH10.26: a dog that cannot reach anybody is a guard on its hex all the same.
#[test]
fn mh10_26_a_dog_without_a_path_is_a_guard() {
    let scene = after(
        "E4",
        "tech-lab",
        &["4,2", "5,2", "2,8"],
        json!({"hexes": {"5,2": {"dogs": 1}}}),
    );
    assert_eq!(scene.alerts(), 1);
    let more = json!({"hexes": {"5,2": {"dogs": 1}}, "players": [{"tokens": ["4,2"]}]});
    let mut scene = uncommitted("tech-lab", &["5,2", "5,7", "2,8"], more);
    scene.play(&["act 1", "commit walk"]);
    assert!(options(&scene.state, "1").is_empty(), "it holds");
}

/// events:D1, MH6.2e, H29: on the kennel, then up to three steps towards the nearest character, along a shortest way
/// that the team chooses.
#[test]
fn events_d1_runs_to_the_nearest_character() {
    let mut scene = after("D1", "rival-hq", &["6,3", "4,7", "4,7"], json!({}));
    assert_eq!(legal(&scene.state), ["dog 4,3", "dog 4,4"], "three steps either way");
    scene.play(&["dog 4,4"]);
    assert_eq!(legal(&scene.state), ["dog 5,3", "dog 5,4"]);
    scene.play(&["dog 5,4"]);
    assert_eq!(
        scene.changes(),
        json!({"6,3": {"dogs": 1}}),
        "next to the character it jumps"
    );
    let outdoors = after("D1", "estate-basement", &["0,8", "0,8", "0,8"], json!({}));
    assert_eq!(
        outdoors.changes(),
        json!({"2,5": {"dogs": 1}}),
        "three steps of five to the hex that the Exit opens to"
    );
}

/// events:D1, MH6.2e: a dog on the kennel that can chase does; it stays with a character on its hex.
#[test]
fn mh6_2e_the_chase_comes_first() {
    let near = after("D1", "rival-hq", &["4,3", "4,7", "4,7"], json!({}));
    assert_eq!(near.changes(), json!({"4,3": {"dogs": 1}}));
    let own = after("D1", "rival-hq", &["3,4", "4,7", "4,7"], json!({}));
    assert_eq!(own.changes(), json!({"3,4": {"dogs": 1}}));
    let on_the_way = after(
        "D3",
        "rival-hq",
        &["6,3", "5,4", "4,7"],
        json!({"players": [{"ideas": 0}]}),
    );
    assert!(legal(&on_the_way.state).contains(&"dog 4,4".to_owned()));
    let mut on_the_way = on_the_way;
    on_the_way.play(&["dog 4,4"]);
    assert_eq!(
        on_the_way.changes(),
        json!({"5,4": {"dogs": 1}}),
        "after a step it chases another character"
    );
}

/// events:D1, MH6.2e, H29, MH1c: outdoors characters count one more than the hex; the dog stops on that hex. Busted
/// ones do not count.
#[test]
fn h29_outdoors_characters_are_targets() {
    // 0,6 opens to 1,6, two steps from the kennel.
    let scene = after("D1", "rival-hq", &["0,6", "7,3", "7,3"], json!({}));
    assert_eq!(scene.changes(), json!({"1,6": {"dogs": 1}}));
    let tie = after("D1", "rival-hq", &["0,6", "6,3", "7,3"], json!({}));
    assert_eq!(legal(&tie.state), ["target 1", "target 2"], "both at distance three");
    let busted = json!({"players": [{"status": "busted"}]});
    let scene = after("D1", "rival-hq", &["1,6", "7,3", "4,7"], busted);
    assert!(
        legal(&scene.state)
            .iter()
            .all(|action| action.starts_with("target") || action.starts_with("dog"))
    );
    assert!(!legal(&scene.state).contains(&"target 1".to_owned()));
}

/// events:D2, MH6.2e, MH7.5a: the nearest hex with loot lying on it; carried loot does not count.
#[test]
fn events_d2_guards_the_loot() {
    let players = json!([{"loot": ["cash:2"]}]);
    let more = json!({"hexes": {"1,6": {"loot": ["cash:1"]}, "7,0": {"loot": ["radio"]}}, "players": players});
    let scene = after("D2", "rival-hq", &["7,3", "4,7", "4,7"], more);
    assert_eq!(
        scene.changes(),
        json!({"1,6": {"loot": ["cash:1"], "dogs": 1}}),
        "on the loot after two steps"
    );
    let none = after("D2", "rival-hq", &["7,3", "4,7", "4,7"], json!({"players": players}));
    assert_eq!(none.changes(), json!({"3,4": {"dogs": 1}}), "no target: no move");
    let own = after(
        "D2",
        "rival-hq",
        &["7,3", "4,7", "4,7"],
        json!({"hexes": {"3,4": {"loot": ["cash:1"]}}}),
    );
    assert_eq!(own.changes(), json!({"3,4": {"loot": ["cash:1"], "dogs": 1}}));
    let two = json!({"hexes": {"2,4": {"loot": ["cash:1"]}, "4,3": {"loot": ["cash:1"]}}});
    let mut tie = after("D2", "rival-hq", &["7,3", "4,7", "4,7"], two);
    assert_eq!(legal(&tie.state), ["target 4,3", "target 2,4"], "index order");
    tie.play(&["target 2,4"]);
    assert_eq!(tie.changes(), json!({"2,4": {"loot": ["cash:1"], "dogs": 1}}));
}

/// events:D3, MH6.2e: a player character with the fewest ideas, however far.
#[test]
fn events_d3_senses_fear() {
    let more = |ideas: [i64; 3]| json!({"players": ideas.map(|ideas| json!({"ideas": ideas}))});
    let places = ["1,6", "7,0", "4,7"];
    let far = after("D3", "rival-hq", &places, more([1, 0, 1]));
    assert_eq!(
        far.changes(),
        json!({"7,0": {"dogs": 1}}),
        "three steps north-east, then the chase"
    );
    let tie = after("D3", "rival-hq", &places, more([0, 3, 0]));
    assert_eq!(legal(&tie.state), ["target 1", "target 3"], "distance does not matter");
}

/// crises:C6, MH6.2e, H59: three dogs, one each for the three nearest characters; targets are fixed first, then the
/// dogs run one by one.
#[test]
fn crises_c6_releases_the_hounds() {
    let mut scene = after_crisis("C6", "rival-hq", &["1,6", "3,7", "6,3", "7,0"], json!({}));
    let mut asked = Vec::new();
    while scene.phase() == "crises" {
        let first = legal(&scene.state)[0].clone();
        asked.push(first.split(' ').next().unwrap().to_owned());
        scene.play(&[&first]);
    }
    // 1,6 at distance 2, 3,7 and 6,3 at 3, 7,0 at 4.
    assert_eq!(
        scene.changes(),
        json!({"1,6": {"dogs": 1}, "3,7": {"dogs": 1}, "6,3": {"dogs": 1}})
    );
    assert!(asked.iter().any(|word| word == "dog"), "{asked:?}");
    let close = after_crisis("C6", "rival-hq", &["4,3", "7,3", "4,7"], json!({}));
    let jumped = close.hex("4,3")["dogs"].as_i64();
    assert_eq!(jumped, Some(3), "on the kennel they chase first, all of them");
}

/// crises:C6, MH6.2e: with fewer characters than dogs the rest go to the nearest.
#[test]
fn mh6_2e_more_dogs_than_characters() {
    let more = json!({"players": [{}, {"status": "busted"}, {"status": "busted"}]});
    let mut scene = after_crisis("C6", "estate-basement", &["0,8", "0,8", "0,8"], more);
    while scene.phase() == "crises" {
        let first = legal(&scene.state)[0].clone();
        scene.play(&[&first]);
    }
    assert_eq!(scene.changes(), json!({"2,5": {"dogs": 3}}));
}

/// MH6.2f, H30: without a kennel the dog comes to `kennel_at` of the scenario; without either there is no dog.
#[test]
fn h30_without_a_kennel() {
    let track = after("D2", "the-track", &["2,0", "0,6", "0,6"], json!({}));
    assert_eq!(track.changes(), json!({"9,1": {"dogs": 1}}), "no loot lies anywhere");
    for card in ["D1", "D2", "D3"] {
        let lab = after(
            card,
            "tech-lab",
            &["4,2", "5,7", "2,8"],
            json!({"hexes": {"5,2": {"loot": ["cash:1"]}}}),
        );
        assert_eq!((lab.changes(), lab.phase()), (json!({}), "roll".to_owned()), "{card}");
    }
}

/// MH6.2e: a dog may stand on an unrevealed hex; that reveals nothing, and the hex still draws its chit later.
#[test]
fn mh6_2e_dogs_on_unrevealed_hexes() {
    let more =
        json!({"hexes": {"3,4": {"unrevealed": true}, "4,4": {"unrevealed": true}, "2,5": {}}, "bag": {"lock": 2}});
    let mut scene = after("D2", "estate-basement", &["0,8", "0,8", "8,8"], more.clone());
    assert_eq!(scene.changes(), json!({"5,4": {"dogs": 1}}));
    let mut with_loot = more;
    with_loot["hexes"]["3,4"] = json!({"unrevealed": true, "loot": ["cash:1"]});
    scene = after("D2", "estate-basement", &["0,8", "0,8", "8,8"], with_loot);
    assert_eq!(
        scene.changes(),
        json!({"3,4": {"unrevealed": true, "loot": ["cash:1"], "dogs": 1}})
    );
    assert_eq!(scene.get("/bag"), json!({"lock": 2}), "nothing was drawn");
    scene.play(&[
        "die 1",
        "die 1",
        "die 1",
        "act 2",
        "commit discover",
        "act 2",
        "reveal 3,4",
        "chit lock",
    ]);
    assert_eq!(scene.hex("3,4"), json!({"loot": ["cash:1"], "dogs": 1, "locks": 1}));
}

/// MH6.1c, H24: a Camera that becomes live again raises an alert for each character under it; a new one none.
#[test]
fn mh6_1c_cameras_that_become_live_again() {
    let places = ["4,2", "4,2", "2,8"];
    let again = after(
        "E8",
        "tech-lab",
        &places,
        json!({"hexes": {"4,2": {"disabled": 1}, "5,2": {"disabled": 1}}}),
    );
    assert_eq!(again.alerts(), 2);
    let new = after(
        "E9",
        "tech-lab",
        &["4,2", "5,2", "2,8"],
        json!({"hexes": {"4,2": {"cameras": 1}, "5,2": {"cameras": 1}}}),
    );
    assert_eq!(
        (new.alerts(), new.hex("4,2"), new.hex("5,2")),
        (0, json!({"cameras": 2}), json!({"cameras": 2}))
    );
}
