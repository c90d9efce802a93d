//! The estimate of Burgle Bros. positions, over whole games.

use heist_agents::heuristics::burgle_bros::{FEATURES, features};
use heist_agents::heuristics::{Evaluation, Heuristics};
use heist_engine::burgle_bros::{BurgleBros, Setup, Sides};
use heist_engine::game::{Fill, Game, Seat, play_out};
use heist_engine::random::{Generator, choose, stream};

fn evaluation() -> Evaluation<BurgleBros> {
    BurgleBros::EVALUATION.expect("an estimate")
}

/// Plays a game, calls `visit` with the first decision of each turn, and says whether the game was won.
fn play(setup: &Setup, rng: &mut Generator, expertly: bool, mut visit: impl FnMut(&BurgleBros)) -> bool {
    let policy = BurgleBros::HEURISTIC.expect("an expert");
    let mut state = BurgleBros::new(setup).expect("a playable setup");
    let mut turn = 0;
    play_out(&mut state, rng, |state, seat, legal, rng| {
        let number = state.turn();
        assert!(number >= turn, "turn {number} after turn {turn}");
        if number > turn {
            turn = number;
            visit(state);
        }
        if expertly {
            policy(state, seat, legal, rng)
        } else {
            choose(rng, legal)
        }
    });
    state.result().expect("the game is over").is_win()
}

#[test]
fn the_value_is_a_chance_and_the_same_for_a_world_and_its_views() {
    let value = evaluation();
    let mut positions = 0;
    for seed in 0..160 {
        let seats = 1 + (seed % 4) as u8;
        let setup = Setup {
            sides: Sides::Both,
            stealth: 1 + (seed / 4 % 6) as u8,
            ..Setup::bank_job(seats, seed)
        };
        let mut rng = stream(seed, "value views", 0);
        let mut worlds = stream(seed, "value worlds", 0);
        play(&setup, &mut rng, seed % 3 != 0, |state| {
            let here = value(state);
            assert!((0.0..=1.0).contains(&here), "{here}, seed {seed}");
            for seat in Seat::all(state.seats()) {
                let mut world = state.information_state(seat);
                assert_eq!(value(&world), here, "the view of seat {seat}, seed {seed}");
                world.determinize(Fill::All, &mut worlds);
                assert_eq!(value(&world), here, "a world of seat {seat}, seed {seed}");
            }
            positions += 1;
        });
    }
    assert!(positions > 1_000, "{positions} positions");
}

#[test]
fn the_value_ranks_the_games_of_the_expert() {
    const GAMES: u64 = 300;
    let value = evaluation();
    for seats in 1..=4 {
        // Sum and count of the values in games lost and in games won.
        let mut by_result = [(0.0, 0.0); 2];
        for seed in 0..GAMES {
            let setup = Setup {
                stealth: 3 + (seed % 4) as u8,
                ..Setup::bank_job(seats, seed)
            };
            let (mut sum, mut count) = (0.0, 0.0);
            let mut rng = stream(seed, "value games", u64::from(seats));
            let win = play(&setup, &mut rng, true, |state| {
                sum += value(state);
                count += 1.0;
            });
            let result = &mut by_result[usize::from(win)];
            *result = (result.0 + sum, result.1 + count);
        }
        let [lost, won] = by_result.map(|(sum, count)| sum / count);
        assert!(
            won > lost + 0.12,
            "{seats} seats: {won:.3} in games won, {lost:.3} in games lost"
        );
    }
}

#[test]
fn every_feature_has_a_name_of_its_own_and_a_finite_coefficient() {
    for (place, (name, coefficient)) in FEATURES.iter().enumerate() {
        assert!(coefficient.is_finite(), "{name}");
        assert!(FEATURES[..place].iter().all(|(other, _)| other != name), "{name}");
    }
}

#[test]
fn the_value_is_the_logistic_function_of_the_weighted_features() {
    let value = evaluation();
    let setup = Setup::bank_job(3, 1);
    play(&setup, &mut stream(1, "value sums", 0), true, |state| {
        let log_odds: f64 = features(state)
            .iter()
            .zip(FEATURES)
            .map(|(&number, (_, coefficient))| f64::from(number) * coefficient)
            .sum();
        let wanted = 1.0 / (1.0 + (-log_odds).exp());
        assert!((value(state) - wanted).abs() < 1e-4, "{} for {wanted}", value(state));
    });
}
