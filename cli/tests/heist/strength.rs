use serde_json::Value;

use crate::Folder;

const SUITE: &str = r#"
title = "Cheap agents"
game = "burgle-bros"
seed = 5
games = 40
setup = { scenario = "bank-job", seats = 2, stealth = 6 }
agents = ["random", "heuristic", "flat:sims={x},turns=1"]

[curve]
label = "simulations a decision"
x = [1, 2]
games = [3, 2]
"#;

/// What is printed without the times, which are the last but one cell of each row.
fn timeless(text: &str) -> String {
    let row = |line: &str| {
        if line.starts_with('|') {
            let mut cells: Vec<&str> = line.split(" | ").collect();
            if cells.len() > 2 {
                cells.remove(cells.len() - 2);
            }
            cells.join(" | ")
        } else {
            line.to_owned()
        }
    };
    text.lines().map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_suite_gives_a_table_a_picture_and_json() {
    let folder = Folder::new();
    folder.write("cheap.toml", SUITE);
    let run = folder
        .heist("strength cheap.toml --resume runs --svg docs/pictures --json a.json")
        .exits(0);
    for text in [
        "### Cheap agents",
        "$ heist strength cheap.toml",
        "seed 5",
        "](pictures/cheap.svg)",
        "| `random` | 40 | 0 | 0.0% (0.0% to 8.8%) |",
        "vs. `random`, points",
        "| `flat:sims=1,turns=1` | 3 |",
        "| `flat:sims=2,turns=1` | 2 |",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    let rows: Vec<&str> = run.out.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), 6);
    assert!(rows.iter().all(|row| row.matches('|').count() == 10), "{rows:?}");
    let picture = folder.read("docs/pictures/cheap.svg");
    for text in ["<svg", "Cheap agents", "flat:sims=x,turns=1", "simulations a decision"] {
        assert!(picture.contains(text), "`{text}` is not in the picture");
    }
    let report = folder.json("a.json");
    assert_eq!(
        (&report[0]["suite"], &report[0]["games"]),
        (&Value::from("cheap"), &Value::from(40))
    );
    let heuristic = &report[0]["contestants"][1];
    assert!(
        heuristic["wins"].as_u64().unwrap() > 0 && heuristic["luck_adjusted"].is_object(),
        "{heuristic}"
    );
    // A new agent plays its own games only, and the figures of the others stay.
    let again = folder
        .heist("strength cheap.toml --resume runs --svg docs/pictures")
        .exits(0);
    assert_eq!(again.out, run.out);
    let games = || folder.read("runs/cheap/games.jsonl").lines().count();
    assert_eq!(games(), 40 + 40 + 3 + 2);
    folder.write(
        "cheap.toml",
        &SUITE
            .replace("[\"random\"", "[\"random\", \"flat:sims=1\"")
            .replace("40", "45"),
    );
    let more = folder.heist("strength cheap.toml --resume runs").exits(0).out;
    assert!(
        more.contains("| `flat:sims=1` | 45 |") && !more.contains("svg"),
        "{more}"
    );
    assert_eq!(games(), 45 + 45 + 3 + 2 + 45);
    assert!(timeless(&more).lines().count() > rows.len());
}

#[cfg(unix)]
#[test]
fn a_suite_that_is_stopped_goes_on() {
    let folder = Folder::new();
    folder.write(
        "long.toml",
        &SUITE.replace("[3, 2]", "[12, 8]").replace("turns=1", "turns=0"),
    );
    let words = "strength long.toml --resume runs";
    let run = crate::signals::stopped(&folder, words, crate::signals::Signal::SIGINT, |folder| {
        folder.has_lines("runs/long/games.jsonl", 2)
    });
    let run = run.exits(130);
    assert!(run.out.is_empty() || run.out.contains("Stopped after"), "{}", run.out);
    assert!(run.err.contains("stopped: 0 of 1 suites finished"), "{}", run.err);
    let before = folder.read("runs/long/games.jsonl");
    let resumed = folder.heist(words).exits(0).out;
    assert!(
        folder.read("runs/long/games.jsonl").starts_with(&before),
        "what was played is kept"
    );
    let whole = folder.heist("strength long.toml").exits(0).out;
    assert_eq!(timeless(&resumed), timeless(&whole));
}

#[test]
fn mistakes_in_a_suite_are_named_with_their_line() {
    let folder = Folder::new();
    for (from, to, texts) in [
        (
            "games = 40",
            "games = 0",
            &[
                "line 5",
                "field `games`",
                "found 0; expected a whole number from 1 to 10000000",
            ][..],
        ),
        (
            "games = 40",
            "games = -1",
            &["line 5: field `games`: found -1; expected a whole number from 1 to 10000000, about 2.6 GB of memory\n"],
        ),
        (
            "games = 40",
            "games = 4294967296",
            &["line 5: field `games`: found 4294967296"],
        ),
        (
            "games = 40",
            "games = 9223372036854775808",
            &["line 5: field `games`: found 9223372036854775808"],
        ),
        (
            "seed = 5",
            "seed = -1",
            &["line 4: field `seed`: found -1; expected a whole number from 0 to 9223372036854775807"],
        ),
        (
            "seed = 5",
            "seed = 18446744073709551615",
            &["line 4: field `seed`: found 18446744073709551615"],
        ),
        (
            "games = [3, 2]",
            "games = [3, -2]",
            &["line 12: field `curve.games`: found -2; expected a whole number from 1"],
        ),
        (
            "games = [3, 2]",
            "games = [3, 4294967296]",
            &["line 12: field `curve.games`: found 4294967296"],
        ),
        ("games = 40\n", "", &["field `games` is missing"]),
        ("seed = 5", "sead = 5", &["line 4", "unknown field `sead`"]),
        ("burgle-bros", "chess", &["field `game`", "no game `chess`"]),
        ("seats = 2", "seats = 9", &["field `setup`", "9"]),
        ("\"random\",", "\"ramdom\",", &["field `agents`", "no agent `ramdom`"]),
        (
            "x = [1, 2]",
            "x = [2, 1]",
            &["line 9", "field `curve.x`", "the least first"],
        ),
        (
            "games = [3, 2]",
            "games = [3]",
            &["line 9", "field `curve.games`", "2 numbers from 1 to 40"],
        ),
        ("sims={x},", "", &["line 9", "field `curve`", "no agent has {x}"]),
        ("title =", "title", &["line 2"]),
    ] {
        assert!(SUITE.contains(from), "{from}");
        folder.write("wrong.toml", &SUITE.replace(from, to));
        let mut texts = texts.to_vec();
        texts.push("wrong.toml: ");
        folder.heist("strength wrong.toml --resume runs").refuses(&texts);
    }
    folder
        .heist("strength none.toml")
        .refuses(&["none.toml", "cannot be opened"]);
    assert!(!folder.path("runs").exists(), "nothing was played");
}

/// Many agents, each in range, are too much together.
#[test]
fn a_suite_has_no_more_games_than_fit_the_memory() {
    let folder = Folder::new();
    let agents = ["\"random\""; 11].join(", ");
    folder.write(
        "large.toml",
        &format!(
            "title = \"t\"\ngame = \"burgle-bros\"\nseed = 5\ngames = 10000000\nsetup = {{ seats = 2 }}\nagents = \
             [{agents}]\n"
        ),
    );
    folder.heist("strength large.toml --resume runs").refuses(&[
        "large.toml: line 4: field `games`: found 10000000, with agents = 11: 110000000 games in a setup, about \
             28.2 GB of memory; expected at most 100000000 games in a setup, about 25.6 GB of memory",
    ]);
    assert!(!folder.path("runs").exists());
}

/// Two setups of three agents, one of which wins now and then.
const GRID: &str = r#"
title = "Stealth"
game = "burgle-bros"
seed = 5
games = 20
setup = { scenario = "office-job" }
agents = ["random", "heuristic"]

[[grid]]
field = "stealth"
values = [1, 6]

[[grid]]
field = "seats"
values = [1, 2, 3]
"#;

#[test]
fn a_grid_gives_a_table_for_each_agent_and_goes_on_where_it_was() {
    let folder = Folder::new();
    folder.write("stealth.toml", GRID);
    let run = folder
        .heist("strength stealth.toml --resume runs --json a.json")
        .exits(0);
    for text in [
        "### Stealth",
        "20 deals with seed 5 in each cell, setup `{\"scenario\":\"office-job\"}`",
        "**`random`**: games won, in percent",
        "| stealth | seats 1 | seats 2 | seats 3 |",
        "| 1 | 0.0 (0.0 to 16.1) | 0.0 (0.0 to 16.1) | 0.0 (0.0 to 16.1) |",
        "**`heuristic`**: games won, in percent",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    let report = folder.json("a.json");
    let cells = report.as_array().unwrap();
    assert_eq!(cells.len(), 6);
    let setups: Vec<(u64, u64)> = cells
        .iter()
        .map(|cell| {
            (
                cell["setup"]["stealth"].as_u64().unwrap(),
                cell["setup"]["seats"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(setups, [(1, 1), (1, 2), (1, 3), (6, 1), (6, 2), (6, 3)]);
    let wins = |cell: usize| cells[cell]["contestants"][1]["wins"].as_u64().unwrap();
    assert!(wins(3) > wins(0), "more Stealth, more wins");
    let games = || {
        folder
            .read("runs/stealth/stealth-6_seats-3/games.jsonl")
            .lines()
            .count()
    };
    assert_eq!(games(), 40);
    let again = folder.heist("strength stealth.toml --resume runs").exits(0);
    assert_eq!((again.out, games()), (run.out, 40));
}

#[test]
fn mistakes_in_a_grid_are_named() {
    let folder = Folder::new();
    for (from, to, text) in [
        ("field = \"seats\"", "field = \"stealth\"", "`stealth` is set already"),
        ("field = \"seats\"", "field = \"sheets\"", "unknown field `sheets`"),
        ("values = [1, 6]", "values = []", "the values of `stealth`"),
        ("values = [1, 6]", "values = [1, 1]", "`1` twice"),
        ("values = [1, 6]", "values = [1, 99]", "99"),
    ] {
        assert!(GRID.contains(from), "{from}");
        folder.write("wrong.toml", &GRID.replace(from, to));
        folder.heist("strength wrong.toml").refuses(&["wrong.toml: ", text]);
    }
}

#[test]
fn values_of_a_grid_may_lie_in_a_list_of_another_file() {
    let folder = Folder::new();
    folder.write(
        "lists.toml",
        "[[few]]\nname = \"one\"\nvalue = 1\n\n[[few]]\nname = \"two\"\nvalue = 2\n",
    );
    let with = |list: &str| GRID.replace("values = [1, 2, 3]", list);
    folder.write(
        "stealth.toml",
        &with("list = { file = \"lists.toml\", name = \"few\" }"),
    );
    let run = folder.heist("strength stealth.toml").exits(0);
    assert!(run.out.contains("| stealth | one | two |"), "{}", run.out);
    for (list, texts) in [
        (
            "list = { file = \"lists.toml\", name = \"many\" }",
            ["lists.toml: ", "there is no list `many`; expected one of few"],
        ),
        (
            "values = [1]\nlist = { file = \"lists.toml\", name = \"few\" }",
            ["stealth.toml: ", "`seats` has values and a list"],
        ),
        (
            "list = { file = \"no.toml\", name = \"few\" }",
            ["no.toml", "cannot be opened"],
        ),
    ] {
        folder.write("stealth.toml", &with(list));
        folder.heist("strength stealth.toml").refuses(&texts);
    }
    folder.write("lists.toml", "[[few]]\nname = \"one\"\nworth = 1\n");
    folder.write(
        "stealth.toml",
        &with("list = { file = \"lists.toml\", name = \"few\" }"),
    );
    folder
        .heist("strength stealth.toml")
        .refuses(&["lists.toml: line 3", "unknown field `worth`"]);
}
