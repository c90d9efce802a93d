//! The example game at the command line: a game without an expert, in which one person may play two characters.

use serde_json::{Value, json};

use crate::Folder;

/// All agents that can play a game without an expert, cheaply.
const AGENTS: &str = "random,flat:sims=16,mcts:sims=16,ismcts:sims=16,pimc:sims=16,expectimax:sims=16";

#[test]
fn the_arena_plays_it_with_every_agent() {
    let folder = Folder::new();
    for seats in [1, 2] {
        let words =
            format!("arena example-game --seats {seats} --agents {AGENTS} --games 4 --replays games{seats} --json -");
        let report: Value = serde_json::from_str(&folder.heist(&words).exits(0).out).unwrap();
        assert_eq!(report["setup"]["seats"], seats);
        for team in report["contestants"].as_array().unwrap() {
            assert!(team["figures"].to_string().contains("noise"), "{team}");
        }
        for name in folder.names_in(&format!("games{seats}")) {
            let out = folder
                .heist(&format!("replay games{seats}/{name} --verify"))
                .exits(0)
                .out;
            assert!(!out.contains("fault"), "{out}");
        }
    }
    let out = folder
        .heist("arena example-game --seats 2 --agents random,flat:sims=16 --games 4 --cross")
        .exits(0)
        .out;
    assert!(out.contains("random among flat:sims=16"), "{out}");
    let bot = format!("random,bot:cmd={} bot --agent random", env!("CARGO_BIN_EXE_heist"));
    let out = folder
        .heist_words("arena example-game --seats 1 --games 3 --agents", &[&bot])
        .exits(0)
        .out;
    assert!(!out.contains("fault"), "{out}");
    folder
        .heist("arena example-game --agents heuristic --games 1")
        .refuses(&["the game has no rule-based expert"]);
}

#[test]
fn every_kind_of_setup_field_is_an_option() {
    let folder = Folder::new();
    folder.write("plan.txt", "....\n  ^\n");
    let words = "arena example-game --agents random --games 2 --scenario bank --seats 1 --characters rookie,runner \
                 --first 1 --noise 2 --alarms yes --tools radio,crowbar --vault A --plan plan.txt --windows reduced \
                 --json -";
    let report: Value = serde_json::from_str(&folder.heist(words).exits(0).out).unwrap();
    let setup = &report["setup"];
    assert_eq!(setup["characters"], json!(["rookie", "runner"]));
    assert_eq!(setup["tools"], json!(["radio", "crowbar"]));
    assert_eq!((&setup["alarms"], &setup["windows"]), (&json!(true), &json!("reduced")));
    assert!(setup["plan"].as_str().unwrap().starts_with("....\n  ^"), "{setup}");
    let arena = "arena example-game --agents random --games 1";
    for (words, texts) in [
        ("--seats 0", ["--seats 0: ", "from 1 to 2"]),
        ("--seats -1", ["--seats -1: ", "from 1 to 2"]),
        ("--seats x", ["--seats x: ", "from 1 to 2"]),
        ("--alarms perhaps", ["--alarms perhaps: ", "true or false"]),
        ("--tools ladder", ["--tools ladder: found `ladder`; ", "radio, crowbar"]),
        ("--first 3", ["--first 3: ", "expected 1 to 2"]),
        (
            "--plan nowhere.txt",
            ["--plan nowhere.txt", "expected standard or a file"],
        ),
    ] {
        folder.heist(&format!("{arena} {words}")).refuses(&texts);
    }
}

/// Whether an action was offered first somewhere in a game.
fn offers(out: &str, action: &str) -> bool {
    out.lines()
        .any(|line| line.split_whitespace().take(2).eq(["1", action]))
}

#[test]
fn one_person_plays_both_characters() {
    let folder = Folder::new();
    let (mut reacted, mut together) = (false, false);
    for seed in 1..=12 {
        let typed = "1\n".repeat(400);
        let words =
            format!("play example-game --seats 1 --characters rookie,runner --seed {seed} --replay game --force");
        let out = folder.heist_with(&words, &typed).exits(0).out;
        assert!(
            out.contains("player 1, rookie 1> "),
            "the person is told who acts: {out}"
        );
        reacted |= offers(&out, "radio");
        together |= offers(&out, "front");
        folder.heist("replay game --verify").exits(0);
    }
    assert!(reacted, "a reaction is asked for");
    // To the first choice that is made together: with the vault known and next door.
    let words = "play example-game --seats 1 --vault B --characters lifter,lifter --noise 6 --seed 1 --replay vault";
    let mut typed = "move B\n".to_owned();
    typed.push_str(&"crack\nend\n".repeat(30));
    typed.push_str(&"back\n".repeat(3));
    let out = folder.heist_with(words, &typed).out;
    together |= offers(&out, "front");
    assert!(together, "{out}");
}

#[test]
fn hints_analyses_positions_and_cases_know_it() {
    let folder = Folder::new();
    let position = json!({"game": "example-game", "seats": 1, "tools": ["radio"], "at": ["A", "A"]});
    folder.write("p.json", &position.to_string());
    let out = folder.heist("position p.json").exits(0).out;
    assert!(out.contains("example-game"), "{out}");
    let out = folder
        .heist("hint p.json --agent flat:sims=200,windows=off --explain --json hint.json")
        .exits(0)
        .out;
    assert!(
        out.contains("simulations") && out.contains("without optional decisions"),
        "{out}"
    );
    assert_eq!(folder.json("hint.json")["windows"], "off");
    let exact = folder
        .heist("hint p.json --agent flat:sims=200 --explain --json exact.json")
        .exits(0)
        .out;
    assert!(!exact.contains("optional decisions"), "{exact}");
    let query = json!({"id": "a", "position": position, "agent": "mcts:sims=50,windows=reduced"}).to_string();
    let answer = folder.heist_with("analyse", &format!("{query}\n")).exits(0).out;
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(
        (&answer["game"], &answer["windows"]),
        (&json!("example-game"), &json!("reduced"))
    );
    let cases = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/games/example/tests/cases/rules.toml"
    );
    let out = folder.heist(&format!("check {cases}")).exits(0).out;
    assert!(out.ends_with("6 passed, 0 failed\n"), "{out}");
    let out = folder.heist("games example-game").exits(0).out;
    assert!(
        out.contains("no rule-based expert") && out.contains("--plan NAME|FILE"),
        "{out}"
    );
}
