//! Runs of matches with a progress bar, for the commands that play many games.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use heist_agents::arena::{AnyConfig, ArenaError, FolderError, GameSummary, Progress, Report, Rows};
use indicatif::ProgressBar;

use crate::failure::{Failure, notice};
use crate::files;
use crate::interrupt;
use crate::terminal::progress;

/// Plays a run with a progress bar, from its folder if it has one; `None` if it was stopped before every contestant had
/// finished the first deal.
pub fn play_all(config: &dyn AnyConfig, folder: Option<&Path>, rows: Option<&Rows>) -> Result<Option<Report>, Failure> {
    let folder = match folder {
        Some(path) => {
            files::make_folder(path)?;
            Some(config.open(path).map_err(folder_failure)?)
        }
        None => None,
    };
    let bar = progress(config.games(), "games");
    let watch = Watch {
        bar: &bar,
        rows,
        deals: AtomicU64::new(0),
    };
    let played = config.run(folder.as_ref(), &watch, interrupt::flag());
    bar.finish_and_clear();
    match played {
        Ok(report) => Ok(Some(report)),
        Err(ArenaError::NothingFinished) => Ok(None),
        Err(error) => {
            // The games that are in the folder are not lost.
            if let ArenaError::Folder(_) = error {
                let (finished, all) = (watch.deals.into_inner(), config.deals());
                let requested = all.end - all.start;
                notice(&format!(
                    "stopped: {finished} of {requested} deals finished; the same command continues the run"
                ));
            }
            Err(arena_failure(error))
        }
    }
}

/// Why a run has nothing to report.
pub fn arena_failure(error: ArenaError) -> Failure {
    match error {
        ArenaError::Folder(error) => folder_failure(error),
        error => Failure::input(error),
    }
}

/// What is wrong with the folder of a run.
pub fn folder_failure(error: FolderError) -> Failure {
    match error {
        FolderError::Io { path, source } => files::failure(&path, &source),
        error => Failure::input(error),
    }
}

/// Moves the bar, counts deals, and keeps the games, if they are wanted.
struct Watch<'a> {
    bar: &'a ProgressBar,
    rows: Option<&'a Rows>,
    /// How many deals all contestants have finished.
    deals: AtomicU64,
}

impl Progress for Watch<'_> {
    fn finished(&self, _contestant: usize, _deal: u64) {
        self.bar.inc(1);
    }

    fn counted(&self, deal: u64, games: &[Option<GameSummary>]) {
        self.deals.fetch_add(1, Ordering::Relaxed);
        if let Some(rows) = self.rows {
            rows.add(deal, games);
        }
    }
}
