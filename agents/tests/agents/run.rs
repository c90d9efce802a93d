use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use heist_agents::arena::{
    ArenaError, Config, Contestant, Deal, GameSummary, PlayOptions, Progress, Report, Threads, against_the_first, run,
};
use heist_agents::{Agent, Fault, RandomAgent};
use heist_engine::game::Seat;
use heist_engine::random::Generator;
use serde_json::{Value, json};

use crate::matches::Says;
use crate::vault::{Game1, Guess, HOLE, Setup};

pub fn config(specs: &[&str], games: u32, threads: usize) -> Config<Game1> {
    let contestants = specs
        .iter()
        .map(|text| Contestant::from_spec(&text.parse().unwrap()).unwrap());
    Config {
        contestants: contestants.collect(),
        pairs: against_the_first(specs.len()),
        setup: json!({"first": null}),
        setup_of: Box::new(Setup::open),
        first: 0,
        games,
        seed: 42,
        threads: Threads::new(threads),
        decision_limit: PlayOptions::DECISION_LIMIT,
        luck: None,
        sprt: None,
        max_faults: None,
    }
}

pub fn played(config: &Config<Game1>) -> Report {
    run(config, &(), &AtomicBool::new(false)).unwrap()
}

/// The report without what the clock says.
pub fn figures(mut report: Report) -> Report {
    for contestant in &mut report.contestants {
        contestant.decision_us_mean = 0.0;
    }
    report
}

#[test]
fn the_report_does_not_depend_on_the_threads() {
    let specs = ["random", "heuristic", "random"];
    let one = played(&config(&specs, 300, 1));
    assert!(
        one.contestants
            .iter()
            .all(|contestant| contestant.decision_us_mean > 0.0)
    );
    let one = figures(one);
    assert_eq!(one.games, 300);
    for threads in [2, 3] {
        assert_eq!(figures(played(&config(&specs, 300, threads))), one, "{threads} threads");
    }
    let mut other = config(&specs, 300, 2);
    other.seed = 43;
    assert_ne!(figures(played(&other)).contestants, one.contestants);
}

#[test]
fn the_same_agent_twice_differs_by_nothing() {
    let report = played(&config(&["random", "random", "heuristic"], 200, 2));
    let [first, second, expert] = &report.contestants[..] else {
        panic!("three contestants")
    };
    assert_eq!((first.wins, &first.losses), (second.wins, &second.losses));
    let [same, better] = &report.paired[..] else {
        panic!("two comparisons")
    };
    assert_eq!((same.difference, same.interval95), (0.0, [0.0, 0.0]));
    assert_eq!(better.agent, "heuristic");
    assert_eq!(better.to, "random");
    assert!(better.interval95[0] > 0.0, "the expert is better: {better:?}");
    assert!((better.difference - (expert.win_rate - first.win_rate)).abs() < 1e-12);
}

#[test]
fn the_report_has_its_shape() {
    let value = serde_json::to_value(played(&config(&["random", "heuristic"], 50, 1))).unwrap();
    let keys = |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(
        keys(&value)[..6],
        ["game", "setup", "games", "seed", "contestants", "paired"]
    );
    assert_eq!(value["game"], "vault");
    assert_eq!(value["setup"], json!({"first": null}));
    assert_eq!((&value["games"], &value["seed"]), (&json!(50), &json!(42)));
    let contestant = &value["contestants"][0];
    assert_eq!(
        keys(contestant)[..8],
        [
            "agent",
            "games",
            "wins",
            "win_rate",
            "wilson95",
            "losses",
            "headline",
            "decision_us_mean"
        ]
    );
    assert_eq!(contestant["wilson95"].as_array().map(Vec::len), Some(2));
    let losses = contestant["losses"].as_object().unwrap();
    assert!(
        losses
            .keys()
            .all(|ending| ["caught", "late"].contains(&ending.as_str()))
    );
    let lost: u64 = losses.values().filter_map(Value::as_u64).sum();
    assert_eq!(lost + contestant["wins"].as_u64().unwrap(), 50);
    assert_eq!(keys(&value["paired"][0]), ["agent", "to", "difference", "interval95"]);
}

/// Says stop once a contestant has finished a deal, and keeps what was finished.
struct StopAt<'a> {
    contestant: usize,
    deal: u64,
    stop: &'a AtomicBool,
    seen: Mutex<Vec<(usize, u64)>>,
}

impl Progress for StopAt<'_> {
    fn finished(&self, contestant: usize, deal: u64) {
        self.seen.lock().unwrap().push((contestant, deal));
        if (contestant, deal) == (self.contestant, self.deal) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn stopped(config: &Config<Game1>, contestant: usize, deal: u64) -> (Result<Report, ArenaError>, Vec<(usize, u64)>) {
    let stop = AtomicBool::new(false);
    let progress = StopAt {
        contestant,
        deal,
        stop: &stop,
        seen: Mutex::new(Vec::new()),
    };
    let report = run(config, &progress, &stop);
    (report, progress.seen.into_inner().unwrap())
}

#[test]
fn a_stopped_run_reports_the_deals_that_all_finished() {
    let specs = ["random", "heuristic"];
    let (report, seen) = stopped(&config(&specs, 1000, 1), 1, 24);
    let report = report.unwrap();
    assert_eq!((report.games, report.requested), (25, 1000));
    assert_eq!(seen.len(), 50);
    // The second contestant has not played deal 24: only 24 deals count.
    let (half, _) = stopped(&config(&specs, 1000, 1), 0, 24);
    assert_eq!(half.unwrap().games, 24);
    // The figures are those of a run of as many deals.
    let mut whole = figures(played(&config(&specs, 25, 1)));
    whole.requested = 1000;
    assert_eq!(figures(report), whole);
    // With more threads other deals may be finished, and the report still is a run of its number of games.
    let (report, seen) = stopped(&config(&specs, 1000, 3), 1, 24);
    let both = |deal| seen.contains(&(0, deal)) && seen.contains(&(1, deal));
    match report {
        Ok(report) => {
            assert!(report.games < 1000);
            assert!((0..report.games).all(both));
            let mut whole = figures(played(&config(&specs, report.games as u32, 2)));
            whole.requested = 1000;
            assert_eq!(figures(report), whole);
        }
        // The thread with the first deal may have had to wait all the time.
        Err(error) => assert!(matches!(error, ArenaError::NothingFinished) && !both(0)),
    }
}

/// Deal 0 waits until deal 5 is finished and the run is stopped: later deals do not count without it.
#[test]
fn a_gap_ends_the_report() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut config = config(&["random"], 1000, 2);
    let gate = Arc::clone(&stop);
    let first = Deal::<Game1>::setup_seed(config.seed, 0);
    config.setup_of = Box::new(move |seed| {
        while seed == first && !gate.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        Setup::open(seed)
    });
    let progress = StopAt {
        contestant: 0,
        deal: 5,
        stop: &stop,
        seen: Mutex::new(Vec::new()),
    };
    let report = run(&config, &progress, &stop);
    assert!(matches!(report, Err(ArenaError::NothingFinished)));
    assert!(progress.seen.into_inner().unwrap().len() >= 5);
}

#[test]
fn a_run_stopped_at_once_has_nothing_to_report() {
    let stop = AtomicBool::new(true);
    let error = run(&config(&["random"], 10, 1), &(), &stop).unwrap_err();
    assert!(matches!(error, ArenaError::NothingFinished));
}

#[test]
fn nothing_to_play_is_an_error() {
    let stop = AtomicBool::new(false);
    let error = run(&config(&[], 10, 1), &(), &stop).unwrap_err();
    assert!(matches!(error, ArenaError::NoContestants));
    let error = run(&config(&["random"], 0, 1), &(), &stop).unwrap_err();
    assert!(matches!(error, ArenaError::NoGames));
}

#[test]
fn the_earliest_failure_is_reported_whatever_the_threads() {
    for threads in [1, 2, 3] {
        let mut unplayable = config(&["random"], 100, threads);
        unplayable.setup_of = Box::new(|_| Setup {
            first: Some(7),
            seed: None,
        });
        let error = run(&unplayable, &(), &AtomicBool::new(false)).unwrap_err().to_string();
        assert_eq!(
            error,
            "deal 0: the setup is not playable: first: seat 7, expected 0 or 1"
        );
        let mut endless = config(&["random"], 100, threads);
        endless.decision_limit = 1;
        let error = run(&endless, &(), &AtomicBool::new(false)).unwrap_err().to_string();
        assert_eq!(error, "deal 0, random: the game has not ended after 1 decisions");
    }
}

#[test]
fn no_deal_begins_after_a_failure() {
    let mut endless = config(&["random", "heuristic"], 100, 1);
    endless.decision_limit = 1;
    let stop = AtomicBool::new(false);
    let progress = StopAt {
        contestant: 2,
        deal: 0,
        stop: &stop,
        seen: Mutex::new(Vec::new()),
    };
    assert!(run(&endless, &progress, &stop).is_err());
    assert_eq!(progress.seen.into_inner().unwrap(), []);
}

#[test]
fn faults_are_losses_counted_apart() {
    for threads in [1, 2] {
        let mut config = config(&["random"], 60, threads);
        config
            .contestants
            .push(Contestant::new("cheat", || Box::new(Says(Guess::Pass))));
        config.pairs = against_the_first(2);
        let report = played(&config);
        let [random, cheat] = &report.contestants[..] else {
            panic!("two contestants")
        };
        assert_eq!((random.faults, &random.first_fault), (0, &None));
        assert_eq!((cheat.wins, cheat.mean_value, cheat.faults), (0, 0.0, 60));
        assert!(cheat.losses.0.is_empty(), "no rule ended a game");
        assert!(report.paired[0].difference < 0.0);
        let first = cheat.first_fault.clone().unwrap();
        assert_eq!(first.deal, 0);
        assert_eq!(first.seat.0, config.deal(0).unwrap().world.first);
        assert!(
            first.text.starts_with("action `pass` is not possible here"),
            "{first:?}"
        );
        let value = serde_json::to_value(&report).unwrap();
        assert_eq!(value["contestants"][0]["first_fault"], Value::Null);
        assert_eq!(value["contestants"][1]["faults"], 60);
        assert_eq!(value["contestants"][1]["first_fault"]["deal"], 0);
    }
}

#[test]
fn a_game_of_a_run_can_be_played_again() {
    let config = config(&["random"], 20, 2);
    let report = played(&config);
    let wins = (0..20).filter(|&number| {
        let deal = config.deal(number).unwrap();
        let mut team = config.contestants[0].team(2, number);
        let options = PlayOptions {
            record: true,
            ..PlayOptions::default()
        };
        heist_agents::arena::play(&deal, &mut team, options)
            .unwrap()
            .result
            .is_win()
    });
    assert_eq!(wins.count() as u64, report.contestants[0].wins);
}

#[test]
fn contestants_can_be_made_by_hand() {
    let mut config = config(&[], 20, 1);
    config.contestants = vec![
        Contestant::new("lower", || Box::new(Says(Guess::Lower))),
        Contestant::new("chance", || Box::new(RandomAgent)),
    ];
    config.pairs = against_the_first(2);
    let report = played(&config);
    assert_eq!(report.contestants[0].agent, "lower");
    assert_eq!(report.paired[0].agent, "chance");
}

/// Keeps the games of every deal that counts.
#[derive(Default)]
pub struct Counted(Mutex<Vec<Vec<Option<GameSummary>>>>);

impl Counted {
    pub fn games(&self) -> Vec<Vec<Option<GameSummary>>> {
        self.0.lock().unwrap().clone()
    }
}

impl Progress for Counted {
    fn finished(&self, _contestant: usize, _deal: u64) {}

    fn counted(&self, deal: u64, games: &[Option<GameSummary>]) {
        let mut all = self.0.lock().unwrap();
        assert_eq!(deal, all.len() as u64, "deals come in order");
        all.push(games.to_vec());
    }
}

#[test]
fn a_contestant_may_play_fewer_deals() {
    let mut config = config(&["random", "heuristic"], 100, 2);
    config.contestants[1].games = Some(30);
    let counted = Counted::default();
    let report = run(&config, &counted, &AtomicBool::new(false)).unwrap();
    assert_eq!(report.games, 100);
    let games = |place: usize| report.contestants[place].games;
    assert_eq!((games(0), games(1)), (100, 30));
    let games = counted.games();
    assert!((0..100).all(|deal| games[deal][0].is_some() && games[deal][1].is_some() == (deal < 30)));
    let short = played(&crate::run::config(&["random", "heuristic"], 30, 1));
    assert_eq!(report.contestants[1].wins, short.contestants[1].wins);
    assert_eq!(report.paired, short.paired, "over the deals that both played");
}

/// Guesses by the next card of the deck where it is shown to it, else always lower.
struct Seer;

impl Agent<Game1> for Seer {
    fn decide(&mut self, view: &Game1, seat: Seat, _: &[Guess], _: &mut Generator) -> Result<Guess, Fault> {
        let (own, next) = (view.hands[seat.index()], view.deck[usize::from(view.turn)]);
        Ok(if next != HOLE && next > own {
            Guess::Higher
        } else {
            Guess::Lower
        })
    }
}

#[test]
fn a_clairvoyant_team_sees_what_is_hidden() {
    let mut config = config(&["heuristic"], 100, 2);
    let seers = || Contestant::new("seer", || Box::new(Seer));
    config.contestants = vec![seers(), seers().clairvoyant()];
    config.pairs = against_the_first(2);
    let report = played(&config);
    assert!(report.contestants[0].wins < 60, "{report:?}");
    assert_eq!(report.contestants[1].wins, 100);
    assert_eq!(report.contestants[1].agent, "clairvoyant+seer");
}
