//! Errors for programs, and names that were probably meant.

use serde_json::Value;

use crate::Folder;

/// The error of a run, which is the only line on standard error.
fn error(folder: &Folder, words: &str) -> Value {
    let run = folder.heist(words).exits(2);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    let mut object: Value = serde_json::from_str(&run.err).unwrap();
    object["error"].take()
}

#[test]
fn errors_are_objects_on_demand() {
    let folder = Folder::new();
    folder.write("p.json", "{\n  \"colour\": 3\n}");
    let wrong = error(&folder, "position p.json --game burgle-bros --errors json");
    assert_eq!((&wrong["kind"], &wrong["file"]), (&"file".into(), &"p.json".into()));
    assert_eq!((&wrong["line"], &wrong["field"]), (&2.into(), &"colour".into()));
    assert!(
        wrong["message"]
            .as_str()
            .unwrap()
            .starts_with("p.json: line 2, column 10, field `colour`: ")
    );
    let wrong = error(&folder, "--errors=json arena burgle-bros --sprt 0");
    assert_eq!((&wrong["kind"], &wrong["field"]), (&"input".into(), &"--sprt".into()));
    for (words, field) in [
        ("arena burgle-bros --games none", "--games"),
        ("arena burgle-bros --speed 9", "--speed"),
    ] {
        let wrong = error(&folder, &format!("{words} --errors json"));
        assert_eq!(
            (&wrong["kind"], &wrong["field"]),
            (&"usage".into(), &field.into()),
            "{wrong}"
        );
    }
    // The variable sets the default, and the option counts.
    let run = |words: &str| {
        let output = crate::heist(&folder.0, words)
            .env("HEIST_ERRORS", "json")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(run("arena chess").starts_with("{\"error\":"));
    assert!(run("arena chess --errors text").starts_with("heist: no game"));
    let unknown = crate::heist(&folder.0, "games")
        .env("HEIST_ERRORS", "xml")
        .output()
        .unwrap();
    assert_eq!(unknown.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(unknown.stderr).unwrap(),
        "heist: HEIST_ERRORS=xml: expected text or json\n"
    );
    // Help is no error.
    assert!(
        folder
            .heist("--errors json arena --help")
            .exits(0)
            .out
            .contains("\nExample")
    );
}

#[test]
fn names_that_were_probably_meant_are_suggested() {
    let folder = Folder::new();
    for (words, name) in [
        ("arena burgle-bro", "burgle-bros"),
        ("arena burgle-bros --agents random,heuristics", "heuristic"),
        ("arena burgle-bros --agents mcts:sim=9", "sims"),
        ("arena burgle-bros --scenario ofice-job", "office-job"),
        ("bot --agent randon", "random"),
        ("walls study --joint bridge", "bridges"),
    ] {
        folder.heist(words).refuses(&[&format!("did you mean `{name}`?")]);
    }
    let similar = folder.heist("walls random --scenario ofice-job").exits(2).err;
    assert!(similar.contains("a similar value exists: 'office-job'"), "{similar}");
    let far = folder.heist("arena chess").exits(2).err;
    assert!(!far.contains("did you mean"), "{far}");
    let level = folder.heist("hint x.json --level strng").exits(2).err;
    assert!(level.contains("strong"), "{level}");
}

#[test]
fn a_wrong_value_is_refused_in_words_for_people() {
    let folder = Folder::new();
    for (words, message) in [
        (
            "arena burgle-bros --games 0",
            "--games 0: expected a whole number from 1 to 4294967295",
        ),
        (
            "arena burgle-bros --threads -1",
            "--threads -1: expected a whole number from 1 to 1024",
        ),
        ("arena burgle-bros --games x", "--games x: expected a whole number"),
        ("arena burgle-bros --games 1.5", "--games 1.5: expected a whole number"),
        (
            "arena burgle-bros --seed -1",
            "--seed -1: expected a whole number, 0 or more",
        ),
        (
            "arena burgle-bros --seed 99999999999999999999",
            "--seed 99999999999999999999: expected a smaller number",
        ),
        (
            "arena burgle-bros --sprt 0,50 --alpha x",
            "--alpha x: expected a number",
        ),
        (
            "table --name http://cellar",
            "--name http://cellar: expected the name of a machine, such as cellar.local",
        ),
        (
            "table --listen 4747",
            "--listen 4747: expected an address and a port, such as 127.0.0.1:4747",
        ),
        (
            "walls random --space Z9",
            "--space Z9: found `Z9`; expected a square such as C3",
        ),
    ] {
        let err = folder.heist(words).exits(2).err;
        assert_eq!(err, format!("heist: {message}\n"));
        let described = error(&folder, &format!("{words} --errors json"));
        assert_eq!(
            (&described["message"], &described["kind"]),
            (&message.into(), &"usage".into())
        );
    }
    // What else is wrong with a command line is said in one line as well.
    for (words, message) in [
        ("arena", "the following required arguments were not provided: <GAME>"),
        (
            "walls",
            "'heist walls' requires a subcommand but one was not provided [subcommands: random, check, show, help, \
             study]",
        ),
        (
            "games --color loud",
            "invalid value 'loud' for '--color <WHEN>' [possible values: auto, always, never]",
        ),
    ] {
        let described = error(&folder, &format!("{words} --errors json"));
        assert_eq!(described["message"], message);
    }
    let alone = crate::heist(&folder.0, "walls").env("HEIST_ERRORS", "json").output();
    assert_eq!(
        String::from_utf8(alone.unwrap().stderr).unwrap(),
        "{\"error\":{\"message\":\"a command is missing; --help lists the commands\",\"kind\":\"usage\"}}\n"
    );
}
