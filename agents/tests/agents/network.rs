//! Networks that evaluate positions and play, with drawn weights.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use heist_agents::network::{
    Activation, Base, Head, Mode, Network, NetworkConfig, Precision, Tensor, Tensors, VALUE_TEMPERATURE, write,
};
use heist_agents::search::Watch;
use heist_agents::spec::{analysis_factory, build};
use heist_agents::{Evaluations, Evaluator, Query, Spec};
use heist_agents::{Heuristics, Players};
use heist_engine::burgle_bros::{self, BurgleBros};
use heist_engine::caper_cards::{self, CaperCards};
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{below, stream};
use heist_testkit::play_randomly;

use crate::vault::{self, Game1, NoExpert};
use crate::whisper::{Choice, Whisper};

/// A small network of a game, with everything the game has for it.
pub fn config<G: Players>() -> NetworkConfig {
    NetworkConfig {
        hidden: vec![20, 12, 9],
        ..NetworkConfig::of_game::<G>()
    }
}

/// Weights drawn around 0, of a size that leaves activations between their bounds as often as not.
pub fn drawn(config: &NetworkConfig, seed: u64) -> Tensors {
    let mut rng = stream(seed, "tests/weights", 0);
    let mut draw = |most: f32| most * (below(&mut rng, 2001) as f32 / 1000.0 - 1.0);
    let tensor = |(name, shape): (String, Vec<usize>)| {
        let most = if name == "first.weight" { 0.1 } else { 0.4 };
        let values = (0..shape.iter().product()).map(|_| draw(most)).collect();
        (name, Tensor { shape, values })
    };
    config.shapes().into_iter().map(tensor).collect()
}

/// A network of drawn weights.
fn network<G: Players>(config: &NetworkConfig, seed: u64, mode: Mode) -> Network<G> {
    Network::new(config.clone(), &drawn(config, seed), mode).unwrap()
}

/// A network's file in a folder of the test run. Tests that run side by side write the same bytes; none reads half a
/// file.
pub fn save(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.safetensors"));
    let own = path.with_extension(format!("{:?}", std::thread::current().id()));
    fs::write(&own, bytes).unwrap();
    fs::rename(&own, &path).unwrap();
    path
}

/// The file of a network that plays the game.
pub fn file<G: Players>() -> PathBuf {
    let config = config::<G>();
    save(
        G::ID,
        &write::<G>(&config, &drawn(&config, 1), Precision::Half).unwrap(),
    )
}

/// The states of random games that have not ended, each with the seat whose view counts and what is legal.
fn moments<G: Players>(setups: &[G::Setup], games: u64) -> Vec<(G, Seat, Vec<G::Action>)> {
    let mut moments = Vec::new();
    for number in 0..games {
        let setup = &setups[number as usize % setups.len()];
        let mut rng = stream(number, "tests/network", 0);
        let mut seats = stream(number, "tests/network/seats", 0);
        for (state, _) in play_randomly(G::new(setup).unwrap(), &mut rng) {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            let seat = match state.node() {
                Node::Terminal => continue,
                Node::Decision(seat) => seat,
                Node::Chance => Seat(below(&mut seats, state.seats() as u32) as u8),
            };
            moments.push((state, seat, legal));
        }
    }
    moments
}

fn burgle_setups() -> Vec<burgle_bros::Setup> {
    let setup = |(number, scenario)| burgle_bros::Setup {
        sides: burgle_bros::Sides::Both,
        ..burgle_bros::Setup::new(scenario, number as u8 + 1, number as u64)
    };
    burgle_bros::Scenario::ALL
        .iter()
        .copied()
        .enumerate()
        .map(setup)
        .collect()
}

fn caper_setups() -> Vec<caper_cards::Setup> {
    let setup = |seats: u8| serde_json::from_value(serde_json::json!({"seats": seats, "seed": seats})).unwrap();
    (1..=4).map(setup).collect()
}

/// Calls a function generic over games with moments of each.
macro_rules! for_each_game {
    ($function:ident) => {
        $function::<BurgleBros>(moments(&burgle_setups(), 3));
        $function::<CaperCards>(moments(&caper_setups(), 8));
        $function::<Game1>(moments(&[vault::Setup::open(1)], 30));
        $function::<Whisper<false>>(moments(&[()], 20));
        $function::<heist_example_game::ExampleGame>(moments(
            &[
                heist_example_game::Setup::shop(1, 1),
                heist_example_game::Setup::shop(2, 2),
            ],
            20,
        ));
    };
}

type Moments<G> = Vec<(G, Seat, Vec<<G as Game>::Action>)>;

/// Value and priors.
fn answers<G: Players>(network: &Network<G>, (state, seat, legal): &(G, Seat, Vec<G::Action>)) -> (f64, Vec<f32>) {
    let mut priors = Vec::new();
    if !legal.is_empty() {
        network.add_priors(state, *seat, legal, &mut stream(0, "unused", 0), &mut priors);
    }
    (network.value(state, *seat), priors)
}

/// What a thread remembers of the positions before changes no bit: one network answers game by game, its twin from
/// scratch, and a third one, in between, about something else.
#[test]
fn sums_that_are_brought_up_to_date_have_the_bits_of_those_from_scratch() {
    fn check<G: Players>(moments: Moments<G>) {
        let config = config::<G>();
        let networks = [1, 1, 2].map(|seed| network::<G>(&config, seed, Mode::Quantised));
        for moment in &moments {
            let known = answers(&networks[0], moment);
            networks[1].value_from_scratch(&moment.0, moment.1);
            let (value, priors) = answers(&networks[1], moment);
            assert_eq!(known.0.to_bits(), value.to_bits());
            assert_eq!(known.1, priors);
            assert_eq!(
                networks[1].value_from_scratch(&moment.0, moment.1).to_bits(),
                value.to_bits()
            );
            networks[2].value(&moments[0].0, moments[0].1);
        }
        // Backwards there are other positions before.
        let forwards: Vec<u64> = moments
            .iter()
            .map(|(state, seat, _)| networks[0].value(state, *seat).to_bits())
            .collect();
        let backwards = moments
            .iter()
            .rev()
            .map(|(state, seat, _)| networks[0].value(state, *seat).to_bits());
        assert!(backwards.eq(forwards.into_iter().rev()));
    }
    for_each_game!(check);
}

/// The network as its description says, number by number: log odds of value and policy.
fn reference<G: Players>(config: &NetworkConfig, tensors: &Tensors, state: &G, seat: Seat) -> (f64, Vec<f64>) {
    let weight = |name: &str, place: usize| f64::from(tensors[name].values[place]);
    let clip = |sum: f64| match config.activation {
        Activation::Crelu => sum.clamp(0.0, 1.0),
        Activation::Relu => sum.max(0.0),
    };
    let mut features = Vec::new();
    state.features(seat, &mut features);
    let first = config.hidden[0];
    let mut layer: Vec<f64> = (0..first)
        .map(|unit| {
            let rows = features
                .iter()
                .map(|&feature| weight("first.weight", feature as usize * first + unit));
            clip(weight("first.bias", unit) + rows.sum::<f64>())
        })
        .collect();
    if let Some(dense) = G::DENSE {
        let mut numbers = vec![0.0; dense.inputs.len()];
        (dense.fill)(state, &mut numbers);
        for (name, factor) in &config.dense {
            let place = dense.inputs.iter().position(|(known, _)| known == name).unwrap();
            layer.push(f64::from(numbers[place]) * f64::from(*factor));
        }
    }
    let linear = |name: &str, layer: &[f64]| -> Vec<f64> {
        let outputs = tensors[&format!("{name}.bias")].values.len();
        let sum = |output: usize| -> f64 {
            let products = layer.iter().enumerate();
            let sum: f64 = products
                .map(|(input, number)| number * weight(&format!("{name}.weight"), output * layer.len() + input))
                .sum();
            sum + weight(&format!("{name}.bias"), output)
        };
        (0..outputs).map(sum).collect()
    };
    for number in 1..config.hidden.len() {
        layer = linear(&format!("dense{number}"), &layer)
            .into_iter()
            .map(clip)
            .collect();
    }
    let base = match (config.base, G::EVALUATION) {
        (Base::Estimate, Some(estimate)) => {
            let value = estimate(state);
            (value / (1.0 - value)).ln()
        }
        _ => 0.0,
    };
    let value = if config.has(Head::Value) {
        linear("value", &layer)[0] + base
    } else {
        f64::NAN
    };
    let policy = if config.has(Head::Policy) {
        linear("policy", &layer)
    } else {
        Vec::new()
    };
    (value, policy)
}

/// In single precision the answers are those of the description to 1e-5, quantised to 1e-3, whatever the shape.
#[test]
fn answers_are_those_of_the_description() {
    fn check<G: Players>(moments: Moments<G>) {
        let usual = config::<G>();
        let shapes = [
            usual.clone(),
            NetworkConfig {
                hidden: vec![33],
                ..usual.clone()
            },
            NetworkConfig {
                hidden: vec![7, 17],
                activation: Activation::Relu,
                dense: usual.dense.iter().rev().step_by(2).cloned().collect(),
                ..usual.clone()
            },
            NetworkConfig {
                hidden: vec![64, 32, 32],
                dense: Vec::new(),
                base: Base::None,
                ..usual
            },
        ];
        for (number, config) in shapes.iter().enumerate() {
            let tensors = drawn(config, 5);
            let modes = [(Mode::Single, 1e-5), (Mode::Quantised, 1e-3)];
            for (mode, most) in modes {
                let network = Network::<G>::new(config.clone(), &tensors, mode).unwrap();
                for moment in moments.iter().skip(number).step_by(7) {
                    let (state, seat, legal) = moment;
                    let (value, policy) = reference(config, &tensors, state, *seat);
                    let found = network.value(state, *seat);
                    let expected = 1.0 / (1.0 + (-value).exp());
                    assert!(
                        (found - expected).abs() < most,
                        "{mode:?} {config:?}: {found}, expected {expected}"
                    );
                    let mut logits = Vec::new();
                    network.add_logits(state, *seat, legal, &mut logits);
                    for (action, logit) in legal.iter().zip(&logits) {
                        let expected = policy[G::action_index(*action)];
                        assert!(
                            (f64::from(*logit) - expected).abs() < 20.0 * most,
                            "{logit}, expected {expected}"
                        );
                    }
                }
            }
        }
    }
    for_each_game!(check);
}

/// A network whose head is 0 says what the estimate says: training begins at its strength.
#[test]
fn a_network_without_weights_is_its_base() {
    let config = config::<BurgleBros>();
    let mut tensors = drawn(&config, 1);
    for name in ["value.weight", "value.bias"] {
        tensors.get_mut(name).unwrap().values.fill(0.0);
    }
    let network = Network::<BurgleBros>::new(config, &tensors, Mode::Quantised).unwrap();
    let estimate = BurgleBros::EVALUATION.unwrap();
    for (state, seat, _) in moments::<BurgleBros>(&burgle_setups(), 3) {
        assert!((network.value(&state, seat) - estimate(&state)).abs() < 1e-6);
    }
}

/// An evaluator answers by what the seat knows: a world and its information state are the same to it.
#[test]
fn a_network_looks_at_no_hidden_thing() {
    fn check<G: Players>(moments: Moments<G>) {
        let both = config::<G>();
        let value = NetworkConfig {
            heads: vec![Head::Value],
            ..both.clone()
        };
        for config in [both, value] {
            let network = network::<G>(&config, 3, Mode::Quantised);
            for (number, (state, seat, legal)) in every(5, &moments) {
                let told = answers(&network, &(state.clone(), *seat, legal.clone()));
                let view = state.information_state(*seat);
                for world in 0..2 {
                    let mut other = view.clone();
                    other.determinize(Fill::All, &mut stream(world, "worlds", number as u64));
                    assert_eq!(answers(&network, &(other, *seat, legal.clone())), told);
                }
                assert_eq!(answers(&network, &(view, *seat, legal.clone())), told);
            }
        }
    }
    for_each_game!(check);
}

/// Every so many of a list, with their places.
fn every<T>(step: usize, list: &[T]) -> impl Iterator<Item = (usize, &T)> {
    list.iter().enumerate().step_by(step)
}

#[test]
fn a_batch_is_answered_as_its_queries_are() {
    fn check<G: Players>(moments: Moments<G>) {
        let both = config::<G>();
        let heads = [vec![Head::Value, Head::Policy], vec![Head::Value], vec![Head::Policy]];
        for heads in heads {
            let config = NetworkConfig { heads, ..both.clone() };
            let network = network::<G>(&config, 4, Mode::Quantised);
            let asked: Vec<_> = moments.iter().step_by(11).collect();
            let queries: Vec<Query<'_, G>> = asked
                .iter()
                .map(|(state, seat, legal)| Query {
                    state,
                    seat: *seat,
                    legal,
                })
                .collect();
            let mut found = Evaluations::default();
            network.evaluate(&queries, &mut stream(0, "unused", 0), &mut found);
            for (place, moment) in asked.into_iter().enumerate() {
                let (value, priors) = answers(&network, moment);
                assert_eq!(found.value(place).to_bits(), value.to_bits());
                assert_eq!(found.priors(place), priors);
                assert_eq!(value.is_nan(), !config.has(Head::Value));
                let sum: f32 = priors.iter().sum();
                assert!(priors.is_empty() || (sum - 1.0).abs() < 1e-5, "{priors:?}");
                assert!(priors.iter().all(|&prior| prior >= 0.0));
            }
        }
    }
    for_each_game!(check);
}

#[test]
fn a_network_plays_the_move_it_likes_best() {
    fn check<G: Players>(moments: Moments<G>) {
        let both = config::<G>();
        let value = NetworkConfig {
            heads: vec![Head::Value],
            ..both.clone()
        };
        for config in [both, value] {
            let network = network::<G>(&config, 6, Mode::Quantised);
            for (_, (state, seat, legal)) in every(3, &moments).filter(|(_, (_, _, legal))| !legal.is_empty()) {
                let mut logits = Vec::new();
                network.add_logits(state, *seat, legal, &mut logits);
                let chosen = network.choose(state, *seat, legal, &mut stream(0, "unused", 0));
                let best = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let first = logits.iter().position(|&logit| logit == best).unwrap();
                assert_eq!(chosen, legal[first], "the first of the best, {logits:?}");
            }
        }
    }
    for_each_game!(check);
}

/// Without a policy the moves are judged by the positions after them, and an end by its result.
#[test]
fn a_network_without_a_policy_looks_one_move_ahead() {
    fn check<G: Players>(moments: Moments<G>) {
        let config = NetworkConfig {
            heads: vec![Head::Value],
            ..config::<G>()
        };
        let network = network::<G>(&config, 6, Mode::Quantised);
        for (_, (state, seat, legal)) in every(4, &moments) {
            let (mut logits, mut values) = (Vec::new(), Vec::new());
            network.add_logits(state, *seat, legal, &mut logits);
            network.add_values_after(state, *seat, legal, &mut values);
            assert_eq!((logits.len(), values.len()), (legal.len(), legal.len()));
            for ((action, logit), value) in legal.iter().zip(&logits).zip(&values) {
                let mut after = state.information_state(*seat);
                after.apply(*action);
                let expected = match after.result() {
                    Some(result) => result.value.clamp(1e-6, 1.0 - 1e-6),
                    None => network.value(&after, *seat),
                };
                assert!((value - expected).abs() < 1e-9, "{value}, expected {expected}");
                let odds = (expected / (1.0 - expected)).ln() / f64::from(VALUE_TEMPERATURE);
                assert!(
                    (f64::from(*logit) - odds).abs() < 1e-3 * odds.abs().max(1.0),
                    "{logit}, expected {odds}"
                );
            }
        }
    }
    for_each_game!(check);
}

#[test]
fn a_temperature_plays_moves_in_proportion() {
    let config = config::<Whisper<false>>();
    let state = Whisper::<false>::seen(true);
    let legal = [Choice::Walk, Choice::Pass];
    let network = network::<Whisper<false>>(&config, 1, Mode::Quantised).with_temperature(0.5);
    let mut logits = Vec::new();
    network.add_logits(&state, Seat(0), &legal, &mut logits);
    let odds = f64::from((logits[0] - logits[1]) / 0.5).exp();
    let expected = odds / (1.0 + odds);
    assert!((0.1..0.9).contains(&expected), "both are played: {expected}");
    let mut rng = stream(3, "temperature", 0);
    let mut played: BTreeMap<Choice, u32> = BTreeMap::new();
    for _ in 0..4000 {
        *played
            .entry(network.choose(&state, Seat(0), &legal, &mut rng))
            .or_default() += 1;
    }
    let share = f64::from(played[&Choice::Walk]) / 4000.0;
    // Four standard errors.
    let most = 4.0 * (expected * (1.0 - expected) / 4000.0).sqrt();
    assert!((share - expected).abs() < most, "{share}, expected {expected}");
}

/// Weights as large as they get overflow sums, and still a move is played.
#[test]
fn sums_that_overflow_break_nothing() {
    let config = NetworkConfig {
        activation: Activation::Relu,
        ..config::<Game1>()
    };
    let mut tensors = drawn(&config, 1);
    for tensor in tensors.values_mut() {
        tensor
            .values
            .iter_mut()
            .for_each(|weight| *weight = weight.signum() * f32::MAX);
    }
    for mode in [Mode::Single, Mode::Quantised] {
        let network = Network::<Game1>::new(config.clone(), &tensors, mode).unwrap();
        for moment in moments::<Game1>(&[vault::Setup::open(1)], 3) {
            let (value, priors) = answers(&network, &moment);
            assert!((0.0..=1.0).contains(&value), "{value}");
            assert!(priors.iter().all(|prior| prior.is_finite()), "{priors:?}");
            if !moment.2.is_empty() {
                network.choose(&moment.0, moment.1, &moment.2, &mut stream(0, "unused", 0));
            }
        }
    }
}

/// An agent that plays by such a network.
pub fn spec<G: Players>(options: &str) -> Spec {
    format!("policy:net={}{options}", file::<G>().display())
        .parse()
        .unwrap()
}

/// The agent plays what the network chooses, and its account says so, with the chance of each move.
#[test]
fn the_agent_and_its_account_agree() {
    fn check<G: Players>(moments: Moments<G>) {
        let mut agent = build::<G>(&spec::<G>("")).unwrap();
        let mut account = analysis_factory::<G>(&spec::<G>("")).unwrap()();
        let mut warm = analysis_factory::<G>(&spec::<G>(",temperature=1")).unwrap()();
        for (_, (state, seat, legal)) in every(9, &moments).filter(|(_, (_, _, legal))| !legal.is_empty()) {
            let view = state.information_state(*seat);
            let mut rng = stream(1, "account", 0);
            let chosen = agent.decide(&view, *seat, legal, &mut rng).unwrap();
            let said = account.analyse(&view, *seat, legal, &mut rng, &mut Watch::hurried());
            let first = &said.candidates[0];
            assert!(first.action == chosen || first.alike.contains(&chosen));
            assert_eq!(first.played, Some(1.0));
            assert!(said.candidates[1..].iter().all(|other| other.played == Some(0.0)));
            assert!(said.candidates.windows(2).all(|pair| pair[1].played > Some(0.0)
                || pair[0].score >= pair[1].score
                || pair[0].played > Some(0.0)));
            let said = warm.analyse(&view, *seat, legal, &mut rng, &mut Watch::hurried());
            let sum: f64 = said.candidates.iter().filter_map(|candidate| candidate.played).sum();
            assert!((sum - 1.0).abs() < 1e-5);
            assert_eq!(
                said.candidates
                    .iter()
                    .map(|candidate| 1 + candidate.alike.len())
                    .sum::<usize>(),
                legal.len()
            );
        }
    }
    for_each_game!(check);
}

#[test]
fn a_network_that_cannot_be_used_is_named_with_the_reason() {
    let refused = |text: &str| build::<Game1>(&text.parse().unwrap()).err().unwrap().to_string();
    assert_eq!(
        "policy".parse::<Spec>().unwrap_err().to_string(),
        "agent `policy` needs `net`, text that is not empty"
    );
    assert_eq!(
        refused("policy:net=clever"),
        "agent `policy`: net=clever: no network `clever`; this version ships none for the game, or give the path of a \
         file that ends in .safetensors"
    );
    let missing = refused("policy:net=nowhere/clever");
    assert!(
        missing.starts_with("agent `policy`: net=nowhere/clever: cannot be read: "),
        "{missing}"
    );
    let other = refused(&spec::<CaperCards>("").to_string());
    assert!(
        other.ends_with("the network plays `caper-cards`, not `vault`"),
        "{other}"
    );
    let searched = heist_agents::spec::search_factory::<Game1>(&spec::<Game1>(""))
        .err()
        .unwrap();
    assert!(searched.to_string().contains("`policy` gives no reasons"), "{searched}");
    assert!(build::<NoExpert>(&spec::<NoExpert>("")).is_ok(), "no expert is needed");
}
