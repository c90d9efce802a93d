//! The sequential probability ratio test of one contestant against another, deal by deal.
//!
//! Each deal gives a score `(1 + difference) / 2` between 0 and 1: 1 for a deal that only the one won, 0 for one that
//! only the other won, 1/2 where they did alike. The test asks whether the expected score is that of `elo0` or that of
//! `elo1`, on the logistic scale of ratings, and stops as soon as one of the two is so much likelier that the chances
//! of error are kept: A. Wald, "Sequential Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16
//! (1945).
//!
//! How scores are distributed is not known beside their mean, so the likelihood of each hypothesis is that of the
//! likeliest distribution with its mean: the generalized ratio that chess engines are tested with (M. Van den Bergh, "A
//! Practical Introduction to the GSPRT", and `LLRcalc.py` of fishtest).

use std::collections::BTreeMap;

use serde::Serialize;

use super::control::spread;
use super::normal::Z95;

/// As how many deals a score counts that no deal had, so that no distribution is ruled out.
const UNSEEN: f64 = 1e-3;

/// What is tested.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The first hypothesis: the second contestant's advantage over the first, in Elo.
    pub elo0: f64,
    /// The second hypothesis, greater.
    pub elo1: f64,
    /// The chance to accept `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The chance to accept `elo0` where `elo1` is true.
    pub beta: f64,
}

impl Sprt {
    /// A test of two advantages with chances of error.
    ///
    /// # Errors
    /// When the advantages are not in order, or the chances not between 0 and 1/2.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, String> {
        let is_rating = |elo: f64| elo.abs() <= 2_000.0;
        if !(is_rating(elo0) && is_rating(elo1) && elo0 < elo1) {
            return Err(format!(
                "elo {elo0} and {elo1}; expected two numbers from -2000 to 2000, the lesser first"
            ));
        }
        let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
        if !(is_chance(alpha) && is_chance(beta)) {
            return Err(format!(
                "alpha {alpha} and beta {beta}; expected numbers above 0 and below 0.5"
            ));
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The log-likelihood ratios at which `elo0` and `elo1` are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }
}

/// The expected score of an advantage.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The advantage of an expected score; infinite at 0 and 1.
pub fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The advantage is `elo0`, or less.
    Elo0,
    /// The advantage is `elo1`, or more.
    Elo1,
    /// Neither yet.
    Undecided,
}

/// A test under way.
#[derive(Clone, Debug)]
pub struct Sequential {
    test: Sprt,
    /// How many deals had each score, by the bits of the score, which order as scores do from 0 on.
    counts: BTreeMap<u64, u64>,
    llr: f64,
    verdict: Verdict,
}

impl Sequential {
    /// No deals yet.
    pub fn new(test: Sprt) -> Sequential {
        Sequential {
            test,
            counts: BTreeMap::new(),
            llr: 0.0,
            verdict: Verdict::Undecided,
        }
    }

    /// Adds the next deal: the second contestant's value less the first's. A test that has its verdict keeps it and
    /// takes no more deals.
    pub fn add(&mut self, difference: f64) -> Verdict {
        if self.verdict == Verdict::Undecided {
            // Written so that no difference gives the score -0.
            let score = 0.5 + difference.clamp(-1.0, 1.0) / 2.0;
            *self.counts.entry(score.abs().to_bits()).or_default() += 1;
            self.llr = self.ratio();
            let [low, high] = self.test.bounds();
            if self.llr >= high {
                self.verdict = Verdict::Elo1;
            } else if self.llr <= low {
                self.verdict = Verdict::Elo0;
            }
        }
        self.verdict
    }

    /// What it says so far.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn scores(&self) -> impl Iterator<Item = (f64, u64)> {
        self.counts.iter().map(|(bits, count)| (f64::from_bits(*bits), *count))
    }

    fn ratio(&self) -> f64 {
        let mut weights: Vec<(f64, f64)> = self.scores().map(|(score, count)| (score, count as f64)).collect();
        for score in [0.0, 0.5, 1.0] {
            if weights.iter().all(|(seen, _)| *seen != score) {
                weights.push((score, UNSEEN));
            }
        }
        log_likelihood_ratio(&weights, expected_score(self.test.elo0), expected_score(self.test.elo1))
    }

    /// All of it.
    pub fn report(&self) -> SprtReport {
        let samples: Vec<f64> = self
            .scores()
            .flat_map(|(score, count)| std::iter::repeat_n(score, count as usize))
            .collect();
        let (score, variance) = spread(&samples);
        let half = Z95 * (variance / samples.len().max(1) as f64).sqrt();
        SprtReport {
            test: self.test,
            llr: self.llr,
            bounds: self.test.bounds(),
            verdict: self.verdict,
            deals: samples.len() as u64,
            score,
            elo: elo_of(score),
            elo_interval95: [elo_of(score - half), elo_of(score + half)],
        }
    }
}

/// A test as reports show it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// What is tested.
    #[serde(flatten)]
    pub test: Sprt,
    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub llr: f64,
    /// Where it ends: `elo0` is accepted at the first, `elo1` at the second.
    pub bounds: [f64; 2],
    /// What was found.
    pub verdict: Verdict,
    /// After how many deals.
    pub deals: u64,
    /// The mean score of a deal, 0 to 1.
    pub score: f64,
    /// The advantage of that score. A test stops when it has gone far to one side, so this goes a little too far too.
    pub elo: f64,
    /// The advantages of the ends of the score's 95% interval; `null` in JSON where infinite.
    pub elo_interval95: [f64; 2],
}

/// The log-likelihood ratio of the mean `mean1` to the mean `mean0`, each with its likeliest distribution, for scores
/// with their weights. Both means must lie between the least and the greatest score.
pub fn log_likelihood_ratio(weights: &[(f64, f64)], mean0: f64, mean1: f64) -> f64 {
    let (tilt0, tilt1) = (tilt(weights, mean0), tilt(weights, mean1));
    let of_score = |&(score, weight): &(f64, f64)| {
        let log = |tilt: f64, mean: f64| (tilt * (score - mean)).ln_1p();
        weight * (log(tilt0, mean0) - log(tilt1, mean1))
    };
    weights.iter().map(of_score).sum()
}

/// The likeliest distribution with a mean has probabilities in proportion to `weight / (1 + tilt (score - mean))`: the
/// root of `sum weight (score - mean) / (1 + tilt (score - mean))`, which falls from one end of its range to the other.
fn tilt(weights: &[(f64, f64)], mean: f64) -> f64 {
    let least = weights.iter().map(|(score, _)| *score).fold(f64::INFINITY, f64::min);
    let most = weights
        .iter()
        .map(|(score, _)| *score)
        .fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / (most - mean), 1.0 / (mean - least));
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        let of_score = |&(score, weight): &(f64, f64)| weight * (score - mean) / (1.0 + middle * (score - mean));
        if weights.iter().map(of_score).sum::<f64>() > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}
