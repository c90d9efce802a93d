//! The 95% intervals of what a search estimates: the same for every text, page and report.
//!
//! An interval has no width only where there is proof: where everything was looked at, or where two moves come to the
//! same in every world. That all of a few simulations end alike proves little.

use heist_engine::game::Game;

use crate::analysis::{Candidate, Estimate};

/// How many standard errors a 95% interval reaches to either side, as far as errors are normal.
pub const CONFIDENCE_95: f64 = 1.959_964;

/// What was never seen in so many samples, by the rule of three, happens with 95% certainty at most `SELDOM` times as
/// often as once in all of them. J. Hanley and A. Lippman-Hand, "If Nothing Goes Wrong, Is Everything All Right?", JAMA
/// 249 (1983).
const SELDOM: f64 = 3.0;

/// The interval that holds the true value in 95 of 100 cases, as far as errors are normal.
pub fn interval95(estimate: Estimate) -> [f64; 2] {
    let reach = CONFIDENCE_95 * estimate.error;
    [estimate.mean - reach, estimate.mean + reach]
}

/// The 95% interval of a value from 0 to 1 that is the mean of so many simulations; not numbers if it was not
/// estimated, and only the value itself if that `is_certain`.
///
/// For values of 0 and 1 it is the interval of E. Wilson, "Probable Inference, the Law of Succession, and Statistical
/// Inference", Journal of the American Statistical Association 22 (1927); values between them spread less, and the
/// interval is narrower by as much.
pub fn value_interval95(value: Estimate, visits: u64, is_certain: bool) -> [f64; 2] {
    if !value.is_known() || is_certain {
        return [value.mean; 2];
    }
    // Wilson's interval in the sum of the samples and its standard error instead of the count of successes.
    let count = visits.max(1) as f64;
    let square = CONFIDENCE_95 * CONFIDENCE_95;
    let middle = (count * value.mean + square / 2.0) / (count + square);
    let spread = (count * value.error).powi(2) + square / 4.0;
    let reach = CONFIDENCE_95 * spread.sqrt() / (count + square);
    // What luck was taken out of may lie a little outside of what is possible.
    [middle - reach, middle + reach].map(|end| end.clamp(0.0, 1.0))
}

/// The 95% interval of a difference of two values over so many worlds; not numbers if it was not estimated. It has no
/// width only if the difference `is_proven`: if it is certain, or if the two came to the same in every one of several
/// worlds.
pub fn difference_interval95(difference: Estimate, worlds: u64, is_proven: bool) -> [f64; 2] {
    if !difference.is_known() || is_proven {
        return [difference.mean; 2];
    }
    let [least, most] = if difference.error > 0.0 {
        interval95(difference)
    } else {
        // No world differed from another: what another one would show may still be anything.
        let reach = SELDOM / worlds.max(1) as f64;
        [difference.mean - reach, difference.mean + reach]
    };
    [least.max(-1.0), most.min(1.0)]
}

impl<G: Game> Candidate<G> {
    /// Whether it came to the same as the chosen move in every one of several worlds, in whatever moves are compared
    /// by.
    pub fn is_same(&self) -> bool {
        let is_none = |difference: Estimate| difference == Estimate::default();
        self.visits > 1 && is_none(self.difference) && is_none(self.worth_difference)
    }

    /// The 95% interval of its [value](Candidate::value), within 0 to 1.
    pub fn value_interval95(&self) -> [f64; 2] {
        value_interval95(self.value, self.visits, self.is_certain)
    }

    /// The 95% interval of its [difference](Candidate::difference) to the first candidate of its analysis, within -1
    /// to 1.
    pub fn difference_interval95(&self, first: &Candidate<G>) -> [f64; 2] {
        let is_exact = self.is_certain && first.is_certain;
        difference_interval95(self.difference, self.visits, is_exact || self.is_same())
    }
}

#[cfg(test)]
mod tests {
    use heist_engine::random;
    use rand::Rng;

    use super::*;
    use crate::analysis::Moments;

    fn estimate(mean: f64, error: f64) -> Estimate {
        Estimate { mean, error }
    }

    /// The ends of Wilson's interval of 8 successes in 10 are in every table: 0.490 and 0.943.
    #[test]
    fn the_interval_of_a_share_is_wilsons() {
        let share = estimate(0.8, (0.8_f64 * 0.2 / 10.0).sqrt());
        let [least, most] = value_interval95(share, 10, false);
        assert!(
            (least - 0.4902).abs() < 1e-4 && (most - 0.9433).abs() < 1e-4,
            "{least} to {most}"
        );
    }

    #[test]
    fn intervals_stay_within_what_is_possible_and_are_points_only_with_proof() {
        for visits in [1, 16, 1000] {
            for mean in [0.0, 0.02, 0.5, 0.999, 1.0] {
                for error in [0.0, 0.01, 0.2] {
                    let [least, most] = value_interval95(estimate(mean, error), visits, false);
                    assert!(
                        0.0 <= least && least < most && most <= 1.0,
                        "{mean} {error}: {least} {most}"
                    );
                    let [least, most] = difference_interval95(estimate(-mean, error), visits, false);
                    assert!(-1.0 <= least && least < most && most <= 1.0, "{least} {most}");
                    assert!(least <= -mean && -mean <= most);
                }
            }
        }
        assert_eq!(value_interval95(estimate(0.25, 0.0), 4, true), [0.25, 0.25]);
        assert_eq!(difference_interval95(estimate(-0.25, 0.0), 4, true), [-0.25, -0.25]);
        // All of many simulations were won, so that losses are rare; of few they need not be.
        let won = estimate(1.0, 0.0);
        assert!(value_interval95(won, 1000, false)[0] > 0.995 && value_interval95(won, 16, false)[0] < 0.85);
        assert!(value_interval95(Estimate::UNKNOWN, 0, false)[0].is_nan());
        assert!(difference_interval95(Estimate::UNKNOWN, 0, false)[1].is_nan());
    }

    /// Near the ends of what is possible normal intervals miss the truth far more often than they say.
    #[test]
    fn intervals_of_rare_losses_hold_the_truth() {
        let mut rng = random::stream(3, "interval", 0);
        let (truth, cases, visits) = (0.97, 2000, 48);
        let (mut held, mut held_naively) = (0, 0);
        for _ in 0..cases {
            let moments: Moments = (0..visits)
                .map(|_| f64::from(u8::from(f64::from(rng.next_u32()) < truth * f64::from(u32::MAX))))
                .collect();
            let holds = |[least, most]: [f64; 2]| u32::from(least <= truth && truth <= most);
            held += holds(value_interval95(moments.estimate(), visits, false));
            held_naively += holds(interval95(moments.estimate()));
        }
        assert!(held > cases * 93 / 100, "{held} of {cases}");
        assert!(held_naively < cases * 80 / 100, "{held_naively} of {cases}");
    }
}
