//! Tests of samples and batches.

use std::path::Path;

use heist_agents::{Heuristics, Players};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::game::Encode;
use heist_training::learn::batch::{Batch, Scales};
use heist_training::learn::config::LearnConfig;
use heist_training::learn::sample::{Sample, Sampler};
use heist_training::rows::Resimulator;
use heist_training::shard::ShardReader;

use super::{burgle_bros, caper_cards};

/// Calls `check` with every annotated decision of the first shard of a folder, with its samples and features: its own
/// and those after each valued move, `None` where the game has ended.
fn each<G: Players>(folder: &Path, mut check: impl FnMut(&Sample, &[Option<(G, Vec<u32>)>])) {
    let config = LearnConfig::parse("[network]\nheads = [\"value\", \"policy\"]\n").unwrap();
    let mut sampler = Sampler::new::<G>(&config);
    let shard = std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    let reader = ShardReader::open(&shard).unwrap();
    let header = reader.header().clone();
    let mut simulator = Resimulator::<G>::new(&header).unwrap();
    let mut count = 0;
    for game in reader.games(|damage| panic!("{damage}")).unwrap() {
        for row in simulator.play(&game).unwrap().iter() {
            let sample = sampler.sample(&row, header.kind);
            let listed = |state: &G| {
                let mut features = Vec::new();
                state.features(row.seat, &mut features);
                Some((state.clone(), features))
            };
            let mut positions = vec![listed(row.view)];
            for (action, known) in row.moves() {
                if known.difference.is_finite() && sample.positions() > 1 {
                    let mut after = row.view.clone();
                    after.apply(action);
                    positions.push(after.result().is_none().then(|| listed(&after)).flatten());
                }
            }
            check(&sample, &positions);
            count += 1;
        }
    }
    assert!(count > 50, "{count} decisions");
}

/// The features of all positions of a sample, from its packed lists.
fn unpacked(sample: &Sample) -> Vec<Vec<u32>> {
    let mut lists = sample.lists();
    let mut next = || {
        let mut list = Vec::new();
        lists.next(|feature| list.push(feature as u32));
        list
    };
    let first = next();
    let mut positions = vec![first.clone()];
    for _ in 1..sample.positions() {
        let (went, came) = (next(), next());
        let mut features: Vec<u32> = first
            .iter()
            .copied()
            .filter(|feature| !went.contains(feature))
            .collect();
        features.extend(came);
        features.sort_unstable();
        positions.push(features);
    }
    positions
}

fn features_are_those_of_the_game<G: Players>(folder: &Path) {
    let mut siblings = 0;
    each::<G>(folder, |sample, positions| {
        assert_eq!(sample.positions(), positions.len());
        for (found, expected) in unpacked(sample).iter().zip(positions) {
            if let Some((_, features)) = expected {
                assert_eq!(found, features);
                siblings += 1;
            }
        }
    });
    assert!(siblings > 100, "{siblings}");
}

#[test]
fn samples_hold_the_features_of_each_position() {
    features_are_those_of_the_game::<CaperCards>(caper_cards());
    features_are_those_of_the_game::<BurgleBros>(burgle_bros());
}

#[test]
fn samples_hold_the_log_odds_of_the_estimate_and_its_numbers() {
    let dense = BurgleBros::DENSE.unwrap();
    let estimate = BurgleBros::EVALUATION.unwrap();
    each::<BurgleBros>(burgle_bros(), |sample, positions| {
        for (place, position) in positions.iter().enumerate() {
            let Some((state, _)) = position else {
                assert!(sample.base[place].abs() > 10.0, "the result is certain");
                continue;
            };
            let value = 1.0 / (1.0 + f64::from(-sample.base[place]).exp());
            assert!((value - estimate(state)).abs() < 1e-5);
            let mut numbers = vec![0.0; dense.inputs.len()];
            (dense.fill)(state, &mut numbers);
            let width = numbers.len();
            for ((found, number), (_, scale)) in sample.dense[place * width..].iter().zip(numbers).zip(dense.inputs) {
                assert_eq!(*found, number * scale);
            }
        }
    });
}

#[test]
fn policies_learn_legal_moves_the_better_the_likelier() {
    let mut rows = 0;
    each::<CaperCards>(caper_cards(), |sample, positions| {
        let Some(policy) = &sample.policy else { return };
        let (state, _) = positions[0].as_ref().unwrap();
        let mut legal = Vec::new();
        state.legal_indices(&mut legal);
        assert!(policy.legal.iter().map(|(index, _)| *index).eq(legal));
        let sum: f32 = policy.legal.iter().map(|(_, likelihood)| likelihood).sum();
        assert!((sum - 1.0).abs() < 1e-5 && (0.0..=1.0).contains(&policy.weight));
        rows += 1;
    });
    assert!(rows > 50, "{rows}");
}

#[test]
fn batches_hold_all_positions_decisions_first() {
    let mut samples = Vec::new();
    each::<CaperCards>(caper_cards(), |sample, _| samples.push(sample.clone()));
    let samples = &samples[..20];
    let batch = Batch::new(samples.iter(), &Scales::of(samples));
    assert_eq!(batch.decisions(), 20);
    assert_eq!(batch.input.len(), samples.iter().map(Sample::positions).sum::<usize>());
    let siblings = batch.input.siblings.as_ref().unwrap();
    let base = batch.input.base.as_ref().unwrap();
    let mut sibling = 0;
    for (place, sample) in samples.iter().enumerate() {
        let lists = unpacked(sample);
        let found = &batch.input.positions.indices[batch.input.positions.range(place)];
        assert!(found.iter().map(|&feature| feature as u32).eq(lists[0].iter().copied()));
        assert_eq!(base[place], sample.base[0]);
        for (position, valued) in sample.moves.iter().enumerate() {
            assert_eq!(siblings.parents[sibling], place as i32);
            assert_eq!(batch.targets.differences[sibling], valued.difference);
            assert_eq!(base[20 + sibling], sample.base[1 + position]);
            let mut features = lists[0].clone();
            for at in siblings.changes.range(sibling) {
                let feature = siblings.changes.indices[at] as u32;
                match siblings.signs[at] {
                    1.0 => features.push(feature),
                    _ => features.retain(|&other| other != feature),
                }
            }
            features.sort_unstable();
            assert_eq!(features, lists[1 + position]);
            sibling += 1;
        }
    }
    // What comes later is in standard deviations.
    let width = batch.targets.later.len() / 20;
    for column in 0..width {
        let numbers = || batch.targets.later.iter().skip(column).step_by(width);
        assert!(numbers().sum::<f32>().abs() < 1e-2, "column {column}");
    }
}
