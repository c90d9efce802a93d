use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heist_agents::arena::{ArenaError, Config, FolderError, Progress, Report, RunFolder, Sprt, resume};

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
    fs::write(place.0.join("run.json"), "{\"heistlab\": ").unwrap();
    let error = refused(&config());
    assert!(error.contains("run.json: line 1: no description of a run"), "{error}");
    fs::remove_file(place.0.join("run.json")).unwrap();
    assert!(matches!(place.open(&config()), Err(FolderError::NoRun(_))));
}

#[test]
fn lines_that_no_run_wrote_are_refused_by_number() {
    let place = Place::new("lines");
    let config = config(&["random"], 3, 1);
    run_to_the_end(&config, &place);
    let text = place.games();
    for (from, to, what) in [
        ("{\"deal\":1", "{\"dale\":1", "line 2: no game: unknown field `dale`"),
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

#[test]
fn a_folder_is_one_runs_at_a_time() {
    let place = Place::new("busy");
    let config = config(&["random"], 3, 1);
    let first = place.open(&config).unwrap();
    assert!(matches!(place.open(&config), Err(FolderError::Busy(_))));
    drop(first);
    assert!(place.open(&config).unwrap().is_empty());
}
