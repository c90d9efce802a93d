//! Contestants over a range of deals, on several threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use heist_engine::game::{Game, SetupError, TeamResult};
use serde_json::Value;

use super::matches::{Deal, PlayError, PlayOptions, SeatFault, Team, Thinking, play};
use super::stats::{Report, Tally};
use crate::agent::{Agent, Factory};
use crate::heuristics::Heuristics;
use crate::spec::{self, Spec, SpecError};

/// A team that plays every deal: the same kind of agent in every seat, each with a mind of its own.
pub struct Contestant<G: Game> {
    /// Its name in reports.
    pub name: String,
    make: Factory<G>,
}

impl<G: Game> Contestant<G> {
    /// A contestant of the agents that `make` makes.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Agent<G>> + Send + Sync + 'static) -> Self {
        Contestant {
            name: name.into(),
            make: Box::new(make),
        }
    }

    /// A contestant of a spec, named by it.
    ///
    /// # Errors
    /// As [`spec::factory`].
    pub fn from_spec(spec: &Spec) -> Result<Self, SpecError>
    where
        G: Heuristics,
    {
        Ok(Contestant {
            name: spec.to_string(),
            make: spec::factory(spec)?,
        })
    }

    /// A new team for `seats` seats.
    pub fn team(&self, seats: usize) -> Team<G> {
        (0..seats).map(|_| (self.make)()).collect()
    }
}

/// What a run plays.
pub struct Config<G: Game> {
    /// Who plays; differences are taken to the first.
    pub contestants: Vec<Contestant<G>>,
    /// The setup as the report shows it: usually the one the user gave, with its open items open.
    pub setup: Value,
    /// The setup of a deal, from the deal's own seed for what is left open.
    pub setup_of: Box<dyn Fn(u64) -> G::Setup + Send + Sync>,
    /// How many deals each contestant plays.
    pub games: u32,
    /// The seed of all deals.
    pub seed: u64,
    /// How many games are played side by side; 0 for one a processor core.
    pub threads: usize,
    /// How many decisions a game may take; [`PlayOptions::DECISION_LIMIT`] is a good choice.
    pub decision_limit: u64,
}

impl<G: Game> Config<G> {
    /// Deal `number`. Together with [`Contestant::team`] and [`play`] it gives any single game of the run again,
    /// step by step.
    ///
    /// # Errors
    /// When its setup is not playable.
    pub fn deal(&self, number: u64) -> Result<Deal<G>, SetupError> {
        let setup = (self.setup_of)(Deal::<G>::setup_seed(self.seed, number));
        Deal::new(&setup, self.seed, number)
    }
}

/// Who wants to know how far a run is. Called from the threads that play, in no fixed order.
pub trait Progress: Sync {
    /// The contestant at this place of [`Config::contestants`] has finished this deal.
    fn finished(&self, contestant: usize, deal: u64);
}

/// Nobody.
impl Progress for () {
    fn finished(&self, _contestant: usize, _deal: u64) {}
}

/// A run that has nothing to report.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// There are no contestants.
    #[error("the arena needs at least one contestant")]
    NoContestants,
    /// No games were asked for.
    #[error("the arena needs at least one game")]
    NoGames,
    /// The setup of a deal is not playable.
    #[error("deal {deal}: {source}")]
    Setup {
        /// The deal.
        deal: u64,
        /// What is wrong.
        source: SetupError,
    },
    /// A game did not come to its end.
    #[error("deal {deal}, {contestant}: {source}")]
    Play {
        /// The deal.
        deal: u64,
        /// Who played it.
        contestant: String,
        /// What went wrong.
        source: PlayError,
    },
    /// The run was stopped before every contestant had finished the first deal.
    #[error("stopped before the first deal was finished")]
    NothingFinished,
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// A game as far as the statistics need it.
struct Summary {
    result: TeamResult,
    fault: Option<SeatFault>,
    decisions: u64,
    thinking: Thinking,
}

/// Deals are finished in any order and added in their own.
struct Ledger {
    tallies: Vec<Tally>,
    /// All deals below this one are in the tallies.
    next: u64,
    /// Deals that are finished while an earlier one is not; never many, as deals are handed out in order.
    waiting: BTreeMap<u64, Vec<Summary>>,
    /// The failure of the earliest deal that failed.
    failure: Option<(u64, ArenaError)>,
}

impl Ledger {
    fn add<G: Game>(&mut self, deal: u64, games: Vec<Summary>) {
        self.waiting.insert(deal, games);
        while let Some(games) = self.waiting.remove(&self.next) {
            for (tally, game) in self.tallies.iter_mut().zip(games) {
                match game.fault {
                    Some(fault) => tally.add_fault(self.next, &fault, game.decisions, game.thinking),
                    None => tally.add::<G>(&game.result, game.decisions, game.thinking),
                }
            }
            self.next += 1;
        }
    }

    fn fail(&mut self, deal: u64, error: ArenaError) {
        if self.failure.as_ref().is_none_or(|(earlier, _)| deal < *earlier) {
            self.failure = Some((deal, error));
        }
    }
}

/// Plays every deal with every contestant.
///
/// The report is the same for any number of threads, but for the time a decision takes. Once `stop` is true,
/// games in play are given up at their next decision, and the report covers the deals from the first up to the
/// first one that some contestant has not finished: no deal is in it for having been short.
///
/// # Errors
/// When there is nothing to play, the threads cannot be started, a deal cannot be set up or played (the earliest
/// such deal, whatever the number of threads), or `stop` came before the first deal was finished.
pub fn run<G: Game>(config: &Config<G>, progress: &dyn Progress, stop: &AtomicBool) -> Result<Report, ArenaError> {
    if config.contestants.is_empty() {
        return Err(ArenaError::NoContestants);
    }
    if config.games == 0 {
        return Err(ArenaError::NoGames);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(config.threads).build()?;
    let games = u64::from(config.games);
    let upcoming = AtomicU64::new(0);
    let ledger = Mutex::new(Ledger {
        tallies: config.contestants.iter().map(|_| Tally::new::<G>()).collect(),
        next: 0,
        waiting: BTreeMap::new(),
        failure: None,
    });
    pool.broadcast(|_| {
        while !stop.load(Ordering::Relaxed) {
            let deal = upcoming.fetch_add(1, Ordering::Relaxed);
            if deal >= games {
                break;
            }
            let played = play_deal(config, deal, progress, stop);
            // A thread that panicked takes the whole run with it: nothing reads what it left behind.
            let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            match played {
                Ok(games) => ledger.add::<G>(deal, games),
                Err(ArenaError::Play {
                    source: PlayError::Stopped,
                    ..
                }) => break,
                Err(error) => {
                    // No later deal begins; earlier ones are in play and end, so the earliest failure is known.
                    upcoming.fetch_max(games, Ordering::Relaxed);
                    ledger.fail(deal, error);
                }
            }
        }
    });
    let ledger = ledger.into_inner().unwrap_or_else(PoisonError::into_inner);
    match ledger {
        Ledger {
            failure: Some((_, error)),
            ..
        } => Err(error),
        Ledger { next: 0, .. } => Err(ArenaError::NothingFinished),
        Ledger { tallies, next, .. } => Ok(pool.install(|| report(config, &tallies, next))),
    }
}

/// One deal with every contestant.
fn play_deal<G: Game>(
    config: &Config<G>,
    number: u64,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Vec<Summary>, ArenaError> {
    let deal = config
        .deal(number)
        .map_err(|source| ArenaError::Setup { deal: number, source })?;
    let options = PlayOptions {
        record: false,
        decision_limit: config.decision_limit,
        stop: Some(stop),
    };
    let mut games = Vec::with_capacity(config.contestants.len());
    for (place, contestant) in config.contestants.iter().enumerate() {
        let mut team = contestant.team(deal.world.seats());
        let game = play(&deal, &mut team, options).map_err(|source| ArenaError::Play {
            deal: number,
            contestant: contestant.name.clone(),
            source,
        })?;
        games.push(Summary {
            result: game.result,
            fault: game.fault,
            decisions: game.decisions,
            thinking: game.thinking,
        });
        progress.finished(place, number);
    }
    Ok(games)
}

fn report<G: Game>(config: &Config<G>, tallies: &[Tally], games: u64) -> Report {
    let entries: Vec<_> = config
        .contestants
        .iter()
        .map(|c| c.name.as_str())
        .zip(tallies)
        .collect();
    let (name, first) = entries[0];
    Report {
        game: G::ID,
        setup: config.setup.clone(),
        games,
        seed: config.seed,
        contestants: entries.iter().map(|(name, tally)| tally.report::<G>(name)).collect(),
        paired: entries[1..]
            .iter()
            .map(|(other, tally)| tally.paired(other, first, name, config.seed))
            .collect(),
        requested: u64::from(config.games),
    }
}
