//! Everything that can be wrong: one message that names it and what was expected, exit code 2, nothing overwritten.

use crate::Folder;

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let folder = Folder::new();
    folder.heist("arena chess").refuses(&["`chess`", "burgle-bros"]);
    folder.heist("play chess").refuses(&["`chess`", "burgle-bros"]);
    folder.write("named.json", "{\"game\": \"burgle-bros\"}");
    for command in ["hint", "position"] {
        folder
            .heist(&format!("{command} named.json --game chess"))
            .refuses(&["no game `chess`; there are: burgle-bros"]);
    }
    folder
        .heist("arena burgle-bros --scenario vault")
        .refuses(&["--scenario vault: ", "bank-job"]);
    folder
        .heist("play burgle-bros --scenario vault")
        .refuses(&["--scenario vault: ", "bank-job"]);
    folder
        .heist("arena burgle-bros --agents random,expert")
        .refuses(&["`expert`", "random, heuristic"]);
    folder
        .heist("play burgle-bros --agents expert")
        .refuses(&["`expert`", "random, heuristic"]);
    folder
        .heist("arena burgle-bros --agents random:depth=3")
        .refuses(&["random", "depth"]);
    folder
        .heist("arena burgle-bros --sides upper")
        .refuses(&["--sides upper: ", "basic"]);
    folder
        .heist("arena burgle-bros --characters hacker")
        .refuses(&["--characters hacker: found `hacker`; ", "hacker-basic"]);
}

#[test]
fn unknown_options_and_numbers_out_of_range_are_named() {
    let folder = Folder::new();
    for (words, text) in [
        ("arena burgle-bros --speed 9", "--speed"),
        ("arena burgle-bros --games 0", "--games"),
        ("arena burgle-bros --games many", "many"),
        ("arena burgle-bros --threads 0", "--threads"),
        ("gamble", "gamble"),
        ("arena", "<GAME>"),
        ("check", "<CASES.toml>"),
        ("play", "<GAME>"),
        ("", "Usage"),
    ] {
        let run = folder.heist(words).exits(2);
        assert!(run.err.contains(text), "{words}: {}", run.err);
    }
    folder
        .heist("arena burgle-bros --seats 5")
        .refuses(&["--seats 5: ", "1 to 4"]);
    for seats in ["0", "-1", "x"] {
        for command in ["arena burgle-bros", "play burgle-bros", "walls study"] {
            let refusal = folder.heist(&format!("{command} --seats {seats}")).exits(2).err;
            let expected = format!("heist: --seats {seats}: expected a whole number from 1 to 4\n");
            assert_eq!(refusal, expected);
        }
    }
    folder
        .heist("arena burgle-bros --seats 1 --characters rook-basic")
        .refuses(&["characters[0]", "Rook"]);
    folder
        .heist("arena burgle-bros --seats 2 --characters rook-basic")
        .refuses(&["characters: 1 character for 2 seats; expected one per seat or none"]);
    folder
        .heist("play burgle-bros --seats 2 --you 3")
        .refuses(&["--you 3", "1 to 2"]);
    folder
        .heist("play burgle-bros --seats 2 --you 1,1")
        .refuses(&["--you 1,1: found seat 1 twice; expected each seat once"]);
    folder
        .heist("play burgle-bros --seats 3 --agents random,random,random")
        .refuses(&["3 agents", "all other seats", "each of them (2)"]);
}

#[test]
fn files_that_are_not_there_or_are_no_files_are_named() {
    let folder = Folder::new();
    for command in ["replay", "position", "check", "play --resume"] {
        folder
            .heist(&format!("{command} nowhere.json"))
            .refuses(&["nowhere.json", "cannot be opened"]);
        folder.heist(&format!("{command} .")).refuses(&["is a folder"]);
    }
    std::fs::write(folder.path("bytes"), [b'{', b'\n', 0xff, 0xfe]).unwrap();
    folder.heist("position bytes").refuses(&["bytes: line 2", "UTF-8"]);
    folder.heist("check bytes").refuses(&["bytes: line 2", "UTF-8"]);
    folder.heist("replay bytes").refuses(&["bytes: line 1"]);
    folder
        .heist("arena burgle-bros --games 1 --json no/where.json")
        .refuses(&["no/where.json", "no folder"]);
}

#[test]
fn replays_that_are_cut_broken_or_of_another_game_are_named() {
    let folder = Folder::new();
    folder
        .heist("arena burgle-bros --games 1 --agents random --replays games")
        .exits(0);
    std::fs::rename(
        folder.path("games/burgle-bros-000000-1-random.jsonl"),
        folder.path("whole"),
    )
    .unwrap();
    let whole = folder.read("whole");
    let lines: Vec<&str> = whole.lines().collect();
    let with = |number: usize, from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        assert!(lines[number - 1].contains(from), "{}", lines[number - 1]);
        lines[number - 1] = lines[number - 1].replacen(from, to, 1);
        lines.join("\n")
    };

    folder.write("x", "");
    folder.heist("replay x").refuses(&["x: line 1", "empty"]);
    folder.write("x", "a game we played\n");
    folder.heist("replay x").refuses(&["x: line 1"]);
    folder.write("x", &with(1, "burgle-bros", "chess"));
    folder
        .heist("replay x")
        .refuses(&["x: line 1, field `game`", "chess", "burgle-bros"]);
    folder.write("x", &with(1, "\"format\":1", "\"format\":99"));
    folder
        .heist("replay x")
        .refuses(&["x: line 1, field `format`", "newer"]);
    folder.write("x", &lines[..lines.len() - 1].join("\n"));
    folder
        .heist("replay x")
        .refuses(&[&format!("x: line {}", lines.len()), "end of the file", "result"]);
    folder.write("x", &whole[..whole.len() - 20]);
    folder
        .heist("replay x --verify")
        .refuses(&[&format!("x: line {}", lines.len())]);
    let place = lines
        .iter()
        .position(|line| line.contains("\"action\":\"end\""))
        .expect("somebody stopped")
        + 1;
    folder.write("x", &with(place, "\"end\"", "\"hover 1:A1\""));
    folder
        .heist("replay x")
        .refuses(&[&format!("x: line {place}, field `action`"), "hover", "expected"]);
    folder.write("x", &with(place, "\"end\"", "\"move 3:A1\""));
    folder
        .heist("replay x --verify")
        .refuses(&[&format!("x: line {place}, field `action`"), "move 3:A1", "one of"]);
}

#[test]
fn positions_that_are_malformed_or_contradictory_are_named() {
    let folder = Folder::new();
    let refused = |text: &str, texts: &[&str]| {
        folder.write("p.json", text);
        folder.heist("position p.json --game burgle-bros").refuses(texts);
    };
    for (text, message) in [
        ("", "line 1, column 1: found an empty text; expected JSON"),
        (
            "{\n  \"players\": [",
            "line 2, column 14: the text ends, expected the rest of a list",
        ),
        ("{\n", "line 2, column 1: the text ends, expected the rest of an object"),
        (
            "{} {}",
            "line 1, column 4: found more after the end of the value; expected nothing",
        ),
    ] {
        refused(text, &[&format!("heist: p.json: {message}\n")]);
    }
    refused("[]", &["p.json: line 1", "object"]);
    refused(
        "{\n  \"game\": \"chess\"\n}",
        &["p.json: line 2, field `game`", "burgle-bros"],
    );
    refused(
        "{\n  \"colour\": 3\n}",
        &["p.json: line 2", "field `colour`", "players"],
    );
    refused(
        "{\n  \"heistlab\": \"position\",\n  \"format\": 99\n}",
        &[
            "p.json: line 3, field `format`",
            "found 99",
            "the format of this release",
        ],
    );
    let floor = |floor: &str| {
        format!(
            "{{\n  \"players\": [{{\"character\": \"hawk-basic\", \"at\": \"1:A1\"}}],\n  \"floors\": [{{\n    \
             \"tiles\": {{\"A1\": \"foyer-1\"}},\n{floor}\n  }}]\n}}\n"
        )
    };
    let guard = r#"    "guard": {"at": "D4", "die": "C1"}, "discard": ["D4", "C1"]"#;
    folder.write("p.json", &floor(guard));
    folder.heist("position p.json --game burgle-bros").exits(0);
    let place = "p.json: line 5";
    refused(
        &floor(&format!("{guard}, \"guard\": {{\"at\": \"C4\"}}")),
        &[place, "guard"],
    );
    refused(
        &floor(&format!("{guard}, \"sped\": 3")),
        &[place, "field `floors[0].sped`", "speed"],
    );
    refused(
        &floor(&format!("{guard}, \"speed\": \"fast\"")),
        &[place, "field `floors[0].speed`", "a whole number"],
    );
    refused(&floor(&guard.replace("D4", "E9")), &[place, "field `floors[0]."]);
    let tile = floor(guard).replace("foyer-1", "foyer-9");
    refused(
        &tile,
        &["p.json: line 4, field `floors[0].tiles.A1`", "foyer-9", "laser-2"],
    );
    let thirteen = "\"discard\": [\"D4\", \"C1\", \"D4\"]";
    refused(
        &floor(&guard.replace("\"discard\": [\"D4\", \"C1\"]", thirteen)),
        &[place, "floors[0].discard"],
    );
}

#[test]
fn a_game_is_never_written_over_another() {
    let folder = Folder::new();
    folder.write("mine", "precious");
    folder
        .heist("play burgle-bros --save mine")
        .refuses(&["mine", "is there already", "--force"]);
    folder
        .heist("play burgle-bros --replay mine")
        .refuses(&["mine", "is there already", "--force"]);
    assert_eq!(folder.read("mine"), "precious");
    assert_eq!(folder.names(), ["mine"]);
}
