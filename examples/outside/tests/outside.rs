//! What a crate outside of the workspace gets without a change of the others: its game keeps the contract, and its
//! program plays, compares, records, trains, gives hints and answers queries.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

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

    /// Runs the program in the folder and gives what it prints.
    fn heist(&self, words: &str) -> String {
        let done = Command::new(env!("CARGO_BIN_EXE_lucky-lock"))
            .args(words.split_whitespace())
            .current_dir(&self.0)
            .output()
            .expect("the program starts");
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

#[test]
fn it_gives_hints_by_the_agent_that_the_game_recommends() {
    let folder = Folder::new("hints");
    fs::write(
        folder.0.join("late.json"),
        r#"{"game": "lucky-lock", "seats": 2, "pins": 4, "noise": 2, "turn": 9}"#,
    )
    .expect("the folder can be written");
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
    fs::write(
        folder.0.join("now.json"),
        r#"{"game": "lucky-lock", "seats": 1, "pins": 2}"#,
    )
    .expect("the folder can be written");
    let drawn = folder.heist("position now.json");
    assert!(drawn.contains("||..."), "{drawn}");
}
