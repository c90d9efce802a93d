//! Golden playthroughs: recorded games that must replay key by key, and one of each game written out in full for people
//! to read.
//!
//! A committed game is never made anew: it proves that later changes left its moves, draws and keys as they were. The
//! games of the Bank Job are older than the other scenarios, walls of one's own, Lost Visual and the older printing's
//! sides.
//!
//! `UPDATE_GOLDEN=1 cargo test -p heist-engine --test engine golden` writes the text anew after a change that is meant.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use heist_engine::any::infos;
use heist_engine::burgle_bros::{BurgleBros, Scenario};
use heist_engine::describe::FieldKind;
use heist_engine::game::{Game, Node};
use heist_engine::record::{Replay, Step, read_header};

use crate::common::games::{install, with_game};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The golden replays, by path. Those of a game in a crate of its own lie in a folder with the game's name.
pub fn files() -> Vec<PathBuf> {
    install();
    let own = infos().map(|game| folder().join(game.id));
    let folders = std::iter::once(folder()).chain(own.filter(|own| own.is_dir()));
    let mut files: Vec<PathBuf> = folders
        .flat_map(|folder| fs::read_dir(folder).expect("the folder of golden games"))
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    files.sort();
    files
}

/// Opens a golden replay.
pub fn open(path: &Path) -> BufReader<fs::File> {
    BufReader::new(fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Reads a golden replay.
pub fn read<G: Game>(path: &Path) -> Replay<G> {
    Replay::read(open(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A game that somebody must have won, and somebody lost: its name, its scenario (none in a game without), its seats.
type Kind = (&'static str, Option<String>, usize);

/// Replays a game key by key; says of what kind it is, and whether it was won.
fn replayed<G: Game>(path: &Path) -> (Kind, bool) {
    let replay = read::<G>(path);
    let last = replay
        .verify()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(last.node(), Node::Terminal, "{}", path.display());
    let is_win = last.result().expect("a game that ended").is_win();
    ((G::ID, scenario::<G>(&replay.setup), last.seats()), is_win)
}

/// The scenario of a setup; none in a game without.
fn scenario<G: Game>(setup: &G::Setup) -> Option<String> {
    let setup = serde_json::to_value(setup).expect("a setup is JSON");
    setup["scenario"].as_str().map(str::to_owned)
}

/// With more scenarios than this, each is recorded with one number of seats, all numbers in turn, so that the files
/// stay small.
const MANY_SCENARIOS: usize = 12;

/// Scenarios that the agents which record these games do not win.
const NEVER_WON: &[(&str, &str)] = &[
    ("masters-of-the-heist", "hotel-basement"),
    ("masters-of-the-heist", "parking-garage"),
    ("masters-of-the-heist", "the-vault"),
    ("masters-of-the-heist", "interior-ministry-south"),
    ("masters-of-the-heist", "interior-ministry-south@2021-01"),
];

/// Every kind of a game: its scenarios with every number of seats.
fn kinds<G: Game>() -> Vec<Kind> {
    let seats = G::SETUP.iter().find(|field| field.name == "seats");
    let FieldKind::Number { least, most, .. } = seats.expect("setups have seats").kind else {
        panic!("{}: the seats are no number", G::ID)
    };
    let scenarios: Vec<Option<String>> = match G::SCENARIOS {
        [] => vec![None],
        names => names.iter().map(|&name| Some(name.to_owned())).collect(),
    };
    let is_recorded = |place: usize, seats: i64| {
        scenarios.len() <= MANY_SCENARIOS || place as i64 % (most - least + 1) == seats - least
    };
    let with_seats = |seats: i64| {
        let places = (0..scenarios.len()).filter(move |&place| is_recorded(place, seats));
        places.map(move |place| (place, seats as usize))
    };
    (least..=most)
        .flat_map(with_seats)
        .map(|(place, seats)| (G::ID, scenarios[place].clone(), seats))
        .collect()
}

#[test]
fn every_golden_game_replays_key_by_key_and_every_kind_has_a_win_and_a_loss() {
    let mut found = BTreeSet::new();
    for path in files() {
        let header = read_header(open(&path)).expect("a header");
        let unknown = |name: &str| -> (Kind, bool) { panic!("{}: no game {name}", path.display()) };
        found.insert(with_game!(header.game.as_str(), G => replayed::<G>(&path), else name => unknown(name)));
    }
    for game in infos() {
        let kinds = with_game!(game.id, G => kinds::<G>(), else _name => Vec::new());
        assert!(kinds.len() >= 4, "{}: {kinds:?}", game.id);
        for kind in kinds {
            for is_win in [false, true] {
                let wanted = (kind.clone(), is_win);
                if is_win && is_never_won(&kind) {
                    assert!(!found.contains(&wanted), "{wanted:?} has been won");
                    continue;
                }
                assert!(found.contains(&wanted), "no golden game for {wanted:?}");
            }
        }
    }
}

/// Whether nobody is known to have won the scenario.
fn is_never_won((game, scenario, _): &Kind) -> bool {
    let scenario = scenario.as_deref().unwrap_or_default();
    NEVER_WON.contains(&(*game, scenario))
}

/// A whole game in words: every step with its node and options, every twenty-fifth state in full.
fn playthrough<G: Game>(replay: &Replay<G>) -> String {
    let mut text = String::new();
    let mut state = G::new(&replay.setup).expect("a playable setup");
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

/// Compares a golden game, written out, with the text that lies beside it, if one does; says of what kind it is.
fn plays_through<G: Game>(path: &Path) -> Option<(&'static str, Option<String>)> {
    let beside = path.with_extension("txt");
    if !beside.is_file() {
        return None;
    }
    let replay = read::<G>(path);
    let text = playthrough(&replay);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&beside, &text).expect("the playthrough can be written");
    }
    let golden = fs::read_to_string(&beside).expect("the text can be read");
    let difference = golden.lines().zip(text.lines()).position(|(old, new)| old != new);
    assert!(
        golden == text,
        "{} differs at line {}; UPDATE_GOLDEN=1 writes it anew",
        beside.display(),
        difference.map_or(golden.lines().count().min(text.lines().count()), |line| line) + 1
    );
    Some((G::ID, scenario::<G>(&replay.setup)))
}

/// `touch` beside a golden game makes the file of its text, which `UPDATE_GOLDEN=1` fills.
#[test]
fn one_game_of_every_scenario_plays_through_as_written() {
    let mut written = BTreeSet::new();
    for path in files() {
        let header = read_header(open(&path)).expect("a header");
        let found =
            with_game!(header.game.as_str(), G => plays_through::<G>(&path), else name => panic!("no game {name}"));
        written.extend(found);
    }
    for game in infos() {
        let kinds = with_game!(game.id, G => kinds::<G>(), else _name => Vec::new());
        for (game, scenario, _) in kinds {
            assert!(
                written.contains(&(game, scenario.clone())),
                "no golden game of {game} {scenario:?} is written out"
            );
        }
    }
}

/// The games of the Bank Job were recorded before there was another scenario: their setups say nothing of walls or Lost
/// Visual, and they still replay key by key.
#[test]
fn bank_jobs_recorded_before_the_other_scenarios_still_verify() {
    let mut found = 0;
    for path in files() {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with("bank-job-") {
            let replay = read::<BurgleBros>(&path);
            let setup = serde_json::to_value(&replay.setup).expect("a setup is JSON");
            let fields: Vec<&str> = setup
                .as_object()
                .expect("an object")
                .keys()
                .map(String::as_str)
                .collect();
            assert_eq!(
                fields,
                [
                    "scenario",
                    "seats",
                    "characters",
                    "sides",
                    "first",
                    "stealth",
                    "event-loop-rule"
                ],
                "{name}"
            );
            let last = replay.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(last.scenario(), Scenario::BankJob, "{name}");
            found += 1;
        }
    }
    assert_eq!(found, 8, "a win and a loss with one to four players");
}
