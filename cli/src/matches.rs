//! Runs of matches with a progress bar, for the commands that play many games.

use std::path::Path;

use heist_agents::Heuristics;
use heist_agents::arena::{
    ArenaError, Config, Contestant, GameSummary, Progress, Report, Rows, RunFolder, resume, run,
};
use heist_engine::game::Game;
use indicatif::ProgressBar;

use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::terminal::progress;

/// A contestant of each spec, clairvoyant if that stands before it; errors begin with `place`.
pub fn contestants<'a, G: Heuristics>(
    specs: impl Iterator<Item = &'a str>,
    place: &str,
) -> Result<Vec<Contestant<G>>, Failure> {
    let contestant = |text: &str| Contestant::read(text).map_err(|error| Failure::input(format!("{place}: {error}")));
    specs.map(contestant).collect()
}

/// Plays a run with a progress bar, from its folder if it has one; `None` if it was stopped before every contestant had
/// finished the first deal.
pub fn play_all<G: Game>(
    config: &Config<G>,
    folder: Option<&Path>,
    rows: Option<&Rows>,
) -> Result<Option<Report>, Failure> {
    let folder = match folder {
        Some(path) => {
            files::make_folder(path)?;
            Some(RunFolder::open(path, config).map_err(Failure::input)?)
        }
        None => None,
    };
    let games = |contestant: &Contestant<G>| u64::from(contestant.games.unwrap_or(config.games).min(config.games));
    let bar = progress(config.contestants.iter().map(games).sum(), "games");
    let watch = Watch { bar: &bar, rows };
    let played = match &folder {
        Some(folder) => resume(config, folder, &watch, interrupt::flag()),
        None => run(config, &watch, interrupt::flag()),
    };
    bar.finish_and_clear();
    match played {
        Ok(report) => Ok(Some(report)),
        Err(ArenaError::NothingFinished) => Ok(None),
        Err(error) => Err(Failure::input(error)),
    }
}

/// Moves the bar and keeps the games, if they are wanted.
struct Watch<'a> {
    bar: &'a ProgressBar,
    rows: Option<&'a Rows>,
}

impl Progress for Watch<'_> {
    fn finished(&self, _contestant: usize, _deal: u64) {
        self.bar.inc(1);
    }

    fn counted(&self, deal: u64, games: &[Option<GameSummary>]) {
        if let Some(rows) = self.rows {
            rows.add(deal, games);
        }
    }
}
