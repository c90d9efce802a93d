//! Speeds of networks: evaluations a second of the positions that `improve` meets at its cut-off, on one core, step by
//! step.
//!
//! Weights are drawn: no speed depends on them but for how many activations are 0.

use std::sync::{Arc, Mutex};

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use heist_agents::evaluator::{Answers, Evaluator};
use heist_agents::network::{Head, Mode, Network, NetworkConfig, find};
use heist_agents::search::Watch;
use heist_agents::search::paired::{PairedRollouts, Rule};
use heist_agents::search::rollout::Rollout;
use heist_agents::search::worlds::Belief;
use heist_agents::{Budget, Expert, Search};
use heist_benches::{drawn_tensors, middles};
use heist_engine::burgle_bros::{Action, BurgleBros};
use heist_engine::game::{Encode, Game, Node, Seat};
use heist_engine::random::{Generator, stream};

/// Notes the positions that it is asked about, and answers with the estimate.
#[derive(Debug, Default)]
struct Recorder(Mutex<Vec<(BurgleBros, Seat)>>);

impl Evaluator<BurgleBros> for Recorder {
    fn answers(&self) -> Answers {
        Expert::<BurgleBros>::of_game().answers()
    }

    fn value(&self, state: &BurgleBros, seat: Seat) -> f64 {
        let mut positions = self.0.lock().expect("no thread panicked");
        positions.push((*state, seat));
        Expert::of_game().value(state, seat)
    }

    fn add_priors(&self, _: &BurgleBros, _: Seat, _: &[Action], _: &mut Generator, _: &mut Vec<f32>) {
        unreachable!("asked for values only")
    }

    fn choose(&self, _: &BurgleBros, _: Seat, _: &[Action], _: &mut Generator) -> Action {
        unreachable!("asked for values only")
    }
}

/// The positions at which rollouts of `improve` are cut, in the order in which they are met, and the decisions they are
/// from.
fn cut_positions() -> Vec<(BurgleBros, Seat)> {
    let recorder = Arc::new(Recorder::default());
    let mut search = PairedRollouts {
        belief: Belief::Uniform,
        rollout: Rollout {
            policy: Expert::shared(),
            cut: Some((Arc::clone(&recorder) as Arc<dyn Evaluator<BurgleBros>>, 6)),
        },
        blueprint: None,
        rule: Rule::Improve {
            doubt: 2.0,
            margin: 0.0,
            follow: true,
        },
        progress: None,
        simulated: None,
        budget: Budget::simulations(400),
        schedule: None,
        threads: None,
    };
    let mut rng = stream(13, "benches/network", 0);
    let mut legal = Vec::new();
    for state in middles(3) {
        if let Node::Decision(seat) = state.node() {
            state.legal_actions(&mut legal);
            search.analyse(&state, seat, &legal, &mut rng, &mut Watch::hurried());
        }
    }
    drop(search);
    let recorder = Arc::into_inner(recorder).expect("the search is gone");
    recorder.0.into_inner().expect("no thread panicked")
}

/// A network of the game with drawn weights.
fn network(change: impl FnOnce(&mut NetworkConfig), mode: Mode) -> Network<BurgleBros> {
    let mut config = NetworkConfig::of_game::<BurgleBros>();
    change(&mut config);
    let tensors = drawn_tensors(&config, 1);
    Network::new(config, &tensors, mode).expect("it fits the game")
}

fn values(c: &mut Criterion) {
    let positions = cut_positions();
    let mut group = c.benchmark_group("network");
    group.sample_size(20);
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut features = Vec::new();
    group.bench_function("listing of features", |bencher| {
        bencher.iter(|| {
            positions
                .iter()
                .for_each(|(state, seat)| state.features(*seat, &mut features));
        });
    });
    let expert = Expert::<BurgleBros>::of_game();
    group.bench_function("estimate", |bencher| {
        bencher.iter(|| {
            positions
                .iter()
                .map(|(state, seat)| expert.value(state, *seat))
                .sum::<f64>()
        });
    });
    let value_only = |config: &mut NetworkConfig| config.heads = vec![Head::Value];
    let alone = |config: &mut NetworkConfig| {
        config.heads = vec![Head::Value];
        config.dense.clear();
        config.base = Default::default();
    };
    let wide = |config: &mut NetworkConfig| {
        config.heads = vec![Head::Value];
        config.hidden[0] = 128;
    };
    let networks = [
        ("single, from scratch", network(value_only, Mode::Single)),
        ("quantised", network(value_only, Mode::Quantised)),
        ("quantised, features alone", network(alone, Mode::Quantised)),
        ("quantised, 128 units", network(wide, Mode::Quantised)),
    ];
    for (name, network) in &networks {
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                positions
                    .iter()
                    .map(|(state, seat)| network.value(state, *seat))
                    .sum::<f64>()
            });
        });
    }
    // With every position in a thread of its own nothing would be remembered; a second network takes the memory as
    // well.
    group.bench_function("quantised, from scratch", |bencher| {
        let network = &networks[1].1;
        bencher.iter(|| {
            positions
                .iter()
                .map(|(state, seat)| network.value_from_scratch(state, *seat))
                .sum::<f64>()
        });
    });
    group.finish();
}

fn decisions(c: &mut Criterion) {
    let states: Vec<(BurgleBros, Seat, Vec<Action>)> = middles(3)
        .into_iter()
        .filter_map(|state| {
            let Node::Decision(seat) = state.node() else {
                return None;
            };
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            Some((state, seat, legal))
        })
        .collect();
    let mut group = c.benchmark_group("network/decision");
    group.sample_size(20);
    group.throughput(Throughput::Elements(states.len() as u64));
    let networks = [
        ("by policy", network(|_| {}, Mode::Quantised)),
        (
            "by value",
            network(|config| config.heads = vec![Head::Value], Mode::Quantised),
        ),
    ];
    // These two score moves one by one.
    let shipped = ["bank-job-3", "bank-job-3-residual"].map(|name| (name, find(name).expect("it is shipped")));
    for (name, network) in networks.iter().chain(&shipped) {
        group.bench_function(*name, |bencher| {
            bencher.iter_batched_ref(
                || stream(1, "benches/network", 1),
                |rng| {
                    let choose = |(state, seat, legal): &(BurgleBros, Seat, Vec<Action>)| {
                        network.choose(state, *seat, legal, rng)
                    };
                    states
                        .iter()
                        .map(choose)
                        .fold(0, |sum, action| sum + BurgleBros::action_index(action))
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, values, decisions);
criterion_main!(benches);
