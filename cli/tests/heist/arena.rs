use serde_json::Value;

use crate::Folder;

/// The report without what depends on the clock.
fn timeless(mut report: Value) -> Value {
    for contestant in report["contestants"].as_array_mut().unwrap() {
        let time = contestant.as_object_mut().unwrap().remove("decision_us_mean").unwrap();
        assert!(time.as_f64().unwrap() > 0.0);
    }
    report
}

#[test]
fn the_table_shows_both_contestants_and_the_json_has_its_shape() {
    let folder = Folder::new();
    let words =
        "arena burgle-bros --scenario bank-job --seats 3 --agents random,heuristic --games 40 --seed 7 --json a.json";
    let run = folder.heist(words).exits(0);
    for text in [
        "random",
        "heuristic",
        "wins",
        "win rate",
        "95% interval",
        "turns",
        "difference",
        "not won",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    assert!(run.err.is_empty(), "no progress bar without a terminal: {}", run.err);
    let report = folder.json("a.json");
    assert_eq!(report["game"], "burgle-bros");
    assert_eq!(report["setup"]["scenario"], "bank-job");
    assert_eq!(report["setup"]["seats"], 3);
    assert!(report["setup"].get("seed").is_none());
    assert_eq!((report["games"].as_u64(), report["seed"].as_u64()), (Some(40), Some(7)));
    let contestants = report["contestants"].as_array().unwrap();
    assert_eq!(contestants.len(), 2);
    for contestant in contestants {
        let wins = contestant["wins"].as_u64().unwrap();
        let losses = contestant["losses"]
            .as_object()
            .unwrap()
            .values()
            .map(|count| count.as_u64().unwrap());
        assert_eq!(wins + losses.sum::<u64>(), 40);
        assert_eq!(contestant["win_rate"].as_f64().unwrap(), wins as f64 / 40.0);
        assert_eq!(contestant["wilson95"].as_array().unwrap().len(), 2);
        assert!(contestant["mean_turns"].as_f64().unwrap() > 1.0);
    }
    assert_eq!(report["paired"][0]["agent"], "heuristic");
    assert_eq!(report["paired"][0]["to"], "random");
}

#[test]
fn the_figures_are_the_same_for_any_number_of_threads() {
    let folder = Folder::new();
    let words = "arena burgle-bros --seats 2 --sides both --games 30 --seed 5";
    folder.heist(&format!("{words} --threads 1 --json 1.json")).exits(0);
    folder.heist(&format!("{words} --threads 2 --json 2.json")).exits(0);
    let (one, two) = (timeless(folder.json("1.json")), timeless(folder.json("2.json")));
    assert_eq!(one, two);
    folder
        .heist("arena burgle-bros --seats 2 --sides both --games 30 --seed 6 --json 3.json")
        .exits(0);
    assert_ne!(one, timeless(folder.json("3.json")));
}

#[test]
fn every_seat_count_and_given_characters_are_played() {
    let folder = Folder::new();
    for seats in 1..=4 {
        folder
            .heist(&format!("arena burgle-bros --seats {seats} --games 3 --agents random"))
            .exits(0);
    }
    let words = "arena burgle-bros --characters hacker-advanced,rook-basic --games 3 --agents heuristic --json -";
    let report: Value = serde_json::from_str(&folder.heist(words).exits(0).out).expect("only JSON is printed");
    assert_eq!(report["setup"]["characters"][1], "rook-basic");
    assert_eq!(report["paired"], Value::Array(Vec::new()));
}

#[test]
fn replays_are_left_verify_and_are_not_overwritten() {
    let folder = Folder::new();
    let words = "arena burgle-bros --games 2 --agents random,heuristic --replays games";
    folder.heist(words).exits(0);
    let mut names: Vec<_> = std::fs::read_dir(folder.path("games"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    names.sort();
    assert_eq!(names.len(), 4);
    for name in &names {
        let run = folder.heist(&format!("replay {} --verify", name.display())).exits(0);
        assert!(run.out.contains("Verified"), "{}", run.out);
    }
    let before = std::fs::read(&names[0]).unwrap();
    folder
        .heist(&format!("{words} --seed 9"))
        .refuses(&["games", "is there already", "--force"]);
    assert_eq!(std::fs::read(&names[0]).unwrap(), before);
    folder.heist(&format!("{words} --seed 9 --force")).exits(0);
    assert_ne!(std::fs::read(&names[0]).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_cleanly_and_prints_what_there_is() {
    let folder = Folder::new();
    let child = crate::heist(&folder.0, "arena burgle-bros --games 4000000 --json a.json")
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert!(out.contains("of 4000000 deals") && out.contains("win rate"), "{out}");
    let report = folder.json("a.json");
    assert!(report["games"].as_u64() < report["requested"].as_u64());
}
