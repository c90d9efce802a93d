//! Where results go: files, devices, pipes and links; and what reaches a terminal on the way.

use std::process::Stdio;

use crate::Folder;

const ARENA: &str = "arena burgle-bros --games 2 --agents random";

/// A text without the times in it.
fn is_report(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok_and(|report| report["games"] == 2)
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    use super::*;

    #[test]
    fn devices_and_pipes_are_written_to_and_stay() {
        let folder = Folder::new();
        folder.heist(&format!("{ARENA} --json /dev/null")).exits(0);
        assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        // The text comes after the JSON, in whole lines.
        let run = folder.heist(&format!("{ARENA} --json /dev/stdout")).exits(0);
        let (json, text) = run.out.split_once("\nBurgle Bros.").unwrap();
        assert!(is_report(json) && text.contains("win rate"), "{}", run.out);
        assert!(is_report(
            &folder.heist(&format!("{ARENA} --json /dev/stderr")).exits(0).err
        ));
        // Standard output is a file: nothing in it is written over.
        let file = std::fs::File::create(folder.path("all")).unwrap();
        let words = format!("{ARENA} --json /dev/stdout");
        let status = crate::heist(&folder.0, &words)
            .stdout(Stdio::from(file))
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(0));
        let all = folder.read("all");
        let (json, text) = all.split_once("\nBurgle Bros.").unwrap();
        assert!(is_report(json) && text.contains("win rate"), "{all}");

        let made = std::process::Command::new("mkfifo")
            .arg(folder.path("pipe"))
            .status()
            .unwrap();
        assert!(made.success());
        let pipe = folder.path("pipe");
        let reader = std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap());
        folder.heist(&format!("{ARENA} --json pipe")).exits(0);
        assert!(is_report(&reader.join().unwrap()));
        assert!(
            std::fs::symlink_metadata(folder.path("pipe"))
                .unwrap()
                .file_type()
                .is_fifo()
        );
        assert_eq!(folder.names(), ["all", "pipe"], "nothing temporary is left");
    }

    #[test]
    fn links_stay_links_and_files_keep_their_modes() {
        let folder = Folder::new();
        folder.write("target.json", "old");
        let mode = |name: &str| std::fs::metadata(folder.path(name)).unwrap().permissions().mode() & 0o777;
        std::fs::set_permissions(folder.path("target.json"), PermissionsExt::from_mode(0o600)).unwrap();
        symlink("target.json", folder.path("link.json")).unwrap();
        folder.heist(&format!("{ARENA} --json link.json")).exits(0);
        assert!(folder.path("link.json").is_symlink() && is_report(&folder.read("target.json")));
        assert_eq!(mode("target.json"), 0o600);
        // What must be kept is kept behind a link, too.
        folder
            .heist("walls random --out link.json")
            .refuses(&["link.json: is there already", "--force"]);
        folder
            .heist(&format!("{ARENA} --json ."))
            .refuses(&["is a folder, expected a file"]);
    }

    #[test]
    fn the_next_run_removes_what_a_killed_one_left() {
        let folder = Folder::new();
        let held = folder.path(".heist-1-1.tmp");
        for name in [".heist-1-0.tmp", ".heist-1-1.tmp", "mine.tmp"] {
            folder.write(name, "half of a file");
        }
        // A process that lives holds the lock of its file.
        let living = std::fs::File::open(&held).unwrap();
        living.lock().unwrap();
        folder.heist("walls random --seed 1 --out walls.txt").exits(0);
        assert_eq!(folder.names(), [".heist-1-1.tmp", "mine.tmp", "walls.txt"]);
        drop(living);
        folder.heist("walls random --seed 1 --out walls.txt --force").exits(0);
        assert_eq!(folder.names(), ["mine.tmp", "walls.txt"]);
    }
}

/// Whether a text would steer a terminal.
fn steers(text: &str) -> bool {
    text.contains(|letter: char| letter.is_control() && letter != '\n')
}

#[test]
fn control_characters_of_files_never_reach_the_terminal() {
    let folder = Folder::with_replay();
    let replay = folder.read("game.jsonl");
    let named = replay.replacen(
        "\"agents\":[\"random\"",
        "\"agents\":[\"\\u001b[2J\\u009b1m\\u007frandom\"",
        1,
    );
    assert_ne!(named, replay);
    folder.write("evil.jsonl", &named);
    let run = folder.heist("replay evil.jsonl").exits(0);
    assert!(
        !steers(&run.out) && run.out.contains("\\u{1b}[2J\\u{9b}1m\\u{7f}random"),
        "{}",
        run.out
    );
    let printed = folder.heist("replay evil.jsonl --json -").exits(0).out;
    assert!(!steers(&printed), "{printed}");
    let summary: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert!(summary["players"][0].as_str().unwrap().starts_with("\u{1b}[2J\u{9b}1m"));
    // Nor do those of a name that is no game, or of a file.
    folder.write("evil.jsonl", &replay.replacen("burgle-bros", "\\u001b[31mchess", 1));
    let refused = folder
        .heist("replay evil.jsonl")
        .refuses(&["no game `\\u{1b}[31mchess`"]);
    assert!(!steers(&refused.err), "{}", refused.err);
    let refused = folder
        .heist_words("position", &["\u{1b}[2J.json"])
        .refuses(&["\\u{1b}[2J.json"]);
    assert!(!steers(&refused.err), "{}", refused.err);
}

#[test]
fn control_characters_of_bots_never_reach_the_terminal() {
    let folder = Folder::new();
    folder.write(
        "bot.sh",
        "printf '\\033[2Jbroken\\n' >&2\nprintf '\\033]0;title\\007\\n'\n",
    );
    let words = "arena burgle-bros --games 1 --agents";
    let run = folder.heist_words(words, &["bot:cmd=sh bot.sh"]).exits(2);
    assert!(
        run.err.contains("[2Jbroken") && !steers(&run.out) && !steers(&run.err),
        "{}{}",
        run.out,
        run.err
    );
}

#[test]
fn a_file_is_no_folder_and_a_folder_no_file() {
    let folder = Folder::new();
    folder.write("file", "");
    std::fs::create_dir(folder.path("folder")).unwrap();
    let suite =
        "title = \"\"\ngame = \"burgle-bros\"\nseed = 1\ngames = 1\nsetup = { seats = 1 }\nagents = [\"random\"]\n";
    folder.write("suite.toml", suite);
    let runs = [
        format!("{ARENA} --resume file"),
        format!("{ARENA} --replays file"),
        "strength suite.toml --resume file".to_owned(),
        "walls random --count 2 --out file".to_owned(),
        "man --out file".to_owned(),
    ];
    for words in runs {
        let err = folder.heist(&words).exits(2).err;
        assert_eq!(err, "heist: file: is a file, expected a folder\n", "{words}");
    }
    for words in [format!("{ARENA} --json folder"), "hint folder".to_owned()] {
        let err = folder.heist(&words).exits(2).err;
        assert_eq!(err, "heist: folder: is a folder, expected a file\n", "{words}");
    }
    // What the system says, without its number.
    let err = folder.heist("hint nowhere").exits(2).err;
    assert!(
        err.starts_with("heist: nowhere: cannot be opened: ") && !err.contains("os error"),
        "{err}"
    );
}

#[test]
fn messages_quote_little_of_a_file() {
    let folder = Folder::new();
    let long = "x".repeat(100_000);
    folder.write("p.json", &format!("{{\n  \"game\": \"{long}\"\n}}\n"));
    let run = folder
        .heist("position p.json")
        .refuses(&["p.json: line 2, field `game`", "burgle-bros"]);
    assert!(run.err.len() < 1000, "{}", run.err.len());
}

#[test]
fn colour_is_for_terminals_and_on_demand() {
    let folder = Folder::new();
    let games = |name: &str, value: &str, words: &str| {
        let mut command = crate::heist(&folder.0, words);
        let output = command.env(name, value).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(!steers(&games("X", "1", "games")));
    assert!(games("CLICOLOR_FORCE", "1", "games").contains("\u{1b}[1mgame"));
    assert!(!steers(&games("CLICOLOR_FORCE", "0", "games")));
    assert!(!steers(&games("CLICOLOR_FORCE", "1", "games --color never")));
    assert!(games("NO_COLOR", "1", "games --color always").contains("\u{1b}[1mgame"));
    let mut both = crate::heist(&folder.0, "games");
    let both = both.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().unwrap();
    assert!(!steers(&String::from_utf8(both.stdout).unwrap()));
}

#[test]
fn what_can_be_summarised_can_be_had_as_json() {
    let folder = Folder::with_replay();
    folder.heist("replay game.jsonl --verify --json a.json").exits(0);
    let summary = folder.json("a.json");
    assert_eq!(
        (&summary["game"], &summary["verified"]),
        (&"burgle-bros".into(), &true.into())
    );
    assert_eq!(summary["steps"], folder.read("game.jsonl").lines().count() - 2);
    assert!(summary["result"]["figures"]["turns"].is_number(), "{summary}");
    let typed = "1\n".repeat(3000);
    folder
        .heist_with("play burgle-bros --seats 1 --seed 3 --json b.json", &typed)
        .exits(0);
    let game = folder.json("b.json");
    assert_eq!((&game["seed"], &game["players"][0]), (&3.into(), &"person".into()));
    assert_eq!(game["replay"], "burgle-bros-3.jsonl");
    folder
        .heist("play burgle-bros --json -")
        .refuses(&["--json -", "expected a file"]);
}
