//! What to do, and how sure that is: a query about a state as docs/protocol.md has them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use heist_agents::protocol::question::Fields;
use heist_agents::protocol::{Cells, Question, Report, cells};
use heist_engine::any::AnyState;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::Value;

use crate::errors::Error;

/// How often Python is asked whether somebody pressed Ctrl-C.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// A report, and its figures as they are shown.
#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    report: Report,
    shown: Vec<Cells>,
}

impl Told {
    fn text(report: Report) -> Result<String, serde_json::Error> {
        serde_json::to_string(&Told {
            shown: cells(&report),
            report,
        })
    }
}

/// What a query asks about a state: its fields without those that say which state.
fn question(state: &dyn AnyState, query: &str) -> Result<Question, Error> {
    let fields = match serde_json::from_str(query) {
        Ok(Value::Object(fields)) => fields,
        Ok(other) => return Err(Error::Value(format!("query: found {other}; expected an object"))),
        Err(error) => return Err(Error::Value(format!("query: {error}"))),
    };
    let mut fields = Fields::new(fields);
    let question = Question::about(state.copy(), "state", "", &mut fields, 1).map_err(Error::value)?;
    match fields.left().next() {
        None => Ok(question),
        Some(name) => Err(Error::Value(format!(
            "field `{name}`: there is no such field of a query"
        ))),
    }
}

/// Answers a query on a thread of its own, while this one passes reports on to Python.
///
/// A report function that answers `False` ends the search early.
pub fn answer(py: Python<'_>, state: &dyn AnyState, query: &str, on_report: Option<Py<PyAny>>) -> PyResult<String> {
    let stop = AtomicBool::new(false);
    let hear = |py: Python<'_>, report: Option<String>| match report {
        Some(report) => pass_on(py, on_report.as_ref(), report, &stop),
        None => Ok(()),
    };
    let search = |send: Sender<String>| {
        // The listener has stopped with an error of its own.
        let mut tell = |report| {
            // Reports are plain data with text keys, which always serialize.
            if let Ok(text) = Told::text(report) {
                drop(send.send(text));
            }
        };
        let report = question(state, query)?.answer_and_tell(&stop, &mut tell);
        Told::text(report.map_err(Error::value)?).map_err(Error::value)
    };
    Ok(attended(py, &stop, search, hear)??)
}

fn pass_on(py: Python<'_>, on_report: Option<&Py<PyAny>>, report: String, stop: &AtomicBool) -> PyResult<()> {
    if let Some(on_report) = on_report {
        let wish = on_report.call1(py, (report,))?;
        if wish.extract::<bool>(py).is_ok_and(|go_on| !go_on) {
            stop.store(true, Ordering::Relaxed);
        }
    }
    Ok(())
}

/// Works on a thread of its own, while this one listens for Ctrl-C and hears what the work sends, and now and then
/// nothing. An error of either sets `stop`, and is raised once the work has ended.
pub fn attended<M: Send, T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce(Sender<M>) -> T + Send,
    hear: impl Fn(Python<'_>, Option<M>) -> PyResult<()> + Sync,
) -> PyResult<T> {
    py.detach(|| {
        let (send, receive) = channel();
        thread::scope(|scope| {
            let worker = scope.spawn(move || work(send));
            let mut listening = Ok(());
            loop {
                let heard = match receive.recv_timeout(HEARTBEAT) {
                    Ok(message) => Python::attach(|py| hear(py, Some(message))),
                    Err(RecvTimeoutError::Timeout) => {
                        Python::attach(|py| py.check_signals().and_then(|()| hear(py, None)))
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if heard.is_err() {
                    stop.store(true, Ordering::Relaxed);
                    listening = listening.and(heard);
                }
            }
            let done = worker.join();
            listening?;
            done.map_err(|_| PyRuntimeError::new_err("the work broke down"))
        })
    })
}
