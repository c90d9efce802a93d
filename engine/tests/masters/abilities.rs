//! Abilities of character cards (7.2) in the Action phase and in ESCAPE.

use heist_engine::game::Game;
use heist_engine::masters::letters::{Letter, Letters};
use heist_engine::masters::tables::{Edition, Printed, Tables};
use heist_engine::masters::{Phase, Who};
use serde_json::json;

use super::boards::{assert_same, board, changes, commits, difference, lab, on};
use super::support::{act, heist, legal, legal_with, options, play, position};

/// MH7.2a, MH10.21, `abilities:efficient-picker`: after the commit, an M and an N for an idea, once for each U of the
/// action.
#[test]
fn mh7_2a_efficient_picker() {
    let mut state = lab(json!({"1": {"card": "safecracker", "ideas": 9, "action": null}}));
    assert_same(legal_with_first(&state, "1", "efficient-picker"), &[]);
    act(&mut state, "1", &["commit pick-ii"]);
    for (ideas, letters, owed) in [("9 > 8", "UU > MUU", "1 > 2"), ("8 > 7", "MUU > MMUU", "2 > 3")] {
        let pickers = if owed == "1 > 2" { "- > 1" } else { "1 > 2" };
        assert_eq!(
            changes(&mut state, &["act 1", "efficient-picker"]),
            [
                format!("1.ideas: {ideas}"),
                format!("1.letters: {letters}"),
                format!("1.pickers: {pickers}"),
                format!("owed: {owed}"),
            ]
        );
    }
    assert_same(options(&state, "1"), &[]);
    // An action without U gives none.
    let mut walk = lab(json!({"1": {"card": "safecracker", "ideas": 9, "action": null}}));
    act(&mut walk, "1", &["commit walk"]);
    assert_same(options(&walk, "1"), &[]);
}

fn legal_with_first(state: &heist_engine::masters::MastersOfTheHeist, who: &str, word: &str) -> Vec<String> {
    let mut state = *state;
    play(&mut state, &[&format!("act {who}")]);
    legal_with(&state, word)
}

/// H39, MH7.2a, MH10.22: a U granted counts, also if the action prints none; but only after the own commit.
#[test]
fn h39_granted_unlocks_count_for_efficient_picker() {
    let mut state = lab(json!({
        "1": {"card": "angry-locksmith", "ideas": 2, "action": null},
        "2": {"card": "script-kiddie", "ideas": 1, "action": null},
    }));
    assert_eq!(
        changes(&mut state, &["act 2", "commit autopwn 1 U"]),
        [
            "1.granted: - > 1",
            "1.letters: - > U",
            "2.action: - > autopwn 1 U",
            "2.ideas: 1 > 0",
            "owed: - > 1",
        ]
    );
    assert_same(legal_with_first(&state, "1", "efficient-picker"), &[]);
    act(&mut state, "1", &["commit walk"]);
    assert_same(options(&state, "1"), &["efficient-picker"]);
    act(&mut state, "1", &["efficient-picker"]);
    assert_same(options(&state, "1"), &[]);
}

/// MH7.2b, MH6.6g, `abilities:pick-under-pressure`: in ESCAPE, one Lock of an adjacent hex for each idea; not in
/// ACTION.
#[test]
fn mh7_2b_pick_under_pressure() {
    let fields = |phase: &str, card: &str| {
        let action = if phase == "action" { json!("walk") } else { json!(null) };
        lab(json!({
            "phase": phase,
            "1": {"card": card, "ideas": 3, "at": "5,5", "action": action},
            "hexes": {"4,6": {"locks": 2}, "3,6": {"locks": 1}, "6,5": {"locks": 1}},
        }))
    };
    let steps = ["step 5,6", "step 5,4", "step 6,4", "step 4,5", "last-ditch"];
    assert_same(options(&fields("escape", "thug"), "1"), &steps);
    let mut state = fields("escape", "angry-locksmith");
    let picks = ["pick-under-pressure 4,6", "pick-under-pressure 6,5"];
    assert_same(options(&state, "1"), &[&steps[..], &picks[..]].concat());
    assert_eq!(
        changes(&mut state, &["act 1", "pick-under-pressure 4,6"]),
        ["1.ideas: 3 > 2", "4,6: lock lock > lock lock-"]
    );
    assert_same(options(&fields("action", "angry-locksmith"), "1"), &[]);
}

/// MH7.2c, MH1d, H3, `abilities:breach`: external sides without an Exit behind them alone; an enclosed pocket is not
/// outside.
#[test]
fn mh7_2c_breach_needs_an_external_side() {
    let breaches = |at: &str, ideas: u8| -> Vec<String> {
        let state = lab(json!({"1": {"card": "demolitions-guy", "at": at, "ideas": ideas, "action": null}}));
        commits(&state, "1")
            .into_iter()
            .filter(|commit| commit.starts_with("breach"))
            .collect()
    };
    // East and south-west of 5,6 is outside; the Exit lies to the south-east.
    assert_same(breaches("5,6", 4), &["breach e", "breach sw"]);
    assert_same(breaches("5,6", 3), &[]);
    // 4,4 beside 5,4 belongs to a pocket of three spaces that hexes enclose.
    assert_same(breaches("5,4", 4), &[]);
    assert_same(breaches("5,7", 4), &[]);
}

/// MH7.2c, H11b, H66, `abilities:breach`: a new Exit, and ESCAPE at once: no noise, no Event; used items go, the
/// Flashbang lasts.
#[test]
fn h11b_breach_opens_escape() {
    let mut state = lab(json!({
        "1": {"card": "demolitions-guy", "at": "5,6", "ideas": 5, "action": null, "loot": ["radio leaving"]},
        "2": {"action": null}, "owed": 7, "deck": ["E1", "C2", "E2", "Z1"],
        "hexes": {"6,5": {"subdued-guards": 2, "flashed-guards": 2}},
    }));
    let before = state;
    act(&mut state, "1", &["commit breach e"]);
    assert_eq!(state.phase(), Phase::Escape);
    let changed = difference(&before, &state);
    let expected = [
        "1.ideas: 5 > 1",
        "1.loot: radio leaving > -",
        "exits.6,6: - > w",
        "owed: 7 > -",
        "phase: action > escape",
    ];
    for line in expected {
        assert!(changed.contains(&line.to_owned()), "{line}: {changed:?}");
    }
    assert!(
        !changed
            .iter()
            .any(|line| line.starts_with("deck") || line.starts_with("marker")),
        "{changed:?}"
    );
    assert_eq!(on(&state, "6,5"), "guard- guard-", "H66: they stay subdued");
    // Everybody may use the new Exit, and only 5,6 touches it.
    assert_same(
        legal_with_first(&state, "1", "step"),
        &["step 6,5", "step 5,5", "step 4,6", "step 5,7", "step 6,6"],
    );
}

/// MH7.2d, H40, `abilities:adrenaline`: an idea for each guard subdued by an S, granted ones included; not by a
/// Flashbang.
#[test]
fn mh7_2d_adrenaline() {
    let mut state = lab(json!({
        "1": {"action": null, "letters": "S", "loot": ["flashbang"]},
        "hexes": {"6,5": {"guards": 1, "dogs": 1}, "5,5": {"guards": 1}},
    }));
    // The S was granted: the Thug has not committed yet.
    assert_eq!(
        changes(&mut state, &["act 1", "subdue 5,5 guard"]),
        ["1.ideas: 0 > 1", "1.letters: S > -", "5,5: guard > guard-"]
    );
    act(&mut state, "1", &["commit toss-flashbang"]);
    assert_eq!(on(&state, "6,5"), "guard- dog-");
    assert_eq!(state.ideas(Who(0)), 1, "H40");
    let mut other = lab(json!({"1": {"card": "pickpocket", "letters": "S"}, "hexes": {"5,5": {"guards": 1}}}));
    act(&mut other, "1", &["subdue 5,5 guard"]);
    assert_eq!(other.ideas(Who(0)), 0);
}

/// MH7.2e, `abilities:there-are-better-ways`: never an S; for an idea past all guards until the phase ends.
#[test]
fn mh7_2e_there_are_better_ways() {
    let fields = |ideas: u8| {
        json!({
            "1": {"card": "street-urchin", "letters": "MMS", "ideas": ideas, "tokens": ["6,5", "6,4"]},
            "hexes": {"5,5": {"guards": 2}, "6,5": {"dogs": 1, "guards": 1}, "4,5": {"guards": 1}},
        })
    };
    assert_same(options(&lab(fields(0)), "1"), &[]);
    let mut state = lab(fields(1));
    assert_same(options(&state, "1"), &["better-ways"]);
    assert_eq!(
        changes(&mut state, &["act 1", "better-ways"]),
        ["1.effects: - > better-ways", "1.ideas: 1 > 0"]
    );
    assert_same(options(&state, "1"), &["move 6,5", "move 6,4"]);
    act(&mut state, "1", &["move 6,5"]);
    assert_same(options(&state, "1"), &["move 6,4"]);
    // It ends with the phase: in the next round a guard holds again.
    play(&mut state, &["end"]);
    assert_eq!(state.effects(Who(0)).count(), 0);
}

/// MH7.2e, MH6.6c: in ESCAPE leaving guards costs no more, without paying.
#[test]
fn mh7_2e_better_ways_in_escape() {
    let cost = |card: &str| {
        let mut state = lab(json!({
            "phase": "escape", "1": {"card": card, "ideas": 5, "action": null}, "hexes": {"5,5": {"guards": 2, "dogs": 1}},
        }));
        let before = state.ideas(Who(0));
        act(&mut state, "1", &["step 5,6"]);
        before - state.ideas(Who(0))
    };
    assert_eq!(cost("street-urchin"), 1);
    assert_eq!(cost("thug"), 4);
}

/// MH7.2f, MH5.8d, `abilities:change-of-plans`: up to three tokens of any owners, to hexes without one of the same
/// owner; once.
#[test]
fn mh7_2f_change_of_plans() {
    let fields = |edition: &str, ideas: u8| {
        json!({
            "edition": edition,
            "1": {"card": "street-urchin", "ideas": ideas, "action": null, "tokens": ["4,6"]},
            "2": {"tokens": ["5,5", "6,5"]},
        })
    };
    assert_same(legal_with_first(&lab(fields("v22", 1)), "1", "change-of-plans"), &[]);
    let mut state = lab(fields("v22", 2));
    let before = state;
    act(&mut state, "1", &["change-of-plans"]);
    assert_eq!(
        difference(&before, &state),
        ["1.ideas: 2 > 0", "1.used: - > change-of-plans"]
    );
    assert_same(legal(&state), &["lift 1 4,6", "lift 2 5,5", "lift 2 6,5", "done"]);
    play(&mut state, &["lift 2 5,5"]);
    let mut targets: Vec<String> = Vec::new();
    let scenario = state.scenario();
    for hex in 0..scenario.plan().count() {
        let tile = scenario.hex_tile(hex).to_string();
        if tile != "5,5" && tile != "6,5" {
            targets.push(format!("token {tile}"));
        }
    }
    assert_same(legal(&state), &targets.iter().map(String::as_str).collect::<Vec<_>>());
    // A hex with a token of somebody else will do.
    play(
        &mut state,
        &["token 4,6", "lift 1 4,6", "token 3,1", "lift 2 6,5", "token 8,1"],
    );
    assert_same(legal(&state), &["act 1", "escape"]);
    assert_eq!(
        difference(&before, &state),
        [
            "1.ideas: 2 > 0",
            "1.tokens: 4,6 > 3,1",
            "1.used: - > change-of-plans",
            "2.tokens: 5,5 6,5 > 8,1 4,6",
        ]
    );
    assert_same(legal_with_first(&state, "1", "change-of-plans"), &[]);
    // v24: two ideas and a noise.
    let mut later = lab(fields("v24", 2));
    assert_eq!(
        changes(&mut later, &["act 1", "change-of-plans", "done"]),
        ["1.ideas: 2 > 0", "1.used: - > change-of-plans", "owed: - > 1"]
    );
}

/// MH7.2f, `abilities:alright-new-plan`: two ideas and a noise, six tokens, and up to three of the ideas left to
/// others.
#[test]
fn mh7_2f_alright_new_plan() {
    let tokens = ["2,2", "4,2", "5,2", "5,3", "6,3", "1,4", "2,4"];
    let mut state = lab(json!({
        "1": {"card": "mastermind", "ideas": 7, "action": null, "tokens": tokens}, "3": {"at": "2,8"},
    }));
    let before = state;
    act(&mut state, "1", &["new-plan"]);
    let homes = ["1,6", "2,6", "3,6", "4,6", "5,6", "2,7"];
    for (from, to) in tokens.into_iter().zip(homes) {
        assert!(legal(&state).contains(&"done".to_owned()));
        play(&mut state, &[&format!("lift 1 {from}"), &format!("token {to}")]);
    }
    // Six are moved: now the ideas, at most three of the five.
    assert_same(
        legal(&state),
        &[
            "give 2 1", "give 2 2", "give 2 3", "give 3 1", "give 3 2", "give 3 3", "done",
        ],
    );
    play(&mut state, &["give 2 1"]);
    assert_same(legal(&state), &["give 3 1", "give 3 2", "done"]);
    play(&mut state, &["give 3 2"]);
    assert_eq!(
        difference(&before, &state),
        [
            "1.ideas: 7 > 2",
            "1.tokens: 2,2 4,2 5,2 5,3 6,3 1,4 2,4 > 2,4 1,6 2,6 3,6 4,6 5,6 2,7",
            "1.used: - > alright-new-plan",
            "2.ideas: 0 > 1",
            "3.ideas: 0 > 2",
            "owed: - > 1",
        ]
    );
    // MH7.2f: the own pool limits.
    let mut poor =
        lab(json!({"1": {"card": "mastermind", "ideas": 3, "action": null, "tokens": ["2,2"]}, "3": {"at": "2,8"}}));
    act(&mut poor, "1", &["new-plan", "done"]);
    assert_same(legal(&poor), &["give 2 1", "give 3 1", "done"]);
}

/// MH7.2g, H41, H18, `abilities:autopwn`: one letter for one other, chosen at the commit; S not to one that cannot use
/// it.
#[test]
fn mh7_2g_autopwn() {
    let fields = |panic: bool| {
        json!({
            "1": {"card": "script-kiddie", "ideas": 1, "action": null}, "2": {"card": "street-urchin", "action": null},
            "npc": {"status": "active", "at": "8,2", "die": 1, "ideas": 0}, "panic": panic,
        })
    };
    let grants = |panic: bool, ideas: u8| {
        let mut fields = fields(panic);
        fields["1"]["ideas"] = json!(ideas);
        let state = board("estate-basement", ["0,8", "0,8", "8,8"], fields);
        let commits = commits(&state, "1").into_iter();
        commits
            .filter(|commit| commit.starts_with("autopwn"))
            .collect::<Vec<_>>()
    };
    let calm = [
        "autopwn 2 U",
        "autopwn 2 D",
        "autopwn 3 U",
        "autopwn 3 S",
        "autopwn 3 D",
        "autopwn npc U",
        "autopwn npc D",
    ];
    assert_same(grants(false, 1), &calm);
    assert_same(grants(true, 1), &[&calm[..], &["autopwn npc S"]].concat());
    assert_same(grants(false, 0), &[]);
    let mut state = board(
        "estate-basement",
        ["0,8", "1,7", "8,8"],
        json!({
            "1": {"card": "script-kiddie", "ideas": 1, "action": null}, "2": {"action": null},
            "hexes": {"1,6": {"cameras": 1}, "2,6": {"guards": 1}},
        }),
    );
    assert_eq!(
        changes(&mut state, &["act 1", "commit autopwn 2 D"]),
        [
            "1.action: - > autopwn 2 D",
            "1.ideas: 1 > 0",
            "2.letters: - > D",
            "owed: - > 1"
        ]
    );
    // MH10.22: before the own commit, which still has to come.
    assert_eq!(
        changes(&mut state, &["act 2", "disable 1,6"]),
        ["1,6: camera > camera-", "2.letters: D > -"]
    );
    assert_same(legal(&state), &["act 2", "escape"]);
}

/// MH7.2g, `abilities:exploit`: two letters.
#[test]
fn mh7_2g_exploit() {
    let mut state = lab(json!({"1": {"card": "black-hat", "ideas": 2, "action": null}}));
    let exploits = commits(&state, "1")
        .into_iter()
        .filter(|commit| commit.starts_with("exploit"))
        .collect();
    assert_same(
        exploits,
        &[
            "exploit 2 S",
            "exploit 2 D",
            "exploit 2 U",
            "exploit 3 S",
            "exploit 3 D",
            "exploit 3 U",
        ],
    );
    assert_eq!(
        changes(&mut state, &["act 1", "commit exploit 3 U"]),
        [
            "1.action: - > exploit 3 U",
            "1.ideas: 2 > 1",
            "3.granted: - > 2",
            "3.letters: - > UU",
            "owed: - > 1",
        ]
    );
}

/// MH7.2h, `abilities:i-can-haz-teh-codes`, `abilities:has-the-code`: all hexes beside one live Camera, one by one;
/// once per heist.
#[test]
fn mh7_2h_codes() {
    let fields = |card: &str, ideas: u8| {
        json!({
            "1": {"card": card, "ideas": ideas, "action": null}, "bag": {"lock": 2, "guard": 1},
            "hexes": {
                "1,3": {"disabled": 1}, "1,5": {}, "3,2": {"cameras": 1}, "6,5": {"cameras": 2},
                "2,2": {"unrevealed": true}, "4,2": {"unrevealed": true}, "1,4": {"unrevealed": true},
            },
        })
    };
    assert_same(legal_with_first(&lab(fields("script-kiddie", 1)), "1", "codes"), &[]);
    let mut state = lab(fields("script-kiddie", 2));
    assert_same(legal_with_first(&state, "1", "codes"), &["codes 3,2", "codes 6,5"]);
    act(&mut state, "1", &["codes 3,2"]);
    assert_same(legal(&state), &["next 2,2", "next 4,2"]);
    play(&mut state, &["next 4,2", "chit guard", "chit lock"]);
    assert_eq!(
        (on(&state, "4,2").as_str(), on(&state, "2,2").as_str()),
        ("guard", "lock")
    );
    assert_eq!(on(&state, "1,4"), "?", "not beside the Camera");
    assert_eq!(state.ideas(Who(0)), 0);
    assert_eq!(state.owed_noise_count(), 0);
    let again = lab({
        let mut fields = fields("script-kiddie", 9);
        fields["1"]["used"] = json!(["i-can-haz-teh-codes"]);
        fields
    });
    assert_same(legal_with_first(&again, "1", "codes"), &[]);
    let mut free = lab(fields("black-hat", 0));
    act(&mut free, "1", &["codes 3,2", "next 2,2", "chit lock", "chit lock"]);
    assert_eq!(state.ideas(Who(0)), 0);
    assert_same(legal_with_first(&free, "1", "codes"), &[]);
}

/// MH7.2i, `abilities:dart`, `abilities:bolt`, `abilities:patch-in`: plain letters.
#[test]
fn mh7_2i_plain_letter_groups() {
    let commit = |card: &str, ideas: u8, name: &str| {
        let other = if card == "ghost-runner" || card == "burglar" {
            "thief"
        } else {
            "burglar"
        };
        let mut state = lab(json!({
            "1": {"card": card, "ideas": ideas, "action": null}, "3": {"card": other}, "hexes": {"6,5": {"cameras": 1}},
        }));
        let changed = changes(&mut state, &["act 1", &format!("commit {name}")]);
        changed
            .into_iter()
            .filter(|line| !line.starts_with("1.action"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        commit("burglar", 1, "dart"),
        ["1.ideas: 1 > 0", "1.letters: - > MM", "owed: - > 1"]
    );
    assert_eq!(
        commit("ghost-runner", 3, "bolt 1"),
        ["1.ideas: 3 > 2", "1.letters: - > MM", "owed: - > 1"]
    );
    assert_eq!(
        commit("ghost-runner", 3, "bolt 2"),
        ["1.ideas: 3 > 1", "1.letters: - > MMM", "owed: - > 1"]
    );
    assert_eq!(
        commit("shutter-bug", 0, "patch-in"),
        ["1.letters: - > IIR", "owed: - > 1"]
    );
    let poor = lab(json!({"1": {"card": "ghost-runner", "ideas": 1, "action": null}, "3": {"card": "thief"}}));
    let bolts: Vec<String> = commits(&poor, "1")
        .into_iter()
        .filter(|commit| commit.starts_with("bolt"))
        .collect();
    assert_eq!(bolts, ["bolt 1"]);
}

/// MH7.2j, H73, `abilities:vent-crawl`: for NNNN one M, U, S or D across one missing hex; an unrevealed far hex is
/// revealed first.
#[test]
fn mh7_2j_vent_crawl() {
    let fields = |letters: &str| {
        json!({
            "1": {"card": "grease-man", "at": "4,5", "letters": letters, "tokens": ["2,5"]}, "3": {"card": "thief"},
            "bag": {"lock": 1}, "hexes": {"2,5": {"unrevealed": true}, "4,3": {"guards": 1, "cameras": 1}},
        })
    };
    // West of 4,5 is the gap 3,5 and behind it 2,5; north-west the gap 4,4 and 4,3.
    let mut state = lab(fields("MUSD"));
    assert_same(options(&state, "1"), &["vent-crawl 2,5", "vent-crawl 4,3"]);
    assert_eq!(
        changes(&mut state, &["act 1", "vent-crawl 2,5", "chit lock"]),
        ["1.vents: - > 4,5 w", "2,5: ? > lock", "bag.lock: 1 > -", "owed: - > 4"]
    );
    // The M needs a hex without a Lock; one sub-action alone goes across.
    assert_same(
        options(&state, "1"),
        &["unlock 2,5", "vent-crawl 2,5", "vent-crawl 4,3"],
    );
    act(&mut state, "1", &["unlock 2,5"]);
    assert_same(options(&state, "1"), &["vent-crawl 2,5", "vent-crawl 4,3"]);
    act(&mut state, "1", &["vent-crawl 2,5"]);
    assert_same(options(&state, "1"), &["move 2,5", "vent-crawl 2,5", "vent-crawl 4,3"]);
    assert_eq!(
        changes(&mut state, &["act 1", "move 2,5"]),
        ["1.at: 4,5 > 2,5", "1.letters: MSD > SD", "1.vents: 4,5 w > -"]
    );
    let mut guard = lab(fields("MUSD"));
    act(&mut guard, "1", &["vent-crawl 4,3"]);
    let across = ["subdue 4,3 guard", "disable 4,3", "vent-crawl 2,5", "vent-crawl 4,3"];
    assert_same(options(&guard, "1"), &across);
    // An Exit in the middle does not fill the space.
    let exit = lab(json!({
        "1": {"card": "grease-man", "at": "4,5", "letters": "M"}, "3": {"card": "thief"}, "exits": {"3,5": "w"},
    }));
    assert_same(options(&exit, "1"), &["vent-crawl 2,5", "vent-crawl 4,3"]);
    // H73: not from an Exit; H72: not out of a ring.
    let outside = lab(json!({"1": {"card": "grease-man", "at": "5,7", "letters": "M"}, "3": {"card": "thief"}}));
    assert_same(options(&outside, "1"), &[]);
    let ring = |gone: bool| {
        board(
            "the-vault",
            ["4,5", "0,8", "0,8"],
            json!({
                "1": {"card": "grease-man", "letters": "M"}, "3": {"card": "thief"}, "hexes": {"4,5": {"ring-gone": gone}},
            }),
        )
    };
    assert_same(options(&ring(false), "1"), &[]);
    assert_same(
        options(&ring(true), "1"),
        &["vent-crawl 6,3", "vent-crawl 4,3", "vent-crawl 2,7"],
    );
}

/// H85, MH7.2j: what was paid for waits, side by side, also while the character is elsewhere, and holds on its hex
/// alone; one sub-action uses one of two equal payments. With the phase all of it is gone.
#[test]
fn h85_vent_crawl_stays_paid() {
    let grease_man = json!({"card": "grease-man", "at": "4,5", "letters": "MMUSSD", "tokens": ["4,5", "5,5"]});
    let mut state = lab(json!({
        "1": grease_man, "3": {"card": "thief"}, "hexes": {"2,5": {"locks": 1}, "4,3": {"guards": 2, "cameras": 1}},
    }));
    let across = |state: &_| {
        let words = ["unlock", "subdue", "disable"];
        let here = options(state, "1").into_iter();
        here.filter(|option| words.iter().any(|word| option.starts_with(word)))
            .collect::<Vec<_>>()
    };
    for far in ["2,5", "4,3", "4,3"] {
        act(&mut state, "1", &[&format!("vent-crawl {far}")]);
    }
    assert_same(across(&state), &["unlock 2,5", "subdue 4,3 guard", "disable 4,3"]);
    let mut left = state;
    act(&mut left, "1", &["move 5,5"]);
    assert_same(across(&left), &[]);
    assert_eq!(left.effects(Who(0)).collect::<Vec<_>>(), ["vent-crawl"]);
    assert_eq!(
        changes(&mut left, &["act 1", "move 4,5"]),
        ["1.at: 5,5 > 4,5", "1.letters: MUSSD > USSD"]
    );
    assert_same(across(&left), &["unlock 2,5", "subdue 4,3 guard", "disable 4,3"]);
    for (step, paid) in [
        ("subdue 4,3 guard", "4,5 nw 4,5 nw 4,5 w > 4,5 nw 4,5 w"),
        ("disable 4,3", "4,5 nw 4,5 w > 4,5 w"),
        ("unlock 2,5", "4,5 w > -"),
    ] {
        let changed = changes(&mut left, &["act 1", step]);
        assert!(changed.contains(&format!("1.vents: {paid}")), "{changed:?}");
    }
    assert_same(across(&left), &[]);
    // Both ways back are the same position; another payment is not.
    assert_eq!(heist(position(&state)), state);
    let mut more = state;
    act(&mut more, "1", &["vent-crawl 4,3"]);
    assert_ne!(more.key(), state.key());
    play(&mut state, &["end"]);
    assert_eq!(state.effects(Who(0)).count(), 0);
}

/// H85: six wait at most, which are more than a character can use: four letters of an action and two of an Exploit
/// (docs/rulings.md, R37).
#[test]
fn h85_as_many_vent_crawls_as_can_be_used() {
    let mut state = lab(json!({"1": {"card": "grease-man", "at": "4,5"}, "3": {"card": "thief"}}));
    for _ in 0..6 {
        act(&mut state, "1", &["vent-crawl 4,3"]);
    }
    assert_same(options(&state, "1"), &[]);
    let usable = |letters: &Letters| {
        let across = [Letter::Move, Letter::Unlock, Letter::Subdue, Letter::Disable];
        across.into_iter().map(|letter| letters[letter]).sum::<u8>()
    };
    for edition in Edition::ALL {
        let tables = Tables::get(edition);
        let faces = tables
            .skills
            .iter()
            .flat_map(|skill| &skill.faces)
            .map(|face| face.letters);
        let items = tables
            .items
            .iter()
            .filter_map(|item| item.action.as_ref())
            .map(Printed::letters);
        let most = faces.chain(items).map(|letters| usable(&letters)).max();
        assert_eq!(most, Some(4), "and Exploit gives two");
    }
}

/// MH7.2k, `abilities:i-know-a-way`, `abilities:we-know-a-way`: with an empty bag an R is an idea.
#[test]
fn mh7_2k_knowing_a_way() {
    let reveal = |card: &str, who: &str, bag: u8| {
        let letters = |mine: &str| if mine == who { "R" } else { "" };
        let mut state = lab(json!({
            "1": {"letters": letters("1")}, "2": {"card": card, "letters": letters("2")}, "bag": {"lock": bag},
        }));
        let steps: &[&str] = if bag > 0 { &["reveal", "chit lock"] } else { &["reveal"] };
        act(&mut state, who, steps);
        state.ideas(Who(if who == "1" { 0 } else { 1 }))
    };
    assert_eq!(reveal("lookout", "2", 0), 1);
    assert_eq!(reveal("lookout", "2", 1), 0);
    assert_eq!(reveal("lookout", "1", 0), 0, "only the Lookout's own");
    assert_eq!(reveal("watchman", "1", 0), 1, "anybody's");
    assert_eq!(reveal("watchman", "1", 1), 0);
}

/// MH11.20, MH5.2f: one unrevealed hex and two chits: a reveal and the surplus; next round two ideas.
#[test]
fn mh11_20_i_know_a_way() {
    let mut state = lab(json!({
        "2": {"action": null}, "bag": {"lock": 2}, "hexes": {"1,4": {"unrevealed": true}},
    }));
    act(&mut state, "2", &["commit discover"]);
    act(&mut state, "2", &["reveal 1,4", "chit lock"]);
    act(&mut state, "2", &["reveal", "chit lock"]);
    assert_eq!(state.ideas(Who(1)), 0);
    let mut next = lab(json!({"2": {"action": null}}));
    act(&mut next, "2", &["commit discover"]);
    assert_eq!(
        changes(&mut next, &["act 2", "reveal", "act 2", "reveal"]),
        ["2.ideas: 0 > 2", "2.letters: RR > -"]
    );
    assert_eq!(next.owed_noise_count(), 1);
}

/// MH7.2l, H18, `abilities:good-in-a-pinch`, `abilities:great-in-a-pinch`: in ESCAPE two ideas for one of another.
#[test]
fn mh7_2l_pinch() {
    let fields = |card: &str| {
        json!({
            "phase": "escape", "1": {"action": null}, "2": {"card": card, "at": "5,7", "ideas": 5, "action": null},
            "3": {"action": null, "status": "busted"},
        })
    };
    let mut state = lab(fields("lookout"));
    assert_same(legal_with_first(&state, "2", "pinch"), &["pinch 1"]);
    let changed = changes(&mut state, &["act 2", "pinch 1"]);
    assert_eq!(
        changed,
        ["1.ideas: 0 > 1", "2.ideas: 5 > 3", "2.used: - > good-in-a-pinch"]
    );
    assert_same(legal_with_first(&state, "2", "pinch"), &[]);
    let mut sentinel = lab(fields("sentinel"));
    assert_eq!(
        changes(&mut sentinel, &["act 2", "pinch 1"]),
        ["1.ideas: 0 > 1", "2.ideas: 5 > 3"]
    );
    assert_eq!(
        changes(&mut sentinel, &["act 2", "pinch 1"]),
        ["1.ideas: 1 > 2", "2.ideas: 3 > 1"]
    );
    assert_same(legal_with_first(&sentinel, "2", "pinch"), &[]);
    // Not in the Action phase.
    let action = lab(json!({"2": {"ideas": 5}}));
    assert_same(options(&action, "2"), &[]);
}

/// MH7.2m, MH5.4f, `abilities:larcenist`: for an idea, loot of adjacent hexes without Lock, ring and door until the
/// phase ends.
#[test]
fn mh7_2m_larcenist() {
    let mut state = lab(json!({
        "1": {"card": "pickpocket", "ideas": 2, "loot": ["cash:1"]},
        "hexes": {
            "6,5": {"loot": ["documents", "cash:2"], "guards": 1}, "4,6": {"loot": ["keycard"], "locks": 1},
            "5,4": {"loot": ["cash:1"]}, "3,6": {"loot": ["cash:5"]},
        },
    }));
    assert_same(options(&state, "1"), &["drop cash:1", "larcenist"]);
    assert_eq!(
        changes(&mut state, &["act 1", "larcenist"]),
        ["1.effects: - > larcenist", "1.ideas: 2 > 1"]
    );
    assert_same(
        options(&state, "1"),
        &["drop cash:1", "take documents e", "take cash e", "take cash nw"],
    );
    assert_eq!(
        changes(&mut state, &["act 1", "take documents e"]),
        [
            "1.loot: cash:1 > cash:1 documents",
            "6,5: guard cash:2 documents > guard cash:2"
        ]
    );
}

/// MH7.2m, `abilities:swindler`: as the Larcenist, and drops as well.
#[test]
fn mh7_2m_swindler() {
    let mut state = lab(json!({
        "1": {"card": "con-artist", "ideas": 1, "loot": ["documents"]},
        "hexes": {"6,5": {"loot": ["cash:2"]}, "4,6": {"locks": 1}},
    }));
    act(&mut state, "1", &["swindler"]);
    assert_same(
        options(&state, "1"),
        &[
            "take cash e",
            "drop documents",
            "drop documents e",
            "drop documents ne",
            "drop documents nw",
            "drop documents w",
            "drop documents se",
        ],
    );
    assert_eq!(
        changes(&mut state, &["act 1", "drop documents ne"]),
        ["1.loot: documents > -", "6,4: - > documents"]
    );
}

/// MH7.2m, MH6.6f: in ESCAPE they cost an idea as well.
#[test]
fn mh6_6f_larcenist_in_escape() {
    let mut state = lab(json!({
        "phase": "escape", "1": {"card": "pickpocket", "ideas": 1, "action": null}, "hexes": {"6,5": {"loot": ["documents"]}},
    }));
    assert_eq!(
        changes(&mut state, &["act 1", "larcenist", "act 1", "take documents e"]),
        [
            "1.effects: - > larcenist",
            "1.ideas: 1 > 0",
            "1.loot: - > documents",
            "6,5: documents > -",
        ]
    );
}

/// MH7.2n, MH5.1b, `abilities:toss-loot`: at the commit, one or two steps in one direction over present and free hexes,
/// not onto Exits.
#[test]
fn mh7_2n_toss_loot() {
    let fields = |locked: &str| {
        let mut fields = json!({
            "1": {"card": "con-artist", "loot": ["cash:2", "documents"], "action": null}, "hexes": {"4,6": {"guards": 1}},
        });
        fields["hexes"][locked] = json!({"locks": 1});
        fields
    };
    let tosses = |locked: &str| {
        let mut state = lab(fields(locked));
        act(&mut state, "1", &["commit toss-loot"]);
        let tosses = legal_with(&state, "toss");
        assert_eq!(legal(&state).len(), tosses.len() + 1, "and done");
        let of_documents = tosses.iter().filter_map(|toss| toss.strip_prefix("toss documents "));
        let of_documents: Vec<String> = of_documents.map(str::to_owned).collect();
        assert_eq!(
            tosses.len(),
            3 * of_documents.len(),
            "cash:1 and cash:2 fly as far as documents"
        );
        of_documents
    };
    // East and north-east of the neighbours is nothing; behind 5,6 lies the Exit; behind 5,4 lies 5,3.
    assert_same(tosses("1,4"), &["e 1", "ne 1", "nw 1", "nw 2", "w 1", "sw 1", "se 1"]);
    assert_same(tosses("5,3"), &["e 1", "ne 1", "nw 1", "w 1", "sw 1", "se 1"]);
    assert_same(tosses("5,4"), &["e 1", "ne 1", "w 1", "sw 1", "se 1"]);
    let mut state = lab(fields("1,4"));
    let before = state;
    act(&mut state, "1", &["commit toss-loot", "toss cash:1 nw 1"]);
    assert_same(
        legal(&state),
        &["toss cash:1 nw 2", "toss documents nw 1", "toss documents nw 2", "done"],
    );
    play(&mut state, &["toss documents nw 2"]);
    assert_eq!(
        difference(&before, &state),
        [
            "1.action: - > toss-loot",
            "1.loot: cash:2 documents > cash:1",
            "5,3: - > documents",
            "5,4: - > cash:1",
        ]
    );
}

/// H50, MH7.2r: from an Exit only in the direction that it opens to, the opened hex being the first step.
#[test]
fn h50_straight_lines_from_an_exit() {
    let mut state = lab(json!({"1": {"card": "con-artist", "at": "5,7", "loot": ["documents"], "action": null}}));
    act(&mut state, "1", &["commit toss-loot"]);
    assert_same(legal(&state), &["toss documents nw 1", "toss documents nw 2", "done"]);
    let pixels = lab(json!({"1": {"at": "5,7", "loot": ["laser-burst"], "action": null}}));
    let shots = commits(&pixels, "1")
        .into_iter()
        .filter(|commit| commit.starts_with("kill-pixels"))
        .collect();
    assert_same(shots, &["kill-pixels nw"]);
    // The Guide on the Exit 6,7 flicks its keycard west: 5,7 and 4,7, not over the gap behind.
    let npc = json!({"at": "6,7", "die": 1, "ideas": 0, "loot": ["keycard"]});
    let guide = board("museum-of-antiquity", ["3,1", "3,0", "3,0"], json!({"npc": npc}));
    assert_same(
        commits(&guide, "npc"),
        &[
            "stride",
            "fancy-card-flick 5,7",
            "fancy-card-flick 4,7",
            "fancy-card-flick 6,7",
        ],
    );
}

/// MH7.2o, H42, `abilities:loop-footage`: two ideas; Cameras entered raise nothing from then on.
#[test]
fn mh7_2o_loop_footage() {
    let mut state = lab(json!({
        "1": {"letters": "MM", "tokens": ["4,6", "3,6"]}, "2": {"card": "technician", "ideas": 2, "action": null},
        "hexes": {"4,6": {"cameras": 1}, "3,6": {"cameras": 2}}, "deck": ["E1", "E2", "E3", "Z1"],
    }));
    act(&mut state, "1", &["move 4,6"]);
    assert_eq!(state.deck_cards().len(), 3, "before it an alert is raised");
    assert_eq!(
        changes(&mut state, &["act 2", "commit loop-footage"]),
        ["2.action: - > loop-footage", "2.ideas: 2 > 0", "loop-footage: - > true"]
    );
    act(&mut state, "1", &["move 3,6"]);
    assert_eq!(state.deck_cards().len(), 3);
}

/// The deck and the hex 5,5 behind an Event, with and without Loop Footage, while the first character stands beside a
/// live Camera.
fn event_with(event: &str, looped: bool) -> (usize, String) {
    let mut state = lab(json!({
        "hexes": {"6,5": {"cameras": 1}, "6,4": {"disabled": 1}, "5,4": {"disabled": 1}},
        "deck": [event, "E4", "E4", "E4", "E4", "E4", "Z1"], "loop-footage": looped,
    }));
    play(&mut state, &["end"]);
    assert!(!state.is_footage_looped(), "it ends with the Event phase");
    (
        state.deck_cards().len(),
        format!("{} / {}", on(&state, "5,5"), on(&state, "6,5")),
    )
}

/// H42: E3, the second part of E10, E16, E19 and A1 do nothing; E9 works as usual, and E8 without its penalty.
#[test]
fn h42_what_loop_footage_stops() {
    let expect = |event: &str, without: (usize, &str), with: (usize, &str)| {
        assert_eq!(event_with(event, false), (without.0, without.1.to_owned()), "{event}");
        assert_eq!(
            event_with(event, true),
            (with.0, with.1.to_owned()),
            "{event} with Loop Footage"
        );
    };
    expect("E3", (5, " / camera"), (6, " / camera"));
    expect("E10", (5, " / camera"), (6, " / camera"));
    expect("E16", (5, " / camera"), (6, " / camera"));
    expect("E19", (6, "guard / camera"), (6, " / camera"));
    expect("A1", (6, "guard / camera"), (6, " / camera"));
    expect("E9", (6, " / camera camera"), (6, " / camera camera"));
}

/// MH7.2p, `abilities:rewire-character`: up to two live Cameras on or beside the own tile; all guards of their hexes
/// are subdued.
#[test]
fn mh7_2p_rewire() {
    let fields = json!({
        "1": {"card": "tinkerer", "ideas": 2, "action": null},
        "hexes": {
            "5,5": {"cameras": 1, "guards": 1}, "6,5": {"cameras": 2, "dogs": 1, "guards": 1}, "4,6": {"disabled": 1},
            "3,6": {"cameras": 1},
        },
    });
    let mut state = lab(fields.clone());
    let before = state;
    act(&mut state, "1", &["commit rewire-character"]);
    assert_same(legal(&state), &["rewire 5,5", "rewire 6,5", "done"]);
    play(&mut state, &["rewire 5,5"]);
    assert_same(legal(&state), &["rewire 6,5", "done"]);
    play(&mut state, &["rewire 6,5"]);
    assert_eq!(
        difference(&before, &state),
        [
            "1.action: - > rewire-character",
            "1.ideas: 2 > 0",
            "5,5: guard camera > guard- camera-",
            "6,5: guard dog camera camera > guard- dog- camera camera-",
            "owed: - > 1",
        ]
    );
    let mut both = lab(fields.clone());
    act(&mut both, "1", &["commit rewire-character", "rewire 6,5", "rewire 6,5"]);
    assert_eq!(on(&both, "6,5"), "guard- dog- camera- camera-");
    let mut none = lab(fields);
    act(&mut none, "1", &["commit rewire-character", "done"]);
    assert_eq!(on(&none, "6,5"), "guard dog camera camera");
    assert_eq!(none.ideas(Who(0)), 0);
}

/// MH7.2q, MH6.1b, `abilities:pressure-points`: guards on or beside the Operative are not un-subdued by E15, E23, A3 or
/// a Flashbang's end.
#[test]
fn mh7_2q_pressure_points() {
    let after = |card: &str, event: &str| {
        let mut state = lab(json!({
            "1": {"card": card}, "2": {"at": "6,5"}, "3": {"at": "2,6"},
            "hexes": {
                "6,5": {"subdued-guards": 1}, "2,6": {"subdued-guards": 1}, "4,6": {"subdued-guards": 2, "flashed-guards": 1},
                "2,4": {"subdued-dogs": 1, "flashed-dogs": 1},
            },
            "deck": [event, "E4", "Z1"],
        }));
        play(&mut state, &["end"]);
        if event == "E15" {
            play(&mut state, &["decline"]);
        }
        ["6,5", "2,6", "4,6", "2,4"].map(|tile| on(&state, tile)).join(" / ")
    };
    for event in ["E15", "E23", "A3"] {
        assert_eq!(after("thug", event), "guard / guard / guard guard- / dog", "{event}");
        assert_eq!(
            after("operative", event),
            "guard- / guard / guard- guard- / dog",
            "{event}"
        );
    }
    let reinforced = |card: &str| {
        let mut state = board(
            "delinquent-jeweler",
            ["4,5", "7,2", "7,2"],
            json!({
                "1": {"card": card}, "hexes": {"3,5": {"subdued-guards": 1}, "5,3": {"subdued-guards": 1}},
                "deck": ["E4", "C1", "E4", "Z1"],
            }),
        );
        play(&mut state, &["end"]);
        ["3,5", "5,3"].map(|tile| on(&state, tile)).join(" / ")
    };
    assert_eq!(reinforced("thug"), "guard / guard");
    assert_eq!(reinforced("operative"), "guard- / guard");
}

/// MH6.6a, `abilities:anger-therapy`: when ESCAPE opens, every guard of the Bruiser's hex is subdued.
#[test]
fn anger_therapy_opens_escape() {
    let after = |card: &str| {
        let mut state = lab(
            json!({"1": {"card": card, "ideas": 0}, "hexes": {"5,5": {"guards": 1, "dogs": 1}, "6,5": {"guards": 1}}}),
        );
        play(&mut state, &["escape"]);
        assert_eq!(state.phase(), Phase::Escape);
        (on(&state, "5,5"), on(&state, "6,5"), state.ideas(Who(0)))
    };
    assert_eq!(
        after("bruiser"),
        ("guard- dog-".to_owned(), "guard".to_owned(), 0),
        "H40: no Adrenaline"
    );
    assert_eq!(after("operative"), ("guard dog".to_owned(), "guard".to_owned(), 0));
}
