//! Positions of Burgle Bros.: exact round trips, short positions written by hand, and an error for every contradiction.

use std::sync::LazyLock;

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{
    Action, BurgleBros, Event, Frame, Loot, Outcome, Position, Scenario, Setup, Sides, Tool, Walls,
};
use heist_engine::random::{self, Generator};
use heist_engine::{Fill, Game, Node, Overrides, Problem, Seat};
use heist_testkit::play_with;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value, json};

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

/// A random action.
fn any_action(state: &BurgleBros, _: Seat, legal: &[Action], rng: &mut Generator) -> Action {
    let smoke = (0..75)
        .filter_map(Cell::from_number)
        .filter(|&at| state.tile_tokens(at) > 0);
    // With Stealth without end a game could use more Smoke Bombs than any game has.
    if legal.contains(&Action::SmokeBomb) && smoke.count() >= 5 {
        let others: Vec<Action> = legal
            .iter()
            .copied()
            .filter(|action| *action != Action::SmokeBomb)
            .collect();
        return random::choose(rng, &others);
    }
    random::choose(rng, legal)
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
fn eager_action(state: &BurgleBros, seat: Seat, legal: &[Action], rng: &mut Generator) -> Action {
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
        random::choose(rng, &urgent)
    } else {
        any_action(state, seat, legal, rng)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Round trips

#[test]
fn every_step_of_random_games_round_trips() {
    for seats in 1..=4 {
        let mut rng = random::stream(11, "round trips", u64::from(seats));
        for seed in 0..25 {
            let first = BurgleBros::new(&setup(seats, seed)).expect("a playable setup");
            for (state, _) in play_with(first, &mut rng, any_action) {
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
            let mut world = BurgleBros::new(&setup(seats, seed)).expect("a playable setup");
            world.determinize(Fill::All, &mut rng);
            for (state, _) in play_with(world, &mut rng, any_action) {
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
            let mut first = patient(seats, seed);
            if seed % 4 >= 2 {
                first.determinize(Fill::All, &mut rng);
            }
            let mut last = first;
            for (count, (state, _)) in play_with(first, &mut rng, eager_action).enumerate() {
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
                last = state;
            }
            assert_round_trip(&last);
            games += 1;
            let seats = Seat::all(last.seats());
            escaped += seats.filter(|&seat| last.has_escaped(seat)).count();
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
    let first = BurgleBros::new(&setup(3, 5)).expect("a playable setup");
    for (state, _) in play_with(first, &mut rng, any_action) {
        let again = BurgleBros::from_position(state.position(), Overrides::None).expect("a reachable state");
        assert_eq!(again.key(), state.key());
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Positions written by hand

/// Positions that are in order, and what contradicts them when a mistake is made in one.
static MISTAKES: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("mistakes.json")).expect("the file is JSON"));

/// A position of `mistakes.json` that is in order.
fn base(name: &str) -> Value {
    let position = &MISTAKES["bases"][name]["position"];
    assert!(position.is_object(), "there is no position `{name}`");
    position.clone()
}

fn small() -> Value {
    base("small")
}

fn large() -> Value {
    base("large")
}

fn vault() -> Value {
    base("vault")
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
    assert_eq!(state.floor_plan(0).hole(), heist_engine::board::parse_square("B4"));
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

/// A contradiction of `mistakes.json`: edits of a position that is in order, the field that must be named, a part of
/// what must be said about it, and whether a person may waive it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    base: String,
    edits: Map<String, Value>,
    field: String,
    says: String,
    #[serde(default)]
    waivable: bool,
    /// The rules that the position breaks, for the ledger.
    #[serde(default, rename = "rules")]
    _rules: Vec<String>,
}

fn mistakes() -> Vec<Mistake> {
    let groups = MISTAKES["mistakes"].as_array().expect("a list of groups");
    let mistakes = groups
        .iter()
        .flat_map(|group| group["cases"].as_array().expect("a list"));
    mistakes
        .map(|mistake| Mistake::deserialize(mistake).unwrap_or_else(|error| panic!("{error} in {mistake}")))
        .collect()
}

#[test]
fn every_contradiction_is_named_with_its_field() {
    let mistakes = mistakes();
    assert!(mistakes.len() > 200, "there are {} mistakes", mistakes.len());
    let mut missed = Vec::new();
    for mistake in mistakes {
        let mut position = base(&mistake.base);
        for (path, value) in &mistake.edits {
            put(&mut position, path, value.clone());
        }
        let expected = format!("{}: {} (waivable: {})", mistake.field, mistake.says, mistake.waivable);
        let Err(problems) = read(&position, Overrides::None) else {
            missed.push(format!("{expected}, found no problem"));
            continue;
        };
        let is_named = problems.iter().any(|problem| {
            problem.field.starts_with(&mistake.field)
                && problem.what.contains(&mistake.says)
                && problem.waivable == mistake.waivable
        });
        if !is_named {
            missed.push(format!("{expected}, found {problems:#?}"));
        }
        // A person may waive what is marked so, and nothing else.
        let waived = read(&position, Overrides::Waivable);
        if problems.iter().all(|problem| problem.waivable) {
            assert!(waived.is_ok(), "{waived:?}")
        } else {
            assert!(waived.is_err_and(|left| left.iter().all(|problem| !problem.waivable)))
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
    let steps = random::below(&mut rng, 400) as usize;
    let game = play_with(state, &mut rng, eager_action).take(steps + 1);
    let (last, _) = game.last().expect("a game has a first state");
    serde_json::to_value(last.position()).expect("JSON")
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
                    let game = play_with(state, rng, any_action).take(41);
                    let (played, _) = game.last().expect("a game has a first state");
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
