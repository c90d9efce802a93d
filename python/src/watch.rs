//! Long work: its threads, its progress, and Ctrl-C.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use heist_agents::arena::Threads;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::analysis::attended;
use crate::argument::{Arg, Callable};
use crate::batch::binding::MOST_THREADS;
use crate::errors::Error;

/// The threads that a caller asks for; 0 for one a core.
pub fn checked_threads(threads: usize) -> PyResult<Threads> {
    if threads > MOST_THREADS {
        Err(PyValueError::new_err(format!(
            "threads: found {threads}; expected at most {MOST_THREADS}"
        )))
    } else {
        Ok(Threads::new(threads))
    }
}

/// Works while Python is told how many games are done, and listens for Ctrl-C.
pub fn watched<T: Send>(
    py: Python<'_>,
    games: u64,
    on_progress: Option<&Arg<Callable>>,
    work: impl FnOnce(&AtomicU64, &AtomicBool) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let tell = |py: Python<'_>| {
        let Some(on_progress) = on_progress else { return Ok(()) };
        let done = done.load(Ordering::Relaxed);
        on_progress.0.0.call1(py, (done, games)).map(drop)
    };
    // The work keeps its end open until it is done, and has nothing to say.
    let work = |_open: Sender<()>| work(&done, &stop);
    let made = attended(py, &stop, work, |py, _| tell(py))??;
    tell(py)?;
    Ok(made)
}
