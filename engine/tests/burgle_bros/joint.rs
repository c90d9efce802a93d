//! On whose behalf decisions are taken: by the players together, or by one of them.

use std::fs;

use heist_engine::burgle_bros::{BurgleBros, Setup};
use heist_engine::game::{Actor, Game, Node, Seat};
use heist_testkit::cases::{CaseFile, run, run_case};

use super::support::{legal_names, new_game, play};
use crate::common::rule_ids::{read, test_files, tests_folder};

/// The end of a case of a file under `cases`.
fn end_of(file: &str, case: &str) -> BurgleBros {
    let path = tests_folder().join("cases").join(file);
    let file = CaseFile::parse(&read(&path), file).unwrap_or_else(|error| panic!("{error}"));
    let case = file.cases.iter().find(|other| other.id == case);
    let case = case.unwrap_or_else(|| panic!("{} has no such case", path.display()));
    let report = run_case::<BurgleBros>(&file, case, &|name| Err(format!("no file {name}")));
    assert!(report.passed(), "{report}");
    report.state.expect("a case that holds ends in a state")
}

/// The options begin with a word, and this actor answers.
#[track_caller]
fn asks(state: &BurgleBros, word: &str, actor: Actor) {
    let legal = legal_names(state);
    assert!(legal.iter().all(|action| action.starts_with(word)), "{legal:?}");
    assert_eq!(state.actor(), Some(actor), "{legal:?}");
}

/// N-DEC-3, S-START-7: the players choose the entrance together, and the active player answers.
#[test]
fn the_entrance_is_chosen_together() {
    let mut state = new_game(&Setup {
        first: Some(Seat(1)),
        ..Setup::bank_job(3, 1)
    });
    assert_eq!((state.node(), state.actor()), (Node::Chance, None));
    play(&mut state, &["patrol D4"]);
    assert_eq!(state.node(), Node::Decision(Seat(1)));
    asks(&state, "enter ", Actor::Team);
}

/// N-DEC-3, N-GUARD-3, A-ALARM-8, E-SQUEAK, L-KITTY: "players choose" is asked of all; the active player answers.
#[test]
fn ties_and_the_order_of_guards_are_chosen_together() {
    for (file, case, word) in [
        ("events.toml", "shift-change", "guard "),
        ("events.toml", "squeak-tie", "tile "),
        ("loot.toml", "kitty-tie", "kitty "),
        ("guards.toml", "A-ALARM-11-camera", "nearest "),
    ] {
        let state = end_of(file, case);
        assert_eq!(state.node(), Node::Decision(state.active_seat()), "{case}");
        asks(&state, word, Actor::Team);
    }
}

/// V-PAY-2: the active player shares out scarce tokens for the others; V-PAY-1: about his own he decides as himself.
#[test]
fn scarce_tokens_are_shared_out_together_and_own_ones_are_not() {
    // The first player is active and was asked about himself; now he is asked about the second.
    let mut others = end_of("edge_cases.toml", "Q-16-own");
    assert_eq!(others.node(), Node::Decision(Seat(0)));
    asks(&others, "", Actor::Team);
    // Once the tile's token is spoken for, nobody is asked any more.
    play(&mut others, &["tile-token"]);
    asks(&others, "", Actor::Character(1));
    // With the second player active, he answers for the first.
    let first = end_of("edge_cases.toml", "Q-16-active");
    assert_eq!(first.node(), Node::Decision(Seat(1)));
    asks(&first, "", Actor::Team);
    let mut second = first;
    play(&mut second, &["own-token"]);
    asks(&second, "", Actor::Character(1));
}

/// N-DEC-1, E-PEEKHOLE, E-GUT, E-THROW-VOICE: everything else is decided by one player, the tile of any other Event
/// included.
#[test]
fn all_other_decisions_are_a_players_own() {
    let joint = ["enter ", "kitty ", "guard ", "nearest "];
    let shared = ["tile ", "own-token", "tile-token"];
    let mut decisions = 0;
    for path in test_files(&tests_folder().join("cases"), &[]) {
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.display().to_string();
        let file = CaseFile::parse(&read(&path), &name).unwrap_or_else(|error| panic!("{error}"));
        if file.game != BurgleBros::ID {
            continue;
        }
        let folder = path.parent().expect("a file lies in a folder");
        let load = |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| error.to_string());
        for state in run::<BurgleBros>(&file, &load)
            .into_iter()
            .filter_map(|report| report.state)
        {
            let Node::Decision(seat) = state.node() else { continue };
            let legal = legal_names(&state);
            let begins = |words: &[&str]| words.iter().any(|word| legal[0].starts_with(word));
            if begins(&shared) {
                continue;
            }
            let actor = if begins(&joint) {
                Actor::Team
            } else {
                Actor::Character(seat.0)
            };
            assert_eq!(state.actor(), Some(actor), "{name}: {legal:?}");
            decisions += 1;
        }
    }
    assert!(decisions > 500, "{decisions} decisions");
    for (file, case) in [
        ("moves.toml", "M-DEC-16-gut"),
        ("moves.toml", "M-DEC-16-voice"),
        ("events.toml", "peekhole"),
    ] {
        asks(&end_of(file, case), "", Actor::Character(0));
    }
}
