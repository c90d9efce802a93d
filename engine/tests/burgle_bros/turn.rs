//! The turn (docs/rules/burgle-bros.md, section 4): what the cases in `cases/turn.toml` cannot say, or only at greater
//! length.

use super::support::{legal, play, position};
use heist_engine::burgle_bros::{Action, BurgleBros, Frame, Setup, Sides};
use heist_engine::random;
use heist_engine::{Game, Node, Seat};
use heist_testkit::play_randomly;
use serde_json::{Value, json};

// ---------------------------------------------------------------------------------------------------------------------
// Positions and play

/// Points used after some steps.
fn used(changes: &[(&str, Value)], steps: &[&str]) -> u8 {
    let mut state = position(changes);
    play(&mut state, steps);
    state.actions_used()
}

/// A random game from its setup.
fn new_game(seats: u8, seed: u64) -> BurgleBros {
    let setup = Setup {
        sides: Sides::Both,
        stealth: 6,
        ..Setup::bank_job(seats, seed)
    };
    BurgleBros::new(&setup).expect("it is playable")
}

/// Plays at random, `look` called at every node.
fn random_play(state: BurgleBros, seed: u64, mut look: impl FnMut(&BurgleBros)) {
    let mut rng = random::stream(seed, "rules", 0);
    for (state, _) in play_randomly(state, &mut rng).take(20_000) {
        look(&state);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// States and deciders

/// Where in the turn a state is: what all else waits for, at the bottom of the stack.
fn phase(state: &BurgleBros) -> usize {
    let rolls = |frame: &Frame| matches!(frame, Frame::RollChihuahua | Frame::RollKitty | Frame::ChooseKittyTile);
    match state.frames().first() {
        Some(Frame::Act) if state.frames().iter().any(rolls) => 1,
        Some(Frame::Act) => 2,
        Some(Frame::EventCheck) => 3,
        Some(Frame::GuardStep | Frame::DrawEvent) => 4,
        Some(Frame::NextPlayer) => 5,
        _ => 0,
    }
}

/// N-FLOW-1, N-ACT-2, N-NEXT-1: within a turn the states come in their order and the active player is the same; a new
/// turn begins with its start or its actions, with another player unless there is none.
#[test]
fn turns_run_through_their_states_in_order() {
    let mut seen = [0; 6];
    let pets = position(&[
        ("/players/0/loot", json!(["chihuahua"])),
        ("/players/1/loot", json!(["persian-kitty"])),
        ("/players/1/at", json!("1:A1")),
        (
            "/floors/0/tiles",
            json!({"A1": "computer-laser-5", "A2": "thermo-1", "B2": "laser-1", "C2": "foyer-1"}),
        ),
    ]);
    for seed in 0..160 {
        let start = if seed < 120 {
            new_game(1 + (seed % 4) as u8, seed)
        } else {
            pets
        };
        let mut last: Option<(u16, usize, Seat)> = None;
        random_play(start, seed, |state| {
            if state.node() == Node::Terminal {
                return;
            }
            let here = (state.turn_number(), phase(state), state.active_seat());
            seen[here.1] += 1;
            if let Some(before) = last {
                if here.0 == before.0 {
                    assert!(
                        here.1 >= before.1,
                        "turn {}: state {} after state {}",
                        here.0,
                        here.1,
                        before.1
                    );
                    assert_eq!(here.2, before.2, "turn {}", here.0);
                } else {
                    assert_eq!(here.0, before.0 + 1);
                    assert!(
                        here.1 == 1 || here.1 == 2,
                        "turn {} begins with state {}",
                        here.0,
                        here.1
                    );
                    assert!(
                        before.1 >= 2 || before.0 == 0,
                        "turn {} ended in state {}",
                        before.0,
                        before.1
                    );
                    assert!(state.at(here.2).is_some(), "who is on turn is on the board");
                }
            }
            if here.1 >= 3 && matches!(state.node(), Node::Decision(_)) {
                for action in legal(state) {
                    let answers = matches!(
                        action,
                        Action::Nearest(_)
                            | Action::ChooseTile(_)
                            | Action::ChoosePlayer(_)
                            | Action::Skip
                            | Action::MoveGuard(_)
                            | Action::OwnToken
                            | Action::TileToken
                            | Action::Keep(_)
                            | Action::SpendToken(_)
                            | Action::SpendLaptop
                            | Action::SoundAlarm
                    );
                    assert!(answers, "{action} after the actions have ended");
                }
            }
            last = Some(here);
        });
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// N-DEC-2: nothing is hidden from one seat that another sees, so one controller may take all decisions: no action
/// needs to say whose it is.
#[test]
fn one_controller_may_decide_for_all() {
    let mut others = 0;
    for seed in 0..24 {
        random_play(new_game(2 + (seed % 3) as u8, seed), seed, |state| {
            if let Node::Decision(decider) = state.node() {
                others += usize::from(decider != state.active_seat());
                let view = state.information_state(decider);
                for seat in Seat::all(state.seats()) {
                    assert_eq!(state.information_state(seat), view);
                    assert!(view.holds(seat));
                }
                assert_eq!(legal(&view), legal(state));
            }
        });
    }
    assert!(
        others > 0,
        "in some decision it is another player who decides (N-DEC-1)"
    );
}

// ---------------------------------------------------------------------------------------------------------------------
// Used actions

/// N-EVENT-2: every paid point counts, and nothing else.
#[test]
fn every_paid_point_counts() {
    let tile = |face: &str| ("/floors/0/tiles/A2", json!(face));
    let character = |name: &str| ("/players/0/character", json!(name));
    let company = ("/players/1/at", json!("1:A2"));
    let guard = [
        ("/floors/0/guard", json!({"at": "A2", "die": "C1"})),
        ("/floors/0/discard", json!(["A2", "C1"])),
    ];
    let gemstone = ("/players/0/loot", json!(["gemstone"]));
    let safe = [
        tile("safe"),
        ("/players/0/at", json!("1:A2")),
        ("/floors/0/safes", json!({"A2": {"dice": 1}})),
    ];
    let drill = [
        character("peterman-advanced"),
        ("/players/1/character", json!("hawk-basic")),
        ("/floors/1/tiles/A1", json!("safe")),
        ("/floors/1/safes", json!({"A1": {"dice": 1}})),
    ];

    assert_eq!(used(&[], &["peek 1:A2", "tile foyer-1"]), 1, "Peek");
    assert_eq!(used(&[tile("foyer-1")], &["move 1:A2"]), 1, "Move");
    assert_eq!(used(&[], &["hack", "hack"]), 2, "Hack");
    assert_eq!(used(&safe, &["add-die 1:A2"]), 2, "Add a Die");
    assert_eq!(used(&safe, &["crack 1:A2", "faces 3"]), 1, "Crack");
    assert_eq!(used(&[tile("laser-1")], &["move 1:A2", "pay"]), 2, "Laser paid");
    assert_eq!(used(&[tile("laser-1")], &["move 1:A2", "alarm"]), 1, "Laser not paid");
    assert_eq!(used(&[tile("deadbolt-1")], &["move 1:A2"]), 3, "Deadbolt");
    assert_eq!(
        used(&[], &["move 1:A2", "tile deadbolt-1", "pay"]),
        3,
        "Deadbolt turned over and paid"
    );
    assert_eq!(
        used(&[], &["move 1:A2", "tile deadbolt-1", "stay"]),
        1,
        "bounced Deadbolt"
    );
    assert_eq!(
        used(&[tile("deadbolt-1"), company.clone()], &["move 1:A2"]),
        1,
        "open Deadbolt"
    );
    assert_eq!(
        used(&[tile("keypad-4")], &["move 1:A2", "roll miss"]),
        1,
        "failed Keypad"
    );
    assert_eq!(
        used(
            &[tile("keypad-4")],
            &["move 1:A2", "roll miss", "move 1:A2", "roll hit"]
        ),
        2,
        "Keypad"
    );
    let gem = [tile("foyer-1"), company.clone(), gemstone.clone()];
    assert_eq!(used(&gem, &["move 1:A2"]), 2, "Gemstone");
    let locked = [tile("keypad-4"), company.clone(), gemstone.clone()];
    assert_eq!(
        used(&locked, &["move 1:A2", "roll miss"]),
        2,
        "Gemstone before a locked Keypad"
    );
    let rook = [character("rook-basic"), ("/floors/0/tiles/D2", json!("foyer-1"))];
    assert_eq!(used(&rook, &["orders 2 1:D2", "accept"]), 1, "Orders");
    assert_eq!(used(&rook, &["orders 2 1:D2", "refuse"]), 0, "refused Orders");
    assert_eq!(used(&[character("hacker-advanced")], &["laptop"]), 1, "Laptop");
    assert_eq!(used(&[character("rook-advanced")], &["disguise 2"]), 1, "Disguise");
    assert_eq!(
        used(&[character("spotter-basic")], &["clairvoyance", "patrol A2", "top"]),
        1,
        "Clairvoyance"
    );
    assert_eq!(
        used(
            &[character("spotter-advanced")],
            &["precognition", "event crash", "top"]
        ),
        1,
        "Precognition"
    );
    assert_eq!(used(&drill, &["add-die 2:A1", "crack 2:A1", "faces 3"]), 3, "Drill");

    let flexible = [vec![character("acrobat-basic"), tile("foyer-1")], guard.to_vec()].concat();
    assert_eq!(used(&flexible, &["flexibility 1:A2"]), 0, "Flexibility");
    let locked = [vec![character("acrobat-basic"), tile("keypad-4")], guard.to_vec()].concat();
    assert_eq!(
        used(&locked, &["flexibility 1:A2", "roll miss"]),
        1,
        "Flexibility and a locked Keypad"
    );
    let laden = [flexible.clone(), vec![company, gemstone]].concat();
    assert_eq!(used(&laden, &["flexibility 1:A2"]), 1, "Flexibility and the Gemstone");

    let tools = (
        "/players/0/tools",
        json!(["rollerskates", "invisible-suit", "smoke-bomb"]),
    );
    assert_eq!(
        used(&[tools], &["rollerskates", "invisible-suit", "smoke-bomb"]),
        0,
        "Tools"
    );
    assert_eq!(used(&[character("raven-basic")], &["crow 1:A2"]), 0, "crow");
    assert_eq!(
        used(
            &[character("hawk-basic"), ("/players/1/character", json!("raven-basic"))],
            &["x-ray 1:B1", "tile foyer-1"]
        ),
        0
    );
    let tiara = [("/players/0/loot", json!(["tiara"])), ("/players/1/at", json!("1:A1"))];
    assert_eq!(used(&tiara, &["give 2 tiara", "accept"]), 0, "trade");
}

/// N-LOOP-2: what makes a Move pure. A pure Move there and back counts nothing; otherwise each of its two points
/// counts.
#[test]
fn a_pure_move_changes_nothing_but_the_cell() {
    let tile = |face: &str| ("/floors/0/tiles/A2", json!(face));
    let token = |room: &str| ("/hack-tokens", json!({ room: 2 }));
    let back = |steps: &[&'static str]| [&["move 1:A2"], steps, &["move 1:A1"]].concat();
    let there_and_back = |changes: &[(&str, Value)], steps: &[&'static str]| used(changes, &back(steps));

    // Pure: plain tiles, points paid, marks, tiles that have nothing more to give.
    assert_eq!(there_and_back(&[tile("foyer-1")], &[]), 0);
    assert_eq!(
        there_and_back(&[tile("laser-1"), ("/turn/actions", json!(8))], &["pay"]),
        0,
        "a paid Laser"
    );
    assert_eq!(there_and_back(&[tile("deadbolt-1")], &[]), 0, "a paid Deadbolt");
    let disabled = [tile("motion-1"), ("/floors/0/disabled", json!(["A2"]))];
    assert_eq!(there_and_back(&disabled, &[]), 0, "a Motion mark does not matter");
    assert_eq!(
        there_and_back(&[tile("laboratory-3"), ("/floors/0/taken", json!(["A2"]))], &[]),
        0,
        "a used Laboratory"
    );
    assert_eq!(
        there_and_back(&[tile("keypad-4"), ("/floors/0/open", json!(["A2"]))], &[]),
        0,
        "an open Keypad"
    );
    assert_eq!(there_and_back(&[tile("stairs-4")], &[]), 0);
    let rings = [
        tile("fingerprint-4"),
        ("/floors/0/alarms", json!(["A2"])),
        ("/floors/0/guard", json!({"at": "D4", "die": "A2"})),
    ];
    assert_eq!(there_and_back(&rings, &[]), 0, "an alarm that sounds already");

    // Not pure: a reveal, a token, a card, dice, Stealth.
    assert_eq!(there_and_back(&[], &["tile foyer-1"]), 2, "a reveal");
    assert_eq!(there_and_back(&[tile("fingerprint-4")], &[]), 2, "an alarm token");
    assert_eq!(
        there_and_back(&[tile("laser-1"), token("laser")], &["spend laser"]),
        2,
        "a hack token"
    );
    assert_eq!(
        there_and_back(&[tile("motion-1")], &[]),
        2,
        "the alarm of a Motion tile left"
    );
    assert_eq!(there_and_back(&[tile("laboratory-3")], &["tool emp"]), 2, "a card");
    assert_eq!(there_and_back(&[tile("keypad-4")], &["roll hit"]), 2, "dice rolled");
    let guard = [
        tile("foyer-1"),
        ("/floors/0/guard", json!({"at": "A2", "die": "C1"})),
        ("/floors/0/discard", json!(["A2", "C1"])),
    ];
    assert_eq!(there_and_back(&guard, &[]), 2, "Stealth");

    // A Guard set-up, and the same way with the Guard in play.
    let up = [
        ("/floors/0/tiles/A1", json!("stairs-4")),
        ("/floors/1/tiles/A1", json!("foyer-1")),
    ];
    assert_eq!(used(&up, &["move 2:A1", "move 1:A1"]), 0);
    let new = [
        ("/floors/0/tiles/A1", json!("stairs-4")),
        ("/floors/1", json!({"tiles": {"A1": "foyer-1"}})),
    ];
    assert_eq!(
        used(&new, &["move 2:A1", "patrol D4", "patrol C1", "move 1:A1"]),
        2,
        "a set-up"
    );

    // Flexibility costs nothing and is a Move like others: back by a paid one counts nothing.
    let flexible = [vec![("/players/0/character", json!("acrobat-basic"))], guard.to_vec()].concat();
    assert_eq!(used(&flexible, &["flexibility 1:A2", "move 1:A1"]), 0, "Flexibility");
}

/// The round way B1 C1 D1 D2 D3 C3 C2 B2 of floor 1, which no wall bars.
const ROUND: [&str; 8] = ["1:B1", "1:C1", "1:D1", "1:D2", "1:D3", "1:C3", "1:C2", "1:B2"];

fn on_the_round_way() -> BurgleBros {
    let tiles = json!({
        "B1": "foyer-1", "C1": "foyer-2", "D1": "secret-door-1", "D2": "secret-door-2", "D3": "service-duct-5",
        "C3": "computer-motion-6", "C2": "atrium-3", "B2": "atrium-4"
    });
    let guard = [
        ("/floors/0/guard", json!({"at": "A4", "die": "A3"})),
        ("/floors/0/discard", json!(["A4", "A3"])),
    ];
    let start = [
        ("/floors/0/tiles", tiles),
        ("/players/0/at", json!("1:B1")),
        ("/players/1/at", json!("1:B1")),
        ("/turn/actions", json!(11)),
        ("/entrance", json!("1:B1")),
    ];
    position(&[start.to_vec(), guard.to_vec()].concat())
}

/// N-LOOP-3, N-LOOP-1: the chain of cells, on walks by hand and on random ones beside a second reckoning.
#[test]
fn the_chain_is_cut_where_a_move_comes_back_to_it() {
    let walk = |steps: &[usize]| {
        let mut state = on_the_round_way();
        for &place in steps {
            play(&mut state, &[&format!("move {}", ROUND[place])]);
        }
        state.actions_used()
    };
    assert_eq!(walk(&[1, 2, 3]), 3, "straight on");
    assert_eq!(walk(&[1, 2, 1]), 1, "one forth and back at the end");
    assert_eq!(walk(&[1, 2, 1, 2]), 2);
    assert_eq!(walk(&[1, 0, 7]), 1, "the other way after all");
    assert_eq!(walk(&[1, 2, 3, 4, 5, 6, 7]), 7);
    assert_eq!(walk(&[1, 2, 3, 4, 5, 6, 7, 0]), 0, "once round");
    assert_eq!(walk(&[1, 2, 3, 4, 5, 6, 7, 0, 1]), 1);

    let mut rng = random::stream(8, "rules", 0);
    let mut cut = 0;
    for _ in 0..300 {
        let mut state = on_the_round_way();
        let mut chain = vec![0];
        let mut place = 0;
        for _ in 0..10 {
            place = (place + if random::below(&mut rng, 3) == 0 { 7 } else { 1 }) % 8;
            play(&mut state, &[&format!("move {}", ROUND[place])]);
            match chain.iter().position(|&cell| cell == place) {
                Some(known) => {
                    chain.truncate(known + 1);
                    cut += 1;
                }
                None => chain.push(place),
            }
            assert_eq!(usize::from(state.actions_used()), chain.len() - 1);
            let kept: Vec<String> = state.chain().map(|cell| cell.to_string()).collect();
            let expected: Vec<&str> = chain.iter().map(|&cell| ROUND[cell]).collect();
            assert_eq!(kept, expected);
        }
    }
    assert!(cut > 100, "{cut} cuts");
}

/// N-LOOP-4: everything else counts in full and restarts the chain, so that the way back counts; what was refused does
/// not.
#[test]
fn other_actions_restart_the_chain() {
    let between = |changes: &[(&str, Value)], steps: &[&'static str]| {
        let base = [
            ("/floors/0/tiles/A2", json!("computer-motion-6")),
            ("/turn/actions", json!(6)),
        ];
        let way = [&["move 1:A2"], steps, &["move 1:A1"]].concat();
        used(&[base.to_vec(), changes.to_vec()].concat(), &way)
    };
    let character = |name: &str| ("/players/0/character", json!(name));
    let company = ("/players/1/at", json!("1:A2"));
    assert_eq!(between(&[], &[]), 0, "nothing between");

    // Costed actions: their points and the way back.
    assert_eq!(between(&[], &["hack"]), 3, "Hack");
    assert_eq!(between(&[], &["peek 1:B2", "tile foyer-1"]), 3, "Peek");
    assert_eq!(between(&[character("hacker-advanced")], &["laptop"]), 3, "Laptop");
    assert_eq!(
        between(&[character("spotter-basic")], &["clairvoyance", "patrol A4", "top"]),
        3,
        "Clairvoyance"
    );
    let rook = [character("rook-basic"), ("/floors/0/tiles/D2", json!("foyer-1"))];
    assert_eq!(between(&rook, &["orders 2 1:D2", "accept"]), 3, "Orders");
    assert_eq!(
        between(&[], &["move 1:B2", "tile deadbolt-1", "stay"]),
        3,
        "a bounced Deadbolt"
    );
    let keypad = ("/floors/0/tiles/B2", json!("keypad-4"));
    assert_eq!(between(&[keypad], &["move 1:B2", "roll miss"]), 3, "a failed Keypad");

    // Free actions: the way back alone.
    let smoke = ("/players/0/tools", json!(["smoke-bomb"]));
    assert_eq!(between(&[smoke], &["smoke-bomb"]), 2, "a Tool");
    assert_eq!(between(&[character("raven-basic")], &["crow 1:A2"]), 2, "the crow");
    assert_eq!(
        between(
            &[character("rigger-advanced")],
            &["tinker", "tool emp", "tool virus", "keep emp"]
        ),
        2,
        "Tinker"
    );
    let juicer = [character("juicer-basic"), ("/floors/0/tiles/B2", json!("foyer-1"))];
    assert_eq!(between(&juicer, &["crybaby 1:B2"]), 2, "Crybaby");
    assert_eq!(
        between(&[("/juicer-token", json!(true))], &["reroute-discard"]),
        2,
        "Reroute"
    );
    let tiara = ("/players/0/loot", json!(["tiara"]));
    assert_eq!(
        between(&[tiara.clone(), company.clone()], &["give 2 tiara", "accept"]),
        2,
        "a trade"
    );
    let kitty = [("/kitty", json!("1:A2")), ("/players/1/loot", json!(["persian-kitty"]))];
    assert_eq!(between(&kitty, &["catch-kitty"]), 2, "the kitty");

    // H65: a refusal is no action.
    assert_eq!(
        between(&[tiara, company], &["give 2 tiara", "refuse"]),
        0,
        "a refused trade"
    );
    assert_eq!(between(&rook, &["orders 2 1:D2", "refuse"]), 0, "a refused order");

    // Points counted before stay when the chain is cut later.
    let mut state = on_the_round_way();
    play(
        &mut state,
        &[
            "move 1:C1",
            "move 1:D1",
            "move 1:D2",
            "move 1:D3",
            "move 1:C3",
            "hack",
            "move 1:D3",
            "move 1:C3",
        ],
    );
    assert_eq!(state.actions_used(), 6);
}

/// N-LOOP-1: switched off, every paid point of every way counts.
#[test]
fn without_the_rule_every_point_counts() {
    let off = ("/event-loop-rule", json!(false));
    let foyer = ("/floors/0/tiles/A2", json!("foyer-1"));
    assert_eq!(
        used(
            &[off.clone(), foyer.clone()],
            &["move 1:A2", "move 1:A1", "move 1:A2", "move 1:A1"]
        ),
        4
    );
    assert_eq!(used(&[foyer], &["move 1:A2", "move 1:A1", "move 1:A2", "move 1:A1"]), 0);
    assert_eq!(
        used(
            &[off, ("/floors/0/tiles/A2", json!("deadbolt-1"))],
            &["move 1:A2", "move 1:A1"]
        ),
        4
    );
}
