use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heist_agents::arena::{ArenaError, Config, FolderError, KnownGames, Progress, Report, RunFolder, Sprt, resume};
use heist_engine::with_game;
use serde_json::{Value, json};

use crate::run::{config, figures, played};
use crate::vault::Game1;

/// A folder's path, removed at the end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        Place(std::env::temp_dir().join(format!("heist-run-{name}-{}", std::process::id())))
    }

    fn games(&self) -> String {
        fs::read_to_string(self.0.join("games.jsonl")).unwrap()
    }

    fn write_games(&self, text: &str) {
        fs::write(self.0.join("games.jsonl"), text).unwrap();
    }

    fn open(&self, config: &Config<Game1>) -> Result<RunFolder, FolderError> {
        RunFolder::open(&self.0, config)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn luckily(mut config: Config<Game1>) -> Config<Game1> {
    config.luck = Some(Box::new(|state| f64::from(state.score) / 7.0));
    config
}

/// Stops after so many games.
struct StopAfter<'a> {
    left: AtomicU64,
    stop: &'a AtomicBool,
}

impl Progress for StopAfter<'_> {
    fn finished(&self, _contestant: usize, _deal: u64) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn run_for(config: &Config<Game1>, place: &Place, games: u64) -> Result<Report, ArenaError> {
    let stop = AtomicBool::new(false);
    let progress = StopAfter {
        left: AtomicU64::new(games),
        stop: &stop,
    };
    resume(config, &place.open(config).unwrap(), &progress, &stop)
}

fn run_to_the_end(config: &Config<Game1>, place: &Place) -> Report {
    resume(config, &place.open(config).unwrap(), &(), &AtomicBool::new(false)).unwrap()
}

#[test]
fn a_run_in_pieces_ends_with_the_same_figures() {
    let place = Place::new("pieces");
    let specs = ["random", "heuristic", "random"];
    let whole = figures(played(&luckily(config(&specs, 120, 2))));
    let mut finished = 0;
    for (threads, games) in [(1, 7), (2, 60), (3, 150)] {
        drop(run_for(&luckily(config(&specs, 120, threads)), &place, games));
        let folder = place.open(&luckily(config(&specs, 120, 1))).unwrap();
        assert!(folder.len() > finished, "{} games after {finished}", folder.len());
        finished = folder.len();
        assert!(finished < 360);
    }
    let first = run_to_the_end(&luckily(config(&specs, 120, 2)), &place);
    assert_eq!(figures(first.clone()), whole);
    assert_eq!(place.games().lines().count(), 360, "no game was played twice");
    // Nothing is left to play, and the times are those of before.
    assert_eq!(run_to_the_end(&luckily(config(&specs, 120, 1)), &place), first);
    // More games, fewer games, other agents.
    for (specs, games) in [(&specs[..], 150), (&specs[1..], 40), (&["heuristic"][..], 160)] {
        let whole = figures(played(&luckily(config(specs, games, 2))));
        assert_eq!(
            figures(run_to_the_end(&luckily(config(specs, games, 2)), &place)),
            whole
        );
    }
    assert_eq!(place.games().lines().count(), 360 + 90 + 10);
}

#[test]
fn a_line_that_is_cut_anywhere_is_played_again() {
    let place = Place::new("cut");
    let config = luckily(config(&["heuristic"], 12, 1));
    let whole = figures(run_to_the_end(&config, &place));
    let text = place.games();
    let last = text[..text.len() - 1].rfind('\n').unwrap() + 1;
    for end in last..text.len() {
        place.write_games(&text[..end]);
        assert_eq!(place.open(&config).unwrap().len(), 11, "cut at {end}");
        assert_eq!(place.games(), text[..last], "the rest of the line is gone");
        assert_eq!(figures(run_to_the_end(&config, &place)), whole);
    }
}

#[test]
fn a_sequential_test_goes_on_to_the_same_deal() {
    let tested = || {
        let mut config = config(&["random", "heuristic"], 3_000, 2);
        config.sprt = Some(Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap());
        config
    };
    let whole = figures(played(&tested()));
    let place = Place::new("sprt");
    drop(run_for(&tested(), &place, whole.games));
    assert_eq!(figures(run_to_the_end(&tested(), &place)), whole);
}

#[test]
fn another_run_is_refused_and_told_what_differs() {
    let place = Place::new("other");
    let config = || crate::run::config(&["random"], 3, 1);
    run_to_the_end(&config(), &place);
    let refused = |config: &Config<Game1>| place.open(config).unwrap_err().to_string();
    let mut seed = config();
    seed.seed = 43;
    let error = refused(&seed);
    assert!(
        error.contains("run.json: field `seed`: the folder has 42, this run has 43"),
        "{error}"
    );
    let mut setup = config();
    setup.setup = serde_json::json!({"first": 1});
    let error = refused(&setup);
    assert!(
        error.contains("field `setup`") && error.contains("{\"first\":1}"),
        "{error}"
    );
    let error = refused(&luckily(config()));
    assert!(
        error.contains("field `luck`: the folder has false, this run has true"),
        "{error}"
    );
    let header = fs::read_to_string(place.0.join("run.json")).unwrap();
    let twice = header.replacen("\"seed\": 42", "\"seed\": 1, \"seed\": 42", 1);
    assert_ne!(twice, header);
    fs::write(place.0.join("run.json"), twice).unwrap();
    let error = refused(&config());
    assert!(error.contains("the name `seed` for the second time"), "{error}");
    fs::write(place.0.join("run.json"), "{\"heistlab\": ").unwrap();
    let error = refused(&config());
    assert!(error.contains("run.json: line 1: no description of a run"), "{error}");
    fs::remove_file(place.0.join("run.json")).unwrap();
    assert!(matches!(place.open(&config()), Err(FolderError::NoRun(_))));
}

#[test]
fn a_run_that_ended_before_its_first_game_leaves_a_folder_for_any_other() {
    let place = Place::new("before");
    let config = || crate::run::config(&["random"], 3, 1);
    let mut other = config();
    other.seed = 43;
    drop(place.open(&other).unwrap());
    let games = run_to_the_end(&config(), &place);
    assert_eq!(games.seed, 42);
    // Now there is something to lose.
    assert!(matches!(place.open(&other), Err(FolderError::Other { .. })));
    // What is somebody else's stays, whether there are games or not.
    for text in ["{\"heistlab\": \"campaign-run\"}", "{}", "mine", ""] {
        let place = Place::new("mine");
        fs::create_dir_all(&place.0).unwrap();
        fs::write(place.0.join("run.json"), text).unwrap();
        assert!(place.open(&config()).is_err(), "{text}");
        assert_eq!(fs::read_to_string(place.0.join("run.json")).unwrap(), text);
    }
}

#[test]
fn lines_that_no_run_wrote_are_refused_by_number() {
    let place = Place::new("lines");
    let config = config(&["random"], 3, 1);
    run_to_the_end(&config, &place);
    let text = place.games();
    for (from, to, what) in [
        (
            "{\"deal\":1",
            "{\"dale\":1",
            "games.jsonl: line 2: field `dale`: unknown field `dale`, expected one of `deal`",
        ),
        ("\"ending\":\"", "\"ending\":\"un", "line 1: field `ending`: found `un"),
        (
            "\"figures\":[",
            "\"figures\":[1,",
            "line 1: field `figures`: found 3 numbers; expected 2",
        ),
    ] {
        place.write_games(&text.replace(from, to));
        let error = place.open(&config).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
    place.write_games(&text);
    assert_eq!(place.open(&config).unwrap().len(), 3);
}

/// A line of a finished game, as runs write them.
fn line(deal: u64, ending: &str, value: f64) -> Value {
    json!({"deal": deal, "agent": "random", "value": value, "ending": ending, "figures": [4, 1], "decisions": 4,
           "thinking_ns": 900, "timed_decisions": 4, "luck": 0.25})
}

/// What is wrong with the last of some lines; those before it are accepted.
#[track_caller]
fn refused(lines: &[String]) -> String {
    let place = Place::new(&format!("refused-{:?}", std::thread::current().id()));
    let config = luckily(config(&["random"], 3, 1));
    drop(place.open(&config).unwrap());
    let (last, before) = lines.split_last().unwrap();
    place.write_games(&before.iter().map(|line| format!("{line}\n")).collect::<String>());
    assert_eq!(place.open(&config).unwrap().len(), before.len(), "{before:?}");
    place.write_games(&lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    let error = place.open(&config).expect_err(last).to_string();
    let start = format!("{}: line {}: ", place.0.join("games.jsonl").display(), lines.len());
    error
        .strip_prefix(&start)
        .unwrap_or_else(|| panic!("{error}"))
        .to_owned()
}

/// The decision that ends in a fault is timed, and is not counted.
#[test]
fn a_fault_at_the_first_decision_is_read_back() {
    let place = Place::new("fault-at-once");
    let config = luckily(config(&["random"], 3, 1));
    drop(place.open(&config).unwrap());
    let mut fault = line(0, "fault", 0.0);
    for (name, value) in [
        ("fault", json!({"seat": 1, "text": "gone"})),
        ("decisions", json!(0)),
        ("timed_decisions", json!(1)),
        ("figures", json!([0, 0])),
    ] {
        fault[name] = value;
    }
    place.write_games(&format!("{fault}\n"));
    assert_eq!(place.open(&config).unwrap().len(), 1);
}

#[test]
fn every_field_of_a_finished_game_is_checked() {
    let changed = |name: &str, value: Value| {
        let mut line = line(0, "caught", 0.0);
        line[name] = value;
        line.to_string()
    };
    for (field, value, text) in [
        (
            "value",
            json!(1.5),
            "found 1.5 for the ending `caught`; expected a number from 0 to 1",
        ),
        (
            "value",
            json!(-0.25),
            "found -0.25 for the ending `caught`; expected a number from 0 to 1",
        ),
        (
            "ending",
            json!("escaped"),
            "field `value`: found 0 for the ending `escaped`; expected 1, as after every win",
        ),
        (
            "ending",
            json!("flown"),
            "field `ending`: found `flown`; expected one of: escaped, caught, late",
        ),
        (
            "ending",
            json!("fault"),
            "field `ending`: found `fault`; expected one of: escaped, caught, late",
        ),
        ("figures", json!([4]), "field `figures`: found 1 numbers; expected 2"),
        (
            "figures",
            json!([4, 3_000_000_000u64]),
            "field `figures[1]`: invalid value",
        ),
        (
            "deal",
            json!(-1),
            "field `deal`: invalid value: integer `-1`, expected a whole number, 0 or more",
        ),
        (
            "deal",
            json!(1u64 << 32),
            "field `deal`: found 4294967296; expected at most 4294967295",
        ),
        (
            "agent",
            json!(""),
            "field `agent`: found \"\"; expected the name of a contestant on one line",
        ),
        ("agent", json!("ran\u{1b}dom"), "field `agent`: found \"ran\\u{1b}dom\""),
        (
            "decisions",
            json!(1u64 << 50),
            "field `decisions`: found 1125899906842624; expected at most",
        ),
        (
            "timed_decisions",
            json!(257),
            "found 257; expected at most 256, as there are 4 decisions",
        ),
        (
            "timed_decisions",
            json!(0),
            "field `thinking_ns`: found 900; expected at most 0, as there are 0 timed",
        ),
        (
            "thinking_ns",
            json!(1u64 << 60),
            "field `thinking_ns`: found 1152921504606846976; expected at most",
        ),
        (
            "luck",
            Value::Null,
            "field `luck`: found nothing; expected a number, as run.json says",
        ),
        ("luck", json!("much"), "field `luck`: invalid type"),
        (
            "fault",
            json!({"seat": 1, "text": "x"}),
            "field `ending`: found `caught`; expected one of: fault",
        ),
        ("fault", json!({"seat": 0, "text": "x"}), "field `fault.seat`"),
    ] {
        let found = refused(&[changed(field, value)]);
        assert!(found.contains(text), "{found}");
    }
    let text = line(0, "caught", 0.0).to_string();
    for (wrong, what) in [
        (
            text.replacen("{\"deal\":0", "{\"deal\":0,\"deal\":0", 1),
            "field `deal`",
        ),
        (text.replacen("0.25", "1e999", 1), "number out of range"),
        (text.replacen('}', "", 1), "no game: "),
        (format!("{text} {text}"), "found more after the end of the value"),
        (String::new(), "no game: "),
        ("[1]".to_owned(), "no game: "),
        (
            format!("{text}{}", " ".repeat(1 << 20)),
            "a longer line; expected at most 1048576 bytes",
        ),
    ] {
        let found = refused(std::slice::from_ref(&wrong));
        assert!(found.contains(what), "{found}");
    }
}

#[test]
fn a_fault_is_worth_nothing() {
    let mut fault = line(0, "fault", 0.0);
    fault["fault"] = json!({"seat": 1, "text": "no answer"});
    let found = refused(&[fault.to_string()]);
    assert_eq!(found, "field `figures[0]`: found 4; expected 0, as after every fault");
    fault["figures"] = json!([0, 0]);
    fault["value"] = json!(0.5);
    let found = refused(&[fault.to_string()]);
    assert_eq!(
        found,
        "field `value`: found 0.5 for the ending `fault`; expected 0, as after every fault"
    );
}

#[test]
fn lines_of_a_run_do_not_contradict_each_other() {
    let lines = |lines: &[Value]| lines.iter().map(Value::to_string).collect::<Vec<_>>();
    // Endings that are wins come first: what was no win once is none later, and the last is never one.
    let found = refused(&lines(&[line(0, "caught", 0.0), line(1, "caught", 1.0)]));
    assert!(
        found.starts_with("field `value`: found 1 for the ending `caught`; expected 1 for the endings that are wins"),
        "{found}"
    );
    let found = refused(&lines(&[line(0, "late", 1.0)]));
    assert!(
        found.contains("`late`; expected a number from 0 to less than 1"),
        "{found}"
    );
    // No game is counted twice, also if it is told in the same way.
    let found = refused(&lines(&[
        line(0, "caught", 0.0),
        line(1, "late", 0.0),
        line(0, "caught", 0.0),
    ]));
    assert_eq!(
        found,
        "field `deal`: found 0 a second time; expected each deal once for each agent"
    );
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let place = Place::new("bom");
    let config = config(&["random"], 3, 1);
    run_to_the_end(&config, &place);
    for name in ["games.jsonl", "run.json"] {
        let path = place.0.join(name);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("\u{feff}{text}")).unwrap();
    }
    assert_eq!(place.open(&config).unwrap().len(), 3);
}

#[test]
fn the_runs_that_the_project_publishes_are_accepted() {
    let runs = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/strength/runs");
    let mut games = 0;
    for entry in fs::read_dir(runs).unwrap() {
        let folder = entry.unwrap().path();
        let header: Value = serde_json::from_slice(&fs::read(folder.join("run.json")).unwrap()).unwrap();
        let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
        let mut known = KnownGames::default();
        for line in text.lines() {
            with_game!(
                header["game"].as_str().unwrap_or_default(),
                G => { known.add::<G>(line.as_bytes()).unwrap(); },
                else name => panic!("{}: {name:?}", folder.display()),
            );
        }
        games += known.len();
    }
    assert!(games > 1000, "{games}");
}

#[test]
fn a_folder_is_one_runs_at_a_time() {
    let place = Place::new("busy");
    let config = config(&["random"], 3, 1);
    let first = place.open(&config).unwrap();
    assert!(matches!(place.open(&config), Err(FolderError::Busy(_))));
    drop(first);
    assert!(place.open(&config).unwrap().is_empty());
}
