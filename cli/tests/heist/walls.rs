use serde_json::Value;

use crate::Folder;

/// Two floors of 4x4 with eight walls each, as somebody may draw them.
const DRAWING: &str = "\
// my office
floor 1
    a   b   c   d
  +---+---+---+---+
  |   |           |
  +   +   +---+   +
  |           |   |
  +---+---+   +   +
  |               |
  +   +   +   +---+
  |   |   |       |
  +---+---+---+---+
floor 2
  +---+---+---+---+
  |   |   |   |   |
  +   +   +   +   +
  |               |
  +   +---+---+   +
  |               |
  +   +   +   +   +
  |   |   |   |   |
  +---+---+---+---+
";

#[test]
fn every_walls_command_explains_itself_with_an_example() {
    let folder = Folder::new();
    for command in ["random", "check", "show", "study"] {
        let help = folder.heist(&format!("walls {command} --help")).exits(0).out;
        assert!(
            help.contains("\nExample") && help.contains(&format!("$ heist walls {command}")),
            "{help}"
        );
        // A study draws the walls itself.
        assert!(
            command != "study" || help.contains("--scenario") && !help.contains("--walls"),
            "{help}"
        );
    }
}

#[test]
fn random_layouts_are_legal_and_the_seeds_own() {
    let folder = Folder::new();
    for scenario in ["bank-job", "office-job", "fort-knox"] {
        let words = format!("walls random --scenario {scenario} --seed 7");
        let printed = folder.heist(&words).exits(0).out;
        assert!(
            printed.starts_with("// random layout 1 of seed 7\nfloor 1\n"),
            "{printed}"
        );
        folder.heist(&format!("{words} --out {scenario}.txt")).exits(0);
        assert_eq!(folder.read(&format!("{scenario}.txt")), printed);
        folder
            .heist(&format!("{words} --out {scenario}.txt"))
            .refuses(&["is there already", "--force"]);
        let many = folder
            .heist(&format!("{words} --count 3 --out {scenario} --json all.json"))
            .exits(0)
            .out;
        assert_eq!(many.lines().count(), 3);
        assert_eq!(folder.read(&format!("{scenario}/walls-7-0001.txt")), printed);
        let all = folder.json("all.json");
        assert_eq!(all[2]["number"], 3);
        assert!(printed.ends_with(all[0]["drawing"].as_str().unwrap()));
        let check = format!("walls check {scenario}.txt {scenario}/walls-7-0003.txt --scenario {scenario}");
        let checked = folder.heist(&check).exits(0).out;
        assert_eq!(checked.matches("ok ").count(), 2, "{checked}");
        // A layout of one building may suit another, which stands behind it.
        let is_first = |line: &str| line.contains(&format!(": {scenario}"));
        assert!(checked.lines().all(is_first), "{checked}");
    }
    let knox = folder
        .heist("walls random --scenario fort-knox --space B2 --seed 7 --json -")
        .exits(0)
        .out;
    let knox: Value = serde_json::from_str(&knox).unwrap();
    assert_eq!(knox[0]["empty-space"], "B2");
    assert_eq!(knox[0]["walls"][1].as_array().unwrap().len(), 12);
    let plain = folder.heist("walls random --seed 7").exits(0).out;
    let first = folder.heist("walls random --scenario bank-job --seed 7").exits(0).out;
    assert_eq!(plain, first, "the first scenario is the default");
    let free = folder.heist("walls random --size 5 --floors 3 --walls 16").exits(0).out;
    assert_eq!(free.matches("floor ").count(), 3);
}

#[test]
fn layouts_that_cannot_be_are_refused() {
    let folder = Folder::new();
    for (words, texts) in [
        ("--size 4 --floors 2 --walls 10", &["--walls 10", "9 at most"][..]),
        (
            "--scenario fort-knox --walls 14",
            &["--walls 14", "empty space on C3", "13 at most"],
        ),
        (
            "--scenario office-job --space B2",
            &["--space B2", "office-job has no empty space"],
        ),
        ("--size 4 --floors 1 --walls 3 --space E1", &["--space E1", "A1 to D4"]),
    ] {
        folder.heist(&format!("walls random {words}")).refuses(texts);
    }
    let unknown = folder.heist("walls random --scenario villa").exits(2).err;
    assert!(
        unknown.contains("[possible values: bank-job, office-job, fort-knox, random-finale, finale-1,"),
        "{unknown}"
    );
}

#[test]
fn drawings_are_checked_with_the_place_of_what_is_wrong() {
    let folder = Folder::new();
    folder.write("good.txt", DRAWING);
    folder.write(
        "bent.txt",
        &DRAWING.replacen("+   +   +---+   +", "+   +   +-- +   +", 1),
    );
    folder.write(
        "full.txt",
        &DRAWING.replacen("  |   |           |", "  |   |   |       |", 1),
    );
    folder.write(
        "shut.txt",
        &DRAWING.replacen("|\n  +   +   +---+   +", "|\n  +---+   +---+   +", 1),
    );
    let run = folder
        .heist("walls check good.txt bent.txt full.txt shut.txt --json a.json")
        .exits(1);
    assert_eq!(
        run.out.lines().collect::<Vec<_>>(),
        [
            "ok   good.txt: office-job, random-finale, finale-1, finale-2, finale-3, finale-4, finale-5, finale-6, \
             finale-7, finale-8, finale-9",
            "BAD  bent.txt: line 6, column 12: found `-- `; expected `---` or three blanks between C1 and C2",
            "BAD  full.txt: floor 1: 9 walls, expected 8",
            "BAD  shut.txt: floor 1: 9 walls, expected 8",
            "BAD  shut.txt: floor 1: cut off from the rest of the floor: A1; expected a way between any two squares",
        ]
    );
    let report = folder.json("a.json");
    assert_eq!(
        (&report[0]["good"], &report[3]["good"]),
        (&Value::from(true), &Value::from(false))
    );
    let knox = folder.heist("walls check good.txt --scenario fort-knox").exits(1).out;
    for text in [
        "BAD  good.txt: 2 floors of 4x4 with no empty space",
        "expected 2 floors of 5x5 with an empty space",
    ] {
        assert!(knox.contains(text), "`{text}` is not in: {knox}");
    }
    folder.heist("walls check full.txt --walls 9").exits(1);
    folder
        .heist("walls check absent.txt")
        .refuses(&["absent.txt", "cannot be opened"]);
    folder
        .heist("walls show bent.txt")
        .refuses(&["bent.txt: line 6, column 12"]);
}

#[test]
fn a_layout_is_shown_with_its_measures() {
    let folder = Folder::new();
    folder.write("good.txt", DRAWING);
    let shown = folder.heist("walls show good.txt --json a.json").exits(0).out;
    for text in ["1 |   |           |", "mean-route", "longest-route", "floor 2", "mean"] {
        assert!(shown.contains(text), "`{text}` is not in:\n{shown}");
    }
    let report = folder.json("a.json");
    assert_eq!(report["floors"][0]["loops"], 1.0);
    assert_eq!(report["floors"][1]["dead-ends"], 8.0);
    assert_eq!(report["means"]["dead-ends"], 6.0);
    // The first two floors of the Bank Job.
    let bank = folder.heist("walls show --scenario bank-job").exits(0).out;
    assert!(bank.starts_with(&shown[..shown.find("\n\nmeasure").unwrap()]), "{bank}");
    folder.write(
        "shut.txt",
        &DRAWING.replacen("|\n  +   +   +---+   +", "|\n  +---+   +---+   +", 1),
    );
    let shut = folder.heist("walls show shut.txt").exits(1).out;
    assert!(shut.contains("is not connected"), "{shut}");
    assert_eq!(
        folder.heist("walls show").exits(0).out,
        bank,
        "the first scenario is the default"
    );
}

#[test]
fn a_setup_takes_walls_from_a_drawing() {
    let folder = Folder::new();
    folder.write("good.txt", DRAWING);
    let arena = "arena burgle-bros --scenario office-job --games 5 --agents heuristic --json -";
    let of = |words: &str| -> Value {
        let out = folder.heist(&format!("{arena} {words}")).exits(0).out;
        let mut report: Value = serde_json::from_str(&out).unwrap();
        report["contestants"][0]["decision_us_mean"] = Value::Null;
        report
    };
    let by_field = of("--set walls=@good.txt");
    // In the form of `heist walls show --json`.
    let shown = folder.heist("walls show good.txt --json -").exits(0).out;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let written = &by_field["setup"]["walls"];
    assert_eq!((&written["size"], &written["walls"]), (&shown["size"], &shown["walls"]));
    assert_eq!(written["walls"][0][0], "A1-B1");
    assert_eq!(of("--walls good.txt"), by_field);
    assert_ne!(of("")["contestants"], by_field["contestants"]);
    assert_eq!(of("--walls random")["setup"]["walls"], "random");
    // Whatever JSON is in the file, of any field.
    folder.write("stealth.json", "6\n");
    assert_eq!(of("--set stealth=@stealth.json")["setup"]["stealth"], 6);

    let play = |words: &str| folder.heist(&format!("arena burgle-bros --scenario office-job --games 1 {words}"));
    play("--walls absent.txt").refuses(&["--walls absent.txt", "cannot be opened", "standard, random or a file"]);
    play("--scenario bank-job").exits(2);
    folder.write(
        "bent.txt",
        &DRAWING.replacen("+   +   +---+   +", "+   +   +-- +   +", 1),
    );
    play("--walls bent.txt").refuses(&["--walls bent.txt", "line 6, column 12"]);
    folder.write(
        "full.txt",
        &DRAWING.replacen("  |   |           |", "  |   |   |       |", 1),
    );
    folder.write("none.txt", "");
    play("--walls none.txt").refuses(&[
        "--walls none.txt: line ",
        "found the end of the drawing; expected a floor",
    ]);
    for text in ["{}", "{}\n"] {
        folder.write("none.txt", text);
        let checked = folder.heist("walls check none.txt").exits(1).out;
        let (_, problem) = checked.trim_end().split_once("none.txt: ").unwrap();
        play("--walls none.txt").refuses(&[&format!("heist: --walls none.txt: {problem}\n")]);
    }
    play("--walls full.txt").refuses(&["--walls full.txt", "walls[0]: 9 walls, expected 8"]);
    play("--walls good.txt --set walls=random").refuses(&["given twice"]);
    let absent = play("--set walls=@absent.txt").exits(2).err;
    assert!(absent.contains("absent.txt: cannot be opened"), "{absent}");
}

const STUDY: &str = "walls study --scenario office-job --seats 2 --set stealth=6 --layouts 12 --games 20 --seed 3";

#[test]
fn a_study_tells_how_layouts_differ_and_goes_on_where_it_was() {
    let folder = Folder::new();
    let words = format!("{STUDY} --agents random,heuristic --out study --json a.json");
    let run = folder.heist(&words).exits(0);
    for text in [
        "12 random layouts of office-job with seed 3, 20 deals on each",
        "SD of layouts",
        "random: the same number of games won on every layout",
        "mean-route",
        "a perfect measure could be expected to reach a correlation of",
        "easiest",
        "hardest",
        "2-heuristic.svg",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    let report = folder.json("a.json");
    let heuristic = &report["agents"][1];
    assert_eq!(
        (&report["layouts"], &report["scenario"]),
        (&Value::from(12), &Value::from("office-job"))
    );
    assert!(heuristic["spread"]["mean"].as_f64().unwrap() > 0.0 && heuristic["own"].is_object());
    assert_eq!(heuristic["effects"][0]["measure"], "open-sides");
    assert_eq!(heuristic["effects"][0]["effect"], Value::Null);
    assert_eq!(
        folder.names_in("study"),
        ["1-random.svg", "2-heuristic.svg", "games", "layouts", "study.parquet"]
    );
    assert_eq!(folder.names_in("study/games").len(), 13);
    // The layouts are those of the seed.
    folder
        .heist("walls random --scenario office-job --seed 3 --count 12 --out layouts")
        .exits(0);
    assert_eq!(
        folder.read("layouts/walls-3-0012.txt"),
        folder.read("study/layouts/0012.txt")
    );
    let picture = folder.read("study/2-heuristic.svg");
    assert!(picture.contains("mean-route, r ") && picture.contains("</svg>"));
    // The own layout's games are those of the arena.
    let arena = "arena burgle-bros --scenario office-job --seats 2 --set stealth=6 --games 20 --seed 3 --agents \
                 heuristic --json -";
    let arena: Value = serde_json::from_str(&folder.heist(arena).exits(0).out).unwrap();
    assert_eq!(arena["contestants"][0]["wins"], heuristic["own"]["wins"]);

    // Killed in the middle: the last games are lost, one of them in part.
    let parquet = std::fs::read(folder.path("study/study.parquet")).unwrap();
    for layout in ["0009", "0010", "0011", "0012"] {
        std::fs::remove_dir_all(folder.path(&format!("study/games/{layout}"))).unwrap();
    }
    let games = folder.read("study/games/0008/games.jsonl");
    folder.write("study/games/0008/games.jsonl", &games[..games.len() / 2]);
    assert_eq!(folder.heist(&words).exits(0).out, run.out);
    assert_eq!(folder.json("a.json"), report);
    assert_eq!(std::fs::read(folder.path("study/study.parquet")).unwrap(), parquet);
    assert_eq!(folder.read("study/2-heuristic.svg"), picture);
    // One thread and no folder find the same.
    let alone = folder
        .heist(&format!("{STUDY} --agents random,heuristic --threads 1"))
        .exits(0)
        .out;
    assert!(run.out.starts_with(alone.trim_end()), "{alone}");
    // Another study has its own folder.
    folder
        .heist(&words.replace("stealth=6", "stealth=5"))
        .refuses(&["field `setup`", "another folder"]);
}

#[test]
fn a_study_says_why_measures_have_no_joint_regression() {
    let folder = Folder::new();
    for (words, text) in [
        (
            STUDY.replace("12 --games", "6 --games"),
            "Jointly: 6 layouts are too few for 4 measures, expected 7 or more.",
        ),
        (
            format!("{STUDY} --joint mean-route,loops"),
            "Jointly: one of mean-route, loops is the same for all these layouts or follows from the others.",
        ),
    ] {
        let found = folder.heist(&words).exits(0).out;
        assert!(found.contains(text), "`{text}` is not in:\n{found}");
    }
}

#[test]
fn a_study_of_fort_knox_has_its_empty_space() {
    let folder = Folder::new();
    let words = "walls study --scenario fort-knox --seats 4 --layouts 4 --games 4 --agents random --json -";
    let usual: Value = serde_json::from_str(&folder.heist(words).exits(0).out).unwrap();
    assert!(usual["agents"][0]["own"].is_object());
    let moved = format!("{words} --set empty-space=B2 --out study");
    let moved: Value = serde_json::from_str(&folder.heist(&moved).exits(0).out).unwrap();
    assert!(moved["agents"][0]["own"].is_null(), "the scenario's walls fit C3 only");
    assert!(folder.read("study/layouts/0001.txt").contains("\n2 |   |###|"));
}

#[cfg(unix)]
#[test]
fn a_study_that_is_stopped_goes_on() {
    let folder = Folder::new();
    let words = format!("{STUDY} --agents heuristic --out study").replace("12 --games 20", "40 --games 100");
    let run = crate::signals::stopped(&folder, &words, crate::signals::Signal::SIGTERM, |folder| {
        folder.has_lines("study/games/own/games.jsonl", 10)
    });
    let run = run.exits(130);
    assert!(run.out.contains("Stopped "), "{}", run.out);
    assert!(
        run.err
            .contains("of 40 layouts finished; the same command continues the study"),
        "{}",
        run.err
    );
    let resumed = folder.heist(&words).exits(0).out;
    let whole = folder.heist(&words.replace("--out study", "--out whole")).exits(0).out;
    assert_eq!(resumed, whole.replace("whole/", "study/"));
}

#[test]
fn studies_that_cannot_be_are_refused() {
    let folder = Folder::new();
    folder.write("good.txt", DRAWING);
    for (words, texts) in [
        ("--walls good.txt", &["--walls good.txt", "draws the walls itself"][..]),
        ("--set walls=random", &["--set walls=random", "draws the walls itself"]),
        (
            "--joint mean-route,height",
            &["--joint", "no measure `height`", "bridges"],
        ),
        ("--agents genius", &["--agents", "no agent `genius`"]),
        ("--seats 9", &["9"]),
        ("--set empty-space=B2", &["empty-space"]),
    ] {
        folder
            .heist(&format!("walls study --scenario bank-job {words}"))
            .refuses(texts);
        assert!(!folder.path("study").exists());
    }
}
