//! How a search is followed and stopped while it goes on.

use std::time::{Duration, Instant};

use heist_engine::game::Game;

use crate::agent::{Stop, is_stopped};
use crate::analysis::Analysis;

/// Receives reports of a search in progress, and can stop it.
pub struct Watch<'a, G: Game> {
    stop: Stop<'a>,
    reports: Option<Reports<'a, G>>,
    /// Only the chosen move matters.
    hurried: bool,
}

struct Reports<'a, G: Game> {
    every: Duration,
    last: Instant,
    tell: &'a mut dyn FnMut(Analysis<G>),
}

impl<'a, G: Game> Watch<'a, G> {
    /// Wants the move alone: lines and losses are left out of the analysis.
    pub fn hurried() -> Watch<'a, G> {
        Watch {
            stop: &[],
            reports: None,
            hurried: true,
        }
    }

    /// Wants the whole analysis, once it is done.
    pub fn patient() -> Watch<'a, G> {
        Watch {
            hurried: false,
            ..Watch::hurried()
        }
    }

    /// Also wants reports on the way, at least this far apart.
    pub fn told(mut self, every: Duration, tell: &'a mut dyn FnMut(Analysis<G>)) -> Watch<'a, G> {
        let last = Instant::now();
        self.reports = Some(Reports { every, last, tell });
        self
    }

    /// Also ends the search early once one of these is set.
    pub fn until(mut self, stop: Stop<'a>) -> Watch<'a, G> {
        self.stop = stop;
        self
    }

    /// Whether lines and losses are wanted.
    pub fn is_patient(&self) -> bool {
        !self.hurried
    }

    /// What is set when the search should end, for its threads.
    pub fn stop(&self) -> Stop<'a> {
        self.stop
    }

    /// Whether the search should end now.
    pub fn is_stopped(&self) -> bool {
        is_stopped(self.stop)
    }

    /// Makes a search of which every report is changed before it goes on to whom this one tells.
    pub(super) fn changing<T>(
        &mut self,
        change: &dyn Fn(&mut Analysis<G>),
        search: impl FnOnce(&mut Watch<'_, G>) -> T,
    ) -> T {
        let Watch { stop, hurried, .. } = *self;
        let Some(Reports { every, last, tell }) = &mut self.reports else {
            return search(self);
        };
        let mut pass_on = |mut analysis: Analysis<G>| {
            change(&mut analysis);
            tell(analysis);
        };
        let mut inner = Watch {
            stop,
            reports: Some(Reports {
                every: *every,
                last: *last,
                tell: &mut pass_on,
            }),
            hurried,
        };
        let found = search(&mut inner);
        *last = inner.reports.map_or(*last, |reports| reports.last);
        found
    }

    /// Reports on the way, if it is time to.
    pub fn tell(&mut self, analysis: impl FnOnce() -> Analysis<G>) {
        if let Some(reports) = &mut self.reports
            && reports.last.elapsed() >= reports.every
        {
            (reports.tell)(analysis());
            reports.last = Instant::now();
        }
    }
}
