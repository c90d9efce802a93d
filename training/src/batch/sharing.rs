//! How rows are shared out among threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::ThreadPool;

/// How many rows a thread takes at a time at least. It takes half of those that are left: many, which are played in a
/// good order ([`super::order`]), and few at the end, because the thread that is done first waits for the others.
const LEAST_TAKEN: usize = 32;

/// What can be handed out in parts, row by row.
pub(super) trait Divide: Sized + Send {
    /// How many rows there are.
    fn rows(&self) -> usize;
    /// The first `rows` rows, and the others.
    fn divide(self, rows: usize) -> (Self, Self);
}

/// Rows to write that can be cut in two.
pub(super) trait Cut: Sized + Send {
    /// The first `rows` rows, and the others.
    fn cut(self, rows: usize) -> (Self, Self);
}

/// Rows that are shared out among threads. Each has its own, the same in every step, which therefore stay in its cache;
/// when those are done it takes from the others.
pub(super) struct Shares<P> {
    shares: Vec<Mutex<Vec<P>>>,
}

impl<P: Divide> Shares<P> {
    pub(super) fn new(whole: P, threads: usize) -> Shares<P> {
        let mut rest = whole;
        let mut shares = Vec::with_capacity(threads);
        for threads_left in (1..=threads).rev() {
            let rows = rest.rows().div_ceil(threads_left);
            let (share, others) = rest.divide(rows);
            rest = others;
            shares.push(Mutex::new(vec![share]));
        }
        Shares { shares }
    }

    /// As many shares, with nothing in them yet.
    pub(super) fn empty_like(&self) -> Shares<P> {
        Shares {
            shares: self.shares.iter().map(|_| Mutex::default()).collect(),
        }
    }

    /// Some rows to work on. The thread that takes them divides them off, so that no thread waits until all are
    /// divided.
    pub(super) fn take(&self, thread: usize) -> Option<P> {
        let others = (1..self.shares.len()).map(|step| (thread + step) % self.shares.len());
        std::iter::once(thread).chain(others).find_map(|share| {
            let mut share = lock(&self.shares[share]);
            let part = share.pop()?;
            let taken = part.rows().div_ceil(2).max(LEAST_TAKEN);
            if part.rows() <= taken {
                return Some(part);
            }
            let (part, rest) = part.divide(taken);
            share.push(rest);
            Some(part)
        })
    }

    pub(super) fn put(&self, thread: usize, part: P) {
        lock(&self.shares[thread]).push(part);
    }
}

/// Counts off what was done when it goes, even after a panic, so that nobody waits for ever.
pub(super) struct Countdown<'a> {
    pub(super) left: &'a AtomicUsize,
    pub(super) done: usize,
}

impl Drop for Countdown<'_> {
    fn drop(&mut self) {
        self.left.fetch_sub(self.done, Ordering::Release);
    }
}

/// A thread that panicked takes the whole call with it: nothing reads what it left behind.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How often the calling thread looks whether the others are done before it goes to sleep. Waking up takes as long as a
/// few hundred games' steps, and what the others still do is at most one part each.
const LOOKS: u32 = 20_000;

/// How many threads work: those of the pool and the one that calls.
pub(super) fn threads(pool: &ThreadPool) -> usize {
    pool.current_num_threads() + 1
}

/// Does the same work on the calling thread, number 0, and on those of a pool, until all are done.
pub(super) fn everywhere(pool: &ThreadPool, work: &(impl Fn(usize) + Sync)) {
    let at_work = AtomicUsize::new(pool.current_num_threads());
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, context| {
            let _countdown = Countdown {
                left: &at_work,
                done: 1,
            };
            work(context.index() + 1);
        });
        work(0);
        let mut looks = 0;
        while at_work.load(Ordering::Acquire) > 0 && looks < LOOKS {
            looks += 1;
            std::hint::spin_loop();
        }
    });
}
