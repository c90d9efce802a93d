//! Event files, read back by TensorBoard's own reader.

use std::path::Path;
use std::process::Command;

use heist_engine::caper_cards::CaperCards;
use heist_training::learn::config::LearnConfig;
use heist_training::learn::events::EventWriter;
use heist_training::learn::run::run;
use serde_json::{Value, json};

use super::run::{CONFIG, metrics, options};
use super::{Folder, caper_cards};

/// Prints the scalars of a folder as JSON: for each tag its steps and numbers.
const READ: &str = "
import json, sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
events = EventAccumulator(sys.argv[1])
events.Reload()
tags = events.Tags()['scalars']
print(json.dumps({tag: [[event.step, event.value] for event in events.Scalars(tag)] for tag in tags}))
";

/// What TensorBoard reads, with the Python that also has PyTorch.
pub fn read(folder: &Path) -> Value {
    let out = Command::new("python3")
        .arg("-c")
        .arg(READ)
        .arg(folder)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{error}");
    serde_json::from_slice(&out.stdout).unwrap()
}

#[test]
fn tensorboard_reads_the_numbers_and_drops_those_of_steps_made_again() {
    let folder = Folder::new("events");
    std::fs::create_dir_all(folder.path()).unwrap();
    let mut first = EventWriter::create(folder.path(), 0).unwrap();
    for step in [10, 20, 300] {
        let number = step as f64 / 4.0;
        first.add(step, [("train/loss", number), ("train/rate", -0.5)]).unwrap();
    }
    // Resumed after step 20.
    let mut second = EventWriter::create(folder.path(), 21).unwrap();
    second.add(30, [("train/loss", 7.5)]).unwrap();
    let expected = json!({
        "train/loss": [[10, 2.5], [20, 5.0], [30, 7.5]],
        "train/rate": [[10, -0.5], [20, -0.5]],
    });
    assert_eq!(read(folder.path()), expected);
}

#[test]
fn tensorboard_reads_the_metrics_of_a_run() {
    let out = Folder::new("events-of-a-run");
    let data = [caper_cards().to_owned()];
    let config = LearnConfig::parse(CONFIG).unwrap();
    run::<CaperCards>(&config, &options(&data, out.path()), &mut |_| ()).unwrap();
    let read = read(out.path());
    for (kind, name) in [("train", "loss"), ("train", "rate"), ("held-out", "brier")] {
        let found = read[format!("{kind}/{name}")].as_array().unwrap();
        let lines = metrics(out.path(), kind);
        assert!(
            !lines.is_empty() && found.len() == lines.len(),
            "{kind}/{name}: {found:?}"
        );
        for (found, line) in found.iter().zip(lines) {
            assert_eq!(found[0], line["step"]);
            let (found, written) = (found[1].as_f64().unwrap(), line[name].as_f64().unwrap());
            assert!(
                (found - written).abs() < 1e-6 * written.abs().max(1e-3),
                "{found} and {written}"
            );
        }
    }
}
