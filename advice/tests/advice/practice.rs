//! Positions to practise on: the shipped sets, their format, and how positions are found.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::atomic::AtomicBool;

use heist_advice::practice::{Made, Set, line_of, shipped};
use heist_advice::{Hunt, HuntError, Searcher};
use heist_engine::any::{self, AnyState};
use heist_engine::game::{Node, Seat};
use serde_json::{Value, json};

const FILES: [&str; 4] = [
    include_str!("../../practice/burgle-bros.json"),
    include_str!("../../practice/caper-cards.json"),
    include_str!("../../practice/casino-capers.json"),
    include_str!("../../practice/masters-of-the-heist.json"),
];

/// A set that is wrong in one place: the pointer, what stands there instead, and what the error says.
fn error_of(change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(FILES[0]).unwrap();
    change(&mut value);
    Set::read(&value.to_string()).unwrap_err().to_string()
}

#[test]
fn every_shipped_set_is_read_and_written_as_it_is() {
    assert_eq!(shipped().len(), FILES.len());
    for (set, text) in shipped().iter().zip(FILES) {
        assert!(!set.puzzles.is_empty(), "{}", set.game.info().id);
        assert_eq!(set.write().unwrap(), text);
        let made = &set.made;
        assert!(
            made.command.starts_with("heist practice ") && made.command.contains(set.game.info().id),
            "{}",
            made.command
        );
    }
}

#[test]
fn in_every_shipped_position_one_move_is_clearly_best_and_the_expert_plays_another() {
    for puzzle in shipped().iter().flat_map(|set| &set.puzzles) {
        let mut tried: Vec<&str> = Vec::new();
        for (place, one) in puzzle.found.moves.iter().enumerate() {
            tried.push(&one.notation);
            tried.extend(one.alike.iter().map(String::as_str));
            assert!(place == 0 || one.interval95()[0] > 0.0, "{one:?}");
            // A line has a sentence for each of its steps.
            let line = line_of(puzzle, one);
            assert_eq!(
                line.len(),
                heist_advice::choice::steps(&one.line)
                    .filter(|step| !step.is_empty())
                    .count()
            );
            assert!(line.iter().all(|step| !step.text.is_empty()), "{line:?}");
        }
        let mut legal: Vec<String> = puzzle
            .state
            .branches()
            .into_iter()
            .map(|branch| branch.notation)
            .collect();
        legal.sort();
        tried.sort_unstable();
        assert_eq!(tried, legal);
        let verdict = puzzle.judge(&puzzle.found.expert).unwrap();
        assert!(!verdict.is_right() && verdict.is_obvious());
        assert!(verdict.chosen.loss >= 0.03, "{:?}", verdict.chosen);
        assert!(puzzle.judge(&puzzle.best().notation).unwrap().is_right());
        assert!(puzzle.judge("nonsense").is_none());
        assert!(!puzzle.found.against_expert.is_empty());
    }
}

#[test]
fn a_position_with_private_hands_says_only_what_its_seat_knows() {
    let mut seen = 0;
    for set in shipped().iter().filter(|set| set.game.info().id == "caper-cards") {
        for puzzle in &set.puzzles {
            let Node::Decision(decides) = puzzle.state.node() else {
                panic!("somebody decides")
            };
            assert!(puzzle.state.holds(decides));
            for other in Seat::all(puzzle.state.seats()).filter(|other| *other != decides) {
                assert!(!puzzle.state.holds(other), "{}", puzzle.state.position());
            }
            let known = puzzle.state.information_state(decides);
            assert_eq!(known.key(), puzzle.state.key());
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn a_set_that_is_wrong_gets_one_clear_error() {
    let says = |error: &str, parts: &[&str]| {
        assert!(
            parts.iter().all(|part| error.contains(part)) && !error.contains('\n'),
            "{error}"
        );
    };
    says(&Set::read("").unwrap_err().to_string(), &["line 1", "expected JSON"]);
    says(&Set::read("{\"heistlab\":1").unwrap_err().to_string(), &["line 1"]);
    says(
        &error_of(|set| set["heistlab"] = json!("replay")),
        &["`heistlab`", "found `replay`", "`practice`"],
    );
    says(
        &error_of(|set| set["format"] = json!(2)),
        &["`format`", "found 2", "expected 1"],
    );
    says(
        &error_of(|set| set["game"] = json!("chess")),
        &["`game`", "chess", "burgle-bros"],
    );
    says(
        &error_of(|set| set["game_format"] = json!(99)),
        &["`game_format`", "found 99"],
    );
    says(&error_of(|set| set["extra"] = json!(1)), &["extra"]);
    says(
        &error_of(|set| set["made"]["examined"] = json!(1_000_000)),
        &["`made.examined`", "expected at most"],
    );
    let first = |set: &mut Value, field: &str, value: Value| set["positions"][0][field] = value;
    says(
        &error_of(|set| first(set, "expert", json!("fly"))),
        &["position 1", "`expert`", "`fly`"],
    );
    says(
        &error_of(|set| {
            let best = set["positions"][0]["moves"][0]["move"].clone();
            first(set, "expert", best);
        }),
        &["position 1", "`expert`", "is the best move"],
    );
    says(
        &error_of(|set| first(set, "seat", json!(9))),
        &["position 1", "`seat`", "found 9"],
    );
    says(
        &error_of(|set| first(set, "position", json!({"game": "burgle-bros"}))),
        &["position 1", "`position`"],
    );
    says(
        &error_of(|set| first(set, "moves", json!([]))),
        &["position 1", "`moves`", "at least two"],
    );
    says(
        &error_of(|set| drop(set["positions"][0]["moves"].as_array_mut().unwrap().pop())),
        &["position 1", "is missing"],
    );
    let tried = |set: &mut Value, field: &str, value: Value| set["positions"][0]["moves"][1][field] = value;
    says(
        &error_of(|set| tried(set, "move", json!("fly"))),
        &["position 1", "`moves[1].move`", "`fly`"],
    );
    says(
        &error_of(|set| tried(set, "value", json!(1.5))),
        &["position 1", "`moves[1].value`", "1.5"],
    );
    says(
        &error_of(|set| tried(set, "loss_error", json!(0.9))),
        &["position 1", "`moves[1].loss`", "95%"],
    );
    says(
        &error_of(|set| tried(set, "line", json!("fly"))),
        &["position 1", "`moves[1].line`", "fly"],
    );
    says(
        &error_of(|set| {
            let copy = set["positions"][0].clone();
            set["positions"].as_array_mut().unwrap().push(copy);
        }),
        &["same game"],
    );
}

/// Damaged in one place, a set is read or refused; it never ends the program.
#[test]
fn damaged_sets_are_read_or_refused() {
    for text in FILES {
        let bytes = text.as_bytes();
        let mut dice = 7_u64;
        let mut draw = |most: usize| {
            dice = dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) as usize % most
        };
        for _ in 0..60 {
            let (at, kind, letter) = (draw(bytes.len()), draw(3), b" 0-9\"{}[],:xZ"[draw(13)]);
            let mut damaged = bytes.to_vec();
            match kind {
                0 => damaged[at] = letter,
                1 => drop(damaged.remove(at)),
                _ => damaged.insert(at, letter),
            }
            if let Ok(set) = Set::read(&String::from_utf8_lossy(&damaged)) {
                assert!(set.puzzles.iter().all(|puzzle| !puzzle.found.moves.is_empty()));
            }
        }
    }
}

fn deal(game: &str, setup: &str, seed: u64) -> Box<dyn AnyState> {
    let setup = any::find(game)
        .unwrap()
        .read_setup(setup)
        .unwrap()
        .with_seed(Some(seed));
    setup.complete().unwrap().begin().unwrap()
}

fn quick() -> Hunt {
    Hunt {
        screen: Searcher::Spec("improve:sims=300,doubt=2,margin=0".parse().unwrap()),
        confirm: Searcher::Spec("flat:sims=3000,policy=heuristic".parse().unwrap()),
        seed: 3,
    }
}

#[test]
fn what_a_hunt_finds_is_the_same_again_and_makes_a_set_that_is_read() {
    let (hunt, never) = (quick(), AtomicBool::new(false));
    let look = |number: u64| {
        let first = deal("caper-cards", "{\"seats\": 3}", number);
        Some((first, None))
    };
    let find = || hunt.look_through_all(0..24, &never, look);
    let (once, again) = (find(), find());
    let mut set = Set {
        game: any::find("caper-cards").unwrap(),
        made: Made {
            command: "heist practice".to_owned(),
            version: "0".to_owned(),
            setup: None,
            replays: Vec::new(),
            seed: 3,
            screen: hunt.screen.to_string(),
            confirm: hunt.confirm.to_string(),
            games: 24,
            examined: 24,
        },
        puzzles: Vec::new(),
    };
    for (one, other) in once.into_iter().zip(again) {
        assert_eq!(
            one.as_ref().map(|one| &one.found),
            other.as_ref().map(|other| &other.found)
        );
        if let Some(puzzle) = one.filter(|puzzle| !set.has_like(puzzle)) {
            assert!(!set.puzzles.is_empty() || puzzle.found.moves.len() > 1);
            set.puzzles.push(puzzle);
        }
    }
    assert!(!set.puzzles.is_empty(), "there is none in 24 games");
    let text = set.write().unwrap();
    assert_eq!(Set::read(&text).unwrap().write().unwrap(), text);
    // Stopped, it finds nothing.
    assert!(
        hunt.look_through_all(0..2, &AtomicBool::new(true), look)
            .iter()
            .all(Option::is_none)
    );
}

#[test]
fn a_search_that_values_no_moves_is_refused_before_the_first_game() {
    let hunt = Hunt {
        confirm: Searcher::Spec("heuristic".parse().unwrap()),
        ..quick()
    };
    let error = hunt.check(any::find("burgle-bros").unwrap()).unwrap_err();
    assert!(matches!(error, HuntError::NoSearch { .. }), "{error}");
    assert!(error.to_string().contains("`heuristic`"), "{error}");
    assert_eq!(quick().check(any::find("burgle-bros").unwrap()), Ok(()));
}
