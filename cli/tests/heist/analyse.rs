use serde_json::{Value, json};

use crate::Folder;

/// The answers in the order of their ids, without what depends on the clock.
fn answers(out: &str) -> Vec<Value> {
    let mut answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for answer in &mut answers {
        if let Some(seconds) = answer.pointer_mut("/totals/seconds") {
            *seconds = json!("masked");
        }
    }
    // Answers come as they are ready. Those of one id keep their order.
    answers.sort_by_key(|answer| answer["id"].as_str().unwrap_or_default().to_owned());
    answers
}

/// A session with everything that has one answer: versions, analyses, warnings, errors.
#[test]
fn a_session_is_answered() {
    let folder = Folder::new();
    let position: Value = serde_json::from_str(include_str!("../../../docs/examples/table.json")).unwrap();
    let setup = json!({"seats": 2, "characters": ["hacker-basic", "acrobat-basic"], "first": 1});
    let steps = json!(["patrol B2", "enter 1:A1", "tile detector-5", "patrol A3"]);
    let session = [
        json!({"id": "a version", "command": "query_version"}).to_string(),
        json!({"id": "b position", "position": position, "agent": "flat:sims=192", "samples": 20,
               "allow": ["crack 1:B2", "end", "move 1:C2"], "avoid": ["end"]})
        .to_string(),
        json!({"id": "c steps", "game": "burgle-bros", "setup": setup, "steps": steps, "seat": 1, "seed": 3,
               "agent": "flat:sims=96", "samples": 50, "colour": 3})
        .to_string(),
        "nonsense".to_owned(),
        json!({"id": "d step", "game": "burgle-bros", "setup": setup, "steps": ["patrol B2", "enter 3:A1"]})
            .to_string(),
        json!({"id": "e chance", "game": "burgle-bros", "setup": setup}).to_string(),
        json!({"id": "f level", "position": position, "level": "slow"}).to_string(),
        json!({"id": "g shape", "game": "burgle-bros", "position": {"players": [{"character": "hawk-basic", "colour": 3}]}}).to_string(),
        json!({"id": "h rules", "position": {"game": "burgle-bros", "players": [{"character": "hawk-basic", "at": "1:A1"}],
               "floors": [{"tiles": {"A1": "foyer-1"}}]}})
        .to_string(),
        json!({"id": "i nameless", "setup": setup}).to_string(),
    ];
    let run = folder.heist_with("analyse --workers 2", &session.join("\n")).exits(0);
    assert!(run.err.is_empty(), "{}", run.err);
    // Answers list the games, the example among them where it is built.
    let text = run.out.replace(",\"example-game\"", "").replace(", example-game", "");
    let answers: Vec<String> = answers(&text)
        .iter()
        .map(|answer| serde_json::to_string_pretty(answer).unwrap())
        .collect();
    insta::assert_snapshot!(answers.join("\n"));
}

#[test]
fn a_byte_order_mark_before_the_first_line_is_passed_over() {
    let folder = Folder::new();
    let query = json!({"id": "v", "command": "query_version"}).to_string();
    let plain = folder.heist_with("analyse", &format!("{query}\n")).exits(0).out;
    assert!(plain.contains("\"id\":\"v\"") && !plain.contains("error"), "{plain}");
    for input in [
        format!("\u{feff}{query}\n"),
        format!("\u{feff}\n{query}\n"),
        format!("\u{feff}\r\n\n{query}"),
    ] {
        assert_eq!(folder.heist_with("analyse", &input).exits(0).out, plain);
    }
    // Anywhere else it is none.
    for input in [format!("\n\u{feff}{query}\n"), format!("\u{feff}\u{feff}{query}\n")] {
        assert!(folder.heist_with("analyse", &input).exits(0).out.contains("no JSON"));
    }
}

#[test]
fn the_answers_do_not_depend_on_the_workers() {
    let folder = Folder::new();
    let queries: Vec<String> = (0..6)
        .map(|number| {
            json!({"id": number.to_string(), "game": "burgle-bros", "setup": {"seats": 1, "seed": 1}, "steps": ["patrol A1"], "seed": number,
                   "agent": "improve:sims=100", "samples": 10})
            .to_string()
        })
        .collect();
    let with = |workers| {
        let run = folder.heist_with(&format!("analyse --workers {workers}"), &queries.join("\n"));
        answers(&run.exits(0).out)
    };
    let one = with(1);
    assert_eq!(one.len(), 6);
    assert_eq!(one, with(3));
}

#[test]
fn partial_reports_come_on_the_way() {
    let folder = Folder::new();
    let query = json!({"id": "a", "game": "burgle-bros", "setup": {"seats": 1, "seed": 1}, "steps": ["patrol A1"], "agent": "flat:time=0.3",
                       "samples": 0, "report_every": 0.01});
    let run = folder.heist_with("analyse", &query.to_string()).exits(0);
    let found = answers(&run.out);
    let (last, partial) = found.split_last().unwrap();
    assert!(!partial.is_empty() && partial.iter().all(|answer| answer["partial"] == true));
    assert_eq!(last["partial"], false);
}

#[test]
fn nothing_asked_is_nothing_answered() {
    let folder = Folder::new();
    assert_eq!(folder.heist("analyse").exits(0).out, "");
    assert_eq!(folder.heist_with("analyse", "\n\n  \n").exits(0).out, "");
    let run = folder.heist("analyse --workers 0").exits(2);
    assert!(run.err.contains("--workers"), "{}", run.err);
}

/// Ctrl-C ends what is under way with what it has.
#[cfg(unix)]
#[test]
fn an_interrupt_gives_the_last_reports() {
    use std::io::{BufRead, BufReader, Read, Write};

    let folder = Folder::new();
    let query = json!({"id": "a", "game": "burgle-bros", "setup": {"seats": 1, "seed": 1}, "steps": ["patrol A1"], "agent": "flat:time=3600",
                       "samples": 0, "report_every": 0.01});
    let mut child = crate::heist(&folder.0, "analyse").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{query}").unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(line.contains("\"partial\":true"), "{line}");
    let pid = child.id().to_string();
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    let last: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert_eq!((&last["partial"], &last["stopped"]), (&json!(false), &json!(true)));
    // The input is still open.
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
}
