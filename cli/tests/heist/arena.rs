use std::io::Write;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
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
fn the_file_of_a_run_has_a_size() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("run")).unwrap();
    let file = std::fs::File::create(folder.path("run/run.json")).unwrap();
    file.set_len(30 << 30).unwrap();
    folder
        .heist("arena caper-cards --seats 3 --agents random --games 1 --resume run")
        .refuses(&[
            "run.json",
            "is too long: found 32212254720 bytes; expected at most 16777216 bytes",
        ]);
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
        assert!(contestant["headline"]["turns"].as_f64().unwrap() > 1.0);
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
    let words = "arena burgle-bros --games 4000000 --json a.json --resume run";
    let run = crate::signals::stopped(&folder, words, crate::signals::Signal::SIGINT, |folder| {
        folder.has_lines("run/games.jsonl", 50)
    });
    let run = run.exits(130);
    assert!(
        run.out.contains("of 4000000 deals") && run.out.contains("win rate"),
        "{}",
        run.out
    );
    let report = folder.json("a.json");
    let said = format!(
        "heist: stopped: {} of 4000000 deals finished; the same command continues",
        report["games"]
    );
    assert!(run.err.contains(&said), "{}", run.err);
    assert!(report["games"].as_u64() < report["requested"].as_u64());
}

#[test]
fn luck_is_taken_off_on_demand_and_changes_no_game() {
    let folder = Folder::new();
    let words = "arena burgle-bros --seats 3 --agents random,heuristic --games 200 --seed 11";
    let plain = folder.heist(&format!("{words} --json plain.json")).exits(0).out;
    assert!(!plain.contains("luck-adjusted"), "{plain}");
    let lucky = folder.heist(&format!("{words} --luck --json lucky.json")).exits(0).out;
    assert!(
        lucky.contains("luck-adjusted") && lucky.contains("heuristic less random"),
        "{lucky}"
    );
    let mut lucky = timeless(folder.json("lucky.json"));
    for path in ["/contestants/1", "/paired/0"] {
        let entry = lucky.pointer_mut(path).unwrap().as_object_mut().unwrap();
        let adjusted = entry.remove("luck_adjusted").unwrap();
        let ends = [0, 1].map(|end| adjusted["interval95"][end].as_f64().unwrap());
        let mean = adjusted["mean"].as_f64().unwrap();
        assert!(ends[0] < mean && mean < ends[1], "{adjusted}");
        assert!(adjusted["variance_ratio"].as_f64().unwrap() > 0.5, "{adjusted}");
    }
    assert_eq!(lucky, timeless(folder.json("plain.json")));
}

#[test]
fn a_sequential_test_stops_with_its_verdict() {
    let folder = Folder::new();
    let words = "arena burgle-bros --seats 3 --agents random,heuristic --games 3000 --seed 1 --sprt 0,20";
    let run = folder.heist(&format!("{words} --threads 1 --json 1.json")).exits(0);
    for text in [
        "SPRT of Elo 0 or 20",
        "Elo 20 is accepted after",
        "Elo of heuristic over random: +",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    assert!(!run.out.contains("Stopped after"), "{}", run.out);
    folder.heist(&format!("{words} --threads 2 --json 2.json")).exits(0);
    let (one, two) = (timeless(folder.json("1.json")), timeless(folder.json("2.json")));
    assert_eq!(one, two);
    assert_eq!(one["sprt"]["verdict"], "elo1");
    assert_eq!(one["sprt"]["deals"], one["games"]);
    assert!(one["games"].as_u64() < Some(3000));
    let undecided = folder.heist(&words.replace("3000", "5"));
    assert!(undecided.exits(0).out.contains("undecided after 5 deals"));
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let folder = Folder::new();
    for (words, texts) in [
        ("--sprt 0", &["--sprt 0", "two numbers", "0,50"][..]),
        ("--sprt 5,0", &["--sprt", "the lesser first"]),
        ("--sprt 0,5 --alpha 0.7", &["alpha 0.7", "below 0.5"]),
        ("--sprt 0,5 --agents random", &["--sprt", "names 1", "expected two"]),
        ("--cross --seats 1", &["--cross", "two seats or more"]),
        ("--parquet no/such.parquet", &["no/such.parquet", "there is no folder"]),
    ] {
        folder
            .heist(&format!("arena burgle-bros --games 2 {words}"))
            .refuses(texts);
    }
}

#[test]
fn cross_play_fills_a_matrix() {
    let folder = Folder::new();
    let words = "arena burgle-bros --seats 2 --agents random,heuristic --games 12 --cross --replays games";
    let run = folder.heist(&format!("{words} --json a.json")).exits(0);
    for text in [
        "random among heuristic",
        "win rate of one among",
        "points for one among",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    let report = folder.json("a.json");
    assert_eq!(report["cross"]["agents"], serde_json::json!(["random", "heuristic"]));
    let rates = &report["cross"]["win_rates"];
    for place in 0..4 {
        assert_eq!(rates[place / 2][place % 2], report["contestants"][place]["win_rate"]);
    }
    // Seats say who sat there, and the guest's seat goes round.
    for (deal, agents) in [(0, ["random", "heuristic"]), (1, ["heuristic", "random"])] {
        let name = format!("games/burgle-bros-00000{deal}-2-random-among-heuristic.jsonl");
        let header: Value = serde_json::from_str(folder.read(&name).lines().next().unwrap()).unwrap();
        assert_eq!(header["agents"], serde_json::json!(agents));
        folder.heist(&format!("replay {name} --verify")).exits(0);
    }
}

/// The rows of a Parquet file as JSON objects.
fn parquet_rows(folder: &Folder, name: &str) -> Vec<Value> {
    let file = std::fs::File::open(folder.path(name)).unwrap();
    let value = |field: &Field| match field {
        Field::Null => Value::Null,
        Field::Bool(truth) => (*truth).into(),
        Field::Int(number) => (*number).into(),
        Field::ULong(number) => (*number).into(),
        Field::Double(number) => (*number).into(),
        Field::Str(text) => text.as_str().into(),
        other => panic!("{other:?}"),
    };
    let reader = SerializedFileReader::new(file).unwrap();
    let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
    rows.map(|row| {
        let columns = row.get_column_iter();
        columns.map(|(name, field)| (name.clone(), value(field))).collect()
    })
    .collect()
}

#[test]
fn every_game_is_a_row_of_parquet() {
    let folder = Folder::new();
    folder
        .heist(
            "arena burgle-bros --seats 3 --agents random,heuristic --games 200 --seed 7 --luck --json a.json \
             --parquet a.parquet",
        )
        .exits(0);
    let rows = parquet_rows(&folder, "a.parquet");
    assert_eq!(rows.len(), 400);
    let report = folder.json("a.json");
    for (place, contestant) in report["contestants"].as_array().unwrap().iter().enumerate() {
        let own: Vec<&Value> = rows
            .iter()
            .filter(|row| row["contestant"] == contestant["agent"])
            .collect();
        assert_eq!(own.len(), 200);
        let count = |field: &str, value: Value| own.iter().filter(|row| row[field] == value).count() as u64;
        assert_eq!(count("win", true.into()), contestant["wins"].as_u64().unwrap());
        for (ending, games) in contestant["endings"].as_object().unwrap() {
            assert_eq!(count("ending", ending.as_str().into()), games.as_u64().unwrap());
        }
        let mean = |field: &str| own.iter().map(|row| row[field].as_f64().unwrap()).sum::<f64>() / 200.0;
        let close =
            |field: &str, expected: &Value| assert!((mean(field) - expected.as_f64().unwrap()).abs() < 1e-9, "{field}");
        close("decisions", &contestant["mean_decisions"]);
        for (figure, expected) in contestant["figures"].as_object().unwrap() {
            close(&format!("figure_{}", figure.replace(' ', "_")), expected);
        }
        if place == 1 {
            close("luck_adjusted_value", &contestant["luck_adjusted"]["mean"]);
        }
    }
    assert!(
        rows.iter()
            .enumerate()
            .all(|(row, game)| game["deal"] == row / 2 && game["seed"] == 7)
    );
    assert!(
        rows.iter()
            .all(|game| game["seat_3"] == game["contestant"] && game["luck"].is_number())
    );
    // Without luck its columns are there, and empty.
    folder
        .heist("arena burgle-bros --seats 2 --agents random --games 3 --parquet a.parquet")
        .exits(0);
    let rows = parquet_rows(&folder, "a.parquet");
    assert!(rows.len() == 3 && rows.iter().all(|row| row["luck"].is_null()));
}

/// Kills the run again and again, without a chance to tidy up, until it is through.
#[test]
fn a_run_that_is_killed_goes_on_and_ends_with_the_same_figures() {
    let folder = Folder::new();
    let words = "arena burgle-bros --seats 3 --agents random,heuristic --games 300 --seed 3 --luck";
    folder.heist(&format!("{words} --json whole.json")).exits(0);
    let resumed = format!("{words} --resume run --json resumed.json");
    let mut kills = 0;
    for games in [1, 60, 150, 250] {
        let mut child = crate::heist(&folder.0, &resumed).spawn().unwrap();
        let mut is_running = true;
        while is_running && !folder.has_lines("run/games.jsonl", games) {
            is_running = child.try_wait().unwrap().is_none();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += u32::from(is_running);
    }
    assert!(kills > 0, "it was never killed at work");
    // A line that was being written.
    let file = std::fs::OpenOptions::new()
        .append(true)
        .open(folder.path("run/games.jsonl"));
    file.unwrap().write_all(b"{\"deal\":9999,\"agent\":\"ran").unwrap();
    folder.heist(&resumed).exits(0);
    assert_eq!(
        timeless(folder.json("resumed.json")),
        timeless(folder.json("whole.json"))
    );
    assert_eq!(folder.read("run/games.jsonl").lines().count(), 600);
    let first = folder.read("resumed.json");
    folder.heist(&resumed).exits(0);
    assert_eq!(
        folder.read("resumed.json"),
        first,
        "nothing is played again, and times are kept"
    );
    folder.heist(&resumed.replace("--seed 3", "--seed 4")).refuses(&[
        "run.json",
        "field `seed`",
        "the folder has 3",
        "this run has 4",
    ]);
}

/// A run that cannot begin, for whatever reason, leaves a folder that the next one may use.
#[test]
fn a_run_without_a_game_leaves_a_folder_for_the_next() {
    let folder = Folder::new();
    folder.write(
        "bot.sh",
        "[ -e licence ] || exit 3\nwhile read -r word rest; do echo ready; done\n",
    );
    let words = "arena burgle-bros --seats 1 --games 2 --resume run --seed";
    folder
        .heist_words(&format!("{words} 1 --agents"), &["bot:cmd=sh bot.sh"])
        .exits(2);
    assert_eq!(folder.read("run/games.jsonl"), "");
    folder.write("licence", "");
    folder
        .heist_words(&format!("{words} 1 --agents"), &["bot:cmd=sh bot.sh"])
        .exits(1);
    folder
        .heist_words(&format!("{words} 2 --agents"), &["random"])
        .refuses(&["field `seed`", "the folder has 1"]);
    std::fs::write(folder.path("run/games.jsonl"), "").unwrap();
    folder.heist_words(&format!("{words} 2 --agents"), &["random"]).exits(0);
}

/// The numbers are those of a run of all deals: its replays, its rows, and the deals that reports name.
#[test]
fn single_deals_are_those_that_reports_count() {
    let folder = Folder::new();
    let words = "arena burgle-bros --seats 2 --agents random,heuristic --seed 7 --luck";
    let whole = format!("{words} --games 6 --replays whole --parquet whole.parquet --json whole.json --resume run");
    folder.heist(&whole).exits(0);
    assert_eq!(folder.json("whole.json")["first_deal"], Value::Null);
    let all = parquet_rows(&folder, "whole.parquet");
    for (deals, first, count) in [("4", 4, 1), ("2..5", 2, 3), ("0..6", 0, 6)] {
        let part = format!("{words} --deals {deals} --replays part --parquet part.parquet --json part.json");
        let run = folder.heist(&part).exits(0);
        let names = folder.names_in("part");
        assert_eq!(names.len(), 2 * count);
        for name in names {
            assert_eq!(
                folder.read(&format!("part/{name}")),
                folder.read(&format!("whole/{name}")),
                "{name}"
            );
        }
        let rows = parquet_rows(&folder, "part.parquet");
        let same = |row: &Value, other: &Value| {
            ["deal", "seed", "contestant", "ending", "luck"]
                .iter()
                .all(|name| row[name] == other[name])
        };
        assert_eq!(rows.len(), 2 * count);
        assert!(rows.iter().zip(&all[2 * first..]).all(|(row, other)| same(row, other)));
        let report = folder.json("part.json");
        assert_eq!((&report["games"], &report["requested"]), (&count.into(), &count.into()));
        assert_eq!(report["first_deal"].as_u64().unwrap_or_default(), first as u64);
        assert_eq!(
            run.out.contains(&format!(" from deal {first} on with seed 7")),
            first > 0,
            "{}",
            run.out
        );
        std::fs::remove_dir_all(folder.path("part")).unwrap();
    }
    // They are in the folder of the whole run already, or are added to it.
    let games = folder.read("run/games.jsonl");
    folder.heist(&format!("{words} --deals 3..6 --resume run")).exits(0);
    assert_eq!(folder.read("run/games.jsonl"), games);
    folder.heist(&format!("{words} --deals 17 --resume run")).exits(0);
    assert_eq!(folder.read("run/games.jsonl").lines().count(), 14);
    let run = folder.heist_words(
        "arena burgle-bros --seats 1 --deals 17 --agents",
        &["bot:cmd=sh -c 'read a; echo ready; read a; echo ready; exit 3'"],
    );
    assert!(
        run.exits(1)
            .out
            .contains("1 game lost to faults; the first in deal 17, seat 1")
    );
}

#[test]
fn deals_that_are_none_are_refused() {
    let folder = Folder::new();
    for text in [
        "5..5",
        "7..3",
        "x",
        "1..",
        "..4",
        "-1",
        "0..4294967296",
        "1000000000001",
        "18446744073709551615",
        "18446744073709551614..18446744073709551615",
    ] {
        folder
            .heist(&format!("arena burgle-bros --agents random --deals={text}"))
            .refuses(&[
                "--deals",
                text,
                "expected a deal, such as 17, or a range, such as 100..200",
            ]);
    }
    let both = folder
        .heist("arena burgle-bros --agents random --games 5 --deals 3")
        .exits(2);
    assert!(
        both.err.contains("--games") && both.err.contains("--deals"),
        "{}",
        both.err
    );
}
