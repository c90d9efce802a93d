//! The Action phase: commits, sub-actions, arrival and reveals, free things, the safe (section 5).

use heist_engine::game::{Game, Node};
use serde_json::json;

use super::boards::{assert_same, board, changes, commits, lab, on};
use super::support::{act, legal, legal_with, odds, options, play};

/// MH11.6, MH5.1a: default actions at any die, a face of each skill, and what an idea reaches; nothing else.
#[test]
fn mh11_6_die_change() {
    let state = lab(json!({"1": {
        "card": "angry-locksmith", "skills": ["smash-n-grab", "wing-it"], "die": 1, "ideas": 1, "action": null
    }}));
    assert_same(
        options(&state, "1"),
        &[
            "commit walk",
            "commit pick",
            "commit smash-n-grab 1",
            "commit wing-it 1",
            "commit smash-n-grab 2",
            "commit wing-it 2",
            "commit smash-n-grab 6",
            "commit wing-it 6",
        ],
    );
}

/// MH4.2b, H10, MH5.8b: there is no undo. Nothing takes a commit back, and a state that is kept leads to any other
/// commit at once.
#[test]
fn mh4_2b_no_undo_is_needed() {
    let state = lab(json!({"1": {"die": 1, "action": null}}));
    let mut walked = state;
    act(&mut walked, "1", &["commit walk"]);
    assert_same(commits(&walked, "1"), &[]);
    assert!(legal(&walked).iter().all(|action| !action.contains("undo")));
    let mut punched = state;
    act(&mut punched, "1", &["commit punch"]);
    assert_ne!(walked, punched);
    assert_same(commits(&punched, "1"), &[]);
}

/// MH5.1a, MH5.1b: an idea turns the die by one, around 6 and 1; the action's letters are there and its noise is owed.
#[test]
fn mh5_1a_ideas_turn_the_die_of_their_owner() {
    let fields =
        json!({"1": {"skills": ["bypass", "wing-it"], "die": 2, "ideas": 3, "action": null}, "2": {"ideas": 9}});
    let mut state = lab(fields);
    let mut around = state;
    // From 2 to 5 three steps either way.
    assert_eq!(
        changes(&mut state, &["act 1", "commit bypass 5"]),
        [
            "1.action: - > bypass 5",
            "1.die: 2 > 5",
            "1.ideas: 3 > 0",
            "1.letters: - > MM",
            "owed: - > 2"
        ],
        "bypass 5 is Run, MMNN"
    );
    assert_eq!(
        changes(&mut around, &["act 1", "commit wing-it 6"]),
        [
            "1.action: - > wing-it 6",
            "1.die: 2 > 6",
            "1.ideas: 3 > 1",
            "1.letters: - > MM",
            "owed: - > 3"
        ],
        "from 2 over 1 to 6 are two steps; Scamper is MMNNN"
    );
    let poor = lab(json!({"1": {"die": 2, "ideas": 0, "action": null}, "2": {"ideas": 9}}));
    assert_same(
        options(&poor, "1"),
        &["commit walk", "commit punch", "commit bypass 2", "commit wing-it 2"],
    );
}

/// MH5.1a: an action of an item that is held, at any die.
#[test]
fn mh5_1a_items_bring_actions() {
    let state = lab(json!({
        "1": {"die": 4, "action": null, "loot": ["radio", "dog-whistle", "cheap-picks"]},
    }));
    assert_same(
        commits(&state, "1"),
        &[
            "walk",
            "punch",
            "bypass 4",
            "wing-it 4",
            "tweak-plan",
            "blow-whistle",
            "rake 4",
        ],
    );
}

/// MH5.1b, MH5.2h, MH5.2i: noise is owed and an alert raised at the commit.
#[test]
fn mh5_1b_an_alert_comes_at_the_commit() {
    let mut state = lab(json!({
        "1": {"skills": ["blast", "wing-it"], "die": 3, "action": null}, "deck": ["E1", "E2", "C2", "E3", "Z1"],
    }));
    assert_eq!(
        changes(&mut state, &["act 1", "commit blast 3"]),
        [
            "1.action: - > blast 3",
            "1.letters: - > USSD",
            "deck: E1 E2 C2 E3 Z1 > E2 C2 E3 Z1",
            "owed: - > 1"
        ],
        "Detonate is USSDNA"
    );
}

/// MH5.1b: what cannot be paid, or whose condition fails, cannot be chosen; what would have no effect can.
#[test]
fn mh5_1b_costs_and_conditions() {
    let burglar = |ideas: u8| {
        lab(json!({"1": {"card": "burglar", "ideas": ideas, "die": 1, "action": null}, "3": {"card": "thief"}}))
    };
    assert!(!options(&burglar(0), "1").contains(&"commit dart".to_owned()));
    let mut state = burglar(1);
    assert_eq!(
        changes(&mut state, &["act 1", "commit dart"]),
        [
            "1.action: - > dart",
            "1.ideas: 1 > 0",
            "1.letters: - > MM",
            "owed: - > 1"
        ]
    );
    // The shutter bug may Patch In beside a live Camera alone; Smash has nothing to disable.
    let shutter_bug = |camera: &str| {
        lab(json!({
            "1": {"card": "shutter-bug", "die": 1, "action": null}, "hexes": {"6,5": {camera: 1}, "5,5": {"cameras": 1}},
        }))
    };
    let all = ["walk", "smash", "bypass 1", "wing-it 1", "patch-in"];
    assert_same(commits(&shutter_bug("disabled"), "1"), &all[..4]);
    assert_same(commits(&shutter_bug("cameras"), "1"), &all);
}

/// H15, MH5.1b: one item card supports one commit per round, whoever holds it then.
#[test]
fn h15_an_item_supports_one_commit_per_round() {
    let mut state = lab(json!({
        "1": {"action": null, "loot": ["radio"]}, "2": {"at": "5,5", "action": null},
    }));
    act(&mut state, "1", &["commit tweak-plan"]);
    act(&mut state, "1", &["drop radio"]);
    act(&mut state, "2", &["take radio"]);
    assert!(!options(&state, "2").contains(&"commit tweak-plan".to_owned()));
    // In a later round it supports one again.
    let next = lab(json!({"2": {"at": "5,5", "action": null, "loot": ["radio"]}}));
    assert!(options(&next, "2").contains(&"commit tweak-plan".to_owned()));
}

/// MH5.1c, MH5.8a: letters are done in any order, by anybody at any time, and not at all if the team likes.
#[test]
fn mh5_1c_letters_in_any_order() {
    let state = lab(json!({
        "1": {"letters": "MUSDIRL", "tokens": ["6,5"]},
        "2": {"at": "5,6", "letters": "I"},
        "hexes": {"4,6": {"locks": 1}, "6,4": {"guards": 1}, "5,4": {"cameras": 1}},
    }));
    assert_same(
        options(&state, "1"),
        &[
            "move 6,5",
            "unlock 4,6",
            "subdue 6,4 guard",
            "disable 5,4",
            "idea",
            "reveal",
            "loot",
        ],
    );
    assert_same(options(&state, "2"), &["idea"]);
    assert_same(legal(&state), &["act 1", "act 2", "end", "escape"]);
}

/// MH5.2a: one adjacent hex with an own token that no active Lock and no guard on the own hex forbids; an Exit needs no
/// token.
#[test]
fn mh5_2a_moves() {
    let state = lab(json!({
        "1": {"letters": "M", "tokens": ["6,5", "6,4", "4,5", "4,6", "3,6"]},
        "2": {"tokens": ["5,6"]},
        "hexes": {"6,4": {"locks": 1}, "4,5": {"unlocked": 2, "guards": 1}},
    }));
    assert_same(options(&state, "1"), &["move 6,5", "move 4,6", "move 4,5"]);
    let outside = lab(json!({"1": {"at": "5,6", "letters": "M"}}));
    assert_same(options(&outside, "1"), &["move 5,7"]);
    let mut state = lab(json!({"1": {"at": "5,6", "letters": "M"}}));
    assert_eq!(
        changes(&mut state, &["act 1", "move 5,7"]),
        ["1.at: 5,6 > 5,7", "1.letters: M > -"]
    );
    // Back in the way needs a token.
    let back = lab(json!({"1": {"at": "5,7", "letters": "M"}, "2": {"letters": "M", "tokens": ["5,6"]}}));
    assert_same(options(&back, "1"), &[]);
    assert_same(options(&back, "2"), &["move 5,6"]);
}

/// MH5.2a, MH5.2k, MH10.2, MH10.3: nobody leaves a hex with an unsubdued guard; two of them need two S.
#[test]
fn mh5_2a_guards_hold() {
    let on_guards =
        |chits: serde_json::Value| lab(json!({"1": {"letters": "MMSS", "tokens": ["6,5"]}, "hexes": {"5,5": chits}}));
    let mut state = on_guards(json!({"guards": 1, "dogs": 1}));
    assert_same(options(&state, "1"), &["subdue 5,5 guard", "subdue 5,5 dog"]);
    assert_eq!(
        changes(&mut state, &["act 1", "subdue 5,5 dog"]),
        ["1.ideas: 0 > 1", "1.letters: MMSS > MMS", "5,5: guard dog > guard dog-"],
        "the Thug gains an idea (Adrenaline)"
    );
    assert_same(options(&state, "1"), &["subdue 5,5 guard"]);
    act(&mut state, "1", &["subdue 5,5 guard"]);
    assert_same(options(&state, "1"), &["move 6,5"]);
    let subdued = on_guards(json!({"subdued-guards": 2}));
    assert_same(options(&subdued, "1"), &["move 6,5"]);
}

/// MH5.2a, MH6.7b: a keycard door stops a Move, also with a token.
#[test]
fn mh5_2a_keycard_doors_stop_moves() {
    let state = lab(json!({"1": {"at": "3,2", "letters": "M", "tokens": ["3,1", "2,2"]}}));
    assert_same(options(&state, "1"), &["move 2,2"]);
    let open = lab(json!({
        "1": {"at": "3,2", "letters": "M", "tokens": ["3,1", "2,2"]}, "hexes": {"3,1": {"fixture-gone": true}},
    }));
    assert_same(options(&open, "1"), &["move 2,2", "move 3,1"]);
}

/// MH5.2a to MH5.2d, H72: a Remote Lock ring stops Moves in, and of those inside M, U, S, D and picking up; not I, R,
/// L, drops.
#[test]
fn h72_inside_a_ring() {
    let outside = board(
        "the-vault",
        ["4,6", "0,8", "0,8"],
        json!({"1": {"letters": "M", "tokens": ["4,5", "5,5"]}}),
    );
    assert_same(options(&outside, "1"), &["move 5,5"]);
    let inside = |ring_gone: bool| {
        board(
            "the-vault",
            ["4,5", "0,8", "0,8"],
            json!({
                "1": {"letters": "MUSDIRL", "tokens": ["5,5"], "loot": ["cash:1"]},
                "hexes": {
                    "4,5": {"loot": ["jewel"], "cameras": 1, "ring-gone": ring_gone},
                    "3,5": {"locks": 1}, "4,6": {"guards": 1},
                },
            }),
        )
    };
    assert_same(options(&inside(false), "1"), &["idea", "reveal", "loot", "drop cash:1"]);
    assert_same(
        options(&inside(true), "1"),
        &[
            "idea",
            "reveal",
            "loot",
            "drop cash:1",
            "move 5,5",
            "unlock 3,5",
            "subdue 4,6 guard",
            "disable 4,5",
            "take jewel",
        ],
    );
}

/// MH5.2b, MH5.2k: U unlocks one Lock of an adjacent hex, never of the own.
#[test]
fn mh5_2b_unlock() {
    let mut state = lab(json!({
        "1": {"letters": "UUM", "tokens": ["4,6"]},
        "hexes": {"4,6": {"locks": 2}, "5,5": {"locks": 1}, "3,6": {"locks": 1}, "6,5": {"unlocked": 1}},
    }));
    assert_same(options(&state, "1"), &["unlock 4,6"]);
    assert_eq!(
        changes(&mut state, &["act 1", "unlock 4,6"]),
        ["1.letters: MUU > MU", "4,6: lock lock > lock lock-"]
    );
    assert_same(options(&state, "1"), &["unlock 4,6"]);
    act(&mut state, "1", &["unlock 4,6"]);
    // MH5.2k: a Lock on the own hex does not keep the character from leaving.
    assert_same(options(&state, "1"), &["move 4,6"]);
}

/// MH5.2c: S subdues one guard on the own or an adjacent hex.
#[test]
fn mh5_2c_subdue() {
    let mut state = lab(json!({
        "1": {"card": "pickpocket", "letters": "S"},
        "hexes": {"5,5": {"guards": 1}, "6,5": {"dogs": 1, "guards": 2}, "3,6": {"guards": 1}, "4,6": {"subdued-guards": 1}},
    }));
    assert_same(
        options(&state, "1"),
        &["subdue 5,5 guard", "subdue 6,5 guard", "subdue 6,5 dog"],
    );
    assert_eq!(
        changes(&mut state, &["act 1", "subdue 6,5 guard"]),
        ["1.letters: S > -", "6,5: guard guard dog > guard guard- dog"],
        "a dog beside the character has no reason to move before the next test"
    );
}

/// MH5.2d: D disables one live Camera on the own or an adjacent hex.
#[test]
fn mh5_2d_disable() {
    let mut state = lab(json!({
        "1": {"letters": "D"},
        "hexes": {"5,5": {"cameras": 2}, "6,5": {"cameras": 1}, "3,6": {"cameras": 1}, "4,6": {"disabled": 1}},
    }));
    assert_same(options(&state, "1"), &["disable 5,5", "disable 6,5"]);
    assert_eq!(
        changes(&mut state, &["act 1", "disable 5,5"]),
        ["1.letters: D > -", "5,5: camera camera > camera camera-"]
    );
}

/// MH5.2e, MH5.2g, MH10.20, H4: an idea, though the game has 36 tokens alone, and $1k also outdoors.
#[test]
fn mh5_2e_ideas_and_loot() {
    let mut state = lab(json!({"1": {"at": "5,7", "letters": "IL", "ideas": 40}}));
    assert_eq!(
        changes(&mut state, &["act 1", "idea"]),
        ["1.ideas: 40 > 41", "1.letters: IL > L"]
    );
    assert_eq!(
        changes(&mut state, &["act 1", "loot"]),
        ["1.letters: L > -", "1.loot: - > cash:1"]
    );
}

/// MH5.2f, MH5.3f, MH8a: R reveals an unrevealed hex anywhere; each chit of the bag is equally likely and is placed
/// active.
#[test]
fn mh5_2f_reveal_a_hex_anywhere() {
    let fields = json!({
        "1": {"letters": "R"}, "bag": {"guard": 2, "lock": 1, "camera": 1},
        "hexes": {"2,2": {"unrevealed": true}, "1,4": {"unrevealed": true}},
    });
    let state = lab(fields);
    assert_same(options(&state, "1"), &["reveal 2,2", "reveal 1,4"]);
    let mut drawn = state;
    act(&mut drawn, "1", &["reveal 1,4"]);
    assert_eq!(
        odds(&drawn),
        [
            ("chit guard".to_owned(), 0.5),
            ("chit lock".to_owned(), 0.25),
            ("chit camera".to_owned(), 0.25)
        ]
    );
    for (chit, placed, left) in [
        ("guard", "guard", "1"),
        ("lock", "lock", "-"),
        ("camera", "camera", "-"),
    ] {
        let mut state = state;
        let before = if chit == "guard" { "2" } else { "1" };
        assert_eq!(
            changes(&mut state, &["act 1", "reveal 1,4", &format!("chit {chit}")]),
            [
                "1,4: ? > ".to_owned() + placed,
                "1.letters: R > -".to_owned(),
                format!("bag.{chit}: {before} > {left}"),
            ]
        );
    }
}

/// MH5.2f, H16: with everything revealed a chit of the surplus is drawn, shown, and leaves the game.
#[test]
fn h16_surplus_is_shown_and_leaves() {
    let mut state = lab(json!({"1": {"letters": "R"}, "bag": {"guard": 1, "lock": 2}}));
    assert_same(options(&state, "1"), &["reveal"]);
    assert_eq!(
        changes(&mut state, &["act 1", "reveal", "chit lock"]),
        ["1.letters: R > -", "bag.lock: 2 > 1"]
    );
}

/// MH5.2f: with an empty bag an R does nothing.
#[test]
fn mh5_2f_an_empty_bag_gives_nothing() {
    let mut state = lab(json!({"1": {"letters": "R"}}));
    assert_eq!(changes(&mut state, &["act 1", "reveal"]), ["1.letters: R > -"]);
}

/// MH5.3g, H17: a reveal with an empty bag makes the hex blank, without a draw.
#[test]
fn h17_an_empty_bag_makes_a_hex_blank() {
    let mut state = lab(json!({"1": {"letters": "R"}, "hexes": {"1,4": {"unrevealed": true}}}));
    assert_eq!(
        changes(&mut state, &["act 1", "reveal 1,4"]),
        ["1,4: ? > -", "1.letters: R > -"]
    );
    // A blank of the bag is a chit like the others.
    let mut blank = lab(json!({"1": {"letters": "R"}, "bag": {"blank": 1}, "hexes": {"1,4": {"unrevealed": true}}}));
    assert_eq!(
        changes(&mut blank, &["act 1", "reveal 1,4", "chit blank"]),
        ["1,4: ? > -", "1.letters: R > -", "bag.blank: 1 > -"]
    );
}

/// MH5.3a, MH5.3b, MH11.9, MH10.5: one alert for each live Camera at every entering; a disabled one raises none.
#[test]
fn mh11_9_two_cameras() {
    let enter = |live: u8, disabled: u8, looped: bool| {
        let mut state = lab(json!({
            "1": {"letters": "M", "tokens": ["4,6"]}, "deck": ["E1", "E2", "E3", "E4", "Z1"], "loop-footage": looped,
            "hexes": {"4,6": {"cameras": live, "disabled": disabled}},
        }));
        changes(&mut state, &["act 1", "move 4,6"])
    };
    let arrival = |deck: Option<&str>| {
        let mut expected = vec!["1.at: 5,5 > 4,6".to_owned(), "1.letters: M > -".to_owned()];
        expected.extend(deck.map(|deck| format!("deck: E1 E2 E3 E4 Z1 > {deck}")));
        expected
    };
    assert_eq!(enter(2, 0, false), arrival(Some("E3 E4 Z1")));
    assert_eq!(enter(1, 1, false), arrival(Some("E2 E3 E4 Z1")));
    assert_eq!(enter(0, 2, false), arrival(None));
    assert_eq!(enter(2, 0, true), arrival(None), "MH7.2o: Loop Footage");
}

/// MH5.3a, MH5.3c, MH5.3d: alerts, then all unrevealed neighbours in an order of the team's choice, then the dogs.
#[test]
fn mh5_3a_arrival_in_its_order() {
    let mut state = lab(json!({
        "1": {"letters": "M", "tokens": ["4,6"]}, "deck": ["E1", "E2", "Z1"], "bag": {"guard": 2, "lock": 1},
        "hexes": {
            "4,6": {"cameras": 1}, "3,6": {"unrevealed": true}, "5,5": {}, "6,5": {"unrevealed": true},
            "4,5": {"locks": 1, "dogs": 1}, "2,6": {"unrevealed": true},
        },
        "2": {"at": "5,7"},
    }));
    // The dog beside the character on 5,5 has not been tested yet; 4,6 has one unrevealed neighbour, 3,6.
    act(&mut state, "1", &["move 4,6"]);
    assert_eq!(state.deck_cards().len(), 2, "the alert comes first");
    assert_eq!(odds(&state).len(), 2, "then 3,6 is revealed");
    assert_eq!(on(&state, "4,5"), "dog lock", "the dog waits");
    assert_eq!(
        changes(&mut state, &["chit lock"]),
        [
            "3,6: ? > lock",
            "4,5: dog lock > lock",
            "4,6: camera > dog camera",
            "bag.lock: 1 > -"
        ]
    );
}

/// MH5.3c, H14: which hex is revealed next, until none is left; also those behind Locks (MH10.6).
#[test]
fn mh5_3c_the_team_orders_reveals() {
    let mut state = lab(json!({
        "1": {"letters": "M", "tokens": ["4,6"]}, "bag": {"guard": 3},
        "hexes": {"3,6": {"unrevealed": true}, "5,6": {}, "6,5": {"unrevealed": true}, "6,4": {}},
        "2": {"at": "5,7", "letters": "M", "tokens": ["5,6"]},
    }));
    // 6,5 beside the start is not beside the target.
    act(&mut state, "2", &["move 5,6"]);
    assert_eq!(odds(&state), [("chit guard".to_owned(), 1.0)], "6,5 alone");
    play(&mut state, &["chit guard"]);
    let mut two = lab(json!({
        "1": {"at": "5,6", "letters": "M", "tokens": ["5,5"]}, "bag": {"guard": 1, "lock": 1, "camera": 1},
        "hexes": {"6,4": {"unrevealed": true}, "6,5": {"unrevealed": true}, "4,6": {}},
    }));
    act(&mut two, "1", &["move 5,5"]);
    assert_same(legal(&two), &["next 6,4", "next 6,5"]);
    play(&mut two, &["next 6,5", "chit lock"]);
    assert_eq!(
        odds(&two),
        [("chit guard".to_owned(), 0.5), ("chit camera".to_owned(), 0.5)],
        "6,4 without a question"
    );
}

/// MH10.6, MH5.3c: hexes are revealed from an Exit, and behind a keycard door.
#[test]
fn mh10_6_reveals_through_obstacles_and_from_exits() {
    let mut exit = lab(json!({
        "1": {"at": "2,7", "letters": "M"}, "bag": {"lock": 1}, "hexes": {"2,6": {"unrevealed": true}},
    }));
    // Exit 2,8 touches 2,7 alone: nothing is revealed by leaving.
    assert_eq!(
        changes(&mut exit, &["act 1", "move 2,8"]),
        ["1.at: 2,7 > 2,8", "1.letters: M > -"]
    );
    // 2,7 has the neighbours 2,6 and 3,6, of which the second one is behind a Lock of the first one's kind.
    let mut inside = lab(json!({
        "1": {"at": "2,8", "letters": "M", "tokens": ["2,7"]}, "bag": {"lock": 1},
        "hexes": {"2,6": {"unrevealed": true}, "2,7": {"cameras": 0}},
    }));
    assert_eq!(
        changes(&mut inside, &["act 1", "move 2,7", "chit lock"]),
        [
            "1.at: 2,8 > 2,7",
            "1.letters: M > -",
            "2,6: ? > lock",
            "bag.lock: 1 > -"
        ]
    );
}

/// MH5.3h: loot of a kind that is held by a guard brings one; other loot lies there alone.
#[test]
fn mh5_3h_loot_chits() {
    let reveal = |scenario: &str, at: [&str; 3], tile: &str| {
        let mut state = board(
            scenario,
            at,
            json!({"1": {"letters": "R"}, "bag": {"jewel": 1}, "hexes": {tile: {"unrevealed": true}}}),
        );
        changes(&mut state, &["act 1", &format!("reveal {tile}"), "chit jewel"])
    };
    // In the Tech Lab keycards and USB keys are held by guards, documents are not.
    let mut documents =
        lab(json!({"1": {"letters": "R"}, "bag": {"documents": 1}, "hexes": {"1,4": {"unrevealed": true}}}));
    assert_eq!(
        changes(&mut documents, &["act 1", "reveal 1,4", "chit documents"]),
        ["1,4: ? > documents", "1.letters: R > -", "bag.documents: 1 > -"]
    );
    assert_eq!(
        reveal("the-vault", ["0,8", "0,8", "6,8"], "3,4"),
        ["1.letters: R > -", "3,4: ? > guard jewel", "bag.jewel: 1 > -"]
    );
}

/// MH5.3i, MH5.3d: a dog that is drawn beside a character jumps; its hex stays revealed and empty.
#[test]
fn mh5_3i_a_dog_is_drawn() {
    let mut state = board(
        "rival-hq",
        ["3,5", "0,6", "0,6"],
        json!({
            "1": {"letters": "RR"}, "bag": {"dog": 2},
            "hexes": {"4,5": {"unrevealed": true}, "3,1": {"unrevealed": true}},
        }),
    );
    assert_eq!(
        changes(&mut state, &["act 1", "reveal 4,5", "chit dog"]),
        ["1.letters: RR > R", "3,5: - > dog", "4,5: ? > -", "bag.dog: 2 > 1"]
    );
    assert_eq!(
        changes(&mut state, &["act 1", "reveal 3,1", "chit dog"]),
        ["1.letters: R > -", "3,1: ? > dog", "bag.dog: 1 > -"]
    );
}

/// MH5.3j, H18: at once, for an idea and a noise of one character, a blank instead of the chit, which leaves the game.
#[test]
fn mh5_3j_the_consultant() {
    let fields = |blanks: u8, ideas: u8| {
        json!({
            "1": {"letters": "R"}, "2": {"ideas": ideas}, "bag": {"guard": 2}, "blanks": blanks, "fixers": ["consultant"],
            "hexes": {"1,4": {"unrevealed": true}},
        })
    };
    let mut state = lab(fields(2, 1));
    act(&mut state, "1", &["reveal 1,4", "chit guard"]);
    assert_same(legal(&state), &["keep", "blank 2"]);
    let mut kept = lab(fields(2, 1));
    assert_eq!(
        changes(&mut kept, &["act 1", "reveal 1,4", "chit guard", "keep"]),
        ["1,4: ? > guard", "1.letters: R > -", "bag.guard: 2 > 1"]
    );
    let mut paid = lab(fields(2, 1));
    assert_eq!(
        changes(&mut paid, &["act 1", "reveal 1,4", "chit guard", "blank 2"]),
        [
            "1,4: ? > -",
            "1.letters: R > -",
            "2.ideas: 1 > 0",
            "bag.guard: 2 > 1",
            "blanks: 2 > 1",
            "owed: - > 1",
        ]
    );
    // Without a blank, or without an idea, nobody is asked.
    for (blanks, ideas) in [(0, 1), (1, 0)] {
        let mut state = lab(fields(blanks, ideas));
        act(&mut state, "1", &["reveal 1,4", "chit guard"]);
        assert!(legal(&state).contains(&"end".to_owned()), "{:?}", legal(&state));
    }
}

/// MH5.4a, H19: any loot on the own hex is picked up or dropped freely; cash may be split when dropped.
#[test]
fn mh5_4a_pick_up_and_drop() {
    let mut state = lab(json!({
        "1": {"loot": ["cash:2", "documents"]}, "hexes": {"5,5": {"loot": ["cash:3", "keycard"], "guards": 1, "cameras": 1}},
    }));
    assert_same(
        options(&state, "1"),
        &[
            "take cash",
            "take keycard",
            "drop cash:1",
            "drop cash:2",
            "drop documents",
        ],
    );
    assert_eq!(
        changes(&mut state, &["act 1", "drop cash:1"]),
        [
            "1.loot: cash:2 documents > cash:1 documents",
            "5,5: guard camera cash:3 keycard > guard camera cash:4 keycard"
        ]
    );
    assert_eq!(
        changes(&mut state, &["act 1", "take cash", "act 1", "take keycard"]),
        [
            "1.loot: cash:1 documents > cash:5 documents keycard",
            "5,5: guard camera cash:4 keycard > guard camera"
        ]
    );
    // Two on one tile pass loot through the floor.
    let mut two = lab(json!({"1": {"loot": ["documents"]}, "2": {"at": "5,5"}}));
    assert_eq!(
        changes(&mut two, &["act 1", "drop documents", "act 2", "take documents"]),
        ["1.loot: documents > -", "2.loot: - > documents"]
    );
}

/// MH5.4a, MH5.4g, H61, H19, H20, MH10.8: on an Exit loot is banked or handed over, never dropped; it need not be.
#[test]
fn h61_loot_on_an_exit() {
    let mut state = lab(json!({"1": {"at": "5,7", "loot": ["cash:2", "documents"]}, "3": {"at": "2,8"}}));
    assert_same(
        options(&state, "1"),
        &[
            "bank cash:1",
            "bank cash:2",
            "bank documents",
            "pass cash:1 2",
            "pass cash:2 2",
            "pass documents 2",
        ],
    );
    assert_eq!(
        changes(&mut state, &["act 1", "pass cash:1 2"]),
        ["1.loot: cash:2 documents > cash:1 documents", "2.loot: - > cash:1"]
    );
    assert_eq!(
        changes(&mut state, &["act 1", "bank documents"]),
        ["1.loot: cash:1 documents > cash:1", "banked: - > documents"]
    );
    assert_same(options(&state, "1"), &["bank cash:1", "pass cash:1 2"]);
    assert!(legal(&state).contains(&"end".to_owned()), "banking is optional");
}

/// MH5.4b, MH6.7a: on a server hex all rings of its letter may be removed.
#[test]
fn mh5_4b_servers() {
    let mut state = board("the-vault", ["5,0", "0,8", "0,8"], json!({}));
    assert_same(options(&state, "1"), &["server"]);
    assert_eq!(
        changes(&mut state, &["act 1", "server"]),
        ["4,5 gone: - > ring-gone", "8,2 gone: - > ring-gone"]
    );
    assert_same(options(&state, "1"), &[]);
    let guarded = board(
        "the-vault",
        ["5,0", "0,8", "0,8"],
        json!({"hexes": {"5,0": {"guards": 1}}}),
    );
    assert_same(options(&guarded, "1"), &["server"]);
    // Two letters: a server opens its own rings only.
    let mut estate = board("estate-basement", ["8,2", "0,8", "0,8"], json!({"npc": {"ideas": 0}}));
    assert_eq!(changes(&mut estate, &["act 1", "server"]), ["8,4 gone: - > ring-gone"]);
}

/// MH5.4c, MH10.9, H1: a keycard opens an adjacent keycard door for free, and is kept.
#[test]
fn mh5_4c_keycard_doors() {
    let beside = |at: &str, loot: &[&str]| lab(json!({"1": {"at": at, "loot": loot}}));
    assert_same(options(&beside("3,2", &[]), "1"), &[]);
    assert_same(options(&beside("2,3", &["keycard"]), "1"), &["drop keycard"]);
    let mut state = beside("3,2", &["keycard"]);
    assert_same(options(&state, "1"), &["drop keycard", "door 3,1"]);
    assert_eq!(
        changes(&mut state, &["act 1", "door 3,1"]),
        ["3,1 gone: - > fixture-gone"]
    );
    // It works any number of times.
    let hotel = board(
        "hotel-basement",
        ["8,3", "0,7", "0,7"],
        json!({"1": {"loot": ["keycard"]}}),
    );
    assert_same(options(&hotel, "1"), &["drop keycard", "door 9,3"]);
}

/// MH5.4d, MH7.8g, `fixers:architect`: an idea token on the own hex is one idea.
#[test]
fn mh5_4d_idea_tokens() {
    let mut state =
        lab(json!({"1": {"ideas": 2}, "hexes": {"5,5": {"idea": true, "guards": 1}, "5,6": {"idea": true}}}));
    assert_same(options(&state, "1"), &["idea-token"]);
    assert_eq!(
        changes(&mut state, &["act 1", "idea-token"]),
        ["1.ideas: 2 > 3", "5,5: guard idea > guard"]
    );
    assert_same(options(&state, "1"), &[]);
}

/// MH5.4f, MH7.8a, MH10.28, `fixers:old-friend`: outdoors, two ideas for one of any other player character, again and
/// again.
#[test]
fn mh5_4f_old_friend() {
    let mut state = lab(json!({
        "fixers": ["old-friend"], "1": {"ideas": 5}, "2": {"ideas": 5, "action": null}, "3": {"ideas": 1},
    }));
    assert_same(options(&state, "1"), &[]);
    assert_same(options(&state, "3"), &[]);
    assert_same(
        options(&state, "2")
            .into_iter()
            .filter(|option| !option.starts_with("commit"))
            .collect(),
        &["old-friend 1", "old-friend 3"],
    );
    assert_eq!(
        changes(&mut state, &["act 2", "old-friend 1", "act 2", "old-friend 3"]),
        ["1.ideas: 5 > 6", "2.ideas: 5 > 1", "3.ideas: 1 > 2",]
    );
    assert!(
        !options(&state, "2")
            .iter()
            .any(|option| option.starts_with("old-friend")),
        "one idea is too little"
    );
    assert_same(options(&state, "3"), &["old-friend 1", "old-friend 2"]);
}

/// MH7.8a, MH2a, `fixers:old-friend`: only for player characters, in v24 for the NPC too; not in ESCAPE.
#[test]
fn mh7_8a_old_friend_of_whom() {
    let friend = |edition: &str, phase: &str| {
        let action = if phase == "action" { json!("walk") } else { json!(null) };
        let state = board(
            "server-farm",
            ["5,7", "4,3", "4,3"],
            json!({
                "edition": edition, "phase": phase, "fixers": ["old-friend"], "1": {"ideas": 2, "action": action},
                "2": {"action": action}, "3": {"action": action}, "npc": {"at": "5,6", "die": 1, "action": action},
            }),
        );
        options(&state, "1")
            .into_iter()
            .filter(|option| option.starts_with("old-friend"))
            .collect::<Vec<_>>()
    };
    assert_same(friend("v22", "action"), &["old-friend 2", "old-friend 3"]);
    assert_same(
        friend("v24", "action"),
        &["old-friend 2", "old-friend 3", "old-friend npc"],
    );
    assert_same(friend("v22", "escape"), &[]);
}

/// MH5.2j, MH5.5a, MH5.5b, MH5.4e, H21, `items:safecracking-tools`: U become cracks on the safe, 1 and 2 in turn.
#[test]
fn mh5_5b_safecracking_tools() {
    let at = ["0,7", "3,0", "3,0"];
    let npc = json!({"at": "6,7", "die": 1, "action": "stride"});
    let without = board("museum-of-antiquity", at, json!({"npc": npc, "1": {"letters": "UUUU"}}));
    assert_same(options(&without, "1"), &[]);
    let beside = board(
        "museum-of-antiquity",
        ["0,6", "3,0", "3,0"],
        json!({"npc": npc, "1": {"letters": "U", "loot": ["safecracking-tools"]}, "hexes": {"2,5": {}}}),
    );
    assert_same(options(&beside, "1"), &["drop safecracking-tools"]);
    let fields = json!({
        "npc": npc, "1": {"letters": "UUUU", "loot": ["safecracking-tools"]}, "hexes": {"2,5": {}},
    });
    let mut state = board("museum-of-antiquity", at, fields);
    assert_same(options(&state, "1"), &["crack tools", "drop safecracking-tools"]);
    let mut crack = |changed: &[&str]| assert_eq!(changes(&mut state, &["act 1", "crack tools"]), changed);
    crack(&["1.letters: UUUU > UUU", "1.tool-cracks: - > 1", "cracks: - > 1"]);
    crack(&["1.letters: UUU > UU", "1.tool-cracks: 1 > 2", "cracks: 1 > 3"]);
    // The fourth crack opens the safe, and its contents lie there.
    crack(&[
        "0,7: - > jewel",
        "0,7 gone: - > fixture-gone",
        "1.letters: UU > U",
        "1.tool-cracks: 2 > 3",
        "cracks: 3 > -",
    ]);
    assert_same(options(&state, "1"), &["take jewel", "drop safecracking-tools"]);
}

/// MH5.5b: what was converted before in the round counts: the fourth U gives two cracks.
#[test]
fn h21_the_fourth_unlock_gives_two_cracks() {
    let mut state = board(
        "the-vault",
        ["8,1", "0,8", "0,8"],
        json!({"1": {"letters": "UU", "loot": ["safecracking-tools"], "tool-cracks": 2}, "cracks": 2}),
    );
    act(&mut state, "1", &["crack tools"]);
    assert_eq!(state.cracks(), 3);
    act(&mut state, "1", &["crack tools"]);
    assert_eq!(state.cracks(), 5);
}

/// MH5.5c, `items:plasma-torch`: the holder's U are single cracks; others on or beside the safe hex lend theirs.
#[test]
fn mh5_5c_plasma_torch() {
    let npc = json!({"at": "6,7", "die": 1, "action": "stride"});
    let mut state = board(
        "museum-of-antiquity",
        ["0,7", "0,6", "2,7"],
        json!({
            "npc": npc, "1": {"letters": "UU", "loot": ["plasma-torch"]}, "2": {"letters": "U"}, "3": {"letters": "U"},
        }),
    );
    assert_same(options(&state, "1"), &["crack torch", "drop plasma-torch"]);
    assert_same(options(&state, "2"), &["crack torch"]);
    assert_same(options(&state, "3"), &[]);
    assert_eq!(
        changes(&mut state, &["act 2", "crack torch"]),
        ["2.letters: U > -", "cracks: - > 1"]
    );
    act(&mut state, "1", &["crack torch"]);
    assert_eq!(state.cracks(), 2);
    act(&mut state, "1", &["drop plasma-torch"]);
    assert_same(options(&state, "1"), &["take plasma-torch"]);
    // With both items the tools' rate holds for the own U.
    let both = board(
        "museum-of-antiquity",
        ["0,7", "0,6", "2,7"],
        json!({
            "npc": npc, "1": {"letters": "U", "loot": ["plasma-torch", "safecracking-tools"]}, "2": {"letters": "U"},
            "hexes": {"2,5": {}},
        }),
    );
    assert_same(
        options(&both, "1"),
        &["crack tools", "drop plasma-torch", "drop safecracking-tools"],
    );
    assert_same(options(&both, "2"), &["crack torch"]);
}

/// The noise owed when a Bump (MUUNN) on the safe of The Vault is over, after some sub-actions of its character.
fn noise_after(fields: serde_json::Value, steps: &[&str]) -> u8 {
    let mut whole = json!({
        "1": {
            "card": "safecracker", "loot": ["safecracking-tools"], "action": null, "skills": ["bypass", "wing-it"], "die": 1,
            "ideas": 3,
        },
        "deck": ["E5", "E6", "Z1"], "hexes": {"8,2": {"ring-gone": true}},
    });
    for (name, value) in fields.as_object().expect("fields") {
        if name == "1" {
            for (name, value) in value.as_object().expect("fields") {
                whole["1"][name] = value.clone();
            }
        } else {
            whole[name] = value.clone();
        }
    }
    let mut state = board("the-vault", ["8,1", "0,8", "0,8"], whole);
    act(&mut state, "1", &["commit bypass 1"]);
    for step in steps {
        act(&mut state, "1", &[step]);
    }
    play(&mut state, &["end"]);
    while state.phase() <= heist_engine::masters::Phase::EndAction && state.node() != Node::Chance {
        let first = legal(&state)[0].clone();
        play(&mut state, &[&first]);
    }
    state.marker()
}

/// MH11.15, MH5.5d, H22: only cracks: no noise; anything else, and the noise of the action is made.
#[test]
fn mh11_15_the_safe_and_suspenseful_silence() {
    assert_eq!(noise_after(json!({}), &["crack tools", "crack tools"]), 0);
    assert_eq!(noise_after(json!({}), &["crack tools"]), 0, "one is enough");
    assert_eq!(noise_after(json!({}), &[]), 2, "at least one conversion");
    assert_eq!(
        noise_after(
            json!({"1": {
                "card": "safecracker", "loot": ["safecracking-tools"], "action": null, "skills": ["bypass", "wing-it"], "die": 1,
                "tokens": ["8,2"],
            }}),
            &["crack tools", "crack tools", "move 8,2"]
        ),
        2
    );
}

/// MH5.5d, H22: what costs nothing and a changed die do not break the silence; what is paid for does.
#[test]
fn h22_what_breaks_the_silence() {
    let with_loot = json!({"1": {"loot": ["safecracking-tools", "cash:1"], "die": 2}});
    assert_eq!(
        noise_after(with_loot, &["crack tools", "drop cash:1"]),
        0,
        "a drop and a turned die cost no noise"
    );
    // Efficient Picker is paid for.
    assert_eq!(
        noise_after(json!({}), &["crack tools", "efficient-picker"]),
        3,
        "the bought N comes with the two of Bump"
    );
}

/// MH5.5d, H22: other letters of the same action break the silence, and so does what is paid for or lent.
#[test]
fn h22_other_sub_actions_break_the_silence() {
    // Seize is UULLNN, Redirect USDNN, each with a face of Tamper.
    let tamper = |die: u8, steps: &[&str]| {
        let mut state = board(
            "the-vault",
            ["8,1", "0,8", "0,8"],
            json!({
                "1": {
                    "card": "safecracker", "skills": ["tamper", "bypass"], "die": die, "action": null, "ideas": 0,
                    "loot": ["safecracking-tools"],
                },
                "hexes": {"8,1": {"cameras": 1, "guards": 1}, "8,2": {"ring-gone": true, "locks": 1}},
                "deck": ["E5", "E6", "Z2"],
            }),
        );
        act(&mut state, "1", &[&format!("commit tamper {die}")]);
        for step in steps {
            act(&mut state, "1", &[step]);
        }
        play(&mut state, &["end"]);
        state.marker()
    };
    assert_eq!(tamper(6, &["crack tools", "crack tools"]), 0);
    assert_eq!(tamper(6, &["crack tools", "loot"]), 2);
    assert_eq!(tamper(6, &["unlock 8,2", "crack tools"]), 2);
    assert_eq!(tamper(4, &["crack tools"]), 0);
    assert_eq!(tamper(4, &["crack tools", "subdue 8,1 guard"]), 2);
    assert_eq!(tamper(4, &["disable 8,1", "crack tools"]), 2);
}

/// MH5.5d: the N of a grant are not cancelled.
#[test]
fn mh5_5d_noise_of_grants_stays() {
    let mut state = board(
        "the-vault",
        ["8,1", "0,8", "0,8"],
        json!({
            "1": {"card": "safecracker", "loot": ["safecracking-tools"], "action": null, "die": 1},
            "2": {"card": "script-kiddie", "ideas": 1, "action": null}, "deck": ["E5", "E6", "Z2"],
        }),
    );
    act(&mut state, "2", &["commit autopwn 1 U"]);
    act(&mut state, "1", &["commit bypass 1"]);
    assert_eq!(state.owed_noise_count(), 3);
    for cracks in [1, 3, 4] {
        act(&mut state, "1", &["crack tools"]);
        assert_eq!(state.cracks(), cracks, "MH5.5b: granted ones included");
    }
    play(&mut state, &["end"]);
    assert_eq!(state.marker(), 1);
}

/// MH5.7a, `npcs:guide-normal`, H23: two default actions, the third at a 6 or for ideas, and those of items.
#[test]
fn mh5_7a_npc_actions() {
    let guide = |die: u8, ideas: u8, loot: &[&str]| {
        board(
            "server-farm",
            ["5,7", "5,7", "5,7"],
            json!({"npc": {"at": "5,6", "die": die, "ideas": ideas, "loot": loot}}),
        )
    };
    assert_same(commits(&guide(5, 0, &[]), "npc"), &["stride", "pause"]);
    assert_same(commits(&guide(6, 0, &[]), "npc"), &["stride", "pause", "observe"]);
    assert_same(commits(&guide(2, 2, &[]), "npc"), &["stride", "pause", "observe"]);
    assert_same(commits(&guide(3, 2, &[]), "npc"), &["stride", "pause"]);
    assert_same(
        commits(&guide(3, 0, &["radio", "dog-whistle"]), "npc"),
        &["stride", "pause", "tweak-plan", "blow-whistle"],
    );
    // It moves without tokens: from 5,6 to the Exit, not through the keycard door.
    let mut state = guide(2, 2, &[]);
    assert_eq!(
        changes(&mut state, &["act npc", "commit observe"]),
        [
            "npc.action: - > observe",
            "npc.die: 2 > 6",
            "npc.ideas: 2 > 0",
            "npc.letters: - > IR",
            "owed: - > 1",
        ]
    );
    let mut state = guide(1, 0, &[]);
    act(&mut state, "npc", &["commit stride"]);
    assert_same(legal_with_of(&state, "npc", "move"), &["move 5,7"]);
}

fn legal_with_of(state: &heist_engine::masters::MastersOfTheHeist, who: &str, word: &str) -> Vec<String> {
    let mut state = *state;
    play(&mut state, &[&format!("act {who}")]);
    legal_with(&state, word)
}

/// MH11.8: a Guard stops the second Move until somebody subdues it in this phase.
#[test]
fn mh11_8_guard() {
    let mut state = lab(json!({
        "1": {"letters": "MM", "tokens": ["4,6", "3,6"]}, "2": {"at": "5,6", "letters": "S"},
        "hexes": {"4,6": {"guards": 1}},
    }));
    act(&mut state, "1", &["move 4,6"]);
    assert_same(options(&state, "1"), &[]);
    act(&mut state, "2", &["subdue 4,6 guard"]);
    assert_same(options(&state, "1"), &["move 3,6"]);
}

/// MH11.7, MH5.8a, MH5.8b, MH7.2a: the locksmith commits after the sprinter has found the Lock.
#[test]
fn mh11_7_interleaving() {
    // a = 5,6 beside the Exit, b = 4,6, c = 3,6 (unrevealed), d = 2,6; x = 5,5 beside b.
    let mut state = lab(json!({
        "1": {"card": "angry-locksmith", "at": "5,5", "action": null, "ideas": 1, "tokens": ["4,6"]},
        "2": {"at": "5,6", "action": null, "skills": ["hurry", "linger"], "die": 5, "tokens": ["4,6", "3,6", "2,6"]},
        "bag": {"lock": 1},
        "hexes": {"3,6": {"unrevealed": true}},
    }));
    act(&mut state, "2", &["commit hurry 5"]);
    act(&mut state, "2", &["move 4,6", "chit lock"]);
    assert_same(options(&state, "2"), &[]);
    act(&mut state, "1", &["commit pick"]);
    act(&mut state, "1", &["efficient-picker"]);
    act(&mut state, "1", &["move 4,6"]);
    act(&mut state, "1", &["unlock 3,6"]);
    act(&mut state, "2", &["move 3,6"]);
    act(&mut state, "2", &["move 2,6"]);
    assert_eq!(state.owed_noise_count(), 4);
    assert_eq!(
        state
            .tile_of(heist_engine::masters::Who(1))
            .map(|tile| tile.to_string())
            .as_deref(),
        Some("2,6")
    );
}

/// MH5.8e, MH4.2a, MH10.1: the phase ends when everybody has committed and the team says so, also with letters left;
/// Walk without moving is legal.
#[test]
fn mh5_8e_end_of_the_phase() {
    let mut state = lab(json!({"1": {"action": null}, "2": {"letters": "RRR"}}));
    assert_same(legal(&state), &["act 1", "act 2", "escape"]);
    act(&mut state, "1", &["commit walk"]);
    assert_eq!(state.owed_noise_count(), 1);
    assert_same(options(&state, "1"), &[]);
    assert_same(legal(&state), &["act 2", "end", "escape"]);
}
