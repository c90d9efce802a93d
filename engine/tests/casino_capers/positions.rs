//! Positions of Casino Capers: exact round trips, short positions written by hand, and an error for every
//! contradiction.

use heist_engine::casino_capers::{
    Action, CasinoCapers, Chips, DeadDrops, Finale, Gear, Position, Scenario, Setup, Tables,
};
use heist_engine::random::{self, Generator};
use heist_engine::{Fill, Game, Node, Overrides, Problem, Seat, Windows};
use serde_json::{Map, Value, json};

use super::support::state;

// ---------------------------------------------------------------------------------------------------------------------
// Helpers

fn read(position: &Value, overrides: Overrides) -> Result<CasinoCapers, Vec<Problem>> {
    let position: Position = serde_json::from_value(position.clone()).expect("the shape of a position");
    CasinoCapers::from_position(position, overrides).map_err(|error| error.problems)
}

/// The problems of a position, as texts.
fn problems(position: &Value) -> Vec<String> {
    read(position, Overrides::None)
        .expect_err("a contradiction")
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn assert_round_trip(state: &CasinoCapers) {
    let text = serde_json::to_string(state).expect("a state is always JSON");
    match serde_json::from_str::<CasinoCapers>(&text) {
        Ok(again) => {
            assert!(again == *state, "{text}\n{state:?}\n{again:?}");
            assert_eq!(again.key(), state.key(), "{text}");
        }
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// A setup of any kind; finales take turns.
fn setup(game: u64, rng: &mut Generator) -> Setup {
    let mut setup = Setup::random_finale(1 + random::below(rng, 4) as u8, u64::from(random::below(rng, u32::MAX)));
    match random::below(rng, 3) {
        0 => setup.finales = vec![Finale::TheRaid, Finale::ALL[game as usize % Finale::ALL.len()]],
        1 => {}
        _ => setup.scenario = Scenario::Known(Finale::ALL[game as usize % Finale::ALL.len()]),
    }
    setup.finales.dedup();
    setup.character_count = Some(setup.seats.max(2 + random::below(rng, 3) as u8));
    setup.suspicion = 1 + random::below(rng, 10) as u8;
    setup.abilities = Some(random::below(rng, 2) == 0);
    setup.windows = random::choose(rng, Windows::ALL);
    if random::below(rng, 3) == 0 {
        setup.dead_drops = DeadDrops::Drawn;
    }
    if random::below(rng, 2) == 0 {
        let alternates = Gear::ALL
            .iter()
            .copied()
            .filter(|&card| Tables::card(card).alternate_of.is_some());
        setup.alternates = alternates.collect();
    }
    if random::below(rng, 4) == 0 {
        setup.chips = Chips::Uniform;
    }
    if random::below(rng, 6) == 0 {
        setup.turn_limit = random::below(rng, 9) as u16;
    }
    setup.complete().expect("random setups are legal")
}

/// Plays on at random to the end, or for so many steps. Of a few choices the one that keeps the game going is taken.
fn play(
    state: &mut CasinoCapers,
    steps: usize,
    rng: &mut Generator,
    mut see: impl FnMut(&CasinoCapers, &mut Generator),
) {
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    for _ in 0..steps {
        see(state, rng);
        match state.node() {
            Node::Terminal => return,
            Node::Chance => {
                state.outcomes(&mut outcomes);
                assert!(!outcomes.is_empty(), "{state:?}");
                let tried: Vec<CasinoCapers> = (0..2)
                    .map(|_| {
                        let mut next = *state;
                        let outcome = state.sample(rng);
                        next.resolve(outcome);
                        next
                    })
                    .collect();
                *state = *tried.iter().find(|next| next.result().is_none()).unwrap_or(&tried[0]);
            }
            Node::Decision(_) => {
                state.legal_actions(&mut legal);
                assert!(!legal.is_empty(), "{state:?}");
                let tried: Vec<CasinoCapers> = (0..2)
                    .map(|_| {
                        let mut next = *state;
                        next.apply(choice(&legal, rng));
                        next
                    })
                    .collect();
                *state = *tried.iter().find(|next| next.result().is_none()).unwrap_or(&tried[0]);
            }
        }
    }
    see(state, rng);
}

/// A random action, more often than not a rare one.
fn choice(legal: &[Action], rng: &mut Generator) -> Action {
    let rare: Vec<Action> = legal
        .iter()
        .copied()
        .filter(|action| {
            !matches!(
                action,
                Action::Move(_) | Action::Pass | Action::End | Action::Use(_) | Action::Peek(_) | Action::Reroll(_)
            )
        })
        .collect();
    if !rare.is_empty() && random::below(rng, 2) == 0 {
        random::choose(rng, &rare)
    } else {
        random::choose(rng, legal)
    }
}

/// A short position in which the Safe is about to be cracked, or has just been, and the finale is set up.
fn late(finale: Finale, players: usize) -> Value {
    let characters = ["hawk", "rook", "acrobat", "peterman"];
    let at = ["1:B2", "2:B1", "2:C3", "1:C4"];
    let players: Vec<Value> = (0..players)
        .map(|player| json!({"character": characters[player], "at": at[player]}))
        .collect();
    let mut position = json!({
        "players": players,
        "entrances": ["1:A1", "1:D4"],
        "tiles": {
            "1:B2": "pool-2", "1:A1": "slots-3", "1:C4": "owners-office", "2:C3": "lounge-4",
            "2:B2": "safe", "2:A2": "pool-1", "2:C2": "lounge-3", "2:D2": "buffet-5",
            "2:B1": "cashier-cages-6", "2:B3": "slots-4", "2:B4": "surveillance-3"
        },
        "bouncers": [{"at": "1:D1", "marker": "1:A4"}, {"at": "2:A4", "marker": "2:D4"}],
        "decks": [{"discards": ["1:D1", "1:A4"]}, {"discards": ["2:A4", "2:D4"]}],
        "finale": finale
    });
    match finale {
        Finale::GravityBoots => position["players"][0]["boots"] = json!(true),
        Finale::CatchATiger => {
            position["tiger"] = json!("1:B2");
            position["players"][0]["steaks"] = json!(4);
        }
        Finale::TheRaid => position["swat"] = json!(["2:C3", "2:A1"]),
        _ => {}
    }
    position
}

/// The moment before the last crack.
fn before_crack(players: usize, finale: Finale) -> Value {
    let mut position = late(finale, players);
    let fields = position.as_object_mut().expect("an object");
    fields.remove("finale");
    fields.remove("swat");
    fields.remove("tiger");
    fields.insert("scenario".to_owned(), json!(Scenario::Known(finale)));
    fields.insert("cracked".to_owned(), json!(["2:A2", "2:C2", "2:D2", "2:B1", "2:B3"]));
    fields.insert("dice".to_owned(), json!({"safe": 4}));
    for player in position["players"].as_array_mut().expect("players") {
        let player = player.as_object_mut().expect("an object");
        player.remove("boots");
        player.remove("steaks");
    }
    position["players"][0]["at"] = json!("2:B2");
    position["players"][1]["gear"] = json!({"earpiece": "prepped", "fake-schedule": "unprepped", "disguise": "back"});
    position
}

// ---------------------------------------------------------------------------------------------------------------------
// Round trips

#[test]
fn every_step_of_random_games_round_trips() {
    for game in 0..120 {
        let mut rng = random::stream(11, "round trips", game);
        let setup = setup(game, &mut rng);
        let mut state = CasinoCapers::new(&setup).expect("a playable setup");
        play(&mut state, 2_000, &mut rng, |state, _| assert_round_trip(state));
    }
}

#[test]
fn filled_worlds_round_trip_and_their_views_too() {
    for game in 0..60 {
        let mut rng = random::stream(12, "worlds", game);
        let setup = setup(game, &mut rng);
        let mut state = CasinoCapers::new(&setup).expect("a playable setup");
        let filled_at = random::below(&mut rng, 60);
        let mut step = 0;
        play(&mut state, filled_at as usize, &mut rng, |_, _| {});
        state.determinize(Fill::All, &mut rng);
        play(&mut state, 2_000, &mut rng, |state, rng| {
            assert_round_trip(state);
            step += 1;
            if step % 7 == 0 {
                let view = state.information_state(Seat(0));
                assert_round_trip(&view);
                let mut world = view;
                world.determinize(Fill::All, rng);
                assert_round_trip(&world);
            }
        });
    }
}

#[test]
fn finales_round_trip_from_the_crack_on() {
    let mut endings = std::collections::BTreeMap::new();
    for &finale in Finale::ALL {
        for game in 0..30 {
            let mut rng = random::stream(13, finale.name(), game);
            let mut state = state(&before_crack(2 + game as usize % 3, finale));
            state.set_windows(Windows::ALL[game as usize / 3 % 3]);
            if game % 4 == 3 {
                state.determinize(Fill::All, &mut rng);
            }
            let mut runs = false;
            play(&mut state, 3_000, &mut rng, |state, rng| {
                runs |= state.running_finale().is_some();
                assert_round_trip(state);
                if random::below(rng, 8) == 0 {
                    let mut world = state.information_state(Seat(0));
                    assert_round_trip(&world);
                    world.determinize(Fill::All, rng);
                    assert_round_trip(&world);
                }
            });
            let ending = state.result().map_or("none", |result| result.ending);
            *endings.entry((finale.name(), runs, ending)).or_insert(0) += 1;
        }
    }
    let ran = |finale: &Finale| endings.keys().any(|(name, runs, _)| *name == finale.name() && *runs);
    assert!(Finale::ALL.iter().all(ran), "{endings:?}");
}

#[test]
fn a_short_position_for_each_finale_can_be_played_on() {
    for &finale in Finale::ALL {
        for players in 2..=4 {
            for game in 0..10 {
                let mut rng = random::stream(14, finale.name(), game);
                let mut state = state(&late(finale, players));
                assert_eq!(state.running_finale(), Some(finale));
                play(&mut state, 3_000, &mut rng, |state, _| assert_round_trip(state));
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Contradictions

/// A copy with something else at a pointer; `null` takes away what is there.
fn with(position: &Value, pointer: &str, value: Value) -> Value {
    let mut position = position.clone();
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = position
        .pointer_mut(parent)
        .unwrap_or_else(|| panic!("nothing at {parent}"));
    match parent {
        Value::Object(fields) if value.is_null() => {
            fields.remove(key);
        }
        Value::Object(fields) => {
            fields.insert(key.to_owned(), value);
        }
        Value::Array(items) => items[key.parse::<usize>().expect("a place")] = value,
        other => panic!("{other} has no parts"),
    }
    position
}

/// A position before the finale.
fn early() -> Value {
    let mut position = late(Finale::HailMary, 2);
    position.as_object_mut().expect("an object").remove("finale");
    position
}

#[test]
fn every_contradiction_is_named() {
    let early = early();
    let tiger = late(Finale::CatchATiger, 2);
    let ghost = with(&early, "/players/1/character", json!("ghost"));
    let cases: &[(&Value, &str, Value, &str)] = &[
        (
            &early,
            "/game",
            json!("chess"),
            "game: found `chess`, expected `casino-capers`",
        ),
        (
            &early,
            "/players",
            json!([{"character": "hawk"}]),
            "players: found 1 players, expected 2 to 4",
        ),
        (
            &early,
            "/players/1/character",
            json!("hawk"),
            "found hawk again, expected every character at most once",
        ),
        (&ghost, "/abilities", json!(true), ""),
        (
            &ghost,
            "/abilities",
            json!(false),
            "found ghost, expected `abilities` with it",
        ),
        (
            &ghost,
            "/players/0/character",
            json!("spotter"),
            "found ghost again with the same gear",
        ),
        (
            &early,
            "/players/1/character",
            json!(null),
            "players[1].character: missing",
        ),
        (
            &early,
            "/players/1/at",
            json!("3:A1"),
            "found 3:A1, expected a cell from 1:A1 to 2:D4",
        ),
        (&early, "/players/1/at", json!("1:E1"), "players[1].at: found 1:E1"),
        (
            &early,
            "/players/1/at",
            json!("exited"),
            "found exited, expected nobody before the finale runs",
        ),
        (
            &early,
            "/players/1/at",
            json!("lifted"),
            "found lifted, expected a step with which the player enters",
        ),
        (
            &early,
            "/players/1/heat",
            json!(6),
            "found 6 heat, expected less than 6 while the game goes on",
        ),
        (&early, "/players/1/heat", json!(-1), "found -1, expected 0 to 255"),
        (
            &early,
            "/players/1/gear",
            json!({"earpiece": "prepped 2"}),
            "found 2 uses, expected less than 2",
        ),
        (
            &early,
            "/players/1/gear",
            json!({"earpiece": "on"}),
            "found `on`, expected unprepped, prepped",
        ),
        (
            &early,
            "/players/1/gear",
            json!({"binoculars": "back"}),
            "found binoculars again (player 1 has it)",
        ),
        (
            &early,
            "/players/1/gear",
            json!({"earpiece": "prepped", "walk-and-talk": "unprepped"}),
            "found earpiece with walk-and-talk in the game, expected one of the two",
        ),
        (
            &early,
            "/players/1/boots",
            json!(true),
            "found gravity boots, expected nobody with them",
        ),
        (&early, "/players/1/in-car", json!(true), "found a player in the car"),
        (
            &early,
            "/players/1/die",
            json!(1),
            "found a count, expected none before the finale laundry-day runs",
        ),
        (
            &early,
            "/players/1/task-card",
            json!(1),
            "found a card, expected none without `dead-drops`",
        ),
        (&early, "/dead-drops", json!(true), "players[0].task-card: missing"),
        (&early, "/seats", json!(3), "seats: found 3, expected 1 to 2"),
        (&early, "/suspicion", json!(11), "suspicion: found 11, expected 1 to 10"),
        (
            &early,
            "/windows",
            json!("some"),
            "windows: found `some`, expected full, reduced or off",
        ),
        (
            &early,
            "/scenario",
            json!("finale-10"),
            "scenario: found `finale-10`, expected random-finale",
        ),
        (
            &early,
            "/finales",
            json!([]),
            "finales: found no finale, expected at least one",
        ),
        (&early, "/finale", json!("hail-mary"), ""),
        (&early, "/turn", json!(0), "turn: found 0, expected a turn from 1 on"),
        (&early, "/current", json!(3), "current: found 3, expected 1 to 2"),
        (
            &early,
            "/actions",
            json!("four"),
            "actions: found \"four\", expected a whole number",
        ),
        (
            &early,
            "/done",
            json!(["slept"]),
            "found `slept`, expected one of prepped, ability, fainted",
        ),
        (
            &early,
            "/entrances",
            json!(null),
            "entrances: missing, expected two corners of floor 1",
        ),
        (
            &early,
            "/entrances",
            json!(["1:A1", "1:B2"]),
            "expected two corners of floor 1",
        ),
        (
            &early,
            "/walls",
            json!([["A1-C1"]]),
            "walls[0][0]: found `A1-C1`, expected a wall between two squares",
        ),
        (
            &early,
            "/walls",
            json!([["A1-B1", "A1-B1"]]),
            "found A1-B1 twice, expected every wall once",
        ),
        (
            &early,
            "/walls",
            json!([["A1-B1", "A1-A2"]]),
            "found squares cut off, expected a way between any two squares",
        ),
        (
            &early,
            "/tiles/1:D3",
            json!("safe"),
            "tiles.1:D3: found safe again, expected 1 in the game",
        ),
        (
            &early,
            "/tiles/1:D3",
            json!("casino"),
            "expected a tile such as pool-2 or safe",
        ),
        (&early, "/tiles/5", json!("pool-2"), "expected a cell"),
        (
            &early,
            "/tiles",
            json!({"1:A1": "monorail-1", "2:A1": "monorail-2", "2:A2": "monorail-1"}),
            "tiles.2:A2: found monorail-1 again, expected 1 in the game",
        ),
        (
            &early,
            "/tiles",
            json!({"1:A1": "monorail-1", "1:A2": "monorail-2"}),
            "found monorail-2 on floor 1, expected one Monorail on each floor",
        ),
        (
            &early,
            "/tiles",
            json!({"1:A1": "safe"}),
            "found safe on floor 1, expected it on floor 2",
        ),
        (
            &early,
            "/hidden-tiles",
            json!({"1:B2": "slots-3"}),
            "found slots-3 where pool-2 lies already",
        ),
        (
            &early,
            "/chips",
            json!({"1:A2": "moon"}),
            "found `moon`, expected a chip such as mole",
        ),
        (
            &early,
            "/chips",
            json!({"1:A2": "saleswoman", "1:A3": "saleswoman"}),
            "found saleswoman again, expected 1",
        ),
        (
            &early,
            "/chips",
            json!({"1:A2": "?prima-donna"}),
            "expected a Prima Donna in Bodyguard only",
        ),
        (
            &early,
            "/chips",
            json!({"1:B2": "?"}),
            "found a face-down chip on the face-up tile of 1:B2",
        ),
        (
            &early,
            "/box-weights",
            json!({"mole": 1}),
            "box-weights: found weights, expected them in Bodyguard only",
        ),
        (
            &early,
            "/named-chips",
            json!(["1:A3"]),
            "expected a cell with a face-down chip",
        ),
        (
            &early,
            "/cubes",
            json!({"1:B2": 1}),
            "cubes.1:B2: found 1 cubes, expected at most 0 there",
        ),
        (
            &early,
            "/cubes",
            json!({"2:B4": 4}),
            "found 4 cubes, expected at most 3 there",
        ),
        (
            &early,
            "/crows",
            json!(["1:A1", "1:A2", "1:A3", "1:A4", "1:B1"]),
            "found 5 tokens, expected at most 4",
        ),
        (
            &early,
            "/crowds",
            json!(["1:A1", "1:A1"]),
            "found 1:A1 twice, expected every cell once",
        ),
        (
            &early,
            "/monorail",
            json!("1:D4"),
            "expected a face-up tile other than the monorail",
        ),
        (
            &early,
            "/out-of-order",
            json!("2:B2"),
            "out-of-order: found 2:B2, expected a face-up tile",
        ),
        (
            &early,
            "/jammed",
            json!("2:B4"),
            "jammed: found 2:B4, expected none without the Juicer and abilities",
        ),
        (
            &early,
            "/zip-lines",
            json!(["E1"]),
            "zip-lines[0]: found `E1`, expected a square from A1 to D4",
        ),
        (
            &early,
            "/cracked",
            json!(["2:A1"]),
            "expected a tile in the row or column of the Safe",
        ),
        (
            &early,
            "/cracked",
            json!(["2:A2", "2:C2", "2:D2", "2:B1", "2:B3", "2:B4"]),
            "found all crack tokens",
        ),
        (
            &early,
            "/dice",
            json!({"safe": 6}),
            "dice.safe: found 6, expected 0 to 5",
        ),
        (
            &early,
            "/dice",
            json!({"safe": 3, "office": 3}),
            "dice: found 6 dice, expected at most 5",
        ),
        (
            &early,
            "/dice",
            json!({"loose": {"1:A1": 1}}),
            "expected none on tiles while owners-office is face up",
        ),
        (
            &early,
            "/bouncers",
            json!([{"at": "1:A1", "marker": "1:A2"}]),
            "bouncers[1].at: missing",
        ),
        (
            &early,
            "/bouncers/0/at",
            json!(null),
            "bouncers[0].at: missing, expected the cell of the floor's bouncer",
        ),
        (
            &early,
            "/bouncers/0/at",
            json!("2:A1"),
            "bouncers[0].at: found 2:A1, expected a cell of floor 1",
        ),
        (
            &early,
            "/bouncers/0/prey",
            json!(1),
            "found a prey, expected none with a marker",
        ),
        (
            &early,
            "/bouncers/0/marker",
            json!("1:D1"),
            "found a bouncer on his marker, expected another cell",
        ),
        (
            &early,
            "/decks/0/discards",
            json!(["1:A1", "1:A1"]),
            "found 1:A1 again, expected every card once",
        ),
        (
            &early,
            "/decks/0/discards",
            json!(["distracted", "distracted"]),
            "found 2 distracted cards, expected 1",
        ),
        (
            &early,
            "/decks/0/top",
            json!({"0": "1:D1"}),
            "decks[0].top.0: found 1:D1 again, expected every card once",
        ),
        (
            &early,
            "/decks/0/top",
            json!({"99": "1:A1"}),
            "found depth 99, expected less than the deck's",
        ),
        (
            &early,
            "/decks/0/hidden-top",
            json!({"0": "1:D1"}),
            "expected a card from `1` that lies nowhere else",
        ),
        (
            &early,
            "/decks/0/sources",
            json!(["1", "3"]),
            "found `3`, expected one of 1, 2, fake-orders, seen",
        ),
        (
            &early,
            "/decks/0/sources",
            json!(["seen"]),
            "found a place that is `seen`, expected its card in `top`",
        ),
        (
            &early,
            "/fake-orders",
            json!(["1:A1"]),
            "expected none without a finale that begins with Fake Orders",
        ),
        (
            &early,
            "/events",
            json!({"pool": ["thirsty"]}),
            "found thirsty, expected an event of the Pool",
        ),
        (
            &early,
            "/events",
            json!({"pool": ["cannonball", "cannonball"]}),
            "found cannonball again",
        ),
        (
            &early,
            "/pile",
            json!(["binoculars"]),
            "found binoculars again, expected a card that nobody has",
        ),
        (
            &early,
            "/tasks",
            json!(["fall"]),
            "found fall, expected a task of a player's card",
        ),
        (
            &early,
            "/car",
            json!("1:A1"),
            "car: found a cell, expected none before the finale rescuing-her-ride is set up",
        ),
        (
            &early,
            "/swat",
            json!(["2:A1"]),
            "expected none before the finale the-raid runs",
        ),
        (
            &early,
            "/steaks",
            json!(["2:A1"]),
            "expected none before the finale catch-a-tiger runs",
        ),
        (
            &early,
            "/unlocked",
            json!(true),
            "expected a finale with a lasting unlock",
        ),
        (
            &early,
            "/contorted",
            json!(1),
            "expected none without a bouncer's movement",
        ),
        (
            &early,
            "/ending",
            json!("won"),
            "ending: found `won`, expected one of playing, escaped",
        ),
        (
            &early,
            "/ending",
            json!("escaped"),
            "ending: found escaped, expected all players exited",
        ),
        (
            &early,
            "/resolving",
            json!([]),
            "resolving: found no step, expected at least one while the game goes on",
        ),
        (
            &early,
            "/resolving",
            json!(["dance"]),
            "resolving[0]: found `dance`, expected a step such as act",
        ),
        (
            &early,
            "/resolving",
            json!(["act now"]),
            "found `act now`, expected nothing more before `now`",
        ),
        (&early, "/resolving", json!(["ask-entry"]), "expected him outside"),
        (
            &early,
            "/resolving",
            json!(["walk 1 3"]),
            "expected the step of a turn at the bottom",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "act"]),
            "found act, expected no such step above act",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "walk 1 3"]),
            "expected a step that waits for a player or for chance",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "walk 1 4"]),
            "expected 0 to 3 spaces",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "reveal-tile 1:B2"]),
            "expected a face-down tile there",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "reveal-chip 1:A4"]),
            "expected a face-down chip there",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "roll-dice 1"]),
            "found roll-dice 1, expected no such step above act",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "table-roll 1 1:B2", "roll-dice 3"]),
            "found 3 dice, expected 2",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "draw-event 3 pool"]),
            "found player 3, expected 1 to 2",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "ask-hunt 1"]),
            "found ask-hunt 1 with nothing to choose from",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "start-finale", "draw-finale"]),
            "expected the Safe cracked",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "open S 1"]),
            "expected a step that waits",
        ),
        (
            &early,
            "/resolving",
            json!(["act", "ask-window C 1:A1"]),
            "expected no such step above act",
        ),
        (&early, "/ending", json!("stall"), ""),
        (
            &tiger,
            "/finales",
            json!(["the-raid"]),
            "finale: found catch-a-tiger, expected one of the finales",
        ),
        (
            &tiger,
            "/scenario",
            json!("finale-1"),
            "finale: found catch-a-tiger, expected bodyguard",
        ),
        (
            &tiger,
            "/tiger",
            json!(null),
            "tiger: found no tiger, expected it on the board until it is fed",
        ),
        (
            &tiger,
            "/players/0/steaks",
            json!(3),
            "found 3 steaks, 3 of them held, expected 4",
        ),
        (
            &tiger,
            "/cracked",
            json!(["2:A2"]),
            "found catch-a-tiger with the Safe closed",
        ),
        (
            &tiger,
            "/tiles/2:B2",
            json!(null),
            "found catch-a-tiger with the Safe closed",
        ),
        (
            &tiger,
            "/tiles/2:B1",
            json!(null),
            "found face-down tiles in the row or column of the Safe",
        ),
    ];
    let mut missed = Vec::new();
    for (base, pointer, value, expected) in cases {
        let found = match read(&with(base, pointer, value.clone()), Overrides::None) {
            Ok(_) => vec![String::new()],
            Err(problems) => problems.iter().map(ToString::to_string).collect(),
        };
        // Nothing is expected of what is right.
        let is_named = found
            .iter()
            .any(|problem| problem.contains(expected) && problem.is_empty() == expected.is_empty());
        if !is_named {
            missed.push(format!("{pointer} with {value}: {found:#?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// finale.bodyguard.rule.2, finale.bodyguard.ruling.3: a Prima Donna on a character card is neither unseen nor gone,
/// and none is discarded. Before the chips are gathered there may be some among the discards, and none on a card.
#[test]
fn prima_donnas_on_cards_are_not_gone() {
    let mut position = late(Finale::Bodyguard, 2);
    position["players"][0]["prima-donnas"] = json!(2);
    position["chips"] = json!({"1:C3": "?", "1:D3": "?prima-donna"});
    position["discarded-chips"] = json!(["drunk"]);
    let taken = state(&position);
    assert_eq!(taken.finale_count(0), 2);
    let written = serde_json::to_value(taken).expect("a state is always JSON");
    assert_eq!(written["discarded-chips"], json!(["drunk"]));
    assert_round_trip(&taken);

    let mut doubled = position.clone();
    doubled["discarded-chips"] = json!(["drunk", "prima-donna"]);
    assert_eq!(
        problems(&doubled),
        [
            "discarded-chips[1]: found prima-donna, expected none in Bodyguard, where she is taken onto a character \
             card (finale.bodyguard.ruling.3)"
        ]
    );
    position["players"][1]["prima-donnas"] = json!(1);
    assert_eq!(
        problems(&position),
        ["players[1].prima-donnas: found prima-donna again, expected 3 in the game"]
    );

    let mut to_come = late(Finale::Bodyguard, 2);
    to_come["discarded-chips"] = json!(["prima-donna"]);
    to_come["resolving"] = json!(["act", "set-up-finale", "ask-fake-orders"]);
    assert_round_trip(&state(&to_come));
    to_come["players"][1]["prima-donnas"] = json!(1);
    assert_eq!(
        problems(&to_come),
        ["players[1].prima-donnas: found 1, expected 0 before the chips are gathered (finale.bodyguard.setup.1)"]
    );
}

#[test]
fn two_players_have_no_token_of_which_there_is_one() {
    for field in ["disguise", "dubious"] {
        let once = with(&early(), &format!("/players/0/{field}"), json!(true));
        state(&once);
        let twice = with(&once, &format!("/players/1/{field}"), json!(true));
        assert!(
            problems(&twice)[0].contains("found a second one, expected one in the game"),
            "{field}"
        );
    }
}

#[test]
fn unconnected_walls_may_be_waived_and_played() {
    for mode in Windows::ALL {
        let walls = json!([["A1-B1", "A1-A2"], ["D1-D2", "C1-D1"]]);
        let position = with(&with(&early(), "/walls", walls), "/windows", json!(mode));
        assert!(read(&position, Overrides::None).is_err());
        let mut rng = random::stream(15, "walls", *mode as u64);
        for _ in 0..10 {
            let mut state = read(&position, Overrides::Waivable).expect("waivable");
            play(&mut state, 2_000, &mut rng, |_, _| {});
        }
    }
}

#[test]
fn unknown_fields_and_wrong_shapes_are_refused() {
    for text in [
        r#"{"plyers": []}"#,
        r#"{"players": [{"name": "hawk"}]}"#,
        "[]",
        "7",
        r#"{"dice": {"x": 1}}"#,
    ] {
        assert!(serde_json::from_str::<CasinoCapers>(text).is_err(), "{text}");
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Mutations

/// All values of a position that may be replaced, by their pointers.
fn pointers(at: &str, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let pointer = format!("{at}/{key}");
                pointers(&pointer, value, found);
                found.push(pointer);
            }
        }
        Value::Array(items) => {
            for (place, value) in items.iter().enumerate() {
                let pointer = format!("{at}/{place}");
                pointers(&pointer, value, found);
                found.push(pointer);
            }
        }
        _ => {}
    }
}

fn pick<'a, T>(rng: &mut Generator, items: &'a [T]) -> &'a T {
    &items[random::below(rng, items.len() as u32) as usize]
}

/// One change: a value taken away, or replaced by a similar one, another of the position, or something else.
fn mutate(position: &mut Value, corpus: &[String], rng: &mut Generator) {
    let mut all = Vec::new();
    pointers("", position, &mut all);
    let pointer = pick(rng, &all).clone();
    let now = position.pointer(&pointer).cloned().unwrap_or_default();
    let other = position
        .pointer(pick(rng, all.as_slice()).as_str())
        .cloned()
        .unwrap_or_default();
    let odd = [
        json!(0),
        json!(1),
        json!(5),
        json!(255),
        json!(-1),
        json!(true),
        json!([]),
        json!({}),
        json!("1:B2"),
        json!("?"),
    ];
    let value = match random::below(rng, 10) {
        0 => Value::Null,
        1 => other,
        2 => json!([pick(rng, corpus)]),
        3 => pick(rng, &odd).clone(),
        _ => similar(&now, rng),
    };
    *position = with(position, &pointer, value);
}

/// A value of the same kind.
fn similar(value: &Value, rng: &mut Generator) -> Value {
    match value {
        Value::Number(number) => json!(number.as_i64().unwrap_or(0) + i64::from(random::below(rng, 5)) - 2),
        Value::Bool(flag) => json!(!flag),
        Value::String(text) => json!(elsewhere(text, rng)),
        Value::Array(items) if !items.is_empty() => {
            let mut items = items.clone();
            items.remove(random::below(rng, items.len() as u32) as usize);
            json!(items)
        }
        other => other.clone(),
    }
}

/// A text with other cells and numbers, now and then.
fn elsewhere(text: &str, rng: &mut Generator) -> String {
    let cells: Vec<String> = CasinoCapers::cells().map(|cell| cell.to_string()).collect();
    let changed = text.split(' ').map(|word| match random::below(rng, 2) {
        0 => word.to_owned(),
        _ if cells.iter().any(|cell| cell == word) => pick(rng, &cells).clone(),
        _ if word.parse::<u8>().is_ok() => (1 + random::below(rng, 3)).to_string(),
        _ => word.to_owned(),
    });
    changed.collect::<Vec<_>>().join(" ")
}

/// Other steps than there were: one more, one less, one changed.
fn mutate_steps(position: &mut Value, corpus: &[String], rng: &mut Generator) {
    let fields: &mut Map<String, Value> = position.as_object_mut().expect("an object");
    let steps = fields.entry("resolving").or_insert_with(|| json!(["act"]));
    let Some(steps) = steps.as_array_mut() else { return };
    let step = json!(elsewhere(pick(rng, corpus).as_str(), rng));
    let place = random::below(rng, steps.len() as u32 + 1) as usize;
    match random::below(rng, 4) {
        0 if place < steps.len() => steps[place] = step,
        1 if place < steps.len() => drop(steps.remove(place)),
        2 => steps.push(step),
        _ => steps.insert(place, step),
    }
}

/// How many changed positions are tried.
const CHANGES: usize = 30_000;

#[test]
fn a_changed_position_is_refused_or_playable() {
    let mut bases: Vec<Value> = vec![early()];
    let mut corpus: Vec<String> = Vec::new();
    let mut rng = random::stream(16, "mutations", 0);
    for &finale in Finale::ALL {
        bases.push(late(finale, 2 + finale as usize % 3));
        let mut state = state(&before_crack(2 + finale as usize % 3, finale));
        play(&mut state, 400, &mut rng, |state, rng| {
            let position = serde_json::to_value(state.position()).expect("JSON");
            for step in position["resolving"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
            {
                if !corpus.iter().any(|known| known == step) {
                    corpus.push(step.to_owned());
                }
            }
            if random::below(rng, 20) == 0 {
                bases.push(position);
            }
        });
    }
    for game in 0..20 {
        let setup = setup(game, &mut rng);
        let mut state = CasinoCapers::new(&setup).expect("a playable setup");
        play(&mut state, 300, &mut rng, |state, rng| {
            if random::below(rng, 20) == 0 {
                bases.push(serde_json::to_value(state.position()).expect("JSON"));
            }
        });
    }
    let mut played = 0;
    for _ in 0..CHANGES {
        let mut position = pick(&mut rng, &bases).clone();
        for _ in 0..=random::below(&mut rng, 2) {
            match random::below(&mut rng, 2) {
                0 => mutate(&mut position, &corpus, &mut rng),
                _ => mutate_steps(&mut position, &corpus, &mut rng),
            }
        }
        let Ok(read) = serde_json::from_value::<Position>(position.clone()) else {
            continue;
        };
        let Ok(mut state) = CasinoCapers::from_position(read, Overrides::Waivable) else {
            continue;
        };
        played += 1;
        let text = position.to_string();
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            play(&mut state, 150, &mut rng, |_, _| {});
        }));
        assert!(result.is_ok(), "{text}");
    }
    assert!(played > 500, "{played}");
}

// ---------------------------------------------------------------------------------------------------------------------
// Facts

#[test]
fn facts_cover_positions() {
    use heist_testkit::conformance::{facts_cover_positions, facts_fit_their_pickers};
    let mut rng = random::stream(17, "facts", 0);
    let setups: Vec<Setup> = (0..6).map(|game| setup(game, &mut rng)).collect();
    facts_cover_positions::<CasinoCapers>(&setups);
    facts_fit_their_pickers::<CasinoCapers>(&setups);
}
