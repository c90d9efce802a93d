//! How hard to think about a decision, in four steps: the levels that people choose for hints and analyses.

use std::time::Duration;

use crate::heuristics::Heuristics;
use crate::search::rollout::recommended_turns;
use crate::spec::{Spec, SpecError};

/// A step of effort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// What it is for, in a line.
    pub summary: &'static str,
    /// How long a search takes at most.
    pub time: Duration,
    /// Standard errors by which a move must be better than that of whoever plays on in simulations.
    doubt: u32,
    /// In how many worlds the losses of the next round are sampled.
    pub samples: u64,
    /// Whether there is time for simulations that a network plays.
    has_network: bool,
}

/// Every level, the quickest first. More time goes with more certainty. There is no margin: a person asks about one
/// decision, not about thousands in which the best of noisy means would often be luck.
pub static LEVELS: &[Level] = &[
    Level {
        name: "instant",
        summary: "a first idea in less than 50 ms",
        time: Duration::from_millis(15),
        doubt: 1,
        samples: 16,
        // Every move is tried 16 times, however little time there is. Decisions have up to some 25 moves, and a
        // simulation that a network plays takes 0.1 ms or more: with one, this level would take longer than it says.
        has_network: false,
    },
    Level {
        name: "quick",
        summary: "a good move in about 0.3 s",
        time: Duration::from_millis(250),
        doubt: 1,
        samples: 100,
        has_network: true,
    },
    Level {
        name: "strong",
        summary: "about 3 s; distinguishes most moves",
        time: Duration::from_secs(3),
        doubt: 2,
        samples: 400,
        has_network: true,
    },
    Level {
        name: "proof",
        summary: "about 30 s, for close decisions",
        time: Duration::from_secs(30),
        doubt: 3,
        samples: 2000,
        has_network: true,
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

    /// The search that is recommended for a state at this level, on a number of threads. Where [the game says
    /// so](Heuristics::ROLLOUT_NETWORK) and there is time for it, a shipped network plays on in its simulations; or the
    /// game [recommends an agent of its own](Heuristics::RECOMMENDED).
    ///
    /// # Errors
    /// When there are more threads than a search may have.
    pub fn spec<G: Heuristics>(&self, state: &G, threads: usize) -> Result<Spec, SpecError> {
        if let Some(own) = recommended_within(state, &self.budget()) {
            return own;
        }
        let network = G::ROLLOUT_NETWORK.filter(|_| self.has_network);
        let search = match network.and_then(|network_of| network_of(state)) {
            Some(name) => self.search_with_rollouts::<G>(name),
            None => self.search::<G>(),
        };
        on_threads(search, threads).parse()
    }

    /// The same search with a budget of simulations in the place of the time, on one thread: it plays the same on every
    /// machine.
    ///
    /// # Errors
    /// When there are no or too many simulations.
    pub fn spec_of_simulations<G: Heuristics>(&self, state: &G, simulations: u64) -> Result<Spec, SpecError> {
        let budget = format!("sims={simulations}");
        if let Some(own) = recommended_within(state, &budget) {
            return own;
        }
        let network = G::ROLLOUT_NETWORK.filter(|_| self.has_network);
        let search = self.search_within::<G>(&budget);
        match network.and_then(|network_of| network_of(state)) {
            Some(name) => with_rollouts::<G>(&search, name).parse(),
            None => search.parse(),
        }
    }

    /// The search of a game for this level that has no network, as a spec without its threads.
    pub(crate) fn search<G: Heuristics>(&self) -> String {
        self.search_within::<G>(&self.budget())
    }

    /// Its time as an option of a spec.
    fn budget(&self) -> String {
        format!("time={}", self.time.as_secs_f64())
    }

    /// The same within a budget, an option of the spec.
    fn search_within<G: Heuristics>(&self, budget: &str) -> String {
        let doubt = self.doubt;
        match (G::HEURISTIC, recommended_turns::<G>()) {
            (Some(_), 0) => format!("improve:{budget},doubt={doubt},margin=0,turns=0"),
            (Some(_), _) => format!("improve:{budget},doubt={doubt},margin=0"),
            (None, _) => format!("flat:{budget}"),
        }
    }

    /// The search for this level with a network, given by its name, that plays on in simulations.
    pub(crate) fn search_with_rollouts<G: Heuristics>(&self, network: &str) -> String {
        with_rollouts::<G>(&self.search::<G>(), network)
    }
}

/// The agent that the game itself [recommends](Heuristics::RECOMMENDED) within a budget, which has its own threads.
fn recommended_within<G: Heuristics>(state: &G, budget: &str) -> Option<Result<Spec, SpecError>> {
    let spec = G::RECOMMENDED?(state, budget)?;
    Some(spec.parse())
}

/// A search with a network that plays on in its simulations.
fn with_rollouts<G: Heuristics>(search: &str, network: &str) -> String {
    match G::HEURISTIC {
        Some(_) => format!("{search},net={network},rollout=net"),
        None => format!("{search},net={network},policy=net"),
    }
}

/// A search, as a spec without its threads, on a number of threads; one is what it has anyway.
pub(crate) fn on_threads(search: String, threads: usize) -> String {
    match threads {
        1 => search,
        _ => format!("{search},threads={threads}"),
    }
}
