//! The older printing's sides (C-NOTE-2, ruling R14): the rows of characters-older.csv against the game, which sides
//! are dealt, and games with them. What each does, clause by clause, is in `cases/older-printing.toml`.

use std::collections::BTreeSet;

use heist_engine::burgle_bros::{Action, BurgleBros, Character, Position, Scenario, Setup, Sides};
use heist_engine::record::{Recorder, Replay};
use heist_engine::{Game, Node, Overrides, Seat, random};
use heist_testkit::conformance::check_replay;
use serde_json::json;

use super::support::{data, legal, play, position};

/// The four of them, and the sides they replace.
const OLDER: [(Character, Character); 4] = [
    (Character::HackerOlder, Character::HackerBasic),
    (Character::HawkOlder, Character::HawkBasic),
    (Character::JuicerOlder, Character::JuicerBasic),
    (Character::RavenOlder, Character::RavenBasic),
];

fn older(scenario: Scenario, seats: u8, seed: u64) -> Setup {
    Setup {
        sides: Sides::Older,
        ..Setup::new(scenario, seats, seed)
    }
}

fn words(state: &BurgleBros) -> BTreeSet<String> {
    let actions = legal(state);
    let first = |action: &Action| action.to_string().split(' ').next().unwrap_or_default().to_owned();
    actions.iter().map(first).collect()
}

// ---- Rows ----------------------------------------------------------------------------------------------------------

/// C-NOTE-2 (C-HACKER-O, C-HAWK-O, C-JUICER-O, C-RAVEN-O): every row is a side of a card that has a basic and an
/// advanced side, and costs what it says.
#[test]
fn every_older_row_is_a_side_that_costs_what_it_says() {
    let text = data("characters-older.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), OLDER.len());
    for (row, (side, basic)) in rows.iter().zip(OLDER) {
        assert_eq!((&row[1], &row[3]), (side.name(), "older"));
        assert_eq!(
            row[0],
            format!("C-{}-O", row[1].split('-').next().expect("a name").to_uppercase())
        );
        assert_eq!(side.card(), basic.card());
        assert_eq!(Character::basic(side.card()), basic);
        assert_eq!(Character::older(side.card()), side);
        assert_eq!(row[1].parse::<Character>().ok(), Some(side), "its name is read");
        let (word, steps): (&str, &[&str]) = match side {
            Character::HackerOlder => ("hack", &["hack motion"]),
            Character::HawkOlder => ("enhance", &["enhance 1:A2", "tile foyer-1"]),
            Character::JuicerOlder => ("crybaby", &["crybaby 1:D1"]),
            _ => ("crow", &["crow 1:B1"]),
        };
        let mut state = position(&[
            ("/players/0/character", json!(side)),
            ("/players/0/at", json!("1:B1")),
            (
                "/floors/0/tiles",
                json!({"B1": "foyer-2", "C1": "computer-motion-6", "B2": "thermo-1", "D1": "secret-door-2"}),
            ),
            (
                "/crow",
                if side == Character::RavenOlder {
                    json!("1:D3")
                } else {
                    json!(null)
                },
            ),
            ("/turn/actions", json!(4)),
        ]);
        assert!(words(&state).contains(word), "{side}: {:?}", words(&state));
        play(&mut state, steps);
        let cost: u8 = row[6].parse().expect("a cost");
        assert_eq!(state.actions_left(), 4 - cost, "{side}");
        assert_eq!(state.actions_used(), cost, "{side}: what is paid counts for the Event");
        let is_limited = row[7].starts_with("once per turn");
        assert_eq!(state.ability_used(), is_limited, "{side}");
    }
}

/// C-NOTE-2: what the side of the usual printing could do is not offered to these any more, nor what the advanced one
/// can.
#[test]
fn an_older_side_has_nothing_of_the_other_two() {
    let own = |side| match side {
        Character::HackerOlder => "hack",
        Character::HawkOlder => "enhance",
        Character::JuicerOlder => "crybaby",
        _ => "crow",
    };
    for (side, _) in OLDER {
        let state = position(&[
            ("/players/0/character", json!(side)),
            ("/players/0/at", json!("1:B1")),
            (
                "/floors/0/tiles",
                json!({"B1": "foyer-2", "C1": "computer-motion-6", "B2": "thermo-1", "D1": "secret-door-2"}),
            ),
        ]);
        let expected = ["move", "end", own(side)].map(str::to_owned);
        assert_eq!(words(&state), BTreeSet::from(expected), "{side}");
    }
}

/// C-RAVEN-O (R14): wherever on the way of a Guard the crow lies, and whatever his speed: a tile he would leave costs
/// him a step, his own at the start too; the tile he ends on, or one further on, does not.
#[test]
fn a_crow_on_the_way_shortens_the_walk_by_one() {
    let walk = |crow: Option<&str>, speed: u8| {
        let mut state = position(&[
            ("/players/0/character", json!("raven-older")),
            ("/turn/counted", json!(3)),
            ("/crow", json!(crow)),
            ("/floors/0/speed", json!(speed)),
        ]);
        play(&mut state, &["end"]);
        state.guard(0).expect("he is in play").at.to_string()
    };
    let path = ["1:D4", "1:C4", "1:C3", "1:C2", "1:B2", "1:B1"];
    for speed in 1..path.len() {
        assert_eq!(walk(None, speed as u8), path[speed]);
        for (place, crow) in path.iter().enumerate() {
            let expected = if place < speed { path[speed - 1] } else { path[speed] };
            assert_eq!(walk(Some(crow), speed as u8), expected, "speed {speed}, crow on {crow}");
        }
    }
}

// ---- Setups --------------------------------------------------------------------------------------------------------

/// C-NOTE-2, S-START-3 (R14): `sides: older` deals these four and the basic sides of the other five, the same cards as
/// `sides: basic` from the same seed, and never two sides of a card.
#[test]
fn older_sides_are_dealt_in_place_of_the_basic_ones() {
    let mut dealt = BTreeSet::new();
    for seed in 0..120 {
        let seats = 1 + (seed % 4) as u8;
        let setup = older(Scenario::ALL[seed as usize % 3], seats, seed);
        let complete = BurgleBros::complete(&setup).expect("a playable setup");
        let basic = Setup {
            sides: Sides::Basic,
            ..setup
        };
        let basic = BurgleBros::complete(&basic).expect("a playable setup");
        let cards = |setup: &Setup| setup.characters.iter().map(|side| side.card()).collect::<Vec<_>>();
        assert_eq!(cards(&complete), cards(&basic));
        assert_eq!(complete.first, basic.first);
        assert_eq!(
            cards(&complete).into_iter().collect::<BTreeSet<_>>().len(),
            usize::from(seats)
        );
        for (older, basic) in complete.characters.iter().zip(&basic.characters) {
            let replaced = OLDER.iter().find(|(_, side)| side == basic);
            assert_eq!(*older, replaced.map_or(*basic, |(older, _)| *older));
        }
        dealt.extend(complete.characters);
    }
    let names: BTreeSet<&str> = dealt.iter().map(|side| side.name()).collect();
    assert_eq!(
        names.into_iter().collect::<Vec<_>>(),
        [
            "acrobat-basic",
            "hacker-older",
            "hawk-older",
            "juicer-older",
            "peterman-basic",
            "raven-older",
            "rigger-basic",
            "rook-basic",
            "spotter-basic"
        ]
    );
    // No other sides are dealt the older ones.
    for sides in [Sides::Basic, Sides::Advanced, Sides::Both] {
        for seed in 0..60 {
            let setup = Setup {
                sides,
                ..Setup::bank_job(4, seed)
            };
            let complete = BurgleBros::complete(&setup).expect("a playable setup");
            let is_usual = |side: &Character| OLDER.iter().all(|(older, _)| older != side);
            assert!(complete.characters.iter().all(is_usual), "{sides:?} {seed}");
        }
    }
}

/// C-NOTE-2, S-START-3: a setup names them as any side; it is completed to itself, and its text says `older` only if it
/// was left open.
#[test]
fn an_older_setup_is_written_and_read() {
    let text = r#"{"seats": 3, "sides": "older", "seed": 5}"#;
    let setup: Setup = serde_json::from_str(text).expect("a setup");
    let complete = BurgleBros::complete(&setup).expect("a playable setup");
    assert_eq!(BurgleBros::complete(&complete).as_ref(), Ok(&complete));
    assert_eq!(complete.sides, Sides::Basic);
    let written = serde_json::to_string(&complete).expect("JSON");
    let read: Setup = serde_json::from_str(&written).expect("a setup");
    assert_eq!(BurgleBros::new(&read), BurgleBros::new(&setup));
    let named = r#"{"seats": 2, "characters": ["raven-older", "hawk-older"], "first": 2}"#;
    let named: Setup = serde_json::from_str(named).expect("a setup");
    let state = BurgleBros::new(&named).expect("a playable setup");
    assert_eq!(state.character(Seat(0)), Character::RavenOlder);
    assert_eq!(state.character(Seat(1)), Character::HawkOlder);
}

// ---- Whole games ---------------------------------------------------------------------------------------------------

/// C-NOTE-2: games of all scenarios with these sides use all four abilities, and every state of them is written and
/// read, agrees with its views, and replays.
#[test]
fn games_with_older_sides_keep_the_contract() {
    let mut used = BTreeSet::new();
    for number in 0..24u64 {
        let characters = match number % 2 {
            0 => OLDER.map(|(side, _)| side).to_vec(),
            _ => vec![OLDER[number as usize / 2 % 4].0, Character::PetermanBasic],
        };
        let setup = Setup {
            stealth: 6,
            characters,
            ..older(
                Scenario::ALL[number as usize % 3],
                if number % 2 == 0 { 4 } else { 2 },
                number,
            )
        };
        let mut rng = random::stream(34, "games with older sides", number);
        let mut recorder = Recorder::<BurgleBros>::new(&setup).expect("a playable setup");
        while recorder.state().node() != Node::Terminal && recorder.steps().len() < 500 {
            let state = *recorder.state();
            if state.node() == Node::Chance {
                recorder.chance(state.sample(&mut rng)).expect("a possible outcome");
                continue;
            }
            let actions = legal(&state);
            let abilities = actions.iter().filter(|action| {
                matches!(
                    action,
                    Action::HackRoom(_) | Action::Enhance(_) | Action::Crybaby(_) | Action::Crow(_)
                )
            });
            let abilities: Vec<Action> = abilities.copied().collect();
            let from = if abilities.is_empty() || random::below(&mut rng, 3) > 0 {
                &actions
            } else {
                &abilities
            };
            let action = random::choose(&mut rng, from);
            if abilities.contains(&action) {
                let word = action.to_string();
                used.insert((
                    state.character(state.active_seat()),
                    word.split(' ').next().map(str::to_owned),
                ));
            }
            recorder.action(action).expect("a legal action");
            let text = serde_json::to_string(&recorder.state().position()).expect("JSON");
            let position: Position = serde_json::from_str(&text).expect("a position that was written");
            let read = BurgleBros::from_position(position, Overrides::None);
            assert_eq!(read.as_ref().ok(), Some(recorder.state()), "{text}");
        }
        let replay = recorder.finish();
        if number < 6 {
            check_replay(&replay);
        }
        let mut file = Vec::new();
        replay.write(&mut file).expect("a replay is written");
        let read = Replay::<BurgleBros>::read(file.as_slice()).unwrap_or_else(|error| panic!("{error}"));
        read.verify().unwrap_or_else(|error| panic!("{error}"));
    }
    let expected = [
        (Character::HackerOlder, "hack"),
        (Character::HawkOlder, "enhance"),
        (Character::JuicerOlder, "crybaby"),
        (Character::RavenOlder, "crow"),
    ];
    assert_eq!(used, expected.map(|(side, word)| (side, Some(word.to_owned()))).into());
}
