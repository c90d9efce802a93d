//! The Lost Visual variant (section 6.8; S-PATROL-5): its decks, the set-up of floor 1, every Event while a Guard is
//! away, worlds and views, keys, positions and replays. Clause by clause it is in `cases/lost-visual.toml`.

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::board::{Cell, square_name, squares};
use heist_engine::burgle_bros::{
    Action, BurgleBros, Character, Event, Frame, Outcome, Position, Scenario, Setup, Sides, Walls,
};
use heist_engine::random::{self, Generator};
use heist_engine::record::{Recorder, Replay};
use heist_engine::{Fill, Game, Node, Overrides, Seat};
use heist_testkit::conformance::{Place, check_replay, check_state, check_views};
use heist_testkit::{chi_square_critical, play_randomly};
use serde_json::{Value, json};

use super::odds::outcomes;
use super::support::{Change, legal, new_game, play};
use crate::common::rule_ids::{data_folder, table};

// ---- Helpers -------------------------------------------------------------------------------------------------------

type Distribution = BTreeMap<String, f64>;

const LOST: &str = "patrol lost-visual";

fn setup(scenario: Scenario, seats: u8) -> Setup {
    Setup {
        lost_visual: true,
        ..Setup::new(scenario, seats, 7)
    }
}

#[track_caller]
fn assert_uniform(found: &Distribution, expected: &BTreeSet<String>) {
    assert_eq!(found.keys().cloned().collect::<BTreeSet<_>>(), *expected);
    let share = 1.0 / expected.len() as f64;
    let is_even = found.values().all(|found| (found - share).abs() < 1e-12);
    assert!(is_even, "{found:?}, expected {share} each");
}

/// The patrol outcomes of the squares of a floor.
fn cards_of(state: &BurgleBros, floor: usize) -> BTreeSet<String> {
    let cells = squares(state.floor_plan(floor).cells());
    cells.map(|square| format!("patrol {}", square_name(square))).collect()
}

fn with_lost_visual(mut cards: BTreeSet<String>) -> BTreeSet<String> {
    cards.insert(LOST.to_owned());
    cards
}

/// The quiet start of the other tests with Lost Visual; by JSON Pointer.
fn position(changes: &[Change<'_>]) -> BurgleBros {
    let mut all = vec![("/lost-visual", json!(true)), ("/turn/counted", json!(3))];
    all.extend_from_slice(changes);
    super::support::position(&all)
}

/// The same with the Guard of floor 1 away.
fn away(changes: &[Change<'_>]) -> BurgleBros {
    let mut all = vec![
        ("/floors/0/guard", json!({"away": true})),
        ("/floors/0/discard", json!(["D4", "C1", "lost-visual"])),
    ];
    all.extend_from_slice(changes);
    position(&all)
}

fn written(state: &BurgleBros) -> Value {
    serde_json::to_value(state.position()).expect("a position is JSON")
}

/// The state written and read again.
fn reread(state: &BurgleBros) -> BurgleBros {
    let text = serde_json::to_string(&state.position()).expect("a position is JSON");
    let position: Position = serde_json::from_str(&text).expect("a position that was written");
    BurgleBros::from_position(position, Overrides::None).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn has_lost_visual(discard: &Value) -> bool {
    discard
        .as_array()
        .is_some_and(|cards| cards.contains(&json!("lost-visual")))
}

/// Draws a card that is left to chance, or makes the first choice there is.
fn pass(state: &mut BurgleBros, rng: &mut Generator) {
    match state.node() {
        Node::Chance => {
            let outcome = state.sample(rng);
            state.resolve(outcome);
        }
        _ => state.apply(legal(state)[0]),
    }
}

// ---- Decks ---------------------------------------------------------------------------------------------------------

/// S-PATROL-5, H4, P-LV-1, P-LV-2, P-LV-3: one such card in each patrol deck in use, so 17 or 25 cards, of which 9, 6,
/// 3 or none are set aside.
#[test]
fn every_patrol_deck_in_use_has_one_lost_visual() {
    for &scenario in Scenario::ALL {
        for seats in 1..=4 {
            let state = new_game(&setup(scenario, seats));
            let usual = new_game(&Setup::new(scenario, seats, 7));
            assert!(state.has_lost_visual() && !usual.has_lost_visual());
            let cards = if scenario == Scenario::FortKnox { 24 } else { 16 };
            let set_aside = 3 * (4 - usize::from(seats));
            for floor in 0..scenario.floor_count() {
                let (unseen, left) = state.patrol(floor);
                assert_eq!(unseen.count_ones() as usize, cards, "{scenario:?} {seats} {floor}");
                assert_eq!(left, cards + 1 - set_aside, "{scenario:?} {seats} {floor}");
                assert!(state.lost_visual_unseen(floor));
                assert_eq!(usual.patrol(floor), (unseen, left - 1));
                assert!(!usual.lost_visual_unseen(floor));
            }
        }
    }
}

/// P-LV-1, P-LV-2, P-LV-3: the file has three of them, without a square, as many as there are floors at most.
#[test]
fn the_patrol_cards_have_three_lost_visuals_without_a_square() {
    let (_, rows) = table(&data_folder("burgle-bros").join("patrol.csv"));
    let lost: Vec<&Vec<String>> = rows.iter().filter(|row| row[0].starts_with("P-LV-")).collect();
    assert_eq!(lost.len(), 3);
    for (number, row) in lost.iter().enumerate() {
        assert_eq!(row[0], format!("P-LV-{}", number + 1));
        assert!(
            row[2..7].iter().all(String::is_empty),
            "{row:?} names no floor and no square"
        );
        assert_eq!(row[7], "1", "{row:?} is a Lost Visual");
    }
    assert!(rows.iter().filter(|row| row[7] == "1").count() == lost.len());
    let most = Scenario::ALL.iter().map(|scenario| scenario.floor_count()).max();
    assert_eq!(most, Some(lost.len()));
}

/// S-PATROL-5, I-CHANCE-2, I-HID-6: the first card is any of 17 or 25 with equal chances, drawn as they say.
#[test]
fn the_first_card_is_a_lost_visual_as_often_as_any_other() {
    for &scenario in Scenario::ALL {
        let state = new_game(&setup(scenario, 2));
        let expected = with_lost_visual(cards_of(&state, 0));
        assert_eq!(expected.len(), if scenario == Scenario::FortKnox { 25 } else { 17 });
        assert_uniform(&outcomes(&state), &expected);
        let mut rng = random::stream(27, "first patrol cards", 0);
        let draws = 200 * expected.len();
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for _ in 0..draws {
            *counts.entry(state.sample(&mut rng).to_string()).or_default() += 1;
        }
        let off = |found: u32| (f64::from(found) - 200.0).powi(2) / 200.0;
        let statistic: f64 = expected
            .iter()
            .map(|card| off(counts.get(card).copied().unwrap_or(0)))
            .sum();
        assert!(statistic <= chi_square_critical(expected.len() - 1), "{counts:?}");
    }
}

/// S-PATROL-5, H4, I-HID-3, I-HID-6, I-DET-1: it is shuffled in before cards are set aside, so a world has it among
/// them as often as any card: 9 of 17 alone in the Bank Job, 9 of 25 in Fort Knox, never with four players.
#[test]
fn the_lost_visual_may_be_among_the_cards_set_aside() {
    let worlds = 1200;
    for (scenario, seats) in [
        (Scenario::BankJob, 1),
        (Scenario::OfficeJob, 3),
        (Scenario::FortKnox, 1),
        (Scenario::FortKnox, 4),
    ] {
        let state = new_game(&setup(scenario, seats));
        let mut rng = random::stream(28, "worlds", u64::from(seats));
        for floor in 0..scenario.floor_count() {
            let (unseen, left) = state.patrol(floor);
            let found = (0..worlds)
                .filter(|_| {
                    let mut world = state;
                    world.determinize(Fill::All, &mut rng);
                    assert_eq!(world.information_state(Seat(0)), state);
                    let deck = &written(&world)["floors"][floor]["hidden-top"];
                    let deck = deck.as_object().expect("a whole deck");
                    assert_eq!(deck.len(), left);
                    deck.values().any(|card| card == "lost-visual")
                })
                .count();
            let share = left as f64 / f64::from(unseen.count_ones() + 1);
            let spread = (f64::from(worlds) * share * (1.0 - share)).sqrt();
            let off = (found as f64 - f64::from(worlds) * share).abs();
            assert!(
                off <= 5.0 * spread,
                "{scenario:?} {seats}: {found} of {worlds}, expected {share}"
            );
        }
    }
}

/// H4, G-DRAW-1, S-PATROL-4: at a reshuffle it is shuffled in with the others before cards are set aside again.
#[test]
fn every_reshuffle_has_the_lost_visual_in_again() {
    // Two players: eleven of seventeen cards in the deck, all turned up here.
    let spent = json!([
        "A1",
        "B1",
        "C1",
        "A2",
        "B2",
        "C2",
        "D2",
        "A3",
        "B3",
        "D4",
        "lost-visual"
    ]);
    let mut state = position(&[
        ("/floors/0/guard", json!({"at": "D3", "die": "D3"})),
        ("/floors/0/discard", spent),
        (
            "/floors/0/tiles",
            json!({"A1": "computer-laser-5", "D1": "secret-door-2"}),
        ),
    ]);
    let before = state.guard_speed(0);
    assert_eq!(state.patrol(0).1, 0);
    play(&mut state, &["end"]);
    assert_uniform(&outcomes(&state), &with_lost_visual(cards_of(&state, 0)));
    assert_eq!((state.patrol(0).1, state.guard_speed(0)), (11, before + 1));
    // The card drawn first says nothing of the rest: the Lost Visual is one of sixteen unseen, ten of them in the deck.
    play(&mut state, &["patrol A4"]);
    assert!(state.lost_visual_unseen(0));
    let mut rng = random::stream(29, "reshuffled worlds", 0);
    let worlds = 1600;
    let found = (0..worlds).filter(|_| {
        let mut world = state;
        world.determinize(Fill::All, &mut rng);
        let deck = &written(&world)["floors"][0]["hidden-top"];
        let deck = deck.as_object().expect("a whole deck");
        deck.values().any(|card| card == "lost-visual")
    });
    let found = found.count();
    assert!((900..=1100).contains(&found), "{found} of {worlds}, expected 1000");
}

// ---- Set-up of floor 1 ---------------------------------------------------------------------------------------------

/// G-LOST-3, S-START-6, S-START-8: turned up for the first Guard, or for his die, it is discarded and another card
/// drawn, in every scenario.
#[test]
fn the_set_up_of_floor_one_draws_on() {
    for &scenario in Scenario::ALL {
        // For the Guard.
        let mut state = new_game(&setup(scenario, 2));
        let all = cards_of(&state, 0);
        play(&mut state, &[LOST]);
        assert_eq!(state.node(), Node::Chance);
        assert_uniform(&outcomes(&state), &all);
        assert_eq!(state.frames().last(), Some(&Frame::PlaceFirstGuard));
        play(&mut state, &["patrol B2", "enter 1:A1", "tile foyer-1"]);
        let rest: BTreeSet<String> = all.iter().filter(|card| *card != "patrol B2").cloned().collect();
        assert_uniform(&outcomes(&state), &rest);
        play(&mut state, &["patrol D4"]);
        let guard = state.guard(0).expect("he is in play");
        assert_eq!(
            (guard.at.to_string(), guard.die),
            ("1:B2".to_owned(), "1:D4".parse().ok())
        );
        assert!(has_lost_visual(&written(&state)["floors"][0]["discard"]));

        // For the die.
        let mut state = new_game(&setup(scenario, 2));
        play(&mut state, &["patrol B2", "enter 1:A1", "tile foyer-1"]);
        assert_uniform(&outcomes(&state), &with_lost_visual(rest.clone()));
        play(&mut state, &[LOST]);
        assert_uniform(&outcomes(&state), &rest);
        assert_eq!(reread(&state), state);
        play(&mut state, &["patrol D4"]);
        let guard = state.guard(0).expect("he is in play");
        assert_eq!(
            (guard.at.to_string(), guard.die),
            ("1:B2".to_owned(), "1:D4".parse().ok())
        );
        assert_eq!(state.turn_number(), 1);
    }
}

// ---- While a Guard is away -----------------------------------------------------------------------------------------

/// H27, G-EVENT-4, G-LOST-7: whatever Event is drawn, it does nothing to a Guard who is away, and draws no patrol card
/// of his floor; with and without alarms there.
#[test]
fn no_event_reaches_a_guard_who_is_away() {
    for alarms in [json!([]), json!(["A1"]), json!(["A1", "D1"])] {
        for &event in Event::ALL {
            let mut state = away(&[
                ("/turn/counted", json!(0)),
                ("/floors/0/alarms", alarms.clone()),
                ("/players/1/at", json!("1:A1")),
            ]);
            let deck = state.patrol(0);
            play(&mut state, &["end", &format!("event {event}")]);
            // Answer what it asks, up to the guard step of some floor or the next turn.
            let mut rng = random::stream(30, "events", event.index() as u64);
            while state.turn_number() == 3 && state.frames().last() != Some(&Frame::ReturnGuard(0)) {
                assert!(state.is_guard_away(0), "{event}");
                assert_eq!(state.patrol(0), deck, "{event}: no card of his floor");
                if matches!(state.node(), Node::Chance)
                    && !matches!(
                        state.frames().last(),
                        Some(Frame::Reveal(_) | Frame::DrawTool { .. } | Frame::DrawPatrol(_))
                    )
                {
                    panic!("{event}: {:?}", state.frames());
                }
                pass(&mut state, &mut rng);
            }
            assert!(state.is_guard_away(0), "{event}");
            assert_eq!(state.patrol(0), deck, "{event}");
        }
    }
}

/// G-LOST-7, M-FREE-3: while he is away nothing legal names him, and what was legal of his floor's tiles stays legal.
#[test]
fn nothing_legal_names_a_guard_who_is_away() {
    let tools = json!(["donuts", "dynamite", "thermal-bomb"]);
    let changes = [
        ("/players/0/character", json!("acrobat-basic")),
        ("/players/0/tools", tools),
        ("/players/0/at", json!("1:D3")),
        ("/floors/0/tiles/D3", json!("foyer-1")),
    ];
    let here = legal(&position(&changes));
    let gone = legal(&away(&changes));
    let words = |actions: &[Action]| actions.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    let lost: BTreeSet<String> = words(&here).difference(&words(&gone)).cloned().collect();
    assert_eq!(lost, BTreeSet::from(["donuts 1".to_owned()]));
    assert!(words(&gone).is_subset(&words(&here)));
}

// ---- Views, keys, positions ----------------------------------------------------------------------------------------

/// I-HID-6, I-OPEN-1: a world knows where its Lost Visual is, a view does not; what Clairvoyance showed everybody
/// knows.
#[test]
fn only_clairvoyance_tells_where_the_lost_visual_is() {
    let state = position(&[("/players/0/character", json!("spotter-basic"))]);
    let mut rng = random::stream(31, "views", 0);
    for _ in 0..50 {
        let mut world = state;
        world.determinize(Fill::All, &mut rng);
        assert!(!world.lost_visual_is_next(0), "that is hidden");
        for seat in [Seat(0), Seat(1)] {
            assert_eq!(world.information_state(seat), state);
        }
        play(&mut world, &["clairvoyance"]);
        let seen = outcomes(&world);
        assert_eq!(seen.len(), 1, "a world shows what lies there");
        let card = seen.keys().next().expect("one card").clone();
        let mut view = state;
        play(&mut view, &["clairvoyance", &card]);
        play(&mut world, &[&card]);
        assert_eq!(world.information_state(Seat(1)), view);
        assert_eq!(view.lost_visual_is_next(0), card == LOST);
        assert_eq!(view.known_patrol(0).is_none(), card == LOST);
    }
    let mut seen = state;
    play(&mut seen, &["clairvoyance", LOST]);
    assert!(seen.lost_visual_is_next(0) && seen.lost_visual_unseen(0));
    assert_eq!(reread(&seen), seen);
    let mut left = seen;
    play(&mut left, &["top"]);
    let mut put = seen;
    play(&mut put, &["bottom"]);
    assert!(left.lost_visual_is_next(0) && !put.lost_visual_is_next(0));
    // Worlds agree with it: never on top again, always last.
    for _ in 0..20 {
        let mut world = put;
        world.determinize(Fill::All, &mut rng);
        let (_, cards) = world.patrol(0);
        let floor = &written(&world)["floors"][0];
        assert_eq!(floor["top"], json!({ (cards - 1).to_string(): "lost-visual" }));
    }
}

/// G-LOST-1, I-HID-6: states that differ in the variant, in where the card is known to be or in whether the Guard is in
/// play have different keys; the same state comes to the same key by another order of draws.
#[test]
fn keys_tell_lost_visual_states_apart() {
    let quiet = super::support::position(&[("/turn/counted", json!(3))]);
    let variant = position(&[]);
    let gone = away(&[]);
    let discarded = position(&[("/floors/0/discard", json!(["D4", "C1", "lost-visual"]))]);
    let top = position(&[("/floors/0/top", json!({"0": "lost-visual"}))]);
    let bottom = position(&[("/floors/0/top", json!({"8": "lost-visual"}))]);
    let elsewhere = position(&[("/floors/2/top", json!({"0": "lost-visual"}))]);
    let donuts = away(&[("/floors/0/donuts", json!(true))]);
    let all = [quiet, variant, gone, discarded, top, bottom, elsewhere, donuts];
    let keys: BTreeSet<u64> = all.iter().map(Game::key).collect();
    assert_eq!(keys.len(), all.len());
    for state in &all {
        assert_eq!(reread(state), *state);
        assert_eq!(reread(state).key(), state.key());
    }
    // Lost Visual and then C3 as the first Guard's card, or the other way round for him and his die: equal discards.
    let orders = [
        [LOST, "patrol C3", "enter 1:A1", "tile foyer-1", "patrol D4"],
        ["patrol C3", "enter 1:A1", "tile foyer-1", LOST, "patrol D4"],
    ];
    let ends = orders.map(|steps| {
        let mut state = new_game(&setup(Scenario::BankJob, 2));
        play(&mut state, &steps);
        state
    });
    assert_eq!(ends[0], ends[1]);
    assert_eq!(ends[0].key(), ends[1].key());
}

/// S-PATROL-5: a setup says that it is played, and says nothing if it is not.
#[test]
fn a_setup_names_lost_visual_only_if_it_is_played() {
    let read = |text: &str| serde_json::from_str::<Setup>(text).expect("a setup");
    let with = read(r#"{"scenario": "office-job", "seats": 2, "seed": 3, "lost-visual": true}"#);
    let without = read(r#"{"scenario": "office-job", "seats": 2, "seed": 3}"#);
    assert!(with.lost_visual && !without.lost_visual);
    let completed = |setup: &Setup| BurgleBros::complete(setup).expect("a playable setup");
    let json = |setup: &Setup| serde_json::to_value(completed(setup)).expect("JSON");
    assert_eq!(json(&with)["lost-visual"], true);
    assert_eq!(json(&without).get("lost-visual"), None);
    assert_eq!(
        completed(&with).characters,
        completed(&without).characters,
        "the same seed deals the same"
    );
    assert_ne!(new_game(&with).key(), new_game(&without).key());
    assert_eq!(new_game(&completed(&with)), new_game(&with));
}

// ---- Whole games ---------------------------------------------------------------------------------------------------

/// What happened in games.
#[derive(Default, Debug)]
struct Seen {
    removed: usize,
    in_set_up: usize,
    back: usize,
    shown: usize,
}

/// A game in which the Lost Visual is turned up every other time that it can be.
fn lost_game(setup: &Setup, number: u64, seen: &mut Seen) -> Replay<BurgleBros> {
    let mut rng = random::stream(32, "lost visual games", number);
    let mut recorder = Recorder::<BurgleBros>::new(setup).expect("a playable setup");
    while recorder.state().node() != Node::Terminal && recorder.steps().len() < 700 {
        let before = *recorder.state();
        if before.node() != Node::Chance {
            let actions = legal(&before);
            let action = if actions.contains(&Action::Clairvoyance) {
                Action::Clairvoyance
            } else {
                random::choose(&mut rng, &actions)
            };
            recorder.action(action).expect("a legal action");
            continue;
        }
        let is_possible = outcomes(&before).contains_key(LOST);
        let outcome = if is_possible && random::below(&mut rng, 2) == 0 {
            Outcome::LostVisual
        } else {
            before.sample(&mut rng)
        };
        recorder.chance(outcome).expect("a possible outcome");
        let frame = *before.frames().last().expect("something waits");
        match (frame, outcome) {
            (Frame::DrawPatrol(floor), Outcome::LostVisual) => {
                assert!(recorder.state().is_guard_away(floor.into()));
                seen.removed += 1;
            }
            (Frame::ReturnGuard(_), Outcome::LostVisual) => seen.in_set_up += 1,
            (Frame::ReturnGuard(floor), Outcome::Patrol(square)) => {
                seen.back += 1;
                let floor = usize::from(floor);
                if let Some(guard) = recorder.state().guard(floor)
                    && guard.die.is_none()
                {
                    assert_eq!(guard.at, Cell::new(floor, square.into()));
                }
            }
            (Frame::LookPatrol(_), Outcome::LostVisual) => seen.shown += 1,
            (_, Outcome::LostVisual) => seen.in_set_up += 1,
            _ => {}
        }
    }
    recorder.finish()
}

/// G-LOST-1 to G-LOST-9, G-MOVE-2, G-MOVE-13, G-DRAW-3, I-HID-6: in games of all scenarios full of them every state
/// keeps the contract: it is written and read, its views and worlds agree, and its replay runs again key by key.
#[test]
fn games_full_of_lost_visuals_are_written_read_and_replayed() {
    let mut seen = Seen::default();
    for number in 0..36 {
        let scenario = Scenario::ALL[number as usize % 3];
        let sides = [Sides::Basic, Sides::Advanced, Sides::Older][number as usize / 3 % 3];
        let seats = 1 + (number / 2 % 4) as u8;
        let crew = [
            Character::SpotterBasic,
            Character::JuicerAdvanced,
            Character::RavenAdvanced,
            Character::AcrobatBasic,
        ];
        let setup = Setup {
            sides,
            characters: match sides {
                Sides::Basic => crew[..usize::from(seats)].to_vec(),
                _ => Vec::new(),
            },
            stealth: 6,
            walls: if number % 4 == 0 {
                Walls::Random
            } else {
                Walls::Standard
            },
            seed: Some(number),
            ..setup(scenario, seats)
        };
        let replay = lost_game(&setup, number, &mut seen);
        for (step, state) in replay.states().enumerate() {
            let state = state.expect("the replay runs");
            // The last states of a game are the busiest.
            if step % 5 == 0 || (0..state.floors()).any(|floor| state.is_guard_away(floor)) {
                assert_eq!(reread(&state), state, "game {number}, step {step}");
            }
            if (0..state.floors()).any(|floor| state.frames().contains(&Frame::Returned(floor as u8))) {
                let place = Place {
                    setup: 0,
                    seed: number,
                    step,
                };
                check_state(&state, place);
                check_views(&state, place);
            }
        }
        if number % 6 == 0 {
            check_replay(&replay);
        }
        let mut file = Vec::new();
        replay.write(&mut file).expect("a replay is written");
        let read = Replay::<BurgleBros>::read(file.as_slice()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read.setup, replay.setup);
        read.verify().unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(
        seen.removed >= 20 && seen.in_set_up >= 20 && seen.back >= 10 && seen.shown > 0,
        "{seen:?}"
    );
}

/// G-LOST-1, S-PATROL-5: without the variant nothing of it is ever seen.
#[test]
fn without_the_variant_there_is_no_lost_visual() {
    for number in 0..6 {
        let setup = Setup::new(Scenario::ALL[number as usize % 3], 2, number);
        let mut rng = random::stream(33, "usual games", number);
        let mut state = new_game(&setup);
        for (next, _) in play_randomly(state, &mut rng).take(300) {
            assert!(!outcomes(&next).contains_key(LOST));
            assert!((0..next.floors()).all(|floor| !next.is_guard_away(floor)));
            state = next;
        }
        assert!(!written(&state).to_string().contains("lost-visual"));
        assert!(state.try_resolve(Outcome::LostVisual).is_err());
    }
}

/// G-LOST-4, G-LOST-6: an information set of the middle of a return, with a payment to be chosen, is written and read.
#[test]
fn a_return_that_waits_for_a_payment_is_written_and_read() {
    let mut state = away(&[
        ("/players/0/character", json!(Character::JuicerBasic)),
        ("/players/0/at", json!("1:A1")),
        ("/players/1/at", json!("1:C3")),
        ("/floors/0/tiles", json!({"A1": "computer-laser-5", "C3": "lavatory-5"})),
        ("/floors/0/stealth", json!({"C3": 1})),
    ]);
    play(&mut state, &["end", "patrol C3"]);
    assert_eq!(state.node(), Node::Decision(Seat(1)));
    assert_eq!(legal(&state), [Action::OwnToken, Action::TileToken]);
    assert_eq!(reread(&state), state);
    let guard = written(&state)["floors"][0]["guard"].clone();
    assert_eq!(guard, json!({"at": "C3"}), "his die is still to come");
    play(&mut state, &["own-token"]);
    assert_eq!(reread(&state), state);
    assert_eq!(state.frames().last(), Some(&Frame::DrawPatrol(0)));
    play(&mut state, &["patrol A4"]);
    assert_eq!(state.stealth(Seat(1)), 4);
}
