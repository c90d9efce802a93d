//! Means with control variates: numbers known to have expectation 0, taken off in the measure in which they go with the
//! samples.
//!
//! S. Asmussen and P. Glynn, "Stochastic Simulation" (2007), section V.2.

use serde::Serialize;

use super::normal::Z95;

/// The number of folds that samples are dealt into in turn.
const FOLDS: usize = 10;

/// As how many samples the coefficient that was expected counts.
const EXPECTED_WEIGHT: f64 = 20.0;

/// As many samples at least must differ from the commonest one.
const FEWEST: usize = 10;

/// A control variate: a number a sample, each with expectation 0.
#[derive(Clone, Debug)]
pub struct Control {
    /// The numbers, in the order of the samples.
    pub numbers: Vec<f64>,
    /// The coefficient it is expected to have.
    pub expected: f64,
}

/// The mean of samples after something with expectation 0 was taken off them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Adjusted {
    /// The mean. An unbiased estimate of what the plain mean estimates; with few samples it may lie outside their
    /// range.
    pub mean: f64,
    /// Its 95% interval by Student's t, low end first.
    pub interval95: [f64; 2],
    /// The plain samples' variance by that of the adjusted: how many times as many samples the plain mean needs for the
    /// same precision. `null` where nothing is left of it.
    pub variance_ratio: Option<f64>,
}

/// Each sample less its controls times their coefficients.
///
/// Coefficients are least squares, each pulled a little to what it is expected to be, and fitted for each tenth of the
/// samples to the other nine. No sample has a say in its own coefficients, which are therefore independent of its
/// controls if samples are: the expectation stays exactly what it was, as it does not when coefficients are fitted to
/// all.
pub fn adjust(samples: &[f64], controls: &[Control]) -> Vec<f64> {
    let fits: Vec<Vec<f64>> = (0..FOLDS).map(|fold| fit(samples, controls, fold)).collect();
    let adjusted = samples.iter().enumerate().map(|(place, sample)| {
        let coefficients = controls.iter().zip(&fits[place % FOLDS]);
        sample
            - coefficients
                .map(|(control, coefficient)| coefficient * control.numbers[place])
                .sum::<f64>()
    });
    adjusted.collect()
}

/// The mean of samples adjusted by [`adjust`]; `None` where fewer than ten samples differ from the commonest one, such
/// as a handful of wins: they say too little of how much is left to chance for an interval to be trusted.
pub fn adjusted_mean(samples: &[f64], controls: &[Control]) -> Option<Adjusted> {
    if samples.len() - commonest(samples) < FEWEST {
        return None;
    }
    let (_, plain) = spread(samples);
    let (mean, variance) = spread(&adjust(samples, controls));
    let count = samples.len() as f64;
    let half = student95(count - 1.0) * (variance / count.max(1.0)).sqrt();
    Some(Adjusted {
        mean,
        interval95: [mean - half, mean + half],
        variance_ratio: (variance > 0.0).then(|| plain / variance),
    })
}

/// The coefficients for a fold, from all other folds.
fn fit(samples: &[f64], controls: &[Control], fold: usize) -> Vec<f64> {
    let others: Vec<usize> = (0..samples.len()).filter(|place| place % FOLDS != fold).collect();
    let count = others.len().max(1) as f64;
    let mean = |numbers: &[f64]| others.iter().map(|&place| numbers[place]).sum::<f64>() / count;
    let product = |a: &[f64], b: &[f64]| {
        let (mean_a, mean_b) = (mean(a), mean(b));
        others
            .iter()
            .map(|&place| (a[place] - mean_a) * (b[place] - mean_b))
            .sum::<f64>()
    };
    let mut rows: Vec<Vec<f64>> = controls
        .iter()
        .map(|control| {
            let products = controls.iter().map(|other| product(&control.numbers, &other.numbers));
            let with_samples = product(&control.numbers, samples);
            products.chain(std::iter::once(with_samples)).collect()
        })
        .collect();
    for (place, control) in controls.iter().enumerate() {
        // A control without spread has any coefficient; it gets the expected one.
        let own = rows[place][place];
        let weight = if own > 0.0 { EXPECTED_WEIGHT * own / count } else { 1.0 };
        rows[place][place] += weight;
        rows[place][controls.len()] += weight * control.expected;
    }
    solve(rows)
}

/// Solves a positive definite system, each row with its right side last, by elimination.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let size = rows.len();
    for pivot in 0..size {
        let (above, below) = rows.split_at_mut(pivot + 1);
        let top = &above[pivot];
        for row in below {
            let factor = row[pivot] / top[pivot];
            row.iter_mut().zip(top).for_each(|(cell, top)| *cell -= factor * top);
        }
    }
    let mut solution = vec![0.0; size];
    for pivot in (0..size).rev() {
        let row = &rows[pivot];
        let known: f64 = (pivot + 1..size).map(|other| row[other] * solution[other]).sum();
        solution[pivot] = (row[size] - known) / row[pivot];
    }
    solution
}

/// How many samples are of the value that most have.
fn commonest(samples: &[f64]) -> usize {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let groups = sorted.chunk_by(|one, next| one == next);
    groups.map(<[f64]>::len).max().unwrap_or(0)
}

/// Mean and variance of samples; both 0 where there are none, the variance also for a single one.
pub fn spread(samples: &[f64]) -> (f64, f64) {
    let count = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
    (mean, squares / (count - 1.0).max(1.0))
}

/// The 97.5% point of Student's t distribution, by its expansion around the normal one; within 1% from 3 degrees of
/// freedom on, below which 3 are taken.
///
/// M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions" (1964), formula 26.7.5.
pub fn student95(freedom: f64) -> f64 {
    let n = freedom.max(3.0);
    let z = Z95;
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    z + (z3 + z) / (4.0 * n)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n * n * n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn student_is_near_its_tables() {
        for (freedom, table) in [
            (3.0, 3.182),
            (5.0, 2.571),
            (10.0, 2.228),
            (30.0, 2.042),
            (1000.0, 1.962),
        ] {
            let found = student95(freedom);
            assert!((found / table - 1.0).abs() < 0.01, "{found} for {table}");
        }
    }

    #[test]
    fn a_system_is_solved() {
        let solution = solve(vec![vec![4.0, 1.0, 6.0], vec![1.0, 3.0, 7.0]]);
        assert!((solution[0] - 1.0).abs() < 1e-12 && (solution[1] - 2.0).abs() < 1e-12);
    }
}
