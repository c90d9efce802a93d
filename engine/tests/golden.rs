//! Golden playthroughs: recorded games that must replay key by key, and one written out in full for people to read.
//!
//! `UPDATE_GOLDEN=1 cargo test -p heist-engine --test golden` writes the text anew after a change that is meant.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use heist_engine::burgle_bros::{BurgleBros, Scenario};
use heist_engine::game::{Game, Node};
use heist_engine::record::{Replay, Step, read_header};
use heist_engine::registry::GAMES;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The golden replays, by file name.
fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder())
        .expect("the folder of golden games")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    files.sort();
    files
}

fn open(path: &Path) -> BufReader<fs::File> {
    BufReader::new(fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

fn read(path: &Path) -> Replay<BurgleBros> {
    Replay::read(open(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_golden_game_replays_key_by_key() {
    for path in files() {
        let replay = read(&path);
        let last = replay
            .verify()
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(last.node(), Node::Terminal, "{}", path.display());
    }
}

#[test]
fn every_game_and_seat_count_has_a_win_and_a_loss() {
    let mut found = BTreeSet::new();
    for path in files() {
        let header = read_header(open(&path)).expect("a header");
        let replay = read(&path);
        let result = replay
            .verify()
            .expect("a game that replays")
            .result()
            .expect("a game that ended");
        found.insert((header.game, replay.setup.scenario, replay.setup.seats, result.is_win()));
    }
    for game in GAMES {
        assert_eq!(game.id, BurgleBros::ID, "a game without golden playthroughs");
    }
    for &scenario in Scenario::ALL {
        for seats in 1..=4 {
            for win in [false, true] {
                let wanted = (BurgleBros::ID.to_owned(), scenario, seats, win);
                assert!(found.contains(&wanted), "no golden game for {wanted:?}");
            }
        }
    }
}

/// A whole game in words: every step with its node and options, every twenty-fifth state in full.
fn playthrough(replay: &Replay<BurgleBros>) -> String {
    let mut text = String::new();
    let mut state = BurgleBros::new(&replay.setup).expect("a playable setup");
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    for (number, step) in replay.steps.iter().enumerate() {
        if number % 25 == 0 {
            let position = serde_json::to_string_pretty(&state.position()).expect("a position is JSON");
            writeln!(text, "state {number}, key {:016x}\n{position}", state.key()).expect("writing to a text");
        }
        match step {
            Step::Action(seat, action) => {
                state.legal_actions(&mut legal);
                let options: Vec<String> = legal.iter().map(ToString::to_string).collect();
                writeln!(
                    text,
                    "{number}: seat {seat} of {} options: {}",
                    legal.len(),
                    options.join(", ")
                )
                .expect("writing to a text");
                writeln!(text, "  {action}").expect("writing to a text");
                state.apply(*action);
            }
            Step::Chance(outcome) => {
                state.outcomes(&mut outcomes);
                let options: Vec<String> = outcomes
                    .iter()
                    .map(|(outcome, chance)| format!("{outcome} {chance:.4}"))
                    .collect();
                writeln!(text, "{number}: chance of {}: {}", outcomes.len(), options.join(", "))
                    .expect("writing to a text");
                writeln!(text, "  {outcome}").expect("writing to a text");
                state.resolve(*outcome);
            }
        }
    }
    writeln!(
        text,
        "end, key {:016x}: {:?}",
        state.key(),
        state.result().expect("a game that ended")
    )
    .expect("writing to a text");
    text
}

#[test]
fn the_bank_job_plays_through_as_written() {
    let path = folder().join("bank-job-playthrough.txt");
    let text = playthrough(&read(&folder().join("bank-job-3-won.jsonl")));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).expect("the playthrough can be written");
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    let difference = golden.lines().zip(text.lines()).position(|(old, new)| old != new);
    assert!(
        golden == text,
        "{} differs at line {}; UPDATE_GOLDEN=1 writes it anew",
        path.display(),
        difference.map_or(golden.lines().count().min(text.lines().count()), |line| line) + 1
    );
}
