//! What gates and curves come to.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

/// A network of a run in the deals of the curve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The agent: `round 1` with the network of that round, `round 1, update 50` with a checkpoint before it, or one it
    /// is drawn beside.
    pub agent: String,
    /// The round of the network; none for a checkpoint before it and for an agent without one.
    pub round: Option<u32>,
    /// How much of the run the network or checkpoint has learned from, in rounds; none for an agent without one.
    pub trained: Option<f64>,
    /// Games won.
    pub wins: u64,
    /// Games played.
    pub games: u64,
    /// The 95% Wilson interval of the share of games won.
    pub interval95: [f64; 2],
}

/// The verdict on the network of a round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gate {
    /// The round, from 1.
    pub round: u32,
    /// What it was compared with: the round whose network was taken before, or an agent; nothing for a first network
    /// that is taken as it is.
    pub against: Option<String>,
    /// Whether the network is taken.
    pub taken: bool,
    /// Deals played.
    pub deals: u64,
    /// The verdict of the test, in words.
    pub verdict: String,
    /// The difference in Elo with its 95% interval.
    pub elo: Option<(f64, [f64; 2])>,
}

impl Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gate of round {}: {}", self.round, self.verdict)?;
        if let (Some(against), Some((elo, [low, high]))) = (&self.against, self.elo) {
            write!(
                f,
                "; against {against} in {} deals {elo:+.0} Elo ({low:+.0} to {high:+.0})",
                self.deals
            )?;
        }
        Ok(())
    }
}

impl Display for CurvePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = 100.0 * self.wins as f64 / self.games.max(1) as f64;
        let [low, high] = self.interval95.map(|end| 100.0 * end);
        write!(
            f,
            "{}: {} of {} won, {share:.1}% ({low:.1}% to {high:.1}%)",
            self.agent, self.wins, self.games
        )
    }
}
