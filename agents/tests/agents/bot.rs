//! Outside bots: programs that play, and programs that do not play by the rules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use heist_agents::arena::{
    ArenaError, Config, Contestant, Deal, FAULT, PlayOptions, Report, Threads, against_the_first, play, run,
};
use heist_agents::serve::{LINE_LIMIT, serve};
use heist_agents::{Fault, Spec, factory};
use heist_engine::random;
use heist_engine::record::Step;
use serde_json::{Value, json};

use crate::matches::Says;
use crate::vault::{Game1, Guess, Setup};

/// The spec of the bot that behaves in this way; `file` is its own to write.
pub fn spec(way: &str, file: &str, options: &str) -> Spec {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/vault.sh");
    format!("bot:cmd=sh '{script}' {way} '{file}'{options}")
        .parse()
        .unwrap()
}

fn bot(way: &str, options: &str) -> Contestant<Game1> {
    Contestant::from_spec(&spec(way, "", options)).unwrap()
}

fn lower() -> Contestant<Game1> {
    Contestant::new("lower", || Box::new(Says(Guess::Lower)))
}

fn played(contestants: Vec<Contestant<Game1>>, games: u32, threads: usize) -> Report {
    tried(contestants, games, threads).unwrap()
}

fn tried(contestants: Vec<Contestant<Game1>>, games: u32, threads: usize) -> Result<Report, ArenaError> {
    let config = Config {
        pairs: against_the_first(contestants.len()),
        contestants,
        setup: json!({}),
        setup_of: Box::new(Setup::open),
        first: 0,
        games,
        seed: 42,
        threads: Threads::new(threads),
        decision_limit: PlayOptions::DECISION_LIMIT,
        luck: None,
        sprt: None,
        max_faults: None,
    };
    run(&config, &(), &AtomicBool::new(false))
}

/// A name of a file that is there for one test.
fn file() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("heist-bot-test-{}-{number}", std::process::id()))
}

#[test]
fn a_bot_plays_as_the_agent_it_copies_on_any_number_of_threads() {
    for threads in [1, 3] {
        for (way, games) in [("plain", 12), ("chatty", 12), ("noisy", 12), ("slow", 2)] {
            let report = played(vec![lower(), bot(way, "")], games, threads);
            let [own, outside] = &report.contestants[..] else {
                panic!("two contestants")
            };
            assert_eq!((outside.faults, &outside.first_fault), (0, &None), "{way}");
            assert_eq!((own.wins, &own.endings), (outside.wins, &outside.endings), "{way}");
            assert_eq!(own.figures, outside.figures, "{way}");
        }
    }
}

/// Every game of this contestant is lost with a fault, and the other one plays on. The text of the first.
#[track_caller]
fn always_fails(way: &str, options: &str) -> String {
    let games = 3;
    let report = played(vec![bot(way, options), lower()], games, 1);
    let [outside, own] = &report.contestants[..] else {
        panic!("two contestants")
    };
    assert_eq!(
        (own.faults, outside.faults, outside.wins),
        (0, u64::from(games), 0),
        "{way}"
    );
    assert_eq!(own.endings.0.iter().map(|(_, count)| count).sum::<u64>(), 3, "{way}");
    let first = outside.first_fault.clone().unwrap();
    assert_eq!(first.deal, 0, "{way}");
    first.text
}

/// No game is played with this contestant, and none of the other counts. Why.
#[track_caller]
fn cannot_play(way: &str, options: &str) -> String {
    let error = tried(vec![lower(), bot(way, options)], 3, 1).unwrap_err().to_string();
    let (spec, rest) = error.split_once(": bot `").unwrap();
    assert!(spec.contains(way), "{error}");
    let why = rest.strip_suffix("; no game was begun with it").unwrap();
    format!("bot `{why}")
}

#[test]
fn a_crash_is_a_fault_that_quotes_what_the_bot_said_last() {
    assert_eq!(
        cannot_play("crash-at-start", ""),
        "bot `sh` when greeted ended with exit status: 3; its standard error ends: no licence found"
    );
    assert_eq!(
        cannot_play("crash-at-game", ""),
        "bot `crash-at-game` when a game was announced ended with exit status: 5"
    );
    assert_eq!(
        always_fails("crash", ""),
        "bot `crash` when asked for an action ended with exit status: 4; its standard error ends: first line | \
         ValueError: no idea"
    );
    assert!(always_fails("killed", "").contains("ended with signal: 9"));
}

#[test]
fn a_bot_that_crashes_now_and_then_loses_those_games_only() {
    let report = played(vec![bot("sometimes", ""), lower()], 30, 1);
    let [outside, own] = &report.contestants[..] else {
        panic!("two contestants")
    };
    let ended: u64 = outside.endings.0.iter().map(|(_, count)| count).sum();
    assert_eq!(ended + outside.faults, 30);
    assert!(outside.faults >= 3 && ended >= 5, "{outside:?}");
    assert!(
        outside.wins > 0 && outside.wins < own.wins,
        "{} {}",
        outside.wins,
        own.wins
    );
}

#[test]
fn silence_is_a_fault_once_the_time_is_over() {
    let time = ",time=0.15,start=0.15";
    assert_eq!(
        cannot_play("mute", time),
        "bot `sh` when greeted gave no answer within 0.15 s"
    );
    let late = "when asked for an action gave no answer within 0.15 s";
    assert_eq!(always_fails("flood", ",time=0.15"), format!("bot `flood` {late}"));
    assert_eq!(
        always_fails("closes", ",time=60"),
        "bot `closes` when asked for an action closed its standard output"
    );
}

#[test]
fn what_is_no_answer_is_a_fault() {
    for (way, text) in [
        (
            "wrong-greeting",
            "when greeted said `hello`; expected `name TEXT`, `author TEXT` or `ready`",
        ),
        ("old", "when greeted gave up: I speak version 0"),
    ] {
        let found = cannot_play(way, "");
        assert!(found.contains(text) && found.len() < 400, "{found}");
    }
    for (way, text) in [
        (
            "garbage",
            "when asked for an action said `I would say lower`; expected `play ACTION`, perhaps after `info TEXT`",
        ),
        (
            "empty",
            "when asked for an action said `play`; expected `play ACTION`, perhaps after `info TEXT`",
        ),
        ("gives-up", "when asked for an action gave up: out of ideas"),
        (
            "binary",
            "when asked for an action said a line that is not UTF-8: `\u{fffd}\u{fffd}",
        ),
        (
            "long",
            "when asked for an action said a line of more than 65536 bytes, beginning `xxxxx",
        ),
    ] {
        let found = always_fails(way, "");
        assert!(found.contains(text), "{found}");
        assert!(found.len() < 400, "{found}");
    }
    let escapes = always_fails("escapes", "");
    assert!(
        escapes.contains("action `\\u{1b}[2J` is not possible here"),
        "{escapes}"
    );
    assert_eq!(
        always_fails("illegal", ""),
        "action `sideways` is not possible here; expected one of: lower, higher"
    );
}

/// What a mode of the setup leaves out of the legal actions is no fault, and games in which it was played run again.
#[test]
fn a_bot_may_play_what_a_mode_has_left_out() {
    let factory = factory::<Game1>(&spec("left-out", "", "")).unwrap();
    let deal = Deal::new(&Setup::open(3), 3, 0).unwrap();
    let recorded = PlayOptions {
        record: true,
        ..PlayOptions::default()
    };
    let game = play(&deal, &mut [factory(), factory()], recorded).unwrap();
    assert_eq!(game.fault, None);
    let replay = deal.replay(game, vec!["left-out".to_owned()]);
    let said = replay
        .steps
        .iter()
        .filter(|step| matches!(step, Step::Action(_, Guess::Below)))
        .count();
    assert!(said > 2, "{:?}", replay.steps);
    assert!(replay.verify().is_ok());
}

#[test]
fn an_answer_too_many_is_not_taken_for_the_next_one() {
    let mut team = bot("twice", "").team(2, 0);
    for number in 0..9 {
        let deal = Deal::<Game1>::new(&Setup::open(number), 1, number).unwrap();
        let game = play(&deal, &mut team, PlayOptions::default()).unwrap();
        if let Some(fault) = game.fault {
            let text = fault.to_string();
            assert!(text.contains("said `play lower`; expected"), "{text}");
            return;
        }
    }
    panic!("nothing was noticed in nine games");
}

#[test]
fn a_bot_is_started_again_for_the_next_game_and_not_for_ever() {
    let contestant = bot("crash", ",restarts=1");
    let faults: Vec<String> = (0..5)
        .map(|number| {
            let deal = Deal::<Game1>::new(
                &Setup {
                    first: Some(0),
                    seed: None,
                },
                1,
                number,
            )
            .unwrap();
            let game = play(&deal, &mut contestant.team(2, 0), PlayOptions::default()).unwrap();
            assert_eq!(game.result.ending, FAULT);
            let fault = game.fault.unwrap();
            assert!(matches!(fault.fault, Fault::Failed(_)));
            fault.to_string()
        })
        .collect();
    for text in &faults[..2] {
        assert!(
            text.starts_with("seat 1: bot `crash` when asked for an action ended"),
            "{text}"
        );
    }
    for text in &faults[2..] {
        assert!(
            text.contains("is not started again after 1 restarts; the last fault was: bot `crash` when asked"),
            "{text}"
        );
    }
}

#[test]
fn what_a_hung_bot_has_started_ends_with_it() {
    let file = file();
    let spec = spec("hang", file.to_str().unwrap(), ",time=1");
    let contestant = Contestant::<Game1>::from_spec(&spec).unwrap();
    let report = played(vec![contestant], 1, 1);
    assert_eq!(report.contestants[0].faults, 1);
    ends(&file);
}

#[cfg(target_os = "linux")]
#[test]
fn what_left_the_group_of_a_bot_ends_with_it() {
    for (way, options) in [("strays", ""), ("strays-and-hangs", ",time=1")] {
        let file = file();
        let spec = spec(way, file.to_str().unwrap(), options);
        played(vec![Contestant::from_spec(&spec).unwrap()], 1, 1);
        ends(&file);
    }
}

#[test]
fn a_bot_that_was_ready_once_loses_the_games_that_it_is_not_ready_for() {
    let report = played(vec![bot("once", ""), lower()], 3, 1);
    assert_eq!(report.contestants[0].faults, 2);
    let first = report.contestants[0].first_fault.clone().unwrap();
    assert_eq!(
        (first.deal, first.text.as_str()),
        (1, "bot `once` when a game was announced ended with exit status: 8")
    );
}

#[test]
fn what_a_bot_has_started_ends_when_it_quits() {
    let file = file();
    let spec = spec("breeds", file.to_str().unwrap(), "");
    let contestant = Contestant::<Game1>::from_spec(&spec).unwrap();
    let mut team = contestant.team(2, 0);
    let deal = Deal::<Game1>::new(&Setup::open(1), 1, 0).unwrap();
    assert_eq!(play(&deal, &mut team, PlayOptions::default()).unwrap().fault, None);
    drop((contestant, team));
    ends(&file);
}

/// The process that a bot started and whose number it wrote down is gone, or is gone soon.
#[track_caller]
fn ends(file: &Path) {
    let process = std::fs::read_to_string(file).unwrap();
    std::fs::remove_file(file).unwrap();
    let is_gone = || {
        let shown = Command::new("ps")
            .args(["-o", "stat=", "-p", process.trim()])
            .output()
            .unwrap();
        let state = String::from_utf8(shown.stdout).unwrap();
        state.trim().is_empty() || state.trim().starts_with('Z')
    };
    let deadline = Instant::now() + Duration::from_secs(5);
    while !is_gone() {
        assert!(Instant::now() < deadline, "process {process} goes on");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_bot_that_will_not_leave_is_made_to() {
    let start = Instant::now();
    assert_eq!(played(vec![bot("stays", "")], 2, 1).contestants[0].faults, 0);
    assert!(start.elapsed() < Duration::from_secs(60));
}

/// What an agent of ours answers to some lines, and whether it serves to the end.
fn served(lines: &[String]) -> (String, Result<(), String>) {
    let mut left = lines.iter().cloned();
    let mut out = Vec::new();
    let done = serve(&"random".parse().unwrap(), &mut || Ok(left.next()), &mut out);
    (String::from_utf8(out).unwrap(), done.map_err(|error| error.to_string()))
}

#[test]
fn a_served_agent_answers_a_line_that_is_too_long_once() {
    let greeting = "heist-bot 1".to_owned();
    let longest = format!("# {}", "x".repeat(LINE_LIMIT - 2));
    let (said, done) = served(&[greeting.clone(), longest, "quit".to_owned()]);
    assert_eq!((said.as_str(), done), ("name heist random\nready\n", Ok(())));
    let too_long = format!("game {}", "x".repeat(LINE_LIMIT));
    let (said, done) = served(&[greeting.clone(), too_long, greeting.clone()]);
    let error = format!("found a longer line; expected at most {LINE_LIMIT} bytes");
    assert_eq!(said, format!("name heist random\nready\nerror {error}\n"));
    assert_eq!(done, Err(format!("line 2: {error}")));
    // An error quotes no more than can be read, and nothing that changes a terminal.
    let (said, _) = served(&[format!("heist-bot \u{1b}[2J{}", "x".repeat(100_000))]);
    assert!(
        said.starts_with("error heist-bot `\\u{1b}[2Jxxx") && said.len() < 2100,
        "{}",
        said.len()
    );
}

/// What the bots of a run were told, a text a process.
fn told(games: u32, threads: usize) -> Vec<Vec<String>> {
    let file = file();
    let spec = spec("log", file.to_str().unwrap(), "");
    let report = played(vec![Contestant::from_spec(&spec).unwrap()], games, threads);
    assert_eq!(report.contestants[0].faults, 0);
    let stem = format!("{}.", file.file_name().unwrap().to_str().unwrap());
    let logs = std::fs::read_dir(std::env::temp_dir()).unwrap().filter_map(|entry| {
        let path = entry.unwrap().path();
        path.file_name()?.to_str()?.starts_with(&stem).then_some(path)
    });
    logs.map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        text.lines().map(str::to_owned).collect()
    })
    .collect()
}

fn contents(lines: &[String], word: &str) -> Vec<Value> {
    let start = format!("{word} ");
    let found = lines.iter().filter_map(|line| line.strip_prefix(&start));
    found.map(|json| serde_json::from_str(json).unwrap()).collect()
}

#[test]
fn a_process_plays_one_seat_in_many_games_and_hears_what_that_seat_sees() {
    let logs = told(12, 1);
    assert_eq!(logs.len(), 2, "one process a seat for all games of a thread");
    let mut seats = BTreeSet::new();
    for lines in &logs {
        assert_eq!(lines[0], "heist-bot 1");
        assert_eq!(lines[lines.len() - 2..], ["quit ", "left"]);
        let games = contents(lines, "game");
        assert_eq!((games.len(), contents(lines, "end").len()), (12, 12));
        let seat = games[0]["seat"].as_u64().unwrap();
        seats.insert(seat);
        for (number, game) in (0..).zip(&games) {
            assert_eq!(game["seat"].as_u64(), Some(seat), "it keeps its seat");
            assert_eq!((&game["game"], &game["format"]), (&json!("vault"), &json!(1)));
            assert_eq!(game["setup"]["seed"], Value::Null);
            let seed = random::stream_seed(42, &format!("arena/seat/{seat}"), number);
            assert_eq!(game["seed"], format!("{seed:016x}"));
        }
        for question in contents(lines, "decide") {
            assert_eq!(question["seat"].as_u64(), Some(seat));
            assert_eq!(question["legal"], json!(["lower", "higher"]));
            assert_eq!(question["time"], json!(5.0));
            let hands = question["position"]["hands"].as_array().unwrap();
            assert_eq!(hands[2 - seat as usize], json!(255), "the other hand");
            assert_ne!(hands[seat as usize - 1], json!(255), "the own hand");
        }
        // The own card is dealt openly and the other one is not, in seating order.
        let deals = contents(lines, "step");
        let deals: Vec<&str> = deals.iter().filter_map(|step| step["chance"].as_str()).collect();
        assert_eq!(deals.iter().filter(|outcome| **outcome == "hidden").count(), 12);
        assert_eq!(deals[2 - seat as usize], "hidden");
        for end in contents(lines, "end") {
            assert!(["escaped", "caught", "late"].contains(&end["result"]["ending"].as_str().unwrap()));
            assert!(end["result"]["figures"]["turns"].is_u64());
        }
    }
    assert_eq!(seats, BTreeSet::from([1, 2]));
}

#[test]
fn a_game_that_another_seat_gave_up_has_no_result() {
    let file = file();
    let seats = [spec("log", file.to_str().unwrap(), ""), spec("illegal", "", "")];
    let mut team: Vec<_> = seats.iter().map(|spec| factory::<Game1>(spec).unwrap()()).collect();
    let deal = Deal::<Game1>::new(
        &Setup {
            first: Some(1),
            seed: None,
        },
        1,
        0,
    )
    .unwrap();
    let game = play(&deal, &mut team, PlayOptions::default()).unwrap();
    assert_eq!(game.fault.unwrap().seat.0, 1);
    drop(team);
    let name = format!("{}.", file.file_name().unwrap().to_str().unwrap());
    let mut logs = std::fs::read_dir(std::env::temp_dir()).unwrap();
    let log = logs.find_map(|entry| {
        let path = entry.unwrap().path();
        path.file_name()?.to_str()?.starts_with(&name).then_some(path)
    });
    let log = log.unwrap();
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(log).unwrap();
    assert!(text.contains("end {\"result\":null}\nquit"), "{text}");
}

#[test]
fn a_command_that_cannot_be_run_is_known_at_once() {
    let refused = |text: &str| {
        let spec: Spec = text.parse().unwrap();
        factory::<Game1>(&spec).err().unwrap().to_string()
    };
    let unknown = refused("bot:cmd=no-such-program --fast,time=2");
    assert!(
        unknown.starts_with("agent `bot`: cmd=no-such-program --fast: ") && unknown.contains("os error 2"),
        "{unknown}"
    );
    assert_eq!(
        refused("bot:cmd='open"),
        "agent `bot`: cmd='open: expected words as in a shell, with quotes closed"
    );
    assert_eq!(
        "bot".parse::<Spec>().unwrap_err().to_string(),
        "agent `bot` needs `cmd`, text that is not empty"
    );
}

#[test]
fn the_example_in_python_plays() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/burglar_bot.py");
    let spec: Spec = format!("bot:cmd=python3 '{script}'").parse().unwrap();
    let report = played(vec![Contestant::from_spec(&spec).unwrap()], 4, 1);
    assert_eq!(report.contestants[0].first_fault, None);
}
