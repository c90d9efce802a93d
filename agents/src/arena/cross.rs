//! Cross-play: how well agents get on with each other.
//!
//! The entry of a row and a column has the row's agent in one seat, which goes round from deal to deal, and the
//! column's in all others. The diagonal is each agent with itself. In a column all entries have the same hosts, so the
//! difference of an entry to the column's diagonal, over the same deals, says what the guest is worth in place of one
//! more host. That a team of good players need not be a good team is the point of H. Hu, A. Lerer, A. Peysakhovich and
//! J. Foerster, "'Other-Play' for Zero-Shot Coordination" (ICML 2020), whose cross-play matrices these are.

use heist_engine::game::Game;
use serde::Serialize;

use super::contestant::{CLAIRVOYANT, Contestant};
use super::matches::Sight;
use super::stats::Report;

/// Every agent among all others: the contestants, row by row.
pub fn contestants<G: Game>(agents: &[Contestant<G>]) -> Vec<Contestant<G>> {
    agents
        .iter()
        .flat_map(|guest| agents.iter().map(|hosts| guest.among(hosts)))
        .collect()
}

/// Why there can be no matrix of these agents in a game with that number of seats.
pub fn problem<G: Game>(agents: &[Contestant<G>], seats: usize) -> Option<String> {
    if agents.iter().any(|agent| agent.sight == Sight::World) {
        return Some(format!(
            "found an agent after `{CLAIRVOYANT}`; expected agents that see what their seats see"
        ));
    }
    (seats < 2).then(|| "one seat has no others; expected two seats or more".to_owned())
}

/// The comparisons of a matrix of a number of agents: every entry off the diagonal with the diagonal of its column.
pub fn pairs(agents: usize) -> Vec<(usize, usize)> {
    let off_diagonal = |row: usize| (0..agents).filter(move |column| *column != row);
    let entries = (0..agents).flat_map(|row| off_diagonal(row).map(move |column| (row, column)));
    entries
        .map(|(row, column)| (row * agents + column, column * agents + column))
        .collect()
}

/// The matrix of a report, row by row.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cross {
    /// The agents, of rows and columns alike.
    pub agents: Vec<String>,
    /// The share of games won.
    pub win_rates: Vec<Vec<f64>>,
    /// Its 95% Wilson interval, low end first.
    pub wilson95: Vec<Vec<[f64; 2]>>,
    /// The mean difference over the deals to the column's diagonal, in values of the result; 0 on the diagonal.
    pub differences: Vec<Vec<f64>>,
    /// Its 95% bootstrap interval, low end first.
    pub intervals95: Vec<Vec<[f64; 2]>>,
}

impl Cross {
    /// The matrix of a run of [`contestants`] with the comparisons of [`pairs`].
    ///
    /// # Panics
    /// When the report is that of another run.
    pub fn new(agents: Vec<String>, report: &Report) -> Cross {
        let size = agents.len();
        assert_eq!(report.contestants.len(), size * size, "an entry a row and column");
        let mut cross = Cross {
            agents,
            win_rates: vec![vec![0.0; size]; size],
            wilson95: vec![vec![[0.0; 2]; size]; size],
            differences: vec![vec![0.0; size]; size],
            intervals95: vec![vec![[0.0; 2]; size]; size],
        };
        for (place, entry) in report.contestants.iter().enumerate() {
            cross.win_rates[place / size][place % size] = entry.win_rate;
            cross.wilson95[place / size][place % size] = entry.wilson95;
        }
        for ((place, _), pair) in pairs(size).into_iter().zip(&report.paired) {
            cross.differences[place / size][place % size] = pair.difference;
            cross.intervals95[place / size][place % size] = pair.interval95;
        }
        cross
    }
}

/// A run's report as `heist arena --json` writes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Findings<'a> {
    /// The report.
    #[serde(flatten)]
    pub report: &'a Report,
    /// Its matrix, if it is one of cross-play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross: Option<Cross>,
}
