use serde_json::{Value, json};

use crate::Folder;

const WORDS: &str = "campaign casino-capers --seats 2 --agent random";

#[test]
fn the_table_has_a_row_for_each_heist() {
    let folder = Folder::new();
    let run = folder
        .heist(&format!("{WORDS} --campaigns 6 --seed 7 --json a.json"))
        .exits(0);
    for text in [
        "Casino Capers, 6 campaigns by random with seed 7",
        "1 Bodyguard",
        "9 Bringing Down the House",
        "at the end",
        "win rate",
        "95% interval",
        "suspicion",
        "6.00",
        "Heists won: ",
        "Campaigns with so many heists won: ",
        "not won",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    assert!(run.err.is_empty(), "no progress bar without a terminal: {}", run.err);
    let report = folder.json("a.json");
    assert_eq!(report["game"], "casino-capers");
    assert_eq!((&report["campaigns"], &report["heists"]), (&json!(6), &json!(54)));
    let decided = ["scenario", "finales", "suspicion", "alternates"];
    assert!(
        decided.iter().all(|field| report["setup"].get(field).is_none()),
        "{report}"
    );
    assert_eq!(report["setup"]["seats"], 2);
    let positions = report["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 9);
    assert_eq!(positions[0]["level"]["mean"], 6.0);
    let number = |value: &Value| value.as_u64().unwrap();
    let wins: u64 = positions.iter().map(|position| number(&position["wins"])).sum();
    let lost: u64 = report["losses"].as_object().unwrap().values().map(number).sum();
    assert_eq!((wins, wins + lost), (number(&report["wins"]), 54));
}

/// The jobs of Masters of the Heist come in the order of what suits the team, with rescues in between (MH9d), up to the
/// Final Score. Where campaigns play different jobs, the table names none.
#[test]
fn masters_of_the_heist_has_a_campaign() {
    let folder = Folder::new();
    let words = "campaign masters-of-the-heist --seats 3 --agent random --campaigns 2 --seed 7 --out run";
    let run = folder.heist(words).exits(0);
    for text in [
        "Masters of the Heist, 2 campaigns by random with seed 7",
        "1 The Inclusion Job",
        "9 The Blind Justice Job",
        "15 The Dark Horse Job",
        "16 The Final Score, Part 1",
        "level",
        "cash",
        "final score",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    // MH9a: the cash of each campaign stands in its lines; the report has the mean.
    let report = folder.json("run/report.json");
    let lines = folder.read("run/campaigns.jsonl");
    let last = |line: &str| -> i64 {
        let line: Value = serde_json::from_str(line).unwrap();
        let heists = line["heists"].as_array().unwrap();
        heists[heists.len() - 1]["standing"][0].as_i64().unwrap()
    };
    let sum: i64 = lines.lines().map(last).sum();
    let cash = &report["figures_at_end"][0];
    assert_eq!((&cash["name"], &cash["campaigns"]), (&json!("cash"), &json!(2)));
    assert_eq!(cash["mean"], json!(sum as f64 / 2.0));
    // Figures are those after a heist; there is none before the first.
    assert_eq!(report["positions"][0]["figures"][0]["mean"], Value::Null);
    assert!(report["positions"][1]["figures"][0]["mean"].is_f64());
    assert!(folder.names_in("run").contains(&"level.svg".to_owned()));
    // The same run goes on from its folder: what it kept gives the same campaigns.
    assert_eq!(folder.heist(words).exits(0).out, run.out);
    folder
        .heist("campaign masters-of-the-heist --seats 3 --cash 9 --campaigns 1")
        .refuses(&["cash", "a campaign decides it", "MH9a"]);
}

#[test]
fn the_figures_and_the_files_are_the_same_for_any_number_of_threads() {
    let folder = Folder::new();
    let words = format!("{} --campaigns 9 --seed 5", WORDS.replace("random", "heuristic"));
    let one = folder.heist(&format!("{words} --threads 1 --out 1")).exits(0).out;
    let two = folder.heist(&format!("{words} --threads 2 --out 2")).exits(0).out;
    assert_eq!(one, two);
    let names = ["campaigns.jsonl", "report.json", "run.json", "suspicion.svg"];
    assert_eq!(folder.names_in("1"), names);
    for name in names {
        assert_eq!(
            folder.read(&format!("1/{name}")),
            folder.read(&format!("2/{name}")),
            "{name}"
        );
    }
    folder.heist(&words.replace("--seed 5", "--seed 6 --out 3")).exits(0);
    assert_ne!(folder.read("1/campaigns.jsonl"), folder.read("3/campaigns.jsonl"));
    let picture = folder.read("1/suspicion.svg");
    for text in ["<svg", "Suspicion", "before heist", "heuristic, campaigns: 9", "</svg>"] {
        assert!(picture.contains(text), "`{text}` is not in the picture");
    }
    assert_eq!(picture.matches("<circle").count(), 10, "nine heists and the end");
}

#[test]
fn a_run_goes_on_where_it_was() {
    let folder = Folder::new();
    let words = format!("{WORDS} --seed 5");
    folder.heist(&format!("{words} --campaigns 3 --out run")).exits(0);
    let three = folder.read("run/campaigns.jsonl");
    // A line without its end was being written when the run was killed.
    folder.write("run/campaigns.jsonl", &format!("{three}{{\"campaign\":3,"));
    folder.heist(&format!("{words} --campaigns 7 --out run")).exits(0);
    folder.heist(&format!("{words} --campaigns 7 --out whole")).exits(0);
    for name in ["campaigns.jsonl", "report.json", "suspicion.svg"] {
        assert_eq!(
            folder.read(&format!("run/{name}")),
            folder.read(&format!("whole/{name}")),
            "{name}"
        );
    }
    assert!(folder.read("run/campaigns.jsonl").starts_with(&three));
    // Fewer are the first of them.
    let fewer = folder
        .heist(&format!("{words} --campaigns 2 --out run --json -"))
        .exits(0)
        .out;
    let anew = folder.heist(&format!("{words} --campaigns 2 --json -")).exits(0).out;
    assert_eq!(fewer, anew);
    assert_eq!(folder.read("run/campaigns.jsonl").lines().count(), 7);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_cleanly_and_prints_what_there_is() {
    let folder = Folder::new();
    let words = format!("{WORDS} --campaigns 4000000 --out run");
    let run = crate::signals::stopped(&folder, &words, crate::signals::Signal::SIGINT, |folder| {
        folder.has_lines("run/campaigns.jsonl", 3)
    });
    let run = run.exits(130);
    assert!(
        run.out.contains("of 4000000 campaigns") && run.out.contains("win rate"),
        "{}",
        run.out
    );
    let report = folder.json("run/report.json");
    let lines = folder.read("run/campaigns.jsonl").lines().count();
    assert_eq!(report["campaigns"], lines);
    let said = format!("heist: stopped: {lines} of 4000000 campaigns finished; the same command continues");
    assert!(run.err.contains(&said), "{}", run.err);
}

#[test]
fn bad_input_is_refused_with_one_message() {
    let folder = Folder::new();
    for (words, texts) in [
        ("chess", &["no game `chess`", "burgle-bros"][..]),
        ("burgle-bros", &["Burgle Bros. has no campaign", "casino-capers"]),
        ("casino-capers --agent nobody", &["--agent", "nobody"]),
        (
            "casino-capers --scenario finale-2",
            &["scenario", "a campaign decides it", "camp.order"],
        ),
        ("casino-capers --seats 9", &["--seats 9"]),
        ("casino-capers --json no/such.json", &["no/such.json"]),
    ] {
        folder.heist(&format!("campaign {words} --campaigns 1")).refuses(texts);
    }
}

#[test]
fn folders_of_something_else_are_refused() {
    let folder = Folder::new();
    folder.heist(&format!("{WORDS} --campaigns 2 --out run")).exits(0);
    for (words, texts) in [
        (
            format!("{WORDS} --seed 2"),
            &["run.json", "`seed`", "the folder has 1", "this run has 2"][..],
        ),
        (
            WORDS.replace("random", "heuristic"),
            &["`agent`", "random", "heuristic"],
        ),
        (WORDS.replace("--seats 2", "--seats 3"), &["`setup`", "another folder"]),
    ] {
        folder.heist(&format!("{words} --campaigns 2 --out run")).refuses(texts);
    }
    let lines = folder.read("run/campaigns.jsonl");
    for (from, to, texts) in [
        (
            r#""campaign":1"#,
            r#""campaign":5"#,
            &["line 2", "`campaign`", "found 5; expected 1"][..],
        ),
        (
            r#""heist":"Hail Mary""#,
            r#""heist":"Bodyguard""#,
            &["line 1", "heists[6]", "Bodyguard", "expected", "Hail Mary"],
        ),
        (r#""won""#, r#""wins""#, &["line 1", "wins"]),
    ] {
        folder.write("run/campaigns.jsonl", &lines.replace(from, to));
        folder.heist(&format!("{WORDS} --campaigns 2 --out run")).refuses(texts);
    }
    folder
        .heist("arena burgle-bros --games 1 --agents random --resume arena")
        .exits(0);
    folder.heist(&format!("{WORDS} --campaigns 1 --out arena")).refuses(&[
        "arena/run.json",
        "`heistlab`",
        "campaign-run",
    ]);
}
