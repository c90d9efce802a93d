//! The threads on which a run plays.

use std::sync::Arc;
use std::thread;

use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// How many threads play, and what surrounds their work.
#[derive(Clone, Default)]
pub struct Threads {
    /// How many games are played in parallel; 0 for one per processor core.
    count: usize,
    host: Option<Arc<Host>>,
}

/// What a thread of the run does: it calls [`ThreadBuilder::run`] and may do something before and after.
type Host = dyn Fn(ThreadBuilder) + Send + Sync;

impl Threads {
    /// This many threads; 0 for one per processor core.
    pub fn new(count: usize) -> Threads {
        Threads { count, host: None }
    }

    /// The same number of threads, each of which lives inside `host`: it is called once a thread and calls
    /// [`ThreadBuilder::run`]. For agents of another language, whose interpreter wants to know a thread once and not at
    /// every decision.
    #[must_use]
    pub fn inside(self, host: impl Fn(ThreadBuilder) + Send + Sync + 'static) -> Threads {
        Threads {
            host: Some(Arc::new(host)),
            ..self
        }
    }

    /// Starts them.
    ///
    /// # Errors
    /// When the system does not provide that many.
    pub fn start(&self) -> Result<ThreadPool, ThreadPoolBuildError> {
        let builder = ThreadPoolBuilder::new().num_threads(self.count);
        let Some(host) = &self.host else { return builder.build() };
        let spawn = |work: ThreadBuilder| {
            let host = Arc::clone(host);
            thread::Builder::new().spawn(move || host(work)).map(drop)
        };
        builder.spawn_handler(spawn).build()
    }
}
