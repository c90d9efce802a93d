//! How far a mean may be off at any time: bounds for samples that are looked at again and again.
//!
//! A test at so many standard errors is right with a known chance if it is made once. Made after every batch of samples
//! it errs far more often (optional stopping). A confidence sequence holds at all times at once: the mixture of normal
//! distributions of H. Robbins, "Statistical Methods Related to the Law of the Iterated Logarithm", Annals of
//! Mathematical Statistics 41 (1970), in the form of S. Howard, A. Ramdas, J. McAuliffe and J. Sekhon, "Time-uniform,
//! Nonparametric, Nonasymptotic Confidence Sequences", Annals of Statistics 49 (2021), equation 14. Variances are
//! estimated, so it holds as closely as the normal distribution does.

use std::f64::consts::LN_2;

use crate::analysis::normal_cdf;

/// The number of samples at which the bounds are as narrow as they can be: most races are decided at some hundred.
const NARROWEST_AT: f64 = 128.0;

/// Bounds of one error rate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The logarithm of one by the square of the chance of an error.
    rarity: f64,
    /// The weight of the mixture, in samples.
    weight: f64,
}

impl Bounds {
    /// Bounds that are left, at any time and on either side, as rarely as a single test at so many standard errors
    /// errs.
    pub fn new(doubt: f64) -> Bounds {
        // The distribution function has seven digits, of which nothing is left beyond five standard errors.
        let chance = (2.0 * (1.0 - normal_cdf(doubt.clamp(0.0, 5.0)))).clamp(1e-6, 1.0);
        let rarity = -2.0 * chance.ln();
        // The weight that is best at a number of samples solves an equation to which this is close (equation 15 there).
        // A doubt of 0 would make it endless.
        let weight = NARROWEST_AT / (rarity + (1.0 + rarity).ln()).max(LN_2);
        Bounds { rarity, weight }
    }

    /// By how many standard errors the mean of so many samples may be off.
    pub fn errors(&self, samples: u64) -> f64 {
        let samples = samples.max(1) as f64;
        let share = (samples + self.weight) / self.weight;
        ((1.0 + self.weight / samples) * (self.rarity + share.ln())).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use heist_engine::random;
    use rand::Rng;

    use super::*;
    use crate::analysis::Moments;

    /// A sum of twelve uniform numbers less six: close to a standard normal number.
    fn normal(rng: &mut random::Generator) -> f64 {
        (0..12)
            .map(|_| f64::from(rng.next_u32()) / f64::from(u32::MAX))
            .sum::<f64>()
            - 6.0
    }

    /// Looked at after every 16 of 2048 samples, a mean leaves the bounds of a doubt of 2 in at most 4.6 of a hundred
    /// cases; two standard errors it leaves several times as often.
    #[test]
    fn bounds_hold_at_all_times() {
        let bounds = Bounds::new(2.0);
        let mut rng = random::stream(5, "confidence", 0);
        let (mut left, mut left_naively) = (0, 0);
        let cases = 1000;
        for _ in 0..cases {
            let mut moments = Moments::default();
            let (mut is_out, mut is_naively_out) = (false, false);
            for sample in 1..=2048u64 {
                moments.add(normal(&mut rng));
                if sample % 16 == 0 {
                    let off = moments.mean().abs() / moments.estimate().error;
                    is_out |= off > bounds.errors(sample);
                    is_naively_out |= off > 2.0;
                }
            }
            left += u32::from(is_out);
            left_naively += u32::from(is_naively_out);
        }
        assert!(left <= 60, "{left} of {cases}");
        assert!(left_naively > 3 * 46, "{left_naively} of {cases}");
    }

    #[test]
    fn more_doubt_means_wider_bounds() {
        let widths: Vec<f64> = [0.0, 1.0, 2.0, 3.0, 50.0]
            .map(|doubt| Bounds::new(doubt).errors(100))
            .to_vec();
        assert!(widths.is_sorted_by(|a, b| a < b), "{widths:?}");
        assert!(widths[1] > 1.5 && widths[2] > 2.5, "{widths:?}");
        // Endlessly many samples would be needed to be sure of more than the bounds of few.
        let bounds = Bounds::new(2.0);
        assert!(bounds.errors(1) > bounds.errors(100) && bounds.errors(1_000_000) > bounds.errors(100));
    }
}
