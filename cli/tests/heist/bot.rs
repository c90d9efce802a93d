//! Outside bots from the command line, both ways.

use serde_json::Value;

use crate::{Folder, Run};

const HEIST: &str = env!("CARGO_BIN_EXE_heist");

/// The lines of a session as docs/protocol.md shows it.
fn transcript(said: &str, answered: &str) -> String {
    let mut answers = answered.lines();
    let mut text = String::new();
    for line in said.lines() {
        text += &format!("> {line}\n");
        let count = match line.split(' ').next() {
            Some("heist-bot") => 2,
            Some("game" | "decide") => 1,
            _ => 0,
        };
        for _ in 0..count {
            text += &format!("< {}\n", answers.next().unwrap_or("(nothing)"));
        }
    }
    assert_eq!(answers.next(), None, "all was asked for");
    text
}

/// The session of docs/protocol.md.
fn documented() -> String {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/protocol.md")).unwrap();
    let (_, rest) = document.split_once("```session\n").unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

#[test]
fn the_documented_session_is_the_one_that_is_spoken() {
    let folder = Folder::new();
    folder.write(
        "bot.sh",
        &format!("tee said | '{HEIST}' bot --agent random | tee answered\n"),
    );
    let words = "arena burgle-bros --seats 1 --games 1 --seed 10 --agents";
    folder.heist_words(words, &["bot:cmd=sh bot.sh"]).exits(0);
    let spoken = transcript(&folder.read("said"), &folder.read("answered"));
    assert_eq!(spoken, documented());
}

/// A served agent that is a bot itself tells it all that it was told.
#[test]
fn nothing_is_lost_on_the_way_through_a_served_agent() {
    let folder = Folder::new();
    folder.write("bot.sh", &format!("tee said | '{HEIST}' bot --agent random\n"));
    let words = "arena burgle-bros --seats 1 --games 1 --seed 10 --agents";
    let nested = format!("bot:cmd='{HEIST}' bot --agent 'bot:cmd=sh bot.sh'");
    folder.heist_words(words, &[&nested]).exits(0);
    let documented = documented();
    let expected: Vec<&str> = documented.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    assert_eq!(folder.read("said").lines().collect::<Vec<_>>(), expected);
}

/// The report without names and times.
fn figures(report: &Value, place: usize) -> Value {
    let mut figures = report["contestants"][place].clone();
    let fields = figures.as_object_mut().unwrap();
    fields.remove("agent");
    fields.remove("decision_us_mean");
    figures
}

#[test]
fn a_served_agent_plays_the_games_of_the_agent_itself() {
    let folder = Folder::new();
    for agent in ["heuristic", "random", "flat:sims=6"] {
        for threads in ["1", "2"] {
            let games = if agent.starts_with("flat") { 1 } else { 4 };
            let words =
                format!("arena burgle-bros --seats 3 --games {games} --seed 5 --threads {threads} --json - --agents");
            let agents = format!("{agent},bot:cmd='{HEIST}' bot --agent {agent}");
            let run = folder.heist_words(&words, &[&agents]).exits(0);
            let report: Value = serde_json::from_str(&run.out).unwrap();
            assert_eq!(report["contestants"][1]["first_fault"], Value::Null);
            assert_eq!(figures(&report, 0), figures(&report, 1), "{agent}");
            assert_eq!(report["paired"][0]["interval95"], serde_json::json!([0.0, 0.0]));
        }
    }
}

#[test]
fn the_example_in_python_lasts_longer_than_chance() {
    let folder = Folder::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/burglar_bot.py");
    assert!(std::fs::read_to_string(script).unwrap().lines().count() <= 60);
    let agents = format!("random,bot:cmd=python3 '{script}'");
    let words = "arena burgle-bros --seats 2 --games 20 --seed 3 --threads 1 --json - --agents";
    let run = folder.heist_words(words, &[&agents]).exits(0);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let [chance, bot] = [0, 1].map(|place| &report["contestants"][place]);
    assert_eq!((&bot["faults"], &bot["first_fault"]), (&Value::from(0), &Value::Null));
    let turns = |contestant: &Value| contestant["headline"]["turns"].as_f64().unwrap();
    assert!(turns(bot) > 1.3 * turns(chance), "{} and {}", turns(bot), turns(chance));
    // The seed it is given is all its randomness.
    let again: Value = serde_json::from_str(&folder.heist_words(words, &[&agents]).exits(0).out).unwrap();
    assert_eq!(figures(&again, 1), figures(&report, 1));
}

/// A bot that plays the first legal action, and at its third decision does as it is told.
const LAME: &str = r#"
count=0
while read -r word rest; do
    case $word in
        heist-bot) printf 'name lame\nready\n' ;;
        game) echo ready ;;
        decide)
            count=$((count + 1))
            [ $count = 3 ] && eval "$1"
            first=${rest#*\"legal\":[\"}
            echo "play ${first%%\"*}" ;;
        quit) exit ;;
    esac
done
"#;

#[test]
fn a_bot_that_fails_loses_and_the_table_says_so() {
    let folder = Folder::new();
    folder.write("lame.sh", LAME);
    let words = "arena burgle-bros --seats 2 --games 4 --seed 2 --json a.json --replays games --agents";
    let lame = "bot:cmd=sh lame.sh 'echo no idea >&2; exit 7'";
    let run = folder.heist_words(words, &[&format!("{lame},random")]).exits(1);
    let report = folder.json("a.json");
    assert_eq!(report["contestants"][0]["faults"], 4);
    assert_eq!(report["contestants"][0]["losses"], serde_json::json!({}));
    assert_eq!(report["contestants"][1]["faults"], 0);
    let first = &report["contestants"][0]["first_fault"];
    assert_eq!(first["deal"], 0);
    assert_eq!(
        first["text"],
        "bot `lame` when asked for an action ended with exit status: 7; its standard error ends: no idea"
    );
    let quoted = format!(
        "{lame}: 4 games lost to faults; the first in deal 0, seat {}: bot `lame` when asked",
        first["seat"]
    );
    assert!(run.out.contains(&quoted), "{}", run.out);
    let heading = run.out.lines().find(|line| line.starts_with("not won")).unwrap();
    assert!(heading.ends_with("fault"), "{heading}");
    // The replay of such a game is one that goes on.
    let name = folder
        .names_in("games")
        .into_iter()
        .find(|name| name.contains("-1-bot"))
        .unwrap();
    let shown = folder.heist(&format!("replay games/{name} --verify")).exits(0).out;
    assert!(shown.contains("the game was stopped"), "{shown}");
}

#[test]
fn too_many_faults_end_a_match_on_any_number_of_threads() {
    let folder = Folder::new();
    folder.write("lame.sh", LAME);
    let agents = "random,bot:cmd=sh lame.sh 'exit 7'";
    for threads in [1, 3] {
        let words = format!(
            "arena burgle-bros --seats 2 --games 100 --max-faults 3 --threads {threads} --resume run-{threads} --json a.json \
             --agents"
        );
        let first = folder.heist_words(&words, &[agents]).exits(1);
        let said = "Ended after 3 of 100 deals: too many faults of bot:cmd=sh lame.sh 'exit 7'.";
        assert!(first.out.contains(said), "{}", first.out);
        assert!(first.err.is_empty(), "{}", first.err);
        let report = folder.json("a.json");
        assert_eq!((&report["games"], &report["requested"]), (&3.into(), &100.into()));
        assert_eq!(report["ended_by_faults"], "bot:cmd=sh lame.sh 'exit 7'");
        assert_eq!(
            [0, 1].map(|place| report["contestants"][place]["faults"].as_u64()),
            [Some(0), Some(3)]
        );
        // What is there is counted again, and nothing is played.
        let games = folder.read(&format!("run-{threads}/games.jsonl"));
        folder.heist_words(&words, &[agents]).exits(1);
        assert_eq!(folder.json("a.json")["games"], 3);
        assert_eq!(folder.read(&format!("run-{threads}/games.jsonl")), games);
    }
}

#[test]
fn every_command_that_counts_faults_has_an_exit_code_for_them() {
    let folder = Folder::new();
    folder.write("lame.sh", LAME);
    let lame = "bot:cmd=sh lame.sh 'exit 7'";
    let suite = "title = \"\"\ngame = \"burgle-bros\"\nseed = 1\ngames = 1\nsetup = { seats = 1 }\nagents = ";
    folder.write("lame.toml", &format!("{suite}[\"random\", \"{lame}\"]\n"));
    folder.write("sound.toml", &format!("{suite}[\"random\"]\n"));
    folder.heist("strength lame.toml").exits(1);
    folder.heist("strength sound.toml").exits(0);
    let campaign = "campaign casino-capers --seats 2 --campaigns 1 --agent";
    folder.heist_words(campaign, &[lame]).exits(1);
    folder.heist_words(campaign, &["random"]).exits(0);
    let study = "walls study --layouts 3 --games 2 --joint bridges --agents";
    let run = folder.heist_words(study, &[lame]).exits(1);
    let said =
        format!("heist: layout own: {lame} lost 2 of 2 games to faults; the first in deal 0, seat 1: bot `lame` when");
    assert!(run.err.starts_with(&said), "{}", run.err);
    folder.heist_words(study, &["random"]).exits(0);
}

/// A bot that cannot play: `way` is what it does when it is greeted, `game` when a game is announced.
const UNABLE: &str = "\
while read -r word rest; do case $word in
    heist-bot) eval \"$1\"; printf 'name unable\\nready\\n' ;;
    game) eval \"$2\"; echo ready ;;
esac; done
";

/// It would play its first game for weeks.
const ENDLESS: &str = "mcts:sims=1000000000";

#[test]
fn a_contestant_that_cannot_play_is_an_error_of_the_run_at_once() {
    let folder = Folder::new();
    folder.write("unable.sh", UNABLE);
    for (bot, text) in [
        (
            "bot:cmd=sh unable.sh 'echo no licence >&2; exit 3' :",
            "when greeted ended with exit status: 3",
        ),
        (
            "bot:cmd=sh unable.sh 'sleep 1000' :,start=0.3",
            "when greeted gave no answer within 0.3 s",
        ),
        (
            "bot:cmd=sh unable.sh 'echo hello; continue' :",
            "when greeted said `hello`; expected",
        ),
        ("bot:cmd=true", "when greeted ended with exit status: 0"),
    ] {
        // Nobody plays before that is known.
        let words = "arena burgle-bros --seats 1 --games 100 --threads 1 --resume run --agents";
        let run = folder.heist_words(words, &[&format!("{ENDLESS},{bot}")]);
        let run = run.refuses(&[bot, text, "; no game was begun with it"]);
        assert_eq!((run.out.as_str(), folder.read("run/games.jsonl").as_str()), ("", ""));
        let run = folder.heist_words("campaign casino-capers --seats 2 --campaigns 9 --agent", &[bot]);
        run.refuses(&[bot, text, "; no game was begun with it"]);
    }
    for (bot, text) in [
        (
            "bot:cmd=sh unable.sh : 'exit 5'",
            "when a game was announced ended with exit status: 5",
        ),
        (
            "bot:cmd=sh unable.sh : 'sleep 1000',start=0.3",
            "when a game was announced gave no answer within 0.3 s",
        ),
        (
            "bot:cmd=sh unable.sh : 'echo error chess only'",
            "when a game was announced gave up: chess only",
        ),
    ] {
        let words = "arena burgle-bros --seats 1 --games 100 --threads 2 --json a.json --agents";
        let run = folder.heist_words(words, &[&format!("{bot},random")]);
        let run = run.refuses(&[bot, text, "; no game was begun with it"]);
        assert_eq!(run.out, "");
        assert!(!folder.path("a.json").exists());
    }
    // A run that has nothing left to play does without it.
    let words = "arena burgle-bros --seats 1 --games 2 --resume whole --agents";
    folder.write(
        "bot.sh",
        &format!("[ -e broken ] && exit 3\nexec '{HEIST}' bot --agent random\n"),
    );
    let bot = "bot:cmd=sh bot.sh";
    folder.heist_words(words, &[bot]).exits(0);
    folder.write("broken", "");
    folder.heist_words(words, &[bot]).exits(0);
    folder
        .heist_words("arena burgle-bros --seats 1 --games 3 --resume whole --agents", &[bot])
        .exits(2);
}

#[test]
fn a_game_with_a_faulty_bot_is_saved() {
    let folder = Folder::new();
    folder.write("lame.sh", LAME);
    let play = |way: &str| -> Run {
        let time = if way == "sleep 1000" { "0.5" } else { "5" };
        let agents = format!("bot:cmd=sh lame.sh '{way}',time={time}");
        let words = "play burgle-bros --seats 2 --you 1 --seed 7 --save saved --force --agents";
        folder.heist_typing(words, &[&agents], &"1\n".repeat(400))
    };
    for (way, text) in [
        (
            "exit 7",
            "bot `lame` when asked for an action ended with exit status: 7",
        ),
        (
            "sleep 1000",
            "bot `lame` when asked for an action gave no answer within 0.5 s",
        ),
        ("echo hm; continue", "bot `lame` when asked for an action said `hm`"),
        (
            "echo play hm; continue",
            "action `hm` is not possible here; expected one of: ",
        ),
    ] {
        let run = play(way).refuses(&["player 2, bot:cmd=sh lame.sh", text]);
        assert!(run.out.contains("Saved: saved."), "{}", run.out);
        let shown = folder.heist("replay saved --verify").exits(0).out;
        assert!(shown.contains("the game was stopped"), "{shown}");
    }
    // Somebody else takes the seat.
    let input = "1\n".repeat(3) + "quit\n";
    folder
        .heist_with("play --resume saved --you 1 --agents random", &input)
        .exits(0);
}

#[test]
fn a_bot_that_cannot_be_run_is_bad_input() {
    let folder = Folder::new();
    let words = "arena burgle-bros --games 1 --agents";
    folder
        .heist_words(words, &["bot:cmd=./no-such-bot"])
        .refuses(&["--agents", "cmd=./no-such-bot", "No such file"]);
    folder
        .heist_words(words, &["bot:cmd=sh 'open"])
        .refuses(&["--agents", "cmd=sh 'open", "quotes closed"]);
    folder
        .heist_words(words, &["bot"])
        .refuses(&["agent `bot` needs `cmd`"]);
    folder
        .heist("bot --agent nobody")
        .refuses(&["--agent", "no agent `nobody`"]);
}

const GAME: &str = "game {\"game\":\"burgle-bros\",\"format\":1,\"setup\":{\"seats\":1,\"seed\":1},\"seats\":1,\
                    \"seat\":1,\"seed\":\"00000000000000ff\"}\n";

/// Only agents that follow the game read what happens.
#[test]
fn a_step_is_a_seat_with_an_action_or_chance() {
    let folder = Folder::new();
    folder.write(
        "bot.sh",
        "while read -r word rest; do case $word in heist-bot) printf 'name one\\nready\\n' ;; game) echo ready ;; esac; done\n",
    );
    for (step, problem) in [
        (
            r#"{"chance":"patrol B2","chance":"patrol B3"}"#,
            "`step`, field `chance`: the name `chance` for the second time in one object",
        ),
        (
            r#"{"action":"end"}"#,
            "`step`: expected `seat` and `action`, or `chance`",
        ),
        (
            r#"{"seat":1,"action":7}"#,
            "`step`, field `action`: invalid type: integer `7`, expected a text",
        ),
    ] {
        let said = format!("{GAME}step {step}\nquit\n");
        let mut child = crate::heist(&folder.0, "bot --agent")
            .arg("bot:cmd=sh bot.sh")
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), said.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(&format!("line 2: {problem}")), "{error}");
    }
}

#[test]
fn what_is_said_wrongly_to_a_served_agent_is_told_to_both_sides() {
    let folder = Folder::new();
    let decide = |seat: u8, legal: &str, position: &str| {
        format!("{GAME}decide {{\"seat\":{seat},\"time\":1,\"legal\":{legal},\"position\":{position}}}\n")
    };
    let entrance = "{\"players\":[{\"character\":\"hawk-basic\"}],\"turn\":{\"number\":0,\"actions\":0},\
                    \"floors\":[{\"guard\":{\"at\":\"B2\"},\"discard\":[\"B2\"]}],\"pending\":[\"choose-entrance\"]}";
    for (said, line, problem) in [
        ("heist-bot 2\n".to_owned(), 1, "`2` is not spoken here; expected 1"),
        ("\n# hello\nheist-bot\n".to_owned(), 3, "is not spoken here"),
        (
            "game {\"game\n".to_owned(),
            1,
            "`game`: the text ends, expected the rest of a string",
        ),
        ("game {}\n".to_owned(), 1, "`game`: field `game` is missing"),
        (
            GAME.replace("burgle-bros", "chess"),
            1,
            "no game `chess` is played here",
        ),
        (
            GAME.replace("\"format\":1", "\"format\":99"),
            1,
            "format 99 of burgle-bros; expected 1",
        ),
        (
            GAME.replace("00ff", "ff"),
            1,
            "seed `000000000000ff`; expected 16 hexadecimal digits",
        ),
        (
            GAME.replace("\"seats\":1,\"seed\":1", "\"seats\":9,\"seed\":1"),
            1,
            "`game`: the setup is not playable: ",
        ),
        (
            GAME.replace("\"seats\":1,\"seed\":1", "\"sets\":1"),
            1,
            "`game`, field `setup.sets`: unknown field `sets`",
        ),
        (
            GAME.replace("\"seat\":1", "\"seat\":2"),
            1,
            "seat 2 of 1; the setup has seats 1 to 1",
        ),
        (
            GAME.replace("\"seat\":1", "\"seat\":1,\"seat\":1"),
            1,
            "`game`, field `seat`: the name `seat` for the second time in one object",
        ),
        (
            GAME.replace("\"seats\":1,\"seed\":1", "\"seats\":1,\"seed\":1,\"seats\":1"),
            1,
            "`game`, field `setup.seats`: the name `seats` for the second time",
        ),
        (
            decide(1, "[]", "{\"players\":[],\"players\":[]}"),
            2,
            "`decide`, field `position.players`: the name `players` for the second time",
        ),
        (
            format!("{GAME}end {{\"result\":null,\"result\":null}}\n"),
            2,
            "`end`, field `result`: the name `result` for the second time",
        ),
        ("decide {}\n".to_owned(), 1, "`decide` before any `game`"),
        ("step {}\n".to_owned(), 1, "`step` before any `game`"),
        ("end {}\n".to_owned(), 1, "`end` before any `game`"),
        (
            format!("{GAME}end {{\"result\":{{\"value\":1,\"ending\":\"rich\",\"figures\":{{}}}}}}\n"),
            2,
            "`end`: burgle-bros has no ending `rich`",
        ),
        (
            format!(
                "{GAME}end {{\"result\":{{\"value\":1,\"ending\":\"escaped\",\"figures\":{{\"turns\":\"many\"}}}}}}\n"
            ),
            2,
            "`end`: figure `turns`: found \"many\"; expected a whole number",
        ),
        (format!("{GAME}decide []\n"), 2, "`decide`: "),
        (
            decide(1, "[]", "{\"players\":[]}"),
            2,
            "`decide`: the position is contradictory: ",
        ),
        (
            decide(1, "[\"end\"]", entrance),
            2,
            "seat 1 may not choose among [\"end\"]; the position has",
        ),
        (decide(2, "[\"end\"]", entrance), 2, "seat 2 may not choose among"),
    ] {
        let run = folder.heist_with("bot --agent random", &said).exits(2);
        assert!(
            run.err.contains(&format!("line {line}: ")) && run.err.contains(problem),
            "{said}{}",
            run.err
        );
        let last = run.out.lines().last().unwrap();
        assert!(
            last.starts_with("error ") && last.contains(problem),
            "{said}{}",
            run.out
        );
    }
}

#[test]
fn a_byte_order_mark_is_passed_over_by_both_sides() {
    let folder = Folder::new();
    for said in [
        "\u{feff}heist-bot 1\nquit\n",
        "\u{feff}\nheist-bot 1\n",
        "\u{feff}# hello\nheist-bot 1\n",
    ] {
        let run = folder.heist_with("bot --agent random", said).exits(0);
        assert_eq!(run.out, "name heist random\nready\n");
    }
    // Elsewhere it makes a word that nobody knows.
    let run = folder
        .heist_with("bot --agent random", "\n\u{feff}heist-bot 1\n")
        .exits(0);
    assert_eq!(run.out, "");
    folder.write(
        "bot.sh",
        &format!("printf '\\357\\273\\277'\nexec '{HEIST}' bot --agent random\n"),
    );
    let words = "arena burgle-bros --seats 1 --games 1 --agents";
    folder.heist_words(words, &["bot:cmd=sh bot.sh"]).exits(0);
}

#[test]
fn a_served_agent_passes_over_what_it_does_not_know_and_leaves_politely() {
    let folder = Folder::new();
    for end in ["quit\nheist-bot 9\n", ""] {
        let said = format!("# a comment\r\nheist-bot 1\r\n\nweather fine\n{GAME}{GAME}end {{\"result\":null}}\n{end}");
        let run = folder.heist_with("bot --agent random", &said).exits(0);
        assert_eq!(run.out, "name heist random\nready\nready\nready\n");
        assert!(run.err.is_empty(), "{}", run.err);
    }
}
