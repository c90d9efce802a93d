//! Work on several threads, of which the results are taken in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use heist_agents::agent::{Stop, is_stopped};
use heist_agents::parallel;
use rayon::ThreadPool;

/// Results that wait for those before them.
pub(crate) struct Ledger<T, E, F> {
    /// The place of the result that is taken next.
    next: u64,
    waiting: BTreeMap<u64, T>,
    /// The earliest failure.
    failure: Option<(u64, E)>,
    take: F,
}

impl<T, E, F: FnMut(u64, T) -> Result<(), E>> Ledger<T, E, F> {
    /// An empty one, which hands results to `take`.
    pub fn new(take: F) -> Ledger<T, E, F> {
        Ledger {
            next: 0,
            waiting: BTreeMap::new(),
            failure: None,
            take,
        }
    }

    /// The place of the result that is taken next.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// How many were taken, or why no more can be.
    ///
    /// # Errors
    /// The failure of the earliest place that failed.
    pub fn finish(self) -> Result<u64, E> {
        match self.failure {
            Some((_, error)) => Err(error),
            None => Ok(self.next),
        }
    }

    /// Takes what is next, as far as it is there; true unless something failed.
    pub fn add(&mut self, place: u64, item: T) -> bool {
        self.waiting.insert(place, item);
        while self.failure.as_ref().is_none_or(|(failed, _)| *failed > self.next)
            && let Some(item) = self.waiting.remove(&self.next)
        {
            if let Err(error) = (self.take)(self.next, item) {
                self.fail(self.next, error);
                return false;
            }
            self.next += 1;
        }
        true
    }

    /// Notes a failure, unless an earlier place has failed.
    pub fn fail(&mut self, place: u64, error: E) {
        let is_earliest = self.failure.as_ref().is_none_or(|(earlier, _)| place < *earlier);
        if is_earliest {
            self.failure = Some((place, error));
        }
    }
}

/// Makes `count` things on the threads of a pool, and hands them to `take` in their order. Returns how many were taken:
/// fewer than `count` if it was stopped, which `make` may tell by making nothing.
///
/// # Errors
/// The failure of the earliest place that failed; everything before it has been taken.
pub(crate) fn in_order<T: Send, E: Send>(
    pool: &ThreadPool,
    count: u64,
    stop: Stop<'_>,
    make: impl Fn(u64) -> Result<Option<T>, E> + Sync,
    take: impl FnMut(u64, T) -> Result<(), E> + Send,
) -> Result<u64, E> {
    let upcoming = AtomicU64::new(0);
    let ledger = Mutex::new(Ledger::new(take));
    parallel::broadcast(pool, &|| {
        while !is_stopped(stop) {
            let place = upcoming.fetch_add(1, Ordering::Relaxed);
            if place >= count {
                break;
            }
            let made = make(place);
            // A thread that panicked takes the whole run with it: nothing reads what it left behind.
            let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            let goes_on = match made {
                Ok(Some(item)) => ledger.add(place, item),
                Ok(None) => break,
                Err(error) => {
                    ledger.fail(place, error);
                    false
                }
            };
            if !goes_on {
                // Nothing later begins; what is earlier is in work and ends, so the earliest failure is known.
                upcoming.fetch_max(count, Ordering::Relaxed);
            }
        }
    });
    ledger.into_inner().unwrap_or_else(PoisonError::into_inner).finish()
}
