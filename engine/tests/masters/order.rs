//! The reduction of MH5.8c: of two actions that commute one order is offered, and nothing is lost.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use heist_engine::game::{Game, Node};
use heist_engine::masters::components::Item;
use heist_engine::masters::scenario::Scenario;
use heist_engine::masters::setup::Mode;
use heist_engine::masters::{Action, MastersOfTheHeist, Phase, Piece, Setup};
use heist_engine::random::{Generator, below, choose, choose_weighted, stream};
use serde_json::{Value, json};

use super::support::{heist, legal, options, play, position};

/// Positions that are compared, and states that one of them may lead to without the reduction. With it a state holds
/// the last action as well, so there may be more of them, with fewer actions each.
const POSITIONS: usize = 200;
const MOST_STATES: usize = 12_000;

/// The same heist in another mode, with nothing remembered of the last action.
fn in_mode(state: &MastersOfTheHeist, mode: Mode) -> MastersOfTheHeist {
    let mut written = position(state);
    written["actions"] = json!(mode.name());
    let fields = written.as_object_mut().expect("an object");
    fields.remove("last");
    heist(written)
}

/// What a state is apart from the way that led to it.
fn essence(state: &MastersOfTheHeist) -> String {
    let mut written = position(state);
    let fields = written.as_object_mut().expect("an object");
    for field in ["last", "actions", "free-things"] {
        fields.remove(field);
    }
    written.to_string()
}

/// Everything that the Action phase can come to from here: states at its end, and states at which chance decides, with
/// their distributions. `None` if there are too many.
fn reach(first: &MastersOfTheHeist, most: usize) -> Option<BTreeSet<String>> {
    let mut seen = HashSet::from([first.key()]);
    let mut waiting = vec![*first];
    let mut ends = HashMap::new();
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    while let Some(state) = waiting.pop() {
        if state.node() == Node::Chance {
            state.outcomes(&mut outcomes);
            ends.entry(state.key())
                .or_insert_with(|| format!("{outcomes:?} {}", essence(&state)));
            continue;
        }
        state.legal_actions(&mut actions);
        for &action in &actions {
            if action == Action::Escape {
                continue;
            }
            let mut next = state;
            next.apply(action);
            if action == Action::End {
                ends.entry(next.key()).or_insert_with(|| essence(&next));
            } else if seen.insert(next.key()) {
                waiting.push(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(ends.into_values().collect())
}

/// A heist of three in the Action phase, in which nobody has more than a few letters left. Only moves and letters were
/// drawn before, so that dogs, gates, NPCs, Locks and torches come in as the scenario has them.
fn drawn(number: u64) -> Option<MastersOfTheHeist> {
    let mut rng = stream(number, "reduction", 0);
    let scenarios = Scenario::all();
    let mut setup = Setup::new(&scenarios[number as usize % scenarios.len()].name, 1, number);
    setup.actions = Mode::Strict;
    setup.cash = 12;
    let mut state = MastersOfTheHeist::new(&setup).expect("a playable setup");
    let stop = 1 + below(&mut rng, 5) as u8;
    let mut actions = Vec::new();
    for _ in 0..3_000 {
        match state.node() {
            Node::Terminal => return None,
            Node::Chance => {
                let outcome = state.sample(&mut rng);
                state.resolve(outcome);
            }
            Node::Decision(_) => {
                state.legal_actions(&mut actions);
                let is_reached = state.phase() == Phase::Action && state.round() >= stop;
                if is_reached && matches!(actions[0], Action::Act(_)) {
                    return Some(few_letters(&state, &mut rng));
                }
                let weights: Vec<f64> = actions.iter().map(weight).collect();
                state.apply(actions[choose_weighted(&mut rng, &weights)]);
            }
        }
    }
    None
}

fn weight(action: &Action) -> f64 {
    match action {
        Action::Escape => 0.0,
        Action::Move(_) => 20.0,
        Action::Drop(..) | Action::Bank(_) => 0.1,
        Action::Done => 0.2,
        _ => 1.0,
    }
}

/// The position with some letters, ideas and tokens for everybody, committed to something but for one now and then.
fn few_letters(state: &MastersOfTheHeist, rng: &mut Generator) -> MastersOfTheHeist {
    let mut written = position(state);
    let plan = state.plan();
    let near = |number: usize| {
        let who = state.everyone().nth(number).expect("a character");
        state.hex_of(who).map_or(0, |hex| plan.neighbours(hex) | 1 << hex)
    };
    for number in 0..state.player_count() {
        let hexes = (0..plan.count()).filter(|hex| near(number) & 1 << hex != 0);
        let tokens: Vec<Value> = hexes.map(|hex| json!(state.scenario().hex_tile(hex))).collect();
        let player = &mut written["players"][number];
        player["tokens"] = json!(tokens);
        player["letters"] = json!(choose(
            rng,
            &["M", "MM", "MU", "S", "MS", "D", "MD", "U", "UU", "", "I", "ML"]
        ));
        player["ideas"] = json!(choose(rng, &[0, 0, 1]));
        let is_free = below(rng, 12) == 0;
        player["action"] = if is_free { Value::Null } else { json!("walk") };
    }
    // One of them holds a card that reaches far.
    match below(rng, 6) {
        0 => {
            written["players"][0]["loot"] = json!(["flashbang"]);
            written["players"][0]["action"] = Value::Null;
        }
        1 => written["players"][1]["loot"] = json!(["plasma-torch"]),
        _ => {}
    }
    if let Some(npc) = written.get_mut("npc").filter(|npc| npc.get("status").is_none()) {
        npc["letters"] = json!(choose(rng, &["", "M"]));
        npc["action"] = json!("pause");
    }
    let fields = written.as_object_mut().expect("an object");
    if below(rng, 4) == 0 {
        fields.insert("whistle".to_owned(), json!(true));
    }
    heist(written)
}

/// MH5.8c: from 200 positions the same ends of the phase and the same chances are reached with the reduction and
/// without.
#[test]
fn mh5_8c_the_reduction_loses_nothing() {
    let (mut compared, mut number) = (0, 0);
    let (mut strict_steps, mut seen) = (0, BTreeMap::<&str, usize>::new());
    while compared < POSITIONS {
        number += 1;
        assert!(number < 3_000, "{compared} positions of {number}");
        let Some(state) = drawn(number) else { continue };
        let (strict, reduced) = (in_mode(&state, Mode::Strict), in_mode(&state, Mode::Reduced));
        let Some(expected) = reach(&strict, MOST_STATES) else {
            continue;
        };
        let found = reach(&reduced, usize::MAX).expect("there is no limit");
        let missing: Vec<&String> = expected.difference(&found).collect();
        assert!(
            missing.is_empty(),
            "position {number}: {} of {} are lost, such as {}",
            missing.len(),
            expected.len(),
            missing[0]
        );
        assert_eq!(
            expected, found,
            "position {number}: the reduction reaches what cannot be reached"
        );
        strict_steps += expected.len();
        compared += 1;
        for (what, holds) in kinds(&state) {
            *seen.entry(what).or_default() += usize::from(holds);
        }
    }
    assert!(
        strict_steps > 20 * POSITIONS,
        "the positions lead to {strict_steps} ends"
    );
    for (what, count) in seen {
        assert!(count > 0, "no position has {what}");
    }
}

fn kinds(state: &MastersOfTheHeist) -> [(&'static str, bool); 9] {
    let any = |holds: &dyn Fn(usize) -> bool| (0..state.plan().count()).any(holds);
    [
        ("dogs", any(&|hex| state.dogs(hex).active > 0)),
        ("guards", any(&|hex| state.guards(hex).active > 0)),
        ("Locks", any(&|hex| state.locks(hex).active > 0)),
        ("gates", state.scenario().gates() > 0),
        ("an NPC", state.scenario().npc.is_some()),
        ("a whistle", state.is_whistle_blown()),
        ("a Flashbang", has_item(state, Item::Flashbang)),
        ("a torch", has_item(state, Item::PlasmaTorch)),
        ("something to reveal", any(&|hex| state.is_unrevealed(hex))),
    ]
}

fn has_item(state: &MastersOfTheHeist, item: Item) -> bool {
    state
        .everyone()
        .any(|who| state.loot_of(who).contains(&Piece::Item(item)))
}

/// MH5.8c: of two moves far apart, by the first and the second character, only the order is offered in which the first
/// one goes first.
#[test]
fn mh5_8c_one_order_of_two_moves_far_apart_is_skipped() {
    for (mode, after) in [
        ("strict", &["act 1", "end", "escape"][..]),
        ("reduced", &["end", "escape"]),
    ] {
        let mut second_first = two_moves(mode);
        play(&mut second_first, &["act 2", "move 5,6"]);
        assert_eq!(legal(&second_first), after, "{mode}");
        let mut first_first = two_moves(mode);
        play(&mut first_first, &["act 1", "move 7,1"]);
        assert_eq!(legal(&first_first), ["act 2", "end", "escape"], "{mode}");
    }
}

/// MH5.8c by example: Patch In before the Disable of its only Camera, and a move before the re-planning of the token
/// that it used, are offered in both orders, because one reads what the other changes.
#[test]
fn mh5_8c_what_reads_the_same_is_offered_in_both_orders() {
    let mut cameras = heist(json!({
        "scenario": "tech-lab", "phase": "action", "round": 1, "actions": "reduced",
        "players": [
            {
                "card": "thug", "skills": ["hurry", "bypass"], "at": "8,1", "die": 3, "ideas": 0,
                "action": "walk", "letters": "D"
            },
            {"card": "shutter-bug", "skills": ["linger", "steal"], "at": "8,1", "die": 6, "ideas": 0},
            {"card": "burglar", "skills": ["hurry", "wing-it"], "at": "2,8", "die": 1, "ideas": 0, "action": "walk"}
        ],
        "hexes": {"8,1": {}, "7,1": {"cameras": 1}}
    }));
    play(&mut cameras, &["act 2", "commit patch-in"]);
    assert_eq!(options(&cameras, "1"), ["disable 7,1"]);

    let mut tokens = heist(json!({
        "scenario": "tech-lab", "phase": "action", "round": 1, "actions": "reduced",
        "players": [
            {"card": "street-urchin", "skills": ["hurry", "bypass"], "at": "5,7", "die": 3, "ideas": 2, "action": "walk"},
            {
                "card": "thug", "skills": ["linger", "steal"], "at": "8,1", "die": 6, "ideas": 0,
                "action": "walk", "letters": "M", "tokens": ["7,1"]
            },
            {"card": "burglar", "skills": ["hurry", "wing-it"], "at": "2,8", "die": 1, "ideas": 0, "action": "walk"}
        ],
        "hexes": {"8,1": {}, "7,1": {}, "7,2": {}, "6,2": {}}
    }));
    play(&mut tokens, &["act 2", "move 7,1"]);
    assert!(options(&tokens, "1").contains(&"change-of-plans".to_owned()));
}

/// MH5.8c by example, H56: a step away from a dog that has not been tested since a Dog Whistle, and then a move far
/// away. Done the other way round, the far move lets the dog chase, so both orders are offered.
#[test]
fn mh5_8c_a_move_while_a_dog_could_chase_is_offered_in_both_orders() {
    let state = heist(json!({
        "scenario": "tech-lab", "phase": "action", "round": 2, "actions": "reduced",
        "players": [
            {
                "card": "thug", "skills": ["hurry", "bypass"], "at": "5,7", "die": 3, "ideas": 0,
                "action": "walk", "letters": "M", "tokens": ["5,6"]
            },
            {
                "card": "lookout", "skills": ["linger", "steal"], "at": "7,1", "die": 6, "ideas": 0,
                "action": "run", "letters": "M", "tokens": ["8,1"]
            },
            {"card": "burglar", "skills": ["hurry", "wing-it"], "at": "2,8", "die": 1, "ideas": 0, "action": "walk"}
        ],
        "hexes": {"8,1": {}, "7,1": {}, "7,2": {}, "6,2": {"dogs": 1}, "6,5": {}, "5,5": {}, "4,6": {}}
    }));
    let mut step_first = state;
    play(&mut step_first, &["act 2", "move 8,1"]);
    assert_eq!(options(&step_first, "1"), ["move 5,6"]);
    play(&mut step_first, &["act 1", "move 5,6"]);
    let mut far_first = state;
    play(&mut far_first, &["act 1", "move 5,6"]);
    assert_eq!(
        position(&far_first)["hexes"]["7,1"]["dogs"],
        json!(1),
        "the dog has jumped"
    );
    assert_eq!(
        position(&step_first)["hexes"]["6,2"]["dogs"],
        json!(1),
        "the dog has stayed"
    );
    assert_eq!(
        legal(&far_first),
        ["end", "escape"],
        "the dog holds the second character"
    );
}

/// MH5.8c: whoever has to commit can, also where the commit could have come before.
#[test]
fn mh5_8c_nobody_is_kept_from_committing() {
    let mut state = heist(json!({
        "scenario": "tech-lab", "phase": "action", "round": 1, "actions": "reduced",
        "players": [
            {"card": "thug", "skills": ["hurry", "bypass"], "at": "5,7", "die": 3, "ideas": 0},
            {"card": "lookout", "skills": ["linger", "steal"], "at": "5,7", "die": 6, "ideas": 0},
            {"card": "burglar", "skills": ["hurry", "wing-it"], "at": "2,8", "die": 1, "ideas": 0}
        ]
    }));
    play(&mut state, &["act 3", "commit pause"]);
    assert_eq!(legal(&state), ["act 1", "act 2", "act 3", "escape"]);
    let first = options(&state, "1");
    assert!(first.contains(&"commit walk".to_owned()), "{first:?}");
}

/// The Tech Lab with one Dog on 5,6: the first character on 3,6 with an M and a token on 4,6, the second on the Exit
/// beside the Dog with an S.
fn dog_between(mode: &str, fields: &Value) -> MastersOfTheHeist {
    let mut whole = json!({
        "actions": mode,
        "1": {"at": "3,6", "letters": "M", "tokens": ["4,6"]},
        "2": {"letters": "S"},
        "hexes": {"5,6": {"dogs": 1}},
    });
    for (name, value) in fields.as_object().expect("an object") {
        whole[name] = value.clone();
    }
    super::boards::board("tech-lab", ["3,6", "5,7", "5,7"], whole)
}

/// MH5.8c: things are taken on the position before both actions, too: the Dog that the second character has subdued was
/// next to the target of the first one's move, which would have let it jump.
#[test]
fn mh5_8c_a_move_past_a_dog_that_was_subdued_is_offered() {
    for mode in ["strict", "reduced", "normal"] {
        let mut after = dog_between(mode, &json!({}));
        play(&mut after, &["act 2", "subdue 5,6 dog"]);
        assert_eq!(options(&after, "1"), ["move 4,6"], "{mode}");
        play(&mut after, &["act 1", "move 4,6"]);
        assert_eq!(position(&after)["hexes"]["5,6"]["subdued-dogs"], json!(1), "{mode}");
        let mut before = dog_between(mode, &json!({}));
        play(&mut before, &["act 1", "move 4,6"]);
        assert_eq!(
            position(&before)["hexes"]["4,6"]["dogs"],
            json!(1),
            "{mode}: it has jumped"
        );
    }
}

/// MH5.8c, MH6.2a: a Dog that is left alone jumps to somebody next to it, far from where the one who left it goes. What
/// is done to it there was not possible before.
#[test]
fn mh5_8c_a_dog_is_read_where_it_has_jumped_to() {
    for mode in ["strict", "reduced", "normal"] {
        let mut state = dog_between(
            mode,
            &json!({
                "1": {"at": "4,6", "letters": "S"},
                "2": {"card": "street-urchin", "at": "5,6", "letters": "M", "effects": ["better-ways"]},
            }),
        );
        play(&mut state, &["act 2", "move 5,7"]);
        assert_eq!(
            position(&state)["hexes"]["4,6"]["dogs"],
            json!(1),
            "{mode}: it has jumped"
        );
        assert_eq!(options(&state, "1"), ["subdue 4,6 dog"], "{mode}");
    }
}

/// MH5.8c, H56: a Dog that could chase at once is subdued by the second character. Before that the first one's move,
/// wherever it goes, would have let it chase.
#[test]
fn mh5_8c_a_move_after_an_untested_dog_was_subdued_is_offered() {
    for mode in ["strict", "reduced", "normal"] {
        let mut state = dog_between(
            mode,
            &json!({
                "1": {"at": "8,1", "letters": "M", "tokens": ["7,1"]},
                "3": {"at": "4,6"},
                "hexes": {"5,6": {"dogs": 1}, "7,1": {}, "8,1": {}},
            }),
        );
        play(&mut state, &["act 2", "subdue 5,6 dog"]);
        assert_eq!(options(&state, "1"), ["move 7,1"], "{mode}");
    }
}

/// MH5.8c, Server Farm: when the NPC takes the USB key all Y rings are removed, also the one on the target of a move.
#[test]
fn mh5_8c_a_move_to_where_a_usb_key_has_removed_a_ring_is_offered() {
    for mode in ["strict", "reduced", "normal"] {
        let mut state = super::boards::board(
            "server-farm",
            ["6,1", "5,6", "5,6"],
            json!({
                "actions": mode, "1": {"letters": "M", "tokens": ["7,1"]},
                "npc": {"at": "5,6", "action": "pause", "die": 1}, "hexes": {"5,6": {"loot": ["usb"]}, "0,6": {}},
            }),
        );
        assert_eq!(options(&state, "1"), [""; 0], "{mode}: 7,1 is under a ring");
        play(&mut state, &["act npc", "take usb"]);
        assert_eq!(options(&state, "1"), ["move 7,1"], "{mode}");
    }
}

/// Two moves far apart, the second character's M and the first one's.
fn two_moves(mode: &str) -> MastersOfTheHeist {
    heist(json!({
        "scenario": "tech-lab", "phase": "action", "round": 1, "actions": mode,
        "players": [
            {
                "card": "thug", "skills": ["hurry", "bypass"], "at": "8,1", "die": 3, "ideas": 0,
                "action": "walk", "letters": "M", "tokens": ["7,1"]
            },
            {
                "card": "lookout", "skills": ["linger", "steal"], "at": "5,7", "die": 6, "ideas": 0,
                "action": "run", "letters": "M", "tokens": ["5,6"]
            },
            {"card": "burglar", "skills": ["hurry", "wing-it"], "at": "2,8", "die": 1, "ideas": 0, "action": "walk"}
        ],
        "hexes": {"8,1": {}, "7,1": {}, "7,2": {}, "6,2": {}, "6,5": {}, "5,5": {}, "4,6": {}}
    }))
}

fn left_out(state: &MastersOfTheHeist) -> Vec<String> {
    let mut actions = Vec::new();
    state.left_out(&mut actions);
    actions.iter().map(Action::to_string).collect()
}

/// MH5.8c: a step that the reduction leaves out is on no list, and is accepted all the same. It leads where the rules
/// lead, and after it nothing is left out.
#[test]
fn mh5_8c_a_step_that_is_left_out_is_accepted() {
    let mut state = two_moves("reduced");
    play(&mut state, &["act 2", "move 5,6"]);
    assert_eq!(legal(&state), ["end", "escape"]);
    assert_eq!(left_out(&state), ["act 1"]);
    assert!(state.accepts("act 1".parse().unwrap()));
    play(&mut state, &["act 1"]);
    // Whoever is named has something to choose from.
    assert_eq!((legal(&state), left_out(&state)), (vec!["move 7,1".to_owned()], vec![]));
    let again = heist(position(&state));
    assert_eq!(again, state, "the position reads back");
    play(&mut state, &["move 7,1"]);
    assert!(position(&state).get("last").is_none(), "nothing is remembered");
    let mut strict = two_moves("strict");
    play(&mut strict, &["act 2", "move 5,6", "act 1", "move 7,1"]);
    assert_eq!(essence(&state), essence(&strict));
    let mut other = two_moves("reduced");
    play(&mut other, &["act 1", "move 7,1", "act 2", "move 5,6"]);
    assert_eq!(essence(&state), essence(&other));
}

/// MH5.8c: one step of a character is left out and another is not; after the one that was left out nothing is, after
/// the other what was done counts as usual.
#[test]
fn mh5_8c_nothing_is_left_out_after_a_step_that_was() {
    let state = |mode: &str| {
        super::boards::board(
            "tech-lab",
            ["5,5", "5,6", "8,1"],
            json!({
                "actions": mode,
                "1": {"letters": "MI", "tokens": ["5,6"]}, "2": {"letters": "I"}, "3": {"letters": "M", "tokens": ["7,1"]},
                "hexes": {"5,6": {"locks": 1}, "4,5": {}, "7,1": {}},
            }),
        )
    };
    let mut reduced = state("reduced");
    // The I of the second one is far from the M of the third one, and so is that of the first one.
    play(&mut reduced, &["act 3", "move 7,1"]);
    assert_eq!(legal(&reduced), ["end", "escape"]);
    assert_eq!(left_out(&reduced), ["act 1", "act 2"]);
    play(&mut reduced, &["act 2", "idea"]);
    // In order the I of the first one would come before that of the second one.
    assert_eq!(legal(&reduced), ["act 1", "end", "escape"]);
    assert_eq!(left_out(&reduced), [""; 0]);
}

/// MH5.8c, 5.8 item 5: an illegal step is refused in every mode and is not said to be left out; a commit that a normal
/// form leaves out is accepted, and leads where it leads by the rules.
#[test]
fn mh5_8c_what_a_normal_form_leaves_out_is_accepted() {
    let begin = |mode: &str| {
        let mut state = super::boards::board(
            "tech-lab",
            ["5,7", "5,7", "2,8"],
            json!({
                "actions": mode, "1": {"skills": ["hurry", "bypass"], "die": 1, "ideas": 2, "action": null},
                "3": {"skills": ["steal", "linger"]},
            }),
        );
        play(&mut state, &["act 1"]);
        state
    };
    let mut normal = begin("normal");
    // MMNN is face 1 of Hurry for nothing, face 3 of Hurry and face 5 of Bypass for two ideas; UN is face 2 of Hurry
    // for one idea, face 6 of Bypass for one as well, and face 3 of Bypass for two.
    let expected = [
        "commit hurry 3",
        "commit bypass 3",
        "commit bypass 5",
        "commit bypass 6",
    ];
    assert_eq!(left_out(&normal), expected);
    assert!(legal(&normal).contains(&"commit hurry 1".to_owned()));
    let error = normal.try_apply("commit hurry 4".parse().unwrap()).unwrap_err();
    assert!(!error.is_left_out, "{error}");
    let mut strict = begin("strict");
    for state in [&mut normal, &mut strict] {
        play(state, &["commit hurry 3"]);
    }
    assert_eq!(normal.in_mode(Mode::Strict), strict);
}

/// MH5.8c: the last action of a position counts only where something is left out.
#[test]
fn mh5_8c_a_strict_position_remembers_no_last_action() {
    let mut written = position(&{
        let mut state = two_moves("reduced");
        play(&mut state, &["act 2", "move 5,6"]);
        state
    });
    assert_eq!(written["last"]["actor"], json!("2"));
    written["actions"] = json!("strict");
    assert_eq!(legal(&heist(written)), ["act 1", "end", "escape"]);
}
