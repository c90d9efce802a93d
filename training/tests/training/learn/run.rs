//! Tests of whole runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use heist_agents::Players;
use heist_agents::network::NetworkFile;
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_training::learn::config::LearnConfig;
use heist_training::learn::run::{Progress, RunError, RunOptions, Summary, run};
use heist_training::shard::ShardReader;
use serde_json::Value;

use super::{Folder, burgle_bros, caper_cards};

/// A small network for all that can be learned, on few decisions.
pub const CONFIG: &str = r#"
seed = 5
[network]
hidden = [16, 8]
heads = ["value", "policy", "stake", "figures", "turns"]
[data]
held-out = 0.25
[schedule]
epochs = 2
batch = 16
rate = 0.01
warm-up = 5
report-every = 4
"#;

pub fn options<'a>(data: &'a [PathBuf], out: &'a Path) -> RunOptions<'a> {
    RunOptions {
        data,
        out,
        resume: false,
        cuda: false,
        threads: 1,
        checkpoint_every: Duration::from_secs(60),
        start: None,
        stop: &[],
    }
}

fn learn<G: Players>(config: &str, data: &Path, out: &Path) -> Result<Summary, RunError> {
    let config = LearnConfig::parse(config).unwrap();
    let data = [data.to_owned()];
    run::<G>(&config, &options(&data, out), &mut |_| ()).map(|summary| summary.expect("nobody stopped it"))
}

/// The lines of metrics of a kind.
pub fn metrics(out: &Path, kind: &str) -> Vec<Value> {
    let text = fs::read_to_string(out.join("metrics.jsonl")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["kind"] == kind).collect()
}

#[test]
fn a_network_learns_a_few_decisions_by_heart() {
    let out = Folder::new("by-heart");
    let config = CONFIG
        .replace("epochs = 2", "epochs = 60")
        .replace("hidden = [16, 8]", "hidden = [64, 32]")
        .replace(
            "held-out = 0.25",
            "held-out = 0.0\n[loss]\nauxiliary = 1.0\ndifference = 0.01\npolicy-target = \"played\"",
        );
    let summary = learn::<CaperCards>(&config, caper_cards(), out.path()).unwrap();
    assert_eq!(summary.step, summary.steps);
    let lines = metrics(out.path(), "train");
    for loss in [
        "loss",
        "difference_loss",
        "result_loss",
        "auxiliary_loss",
        "policy_loss",
    ] {
        let sum = |lines: &[Value]| lines.iter().filter_map(|line| line[loss].as_f64()).sum::<f64>();
        let (first, last) = (sum(&lines[..10]), sum(&lines[lines.len() - 10..]));
        assert!(last < 0.7 * first, "{loss}: {first}, then {last}");
    }
}

#[test]
fn held_out_games_are_measured_before_the_first_step_and_after_each_epoch() {
    let out = Folder::new("measured");
    learn::<CaperCards>(CONFIG, caper_cards(), out.path()).unwrap();
    let lines = metrics(out.path(), "held-out");
    let epochs: Vec<f64> = lines.iter().map(|line| line["epoch"].as_f64().unwrap()).collect();
    assert_eq!(epochs, [0.0, 1.0, 2.0]);
    for measure in [
        "brier",
        "difference_r2",
        "difference_r2_limit",
        "best_move",
        "policy_agreement",
        "auxiliary_loss",
    ] {
        assert!(lines[2][measure].as_f64().is_some_and(f64::is_finite), "{measure}");
    }
    assert!(lines[2]["loss"].as_f64() < lines[0]["loss"].as_f64());
}

#[test]
fn a_run_that_was_stopped_or_killed_ends_with_the_bytes_of_one_that_was_not() {
    let (whole, broken) = (Folder::new("whole"), Folder::new("broken"));
    let straight = learn::<CaperCards>(CONFIG, caper_cards(), whole.path()).unwrap();
    let config = LearnConfig::parse(CONFIG).unwrap();
    let data = [caper_cards().to_owned()];
    // Stopped in the first epoch, between two lines of metrics.
    let stop = AtomicBool::new(false);
    let stops = [&stop];
    let stopped = RunOptions {
        stop: &stops,
        checkpoint_every: Duration::ZERO,
        ..options(&data, broken.path())
    };
    let mut raise = |progress| {
        if let Progress::Step { step: 7, .. } = progress {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let summary = run::<CaperCards>(&config, &stopped, &mut raise).unwrap().unwrap();
    assert_eq!(summary.step, 7);
    // Killed while it wrote that checkpoint: it is not there, and something unfinished is.
    let checkpoints = broken.path().join("checkpoints");
    fs::rename(checkpoints.join("7"), checkpoints.join("7.tmp")).unwrap();
    let resumed = RunOptions {
        resume: true,
        ..options(&data, broken.path())
    };
    let mut steps = Vec::new();
    let mut note = |progress| {
        if let Progress::Step { step, .. } = progress {
            steps.push(step);
        }
    };
    let summary = run::<CaperCards>(&config, &resumed, &mut note).unwrap().unwrap();
    assert_eq!((summary.step, steps[0]), (straight.step, 7));
    assert!(!checkpoints.join("7.tmp").exists());
    let last = Path::new("checkpoints").join(straight.step.to_string());
    for file in [
        Path::new("net.safetensors"),
        &last.join("net.safetensors"),
        &last.join("optimizer.safetensors"),
        &last.join("state.json"),
        Path::new("config.toml"),
    ] {
        let read = |folder: &Folder| fs::read(folder.path().join(file)).unwrap();
        assert!(read(&whole) == read(&broken), "{}", file.display());
    }
    for kind in ["train", "held-out"] {
        let lines = |folder: &Folder| {
            let mut lines = metrics(folder.path(), kind);
            lines.iter_mut().for_each(|line| {
                line.as_object_mut().unwrap().remove("positions_per_second");
            });
            lines
        };
        assert_eq!(lines(&whole), lines(&broken));
    }
}

#[test]
fn a_finished_run_is_resumed_without_a_step() {
    let out = Folder::new("finished");
    learn::<CaperCards>(CONFIG, caper_cards(), out.path()).unwrap();
    let before = fs::read(out.path().join("net.safetensors")).unwrap();
    let config = LearnConfig::parse(CONFIG).unwrap();
    let data = [caper_cards().to_owned()];
    let resumed = RunOptions {
        resume: true,
        ..options(&data, out.path())
    };
    let mut steps = 0;
    let mut count = |progress| steps += usize::from(matches!(progress, Progress::Step { .. }));
    run::<CaperCards>(&config, &resumed, &mut count).unwrap();
    assert_eq!(steps, 0);
    assert!(before == fs::read(out.path().join("net.safetensors")).unwrap());
}

#[test]
fn batches_come_in_the_same_order_on_several_threads() {
    let (one, three) = (Folder::new("one-thread"), Folder::new("three-threads"));
    learn::<CaperCards>(CONFIG, caper_cards(), one.path()).unwrap();
    let config = LearnConfig::parse(CONFIG).unwrap();
    let data = [caper_cards().to_owned()];
    let threads = RunOptions {
        threads: 3,
        ..options(&data, three.path())
    };
    run::<CaperCards>(&config, &threads, &mut |_| ()).unwrap();
    for (one, three) in metrics(one.path(), "train").iter().zip(metrics(three.path(), "train")) {
        let (one, three) = (one["loss"].as_f64().unwrap(), three["loss"].as_f64().unwrap());
        // Sums over threads are rounded otherwise.
        assert!((one - three).abs() < 1e-3 * one, "{one} and {three}");
    }
}

#[test]
fn old_checkpoints_keep_their_network_and_new_ones_all() {
    let out = Folder::new("checkpoints");
    let config = LearnConfig::parse(CONFIG).unwrap();
    let data = [caper_cards().to_owned()];
    let often = RunOptions {
        checkpoint_every: Duration::ZERO,
        ..options(&data, out.path())
    };
    let summary = run::<CaperCards>(&config, &often, &mut |_| ()).unwrap().unwrap();
    let has = |step: u64, file: &str| out.path().join(format!("checkpoints/{step}/{file}")).exists();
    assert!((1..=summary.steps).all(|step| has(step, "net.safetensors") && has(step, "state.json")));
    let resumable: Vec<u64> = (1..=summary.steps)
        .filter(|&step| has(step, "optimizer.safetensors"))
        .collect();
    assert_eq!(resumable, [summary.steps - 1, summary.steps]);
}

#[test]
fn a_network_to_begin_with_is_where_the_run_begins() {
    let (first, second) = (Folder::new("first"), Folder::new("second"));
    let summary = learn::<CaperCards>(CONFIG, caper_cards(), first.path()).unwrap();
    let file = NetworkFile::read(&fs::read(&summary.network).unwrap()).unwrap();
    assert_eq!(file.config.card["made by"], "heist learn");
    let config = LearnConfig::parse(CONFIG).unwrap();
    let data = [caper_cards().to_owned()];
    let started = RunOptions {
        start: Some(&file),
        ..options(&data, second.path())
    };
    run::<CaperCards>(&config, &started, &mut |_| ()).unwrap();
    let loss = |folder: &Folder, place: usize| metrics(folder.path(), "held-out")[place]["loss"].as_f64().unwrap();
    assert!((loss(&first, 2) - loss(&second, 0)).abs() < 1e-9);
}

#[test]
fn a_network_of_another_kind_to_begin_with_is_refused() {
    let (first, second) = (Folder::new("its-kind"), Folder::new("another-kind"));
    let summary = learn::<CaperCards>(CONFIG, caper_cards(), first.path()).unwrap();
    let file = NetworkFile::read(&fs::read(&summary.network).unwrap()).unwrap();
    let config = LearnConfig::parse(&CONFIG.replace("[network]", "[network]\nactivation = \"relu\"")).unwrap();
    let data = [caper_cards().to_owned()];
    let started = RunOptions {
        start: Some(&file),
        ..options(&data, second.path())
    };
    let error = run::<CaperCards>(&config, &started, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("field `activation`"), "{error}");
}

#[test]
fn features_that_share_weights_are_folded_into_the_first_layer() {
    let out = Folder::new("shared");
    let config = CONFIG.replace("[network]", "[network]\nshared = true");
    let summary = learn::<BurgleBros>(&config, burgle_bros(), out.path()).unwrap();
    let file = NetworkFile::read(&fs::read(&summary.network).unwrap()).unwrap();
    assert!(
        file.tensors.keys().all(|name| !name.contains("shared")),
        "{:?}",
        file.tensors.keys()
    );
    let plain = Folder::new("plain");
    learn::<BurgleBros>(CONFIG, burgle_bros(), plain.path()).unwrap();
    let loss = |folder: &Folder| {
        metrics(folder.path(), "train").last().unwrap()["loss"]
            .as_f64()
            .unwrap()
    };
    assert_ne!(loss(&out), loss(&plain));
}

#[test]
fn a_second_run_in_the_same_folder_is_refused() {
    let out = Folder::new("second-run");
    learn::<CaperCards>(CONFIG, caper_cards(), out.path()).unwrap();
    let error = learn::<CaperCards>(CONFIG, caper_cards(), out.path()).unwrap_err();
    let expected = "a run is there already; expected --resume or another folder";
    assert!(error.to_string().ends_with(expected), "{error}");
}

#[test]
fn a_run_that_ended_before_its_first_checkpoint_leaves_a_folder_for_any_other() {
    let out = Folder::new("before-the-first");
    let other = CONFIG.replace("rate = 0.01", "rate = 0.02");
    fs::create_dir_all(out.path()).unwrap();
    fs::write(out.path().join("config.toml"), &other).unwrap();
    learn::<CaperCards>(CONFIG, caper_cards(), out.path()).unwrap();
    // With a network there is something to lose, whatever became of the checkpoints.
    fs::remove_dir_all(out.path().join("checkpoints")).unwrap();
    let error = learn::<CaperCards>(CONFIG, caper_cards(), out.path()).unwrap_err();
    assert!(error.to_string().contains("a run is there already"), "{error}");
}

#[test]
fn a_run_goes_on_with_its_own_configuration_and_data_only() {
    let out = Folder::new("its-own");
    learn::<CaperCards>(CONFIG, caper_cards(), out.path()).unwrap();
    let resume = |config: &str, data: &[PathBuf]| {
        let options = RunOptions {
            resume: true,
            ..options(data, out.path())
        };
        let config = LearnConfig::parse(config).unwrap();
        run::<CaperCards>(&config, &options, &mut |_| ())
            .unwrap_err()
            .to_string()
    };
    let data = caper_cards().to_owned();
    let error = resume(
        &CONFIG.replace("rate = 0.01", "rate = 0.02"),
        std::slice::from_ref(&data),
    );
    let expected = "the field `schedule.rate` of the configuration (0.02) differs from that of the run, which was \
                    0.01; expected the same, or another folder";
    assert!(error.ends_with(expected), "{error}");
    let error = resume(CONFIG, &[data.clone(), data.clone()]);
    assert!(error.contains("the data ("), "{error}");
    // The same games with another label.
    let shard = fs::read_dir(&data).unwrap().next().unwrap().unwrap().path();
    let reader = ShardReader::open(&shard).unwrap();
    let header = reader.header().clone();
    let mut games = reader.games(|damage| panic!("{damage}")).unwrap();
    games[1].decisions[0].moves[0].difference += 0.5;
    let other = Folder::new("other-labels");
    fs::create_dir_all(other.path()).unwrap();
    fs::write(
        other.path().join(shard.file_name().unwrap()),
        crate::support::bytes(&header, &games),
    )
    .unwrap();
    let error = resume(CONFIG, &[other.path().to_owned()]);
    assert!(
        error.contains("the data (") && error.contains(") differs from that of the run, which was "),
        "{error}"
    );
}

/// As a checkpoint of a version that encoded the game otherwise.
#[test]
fn a_run_of_another_encoding_is_refused() {
    let out = Folder::new("other-encoding");
    let summary = learn::<CaperCards>(CONFIG, caper_cards(), out.path()).unwrap();
    let path = out.path().join(format!("checkpoints/{}/state.json", summary.step));
    let text = fs::read_to_string(&path).unwrap();
    let own = serde_json::from_str::<Value>(&text).unwrap()["encoding"].clone();
    let own = own.as_str().unwrap();
    fs::write(&path, text.replace(own, "0123456789abcdef")).unwrap();
    let data = [caper_cards().to_owned()];
    let resumed = RunOptions {
        resume: true,
        ..options(&data, out.path())
    };
    let config = LearnConfig::parse(CONFIG).unwrap();
    let error = run::<CaperCards>(&config, &resumed, &mut |_| ()).unwrap_err();
    assert!(matches!(error, RunError::Other { .. }), "{error}");
    let expected = format!(
        "the encoding of the game ({own}) differs from that of the run, which was 0123456789abcdef; expected the \
         same, or another folder"
    );
    assert!(error.to_string().ends_with(&expected), "{error}");
}

#[test]
fn a_damaged_block_is_told_and_skipped() {
    let folder = Folder::new("damaged-block");
    super::play::<CaperCards>(folder.path(), serde_json::json!({"seats": 3}), "improve:sims=30", 12);
    let shard = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let mut bytes = fs::read(&shard).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 1;
    fs::write(&shard, bytes).unwrap();
    let out = Folder::new("damaged-block-run");
    let data = [folder.path().to_owned()];
    let mut told = Vec::new();
    let mut note = |progress| {
        if let Progress::Loaded { damage, .. } = progress {
            told = damage;
        }
    };
    let config = LearnConfig::parse(CONFIG).unwrap();
    let summary = run::<CaperCards>(&config, &options(&data, out.path()), &mut note);
    let summary = summary.unwrap().unwrap();
    assert_eq!(summary.step, summary.steps);
    let [line] = &told[..] else { panic!("{told:?}") };
    assert!(
        line.starts_with(&format!("{}: block 2 at byte ", shard.display()))
            && line.ends_with("; games 8 to 11 of the shard are lost"),
        "{line}"
    );
}

#[test]
fn a_damaged_checkpoint_is_named_with_what_to_do() {
    let out = Folder::new("damaged");
    let summary = learn::<CaperCards>(CONFIG, caper_cards(), out.path()).unwrap();
    let path = out
        .path()
        .join(format!("checkpoints/{}/optimizer.safetensors", summary.step));
    let bytes = fs::read(&path).unwrap();
    let data = [caper_cards().to_owned()];
    let resumed = RunOptions {
        resume: true,
        ..options(&data, out.path())
    };
    let config = LearnConfig::parse(CONFIG).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = run::<CaperCards>(&config, &resumed, &mut |_| ())
            .unwrap_err()
            .to_string();
        assert!(error.contains("optimizer.safetensors: "), "{error}");
        assert!(
            error.contains("to go on from the checkpoint before, remove "),
            "{error}"
        );
        error
    };
    refused(&bytes[..bytes.len() / 2]);
    for place in [bytes.len() / 2, bytes.len() - 1] {
        let mut flipped = bytes.clone();
        flipped[place] ^= 1;
        let error = refused(&flipped);
        assert!(error.contains("the checksum of its contents is "), "{error}");
    }
    // Of another checkpoint, and whole.
    let before = out
        .path()
        .join(format!("checkpoints/{}/optimizer.safetensors", summary.steps / 2));
    let error = refused(&fs::read(before).unwrap());
    let expected = format!("it is of step {}; expected step {}", summary.steps / 2, summary.step);
    assert!(error.contains(&expected), "{error}");
    fs::write(&path, bytes).unwrap();
    run::<CaperCards>(&config, &resumed, &mut |_| ()).unwrap();
}

#[test]
fn data_that_cannot_be_learned_from_is_named() {
    let out = Folder::new("no-data");
    let error = learn::<BurgleBros>(CONFIG, caper_cards(), out.path()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("a shard of caper-cards, expected one of burgle-bros"),
        "{error}"
    );
    let empty = Folder::new("empty");
    fs::create_dir_all(empty.path()).unwrap();
    let error = learn::<CaperCards>(CONFIG, empty.path(), out.path()).unwrap_err();
    assert!(
        error.to_string().contains("there is no complete shard in this folder"),
        "{error}"
    );
    let missing = empty.path().join("missing");
    let error = learn::<CaperCards>(CONFIG, &missing, out.path()).unwrap_err();
    assert!(error.to_string().starts_with(&missing.display().to_string()), "{error}");
    let unlabelled = Folder::new("unlabelled");
    super::play::<CaperCards>(unlabelled.path(), serde_json::json!({"seats": 3}), "heuristic", 1);
    let error = learn::<CaperCards>(CONFIG, unlabelled.path(), out.path()).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("no annotated decisions; expected shards of searches or labels"),
        "{error}"
    );
    let held_out = CONFIG.replace("held-out = 0.25", "held-out = 0.9999999");
    let error = learn::<CaperCards>(&held_out, caper_cards(), out.path()).unwrap_err();
    assert!(error.to_string().starts_with("all decisions are held out"), "{error}");
    let little = CONFIG.replace("held-out", "memory-mb = 0\nheld-out");
    let error = LearnConfig::parse(&little).unwrap_err();
    assert!(error.to_string().contains("`data.memory-mb`"), "{error}");
}

#[test]
fn learning_that_diverges_is_told() {
    let out = Folder::new("diverges");
    let config = CONFIG
        .replace("rate = 0.01", "rate = 1e30")
        .replace("[schedule]", "[optimizer]\nclip = 0.0\n[schedule]");
    let error = learn::<CaperCards>(&config, caper_cards(), out.path()).unwrap_err();
    assert!(matches!(error, RunError::Diverged { .. }), "{error}");
}

#[test]
fn configurations_with_mistakes_are_refused_by_field() {
    let error = |text: &str| LearnConfig::parse(text).unwrap_err().to_string();
    let found = error("seed = 1\n[schedule]\nepoch = 3\n");
    assert!(
        found.starts_with("line 3: unknown field `epoch`, expected one of `epochs`, `batch`"),
        "{found}"
    );
    assert_eq!(
        error("[schedule]\nbatch = 0\n"),
        "line 2: field `schedule.batch`: found 0; expected a whole number from 1 to 65536"
    );
    assert!(error("[network]\nheads = [\"stake\"]\n").starts_with("field `network.heads`"));
    assert!(error("[network]\nhidden = []\n").starts_with("field `network.hidden`"));
    assert!(error("[optimizer]\nbeta1 = 1.0\n").starts_with("field `optimizer.beta1`"));
    assert!(error("[loss\n").starts_with("line 1: "));
    let config = LearnConfig::parse(CONFIG).unwrap();
    assert_eq!(LearnConfig::parse(&config.to_toml()).unwrap(), config);
}
