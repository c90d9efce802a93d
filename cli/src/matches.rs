//! Runs of matches with a progress bar, for the commands that play many games.

use std::path::Path;

use heist_agents::arena::{AnyConfig, ArenaError, GameSummary, Progress, Report, Rows};
use indicatif::ProgressBar;

use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::terminal::progress;

/// Plays a run with a progress bar, from its folder if it has one; `None` if it was stopped before every contestant had
/// finished the first deal.
pub fn play_all(config: &dyn AnyConfig, folder: Option<&Path>, rows: Option<&Rows>) -> Result<Option<Report>, Failure> {
    let folder = match folder {
        Some(path) => {
            files::make_folder(path)?;
            Some(config.open(path).map_err(Failure::input)?)
        }
        None => None,
    };
    let bar = progress(config.games(), "games");
    let watch = Watch { bar: &bar, rows };
    let played = config.run(folder.as_ref(), &watch, interrupt::flag());
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
