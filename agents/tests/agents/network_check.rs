//! How far networks in whole numbers, as they play, are from themselves in single precision: in games of experts and in
//! random ones.

use heist_agents::Players;
use heist_agents::network::{
    Base, Check, Findings, Head, MovesConfig, NetworkConfig, NetworkFile, Phase, Precision, write,
};
use heist_engine::burgle_bros::{self, BurgleBros, Scenario};
use heist_engine::caper_cards::{self, CaperCards};
use heist_engine::game::Game;

use crate::moves::{self, decisions};
use crate::network::{self, drawn};

const VALUE: [Head; 1] = [Head::Value];
const BOTH: [Head; 2] = [Head::Value, Head::Policy];

/// What a check finds in one game of the expert and one random game of each setup.
fn check<G: Players>(config: &NetworkConfig, setups: &[G::Setup]) -> Findings {
    let bytes = write::<G>(config, &drawn(config, 3), Precision::Half).unwrap();
    let mut check = Check::<G>::new(&NetworkFile::read(&bytes).unwrap()).unwrap();
    for (setup, seed) in setups.iter().zip(0..) {
        // Every so many moves are drawn: none of the first game, all of the second.
        let [expert, random] = [u32::MAX, 1].map(|drawn| decisions::<G>(setup, seed, drawn));
        assert_ne!(expert, random);
        let turn = expert.last().unwrap().0.turn();
        check.add(&expert, turn, 1.0);
        let before = check.findings();
        check.add_random(&random);
        let after = check.findings();
        assert_eq!(after.decisions, before.decisions + random.len() as u64);
        assert_eq!(
            after.phases, before.phases,
            "values are compared with results of the expert"
        );
    }
    let found = check.findings();
    assert_eq!(
        (found.games, found.random_games),
        (setups.len() as u64, setups.len() as u64)
    );
    assert!(found.choices > 50 && found.decisions >= found.choices, "{found:?}");
    found
}

#[track_caller]
fn agrees(found: &Findings) {
    assert!(found.largest_prior_error < 0.02, "{found:?}");
    assert!(100 * found.same_move >= 95 * found.choices, "{found:?}");
}

fn setups() -> ([burgle_bros::Setup; 3], [caper_cards::Setup; 12]) {
    let scenario = |place: usize| burgle_bros::Setup::new(Scenario::ALL[place], 1 + place as u8, place as u64);
    let seats = |place: usize| caper_cards::Setup::new(1 + place as u8 % 4);
    (std::array::from_fn(scenario), std::array::from_fn(seats))
}

#[test]
fn values_and_policies_agree_in_games_of_experts_and_in_random_ones() {
    fn check_heads<G: Players>(setups: &[G::Setup]) {
        for heads in [&VALUE[..], &BOTH] {
            let config = NetworkConfig {
                heads: heads.to_vec(),
                ..network::config::<G>()
            };
            let found = check::<G>(&config, setups);
            let error = found.largest_value_error.unwrap();
            // Weights are rounded, so there is some.
            assert!(error > 0.0 && error < 2e-3, "{found:?}");
            assert!(!found.phases.is_empty());
            agrees(&found);
        }
    }
    let (burgle, capers) = setups();
    check_heads::<BurgleBros>(&burgle);
    check_heads::<CaperCards>(&capers);
}

#[test]
fn networks_that_score_moves_agree_in_games_of_experts_and_in_random_ones() {
    let (burgle, _) = setups();
    for residual in [false, true] {
        let moves = MovesConfig::of_game::<BurgleBros>(7, residual).unwrap();
        let found = check::<BurgleBros>(&NetworkConfig::of_moves::<BurgleBros>(moves), &burgle);
        assert_eq!((found.largest_value_error, &found.phases[..]), (None, &[][..]));
        agrees(&found);
        let found = check::<BurgleBros>(&moves::with_value::<BurgleBros>(residual), &burgle);
        assert!(found.largest_value_error.unwrap() < 2e-3, "{found:?}");
        agrees(&found);
    }
}

/// A check of a network that values every position of Caper Cards at 0.3.
fn check_of_a_constant() -> Check<CaperCards> {
    let config = NetworkConfig {
        heads: VALUE.to_vec(),
        base: Base::None,
        ..network::config::<CaperCards>()
    };
    let mut tensors = drawn(&config, 3);
    tensors.values_mut().for_each(|tensor| tensor.values.fill(0.0));
    tensors.get_mut("value.bias").unwrap().values[0] = (0.3_f32 / 0.7).ln();
    let bytes = write::<CaperCards>(&config, &tensors, Precision::Single).unwrap();
    Check::new(&NetworkFile::read(&bytes).unwrap()).unwrap()
}

#[track_caller]
fn is_phase(found: &Phase, turns: u32, decisions: u64, [value, result, brier, constant]: [f64; 4]) {
    assert_eq!((found.turns, found.decisions), (turns, decisions));
    let figures = [found.value, found.result, found.brier, found.constant];
    for (figure, expected) in figures.into_iter().zip([value, result, brier, constant]) {
        assert!((figure - expected).abs() < 1e-5, "{found:?}, expected {expected}");
    }
}

#[test]
fn a_constant_value_has_the_scores_of_the_phases_it_is_compared_in() {
    let game = decisions::<CaperCards>(&caper_cards::Setup::new(2), 1, u32::MAX);
    let decision = &game[game.len() / 2..=game.len() / 2];
    let turn = decision[0].0.turn();
    // The first and the last number of turns left of every phase: one game is won, one lost.
    let borders = [(0, 2), (3, 7), (8, 15), (16, 31), (32, 63), (64, 1000)];
    let mut check = check_of_a_constant();
    for (first, last) in borders {
        check.add(decision, turn + first, 1.0);
        check.add(decision, turn + last, 0.0);
    }
    let found = check.findings();
    assert_eq!(
        (found.games, found.decisions, found.phases.len()),
        (12, 12, borders.len())
    );
    assert!(found.largest_value_error.unwrap() < 1e-6, "{found:?}");
    for (phase, (first, _)) in found.phases.iter().zip(borders) {
        is_phase(phase, first, 2, [0.3, 0.5, (0.49 + 0.09) / 2.0, 0.25]);
    }
    // A phase that no game had is left out; the last turn may be the one of the decision, and no turn is left after it.
    let mut check = check_of_a_constant();
    for result in [1.0, 1.0, 1.0, 0.0] {
        check.add(decision, turn + 5, result);
    }
    check.add(decision, turn.saturating_sub(1), 1.0);
    let [end, middle] = &check.findings().phases[..] else {
        panic!("two phases: {:?}", check.findings());
    };
    is_phase(end, 0, 1, [0.3, 1.0, 0.49, 0.0]);
    is_phase(middle, 3, 4, [0.3, 0.75, (3.0 * 0.49 + 0.09) / 4.0, 0.1875]);
}
