//! How long the steps of a run took, over all its stops.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use heist_agents::agent::{Stop, is_stopped};
use serde::{Deserialize, Serialize};

use super::error::TrainError;
use super::json;
use crate::files::FileError;

/// The file in the run's folder.
pub const TIMES: &str = "times.json";
/// How often it is seen whether a step has to end.
const GLANCE: Duration = Duration::from_millis(50);
/// How often the time of a step is written: a run that is killed forgets at most as much.
const KEPT_EVERY: Duration = Duration::from_secs(5);

/// A step of a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Games are played and recorded.
    Play,
    /// Decisions are labelled.
    Label,
    /// A network is fitted, or improved by a policy gradient.
    Learn,
    /// It plays against the one before.
    Gate,
    /// Networks play the deals of the curve.
    Curve,
}

impl Step {
    /// All of them, in their order.
    pub const ALL: [Step; 5] = [Step::Play, Step::Label, Step::Learn, Step::Gate, Step::Curve];
}

/// Seconds by round and step.
pub type Seconds = BTreeMap<u32, BTreeMap<Step, f64>>;

/// How long the steps of a run took.
#[derive(Debug)]
pub struct Times {
    path: PathBuf,
    seconds: Mutex<Seconds>,
}

impl Times {
    /// Those of the run in a folder, if there is one.
    ///
    /// # Errors
    /// When its file is damaged.
    pub fn open(folder: &Path) -> Result<Times, TrainError> {
        let path = folder.join(TIMES);
        Ok(Times {
            seconds: Mutex::new(json::read(&path)?.unwrap_or_default()),
            path,
        })
    }

    /// All of them so far.
    pub fn all(&self) -> Seconds {
        self.seconds.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, round: u32, step: Step, seconds: f64) -> Result<(), FileError> {
        let mut all = self.seconds.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(round).or_default().insert(step, seconds);
        json::write(&self.path, &*all)
    }

    /// Does some work of a step and adds the time that it takes. The flag that the work is given is raised as soon as
    /// the run is to stop, or the step has had so many seconds in all.
    ///
    /// # Errors
    /// Those of the work, and when the time cannot be written.
    pub fn measure<T>(
        &self,
        round: u32,
        step: Step,
        most: f64,
        stop: Stop<'_>,
        work: impl FnOnce(&AtomicBool) -> Result<T, TrainError>,
    ) -> Result<T, TrainError> {
        let before = self.all().get(&round).and_then(|steps| steps.get(&step).copied());
        let start = Instant::now();
        let seconds = || before.unwrap_or(0.0) + start.elapsed().as_secs_f64();
        let is_over = || is_stopped(stop) || seconds() >= most;
        let over = AtomicBool::new(is_over());
        let done = thread::scope(|scope| {
            let (working, ended) = mpsc::channel::<()>();
            let (over, seconds, is_over) = (&over, &seconds, &is_over);
            scope.spawn(move || {
                let mut kept = Instant::now();
                // The other end of the channel is gone as soon as the work has ended.
                while ended.recv_timeout(GLANCE) == Err(RecvTimeoutError::Timeout) {
                    over.store(is_over(), Ordering::Relaxed);
                    if kept.elapsed() >= KEPT_EVERY {
                        // If it cannot be written, the last try below says so.
                        drop(self.keep(round, step, seconds()));
                        kept = Instant::now();
                    }
                }
            });
            let done = work(over);
            drop(working);
            done
        });
        let kept = self.keep(round, step, seconds());
        let done = done?;
        kept?;
        Ok(done)
    }
}
