//! A bot with everything that it started, so that all of it can be ended.
//!
//! On Unix a bot leads a process group, which is killed as a whole. On Linux what left the group is found as well: a
//! mark in the environment is handed down to all children, unless one is started with another environment. Processes of
//! other users are out of reach.

use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The variable that holds the marks of a bot and of the bots that it was started by, with spaces between.
const MARK: &str = "HEISTLAB_BOT";

/// Families by their marks: the leaders of their groups.
type Families = BTreeMap<String, u32>;

/// The families that have not been ended.
static LIVING: Mutex<Families> = Mutex::new(Families::new());

fn living() -> MutexGuard<'static, Families> {
    // A map is whole whatever happened to the thread that held it.
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all bots of this program at once, with everything they started, as before the program itself ends. None is
/// started from then on.
pub fn end_all() {
    let living = living();
    end(&living);
    // Whoever waits to start another one waits until the program has ended.
    std::mem::forget(living);
}

/// A bot with everything that it started.
#[derive(Debug)]
pub struct Family {
    mark: String,
}

impl Family {
    /// The family of the program of a command, which is marked.
    pub fn new(command: &mut Command) -> Family {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let inherited = std::env::var(MARK).unwrap_or_default();
        command.env(MARK, format!("{inherited} {mark}").trim_start());
        Family { mark }
    }

    /// Starts the program, which leads the family.
    pub fn start(&self, command: &mut Command) -> io::Result<Child> {
        // Held meanwhile: nothing is started that is not known.
        let mut living = living();
        let child = command.spawn()?;
        living.insert(self.mark.clone(), child.id());
        Ok(child)
    }

    /// Ends everything that is left of it. Called again, it does nothing.
    pub fn end(&self) {
        let family = living().remove_entry(&self.mark);
        if let Some(family) = family {
            end(&Families::from([family]));
        }
    }
}

/// Ends families. Errors mean that there is nothing left to end: as long as a process of a group lives, the number of
/// the group is not given to another one.
#[cfg(unix)]
fn end(families: &Families) {
    use nix::sys::signal::{Signal, kill, killpg};
    use nix::unistd::Pid;

    /// As often what left the group is looked for: a process may start others while it is found.
    const ROUNDS: usize = 10;

    let id = |process: u32| i32::try_from(process).ok().map(Pid::from_raw);
    for leader in families.values().copied().filter_map(id) {
        let _ = killpg(leader, Signal::SIGKILL);
    }
    for _ in 0..ROUNDS {
        let left: Vec<Pid> = marked(families).into_iter().filter_map(id).collect();
        if left.is_empty() {
            break;
        }
        for process in left {
            let _ = kill(process, Signal::SIGKILL);
        }
    }
}

#[cfg(not(unix))]
fn end(_: &Families) {}

/// The living processes with the mark of a family, without the leaders.
#[cfg(target_os = "linux")]
fn marked(families: &Families) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbers = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_marked = |process: &u32| {
        // That of a process that has ended is empty, and that of another user's cannot be read.
        let path = format!("/proc/{process}/environ");
        let environment = crate::files::read(path.as_ref(), crate::files::TEXT_LIMIT).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| {
            let text = std::str::from_utf8(variable).unwrap_or_default();
            let value = text.strip_prefix(MARK).and_then(|rest| rest.strip_prefix('='));
            value.is_some_and(|value| value.split(' ').any(|mark| families.contains_key(mark)))
        })
    };
    let is_leader = |process: &u32| families.values().any(|leader| leader == process);
    numbers
        .filter(|process| !is_leader(process))
        .filter(is_marked)
        .collect()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn marked(_: &Families) -> Vec<u32> {
    Vec::new()
}
