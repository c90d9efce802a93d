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
    refused("patrol B2", "patrol Z2", &["bad.toml:9", "steps[0]", "patrol Z2"]);
    refused("steps", "stages", &["bad.toml:9", "stages"]);
    refused("[[case]]", "[[case", &["bad.toml:4"]);
}
