//! SIGINT and SIGTERM end every long command with exit code 130, and it says what is complete.
//!
//! Nothing here depends on time: a signal is sent once the command has shown that it is at work.

use std::io::Read;
use std::process::Child;

use nix::sys::signal::kill;
use nix::unistd::Pid;

pub use nix::sys::signal::Signal;

use crate::{Folder, Run};

fn send(child: &Child, signal: Signal) {
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
}

/// Waits for something to be true of a running command.
fn wait_for(child: &mut Child, mut is_true: impl FnMut() -> bool) {
    while !is_true() {
        assert!(
            child.try_wait().unwrap().is_none(),
            "it ended before it could be stopped"
        );
        std::thread::yield_now();
    }
}

/// A run that is sent a signal as soon as something is true of its folder.
pub fn stopped(folder: &Folder, words: &str, signal: Signal, is_at_work: impl Fn(&Folder) -> bool) -> Run {
    let mut child = crate::heist(&folder.0, words).spawn().unwrap();
    wait_for(&mut child, || is_at_work(folder));
    send(&child, signal);
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn replays_that_are_missing_are_said() {
    let folder = Folder::new();
    let words = "arena burgle-bros --games 3000 --agents random --replays games";
    let is_at_work = |folder: &Folder| folder.path("games/burgle-bros-000002-1-random.jsonl").exists();
    let run = stopped(&folder, words, Signal::SIGTERM, is_at_work).exits(130);
    let written = folder
        .names_in("games")
        .iter()
        .filter(|name| name.ends_with(".jsonl"))
        .count();
    assert!(written < 3000);
    let said = format!("heist: stopped: {written} of 3000 replays written\n");
    assert_eq!(run.err, said);
    assert!(
        run.out.contains("3000 deals") && run.out.contains("win rate"),
        "{}",
        run.out
    );
}

#[test]
fn random_walls_stop_at_the_first_signal_and_leave_whole_files() {
    let folder = Folder::new();
    let words = "walls random --count 1000000 --seed 7 --out layouts --json all.json";
    let run = stopped(&folder, words, Signal::SIGINT, |folder| {
        folder.path("layouts/walls-7-0003.txt").exists()
    });
    let run = run.exits(130);
    let written = folder.names_in("layouts").len();
    assert_eq!(
        run.err,
        format!("heist: stopped: {written} of 1000000 layouts finished\n")
    );
    assert_eq!(run.out.lines().count(), written);
    assert_eq!(folder.json("all.json").as_array().unwrap().len(), written);
    assert_eq!(folder.names(), ["all.json", "layouts"], "nothing temporary is left");
}

/// The list is bounded in memory: items are printed while later ones are still to come.
#[test]
fn a_list_of_walls_is_printed_as_it_grows_and_ends_well() {
    let folder = Folder::new();
    let mut child = crate::heist(&folder.0, "walls random --count 1000000 --seed 7 --json -")
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut begun = vec![0; 20_000];
    out.read_exact(&mut begun).unwrap();
    send(&child, Signal::SIGTERM);
    out.read_to_end(&mut begun).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let list: serde_json::Value = serde_json::from_slice(&begun).unwrap();
    let count = list.as_array().unwrap().len();
    assert!((1..1_000_000).contains(&count), "{count}");
}

#[test]
fn a_second_signal_ends_at_once() {
    let folder = Folder::new();
    let mut child = crate::heist(&folder.0, "walls random --count 1000000 --seed 7")
        .spawn()
        .unwrap();
    let mut first = [0; 1];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    // Nobody reads on: once the pipe is full, it stops when it has printed a layout, which is never.
    let mut repeated = || {
        send(&child, Signal::SIGINT);
        std::thread::sleep(std::time::Duration::from_millis(20));
        child.try_wait().unwrap()
    };
    let status = std::iter::repeat_with(&mut repeated).find_map(|status| status).unwrap();
    assert_eq!(status.code(), Some(130));
}

/// A run that is sent a signal once it has printed a text, with much more to come than a pipe holds.
fn stopped_while_it_prints(folder: &Folder, words: &str, begun: &str, signal: Signal) -> Run {
    let mut child = crate::heist(&folder.0, words).spawn().unwrap();
    let mut first = Vec::new();
    while !String::from_utf8_lossy(&first).contains(begun) {
        let mut chunk = [0; 256];
        let count = child.stdout.as_mut().unwrap().read(&mut chunk).unwrap();
        assert!(count > 0, "it ended before it could be stopped");
        first.extend(&chunk[..count]);
    }
    send(&child, signal);
    // Nothing is read yet: it waits for room in the pipe while the signal arrives.
    std::thread::sleep(std::time::Duration::from_millis(100));
    let output = child.wait_with_output().unwrap();
    let mut out = first;
    out.extend(output.stdout);
    Run {
        code: output.status.code(),
        out: String::from_utf8(out).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn checks_say_how_many_cases_were_run() {
    const COUNT: usize = 5_000;
    let folder = Folder::new();
    let case = |number: usize| {
        format!(
            "[[case]]\nid = \"{number}-{}\"\nrules = [\"S-START-6\"]\nabout = \"the entrance is chosen\"\nsetup = {{ \
             seats = 1, characters = [\"hawk-basic\"], first = 1 }}\nsteps = [\"patrol B2\"]\nnode = \"seat 1\"\n",
            "x".repeat(100)
        )
    };
    let cases: String = (0..COUNT).map(case).collect();
    folder.write("cases.toml", &format!("game = \"burgle-bros\"\n{cases}"));
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let run = stopped_while_it_prints(&folder, "check cases.toml --json report.json", "ok ", signal).exits(130);
        let count = run.out.lines().filter(|line| line.starts_with("ok ")).count();
        assert!((1..COUNT).contains(&count), "{count}");
        assert_eq!(run.err, format!("heist: stopped: {count} of {COUNT} cases were run\n"));
        assert!(
            run.out.ends_with(&format!("\n{count} passed, 0 failed\n")),
            "{}",
            run.out
        );
        assert_eq!(folder.json("report.json")["passed"], count);
    }
}

#[test]
fn drawings_that_were_not_checked_are_counted() {
    const COUNT: usize = 20_000;
    let folder = Folder::new();
    folder.heist("walls random --seed 7 --out w.txt").exits(0);
    let words = format!("walls check --json report.json{}", " w.txt".repeat(COUNT));
    let run = stopped_while_it_prints(&folder, &words, "ok ", Signal::SIGTERM).exits(130);
    let count = run.out.lines().filter(|line| line.starts_with("ok ")).count();
    assert!((1..COUNT).contains(&count), "{count}");
    assert_eq!(run.err, format!("heist: stopped: {count} of {COUNT} files checked\n"));
    assert_eq!(folder.json("report.json").as_array().unwrap().len(), count);
}

#[test]
fn steps_that_were_not_shown_are_counted() {
    let folder = Folder::with_replay();
    let steps = folder.read("game.jsonl").lines().count() - 2;
    let run = stopped_while_it_prints(&folder, "replay game.jsonl --step", "step 1 ", Signal::SIGINT).exits(130);
    let shown = run.out.lines().filter(|line| line.starts_with("step ")).count();
    assert!((1..steps).contains(&shown), "{shown} of {steps}");
    assert_eq!(run.err, format!("heist: stopped: {shown} of {steps} steps shown\n"));
}

/// An agent that would think about its first decision for weeks.
const ENDLESS: &str = "mcts:sims=1000000000";

#[test]
fn a_decision_is_given_up_with_its_game() {
    let folder = Folder::new();
    for (agent, signal) in [
        (ENDLESS, Signal::SIGINT),
        ("flat:time=1000", Signal::SIGTERM),
        ("expectimax:depth=30,sims=1000000000", Signal::SIGINT),
        ("ismcts:sims=1000000000,threads=2", Signal::SIGTERM),
    ] {
        let words = format!(
            "arena burgle-bros --seats 2 --games 3 --threads 1 --agents random,{agent} --resume run --replays games \
             --json report.json --parquet games.parquet"
        );
        let run = stopped(&folder, &words, signal, |folder| folder.has_lines("run/games.jsonl", 1));
        let run = run.exits(130);
        let notice = "stopped before all contestants had finished the first deal; there is nothing to report";
        assert_eq!((run.out.as_str(), run.err), ("", format!("heist: {notice}\n")));
        let games = folder.read("run/games.jsonl");
        assert_eq!(games.lines().count(), 1, "{agent}: {games}");
        assert!(games.contains("\"random\""), "{games}");
        assert!(!folder.path("report.json").exists() && !folder.path("games.parquet").exists());
        assert!(!folder.path("games").exists() || folder.names_in("games").is_empty());
        std::fs::remove_dir_all(folder.path("run")).unwrap();
    }
}

#[test]
fn an_outside_bot_is_not_waited_for() {
    let folder = Folder::new();
    folder.write(
        "slow.sh",
        "while read -r word rest; do case $word in heist-bot) printf 'name slow\\nready\\n' ;; game) echo ready ;; \
         decide) echo here > asked; sleep 1000 ;; esac; done\n",
    );
    let mut child = crate::heist(
        &folder.0,
        "arena burgle-bros --seats 1 --games 1 --threads 1 --resume run --agents",
    )
    .arg("bot:cmd=sh slow.sh,time=1000")
    .spawn()
    .unwrap();
    wait_for(&mut child, || folder.path("asked").exists());
    send(&child, Signal::SIGINT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(
        folder.read("run/games.jsonl"),
        "",
        "a game that was given up is no lost game"
    );
}

/// A bot that is heard of no more once it is asked what its first argument says, or has heard of the end of a game. It
/// takes the whole time that it is given.
const SILENT: &str = "\
while read -r word rest; do
    [ \"$word\" = \"$1\" ] && { echo here >asked; sleep 1000; }
    case $word in
        heist-bot) printf 'name silent\\nready\\n' ;;
        game) echo ready ;;
        decide) first=${rest#*\\\"legal\\\":[\\\"}; echo \"play ${first%%\\\"*}\" ;;
    esac
done
";

#[test]
fn a_stop_is_heard_wherever_a_bot_is_waited_for() {
    let folder = Folder::new();
    folder.write("silent.sh", SILENT);
    for asked in ["heist-bot", "game", "decide", "end"] {
        let bot = format!("bot:cmd=sh silent.sh {asked},start=1000,time=1000");
        let commands = [
            "arena burgle-bros --seats 1 --games 2 --threads 1 --resume run --agents",
            "campaign casino-capers --seats 2 --campaigns 2 --threads 1 --agent",
            "walls study --layouts 3 --games 2 --threads 1 --agents",
            "selfplay burgle-bros --seats 1 --games 2 --threads 1 --out games --agents",
            "play burgle-bros --seats 2 --you 2 --seed 1 --save saved --agents",
        ];
        // One game at the table, and it ends after the last question.
        let count = commands.len() - usize::from(asked == "end");
        for (words, signal) in commands[..count]
            .iter()
            .zip([Signal::SIGINT, Signal::SIGTERM].iter().cycle())
        {
            let mut child = crate::heist(&folder.0, words).arg(&bot).spawn().unwrap();
            wait_for(&mut child, || folder.path("asked").exists());
            send(&child, *signal);
            let output = child.wait_with_output().unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(130), "{words} {asked}: {err}");
            assert_eq!(err.lines().count(), 1, "{err}");
            assert!(err.contains("stopped"), "{err}");
            std::fs::remove_file(folder.path("asked")).unwrap();
        }
        // The game that nobody played on is no lost game.
        let games = folder.read("run/games.jsonl");
        assert!(!games.contains("\"fault\":{"), "{games}");
        std::fs::remove_dir_all(folder.path("run")).unwrap();
        std::fs::remove_dir_all(folder.path("games")).unwrap();
    }
}

/// Whether a process is there and no mere remembrance of one.
#[cfg(target_os = "linux")]
fn is_alive(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.trim())).unwrap_or_default();
    let state = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next());
    state.is_some_and(|state| state != "Z" && state != "X")
}

/// `heist bot` watches nothing that it could complete, so the first signal is for it what the second is for others: it
/// ends the program at once.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_ends_the_program_ends_all_that_its_bots_started() {
    let folder = Folder::new();
    folder.write(
        "bot.sh",
        "echo $$ >leader\nsleep 1000 </dev/null >/dev/null 2>&1 &\necho $! >child\n(setsid sh -c 'echo $$ >stray; \
         exec sleep 1000' </dev/null >/dev/null 2>&1 &)\nwhile [ ! -s stray ]; do sleep 0.01; done\nwhile read -r \
         word rest; do case $word in heist-bot) printf 'name family\\nready\\n' ;; game) echo here >asked; sleep 1000 \
         ;; esac; done\n",
    );
    let mut child = crate::heist(&folder.0, "bot --agent")
        .arg("bot:cmd=sh bot.sh,start=1000")
        .spawn()
        .unwrap();
    let game = "heist-bot 1\ngame \
                {\"game\":\"burgle-bros\",\"format\":1,\"setup\":{\"seats\":1,\"seed\":1},\"seats\":1,\"seat\":1,\"\
                seed\":\"00000000000000ff\"}\n";
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, game.as_bytes()).unwrap();
    wait_for(&mut child, || folder.path("asked").exists());
    let family = ["leader", "child", "stray"].map(|name| folder.read(name));
    assert!(family.iter().all(|process| is_alive(process)), "{family:?}");
    send(&child, Signal::SIGTERM);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // A signal that is on its way is not always there at once.
    while family.iter().any(|process| is_alive(process)) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[test]
fn suites_and_studies_give_up_a_decision_as_well() {
    let folder = Folder::new();
    folder.write(
        "long.toml",
        &format!(
            "title = \"Long\"\ngame = \"burgle-bros\"\nseed = 5\ngames = 2\nsetup = {{ seats = 2 }}\nagents = \
             [\"random\", \"{ENDLESS}\"]\n"
        ),
    );
    let run = stopped(
        &folder,
        "strength long.toml --resume runs --threads 1",
        Signal::SIGTERM,
        |folder| folder.has_lines("runs/long/games.jsonl", 1),
    );
    let notice = "stopped: 0 of 1 suites finished; the same command continues";
    assert_eq!(run.exits(130).err, format!("heist: {notice}\n"));
    assert_eq!(folder.read("runs/long/games.jsonl").lines().count(), 1);

    let words = format!("walls study --layouts 3 --games 2 --threads 1 --agents random,{ENDLESS} --out study");
    let run = stopped(&folder, &words, Signal::SIGINT, |folder| {
        folder.has_lines("study/games/own/games.jsonl", 1)
    });
    let run = run.exits(130);
    assert!(run.err.contains("of 3 layouts finished"), "{}", run.err);
    assert_eq!(folder.read("study/games/own/games.jsonl").lines().count(), 1);
}

#[test]
fn agents_at_the_table_of_a_person_give_up_as_well() {
    let folder = Folder::new();
    let words = format!("play burgle-bros --seats 2 --you 2 --seed 1 --save saved --agents {ENDLESS}");
    let mut child = crate::heist(&folder.0, &words).spawn().unwrap();
    let mut begun = [0; 1];
    child.stdout.as_mut().unwrap().read_exact(&mut begun).unwrap();
    send(&child, Signal::SIGTERM);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        said,
        "heist: stopped before your first decision: there is nothing to save\n"
    );
    assert!(!folder.path("saved").exists());
}

/// The seconds for which a process has computed.
#[cfg(target_os = "linux")]
fn computed(child: &Child) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
    // After the name in brackets; fields 14 and 15 are the time in the program and in the system, in hundredths.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()) / 100
}

/// Everything else that a hint does takes a moment only.
#[cfg(target_os = "linux")]
#[test]
fn a_hint_says_what_it_has() {
    let folder = Folder::with_replay();
    for agent in [ENDLESS, "flat:sims=100000000"] {
        let words = format!("hint game.jsonl --step 24 --agent {agent} --json -");
        let mut child = crate::heist(&folder.0, &words).spawn().unwrap();
        while computed(&child) < 2 {
            assert!(
                child.try_wait().unwrap().is_none(),
                "it ended before it could be stopped"
            );
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        send(&child, Signal::SIGINT);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["stopped"], true);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.starts_with("heist: stopped early: the answer is that of "),
            "{said}"
        );
    }
}

#[test]
fn what_nobody_watches_ends_at_once() {
    let folder = Folder::new();
    // It waits for a line that does not come.
    let mut child = crate::heist(&folder.0, "bot --agent random").spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"heist-bot 1\n").unwrap();
    let mut greeting = [0; 4];
    child.stdout.as_mut().unwrap().read_exact(&mut greeting).unwrap();
    send(&child, Signal::SIGTERM);
    let status = child.wait().unwrap();
    drop(stdin);
    assert_eq!((status.code(), &greeting), (Some(130), b"name"));
}

#[test]
fn a_game_that_is_left_by_a_signal_is_saved() {
    let folder = Folder::new();
    let words = "play burgle-bros --seats 1 --seed 7 --save saved --json game.json";
    let mut child = crate::heist(&folder.0, words).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"1\n").unwrap();
    let mut out = child.stdout.take().unwrap();
    let (mut text, mut chunk) = (String::new(), [0; 4096]);
    // It asks for the second time.
    while text.matches("player 1> ").count() < 2 {
        let count = out.read(&mut chunk).unwrap();
        assert!(count > 0, "{text}");
        text += &String::from_utf8_lossy(&chunk[..count]);
    }
    send(&child, Signal::SIGINT);
    out.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(text.contains("Saved: saved."), "{text}");
    let game = folder.json("game.json");
    assert_eq!(
        (&game["saved"], &game["result"]),
        (&"saved".into(), &serde_json::Value::Null)
    );
    folder.heist("replay saved --verify").exits(0);
}

#[test]
fn queries_and_measurements_stop_as_well() {
    let folder = Folder::new();
    let mut child = crate::heist(&folder.0, "analyse --workers 1").spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let query = "{\"id\": \"1\", \"game\": \"burgle-bros\", \"setup\": {\"seats\": 1, \"seed\": 7}, \"steps\": \
                 [\"patrol B2\"], \"agent\": \"flat:time=1000\", \"report_every\": 0.01}\n";
    std::io::Write::write_all(&mut stdin, query.as_bytes()).unwrap();
    let mut first = [0; 1];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    send(&child, Signal::SIGINT);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("heist: stopped after"));

    let mut child = crate::heist(&folder.0, "bench").spawn().unwrap();
    // It listens before it measures; until then a signal ends it just so.
    send(&child, Signal::SIGTERM);
    let code = child.wait().unwrap().code();
    assert!(code.is_none() || code == Some(130), "{code:?}");
}
