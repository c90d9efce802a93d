//! A running program, with limits on everything it does: how long a line may be, how long it is waited for, how much
//! of its standard error is kept.
//!
//! Three threads wait where a pipe may block, so the caller never does: one writes, one reads lines, one drains
//! standard error. They end with the program.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use heist_engine::json;

use super::family::Family;
use super::message::shortened;
use crate::agent::{Stop, is_stopped};

/// The longest line that is read, in bytes. Answers are short.
pub const LINE_LIMIT: usize = 1 << 16;
/// Lines that may wait to be heard. A program that says more is made to wait.
const WAITING_LINES: usize = 64;
/// Bytes of standard error that are kept.
const ERROR_BYTES: usize = 2048;
/// Lines of standard error that are quoted, and letters of each.
const ERROR_LINES: usize = 3;
const ERROR_LETTERS: usize = 200;
/// How long the end of a process, or of its standard error, is waited for once one of its pipes is closed.
const PATIENCE: Duration = Duration::from_millis(300);
/// How often it is looked whether a process has ended.
const GLANCE: Duration = Duration::from_millis(2);
/// How often it is looked whether a line is still wanted.
const STOP_GLANCE: Duration = Duration::from_millis(50);

/// A line that was heard.
pub enum Heard {
    /// A whole line without its break.
    Line(String),
    /// One of more than [`LINE_LIMIT`] bytes, as far as it was read; nothing is read after it.
    TooLong(Vec<u8>),
    /// One that is not UTF-8; nothing is read after it.
    NotText(Vec<u8>),
}

/// Why nothing was heard.
pub enum Silence {
    /// It was not said in time.
    Late,
    /// The standard output is closed.
    Closed,
    /// It is not waited for any longer.
    Unwanted,
}

/// A running program.
pub struct Process {
    child: Child,
    family: Family,
    input: Option<Sender<String>>,
    output: Receiver<Heard>,
    errors: Arc<Mutex<Vec<u8>>>,
    error_reader: JoinHandle<()>,
    is_over: bool,
}

impl Process {
    /// Starts a program: its name, searched as shells do, and its arguments.
    pub fn start(command: &[String]) -> io::Result<Process> {
        let [program, arguments @ ..] = command else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no program is named"));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A group of its own: all that it starts can be ended with it, and Ctrl-C in the terminal is for us alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let family = Family::new(&mut command);
        let mut child = family.start(&mut command)?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("the pipes are missing"));
        };
        let (input, to_write) = channel();
        let (hears, output) = sync_channel(WAITING_LINES);
        let errors = Arc::default();
        let kept = Arc::clone(&errors);
        thread::spawn(move || write_all(stdin, &to_write));
        thread::spawn(move || read_lines(stdout, &hears));
        let error_reader = thread::spawn(move || drain(stderr, &kept));
        Ok(Process {
            child,
            family,
            input: Some(input),
            output,
            errors,
            error_reader,
            is_over: false,
        })
    }

    /// Says something. Never waits; what cannot be written is noticed by the silence that follows.
    pub fn say(&self, text: String) {
        if let Some(input) = &self.input {
            // The writer is gone when the program does not read any more.
            drop(input.send(text));
        }
    }

    /// The next line, waited for until `deadline` or until `stop` is set.
    pub fn hear(&self, deadline: Instant, stop: Stop<'_>) -> Result<Heard, Silence> {
        loop {
            let now = Instant::now();
            // A program that never stops talking is late as well.
            if now >= deadline {
                return Err(Silence::Late);
            }
            if is_stopped(stop) {
                return Err(Silence::Unwanted);
            }
            match self.output.recv_timeout((deadline - now).min(STOP_GLANCE)) {
                Ok(heard) => return Ok(heard),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Closed),
            }
        }
    }

    /// A line that is there already.
    pub fn overhear(&self) -> Option<Heard> {
        self.output.try_recv().ok()
    }

    /// How the process ended, if it has or does so at once.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.wait_until(Instant::now() + PATIENCE)
    }

    /// Closes the standard input, which asks the program to leave.
    pub fn dismiss(&mut self) {
        self.input = None;
    }

    /// Waits until the program has left, but not longer than until the deadline, and ends what is left of its family:
    /// the program itself, or what it started and did not end.
    pub fn leave(mut self, deadline: Instant) {
        self.dismiss();
        self.wait_until(deadline);
        self.kill();
    }

    /// Ends the process and everything it started, as far as its [`Family`] knows it. Returns the last lines of its
    /// standard error.
    pub fn end(mut self) -> Vec<String> {
        self.kill();
        let deadline = Instant::now() + PATIENCE;
        while !self.error_reader.is_finished() && Instant::now() < deadline {
            thread::sleep(GLANCE);
        }
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&errors);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = &lines[lines.len().saturating_sub(ERROR_LINES)..];
        last.iter().map(|line| shortened(line, ERROR_LETTERS)).collect()
    }

    fn wait_until(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                self.is_over = true;
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(GLANCE);
        }
    }

    fn kill(&mut self) {
        self.input = None;
        // Also when the leader has ended: what it started may go on.
        self.family.end();
        drop(self.child.kill());
        drop(self.child.wait());
        self.is_over = true;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_over {
            self.kill();
        }
    }
}

fn write_all(mut stdin: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, hears: &SyncSender<Heard>) {
    let mut reader = BufReader::new(stdout);
    let mut is_first = true;
    loop {
        let mut bytes = Vec::new();
        let read = (&mut reader).take(LINE_LIMIT as u64 + 1).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            return;
        }
        // Some programs write a byte order mark first.
        if std::mem::take(&mut is_first) && bytes.starts_with(json::BOM.as_bytes()) {
            bytes.drain(..json::BOM.len());
        }
        let heard = if bytes.len() > LINE_LIMIT {
            Heard::TooLong(bytes)
        } else {
            match String::from_utf8(bytes) {
                Ok(line) => Heard::Line(line.trim_end_matches(['\n', '\r']).to_owned()),
                Err(error) => Heard::NotText(error.into_bytes()),
            }
        };
        let is_line = matches!(heard, Heard::Line(_));
        if hears.send(heard).is_err() || !is_line {
            return;
        }
    }
}

fn drain(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut chunk) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&chunk[..count]);
        let surplus = kept.len().saturating_sub(ERROR_BYTES);
        kept.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(words: &[&str]) -> Process {
        let command: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Process::start(&command).expect("the program is there")
    }

    #[test]
    fn a_program_that_does_not_read_holds_nobody_up() {
        let process = start(&["sleep", "1000"]);
        // Far more than a pipe holds.
        process.say("x".repeat(1 << 22));
        let start = Instant::now();
        let heard = process.hear(start + Duration::from_millis(50), &[]);
        assert!(matches!(heard, Err(Silence::Late)));
        assert!(process.end().is_empty());
        assert!(start.elapsed() < Duration::from_secs(100));
    }

    #[test]
    fn lines_come_whole_and_the_end_is_heard() {
        let mut process = start(&["printf", "one\\r\\n\\ntwo"]);
        let deadline = Instant::now() + Duration::from_secs(60);
        for expected in ["one", "", "two"] {
            match process.hear(deadline, &[]) {
                Ok(Heard::Line(line)) => assert_eq!(line, expected),
                _ => panic!("a line was expected"),
            }
        }
        assert!(matches!(process.hear(deadline, &[]), Err(Silence::Closed)));
        assert!(process.exit_status().is_some_and(|status| status.success()));
    }

    #[test]
    fn the_last_of_standard_error_is_kept() {
        let script = "i=0; while [ $i -lt 3000 ]; do echo line $i >&2; i=$((i+1)); done; printf %0500d 7 >&2";
        let mut process = start(&["sh", "-c", script]);
        assert!(process.wait_until(Instant::now() + Duration::from_secs(60)).is_some());
        let errors = process.end();
        assert_eq!(errors[..2], ["line 2998", "line 2999"]);
        assert_eq!(errors[2], format!("{}...", "0".repeat(ERROR_LETTERS)));
    }
}
