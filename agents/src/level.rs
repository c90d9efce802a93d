//! How hard to think about a decision, in four steps: the levels that people choose for hints and analyses.

use crate::heuristics::Heuristics;
use crate::spec::{Spec, SpecError};

/// A step of effort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// What it is for, in a line.
    pub summary: &'static str,
    /// The search, as a spec without its threads.
    search: &'static str,
    /// The search in games without a rule-based expert.
    search_without_expert: &'static str,
    /// In how many worlds the losses of the next round are sampled.
    pub samples: u64,
}

/// Every level, the quickest first. More time goes with more certainty. There is no margin: a person asks about one decision, not
/// about thousands in which the best of noisy means would often be luck.
pub static LEVELS: &[Level] = &[
    Level {
        name: "instant",
        summary: "a first idea in less than 50 ms",
        search: "improve:time=0.015,doubt=1,margin=0",
        search_without_expert: "flat:time=0.015",
        samples: 16,
    },
    Level {
        name: "quick",
        summary: "a good move in about 0.3 s",
        search: "improve:time=0.25,doubt=1,margin=0",
        search_without_expert: "flat:time=0.25",
        samples: 100,
    },
    Level {
        name: "strong",
        summary: "about 3 s; distinguishes most moves",
        search: "improve:time=3,doubt=2,margin=0",
        search_without_expert: "flat:time=3",
        samples: 400,
    },
    Level {
        name: "proof",
        summary: "about 30 s, for close decisions",
        search: "improve:time=30,doubt=3,margin=0",
        search_without_expert: "flat:time=30",
        samples: 2000,
    },
];

/// A name that no level has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no level `{name}`; there are: {}", Level::names().join(", "))]
pub struct UnknownLevel {
    /// What was asked for.
    pub name: String,
}

impl Level {
    /// The level of a name.
    ///
    /// # Errors
    /// When there is none; lists those there are.
    pub fn find(name: &str) -> Result<&'static Level, UnknownLevel> {
        let found = LEVELS.iter().find(|level| level.name == name);
        found.ok_or_else(|| UnknownLevel { name: name.to_owned() })
    }

    /// The names of all levels.
    pub fn names() -> Vec<&'static str> {
        LEVELS.iter().map(|level| level.name).collect()
    }

    /// The search of this level for a game, on a number of threads.
    ///
    /// # Errors
    /// When there are more threads than a search may have.
    pub fn spec<G: Heuristics>(&self, threads: usize) -> Result<Spec, SpecError> {
        let search = match G::HEURISTIC {
            Some(_) => self.search,
            None => self.search_without_expert,
        };
        match threads {
            1 => search.parse(),
            _ => format!("{search},threads={threads}").parse(),
        }
    }
}
