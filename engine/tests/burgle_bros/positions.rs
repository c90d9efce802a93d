//! Positions of Burgle Bros.: exact round trips, short positions written by hand, and an error for every contradiction.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{
    Action, BurgleBros, Event, Frame, Loot, Outcome, Position, Scenario, Setup, Sides, Tool, Walls,
};
use heist_engine::random::{self, Generator};
use heist_engine::{Fill, Game, Node, Overrides, Problem, Seat};
use proptest::prelude::*;
use serde_json::{Value, json};

// ---------------------------------------------------------------------------------------------------------------------
// Helpers

fn read(position: &Value, overrides: Overrides) -> Result<BurgleBros, Vec<Problem>> {
    let position: Position = serde_json::from_value(position.clone()).expect("the shape of a position");
    BurgleBros::from_position(position, overrides).map_err(|error| error.problems)
}

fn state(position: &Value) -> BurgleBros {
    read(position, Overrides::None).unwrap_or_else(|problems| panic!("{problems:?} in {position}"))
}

/// The problems of a position, as one text.
fn problems(position: &Value) -> Vec<String> {
    read(position, Overrides::None)
        .expect_err("a contradiction")
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn assert_round_trip(state: &BurgleBros) {
    let text = serde_json::to_string(state).expect("a state is always JSON");
    match serde_json::from_str::<BurgleBros>(&text) {
        Ok(again) => assert!(again == *state, "{text}\n{state:?}\n{again:?}"),
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// One random step; false at the end of the game.
fn step(state: &mut BurgleBros, rng: &mut Generator) -> bool {
    match state.node() {
        Node::Terminal => return false,
        Node::Chance => {
            let outcome = state.sample(rng);
            state.resolve(outcome);
        }
        Node::Decision(_) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            // With Stealth without end a game could use more Smoke Bombs than any game has.
            let smoky = |state: &BurgleBros| {
                (0..75)
                    .filter_map(Cell::from_number)
                    .filter(|&at| state.tile_tokens(at) > 0)
                    .count()
            };
            if legal.contains(&Action::SmokeBomb) && smoky(state) >= 5 {
                legal.retain(|action| *action != Action::SmokeBomb);
            }
            state.apply(random::choose(rng, &legal));
        }
    }
    true
}

/// In turn every scenario, with and without Lost Visual, its own walls and others, the sides of both printings.
fn setup(seats: u8, seed: u64) -> Setup {
    let scenario = Scenario::ALL[seed as usize % 3];
    let has_other_walls = seed % 5 == 2;
    Setup {
        sides: if seed % 4 == 3 { Sides::Older } else { Sides::Both },
        lost_visual: seed % 2 == 1,
        walls: if has_other_walls {
            Walls::Random
        } else {
            Walls::Standard
        },
        empty_space: (has_other_walls && scenario == Scenario::FortKnox).then_some(16),
        ..Setup::new(scenario, seats, seed)
    }
}

/// The first state with so much Stealth that a game lasts, and the Events and Safes of late games come up.
fn patient(seats: u8, seed: u64) -> BurgleBros {
    let first = BurgleBros::new(&setup(seats, seed)).expect("a playable setup");
    let mut position = serde_json::to_value(first.position()).expect("JSON");
    for player in position["players"].as_array_mut().expect("players") {
        player["stealth"] = json!(200);
    }
    state(&position)
}

/// A random action, but one that brings the game on where there is one: so games open Safes and end in escapes.
fn eager_step(state: &mut BurgleBros, rng: &mut Generator) -> bool {
    if let Node::Decision(_) = state.node() {
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        let urgent: Vec<Action> = legal
            .iter()
            .copied()
            .filter(|action| {
                matches!(
                    action,
                    Action::Escape
                        | Action::AddDie(_)
                        | Action::Crack(_)
                        | Action::PickUpLoot(_)
                        | Action::CatchKitty
                        | Action::Peek(_)
                        | Action::Accept
                )
            })
            .collect();
        if !urgent.is_empty() && random::below(rng, 3) > 0 {
            state.apply(random::choose(rng, &urgent));
            return true;
        }
    }
    step(state, rng)
}

// ---------------------------------------------------------------------------------------------------------------------
// Round trips

#[test]
fn every_step_of_random_games_round_trips() {
    for seats in 1..=4 {
        let mut rng = random::stream(11, "round trips", u64::from(seats));
        for seed in 0..25 {
            let mut state = BurgleBros::new(&setup(seats, seed)).expect("a playable setup");
            assert_round_trip(&state);
            while step(&mut state, &mut rng) {
                assert_round_trip(&state);
            }
        }
    }
}

#[test]
fn filled_worlds_round_trip_and_their_views_too() {
    for seats in 1..=4 {
        let mut rng = random::stream(12, "worlds", u64::from(seats));
        for seed in 0..10 {
            let mut state = BurgleBros::new(&setup(seats, seed)).expect("a playable setup");
            state.determinize(Fill::All, &mut rng);
            while step(&mut state, &mut rng) {
                assert_round_trip(&state);
                assert_round_trip(&state.information_state(Seat(0)));
            }
        }
    }
}

#[test]
fn long_games_round_trip_through_safes_loot_and_escapes() {
    let (mut escaped, mut loot, mut tools, mut kinds) = (0, 0u16, 0u16, std::collections::BTreeSet::new());
    let mut games = 0;
    for seats in 1..=4 {
        let mut rng = random::stream(13, "long games", u64::from(seats));
        for seed in 0..6 {
            let mut state = patient(seats, seed);
            if seed % 4 >= 2 {
                state.determinize(Fill::All, &mut rng);
            }
            let mut count = 0u32;
            while eager_step(&mut state, &mut rng) {
                count += 1;
                let is_new = state.frames().last().is_some_and(|frame| {
                    let name = serde_json::to_value(frame).expect("JSON");
                    kinds.insert(
                        name.as_object()
                            .map_or(name.clone(), |entry| entry.keys().next().cloned().into())
                            .to_string(),
                    )
                });
                // Every rare moment, and a good sample of the others.
                let is_rare = !matches!(
                    state.frames().last(),
                    Some(Frame::Act | Frame::DrawPatrol(_) | Frame::Reveal(_))
                );
                if is_new || is_rare || count.is_multiple_of(7) {
                    assert_round_trip(&state);
                }
                for seat in Seat::all(state.seats()) {
                    loot |= state.loot(seat);
                    tools |= state.tools(seat);
                }
            }
            assert_round_trip(&state);
            games += 1;
            let seats = Seat::all(state.seats());
            escaped += seats.filter(|&seat| state.has_escaped(seat)).count();
        }
    }
    assert!(games == 24 && escaped > 0, "{escaped} players escaped");
    assert_eq!(loot, Loot::SET, "every Loot was held");
    assert_eq!(tools, Tool::SET, "every Tool was held");
    assert!(kinds.len() >= 30, "only these steps were seen: {kinds:?}");
}

#[test]
fn a_state_and_its_position_have_one_key() {
    let mut rng = random::stream(14, "keys", 0);
    let mut state = BurgleBros::new(&setup(3, 5)).expect("a playable setup");
    while step(&mut state, &mut rng) {
        let again = BurgleBros::from_position(state.position(), Overrides::None).expect("a reachable state");
        assert_eq!(again.key(), state.key());
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Positions written by hand

/// A small position that is in order: the Hawk alone in the Bank.
fn small() -> Value {
    json!({
        "players": [{"character": "hawk-basic", "at": "1:B2"}],
        "floors": [{"tiles": {"B2": "laser-1"}, "guard": {"at": "C4", "die": "C1"}, "discard": ["C4", "C1"]}]
    })
}

/// A larger one: two players, a Safe, a Keypad, a Laboratory, a Motion tile and a Computer Room.
fn large() -> Value {
    json!({
        "game": "burgle-bros",
        "scenario": "bank-job",
        "players": [
            {"character": "hawk-basic", "at": "1:B2", "tools": ["emp"], "loot": ["mirror"]},
            {"character": "peterman-advanced", "at": "1:C1", "stealth": 1, "loot": ["persian-kitty"]}
        ],
        "turn": {"number": 7, "seat": 2, "actions": 2},
        "floors": [{
            "tiles": {
                "A1": "keypad-4", "B2": "laser-1", "C1": "safe", "D4": "motion-2", "C3": "laboratory-3",
                "D1": "computer-laser-5", "A4": "lavatory-5"
            },
            "hidden": {"A2": "stairs-4"},
            "cracked": ["D1"],
            "open": ["A1"],
            "taken": ["C3"],
            "moved-into": ["D4"],
            "disabled": ["B2"],
            "safes": {"C1": {"dice": 2, "tools": ["virus"], "loot": ["stamp"]}},
            "stealth": {"A4": 2},
            "alarms": ["B2"],
            "guard": {"at": "C4", "die": "B2"},
            "speed": 3,
            "discard": ["C4", "B2", "A1"],
            "top": {"0": "D4"},
            "hidden-top": {"1": "D1"},
            "removed-walls": ["B2-B3"]
        }],
        "events": {"discard": ["crash"], "top": {"0": "squeak"}},
        "tools": {"discard": ["dynamite"]},
        "hack-tokens": {"laser": 2},
        "kitty": "1:D2",
        "effects": {"time-lock": 1}
    })
}

/// Fort Knox with its empty space on B4, walls of its own, two Safes on floor 1, Lost Visual and the older printing's
/// sides; the Guard of floor 1 is away, with Donuts.
fn vault() -> Value {
    json!({
        "scenario": "fort-knox",
        "empty-space": "B4",
        "lost-visual": true,
        "players": [{"character": "raven-older", "at": "1:A1"}, {"character": "hacker-older", "at": "2:C1"}],
        "turn": {"number": 5},
        "floors": [
            {
                "tiles": {"A1": "stairs-4", "C1": "safe", "E1": "safe", "A5": "computer-laser-5"},
                "hidden": {"B1": "stairs-5"},
                "safes": {"C1": {"dice": 2}},
                "guard": {"away": true},
                "speed": 3,
                "donuts": true,
                "discard": ["D1", "C3", "lost-visual"],
                "walls": ["A1-B1", "C2-C3"]
            },
            {
                "tiles": {"C1": "foyer-1"},
                "guard": {"at": "E5", "die": "D5"},
                "speed": 4,
                "discard": ["D5", "E5"],
                "top": {"0": "lost-visual"},
                "walls": []
            }
        ],
        "hack-tokens": {"laser": 1},
        "crow": "1:A1"
    })
}

/// The same with the Guard in the middle of coming back.
fn coming_back() -> Value {
    let mut position = vault();
    put(
        &mut position,
        "pending",
        json!(["next-player", {"returned": 0}, {"return-guard": 0}]),
    );
    position
}

/// S-BUILD-4, S-WALL-3, S-PATROL-5: empty space, walls, Lost Visual and a Guard who is away are read and written again.
#[test]
fn a_vault_says_what_it_says() {
    let state = state(&vault());
    let mut again = serde_json::to_value(state.position()).expect("JSON");
    let mut given = vault();
    // What is written although it is the usual.
    put(&mut given, "game", json!("burgle-bros"));
    put(&mut given, "turn", json!({"number": 5, "seat": 1, "actions": 4}));
    for player in given["players"].as_array_mut().expect("a list") {
        player["stealth"] = json!(3);
    }
    // Discards are a set.
    for position in [&mut again, &mut given] {
        for floor in position["floors"].as_array_mut().expect("a list") {
            let mut discard: Vec<String> = serde_json::from_value(floor["discard"].clone()).expect("names");
            discard.sort();
            floor["discard"] = json!(discard);
        }
    }
    assert_eq!(again, given);
    assert_eq!(state.floor_plan(0).hole, heist_engine::board::parse_square("B4"));
    assert_eq!(
        (state.guard(0), state.is_guard_away(0), state.is_guard_away(1)),
        (None, true, false)
    );
    assert_eq!(
        (state.lost_visual_unseen(0), state.lost_visual_unseen(1)),
        (false, true)
    );
    assert_eq!(state.patrol(0).1, 25 - 6 - 3);
    assert_round_trip(&state);
}

/// G-LOST-6, Z-END-1: a Guard who comes back may end the game before his die lies anywhere; that end reads back, too.
#[test]
fn a_game_lost_to_a_guard_who_comes_back_round_trips() {
    let mut position = coming_back();
    put(&mut position, "players.0.stealth", json!(0));
    put(&mut position, "turn.done", json!(["anything"]));
    let mut state = state(&position);
    state.resolve("patrol A1".parse().expect("an outcome"));
    assert_eq!(state.node(), Node::Terminal);
    assert_eq!(state.guard(0).map(|guard| guard.die), Some(None));
    assert_round_trip(&state);
    // With the deck used up as well.
    let cards = [
        "C1", "A5", "B1", "E1", "A2", "B2", "C2", "D2", "E2", "A3", "B3", "D3", "E3", "A4", "C4",
    ];
    let discard: Vec<&str> = ["D1", "C3", "lost-visual"].into_iter().chain(cards).collect();
    put(&mut position, "floors.0.discard", json!(discard));
    let mut state = self::state(&position);
    assert_eq!(state.patrol(0).1, 1);
    state.resolve("patrol A1".parse().expect("an outcome"));
    assert_eq!((state.node(), state.patrol(0).1), (Node::Terminal, 0));
    assert_round_trip(&state);
}

/// G-LOST-2: a position may wait in the middle of a Guard's return, and goes on from there.
#[test]
fn a_guard_who_comes_back_may_be_waited_for() {
    let mut state = state(&coming_back());
    assert_round_trip(&state);
    assert_eq!(state.node(), Node::Chance);
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    assert_eq!(outcomes.len(), 24 - 2);
    state.resolve("patrol E5".parse().expect("an outcome"));
    assert_round_trip(&state);
    assert_eq!(
        state.guard(0).map(|guard| guard.at.to_string()).as_deref(),
        Some("1:E5")
    );
}

#[test]
fn a_small_position_has_sensible_defaults() {
    let state = state(&small());
    assert_eq!(state.node(), Node::Decision(Seat(0)));
    assert_eq!(
        (state.stealth(Seat(0)), state.actions_left(), state.turn_number()),
        (3, 4, 1)
    );
    assert_eq!(state.guard(0).map(|guard| guard.speed), Some(2));
    assert_eq!(state.guard(1), None);
    assert_eq!(state.entrance().map(|cell| cell.to_string()), Some("1:B2".to_owned()));
    // Solo: nine cards are set aside, four Events and both Gold Bars are out of the game.
    assert_eq!(state.patrol(0).1, 16 - 2 - 9);
    assert_eq!(state.deck_sizes(), (22, 13, 11));
    assert_round_trip(&state);
}

#[test]
fn a_large_position_says_what_it_says() {
    let state = state(&large());
    assert_eq!(state.active_seat(), Seat(1));
    assert_eq!(state.deck_sizes(), (24, 10, 10));
    assert_eq!(state.known_events().collect::<Vec<_>>(), [Event::Squeak]);
    assert_eq!(
        state.known_patrol(0).map(|cell| cell.to_string()),
        Some("1:D4".to_owned())
    );
    assert_eq!(
        state.safes().map(|safe| (safe.dice, safe.tools)).collect::<Vec<_>>(),
        [(2, Tool::Virus.bit())]
    );
    assert_eq!(state.loot(Seat(1)), 0, "the loose kitty is nobody's");
    assert_round_trip(&state);
}

#[test]
fn what_has_its_default_is_left_out_but_for_what_people_look_for() {
    let written = serde_json::to_value(state(&small()).position()).expect("JSON");
    assert_eq!(
        written,
        json!({
            "game": "burgle-bros",
            "scenario": "bank-job",
            "players": [{"character": "hawk-basic", "at": "1:B2", "stealth": 3}],
            "turn": {"number": 1, "seat": 1, "actions": 4},
            "floors": [
                {"tiles": {"B2": "laser-1"}, "guard": {"at": "C4", "die": "C1"}, "speed": 2, "discard": ["C1", "C4"]},
                {"speed": 3},
                {"speed": 4}
            ]
        })
    );
}

#[test]
fn the_first_state_is_a_short_position() {
    let first = BurgleBros::new(&Setup::bank_job(2, 1)).expect("a playable setup");
    let written = serde_json::to_value(first.position()).expect("JSON");
    assert_eq!(written["pending"], json!(["place-first-guard"]));
    assert_eq!(written.get("entrance"), None);
    assert_eq!(written["floors"], json!([{"speed": 2}, {"speed": 3}, {"speed": 4}]));
}

#[test]
fn two_gold_bars_lie_on_a_tile() {
    let mut position = large();
    position["floors"][0]["safes"]["C1"]["loot"] = json!(["gold-bar", "gold-bar"]);
    let state = state(&position);
    // Both bars have left the deck, and the Stamp is back in it.
    assert_eq!(state.deck_sizes().2, 13 - 2 - 2);
    assert_round_trip(&state);
}

#[test]
fn a_position_waits_in_the_middle_of_a_rule() {
    let mut position = small();
    position["pending"] = json!(["next-player", {"walk": {"floor": 0, "left": 1}}, {"draw-patrol": 0}]);
    let mut state = state(&position);
    assert_eq!(state.node(), Node::Chance);
    state
        .try_resolve(Outcome::Patrol(0))
        .expect("the card of A1 is in the deck");
    assert_eq!(
        state.guard(0).and_then(|guard| guard.die).map(|cell| cell.to_string()),
        Some("1:A1".to_owned())
    );
}

// ---------------------------------------------------------------------------------------------------------------------
// Contradictions

/// Puts a value at a path such as `floors.0.guard.at`, making objects on the way.
fn put(position: &mut Value, path: &str, value: Value) {
    let mut place = position;
    for step in path.split('.') {
        place = match step.parse::<usize>() {
            Ok(index) if place.is_array() => {
                let list = place.as_array_mut().expect("an array");
                while list.len() <= index {
                    list.push(json!({}));
                }
                &mut list[index]
            }
            _ => {
                if !place.is_object() {
                    *place = json!({});
                }
                &mut place[step]
            }
        };
    }
    *place = value;
}

/// One change to a good position, the field that must be named and a part of what must be said about it.
struct Mistake {
    base: fn() -> Value,
    changes: Vec<(&'static str, Value)>,
    field: &'static str,
    says: &'static str,
    waivable: bool,
}

fn mistake(base: fn() -> Value, path: &'static str, value: Value, field: &'static str, says: &'static str) -> Mistake {
    Mistake {
        base,
        changes: vec![(path, value)],
        field,
        says,
        waivable: false,
    }
}

fn doubt(base: fn() -> Value, path: &'static str, value: Value, field: &'static str, says: &'static str) -> Mistake {
    Mistake {
        waivable: true,
        ..mistake(base, path, value, field, says)
    }
}

fn mistakes() -> Vec<Mistake> {
    let tiles = "floors[0].tiles";
    let mut all = vec![
        // Words and shapes.
        mistake(
            small,
            "game",
            json!("chess"),
            "game",
            "found `chess`, expected `burgle-bros`",
        ),
        mistake(
            small,
            "scenario",
            json!("zoo"),
            "scenario",
            "found `zoo`, expected one of bank-job",
        ),
        mistake(
            small,
            "event-loop-rule",
            json!(1),
            "event-loop-rule",
            "found 1, expected true or false",
        ),
        mistake(
            small,
            "players.0.character",
            json!("hawk"),
            "players[0].character",
            "found `hawk`, expected a character side",
        ),
        mistake(
            small,
            "players.0.character",
            json!(null),
            "players[0].character",
            "missing, expected a character side",
        ),
        mistake(
            small,
            "players.0",
            json!(5),
            "players[0]",
            "found 5, expected an object",
        ),
        mistake(
            small,
            "players.0.stealth",
            json!("many"),
            "players[0].stealth",
            "found \"many\", expected a whole number",
        ),
        mistake(
            small,
            "players.0.stealth",
            json!(256),
            "players[0].stealth",
            "found 256, expected 0 to 255",
        ),
        mistake(
            small,
            "players.0.stealth",
            json!(1.5),
            "players[0].stealth",
            "found 1.5, expected a whole number",
        ),
        mistake(
            small,
            "players.0.tools",
            json!(["sword"]),
            "players[0].tools[0]",
            "found `sword`, expected a tool",
        ),
        mistake(
            small,
            "players.0.loot",
            json!(["crown"]),
            "players[0].loot[0]",
            "found `crown`, expected a loot",
        ),
        mistake(
            small,
            "players.0.tools",
            json!("emp"),
            "players[0].tools",
            "found \"emp\", expected a list",
        ),
        mistake(
            small,
            "players.0.status",
            json!("dead"),
            "players[0].status",
            "expected one of outside, inside, escaped",
        ),
        mistake(
            small,
            "floors.0.tiles.A1",
            json!("laser-9"),
            "floors[0].tiles.A1",
            "found `laser-9`, expected a tile",
        ),
        mistake(
            small,
            "floors.0.tiles",
            json!([]),
            tiles,
            "found [], expected an object",
        ),
        mistake(
            small,
            "events.discard",
            json!(["rain"]),
            "events.discard[0]",
            "found `rain`, expected an event",
        ),
        mistake(
            small,
            "turn.done",
            json!(["sleep"]),
            "turn.done[0]",
            "found `sleep`, expected one of anything",
        ),
        mistake(
            small,
            "ending",
            json!("won"),
            "ending",
            "found `won`, expected one of playing",
        ),
        mistake(
            small,
            "pending",
            json!(["dance"]),
            "pending[0]",
            "unknown variant `dance`",
        ),
        mistake(
            small,
            "pending",
            json!([{"walk": {"floor": 300, "left": 0}}]),
            "pending[0]",
            "expected a pending step",
        ),
        // Squares and cells.
        mistake(
            small,
            "players.0.at",
            json!("1:E1"),
            "players[0].at",
            "found 1:E1, expected a cell of the building, 1:A1 to 3:D4",
        ),
        mistake(
            small,
            "players.0.at",
            json!("B2"),
            "players[0].at",
            "found `B2`, expected a cell",
        ),
        mistake(
            small,
            "floors.0.tiles.E5",
            json!("laser-2"),
            "floors[0].tiles.E5",
            "expected a square of this floor, A1 to D4",
        ),
        mistake(
            small,
            "floors.0.guard.at",
            json!("Z9"),
            "floors[0].guard.at",
            "found `Z9`, expected a square",
        ),
        mistake(
            small,
            "floors.0.guard.die",
            json!("E1"),
            "floors[0].guard.die",
            "found `E1`, expected a square",
        ),
        mistake(
            small,
            "floors.0.alarms",
            json!(["1:B2"]),
            "floors[0].alarms[0]",
            "found `1:B2`, expected a square",
        ),
        mistake(
            small,
            "floors.0.alarms",
            json!(["B2", "B2"]),
            "floors[0].alarms[1]",
            "found B2 twice",
        ),
        mistake(
            small,
            "floors.3",
            json!({}),
            "floors",
            "found 4 floors, expected at most 3",
        ),
        mistake(small, "crow", json!("4:A1"), "crow", "found `4:A1`, expected a cell"),
        mistake(
            small,
            "kitty",
            json!("1:E5"),
            "kitty",
            "found 1:E5, expected a cell of the building",
        ),
        mistake(
            small,
            "entrance",
            json!("2:A1"),
            "entrance",
            "found 2:A1, expected a cell of floor 1",
        ),
        mistake(
            small,
            "entrance",
            json!(null),
            "entrance",
            "found null, expected a cell",
        ),
        // Tiles.
        mistake(
            small,
            "floors.0.tiles.A1",
            json!("laser-1"),
            tiles,
            "found laser-1 again, expected every tile once",
        ),
        mistake(
            small,
            "floors.1.tiles.A1",
            json!("laser-1"),
            "floors[1].tiles.A1",
            "found laser-1 again",
        ),
        mistake(
            small,
            "floors.0.hidden.B2",
            json!("laser-2"),
            "floors[0].hidden.B2",
            "found laser-2 where laser-1 lies",
        ),
        mistake(
            large,
            "floors.0.tiles.B4",
            json!("safe"),
            "floors[0].tiles.B4",
            "found safe, expected one Safe on each floor",
        ),
        mistake(
            large,
            "floors.0.tiles.B4",
            json!("stairs-5"),
            "floors[0].hidden.A2",
            "expected one Stairs on each floor",
        ),
        mistake(
            small,
            "floors.0.cracked",
            json!(["A1"]),
            "floors[0].cracked[0]",
            "found A1 face down, expected a revealed tile",
        ),
        mistake(
            large,
            "floors.0.cracked",
            json!(["C1"]),
            "floors[0].cracked[0]",
            "found C1 with safe, expected a tile with a number",
        ),
        mistake(
            large,
            "floors.0.disabled",
            json!(["C3"]),
            "floors[0].disabled[0]",
            "found C3 with laboratory-3",
        ),
        mistake(
            large,
            "floors.0.open",
            json!(["B2"]),
            "floors[0].open[0]",
            "found B2 with laser-1, expected a Keypad",
        ),
        mistake(
            large,
            "floors.0.taken",
            json!(["B2"]),
            "floors[0].taken[0]",
            "expected a Laboratory",
        ),
        mistake(
            large,
            "floors.0.moved-into",
            json!(["B2"]),
            "floors[0].moved-into[0]",
            "expected a Motion tile",
        ),
        mistake(
            small,
            "floors.0.removed-walls",
            json!(["A1-A2"]),
            "floors[0].removed-walls[0]",
            "expected one of the walls",
        ),
        mistake(
            small,
            "floors.0.removed-walls",
            json!(["B2-B3", "B2-B3"]),
            "floors[0].removed-walls[1]",
            "expected one of the walls, each once",
        ),
        // Safes and tokens.
        mistake(
            small,
            "floors.0.safes.B2.dice",
            json!(1),
            "floors[0].safes.B2",
            "found no revealed Safe on B2",
        ),
        mistake(
            large,
            "floors.0.safes.C1.dice",
            json!(7),
            "floors[0].safes.C1.dice",
            "found 7, expected 0 to 6",
        ),
        mistake(
            small,
            "floors.0.stealth.A1",
            json!(3),
            "floors[0].stealth.A1",
            "found 3 tokens on a face-down tile",
        ),
        mistake(
            small,
            "floors.0.alarms",
            json!(["A1"]),
            "floors[0].alarms[0]",
            "found an alarm on A1, expected a revealed tile",
        ),
        mistake(
            small,
            "floors.0.links",
            json!(["A1"]),
            "floors[0].links",
            "found 1:A1 face down",
        ),
        mistake(
            large,
            "hack-tokens.laser",
            json!(7),
            "hack-tokens.laser",
            "found 7, expected 0 to 6",
        ),
        mistake(
            large,
            "hack-tokens.motion",
            json!(1),
            "hack-tokens.motion",
            "expected none while its Computer Room is face down",
        ),
        doubt(
            small,
            "laptop",
            json!(true),
            "laptop",
            "expected none without hacker-advanced",
        ),
        doubt(
            small,
            "juicer-token",
            json!(true),
            "juicer-token",
            "expected none without juicer-advanced",
        ),
        doubt(small, "crow", json!("1:B2"), "crow", "expected none without the Raven"),
        mistake(
            small,
            "kitty",
            json!("1:B2"),
            "kitty",
            "expected a player with the loot persian-kitty",
        ),
        doubt(
            small,
            "floors.0.guard.at",
            json!("B2"),
            "floors[0].alarms",
            "found an alarm on B2 under the Guard",
        ),
        doubt(
            large,
            "effects.emp",
            json!(1),
            "floors[0].alarms",
            "expected none while the E.M.P. works",
        ),
        // Guards and patrol cards.
        mistake(
            small,
            "floors.0.guard",
            json!({"at": "C4"}),
            "floors[0].guard.die",
            "missing, expected the square",
        ),
        mistake(
            small,
            "floors.0.guard",
            json!({"die": "C4"}),
            "floors[0].guard.at",
            "missing, expected the square",
        ),
        mistake(
            small,
            "floors.0.speed",
            json!(7),
            "floors[0].speed",
            "found 7, expected 1 to 6",
        ),
        mistake(
            small,
            "floors.1.speed",
            json!(0),
            "floors[1].speed",
            "found 0, expected 1 to 6",
        ),
        mistake(
            small,
            "floors.1.donuts",
            json!(true),
            "floors[1].donuts",
            "expected Donuts only with a Guard who is in play or away",
        ),
        doubt(
            small,
            "floors.0.guard",
            json!(null),
            "floors[0].guard",
            "missing, expected a Guard in play",
        ),
        mistake(
            small,
            "floors.0.discard",
            json!(["A1", "A1"]),
            "floors[0].discard[1]",
            "found A1 twice",
        ),
        mistake(
            small,
            "floors.0.discard",
            json!(["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]),
            "floors[0].discard",
            "found 8 cards, expected at most 7: 16 less 9 set aside",
        ),
        mistake(
            small,
            "floors.1.discard",
            json!(["A1", "A2", "A3", "A4", "B1", "B2"]),
            "floors[1].discard",
            "found 1 cards left, expected 2 to set up the Guard",
        ),
        mistake(
            small,
            "floors.0.top",
            json!({"5": "A1"}),
            "floors[0].top.5",
            "found depth `5`, expected less than the deck's 5 cards",
        ),
        mistake(
            small,
            "floors.0.top",
            json!({"x": "A1"}),
            "floors[0].top.x",
            "found depth `x`",
        ),
        mistake(
            small,
            "floors.0.top",
            json!({"0": "C4"}),
            "floors[0].top.0",
            "found C4, expected a card that is still in the deck",
        ),
        mistake(
            small,
            "floors.0.top",
            json!({"0": "A1", "1": "A1"}),
            "floors[0].top.1",
            "found A1 twice in the deck",
        ),
        mistake(
            large,
            "floors.0.hidden-top",
            json!({"0": "A2"}),
            "floors[0].hidden-top.0",
            "found depth 0 twice",
        ),
        mistake(
            small,
            "events.top",
            json!({"0": "dead-drop"}),
            "events.top.0",
            "expected a card that is still in the deck",
        ),
        mistake(
            small,
            "loot.top",
            json!({"0": "gold-bar"}),
            "loot.top.0",
            "expected a card that is still in the deck",
        ),
        // Cards.
        mistake(
            large,
            "players.1.tools",
            json!(["emp"]),
            "players[1].tools[0]",
            "found emp again (it is at players[0].tools[0])",
        ),
        mistake(
            large,
            "tools.discard",
            json!(["emp"]),
            "tools.discard[0]",
            "found emp again",
        ),
        mistake(large, "effects.emp", json!(2), "effects.emp", "found emp again"),
        mistake(
            large,
            "players.1.loot",
            json!(["mirror"]),
            "players[1].loot[0]",
            "found mirror again",
        ),
        mistake(
            large,
            "players.1.loot",
            json!(["gold-bar", "gold-bar"]),
            "players[1].loot[1]",
            "at most one Gold Bar a player",
        ),
        mistake(
            small,
            "players.0.loot",
            json!(["gold-bar"]),
            "players[0].loot[0]",
            "no Gold Bar in the solo game",
        ),
        mistake(
            small,
            "events.discard",
            json!(["dead-drop"]),
            "events.discard[0]",
            "expected only Events of the solo game",
        ),
        mistake(
            small,
            "events.discard",
            json!(["crash", "crash"]),
            "events.discard[1]",
            "found crash again",
        ),
        mistake(
            large,
            "events.discard",
            json!(["time-lock"]),
            "events.discard[0]",
            "found time-lock again (it is at effects.time-lock)",
        ),
        // Players.
        mistake(
            small,
            "players",
            json!([]),
            "players",
            "found 0 players, expected 1 to 4",
        ),
        mistake(
            small,
            "players.0.character",
            json!("rook-basic"),
            "players[0].character",
            "expected no Rook in the solo game",
        ),
        mistake(
            large,
            "players.1.character",
            json!("hawk-advanced"),
            "players[1].character",
            "found hawk-advanced again",
        ),
        mistake(
            small,
            "players.0.at",
            json!("1:A1"),
            "players[0].at",
            "found 1:A1 face down, expected a revealed tile",
        ),
        mistake(
            small,
            "players.0.status",
            json!("outside"),
            "players[0].at",
            "expected no cell for a player whose status is outside",
        ),
        mistake(
            small,
            "players.0.status",
            json!("escaped"),
            "players[0].at",
            "expected no cell for a player whose status is escaped",
        ),
        mistake(
            large,
            "players.0",
            json!({"character": "hawk-basic", "status": "inside"}),
            "players[0].at",
            "missing, expected the cell",
        ),
        doubt(
            large,
            "players.0",
            json!({"character": "hawk-basic", "status": "escaped"}),
            "players",
            "found 1 escaped with 0 Safes open",
        ),
        mistake(large, "turn.seat", json!(3), "turn.seat", "found 3, expected 1 to 2"),
        mistake(large, "turn.seat", json!(0), "turn.seat", "found 0, expected 1 to 2"),
        // The turn.
        doubt(
            small,
            "turn.actions",
            json!(13),
            "turn.actions",
            "found 13, expected at most 12",
        ),
        mistake(
            small,
            "turn.actions",
            json!(101),
            "turn.actions",
            "found 101, expected 0 to 100",
        ),
        mistake(
            small,
            "turn.actions",
            json!(-1),
            "turn.actions",
            "found -1, expected 0 to 100",
        ),
        mistake(
            small,
            "turn.number",
            json!(401),
            "turn.number",
            "found 401, expected 0 to 400",
        ),
        mistake(
            small,
            "turn.espresso",
            json!(4),
            "turn.espresso",
            "found 4, expected 1 to 3",
        ),
        mistake(
            small,
            "turn.flexed-floors",
            json!([0]),
            "turn.flexed-floors[0]",
            "found 0, expected 1 to 3",
        ),
        mistake(
            small,
            "turn.attempts",
            json!({"3": 1}),
            "turn.attempts.3",
            "found `3`, expected one of 4, 5, 6",
        ),
        mistake(
            small,
            "turn.attempts",
            json!({"4": 99}),
            "turn.attempts.4",
            "found 99, expected 0 to",
        ),
        mistake(small, "turn.chain", json!([]), "turn.chain", "found no cell"),
        mistake(
            small,
            "turn.chain",
            json!([{"at": "1:B2"}, {"at": "1:B2"}]),
            "turn.chain[1].at",
            "found 1:B2 again",
        ),
        mistake(
            small,
            "turn.chain",
            json!([{"points": 0}]),
            "turn.chain[0].at",
            "missing, expected a cell",
        ),
        mistake(
            small,
            "turn.gave",
            json!([{"seat": 2}]),
            "turn.gave[0].seat",
            "found 2, expected 1 to 1",
        ),
        mistake(
            small,
            "turn.refused",
            json!([{}]),
            "turn.refused[0].seat",
            "missing, expected a seat",
        ),
        mistake(
            small,
            "turn.refused-orders",
            json!([{"seat": 1, "steps": ["back"]}]),
            "turn.refused-orders[0].steps[0]",
            "found `back`",
        ),
        mistake(
            small,
            "effects.gymnastics",
            json!(2),
            "effects.gymnastics",
            "found 2, expected 1 to 1",
        ),
        mistake(
            small,
            "tally.events",
            json!(-1),
            "tally.events",
            "found -1, expected 0 to",
        ),
        // A Move in progress.
        mistake(
            small,
            "move",
            json!({"seat": 1, "from": "1:B2", "to": "1:C2"}),
            "move.to",
            "found 1:C2 face down",
        ),
        mistake(
            small,
            "move",
            json!({"seat": 1, "from": "1:B2", "to": "1:B2"}),
            "move",
            "expected a step of it in pending",
        ),
        mistake(
            small,
            "move",
            json!({"seat": 2, "from": "1:B2", "to": "1:B2"}),
            "move.seat",
            "found 2, expected 1 to 1",
        ),
        mistake(
            small,
            "move",
            json!({"seat": 1, "to": "1:B2"}),
            "move.from",
            "missing, expected a cell",
        ),
        mistake(
            small,
            "move",
            json!({"seat": 1, "from": "1:B2", "to": "1:B2", "cause": "jump"}),
            "move.cause",
            "found `jump`",
        ),
        mistake(
            large,
            "move",
            json!({"seat": 1, "from": "1:B2", "to": "1:C1"}),
            "move.seat",
            "expected the active seat 2",
        ),
        // Pending steps.
        mistake(small, "pending", json!([]), "pending", "found no step"),
        mistake(
            small,
            "ending",
            json!("escaped"),
            "ending",
            "expected all players escaped",
        ),
        mistake(
            small,
            "pending",
            json!(["act", "act"]),
            "pending[1]",
            "expected no such step above \"act\"",
        ),
        mistake(
            small,
            "pending",
            json!(["next-player"]),
            "pending[0]",
            "expected a step that waits",
        ),
        mistake(
            small,
            "pending",
            json!(["draw-event"]),
            "pending[0]",
            "expected the step of a turn at the bottom",
        ),
        mistake(
            small,
            "pending",
            json!(vec!["act"; 30]),
            "pending",
            "found 30 steps, expected at most",
        ),
        mistake(
            small,
            "pending",
            json!(["act", "ask-laser"]),
            "pending[1]",
            "expected a Move in progress",
        ),
        mistake(
            small,
            "pending",
            json!(["next-player", {"choose-guard": 0}]),
            "pending[1]",
            "found the floors 0b0",
        ),
        mistake(
            small,
            "pending",
            json!(["next-player", {"choose-guard": 6}]),
            "pending[1]",
            "expected him in play with his die",
        ),
        mistake(
            small,
            "pending",
            json!(["next-player", {"guard-move": 3}]),
            "pending[1]",
            "found floor 3, expected 0 to 2",
        ),
        mistake(
            small,
            "pending",
            json!(["guard-step", {"draw-patrol": 1}]),
            "pending[1]",
            "the Guard of floor 2, expected him in play",
        ),
        mistake(
            small,
            "pending",
            json!(["act", {"reveal": "1:B2"}]),
            "pending[1]",
            "found 1:B2 face up",
        ),
        mistake(
            small,
            "pending",
            json!(["act", {"reveal": "1:E5"}]),
            "pending[1]",
            "found 1:E5, expected a cell of the building",
        ),
        mistake(
            small,
            "pending",
            json!(["act", {"roll-crack": {"safe": "1:B2", "dice": 1}}]),
            "pending[1]",
            "expected a revealed Safe",
        ),
        mistake(
            small,
            "pending",
            json!(["act", {"ask-token": {"payer": 1, "decider": 1}}]),
            "pending[1]",
            "expected both kinds",
        ),
        mistake(
            small,
            "pending",
            json!(["act", {"ask-token": {"payer": 9, "decider": 1}}]),
            "pending[1]",
            "found seat 9",
        ),
        mistake(
            small,
            "pending",
            json!(["act", {"ask-nearest": 0}]),
            "pending[1]",
            "with nothing to choose from",
        ),
        mistake(
            small,
            "pending",
            json!(["guard-step", "ask-player"]),
            "pending[1]",
            "with nothing to choose from",
        ),
        mistake(
            small,
            "pending",
            json!(["guard-step", {"ask-tile": "crash"}]),
            "pending[1]",
            "expected an Event that asks for a tile",
        ),
        mistake(
            small,
            "pending",
            json!(["act", "choose-kitty-tile"]),
            "pending[1]",
            "expected the active player to hold the Persian Kitty",
        ),
        Mistake {
            changes: vec![
                ("players.0.loot", json!(["persian-kitty"])),
                ("pending", json!(["act", "choose-kitty-tile"])),
            ],
            ..mistake(
                small,
                "pending",
                json!(null),
                "pending[1]",
                "with nothing to choose from",
            )
        },
        mistake(
            small,
            "pending",
            json!(["act", {"ask-event-order": 4}]),
            "pending[1]",
            "found 4 cards, expected 1 to 3",
        ),
        mistake(
            small,
            "pending",
            json!(["act", {"ask-orders": [1, "1:B2"]}]),
            "pending[1]",
            "expected another player",
        ),
        mistake(
            large,
            "pending",
            json!(["act", {"ask-trade": {"partner": 1, "offer": {"give-tool": "virus"}}}]),
            "pending[1]",
            "expected another player on the same tile",
        ),
        mistake(
            small,
            "pending",
            json!(["act", {"keep-tool": {"drawer": 1, "safe": null, "pair": ["emp", "emp"]}}]),
            "pending[1]",
            "found emp again",
        ),
        mistake(
            small,
            "pending",
            json!(["act", {"draw-tool": {"drawer": 1, "safe": "below"}}]),
            "pending[1]",
            "expected a revealed Safe where he drilled",
        ),
        mistake(
            small,
            "pending",
            json!(["act", {"ask-stethoscope": [255, 255, 255]}]),
            "pending[1]",
            "found the dice",
        ),
        mistake(
            small,
            "pending",
            json!(["choose-entrance"]),
            "players[0].status",
            "expected none before the entrance is chosen",
        ),
        mistake(
            small,
            "pending",
            json!(["place-first-guard"]),
            "pending[0]",
            "found the first Guard still to be placed",
        ),
        mistake(
            small,
            "pending",
            json!(["guard-step", {"brown-out": [0, 1, 0]}, {"draw-patrol": 0}]),
            "pending[1]",
            "the Guard of floor 2, expected him in play",
        ),
    ];
    // A floor with fifteen tiles known and neither Safe nor Stairs among them.
    let fifteen = json!({
        "A1": "atrium-3", "B1": "atrium-4", "C1": "camera-1", "D1": "camera-2", "A2": "camera-3", "B2": "laser-1",
        "C2": "camera-6", "D2": "foyer-1", "A3": "foyer-2", "B3": "deadbolt-1", "C3": "deadbolt-2", "D3": "deadbolt-3",
        "A4": "detector-4", "B4": "detector-5", "C4": "detector-6"
    });
    all.push(mistake(
        small,
        "floors.0.tiles",
        fifteen,
        tiles,
        "found 1 squares left, expected 2",
    ));
    all.push(Mistake {
        changes: vec![
            ("players.1", json!({"character": "peterman-advanced"})),
            ("turn.seat", json!(1)),
            ("kitty", json!(null)),
            ("entrance", json!("1:D3")),
        ],
        ..mistake(large, "turn.actions", json!(1), "entrance", "found 1:D3 face down")
    });
    all.push(Mistake {
        changes: vec![
            ("players.1", json!({"character": "peterman-advanced"})),
            ("kitty", json!(null)),
        ],
        ..mistake(
            large,
            "turn.actions",
            json!(1),
            "pending[0]",
            "expected the active player inside",
        )
    });
    all.extend(mistakes_of_scenarios());
    all
}

/// Walls, empty spaces, Lost Visual and the tiles of the other scenarios.
fn mistakes_of_scenarios() -> Vec<Mistake> {
    let thirteen = json!([
        "A1-B1", "B1-C1", "C1-D1", "D1-E1", "A2-B2", "B2-C2", "C2-D2", "D2-E2", "C3-D3", "D3-E3", "D4-E4", "C5-D5",
        "D5-E5"
    ]);
    let mut all = vec![
        mistake(
            small,
            "empty-space",
            json!("C3"),
            "empty-space",
            "found `C3`, expected none in the bank-job",
        ),
        mistake(
            vault,
            "empty-space",
            json!("F1"),
            "empty-space",
            "found `F1`, expected a square of this floor, A1 to E5",
        ),
        mistake(
            vault,
            "empty-space",
            json!(3),
            "empty-space",
            "found 3, expected a name in quotes",
        ),
        mistake(
            vault,
            "empty-space",
            json!("C3"),
            "floors[0].discard[1]",
            "found `C3`, expected a square of this floor",
        ),
        mistake(
            vault,
            "lost-visual",
            json!("yes"),
            "lost-visual",
            "found \"yes\", expected true or false",
        ),
        mistake(
            vault,
            "floors.0.walls",
            json!(["A4-B4"]),
            "floors[0].walls[0]",
            "found `A4-B4`, expected a wall between two",
        ),
        mistake(
            vault,
            "floors.0.walls",
            json!(["A1-C1"]),
            "floors[0].walls[0]",
            "found `A1-C1`, expected a wall between two",
        ),
        mistake(
            small,
            "floors.0.walls",
            json!(["D1-E1"]),
            "floors[0].walls[0]",
            "found `D1-E1`, expected a wall between two",
        ),
        mistake(
            vault,
            "floors.1.walls",
            json!("none"),
            "floors[1].walls",
            "found \"none\", expected a list",
        ),
        mistake(
            vault,
            "floors.0.walls",
            json!(["A1-B1", "B1-A1"]),
            "floors[0].walls[1]",
            "found A1-B1 twice, expected every",
        ),
        mistake(
            vault,
            "floors.0.walls",
            thirteen,
            "floors[0].walls",
            "found 13 walls, expected at most 12 (S-WALL-3)",
        ),
        mistake(
            vault,
            "floors.0.walls",
            json!(["A1-B1", "A1-A2"]),
            "floors[0].walls",
            "found squares cut off, expected a way between any two squares (S-WALL-4)",
        ),
        mistake(
            vault,
            "floors.0.removed-walls",
            json!(["A1-B1"]),
            "floors[0].removed-walls",
            "found `removed-walls`, expected either those or `walls`",
        ),
        mistake(
            small,
            "floors.0.removed-walls",
            json!(["A1-A2"]),
            "floors[0].removed-walls[0]",
            "found `A1-A2`, expected one of the walls, each once: A1-B1",
        ),
        mistake(
            vault,
            "floors.1.walls",
            json!(null),
            "floors[1].walls",
            "missing, expected the walls, because the scenario's own fit no other empty space (S-WALL-2)",
        ),
        mistake(
            vault,
            "floors",
            json!([{"tiles": {"A1": "stairs-4"}, "walls": []}]),
            "floors",
            "found 1 floors, expected 2, because the scenario's own walls fit no other empty space (S-WALL-2)",
        ),
        mistake(
            vault,
            "floors.2",
            json!({}),
            "floors",
            "found 3 floors, expected at most 2",
        ),
        mistake(
            vault,
            "floors.0.tiles.B4",
            json!("laser-1"),
            "floors[0].tiles.B4",
            "found `B4`, expected a square of this",
        ),
        mistake(
            vault,
            "floors.1.hidden.B4",
            json!("laser-1"),
            "floors[1].hidden.B4",
            "found `B4`, expected a square of",
        ),
        mistake(
            vault,
            "floors.0.alarms",
            json!(["B4"]),
            "floors[0].alarms[0]",
            "found `B4`, expected a square of this floor",
        ),
        mistake(
            vault,
            "floors.0.links",
            json!(["B4"]),
            "floors[0].links[0]",
            "found `B4`, expected a square of this floor",
        ),
        mistake(
            vault,
            "floors.1.guard.at",
            json!("B4"),
            "floors[1].guard.at",
            "found `B4`, expected a square of this floor",
        ),
        mistake(
            vault,
            "floors.1.guard.die",
            json!("B4"),
            "floors[1].guard.die",
            "found `B4`, expected a square of this",
        ),
        mistake(
            vault,
            "floors.1.discard.2",
            json!("B4"),
            "floors[1].discard[2]",
            "found `B4`, expected a square of this",
        ),
        mistake(
            vault,
            "players.0.at",
            json!("1:B4"),
            "players[0].at",
            "found 1:B4, expected a cell of the building",
        ),
        mistake(
            vault,
            "crow",
            json!("2:B4"),
            "crow",
            "found 2:B4, expected a cell of the building",
        ),
        mistake(
            vault,
            "entrance",
            json!("1:B4"),
            "entrance",
            "found 1:B4, expected a cell of the building",
        ),
        mistake(
            vault,
            "pending",
            json!(["act", {"reveal": "1:B4"}]),
            "pending[1]",
            "found 1:B4, expected a cell of the",
        ),
        mistake(
            vault,
            "floors.0.guard",
            json!({"away": true, "at": "D1", "die": "C3"}),
            "floors[0].guard.away",
            "found true, expected no square for a Guard who is away",
        ),
        mistake(
            vault,
            "floors.0.guard",
            json!({"away": 1}),
            "floors[0].guard.away",
            "found 1, expected true or false",
        ),
        mistake(
            vault,
            "floors.0.guard",
            json!({"away": false}),
            "floors[0].guard.at",
            "missing, expected the square of a",
        ),
        mistake(
            vault,
            "lost-visual",
            json!(false),
            "floors[0].guard.away",
            "found true, expected `lost-visual` in the game",
        ),
        mistake(
            vault,
            "lost-visual",
            json!(false),
            "floors[0].discard[2]",
            "found `lost-visual`, expected a square of this",
        ),
        mistake(
            vault,
            "floors.0.discard.3",
            json!("lost-visual"),
            "floors[0].discard[3]",
            "found lost-visual twice",
        ),
        mistake(
            vault,
            "floors.0.top",
            json!({"0": "lost-visual"}),
            "floors[0].top.0",
            "expected a card that is still in the",
        ),
        mistake(
            small,
            "floors.0.top",
            json!({"0": "lost-visual"}),
            "floors[0].top.0",
            "found `lost-visual`, expected a square",
        ),
        mistake(
            vault,
            "floors.0.tiles.D1",
            json!("safe"),
            "floors[0].tiles.D1",
            "found safe, expected at most 2 Safe on a floor and 3 in all (S-BUILD-3)",
        ),
        mistake(
            vault,
            "floors.1.tiles",
            json!({"C1": "foyer-1", "D1": "safe", "E1": "safe"}),
            "floors[1].tiles.E1",
            "found safe, expected at most 2 Safe on a floor and 3 in all (S-BUILD-3)",
        ),
        mistake(
            vault,
            "floors.0.hidden.D2",
            json!("stairs-6"),
            "floors[0].hidden.D2",
            "found stairs-6, expected at most 2 Stairs on a floor and 3 in all (S-BUILD-3)",
        ),
        mistake(
            vault,
            "players.0.character",
            json!("raven"),
            "players[0].character",
            "expected a character side",
        ),
        mistake(
            vault,
            "players.1.character",
            json!("raven-basic"),
            "players[1].character",
            "found raven-basic again",
        ),
        doubt(
            vault,
            "players.0.character",
            json!("hawk-older"),
            "crow",
            "found the crow, expected none without the Raven",
        ),
        // Steps of a Guard who is away or comes back.
        mistake(
            vault,
            "pending",
            json!(["act", {"return-guard": 0}]),
            "pending[1]",
            "expected no such step above",
        ),
        mistake(
            vault,
            "pending",
            json!([{"return-guard": 0}]),
            "pending[0]",
            "expected the step of a turn at the bottom",
        ),
        mistake(
            vault,
            "pending",
            json!([{"returned": 0}]),
            "pending[0]",
            "expected the step of a turn at the bottom",
        ),
        mistake(
            vault,
            "pending",
            json!(["act", {"returned": 0}]),
            "pending[1]",
            "expected no such step above",
        ),
        mistake(
            vault,
            "pending",
            json!(["next-player", {"returned": 0}]),
            "pending[1]",
            "expected a Guard who comes back or has just come back and gets his die (G-LOST-5)",
        ),
        mistake(
            vault,
            "pending",
            json!(["next-player", {"returned": 1}, {"return-guard": 1}]),
            "pending[2]",
            "expected a Guard who is away (G-LOST-2)",
        ),
        mistake(
            vault,
            "pending",
            json!(["next-player", {"returned": 1}, {"return-guard": 0}]),
            "pending[2]",
            "expected no such step above",
        ),
        mistake(
            vault,
            "pending",
            json!(["next-player", {"returned": 2}, {"return-guard": 2}]),
            "pending[1]",
            "found floor 2, expected 0 to 1",
        ),
        mistake(
            small,
            "pending",
            json!(["next-player", {"returned": 0}, {"return-guard": 0}]),
            "pending[2]",
            "expected a Guard who is away (G-LOST-2)",
        ),
        mistake(
            vault,
            "pending",
            json!(["next-player", {"walk": {"floor": 0, "left": 2}}, {"draw-patrol": 0}]),
            "pending[1]",
            "expected him in play with his die",
        ),
        mistake(
            vault,
            "pending",
            json!(["act", {"ask-nearest": 0}]),
            "pending[1]",
            "expected him in play with his die",
        ),
        mistake(
            vault,
            "pending",
            json!(["next-player", {"choose-guard": 3}]),
            "pending[1]",
            "expected him in play with his",
        ),
        mistake(
            vault,
            "pending",
            json!(["guard-step", {"set-up-die": 0}, {"set-up-guard": 0}]),
            "pending[2]",
            "expected a Guard not yet in play",
        ),
        Mistake {
            changes: vec![
                ("floors.0.guard", json!({"at": "D1", "die": "C3"})),
                (
                    "pending",
                    json!(["next-player", {"choose-guard": 3}, {"walk": {"floor": 0, "left": 2}}, {"draw-patrol": 0}]),
                ),
            ],
            ..mistake(
                vault,
                "pending",
                json!(null),
                "pending[2]",
                "expected none of a Guard who is still to be chosen (H60)",
            )
        },
        mistake(
            vault,
            "pending",
            json!(["place-first-guard"]),
            "pending[0]",
            "found the first Guard still to be placed",
        ),
    ];
    let office = |path, value, field, says| Mistake {
        changes: vec![("scenario", json!("office-job")), (path, value)],
        ..mistake(small, path, json!(null), field, says)
    };
    all.extend([
        office(
            "floors.0.tiles.A1",
            json!("atrium-3"),
            "floors[0].tiles.A1",
            "found atrium-3, expected a tile of the office-job",
        ),
        office(
            "floors.0.tiles.A1",
            json!("stairs-6"),
            "floors[0].tiles.A1",
            "found stairs-6, expected a tile of the office-job",
        ),
        office("floors.2", json!({}), "floors", "found 3 floors, expected at most 2"),
        office(
            "crow",
            json!("3:A1"),
            "crow",
            "found 3:A1, expected a cell of the building, 1:A1 to 2:D4",
        ),
        office(
            "empty-space",
            json!("A1"),
            "empty-space",
            "found `A1`, expected none in the office-job",
        ),
        office(
            "floors.0.hidden",
            json!({"A1": "safe", "A2": "safe"}),
            "floors[0].hidden.A2",
            "expected one Safe on each floor",
        ),
    ]);
    all
}

#[test]
fn every_contradiction_is_named_with_its_field() {
    let mut missed = Vec::new();
    for mistake in mistakes() {
        let mut position = (mistake.base)();
        if mistake.says.contains("under the Guard") {
            put(&mut position, "floors.0.alarms", json!(["B2"]));
        }
        for (path, value) in &mistake.changes {
            put(&mut position, path, value.clone());
        }
        let expected = format!("{}: {} (waivable: {})", mistake.field, mistake.says, mistake.waivable);
        let Err(problems) = read(&position, Overrides::None) else {
            missed.push(format!("{expected}, found no problem"));
            continue;
        };
        let is_named = problems.iter().any(|problem| {
            problem.field.starts_with(mistake.field)
                && problem.what.contains(mistake.says)
                && problem.waivable == mistake.waivable
        });
        if !is_named {
            missed.push(format!("{expected}, found {problems:#?}"));
        }
        // A person may waive what is marked so, and nothing else.
        let waived = read(&position, Overrides::Waivable);
        match problems.iter().all(|problem| problem.waivable) {
            true => assert!(waived.is_ok(), "{waived:?}"),
            false => assert!(waived.is_err_and(|left| left.iter().all(|problem| !problem.waivable))),
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn all_contradictions_are_listed_at_once() {
    let mut position = small();
    put(&mut position, "players.0.at", json!("1:D4"));
    put(&mut position, "players.0.stealth", json!(-1));
    put(&mut position, "floors.0.speed", json!(9));
    put(&mut position, "floors.0.guard.die", json!("Q1"));
    put(&mut position, "turn.actions", json!(13));
    put(&mut position, "tools.discard", json!(["emp", "emp"]));
    let found = problems(&position);
    for field in [
        "players[0].at",
        "players[0].stealth",
        "floors[0].speed",
        "floors[0].guard.die",
        "turn.actions",
        "tools.discard[1]",
    ] {
        assert!(
            found.iter().any(|problem| problem.starts_with(field)),
            "{field} is missing in {found:#?}"
        );
    }
    let error = serde_json::from_value::<BurgleBros>(position.clone())
        .expect_err("contradictions")
        .to_string();
    assert!(found.iter().all(|problem| error.contains(problem)), "{error}");
}

#[test]
fn the_position_comes_back_with_its_problems() {
    let mut position = small();
    put(&mut position, "players.0.stealth", json!("many"));
    put(&mut position, "floors.0.tiles.A1", json!({"kind": "laser"}));
    let given: Position = serde_json::from_value(position.clone()).expect("the shape of a position");
    let error = BurgleBros::from_position(given, Overrides::Waivable).expect_err("contradictions");
    assert_eq!(serde_json::to_value(&*error.position).expect("JSON"), position);
}

#[test]
fn unknown_and_repeated_fields_are_named() {
    let error = serde_json::from_str::<Position>("{\n \"floors\": [{\"tile\": {}}]}").expect_err("no such field");
    assert!(
        error
            .to_string()
            .contains("unknown field `tile`, expected one of `tiles`"),
        "{error}"
    );
    assert!(error.to_string().contains("at line 2"), "{error}");
    let error = serde_json::from_str::<Position>(r#"{"crow": "1:A1", "crow": "1:A2"}"#).expect_err("twice");
    assert!(error.to_string().contains("duplicate field `crow`"), "{error}");
    // Squares are data, so a repeated one is a contradiction like any other.
    let twice =
        r#"{"players": [{"character": "hawk-basic"}], "floors": [{"tiles": {"A1": "laser-1", "A1": "laser-2"}}]}"#;
    let error = serde_json::from_str::<BurgleBros>(twice)
        .expect_err("twice")
        .to_string();
    assert!(
        error.contains("floors[0].tiles.A1: found laser-2 where laser-1 lies already"),
        "{error}"
    );
}

#[test]
fn only_what_may_be_waived_is_waived() {
    let mut position = small();
    put(&mut position, "turn.actions", json!(13));
    assert!(read(&position, Overrides::None).is_err());
    let state = read(&position, Overrides::Waivable).expect("a person who knows better");
    assert_eq!(state.actions_left(), 13);
    put(&mut position, "floors.0.speed", json!(0));
    let left = read(&position, Overrides::Waivable).expect_err("a speed of 0");
    assert_eq!(
        left.iter().map(|problem| problem.field.as_str()).collect::<Vec<_>>(),
        ["floors[0].speed"]
    );
}

// ---------------------------------------------------------------------------------------------------------------------
// Mistyped positions

/// Every place in a JSON value, as the steps to it.
fn places(value: &Value, here: &mut Vec<String>, out: &mut Vec<Vec<String>>) {
    out.push(here.clone());
    let children: Vec<(String, &Value)> = match value {
        Value::Object(object) => object.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .map(|(index, value)| (index.to_string(), value))
            .collect(),
        _ => Vec::new(),
    };
    for (step, child) in children {
        here.push(step);
        places(child, here, out);
        here.pop();
    }
}

fn child<'a>(value: &'a mut Value, step: &str) -> Option<&'a mut Value> {
    match value {
        Value::Object(object) => object.get_mut(step),
        Value::Array(list) => list.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    }
}

/// One random mistake.
fn mutate(position: &mut Value, rng: &mut Generator) {
    let mut all = Vec::new();
    places(position, &mut Vec::new(), &mut all);
    let path = &all[random::below(rng, all.len() as u32) as usize];
    let Some((last, steps)) = path.split_last() else { return };
    let donor_path = &all[random::below(rng, all.len() as u32) as usize];
    let mut donor = &mut position.clone();
    for step in donor_path {
        let Some(next) = child(donor, step) else { return };
        donor = next;
    }
    let donor = donor.clone();
    let mut parent = position;
    for step in steps {
        let Some(next) = child(parent, step) else { return };
        parent = next;
    }
    const NUMBERS: [i64; 14] = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 255, 256, i64::MAX];
    const WORDS: [&str; 24] = [
        "1:A1",
        "2:B2",
        "3:D4",
        "3:E5",
        "A1",
        "D4",
        "E5",
        "safe",
        "stairs-4",
        "laser-1",
        "lavatory-5",
        "emp",
        "gold-bar",
        "escaped",
        "crash",
        "",
        "lost-visual",
        "fort-knox",
        "office-job",
        "bank-job",
        "C3",
        "A1-B1",
        "C3-D3",
        "raven-older",
    ];
    const FRAMES: [&str; 22] = [
        "\"act\"",
        "\"ask-laser\"",
        "{\"retarget\":0}",
        "{\"pay\":{\"due\":0,\"scarce\":255}}",
        "{\"pay\":{\"due\":1,\"scarce\":0}}",
        "{\"walk\":{\"floor\":2,\"left\":255}}",
        "{\"move\":\"falling\"}",
        "{\"ask-tile\":\"throw-voice\"}",
        "{\"roll-keypad\":13}",
        "{\"raise-speeds\":3}",
        "{\"ask-event-order\":200}",
        "{\"draw-tool\":{\"drawer\":255,\"safe\":\"below\"}}",
        "{\"returned\":0}",
        "{\"returned\":1}",
        "{\"return-guard\":0}",
        "{\"return-guard\":1}",
        "{\"draw-patrol\":1}",
        "{\"arrive\":0}",
        "{\"choose-guard\":3}",
        "\"next-player\"",
        "\"guard-step\"",
        "{\"away\":true}",
    ];
    let value = match random::below(rng, 8) {
        0 | 1 => json!(random::choose(rng, &NUMBERS)),
        2 | 3 => json!(random::choose(rng, &WORDS)),
        4 => donor,
        5 => random::choose(
            rng,
            &[Value::Null, json!(true), json!([]), json!({}), json!(0.5)].each_ref(),
        )
        .clone(),
        6 => serde_json::from_str(random::choose(rng, &FRAMES)).expect("JSON"),
        _ => {
            // Gone.
            match parent {
                Value::Object(object) => drop(object.shift_remove(last)),
                Value::Array(list) => drop(list.remove(last.parse().expect("an index"))),
                _ => {}
            }
            return;
        }
    };
    // Now and then one of the fields that say how a building differs from the usual.
    if random::below(rng, 8) == 0
        && let Value::Object(object) = parent
    {
        const FIELDS: [&str; 7] = [
            "empty-space",
            "lost-visual",
            "scenario",
            "walls",
            "removed-walls",
            "away",
            "pending",
        ];
        object.insert(random::choose(rng, &FIELDS).to_owned(), value);
        return;
    }
    match (random::below(rng, 4), parent) {
        (0, Value::Array(list)) => list.push(value),
        (_, parent) => {
            if let Some(place) = child(parent, last) {
                *place = value;
            }
        }
    }
}

/// A position in the middle of a random game, sometimes of a filled world.
fn random_position(seed: u64) -> Value {
    let mut rng = random::stream(seed, "positions", 0);
    let seats = random::below(&mut rng, 4) as u8 + 1;
    let mut state = if seed.is_multiple_of(2) {
        patient(seats, seed % 64)
    } else {
        BurgleBros::new(&setup(seats, seed % 64)).expect("a playable setup")
    };
    if seed.is_multiple_of(3) {
        state.determinize(Fill::All, &mut rng);
    }
    for _ in 0..random::below(&mut rng, 400) {
        if state.node() == Node::Terminal || !eager_step(&mut state, &mut rng) {
            break;
        }
    }
    serde_json::to_value(state.position()).expect("JSON")
}

/// Reads a position that may be anything: it is refused with a field, or gives a state that writes itself the same way
/// again and can be played on.
fn survive(position: &Value, rng: &mut Generator) {
    let read: Position = match serde_json::from_value(position.clone()) {
        Ok(read) => read,
        Err(error) => {
            assert!(
                error.to_string().contains('`') || !position.is_object(),
                "{error} names nothing"
            );
            return;
        }
    };
    for overrides in [Overrides::None, Overrides::Waivable] {
        match BurgleBros::from_position(read.clone(), overrides) {
            Err(error) => {
                assert!(!error.problems.is_empty());
                for problem in &error.problems {
                    assert!(
                        !problem.field.is_empty() && problem.what.contains("expected"),
                        "{problem}"
                    );
                }
            }
            Ok(state) => {
                let again = BurgleBros::from_position(state.position(), overrides);
                assert!(again.is_ok_and(|again| again == state), "{position}");
                if overrides == Overrides::None {
                    let mut played = state;
                    for _ in 0..40 {
                        if !step(&mut played, rng) {
                            break;
                        }
                    }
                    let again = BurgleBros::from_position(played.position(), Overrides::Waivable);
                    assert!(
                        again.is_ok_and(|again| again == played),
                        "{position}\nplayed on to {played:?}"
                    );
                }
            }
        }
    }
}

/// A pending step of any kind, about places that may be there or not.
fn any_step(rng: &mut Generator) -> Value {
    let floor = random::below(rng, 3);
    let seat = random::below(rng, 3) + 1;
    let cells = [
        "1:A1", "1:B1", "1:C1", "1:E1", "1:A5", "1:B4", "2:A1", "2:B1", "2:C1", "2:E5", "2:D5",
    ];
    let cell = random::choose(rng, &cells);
    let set = random::below(rng, 8);
    let stages = [
        "revealed", "admitted", "leaving", "arriving", "entering", "done", "falling", "stayed",
    ];
    let plain = [
        "idle",
        "place-first-guard",
        "choose-entrance",
        "place-first-die",
        "begin-turn",
        "roll-chihuahua",
        "roll-kitty",
        "choose-kitty-tile",
        "act",
        "event-check",
        "draw-event",
        "guard-step",
        "next-player",
        "ask-deadbolt",
        "ask-laser",
        "ask-event-place",
        "ask-player",
    ];
    let events = [
        "squeak",
        "throw-voice",
        "switch-signs",
        "where-is-he",
        "peekhole",
        "go-with-your-gut",
    ];
    let safes = [json!(null), json!("above"), json!("below")];
    let safe = random::choose(rng, &[0usize, 1, 2]);
    match random::below(rng, 32) {
        0 => json!({"choose-guard": set}),
        1 => json!({"guard-move": floor}),
        2 => json!({"reveal": cell}),
        3 => json!({"move": random::choose(rng, &stages)}),
        4 => json!({"roll-keypad": set}),
        5 => json!({"ensure-guard": floor}),
        6 => json!({"ask-hack": cell}),
        7 => json!({"retarget": set}),
        8 => json!({"ask-nearest": floor}),
        9 => json!({"set-up-guard": floor}),
        10 => json!({"set-up-die": floor}),
        11 | 12 => json!({"draw-patrol": floor}),
        13 => json!({"walk": {"floor": floor, "left": set}}),
        14 => json!({"walk-arrival": floor}),
        15 => json!({"camera-check": floor}),
        16 => json!({"arrive": floor}),
        17 | 18 => json!({"return-guard": floor}),
        19 | 20 => json!({"returned": floor}),
        21 => json!({"pay": {"due": set, "scarce": random::below(rng, 4)}}),
        22 => json!({"ask-token": {"payer": seat, "decider": random::below(rng, 3) + 1}}),
        23 => json!({"roll-crack": {"safe": cell, "dice": set}}),
        24 => json!({"raise-speeds": floor}),
        25 => json!({"draw-tool": {"drawer": seat, "safe": safes[safe]}}),
        26 => json!({"draw-loot": {"drawer": seat, "safe": cell}}),
        27 => json!({"look-patrol": floor}),
        28 => json!({"ask-patrol-place": floor}),
        29 => json!({"ask-tile": random::choose(rng, &events)}),
        30 => json!({"brown-out": [set % 3, set / 3, 0]}),
        _ => json!(random::choose(rng, &plain)),
    }
}

/// A vault with steps piled up at random, most of them where such a step may be, and Guards in any condition.
fn piled_up(rng: &mut Generator) -> Value {
    let mut position = [vault, coming_back][random::below(rng, 2) as usize]();
    let guards = [
        json!({"away": true}),
        json!({"at": "D1", "die": "C3"}),
        json!({"at": "D1"}),
        json!({"at": "A1", "die": "A1"}),
        json!(null),
    ];
    for floor in 0..2 {
        if random::below(rng, 3) > 0 {
            position["floors"][floor]["guard"] = guards[random::below(rng, 5) as usize].clone();
        }
        if random::below(rng, 3) == 0 {
            position["floors"][floor]["alarms"] = json!(["C1"]);
            position["floors"][floor]["tiles"]["C1"] = json!(if floor == 0 { "camera-1" } else { "camera-2" });
            position["floors"][floor]["safes"] = json!(null);
        }
        if random::below(rng, 4) == 0 {
            position["floors"][floor]["top"] = json!({"0": "lost-visual"});
            position["floors"][floor]["discard"] = json!(["D1", "C3"]);
        }
        if random::below(rng, 4) == 0 {
            // The deck is nearly empty.
            let cards = [
                "A2", "B2", "C2", "D2", "E2", "A3", "B3", "D3", "E3", "A5", "B5", "C5", "D5", "E5", "C4", "D4",
            ];
            let left = random::below(rng, 3) as usize;
            let discard = ["D1", "C3"].iter().chain(&cards[..cards.len() - left]);
            position["floors"][floor]["discard"] = json!(discard.collect::<Vec<_>>());
        }
    }
    if random::below(rng, 4) == 0 {
        position["move"] = json!({"seat": 1, "from": "1:A1", "to": "1:C1", "cause": "action", "paid": 1});
    }
    let bottoms = [
        "act",
        "guard-step",
        "next-player",
        "next-player",
        "begin-turn",
        "event-check",
        "act",
    ];
    let mut pending = vec![json!(random::choose(rng, &bottoms))];
    for _ in 0..random::below(rng, 4) {
        pending.push(any_step(rng));
    }
    position["pending"] = json!(pending);
    if random::below(rng, 3) == 0 {
        mutate(&mut position, rng);
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_mistyped_position_panics(seed in any::<u64>(), mistakes in 1usize..5) {
        let mut position = random_position(seed);
        let mut rng = random::stream(seed, "mistakes", 0);
        for _ in 0..mistakes {
            mutate(&mut position, &mut rng);
        }
        survive(&position, &mut rng);
    }

    #[test]
    fn no_pile_of_steps_panics(seed in any::<u64>()) {
        let mut rng = random::stream(seed, "piles", 0);
        for _ in 0..3 {
            let position = piled_up(&mut rng);
            survive(&position, &mut rng);
        }
    }

    #[test]
    fn no_mistyped_small_position_panics(seed in any::<u64>(), mistakes in 1usize..6) {
        let mut rng = random::stream(seed, "small mistakes", 0);
        let mut position = [small, large, vault, coming_back][seed as usize % 4]();
        for _ in 0..mistakes {
            mutate(&mut position, &mut rng);
        }
        survive(&position, &mut rng);
    }
}
