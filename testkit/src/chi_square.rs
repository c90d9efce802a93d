//! Chi-square tests whose error is at most one in a million.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// The value that a chi-square statistic exceeds with a probability of at most one in a million.
///
/// The approximation of Wilson and Hilferty (1931): the cube root of a chi-square variable over its degrees of freedom
/// `f` is nearly normal with mean `1 - 2/(9f)` and variance `2/(9f)`. This far out it errs on the large side (27.5 for
/// 23.9 at one degree of freedom, 182.4 for 182.1 at a hundred), so the error probability is smaller than stated.
pub fn chi_square_critical(freedom: usize) -> f64 {
    /// The normal quantile at one in a million.
    const Z: f64 = 4.753424;
    let f = freedom as f64;
    let spread = 2.0 / (9.0 * f);
    f * (1.0 - spread + Z * spread.sqrt()).powi(3)
}

/// Observed against expected counts.
pub(crate) struct Fit {
    statistic: f64,
    freedom: usize,
}

impl Fit {
    /// Counts against a distribution. Outcomes expected fewer than five times share a bin.
    pub(crate) fn of<K: Ord + Copy>(distribution: &[(K, f64)], counts: &BTreeMap<K, u64>) -> Fit {
        let draws: u64 = counts.values().sum();
        let mut rows: Vec<(f64, f64)> = distribution
            .iter()
            .map(|(key, probability)| (probability * draws as f64, counts.get(key).copied().unwrap_or(0) as f64))
            .collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let bins = merged(rows, |row| row.0 >= 5.0);
        let statistic = bins
            .iter()
            .map(|(expected, count)| (count - expected).powi(2) / expected)
            .sum();
        Fit {
            statistic,
            freedom: bins.len().saturating_sub(1),
        }
    }

    /// Two samples of one size against each other. Rows with fewer than ten together share a bin.
    pub(crate) fn between<K>(pairs: &BTreeMap<K, [u64; 2]>) -> Fit {
        let mut rows: Vec<(f64, f64)> = pairs.values().map(|pair| (pair[0] as f64, pair[1] as f64)).collect();
        rows.sort_by(|a, b| (a.0 + a.1).total_cmp(&(b.0 + b.1)));
        let bins = merged(rows, |row| row.0 + row.1 >= 10.0);
        let statistic = bins.iter().map(|(a, b)| (a - b).powi(2) / (a + b)).sum();
        Fit {
            statistic,
            freedom: bins.len().saturating_sub(1),
        }
    }

    pub(crate) fn holds(&self) -> bool {
        self.freedom == 0 || self.statistic <= chi_square_critical(self.freedom)
    }
}

impl Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (statistic, freedom) = (self.statistic, self.freedom);
        let critical = chi_square_critical(freedom.max(1));
        write!(
            f,
            "chi-square {statistic:.1} with {freedom} degrees of freedom, at most {critical:.1} expected"
        )
    }
}

/// Adds up rows until each sum is large enough; what is left over joins the last.
fn merged(rows: Vec<(f64, f64)>, enough: impl Fn(&(f64, f64)) -> bool) -> Vec<(f64, f64)> {
    let mut bins: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for row in rows {
        open = (open.0 + row.0, open.1 + row.1);
        if enough(&open) {
            bins.push(std::mem::take(&mut open));
        }
    }
    match bins.last_mut() {
        Some(last) => *last = (last.0 + open.0, last.1 + open.1),
        None => bins.push(open),
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn critical_values_are_not_below_the_exact_ones() {
        // Exact quantiles at one in a million, from the incomplete gamma function.
        for (freedom, exact) in [
            (1, 23.928),
            (2, 27.631),
            (5, 35.888),
            (10, 46.863),
            (100, 182.127),
            (300, 431.141),
        ] {
            let critical = chi_square_critical(freedom);
            assert!(
                critical > exact && critical < exact * 1.15,
                "{critical} for {freedom}, exactly {exact}"
            );
        }
    }

    #[test]
    fn rare_outcomes_share_a_bin() {
        let distribution = [(0, 0.5), (1, 0.496), (2, 0.002), (3, 0.002)];
        let counts = BTreeMap::from([(0, 500), (1, 496), (2, 4), (3, 0)]);
        let fit = Fit::of(&distribution, &counts);
        assert_eq!(fit.freedom, 1);
        assert!(fit.statistic < 1e-9);
        assert!(fit.holds());
    }

    #[test]
    fn a_wrong_distribution_does_not_fit() {
        let counts = BTreeMap::from([(0, 600), (1, 400)]);
        assert!(!Fit::of(&[(0, 0.5), (1, 0.5)], &counts).holds());
        assert!(!Fit::between(&BTreeMap::from([(0, [600, 400]), (1, [400, 600])])).holds());
        assert!(Fit::between(&BTreeMap::from([(0, [510, 490]), (1, [490, 510])])).holds());
    }
}
