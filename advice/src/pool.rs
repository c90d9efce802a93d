//! Threads that think, apart from those that answer the page.
//!
//! There are fewer of them than cores, and each search has one, so that pages are answered however many searches run.
//! Each thread is a rayon pool of its own, so that the parallel work of a search stays on it.
//!
//! Short work overtakes long work: it is taken first, and one additional thread takes only short work, so that it need
//! not wait even if all the others are busy.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// How long work takes, which decides what may overtake what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// Well below a second.
    Short,
    /// Seconds or more.
    Long,
}

/// What is to be done, with the flag that says when to stop.
type Work = Box<dyn FnOnce(&AtomicBool) + Send>;

/// Threads that think. Dropping the pool stops all of its work.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// How much work of each length is accepted: what is under way and what may wait.
    capacity: usize,
}

/// A task in the pool. Dropping it stops the task, or removes it if it still waits for its turn.
#[must_use = "dropping it stops the work"]
pub struct Job {
    shared: Arc<Shared>,
    stop: Arc<AtomicBool>,
}

/// Why no task is accepted now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PoolError {
    /// Too much is waiting already.
    #[error("too many hints are asked for at once; ask again in a moment")]
    Full,
}

struct Shared {
    queue: Mutex<Queue>,
    /// Something was added, or the pool closes.
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    /// In the order in which it came.
    waiting: VecDeque<Task>,
    running: Vec<Running>,
    is_closed: bool,
}

struct Task {
    running: Running,
    work: Work,
}

/// What is known of a task while it runs.
#[derive(Clone)]
struct Running {
    stop: Arc<AtomicBool>,
    length: Length,
}

impl Queue {
    /// How much work of a length is under way or waits.
    fn count(&self, length: Length) -> usize {
        let waiting = self.waiting.iter().map(|task| &task.running);
        let all = waiting.chain(&self.running);
        all.filter(|running| running.length == length).count()
    }

    /// The next task for a thread: short work first. Without `takes_long` there is no other.
    fn take(&mut self, takes_long: bool) -> Option<Task> {
        let mut waiting = self.waiting.iter();
        let short = waiting.position(|task| task.running.length == Length::Short);
        self.waiting.remove(match short {
            Some(place) => place,
            None if takes_long => 0,
            None => return None,
        })
    }
}

impl Pool {
    /// A pool with a number of threads, at least one, and one more for short work alone. Of each length, `waiting`
    /// tasks may wait besides those for which there are threads.
    pub fn new(threads: usize, waiting: usize) -> Pool {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
        });
        let spawn = |(name, takes_long): (String, bool)| {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(name);
            // A system short of threads leaves the pool smaller.
            thread.spawn(move || shared.work(takes_long)).ok()
        };
        let all = (1..=threads.max(1)).map(|number| (format!("advice-{number}"), true));
        let mut threads: Vec<JoinHandle<()>> = all.filter_map(spawn).collect();
        let capacity = match threads.len() {
            0 => 0,
            count => count.saturating_add(waiting),
        };
        threads.extend(spawn(("advice-short".to_owned(), false)));
        Pool {
            shared,
            threads,
            capacity,
        }
    }

    /// Runs `work` on one of the threads: first come, first served among work of a length. The flag that it is given
    /// becomes true when the [`Job`] is dropped, or the pool.
    ///
    /// # Errors
    /// When too much work of this length waits already.
    pub fn start(&self, length: Length, work: impl FnOnce(&AtomicBool) + Send + 'static) -> Result<Job, PoolError> {
        let stop = Arc::new(AtomicBool::new(false));
        let running = Running {
            stop: Arc::clone(&stop),
            length,
        };
        let mut queue = self.shared.queue();
        if queue.count(length) >= self.capacity {
            return Err(PoolError::Full);
        }
        queue.waiting.push_back(Task {
            running,
            work: Box::new(work),
        });
        drop(queue);
        // All of them, since not every thread takes every task.
        self.shared.changed.notify_all();
        Ok(Job {
            shared: Arc::clone(&self.shared),
            stop,
        })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        queue.is_closed = true;
        let waiting = std::mem::take(&mut queue.waiting);
        let all = waiting.iter().map(|task| &task.running).chain(&queue.running);
        all.for_each(|running| running.stop.store(true, Ordering::Relaxed));
        drop(queue);
        drop(waiting);
        self.shared.changed.notify_all();
        let here = thread::current().id();
        for thread in self.threads.drain(..) {
            // The last owner may be work of the pool itself; its thread ends after it.
            if thread.thread().id() != here {
                // A thread catches what panics on it, so it ends well.
                drop(thread.join());
            }
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut queue = self.shared.queue();
        let place = queue
            .waiting
            .iter()
            .position(|task| Arc::ptr_eq(&task.running.stop, &self.stop));
        let task = place.and_then(|place| queue.waiting.remove(place));
        drop(queue);
        // What the work holds may take its time to go: not while others wait for the queue.
        drop(task);
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Nothing that can panic happens while the lock is held, so what a poisoned one guards is whole.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes tasks until the pool closes.
    fn work(&self, takes_long: bool) {
        // Without it, what a search shares out would run on rayon's own threads, and still be right.
        let own = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build();
        while let Some(Task { running, work }) = self.next(takes_long) {
            // The listener hears no more of work that panics; the thread goes on.
            drop(catch_unwind(AssertUnwindSafe(|| work(&running.stop))));
            let is_other = |other: &Running| !Arc::ptr_eq(&other.stop, &running.stop);
            self.queue().running.retain(is_other);
        }
        drop(own);
    }

    /// Waits for the next task; `None` when the pool closes.
    fn next(&self, takes_long: bool) -> Option<Task> {
        let mut queue = self.queue();
        loop {
            if let Some(task) = queue.take(takes_long) {
                queue.running.push(task.running.clone());
                return Some(task);
            }
            if queue.is_closed {
                return None;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
