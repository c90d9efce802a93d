//! Logistic regression for estimates of positions: fitting, and how well it does.

use std::fmt::Write as _;

use crate::solve;

/// The penalty on the squares of the coefficients of features scaled to mean square 1.
const RIDGE: f64 = 3.0;
/// Newton's method has long arrived by then.
const STEPS: usize = 12;

/// A position in numbers, and how its game ended.
pub trait Example<const COUNT: usize> {
    /// The numbers, the constant 1 first.
    fn features(&self) -> &[f32; COUNT];
    /// Whether the game was won.
    fn is_win(&self) -> bool;
}

/// The chance that some coefficients give a position.
pub fn chance<const COUNT: usize>(features: &[f32; COUNT], coefficients: &[f64; COUNT]) -> f64 {
    let log_odds: f64 = features
        .iter()
        .zip(coefficients)
        .map(|(&number, weight)| f64::from(number) * weight)
        .sum();
    1.0 / (1.0 + (-log_odds).exp())
}

/// The coefficients that fit some positions, by Newton's method with a small penalty on all but the constant.
pub fn fit<const COUNT: usize>(positions: &[&impl Example<COUNT>]) -> [f64; COUNT] {
    let mut squares = [1e-9; COUNT];
    for position in positions {
        for (square, number) in squares.iter_mut().zip(position.features()) {
            *square += f64::from(*number).powi(2);
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
            let chance = chance(position.features(), &coefficients);
            let numbers = position.features().map(f64::from);
            let error = f64::from(u8::from(position.is_win())) - chance;
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

/// Prints how far predictions are from results.
pub fn print_quality<const COUNT: usize, E: Example<COUNT>>(name: &str, positions: &[&E], predict: impl Fn(&E) -> f64) {
    let (mut loss, mut brier) = (0.0, 0.0);
    for position in positions {
        let chance = predict(position).clamp(1e-9, 1.0 - 1e-9);
        let outcome = f64::from(u8::from(position.is_win()));
        loss -= if position.is_win() {
            chance.ln()
        } else {
            (1.0 - chance).ln()
        };
        brier += (outcome - chance).powi(2);
    }
    let count = positions.len().max(1) as f64;
    println!(
        "  {name}: log-loss {:.4}, Brier score {:.4}",
        loss / count,
        brier / count
    );
}

/// Prints mean prediction and share of wins by tenths of the predictions.
pub fn print_calibration<const COUNT: usize>(positions: &[&impl Example<COUNT>], coefficients: &[f64; COUNT]) {
    let mut predictions: Vec<(f64, bool)> = positions
        .iter()
        .map(|position| (chance(position.features(), coefficients), position.is_win()))
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
