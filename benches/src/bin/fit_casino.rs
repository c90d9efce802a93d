//! Fits the estimate of Casino Capers positions to games of the expert.
//!
//! `cargo run --release -p heist-benches --bin fit_casino -- [GAMES] [SEED] [TABLE]` plays games with two to four characters and suspicion 1 to
//! 10 in turn, in random-finale mode, and takes positions from them: one decision in so many, some a few random moves further on. A
//! logistic regression for each phase learns from how the games end. It prints how well the coefficients of the source and the fitted
//! ones do on games held out, and the calibration by tenths of the predictions; with TABLE the coefficients are written there as the
//! source wants them.
//!
//! Deals come from streams of their own, apart from those of the arena and of every suite.

use std::fmt::Write as _;

use heist_agents::heuristics::Heuristics;
use heist_agents::heuristics::casino_capers::{COUNT, PHASES, features, phase, value};
use heist_benches::solve;
use heist_engine::casino_capers::{CasinoCapers, Finale, Setup};
use heist_engine::game::{Game, Node};
use heist_engine::random::{Generator, below, choose, stream, stream_seed};
use rayon::prelude::*;

/// One decision in so many is taken: neighbouring ones tell much the same. In finales, which are rarer, more.
const THINNING: [u32; 2] = [40, 10];
/// One decision in so many is random.
const RANDOM: u32 = 60;
/// Of so many games one is held out.
const HELD_OUT: u64 = 5;
/// The penalty on the squares of the coefficients of features scaled to mean square 1.
const RIDGE: f64 = 3.0;
/// Newton's method has long arrived by then.
const STEPS: usize = 12;

type Coefficients = [f64; COUNT];

/// A position, and how its game ended.
struct Position {
    phase: usize,
    features: [f32; COUNT],
    /// What the estimate of the source says.
    source: f64,
    win: bool,
    held_out: bool,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (games, seed) = (number(20_000), number(1));
    let positions: Vec<Position> = (0..games)
        .into_par_iter()
        .flat_map_iter(|game| play(game, seed))
        .collect();
    let mut table = Vec::new();
    for phase in 0..PHASES {
        let name = phase
            .checked_sub(1)
            .map_or("before the crack", |finale| Finale::ALL[finale].name());
        let own = || positions.iter().filter(|position| position.phase == phase);
        let fitted_on: Vec<&Position> = own().filter(|position| !position.held_out).collect();
        let held_out: Vec<&Position> = own().filter(|position| position.held_out).collect();
        let coefficients = fit(&fitted_on);
        println!(
            "{name}: {} positions to fit, {} held out",
            fitted_on.len(),
            held_out.len()
        );
        let wins = fitted_on.iter().filter(|position| position.win).count() as f64;
        let share = wins / fitted_on.len().max(1) as f64;
        print_quality("constant ", &held_out, |_| share);
        print_quality("in source", &held_out, |position| position.source);
        print_quality("fitted   ", &held_out, |position| {
            chance(&position.features, &coefficients)
        });
        print_calibration(&held_out, &coefficients);
        table.push(coefficients);
    }
    if let Some(path) = arguments.next() {
        let text = source(&table, games, seed);
        if let Err(problem) = std::fs::write(&path, text) {
            eprintln!("{path}: {problem}");
            std::process::exit(2);
        }
    }
}

/// The table as the source wants it.
fn source(table: &[Coefficients], games: u64, seed: u64) -> String {
    let mut text = format!(
        "//! The coefficients of the estimate, by phase: `cargo run --release -p heist-benches --bin fit_casino -- {games} {seed} FILE` wrote them.\n\n\
         #![allow(\n    clippy::approx_constant,\n    reason = \"fitted weights may come near a mathematical constant\"\n)]\n\n\
         use super::numbers::{{COUNT, PHASES}};\n\n\
         /// Before the crack, then for each finale.\n\
         #[rustfmt::skip]\n\
         pub(super) const COEFFICIENTS: [[f32; COUNT]; PHASES] = [\n"
    );
    for coefficients in table {
        text.push_str("    [\n");
        for row in coefficients.chunks(8) {
            let numbers: Vec<String> = row.iter().map(|number| format!("{number:.4}")).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "        {},", numbers.join(", "));
        }
        text.push_str("    ],\n");
    }
    text.push_str("];\n");
    text
}

/// Some positions of one game.
fn play(game: u64, seed: u64) -> Vec<Position> {
    let mut rng: Generator = stream(seed, "fit casino/play", game);
    let mut pick: Generator = stream(seed, "fit casino/positions", game);
    let setup = Setup {
        character_count: Some(2 + (game % 3) as u8),
        suspicion: 1 + (game / 3 % 10) as u8,
        ..Setup::random_finale(2, stream_seed(seed, "fit casino/setup", game))
    };
    let policy = CasinoCapers::HEURISTIC;
    let (Ok(mut state), Some(policy)) = (CasinoCapers::new(&setup), policy) else {
        return Vec::new();
    };
    let mut legal = Vec::new();
    let mut seen = Vec::new();
    loop {
        match state.node() {
            Node::Terminal => break,
            Node::Chance => {
                let outcome = state.sample(&mut rng);
                state.resolve(outcome);
            }
            Node::Decision(seat) => {
                if below(&mut pick, THINNING[usize::from(phase(&state) > 0)]) == 0 {
                    seen.push((phase(&state), features(&state), value(&state)));
                }
                state.legal_actions(&mut legal);
                let action = match below(&mut pick, RANDOM) {
                    0 => choose(&mut pick, &legal),
                    _ => policy(&state.information_state(seat), seat, &legal, &mut rng),
                };
                state.apply(action);
            }
        }
    }
    let win = state.result().is_some_and(|result| result.is_win());
    let held_out = (game / 30).is_multiple_of(HELD_OUT);
    let position = |(phase, features, source)| Position {
        phase,
        features,
        source,
        win,
        held_out,
    };
    seen.into_iter().map(position).collect()
}

fn chance(features: &[f32; COUNT], coefficients: &Coefficients) -> f64 {
    let log_odds: f64 = features
        .iter()
        .zip(coefficients)
        .map(|(&number, weight)| f64::from(number) * weight)
        .sum();
    1.0 / (1.0 + (-log_odds).exp())
}

fn fit(positions: &[&Position]) -> Coefficients {
    let mut squares = [1e-9; COUNT];
    for position in positions {
        for (square, number) in squares.iter_mut().zip(position.features) {
            *square += f64::from(number).powi(2);
        }
    }
    let mut penalty = squares.map(|square| RIDGE * square / positions.len().max(1) as f64);
    // The constant is free.
    penalty[0] = 0.0;
    let mut coefficients = [0.0; COUNT];
    for _ in 0..STEPS {
        let mut gradient = [0.0; COUNT];
        let mut curvature = Box::new([[0.0; COUNT]; COUNT]);
        for position in positions {
            let chance = chance(&position.features, &coefficients);
            let numbers = position.features.map(f64::from);
            let error = f64::from(u8::from(position.win)) - chance;
            let weight = chance * (1.0 - chance);
            for (place, number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0.0) {
                gradient[place] += error * number;
                for (sum, other) in curvature[place].iter_mut().zip(&numbers) {
                    *sum += weight * number * other;
                }
            }
        }
        for place in 0..COUNT {
            gradient[place] -= penalty[place] * coefficients[place];
            // A feature that is 0 everywhere keeps the coefficient 0.
            curvature[place][place] += penalty[place].max(1e-9);
        }
        let step = solve(&mut curvature, gradient);
        coefficients.iter_mut().zip(step).for_each(|(sum, step)| *sum += step);
    }
    coefficients
}

fn print_quality(name: &str, positions: &[&Position], predict: impl Fn(&Position) -> f64) {
    let (mut loss, mut brier) = (0.0, 0.0);
    for position in positions {
        let chance = predict(position).clamp(1e-9, 1.0 - 1e-9);
        let outcome = f64::from(u8::from(position.win));
        loss -= if position.win { chance.ln() } else { (1.0 - chance).ln() };
        brier += (outcome - chance).powi(2);
    }
    let count = positions.len().max(1) as f64;
    println!(
        "  {name}: log-loss {:.4}, Brier score {:.4}",
        loss / count,
        brier / count
    );
}

/// Mean prediction and share of wins by tenths of the predictions.
fn print_calibration(positions: &[&Position], coefficients: &Coefficients) {
    let mut predictions: Vec<(f64, bool)> = positions
        .iter()
        .map(|position| (chance(&position.features, coefficients), position.win))
        .collect();
    predictions.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut predicted, mut won) = (String::new(), String::new());
    for tenth in predictions.chunks(predictions.len().div_ceil(10).max(1)) {
        let count = tenth.len() as f64;
        let mean = tenth.iter().map(|(chance, _)| chance).sum::<f64>() / count;
        let wins = tenth.iter().filter(|(_, win)| *win).count() as f64 / count;
        // Writing to a string cannot fail.
        let _ = write!(predicted, " {mean:6.3}");
        let _ = write!(won, " {wins:6.3}");
    }
    println!("  predicted{predicted}\n  won      {won}");
}
