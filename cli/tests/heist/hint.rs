use heist_agents::protocol::{Report, cells};
use serde_json::{Value, json};

use crate::Folder;

const TABLE: &str = include_str!("../../../docs/examples/table.json");
const CASINO: &str = include_str!("../../../docs/examples/casino.json");
const MASTERS: &str = include_str!("../../../docs/examples/masters.json");
const CAPER: &str = include_str!("../../../docs/examples/caper.json");
const PLAN: &str = include_str!("../../../docs/examples/masters-plan.json");

/// The example position, and a replay of a game.
fn folder() -> Folder {
    let folder = Folder::with_replay();
    folder.write("table.json", TABLE);
    folder
}

/// The numbers of steps after which a player decides, from the lines of a replay.
fn decisions(replay: &str) -> Vec<usize> {
    let lines = replay.lines().enumerate().skip(1);
    let is_action = |line: &str| line.contains("\"action\":");
    lines
        .filter(|(_, line)| is_action(line))
        .map(|(place, _)| place - 1)
        .collect()
}

#[test]
fn a_position_has_its_moves_ranked_in_words() {
    let folder = folder();
    let words = "hint table.json --agent improve:sims=300 --json out.json";
    let run = folder.heist(words).exits(0);
    for text in [
        "Burgle Bros., turn 7. Player 1 acts.",
        "% to win. ",
        " differs ",
        "--agent improve:sims=300 --seed 0\n",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    let whole = folder.heist(&format!("{words} --explain")).exits(0).out;
    let whole = whole.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        "Loses ",
        "Then: ",
        "the Guard moves",
        "95%: the true figure",
        " simulations in ",
        "To win: ",
    ] {
        assert!(
            whole.contains(text) && !run.out.contains("To win: "),
            "`{text}` is not in:\n{whole}"
        );
    }
    assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
    assert!(
        !run.out.contains('\x1b') && run.err.is_empty(),
        "neither colour nor redrawing without a terminal"
    );
    let report = folder.json("out.json");
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 6);
    let first = moves[0]["action"].as_str().unwrap();
    assert!(run.out.contains(&format!(" 1. {first} ")), "{}", run.out);
    for found in moves {
        assert!(found["loss"].as_f64().unwrap() >= 0.0 && found["line"].is_array());
    }
    // A move after which something is drawn that nobody can foretell has no line.
    let lines = moves.iter().map(|found| found["line"].as_array().unwrap().len());
    assert!(lines.max() > Some(0));
    assert_eq!((&report["partial"], &report["stopped"]), (&false.into(), &false.into()));
    // The key is the one that `heist position` gives, and the same seed gives the same hint.
    folder.heist("position table.json --json position.json").exits(0);
    assert_eq!(report["key"], folder.json("position.json")["key"]);
    assert_eq!(folder.heist(words).exits(0).out, run.out);
}

/// The words of a hint but for its table.
fn words_beside_the_table(out: &str) -> usize {
    // The table goes from its headings to the next empty line.
    let lines = out.lines().collect::<Vec<_>>();
    let first = lines
        .iter()
        .position(|line| line.trim_start().starts_with("to win"))
        .unwrap();
    let count = lines[first..].iter().take_while(|line| !line.is_empty()).count();
    let beside = lines[..first].iter().chain(&lines[first + count..]);
    beside.map(|line| line.split_whitespace().count()).sum()
}

/// What a hint says by default fits on a phone, and its figures are those of the report, rounded once.
#[test]
fn hints_of_all_games_are_short_and_agree_with_their_reports() {
    let folder = folder();
    let examples = [
        ("table.json", TABLE, "improve:sims=300"),
        ("caper.json", CAPER, "improve:sims=300"),
        ("casino.json", CASINO, "improve:sims=600"),
        ("masters.json", MASTERS, "improve:sims=600"),
        ("masters-plan.json", PLAN, "improve:sims=100"),
    ];
    for (name, text, agent) in examples {
        folder.write(name, text);
        let words = format!("hint {name} --agent {agent} --moves 30 --json out.json");
        // As wide as the longest move needs.
        let run = crate::heist(&folder.0, &words).env("COLUMNS", "120").output().unwrap();
        let out = String::from_utf8(run.stdout).unwrap();
        let count = words_beside_the_table(&out);
        assert!(count <= 60, "{name}: {count} words:\n{out}");
        let report: Report = serde_json::from_value(folder.json("out.json")).unwrap();
        // The rows of the table, but for what is as good as the first.
        let standing = |of: &Value| of["standing"].as_str().unwrap().to_owned();
        let moves = folder.json("out.json")["moves"].as_array().unwrap().clone();
        let shown = report.moves.iter().zip(cells(&report)).zip(&moves);
        let shown: Vec<_> = shown.filter(|(_, json)| standing(json) != "same").collect();
        let rows: Vec<&str> = out.lines().filter(|line| is_row(line)).collect();
        assert_eq!(rows.len(), shown.len().min(30), "{name}:\n{out}");
        for ((number, ((of, cells), _)), line) in (1..).zip(shown).zip(rows) {
            let row: Vec<&str> = line
                .split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect();
            let columns = cells.columns().into_iter().filter(|cell| !cell.is_empty());
            let expected: Vec<&str> = columns.chain([cells.note.as_str()]).collect();
            assert!(
                row[0].ends_with(&of.action) && row[0].starts_with(&format!("{number}. ")),
                "{line}"
            );
            assert_eq!(row[1..], expected, "{name}:\n{out}");
        }
        let first = &report.moves[0];
        for of in &report.moves {
            let [low, high] = of.value_interval95;
            assert!(
                0.0 <= low && low <= high && high <= 1.0 && (low < high || of.certain),
                "{of:?}"
            );
            let [low, high] = of.difference_interval95;
            assert!(low <= of.difference && of.difference <= high, "{of:?}");
        }
        assert!(out.contains(&cells(&report)[0].value), "{name}: {:?}", first.value);
    }
}

/// Whether a line is one of a table of moves.
fn is_row(line: &str) -> bool {
    let (number, line) = line.trim_start().split_once(". ").unwrap_or_default();
    !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit()) && line.contains('%')
}

/// The last line repeats the answer: the same moves with the same figures.
#[test]
fn the_line_of_settings_repeats_the_answer() {
    let folder = folder();
    let hint = |agent: &str, name: &str| {
        let words = format!("hint table.json {agent} --json {name}");
        let out = folder.heist(&words).exits(0).out;
        (out, folder.json(name))
    };
    let (out, first) = hint("--agent flat:time=1 --seed 5", "first.json");
    let settings = out.lines().last().unwrap().to_owned();
    assert!(!settings.contains("time="), "{settings}");
    let (again, second) = hint(&settings, "second.json");
    assert_eq!(
        again, out,
        "but for what is sampled outside of the search nothing is new"
    );
    let figures = |report: &Value| {
        let moves = report["moves"].as_array().unwrap().clone();
        let fields = [
            "action",
            "visits",
            "value",
            "value_error",
            "difference",
            "difference_error",
            "best",
        ];
        let figure = |of: &Value| fields.map(|field| of[field].clone());
        moves.iter().map(figure).collect::<Vec<_>>()
    };
    assert_eq!(figures(&first), figures(&second), "{settings}");
}

#[test]
fn whoever_asks_why_not_a_move_is_answered() {
    let folder = folder();
    let ask = |notation: &str| {
        let words = "hint table.json --agent improve:sims=300";
        folder.heist_words(words, &["--move", notation]).exits(0).out
    };
    let best = folder
        .heist("hint table.json --agent improve:sims=300 --json -")
        .exits(0)
        .out;
    let report: Value = serde_json::from_str(&best).unwrap();
    let moves = report["moves"].as_array().unwrap();
    let notation = |of: &Value| of["action"].as_str().unwrap().to_owned();
    let out = ask(&notation(&moves[0])).replace('\n', " ");
    assert!(out.contains("is the best move."), "{out}");
    let last = notation(moves.last().unwrap());
    let out = ask(&last).replace('\n', " ");
    assert!(out.contains("Why not “") || out.contains("” is worse: "), "{out}");
    folder
        .heist("hint table.json --move crawl")
        .refuses(&["--move crawl", "`crawl`"]);
}

#[test]
fn the_example_of_casino_capers_has_its_moves_ranked() {
    let folder = Folder::new();
    folder.write("casino.json", CASINO);
    let words = "hint casino.json --agent flat:sims=700 --json out.json";
    let out = folder.heist(words).exits(0).out;
    assert!(out.contains("Casino Capers, turn 23."), "{out}");
    let report = folder.json("out.json");
    assert_eq!((&report["seat"], &report["stake"]), (&json!(2), &json!("Heat")));
    let moves = report["moves"].as_array().unwrap();
    for wanted in ["throw 2:A4", "prep disguise", "bingo 1:B1", "earpiece 3 1:B4", "end"] {
        let is_wanted = |found: &Value| found["action"] == wanted;
        let alike = |found: &Value| {
            found["alike"]
                .as_array()
                .is_some_and(|all| all.contains(&json!(wanted)))
        };
        assert!(
            moves.iter().any(|found| is_wanted(found) || alike(found)),
            "{wanted}: {moves:?}"
        );
    }
    folder.heist("position casino.json").exits(0);
}

#[test]
fn the_example_of_masters_of_the_heist_has_its_moves_ranked() {
    let folder = Folder::new();
    folder.write("masters.json", MASTERS);
    let words = "hint masters.json --agent flat:sims=700 --explain --json out.json";
    let out = folder.heist(words).exits(0).out;
    assert!(out.contains("Masters of the Heist, turn 7."), "{out}");
    // The best line is told as a script, grouped by who acts.
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("Script: Thug: Sprint (Bypass 4), move to 5,3, "), "{out}");
    assert!(flat.contains("; then Street urchin: "), "{out}");
    let report = folder.json("out.json");
    assert_eq!((&report["seat"], &report["stake"]), (&json!(1), &json!("Events")));
    folder.heist("position masters.json").exits(0);
}

#[test]
fn the_number_of_moves_the_width_and_the_colour_are_the_users() {
    let folder = folder();
    let few = folder
        .heist("hint table.json --agent flat:sims=96 --moves 2")
        .exits(0)
        .out;
    assert!(few.contains(" 2. ") && !few.contains(" 3. "), "{few}");
    assert!(few.contains("\n    4 more\n"), "{few}");
    let whole = folder
        .heist("hint table.json --agent flat:sims=96 --moves 2 --explain")
        .exits(0)
        .out;
    assert!(whole.contains("\nNot shown: "), "{whole}");
    let colour = folder
        .heist("hint table.json --agent flat:sims=96 --color always")
        .exits(0)
        .out;
    assert!(
        colour.contains("\x1b[1mBurgle Bros., turn 7.") && colour.contains("\x1b[2m"),
        "{colour}"
    );
    let mut narrow = crate::heist(&folder.0, "hint table.json --agent flat:sims=96");
    let output = narrow.env("COLUMNS", "40").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
    let json = folder
        .heist("hint table.json --agent flat:sims=96 --json -")
        .exits(0)
        .out;
    assert!(
        json.starts_with('{') && json.contains("\"difference_interval95\""),
        "{json}"
    );
}

#[test]
fn a_replay_is_asked_at_its_last_decision_or_after_a_step() {
    let folder = folder();
    let replay = folder.read("game.jsonl");
    let (steps, decisions) = (replay.lines().count() - 2, decisions(&replay));
    let last = *decisions.last().unwrap();
    let run = folder.heist("hint game.jsonl --agent flat:sims=64").exits(0);
    assert!(
        run.out.contains(&format!(
            "After step {last}; step {steps} was the last one of the game."
        )),
        "{}",
        run.out
    );
    // A decision with a choice: the move that was played is named.
    let line = |step: usize| replay.lines().nth(step + 1).unwrap().to_owned();
    let step = decisions[0];
    let run = folder
        .heist(&format!("hint game.jsonl --step {step} --agent flat:sims=64"))
        .exits(0);
    let played = line(step)
        .split("\"action\":\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .to_owned();
    assert!(run.out.contains(&format!("After step {step}; ")), "{}", run.out);
    let seat = line(step).split("\"seat\":").nth(1).unwrap().chars().next().unwrap();
    assert!(
        run.out.contains(&format!("In the game player {seat} chose {played}: ")),
        "{}",
        run.out
    );
    // The same decision by its player.
    let other = folder
        .heist(&format!("hint game.jsonl --seat {seat} --agent flat:sims=64"))
        .exits(0);
    assert!(other.out.contains(&format!("Player {seat} ")), "{}", other.out);
}

#[test]
fn where_nobody_decides_the_nearest_decisions_are_named() {
    let folder = folder();
    let decisions = decisions(&folder.read("game.jsonl"));
    folder.heist("hint game.jsonl --step 0").refuses(&[
        "--step 0",
        "where the Guard of floor 1 starts",
        &format!("--step {}", decisions[0]),
    ]);
    let gap = decisions.windows(2).find(|pair| pair[1] > pair[0] + 1).unwrap();
    folder
        .heist(&format!("hint game.jsonl --step {}", gap[0] + 1))
        .refuses(&["Chance: ", &format!("--step {} and --step {}", gap[0], gap[1])]);
    folder
        .heist("hint game.jsonl --step 99999")
        .refuses(&["--step 99999", "expected 0 to"]);
    folder
        .heist("hint game.jsonl --seat 4")
        .refuses(&["player 4 never decides"]);
    folder.write(
        "start.json",
        r#"{"game": "burgle-bros", "players": [{"character": "hawk-basic"}], "turn": {"number": 0, "actions": 0}, "pending": ["place-first-guard"]}"#,
    );
    folder.heist("hint start.json").refuses(&[
        "start.json: no player decides here",
        "where the Guard of floor 1 starts",
    ]);
}

#[test]
fn moves_that_make_no_difference_stand_with_the_best() {
    let folder = Folder::new();
    folder.write("busy.json", include_str!("../../../draw/tests/positions/busy.json"));
    let run = folder
        .heist("hint busy.json --agent improve:sims=800 --moves 9 --json out.json")
        .exits(0);
    // Where the crow sits is nothing that is left as it is: it flies on before the Guard comes.
    let same = run
        .out
        .lines()
        .find(|line| line.trim_start().starts_with("also: "))
        .unwrap();
    assert!(
        same.contains("crow 1:B2") && run.out.matches("crow 1:B2").count() == 1,
        "{}",
        run.out
    );
    assert!(same.matches(", ").count() < 5, "{same}");
    let moves = folder.json("out.json")["moves"].as_array().unwrap().clone();
    let crow = moves.iter().find(|found| found["action"] == "crow 1:B2").unwrap();
    assert_eq!(
        (&crow["difference"], &crow["difference_error"]),
        (&0.0.into(), &0.0.into())
    );
}

#[test]
fn a_single_move_needs_no_thinking() {
    let folder = folder();
    // No actions left, nothing in hand: there is only the end.
    folder.write("tired.json", &TABLE.replacen("\"actions\": 4", "\"actions\": 0", 1));
    let run = folder.heist("hint tired.json --level proof").exits(0);
    assert!(run.out.contains("There is only one move: end. Stop;"), "{}", run.out);
    assert!(!run.out.contains("simulations"), "{}", run.out);
}

/// The example position with a third player.
fn of_three() -> String {
    let second = r#"{"character": "hawk-advanced", "at": "1:D3", "stealth": 2}"#;
    let third = r#"{"character": "hacker-basic", "at": "1:C3"}"#;
    TABLE.replacen(second, &format!("{second}, {third}"), 1)
}

#[test]
fn with_three_players_a_network_plays_on_in_the_recommended_search() {
    let folder = folder();
    folder.write("three.json", &of_three());
    let agent = |words: &str| {
        let out = folder.heist(&format!("hint {words} --json -")).exits(0).out;
        let report: Value = serde_json::from_str(&out).unwrap();
        let moves = report["moves"].as_array().unwrap();
        assert!(moves.iter().all(|found| found["value"].is_number()), "{report}");
        // How many threads there are depends on the machine.
        let agent = report["agent"].as_str().unwrap();
        agent.split(",threads=").next().unwrap().to_owned()
    };
    let quick = "improve:time=0.25,doubt=1,margin=0";
    let with_network = format!("{quick},net=bank-job-3-residual,rollout=net");
    assert_eq!(agent("three.json --level quick"), with_network);
    assert_eq!(agent("table.json --level quick"), quick);
    assert_eq!(
        agent("three.json --level instant"),
        "improve:time=0.015,doubt=1,margin=0",
        "a first idea is too quick for a network"
    );
    assert_eq!(
        agent(&format!("three.json --agent {quick}")),
        quick,
        "who wants another asks for it"
    );
    // The same in a session, and for a player in the middle of a game.
    let query = |file: &str| {
        let position: Value = serde_json::from_str(&folder.read(file)).unwrap();
        let query = json!({"id": "a", "position": position, "samples": 0});
        let out = folder.heist_with("analyse", &format!("{query}\n")).exits(0).out;
        serde_json::from_str::<Value>(&out).unwrap()["agent"].take()
    };
    assert_eq!(query("three.json"), with_network);
    assert_eq!(query("table.json"), quick);
    for (seats, has_network) in [(3, true), (2, false)] {
        let words = format!("play burgle-bros --seats {seats} --you 1 --seed 3");
        let out = folder.heist_with(&words, "hint quick\nquit\n").exits(0).out;
        let out = out.replace([' ', '\n'], "");
        assert!(out.contains("improve:"), "{out}");
        assert_eq!(
            out.contains("net=bank-job-3-residual,rollout=net"),
            has_network,
            "{out}"
        );
    }
}

#[test]
fn agents_without_estimates_say_what_they_play() {
    let folder = folder();
    for agent in ["random", "heuristic"] {
        let run = folder.heist(&format!("hint table.json --agent {agent}")).exits(0);
        assert!(run.out.contains("1. ") && run.out.contains("plays it: "), "{}", run.out);
        assert!(
            run.out
                .contains(&format!("`{agent}` chooses without estimating chances to win")),
            "{}",
            run.out
        );
        assert!(!run.out.contains("NaN"), "{}", run.out);
    }
}

#[test]
fn what_is_wrong_is_named() {
    let folder = folder();
    folder
        .heist("hint nowhere.json")
        .refuses(&["nowhere.json", "cannot be opened"]);
    folder
        .heist("hint table.json --step 3")
        .refuses(&["--step", "table.json: is a position, expected a replay"]);
    folder
        .heist("hint table.json --seat 2")
        .refuses(&["--seat", "player 1 decides here"]);
    folder
        .heist("hint table.json --agent bot:cmd=true")
        .refuses(&["--agent", "`bot` gives no reasons for what it plays"]);
    folder
        .heist("hint table.json --json no/where.json")
        .refuses(&["no/where.json", "no folder"]);
    for (words, text) in [
        ("hint table.json --level fast", "strong"),
        ("hint table.json --agent oracle", "no agent `oracle`"),
        ("hint table.json --level quick --agent flat", "cannot be used with"),
        ("hint table.json --moves 0", "--moves"),
        ("hint", "<FILE>"),
    ] {
        let run = folder.heist(words).exits(2);
        assert!(run.err.contains(text), "{words}: {}", run.err);
    }
    // The same message as for `heist position`, whatever asks.
    folder.write("wrong.json", &TABLE.replacen("foyer-1", "foyer-9", 1));
    let (hint, position) = (
        folder.heist("hint wrong.json").exits(2),
        folder.heist("position wrong.json").exits(2),
    );
    assert_eq!(hint.err, position.err);
    assert!(hint.err.contains("field `floors[0].tiles.B1`"), "{}", hint.err);
    let cut = folder.read("game.jsonl").lines().next().unwrap().to_owned();
    folder.write("cut.jsonl", &cut);
    folder
        .heist("hint cut.jsonl")
        .refuses(&["cut.jsonl: line 2", "end of the file"]);
    folder.write("other.jsonl", &cut.replacen("burgle-bros", "chess", 1));
    folder.heist("hint other.jsonl").refuses(&["chess", "burgle-bros"]);
    folder
        .heist("hint game.jsonl --game chess")
        .refuses(&["--game", "is a game of burgle-bros"]);
}
