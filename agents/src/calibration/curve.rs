//! The chance to win over the value of a search, at one position.

/// Between this and 1 less this the log odds of a value are taken as they are; beyond they go on in a straight line, so
/// that they rise everywhere: a value less the luck of a first draw may leave 0 to 1.
const EDGE: f64 = 0.002;

/// The log odds of a share, in a straight line near 0 and 1 and beyond.
pub fn log_odds(share: f64) -> f64 {
    let inside = share.clamp(EDGE, 1.0 - EDGE);
    (inside / (1.0 - inside)).ln() + (share - inside) / (EDGE * (1.0 - EDGE))
}

/// The derivative of [`log_odds`].
fn log_odds_slope(share: f64) -> f64 {
    let inside = share.clamp(EDGE, 1.0 - EDGE);
    1.0 / (inside * (1.0 - inside))
}

/// The inverse of log odds.
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The chance to win as a function of the value of a search that made some simulations of the move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The value that is usual in such positions, 0 to 1.
    pub usual: f64,
    /// As many simulations as that says.
    pub prior: f64,
    /// The simulations of the move.
    pub simulations: f64,
    /// The log odds of winning at even log odds of the value.
    pub offset: f64,
    /// By how much they rise with those of the value; above 0.
    pub slope: f64,
}

impl Curve {
    /// The value shrunk towards what is usual.
    fn shrunk(&self, value: f64) -> f64 {
        (self.simulations * value + self.prior * self.usual) / (self.simulations + self.prior)
    }

    /// The chance to win.
    pub fn chance(&self, value: f64) -> f64 {
        logistic(self.offset + self.slope * log_odds(self.shrunk(value)))
    }

    /// The derivative of the chance by the shrunk value.
    fn slope_by_shrunk(&self, value: f64) -> f64 {
        let chance = self.chance(value);
        chance * (1.0 - chance) * self.slope * log_odds_slope(self.shrunk(value))
    }

    /// The standard error of the chance, from that of the value: what was usual counts as so many more samples.
    pub fn error(&self, value: f64, error: f64) -> f64 {
        let sampled = self.simulations * error;
        let usual = self.prior * self.usual * (1.0 - self.usual);
        let of_shrunk = (sampled * sampled + usual).sqrt() / (self.simulations + self.prior);
        // No share of 0 to 1 has a larger one.
        (of_shrunk * self.slope_by_shrunk(value)).min(0.5)
    }

    /// By how much the chance rises between two values, for each unit of the value.
    pub fn slope_between(&self, from: f64, to: f64) -> f64 {
        if (to - from).abs() < CLOSE {
            let share = self.simulations / (self.simulations + self.prior);
            return share * self.slope_by_shrunk((from + to) / 2.0);
        }
        (self.chance(to) - self.chance(from)) / (to - from)
    }
}

/// Values nearer to each other than this are one, as far as a secant goes.
const CLOSE: f64 = 1e-7;

#[cfg(test)]
mod tests {
    use super::*;

    const CURVE: Curve = Curve {
        usual: 0.2,
        prior: 10.0,
        simulations: 50.0,
        offset: 1.5,
        slope: 0.7,
    };

    #[test]
    fn the_chance_rises_with_the_value_beyond_0_and_1_too() {
        let values: Vec<f64> = (-50..150).map(|step| f64::from(step) / 100.0).collect();
        for pair in values.windows(2) {
            let [low, high] = [pair[0], pair[1]].map(|value| CURVE.chance(value));
            assert!(low < high || high > 1.0 - 1e-12, "{pair:?}: {low} {high}");
            assert!((0.0..=1.0).contains(&low));
        }
    }

    #[test]
    fn the_slope_is_that_of_the_chance() {
        for value in [-0.1, 0.0, 0.001, 0.3, 0.9, 1.0] {
            let step = 1e-4;
            let secant = (CURVE.chance(value + step) - CURVE.chance(value - step)) / (2.0 * step);
            let slope = CURVE.slope_between(value, value);
            assert!(
                (slope - secant).abs() < 1e-3 * secant.max(1e-3),
                "{value}: {slope} {secant}"
            );
        }
    }

    #[test]
    fn few_simulations_say_little() {
        let few = Curve {
            simulations: 1.0,
            ..CURVE
        };
        let many = Curve {
            simulations: 1e9,
            ..CURVE
        };
        let spread = |curve: Curve| curve.chance(0.9) - curve.chance(0.1);
        assert!(spread(few) < spread(CURVE) && spread(CURVE) < spread(many));
        let exact = logistic(1.5 + 0.7 * log_odds(0.9));
        assert!((many.chance(0.9) - exact).abs() < 1e-6);
        // The same spread of results is known the better, the more there are.
        let error = |curve: Curve| curve.error(0.5, (0.25 / curve.simulations).sqrt());
        assert!(error(few) > error(CURVE) && error(CURVE) > error(many));
        // Simulations that all went alike prove nothing.
        assert!(CURVE.error(1.0, 0.0) > 0.0);
    }
}
