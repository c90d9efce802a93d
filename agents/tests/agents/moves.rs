//! Policies that score moves one by one by numbers of each: the numbers, and networks of drawn weights that play by
//! them.

use std::collections::{BTreeMap, BTreeSet};

use heist_agents::heuristics::burgle_bros::features;
use heist_agents::network::{
    Converted, Head, METADATA, Mode, Moved, MovesConfig, Network, NetworkConfig, NetworkError, NetworkFile, Precision,
    Tensors, convert, write,
};
use heist_agents::search::Watch;
use heist_agents::spec::{analysis_factory, build, search_factory};
use heist_agents::{Evaluations, Evaluator, Query, Spec};
use heist_agents::{Heuristics, Players};
use heist_engine::burgle_bros::{Action, BurgleBros, Loot, Scenario, Setup, Sides};
use heist_engine::caper_cards::CaperCards;
use heist_engine::game::{Encode, Fill, Game, Node, Seat};
use heist_engine::random::{below, choose, stream};
use heist_testkit::play_with;
use serde_json::json;

use crate::network::{self, drawn, save};
use crate::network_files::with_config;
use crate::vault::{self, Game1, NoExpert};

/// A network without layers.
pub fn config<G: Players>(residual: bool) -> NetworkConfig {
    NetworkConfig::of_moves::<G>(MovesConfig::of_game::<G>(7, residual).unwrap())
}

/// The same with layers for a value.
pub fn with_value<G: Players>(residual: bool) -> NetworkConfig {
    NetworkConfig {
        moves: MovesConfig::of_game::<G>(7, residual),
        ..network::config::<G>()
    }
}

pub fn of<G: Players>(config: &NetworkConfig, seed: u64) -> Network<G> {
    Network::new(config.clone(), &drawn(config, seed), Mode::Quantised).unwrap()
}

/// A decision of a game: the state, the seat that decides, and what is legal.
pub type Decision<G> = (G, Seat, Vec<<G as Game>::Action>);

/// The decisions of a game: one move in `random` is drawn, the others are the expert's.
pub fn decisions<G: Players>(setup: &G::Setup, seed: u64, random: u32) -> Vec<Decision<G>> {
    let expert = G::HEURISTIC.unwrap();
    let mut rng = stream(seed, "tests/moves", 0);
    let played = play_with(
        G::new(setup).unwrap(),
        &mut rng,
        |state, seat, legal, rng| match below(rng, random) {
            0 => choose(rng, legal),
            _ => expert(&state.information_state(seat), seat, legal, rng),
        },
    );
    let decision = |(state, _): (G, _)| match state.node() {
        Node::Decision(seat) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            Some((state, seat, legal))
        }
        _ => None,
    };
    played.filter_map(decision).collect()
}

/// Setups of every scenario for one to four seats.
fn setups(seed: u64) -> impl Iterator<Item = Setup> {
    Scenario::ALL.iter().flat_map(move |&scenario| {
        (1..=4).map(move |seats| Setup {
            sides: if seed.is_multiple_of(3) {
                Sides::Older
            } else {
                Sides::Both
            },
            stealth: 6,
            lost_visual: seed.is_multiple_of(2),
            ..Setup::new(scenario, seats, 20 * seed + u64::from(seats))
        })
    })
}

/// Decisions of a game of each of those setups, one in `step`.
pub fn everywhere(step: usize) -> impl Iterator<Item = Decision<BurgleBros>> {
    let games = setups(1).enumerate();
    games.flat_map(move |(number, setup)| decisions(&setup, number as u64, 4).into_iter().step_by(step))
}

/// The numbers of a decision and, row by row, of its moves.
pub fn numbers<G: Players>((state, seat, legal): &Decision<G>) -> (Vec<f32>, Vec<Vec<f32>>) {
    let moves = G::MOVES.unwrap();
    let (decision, inputs) = ((moves.context)().len(), (moves.inputs)().len());
    let mut context = vec![0.0; decision];
    let mut rows = vec![0.0; legal.len() * inputs];
    (moves.fill)(state, *seat, legal, &mut rows, &mut context, None);
    (context, rows.chunks(inputs).map(<[f32]>::to_vec).collect())
}

/// A state with what the seat does not know drawn anew.
pub fn another_world<G: Game>(state: &G, seat: Seat, number: u64) -> G {
    let mut other = state.information_state(seat);
    other.determinize(Fill::All, &mut stream(number, "worlds", 0));
    other
}

/// Whether all numbers of a game have names of their own and factors that make sense.
pub fn has_names_of_its_own<G: Players>() {
    let moves = G::MOVES.unwrap();
    for names in [(moves.context)(), (moves.inputs)()] {
        assert!(names.len() > 50, "{}", names.len());
        assert_eq!(
            names.iter().map(|(name, _)| name).collect::<BTreeSet<_>>().len(),
            names.len()
        );
        assert!(
            names
                .iter()
                .all(|(name, factor)| !name.is_empty() && factor.is_finite() && *factor > 0.0)
        );
    }
}

#[test]
fn numbers_have_names_of_their_own() {
    has_names_of_its_own::<BurgleBros>();
}

#[test]
fn numbers_are_finite_and_follow_from_what_the_seat_knows() {
    let mut met = 0;
    for (number, decision) in everywhere(5).enumerate() {
        let (state, seat, legal) = &decision;
        let known = numbers(&(state.information_state(*seat), *seat, legal.clone()));
        assert!(
            known
                .0
                .iter()
                .chain(known.1.iter().flatten())
                .all(|number| number.is_finite())
        );
        assert_eq!(numbers(&decision), known);
        assert_eq!(
            numbers(&(another_world(state, *seat, number as u64), *seat, legal.clone())),
            known
        );
        met += 1;
    }
    assert!(met > 200, "{met}");
}

/// A number that is 0 in all games says nothing: it is misspelt, or nobody sets it.
#[test]
fn every_number_but_one_differs_from_0_somewhere() {
    // Players hand things over on one tile, so none of the two is nearer to the roof. Networks read it, so it stays.
    const NEVER: &str = "other_nearer_exit";
    // Nobody joins or leaves the table; what a draw or a roll decides is not certain, so no number tells its change;
    // and Loot is handed over too seldom for every piece to be met.
    const MAY_STAY: [&str; 7] = [
        "one_seat",
        "two_seats",
        "three_seats",
        "four_seats",
        "shut_third",
        "unfound",
        "guards_out",
    ];
    let moves = BurgleBros::MOVES.unwrap();
    let named =
        |names: fn() -> Vec<(String, f32)>| -> Vec<String> { names().into_iter().map(|(name, _)| name).collect() };
    let names = [named(moves.context), named(moves.inputs)];
    let mut missing = names.clone().map(|names| (0..names.len()).collect::<BTreeSet<_>>());
    let never = names[1].iter().position(|name| name == NEVER).unwrap();
    let expected = [BTreeSet::new(), BTreeSet::from([never])];
    let estimate = BurgleBros::DENSE.unwrap().inputs.iter().map(|(name, _)| *name);
    let loot = estimate.skip_while(|name| *name != "bust");
    let may_stay: BTreeSet<usize> = loot
        .chain(MAY_STAY)
        .map(|name| {
            names[1]
                .iter()
                .position(|known| *known == format!("change of {name}"))
                .unwrap()
        })
        .collect();
    assert_eq!(may_stay.len(), MAY_STAY.len() + Loot::ALL.len());
    for seed in SEEDS {
        for (number, setup) in setups(seed).enumerate() {
            for decision in decisions::<BurgleBros>(&setup, 12 * seed + number as u64, 4) {
                let (context, rows) = numbers(&decision);
                missing[0].retain(|&place| context[place] == 0.0);
                missing[1].retain(|&place| rows.iter().all(|row| row[place] == 0.0));
            }
        }
        let [decision, moves] = &missing;
        if [decision.clone(), moves - &may_stay] == expected {
            return;
        }
    }
    let named = |list: usize| {
        missing[list]
            .iter()
            .map(|&place| &names[list][place])
            .collect::<Vec<_>>()
    };
    panic!("always 0: {:?} and {:?}; expected only {NEVER}", named(0), named(1));
}

/// Changes are computed on what an action leaves as it is; the features of the position after it are not.
#[test]
fn changes_are_those_of_the_features_after_the_action() {
    let names: Vec<String> = (BurgleBros::MOVES.unwrap().inputs)()
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let place = |name: &str| names.iter().position(|known| known == name).unwrap();
    let first = place("change of one_seat");
    let estimate = place("change of the estimate");
    let log_odds = |features: &[f32]| (BurgleBros::DENSE.unwrap().estimate.unwrap())(features);
    let mut compared = 0;
    for (number, setup) in setups(7).chain(setups(8)).enumerate() {
        for decision in decisions::<BurgleBros>(&setup, 500 + number as u64, 3) {
            let (_, rows) = numbers(&decision);
            let (state, _, legal) = decision;
            let before = features(&state);
            for (&action, row) in legal.iter().zip(rows) {
                let mut after = state;
                after.apply(action);
                if after.result().is_some() {
                    continue;
                }
                let after = features(&after);
                let changes: Vec<f32> = after.iter().zip(before).map(|(after, before)| after - before).collect();
                assert_eq!(row[first..first + changes.len()], changes, "{action} of {setup:?}");
                assert_eq!(
                    row[estimate],
                    log_odds(&after) - log_odds(&before),
                    "{action} of {setup:?}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000, "{compared} actions");
}

/// Seeds of the games of every setup, which are played until every number has been met: a Tool is seldom picked up.
const SEEDS: std::ops::Range<u64> = 40..100;

/// The scores that come with the numbers or, without any, those of all moves but the expert's 1 below.
pub fn scores_or_choice<G: Players>((state, seat, legal): &Decision<G>) -> Vec<f64> {
    let moves = G::MOVES.unwrap();
    let mut context = vec![0.0; (moves.context)().len()];
    let mut rows = vec![0.0; legal.len() * (moves.inputs)().len()];
    let mut scores = Vec::new();
    (moves.fill)(state, *seat, legal, &mut rows, &mut context, Some(&mut scores));
    if scores.is_empty() {
        let choice = G::HEURISTIC.unwrap()(state, *seat, legal, &mut stream(0, "residual", 0));
        scores.extend(legal.iter().map(|&action| f64::from(u8::from(action == choice))));
    }
    scores
}

/// Log odds as docs/formats.md says them, number by number.
pub fn reference<G: Players>(config: &NetworkConfig, tensors: &Tensors, decision: &Decision<G>) -> Vec<f64> {
    let (state, seat, legal) = decision;
    let (moves, game) = (config.moves.as_ref().unwrap(), G::MOVES.unwrap());
    let (context, rows) = numbers(decision);
    let pick = |names: Vec<(String, f32)>, numbers: &[f32], read: &[(String, f32)]| -> Vec<f64> {
        let found: BTreeMap<&String, f32> = names
            .iter()
            .map(|(name, _)| name)
            .zip(numbers.iter().copied())
            .collect();
        let number = |(name, factor): &(String, f32)| f64::from(found[name]) * f64::from(*factor);
        read.iter().map(number).collect()
    };
    let scores = match G::SCORES.and_then(|scores| scores(state, *seat, legal)) {
        Some(scores) => scores,
        None if moves.residual => scores_or_choice(decision),
        None => vec![0.0; legal.len()],
    };
    let best = scores.iter().copied().fold(f64::MIN, f64::max);
    let decision = pick((game.context)(), &context, &moves.context);
    let weight = |name: &str, place: usize| f64::from(tensors[name].values[place]);
    let score = |(row, score): (&Vec<f32>, f64)| {
        let mut numbers = pick((game.inputs)(), row, &moves.inputs);
        if moves.residual {
            let behind = best - score;
            numbers.extend([-0.3 * behind.min(10.0), f64::from(u8::from(behind == 0.0))]);
        }
        let seen: Vec<f64> = decision.iter().chain(&numbers).copied().collect();
        let unit = |unit: usize| {
            let sum = seen.iter().enumerate();
            let sum: f64 = sum
                .map(|(place, number)| weight("moves.weight", unit * seen.len() + place) * number)
                .sum();
            (sum + weight("moves.bias", unit)).max(0.0) * weight("score.weight", unit)
        };
        let direct = numbers.iter().enumerate();
        let direct = direct.map(|(place, number)| weight("score.weight", moves.hidden + place) * number);
        if score == f64::NEG_INFINITY {
            -1e6
        } else {
            direct.sum::<f64>() + (0..moves.hidden).map(unit).sum::<f64>()
        }
    };
    rows.iter().zip(scores).map(score).collect()
}

#[test]
fn scores_are_those_of_the_description() {
    fn check<G: Players>(decisions: impl Iterator<Item = Decision<G>>, configs: &[NetworkConfig]) {
        let networks: Vec<Network<G>> = configs.iter().map(|config| of(config, 2)).collect();
        for decision in decisions {
            for (config, network) in configs.iter().zip(&networks) {
                let expected = reference(config, &drawn(config, 2), &decision);
                let mut found = Vec::new();
                network.add_logits(&decision.0, decision.1, &decision.2, &mut found);
                assert_eq!(found.len(), expected.len());
                for (found, expected) in found.iter().zip(&expected) {
                    let error = (f64::from(*found) - expected).abs();
                    assert!(error < 1e-4 * (1.0 + expected.abs()), "{found}, expected {expected}");
                }
            }
        }
    }
    let mut some = config::<BurgleBros>(true);
    let moves = some.moves.as_mut().unwrap();
    moves.context = moves.context.iter().rev().step_by(3).cloned().collect();
    moves.inputs = moves
        .inputs
        .iter()
        .rev()
        .step_by(2)
        .map(|(name, _)| (name.clone(), 0.7))
        .collect();
    let configs = [
        config::<BurgleBros>(false),
        config::<BurgleBros>(true),
        with_value::<BurgleBros>(true),
        some,
    ];
    check(everywhere(13), &configs);
    let games = (0..20).flat_map(|game| decisions::<Game1>(&vault::Setup::open(game), game, 2));
    check(
        games,
        &[config::<Game1>(false), config::<Game1>(true), with_value::<Game1>(true)],
    );
}

/// A batch, single questions and another mode have the same bits; a seat's answers do not depend on what it does not
/// know.
#[test]
fn a_batch_and_other_worlds_get_the_same_answers() {
    for config in [
        config::<BurgleBros>(false),
        config::<BurgleBros>(true),
        with_value::<BurgleBros>(false),
    ] {
        let network = of::<BurgleBros>(&config, 3);
        let asked: Vec<_> = everywhere(17).collect();
        let queries: Vec<Query<'_, BurgleBros>> = asked
            .iter()
            .map(|(state, seat, legal)| Query {
                state,
                seat: *seat,
                legal,
            })
            .collect();
        let mut rng = stream(0, "unused", 0);
        let mut found = Evaluations::default();
        network.evaluate(&queries, &mut rng, &mut found);
        for (place, (state, seat, legal)) in asked.iter().enumerate() {
            let known = state.information_state(*seat);
            for state in [*state, known, another_world(state, *seat, place as u64)] {
                let mut priors = Vec::new();
                network.add_priors(&state, *seat, legal, &mut rng, &mut priors);
                assert_eq!(found.priors(place), priors);
                assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{priors:?}");
                let value = network.value(&state, *seat);
                assert_eq!(found.value(place).to_bits(), value.to_bits());
                assert_eq!(value.is_nan(), !config.has(Head::Value));
            }
        }
    }
}

/// Only the weight of the expert's best move is not 0.
#[test]
fn a_residual_policy_of_that_weight_plays_as_the_expert() {
    fn check<G: Players>(decisions: impl Iterator<Item = Decision<G>>) {
        let config = config::<G>(true);
        let mut tensors = drawn(&config, 1);
        for tensor in tensors.values_mut() {
            tensor.values.fill(0.0);
        }
        *tensors.get_mut("score.weight").unwrap().values.last_mut().unwrap() = 1.0;
        let network = Network::<G>::new(config, &tensors, Mode::Quantised).unwrap();
        for (state, seat, legal) in decisions {
            let mut rng = stream(0, "expert", 0);
            let expected = G::HEURISTIC.unwrap()(&state, seat, &legal, &mut rng);
            assert_eq!(network.choose(&state, seat, &legal, &mut rng), expected);
        }
    }
    check(everywhere(2));
    check((0..20).flat_map(|game| decisions::<Game1>(&vault::Setup::open(game), game, 2)));
}

/// An agent of a spec, with a network of drawn weights.
fn spec(spec: &str, residual: bool, seed: u64) -> Spec {
    let config = config::<BurgleBros>(residual);
    let bytes = write::<BurgleBros>(&config, &drawn(&config, seed), Precision::Half).unwrap();
    let path = save(&format!("moves-{residual}-{seed}"), &bytes);
    let separator = if spec.contains(':') { "," } else { ":" };
    format!("{spec}{separator}net={}", path.display()).parse().unwrap()
}

#[test]
fn it_plays_whole_games_from_a_file() {
    for (options, residual) in [("policy", false), ("policy:temperature=0.5", false), ("policy", true)] {
        let spec = spec(options, residual, 1);
        let mut agent = build::<BurgleBros>(&spec).unwrap();
        let mut account = analysis_factory::<BurgleBros>(&spec).unwrap()();
        for (number, setup) in setups(2).enumerate() {
            let mut rng = stream(number as u64, "game", 0);
            let played = play_with(BurgleBros::new(&setup).unwrap(), &mut rng, |state, seat, legal, rng| {
                let view = state.information_state(seat);
                let action = agent.decide(&view, seat, legal, rng).unwrap();
                let said = account.analyse(&view, seat, legal, rng, &mut Watch::hurried());
                let candidate = said
                    .candidates
                    .iter()
                    .find(|candidate| candidate.action == action || candidate.alike.contains(&action));
                assert!(candidate.unwrap().played > Some(0.0));
                action
            });
            assert_eq!(played.last().unwrap().0.node(), Node::Terminal);
        }
    }
}

/// Every search with such a network for what can be left to it.
const SEARCHES: [&str; 6] = [
    "flat:sims=12,turns=1,policy=net",
    "improve:sims=12,turns=1,margin=0,rollout=net",
    "mcts:sims=24,leaf=rollout,rollout=net,turns=1",
    "mcts:sims=24,leaf=heuristic",
    "ismcts:sims=24,leaf=heuristic,partner=heuristic",
    "puct:sims=24,leaf=rollout,rollout=net,turns=1",
];

#[test]
fn no_search_with_it_sees_the_world_and_each_asks_it() {
    let moments: Vec<_> = everywhere(31).filter(|(_, _, legal)| legal.len() > 2).take(8).collect();
    for (place, text) in SEARCHES.into_iter().enumerate() {
        let residual = place % 2 == 1;
        let analyse = |seed: u64, state: &BurgleBros, (seat, legal): (Seat, &[Action])| {
            let mut search = search_factory::<BurgleBros>(&spec(text, residual, seed)).unwrap()();
            let view = state.information_state(seat);
            let mut rng = stream(1, "decision", 0);
            search
                .analyse(&view, seat, legal, &mut rng, &mut Watch::patient())
                .candidates
        };
        let mut differs = false;
        for (number, (state, seat, legal)) in moments.iter().enumerate() {
            let known = analyse(1, state, (*seat, legal));
            for world in 0..2 {
                let other = another_world(state, *seat, 2 * number as u64 + world);
                assert_eq!(analyse(1, &other, (*seat, legal)), known, "{text}");
            }
            differs |= analyse(2, state, (*seat, legal)) != known;
        }
        assert!(differs, "{text}: another network says the same");
    }
}

#[test]
fn it_is_written_and_read_back_without_the_names_that_it_does_not_read() {
    for (config, names) in [
        (config::<BurgleBros>(true), false),
        (with_value::<BurgleBros>(true), true),
    ] {
        let tensors = drawn(&config, 2);
        let bytes = write::<BurgleBros>(&config, &tensors, Precision::Single).unwrap();
        let file = NetworkFile::read(&bytes).unwrap();
        assert_eq!((&file.config, &file.tensors), (&config, &tensors));
        let header = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(header.contains("first.names"), names);
        assert!(!header.contains("policy.names"), "no row belongs to an action");
        assert_eq!(header.contains(r#"\"features\""#), names);
        let half = write::<BurgleBros>(&config, &tensors, Precision::Half).unwrap();
        assert_eq!(NetworkFile::read(&half).unwrap().precision, Precision::Half);
    }
    let config = config::<BurgleBros>(false);
    let bytes = write::<BurgleBros>(&config, &drawn(&config, 2), Precision::Half).unwrap();
    assert!(bytes.len() < 16_000, "{} bytes", bytes.len());
}

fn bytes() -> Vec<u8> {
    let config = config::<BurgleBros>(true);
    write::<BurgleBros>(&config, &drawn(&config, 4), Precision::Single).unwrap()
}

fn read(bytes: &[u8]) -> Result<Network<BurgleBros>, NetworkError> {
    Network::read(bytes, Mode::Quantised)
}

#[test]
fn another_encoding_of_features_makes_no_difference_to_it() {
    let stated = with_config(&bytes(), |config| {
        config["encoding"] = "0123456789abcdef".into();
        config["blocks"] = json!([["old", 3]]);
        config["features"] = 3.into();
        config["actions"] = 5.into();
    });
    assert!(read(&stated).is_ok());
    let config = with_value::<BurgleBros>(false);
    let layers = write::<BurgleBros>(&config, &drawn(&config, 1), Precision::Half).unwrap();
    let problem = |change: fn(&mut serde_json::Value)| read(&with_config(&layers, change)).unwrap_err().to_string();
    let other = problem(|config| config["encoding"] = "0123456789abcdef".into());
    assert!(
        other.contains("another encoding of Burgle Bros.: 0123456789abcdef"),
        "{other}"
    );
    let missing = problem(|config| drop(config.as_object_mut().unwrap().remove("encoding")));
    assert!(missing.contains("field `encoding` is missing"), "{missing}");
    let sizes = problem(|config| {
        let fields = config.as_object_mut().unwrap();
        fields.remove("action_blocks");
        fields.remove("actions");
    });
    assert!(
        sizes.contains("fields `features` and `actions`: (8572, 0); expected (8572, "),
        "{sizes}"
    );
}

#[test]
fn other_numbers_are_refused_with_what_to_do() {
    let problem = |change: fn(&mut serde_json::Value)| read(&with_config(&bytes(), change)).unwrap_err().to_string();
    assert_eq!(
        problem(|config| config["moves"]["version"] = 9.into()),
        "the network scores moves by numbers of version 9, and Burgle Bros. computes version 1, in which some names \
         have another meaning; train it anew"
    );
    let names = problem(|config| config["moves"]["encoding"] = "0123456789abcdef".into());
    assert!(
        names.starts_with(
            "the network was trained with other numbers of moves of Burgle Bros.: 0123456789abcdef, this version has "
        ) && names.ends_with("; convert it with `heist net convert FILE --to OUT` or train it anew"),
        "{names}"
    );
    assert_eq!(
        problem(|config| config["moves"]["inputs"][0][0] = "moon".into()),
        "the network reads `moon`, which Burgle Bros. does not compute; train it anew"
    );
    assert_eq!(
        problem(|config| config["moves"]["context"][2][0] = "moon".into()),
        "the network reads `moon`, which Burgle Bros. does not compute; train it anew"
    );
    let vault = Network::<CaperCards>::read(
        &with_config(&bytes(), |config| config["game"] = CaperCards::ID.into()),
        Mode::Single,
    );
    assert_eq!(
        vault.unwrap_err().to_string(),
        "the network scores moves by numbers of each, and Caper Cards computes none"
    );
    assert_eq!(MovesConfig::of_game::<NoExpert>(3, true), None);
    let mut config = config::<NoExpert>(false);
    config.moves.as_mut().unwrap().residual = true;
    assert_eq!(
        config.check_game::<NoExpert>().unwrap_err().to_string(),
        "the network adds to the scores of a rule-based expert, and The Vault has none"
    );
}

#[test]
fn a_configuration_that_is_wrong_is_refused_with_its_field() {
    type Change = fn(&mut serde_json::Value);
    let cases: [(Change, &str); 8] = [
        (|config| config["moves"]["hiden"] = 3.into(), "unknown field `hiden`"),
        (
            |config| config["moves"]["hidden"] = 0.into(),
            "field `moves.hidden`: 0; expected 1 to 4096",
        ),
        (
            |config| config["moves"]["inputs"][1] = config["moves"]["inputs"][0].clone(),
            "field `moves.inputs`: `answer`, 1; expected every name once, with a finite factor",
        ),
        (
            |config| config["moves"]["context"][1] = config["moves"]["context"][0].clone(),
            "field `moves.context`: `one_seat`, 1; expected every name once, with a finite factor",
        ),
        (
            |config| config["heads"] = json!(["value"]),
            "field `hidden`: 0 layers; expected 1 to 16",
        ),
        (
            |config| config["dense"] = json!([["turns", 1.0]]),
            "field `dense`: expected none, since the network has no layers to read them",
        ),
        (
            |config| {
                let many = (0..20_000).map(|number| json!([number.to_string(), 1.0]));
                config["moves"]["inputs"] = many.collect();
            },
            "field `moves`: 2",
        ),
        (
            |config| drop(config.as_object_mut().unwrap().remove("moves")),
            "field `hidden`: 0 layers; expected 1 to 16",
        ),
    ];
    for (change, expected) in cases {
        let problem = read(&with_config(&bytes(), change)).unwrap_err().to_string();
        assert!(problem.contains(expected), "{problem}; expected {expected}");
    }
    let mut values = with_value::<BurgleBros>(false);
    values.heads = vec![Head::Value];
    assert_eq!(
        values.check().unwrap_err().to_string(),
        "metadata, entry `heistlab`: field `moves`: there is no head `policy`; expected one, since moves are scored \
         for it"
    );
}

#[test]
fn a_tensor_that_is_wrong_is_named() {
    let config = config::<BurgleBros>(true);
    let refused = |change: fn(&mut Tensors)| {
        let mut tensors = drawn(&config, 1);
        change(&mut tensors);
        let error = write::<BurgleBros>(&config, &tensors, Precision::Half)
            .unwrap_err()
            .to_string();
        (error, config.clone())
    };
    let width = config.shapes()[0].1[1];
    assert_eq!(
        refused(|tensors| drop(tensors.remove("moves.bias"))).0,
        "no tensor `moves.bias`; expected one of shape [7]"
    );
    assert_eq!(
        refused(|tensors| tensors.get_mut("moves.weight").unwrap().shape.reverse()).0,
        format!("tensor `moves.weight` has shape [{width}, 7]; expected [7, {width}]")
    );
    assert_eq!(
        refused(|tensors| tensors.get_mut("score.weight").unwrap().values[4] = f32::NAN).0,
        "tensor `score.weight`, element 4: NaN; expected a finite number"
    );
    let unexpected = refused(|tensors| {
        let copy = tensors["moves.bias"].clone();
        tensors.insert("policy.bias".to_owned(), copy);
    });
    assert_eq!(
        unexpected.0,
        "unexpected tensor `policy.bias`; expected moves.weight, moves.bias, score.weight"
    );
}

/// Weights as large as they get overflow sums, and still a move is played.
#[test]
fn sums_that_overflow_break_nothing() {
    let config = config::<BurgleBros>(true);
    let mut tensors = drawn(&config, 1);
    for weight in tensors.values_mut().flat_map(|tensor| &mut tensor.values) {
        *weight = weight.signum() * f32::MAX;
    }
    for temperature in [0.0, 1.0] {
        let network = Network::<BurgleBros>::new(config.clone(), &tensors, Mode::Quantised).unwrap();
        let network = network.with_temperature(temperature);
        for (state, seat, legal) in everywhere(29) {
            let mut rng = stream(0, "overflow", 0);
            let mut priors = Vec::new();
            network.add_priors(&state, seat, &legal, &mut rng, &mut priors);
            assert!(priors.iter().all(|prior| prior.is_finite()), "{priors:?}");
            assert!(legal.contains(&network.choose(&state, seat, &legal, &mut rng)));
        }
    }
}

/// The file of a version with one number more of each kind, which no longer has its old name, and of another encoding
/// of features.
fn of_another_version() -> Vec<u8> {
    with_config(&bytes(), |config| {
        config["encoding"] = "0123456789abcdef".into();
        config["moves"]["encoding"] = "0123456789abcdef".into();
        config["moves"]["context"][2][0] = "moon".into();
        config["moves"]["inputs"][3][0] = "sun".into();
        config["card"] = json!({"made by": "a test"});
    })
}

#[test]
fn a_network_of_other_numbers_is_converted_by_names() {
    let file = NetworkFile::read(&of_another_version()).unwrap();
    let Converted {
        config,
        tensors,
        features,
        actions,
        numbers,
    } = convert::<BurgleBros>(&file).unwrap();
    assert_eq!((features, actions), (None, None));
    let before = file.config.moves.as_ref().unwrap();
    let moved = |before: usize| Moved {
        kept: before - 1,
        new: 0,
        dropped: 1,
    };
    assert_eq!(numbers, Some([moved(before.context.len()), moved(before.inputs.len())]));
    assert_eq!((&config.encoding, config.features), (&String::new(), 0));
    assert_eq!(config.card, file.config.card);
    assert!(
        !write::<BurgleBros>(&config, &tensors, Precision::Half)
            .unwrap()
            .is_empty()
    );
    // What is dropped counts as 0.
    let whole = self::config::<BurgleBros>(true);
    let mut weights = drawn(&whole, 4);
    let (hidden, width) = (before.hidden, before.context.len() + before.move_inputs());
    for unit in 0..hidden {
        let row = &mut weights.get_mut("moves.weight").unwrap().values[unit * width..][..width];
        row[2] = 0.0;
        row[before.context.len() + 3] = 0.0;
    }
    weights.get_mut("score.weight").unwrap().values[hidden + 3] = 0.0;
    let expected = Network::<BurgleBros>::new(whole, &weights, Mode::Quantised).unwrap();
    let found = Network::<BurgleBros>::new(config, &tensors, Mode::Quantised).unwrap();
    for (state, seat, legal) in everywhere(41) {
        let [expected, found] = [&expected, &found].map(|network| {
            let mut logits = Vec::new();
            network.add_logits(&state, seat, &legal, &mut logits);
            logits
        });
        for (expected, found) in expected.iter().zip(&found) {
            assert!((expected - found).abs() < 1e-5, "{found}, expected {expected}");
        }
    }
}

#[test]
fn a_network_with_layers_is_converted_by_both() {
    let config = with_value::<BurgleBros>(false);
    let bytes = write::<BurgleBros>(&config, &drawn(&config, 4), Precision::Single).unwrap();
    let older = with_config(&bytes, |config| {
        config["encoding"] = "0123456789abcdef".into();
        config["moves"]["encoding"] = "0123456789abcdef".into();
    });
    let converted = convert::<BurgleBros>(&NetworkFile::read(&older).unwrap()).unwrap();
    assert_eq!(
        (converted.config, converted.tensors),
        (config, drawn(&with_value::<BurgleBros>(false), 4))
    );
    assert_eq!(converted.features.unwrap().kept, BurgleBros::feature_count());
    assert_eq!(converted.actions, None);
}

#[test]
fn what_cannot_be_converted_says_why() {
    let problem = |change: fn(&mut serde_json::Value)| {
        let file = NetworkFile::read(&with_config(&bytes(), change)).unwrap();
        convert::<BurgleBros>(&file).unwrap_err().to_string()
    };
    let version = problem(|config| config["moves"]["version"] = 9.into());
    assert!(
        version.contains("numbers of version 9, and Burgle Bros. computes version 1"),
        "{version}"
    );
    assert_eq!(
        problem(|config| {
            let inputs = config["moves"]["inputs"].as_array_mut().unwrap();
            inputs
                .iter_mut()
                .for_each(|input| input[0] = format!("old {}", input[0]).into());
        }),
        "the network cannot be converted: numbers of moves: none has a name that this version knows; train it anew"
    );
}

/// Files that were written before they had a version and a hash of names are refused, and converted as those of the
/// first version.
#[test]
fn a_file_without_a_version_is_converted() {
    let older = with_config(&bytes(), |config| {
        let moves = config["moves"].as_object_mut().unwrap();
        moves.remove("version");
        moves.remove("encoding");
    });
    let problem = read(&older).unwrap_err().to_string();
    assert!(
        problem.contains("other numbers of moves of Burgle Bros.: it does not say which"),
        "{problem}"
    );
    let converted = convert::<BurgleBros>(&NetworkFile::read(&older).unwrap()).unwrap();
    assert_eq!(
        write::<BurgleBros>(&converted.config, &converted.tensors, Precision::Single).unwrap(),
        bytes()
    );
    assert!(bytes().windows(METADATA.len()).any(|part| part == METADATA.as_bytes()));
}
