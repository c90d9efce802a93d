//! Programs that can be stopped: by a signal to xtask, by a line that they print, by a limit.

use std::io::{self, BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a waiting xtask looks for signals.
const GLANCE: Duration = Duration::from_millis(50);

/// Whether somebody asked xtask to end.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on SIGINT and SIGTERM no longer end xtask at once: [`stopped`] says that one came.
pub fn heed_signals() -> io::Result<()> {
    ctrlc::set_handler(|| STOPPED.store(true, Ordering::Relaxed)).map_err(io::Error::other)
}

/// Whether a signal has asked xtask to end.
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// How a program ended.
#[derive(Debug)]
pub enum End {
    /// By itself.
    Exit(ExitStatus),
    /// The reader of its lines had seen enough.
    Enough,
    /// It ran longer than it may.
    Late,
    /// Because xtask is to end.
    Stopped,
}

/// Runs a program and hands each line of its standard output to `line`, until that returns false or the limit is
/// reached.
pub fn watch(command: &mut Command, limit: Option<Duration>, mut line: impl FnMut(&str) -> bool) -> io::Result<End> {
    let start = Instant::now();
    let mut child = Guard(command.stdout(Stdio::piped()).spawn()?);
    let output = child.0.stdout.take().expect("its output is piped");
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    loop {
        if stopped() {
            return Ok(End::Stopped);
        }
        if limit.is_some_and(|limit| start.elapsed() > limit) {
            return Ok(End::Late);
        }
        match lines.recv_timeout(GLANCE) {
            Ok(bytes) if !line(&String::from_utf8_lossy(&bytes)) => return Ok(End::Enough),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    // Its output is closed; it may still run.
    loop {
        if let Some(status) = child.0.try_wait()? {
            return Ok(End::Exit(status));
        }
        if stopped() {
            return Ok(End::Stopped);
        }
        if limit.is_some_and(|limit| start.elapsed() > limit) {
            return Ok(End::Late);
        }
        thread::sleep(GLANCE);
    }
}

/// A child that does not outlive its guard.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        // Both fail only for a child that has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn lines_arrive_in_order_and_the_exit_code_counts() {
        let mut lines = Vec::new();
        let end = watch(&mut shell("echo one; echo two; exit 3"), None, |line| {
            lines.push(line.to_owned());
            true
        });
        assert!(matches!(end, Ok(End::Exit(status)) if status.code() == Some(3)));
        assert_eq!(lines, ["one", "two"]);
    }

    #[test]
    fn a_reader_that_has_seen_enough_ends_the_program() {
        let end = watch(&mut shell("echo one; exec sleep 600"), None, |line| line != "one");
        assert!(matches!(end, Ok(End::Enough)));
    }

    #[test]
    fn a_program_that_never_ends_is_late() {
        let end = watch(&mut shell("exec sleep 600"), Some(Duration::from_millis(100)), |_| true);
        assert!(matches!(end, Ok(End::Late)));
    }
}
