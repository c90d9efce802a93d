//! Caper Cards, whose hands are private, under every command.

use serde_json::{Value, json};

use crate::Folder;

const CAPER: &str = include_str!("../../../docs/examples/caper.json");

const GAME: &str = "play caper-cards --seats 4 --you 1 --agents random";

/// Names of Crew as pictures have them.
const CREW: [&str; 8] = [
    "FCG",
    "Fixer",
    "Thief",
    "Grifter",
    "Chetney",
    "Muscle",
    "Mastermind",
    "Insider",
];

fn firsts() -> String {
    "1\n".repeat(30)
}

fn example() -> Folder {
    let folder = Folder::new();
    folder.write("caper.json", CAPER);
    folder
}

/// What was printed tells nothing that is private to players other than this one: no card in their lines of a picture,
/// no card that was dealt to them or drawn by them, no Reward that was shown to them. Says how many private draws were
/// told.
#[track_caller]
fn keeps_secrets(out: &str, you: usize) -> usize {
    let mut count = 0;
    for line in out.lines() {
        let (bare, is_news) = (line.trim_start_matches(['>', ' ']), line.starts_with("chance: "));
        let is_row = line.starts_with("  player ") || line.starts_with("> player ");
        if is_row && !bare.starts_with(&format!("player {you}")) {
            let is_number = CREW.iter().all(|name| !line.contains(name)) && line.contains(" card");
            assert!(is_number, "a hand is shown: {line}\n{out}");
        }
        let is_private = ["deal ", "draw ", "peek "]
            .iter()
            .any(|word| line.starts_with(&format!("chance: {word}")));
        if is_news && is_private && !line.contains(&format!("(Player {you} ")) {
            let outcome = line.split("  (").next().unwrap();
            // A Reward may be known from an earlier look.
            let is_known = outcome.starts_with("chance: peek ") && out.contains("(Player 1 is shown the Reward: ");
            assert!(outcome.ends_with(" ?") || is_known, "a secret is told: {line}\n{out}");
            count += 1;
        }
    }
    count
}

/// The cards that a replay deals, in their order.
fn dealt(replay: &str) -> Vec<String> {
    let steps = replay.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let card = |step: Value| Some(step["chance"].as_str()?.strip_prefix("deal ")?.to_owned());
    steps.filter_map(card).collect()
}

#[test]
fn a_person_sees_the_own_hand_and_no_other() {
    let mut seen = Vec::new();
    for seed in 1..=12 {
        let folder = Folder::new();
        let out = folder
            .heist_with(&format!("{GAME} --seed {seed} --replay game"), &firsts())
            .exits(0)
            .out;
        assert!(out.contains("The game is over: "), "{out}");
        assert!(keeps_secrets(&out, 1) >= 3, "the deal is told: {out}");
        // The own cards are told as they come, those of the others as so many.
        let hands = dealt(&folder.read("game"));
        let told: Vec<&str> = out
            .lines()
            .filter(|line| line.contains("(Player 1 is dealt "))
            .map(|line| line.split("  ").next().unwrap().trim_start_matches("chance: deal "))
            .collect();
        let mut own = hands[..5].to_vec();
        own.dedup();
        assert_eq!(told, own, "{out}");
        for other in 2..=4 {
            assert!(
                out.contains(&format!("chance: deal ?  (Player {other} is dealt a card.)  5 times")),
                "{out}"
            );
        }
        assert_eq!(hands.len(), 20, "the replay has all of them");
        seen.push(hands);
        folder.heist("replay game --verify").exits(0);
    }
    seen.dedup();
    assert_eq!(seen.len(), 12, "every seed deals other hands");
}

#[test]
fn draws_and_looks_of_others_stay_theirs() {
    let (mut draws, mut looks, mut own) = (0, 0, 0);
    for seed in 1..=30 {
        let words = format!("play caper-cards --seats 2 --you 1 --agents random --seed {seed}");
        let out = Folder::new().heist_with(&words, &firsts()).exits(0).out;
        keeps_secrets(&out, 1);
        draws += out.matches("chance: draw ?  (Player 2 draws a card.)").count();
        looks += out.matches("chance: peek ?  (Player 2 is shown the Reward.)").count();
        own += out.matches("(Player 1 is shown the Reward: ").count();
    }
    assert!(
        draws > 0 && looks > 0 && own > 0,
        "{draws} draws, {looks} looks, {own} own looks"
    );
}

#[test]
fn undo_hint_save_and_resume_keep_to_the_own_hand() {
    let folder = Folder::new();
    // A game that is not over after the first heist.
    let goes_on = |seed: &u32| {
        let words = format!("{GAME} --seed {seed} --replay whole --force");
        let out = folder.heist_with(&words, &firsts()).exits(0).out;
        out.matches("player 1> ").count() > 2
    };
    let seed = (1..=40).find(goes_on).expect("some game goes on");
    let game = format!("{GAME} --seed {seed}");
    let typed = "1\nhint instant\nundo\n1\nsave\nquit\n";
    let first = folder.heist_with(&game, typed).exits(0).out;
    assert!(first.contains("% to win."), "{first}");
    assert!(!first.contains("Loses:") && !first.contains("loses "), "{first}");
    keeps_secrets(&first, 1);
    let words = format!("play --resume caper-cards-{seed}-saved.jsonl --replay parts");
    let second = folder.heist_with(&words, &firsts()).exits(0).out;
    keeps_secrets(&second, 1);
    assert_eq!(folder.read("parts"), folder.read("whole"));
}

#[test]
fn setups_take_any_field() {
    let folder = Folder::new();
    let words = "arena caper-cards --seats 3 --agents random --games 4 --set risk=12 --set first=2 --json out.json \
                 --replays games";
    let out = folder.heist(words).exits(0).out;
    assert!(out.starts_with("Caper Cards, 4 deals"), "{out}");
    let report = folder.json("out.json");
    assert_eq!(report["setup"], json!({"seats": 3, "risk": 12, "first": 2}));
    assert_eq!(folder.names_in("games").len(), 4);
    folder
        .heist("replay games/caper-cards-000000-1-random.jsonl --verify")
        .exits(0);
    let typed = "quit\n";
    let run = folder
        .heist_with(
            "play caper-cards --seats 3 --you 2 --set risk=12 --set first=2 --seed 1",
            typed,
        )
        .exits(0);
    assert!(run.out.contains("Heist 1 of 4, Boss player 2, Risk 12."), "{}", run.out);
    // Fields of the other game, as text and as JSON.
    let out = folder
        .heist("arena burgle-bros --agents random --games 1 --set sides=both --set stealth=1 --json -")
        .exits(0)
        .out;
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&report["setup"]["sides"], &report["setup"]["stealth"]),
        (&json!("both"), &json!(1))
    );
}

#[test]
fn wrong_fields_of_setups_are_named_with_their_option() {
    let folder = Folder::new();
    let arena = "arena caper-cards --agents random --games 1";
    for (words, texts) in [
        ("--set risk=13", ["--set risk=13: ", "expected 11 or 12"]),
        ("--set risk=high", ["--set risk=high: ", "invalid type"]),
        (
            "--set bess=2",
            ["--set bess=2: ", "unknown field `bess`, expected one of"],
        ),
        (
            "--seats 2 --set risk=12 --set first=3",
            ["--set first=3: ", "expected 1 to 2"],
        ),
        (
            "--set risk=12 --set risk=11",
            ["--set risk=11: ", "`risk` is given twice"],
        ),
        (
            "--scenario bank-job",
            ["--scenario bank-job: ", "Caper Cards has no such option"],
        ),
        ("--seats 5", ["--seats 5: ", "expected a whole number from 1 to 4"]),
    ] {
        folder.heist(&format!("{arena} {words}")).refuses(&texts);
    }
    for (words, text) in [
        ("--set risk", "expected NAME=VALUE"),
        ("--set seats=3", "--seats 3"),
        ("--set seed=3", "--seed 3"),
    ] {
        let run = folder.heist(&format!("{arena} {words}")).exits(2);
        assert!(run.err.contains("--set") && run.err.contains(text), "{}", run.err);
    }
    folder
        .heist("arena burgle-bros --agents random --games 1 --sides basic --set sides=both")
        .refuses(&["--set sides=both: ", "`sides` is given twice"]);
    let run = folder.heist("play --resume game.jsonl --set risk=12").exits(2);
    assert!(run.err.contains("cannot be used with"), "{}", run.err);
}

#[test]
fn a_hint_is_for_the_player_whose_hand_is_known() {
    let folder = example();
    let words = "hint caper.json --agent flat:sims=400 --json out.json";
    let out = folder.heist(words).exits(0).out;
    for text in [
        "Caper Cards, turn 6. Player 4 plays a card.",
        "% to win.",
        "Crew score 11 to ",
        "--agent flat:sims=400 --seed 0",
    ] {
        assert!(out.contains(text), "`{text}` is not in:\n{out}");
    }
    assert!(
        !out.to_lowercase().contains("loses"),
        "there is nothing to lose bit by bit: {out}"
    );
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let moves = folder.json("out.json")["moves"].as_array().unwrap().clone();
    let mut actions: Vec<&str> = moves.iter().map(|found| found["action"].as_str().unwrap()).collect();
    actions.sort_unstable();
    assert_eq!(
        actions,
        ["fcg:none", "fixer", "insider", "mastermind:cover", "mastermind:join"],
        "what the own hand has"
    );
    // The player before him decides, whose hand nobody knows.
    let earlier = CAPER
        .replacen(", \"thief\"]", "]", 1)
        .replacen(",\n  \"pile\": [\"bloom\"]", "", 1);
    assert_ne!(earlier, CAPER);
    folder.write("earlier.json", &earlier);
    for seat in ["", " --seat 4"] {
        folder.heist(&format!("hint earlier.json{seat}")).refuses(&[
            "earlier.json: Player 3 plays a card.",
            "leaves out what player 3 knows",
            "To advise player 4, whose knowledge it has, add what happens until that player decides",
        ]);
    }
    folder
        .heist("hint caper.json --seat 3")
        .refuses(&["--seat", "player 4 decides here"]);
    folder.write(
        "flip.json",
        r#"{"game": "caper-cards", "seats": 3, "hands": [["thief", "fixer", "fcg", "fcg", "muscle"]]}"#,
    );
    folder
        .heist("hint flip.json")
        .refuses(&["no player decides here. A card is flipped.", "heist position flip.json"]);
}

#[test]
fn a_hint_on_a_replay_is_given_to_what_the_player_knew() {
    let folder = Folder::new();
    folder
        .heist("arena caper-cards --seats 4 --agents random --games 1 --replays games")
        .exits(0);
    let replay = "games/caper-cards-000000-1-random.jsonl";
    let run = folder
        .heist(&format!(
            "hint {replay} --step 20 --agent flat:sims=200 --json out.json"
        ))
        .exits(0);
    assert!(
        run.out.contains("Caper Cards, turn 0. Player 1 plays a card."),
        "{}",
        run.out
    );
    assert!(run.out.contains("In the game player 1 chose "), "{}", run.out);
    let hand: Vec<String> = dealt(&folder.read(replay))[..5].to_vec();
    let moves = folder.json("out.json")["moves"].as_array().unwrap().clone();
    for found in &moves {
        let action = found["action"].as_str().unwrap();
        assert!(
            hand.iter().any(|card| action.starts_with(card.as_str())),
            "{action} of {hand:?}"
        );
    }
    folder.heist(&format!("hint {replay} --step 3")).refuses(&[
        "--step 3",
        "Player 1 is dealt a card",
        "nearest are --step 20",
    ]);
    let walked = folder.heist(&format!("replay {replay} --step")).exits(0).out;
    assert!(
        walked.contains("step 21  player 1: ") && walked.contains("Crew score 0 to "),
        "{walked}"
    );
}

#[test]
fn a_position_is_drawn_as_its_player_knows_it() {
    let folder = example();
    let run = folder.heist("position caper.json --json out.json").exits(0);
    for text in [
        "Heist 2 of 4, Boss player 2, Risk 11.",
        "18: Risk 11 and the Reward, Message Bloom (7)",
        "Hishari Mask (6): before scoring",
        "At the check",
        "> player 4      FCG 2♣, Fixer 3♥, Mastermind 8♣, Insider 10♦; was shown the",
        "mastermind:cover  Cover the Risk with the Mastermind, which makes it 8: Crew score stays 11.",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    keeps_secrets(&run.out, 4);
    assert_eq!(folder.json("out.json")["seat"], 4);
    // Without its name a game has to be named.
    folder.write(
        "nameless.json",
        &CAPER.replacen("  \"game\": \"caper-cards\",\n", "", 1),
    );
    folder
        .heist("position nameless.json")
        .refuses(&["does not name its game", "--game", "burgle-bros, caper-cards"]);
    let named = folder.heist("position nameless.json --game caper-cards").exits(0);
    assert_eq!(named.out, run.out);
    folder
        .heist("position caper.json --game burgle-bros")
        .refuses(&["line 2, field `game`", "\"burgle-bros\", as --game says"]);
}

#[test]
fn contradictions_of_positions_are_named_with_their_line() {
    let folder = Folder::new();
    for (before, after, texts) in [
        (
            "\"thief\"]}",
            "\"muscle:disc:fixer\"]}",
            [
                "line 8, field `heists[1].plays[1]`",
                "expected one of: muscle:disc:muscle",
            ],
        ),
        (
            "\"muscle:none\", \"thief\"",
            "\"muscle:none\", \"muscler\"",
            ["line 8, field `heists[1].plays[1]`", "`muscler` is not an action"],
        ),
        (
            "\"reward\": \"mask\"",
            "\"reward\": \"marsk\"",
            ["line 7, field `heists[0].reward`", "expected one of gloomscale"],
        ),
        (
            "\"reward\": \"mask\"",
            "\"reward\": \"weave_lens\"",
            ["line 7, field `heists[0].reward`", "ends the game in heist 1"],
        ),
        (
            "[\"fcg\", \"fixer\"",
            "[\"fcg\"",
            ["line 10, field `hands[3]`", "3 cards, expected 4"],
        ),
        (
            "[\"fcg\", \"fixer\"",
            "[\"fcg\", \"fixers\"",
            ["line 10, field `hands[3][1]`", "expected one of fcg"],
        ),
        (
            "\"pile\": [\"bloom\"]",
            "\"pile\": [\"mask\"]",
            ["line 11, field `pile[0]`", "`mask` is among the Rewards before"],
        ),
        (
            ",\n  \"pile\": [\"bloom\"]",
            "",
            ["field `pile`", "expected the Reward that player 4 was shown"],
        ),
        (
            "\"seats\": 4",
            "\"seats\": 6",
            ["line 3, field `seats`", "6 players, expected 1 to 4"],
        ),
        ("\"risk\": 11", "\"risc\": 11", ["line 4", "unknown field `risc`"]),
    ] {
        let text = CAPER.replacen(before, after, 1);
        assert_ne!(text, CAPER, "{before}");
        folder.write("caper.json", &text);
        folder.heist("position caper.json").refuses(&texts);
    }
}

#[test]
fn cases_bots_analyses_and_the_list_of_games_know_it() {
    let folder = example();
    let games = folder.heist("games").exits(0).out;
    assert!(
        games.contains("caper-cards ") && games.contains(" Caper Cards "),
        "{games}"
    );
    folder.write(
        "cases.toml",
        "game = \"caper-cards\"\n\n[[case]]\nid = \"a-flip-comes-first\"\nabout = \"With three the Boss plays after a \
         flip.\"\nrules = [\"CC4d\"]\nsetup = { seats = 3 }\nsteps = []\nnode = \"chance\"\n",
    );
    let out = folder.heist("check cases.toml").exits(0).out;
    assert!(out.contains("1 passed, 0 failed"), "{out}");
    let position: Value = serde_json::from_str(CAPER).unwrap();
    let query = json!({"id": "a", "position": position, "agent": "flat:sims=50"}).to_string();
    let answer = folder.heist_with("analyse", &format!("{query}\n")).exits(0).out;
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(
        (&answer["game"], &answer["seat"]),
        (&json!("caper-cards"), &json!(4)),
        "{answer}"
    );
    let out = folder
        .heist_words(
            "arena caper-cards --seats 2 --games 3 --agents",
            &[&format!(
                "random,bot:cmd={} bot --agent random",
                env!("CARGO_BIN_EXE_heist")
            )],
        )
        .exits(0)
        .out;
    assert!(!out.contains("fault"), "{out}");
}
