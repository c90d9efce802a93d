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
    folder.write(
        "slow.sh",
        "while read -r word rest; do case $word in heist-bot) printf 'name slow\\nready\\n' ;; game) \
                             echo ready ;; decide) echo here > asked; sleep 1000 ;; esac; done\n",
    );
    let words = "arena burgle-bros --seats 1 --games 1 --threads 1 --agents";
    let agents = ["bot:cmd=sh slow.sh,time=1000"];
    let mut child = crate::heist(&folder.0, words).args(agents).spawn().unwrap();
    wait_for(&mut child, || folder.path("asked").exists());
    // A game stops at its next decision, which does not come.
    send(&child, Signal::SIGINT);
    let mut repeated = || {
        send(&child, Signal::SIGINT);
        std::thread::sleep(std::time::Duration::from_millis(20));
        child.try_wait().unwrap()
    };
    let status = std::iter::repeat_with(&mut repeated).find_map(|status| status).unwrap();
    assert_eq!(status.code(), Some(130));
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
