//! What a run plays.

use std::ops::Range;

use heist_engine::game::{Game, SetupError};
use serde_json::Value;

use super::contestant::Contestant;
use super::luck::Foresight;
use super::matches::Deal;
use super::sprt::Sprt;
use super::threads::Threads;

/// What a run plays.
pub struct Config<G: Game> {
    /// Who plays.
    pub contestants: Vec<Contestant<G>>,
    /// Which of them are compared, by their places: each first one to its second one. [`against_the_first`] gives the
    /// usual ones.
    pub pairs: Vec<(usize, usize)>,
    /// The setup as the report shows it: usually the one the user gave, with its open items open.
    pub setup: Value,
    /// The setup of a deal, from the deal's own seed for what is left open.
    pub setup_of: Box<dyn Fn(u64) -> G::Setup + Send + Sync>,
    /// The first deal that is played, counted from 0 as reports count them.
    pub first: u64,
    /// How many deals each contestant plays.
    pub games: u32,
    /// The seed of all deals.
    pub seed: u64,
    /// The threads that games are played on in parallel.
    pub threads: Threads,
    /// How many decisions a game may take; [`PlayOptions::DECISION_LIMIT`](super::matches::PlayOptions::DECISION_LIMIT)
    /// is a good choice.
    pub decision_limit: u64,
    /// By what luck is measured, if it is; [`super::luck::foresight`] is the game's own.
    pub luck: Option<Foresight<G>>,
    /// Ends the run as soon as this test of the second contestant against the first has its verdict. It takes two.
    pub sprt: Option<Sprt>,
    /// Ends the run as soon as a contestant has this many faults.
    pub max_faults: Option<u64>,
}

/// Every contestant but the first, compared to the first.
pub fn against_the_first(contestants: usize) -> Vec<(usize, usize)> {
    (1..contestants).map(|place| (place, 0)).collect()
}

impl<G: Game> Config<G> {
    /// The deals of the run.
    pub fn deals(&self) -> Range<u64> {
        self.first..self.first.saturating_add(u64::from(self.games))
    }

    /// Deal `number`. Together with [`Contestant::team`] and [`play`](super::matches::play) it gives any single game of
    /// the run again, step by step.
    ///
    /// # Errors
    /// When its setup is not playable.
    pub fn deal(&self, number: u64) -> Result<Deal<G>, SetupError> {
        let setup = (self.setup_of)(Deal::<G>::setup_seed(self.seed, number));
        Deal::new(&setup, self.seed, number)
    }

    /// The contestants' names in a run's folder: a name that comes again has its number, since each plays its own
    /// games.
    pub fn labels(&self) -> Vec<String> {
        let names = self.contestants.iter().map(|contestant| contestant.name.as_str());
        let names: Vec<&str> = names.collect();
        let label =
            |(place, name): (usize, &&str)| match names[..place].iter().filter(|earlier| *earlier == name).count() {
                0 => (*name).to_owned(),
                earlier => format!("{name} #{}", earlier + 1),
            };
        names.iter().enumerate().map(label).collect()
    }
}
