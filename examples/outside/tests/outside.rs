//! What a crate outside of the workspace gets without a change of the others: its game keeps the contract, and its
//! program plays, compares, records, trains, gives hints and answers queries.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use lucky_lock::{LuckyLock, Setup};

fn setups() -> Vec<Setup> {
    let setup = |seats, patience| Setup {
        seats,
        patience,
        seed: None,
    };
    vec![setup(1, 3), setup(2, 1), setup(3, 5), setup(4, 2)]
}

heist_testkit::conformance_tests!(LuckyLock, setups());

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).expect("the folder for tests can be written");
        Folder(folder)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("the folder can be written");
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lucky-lock"));
        command.args(words.split_whitespace()).current_dir(&self.0);
        command
    }

    /// Runs the program in the folder and gives what it prints.
    fn heist(&self, words: &str) -> String {
        self.heist_with(words, "")
    }

    /// The same with an input.
    fn heist_with(&self, words: &str, input: &str) -> String {
        let mut command = self.command(words);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("it has an input");
        stdin.write_all(input.as_bytes()).expect("it reads");
        drop(stdin);
        let done = child.wait_with_output().expect("the program ends");
        let [out, errors] = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        assert!(done.status.success(), "{words}: {errors}\n{out}");
        out
    }
}

#[test]
fn its_program_lists_its_game_and_its_agents() {
    let folder = Folder::new("lists");
    let games = folder.heist("games");
    assert!(games.contains("lucky-lock") && games.contains("burgle-bros"), "{games}");
    let agents = folder.heist("agents");
    assert!(
        agents.contains("\nbold\n") && agents.contains("\nlookahead\n"),
        "{agents}"
    );
}

#[test]
fn its_agents_play_in_the_arena_with_those_there_are() {
    let folder = Folder::new("arena");
    let table = folder.heist(
        "arena lucky-lock --seats 2 --games 200 --seed 5 --luck --agents \
         random,heuristic,bold:margin=2,lookahead:turns=2,improve:sims=32,mcts:sims=32",
    );
    for agent in [
        "random",
        "heuristic",
        "bold:margin=2",
        "lookahead:turns=2",
        "improve:sims=32",
    ] {
        assert!(table.contains(agent), "{table}");
    }
}

/// One pin is missing, and the watchman has heard enough.
const LATE: &str = r#"{"game": "lucky-lock", "seats": 2, "pins": 4, "noise": 2, "turn": 9}"#;

#[test]
fn it_gives_hints_by_the_agent_that_the_game_recommends() {
    let folder = Folder::new("hints");
    folder.write("late.json", LATE);
    // The last pin opens the vault before the watchman comes, and two turns are all there is to look at.
    let hint = folder.heist("hint late.json");
    assert!(
        hint.contains("Drill: sets a pin") && hint.contains("100.0% to win"),
        "{hint}"
    );
    let answer = folder.heist("hint late.json --json -");
    assert!(answer.contains("lookahead:turns=3"), "{answer}");
    let other = folder.heist("hint late.json --agent improve:sims=64 --json -");
    assert!(other.contains("improve:sims=64"), "{other}");
}

#[test]
fn its_games_are_recorded_labelled_and_exported() {
    let folder = Folder::new("training");
    folder.heist("selfplay lucky-lock --seats 2 --games 20 --seed 3 --agents lookahead --out games");
    folder.heist("shards verify games");
    folder.heist("label --from games --out labels --per-game 2 --worlds 8 --rollouts flat:turns=4");
    let rows = folder.heist("shards cat labels --rows");
    assert_eq!(rows.lines().count(), 40, "{rows}");
}

#[test]
fn its_games_are_replayed_and_its_positions_drawn() {
    let folder = Folder::new("play");
    folder.heist("arena lucky-lock --seats 1 --games 1 --seed 2 --agents bold --replays kept");
    let replays = fs::read_dir(folder.0.join("kept")).expect("replays were written");
    let replay = replays
        .map(|entry| entry.expect("an entry").path())
        .next()
        .expect("a game was played");
    let told = folder.heist(&format!("replay {} --verify", replay.display()));
    assert!(told.contains("Lucky Lock"), "{told}");
    folder.write("now.json", r#"{"game": "lucky-lock", "seats": 1, "pins": 2}"#);
    let drawn = folder.heist("position now.json");
    assert!(drawn.contains("||..."), "{drawn}");
}

#[test]
fn it_answers_queries_and_is_a_bot() {
    let folder = Folder::new("protocols");
    let query = format!(r#"{{"id": "late", "position": {LATE}, "agent": "lookahead", "samples": 0}}"#);
    let answer = folder.heist_with("analyse", &format!("{query}\n"));
    assert!(answer.contains(r#""action":"drill""#), "{answer}");
    let bot = format!(
        "bot:cmd='{}' bot --agent bold:margin=2",
        env!("CARGO_BIN_EXE_lucky-lock")
    );
    let mut arena = folder.command("arena lucky-lock --seats 2 --games 5 --seed 1 --agents");
    let done = arena
        .arg(format!("bold:margin=2,{bot}"))
        .output()
        .expect("the program starts");
    let table = String::from_utf8_lossy(&done.stdout);
    // The same agent on both sides of the protocol wins the same games.
    let wins: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("bold") || line.starts_with("bot"))
        .take(2)
        .filter_map(|line| line.split("  ").find(|cell| cell.trim().parse::<u32>().is_ok()))
        .map(str::trim)
        .collect();
    assert!(
        done.status.success() && wins.len() == 2 && wins[0] == wins[1],
        "{table}"
    );
}

/// A policy gradient that is over in a moment.
const TINY: &str = r#"
game = "lucky-lock"
name = "tiny"
seed = 3
rounds = 1

[setup]
seats = 2

[policy-gradient]
lanes = 8
horizon = 8
clone-updates = 2
updates = 4
batch = 32
round = 1
evaluation-games = 4

[policy-gradient.moves]
hidden = 4
critic-hidden = 4

[gate]
agent = "policy:net={net}"
games = 6
minutes = 1
elo0 = 0
elo1 = 20

[curve]
agent = "policy:net={net}"
beside = ["heuristic"]
games = 6
"#;

#[test]
fn networks_are_trained_for_it_and_play_it() {
    let folder = Folder::new("loop");
    folder.write("tiny.toml", TINY);
    let told = folder.heist("train --config tiny.toml --out run");
    assert!(told.contains("network: run/tiny.safetensors"), "{told}");
    let table = folder.heist("arena lucky-lock --seats 2 --games 20 --agents bold,policy:net=run/tiny.safetensors");
    assert!(table.contains("policy:net=run/tiny.safetensors"), "{table}");
}

/// A process that is ended with the test.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn its_live_table_knows_the_game_and_draws_it() {
    let folder = Folder::new("table");
    let mut command = folder.command("table --data tables --listen 127.0.0.1:0 --threads 1");
    let mut served = Served(command.stdout(Stdio::piped()).spawn().expect("the program starts"));
    let mut out = BufReader::new(served.0.stdout.take().expect("it prints"));
    let mut said = String::new();
    while !said.contains("Open http") {
        assert!(out.read_line(&mut said).expect("text") > 0, "{said}");
    }
    let address = said
        .split("http://")
        .nth(1)
        .map_or("", |rest| rest.trim_end().trim_end_matches('/'));
    let ask = |method: &str, path: &str, body: &str| {
        let mut stream = TcpStream::connect(address).expect("it listens");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("text");
        answer
    };
    let games = ask("GET", "/api/games", "");
    assert!(games.contains(r#""id":"lucky-lock""#), "{games}");
    let begun = ask(
        "POST",
        "/api/tables",
        r#"{"game": "lucky-lock", "setup": {"seats": 2}}"#,
    );
    let link = begun
        .split(r#""link":""#)
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let link = link.unwrap_or_else(|| panic!("{begun}"));
    let picture = ask("GET", &format!("/api/t/{link}/picture.svg"), "");
    assert!(picture.contains("<svg") && picture.contains("Lucky Lock"), "{picture}");
}
