//! The turn as a state machine (section 4).

use heist_engine::game::{Game, Node, Seat};
use heist_engine::masters::{Ending, MastersOfTheHeist, Phase, Who};
use serde_json::json;

use super::boards::{assert_same, board, changes, difference, lab, on};
use super::support::{act, legal, legal_with, odds, options, play};

fn deck(state: &MastersOfTheHeist) -> String {
    let cards: Vec<String> = state.deck_cards().iter().map(|card| card.to_string()).collect();
    cards.join(" ")
}

/// MH4a: when no player character is left the rest of the round is skipped, and the heist is lost.
#[test]
fn mh4a_nobody_is_left() {
    // Gate A under all three closes by C3; C2 behind it, with a Guard for nobody, is not done any more.
    let mut state = board(
        "courthouse",
        ["1,1", "1,1", "1,1"],
        json!({"deck": ["E4", "C3", "C1", "E7", "E8", "Z2"]}),
    );
    play(&mut state, &["end"]);
    assert!(state.phase() >= Phase::Escape);
    if state.ending() == Ending::Playing {
        assert_eq!(legal(&state), ["finish"]);
        play(&mut state, &["finish"]);
    }
    assert_eq!(state.ending(), Ending::Lost);
    assert_eq!(on(&state, "5,4"), "", "C1 did not place two Guards");
}

/// MH4b: the team decides for everybody: one question offers all characters, whoever plays them.
#[test]
fn mh4b_decisions_are_the_teams() {
    let walkers = json!({"action": null});
    let state = lab(json!({"1": walkers, "2": walkers, "3": walkers}));
    assert_eq!(state.node(), Node::Decision(Seat(0)));
    assert_eq!(state.deciding(), None);
    assert_same(legal(&state), &["act 1", "act 2", "act 3", "escape"]);
}

/// MH4.1a, MH8c: one d6 for every active character that is not Busted, outdoors too, the NPC last.
#[test]
fn mh4_1a_dice() {
    let idle = json!({"die": 0, "action": null});
    let mut state = board(
        "server-farm",
        ["5,7", "4,3", "5,7"],
        json!({
            "phase": "roll", "1": idle, "2": {"die": 0, "action": null, "status": "busted"}, "3": idle, "npc": {"at": "5,6"},
        }),
    );
    let die: Vec<(String, f64)> = (1..=6).map(|face| (format!("die {face}"), 1.0 / 6.0)).collect();
    for (face, line) in [
        ("die 4", "1.die: - > 4"),
        ("die 2", "3.die: - > 2"),
        ("die 6", "npc.die: - > 6"),
    ] {
        assert_eq!(odds(&state), die);
        let changed = changes(&mut state, &[face]);
        assert!(changed.contains(&line.to_owned()), "{changed:?}");
    }
    assert_eq!(state.phase(), Phase::Action);
    assert_same(legal(&state), &["act 1", "act 3", "act npc", "escape"]);
    // An NPC that is still inactive does not roll.
    let mut estate = board(
        "estate-basement",
        ["0,8", "0,8", "0,8"],
        json!({
            "phase": "roll", "1": idle, "2": idle, "3": idle, "npc": {"at": "8,1"},
        }),
    );
    play(&mut estate, &["die 1", "die 1", "die 1"]);
    assert_eq!(estate.phase(), Phase::Action);
}

/// MH4.1a, MH8e, MH10.24, MH5.3e: one that is freed in the phase rolls at that moment, reveals beside it, and must
/// commit.
#[test]
fn mh4_1a_a_freed_prisoner_rolls_at_once() {
    let mut state = board(
        "estate-basement",
        ["7,1", "0,8", "0,8"],
        json!({
            "1": {"at": "6,1"}, "bag": {"lock": 1}, "npc": {"at": "8,1"}, "hexes": {"7,1": {"unrevealed": true}, "8,1": {"cameras": 1}},
            "deck": ["E1", "E2", "Z1"],
        }),
    );
    // The server on 6,1 removes the ring of the Prisoner on 8,1.
    act(&mut state, "1", &["server"]);
    assert_eq!(odds(&state).len(), 6, "its die");
    play(&mut state, &["die 3"]);
    assert_eq!(odds(&state), [("chit lock".to_owned(), 1.0)], "then the hex beside it");
    play(&mut state, &["chit lock"]);
    assert_eq!(deck(&state), "E1 E2 Z1", "its Camera raises no alert");
    assert!(legal(&state).contains(&"act npc".to_owned()));
    assert!(!legal(&state).contains(&"end".to_owned()), "it must commit");
    act(&mut state, "npc", &["commit pause"]);
    assert!(legal(&state).contains(&"end".to_owned()));
}

/// MH4.2a, MH5.8e: everybody commits exactly once; what is not done by the end is lost.
#[test]
fn mh4_2a_everybody_commits_once() {
    let mut state = lab(json!({
        "1": {"action": null}, "2": {"action": null, "letters": ""}, "deck": ["M1", "M1", "Z1"],
        "hexes": {"6,5": {"guards": 1}},
    }));
    assert_same(legal(&state), &["act 1", "act 2", "escape"]);
    act(&mut state, "1", &["commit punch"]);
    assert!(
        !options(&state, "1").iter().any(|option| option.starts_with("commit")),
        "MH4.2b, MH5.8b, H10: a commit is final"
    );
    assert_same(legal(&state), &["act 1", "act 2", "escape"]);
    act(&mut state, "2", &["commit run"]);
    assert_same(legal(&state), &["act 1", "end", "escape"]);
    play(&mut state, &["end"]);
    assert_eq!(state.letters_left(Who(0)).count(), 0, "the S is lost");
    assert_eq!(state.marker(), 4);
}

/// MH4.2c, H11: declared escape ends the phase; noise, the Event and the Crises are played, then ESCAPE.
#[test]
fn h11_declared_escape() {
    let mut state = lab(json!({
        "1": {"action": null}, "2": {"letters": "R"}, "owed": 3, "deck": ["E9", "C2", "E4", "E4", "Z1"],
        "hexes": {"6,5": {"cameras": 1}},
    }));
    play(&mut state, &["escape"]);
    assert_eq!(state.phase(), Phase::Escape);
    assert_eq!(state.marker(), 3);
    // E9 doubled the Camera; C2 put a Guard on the line between the tower on 5,4 and 5,5.
    assert_eq!(
        (on(&state, "6,5").as_str(), on(&state, "5,5").as_str()),
        ("camera camera", "guard")
    );
    assert_eq!(deck(&state), "E4 E4 Z1");
    assert_eq!(state.letters_left(Who(1)).count(), 0);
}

/// MH4.2c: it is too late in EVENT; the next chance is the next round, after the dice, and that round's Event is
/// played.
#[test]
fn mh4_2c_escape_is_declared_in_action_alone() {
    let mut state = lab(json!({
        "1": {"at": "6,5"}, "hexes": {"6,5": {"subdued-guards": 1}}, "deck": ["E12", "E9", "E4", "Z1"],
    }));
    play(&mut state, &["end"]);
    assert_same(legal(&state), &["accept", "decline"]);
    play(&mut state, &["decline", "die 1", "die 1", "die 1"]);
    assert_eq!(deck(&state), "E9 E4 Z1");
    assert!(legal(&state).contains(&"escape".to_owned()));
    play(&mut state, &["escape"]);
    assert_eq!(deck(&state), "E4 Z1");
}

/// MH4.3a, MH4.3b, MH7.9c: the tests of NPCs come before the noise, to which they add.
#[test]
fn mh4_3a_npc_tests_add_to_the_noise() {
    let mut state = board(
        "hotel-basement",
        ["5,7", "0,7", "0,7"],
        json!({
            "npc": {"status": "active", "at": "10,3", "die": 1, "ideas": 0, "action": "pause"}, "owed": 1,
            "1": {"ideas": 1}, "deck": ["M1", "M1", "Z1"],
        }),
    );
    play(&mut state, &["end"]);
    assert_same(legal(&state), &["lose-idea", "take-noise"]);
    assert_eq!((state.marker(), state.owed_noise_count()), (0, 1));
    let mut paid = state;
    play(&mut paid, &["lose-idea"]);
    assert_eq!((paid.marker(), paid.ideas(Who(0))), (1, 0));
    play(&mut state, &["take-noise"]);
    assert_eq!((state.marker(), state.ideas(Who(0))), (3, 1));
}

/// MH4.3b, MH5.6a, MH11.1, `noise_tracks:3p`: the noise of the round moves the marker one by one, with its alerts.
#[test]
fn mh4_3b_noise_is_applied() {
    // Three players: alerts at 4 and 8.
    let mut state = lab(json!({"owed": 6, "marker": 2, "deck": ["E4", "E7", "M1", "M1", "Z1"]}));
    play(&mut state, &["end"]);
    assert_eq!(state.marker(), 8);
    assert_eq!(
        deck(&state),
        "M1 Z1",
        "E4 and E7 were discarded, M1 was the Active Event"
    );
    // MH11.1 on the four-player track: from 9 six noises are alerts at 10, 13 and 15.
    let mut four = lab(json!({
        "4": {"card": "thief", "skills": ["steal", "linger"], "at": "2,8", "die": 1, "action": "walk", "ideas": 0, "loot": []},
        "owed": 6, "marker": 9, "deck": ["E4", "E7", "E4", "M1", "M1", "Z1"],
    }));
    play(&mut four, &["end"]);
    assert_eq!((four.marker(), deck(&four).as_str()), (15, "M1 Z1"));
}

/// MH5.6a, `fixers:diversion`: a token instead of a noise, if the team likes, as long as one is left.
#[test]
fn mh5_6a_diversion_tokens() {
    let mut state = lab(json!({"owed": 3, "diversions": 1, "deck": ["M1", "M1", "Z1"]}));
    play(&mut state, &["end"]);
    assert_same(legal(&state), &["divert", "noise"]);
    play(&mut state, &["noise"]);
    assert_eq!((state.marker(), state.diversions()), (1, 1));
    play(&mut state, &["divert"]);
    assert_eq!(
        (state.marker(), state.diversions(), state.phase()),
        (2, 0, Phase::Roll),
        "the third one is not asked"
    );
}

/// MH4.3c, MH7.6b, MH7.6e: one-use items leave, and effects end, after the noise.
#[test]
fn mh4_3c_what_ends_with_the_phase() {
    let mut state = lab(json!({
        "1": {"loot": ["radio leaving", "dog-whistle used"], "effects": ["shift", "larcenist"], "card": "pickpocket"},
        "whistle": true, "deck": ["M1", "M1", "Z1"],
    }));
    let before = state;
    play(&mut state, &["end"]);
    let changed = difference(&before, &state);
    for line in [
        "1.effects: larcenist shift > -",
        "1.loot: radio leaving dog-whistle used > dog-whistle",
        "whistle: true > -",
    ] {
        assert!(changed.contains(&line.to_owned()), "{line}: {changed:?}");
    }
}

/// MH4.4c, MH4.4a, MH4.4b: an A discards the top Event, and the Crisis below is queued.
#[test]
fn mh4_4c_discarding_an_event_is_an_alert() {
    let mut state = lab(json!({
        "1": {"skills": ["blast", "wing-it"], "die": 3, "action": null}, "deck": ["E1", "C2", "E2", "Z1"],
    }));
    act(&mut state, "1", &["commit blast 3"]);
    assert_eq!(deck(&state), "E2 Z1");
    assert_eq!(state.crisis_queue().len(), 1);
}

/// MH4.5a, MH4.5b, MH4.5c, MH11.3: alerts of the Active Event discard other cards; a Crisis behind it is done in the
/// same phase.
#[test]
fn mh4_5b_the_active_event_stays_the_same() {
    let mut state = lab(json!({
        "hexes": {"6,5": {"cameras": 1}}, "2": {"at": "6,4"}, "deck": ["E16", "E1", "C2", "E4", "E4", "Z1"],
    }));
    play(&mut state, &["end"]);
    // Two characters beside the Camera: two alerts, E1 and, behind C2, E4.
    assert_eq!(deck(&state), "E4 Z1");
    assert_eq!(state.active_event(), None);
    assert_eq!(
        on(&state, "5,5"),
        "guard",
        "C2 was done in this phase: 5,5 lies beside the tower on 5,4"
    );
    assert_eq!(state.phase(), Phase::Roll);
}

/// MH4.6a, H12: the queue in its order; Crises behind a final one are done before ESCAPE.
#[test]
fn h12_crises_behind_a_final_one() {
    let mut state = lab(json!({"deck": ["M1", "M1"], "queue": ["Z1", "C2"]}));
    play(&mut state, &["end"]);
    assert_eq!(state.phase(), Phase::Escape);
    assert_eq!(on(&state, "5,5"), "guard");
    assert_eq!(state.crisis_queue().len(), 0);
}

/// MH4.6a: first in, first out.
#[test]
fn mh4_6a_first_in_first_out() {
    // 4,5 beside the Reinforcements on 5,4 is empty but for cash: C1 puts a Guard there unless C4 has put a Lock there
    // before.
    let order = |queue: [&str; 2]| {
        let mut state = board(
            "courthouse",
            ["8,1", "9,0", "9,0"],
            json!({
                "hexes": {"4,5": {"loot": ["cash:1"]}}, "deck": ["M1", "M1", "Z2"], "queue": queue,
            }),
        );
        play(&mut state, &["end"]);
        on(&state, "4,5")
    };
    assert_eq!(order(["C1", "C4"]), "guard lock cash:1");
    assert_eq!(order(["C4", "C1"]), "lock cash:1");
}

/// MH4.6b, H13: in EVENT nothing but what its text asks: no pick-ups, no transfers, no abilities.
#[test]
fn h13_nothing_else_in_the_event_phase() {
    let mut state = lab(json!({
        "1": {"at": "6,5", "ideas": 5, "card": "black-hat", "loot": ["cash:1"]}, "fixers": ["old-friend"], "2": {"ideas": 5},
        "hexes": {"6,5": {"subdued-guards": 1, "loot": ["documents"]}}, "deck": ["E12", "E4", "Z1"],
    }));
    play(&mut state, &["end"]);
    assert_eq!(state.phase(), Phase::Event);
    assert_same(legal(&state), &["accept", "decline"]);
    // Loot held on an Exit is not banked either.
    let mut outside = lab(json!({"1": {"at": "5,7", "loot": ["documents"], "ideas": 1}, "deck": ["E24", "E4", "Z1"]}));
    play(&mut outside, &["end"]);
    assert_same(legal(&outside), &["transfer 1 2 1", "transfer 1 3 1", "decline"]);
}

/// MH4.7a, MH7.6d: the Flashbang ends after the Crises, then the next round begins.
#[test]
fn mh4_7a_end_of_the_event_phase() {
    let mut state = board(
        "courthouse",
        ["8,1", "9,0", "9,0"],
        json!({
            "hexes": {"7,3": {"subdued-guards": 2, "flashed-guards": 1}}, "deck": ["A2", "M1", "Z2"],
        }),
    );
    // A2 sees the guard of the Flashbang still subdued: the Cameras on 6,3 beside it bring a Guard.
    play(&mut state, &["end"]);
    assert_eq!(on(&state, "7,3"), "guard guard-");
    assert_eq!(on(&state, "6,3"), "guard camera camera");
    assert_eq!((state.phase(), state.round()), (Phase::Roll, 3));
    assert_eq!(odds(&state).len(), 6);
}

/// MH4.7a, MH7.10d: a final Crisis leads to ESCAPE, after the movements of the scenario.
#[test]
fn mh4_7a_movements_before_escape() {
    let mut state = board(
        "parking-garage",
        ["5,0", "4,0", "4,0"],
        json!({"deck": ["M1", "Z1"], "npc": {"at": "1,4"}}),
    );
    play(&mut state, &["end"]);
    assert_eq!(state.phase(), Phase::Escape);
    assert_eq!(
        state.tile_of(Who::NPC).map(|tile| tile.to_string()).as_deref(),
        Some("2,4"),
        "east towards the van on 7,4"
    );
}

/// H24, MH6.1c: a new Camera under characters raises nothing; one that is live again raises one alert for each of them.
#[test]
fn h24_new_cameras_under_characters() {
    // E9 doubles the Camera under the second and the third one, beside the first.
    let both = |event: &str, cameras: serde_json::Value| {
        let mut state = lab(json!({
            "2": {"at": "6,5"}, "3": {"at": "6,5"}, "hexes": {"6,5": cameras, "6,4": {"disabled": 1}},
            "deck": [event, "M1", "M1", "M1", "M1", "Z1"],
        }));
        play(&mut state, &["end"]);
        (on(&state, "6,5"), state.deck_cards().len())
    };
    assert_eq!(both("E9", json!({"cameras": 1})), ("camera camera".to_owned(), 5));
    assert_eq!(
        both("E8", json!({"disabled": 1})),
        ("camera".to_owned(), 3),
        "two characters, two alerts"
    );
}

/// MH4.8a, H14: the team chooses between equals, and is not asked where there is no choice.
#[test]
fn h14_ties_are_the_teams() {
    // A dog on 5,5 beside a character on 6,5 and one on 4,6 has two ways; with one character it has one.
    let state = |second: &str| {
        let mut state = lab(json!({
            "1": {"at": "6,4", "letters": "M", "tokens": ["6,5"]}, "2": {"at": second}, "hexes": {"5,5": {"dogs": 1}, "6,4": {"locks": 1}},
            "whistle": false,
        }));
        act(&mut state, "1", &["move 6,5"]);
        state
    };
    let two = state("4,6");
    assert_same(legal(&two), &["chase 5,5 e", "chase 5,5 sw"]);
    let one = state("5,7");
    assert_eq!(on(&one, "6,5"), "dog");
    assert_same(legal_with(&one, "chase"), &[]);
}

/// MH5.8c: what the mode leaves out because others make up for it is carried out all the same; what no mode knows is
/// not, in builds with debug assertions.
#[test]
fn what_a_mode_leaves_out_can_be_applied() {
    let fields = json!({
        "actions": "reduced", "1": {"letters": "I"}, "2": {"letters": "I"}, "3": {"letters": "I"},
    });
    let mut state = lab(fields);
    play(&mut state, &["act 2", "idea"]);
    assert!(
        !legal(&state).contains(&"act 1".to_owned()),
        "1 before 2 is the order that is offered"
    );
    state.apply("act 1".parse().expect("an action"));
    state.apply("idea".parse().expect("an action"));
    assert_eq!([0, 1].map(|who| state.ideas(Who(who))), [1, 1]);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "move 5,4 is not legal")]
fn what_no_mode_knows_is_not_applied() {
    let mut state = lab(json!({"1": {"letters": "I"}}));
    play(&mut state, &["act 1"]);
    state.apply("move 5,4".parse().expect("an action"));
}
