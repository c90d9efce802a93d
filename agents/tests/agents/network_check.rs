//! How far networks in whole numbers, as they play, are from themselves in single precision: in games of experts and in random ones.

use heist_agents::Heuristics;
use heist_agents::network::{Check, Findings, Head, MovesConfig, NetworkConfig, NetworkFile, Precision, write};
use heist_engine::burgle_bros::{self, BurgleBros, Scenario};
use heist_engine::caper_cards::{self, CaperCards};

use crate::moves::{self, decisions};
use crate::network::{self, drawn};

const VALUE: [Head; 1] = [Head::Value];
const BOTH: [Head; 2] = [Head::Value, Head::Policy];

/// What a check finds in one game of the expert and one random game of each setup.
fn check<G: Heuristics>(config: &NetworkConfig, setups: &[G::Setup]) -> Findings {
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
    fn check_heads<G: Heuristics>(setups: &[G::Setup]) {
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
