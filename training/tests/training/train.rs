//! Tests of the loop.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use heist_agents::Players;
use heist_agents::network::{Head, NetworkFile};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::with_game;
use heist_training::train::config::TrainConfig;
use heist_training::train::error::TrainError;
use heist_training::train::report::Gate;
use heist_training::train::run::{Event, Finished, TrainOptions, train};
use serde_json::Value;

use crate::support::{Folder, drawn};

/// A policy gradient that needs no LibTorch.
pub const MOVES: &str = r#"
    game = "burgle-bros"
    name = "tiny"
    seed = 5
    rounds = 2
    setup = { seats = 2, scenario = "office-job" }
    [policy-gradient]
    lanes = 6
    horizon = 8
    clone-updates = 2
    updates = 4
    epochs = 1
    batch = 32
    round = 2
    evaluation-games = 4
    [policy-gradient.moves]
    hidden = 4
    critic-hidden = 4
    [gate]
    agent = "policy:net={net}"
    games = 6
    minutes = 5
    elo0 = 0
    elo1 = 50
    [curve]
    agent = "policy:net={net}"
    beside = ["random"]
    games = 6
"#;

/// One that needs it.
pub const GRADIENT: &str = r#"
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

pub const VALUES: &str = r#"
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

type Trained = Result<Option<Finished>, TrainError>;

fn run_and_tell<G: Players>(text: &str, out: &Path, stop: &AtomicBool, tell: &(dyn Fn(Event) + Sync)) -> Trained {
    let flags = [stop];
    let options = TrainOptions {
        config: Path::new("configs/tiny.toml"),
        out,
        threads: 2,
        learning_threads: 1,
        cuda: false,
        stop: &flags,
    };
    train::<G>(&TrainConfig::parse(text).unwrap(), &options, tell)
}

/// A run that is stopped as soon as so many of its steps have begun.
fn run<G: Players>(text: &str, out: &Path, stop: &AtomicBool, after: usize) -> Trained {
    let begun = Mutex::new(0);
    run_and_tell::<G>(text, out, stop, &|event| {
        if let Event::Begins { .. } = event {
            let mut begun = begun.lock().unwrap();
            *begun += 1;
            if *begun == after {
                stop.store(true, Ordering::Relaxed);
            }
        }
    })
}

/// A run that goes on to its end.
fn finish<G: Players>(text: &str, out: &Path) -> Finished {
    run::<G>(text, out, &AtomicBool::new(false), usize::MAX)
        .unwrap()
        .unwrap()
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A run that is stopped in each of its steps ends with the same network as one that was not.
fn check<G: Players>(text: &str, steps: usize) {
    let (whole, stopped) = (Folder::new(), Folder::new());
    let finished = finish::<G>(text, &whole.0);
    for step in 1..=steps {
        let ended = run::<G>(text, &stopped.0, &AtomicBool::new(false), step).unwrap();
        assert!(ended.is_none() || step == steps, "step {step}");
    }
    let resumed = finish::<G>(text, &stopped.0);
    assert_eq!(finished.curve, resumed.curve);
    assert_eq!(finished.gates, resumed.gates);
    let bytes = fs::read(&finished.network).unwrap();
    assert_eq!(bytes, fs::read(&resumed.network).unwrap());
    let network = NetworkFile::read(&bytes).unwrap();
    network.config.check_game::<G>().unwrap();
    assert!(network.config.heads.iter().all(|head| Head::READ.contains(head)));
    assert_eq!(finished.gates.len(), 2);
    assert!(finished.curve.iter().all(|point| point.games > 0));
    check_card(&finished, &network.config.card, &whole.0);
}

/// What people are told of a network: in its file, and in Markdown with times.
fn check_card(finished: &Finished, card: &serde_json::Map<String, Value>, folder: &Path) {
    assert_eq!(card["name"], "tiny");
    assert_eq!(card["command"], "heist train --config tiny.toml --out runs/tiny");
    let text = fs::read_to_string(&finished.card).unwrap();
    for part in [
        "of round",
        "policy:net={net}",
        "$ heist train --config configs/tiny.toml --out runs/tiny",
        "95% interval",
        "gate of round 2: ",
        "Limits",
    ] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
    let times = json(&folder.join("times.json"));
    for round in ["1", "2"] {
        let steps = times[round].as_object().unwrap();
        assert!(
            steps["learn"].as_f64().unwrap() > 0.0 && steps["curve"].as_f64().unwrap() > 0.0,
            "{times}"
        );
        let data = json(&folder.join(format!("rounds/0{round}/data.json")));
        assert!(data["decisions"].as_u64().unwrap() > 0, "{data}");
        let line = ["round", "games", "decisions", "labels"].map(|name| match &data[name] {
            Value::Null => "-".to_owned(),
            number => number.to_string(),
        });
        let line = format!("| {} |", line.join(" | "));
        assert!(text.contains(&line), "`{line}` is not in:\n{text}");
    }
    let last = usize::try_from(card["round"].as_u64().unwrap()).unwrap();
    let rounds = card["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), last);
    assert_eq!(rounds[0], json(&folder.join("rounds/01/data.json")));
}

#[test]
fn a_policy_gradient_runs_to_its_card_without_torch() {
    check::<BurgleBros>(MOVES, 4);
}

#[cfg(feature = "torch")]
#[test]
fn a_policy_gradient_runs_to_its_card() {
    check::<CaperCards>(GRADIENT, 4);
}

#[cfg(feature = "torch")]
#[test]
fn values_are_learned_round_by_round() {
    check::<BurgleBros>(VALUES, 7);
}

/// Shards that are damaged before they are labelled, or before the next round learns from them, are named and the rest
/// is used.
#[cfg(feature = "torch")]
#[test]
fn damaged_shards_of_a_run_are_named_and_skipped() {
    // Two blocks in each round.
    let text = VALUES.replace("games = 8\n", "games = 70\n");
    let folder = Folder::new();
    let shard = |name: &str| folder.0.join("rounds/01").join(name).join("games-00000000.shard");
    let damage = |path: &Path| {
        let mut bytes = fs::read(path).unwrap();
        let last = bytes.len() - 9;
        bytes[last] ^= 1;
        fs::write(path, bytes).unwrap();
    };
    let told = Mutex::new(Vec::new());
    let go_on = |stop_before: &str| {
        let stop = AtomicBool::new(false);
        run_and_tell::<BurgleBros>(&text, &folder.0, &stop, &|event| match event {
            Event::Begins { step, .. } if !stop_before.is_empty() && step.starts_with(stop_before) => {
                stop.store(true, Ordering::Relaxed);
            }
            Event::Result(line) if line.contains(".shard: ") => told.lock().unwrap().push(line),
            _ => {}
        })
        .unwrap()
    };
    let check = |path: &Path, block: u32, games: &str| {
        let lines = std::mem::take(&mut *told.lock().unwrap());
        let begins = format!("{}: block {block} at byte ", path.display());
        let ends = format!("; games {games} of the shard are lost");
        let is_named = |line: &String| line.starts_with(&begins) && line.ends_with(&ends);
        assert!(lines.iter().any(is_named), "{lines:?}");
    };
    assert!(go_on("labelling").is_none());
    damage(&shard("games"));
    // As if it had been killed before it began to label.
    fs::remove_dir_all(folder.0.join("rounds/01/labels")).unwrap();
    assert!(go_on("gate").is_none());
    check(&shard("games"), 1, "64 to 69");
    assert_eq!(json(&folder.0.join("rounds/01/data.json"))["games"], 64);
    damage(&shard("labels"));
    assert!(go_on("").is_some());
    check(&shard("labels"), 0, "0 to 63");
}

/// What a policy gradient learned from is counted, whether or not it was stopped.
#[test]
fn metrics_of_a_policy_gradient_have_a_line_per_checkpoint() {
    let folder = Folder::new();
    // The first step of a resumed run: its updates are made again.
    assert!(
        run::<BurgleBros>(MOVES, &folder.0, &AtomicBool::new(false), 1)
            .unwrap()
            .is_none()
    );
    let finished = finish::<BurgleBros>(MOVES, &folder.0);
    let of = |round: u32| {
        let learn = folder.0.join(format!("rounds/0{round}/learn"));
        let text = fs::read_to_string(learn.join("metrics.jsonl")).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let lines: Vec<Value> = lines.collect();
        for line in &lines {
            assert!(learn.join(line["updates"].to_string()).join("net.safetensors").exists());
        }
        lines
    };
    let updates = |round| {
        of(round)
            .iter()
            .map(|line| line["updates"].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!((updates(1), updates(2)), (vec![2, 3], vec![5, 6]));
    let card = NetworkFile::read(&fs::read(finished.network).unwrap())
        .unwrap()
        .config
        .card;
    assert_eq!(card["rounds"][0]["decisions"], 3 * 6 * 8);
    let games: u64 = of(1).iter().map(|line| line["games"].as_u64().unwrap()).sum();
    assert_eq!(card["rounds"][0]["games"], games);
}

/// Checkpoints divide a round of the curve; the card shows the networks alone.
#[test]
fn a_curve_shows_checkpoints_of_a_policy_gradient() {
    let text = MOVES.replace("beside = [", "checkpoints = 2\n    beside = [");
    let folder = Folder::new();
    let finished = finish::<BurgleBros>(&text, &folder.0);
    let points = finished
        .curve
        .iter()
        .map(|point| (point.agent.as_str(), point.round, point.trained));
    let expected = [
        ("round 1, update 2", None, Some(2.0 / 3.0)),
        ("round 1", Some(1), Some(1.0)),
        ("round 2, update 5", None, Some(1.0 + 2.0 / 3.0)),
        ("round 2", Some(2), Some(2.0)),
        ("random", None, None),
    ];
    assert_eq!(points.collect::<Vec<_>>(), expected);
    assert!(finished.curve.iter().all(|point| point.games == 6));
    let card = fs::read_to_string(&finished.card).unwrap();
    assert!(
        card.contains("| round 2 | 6 |") && card.contains("| random | 6 |") && !card.contains("update 2"),
        "{card}"
    );
}

#[test]
fn a_curve_cannot_show_checkpoints_that_depend_on_the_machine() {
    let refused = |text: &str, count: u32| {
        let text = text.replace("[curve]", &format!("[curve]\n    checkpoints = {count}"));
        TrainConfig::parse(&text).unwrap_err().to_string()
    };
    let none = refused(MOVES, 0);
    assert!(
        none.contains("`curve.checkpoints`: found 0; expected a whole number from 1 to 10000"),
        "{none}"
    );
    let values = refused(VALUES, 2);
    assert!(
        values.contains("`curve.checkpoints`: expected 1, as there is no `[policy-gradient]`"),
        "{values}"
    );
}

/// The event file of a policy gradient holds every number of its metrics.
#[test]
fn a_policy_gradient_writes_events() {
    let folder = Folder::new();
    finish::<BurgleBros>(MOVES, &folder.0);
    let learn = folder.0.join("rounds/02/learn");
    let names = fs::read_dir(&learn).unwrap().map(|entry| entry.unwrap().path());
    let is_events = |path: &PathBuf| {
        path.file_name()
            .unwrap()
            .to_string_lossy()
            .starts_with("events.out.tfevents.")
    };
    let events: Vec<PathBuf> = names.filter(is_events).collect();
    assert_eq!(events.len(), 1);
    let bytes = fs::read(&events[0]).unwrap();
    let has = |tag: &str| bytes.windows(tag.len()).filter(|part| *part == tag.as_bytes()).count();
    for name in [
        "decisions",
        "games",
        "sampled",
        "entropy",
        "divergence",
        "critic_loss",
        "greedy",
    ] {
        assert_eq!(has(&format!("policy-gradient/{name}")), 2, "{name}");
    }
}

#[cfg(feature = "torch")]
#[test]
fn tensorboard_reads_the_numbers_of_policy_gradients() {
    fn check<G: Players>(text: &str) {
        let folder = Folder::new();
        finish::<G>(text, &folder.0);
        for round in 1..=2 {
            let learn = folder.0.join(format!("rounds/0{round}/learn"));
            let read = crate::learn::events::read(&learn);
            let text = fs::read_to_string(learn.join("metrics.jsonl")).unwrap();
            let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            for (place, line) in lines.enumerate() {
                for (name, number) in line.as_object().unwrap().iter().filter(|(name, _)| *name != "updates") {
                    let found = &read[format!("policy-gradient/{name}")][place];
                    assert_eq!(found[0], line["updates"], "{name}");
                    assert_eq!(
                        found[1].as_f64().unwrap() as f32,
                        number.as_f64().unwrap() as f32,
                        "{name}"
                    );
                }
            }
        }
    }
    check::<BurgleBros>(MOVES);
    check::<CaperCards>(GRADIENT);
}

/// A build that cannot learn says so before it writes anything, and so does one that has no device.
#[test]
fn what_the_build_cannot_do_is_refused_before_anything_is_written() {
    let folder = Folder::new();
    let out = folder.0.join("run");
    #[cfg(not(feature = "torch"))]
    for (refused, text) in [
        (run::<CaperCards>(GRADIENT, &out, &AtomicBool::new(false), 0), GRADIENT),
        (run::<BurgleBros>(VALUES, &out, &AtomicBool::new(false), 0), VALUES),
    ] {
        let refused = refused.unwrap_err();
        assert!(matches!(refused, TrainError::WithoutTorch), "{refused}: {text}");
    }
    let on_cuda = |text: &str| TrainConfig::parse(text).unwrap();
    let stop = AtomicBool::new(true);
    let options = TrainOptions {
        config: Path::new("configs/tiny.toml"),
        out: &out,
        threads: 1,
        learning_threads: 1,
        cuda: true,
        stop: &[&stop],
    };
    let refused = train::<BurgleBros>(&on_cuda(MOVES), &options, &|_| ()).unwrap_err();
    assert!(refused.to_string().contains("expected the device cpu"), "{refused}");
    assert!(!out.exists());
    #[cfg(feature = "torch")]
    {
        let values = folder.0.join("values");
        let values = TrainOptions {
            out: &values,
            ..options
        };
        for (out, trained) in [
            (options.out, train::<CaperCards>(&on_cuda(GRADIENT), &options, &|_| ())),
            (values.out, train::<BurgleBros>(&on_cuda(VALUES), &values, &|_| ())),
        ] {
            if tch::Cuda::is_available() {
                assert!(trained.unwrap().is_none());
            } else {
                let refused = trained.unwrap_err().to_string();
                assert!(refused.contains("PyTorch finds no CUDA device"), "{refused}");
                assert!(!out.exists());
            }
        }
    }
}

#[cfg(feature = "torch")]
#[test]
fn a_policy_gradient_learns_on_a_cuda_device_if_there_is_one() {
    if !tch::Cuda::is_available() {
        return;
    }
    let folder = Folder::new();
    let stop = AtomicBool::new(false);
    let options = TrainOptions {
        config: Path::new("configs/tiny.toml"),
        out: &folder.0,
        threads: 2,
        learning_threads: 1,
        cuda: true,
        stop: &[&stop],
    };
    let finished = train::<CaperCards>(&TrainConfig::parse(GRADIENT).unwrap(), &options, &|_| ());
    let card = fs::read_to_string(finished.unwrap().unwrap().card).unwrap();
    assert!(card.contains("--device cuda"), "{card}");
}

/// The small policy gradient with a gate as these settings say, and the gate of its first round. The network plays
/// nearly as the expert, or nearly at random.
fn gate(is_expert: bool, against: &str, games: u32, minutes: f64) -> Gate {
    let text = MOVES
        .replace("rounds = 2", "rounds = 1")
        .replace("clone-updates = 2", "clone-updates = 0")
        .replace(
            "critic-hidden = 4",
            &format!("critic-hidden = 4\n    residual = {is_expert}"),
        )
        .replace(
            "games = 6\n    minutes = 5",
            &format!("games = {games}\n    minutes = {minutes}\n    against = \"{against}\""),
        );
    let folder = Folder::new();
    let finished = finish::<BurgleBros>(&text, &folder.0);
    let card = fs::read_to_string(finished.card).unwrap();
    let [gate] = &finished.gates[..] else {
        panic!("{:?}", finished.gates)
    };
    assert_eq!(
        card.contains("It was not taken: no network of the run has passed its gate"),
        !gate.taken,
        "{card}"
    );
    assert_eq!(finished.taken, gate.taken);
    let file = NetworkFile::read(&fs::read(&finished.network).unwrap()).unwrap();
    let taken = (!gate.taken).then_some(Value::Bool(false));
    assert_eq!(
        file.config.card.get("taken"),
        taken.as_ref(),
        "only what was not taken says so"
    );
    assert_eq!(gate.against.as_deref(), Some(against));
    gate.clone()
}

#[test]
fn a_network_that_is_better_is_taken() {
    let gate = gate(true, "random", 400, 10.0);
    assert_eq!((gate.verdict.as_str(), gate.taken), ("better: taken", true));
    assert!(gate.deals < 400, "{}", gate.deals);
    assert!(gate.elo.unwrap().0 > 0.0);
}

#[test]
fn a_network_that_loses_is_not_taken() {
    let gate = gate(false, "heuristic", 400, 10.0);
    assert_eq!((gate.verdict.as_str(), gate.taken), ("not better: not taken", false));
    assert!(gate.deals < 400, "{}", gate.deals);
}

#[test]
fn a_gate_that_is_out_of_games_takes_nothing() {
    let gate = gate(true, "heuristic", 2, 10.0);
    assert_eq!((gate.verdict.as_str(), gate.taken), ("undecided: not taken", false));
    assert_eq!(gate.deals, 2);
}

#[test]
fn a_gate_that_is_out_of_time_takes_nothing() {
    let gate = gate(true, "random", 400, 1e-12);
    assert_eq!((gate.verdict.as_str(), gate.taken), ("out of time: not taken", false));
    assert_eq!((gate.deals, gate.elo), (0, None));
}

#[test]
fn an_inconclusive_gate_keeps_the_old_network() {
    let folder = Folder::new();
    let finished = finish::<BurgleBros>(
        &MOVES.replace("games = 6\n    minutes", "games = 1\n    minutes"),
        &folder.0,
    );
    let taken: Vec<bool> = finished.gates.iter().map(|gate| gate.taken).collect();
    assert_eq!(taken, [true, false]);
    let network = |path: &Path| NetworkFile::read(&fs::read(path).unwrap()).unwrap();
    let (kept, first) = (
        network(&finished.network),
        network(&folder.0.join("rounds/01/net.safetensors")),
    );
    assert_eq!(kept.config.card["round"], 1);
    let half = |number: f32| (number - number.abs() / 1024.0, number + number.abs() / 1024.0);
    for (name, tensor) in &first.tensors {
        for (kept, first) in kept.tensors[name].values.iter().zip(&tensor.values) {
            let (least, most) = half(*first);
            assert!(
                (least..=most).contains(kept) || first.abs() < 1e-4,
                "{name}: {kept} and {first}"
            );
        }
    }
}

/// The time that a gate has had counts, however often the run is stopped, and so do the games that it has played.
#[test]
fn the_time_of_a_gate_is_kept_over_stops() {
    // Nothing decides between hypotheses that are so near to each other.
    let text = MOVES
        .replace("games = 6\n    minutes = 5", "games = 1000000\n    minutes = 10")
        .replace("elo1 = 50", "elo1 = 0.001");
    let folder = Folder::new();
    let (stop, gate_begun, done) = (AtomicBool::new(false), AtomicBool::new(false), Mutex::new(0));
    let stopped = run_and_tell::<BurgleBros>(&text, &folder.0, &stop, &|event| match event {
        Event::Begins { step, .. } => gate_begun.store(step.starts_with("gate"), Ordering::Relaxed),
        Event::Done if gate_begun.load(Ordering::Relaxed) => {
            let mut done = done.lock().unwrap();
            *done += 1;
            if *done == 20 {
                stop.store(true, Ordering::Relaxed);
            }
        }
        _ => {}
    });
    assert!(stopped.unwrap().is_none());
    let path = folder.0.join("times.json");
    let mut times = json(&path);
    let before = times["2"]["gate"].as_f64().unwrap();
    assert!(before > 0.0, "{times}");
    // As if the run had gone on for a long time before it was stopped.
    times["2"]["gate"] = Value::from(600.0);
    fs::write(&path, times.to_string()).unwrap();
    let finished = finish::<BurgleBros>(&text, &folder.0);
    let gate = &finished.gates[1];
    assert_eq!((gate.verdict.as_str(), gate.taken), ("out of time: not taken", false));
    assert!(gate.deals > 0 && gate.deals < 1_000_000, "{}", gate.deals);
    assert!(json(&path)["2"]["gate"].as_f64().unwrap() >= 600.0);
}

/// Something that a run has made in its first round.
fn make_result(folder: &Path) {
    fs::create_dir_all(folder.join("rounds/01")).unwrap();
    fs::write(folder.join("rounds/01/made"), "").unwrap();
}

#[test]
fn a_folder_belongs_to_one_run() {
    let folder = Folder::new();
    let stop = AtomicBool::new(true);
    let other = MOVES.replace("seed = 5", "seed = 6");
    // Before there is a result it may be another one.
    for text in [&other, MOVES] {
        assert!(run::<BurgleBros>(text, &folder.0, &stop, 0).unwrap().is_none());
    }
    make_result(&folder.0);
    let refused = run::<BurgleBros>(&other, &folder.0, &stop, 0).unwrap_err().to_string();
    assert!(refused.contains("another configuration"), "{refused}");
}

#[test]
fn a_network_that_has_changed_at_its_path_is_noticed() {
    let (one, other, folder) = (Folder::new(), Folder::new(), Folder::new());
    let [one, other] = [(&one, "seed = 5"), (&other, "seed = 6")].map(|(folder, seed)| {
        fs::read(finish::<BurgleBros>(&MOVES.replace("seed = 5", seed), &folder.0).network).unwrap()
    });
    let path = folder.0.join("before.safetensors");
    let name = path.display().to_string();
    for (run_folder, field, add) in [
        ("against", "minutes = 5", format!("against = \"policy:net={name}\"")),
        ("teacher", "critic-hidden = 4", format!("teacher = \"{name}\"")),
    ] {
        let text = MOVES.replace(field, &format!("{field}\n    {add}"));
        let out = folder.0.join(run_folder);
        let begun = || run::<BurgleBros>(&text, &out, &AtomicBool::new(false), 1);
        fs::write(&path, &one).unwrap();
        assert!(begun().unwrap().is_none());
        make_result(&out);
        let files = || {
            fs::read_dir(&out)
                .unwrap()
                .map(|entry| entry.unwrap().file_name())
                .collect::<BTreeSet<_>>()
        };
        let before = files();
        fs::write(&path, &other).unwrap();
        let refused = begun().unwrap_err().to_string();
        assert!(
            refused.contains(&name) && refused.contains("has changed since the run began"),
            "{refused}"
        );
        fs::remove_file(&path).unwrap();
        let missing = begun().unwrap_err().to_string();
        assert!(
            missing.contains(&name) && missing.contains(&format!("{run_folder}`: ")),
            "{missing}"
        );
        assert_eq!(before, files());
        fs::write(&path, &one).unwrap();
        assert_eq!(finish::<BurgleBros>(&text, &out).gates.len(), 2);
    }
}

/// A run of an older version, which did not note its teacher, goes on.
#[test]
fn a_teacher_that_was_not_noted_is_noted() {
    let (teacher, folder) = (Folder::new(), Folder::new());
    let path = finish::<BurgleBros>(&MOVES.replace("rounds = 2", "rounds = 1"), &teacher.0).network;
    let text = MOVES.replace(
        "critic-hidden = 4",
        &format!("critic-hidden = 4\n    teacher = \"{}\"", path.display()),
    );
    assert!(
        run::<BurgleBros>(&text, &folder.0, &AtomicBool::new(false), 1)
            .unwrap()
            .is_none()
    );
    let noted = folder.0.join("networks.json");
    let whole = fs::read_to_string(&noted).unwrap();
    assert!(whole.contains(path.to_str().unwrap()), "{whole}");
    fs::write(&noted, "{}").unwrap();
    finish::<BurgleBros>(&text, &folder.0);
    assert_eq!(fs::read_to_string(&noted).unwrap(), whole);
}

#[test]
fn agents_that_cannot_play_are_refused_before_any_game() {
    let folder = Folder::new();
    let out = folder.0.join("run");
    let refused = |from: &str, to: &str| {
        let text = MOVES.replace(from, to);
        let refused = run::<BurgleBros>(&text, &out, &AtomicBool::new(false), 0).unwrap_err();
        refused.to_string()
    };
    let agent = refused("\"random\"", "\"nobody\"");
    assert!(agent.contains("`curve.beside`") && agent.contains("nobody"), "{agent}");
    let seats = refused("seats = 2", "seats = 9");
    assert!(seats.contains("`setup`"), "{seats}");
    let field = refused("seats = 2", "seat = 2");
    assert!(field.contains("`setup`") && field.contains("`seat`"), "{field}");
    let layers = refused("epochs = 1", "hidden = [8]");
    assert!(
        layers.contains("`policy-gradient`") && layers.contains("`hidden`"),
        "{layers}"
    );
    let missing = refused(
        "minutes = 5",
        "minutes = 5\n    against = \"policy:net=nowhere.safetensors\"",
    );
    assert!(
        missing.contains("`gate.against`") && missing.contains("nowhere.safetensors"),
        "{missing}"
    );
    let teacher = |name: &str| {
        refused(
            "critic-hidden = 4",
            &format!("critic-hidden = 4\n    teacher = \"{name}\""),
        )
    };
    let missing = teacher("nowhere.safetensors");
    assert!(
        missing.contains("`policy-gradient.moves.teacher`: ") && missing.contains("nowhere.safetensors"),
        "{missing}"
    );
    let stranger = folder.0.join("stranger.safetensors");
    fs::write(&stranger, drawn::<CaperCards>(&[Head::Policy])).unwrap();
    assert_eq!(
        teacher(stranger.to_str().unwrap()),
        format!(
            "field `policy-gradient.moves.teacher`: {}: the network plays `caper-cards`, not `burgle-bros`",
            stranger.display()
        )
    );
    let values = |from: &str, to: &str| {
        let text = VALUES.replace(from, to);
        let checked = TrainConfig::parse(&text).and_then(|config| config.check::<BurgleBros>());
        checked.unwrap_err().to_string()
    };
    let rollouts = values("improve:turns=1", "random");
    assert!(rollouts.contains("`label.first-rollouts`"), "{rollouts}");
    let worlds = values("worlds = 2", "worlds = 0");
    assert!(
        worlds.contains("`label.worlds`: found 0; expected a whole number from 1"),
        "{worlds}"
    );
    assert!(!out.exists(), "nothing is written");
}

/// Whatever cannot be written stops the run with an error that names it; when it can be, the run goes on and nothing is
/// lost.
#[test]
fn what_cannot_be_written_is_named_and_nothing_is_lost() {
    let text = MOVES.replace("minutes = 5", "minutes = 5\n    against = \"random\"");
    let (whole, folder) = (Folder::new(), Folder::new());
    let finished = finish::<BurgleBros>(&text, &whole.0);
    // A folder stands where a file is to be, or a file where a folder is to be. In the order of the steps, so that each
    // run gets further than the one before.
    for (name, is_folder) in [
        ("config.toml", true),
        ("networks.json", true),
        ("times.json", true),
        ("rounds", false),
        ("rounds/01/learn", false),
        ("rounds/01/learn/metrics.jsonl", true),
        ("rounds/01/data.json", true),
        ("rounds/01/gate", false),
        ("rounds/01/gate.json", true),
        ("curve", false),
        ("curve.json", true),
        ("rounds/02/learn", false),
        ("rounds/02/gate.json", true),
        ("tiny.safetensors", true),
        ("tiny.md", true),
    ] {
        let path = folder.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if is_folder {
            fs::create_dir(&path).unwrap();
        } else {
            fs::write(&path, "").unwrap();
        }
        let refused = run::<BurgleBros>(&text, &folder.0, &AtomicBool::new(false), usize::MAX);
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(path.to_str().unwrap()), "{name}: {refused}");
        if is_folder {
            fs::remove_dir(&path).unwrap();
        } else {
            fs::remove_file(&path).unwrap();
        }
    }
    let resumed = finish::<BurgleBros>(&text, &folder.0);
    assert_eq!((&finished.gates, &finished.curve), (&resumed.gates, &resumed.curve));
    let [finished, resumed] = [&finished, &resumed].map(|run| fs::read(&run.network).unwrap());
    assert_eq!(finished, resumed);
    let entries = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name());
    let names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    assert!(names.iter().all(|name| !name.ends_with(".tmp")), "{names:?}");
}

#[test]
fn damaged_files_of_a_run_are_named() {
    let folder = Folder::new();
    finish::<BurgleBros>(MOVES, &folder.0);
    for name in [
        "config.toml",
        "networks.json",
        "times.json",
        "rounds/01/data.json",
        "rounds/01/gate.json",
        "rounds/01/net.safetensors",
    ] {
        let path = folder.0.join(name);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        let refused = run::<BurgleBros>(MOVES, &folder.0, &AtomicBool::new(false), usize::MAX);
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(path.to_str().unwrap()), "{name}: {refused}");
        fs::write(&path, whole).unwrap();
    }
    finish::<BurgleBros>(MOVES, &folder.0);
}

#[test]
fn the_configurations_of_the_repository_fit_their_games() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let config = TrainConfig::parse(&fs::read_to_string(&path).unwrap());
        let config = config.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let checked =
            with_game!(config.game.as_str(), G => config.check::<G>().map(drop), else name => panic!("{name}"));
        checked.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(path.file_stem().unwrap().to_str().unwrap(), config.name);
        names.push(config.name);
    }
    assert!(names.len() >= 3, "{names:?}");
}
