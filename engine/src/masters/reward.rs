//! What agents play for (MH9a): the objective, or also cash.

use super::state::MastersOfTheHeist;

/// More $k count no further, so that rewards have a bound.
const MOST_CASH: f64 = 100.0;

impl MastersOfTheHeist {
    /// MH9a: what $1k is worth to agents beside the objective, in thousandths of it.
    pub fn cash_weight(&self) -> u8 {
        self.cash_weight
    }

    /// MH9a: the worth, 0 to 1, of a chance that the objective is met, of so many $k, and of so many characters out,
    /// each of whom counts like $1k. Without a weight of cash it is the chance.
    pub fn weighed(&self, met: f64, cash: f64, out: f64) -> f64 {
        if self.cash_weight == 0 {
            return met;
        }
        let weight = f64::from(self.cash_weight) / 1_000.0;
        let more = (cash + out).clamp(0.0, MOST_CASH);
        (met + weight * more) / (1.0 + weight * MOST_CASH)
    }
}
