//! Runs without the type of their game, for programs that only call: what plays is compiled here, once for each listed
//! game.
//!
//! [`any_config`] makes an [`AnyConfig`] from plain data. Everything that is generic stays for callers that have types.

use std::marker::PhantomData;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use heist_engine::any::{AnyGame, AnyReplay, AnySetup, any_replay, typed_setup};
use heist_engine::game::SetupError;
use heist_engine::part_of;
use heist_engine::registry::GameInfo;
use serde_json::Value;

use super::config::{Config, against_the_first};
use super::contestant::Contestant;
use super::cross;
use super::folder::RunFolder;
use super::journal::FolderError;
use super::luck::foresight;
use super::matches::{PlayError, PlayOptions, play};
use super::run::{ArenaError, Progress, play_range, report_of, resume, run};
use super::sprt::Sprt;
use super::stats::Report;
use super::summary::KnownGames;
use super::table::{Rows, Table, games_table};
use super::threads::Threads;
use crate::agent::Stop;
use crate::any::{AnyFactory, Untyped};
use crate::spec::{Players, SpecError};

/// A contestant without its types.
#[derive(Clone)]
pub struct Entrant<'a> {
    /// Its spec, as [`Contestant::read`] takes it; its name, if it is one of the calling program's own.
    pub spec: &'a str,
    /// What makes the agents of one of the calling program's own.
    pub make: Option<AnyFactory>,
    /// [`Contestant::games`].
    pub games: Option<u32>,
}

impl<'a> Entrant<'a> {
    /// A contestant that plays all deals.
    pub fn of_all_deals(spec: &'a str) -> Entrant<'a> {
        Entrant {
            spec,
            make: None,
            games: None,
        }
    }
}

/// What a run of any game plays: a [`Config`] without its type.
pub trait AnyConfig: Send + Sync {
    /// The game.
    fn game(&self) -> &'static GameInfo;
    /// The names of the contestants.
    fn names(&self) -> Vec<&str>;
    /// The names of the contestants in folders and reports, each of them once.
    fn labels(&self) -> Vec<String>;
    /// Whether the contestant at a place of [`names`](AnyConfig::names) plays a deal.
    fn plays(&self, contestant: usize, deal: u64) -> bool;
    /// How many games the whole run has: those of all contestants.
    fn games(&self) -> u64;
    /// How many seats the first deal has.
    ///
    /// # Errors
    /// When its setup is not playable.
    fn seats(&self) -> Result<usize, SetupError>;
    /// Compares all contestants but the first with it.
    fn compare_with_first(&mut self);
    /// Replaces the contestants by every one among all others ([`cross::contestants`]) and compares them so
    /// ([`cross::pairs`]).
    ///
    /// # Errors
    /// When the first deal is not playable, or there can be no matrix of these contestants. Nothing has changed then.
    fn cross(&mut self) -> Result<(), CrossError>;
    /// Has luck measured by the game's own estimate ([`foresight`]). False, and nothing changed, if the game has none.
    fn measure_luck(&mut self) -> bool;
    /// Ends the run by a sequential test ([`Config::sprt`]).
    fn test(&mut self, sprt: Sprt);
    /// Ends the run by faults of a contestant ([`Config::max_faults`]).
    fn end_at_faults(&mut self, faults: u64);
    /// Has as many deals played from this one on ([`Config::first`]), not from 0 on.
    fn begin_at(&mut self, first: u64);
    /// The deals of the run.
    fn deals(&self) -> Range<u64>;
    /// [`RunFolder::open`].
    ///
    /// # Errors
    /// As there.
    fn open(&self, path: &Path) -> Result<RunFolder, FolderError>;
    /// Plays all deals: [`resume`] with a folder, [`run`](run()) without.
    ///
    /// # Errors
    /// As there.
    fn run(&self, folder: Option<&RunFolder>, progress: &dyn Progress, stop: &AtomicBool)
    -> Result<Report, ArenaError>;
    /// [`play_range`]: a line of JSON a game.
    ///
    /// # Errors
    /// As there.
    fn play_range(&self, deals: Range<u64>, stop: &AtomicBool) -> Result<Vec<String>, ArenaError>;
    /// [`report_of`] the games of lines that [`play_range`](AnyConfig::play_range) wrote.
    ///
    /// # Errors
    /// As there, and when a line is no game of the run.
    fn report_of(&self, lines: &[String], progress: &dyn Progress) -> Result<Report, LinesError>;
    /// Plays one game of the run again, step by step the same: that of a deal and of the contestant at a place of
    /// [`names`](AnyConfig::names).
    ///
    /// # Errors
    /// When the deal is not playable, or its game does not come to its end.
    ///
    /// # Panics
    /// When there is no contestant at that place.
    fn replay(&self, deal: u64, contestant: usize, stop: Stop<'_>) -> Result<Box<dyn AnyReplay>, GameError>;
    /// [`games_table`] of the games that a run has counted.
    ///
    /// # Errors
    /// When the first deal is not playable.
    fn games_table(&self, rows: Rows) -> Result<Table, SetupError>;
}

/// Contestants among whom cross-play is not possible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CrossError {
    /// The first deal cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// What [`cross::problem`] says.
    #[error("{0}")]
    Contestants(String),
}

/// Games that there is no report of.
#[derive(Debug, thiserror::Error)]
pub enum LinesError {
    /// A line is no game of the run.
    #[error("line {number}: {problem}")]
    Line {
        /// The line, from 1.
        number: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The games are not those of the run.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

/// A single game that was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// Its deal cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// It did not come to its end.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// A run of `games` deals of a setup, which reports show as it is. What it leaves open, each deal draws from a seed of
/// its own. Nobody is compared with anybody, and luck is not measured, until the configuration is told to.
///
/// # Errors
/// When a spec names no agent that can play the game: that of the first such entrant.
pub fn any_config(
    setup: &dyn AnySetup,
    entrants: &[Entrant<'_>],
    games: u32,
    seed: u64,
    threads: Threads,
) -> Result<Box<dyn AnyConfig>, SpecError> {
    arena(setup.game()).config(setup, entrants, games, seed, threads)
}

/// What plays the runs of one game, without its types.
pub(crate) trait AnyArena: Sync {
    fn config(
        &self,
        setup: &dyn AnySetup,
        entrants: &[Entrant<'_>],
        games: u32,
        seed: u64,
        threads: Threads,
    ) -> Result<Box<dyn AnyConfig>, SpecError>;
}

pub(crate) struct Arena<G>(pub(crate) PhantomData<fn() -> G>);

fn arena(game: &dyn AnyGame) -> &'static dyn AnyArena {
    part_of!(game, Arena as dyn AnyArena)
}

impl<G: Players> AnyArena for Arena<G> {
    fn config(
        &self,
        setup: &dyn AnySetup,
        entrants: &[Entrant<'_>],
        games: u32,
        seed: u64,
        threads: Threads,
    ) -> Result<Box<dyn AnyConfig>, SpecError> {
        let contestant = |entrant: &Entrant<'_>| {
            let mut contestant = match entrant.make.clone() {
                Some(make) => Contestant::new(entrant.spec, move || Box::new(Untyped::new(Arc::clone(&make)))),
                None => Contestant::read(entrant.spec)?,
            };
            contestant.games = entrant.games;
            Ok(contestant)
        };
        let contestants: Result<Vec<Contestant<G>>, SpecError> = entrants.iter().map(contestant).collect();
        let shown = Value::Object(setup.fields());
        let setup = typed_setup::<G>(setup).expect("the setup is of this game").clone();
        Ok(Box::new(Config {
            contestants: contestants?,
            pairs: Vec::new(),
            setup: shown,
            setup_of: Box::new(move |seed| G::with_seed(&setup, Some(seed))),
            first: 0,
            games,
            seed,
            threads,
            decision_limit: PlayOptions::DECISION_LIMIT,
            luck: None,
            sprt: None,
            max_faults: None,
        }))
    }
}

impl<G: Players> AnyConfig for Config<G> {
    fn game(&self) -> &'static GameInfo {
        G::any_game().info()
    }

    fn names(&self) -> Vec<&str> {
        self.contestants
            .iter()
            .map(|contestant| contestant.name.as_str())
            .collect()
    }

    fn labels(&self) -> Vec<String> {
        Config::labels(self)
    }

    fn plays(&self, contestant: usize, deal: u64) -> bool {
        self.contestants[contestant].plays(deal)
    }

    fn games(&self) -> u64 {
        let games = |contestant: &Contestant<G>| contestant.games.map_or(self.games, |games| games.min(self.games));
        self.contestants
            .iter()
            .map(|contestant| u64::from(games(contestant)))
            .sum()
    }

    fn seats(&self) -> Result<usize, SetupError> {
        Ok(self.deal(self.first)?.world.seats())
    }

    fn compare_with_first(&mut self) {
        self.pairs = against_the_first(self.contestants.len());
    }

    fn cross(&mut self) -> Result<(), CrossError> {
        if let Some(problem) = cross::problem(&self.contestants, self.seats()?) {
            return Err(CrossError::Contestants(problem));
        }
        self.pairs = cross::pairs(self.contestants.len());
        self.contestants = cross::contestants(&self.contestants);
        Ok(())
    }

    fn measure_luck(&mut self) -> bool {
        let own = foresight::<G>();
        let has_own = own.is_some();
        if has_own {
            self.luck = own;
        }
        has_own
    }

    fn test(&mut self, sprt: Sprt) {
        self.sprt = Some(sprt);
    }

    fn end_at_faults(&mut self, faults: u64) {
        self.max_faults = Some(faults);
    }

    fn begin_at(&mut self, first: u64) {
        self.first = first;
    }

    fn deals(&self) -> Range<u64> {
        Config::deals(self)
    }

    fn open(&self, path: &Path) -> Result<RunFolder, FolderError> {
        RunFolder::open(path, self)
    }

    fn run(
        &self,
        folder: Option<&RunFolder>,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Report, ArenaError> {
        match folder {
            Some(folder) => resume(self, folder, progress, stop),
            None => run(self, progress, stop),
        }
    }

    fn play_range(&self, deals: Range<u64>, stop: &AtomicBool) -> Result<Vec<String>, ArenaError> {
        let lines = play_range(self, deals, &(), stop)?;
        let text = |line| serde_json::to_string(line).expect("lines are plain data with text keys");
        Ok(lines.iter().map(text).collect())
    }

    fn report_of(&self, lines: &[String], progress: &dyn Progress) -> Result<Report, LinesError> {
        let mut known = KnownGames::default();
        for (number, line) in (1..).zip(lines) {
            let added = known.add::<G>(line.as_bytes());
            added.map_err(|problem| LinesError::Line { number, problem })?;
        }
        Ok(report_of(self, &known, progress)?)
    }

    fn replay(&self, deal: u64, contestant: usize, stop: Stop<'_>) -> Result<Box<dyn AnyReplay>, GameError> {
        let contestant = &self.contestants[contestant];
        let deal = self.deal(deal)?;
        let options = PlayOptions {
            sight: contestant.sight,
            record: true,
            decision_limit: self.decision_limit,
            stop,
        };
        let seats = deal.world.seats();
        let game = play(&deal, &mut contestant.team(seats, deal.number), options)?;
        Ok(any_replay(deal.replay(game, contestant.agents(seats, deal.number))))
    }

    fn games_table(&self, rows: Rows) -> Result<Table, SetupError> {
        games_table(self, rows)
    }
}
