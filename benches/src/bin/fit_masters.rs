//! Fits the estimate of Masters of the Heist positions to heists of the expert.
//!
//! `cargo run --release -p heist-benches --bin fit_masters -- [DEALS] [SEED] [TABLE]` draws teams for every scenario in
//! turn, looks for a plan for each, plays it out many times, and takes one decision in so many, some a few random moves
//! further on. A logistic regression learns from how the heists end. It prints how well the coefficients of the source
//! and the fitted ones do on deals held out, and the calibration by tenths of the predictions; with TABLE the
//! coefficients are written there as the source wants them.
//!
//! Deals come from streams of their own, apart from those of the arena and of every suite.

use std::fmt::Write as _;

use heist_agents::heuristics::Heuristics;
use heist_agents::heuristics::masters::planner::find;
use heist_agents::heuristics::masters::{COUNT, features, value};
use heist_agents::planning::Effort;
use heist_benches::logistic::{Example, chance, fit, print_calibration, print_quality};
use heist_engine::game::{Game, Node, Seat};
use heist_engine::masters::{MastersOfTheHeist, Phase, Setup};
use heist_engine::random::{below, choose, stream, stream_seed};
use rayon::prelude::*;

/// One decision in so many is taken: neighbouring ones tell much the same.
const THINNING: u32 = 15;
/// One decision in so many is random.
const RANDOM: u32 = 60;
/// Of so many deals one is held out.
const HELD_OUT: u64 = 5;
/// Heists that the search for a plan plays out, and those played with the plan.
const PLANNING: u64 = 600;
const HEISTS: u64 = 30;

/// A position, and how its heist ended.
struct Position {
    features: [f32; COUNT],
    /// What the estimate of the source says.
    source: f64,
    win: bool,
    held_out: bool,
}

impl Example<COUNT> for Position {
    fn features(&self) -> &[f32; COUNT] {
        &self.features
    }

    fn is_win(&self) -> bool {
        self.win
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (deals, seed) = (number(126), number(1));
    let positions: Vec<Position> = (0..deals)
        .into_par_iter()
        .flat_map_iter(|deal| play(deal, seed))
        .collect();
    let fitted_on: Vec<&Position> = positions.iter().filter(|position| !position.held_out).collect();
    let held_out: Vec<&Position> = positions.iter().filter(|position| position.held_out).collect();
    let coefficients = fit(&fitted_on);
    println!("{} positions to fit, {} held out", fitted_on.len(), held_out.len());
    let wins = fitted_on.iter().filter(|position| position.win).count() as f64;
    let share = wins / fitted_on.len().max(1) as f64;
    print_quality("constant ", &held_out, |_| share);
    print_quality("in source", &held_out, |position| position.source);
    print_quality("fitted   ", &held_out, |position| {
        chance(&position.features, &coefficients)
    });
    print_calibration(&held_out, &coefficients);
    if let Some(path) = arguments.next() {
        let text = source(&coefficients, deals, seed);
        if let Err(problem) = std::fs::write(&path, text) {
            eprintln!("{path}: {problem}");
            std::process::exit(2);
        }
    }
}

/// The table as the source wants it.
fn source(coefficients: &[f64; COUNT], deals: u64, seed: u64) -> String {
    let mut text = format!(
        "//! The coefficients of the estimate: `cargo run --release -p heist-benches --bin fit_masters -- {deals} \
         {seed} FILE` wrote them.\n\n#![allow(\n    clippy::approx_constant,\n    reason = \"fitted weights may come \
         near a mathematical constant\"\n)]\n\n/// In the order of `value::NAMES`.\n#[rustfmt::skip]\npub(super) \
         const COEFFICIENTS: [f32; {COUNT}] = [\n"
    );
    for row in coefficients.chunks(8) {
        let numbers: Vec<String> = row.iter().map(|number| format!("{number:.4}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {},", numbers.join(", "));
    }
    text.push_str("];\n");
    text
}

/// Some positions of the heists of one deal, with a plan that was looked for.
fn play(deal: u64, seed: u64) -> Vec<Position> {
    let scenarios = MastersOfTheHeist::SCENARIOS;
    let setup = Setup {
        character_count: Some(3 + (deal / scenarios.len() as u64 % 2) as u8),
        ..Setup::new(
            scenarios[(deal % scenarios.len() as u64) as usize],
            1,
            stream_seed(seed, "fit masters/setup", deal),
        )
    };
    let (Ok(first), Some(policy)) = (MastersOfTheHeist::new(&setup), MastersOfTheHeist::HEURISTIC) else {
        return Vec::new();
    };
    let effort = Effort {
        playouts: PLANNING,
        time: None,
        parallel: false,
        reports: false,
    };
    let mut rng = stream(seed, "fit masters/plan", deal);
    let Some(plan) = find(&first, &effort, &mut rng, &[]) else {
        return Vec::new();
    };
    let mut planned = first;
    plan.line.iter().for_each(|&action| planned.apply(action));
    let held_out = (deal / scenarios.len() as u64).is_multiple_of(HELD_OUT);
    let mut positions = Vec::new();
    let mut legal = Vec::new();
    for heist in 0..HEISTS {
        let mut pick = stream(seed, "fit masters/positions", deal * HEISTS + heist);
        let mut state = planned;
        let from = positions.len();
        loop {
            match state.node() {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = state.sample(&mut rng);
                    state.resolve(outcome);
                }
                Node::Decision(_) => {
                    if state.phase() != Phase::Plan && below(&mut pick, THINNING) == 0 {
                        positions.push(Position {
                            features: features(&state),
                            source: value(&state),
                            win: false,
                            held_out,
                        });
                    }
                    state.legal_actions(&mut legal);
                    let action = match below(&mut pick, RANDOM) {
                        0 => choose(&mut pick, &legal),
                        _ => policy(&state.information_state(Seat(0)), Seat(0), &legal, &mut rng),
                    };
                    state.apply(action);
                }
            }
        }
        let win = state.result().is_some_and(|result| result.is_win());
        positions[from..].iter_mut().for_each(|position| position.win = win);
    }
    positions
}
