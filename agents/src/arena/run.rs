//! Contestants over a range of deals, on several threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::parallel;
use heist_engine::game::{Game, SetupError};

use super::config::Config;
use super::contestant::Contestant;
use super::folder::RunFolder;
use super::journal::FolderError;
use super::luck::luck;
use super::matches::{Deal, PlayError, PlayOptions, play};
use super::sprt::{Sequential, Verdict};
use super::stats::{Report, Tally};
use super::summary::{GameFault, GameLine, GameSummary, KnownGames};
use crate::agent::{Fault, is_stopped};

/// Follows the progress of a run. Called from the threads that play, in no fixed order.
pub trait Progress: Sync {
    /// The contestant at this place of [`Config::contestants`] has finished this deal.
    fn finished(&self, contestant: usize, deal: u64);

    /// Every contestant has finished this deal and all before it: their games, in the contestants' order, `None` for
    /// those who do not play it. Called once for each deal that the report covers, in the deals' order.
    fn counted(&self, _deal: u64, _games: &[Option<GameSummary>]) {}
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
    /// A contestant cannot play at all: to count its games as lost would say nothing about it.
    #[error("{contestant}: {fault}; no game was begun with it")]
    Unable {
        /// Who.
        contestant: String,
        /// Why.
        fault: Fault,
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
    /// A sequential test of other than two contestants.
    #[error("a sequential test takes two contestants, found {0}")]
    SprtContestants(usize),
    /// A game is not among those that were played before.
    #[error("deal {deal}, {contestant}: there is no such game; expected one of every deal and contestant")]
    Missing {
        /// The deal.
        deal: u64,
        /// Who should have played it.
        contestant: String,
    },
    /// A finished game could not be written into the run's folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// The games of a deal, one a contestant; `None` for those who do not play it.
type Games = Vec<Option<GameSummary>>;

/// Deals are finished in any order and added in their own.
struct Ledger<'a> {
    tallies: Vec<Tally>,
    /// All deals below this one are in the tallies.
    next: u64,
    /// Deals that are finished while an earlier one is not; never many, as deals are handed out in order.
    waiting: BTreeMap<u64, Games>,
    /// The failure of the earliest deal that failed.
    failure: Option<(u64, ArenaError)>,
    test: Option<Sequential>,
    /// How many faults of a contestant end the run.
    max_faults: u64,
    progress: &'a dyn Progress,
}

impl<'a> Ledger<'a> {
    fn new<G: Game>(config: &Config<G>, progress: &'a dyn Progress) -> Ledger<'a> {
        Ledger {
            tallies: config.contestants.iter().map(|_| Tally::new::<G>()).collect(),
            next: config.first,
            waiting: BTreeMap::new(),
            failure: None,
            test: config.sprt.map(Sequential::new),
            max_faults: config.max_faults.unwrap_or(u64::MAX),
            progress,
        }
    }

    fn add<G: Game>(&mut self, deal: u64, games: Games) {
        self.waiting.insert(deal, games);
        while !self.has_ended()
            && let Some(games) = self.waiting.remove(&self.next)
        {
            self.progress.counted(self.next, &games);
            if let (Some(test), [Some(first), Some(second)]) = (&mut self.test, &games[..]) {
                test.add(second.result.value - first.result.value);
            }
            for (tally, game) in self.tallies.iter_mut().zip(games) {
                if let Some(game) = game {
                    tally.add::<G>(self.next, &game);
                }
            }
            self.next += 1;
        }
    }

    /// Whether later deals are not wanted: the test has its verdict, or somebody had too many faults.
    fn has_ended(&self) -> bool {
        let test = self.test.as_ref();
        test.is_some_and(|test| test.verdict() != Verdict::Undecided) || self.faulty().is_some()
    }

    /// The place of the first contestant with so many faults that they end the run.
    fn faulty(&self) -> Option<usize> {
        self.tallies.iter().position(|tally| tally.faults >= self.max_faults)
    }

    fn fail(&mut self, deal: u64, error: ArenaError) {
        let is_earliest = self.failure.as_ref().is_none_or(|(earlier, _)| deal < *earlier);
        if is_earliest {
            self.failure = Some((deal, error));
        }
    }
}

/// Has the contestants stand by before the first of these deals that are still to be played is dealt.
fn stand_by<G: Game>(
    config: &Config<G>,
    deals: Range<u64>,
    folder: Option<&RunFolder>,
    stop: &AtomicBool,
) -> Result<(), ArenaError> {
    for (contestant, label) in config.contestants.iter().zip(config.labels()) {
        let is_new = |deal| folder.is_none_or(|folder| folder.game(deal, &label).is_none());
        if !deals.clone().any(|deal| contestant.plays(deal) && is_new(deal)) {
            continue;
        }
        match contestant.stand_by(&[stop]) {
            // Who was not waited for is not to blame.
            Err(fault) if !is_stopped(&[stop]) => {
                let contestant = contestant.name.clone();
                return Err(ArenaError::Unable { contestant, fault });
            }
            _ => {}
        }
    }
    Ok(())
}

fn check<G: Game>(config: &Config<G>) -> Result<(), ArenaError> {
    match config.contestants.len() {
        0 => Err(ArenaError::NoContestants),
        count if config.sprt.is_some() && count != 2 => Err(ArenaError::SprtContestants(count)),
        _ if config.games == 0 => Err(ArenaError::NoGames),
        _ => Ok(()),
    }
}

/// Plays every deal with every contestant.
///
/// The report is the same for any number of threads, but for the time a decision takes. Once `stop` is true,
/// games in play are given up, even in the middle of a decision, and the report covers the deals from the first up
/// to the first one that some contestant has not finished: no deal is in it for having been short.
///
/// # Errors
/// When there is nothing to play, the threads cannot be started, a deal cannot be set up or played (the earliest
/// such deal, whatever the number of threads), or `stop` came before the first deal was finished.
pub fn run<G: Game>(config: &Config<G>, progress: &dyn Progress, stop: &AtomicBool) -> Result<Report, ArenaError> {
    play_all(config, None, progress, stop)
}

/// Does as [`run`] does, without playing the games that are in the run's folder already, and writes every game that it
/// finishes into it. Killed at any moment and called again it ends with the same report as [`run`].
///
/// # Errors
/// As [`run`], or when the folder cannot be written.
pub fn resume<G: Game>(
    config: &Config<G>,
    folder: &RunFolder,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Report, ArenaError> {
    play_all(config, Some(folder), progress, stop)
}

/// Plays some of a run's deals with every contestant: a line a game, deal by deal, as a run's folder has them. A
/// function of the arguments, but for times: parts of a run can be played anywhere, and [`report_of`] puts them
/// together.
///
/// # Errors
/// As [`run`]; when it is stopped there are no games.
pub fn play_range<G: Game>(
    config: &Config<G>,
    deals: Range<u64>,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Vec<GameLine>, ArenaError> {
    check(config)?;
    stand_by(config, deals.clone(), None, stop)?;
    let pool = config.threads.start()?;
    let undecided = AtomicBool::new(false);
    let table = Table {
        config,
        labels: config.labels(),
        folder: None,
        progress,
        stop: [stop, &undecided],
    };
    let count = (deals.end - deals.start) as usize;
    let lines = |place: usize| -> Result<Vec<GameLine>, ArenaError> {
        let deal = deals.start + place as u64;
        let games = table.play_deal(deal)?;
        let games = table.labels.iter().zip(games);
        let lines = games.filter_map(|(label, game)| Some(GameLine::new::<G>(deal, label, &game?)));
        Ok(lines.collect())
    };
    let played = parallel::install(&pool, || parallel::try_map(count, lines))?;
    Ok(played.into_iter().flatten().collect())
}

/// The report of games that were played before: the same as that of [`run`].
///
/// # Errors
/// When a game is missing, or the threads for the intervals cannot be started.
pub fn report_of<G: Game>(
    config: &Config<G>,
    known: &KnownGames,
    progress: &dyn Progress,
) -> Result<Report, ArenaError> {
    check(config)?;
    let labels = config.labels();
    let mut ledger = Ledger::new(config, progress);
    for deal in config.deals() {
        let game = |(contestant, label): (&Contestant<G>, &String)| {
            if !contestant.plays(deal) {
                Ok(None)
            } else {
                known
                    .get(deal, label)
                    .cloned()
                    .map(Some)
                    .ok_or_else(|| ArenaError::Missing {
                        deal,
                        contestant: label.clone(),
                    })
            }
        };
        let games: Result<Games, ArenaError> = config.contestants.iter().zip(&labels).map(game).collect();
        ledger.add::<G>(deal, games?);
        if ledger.has_ended() {
            break;
        }
    }
    let pool = config.threads.start()?;
    Ok(parallel::install(&pool, || report(config, &ledger)))
}

fn play_all<G: Game>(
    config: &Config<G>,
    folder: Option<&RunFolder>,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Report, ArenaError> {
    check(config)?;
    stand_by(config, config.deals(), folder, stop)?;
    let pool = config.threads.start()?;
    let Range { start: first, end } = config.deals();
    let upcoming = AtomicU64::new(first);
    let ended = AtomicBool::new(false);
    let table = Table {
        config,
        labels: config.labels(),
        folder,
        progress,
        stop: [stop, &ended],
    };
    let ledger = Mutex::new(Ledger::new(config, progress));
    parallel::broadcast(&pool, &|| {
        while !table.is_stopped() {
            let deal = upcoming.fetch_add(1, Ordering::Relaxed);
            if deal >= end {
                break;
            }
            let played = table.play_deal(deal);
            // A thread that panicked takes the whole run with it: nothing reads what it left behind.
            let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            match played {
                Ok(games) => {
                    ledger.add::<G>(deal, games);
                    if ledger.has_ended() {
                        ended.store(true, Ordering::Relaxed);
                    }
                }
                Err(ArenaError::Play {
                    source: PlayError::Stopped,
                    ..
                }) => break,
                Err(error) => {
                    // No later deal begins; earlier ones are in play and end, so the earliest failure is known. One
                    // that cannot play at all is known as it is.
                    upcoming.fetch_max(end, Ordering::Relaxed);
                    let is_unable = |source: &PlayError| matches!(source, PlayError::Unable { .. });
                    if matches!(&error, ArenaError::Play { source, .. } if is_unable(source)) {
                        ended.store(true, Ordering::Relaxed);
                    }
                    ledger.fail(deal, error);
                }
            }
        }
    });
    let mut ledger = ledger.into_inner().unwrap_or_else(PoisonError::into_inner);
    // What failed after the verdict need not have been played.
    match ledger.failure.take().filter(|_| !ledger.has_ended()) {
        Some((_, error)) => Err(error),
        None if ledger.next == first => Err(ArenaError::NothingFinished),
        None => Ok(parallel::install(&pool, || report(config, &ledger))),
    }
}

/// What all threads share.
struct Table<'a, G: Game> {
    config: &'a Config<G>,
    labels: Vec<String>,
    folder: Option<&'a RunFolder>,
    progress: &'a dyn Progress,
    /// The caller's wish and the end of the run by itself.
    stop: [&'a AtomicBool; 2],
}

impl<G: Game> Table<'_, G> {
    fn is_stopped(&self) -> bool {
        is_stopped(&self.stop)
    }

    /// One deal with every contestant.
    fn play_deal(&self, number: u64) -> Result<Games, ArenaError> {
        let unplayable = |source| ArenaError::Setup { deal: number, source };
        let mut deal = None;
        let mut games = Vec::with_capacity(self.config.contestants.len());
        for (place, contestant) in self.config.contestants.iter().enumerate() {
            if !contestant.plays(number) {
                games.push(None);
                continue;
            }
            let known = self.folder.and_then(|folder| folder.game(number, &self.labels[place]));
            let game = match known {
                Some(game) => game.clone(),
                None => {
                    let deal = match &mut deal {
                        Some(deal) => deal,
                        none => none.insert(self.config.deal(number).map_err(unplayable)?),
                    };
                    self.play(deal, place)?
                }
            };
            games.push(Some(game));
            self.progress.finished(place, number);
        }
        Ok(games)
    }

    fn play(&self, deal: &Deal<G>, place: usize) -> Result<GameSummary, ArenaError> {
        let contestant = &self.config.contestants[place];
        let options = PlayOptions {
            sight: contestant.sight,
            record: self.config.luck.is_some(),
            decision_limit: self.config.decision_limit,
            stop: &self.stop,
        };
        let mut team = contestant.team(deal.world.seats(), deal.number);
        let game = play(deal, &mut team, options).map_err(|source| ArenaError::Play {
            deal: deal.number,
            contestant: contestant.name.clone(),
            source,
        })?;
        let luck = match &self.config.luck {
            None => None,
            Some(foresight) => Some(
                luck(&deal.setup, &game.steps, foresight).map_err(|source| ArenaError::Setup {
                    deal: deal.number,
                    source,
                })?,
            ),
        };
        let summary = GameSummary {
            result: game.result,
            fault: game.fault.map(GameFault::from),
            decisions: game.decisions,
            thinking: game.thinking,
            luck,
        };
        if let Some(folder) = self.folder {
            folder.add(&GameLine::new::<G>(deal.number, &self.labels[place], &summary))?;
        }
        Ok(summary)
    }
}

fn report<G: Game>(config: &Config<G>, ledger: &Ledger<'_>) -> Report {
    let names: Vec<&str> = config.contestants.iter().map(|c| c.name.as_str()).collect();
    let tallies = &ledger.tallies;
    let pair =
        |&(own, other): &(usize, usize)| tallies[own].paired(names[own], &tallies[other], names[other], config.seed);
    Report {
        game: G::ID,
        setup: config.setup.clone(),
        first_deal: config.first,
        games: ledger.next - config.first,
        seed: config.seed,
        contestants: names
            .iter()
            .zip(tallies)
            .map(|(name, tally)| tally.report::<G>(name))
            .collect(),
        paired: config.pairs.iter().map(pair).collect(),
        requested: u64::from(config.games),
        sprt: ledger.test.as_ref().map(Sequential::report),
        ended_by_faults: ledger.faulty().map(|place| names[place].to_owned()),
    }
}
