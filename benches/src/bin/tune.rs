//! Tunes the weights of the Burgle Bros. expert by a seeded random hill climb on paired deals.
//!
//! `cargo run --release -p heist-benches --bin tune -- [ROUNDS] [GAMES] [SEED]` prints the weights after every change
//! for the better. Deals are for one to four seats and three to five Stealth tokens in turn: more Stealth makes wins
//! less rare, and the slope easier to see. They come from streams of their own, apart from those of the arena and of
//! every suite.

use heist_agents::heuristics::burgle_bros::{Weights, choose_with};
use heist_engine::burgle_bros::{BurgleBros, Setup};
use heist_engine::game::{Game, play_out};
use heist_engine::random::{Generator, below, stream};
use rayon::prelude::*;

/// Safes count a little, so that there is a slope where wins are rare.
const SAFE: f64 = 0.05;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().unwrap_or(0));
    let mut next = |default: u64| numbers.next().filter(|&number| number > 0).unwrap_or(default);
    let (rounds, games, seed) = (next(200), next(4_000), next(1));
    let mut rng = stream(seed, "tune/steps", 0);
    let mut weights = Weights::DEFAULT.get();
    let mut kept = 0;
    for round in 0..rounds {
        let mut trial = weights.clone();
        for _ in 0..1 + below(&mut rng, 3) {
            let place = below(&mut rng, trial.len() as u32) as usize;
            let factor = f64::from(below(&mut rng, 1_000)) / 1_000.0 * 1.2 - 0.6;
            trial[place] = trial[place] * (1.0 + factor as f32) + 0.05 * (below(&mut rng, 3) as f32 - 1.0);
        }
        // Fresh deals every round keep the climb from learning them by heart.
        let gains = paired_gains(
            &Weights::from_list(&weights),
            &Weights::from_list(&trial),
            round,
            games,
            seed,
        );
        let mean = gains.iter().sum::<f64>() / gains.len() as f64;
        let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / gains.len() as f64;
        let error = (variance / gains.len() as f64).sqrt();
        if mean > 1.3 * error && mean > 0.0 {
            weights = trial;
            kept += 1;
            println!("round {round}: +{mean:.4} (standard error {error:.4}), {kept} steps kept: {weights:.2?}");
        }
    }
    println!(
        "wins and value now: {:?}",
        strength(&Weights::from_list(&weights), games, seed)
    );
    println!("wins and value before: {:?}", strength(&Weights::DEFAULT, games, seed));
    for (name, value) in Weights::NAMES.iter().zip(&weights) {
        println!("    {name} = {value:.2},");
    }
}

/// The second weights' value minus the first's, deal by deal.
fn paired_gains(old: &Weights, new: &Weights, round: u64, games: u64, seed: u64) -> Vec<f64> {
    (0..games)
        .into_par_iter()
        .map(|game| {
            let number = round * games + game;
            value(play(new, number, seed)) - value(play(old, number, seed))
        })
        .collect()
}

/// Share of wins and mean value on deals that no round uses.
fn strength(weights: &Weights, games: u64, seed: u64) -> (f64, f64) {
    let results: Vec<(bool, f64)> = (0..4 * games)
        .into_par_iter()
        .map(|game| {
            let state = play(weights, u64::MAX / 2 + game, seed);
            (state.result().is_some_and(|result| result.is_win()), value(state))
        })
        .collect();
    let count = results.len() as f64;
    let wins = results.iter().filter(|(win, _)| *win).count() as f64;
    (
        wins / count,
        results.iter().map(|(_, value)| value).sum::<f64>() / count,
    )
}

fn value(state: BurgleBros) -> f64 {
    state
        .result()
        .map_or(0.0, |result| result.value + SAFE * f64::from(result.figures[5]))
}

/// One game; every hole is drawn when it is needed.
fn play(weights: &Weights, number: u64, seed: u64) -> BurgleBros {
    let mut rng: Generator = stream(seed, "tune/deals", number);
    let setup = Setup {
        stealth: 3 + (number / 4 % 3) as u8,
        ..Setup::bank_job(1 + (number % 4) as u8, seed ^ number)
    };
    let mut state = match BurgleBros::new(&setup) {
        Ok(state) => state,
        Err(problem) => {
            eprintln!("{problem}");
            std::process::exit(2);
        }
    };
    play_out(&mut state, &mut rng, |state, seat, legal, _| {
        choose_with(weights, state, seat, legal)
    });
    state
}
