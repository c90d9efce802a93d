//! The binary as a user meets it: what it prints, what it leaves behind and how it exits.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod analyse;
mod arena;
mod bad_input;
mod bench;
mod bot;
mod calibrate;
mod campaign;
mod caper_cards;
mod catalogue;
mod check;
mod device;
mod errors;
#[cfg(feature = "example-game")]
mod example_game;
mod export;
#[cfg(unix)]
mod full_disk;
mod hint;
mod learn;
mod manual;
mod net;
mod output;
mod play;
mod position;
mod practice;
mod replay;
mod shards;
mod shipped;
#[cfg(unix)]
mod signals;
mod strength;
mod table;
mod train;
mod walls;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// What a run left.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    /// The run, if it exited with this code.
    #[track_caller]
    fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }

    /// The run, if it was refused as bad input with one message that holds all these texts.
    #[track_caller]
    fn refuses(self, texts: &[&str]) -> Run {
        let run = self.exits(2);
        for text in texts {
            assert!(run.err.contains(text), "`{text}` is not in: {}", run.err);
        }
        assert!(!run.err.contains("panicked"), "{}", run.err);
        assert_eq!(run.err.matches("heist: ").count(), 1, "{}", run.err);
        run
    }

    /// The run, if it ended because a file had no room, with one message that begins with this name of a file or
    /// folder.
    #[cfg(unix)]
    #[track_caller]
    fn has_no_room_for(self, file: &str) -> Run {
        let run = self.exits(2);
        let last = run.err.lines().last().unwrap_or_default();
        assert!(
            last.starts_with(&format!("heist: {file}")) && last.contains("File too large"),
            "{}",
            run.err
        );
        assert_eq!(run.err.matches("File too large").count(), 1, "{}", run.err);
        run
    }
}

/// A folder of a test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("heist-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// With the replay of a random game, `game.jsonl`.
    fn with_replay() -> Folder {
        let folder = Folder::new();
        folder
            .heist("arena burgle-bros --games 1 --agents random --replays games")
            .exits(0);
        std::fs::rename(
            folder.path("games/burgle-bros-000000-1-random.jsonl"),
            folder.path("game.jsonl"),
        )
        .unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// Whether a file is there with this many lines.
    fn has_lines(&self, name: &str, count: usize) -> bool {
        let text = std::fs::read(self.path(name)).unwrap_or_default();
        text.iter().filter(|byte| **byte == b'\n').count() >= count
    }

    /// The names of what is in it, in order.
    fn names(&self) -> Vec<String> {
        self.names_in(".")
    }

    /// The names of what is in a folder in it, in order.
    fn names_in(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Runs `heist` in this folder with words separated by spaces.
    fn heist(&self, words: &str) -> Run {
        self.heist_with(words, "")
    }

    /// The same with more words, which may hold spaces.
    fn heist_words(&self, words: &str, more: &[&str]) -> Run {
        self.heist_typing(words, more, "")
    }

    /// The same with something to read.
    fn heist_with(&self, words: &str, input: &str) -> Run {
        self.heist_typing(words, &[], input)
    }

    fn heist_typing(&self, words: &str, more: &[&str], input: &str) -> Run {
        Self::typing(heist(&self.0, words).args(more), input)
    }

    /// The same where files may be no longer than so many blocks of 512 bytes: as on a full disk, what is written is
    /// cut short.
    #[cfg(unix)]
    fn heist_with_room_for(&self, blocks: u32, words: &str) -> Run {
        self.heist_with_room_for_typing(blocks, words, "")
    }

    /// The same with something to read.
    #[cfg(unix)]
    fn heist_with_room_for_typing(&self, blocks: u32, words: &str, input: &str) -> Run {
        Self::typing(&mut self.with_room_for(blocks, words), input)
    }

    /// The command that does it.
    #[cfg(unix)]
    fn with_room_for(&self, blocks: u32, words: &str) -> Command {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut command = prepared(Command::new("sh"), &self.0);
        command.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_heist"));
        command.args(words.split_whitespace());
        command
    }

    fn typing(command: &mut Command, input: &str) -> Run {
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        // It need not read all of it.
        let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn heist(folder: &Path, words: &str) -> Command {
    let mut command = prepared(Command::new(env!("CARGO_BIN_EXE_heist")), folder);
    command.args(words.split_whitespace());
    command
}

/// A command in a folder, with the environment that tests expect.
fn prepared(mut command: Command, folder: &Path) -> Command {
    command
        .current_dir(folder)
        .env("COLUMNS", "80")
        .env_remove("RUST_BACKTRACE")
        .env_remove("HEIST_ERRORS")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn every_command_explains_itself_with_an_example() {
    let folder = Folder::new();
    for command in [
        "arena",
        "campaign",
        "strength",
        "play",
        "hint",
        "analyse",
        "replay",
        "position",
        "check",
        "games",
        "agents",
        "bot",
        "bench",
        "walls",
        "selfplay",
        "label",
        "learn",
        "train",
        "export",
        "shards",
        "net",
        "table",
        "completions",
        "man",
    ] {
        let help = folder.heist(&format!("{command} --help")).exits(0).out;
        assert!(help.contains(&format!("$ heist {command}")), "{help}");
        assert!(help.contains("\nExample") && help.len() > 400, "{help}");
        assert!(folder.heist("--help").exits(0).out.contains(command));
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = Folder::new().heist("--version").exits(0).out;
    assert_eq!(version, format!("heist {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let folder = Folder::new();
    let mut child = heist(&folder.0, "games").spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}
