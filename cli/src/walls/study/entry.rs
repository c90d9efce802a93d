//! A layout of a study with its games.

use heist_engine::board::{FloorMeasures, Layout, MEASURE_COUNT};

use crate::failure::Failure;
use crate::walls::measures::measures;

/// A layout of the study.
pub struct Entry {
    /// Its number, from 1; 0 for the scenario's own.
    pub number: u64,
    /// The layout.
    pub layout: Layout,
    /// The measures of each floor.
    pub floors: Vec<FloorMeasures>,
    /// Their means.
    pub measures: [f64; MEASURE_COUNT],
    /// For each agent and deal: 1 for a win, 0 for a loss. Empty until it is played.
    pub games: Vec<Vec<f64>>,
}

impl Entry {
    /// A layout that has not been played yet.
    ///
    /// # Errors
    /// When a floor is not connected, which no layout of a study is.
    pub fn new(number: u64, layout: Layout) -> Result<Entry, Failure> {
        let floors = measures(&layout).ok_or_else(|| Failure::input("a floor of a layout is not connected"))?;
        Ok(Entry {
            number,
            measures: FloorMeasures::means(&floors),
            floors,
            layout,
            games: Vec::new(),
        })
    }

    /// How many games an agent won.
    pub fn wins(&self, agent: usize) -> u64 {
        self.games[agent].iter().filter(|game| **game > 0.0).count() as u64
    }

    /// The share of games that an agent won.
    pub fn rate(&self, agent: usize) -> f64 {
        self.wins(agent) as f64 / self.games[agent].len().max(1) as f64
    }

    /// Its name in tables and files.
    pub fn name(&self) -> String {
        match self.number {
            0 => "own".to_owned(),
            number => format!("{number:04}"),
        }
    }
}
