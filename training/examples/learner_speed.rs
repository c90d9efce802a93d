//! How fast the learner is, for `benches/peers/learner.py`, which compares it with plain PyTorch.
//!
//! `learner_speed GAME CONFIG THREADS SHARDS learn OUT` makes a run and prints its positions and seconds, the reading
//! of shards included. `... dump OUT` writes the same samples, each position with all its features, as OUT.npz.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use heist_agents::heuristics::Heuristics;
use heist_engine::with_game;
use heist_training::learn::batch::{Batch, Scales};
use heist_training::learn::config::LearnConfig;
use heist_training::learn::data;
use heist_training::learn::run::{RunOptions, run};
use heist_training::learn::sample::Sample;
use rayon::ThreadPoolBuilder;
use tch::Tensor;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, config, threads, shards, what, out] = &words[..] else {
        panic!("expected GAME CONFIG THREADS SHARDS learn|dump OUT");
    };
    let config = LearnConfig::parse(&fs::read_to_string(config).unwrap()).unwrap();
    let threads: usize = threads.parse().unwrap();
    let (shards, out) = ([PathBuf::from(shards)], Path::new(out));
    with_game!(game.as_str(), G => match what.as_str() {
        "learn" => learn::<G>(&config, threads, &shards, out),
        _ => dump::<G>(&config, &shards, out),
    }, else name => panic!("no game {name}"));
}

fn learn<G: Heuristics>(config: &LearnConfig, threads: usize, shards: &[PathBuf], out: &Path) {
    let options = RunOptions {
        data: shards,
        out,
        resume: false,
        cuda: false,
        threads,
        checkpoint_every: Duration::from_secs(60),
        start: None,
        stop: &[],
    };
    let start = Instant::now();
    run::<G>(config, &options, &mut |_| ()).unwrap().unwrap();
    println!("{}", start.elapsed().as_secs_f64());
}

fn dump<G: Heuristics>(config: &LearnConfig, shards: &[PathBuf], out: &Path) {
    let pool = ThreadPoolBuilder::new().build().unwrap();
    let data = data::load::<G>(shards, config, &pool, &[], |_| ()).unwrap().unwrap();
    let samples = &data.learned;
    let batch = Batch::new(samples.iter(), &Scales::of(samples));
    // Decision by decision: its own position first, then those after its moves.
    let (mut features, mut ends, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    let (mut dense, mut base) = (Vec::new(), Vec::new());
    for sample in samples {
        add_features(sample, &mut features, &mut ends);
        dense.extend_from_slice(&sample.dense);
        base.extend_from_slice(&sample.base);
        rows.push(sample.positions() as i64);
    }
    let (count, positions) = (samples.len() as i64, ends.len() as i64);
    let targets = &batch.targets;
    let arrays = [
        ("features", Tensor::from_slice(&features)),
        ("ends", Tensor::from_slice(&ends)),
        ("positions", Tensor::from_slice(&rows)),
        ("dense", Tensor::from_slice(&dense).view([positions, -1])),
        ("base", Tensor::from_slice(&base)),
        ("differences", Tensor::from_slice(&targets.differences)),
        ("errors", Tensor::from_slice(&targets.errors)),
        ("references", Tensor::from_slice(&targets.references)),
        ("results", Tensor::from_slice(&targets.results)),
        ("later", Tensor::from_slice(&targets.later).view([count, -1])),
    ];
    Tensor::write_npz(&arrays, out.with_extension("npz")).unwrap();
    println!("{} {} {}", G::feature_count(), count, positions);
}

/// The features of all positions of a sample.
fn add_features(sample: &Sample, features: &mut Vec<i32>, ends: &mut Vec<i64>) {
    let mut lists = sample.lists();
    let mut first = Vec::new();
    lists.next(|feature| first.push(feature));
    features.extend_from_slice(&first);
    ends.push(features.len() as i64);
    for _ in 1..sample.positions() {
        let mut went = Vec::new();
        lists.next(|feature| went.push(feature));
        features.extend(first.iter().filter(|feature| !went.contains(feature)));
        lists.next(|feature| features.push(feature));
        ends.push(features.len() as i64);
    }
}
