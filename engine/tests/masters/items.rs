//! Items (7.6).

use heist_engine::masters::{Ending, MastersOfTheHeist, Phase, Who};
use serde_json::{Value, json};

use super::boards::{assert_same, board, changes, commits, difference, lab, on};
use super::support::{act, legal, legal_with, options, play, position};

/// The Tech Lab with an item in the first character's hand, uncommitted, and a harmless deck.
fn holding(item: &str, fields: Value) -> MastersOfTheHeist {
    let mut whole = json!({"1": {"loot": [item], "action": null}, "deck": ["M1", "M1", "M1", "Z1"]});
    for (name, value) in fields.as_object().expect("fields") {
        match value.as_object().filter(|_| name == "1") {
            Some(fields) => fields.iter().for_each(|(name, value)| whole["1"][name] = value.clone()),
            None => whole[name] = value.clone(),
        }
    }
    lab(whole)
}

/// MH7.6a: items are loot: dropped, taken, passed on, banked, and lost by E22.
#[test]
fn mh7_6a_items_are_loot() {
    let inside = lab(json!({"1": {"loot": ["radio"]}, "2": {"at": "5,5"}}));
    assert_same(options(&inside, "1"), &["drop radio"]);
    let mut outside = lab(json!({"1": {"at": "5,7", "loot": ["radio"]}, "3": {"at": "2,8"}}));
    assert_same(options(&outside, "1"), &["bank radio", "pass radio 2"]);
    assert_eq!(
        changes(&mut outside, &["act 1", "pass radio 2"]),
        ["1.loot: radio > -", "2.loot: - > radio"]
    );
    let mut fumble = lab(json!({
        "1": {"loot": ["radio"]}, "deck": ["E22", "M1", "Z1"], "hexes": {"6,5": {"guards": 1}, "4,6": {"locks": 1}},
    }));
    play(&mut fumble, &["end"]);
    assert_same(
        legal(&fumble),
        &[
            "put radio ne",
            "put radio nw",
            "put radio w",
            "put radio sw",
            "put radio se",
        ],
    );
    play(&mut fumble, &["put radio sw"]);
    assert_eq!(on(&fumble, "4,6"), "lock radio");
}

/// MH7.6b, MH5.1a, `items:cheap-picks`: any roll; the die after paid changes decides, 1 to 4 discards the card,
/// wherever it lies then.
#[test]
fn mh7_6b_cheap_picks() {
    let state = holding("cheap-picks", json!({"1": {"die": 3, "ideas": 2}}));
    let rakes = commits(&state, "1")
        .into_iter()
        .filter(|commit| commit.starts_with("rake"))
        .collect();
    assert_same(rakes, &["rake 3", "rake 2", "rake 4", "rake 1", "rake 5"]);
    let mut commit = state;
    assert_eq!(
        changes(&mut commit, &["act 1", "commit rake 5"]),
        [
            "1.action: - > rake 5",
            "1.die: 3 > 5",
            "1.ideas: 2 > 0",
            "1.letters: - > MUU",
            "1.loot: cheap-picks > cheap-picks used",
            "owed: - > 1",
        ]
    );
    for face in 1..=6u8 {
        let mut state = holding("cheap-picks", json!({"1": {"die": face}, "2": {"at": "5,5"}}));
        act(&mut state, "1", &[&format!("commit rake {face}")]);
        act(&mut state, "1", &["drop cheap-picks"]);
        let mut handed = state;
        act(&mut handed, "2", &["take cheap-picks"]);
        play(&mut state, &["end"]);
        play(&mut handed, &["end"]);
        let stays = face > 4;
        assert_eq!(on(&state, "5,5") == "cheap-picks", stays, "{face}");
        assert_eq!(handed.loot_of(Who(1)).len(), usize::from(stays), "{face}");
    }
}

/// MH7.6c, H32, MH7.2r, `items:laser-burst`: all live Cameras one to three steps away in a line over gaps and Locks; N
/// per hex; once.
#[test]
fn mh7_6c_kill_pixels() {
    // West of 5,5: 4,5, the gap 3,5, 2,5; 1,5 is the fourth step.
    let fields = json!({"hexes": {
        "4,5": {"cameras": 2, "locks": 1}, "2,5": {"cameras": 1, "disabled": 1}, "1,5": {"cameras": 1}, "6,5": {"disabled": 1},
        "5,4": {"cameras": 1}, "5,3": {"unrevealed": true}, "5,5": {"cameras": 1},
    }, "bag": {"camera": 1}});
    let state = holding("laser-burst", fields);
    let shots = commits(&state, "1")
        .into_iter()
        .filter(|commit| commit.starts_with("kill-pixels"))
        .collect();
    assert_same(
        shots,
        &["e", "ne", "nw", "w", "sw", "se"]
            .map(|side| format!("kill-pixels {side}"))
            .each_ref()
            .map(String::as_str),
    );
    let mut west = state;
    assert_eq!(
        changes(&mut west, &["act 1", "commit kill-pixels w"]),
        [
            "1.action: - > kill-pixels w",
            "1.loot: laser-burst > laser-burst used",
            "2,5: camera camera- > camera- camera-",
            "4,5: lock camera camera > lock camera- camera-",
            "owed: - > 2",
            "used: - > kill-pixels",
        ]
    );
    let mut north_west = state;
    act(&mut north_west, "1", &["commit kill-pixels nw"]);
    assert_eq!(
        (north_west.owed_noise_count(), on(&north_west, "5,4").as_str()),
        (1, "camera-")
    );
    let mut east = state;
    act(&mut east, "1", &["commit kill-pixels e"]);
    assert_eq!(east.owed_noise_count(), 0, "nothing changed, no noise");
    // Once per heist, whoever holds it.
    let used = holding("laser-burst", json!({"used": ["kill-pixels"]}));
    assert!(
        !commits(&used, "1")
            .iter()
            .any(|commit| commit.starts_with("kill-pixels"))
    );
}

/// MH7.6d, H58, `items:flashbang`: NNN; all guards on or beside the tile, and exactly those come back at the end of the
/// Event phase.
#[test]
fn mh7_6d_flashbang() {
    let mut state = holding(
        "flashbang",
        json!({"hexes": {
            "5,5": {"guards": 1, "subdued-guards": 1}, "6,5": {"dogs": 1}, "3,6": {"guards": 1}, "4,6": {"subdued-guards": 1},
            "6,4": {"guards": 2},
        }}),
    );
    let before = state;
    act(&mut state, "1", &["commit toss-flashbang"]);
    let changed: Vec<String> = difference(&before, &state)
        .into_iter()
        .filter(|line| !line.starts_with("1."))
        .collect();
    assert_eq!(
        changed,
        [
            "5,5: guard guard- > guard- guard-",
            "6,4: guard guard > guard- guard-",
            "6,5: dog > dog-",
            "owed: - > 3",
        ]
    );
    play(&mut state, &["end"]);
    let after = ["5,5", "6,4", "6,5", "4,6", "3,6"]
        .map(|tile| on(&state, tile))
        .join(" / ");
    assert_eq!(
        after, "guard guard- dog / guard guard /  / guard- / guard",
        "the dog is tested and jumps"
    );
    assert_eq!(state.loot_of(Who(0)).len(), 0, "it is used up");
}

/// MH7.6e, H58, `items:radio`: M N, and each player character may shift one own token by one hex, until the phase ends.
#[test]
fn mh7_6e_radio() {
    let mut state = holding(
        "radio",
        json!({"1": {"tokens": ["5,5", "6,5"]}, "2": {"tokens": ["2,7"]}}),
    );
    act(&mut state, "1", &["commit tweak-plan"]);
    assert_eq!(state.owed_noise_count(), 1);
    let shifts = |state: &MastersOfTheHeist, who: &str| {
        let options = options(state, who);
        options
            .into_iter()
            .filter(|option| option.starts_with("shift"))
            .collect::<Vec<_>>()
    };
    // 5,5 has 6,5 beside it, which has an own token; 6,5 has 5,5. Neither goes onto an Exit or a gap.
    assert_same(
        shifts(&state, "1"),
        &[
            "shift 5,5 ne",
            "shift 5,5 nw",
            "shift 5,5 w",
            "shift 5,5 sw",
            "shift 5,5 se",
            "shift 6,5 nw",
            "shift 6,5 sw",
        ],
    );
    assert_same(shifts(&state, "2"), &["shift 2,7 ne", "shift 2,7 nw"]);
    assert_same(shifts(&state, "3"), &[]);
    act(&mut state, "1", &["shift 6,5 nw"]);
    assert_same(shifts(&state, "1"), &[]);
    assert_eq!(state.tokens(Who(0)).count_ones(), 2);
    let moves: Vec<String> = options(&state, "1")
        .into_iter()
        .filter(|option| option.starts_with("move"))
        .collect();
    assert_same(moves, &["move 6,4"]);
    assert_eq!(
        changes(&mut state, &["act 2", "shift 2,7 nw"])[0],
        "2.effects: shift > -"
    );
}

/// MH7.6f, MH6.2d, `items:dog-whistle`: M N N, and no chase from the commit to the end of the phase.
#[test]
fn mh7_6f_dog_whistle() {
    let walk = |with_whistle: bool| {
        let mut state = holding(
            "dog-whistle",
            json!({
                "1": {"tokens": ["4,6"], "die": 5}, "hexes": {"3,6": {"dogs": 1}},
            }),
        );
        let commit = if with_whistle {
            "commit blow-whistle"
        } else {
            "commit walk"
        };
        act(&mut state, "1", &[commit]);
        let owed = state.owed_noise_count();
        act(&mut state, "1", &["move 4,6"]);
        (owed, on(&state, "4,6"), state)
    };
    let (owed, here, _) = walk(false);
    assert_eq!((owed, here.as_str()), (1, "dog"));
    let (owed, here, mut state) = walk(true);
    assert_eq!((owed, here.as_str()), (2, ""));
    play(&mut state, &["end"]);
    assert_eq!(
        on(&state, "3,6"),
        "dog",
        "H56: the end of the whistle alone causes no test"
    );
    assert!(!state.is_whistle_blown());
    assert_eq!(state.loot_of(Who(0)).len(), 1, "it is kept");
}

/// MH7.6g, H76, `items:lucky-penny`: instead of a loss of ideas by an Event, if the holder wants.
#[test]
fn h76_lucky_penny() {
    let fields = json!({"1": {"ideas": 2, "action": "walk"}, "2": {"at": "5,4", "ideas": 1}, "hexes": {
        "5,5": {"guards": 1}, "5,4": {"guards": 1},
    }, "deck": ["E20", "M1", "Z1"]});
    let mut state = holding("lucky-penny", fields);
    play(&mut state, &["end"]);
    assert_same(legal(&state), &["penny", "lose-idea"]);
    let mut kept = state;
    play(&mut state, &["penny"]);
    assert_eq!(
        (state.ideas(Who(0)), state.ideas(Who(1)), state.loot_of(Who(0)).len()),
        (2, 0, 0)
    );
    play(&mut kept, &["lose-idea"]);
    assert_eq!((kept.ideas(Who(0)), kept.loot_of(Who(0)).len()), (1, 1));
    // Without an idea there is nothing to lose.
    let mut poor = holding(
        "lucky-penny",
        json!({
            "1": {"ideas": 0, "action": "walk"}, "hexes": {"5,5": {"guards": 1}}, "deck": ["E20", "M1", "Z1"],
        }),
    );
    play(&mut poor, &["end"]);
    assert_eq!((poor.phase(), poor.loot_of(Who(0)).len()), (Phase::Roll, 1));
}

/// MH7.6g: not instead of what the Hostage takes.
#[test]
fn mh7_6g_the_penny_does_not_help_against_the_hostage() {
    let mut state = board(
        "hotel-basement",
        ["5,7", "0,7", "0,7"],
        json!({
            "npc": {"status": "active", "at": "10,3", "die": 1, "ideas": 0, "action": "pause"},
            "1": {"ideas": 1, "loot": ["lucky-penny"]}, "deck": ["M1", "M1", "Z1"],
        }),
    );
    play(&mut state, &["end"]);
    assert_same(legal(&state), &["lose-idea", "take-noise"]);
    play(&mut state, &["lose-idea"]);
    assert_eq!(
        (state.ideas(Who(0)), state.loot_of(Who(0)).len(), state.phase()),
        (0, 1, Phase::Roll)
    );
}

/// A heist that ends: the first character somewhere, the others outdoors.
fn finished(at: &str, fields: Value) -> MastersOfTheHeist {
    let mut whole = json!({
        "phase": "escape", "1": {"at": at, "action": null}, "2": {"action": null}, "3": {"action": null},
    });
    for (name, value) in fields.as_object().expect("fields") {
        match value
            .as_object()
            .filter(|_| whole.get(name).is_some_and(Value::is_object))
        {
            Some(fields) => fields
                .iter()
                .for_each(|(inner, value)| whole[name][inner] = value.clone()),
            None => whole[name] = value.clone(),
        }
    }
    let mut state = lab(whole);
    play(&mut state, &["finish"]);
    state
}

fn is_busted(state: &MastersOfTheHeist, who: u8) -> bool {
    state.standing(Who(who)) == heist_engine::masters::Standing::Busted
}

/// MH7.6h, MH6.6k, H55, `items:camouflage`: at the end of ESCAPE its holder is not Busted away from guards, and its
/// loot is banked.
#[test]
fn mh7_6h_camouflage() {
    let camouflaged = |guards: Value| {
        finished(
            "5,5",
            json!({"1": {"loot": ["camouflage", "documents"]}, "hexes": guards}),
        )
    };
    let saved = camouflaged(json!({"3,6": {"guards": 1}, "6,5": {"subdued-guards": 1}}));
    assert!(!is_busted(&saved, 0));
    assert_eq!(saved.ending(), Ending::Won, "the documents are brought out");
    for tile in ["5,5", "6,5"] {
        let caught = camouflaged(json!({tile: {"dogs": 1}}));
        assert!(is_busted(&caught, 0), "{tile}");
        assert_eq!(caught.ending(), Ending::Lost);
    }
    assert!(is_busted(&finished("5,5", json!({"1": {"loot": ["documents"]}})), 0));
}

/// H55: also one that a failed last ditch stopped is saved; it does not count as escaped.
#[test]
fn h55_camouflage_after_a_failed_last_ditch() {
    let mut state = lab(json!({
        "phase": "escape", "1": {"at": "4,5", "action": null, "loot": ["camouflage", "documents"]},
        "2": {"action": null}, "3": {"action": null},
    }));
    act(
        &mut state,
        "1",
        &["last-ditch", "step 5,5", "step 5,6", "step 5,7", "roll", "die 2"],
    );
    assert_eq!(
        state.tile_of(Who(0)).map(|tile| tile.to_string()).as_deref(),
        Some("5,6")
    );
    play(&mut state, &["finish"]);
    assert!(!is_busted(&state, 0));
    assert_eq!(state.ending(), Ending::Won);
    let escaped = position(&state)["escaped"].clone();
    assert_eq!(escaped, json!(["2", "3"]));
}

/// MH7.6i, `items:master-plan-copy`: two tokens more in planning; if its holder is Busted all are, and the objective
/// fails.
#[test]
fn mh7_6i_master_plan_copy() {
    let end = |at: &str, item: &str| finished(at, json!({"1": {"loot": [item]}, "2": {"loot": ["documents"]}}));
    let others = end("5,5", "radio");
    assert_eq!(
        (others.ending(), is_busted(&others, 0), is_busted(&others, 1)),
        (Ending::Won, true, false)
    );
    let all = end("5,5", "master-plan-copy");
    assert_eq!(
        (all.ending(), is_busted(&all, 1), is_busted(&all, 2)),
        (Ending::Lost, true, true)
    );
    assert_eq!(end("5,7", "master-plan-copy").ending(), Ending::Won);
    // The Thug has a memory of 7.
    let tokens = |loot: &[&str]| {
        let mut state = lab(json!({
            "phase": "plan", "round": 0, "resolving": ["tokens 1 0"], "1": {"die": 0, "action": null, "loot": loot},
            "2": {"die": 0, "action": null}, "3": {"die": 0, "action": null},
        }));
        // The first hex in turn, until it is the second one's turn to begin with the first hex again.
        while state.tokens(Who(1)) == 0 {
            let next = legal_with(&state, "token")[0].clone();
            play(&mut state, &[&next]);
        }
        state.tokens(Who(0)).count_ones()
    };
    assert_eq!(tokens(&[]), 7);
    assert_eq!(tokens(&["master-plan-copy"]), 9);
}

/// `items:perfect-picks`, H77, MH2a: MUUN without noise, if at least one U and no M was performed; a crack counts.
#[test]
fn h77_perfect_picks() {
    let noise = |steps: &[&str]| {
        let mut state = lab(json!({
            "edition": "v24", "1": {"loot": ["perfect-picks"], "action": null, "tokens": ["6,5"]},
            "hexes": {"4,6": {"locks": 2}}, "deck": ["M1", "M1", "Z1"],
        }));
        assert_eq!(
            changes(&mut state, &["act 1", "commit perfect-pick"])[1..],
            [
                "1.letters: - > MUU".to_owned(),
                "1.loot: perfect-picks > perfect-picks used".to_owned(),
                "owed: - > 1".to_owned(),
            ]
        );
        for step in steps {
            act(&mut state, "1", &[step]);
        }
        play(&mut state, &["end"]);
        state.marker()
    };
    assert_eq!(noise(&["unlock 4,6"]), 0);
    assert_eq!(noise(&["unlock 4,6", "unlock 4,6"]), 0);
    assert_eq!(noise(&[]), 1);
    assert_eq!(noise(&["unlock 4,6", "move 6,5"]), 1);
    let cracks = |at: &str, loot: &str| {
        let mut state = board(
            "the-vault",
            ["8,1", "0,8", "0,8"],
            json!({
                "edition": "v24", "hexes": {"8,2": {"ring-gone": true}}, "deck": ["M1", "M1", "Z2"],
                "1": {"at": at, "loot": ["perfect-picks"], "action": null}, "2": {"at": "8,1", "loot": [loot]},
            }),
        );
        if at == "8,1" {
            act(&mut state, "2", &["drop plasma-torch"]);
            act(&mut state, "1", &["take plasma-torch"]);
        }
        act(&mut state, "1", &["commit perfect-pick"]);
        act(&mut state, "1", &["crack torch"]);
        play(&mut state, &["end"]);
        (state.cracks(), state.marker())
    };
    assert_eq!(cracks("8,1", "plasma-torch"), (1, 0), "a crack of the own");
    assert_eq!(cracks("8,2", "plasma-torch"), (1, 0), "one for a torch");
}
