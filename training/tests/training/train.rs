//! Tests of the loop.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use heist_agents::heuristics::Heuristics;
use heist_agents::network::{Head, NetworkFile};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_training::train::config::TrainConfig;
use heist_training::train::run::{Event, Finished, TrainError, TrainOptions, train};

use crate::support::Folder;

const GRADIENT: &str = r#"
    game = "caper-cards"
    name = "tiny"
    seed = 5
    rounds = 2
    setup = { seats = 3 }
    [policy-gradient]
    lanes = 16
    horizon = 8
    clone-updates = 2
    updates = 4
    epochs = 1
    batch = 64
    hidden = [8]
    critic-hidden = [8]
    round = 2
    evaluation-games = 20
    [gate]
    agent = "policy:net={net}"
    games = 30
    minutes = 5
    elo0 = 0
    elo1 = 50
    [curve]
    agent = "policy:net={net}"
    beside = ["random"]
    games = 20
"#;

const VALUES: &str = r#"
    game = "burgle-bros"
    name = "tiny"
    seed = 5
    rounds = 2
    setup = { seats = 2, scenario = "office-job" }
    [play]
    first-agent = "heuristic"
    agent = "policy:net={net}"
    games = 8
    window = 2
    [label]
    first-rollouts = "improve:turns=1"
    worlds = 2
    moves = 3
    per-game = 4
    [learn.network]
    hidden = [8]
    [learn.schedule]
    epochs = 1
    batch = 8
    [gate]
    agent = "policy:net={net}"
    against = "random"
    games = 4
    minutes = 5
    elo0 = 0
    elo1 = 50
    [curve]
    agent = "policy:net={net}"
    games = 4
"#;

fn run<G: Heuristics>(text: &str, out: &Path, stop: &AtomicBool, after: usize) -> Result<Option<Finished>, TrainError> {
    let begun = Mutex::new(0);
    let tell = |event: Event| {
        if let Event::Begins { .. } = event {
            let mut begun = begun.lock().unwrap();
            *begun += 1;
            if *begun == after {
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    let flags = [stop];
    let options = TrainOptions {
        out,
        threads: 2,
        learning_threads: 1,
        cuda: false,
        stop: &flags,
    };
    train::<G>(&TrainConfig::parse(text).unwrap(), &options, &tell)
}

/// A run that is stopped in each of its steps ends with the same network as one that was not.
fn check<G: Heuristics>(text: &str, steps: usize) {
    let (whole, stopped) = (Folder::new(), Folder::new());
    let finished = run::<G>(text, &whole.0, &AtomicBool::new(false), usize::MAX)
        .unwrap()
        .unwrap();
    for step in 1..=steps {
        let ended = run::<G>(text, &stopped.0, &AtomicBool::new(false), step).unwrap();
        assert!(ended.is_none() || step == steps, "step {step}");
    }
    let resumed = run::<G>(text, &stopped.0, &AtomicBool::new(false), usize::MAX)
        .unwrap()
        .unwrap();
    assert_eq!(finished.curve, resumed.curve);
    assert_eq!(finished.gates, resumed.gates);
    let bytes = fs::read(&finished.network).unwrap();
    assert_eq!(bytes, fs::read(&resumed.network).unwrap());
    let network = NetworkFile::read(&bytes).unwrap();
    network.config.check_game::<G>().unwrap();
    assert!(network.config.heads.iter().all(|head| Head::READ.contains(head)));
    assert_eq!(network.config.card["name"], "tiny");
    let card = fs::read_to_string(&finished.card).unwrap();
    assert!(card.contains("round 2") && card.contains("policy:net={net}"), "{card}");
    assert_eq!(finished.gates.len(), 2);
    assert!(finished.curve.iter().all(|point| point.games > 0));
}

#[test]
fn a_policy_gradient_runs_to_its_card() {
    check::<CaperCards>(GRADIENT, 4);
}

#[test]
fn values_are_learned_round_by_round() {
    check::<BurgleBros>(VALUES, 7);
}

#[test]
fn a_folder_belongs_to_one_run() {
    let folder = Folder::new();
    let stop = AtomicBool::new(true);
    assert!(run::<CaperCards>(GRADIENT, &folder.0, &stop, 0).unwrap().is_none());
    let other = GRADIENT.replace("seed = 5", "seed = 6");
    let refused = run::<CaperCards>(&other, &folder.0, &stop, 0).unwrap_err().to_string();
    assert!(refused.contains("another configuration"), "{refused}");
}

#[test]
fn agents_that_cannot_play_are_refused_before_any_game() {
    let folder = Folder::new();
    let stop = AtomicBool::new(false);
    let text = GRADIENT.replace("\"random\"", "\"nobody\"");
    let refused = run::<CaperCards>(&text, &folder.0, &stop, 0).unwrap_err().to_string();
    assert!(
        refused.contains("`curve.beside`") && refused.contains("nobody"),
        "{refused}"
    );
    let text = GRADIENT.replace("seats = 3", "seats = 9");
    let refused = run::<CaperCards>(&text, &folder.0, &stop, 0).unwrap_err().to_string();
    assert!(refused.contains("`setup`"), "{refused}");
}
