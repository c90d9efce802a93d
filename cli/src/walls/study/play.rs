//! The games of a study.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use heist_agents::Heuristics;
use heist_agents::arena::{ArenaError, Config, GameSummary, PlayOptions, Progress, RunFolder, Threads, resume, run};
use heist_engine::board::Layout;
use indicatif::ProgressBar;
use serde_json::{Map, Value};

use super::entry::Entry;
use crate::failure::Failure;
use crate::interrupt;
use crate::matches::contestants;
use crate::setup::template_of;
use crate::terminal::progress;
use crate::walls::drawing::wall_names;

/// Plays the layouts of a study.
pub struct Play<'a> {
    /// The agents.
    pub specs: &'a [String],
    /// The setup without its walls.
    pub setup: &'a Map<String, Value>,
    /// The field of the setup that holds the walls.
    pub walls: &'static str,
    /// Deals on each layout.
    pub games: u32,
    /// The seed of the deals.
    pub seed: u64,
    /// How many games are played in parallel; 0 for one per processor core.
    pub threads: usize,
    /// Where games are kept, if they are.
    pub folder: Option<&'a Path>,
}

impl Play<'_> {
    /// The run on one layout.
    pub fn config<G: Heuristics>(&self, layout: &Layout) -> Result<Config<G>, Failure> {
        let mut setup = self.setup.clone();
        setup.insert(self.walls.to_owned(), wall_names(layout));
        let (setup_of, setup) = template_of::<G>(setup)?;
        Ok(Config {
            contestants: contestants(self.specs.iter().map(String::as_str), "--agents")?,
            pairs: Vec::new(),
            setup,
            setup_of,
            games: self.games,
            seed: self.seed,
            threads: Threads::new(self.threads),
            decision_limit: PlayOptions::DECISION_LIMIT,
            luck: None,
            sprt: None,
        })
    }

    /// Plays all layouts one after the other, until the user stops it. Those that were not finished have no games.
    pub fn all<G: Heuristics>(&self, entries: &mut [Entry]) -> Result<(), Failure> {
        let games = entries.len() as u64 * self.specs.len() as u64 * u64::from(self.games);
        let bar = progress(games, "games");
        for entry in entries.iter_mut() {
            if interrupt::is_wanted() {
                break;
            }
            if let Some(games) = self.one::<G>(entry, &bar)? {
                entry.games = games;
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Plays a layout; `None` if it was stopped.
    fn one<G: Heuristics>(&self, entry: &Entry, bar: &ProgressBar) -> Result<Option<Vec<Vec<f64>>>, Failure> {
        let config = self.config::<G>(&entry.layout)?;
        let watch = Watch {
            bar,
            games: Mutex::new(vec![Vec::new(); self.specs.len()]),
        };
        let played = match self.folder {
            Some(folder) => {
                let path = folder.join("games").join(entry.name());
                let folder = RunFolder::open(&path, &config).map_err(Failure::input)?;
                resume(&config, &folder, &watch, interrupt::flag())
            }
            None => run(&config, &watch, interrupt::flag()),
        };
        match played {
            Ok(report) if report.games < report.requested => Ok(None),
            Ok(_) => Ok(Some(watch.games.into_inner().unwrap_or_else(PoisonError::into_inner))),
            Err(ArenaError::NothingFinished) => Ok(None),
            Err(error) => Err(Failure::input(format!("layout {}: {error}", entry.name()))),
        }
    }
}

/// Moves the bar and keeps who won.
struct Watch<'a> {
    bar: &'a ProgressBar,
    games: Mutex<Vec<Vec<f64>>>,
}

impl Progress for Watch<'_> {
    fn finished(&self, _contestant: usize, _deal: u64) {
        self.bar.inc(1);
    }

    fn counted(&self, _deal: u64, games: &[Option<GameSummary>]) {
        let mut all = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        for (own, game) in all.iter_mut().zip(games) {
            let is_won = game.as_ref().is_some_and(|game| game.result.is_win());
            own.push(f64::from(u8::from(is_won)));
        }
    }
}
