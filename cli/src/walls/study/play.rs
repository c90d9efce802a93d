//! The games of a study.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use heist_agents::arena::{AnyConfig, ArenaError, Entrant, GameSummary, Progress, Report, Threads, any_config};
use heist_engine::any::AnyGame;
use heist_engine::board::Layout;
use indicatif::ProgressBar;
use serde_json::{Map, Value};

use super::entry::Entry;
use crate::failure::Failure;
use crate::interrupt;
use crate::matches::folder_failure;
use crate::setup::Template;
use crate::terminal::progress;
use crate::walls::drawing::wall_names;

/// Plays the layouts of a study.
pub struct Play<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
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
    pub fn config(&self, layout: &Layout) -> Result<Box<dyn AnyConfig>, Failure> {
        let mut setup = self.setup.clone();
        setup.insert(self.walls.to_owned(), wall_names(layout));
        let template = Template::new(self.game, setup)?;
        let entrants: Vec<Entrant<'_>> = self.specs.iter().map(|spec| Entrant::of_all_deals(spec)).collect();
        let threads = Threads::new(self.threads);
        let config = any_config(template.open(), &entrants, self.games, self.seed, threads);
        config.map_err(|error| Failure::input(format!("--agents: {error}")))
    }

    /// Plays all layouts one after the other, until the user stops it. Those that were not finished have no games.
    /// Returns the first fault of an agent, which lost it a game, in words.
    pub fn all(&self, entries: &mut [Entry]) -> Result<Option<String>, Failure> {
        let games = entries.len() as u64 * self.specs.len() as u64 * u64::from(self.games);
        let bar = progress(games, "games");
        let mut first_fault = None;
        for entry in entries.iter_mut() {
            if interrupt::is_wanted() {
                break;
            }
            if let Some((games, report)) = self.one(entry, &bar)? {
                entry.games = games;
                first_fault = first_fault.or_else(|| fault_in(entry, &report));
            }
        }
        bar.finish_and_clear();
        Ok(first_fault)
    }

    /// Plays a layout; `None` if it was stopped.
    fn one(&self, entry: &Entry, bar: &ProgressBar) -> Result<Option<Played>, Failure> {
        let config = self.config(&entry.layout)?;
        let watch = Watch {
            bar,
            games: Mutex::new(vec![Vec::new(); self.specs.len()]),
        };
        let folder = match self.folder {
            Some(folder) => {
                let path = folder.join("games").join(entry.name());
                Some(config.open(&path).map_err(folder_failure)?)
            }
            None => None,
        };
        match config.run(folder.as_ref(), &watch, interrupt::flag()) {
            Ok(report) if report.games < report.requested => Ok(None),
            Ok(report) => {
                let games = watch.games.into_inner().unwrap_or_else(PoisonError::into_inner);
                Ok(Some((games, report)))
            }
            Err(ArenaError::NothingFinished) => Ok(None),
            Err(ArenaError::Folder(error)) => Err(folder_failure(error)),
            Err(error) => Err(Failure::input(format!("layout {}: {error}", entry.name()))),
        }
    }
}

/// For each agent and deal 1 for a win and 0 for a loss, and the report of the run.
type Played = (Vec<Vec<f64>>, Report);

/// The first fault on a layout, in words.
fn fault_in(entry: &Entry, report: &Report) -> Option<String> {
    report.contestants.iter().find_map(|contestant| {
        let first = contestant.first_fault.as_ref()?;
        let (layout, agent, faults) = (entry.name(), &contestant.agent, contestant.faults);
        Some(format!(
            "layout {layout}: {agent} lost {faults} of {} games to faults; the first in deal {}, seat {}: {}",
            contestant.games, first.deal, first.seat, first.text
        ))
    })
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
