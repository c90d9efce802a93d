//! A network that is part of the program, in every command that takes an agent: in an empty folder it is found by its
//! name, and plays as a file of the same bytes does.

use std::fs;

use heist_agents::network::any::shipped;
use heist_engine::any;
use serde_json::{Value, json};

use crate::Folder;

const CAPER: &str = include_str!("../../../docs/examples/caper.json");

/// A folder with nothing but the bytes of the network under another name.
fn folder() -> Folder {
    let folder = Folder::new();
    let mut networks = shipped(any::find("caper-cards").unwrap()).iter();
    let network = networks.find(|shipped| shipped.name == "caper-cards-4").unwrap();
    fs::write(folder.path("copy.safetensors"), network.bytes).unwrap();
    folder
}

/// An agent with the network by its name, and with the copy of its file.
fn both(agent: &str) -> [String; 2] {
    ["caper-cards-4", "copy.safetensors"].map(|network| agent.replace("NET", network))
}

/// Agents that play by a network, each in its own way.
const AGENTS: [&str; 4] = [
    "policy:net=NET",
    "improve:sims=24,margin=0,net=NET,rollout=net",
    "improve:sims=24,turns=1,margin=0,net=NET,leaf=net",
    "puct:sims=24,net=NET",
];

/// What agents without the network find, for each of those above.
const WITHOUT: [&str; 4] = [
    "random",
    "improve:sims=24,margin=0",
    "improve:sims=24,turns=1,margin=0",
    "mcts:sims=24",
];

/// In every way that its heads allow, with nothing but its name.
#[test]
fn every_network_plays_from_an_empty_folder() {
    let networks = any::games().iter().flat_map(|&game| {
        let of_game = shipped(game).iter();
        of_game.map(move |network| (game.info().id, network.name))
    });
    for (game, name) in networks {
        let folder = Folder::new();
        let shown = folder.heist(&format!("net show {name} --json -")).exits(0).out;
        let shown: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!((&shown["fits"], &shown["config"]["game"]), (&json!(true), &json!(game)));
        let heads = shown["config"]["heads"].as_array().unwrap();
        let mut agents = vec![format!("policy:net={name}")];
        if heads.contains(&json!("policy")) {
            agents.push(format!("improve:sims=24,margin=0,net={name},rollout=net"));
        }
        if heads.contains(&json!("value")) {
            agents.push(format!("puct:sims=24,net={name}"));
        }
        assert!(agents.len() > 1, "{name}: {heads:?}");
        let words = format!("arena {game} --seats 3 --seed 5 --games 1 --json - --agents");
        let report = folder.heist_words(&words, &[&agents.join(",")]).exits(0).out;
        let report: Value = serde_json::from_str(&report).unwrap();
        let contestants = report["contestants"].as_array().unwrap();
        assert_eq!(contestants.len(), agents.len());
        for (contestant, agent) in contestants.iter().zip(&agents) {
            assert_eq!((&contestant["agent"], &contestant["games"]), (&json!(agent), &json!(1)));
            assert_eq!(contestant["first_fault"], Value::Null, "{agent}");
        }
        assert!(folder.names().is_empty(), "{name} needs no file and leaves none");
    }
}

#[test]
fn it_gives_hints_and_answers_queries() {
    let folder = folder();
    folder.write("caper.json", CAPER);
    let hint = |agent: &str| -> Value {
        let run = folder
            .heist(&format!("hint caper.json --agent {agent} --json -"))
            .exits(0);
        serde_json::from_str::<Value>(&run.out).unwrap()["moves"].take()
    };
    let position: Value = serde_json::from_str(CAPER).unwrap();
    let answer = |agent: &str| -> Value {
        let query = json!({"id": "a", "position": position, "agent": agent, "samples": 0});
        let run = folder.heist_with("analyse", &format!("{query}\n")).exits(0);
        serde_json::from_str::<Value>(&run.out).unwrap()["moves"].take()
    };
    for (agent, without) in AGENTS.iter().zip(WITHOUT) {
        for ask in [&hint as &dyn Fn(&str) -> Value, &answer] {
            let [named, copied] = both(agent).map(|agent| ask(&agent));
            assert!(named[0]["action"].is_string(), "{agent}: {named}");
            assert_eq!(named, copied, "{agent}");
            assert_ne!(named, ask(without), "{agent}");
        }
    }
    let [policy, _] = both(AGENTS[0]);
    let told = folder
        .heist(&format!("hint caper.json --agent {policy} --moves 1"))
        .exits(0)
        .out;
    assert!(
        told.contains("plays it: 100") && told.contains("without estimating chances to win"),
        "{told}"
    );
}

/// What a report says of a contestant, without its name and times.
fn figures(report: &Value, place: usize) -> Value {
    let mut figures = report["contestants"][place].clone();
    let fields = figures.as_object_mut().unwrap();
    fields.remove("agent");
    fields.remove("decision_us_mean");
    figures
}

#[test]
fn it_plays_in_the_arena_and_is_served_as_a_bot() {
    let folder = folder();
    for agent in AGENTS {
        let games = if agent.starts_with("policy") { 40 } else { 2 };
        let [named, copied] = both(agent);
        // The command of a bot has no commas, so only an agent with a single option is served.
        let is_served = !named.contains(',');
        let bot = format!(",bot:cmd='{}' bot --agent {named}", env!("CARGO_BIN_EXE_heist"));
        let bot = if is_served { bot } else { String::new() };
        let words = format!("arena caper-cards --seats 4 --seed 5 --games {games} --json - --agents");
        let run = folder.heist_words(&words, &[&format!("random,{named},{copied}{bot}")]);
        let report: Value = serde_json::from_str(&run.exits(0).out).unwrap();
        assert_eq!(report["contestants"][1]["first_fault"], Value::Null, "{agent}");
        assert_eq!(figures(&report, 1), figures(&report, 2), "{agent}");
        if is_served {
            assert_eq!(figures(&report, 1), figures(&report, 3), "{agent}");
        }
        if games == 40 {
            let wins = |place: usize| report["contestants"][place]["wins"].as_u64().unwrap();
            assert!(wins(1) > wins(0) + 20, "{} and {}", wins(1), wins(0));
        }
    }
}

#[test]
fn it_takes_seats_beside_a_person() {
    let folder = folder();
    for agent in AGENTS {
        let [named, copied] = both(agent);
        let steps = [("named", &named), ("copied", &copied)].map(|(replay, agent)| {
            let words =
                format!("play caper-cards --seats 4 --you 1 --seed 3 --replay {replay} --force --agents {agent}");
            let out = folder.heist_with(&words, &"1\n".repeat(30)).exits(0).out;
            assert!(out.contains("The game is over") && out.contains("player 2: "), "{out}");
            folder.heist(&format!("replay {replay} --verify")).exits(0);
            let replay = folder.read(replay);
            let (header, steps) = replay.split_once('\n').unwrap();
            assert!(header.contains(agent.as_str()), "{header}");
            steps.to_owned()
        });
        assert_eq!(steps[0], steps[1], "{agent}");
    }
}

#[test]
fn suites_name_it() {
    let folder = folder();
    let agents: Vec<String> = AGENTS.iter().flat_map(|agent| both(agent)).collect();
    let suite = format!(
        "title = \"Networks\"\ngame = \"caper-cards\"\nseed = 5\ngames = 2\nsetup = {{ seats = 4, risk = 11 \
         }}\nagents = {agents:?}\n"
    );
    folder.write("nets.toml", &suite);
    let run = folder.heist("strength nets.toml --json out.json").exits(0);
    let report = folder.json("out.json");
    for (number, agent) in AGENTS.iter().enumerate() {
        let [named, _] = both(agent);
        assert!(run.out.contains(&format!("| `{named}` | 2 |")), "{}", run.out);
        let wins = |place: usize| &report[0]["contestants"][place]["wins"];
        assert_eq!(wins(2 * number), wins(2 * number + 1), "{agent}");
    }
}

#[test]
fn it_plays_recorded_games_and_labels_them() {
    let folder = folder();
    let cat = |shards: &str, words: &str| folder.heist(&format!("shards cat {shards} {words}")).exits(0).out;
    for (number, agent) in AGENTS.iter().enumerate() {
        let games = ["named", "copied"].map(|name| format!("{name}{number}"));
        for (agent, out) in both(agent).iter().zip(&games) {
            let words = "selfplay caper-cards --seats 4 --seed 3 --games 2";
            folder.heist(&format!("{words} --agents {agent} --out {out}")).exits(0);
            folder.heist(&format!("shards verify {out}")).exits(0);
        }
        let [named, copied] = games.map(|games| cat(&games, ""));
        assert_eq!(named, copied, "{agent}");
        assert_eq!(named.lines().count(), 2, "{named}");
    }
    let agent = "improve:turns=2,net=NET,rollout=net";
    let label = |rollouts: &str, out: &str| {
        let words = format!("label --from named0 --out {out} --per-game 3 --worlds 8 --rollouts {rollouts}");
        folder.heist(&words).exits(0);
        folder.heist(&format!("shards verify {out}")).exits(0);
        cat(out, "--rows")
    };
    let [named, copied] = both(agent);
    let labelled = label(&named, "labels");
    assert_eq!(labelled.lines().count(), 6, "{labelled}");
    assert_eq!(labelled, label(&copied, "labels-of-copy"));
    assert_ne!(labelled, label("improve:turns=2", "labels-of-expert"));
}

#[test]
fn a_name_that_no_network_has_is_answered_with_the_known_ones() {
    let folder = folder();
    folder.write("caper.json", CAPER);
    folder
        .heist("selfplay caper-cards --seats 4 --seed 3 --games 1 --agents random --out games")
        .exits(0);
    let before = folder.names();
    let known =
        "no network `caper-cards-5`; there are: caper-cards-4, or give the path of a file that ends in .safetensors";
    for agent in AGENTS {
        let agent = agent.replace("NET", "caper-cards-5");
        for words in [
            "hint caper.json --agent",
            "arena caper-cards --seats 4 --games 1 --agents",
            "play caper-cards --seats 4 --agents",
            "selfplay caper-cards --seats 4 --games 1 --out none --agents",
        ] {
            folder
                .heist(&format!("{words} {agent}"))
                .refuses(&["--agent", "net=caper-cards-5: ", known]);
        }
        folder.write(
            "nets.toml",
            &format!(
                "title = \"Networks\"\ngame = \"caper-cards\"\nseed = 5\ngames = 1\nsetup = {{ seats = 4 }}\nagents = \
                 [\"{agent}\"]\n"
            ),
        );
        folder.heist("strength nets.toml").refuses(&["nets.toml", known]);
        fs::remove_file(folder.path("nets.toml")).unwrap();
        let position: Value = serde_json::from_str(CAPER).unwrap();
        let query = json!({"id": "a", "position": position, "agent": agent});
        let answer = folder.heist_with("analyse", &format!("{query}\n")).exits(0).out;
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert!(answer["error"].as_str().unwrap().contains(known), "{answer}");
        assert_eq!(answer["field"], "agent");
        // A bot learns which game it plays from the program that drives it.
        let game = json!({"game": "caper-cards", "format": 1, "setup": {"seats": 4, "risk": 11}, "seats": 4, "seat": 1,
                          "seed": "575373deb1031fdb"});
        let run = folder.heist_with(&format!("bot --agent {agent}"), &format!("heist-bot 1\ngame {game}\n"));
        let run = run.refuses(&[known]);
        assert!(run.out.contains("\nerror ") && run.out.contains(known), "{}", run.out);
    }
    let label = "label --from games --out none --rollouts improve:net=caper-cards-5,rollout=net";
    folder.heist(label).refuses(&["--rollouts", known]);
    // Without a game all networks are named.
    folder.heist("net show caper-cards-5").refuses(&[
        "no network `caper-cards-5`; there are: bank-job-3, ",
        "caper-cards-4, tech-lab-3-residual, or give the path",
    ]);
    assert_eq!(folder.names(), before, "nothing is written");
    // Networks belong to games.
    folder
        .heist("arena burgle-bros --games 1 --agents policy:net=caper-cards-4")
        .refuses(&["no network `caper-cards-4`; there are: bank-job-3, bank-job-3-residual, or give the path"]);
}
