//! Threads that think, apart from those that answer the page.
//!
//! There are fewer of them than cores, and each search has one: whoever waits for a page shares the machine with so many
//! searches and no more. Each thread is a rayon pool of its own, so that what a search would share out stays on it.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// What is to be done, with the flag that says when to stop.
type Work = Box<dyn FnOnce(&AtomicBool) + Send>;

/// Threads that think. What is dropped with it is stopped.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// How much is taken: what its threads work on and what may wait.
    capacity: usize,
}

/// Something under way in the pool; dropping it stops it, and what waits for its turn is taken out.
#[must_use = "dropping it stops the work"]
pub struct Job {
    shared: Arc<Shared>,
    stop: Arc<AtomicBool>,
}

/// Why nothing can be thought about now.
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
    waiting: VecDeque<Task>,
    running: Vec<Arc<AtomicBool>>,
    is_closed: bool,
}

struct Task {
    stop: Arc<AtomicBool>,
    work: Work,
}

impl Pool {
    /// A pool of so many threads, at least one, in which so much may wait besides what is under way.
    pub fn new(threads: usize, waiting: usize) -> Pool {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
        });
        let spawn = |number: usize| {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("advice-{}", number + 1));
            // A system short of threads leaves the pool smaller.
            thread.spawn(move || shared.work()).ok()
        };
        let threads: Vec<JoinHandle<()>> = (0..threads.max(1)).filter_map(spawn).collect();
        let capacity = match threads.len() {
            0 => 0,
            count => count.saturating_add(waiting),
        };
        Pool {
            shared,
            threads,
            capacity,
        }
    }

    /// Runs `work` on one of the threads, first come, first served. The flag that it is given becomes true when the [`Job`] is
    /// dropped, or the pool.
    ///
    /// # Errors
    /// When too much waits already.
    pub fn start(&self, work: impl FnOnce(&AtomicBool) + Send + 'static) -> Result<Job, PoolError> {
        let stop = Arc::new(AtomicBool::new(false));
        let task = Task {
            stop: Arc::clone(&stop),
            work: Box::new(work),
        };
        let mut queue = self.shared.queue();
        if queue.waiting.len() + queue.running.len() >= self.capacity {
            return Err(PoolError::Full);
        }
        queue.waiting.push_back(task);
        drop(queue);
        self.shared.changed.notify_one();
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
        let stops = waiting.iter().map(|task| &task.stop).chain(&queue.running);
        stops.for_each(|stop| stop.store(true, Ordering::Relaxed));
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
            .position(|task| Arc::ptr_eq(&task.stop, &self.stop));
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
    fn work(&self) {
        // Were it not to be had, what a search shares out would run on rayon's own threads, and still be right.
        let own = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build();
        while let Some(task) = self.next() {
            // Whoever listens to the work sees it end; the thread goes on.
            drop(catch_unwind(AssertUnwindSafe(|| (task.work)(&task.stop))));
            self.queue().running.retain(|stop| !Arc::ptr_eq(stop, &task.stop));
        }
        drop(own);
    }

    /// Waits for the next task; `None` when the pool closes.
    fn next(&self) -> Option<Task> {
        let mut queue = self.queue();
        loop {
            if let Some(task) = queue.waiting.pop_front() {
                queue.running.push(Arc::clone(&task.stop));
                return Some(task);
            }
            if queue.is_closed {
                return None;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
