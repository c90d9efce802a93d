use std::path::Path;

use crate::Folder;

const CASES: &str = r#"
game = "burgle-bros"

[[case]]
id = "first"
rules = ["S-START-6"]
about = "the Guard is placed, then the entrance is chosen"
setup = { seats = 1, characters = ["hawk-basic"], first = 1 }
steps = ["patrol B2"]
node = "seat 1"

[[case]]
id = "second"
rules = ["S-START-6"]
about = "from a file beside this one"
position = "begun.json"
node = "seat 1"
"#;

const BEGUN: &str = r#"{
  "players": [{"character": "hawk-basic", "at": "1:A1"}],
  "floors": [{"tiles": {"A1": "foyer-1"}, "guard": {"at": "D4", "die": "C1"}, "discard": ["D4", "C1"]}]
}"#;

#[test]
fn cases_that_hold_pass() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("cases")).unwrap();
    folder.write("cases/some.toml", CASES);
    folder.write("cases/begun.json", BEGUN);
    let run = folder.heist("check cases/some.toml --json report.json").exits(0);
    assert_eq!(run.out, "ok      first\nok      second\n2 passed, 0 failed\n");
    let report = folder.json("report.json");
    assert_eq!(
        (report["passed"].as_u64(), report["failed"].as_u64()),
        (Some(2), Some(0))
    );
    assert_eq!(report["cases"][1]["id"], "second");
}

#[test]
fn a_case_that_does_not_hold_fails_with_what_was_found() {
    let folder = Folder::new();
    folder.write("begun.json", BEGUN);
    folder.write(
        "some.toml",
        &CASES.replacen("node = \"seat 1\"", "node = \"chance\"", 1),
    );
    let run = folder.heist("check some.toml").exits(1);
    assert!(run.out.contains("FAILED  first (some.toml:4)"), "{}", run.out);
    assert!(
        run.out.contains("expected: chance") && run.out.ends_with("1 passed, 1 failed\n"),
        "{}",
        run.out
    );
}

#[test]
fn files_that_cannot_be_read_are_refused_before_anything_runs() {
    let folder = Folder::new();
    folder.write("begun.json", BEGUN);
    folder.write("good.toml", CASES);
    let refused = |from: &str, to: &str, texts: &[&str]| {
        folder.write("bad.toml", &CASES.replacen(from, to, 1));
        let run = folder.heist("check good.toml bad.toml").refuses(texts);
        assert_eq!(run.out, "");
    };
    refused(
        "\"burgle-bros\"",
        "\"chess\"",
        &["bad.toml", "line 2", "game", "chess", "burgle-bros"],
    );
    refused("[[case]]", "[[case", &["bad.toml: line 4: found no TOML ("]);
    folder.write("bad.toml", "game = \"burgle-bros\"\n");
    folder
        .heist("check good.toml bad.toml")
        .refuses(&["bad.toml: line 1, field `case`: found no cases; expected at least one `[[case]]`"]);
    folder.write("bad.toml", "");
    let described = folder.heist("check bad.toml --errors json").exits(2).err;
    assert_eq!(
        described,
        "{\"error\":{\"message\":\"bad.toml: line 1, field `game`: found nothing; expected the name of a \
         game\",\"kind\":\"file\",\"file\":\"bad.toml\",\"line\":1,\"field\":\"game\"}}\n"
    );
}

#[test]
fn a_wrong_notation_an_unknown_rule_or_nothing_to_check_is_the_failure_of_its_case_only() {
    let folder = Folder::new();
    folder.write("begun.json", BEGUN);
    let fails = |from: &str, to: &str, texts: &[&str]| {
        folder.write("some.toml", &CASES.replacen(from, to, 1));
        let out = folder.heist("check some.toml").exits(1).out;
        for text in texts {
            assert!(out.contains(text), "`{text}` is not in: {out}");
        }
        assert!(
            out.contains("FAILED  first") && out.ends_with("1 passed, 1 failed\n"),
            "{out}"
        );
    };
    fails(
        "patrol B2",
        "patrol Z2",
        &[
            "some.toml: line 9, field `case[0].steps[0]`\n          expected: ",
            "found:    `patrol Z2`",
        ],
    );
    fails(
        "steps",
        "stages",
        &[
            "some.toml: line 9, field `case[0].stages`\n          expected: one of: ",
            "found:    an unknown field",
        ],
    );
    fails(
        "node = \"seat 1\"",
        "expect = { \"$.players[\" = 1 }",
        &["field `case[0].expect.$.players[`", "expected: a JSONPath such as"],
    );
    fails("S-START-6", "S-START-66", &["S-START-66", "burgle-bros"]);
    fails(
        "steps = [\"patrol B2\"]\nnode = \"seat 1\"",
        "",
        &["expected: steps, or something that must hold"],
    );
    fails(
        "node = \"seat 1\"",
        "expect-absent = [\"$.crows\"]",
        &["$.crows", "no position has `crows` there"],
    );
    fails(
        "node = \"seat 1\"",
        "illegal = [\"patrol A1\"]",
        &["where chance decides", "seat 1 decides: `enter "],
    );
}

/// What a failure says in words it also has as fields, with the whole position, whose long lines the words cut.
#[test]
fn failures_are_fields_and_positions_are_whole_in_json() {
    let folder = Folder::new();
    folder.write("begun.json", BEGUN);
    folder.write(
        "some.toml",
        &CASES.replacen(
            "node = \"seat 1\"",
            "expect = { \"$.turn.number\" = 3 }\nlegal-count = 1",
            1,
        ),
    );
    folder.heist("check some.toml --json report.json").exits(1);
    let report = folder.json("report.json");
    let case = &report["cases"][0];
    let counted = serde_json::json!({"what": "legal-count", "expected": "1"});
    assert_eq!(case["failures"][0]["what"], counted["what"], "{case}");
    assert_eq!(case["failures"][0]["expected"], counted["expected"]);
    assert_eq!(case["failures"][1]["what"], "$.turn.number");
    assert_eq!(case["node"], "seat 1");
    assert!(
        case["legal"]
            .as_array()
            .is_some_and(|legal| legal.len() > 1 && legal.contains(&"enter 1:A1".into()))
    );
    assert!(case["outcomes"].is_null());
    assert_eq!(case["position"]["players"][0]["character"], "hawk-basic");
    // It is a position that can be read.
    folder.write("position.json", &case["position"].to_string());
    folder.heist("position position.json").exits(0);
    assert!(report["cases"][1]["position"].is_null() && report["cases"][1]["failures"].is_null());
    folder
        .heist("check some.toml --only second --json report.json")
        .exits(0);
    assert_eq!(
        folder.json("report.json")["cases"][0]["position"]["players"][0]["at"],
        "1:A1"
    );
}

#[test]
fn a_position_file_has_a_size() {
    let folder = Folder::new();
    std::fs::File::create(folder.path("begun.json"))
        .unwrap()
        .set_len(30 << 30)
        .unwrap();
    folder.write("some.toml", CASES);
    let out = folder.heist("check some.toml").exits(1).out;
    assert!(
        out.contains(
            "begun.json cannot be read: is too long: found 32212254720 bytes; expected at most 16777216 bytes"
        ),
        "{out}"
    );
}

#[test]
fn some_cases_can_be_run_by_their_ids() {
    let folder = Folder::new();
    folder.write("begun.json", BEGUN);
    folder.write("some.toml", CASES);
    folder.write("more.toml", &CASES.replace("\"second\"", "\"second-again\""));
    let run = |words: &str| folder.heist(&format!("check some.toml more.toml {words}")).exits(0).out;
    // An id, and else a part of ids.
    assert_eq!(run("--only second"), "ok      second\n1 passed, 0 failed\n");
    assert_eq!(
        run("--only secon"),
        "ok      second\nok      second-again\n2 passed, 0 failed\n"
    );
    assert_eq!(
        run("--only again --only first"),
        "ok      first\nok      first\nok      second-again\n3 passed, 0 failed\n"
    );
    let refused = folder
        .heist("check some.toml --only first --only third")
        .refuses(&["--only", "third"]);
    assert_eq!(refused.out, "");
}

#[test]
fn positions_are_drawn_on_demand() {
    let folder = Folder::new();
    folder.write("begun.json", BEGUN);
    folder.write("good.toml", CASES);
    folder.write(
        "some.toml",
        &CASES.replacen("node = \"seat 1\"", "node = \"chance\"", 1),
    );
    let is_drawn = |out: &str| out.contains("Floor 1") && out.contains('┌');
    // The one that failed, and what is asked for.
    let out = folder.heist("check some.toml --draw").exits(1).out;
    assert_eq!(out.matches("Floor 1").count(), 1, "{out}");
    assert!(is_drawn(&out), "{out}");
    let out = folder.heist("check good.toml --draw").exits(0).out;
    assert!(!is_drawn(&out), "{out}");
    let out = folder.heist("check good.toml --draw --only second").exits(0).out;
    assert!(is_drawn(&out) && out.contains("Hawk"), "{out}");
    folder.heist("check some.toml --draw --json report.json").exits(1);
    let report = folder.json("report.json");
    assert!(report["cases"][0]["picture"].as_str().is_some_and(is_drawn));
    assert!(report["cases"][1]["picture"].is_null());
    // A position that is refused has no picture.
    folder.write(
        "some.toml",
        &CASES.replacen("setup = { seats = 1,", "setup = { seats = 9,", 1),
    );
    let out = folder.heist("check some.toml --draw").exits(1).out;
    assert!(out.contains("(no position to draw)"), "{out}");
}

/// Every case file that docs/formats.md and the pages of the games show holds. Those of the pages may begin from an
/// example.
#[test]
fn the_cases_of_the_documentation_hold() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let folder = Folder::new();
    for name in ["table.json", "caper.json", "casino.json", "masters.json"] {
        folder.write(
            name,
            &std::fs::read_to_string(docs.join("examples").join(name)).unwrap(),
        );
    }
    let mut names = Vec::new();
    for page in [
        "formats",
        "games/burgle-bros",
        "games/caper-cards",
        "games/casino-capers",
        "games/masters-of-the-heist",
    ] {
        let text = std::fs::read_to_string(docs.join(page).with_extension("md")).unwrap();
        for block in text.split("```toml\n").skip(1) {
            let block = block.split("```").next().unwrap();
            if block.contains("[[case]]") {
                let name = format!("{}-{}.toml", page.replace('/', "-"), names.len());
                folder.write(&name, block);
                names.push(name);
            }
        }
    }
    assert_eq!(
        names,
        [
            "formats-0.toml",
            "formats-1.toml",
            "games-burgle-bros-2.toml",
            "games-casino-capers-3.toml",
            "games-masters-of-the-heist-4.toml"
        ]
    );
    folder.heist(&format!("check {}", names.join(" "))).exits(0);
}

/// The cases of docs/games/burgle-bros.md have all fields of `effects`.
#[test]
fn every_effect_has_an_example_in_the_documentation() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/games/burgle-bros.md"));
    let page = page.unwrap();
    for field in [
        "emp",
        "gymnastics",
        "time-lock",
        "video-loop",
        "heads-up",
        "jump-the-gun",
    ] {
        let change = format!("\"/effects\" = {{ {field} = 2 }}");
        assert!(page.contains(&change), "{field}");
    }
}

#[test]
fn nothing_in_a_case_steers_the_terminal() {
    let folder = Folder::new();
    let case = CASES
        .replacen("id = \"first\"", "id = \"first\\u001b[2J\"", 1)
        .replacen("node = \"seat 1\"", "node = \"chance\"", 1);
    folder.write("begun.json", BEGUN);
    folder.write("some.toml", &case);
    let run = folder.heist("check some.toml").exits(1);
    assert!(run.out.contains("FAILED  first\\u{1b}[2J (some.toml:4)"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "{}", run.out);
}
