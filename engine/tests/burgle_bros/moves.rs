//! Actions and Moves (docs/rules/burgle-bros.md, section 5): what the cases in `cases/moves.toml` cannot say, or only
//! at greater length.

use std::collections::BTreeSet;

use super::support::{Change, legal, play, position};
use heist_engine::burgle_bros::{Action, BurgleBros, Event, Face, Kind, Outcome, Tool};
use heist_engine::random;
use heist_engine::{Game, Node, Seat};
use serde_json::{Value, json};

// ---------------------------------------------------------------------------------------------------------------------
// Positions and play

fn offers(state: &BurgleBros, action: &str) -> bool {
    legal(state).contains(&action.parse().expect("an action"))
}

fn character(name: &str) -> (&'static str, Value) {
    ("/players/0/character", json!(name))
}

// ---------------------------------------------------------------------------------------------------------------------
// Ranges

/// S-WALL-1, the Bank.
const WALLS: [[&str; 8]; 3] = [
    ["A1-B1", "C1-C2", "C2-D2", "A2-A3", "B2-B3", "D3-D4", "A4-B4", "B4-C4"],
    ["A1-B1", "B1-C1", "C1-D1", "B2-B3", "C2-C3", "A4-B4", "B4-C4", "C4-D4"],
    ["C1-C2", "A2-B2", "C2-D2", "A2-A3", "C2-C3", "A3-B3", "B3-C3", "C4-D4"],
];

fn name(column: u8, row: u8) -> String {
    format!("{}{}", char::from(b'A' + column), row + 1)
}

/// The orthogonal neighbours of a square without a wall between, by the table above.
fn open_neighbours(floor: usize, column: u8, row: u8) -> BTreeSet<String> {
    let here = name(column, row);
    let around = [
        (i32::from(column) - 1, i32::from(row)),
        (i32::from(column) + 1, i32::from(row)),
        (i32::from(column), i32::from(row) - 1),
        (i32::from(column), i32::from(row) + 1),
    ];
    let inside = around
        .into_iter()
        .filter(|(x, y)| (0..4).contains(x) && (0..4).contains(y));
    let names = inside.map(|(x, y)| name(x as u8, y as u8));
    let open = names.filter(|there| {
        !WALLS[floor]
            .iter()
            .any(|wall| *wall == format!("{here}-{there}") || *wall == format!("{there}-{here}"))
    });
    open.map(|there| format!("{}:{there}", floor + 1)).collect()
}

/// M-RANGE-1, M-PEEK-1: from a plain tile, on every square of the Bank, Moves and Peeks lead to the orthogonal
/// neighbours without a wall between, and nowhere else: not diagonally, not through walls, not up or down (M-PEEK-5).
#[test]
fn plain_tiles_lead_to_their_open_neighbours_only() {
    let mut pairs = 0;
    for floor in 0..3 {
        for (column, row) in (0..16).map(|square| (square % 4, square / 4)) {
            let here = name(column, row);
            let at = format!("{}:{here}", floor + 1);
            let entrance = if floor == 0 { here.as_str() } else { "A1" };
            let mut state = position(&[
                (
                    "/players",
                    json!([{"character": "juicer-advanced", "at": &at, "stealth": 9}]),
                ),
                ("/floors/0/tiles", json!({ entrance: "computer-motion-6" })),
                ("/entrance", json!(format!("1:{entrance}"))),
                (&format!("/floors/{floor}/tiles/{here}"), json!("foyer-1")),
            ]);
            let neighbours = open_neighbours(floor, column, row);
            pairs += neighbours.len();
            let actions = legal(&state);
            let moves: Vec<String> = actions.iter().filter_map(|action| moved_to(*action)).collect();
            let peeks: Vec<String> = actions.iter().filter_map(|action| peeked_at(*action)).collect();
            assert_eq!(
                moves.iter().cloned().collect::<BTreeSet<_>>(),
                neighbours,
                "Moves from {at}"
            );
            assert_eq!(
                peeks.iter().cloned().collect::<BTreeSet<_>>(),
                neighbours,
                "Peeks from {at}"
            );
            assert_eq!(
                (moves.len(), peeks.len()),
                (neighbours.len(), neighbours.len()),
                "each once"
            );

            let to = &moves[0];
            play(&mut state, &[&format!("move {to}"), "tile foyer-2"]);
            assert_eq!(state.at(Seat(0)).map(|cell| cell.to_string()).as_ref(), Some(to));
        }
    }
    assert_eq!(
        pairs,
        3 * 2 * (24 - 8),
        "24 pairs of neighbours a floor, 8 with a wall between, from both ends"
    );
}

fn moved_to(action: Action) -> Option<String> {
    match action {
        Action::Move(cell) => Some(cell.to_string()),
        _ => None,
    }
}

fn peeked_at(action: Action) -> Option<String> {
    match action {
        Action::Peek(cell) => Some(cell.to_string()),
        _ => None,
    }
}

/// M-REVEAL-4, M-REVEAL-1, M-REVEAL-3, Q-17: whatever a Peek turns over, only the tile has changed, but for the Stealth
/// on a Lavatory.
#[test]
fn revealing_does_nothing_else() {
    let written = |state: &BurgleBros| serde_json::to_value(state.position()).expect("JSON");
    let mut state = position(&[
        ("/players/0/tools", json!(["emp"])),
        ("/players/0/loot", json!(["isotope", "tiara"])),
        ("/floors/0/tiles/D4", json!("camera-6")),
        ("/players/1/at", json!("1:D1")),
    ]);
    let before = written(&state);
    play(&mut state, &["peek 1:A2"]);
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    let mut faces = BTreeSet::new();
    for (outcome, _) in outcomes {
        let Outcome::Tile(face) = outcome else {
            panic!("{outcome} reveals no tile")
        };
        faces.insert(face.to_string());
        let mut state = state;
        state.resolve(outcome);
        assert_eq!(state.node(), Node::Decision(Seat(0)), "{face}");
        assert_eq!(state.face_at("1:A2".parse().expect("a cell")), Some(face));
        assert!(!offers(&state, "peek 1:A2"), "{face} stays face up");

        let mut after = written(&state);
        let tiles = after
            .pointer_mut("/floors/0/tiles")
            .and_then(Value::as_object_mut)
            .expect("tiles");
        assert_eq!(tiles.remove("A2"), Some(json!(face.to_string())));
        if face.kind() == Kind::Lavatory {
            let floor = after
                .pointer_mut("/floors/0")
                .and_then(Value::as_object_mut)
                .expect("a floor");
            assert_eq!(floor.remove("stealth"), Some(json!({"A2": 3})));
        }
        // The turn knows about the point paid.
        after["turn"] = before["turn"].clone();
        assert_eq!(after, before, "{face}");
    }
    let known = ["computer-laser-5", "secret-door-2", "camera-6"];
    assert_eq!(
        faces.len(),
        Face::COUNT - known.len(),
        "every other tile was turned over: {faces:?}"
    );
}

// ---------------------------------------------------------------------------------------------------------------------
// Abilities

/// M-ACT-CHAR, N-EVENT-2: the abilities with a price are offered with that many actions left, not with fewer, and it is
/// paid.
#[test]
fn costed_abilities_cost_their_price() {
    let drill = [
        character("peterman-advanced"),
        ("/players/1/character", json!("hawk-basic")),
        ("/floors/1/tiles/A1", json!("safe")),
        ("/floors/1/safes", json!({"A1": {"dice": 1}})),
    ];
    let hacker = [character("hacker-advanced")];
    let rook = [character("rook-basic"), ("/floors/0/tiles/D2", json!("foyer-1"))];
    let costed: [(&[Change], &[&str], u8); 8] = [
        (&hacker, &["laptop"], 1),
        (&rook, &["orders 2 1:D2", "accept"], 1),
        (&[character("rook-advanced")], &["disguise 2"], 1),
        (&[character("spotter-basic")], &["clairvoyance", "patrol A2", "top"], 1),
        (
            &[character("spotter-advanced")],
            &["precognition", "event crash", "top"],
            1,
        ),
        (&drill, &["add-die 2:A1"], 2),
        (&drill, &["crack 2:A1", "faces 2"], 1),
        (
            &[character("acrobat-advanced"), ("/floors/1/tiles/A1", json!("foyer-1"))],
            &["climb-window 2:A1"],
            3,
        ),
    ];
    for (changes, steps, price) in costed {
        let with = |actions: u8| position(&[changes.to_vec(), vec![("/turn/actions", json!(actions))]].concat());
        assert!(!offers(&with(price - 1), steps[0]), "{} with {}", steps[0], price - 1);
        let mut state = with(price);
        assert!(offers(&state, steps[0]), "{}", steps[0]);
        if steps[0].starts_with("climb") {
            // It ends the phase; what it cost is seen by the Event it spares.
            play(&mut state, steps);
            assert_eq!(state.turn_number(), 4);
            continue;
        }
        let mut state = with(price + 2);
        play(&mut state, steps);
        assert_eq!(state.actions_left(), 2, "{}", steps[0]);
        assert_eq!(state.actions_used(), price, "{}", steps[0]);
    }
}

/// M-FREE-CHAR: the free abilities are offered without an action left, cost nothing and count nothing.
#[test]
fn free_abilities_cost_nothing() {
    let alarm = [
        ("/floors/0/alarms", json!(["A1"])),
        ("/floors/0/guard", json!({"at": "D4", "die": "A1"})),
    ];
    let guard = [
        character("acrobat-basic"),
        ("/floors/0/tiles/A2", json!("foyer-1")),
        ("/floors/0/guard", json!({"at": "A2", "die": "C1"})),
        ("/floors/0/discard", json!(["A2", "C1"])),
    ];
    let free: [(&[Change], &[&str]); 9] = [
        (&guard, &["flexibility 1:A2"]),
        (&[character("hawk-basic")], &["x-ray 1:B1", "tile foyer-1"]),
        (&[character("hawk-advanced")], &["enhance 1:A2", "tile foyer-1"]),
        (
            &[character("juicer-basic"), ("/floors/0/tiles/A2", json!("foyer-1"))],
            &["crybaby 1:A2"],
        ),
        (&alarm, &["reroute-take", "patrol A2"]),
        (&[("/juicer-token", json!(true))], &["reroute-discard"]),
        (&[character("raven-basic")], &["crow 1:A2"]),
        (&[character("raven-advanced")], &["crow 1:A1"]),
        (
            &[character("rigger-advanced")],
            &["tinker", "tool emp", "tool virus", "keep emp"],
        ),
    ];
    for (changes, steps) in free {
        let mut state = position(&[changes.to_vec(), vec![("/turn/actions", json!(0))]].concat());
        play(&mut state, steps);
        assert_eq!(state.node(), Node::Decision(Seat(0)), "{}", steps[0]);
        assert_eq!(state.actions_left(), 0, "{}", steps[0]);
        assert_eq!(state.actions_used(), 0, "{}", steps[0]);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What is offered

/// M-FREE-3: Tools and abilities that could do nothing at all are not offered, and are as soon as they could; five
/// Tools can always be used.
#[test]
fn nothing_void_is_offered() {
    let tool = |name: &str| ("/players/0/tools", json!([name]));
    let offered = |changes: &[Change<'_>], action: &str| offers(&position(changes), action);

    // No target.
    assert!(!offered(
        &[tool("crowbar"), ("/floors/0/tiles/A2", json!("foyer-1"))],
        "crowbar 1:A2"
    ));
    assert!(offered(
        &[tool("crowbar"), ("/floors/0/tiles/A2", json!("laser-1"))],
        "crowbar 1:A2"
    ));
    let disabled = ("/floors/0/disabled", json!(["A2"]));
    assert!(!offered(
        &[tool("crowbar"), ("/floors/0/tiles/A2", json!("laser-1")), disabled],
        "crowbar 1:A2"
    ));
    assert!(!offered(
        &[tool("blueprints"), ("/floors/0/tiles/A2", json!("foyer-1"))],
        "blueprints 1:A2"
    ));
    assert!(offered(&[tool("blueprints")], "blueprints 1:A2"));
    assert!(offered(&[tool("donuts")], "donuts 2"));
    assert!(
        !offered(&[tool("donuts"), ("/floors/1", json!({}))], "donuts 2"),
        "a Guard not in play"
    );
    assert!(
        !offered(&[tool("stethoscope")], "keep-roll"),
        "outside a Crack the Stethoscope is nothing"
    );
    assert_eq!(
        legal(&position(&[tool("stethoscope"), ("/turn/actions", json!(0))])),
        [Action::EndActions]
    );

    // No wall.
    assert!(offered(&[tool("dynamite")], "dynamite 1:B1"));
    assert!(!offered(
        &[tool("dynamite"), ("/floors/0/removed-walls", json!(["A1-B1"]))],
        "dynamite 1:B1"
    ));
    assert!(!offered(&[tool("dynamite")], "dynamite 1:A2"));

    // No room for a token.
    assert!(
        offered(&[tool("virus"), ("/hack-tokens", json!({"laser": 5}))], "virus 0 1 0"),
        "as many as fit"
    );
    assert!(!offered(
        &[tool("virus"), ("/hack-tokens", json!({"laser": 5}))],
        "virus 0 2 0"
    ));
    let full = position(&[
        tool("virus"),
        ("/hack-tokens", json!({"laser": 6})),
        ("/turn/actions", json!(0)),
    ]);
    assert_eq!(legal(&full), [Action::EndActions]);
    assert!(offered(&[character("hacker-advanced")], "laptop"));
    assert!(!offered(
        &[character("hacker-advanced"), ("/laptop", json!(true))],
        "laptop"
    ));

    // An empty deck.
    let all: Vec<String> = Event::ALL.iter().map(ToString::to_string).collect();
    let no_events = ("/events", json!({"discard": all}));
    assert!(offered(&[tool("crystal-ball")], "crystal-ball"));
    assert!(!offered(&[tool("crystal-ball"), no_events.clone()], "crystal-ball"));
    assert!(offered(&[character("spotter-advanced")], "precognition"));
    assert!(!offered(&[character("spotter-advanced"), no_events], "precognition"));
    let ten = ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "A3", "D4"];
    let no_patrol = ("/floors/0/discard", json!(ten));
    assert!(offered(&[character("spotter-basic")], "clairvoyance"));
    assert!(!offered(&[character("spotter-basic"), no_patrol], "clairvoyance"));
    let tools: Vec<String> = Tool::ALL.iter().map(ToString::to_string).collect();
    assert!(offered(&[character("rigger-advanced")], "tinker"));
    assert!(!offered(
        &[character("rigger-advanced"), ("/players/1/tools", json!(tools))],
        "tinker"
    ));
    assert!(!offered(
        &[character("rigger-advanced"), ("/players/0/stealth", json!(0))],
        "tinker"
    ));

    // An alarm that would be stopped, and nothing else.
    let juicer = [character("juicer-basic"), ("/floors/0/tiles/A2", json!("foyer-1"))];
    let with = |more: (&'static str, Value)| [juicer.to_vec(), vec![more]].concat();
    assert!(offered(&juicer, "crybaby 1:A2"));
    assert!(!offered(&with(("/effects", json!({"emp": 2}))), "crybaby 1:A2"));
    let rings = [
        with(("/floors/0/alarms", json!(["A2"]))),
        vec![("/floors/0/guard", json!({"at": "D4", "die": "A2"}))],
    ];
    assert!(!offered(&rings.concat(), "crybaby 1:A2"));
    let guarded = [
        with(("/floors/0/guard", json!({"at": "A2", "die": "C1"}))),
        vec![("/floors/0/discard", json!(["A2", "C1"]))],
    ];
    assert!(!offered(&guarded.concat(), "crybaby 1:A2"));
    assert!(
        !offered(&[character("juicer-basic")], "crybaby 1:A2"),
        "a face-down tile"
    );
    let token = ("/juicer-token", json!(true));
    assert!(offered(std::slice::from_ref(&token), "reroute-discard"));
    assert!(!offered(&[token, ("/effects", json!({"emp": 2}))], "reroute-discard"));
    let linked = [tool("thermal-bomb"), ("/floors/0/links", json!(["A1"]))];
    assert!(offered(&linked, "thermal-bomb up"), "the alarm alone is something");
    let stopped = [linked.to_vec(), vec![("/effects", json!({"emp": 2}))]].concat();
    assert!(!offered(&stopped, "thermal-bomb up"));
    assert!(
        offered(
            &[tool("thermal-bomb"), ("/effects", json!({"emp": 2}))],
            "thermal-bomb up"
        ),
        "the link alone is, too"
    );

    // The crow where it is already.
    assert!(!offered(
        &[character("raven-basic"), ("/crow", json!("1:A2"))],
        "crow 1:A2"
    ));
    assert!(!offered(
        &[character("raven-advanced"), ("/crow", json!("1:A1"))],
        "crow 1:A1"
    ));

    // Always: with the E.M.P. no alarm lies anywhere; with the Makeup Kit he is alone.
    for name in ["emp", "makeup-kit", "invisible-suit", "rollerskates", "smoke-bomb"] {
        assert!(offered(&[tool(name), ("/turn/actions", json!(0))], name), "{name}");
    }
}

/// M-FREE-2, H17: with its limits free actions come to an end by themselves, whichever are chosen: three players on a
/// tile with cards to trade, a crow, a Guard to swing onto.
#[test]
fn free_actions_come_to_an_end() {
    let mut taken = 0;
    for (seed, side) in (0..60).zip(
        ["raven-basic", "acrobat-basic", "rigger-advanced", "juicer-basic"]
            .iter()
            .cycle(),
    ) {
        let mut state = position(&[
            (
                "/players",
                json!([
                    {"character": side, "at": "1:A1", "stealth": 5, "tools": ["smoke-bomb", "makeup-kit"], "loot": ["tiara"]},
                    {"character": "hawk-basic", "at": "1:A1", "stealth": 5, "tools": ["virus"], "loot": ["stamp", "gold-bar"]},
                    {"character": "peterman-basic", "at": "1:A1", "stealth": 5, "loot": ["isotope"]}
                ]),
            ),
            ("/floors/0/tiles/A2", json!("foyer-1")),
            ("/floors/0/guard", json!({"at": "A2", "die": "C1"})),
            ("/floors/0/discard", json!(["A2", "C1"])),
            ("/turn/actions", json!(0)),
        ]);
        let mut rng = random::stream(seed, "rules", 0);
        let mut steps = 0;
        loop {
            if state.node() == Node::Chance {
                let outcome = state.sample(&mut rng);
                state.resolve(outcome);
                continue;
            }
            let mut actions = legal(&state);
            actions.retain(|action| !matches!(action, Action::EndActions | Action::Refuse));
            // More actions would be none that are free.
            actions.retain(|action| !matches!(action, Action::Rollerskates | Action::InvisibleSuit));
            if actions.is_empty() {
                break;
            }
            state.apply(random::choose(&mut rng, &actions));
            steps += 1;
            assert!(steps < 500, "{side} goes on for ever");
        }
        taken += steps;
    }
    assert!(taken > 60 * 8, "{taken} free actions");
}

/// M-FREE-1: no free action but the use of a Tool and Tinker changes what the players hold and what lies about, all
/// taken together.
#[test]
fn cards_are_never_dropped() {
    let mut traded = 0;
    for seed in 0..40 {
        let mut state = position(&[
            (
                "/players",
                json!([
                    {"character": "juicer-advanced", "at": "1:A1", "stealth": 5, "tools": ["stethoscope", "virus"], "loot": ["tiara", "mirror"]},
                    {"character": "peterman-basic", "at": "1:A1", "stealth": 5, "tools": ["donuts"], "loot": ["stamp"]}
                ]),
            ),
            ("/floors/0/tiles/A2", json!("foyer-1")),
        ]);
        let cards = |state: &BurgleBros| {
            let seats = || Seat::all(2);
            (
                seats().fold(0, |set, seat| set | state.tools(seat)),
                seats().fold(0, |set, seat| set | state.loot(seat)),
            )
        };
        let start = cards(&state);
        let mut rng = random::stream(seed, "rules", 0);
        for _ in 0..40 {
            let mut actions = legal(&state);
            actions.retain(|action| match action {
                Action::Virus(..) | Action::Donuts(_) | Action::EndActions | Action::Peek(_) => false,
                Action::Move(cell) => cell.floor() == 0 && ["1:A1", "1:A2"].contains(&cell.to_string().as_str()),
                _ => true,
            });
            if actions.is_empty() {
                break;
            }
            let action = random::choose(&mut rng, &actions);
            traded += usize::from(action == Action::Accept);
            state.apply(action);
            assert_eq!(cards(&state), start, "after {action}");
        }
    }
    assert!(traded > 20, "{traded}");
}
