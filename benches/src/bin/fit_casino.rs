//! Fits the estimate of Casino Capers positions to games of the expert.
//!
//! `cargo run --release -p heist-benches --bin fit_casino -- [GAMES] [SEED] [TABLE]` plays games with two to four
//! characters and suspicion 1 to 10 in turn, in random-finale mode, and takes positions from them: one decision in so
//! many, some a few random moves further on. A logistic regression for each phase learns from how the games end. It
//! prints how well the coefficients of the source and the fitted ones do on games held out, and the calibration by
//! tenths of the predictions; with TABLE the coefficients are written there as the source wants them.
//!
//! Deals come from streams of their own, apart from those of the arena and of every suite.

use std::fmt::Write as _;

use heist_agents::heuristics::Heuristics;
use heist_agents::heuristics::casino_capers::{COUNT, PHASES, features, phase, value};
use heist_benches::logistic::{Example, chance, fit, print_calibration, print_quality};
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
        "//! The coefficients of the estimate, by phase: `cargo run --release -p heist-benches --bin fit_casino -- \
         {games} {seed} FILE` wrote them.\n\n#![allow(\n    clippy::approx_constant,\n    reason = \"fitted weights \
         may come near a mathematical constant\"\n)]\n\nuse super::numbers::{{COUNT, PHASES}};\n\n/// Before the \
         crack, then for each finale.\n#[rustfmt::skip]\npub(super) const COEFFICIENTS: [[f32; COUNT]; PHASES] = [\n"
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
