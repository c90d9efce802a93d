//! The estimate of Burgle Bros. positions, over whole games.

use heist_agents::heuristics::burgle_bros::{FEATURES, features};
use heist_agents::heuristics::{Evaluation, Expert, Heuristics};
use heist_agents::search::rollout::Rollout;
use heist_engine::burgle_bros::{BurgleBros, Scenario, Setup, Sides, Walls};
use heist_engine::game::{Fill, Game, Node, Seat, play_out};
use heist_engine::random::{Generator, choose, stream};

fn evaluation() -> Evaluation<BurgleBros> {
    BurgleBros::EVALUATION.expect("an estimate")
}

/// Plays a game, calls `visit` with each decision, and says whether the game was won.
fn play(setup: &Setup, rng: &mut Generator, expertly: bool, mut visit: impl FnMut(&BurgleBros)) -> bool {
    let policy = BurgleBros::HEURISTIC.expect("an expert");
    let mut state = BurgleBros::new(setup).expect("a playable setup");
    let mut turn = 0;
    play_out(&mut state, rng, |state, seat, legal, rng| {
        assert!(state.turn() >= turn, "turn {} after turn {turn}", state.turn());
        turn = state.turn();
        visit(state);
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
            sides: [Sides::Both, Sides::Older][usize::from(seed % 7 == 6)],
            stealth: 1 + (seed / 4 % 6) as u8,
            walls: if seed % 5 == 4 { Walls::Random } else { Walls::Standard },
            lost_visual: seed / 16 % 2 == 1,
            ..Setup::new(Scenario::ALL[seed as usize % Scenario::ALL.len()], seats, seed)
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
    let scenarios = Scenario::ALL
        .iter()
        .flat_map(|&scenario| (1..=4).map(move |seats| (scenario, seats)));
    for (scenario, seats) in scenarios {
        // Sum and count of the values in games lost and in games won.
        let mut by_result = [(0.0, 0.0); 2];
        for seed in 0..GAMES {
            let setup = Setup {
                stealth: 3 + (seed % 4) as u8,
                ..Setup::new(scenario, seats, seed)
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
            "{scenario:?}, {seats} seats: {won:.3} in games won, {lost:.3} in games lost"
        );
    }
}

/// Means of rollouts over common dice from what each action of a decision leads to, and the estimates there.
fn after_each_action(state: &BurgleBros, seed: u64) -> Vec<(f64, f64)> {
    const ROLLOUTS: u64 = 12;
    let value = evaluation();
    let rollout = Rollout {
        policy: Expert::shared(),
        cut: Some((Expert::shared(), 10)),
    };
    let (mut legal, mut buffer) = (Vec::new(), Vec::new());
    state.legal_actions(&mut legal);
    let mut pairs = Vec::new();
    for action in legal {
        let mut after = *state;
        after.apply(action);
        let mut rng = stream(seed, "value actions", 0);
        while after.node() == Node::Chance {
            let outcome = after.sample(&mut rng);
            after.resolve(outcome);
        }
        if after.node() != Node::Terminal {
            let rollouts = (0..ROLLOUTS).map(|number| {
                let mut rng = stream(seed, "value rollouts", number);
                rollout.play(after, after.turn(), &mut rng, &mut buffer)
            });
            pairs.push((value(&after), rollouts.sum::<f64>() / ROLLOUTS as f64));
        }
    }
    pairs
}

#[test]
fn the_value_tells_apart_what_the_actions_of_a_decision_lead_to() {
    // Sums of products of what differs from the mean of its decision.
    let (mut both, mut estimated, mut rolled) = (0.0, 0.0, 0.0);
    for seed in 0..24 {
        let scenario = Scenario::ALL[seed as usize / 4 % Scenario::ALL.len()];
        let setup = Setup::new(scenario, 1 + (seed % 4) as u8, seed);
        let mut number = 0;
        play(&setup, &mut stream(seed, "value decisions", 0), true, |state| {
            number += 1;
            if number % 16 != 0 {
                return;
            }
            let pairs = after_each_action(state, seed);
            let count = pairs.len().max(1) as f64;
            let value = pairs.iter().map(|pair| pair.0).sum::<f64>() / count;
            let rollout = pairs.iter().map(|pair| pair.1).sum::<f64>() / count;
            for pair in pairs {
                both += (pair.0 - value) * (pair.1 - rollout);
                estimated += (pair.0 - value).powi(2);
                rolled += (pair.1 - rollout).powi(2);
            }
        });
    }
    let correlation = both / (estimated * rolled).sqrt();
    assert!(correlation > 0.3, "{correlation:.3}");
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
    for &scenario in Scenario::ALL {
        let setup = Setup::new(scenario, 3, 1);
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
}
