//! Many setups on common deals: how much they differ, and which of their measures go with how often they are won.
//!
//! Every setup is played on deals with the same numbers. A setup's win rate then has three parts: its own, that of the
//! deals, which is the same for all setups, and chance. The two-way analysis of variance tells them apart, so that what
//! is said of the setups is not what luck would say of equal ones.

use crate::parallel;
use heist_engine::random::{self, Generator};
use serde::Serialize;

use super::normal::Z95;
use super::stats::{RESAMPLES, wilson};

/// How much setups differ for one contestant.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// How many setups were played.
    pub setups: usize,
    /// On how many deals each.
    pub deals: usize,
    /// The mean win rate over setups and deals, 0 to 1.
    pub mean: f64,
    /// Its 95% interval, with other setups and other deals in mind, low end first.
    pub mean_interval95: [f64; 2],
    /// The standard deviation of the setups' win rates as they were measured.
    pub measured_sd: f64,
    /// What it would be if all setups were equal: chance alone.
    pub noise_sd: f64,
    /// The standard deviation of the setups' win rates with chance taken off; 0 if nothing is left of it.
    pub sd: f64,
    /// Its 95% interval by bootstrap over the setups, low end first.
    pub sd_interval95: [f64; 2],
    /// The share of the measured variance that the setups make, 0 to 1. A perfect measure of the setups is expected to
    /// explain this share of it, and to have its root for correlation with the measured win rates; chance may give
    /// more.
    pub reliability: f64,
}

impl Spread {
    /// The spread of the games of some setups: `games[setup][deal]` is 1 for a win and 0 for a loss. There have to be
    /// two setups and two deals at least, and as many deals for each setup.
    ///
    /// Components of variance by the method of moments, with setups and deals as random effects: S. R. Searle, G.
    /// Casella and C. E. McCulloch, "Variance Components" (1992), chapter 4.
    ///
    /// # Panics
    /// With fewer, or with other numbers of deals.
    pub fn of(games: &[Vec<f64>], seed: u64) -> Spread {
        let (setups, deals) = (games.len(), games.first().map_or(0, Vec::len));
        assert!(setups > 1 && deals > 1, "two setups and two deals at least");
        assert!(games.iter().all(|row| row.len() == deals), "every setup on every deal");
        let (k, n) = (setups as f64, deals as f64);
        let rates: Vec<f64> = games.iter().map(|row| mean(row)).collect();
        let grand = mean(&rates);
        let of_deals = (0..deals).map(|deal| games.iter().map(|row| row[deal]).sum::<f64>() / k);
        let by_setups = n * rates.iter().map(|rate| (rate - grand).powi(2)).sum::<f64>();
        let by_deals = k * of_deals.map(|rate| (rate - grand).powi(2)).sum::<f64>();
        let total: f64 = games.iter().flatten().map(|game| (game - grand).powi(2)).sum();
        let rest = (total - by_setups - by_deals).max(0.0) / ((k - 1.0) * (n - 1.0));
        let (by_setups, by_deals) = (by_setups / (k - 1.0), by_deals / (n - 1.0));
        let own = |measured: f64| (measured - rest / n).max(0.0).sqrt();
        let of_mean = (by_setups + by_deals - rest).max(rest) / (k * n);
        let half = Z95 * of_mean.sqrt();
        // Where hardly any game is won the normal interval is too narrow: never narrower than that of unrelated games.
        let [low, high] = wilson(
            games.iter().flatten().sum::<f64>().round() as u64,
            (setups * deals) as u64,
        );
        let sds = bootstrap(setups, seed, |sample| {
            let mean = sample.iter().map(|&setup| rates[setup]).sum::<f64>() / k;
            let squares = sample.iter().map(|&setup| (rates[setup] - mean).powi(2)).sum::<f64>();
            // A sample of a sample has the variance of all of it, not its estimate: k in the place of k - 1 would be
            // low.
            vec![own(squares / (k - 1.0) * k / (k - 1.0))]
        });
        let measured = by_setups / n;
        Spread {
            setups,
            deals,
            mean: grand,
            mean_interval95: [(grand - half).max(0.0).min(low), (grand + half).min(1.0).max(high)],
            measured_sd: measured.sqrt(),
            noise_sd: (rest / n).sqrt(),
            sd: own(measured),
            sd_interval95: sds[0],
            reliability: if measured > 0.0 {
                ((measured - rest / n) / measured).max(0.0)
            } else {
                0.0
            },
        }
    }

    /// The win rate to expect of a setup in new deals, from the one that was measured: the farther it lies from the
    /// mean, the more of that was chance.
    ///
    /// B. Efron and C. Morris, "Data Analysis Using Stein's Estimator and its Generalizations", Journal of the American
    /// Statistical Association 70 (1975).
    pub fn expected(&self, rate: f64) -> f64 {
        self.mean + self.reliability * (rate - self.mean)
    }
}

/// How a measure of setups goes with their win rates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Effect {
    /// Pearson's correlation of the measure with the measured win rate. Chance in the rates pulls it towards 0.
    pub correlation: f64,
    /// Its 95% interval by bootstrap over the setups, low end first.
    pub correlation_interval95: [f64; 2],
    /// The change of the win rate with one more of the measure, by least squares. Chance does not pull it anywhere.
    pub slope: f64,
    /// Its 95% interval by bootstrap over the setups, low end first.
    pub slope_interval95: [f64; 2],
}

/// The effect of each measure on its own; `None` for one that is the same for all setups, and where all win rates are.
///
/// `measures` has a list for each measure with a number for each setup, in the order of the win rates. Each interval
/// holds for itself: of twenty measures that do nothing, one is expected to have an interval without 0.
pub fn effects(measures: &[Vec<f64>], rates: &[f64], seed: u64) -> Vec<Option<Effect>> {
    let of = |numbers: &[f64], sample: &[usize]| line(sample.iter().map(|&setup| (numbers[setup], rates[setup])));
    let all: Vec<usize> = (0..rates.len()).collect();
    let intervals = bootstrap(rates.len(), seed, |sample| {
        let lines = measures.iter().map(|numbers| of(numbers, sample));
        lines.flat_map(|line| line.unwrap_or([f64::NAN; 2])).collect()
    });
    let effect = |(place, numbers): (usize, &Vec<f64>)| {
        let [correlation, slope] = of(numbers, &all)?;
        Some(Effect {
            correlation,
            correlation_interval95: intervals[2 * place],
            slope,
            slope_interval95: intervals[2 * place + 1],
        })
    };
    measures.iter().enumerate().map(effect).collect()
}

/// Correlation and slope of the second numbers over the first; `None` if either are all the same.
fn line(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Option<[f64; 2]> {
    let count = pairs.clone().count() as f64;
    let (mut mean_x, mut mean_y) = (0.0, 0.0);
    for (x, y) in pairs.clone() {
        mean_x += x / count;
        mean_y += y / count;
    }
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        let (x, y) = (x - mean_x, y - mean_y);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    // Means of floors are sums of thirds: what is constant may differ in the last bits.
    let is_flat = |squares: f64, mean: f64| squares <= count * FLAT * (1.0 + mean * mean);
    if is_flat(xx, mean_x) || is_flat(yy, mean_y) {
        return None;
    }
    Some([xy / (xx * yy).sqrt(), xy / xx])
}

/// Variance below which numbers are all the same, and share of variance below which a measure follows from others.
const FLAT: f64 = 1e-18;
const COLLINEAR: f64 = 1e-8;

/// Several measures together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Joint {
    /// The change of the win rate with one more of each measure while the others stay.
    pub slopes: Vec<f64>,
    /// Their 95% intervals by bootstrap over the setups, low ends first.
    pub intervals95: Vec<[f64; 2]>,
    /// The share of the measured variance of win rates that the measures explain.
    pub r_squared: f64,
    /// The same less what as many measures without effect would explain.
    pub adjusted_r_squared: f64,
    /// The adjusted share as a part of what the setups make of the variance ([`Spread::reliability`]), at most 1;
    /// `null` if they make nothing of it.
    pub explained: Option<f64>,
}

/// How many setups a regression needs at least, by its number of measures.
pub const fn fewest_setups(measures: usize) -> usize {
    measures + 3
}

/// The linear regression of win rates on several measures by least squares. `None` if one of them is the same for all
/// setups or follows from the others, if all win rates are the same, without measures, or with fewer setups than
/// [`fewest_setups`].
///
/// `reliability` is that of the win rates, [`Spread::reliability`].
pub fn joint(measures: &[Vec<f64>], rates: &[f64], reliability: f64, seed: u64) -> Option<Joint> {
    let count = rates.len();
    if measures.is_empty() || count < fewest_setups(measures.len()) {
        return None;
    }
    let all: Vec<usize> = (0..count).collect();
    let slopes = least_squares(measures, rates, &all)?;
    let intervals95 = bootstrap(count, seed, |sample| {
        least_squares(measures, rates, sample).unwrap_or_else(|| vec![f64::NAN; measures.len()])
    });
    let middle = mean(rates);
    let middles: Vec<f64> = measures.iter().map(|numbers| mean(numbers)).collect();
    let residual = |setup: usize| {
        let terms = slopes.iter().zip(measures).zip(&middles);
        let explained = terms.map(|((slope, numbers), middle)| slope * (numbers[setup] - middle));
        rates[setup] - middle - explained.sum::<f64>()
    };
    let left: f64 = all.iter().map(|&setup| residual(setup).powi(2)).sum();
    let total: f64 = rates.iter().map(|rate| (rate - middle).powi(2)).sum();
    if total <= count as f64 * FLAT * (1.0 + middle * middle) {
        return None;
    }
    let r_squared = 1.0 - left / total;
    let freedom = (count - 1) as f64 / (count - 1 - measures.len()) as f64;
    let adjusted_r_squared = 1.0 - (1.0 - r_squared) * freedom;
    Some(Joint {
        slopes,
        intervals95,
        r_squared,
        adjusted_r_squared,
        explained: (reliability > 0.0).then(|| (adjusted_r_squared / reliability).clamp(0.0, 1.0)),
    })
}

/// The slopes of the regression over some setups, by the Cholesky decomposition of the measures' correlations.
///
/// G. Golub and C. Van Loan, "Matrix Computations" (4th edition, 2013), sections 4.2 and 5.3.
fn least_squares(measures: &[Vec<f64>], rates: &[f64], sample: &[usize]) -> Option<Vec<f64>> {
    let standard = |numbers: &[f64]| {
        let of_sample: Vec<f64> = sample.iter().map(|&setup| numbers[setup]).collect();
        let mean = mean(&of_sample);
        let length = of_sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>().sqrt();
        let is_flat = length * length <= sample.len() as f64 * FLAT * (1.0 + mean * mean);
        (!is_flat).then(|| {
            let scaled: Vec<f64> = of_sample.iter().map(|x| (x - mean) / length).collect();
            (scaled, length)
        })
    };
    let columns: Vec<(Vec<f64>, f64)> = measures
        .iter()
        .map(|numbers| standard(numbers))
        .collect::<Option<_>>()?;
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let size = columns.len();
    let mut lower = vec![vec![0.0; size]; size];
    for row in 0..size {
        for column in 0..=row {
            let sum = product(&lower[row][..column], &lower[column][..column]);
            let left = product(&columns[row].0, &columns[column].0) - sum;
            lower[row][column] = match row == column {
                true if left < COLLINEAR => return None,
                true => left.sqrt(),
                false => left / lower[column][column],
            };
        }
    }
    // The columns have mean 0: that of the rates drops out.
    let target: Vec<f64> = sample.iter().map(|&setup| rates[setup]).collect();
    let mut solution: Vec<f64> = columns.iter().map(|(column, _)| product(column, &target)).collect();
    for row in 0..size {
        let known = product(&lower[row][..row], &solution[..row]);
        solution[row] = (solution[row] - known) / lower[row][row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|below| lower[below][row] * solution[below]).sum();
        solution[row] = (solution[row] - known) / lower[row][row];
    }
    let lengths = columns.iter().map(|(_, length)| length);
    Some(
        solution
            .iter()
            .zip(lengths)
            .map(|(slope, length)| slope / length)
            .collect(),
    )
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// The 95% percentile intervals of statistics of `count` setups, drawn with replacement [`RESAMPLES`] times; resample
/// `i` has a stream of its own from `seed`. Resamples in which a statistic is no number are left out for it.
fn bootstrap(count: usize, seed: u64, statistics: impl Fn(&[usize]) -> Vec<f64> + Sync) -> Vec<[f64; 2]> {
    let draw = |rng: &mut Generator| random::below(rng, count as u32) as usize;
    let resamples: Vec<Vec<f64>> = parallel::map(RESAMPLES as usize, |number| {
        let mut rng = random::stream(seed, "arena/study", number as u64);
        let sample: Vec<usize> = (0..count).map(|_| draw(&mut rng)).collect();
        statistics(&sample)
    });
    let interval = |place: usize| {
        let values = resamples.iter().map(|statistics| statistics[place]);
        let mut values: Vec<f64> = values.filter(|value| !value.is_nan()).collect();
        values.sort_by(f64::total_cmp);
        let tail = ((values.len() + 1) / 40).max(1);
        match values.len() {
            0 => [f64::NAN; 2],
            length => [values[tail - 1], values[length - tail]],
        }
    };
    (0..resamples.first().map_or(0, Vec::len)).map(interval).collect()
}
