//! Case files, read and run.

use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::masters::MastersOfTheHeist;

use super::*;

const TOP: &str = r#"game = "burgle-bros"
[positions.start]
players = [{ character = "spotter-basic", at = "1:A1", stealth = 5 }]
floors = [{ tiles = { A1 = "foyer-1" }, guard = { at = "C4", die = "C1" }, discard = ["C4", "C1"] }]
"#;
/// The line on which the fields given to [`file`] begin.
const FIELDS_LINE: usize = 9;

fn file(fields: &str) -> String {
    format!("{TOP}[[case]]\nid = \"a\"\nrules = [\"N-ACT-2\"]\nabout = \"a case\"\n{fields}\n")
}

fn parsed(fields: &str) -> CaseFile {
    CaseFile::parse(&file(fields), "some.toml").expect("the case can be read")
}

fn outcome(fields: &str) -> CaseOutcome {
    let load = |name: &str| match name {
        "found.json" => Ok(r#"{"players":[{"character":"hawk-basic"}],"pending":["place-first-guard"]}"#.to_owned()),
        _ => Err("no such file".to_owned()),
    };
    let mut reports = run::<BurgleBros>(&parsed(fields), &load);
    assert_eq!(reports.len(), 1);
    reports.remove(0).outcome
}

#[track_caller]
fn passes(fields: &str) {
    assert_eq!(outcome(fields), CaseOutcome::Passed, "{fields}");
}

/// The case fails, and the message has these parts.
#[track_caller]
fn fails(fields: &str, parts: &[&str]) {
    let CaseOutcome::Failed(failure) = outcome(fields) else {
        panic!("passed: {fields}")
    };
    let text = failure.to_string();
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

/// What is wrong with a file or, if it can be read, with the last of its cases.
#[track_caller]
fn problem_of(text: &str) -> CaseError {
    match CaseFile::parse(text, "some.toml") {
        Err(error) => error,
        Ok(file) => file
            .cases
            .last()
            .and_then(|case| case.problem.clone())
            .expect("it is wrong"),
    }
}

#[track_caller]
fn wrong(text: &str, line: usize, field: &str, found: &str) {
    let error = problem_of(text);
    assert_eq!((error.line, error.field.as_str()), (line, field), "{error}");
    assert!(error.found.contains(found), "{error}");
    assert!(
        error
            .to_string()
            .starts_with(&format!("some.toml: line {line}, field `{field}`: found ")),
        "{error}"
    );
}

#[track_caller]
fn wrong_toml(text: &str, message: &str) {
    let error = CaseFile::parse(text, "some.toml").expect_err("it is no TOML");
    assert!(error.place_and_problem().starts_with(message), "{error}");
}

#[test]
fn a_case_may_begin_anywhere() {
    passes(
        r#"
position = "start"
steps = ["1: move 1:A2", "tile foyer-2"]
expect = { "$.players[0].at" = "1:A2" }"#,
    );
    passes(
        r#"
position = { players = [{ character = "hawk-basic" }], pending = ["place-first-guard"] }
node = "chance""#,
    );
    passes("position = \"found.json\"\nnode = \"chance\"");
    passes("setup = { seats = 1, characters = [\"hawk-basic\"], first = 1 }\nnode = \"chance\"");
    fails("position = \"lost.json\"", &["lost.json cannot be read: no such file"]);
    fails("position = {}", &["is refused", "players"]);
    fails("position = { surprise = 1 }", &["surprise"]);
    fails("setup = { seats = 9 }", &["is refused", "seats: 9 players"]);
    fails("setup = { chairs = 1 }", &["the setup cannot be read", "chairs"]);
}

#[test]
fn a_case_without_the_types_of_its_game_is_the_same() {
    let load = |_: &str| Err("no such file".to_owned());
    for fields in ["position = \"start\"\nsteps = [\"end\", \"end\"]", "position = {}"] {
        let mut file = parsed(fields);
        let (typed, any) = (
            run_case::<BurgleBros>(&file, &file.cases[0], &load),
            run_any_case(&file, &file.cases[0], &load),
        );
        assert_eq!(
            (&any.id, any.line, &any.outcome),
            (&typed.id, typed.line, &typed.outcome)
        );
        let state = any.state.as_ref().map(|state| state.as_any().downcast_ref());
        assert_eq!(state, typed.state.as_ref().map(Some));
        file.game = "chess".to_owned();
        let unknown = run_any_case(&file, &file.cases[0], &load);
        assert_eq!(
            unknown.outcome,
            CaseOutcome::Failed("there is no game `chess`".to_owned().into())
        );
    }
}

#[test]
fn changes_are_made_before_the_position_is_read() {
    passes(
        r#"
position = "start"
change = { "/players/0/stealth" = 1, "/floors/0/discard/1" = "D4", "/floors/0/discard/-" = "C1", "/turn" = { actions = 2 } }
expect = { "$.players[0].stealth" = 1, "$.turn.actions" = 2, "$.floors[0].discard" = ["C1", "C4", "D4"] }"#,
    );
    fails(
        "position = \"start\"\nchange = { \"/nowhere/at/all\" = 1 }",
        &["there is no `/nowhere/at`"],
    );
    fails(
        "position = \"start\"\nchange = { \"/players/7\" = 1 }",
        &["the list has 1 item,"],
    );
    fails(
        "position = \"start\"\nchange = { \"/players/0/at/x\" = 1 }",
        &["neither an object nor a list"],
    );
}

#[test]
fn a_step_that_is_not_possible_is_answered_with_what_is() {
    let parts = [
        "step 2 of 2, `move 1:D4` (line 10)",
        "seat 1 decides: ",
        "`end`",
        "\"at\":\"1:A1\"",
        "seat 1 to move",
    ];
    fails(
        "position = \"start\"\nsteps = [\"1: peek 1:A2\", \"tile foyer-2\", \"move 1:D4\"]",
        &["step 3 of 3"],
    );
    fails(
        r#"
position = "start"
change = { "/floors/0/tiles/A2" = "foyer-2" }
steps = ["1: move 1:A2", "move 1:D4"]"#,
        &["step 2 of 2, `move 1:D4` (line 12)", parts[1], parts[2]],
    );
    fails(
        "position = \"start\"\nsteps = [\"2: end\"]",
        &["seat 2 decides", "seat 1 decides: "],
    );
    fails(
        "position = \"start\"\nsteps = [\"tile foyer-2\"]",
        &["`tile foyer-2` is possible", parts[3], parts[4]],
    );
    fails(
        "position = \"start\"\nsteps = [\"end\", \"end\"]",
        &["chance decides: `event brown-out` 0.045455"],
    );
}

#[test]
fn auto_passes_over_what_leaves_no_choice() {
    let hidden = r#"
position = "start"
change = { "/floors/0/hidden" = { A2 = "foyer-2" }, "/turn" = { actions = 1 } }
"#;
    let steps = "steps = [\"move 1:A2\", \"event lampshade\"]\nexpect = { \"$.players[0].stealth\" = 6 }";
    fails(&format!("{hidden}{steps}"), &["step 2 of 2", "`tile foyer-2` 1.0"]);
    passes(&format!("{hidden}auto = true\n{steps}"));
    passes(&format!(
        "{hidden}auto = true\nsteps = [\"move 1:A2\", \"tile foyer-2\", \"end\"]\nnode = \"chance\""
    ));
    passes(&format!(
        "{hidden}auto = true\nsteps = [\"move 1:A2\"]\nnode = \"chance\""
    ));
}

#[test]
fn options_are_compared() {
    let asked = "position = \"start\"\nsteps = [\"move 1:A2\", \"tile deadbolt-1\"]\n";
    passes(&format!(
        "{asked}node = \"seat 1\"\nlegal = [\"stay\", \"pay\"]\nillegal = [\"end\", \"2: pay\", \"tile foyer-2\"]"
    ));
    passes(&format!("{asked}legal-include = [\"pay\"]\nlegal-exclude = [\"end\"]"));
    fails(
        &format!("{asked}node = \"chance\""),
        &["node", "expected: chance", "seat 1 decides: `pay`, `stay`"],
    );
    fails(&format!("{asked}legal = [\"pay\"]"), &["exactly `pay`", "`stay`"]);
    fails(
        &format!("{asked}legal = [\"pay\", \"stay\", \"end\"]"),
        &["exactly `pay`, `stay`, `end`"],
    );
    fails(
        &format!("{asked}legal-include = [\"end\"]"),
        &["legal-include", "`end` as well"],
    );
    fails(
        &format!("{asked}legal-exclude = [\"pay\"]"),
        &["legal-exclude", "not `pay`"],
    );
    fails(
        &format!("{asked}illegal = [\"pay\"]"),
        &[
            "illegal, line 11",
            "`pay` is refused",
            "it is possible: seat 1 decides: `pay`, `stay`",
        ],
    );
}

#[test]
fn chances_are_compared() {
    let rolled = "position = \"start\"\nsteps = [\"move 1:A2\", \"tile keypad-4\"]\n";
    passes(&format!(
        "{rolled}outcomes = {{ \"roll hit\" = \"1/6\", \"roll miss\" = 0.8333333333 }}"
    ));
    passes(&format!(
        "{rolled}outcomes-include = {{ \"roll hit\" = \"1/6\" }}\nillegal = [\"tile foyer-2\"]"
    ));
    fails(
        &format!("{rolled}outcomes = {{ \"roll hit\" = \"1/6\" }}"),
        &["not `roll miss`"],
    );
    fails(
        &format!("{rolled}outcomes-include = {{ \"roll hit\" = \"1/7\" }}"),
        &["`roll hit` 0.142857", "`roll hit` 0.166667"],
    );
    fails(
        &format!("{rolled}outcomes-include = {{ \"tile foyer-2\" = 1 }}"),
        &["`tile foyer-2` 1.0"],
    );
}

#[test]
fn values_are_compared() {
    passes(
        r#"
position = "start"
expect = { "$.players[*].stealth" = [5], "$.players[?@.stealth > 5]" = [], "$.floors[0].guard" = { die = "C1", at = "C4" } }
expect-absent = ["$.crow", "$.players[1]"]"#,
    );
    fails(
        "position = \"start\"\nexpect = { \"$.players[0].stealth\" = 4 }",
        &["$.players[0].stealth", "expected: 4", "found:    5"],
    );
    fails(
        "position = \"start\"\nexpect = { \"$.players[*].stealth\" = 5 }",
        &["found:    [5]"],
    );
    fails(
        "position = \"start\"\nexpect = { \"$.crow\" = \"1:A1\" }",
        &["found:    absent"],
    );
    fails(
        "position = \"start\"\nexpect-absent = [\"$.players[0].at\"]",
        &["expected: absent", "\"1:A1\""],
    );
    fails(
        "position = \"start\"\nresult = \"escaped\"",
        &["result", "expected: escaped", "seat 1 decides"],
    );
}

#[test]
fn every_failure_of_a_case_is_listed() {
    fails(
        "position = \"start\"\nnode = \"over\"\nexpect = { \"$.crow\" = 1, \"$.players[0].stealth\" = 4 }",
        &["node", "$.crow", "$.players[0].stealth"],
    );
}

#[test]
fn refusals_name_exactly_the_fields() {
    let bad = "position = \"start\"\nchange = { \"/floors/0/guard/at\" = \"E5\" }\n";
    passes(&format!("{bad}invalid = [\"floors[0].guard.at\", \"floors[0].guard\"]"));
    fails(
        &format!("{bad}invalid = [\"turn\"]"),
        &["on exactly turn", "floors[0].guard.at"],
    );
    fails("position = \"start\"\ninvalid = [\"turn\"]", &["none, it is accepted"]);
    passes("setup = { seats = 9, seed = 1 }\ninvalid = [\"seats\"]");
}

#[test]
fn what_cannot_be_read_is_named_with_line_and_field() {
    wrong_toml("game = ", "line 1: found no TOML (");
    wrong_toml(
        "game = \"g\"\n[[case",
        "line 2: found no TOML (unclosed array table); expected `]",
    );
    wrong("", 1, "game", "nothing");
    wrong("game = \"g\"", 1, "case", "no cases");
    wrong("game = \"g\"\nrule = 1", 2, "rule", "an unknown field");
    wrong("game = 1", 1, "game", "an integer");
    wrong(
        "game = \"g\"\n[[case]]\nrules = [\"r\"]\nabout = \"x\"\nsetup = {}",
        2,
        "case[0].id",
        "nothing",
    );
    wrong(
        &file("position = \"start\"\nstep = []"),
        FIELDS_LINE + 1,
        "case[0].step",
        "an unknown field",
    );
    wrong(&file(""), 5, "case[0].position", "neither");
    wrong(
        &file("position = \"start\"\nsetup = {}"),
        FIELDS_LINE + 1,
        "case[0].setup",
        "both",
    );
    wrong(
        &file("position = \"nowhere\""),
        FIELDS_LINE,
        "case[0].position",
        "`nowhere`",
    );
    let alone = "game = \"g\"\n[[case]]\nid = \"a\"\nrules = [\"R-1\"]\nabout = \"x\"\nposition = \"nowhere\"\n";
    assert_eq!(
        problem_of(alone).to_string(),
        "some.toml: line 6, field `case[0].position`: found `nowhere`; expected a table or a JSON file, as the file \
         has no `positions`"
    );
    wrong(
        &file("position = \"start\"\nsteps = [\n  \"end\",\n  3,\n]"),
        FIELDS_LINE + 3,
        "case[0].steps[1]",
        "an integer",
    );
    wrong(
        &file("position = \"start\"\nsteps = [\"\"]"),
        FIELDS_LINE + 1,
        "case[0].steps[0]",
        "an empty string",
    );
    wrong(
        &file("position = \"start\"\nauto = 1"),
        FIELDS_LINE + 1,
        "case[0].auto",
        "an integer",
    );
    wrong(
        &file("position = \"start\"\nexpect = { \"players\" = 1 }"),
        FIELDS_LINE + 1,
        "case[0].expect.players",
        "`players`",
    );
    wrong(
        &file("position = \"start\"\noutcomes = { a = \"1/0\" }"),
        FIELDS_LINE + 1,
        "case[0].outcomes.a",
        "`1/0`",
    );
    wrong(
        &file("position = \"start\"\noutcomes = { a = 2 }"),
        FIELDS_LINE + 1,
        "case[0].outcomes.a",
        "2",
    );
    wrong(
        &file("position = \"start\"\nchange = { \"players\" = 2 }"),
        FIELDS_LINE + 1,
        "case[0].change.players",
        "`players`",
    );
    wrong(
        &file("setup = {}\nchange = { \"/players\" = 2 }"),
        FIELDS_LINE + 1,
        "case[0].change",
        "edits of a setup",
    );
    wrong(
        &file("position = \"start\"\ninvalid = [\"turn\"]\nsteps = []"),
        FIELDS_LINE + 2,
        "case[0].steps",
        "an unknown field",
    );
    wrong(
        &file("position = { at = 1979-05-27 }"),
        FIELDS_LINE,
        "case[0].position.at",
        "a datetime",
    );
    let twice = format!(
        "{}[[case]]\nid = \"a\"\nrules = [\"r\"]\nabout = \"x\"\nposition = \"start\"",
        file("position = \"start\"")
    );
    wrong(&twice, FIELDS_LINE + 1, "case[1]", "`a` again, as on line 5");
    let ruleless = TOP.to_owned() + "[[case]]\nid = \"a\"\nrules = []\nabout = \"x\"\nposition = \"start\"";
    wrong(&ruleless, 7, "case[0].rules", "no ids");
}

#[test]
fn notation_is_read_for_the_game() {
    for (fields, line, field) in [
        (
            "position = \"start\"\nsteps = [\"end\", \"jump\"]",
            FIELDS_LINE + 1,
            "case[0].steps[1]",
        ),
        (
            "position = \"start\"\nsteps = [\"1: tile foyer-2\"]",
            FIELDS_LINE + 1,
            "case[0].steps[0]",
        ),
        (
            "position = \"start\"\nlegal = [\"tile foyer-2\"]",
            FIELDS_LINE + 1,
            "case[0].legal[0]",
        ),
        (
            "position = \"start\"\noutcomes = { end = 1 }",
            FIELDS_LINE + 1,
            "case[0].outcomes",
        ),
        (
            "position = \"start\"\nnode = \"seat 0\"",
            FIELDS_LINE + 1,
            "case[0].node",
        ),
        (
            "position = \"start\"\nresult = \"bored\"",
            FIELDS_LINE + 1,
            "case[0].result",
        ),
    ] {
        fails(
            fields,
            &[&format!("some.toml: line {line}, field `{field}`\n  expected: ")],
        );
    }
    passes("position = \"start\"\nsteps = [\"1: end\", \"event squeak\"]");
    let other = run::<CaperCards>(&parsed("position = \"start\"\nnode = \"seat 1\""), &|_| {
        Err(String::new())
    });
    assert!(
        other[0]
            .to_string()
            .contains("the file is about `burgle-bros`, not `caper-cards`"),
        "{}",
        other[0]
    );
}

#[test]
fn a_wrong_notation_is_the_failure_of_its_case_only() {
    let two = |steps: &str| {
        format!(
            "{}\n[[case]]\nid = \"b\"\nrules = [\"N-ACT-2\"]\nabout = \"another\"\nposition = \"start\"\nnode = \
             \"seat 1\"",
            file(&format!("position = \"start\"\nsteps = [\"{steps}\"]"))
        )
    };
    assert_eq!(passed(&two("jump")), [("a".to_owned(), false), ("b".to_owned(), true)]);
}

/// The cases of a file by their ids, and which of them hold.
fn passed(text: &str) -> Vec<(String, bool)> {
    let file = CaseFile::parse(text, "some.toml").expect("it can be read");
    let reports = run::<BurgleBros>(&file, &|_| Err(String::new()));
    reports
        .iter()
        .map(|report| (report.id.clone(), report.passed()))
        .collect()
}

/// Whatever is wrong with a case, the others are run.
#[test]
fn a_case_that_cannot_be_read_fails_alone() {
    let good =
        "\n[[case]]\nid = \"b\"\nrules = [\"N-ACT-2\"]\nabout = \"another\"\nposition = \"start\"\nnode = \"seat 1\"";
    for fields in [
        "position = \"start\"\nstep = []",
        "position = \"start\"\nexpect = { \"players\" = 1 }",
        "position = \"start\"\noutcomes = { a = 2 }",
        "position = \"start\"\nauto = 1",
        "position = \"nowhere\"",
        "position = { at = 1979-05-27 }",
        "position = \"start\"\nlegal-count = -1",
    ] {
        let text = file(fields) + good;
        assert_eq!(
            passed(&text),
            [("a".to_owned(), false), ("b".to_owned(), true)],
            "{fields}"
        );
    }
    let nameless = file("position = \"start\"\nnode = \"seat 1\"").replace("id = \"a\"\n", "") + good;
    assert_eq!(
        passed(&nameless),
        [("case[0]".to_owned(), false), ("b".to_owned(), true)]
    );
    let twice = file("position = \"start\"\nnode = \"seat 1\"") + &good.replace("\"b\"", "\"a\"");
    assert_eq!(passed(&twice), [("a".to_owned(), true), ("a".to_owned(), false)]);
    // A named position that is wrong is the failure of those cases that begin there.
    let position = file("position = \"start\"\nnode = \"seat 1\"")
        .replace("[[case]]", "[positions.bad]\nplayers = 1979-05-27\n[[case]]");
    let bad = position + &good.replace("\"start\"", "\"bad\"");
    assert_eq!(passed(&bad), [("a".to_owned(), true), ("b".to_owned(), false)]);
}

#[test]
fn a_failure_has_fields_and_the_whole_position() {
    let failure = |fields: &str| match outcome(fields) {
        CaseOutcome::Failed(failure) => failure,
        CaseOutcome::Passed => panic!("passed: {fields}"),
    };
    let found = failure("position = \"start\"\nsteps = [\"1: end\", \"end\"]");
    let mismatch = &found.failures[0];
    assert_eq!(mismatch.what, "step 2 of 2, `end` (line 10)");
    assert_eq!(mismatch.expected.as_deref(), Some("`end` is possible"));
    assert!(
        mismatch
            .found
            .as_ref()
            .is_some_and(|found| found.starts_with("chance decides: "))
    );
    let came_to = found.came_to.expect("it has a state");
    assert_eq!((came_to.node.as_deref(), &came_to.legal), (Some("chance"), &None));
    let outcomes = came_to.outcomes.expect("chance decides");
    assert!(
        outcomes.len() == 22 && outcomes.contains_key("event brown-out"),
        "{outcomes:?}"
    );

    let found = failure("position = \"start\"\nexpect = { \"$.players[0].stealth\" = 4 }");
    assert_eq!(
        found.failures,
        [Mismatch {
            what: "$.players[0].stealth".to_owned(),
            expected: Some("4".to_owned()),
            found: Some("5".to_owned()),
        }]
    );
    let came_to = found.came_to.expect("it has a state");
    assert!(came_to.legal.is_some_and(|legal| legal.contains(&"end".to_owned())));
    let state = parsed("position = \"start\"\nnode = \"seat 1\"");
    let state = run::<BurgleBros>(&state, &|_| Err(String::new()))
        .remove(0)
        .state
        .expect("it has one");
    let whole = serde_json::to_value(heist_engine::Game::position(&state)).expect("a position is JSON");
    assert_eq!(came_to.position, whole);
    // What cannot be read has its place, and a position that is refused by its reader is shown.
    let found = failure("position = \"start\"\nsteps = [\"jump\"]");
    assert!(found.failures[0].what.contains("line 10, field `case[0].steps[0]`"));
    let found = failure("position = { surprise = 1 }");
    let came_to = found.came_to.expect("it has a document");
    assert_eq!(came_to.position, serde_json::json!({"surprise": 1}));
}

/// A written position leaves out what has its default: it is compared as if it were there.
#[test]
fn values_that_are_left_out_are_their_defaults() {
    let start = "position = \"start\"\n";
    for holds in [
        "{ \"$.turn.counted\" = 0 }",
        "{ \"$.laptop\" = false }",
        "{ \"$.players[0].tools\" = [] }",
        "{ \"$.floors[0].donuts\" = false }",
        "{ \"$['hack-tokens'].laser\" = 0 }",
        // Fields that one of two objects leaves out.
        "{ \"$.floors[0].guard\" = { at = \"C4\", die = \"C1\", away = false } }",
        "{ \"$.turn\" = { number = 1, seat = 1, actions = 4, counted = 0 } }",
        // One value for each that the path goes to.
        "{ \"$.players[*].loot\" = [[]] }",
        "{ \"$.players[*].status\" = [\"inside\"] }",
    ] {
        passes(&format!("{start}expect = {holds}"));
    }
    passes(&format!("{start}expect-any-order = {{ \"$.players[0].tools\" = [] }}"));
    for (fails_by, found) in [
        ("{ \"$.turn.counted\" = 2 }", "found:    absent (default 0)"),
        ("{ \"$.laptop\" = true }", "found:    absent (default false)"),
        (
            "{ \"$.players[0].status\" = \"outside\" }",
            "found:    absent (default \"inside\")",
        ),
        (
            "{ \"$.players[0].loot\" = [\"tiara\"] }",
            "found:    absent (default [])",
        ),
        ("{ \"$.players[*].loot\" = [[], []] }", "found:    []"),
        ("{ \"$.turn\" = { number = 2 } }", "\"number\":1"),
        // Nobody owns the EMP: there is no number for that.
        ("{ \"$.effects.emp\" = 0 }", "found:    absent"),
        // No order that a position has is another one, and no name that it lacks has a default.
        ("{ \"$.floors[0].discard\" = [\"C4\", \"C1\"] }", "[\"C1\",\"C4\"]"),
        (
            "{ \"$.crows\" = \"\" }",
            "found:    absent; no position has `crows` there",
        ),
        ("{ \"$.players[0].stelth\" = 5 }", "no position has `stelth` there"),
    ] {
        fails(&format!("{start}expect = {fails_by}"), &[found]);
    }
}

#[test]
fn probabilities_are_numbers_or_texts() {
    let certain =
        "position = \"start\"\nchange = { \"/floors/0/hidden\" = { A2 = \"foyer-2\" } }\nsteps = [\"move 1:A2\"]\n";
    for chance in ["1", "1.0", "\"1\"", "\"1.0\"", "\"2/2\""] {
        passes(&format!("{certain}outcomes = {{ \"tile foyer-2\" = {chance} }}"));
    }
    for chance in ["\"2\"", "\"-1\"", "\"nan\"", "\"inf\"", "\"1/0\"", "\"one\""] {
        let text = file(&format!("{certain}outcomes = {{ \"tile foyer-2\" = {chance} }}"));
        let error = problem_of(&text);
        assert!(error.field == "case[0].outcomes.tile foyer-2", "{chance}: {error}");
    }
}

#[test]
fn options_and_ends_are_counted() {
    let asked = "position = \"start\"\nsteps = [\"move 1:A2\", \"tile deadbolt-1\"]\n";
    passes(&format!("{asked}legal-count = 2\noutcomes-count = 0"));
    fails(
        &format!("{asked}legal-count = 3"),
        &[
            "legal-count",
            "expected: 3",
            "found:    2; seat 1 decides: `pay`, `stay`",
        ],
    );
    let drawn = "position = \"start\"\nsteps = [\"move 1:A2\"]\n";
    fails(
        &format!("{drawn}outcomes-count = 1"),
        &["outcomes-count", "expected: 1", "chance decides: "],
    );
    // `stay` leaves one thing to do at a time; every way there ends with a draw.
    let last = "position = \"start\"\nchange = { \"/turn\" = { actions = 1 } }\n";
    let ends = |count: u32| format!("{last}ends = {count}");
    let CaseOutcome::Failed(failure) = outcome(&ends(0)) else {
        panic!("there are ends")
    };
    let found: u32 = failure.failures[0]
        .found
        .as_ref()
        .and_then(|found| found.parse().ok())
        .expect("a number");
    assert!(found > 1, "{failure}");
    passes(&ends(found));
    fails(&ends(found + 1), &["ends"]);
    passes(&format!("{drawn}ends = 1"));
    let over = "position = \"start\"\nchange = { \"/ending\" = \"horizon\", \"/turn\" = { number = 9 } }\n";
    passes(&format!("{over}ends = 1\nlegal-count = 0"));
}

/// camp.suspicion, camp.order: a heist won raises the suspicion by one, and the next finale follows.
#[test]
fn campaigns_have_cases() {
    use heist_engine::casino_capers::CasinoCapers;
    let report = |fields: &str| {
        let head = "game = \"casino-capers\"\n[[case]]\nid = \"a\"\nrules = [\"camp.suspicion\"]\nabout = \"x\"\n";
        let file = CaseFile::parse(&format!("{head}{fields}\n"), "some.toml").expect("it can be read");
        let rest = r#"{"heistlab":"campaign","game":"casino-capers","format":1,"campaign":{"setup":{"seats":2,"chips":"dots","dead-drops":false,"turn-limit":400,"windows":"full"},"log":[{"players":["hawk","rook"],"won":true,"suspicion":7}]}}"#;
        let load = |name: &str| match name {
            "rest.json" => Ok(rest.to_owned()),
            _ => Err("no such file".to_owned()),
        };
        run::<CasinoCapers>(&file, &load).remove(0)
    };
    let passes = |fields: &str| {
        let report = report(fields);
        assert!(report.passed(), "{report}");
    };
    let fails = |fields: &str, parts: &[&str]| {
        let text = report(fields).to_string();
        for part in parts {
            assert!(text.contains(part), "no `{part}` in:\n{text}");
        }
    };
    let won = "campaign = { seats = 2 }\nheists = [{ result = \"escaped\", value = 1 }]\n";
    passes(&format!(
        "{won}expect = {{ \"$.level\" = 7, \"$.over\" = false, \"$.log[*].won\" = [true], \"$.next.suspicion\" = 7 }}"
    ));
    fails(
        &format!("{won}expect = {{ \"$.level\" = 6 }}"),
        &["$.level", "expected: 6", "found:    7", "campaign: "],
    );
    fails(&format!("{won}expect-absent = [\"$.levels\"]"), &["`levels`"]);
    passes(
        "campaign = \"rest.json\"\nexpect = { \"$.level\" = 7 }\nexpect-any-order = { \"$.log[0].players\" = \
         [\"rook\", \"hawk\"] }",
    );
    fails(
        "campaign = \"lost.json\"\nexpect = { \"$.level\" = 7 }",
        &["lost.json cannot be read: no such file"],
    );
    passes("campaign = { seats = 2, suspicion = 3 }\ninvalid = [\"suspicion\"]");
    fails(
        "campaign = { seats = 2 }\ninvalid = [\"suspicion\"]",
        &["none, it is accepted"],
    );
    fails(
        "campaign = { seats = 2, suspicion = 3 }",
        &["where it begins is refused", "suspicion"],
    );
    // The party may change; what the campaign decides may not.
    passes(
        "campaign = { seats = 2 }\nheists = [{ choose = { seats = 1 }, result = \"escaped\", value = 1 }]\nexpect = { \
         \"$.next.seats\" = 1 }",
    );
    let other = "campaign = { seats = 2 }\nheists = [{ setup = { suspicion = 9 }, result = \"escaped\", value = 1 }]\n";
    passes(&format!("{other}invalid = [\"suspicion\"]"));
    fails(other, &["case[0].heists[0] is refused", "suspicion"]);
    fails(
        "campaign = { seats = 2 }\nheists = [{ result = \"bored\", value = 1 }]",
        &["case[0].heists[0].result", "one of: ", "`bored`"],
    );
    fails(
        "campaign = { seats = 2 }\nheists = [{ result = \"escaped\", value = 1, figures = { luck = 1 } }]",
        &["case[0].heists[0].figures, `luck`", "no such figure"],
    );
    fails("campaign = { seats = 2 }", &["heists, or something that must hold"]);
    fails("campaign = 3", &["case[0].campaign"]);
    fails(
        "campaign = { seats = 2 }\nsteps = []",
        &["case[0].steps", "an unknown field"],
    );
    // A game that has no campaign.
    let text = file("")
        .replace("game = \"burgle-bros\"", "game = \"caper-cards\"")
        .replace("N-ACT-2", "CC8.3a");
    let text = text.replace(
        "about = \"a case\"",
        "about = \"a case\"\ncampaign = { seats = 2 }\nheists = []",
    );
    let file = CaseFile::parse(&text, "some.toml").expect("it can be read");
    let report = run::<CaperCards>(&file, &|_| Err(String::new())).remove(0);
    assert!(report.to_string().contains("`caper-cards`, which has none"), "{report}");
}

#[test]
fn a_case_asserts_something() {
    for nothing in [
        "",
        "\nexpect = {}",
        "\nlegal-include = []\nillegal = []\nfigures = {}",
        "\nauto = true",
    ] {
        fails(
            &format!("position = \"start\"{nothing}"),
            &[
                "the case",
                "expected: steps, or something that must hold",
                "found:    nothing",
            ],
        );
    }
    passes("position = \"start\"\nsteps = [\"end\"]");
    passes("position = \"start\"\nnode = \"seat 1\"");
}

#[test]
fn rules_are_those_of_the_game() {
    let text = file("position = \"start\"\nnode = \"seat 1\"").replace("N-ACT-2", "N-ACT-222");
    let file = CaseFile::parse(&text, "some.toml").expect("it can be read");
    let reports = run::<BurgleBros>(&file, &|_| Err(String::new()));
    assert!(
        reports[0].to_string().contains("found:    `N-ACT-222`"),
        "{}",
        reports[0]
    );
}

#[test]
fn refusals_are_asserted_where_they_could_be_otherwise() {
    // The tile is still to be turned up: chance decides.
    let asked = "position = \"start\"\nsteps = [\"move 1:A2\"]\n";
    fails(
        &format!("{asked}illegal = [\"end\"]"),
        &[
            "`end` is refused where a seat decides, or a `node`",
            "chance decides: `tile ",
        ],
    );
    fails(
        &format!("{asked}illegal = [\"1: end\"]"),
        &["`1: end` is refused where seat 1 decides"],
    );
    fails(
        &format!("{asked}legal-exclude = [\"end\"]"),
        &["a seat that decides, or a `node`", "chance decides: "],
    );
    passes(&format!(
        "{asked}node = \"chance\"\nillegal = [\"end\", \"2: end\", \"roll hit\"]\nlegal-exclude = [\"end\"]"
    ));
    passes(
        &format!("{asked}illegal = [\"tile safe\", \"roll hit\"]")
            .replace(", \"roll hit\"", "")
            .replace("tile safe", "tile foyer-1"),
    );
    let start = "position = \"start\"\n";
    passes(&format!(
        "{start}illegal = [\"1: pay\", \"stay\"]\nlegal-exclude = [\"pay\"]"
    ));
    fails(
        &format!("{start}illegal = [\"2: end\"]"),
        &["where seat 2 decides", "seat 1 decides: "],
    );
    fails(
        &format!("{start}illegal = [\"event squeak\"]"),
        &["where chance decides", "seat 1 decides: "],
    );
}

#[test]
fn items_are_appended_to_lists() {
    passes(
        r#"
position = "start"
append = { "/floors/0/discard" = ["D4", "C2"], "/events/discard" = ["squeak"], "/players/0/tools" = [] }
change = { "/events" = {} }
expect-any-order = { "$.floors[0].discard" = ["C1", "C2", "C4", "D4"], "$.events.discard" = ["squeak"] }"#,
    );
    fails(
        "position = \"start\"\nappend = { \"/players/0/at\" = [\"x\"] }\nnode = \"seat 1\"",
        &["append `/players/0/at`: it is \"1:A1\", not a list"],
    );
    fails(
        "position = \"start\"\nappend = { \"/loot/top/x\" = [] }\nnode = \"seat 1\"",
        &["there is no `/loot/top`"],
    );
    wrong(
        &file("position = \"start\"\nappend = { \"/a\" = 1 }"),
        FIELDS_LINE + 1,
        "case[0].append./a",
        "an integer",
    );
}

#[test]
fn lists_are_compared_in_any_order_on_demand() {
    let start = "position = \"start\"\n";
    passes(&format!(
        "{start}expect-any-order = {{ \"$.floors[0].discard\" = [\"C1\", \"C4\"], \"$.players[*].at\" = [\"1:A1\"] }}"
    ));
    passes(&format!(
        "{start}expect-any-order = {{ \"$.floors[0].discard\" = [\"C4\", \"C1\"] }}"
    ));
    fails(
        &format!("{start}expect-any-order = {{ \"$.floors[0].discard\" = [\"C4\", \"C4\"] }}"),
        &["in any order [\"C4\",\"C4\"]", "found:    [\"C1\",\"C4\"]"],
    );
    fails(
        &format!("{start}expect-any-order = {{ \"$.crow\" = [] }}"),
        &["found:    absent"],
    );
    fails(
        &format!("{start}expect-any-order = {{ \"$.players[0].at\" = [] }}"),
        &["found:    \"1:A1\""],
    );
}

#[test]
fn paths_that_select_nothing_are_ones_that_positions_can_have() {
    let start = "position = \"start\"\n";
    for (path, name) in [
        ("$.crows", "crows"),
        ("$.floors[0].alarm", "alarm"),
        ("$.players[?@.stelth == 1]", "stelth"),
    ] {
        let found = format!("no position has `{name}` there");
        fails(
            &format!("{start}expect-absent = [\"{path}\"]"),
            &["a path that a position can have", &found],
        );
        if path.contains('?') {
            fails(&format!("{start}expect = {{ \"{path}\" = [] }}"), &[&found]);
            fails(&format!("{start}expect-any-order = {{ \"{path}\" = [] }}"), &[&found]);
        }
    }
    passes(&format!(
        "{start}expect-absent = [\"$.effects.emp\", \"$.floors[1].guard.away\", \"$.floors[*].alarms[*]\"]"
    ));
}

#[test]
fn contradictions_that_may_be_overridden_are_on_demand() {
    // A-ALARM-3: no alarm under the Guard.
    let alarm = "position = \"start\"\nappend = { \"/floors/0/alarms\" = [\"C4\"] }\nchange = { \
                 \"/floors/0/tiles/C4\" = \"laser-1\" }\n";
    fails(
        &format!("{alarm}node = \"seat 1\""),
        &["where it begins is refused", "A-ALARM-3"],
    );
    passes(&format!("{alarm}override = true\nnode = \"seat 1\""));
    passes(&format!("{alarm}invalid = [\"floors[0].alarms\"]"));
    fails(
        &format!("{alarm}override = true\ninvalid = [\"floors[0].alarms\"]"),
        &["none, it is accepted"],
    );
}

#[test]
fn values_of_the_result_and_figures_are_compared() {
    let over = "position = \"start\"\nchange = { \"/ending\" = \"horizon\", \"/turn\" = { number = 9 } }\n";
    passes(&format!(
        "{over}result = \"horizon\"\nvalue = 0\nfigures = {{ turns = 9, \"stealth left\" = 5 }}"
    ));
    passes(&format!("{over}value = \"0/7\""));
    fails(
        &format!("{over}value = \"1/2\""),
        &["value", "expected: 0.5", "found:    0"],
    );
    fails(
        &format!("{over}figures = {{ turns = 8 }}"),
        &["figures, `turns`", "expected: 8", "found:    9"],
    );
    fails(
        &format!("{over}figures = {{ turn = 9 }}"),
        &["no figure of this name, but: turns, "],
    );
    // There is no result before the end, but figures stand at every state.
    fails("position = \"start\"\nvalue = 1", &["value", "seat 1 decides"]);
    passes("position = \"start\"\nfigures = { turns = 1, \"stealth left\" = 5 }");
}

/// CC8.3a: an unknown hand is null.
#[test]
fn null_is_a_table_of_its_own() {
    let text = r#"
game = "caper-cards"
[[case]]
id = "unknown"
rules = ["CC8.3a"]
about = "a hand is unknown"
position = { seats = 2, hands = [["fcg", "fixer", "thief", "grifter"], { null = true }] }
expect = { "$.hands[1]" = 4 }
"#;
    let file = CaseFile::parse(text, "some.toml").expect("it can be read");
    let reports = run::<CaperCards>(&file, &|_| Err(String::new()));
    assert!(reports[0].passed(), "{}", reports[0]);
    let error = problem_of(&text.replace("null = true", "null = false"));
    assert_eq!(error.field, "case[0].position.hands[1].null");
}

/// A byte order mark before a case file or a position file, and a name twice in a position file.
#[test]
fn files_may_begin_with_a_byte_order_mark_and_have_no_name_twice() {
    let fields = "position = \"found.json\"\nnode = \"chance\"";
    let cases = CaseFile::parse(&format!("\u{feff}{}", file(fields)), "some.toml").expect("it can be read");
    assert_eq!(cases.cases[0].line, 5);
    let begun = r#"{"players":[{"character":"hawk-basic"}],"pending":["place-first-guard"]}"#;
    let report = |text: String| run::<BurgleBros>(&cases, &|_| Ok(text.clone())).remove(0);
    assert!(report(format!("\u{feff}{begun}")).passed());
    let twice = report(begun.replace("\"pending\"", "\"players\":[],\"pending\"")).to_string();
    assert!(twice.contains("the name `players` for the second time"), "{twice}");
}

#[test]
fn a_report_has_the_state_the_case_came_to() {
    let states = |fields: &str| {
        run::<BurgleBros>(&parsed(fields), &|_| Err(String::new()))
            .remove(0)
            .state
    };
    let came_to = |state: Option<BurgleBros>| heist_engine::Game::node(&state.expect("it has a state"));
    use heist_engine::Node;
    assert_eq!(
        came_to(states("position = \"start\"\nsteps = [\"move 1:A2\"]")),
        Node::Chance
    );
    assert_eq!(
        came_to(states("position = \"start\"\nsteps = [\"move 1:A2\", \"end\"]")),
        Node::Chance
    );
    assert_eq!(states("position = \"start\"\ninvalid = [\"turn\"]"), None);
}

/// Two moves far apart; after that of the second character the first one's belongs before it and is left out.
const TWO_MOVES: &str = r#"game = "masters-of-the-heist"
[[case]]
id = "a"
rules = ["MH5.8c"]
about = "two moves far apart"
steps = ["act 2", "move 5,6"]

[case.position]
scenario = "tech-lab"
phase = "action"
round = 1
actions = "reduced"
hexes = { "8,1" = {}, "7,1" = {}, "7,2" = {}, "6,2" = {}, "6,5" = {}, "5,5" = {}, "4,6" = {} }
players = [
    { card = "thug", skills = ["hurry", "bypass"], at = "8,1", die = 3, action = "walk", letters = "M", tokens = ["7,1"] },
    { card = "lookout", skills = ["linger", "steal"], at = "5,7", die = 6, action = "run", letters = "M", tokens = ["5,6"] },
    { card = "burglar", skills = ["hurry", "wing-it"], at = "2,8", die = 1, action = "walk" },
]
"#;

/// What became of the case with more of it, and perhaps other steps.
fn of_two_moves(steps: &str, more: &str) -> CaseOutcome {
    let steps = format!("steps = [{steps}]\n{more}\n");
    let text = TWO_MOVES.replacen("steps = [\"act 2\", \"move 5,6\"]\n", &steps, 1);
    let file = CaseFile::parse(&text, "some.toml").expect("the case can be read");
    run::<MastersOfTheHeist>(&file, &|_: &str| Err("no files".to_owned()))
        .remove(0)
        .outcome
}

/// MH5.8c: steps may be what a mode leaves out of the legal actions, which are listed as it has them; what fails
/// because of that says so.
#[test]
fn mh5_8c_steps_may_be_left_out_by_a_mode() {
    let second = "\"act 2\", \"move 5,6\"";
    let both = "\"act 2\", \"move 5,6\", \"act 1\", \"move 7,1\"";
    let passed = [
        (both, "expect = { \"$.players[0].at\" = \"7,1\" }"),
        (second, "legal = [\"end\", \"escape\"]"),
        (second, "legal-exclude = [\"act 1\"]"),
        (second, "illegal = [\"act 3\"]"),
    ];
    for (steps, more) in passed {
        assert_eq!(of_two_moves(steps, more), CaseOutcome::Passed, "{more}");
    }
    let failed = [
        (
            "legal = [\"act 1\", \"end\", \"escape\"]",
            "`act 1` is left out in this mode",
        ),
        ("legal-include = [\"act 1\"]", "`act 1` is left out in this mode"),
        ("illegal = [\"act 1\"]", "it is left out in this mode, and accepted"),
    ];
    for (more, part) in failed {
        let CaseOutcome::Failed(failure) = of_two_moves(second, more) else {
            panic!("passed: {more}")
        };
        let text = failure.to_string();
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
    let CaseOutcome::Failed(failure) = of_two_moves("\"act 3\"", "") else {
        panic!("there is nothing that the third one could do")
    };
    let text = failure.to_string();
    assert!(!text.contains("left out"), "{text}");
}
