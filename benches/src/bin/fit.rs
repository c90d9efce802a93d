//! Fits the estimate of Burgle Bros. positions to games of an agent.
//!
//! `cargo run --release -p heist-benches --bin fit -- [GAMES] [SEED] [AGENT] [SCENARIO]` plays games and takes
//! decisions from them, and around each the positions that a search would look at: some moves on, good ones and bad
//! ones. How high a value is, is learned from how the games end; how the positions around one decision differ, from
//! rollouts over common dice. It prints how well the coefficients of the source and the fitted ones do on games held
//! out, the calibration by seats, and the fitted coefficients as the source wants them. Rollouts end with the estimate
//! of the source, so a second fit after a first one looks further ahead.
//!
//! Deals are for one to four seats, three to six Stealth tokens, and basic and both sides of the characters in turn.
//! They come from streams of their own, apart from those of the arena, of the tuner and of every suite.

use std::sync::atomic::{AtomicU64, Ordering};

use heist_agents::heuristics::burgle_bros::{FEATURES, features};
use heist_agents::heuristics::{Expert, Heuristics, Policy};
use heist_agents::search::rollout::Rollout;
use heist_agents::{Factory, factory};
use heist_benches::solve;
use heist_engine::burgle_bros::{BurgleBros, Scenario, Setup, Sides};
use heist_engine::game::{Game, Node, play_out};
use heist_engine::random::{self, Generator, below, stream};
use rand::Rng;
use rayon::prelude::*;

const COUNT: usize = FEATURES.len();

/// One decision in so many is taken: neighbouring ones tell much the same.
const THINNING: u32 = 12;
/// Positions around a decision, itself included.
const AROUND: u32 = 8;
/// A position around a decision is at most so many decisions further on.
const FURTHER: u32 = 6;
/// Rollouts from each of them.
const ROLLOUTS: u64 = 8;
/// Turns of a rollout.
const TURNS: u32 = 10;
/// Of so many blocks of deals one is held out.
const HELD_OUT: u64 = 4;
/// Deals of one block: every number of seats, Stealth and choice of sides once.
const BLOCK: u64 = 32;
/// What a squared difference between positions counts, measured by the log-likelihood of one ending: one by twice the
/// variance of what rollouts differ by from the fit, less what the positions of one game have in common.
const SHARPNESS: f64 = 50.0;
/// The penalty on the squares of the coefficients of features scaled to mean square 1: it holds those still that hardly
/// ever differ from 0.
const RIDGE: f64 = 2.0;
/// Newton's method has long arrived by then.
const STEPS: usize = 12;
/// Rows of the calibration table, as the lowest prediction of each.
const GRADES: [f64; 8] = [0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8];

/// One number a feature.
type Coefficients = [f64; COUNT];

/// A position that a search may look at.
struct Position {
    features: [f32; COUNT],
    /// The mean of the rollouts.
    value: f64,
}

/// A decision with the positions around it, and how its game ended.
struct Decision {
    /// Itself first.
    positions: Vec<Position>,
    seats: usize,
    win: bool,
    held_out: bool,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (games, seed) = (number(1_600), number(1));
    let agent = arguments
        .next()
        .unwrap_or_else(|| "improve:sims=100,turns=3".to_owned());
    let scenario = arguments.next().unwrap_or_else(|| Scenario::BankJob.name().to_owned());
    let scenario: Scenario = or_exit(scenario.parse());
    let make = or_exit(agent.parse().and_then(|spec| factory(&spec)));
    let played = AtomicU64::new(0);
    let decisions: Vec<Decision> = (0..games)
        .into_par_iter()
        .flat_map_iter(|number| {
            let decisions = play(&make, scenario, number, seed);
            let played = played.fetch_add(1, Ordering::Relaxed) + 1;
            if played.is_multiple_of(100) {
                eprintln!("{played} of {games} games");
            }
            decisions
        })
        .collect();
    let (held_out, fitted_on): (Vec<Decision>, Vec<Decision>) =
        decisions.into_iter().partition(|decision| decision.held_out);
    let coefficients = fit(&fitted_on);
    println!(
        "{games} games: {} decisions to fit, {} held out",
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

/// Some decisions of one game; every hole is drawn when it is needed.
fn play(make: &Factory<BurgleBros>, scenario: Scenario, number: u64, seed: u64) -> Vec<Decision> {
    let mut dice: Generator = stream(seed, "fit/deals", number);
    let mut rng: Generator = stream(seed, "fit/positions", number);
    let seats = 1 + (number % 4) as u8;
    let setup = Setup {
        stealth: 3 + (number / 4 % 4) as u8,
        sides: [Sides::Basic, Sides::Both][(number / 16 % 2) as usize],
        ..Setup::new(scenario, seats, random::stream_seed(seed, "fit/setups", number))
    };
    let mut state = or_exit(BurgleBros::new(&setup));
    let mut team: Vec<_> = (0..seats).map(|_| make()).collect();
    let mut seen = Vec::new();
    play_out(&mut state, &mut dice, |state, seat, legal, dice| {
        if below(&mut rng, THINNING) == 0 {
            seen.push(look_around(state, &mut rng));
        }
        or_exit(team[seat.index()].decide(&state.information_state(seat), seat, legal, dice))
    });
    let win = state.result().is_some_and(|result| result.is_win());
    seen.into_iter()
        .map(|positions| Decision {
            positions,
            seats: usize::from(seats),
            win,
            held_out: (number / BLOCK).is_multiple_of(HELD_OUT),
        })
        .collect()
}

/// A decision and positions around it.
fn look_around(state: &BurgleBros, rng: &mut Generator) -> Vec<Position> {
    let expert = BurgleBros::HEURISTIC;
    let rollout = Rollout {
        policy: Expert::shared(),
        cut: Some((Expert::shared(), TURNS)),
    };
    let dice = rng.next_u64();
    let mut legal = Vec::new();
    let mut look_at = |state: &BurgleBros| {
        let values = (0..ROLLOUTS).map(|number| {
            let mut rng = stream(dice, "fit/rollout", number);
            rollout.play(*state, state.turn(), &mut rng, &mut legal)
        });
        Position {
            value: values.sum::<f64>() / ROLLOUTS as f64,
            features: features(state),
        }
    };
    let mut positions = vec![look_at(state)];
    for number in 1..AROUND {
        let mut next = *state;
        let steps = 1 + below(rng, FURTHER);
        // From the expert's play to what nobody would play.
        if stroll(&mut next, steps, number % 4, expert, rng) {
            positions.push(look_at(&next));
        }
    }
    positions
}

/// Plays on for `steps` decisions, of which `wild` in four are random. Returns whether the game goes on.
fn stroll(
    state: &mut BurgleBros,
    steps: u32,
    wild: u32,
    expert: Option<Policy<BurgleBros>>,
    rng: &mut Generator,
) -> bool {
    let mut legal = Vec::new();
    let mut taken = 0;
    loop {
        match state.node() {
            Node::Terminal => return false,
            Node::Chance => {
                let outcome = state.sample(rng);
                state.resolve(outcome);
            }
            Node::Decision(_) if taken == steps => return true,
            Node::Decision(seat) => {
                state.legal_actions(&mut legal);
                let action = match expert.filter(|_| below(rng, 4) >= wild) {
                    Some(expert) => expert(&state.information_state(seat), seat, &legal, rng),
                    None => random::choose(rng, &legal),
                };
                state.apply(action);
                taken += 1;
            }
        }
    }
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
fn constant(decisions: &[Decision]) -> Coefficients {
    let mut coefficients = [0.0; COUNT];
    for (place, coefficient) in coefficients.iter_mut().enumerate().take(4) {
        let (mut count, mut wins) = (1.0, 0.5);
        for decision in decisions.iter().filter(|decision| decision.seats == place + 1) {
            count += 1.0;
            wins += f64::from(u8::from(decision.win));
        }
        *coefficient = (wins / (count - wins)).ln();
    }
    coefficients
}

/// The gradient of the log-likelihood and the negated second derivatives, as far as they come from first ones.
struct Slope {
    gradient: Coefficients,
    curvature: Box<[Coefficients; COUNT]>,
}

impl Position {
    fn chance(&self, coefficients: &Coefficients) -> f64 {
        chance(log_odds(&self.features, coefficients))
    }
}

impl Slope {
    fn new() -> Slope {
        Slope {
            gradient: [0.0; COUNT],
            curvature: Box::new([[0.0; COUNT]; COUNT]),
        }
    }

    fn add(mut self, decision: &Decision, coefficients: &Coefficients) -> Slope {
        let positions = &decision.positions;
        let itself = positions[0].features.map(f64::from);
        let chances: Vec<f64> = positions.iter().map(|one| one.chance(coefficients)).collect();
        self.add_outer(&itself, chances[0] * (1.0 - chances[0]));
        self.add_to_gradient(&itself, f64::from(u8::from(decision.win)) - chances[0]);
        // How the chances change with the coefficients, and by how much they are wrong, both less their means.
        let count = positions.len() as f64;
        let mut changes: Vec<Coefficients> = positions
            .iter()
            .zip(&chances)
            .map(|(one, chance)| one.features.map(|number| f64::from(number) * chance * (1.0 - chance)))
            .collect();
        let mut mean_change = [0.0; COUNT];
        for change in &changes {
            mean_change
                .iter_mut()
                .zip(change)
                .for_each(|(sum, one)| *sum += one / count);
        }
        let errors = || positions.iter().zip(&chances).map(|(one, chance)| one.value - chance);
        let mean_error = errors().sum::<f64>() / count;
        for (change, error) in changes.iter_mut().zip(errors()) {
            change.iter_mut().zip(&mean_change).for_each(|(one, mean)| *one -= mean);
            self.add_outer(change, SHARPNESS);
            self.add_to_gradient(change, SHARPNESS * (error - mean_error));
        }
        self
    }

    fn add_to_gradient(&mut self, numbers: &Coefficients, weight: f64) {
        self.gradient
            .iter_mut()
            .zip(numbers)
            .for_each(|(sum, number)| *sum += weight * number);
    }

    /// Adds the products of all pairs of numbers.
    fn add_outer(&mut self, numbers: &Coefficients, weight: f64) {
        for (row, number) in self.curvature.iter_mut().zip(numbers) {
            // Most are 0.
            if *number != 0.0 {
                row.iter_mut()
                    .zip(numbers)
                    .for_each(|(sum, other)| *sum += weight * number * other);
            }
        }
    }

    fn join(mut self, other: Slope) -> Slope {
        let sums = self.gradient.iter_mut().chain(self.curvature.iter_mut().flatten());
        let others = other.gradient.iter().chain(other.curvature.iter().flatten());
        sums.zip(others).for_each(|(sum, other)| *sum += other);
        self
    }
}

/// Logistic regression by the method of Gauss and Newton.
fn fit(decisions: &[Decision]) -> Coefficients {
    let mut penalty = [0.0; COUNT];
    for decision in decisions {
        for (sum, &number) in penalty.iter_mut().zip(&decision.positions[0].features) {
            *sum += RIDGE * f64::from(number).powi(2) / decisions.len() as f64;
        }
    }
    let mut coefficients = [0.0; COUNT];
    // Sums of pieces of fixed size, added in order, do not depend on the number of threads.
    let size = decisions.len().div_ceil(64).max(1);
    for _ in 0..STEPS {
        let pieces: Vec<Slope> = decisions
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

/// How good predictions are.
struct Quality {
    log_loss: f64,
    brier: f64,
    /// The chance that of a won and a lost position the won one is ranked higher: the area under the ROC curve.
    ranking: f64,
    /// Of the differences between the positions around a decision, the correlation with those of the rollouts.
    differences: f64,
}

impl Quality {
    fn of(decisions: &[Decision], coefficients: &Coefficients) -> Quality {
        let mut predictions: Vec<(f64, bool)> = decisions
            .iter()
            .map(|decision| (log_odds(&decision.positions[0].features, coefficients), decision.win))
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
            differences: differences(decisions, coefficients),
        }
    }
}

/// The correlation of estimates with rollouts, both less their means around each decision.
fn differences(decisions: &[Decision], coefficients: &Coefficients) -> f64 {
    let (mut both, mut estimated, mut rolled) = (0.0, 0.0, 0.0);
    for Decision { positions, .. } in decisions {
        let pairs: Vec<(f64, f64)> = positions
            .iter()
            .map(|one| (one.chance(coefficients), one.value))
            .collect();
        let count = pairs.len() as f64;
        let mean = |part: fn(&(f64, f64)) -> f64| pairs.iter().map(part).sum::<f64>() / count;
        let means = (mean(|pair| pair.0), mean(|pair| pair.1));
        for (estimate, value) in pairs {
            let (estimate, value) = (estimate - means.0, value - means.1);
            both += estimate * value;
            estimated += estimate * estimate;
            rolled += value * value;
        }
    }
    both / (estimated * rolled).sqrt()
}

impl std::fmt::Display for Quality {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Quality {
            log_loss,
            brier,
            ranking,
            differences,
        } = self;
        write!(
            f,
            "log-loss {log_loss:.4}, Brier score {brier:.4}, AUC {ranking:.4}; differences {differences:.4}"
        )
    }
}

/// Mean prediction and share of wins by seats, over all and by prediction.
fn print_calibration(decisions: &[Decision], coefficients: &Coefficients) {
    println!("\nseats  from  positions  predicted  won");
    for seats in 1..=4 {
        let predictions: Vec<(f64, bool)> = decisions
            .iter()
            .filter(|decision| decision.seats == seats)
            .map(|decision| (decision.positions[0].chance(coefficients), decision.win))
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
