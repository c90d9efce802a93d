//! Fits the estimate of Burgle Bros. positions to games of an agent.
//!
//! `cargo run --release -p heist-benches --bin fit -- [GAMES] [SEED] [AGENT]` prints how well the coefficients of the source and
//! the fitted ones do on games held out, the calibration by seats, and the fitted coefficients as `value.rs` wants them.
//! Deals are for one to four seats, three to six Stealth tokens, and basic and both sides of the characters in turn. They
//! come from streams of their own, apart from those of the arena, of the tuner and of every suite.

use heist_agents::heuristics::burgle_bros::{FEATURES, features};
use heist_agents::{Factory, factory};
use heist_engine::burgle_bros::{BurgleBros, Setup, Sides};
use heist_engine::game::{Game, play_out};
use heist_engine::random::{Generator, below, stream};
use rayon::prelude::*;

const COUNT: usize = FEATURES.len();

/// One turn in so many gives a position: neighbouring turns tell much the same.
const THINNING: u32 = 4;
/// Of so many blocks of deals one is held out.
const HELD_OUT: u64 = 4;
/// Deals of one block: every number of seats, Stealth and choice of sides once.
const BLOCK: u64 = 32;
/// The penalty on the squares of the coefficients of features scaled to mean square 1: it holds those still that hardly
/// ever differ from 0.
const RIDGE: f64 = 2.0;
/// Newton's method has long arrived by then.
const STEPS: usize = 12;
/// Rows of the calibration table, as the lowest prediction of each.
const GRADES: [f64; 8] = [0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8];

/// One number a feature.
type Coefficients = [f64; COUNT];

/// A position at the first decision of a turn, and how its game ended.
struct Position {
    features: [f32; COUNT],
    seats: usize,
    win: bool,
    held_out: bool,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (games, seed) = (number(64_000), number(1));
    let agent = arguments.next().unwrap_or_else(|| "heuristic".to_owned());
    let make = or_exit(agent.parse().and_then(|spec| factory(&spec)));
    let positions: Vec<Position> = (0..games)
        .into_par_iter()
        .flat_map_iter(|number| play(&make, number, seed))
        .collect();
    let (held_out, fitted_on): (Vec<Position>, Vec<Position>) =
        positions.into_iter().partition(|position| position.held_out);
    let coefficients = fit(&fitted_on);
    println!(
        "{games} games: {} positions to fit, {} held out",
        fitted_on.len(),
        held_out.len()
    );
    for (name, coefficients) in [
        ("constant ", &constant(&fitted_on)),
        ("in source", &FEATURES.map(|(_, coefficient)| coefficient)),
        ("fitted   ", &coefficients),
    ] {
        println!("{name}: {}", Quality::of(&held_out, coefficients));
    }
    print_calibration(&held_out, &coefficients);
    println!();
    for ((name, _), coefficient) in FEATURES.iter().zip(coefficients) {
        println!("    {name} = {coefficient:.4},");
    }
}

/// What there is, or the end of the program with one message.
fn or_exit<T>(result: Result<T, impl std::fmt::Display>) -> T {
    result.unwrap_or_else(|problem| {
        eprintln!("{problem}");
        std::process::exit(2);
    })
}

/// The positions of one game; every hole is drawn when it is needed.
fn play(make: &Factory<BurgleBros>, number: u64, seed: u64) -> Vec<Position> {
    let mut rng: Generator = stream(seed, "fit/deals", number);
    let seats = 1 + (number % 4) as u8;
    let setup = Setup {
        stealth: 3 + (number / 4 % 4) as u8,
        sides: [Sides::Basic, Sides::Both][(number / 16 % 2) as usize],
        ..Setup::bank_job(seats, setup_seed(seed, number))
    };
    let mut state = or_exit(BurgleBros::new(&setup));
    let mut team: Vec<_> = (0..seats).map(|_| make()).collect();
    let mut turn = 0;
    let mut seen = Vec::new();
    play_out(&mut state, &mut rng, |state, seat, legal, rng| {
        if state.turn_number() != turn {
            turn = state.turn_number();
            if below(rng, THINNING) == 0 {
                seen.push(features(state));
            }
        }
        or_exit(team[seat.index()].decide(&state.information_state(seat), seat, legal, rng))
    });
    let win = state.result().is_some_and(|result| result.is_win());
    seen.into_iter()
        .map(|features| Position {
            features,
            seats: usize::from(seats),
            win,
            held_out: (number / BLOCK).is_multiple_of(HELD_OUT),
        })
        .collect()
}

/// What a setup draws from: its own stream too.
fn setup_seed(seed: u64, number: u64) -> u64 {
    let mut rng = stream(seed, "fit/setups", number);
    u64::from(below(&mut rng, u32::MAX)) << 32 | u64::from(below(&mut rng, u32::MAX))
}

fn log_odds(features: &[f32; COUNT], coefficients: &Coefficients) -> f64 {
    features
        .iter()
        .zip(coefficients)
        .map(|(&number, coefficient)| f64::from(number) * coefficient)
        .sum()
}

fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The share of wins for each number of seats alone.
fn constant(positions: &[Position]) -> Coefficients {
    let mut coefficients = [0.0; COUNT];
    for (place, coefficient) in coefficients.iter_mut().enumerate().take(4) {
        let (mut count, mut wins) = (1.0, 0.5);
        for position in positions.iter().filter(|position| position.seats == place + 1) {
            count += 1.0;
            wins += f64::from(u8::from(position.win));
        }
        *coefficient = (wins / (count - wins)).ln();
    }
    coefficients
}

/// The gradient of the log-likelihood and the negated second derivatives.
struct Slope {
    gradient: Coefficients,
    curvature: Box<[Coefficients; COUNT]>,
}

impl Slope {
    fn new() -> Slope {
        Slope {
            gradient: [0.0; COUNT],
            curvature: Box::new([[0.0; COUNT]; COUNT]),
        }
    }

    fn add(mut self, position: &Position, coefficients: &Coefficients) -> Slope {
        let chance = chance(log_odds(&position.features, coefficients));
        let surprise = f64::from(u8::from(position.win)) - chance;
        let numbers = position.features.map(f64::from);
        for place in 0..COUNT {
            let number = numbers[place];
            // Most features are 0 in most positions.
            if number != 0.0 {
                self.gradient[place] += surprise * number;
                let weight = chance * (1.0 - chance) * number;
                for (sum, other) in self.curvature[place].iter_mut().zip(&numbers) {
                    *sum += weight * other;
                }
            }
        }
        self
    }

    fn join(mut self, other: Slope) -> Slope {
        let sums = self.gradient.iter_mut().chain(self.curvature.iter_mut().flatten());
        let others = other.gradient.iter().chain(other.curvature.iter().flatten());
        sums.zip(others).for_each(|(sum, other)| *sum += other);
        self
    }
}

/// Logistic regression by Newton's method.
fn fit(positions: &[Position]) -> Coefficients {
    let mut penalty = [0.0; COUNT];
    for position in positions {
        for (sum, &number) in penalty.iter_mut().zip(&position.features) {
            *sum += RIDGE * f64::from(number).powi(2) / positions.len() as f64;
        }
    }
    let mut coefficients = [0.0; COUNT];
    // Sums of pieces of fixed size, added in order, do not depend on the number of threads.
    let size = positions.len().div_ceil(64).max(1);
    for _ in 0..STEPS {
        let pieces: Vec<Slope> = positions
            .par_chunks(size)
            .map(|piece| piece.iter().fold(Slope::new(), |sum, one| sum.add(one, &coefficients)))
            .collect();
        let mut slope = pieces.into_iter().fold(Slope::new(), Slope::join);
        for place in 0..COUNT {
            slope.gradient[place] -= penalty[place] * coefficients[place];
            // A feature that is 0 everywhere keeps the coefficient 0.
            slope.curvature[place][place] += penalty[place].max(1e-9);
        }
        let step = solve(&mut slope.curvature, slope.gradient);
        coefficients.iter_mut().zip(step).for_each(|(sum, step)| *sum += step);
    }
    coefficients
}

/// Solves a symmetric positive definite system by Cholesky's decomposition, in place.
fn solve(matrix: &mut [Coefficients; COUNT], mut right: Coefficients) -> Coefficients {
    for column in 0..COUNT {
        for row in column..COUNT {
            let known: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            let rest = matrix[row][column] - known;
            matrix[row][column] = if row == column {
                rest.max(1e-12).sqrt()
            } else {
                rest / matrix[column][column]
            };
        }
    }
    for row in 0..COUNT {
        let known: f64 = (0..row).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    for row in (0..COUNT).rev() {
        let known: f64 = (row + 1..COUNT).map(|k| matrix[k][row] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// How good predictions are.
struct Quality {
    log_loss: f64,
    brier: f64,
    /// The chance that of a won and a lost position the won one is ranked higher: the area under the ROC curve.
    ranking: f64,
}

impl Quality {
    fn of(positions: &[Position], coefficients: &Coefficients) -> Quality {
        let mut predictions: Vec<(f64, bool)> = positions
            .iter()
            .map(|position| (log_odds(&position.features, coefficients), position.win))
            .collect();
        predictions.sort_by(|a, b| a.0.total_cmp(&b.0));
        let count = predictions.len() as f64;
        let mean = |loss: fn(f64) -> f64| {
            let losses = predictions.iter().map(|&(odds, win)| if win { odds } else { -odds });
            losses.map(loss).sum::<f64>() / count
        };
        // Ranks, ties in the middle.
        let (mut below, mut pairs, mut wins) = (0.0, 0.0, 0.0);
        for tie in predictions.chunk_by(|a, b| a.0 == b.0) {
            let won = tie.iter().filter(|(_, win)| *win).count() as f64;
            let lost = tie.len() as f64 - won;
            pairs += won * (below + lost / 2.0);
            below += lost;
            wins += won;
        }
        Quality {
            log_loss: mean(|odds| (-odds).exp().ln_1p()),
            brier: mean(|odds| (1.0 - chance(odds)).powi(2)),
            ranking: pairs / (wins * below),
        }
    }
}

impl std::fmt::Display for Quality {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Quality {
            log_loss,
            brier,
            ranking,
        } = self;
        write!(f, "log-loss {log_loss:.4}, Brier score {brier:.4}, AUC {ranking:.4}")
    }
}

/// Mean prediction and share of wins by seats, over all and by prediction.
fn print_calibration(positions: &[Position], coefficients: &Coefficients) {
    println!("\nseats  from  positions  predicted  won");
    for seats in 1..=4 {
        let predictions: Vec<(f64, bool)> = positions
            .iter()
            .filter(|position| position.seats == seats)
            .map(|position| (chance(log_odds(&position.features, coefficients)), position.win))
            .collect();
        print_share(seats, "all", predictions.iter());
        for (place, &low) in GRADES.iter().enumerate() {
            let high = GRADES.get(place + 1).copied().unwrap_or(2.0);
            let grade = predictions.iter().filter(|(chance, _)| (low..high).contains(chance));
            print_share(seats, &format!("{low:.2}"), grade);
        }
    }
}

fn print_share<'a>(seats: usize, from: &str, predictions: impl Iterator<Item = &'a (f64, bool)>) {
    let (mut count, mut sum, mut wins) = (0u32, 0.0, 0u32);
    for (chance, win) in predictions {
        count += 1;
        sum += chance;
        wins += u32::from(*win);
    }
    let all = f64::from(count.max(1));
    println!(
        "{seats:5}  {from:>4}  {count:9}  {:9.3}  {:.3}",
        sum / all,
        f64::from(wins) / all
    );
}
