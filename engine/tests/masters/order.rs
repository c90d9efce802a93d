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

/// Positions that are compared, and states that one of them may lead to without the reduction. With it a state holds the last action as
/// well, so there may be more of them, with fewer actions each.
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

/// Everything that the Action phase can come to from here: states at its end, and states at which chance decides, with their distributions.
/// `None` if there are too many.
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

/// A heist of three in the Action phase, in which nobody has more than a few letters left. Only moves and letters were drawn before, so that
/// dogs, gates, NPCs, Locks and torches come in as the scenario has them.
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

/// MH5.8c: from 200 positions the same ends of the phase and the same chances are reached with the reduction and without.
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

/// MH5.8c: of two moves far apart, by the first and the second character, only the order is offered in which the first one goes first.
#[test]
fn mh5_8c_one_order_of_two_moves_far_apart_is_skipped() {
    let state = |mode: &str| {
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
    };
    for (mode, after) in [
        ("strict", &["act 1", "end", "escape"][..]),
        ("reduced", &["end", "escape"]),
    ] {
        let mut second_first = state(mode);
        play(&mut second_first, &["act 2", "move 5,6"]);
        assert_eq!(legal(&second_first), after, "{mode}");
        let mut first_first = state(mode);
        play(&mut first_first, &["act 1", "move 7,1"]);
        assert_eq!(legal(&first_first), ["act 2", "end", "escape"], "{mode}");
    }
}

/// MH5.8c by example: Patch In before the Disable of its only Camera, and a move before the re-planning of the token that it used, are
/// offered in both orders, because one reads what the other changes.
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

/// MH5.8c by example, H56: a step away from a dog that has not been tested since a Dog Whistle, and then a move far away. Done the other way
/// round, the far move lets the dog chase, so both orders are offered.
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
