//! What LibTorch computes is what inference computes without it.

use std::fs;
use std::path::Path;

use heist_agents::Players;
use heist_agents::evaluator::Evaluator;
use heist_agents::network::{Mode, Network, NetworkFile};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::game::{Node, Seat};
use heist_engine::random::{self, Generator};
use heist_training::learn::architecture::Architecture;
use heist_training::learn::checkpoint;
use heist_training::learn::config::LearnConfig;
use heist_training::learn::input::{Bags, Input};
use heist_training::learn::model::{Model, Precision};
use heist_training::learn::run::run;
use serde_json::{Value, json};
use tch::Device;

use super::run::options;
use super::{Folder, burgle_bros, caper_cards};

/// How many states are compared.
const STATES: usize = 10_000;

/// Decisions, half of them of random games and half of games of the expert, who goes elsewhere.
pub fn decisions<G: Players>(setup: Value, count: usize) -> Vec<(G, Seat)> {
    let setup: G::Setup = serde_json::from_value(setup).unwrap();
    let random = |_: &G, _: Seat, legal: &[G::Action], rng: &mut Generator| random::choose(rng, legal);
    let mut decisions = decisions_of::<G>(&setup, "test/agreement", count / 2, random);
    let expert = decisions_of::<G>(
        &setup,
        "test/agreement/expert",
        count - count / 2,
        G::HEURISTIC.unwrap(),
    );
    decisions.extend(expert);
    decisions
}

/// So many decisions of games that a policy plays, which is shown what the seat knows.
fn decisions_of<G: Players>(
    setup: &G::Setup,
    name: &str,
    count: usize,
    policy: impl Fn(&G, Seat, &[G::Action], &mut Generator) -> G::Action,
) -> Vec<(G, Seat)> {
    let mut decisions = Vec::new();
    let mut legal = Vec::new();
    for number in 0.. {
        let mut rng = random::stream(7, name, number);
        let mut state = G::new(&G::with_seed(setup, Some(number))).unwrap();
        loop {
            match state.node() {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = state.sample(&mut rng);
                    state.resolve(outcome);
                }
                Node::Decision(seat) => {
                    if decisions.len() == count {
                        return decisions;
                    }
                    let view = state.information_state(seat);
                    state.legal_actions(&mut legal);
                    state.apply(policy(&view, seat, &legal, &mut rng));
                    decisions.push((view, seat));
                }
            }
        }
    }
    decisions
}

/// The greatest differences of values and of log odds of legal moves.
fn differences<G: Players>(name: &str, data: &Path, setup: Value) -> (f64, f32) {
    // A network that has learned something: one of zeros agrees by itself.
    let out = Folder::new(name);
    let config = "[network]\nheads = [\"value\", \"policy\"]\n[optimizer]\naverage = 0.0\n[schedule]\nepochs = \
                  4\nbatch = 16\nrate = 0.02\nwarm-up = 1\n";
    let config = LearnConfig::parse(config).unwrap();
    let data = [data.to_owned()];
    let learned = run::<G>(&config, &options(&data, out.path()), &mut |_| ())
        .unwrap()
        .unwrap();
    let bytes = fs::read(&learned.network).unwrap();
    let file = NetworkFile::read(&bytes).unwrap();
    let mut model = Model::new(&Architecture::of_game::<G>(&file.config), 0, Device::Cpu);
    model.import(&checkpoint::weights(&file)).unwrap();
    let network = Network::<G>::read(&bytes, Mode::Single).unwrap();
    let dense = G::DENSE.map_or(&[][..], |dense| dense.inputs);
    let decisions = decisions::<G>(setup, STATES);
    let (mut features, mut legal, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    let (mut value_difference, mut policy_difference) = (0.0f64, 0.0f32);
    let mut spread = (1.0f64, 0.0f64);
    for part in decisions.chunks(500) {
        let mut positions = Bags::default();
        let (mut numbers, mut base) = (Vec::new(), Vec::new());
        for (state, seat) in part {
            state.features(*seat, &mut features);
            positions.push(features.iter().map(|&feature| feature as i32));
            if let Some(all) = G::DENSE {
                let start = numbers.len();
                numbers.resize(start + dense.len(), 0.0);
                (all.fill)(state, &mut numbers[start..]);
                let scaled = numbers[start..].iter_mut().zip(dense);
                scaled.for_each(|(number, (_, scale))| *number *= scale);
            }
            let estimate = G::EVALUATION.map_or(0.5, |estimate| estimate(state));
            base.push((estimate / (1.0 - estimate)).ln() as f32);
        }
        let input = Input {
            positions,
            siblings: None,
            dense: (!dense.is_empty()).then_some(numbers),
            base: Some(base),
        };
        let output = tch::no_grad(|| model.forward(&input, Precision::Single));
        let values: Vec<f32> = output.value.unwrap().sigmoid().try_into().unwrap();
        let policy = output.policy.unwrap();
        for (place, (state, seat)) in part.iter().enumerate() {
            let value = network.value(state, *seat);
            spread = (spread.0.min(value), spread.1.max(value));
            value_difference = value_difference.max((value - f64::from(values[place])).abs());
            state.legal_actions(&mut legal);
            state.legal_indices(&mut indices);
            let mut logits = Vec::new();
            network.add_logits(state, *seat, &legal, &mut logits);
            let row: Vec<f32> = policy.get(place as i64).try_into().unwrap();
            for (logit, &index) in logits.iter().zip(&indices) {
                policy_difference = policy_difference.max((logit - row[index as usize]).abs());
            }
        }
    }
    assert!(spread.1 - spread.0 > 0.05, "values from {} to {}", spread.0, spread.1);
    (value_difference, policy_difference)
}

#[test]
fn values_and_policies_agree_on_ten_thousand_states_of_each_game() {
    let setup = json!({"scenario": "bank-job", "seats": 2});
    for (value, policy) in [
        differences::<CaperCards>("agreement-caper", caper_cards(), json!({"seats": 3})),
        differences::<BurgleBros>("agreement-burgle", burgle_bros(), setup),
    ] {
        assert!(value < 1e-4, "values differ by {value}");
        assert!(policy < 1e-4, "log odds of moves differ by {policy}");
    }
}
