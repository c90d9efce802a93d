//! What a search for a plan may use up, and what it has.

use std::time::Duration;

use crate::agent::{Stop, is_stopped};
use crate::parallel;
use crate::planning::Effort;

/// Time since the search began.
pub type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);

/// The limits of a search, and the heists it has played out.
pub struct Account<'a> {
    effort: &'a Effort,
    clock: Clock<'a>,
    stop: Stop<'a>,
    /// The part of the budget that may be used up for now.
    share: f64,
    /// Heists played out so far.
    pub played: u64,
}

impl<'a> Account<'a> {
    pub fn new(effort: &'a Effort, clock: Clock<'a>, stop: Stop<'a>) -> Account<'a> {
        Account {
            effort,
            clock,
            stop,
            share: 1.0,
            played: 0,
        }
    }

    /// Allows a part of the budget, from 0 to 1, what is used up already included.
    pub fn allow(&mut self, share: f64) {
        self.share = share;
    }

    fn playouts(&self) -> u64 {
        match self.share {
            ..1.0 => (self.effort.playouts as f64 * self.share) as u64,
            _ => self.effort.playouts,
        }
    }

    fn time(&self) -> Option<Duration> {
        self.effort.time.map(|time| time.mul_f64(self.share))
    }

    /// Whether nothing further may begin.
    pub fn is_over(&self) -> bool {
        self.is_late() || self.played >= self.playouts()
    }

    fn is_late(&self) -> bool {
        is_stopped(self.stop) || self.time().is_some_and(|time| (self.clock)() >= time)
    }

    /// How many heists can still be played: with a limit of time about so many, at the pace so far.
    pub fn left(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let of_playouts = self.playouts() - self.played;
        let in_time = |time: Duration| {
            let used = (self.clock)();
            let pace = self.played.max(1) as f64 / used.as_secs_f64().max(1e-9);
            (time.saturating_sub(used).as_secs_f64() * pace) as u64
        };
        self.time().map_or(of_playouts, |time| of_playouts.min(in_time(time)))
    }

    /// Plays so many heists, in the order of their numbers; fewer if the budget is used up, but `least` of them in any
    /// case.
    pub fn play<T: Send>(&mut self, count: usize, least: usize, heist: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let left = self.playouts().saturating_sub(self.played);
        let count = count.min(usize::try_from(left).unwrap_or(usize::MAX)).max(least);
        let one = |number: usize| (number < least || !self.is_late()).then(|| heist(number));
        let played: Vec<T> = if self.effort.parallel {
            parallel::map(count, one).into_iter().map_while(|heist| heist).collect()
        } else {
            (0..count).map_while(one).collect()
        };
        self.played += played.len() as u64;
        played
    }
}
