//! Values as chances to win: what is shown changes, what is played does not.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::{env, fs, process};

use heist_agents::analysis::{Simulated, Totals};
use heist_agents::arena::calibrate::{Effort, Limits, PlayedGame, Protocol, RecordError, Setting, Setups, record};
use heist_agents::arena::{FolderError, Threads};
use heist_agents::calibration::{self, Calibration, Number, Numbers, apply_with, names, shipped, source};
use heist_agents::search::Watch;
use heist_agents::spec::{Players, analysis_factory};
use heist_agents::{Analysis, Estimate, Inquiry, Spec};
use heist_engine::any::{self, AnyGame};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::casino_capers::CasinoCapers;
use heist_engine::game::{Game, Node, Seat, Windows};
use heist_engine::masters::MastersOfTheHeist;
use heist_engine::random::stream;
use serde_json::json;

use crate::moves::{Decision, decisions};

/// One that knows every source, rises by less than the value and depends on the position.
fn calibration(game: &str) -> Calibration {
    let mut made = Calibration::new(game, "test");
    made.prior = 8.0;
    made.won.constant = 1.5;
    let turn = Number {
        mean: 1.0,
        scale: 1.0,
        weight: -0.3,
    };
    made.won.numbers.insert("turn".to_owned(), turn);
    made.slopes = ["expert", "network", "plans"]
        .map(|source| (source.to_owned(), 0.6))
        .into();
    made
}

fn searched<G: Players>(spec: &str, view: &G, seat: Seat, legal: &[G::Action]) -> Analysis<G> {
    let spec: Spec = spec.parse().expect("a spec");
    let mut search = analysis_factory::<G>(&spec).expect("a search")();
    search.analyse(view, seat, legal, &mut stream(9, "analysis", 0), &mut Watch::patient())
}

/// So many decisions with a choice, spread over a game of the expert: what the seat knows, the seat, and what is legal.
fn asked<G: Players>(fields: serde_json::Value, seed: u64, count: usize) -> Vec<Decision<G>> {
    let setup: G::Setup = serde_json::from_value(fields).expect("a setup");
    let setup = G::with_seed(&setup, Some(seed));
    let view = |(state, seat, _): Decision<G>| {
        let (view, mut legal) = (state.information_state(seat), Vec::new());
        view.legal_actions(&mut legal);
        (view, seat, legal)
    };
    let all = decisions::<G>(&setup, seed, 12).into_iter().map(view);
    let all: Vec<Decision<G>> = all.filter(|(_, _, legal)| legal.len() > 1).collect();
    let step = all.len().div_ceil(count).max(1);
    all.into_iter().step_by(step).collect()
}

/// Applies a calibration to analyses of positions and checks that order, signs and errors agree with what the search
/// found.
fn keeps_order<G: Players>(fields: serde_json::Value, spec: &str, count: usize) {
    let made = calibration(G::ID);
    let (mut changed, mut told) = (0, 0);
    for (view, seat, legal) in asked::<G>(fields, 77, count) {
        let raw = searched::<G>(spec, &view, seat, &legal);
        let mut shown = raw.clone();
        apply_with(&made, &view, seat, &mut shown);
        assert_eq!(shown.candidates[0].action, raw.candidates[0].action);
        let of_raw = |action| {
            raw.candidates
                .iter()
                .find(|other| other.action == action)
                .expect("the same moves")
        };
        for pair in shown.candidates[1..].windows(2) {
            let [better, worse] = [&pair[0], &pair[1]].map(|one| of_raw(one.action).worth_difference.mean);
            let is_proven = pair.iter().any(|one| one.is_certain);
            assert!(better >= worse || is_proven, "{better} {worse} {pair:?}");
        }
        for candidate in &shown.candidates {
            let found = of_raw(candidate.action);
            assert_eq!(
                (candidate.simulated, candidate.visits, candidate.best),
                (found.value, found.visits, found.best)
            );
            assert!((0.0..=1.0).contains(&candidate.value.mean));
            let (raw, own) = (found.worth_difference, candidate.difference);
            assert!(raw.mean * own.mean > 0.0 || raw.mean.abs() < 1e-12, "{raw:?} {own:?}");
            if !candidate.is_certain && !shown.candidates[0].is_certain {
                // As many standard errors as before.
                assert!(
                    (raw.mean * own.error - own.mean * raw.error).abs() < 1e-9,
                    "{raw:?} {own:?}"
                );
                assert!(
                    candidate.value.error > 0.0 && candidate.value.error <= 0.5,
                    "{candidate:?}"
                );
                told += 1;
            }
            changed += usize::from((candidate.value.mean - found.value.mean).abs() > 0.01);
        }
    }
    assert!(
        changed > 10 && told > 20,
        "{}: {changed} values changed, {told} compared",
        G::ID
    );
}

#[test]
fn the_order_of_moves_stays() {
    keeps_order::<BurgleBros>(json!({"scenario": "office-job", "seats": 2}), "improve:sims=200", 12);
    keeps_order::<CasinoCapers>(json!({"seats": 2}), "improve:sims=200", 12);
    keeps_order::<CaperCards>(json!({"seats": 3}), "improve:sims=100", 20);
    // Here moves are compared by more than results.
    keeps_order::<MastersOfTheHeist>(
        json!({"scenario": "tech-lab", "seats": 3}),
        "improve:sims=60,turns=0",
        40,
    );
}

#[test]
fn only_simulations_of_the_recommended_search_are_known() {
    let fields = json!({"scenario": "office-job", "seats": 2});
    let (view, seat, legal) = asked::<BurgleBros>(fields, 3, 4).pop().expect("a decision");
    let source_of = |spec: &str| source(&view, &searched::<BurgleBros>(spec, &view, seat, &legal).totals);
    assert_eq!(source_of("improve:sims=32"), Some("expert"));
    assert_eq!(source_of("improve:sims=64,doubt=3,margin=0,threads=2"), Some("expert"));
    for other in [
        "improve:sims=32,turns=2",
        // A network is recommended in another scenario.
        "improve:sims=32,net=bank-job-3-residual,rollout=net",
        "flat:sims=32",
        "mcts:sims=32",
        "puct:sims=32",
        "heuristic",
    ] {
        assert_eq!(source_of(other), None, "{other}");
        let raw = searched::<BurgleBros>(other, &view, seat, &legal);
        let mut same = raw.clone();
        apply_with(&calibration(BurgleBros::ID), &view, seat, &mut same);
        let texts = [&raw, &same].map(|analysis| format!("{:?}", analysis.candidates));
        assert_eq!(texts[0], texts[1], "{other}");
    }
    let totals = |simulated, windows| Totals {
        simulated: Some(simulated),
        windows,
        ..Totals::default()
    };
    assert_eq!(source(&view, &totals(Simulated::Plans, Windows::Full)), Some("plans"));
    assert_eq!(source(&view, &totals(Simulated::Expert, Windows::Off)), None);
    assert_eq!(
        source(&view, &totals(Simulated::Network("bank-job-3-residual"), Windows::Full)),
        None
    );
    let fields = json!({"scenario": "bank-job", "seats": 3});
    let (view, ..) = asked::<BurgleBros>(fields, 3, 4).pop().expect("a decision");
    let network = totals(Simulated::Network("bank-job-3-residual"), Windows::Full);
    assert_eq!(source(&view, &network), Some("network"));
}

#[test]
fn results_that_are_proven_stay() {
    let made = calibration(BurgleBros::ID);
    let (mut proven, mut others) = (0, 0);
    for seed in 0..40 {
        let fields = json!({"scenario": "office-job", "seats": 2});
        // The last decisions of a game: some of their moves end it.
        let all = asked::<BurgleBros>(fields, seed, usize::MAX);
        for (view, seat, legal) in all.into_iter().rev().take(2) {
            let result = |action| {
                let mut after = view;
                after.apply(action);
                (after.node() == Node::Terminal).then(|| after.result().expect("a result").value)
            };
            let mut shown = searched::<BurgleBros>("improve:sims=16", &view, seat, &legal);
            apply_with(&made, &view, seat, &mut shown);
            for candidate in &shown.candidates {
                let Some(value) = result(candidate.action) else {
                    others += usize::from(candidate.value.error > 0.0 && !candidate.is_certain);
                    continue;
                };
                assert_eq!(
                    candidate.value,
                    Estimate {
                        mean: value,
                        error: 0.0
                    }
                );
                assert!(candidate.is_certain);
                proven += 1;
            }
        }
    }
    assert!(proven > 3 && others > 10, "{proven} moves end a game, {others} do not");
}

#[test]
fn hints_show_chances_and_searches_what_simulations_gave() {
    let fields = json!({"scenario": "office-job", "seats": 2});
    let spec: Spec = "improve:sims=200".parse().expect("a spec");
    let mut changed = 0;
    for (state, seat, moves) in asked::<BurgleBros>(fields, 5, 12) {
        let inquiry = Inquiry {
            asked: Vec::new(),
            state,
            seat,
            moves: moves.clone(),
            samples: 0,
            seed: 4,
        };
        let never = AtomicBool::new(false);
        let mut search = analysis_factory::<BurgleBros>(&spec).expect("a search")();
        let shown = inquiry.answer(search.as_mut(), &never, None);
        let mut search = analysis_factory::<BurgleBros>(&spec).expect("a search")();
        let mut rng = stream(4, "analysis", 0);
        let played = search.analyse(&state, seat, &moves, &mut rng, &mut Watch::patient());
        assert_eq!(shown.candidates[0].action, played.candidates[0].action);
        assert_eq!(shown.candidates[0].simulated, played.candidates[0].value);
        changed += usize::from((shown.candidates[0].value.mean - played.candidates[0].value.mean).abs() > 0.005);
    }
    assert!(changed > 3, "{changed} chances differ from what simulations gave");
}

/// Every listed game is shown chances: the shipped fit is read, and knows names that the game has.
#[test]
fn the_shipped_calibrations_cover_every_game() {
    fn covers<G: Players>(fields: serde_json::Value) {
        let known = shipped::<G>().unwrap_or_else(|| panic!("{} has none", G::ID));
        let numbers = names::<G>();
        let models = [&known.usual, &known.won];
        for name in models.iter().flat_map(|model| model.numbers.keys()) {
            assert!(numbers.contains(name), "{}: no number is called {name}", G::ID);
        }
        let features: Vec<String> = (0..G::feature_count()).map(G::feature_name).collect();
        for name in models.iter().flat_map(|model| model.features.keys()) {
            assert!(features.contains(name), "{}: no feature is called {name}", G::ID);
        }
        assert!(known.games > 0 && known.positions >= known.games);
        for (view, seat, _) in asked::<G>(fields, 8, 20) {
            let curve = known.curve::<G>("expert", &Numbers::of(&view, seat), 500);
            let curve = curve.unwrap_or_else(|| panic!("{} does not know the expert", G::ID));
            let [low, high] = [0.05, 0.95].map(|value| curve.chance(value));
            assert!(low < high && low > 0.0 && high < 1.0, "{}: {curve:?}", G::ID);
        }
    }
    covers::<BurgleBros>(json!({"scenario": "bank-job", "seats": 3}));
    covers::<CaperCards>(json!({"seats": 2}));
    covers::<CasinoCapers>(json!({"seats": 3}));
    covers::<MastersOfTheHeist>(json!({"scenario": "tech-lab", "seats": 3}));
}

/// A folder's path, removed at the end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        Place(env::temp_dir().join(format!("heist-calibration-{name}-{}", process::id())))
    }

    fn games(&self) -> String {
        fs::read_to_string(self.0.join("games.jsonl")).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn caper() -> &'static dyn AnyGame {
    any::find(CaperCards::ID).expect("it is listed")
}

fn protocol() -> Protocol {
    Protocol {
        setups: Setups::Drawn,
        seed: 6,
        play: vec![Effort::Simulations(1), Effort::Simulations(60)],
        looks: vec![Effort::Simulations(1), Effort::Simulations(200)],
        every: 8,
    }
}

fn run(
    protocol: &Protocol,
    folder: &Path,
    games: u64,
    threads: usize,
    stop_after: u64,
) -> Result<Vec<PlayedGame>, RecordError> {
    let (stop, finished) = (AtomicBool::new(false), AtomicU64::new(0));
    let limits = Limits {
        games,
        until: None,
        threads: &Threads::new(threads),
        tell: &|games| {
            finished.store(games, Ordering::Relaxed);
            if games >= stop_after {
                stop.store(true, Ordering::Relaxed);
            }
        },
        stop: &stop,
    };
    record(caper(), protocol, folder, &limits)
}

#[test]
fn a_run_that_was_stopped_goes_on_and_ends_with_the_same_bytes() {
    let (whole, parts) = (Place::new("whole"), Place::new("parts"));
    let all = run(&protocol(), &whole.0, 9, 1, u64::MAX).unwrap();
    assert_eq!(all.len(), 9);
    assert!(all.iter().map(|game| game.looks.len()).sum::<usize>() > 9);
    let some = run(&protocol(), &parts.0, 9, 3, 3).unwrap();
    assert!(some.len() < 9, "{}", some.len());
    // A line that was being written when the run was killed is dropped.
    let begun = format!("{}{{\"game\":3,\"sett", parts.games());
    fs::write(parts.0.join("games.jsonl"), begun).unwrap();
    assert_eq!(run(&protocol(), &parts.0, 9, 3, u64::MAX).unwrap(), all);
    assert_eq!(parts.games(), whole.games());
    // Fewer games than are there are the first of them.
    assert_eq!(run(&protocol(), &parts.0, 2, 1, u64::MAX).unwrap(), all[..2]);
}

#[test]
fn a_folder_of_something_else_is_refused_with_one_message() {
    let place = Place::new("other");
    run(&protocol(), &place.0, 2, 1, u64::MAX).unwrap();
    let other = Protocol { every: 9, ..protocol() };
    let error = run(&other, &place.0, 2, 1, u64::MAX).unwrap_err();
    assert!(
        matches!(&error, RecordError::Folder(FolderError::Other { field, .. }) if field == "every"),
        "{error}"
    );
    let lines: Vec<String> = place.games().lines().map(str::to_owned).collect();
    for (from, to, expected) in [
        ("\"game\":0", "\"game\":7", "line 1: field `game`: found 7; expected 0"),
        ("\"setting\"", "\"sitting\"", "line 1: field `sitting`"),
        ("\"visits\":", "\"visits\":0,\"x\":", "line 1: field `looks"),
        ("\"features\":[", "\"features\":[4000000,", "expected numbers below"),
        ("\"numbers\":[", "\"numbers\":[1,", "expected"),
        ("{", "[", "line 1: no game"),
    ] {
        let wrong = lines[0].replacen(from, to, 1);
        assert_ne!(wrong, lines[0], "{from}");
        fs::write(place.0.join("games.jsonl"), format!("{wrong}\n{}\n", lines[1])).unwrap();
        let error = run(&protocol(), &place.0, 2, 1, u64::MAX).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn listed_settings_take_turns_on_common_deals() {
    let place = Place::new("listed");
    let setting = |seats: u64| {
        let fields = json!({"seats": seats});
        Setting {
            name: format!("{seats} seats"),
            setup: caper().setup_from(fields.as_object().unwrap()).unwrap(),
        }
    };
    let protocol = Protocol {
        setups: Setups::Listed(vec![setting(1), setting(2)]),
        ..protocol()
    };
    let games = run(&protocol, &place.0, 4, 2, u64::MAX).unwrap();
    let names: Vec<&str> = games.iter().map(|game| game.setting.as_str()).collect();
    assert_eq!(names, ["1 seats", "2 seats", "1 seats", "2 seats"]);
    let other = Protocol {
        setups: Setups::Listed(vec![Setting {
            name: "a building".to_owned(),
            setup: any::find(BurgleBros::ID)
                .unwrap()
                .setup_from(json!({"seats": 1}).as_object().unwrap())
                .unwrap(),
        }]),
        ..protocol
    };
    let error = run(&other, &Place::new("wrong game").0, 1, 1, u64::MAX)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("`a building`") && error.contains("Caper Cards"),
        "{error}"
    );
}

#[test]
fn what_is_shown_follows_from_what_was_recorded() {
    use heist_agents::arena::calibrate::{Report, calibrate, shown};

    let place = Place::new("shown");
    let games = run(&protocol(), &place.0, 40, 2, u64::MAX).unwrap();
    let fitted = calibrate(caper(), "sims=1", &games).expect("there are positions");
    let looked_at = games.iter().filter(|game| !game.looks.is_empty()).count() as u64;
    assert_eq!((fitted.games, &fitted.game[..]), (looked_at, CaperCards::ID));
    let raw = shown(caper(), None, &games);
    let values: Vec<f64> = games
        .iter()
        .flat_map(|game| &game.looks)
        .map(|look| f64::from(look.simulated))
        .collect();
    assert_eq!(raw.iter().map(|one| one.shown).collect::<Vec<f64>>(), values);
    let fitted = shown(caper(), Some(&fitted), &games);
    let report = Report::of(&fitted, 1).expect("there are positions");
    // On the games that it was fitted on, the mean is right.
    assert!(report.all.difference.abs() < 0.02, "{report:?}");
    assert_eq!(calibration::EXPERT, "expert");
}
