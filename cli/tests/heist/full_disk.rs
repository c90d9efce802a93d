//! Outputs that cannot be written: known before the first game, and at the end no loss of what can still be had.

use crate::{Folder, Run};

const ARENA: &str = "arena burgle-bros --games 2 --agents random";

/// A suite with a curve.
const SUITE: &str = "title = \"Curve\"\ngame = \"burgle-bros\"\nseed = 5\ngames = 2\nsetup = { seats = 1 }\nagents = \
                     [\"random\", \"flat:sims={x},turns=1\"]\n[curve]\nlabel = \"simulations\"\nx = [1, 2]\ngames = \
                     [2, 2]\n";

/// A folder with a replay, a position, a suite and a file.
fn folder() -> Folder {
    let folder = Folder::with_replay();
    folder.write("position.json", include_str!("../../../docs/examples/table.json"));
    folder.write("suite.toml", SUITE);
    folder.write("file", "mine");
    std::fs::remove_dir(folder.path("games")).unwrap();
    folder
}

/// Commands with the outputs that take a file, each before its name.
const FILES: [&str; 30] = [
    "arena burgle-bros --games 2 --agents random --resume run --json",
    "arena burgle-bros --games 2 --agents random --resume run --parquet",
    "campaign casino-capers --campaigns 1 --agent random --out run --json",
    "strength suite.toml --resume run --json",
    "walls study --layouts 3 --games 2 --agents random --out run --json",
    "walls random --out run --count 2 --json",
    "walls show --json",
    "walls check file --json",
    "walls random --seed 1 --out",
    "check file --json",
    "games --json",
    "agents --json",
    "position position.json --json",
    "position position.json --svg",
    "shards stat shards --json",
    "shards merge shards --out",
    "export shards --format npz --out",
    "table --data tables --json",
    "net check caper-cards-4 --games 1 --json",
    "net show caper-cards-4 --json",
    "net convert caper-cards-4 --to",
    "bench --json",
    "hint game.jsonl --step 24 --level instant --json",
    "replay game.jsonl --json",
    "replay game.jsonl --svg",
    "replay game.jsonl --verify --json",
    "play burgle-bros --seats 1 --json",
    "play burgle-bros --seats 1 --save",
    "play burgle-bros --seats 1 --replay",
    "practice caper-cards --seats 2 --games 1 --out",
];

/// Commands with the outputs that take a folder.
const FOLDERS: [&str; 12] = [
    "arena burgle-bros --games 2 --agents random --resume",
    "arena burgle-bros --games 2 --agents random --resume run --replays",
    "campaign casino-capers --campaigns 1 --agent random --out",
    "strength suite.toml --resume",
    "strength suite.toml --resume run --svg",
    "walls study --layouts 3 --games 2 --agents random --out",
    "walls random --count 2 --out",
    "selfplay caper-cards --agents random --games 2 --out",
    "man --out",
    "table --listen 127.0.0.1:0 --data",
    "label --from shards --per-game 1 --worlds 2 --out",
    "train --config tiny.toml --out",
];

/// A run that was refused before its first game: one message, nothing printed, and no game anywhere.
#[track_caller]
fn check_refused(folder: &Folder, run: Run, texts: &[&str]) {
    let run = run.refuses(texts);
    assert_eq!(run.out, "");
    assert!(
        !folder.path("run").exists() || folder.names_in("run").is_empty(),
        "{}",
        run.err
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_known_before_the_first_game() {
    let folder = folder();
    for words in FILES {
        let run = folder.heist(&format!("{words} /dev/full"));
        check_refused(
            &folder,
            run,
            &["/dev/full: cannot be written: No space left on device\n"],
        );
    }
    // A link to one is one.
    std::os::unix::fs::symlink("/dev/full", folder.path("link")).unwrap();
    let run = folder.heist(&format!("{ARENA} --resume run --json link"));
    check_refused(&folder, run, &["link: cannot be written: No space left on device\n"]);
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_takes_nothing_is_known_before_the_first_game() {
    let folder = folder();
    for words in [
        &format!("{ARENA} --resume run")[..],
        "strength suite.toml --resume run",
        "bench",
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = crate::heist(&folder.0, words).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), &err[..]),
            (Some(2), "heist: cannot print: No space left on device\n"),
            "{words}"
        );
        assert!(!folder.path("run").exists(), "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_printed_on_a_full_device_without_a_word() {
    let folder = folder();
    for words in [
        "--help",
        "--version",
        "help arena",
        "arena --help",
        "games",
        "agents",
        "man",
        "completions bash",
        "bench",
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = crate::heist(&folder.0, words).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        let expected = (Some(2), "heist: cannot print: No space left on device\n");
        assert_eq!((output.status.code(), &err[..]), expected, "{words}");
    }
}

/// Work of other crates says it in the same words, with the file.
#[test]
fn a_disk_that_is_full_in_the_middle_of_a_run_is_told_in_the_same_words() {
    let folder = folder();
    recorded(&folder);
    let play = "selfplay caper-cards --seats 2 --agents random --games 2000 --games-per-block 8 --out many";
    for (room, words, file) in [
        (
            NOT_ENOUGH,
            "arena burgle-bros --games 100 --agents random --resume arena",
            "arena/games.jsonl",
        ),
        (
            NOT_ENOUGH,
            "campaign casino-capers --seats 2 --campaigns 20 --agent random --out campaign",
            "campaign/campaigns.jsonl",
        ),
        (NOT_ENOUGH, play, "many/games-00000000.shard.part"),
        (NOT_ENOUGH, "train --config tiny.toml --out train", "train/"),
        (NOT_ENOUGH, "replay game.jsonl --svg picture.svg", "picture.svg"),
    ] {
        let err = folder.heist_with_room_for(room, words).exits(2).err;
        let last = err.lines().last().unwrap_or_default();
        assert!(last.starts_with(&format!("heist: {file}")), "{words}: {err}");
        assert!(last.ends_with(": cannot be written: File too large"), "{words}: {err}");
        let json = folder
            .heist_with_room_for(room, &format!("--errors json {words} {}", force(words)))
            .exits(2)
            .err;
        let error: serde_json::Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
        assert_eq!(error["error"]["kind"], "file", "{json}");
        assert!(error["error"]["file"].as_str().unwrap().starts_with(file), "{json}");
    }
}

#[test]
fn what_a_run_has_kept_is_said_when_the_disk_is_full_and_the_run_goes_on() {
    let folder = folder();
    let words = "arena burgle-bros --games 100 --agents random --threads 1 --resume arena --json all.json";
    let run = folder.heist_with_room_for(NOT_ENOUGH, words).exits(2);
    let games = folder.read("arena/games.jsonl").lines().count();
    let said = format!("heist: stopped: {games} of 100 deals finished; the same command continues the run\n");
    assert!(games > 0 && run.err.starts_with(&said), "{}", run.err);
    folder.heist(words).exits(0);
    assert_eq!(folder.json("all.json")["games"], 100);

    let words = "campaign casino-capers --seats 2 --campaigns 20 --agent random --out campaign";
    let run = folder.heist_with_room_for(NOT_ENOUGH, words).exits(2);
    let said =
        "heist: stopped; the campaigns that are in the folder are kept, and the same command continues the run\n";
    assert!(run.err.starts_with(said), "{}", run.err);
    folder.heist(words).exits(0);

    // The suites before the one that fails are not lost.
    folder.write(
        "many.toml",
        &SUITE
            .replace("games = 2\n", "games = 200\n")
            .replace("[2, 2]", "[1, 1]"),
    );
    let words = "strength suite.toml many.toml --resume runs --json both.json";
    let run = folder.heist_with_room_for(NOT_ENOUGH, words).exits(2);
    assert!(run.out.contains("| `random` |"), "{}", run.out);
    let lines: Vec<&str> = run.err.lines().collect();
    let ends = [
        "of 200 deals finished; the same command continues the run",
        "stopped: 1 of 2 suites finished; the same command continues",
        "runs/many/games.jsonl: cannot be written: File too large",
    ];
    assert_eq!(lines.len(), ends.len(), "{}", run.err);
    assert!(
        lines.iter().zip(ends).all(|(line, end)| line.ends_with(end)),
        "{}",
        run.err
    );
    assert_eq!(folder.json("both.json").as_array().map(Vec::len), Some(1));
}

/// Standard output is a file on the full disk.
#[test]
fn what_cannot_be_printed_does_not_hold_up_files() {
    let folder = folder();
    for (words, complete, deals) in [
        (ARENA, "2 of 2 deals finished", "/games"),
        ("strength suite.toml", "1 of 1 suites finished", "/0/games"),
    ] {
        folder.write("printed", &" ".repeat(512 * NOT_ENOUGH as usize));
        let printed = std::fs::OpenOptions::new().append(true).open(folder.path("printed"));
        let mut command = folder.with_room_for(NOT_ENOUGH, &format!("{words} --json all.json"));
        let output = command.stdout(printed.unwrap()).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        let said = format!("heist: {complete}\nheist: cannot print: File too large\n");
        assert_eq!((output.status.code(), err), (Some(2), said), "{words}");
        assert_eq!(folder.json("all.json").pointer(deals), Some(&2.into()), "{words}");
    }
}

fn force(words: &str) -> &str {
    if words.starts_with("replay") { "--force" } else { "" }
}

/// Even the system's administrator makes no files in /proc.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_known_before_the_first_game() {
    let folder = folder();
    for words in FILES {
        let run = folder.heist(&format!("{words} /proc/new"));
        check_refused(&folder, run, &["/proc/new: cannot be written: "]);
    }
    recorded(&folder);
    for words in FOLDERS {
        let run = folder.heist(&format!("{words} /proc/new"));
        check_refused(&folder, run, &["/proc/new: cannot be made: "]);
        let run = folder.heist(&format!("{words} /proc/sys"));
        check_refused(&folder, run, &["/proc/sys: nothing can be written into it: "]);
    }
}

/// Adds what the commands of training read.
fn recorded(folder: &Folder) {
    folder
        .heist("selfplay caper-cards --seats 2 --agents random --games 1 --out shards")
        .exits(0);
    folder.write("tiny.toml", crate::train::CONFIG);
}

#[test]
fn a_path_through_a_file_is_known_before_the_first_game() {
    let folder = folder();
    for words in FILES {
        let run = folder.heist(&format!("{words} file/new"));
        check_refused(&folder, run, &["file/new: cannot be written: "]);
    }
    recorded(&folder);
    for words in FOLDERS {
        let run = folder.heist(&format!("{words} file/new"));
        check_refused(&folder, run, &["file/new: cannot be made: file is a file"]);
    }
    assert_eq!(folder.read("file"), "mine");
}

#[test]
fn a_disk_without_room_is_known_before_the_first_game() {
    let folder = folder();
    let before = folder.names();
    for words in FILES {
        let run = folder.heist_with_room_for(0, &format!("{words} new"));
        check_refused(&folder, run, &["File too large"]);
    }
    assert_eq!(folder.names(), before);
    recorded(&folder);
    for words in FOLDERS {
        let run = folder.heist_with_room_for(0, &format!("{words} new"));
        check_refused(&folder, run, &["File too large"]);
    }
}

#[test]
fn what_play_leaves_without_being_asked_is_proved_as_well() {
    let folder = folder();
    let run = folder.heist_with_room_for(0, "play burgle-bros --seats 1");
    run.refuses(&[".: nothing can be written into it: File too large; --replay names another place for the replay\n"]);
    folder
        .heist_with("play burgle-bros --seats 1 --seed 3 --save saved", "1\n1\n1\nquit\n")
        .exits(0);
    let saved = folder.read("saved");
    let run = folder.heist_with_room_for(0, "play --resume saved");
    run.refuses(&["saved: cannot be written: File too large\n"]);
    assert_eq!(folder.read("saved"), saved);
}

/// There is room for the proof, but not for what is written.
const NOT_ENOUGH: u32 = 8;

/// A run that was printed whole and could then not be kept: what is complete is said first.
#[track_caller]
fn check_printed(run: Run, printed: &str, complete: &str, files: &[&str]) {
    let run = run.exits(2);
    assert!(run.out.contains(printed), "{}", run.out);
    let mut lines = run.err.lines();
    assert_eq!(lines.next(), Some(&format!("heist: {complete}")[..]), "{}", run.err);
    let failed: Vec<&str> = lines.collect();
    assert_eq!(failed.len(), files.len(), "{}", run.err);
    for (line, file) in failed.iter().zip(files) {
        assert_eq!(*line, format!("heist: {file}: cannot be written: File too large"));
    }
}

#[test]
fn what_was_played_is_printed_although_it_cannot_be_kept() {
    let folder = folder();
    let many = "arena burgle-bros --games 2 --agents random,random,random,random,random,random";
    let arena = format!("{many} --json all.json");
    let run = folder.heist_with_room_for(NOT_ENOUGH, &arena);
    check_printed(run, "win rate", "2 of 2 deals finished", &["all.json"]);
    // One that cannot be written does not hold up the others.
    let run = folder.heist_with_room_for(NOT_ENOUGH, &format!("{arena} --parquet games.parquet --replays games"));
    let failed = ["all.json", "games.parquet", "games/burgle-bros-000000-1-random.jsonl"];
    check_printed(run, "win rate", "stopped: 0 of 12 replays written", &failed);
    let kept = format!("{ARENA} --resume run --replays games");
    let run = folder.heist_with_room_for(NOT_ENOUGH, &kept);
    let said = "stopped: 0 of 2 replays written; the same command continues the run";
    check_printed(run, "win rate", said, &failed[2..]);
    folder.heist(&kept).exits(0);
    assert_eq!(folder.names_in("games").len(), 2);

    let run = folder.heist_with_room_for(
        NOT_ENOUGH,
        "campaign casino-capers --campaigns 1 --agent random --out kept",
    );
    let said = "1 of 1 campaigns finished; the same command continues the run";
    check_printed(run, "win rate", said, &["kept/suspicion.svg"]);
    let run = folder.heist_with_room_for(NOT_ENOUGH, "strength suite.toml --svg pictures");
    check_printed(run, "| `random` |", "1 of 1 suites finished", &["pictures/suite.svg"]);
    let study =
        "walls study --layouts 3 --games 2 --agents random,random,random,random --joint bridges --json all.json";
    let run = folder.heist_with_room_for(NOT_ENOUGH, study);
    check_printed(run, "SD of layouts", "3 of 3 layouts finished", &["all.json"]);
    let run = folder.heist_with_room_for(NOT_ENOUGH, &format!("{study} --out study"));
    let run = run.exits(2);
    assert!(
        run.out.contains("SD of layouts") && run.err.contains("study/study.parquet"),
        "{}",
        run.err
    );
}

#[test]
fn a_game_that_was_played_is_told_although_its_replay_cannot_be_kept() {
    let folder = folder();
    let typed = "1\n".repeat(3000);
    let words = "play burgle-bros --seats 1 --seed 3 --replay mine.jsonl --json mine.json";
    let run = folder.heist_with_room_for_typing(NOT_ENOUGH, words, &typed);
    check_printed(run, "; turns", "the game is over", &["mine.jsonl"]);
    assert_eq!(folder.json("mine.json")["replay"], serde_json::Value::Null);
}

#[test]
fn a_game_that_is_left_is_told_although_it_cannot_be_saved() {
    let folder = folder();
    let typed = "1\n".repeat(70) + "quit\n";
    let words = "play burgle-bros --seats 1 --seed 1 --save saved --json mine.json";
    let run = folder.heist_with_room_for_typing(NOT_ENOUGH, words, &typed).exits(2);
    assert_eq!(run.err, "heist: saved: cannot be written: File too large\n");
    assert!(!folder.path("saved").exists());
    assert_eq!(folder.json("mine.json")["saved"], serde_json::Value::Null);
}
