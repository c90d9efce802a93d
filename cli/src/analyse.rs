//! `heist analyse`: the analysis protocol over standard input and output.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use clap::Args;
use heist_agents::protocol::{Answer, Engine, EngineOptions, LINE_LIMIT};

use crate::failure::{Done, Failure, Outcome, notice};
use crate::interrupt;
use crate::plain;

/// Answer questions about positions, for programs: JSON lines in, JSON lines out
///
/// A line on standard input asks about one decision: a position as `heist position` reads it, or a setup with steps
/// from it. The answer lists every legal move with its value, error, difference from the best, expected loss (in Burgle
/// Bros., of Stealth) and expected continuation. Several queries may be in progress; answers come as they are ready and
/// carry the id of their query. docs/protocol.md describes every field.
///
/// Example:
///
/// $ heist analyse < queries.jsonl > answers.jsonl
///
/// with a line such as {"id": "1", "game": "burgle-bros", "setup": {"seats": 1, "seed": 7}, "steps": ["patrol B2"],
/// "level": "instant"}
///
/// A line that is wrong is answered by an object with `error`, and the next line is read. At the end of the input every
/// query in progress is finished; the exit code is 0. Ctrl-C ends the searches early, prints what they have found and
/// exits with 130.
#[derive(Debug, Args)]
pub struct Options {
    /// How many queries are worked on in parallel; by default one per processor core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,

    /// Threads per search of a level; an agent's spec has an option of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// What the thread that prints waits for.
enum Event {
    Answer(Answer),
    /// Everything has been answered.
    End,
    /// Standard input cannot be read.
    Broken(io::Error),
}

/// How many answers may wait to be printed; searches pause while nobody reads them.
const BACKLOG: usize = 256;

/// How often to look for a signal.
const GLANCE: Duration = Duration::from_millis(50);

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (sender, events) = sync_channel(BACKLOG);
    let answers = sender.clone();
    let engine = Arc::new(Engine::new(
        EngineOptions {
            workers: options.workers.map_or(cores, usize::from),
            threads: options.threads.into(),
        },
        // Nobody listens any more once the command has ended.
        Box::new(move |answer| drop(answers.send(Event::Answer(answer)))),
    ));
    let (reader, ends) = (Arc::clone(&engine), sender.clone());
    std::thread::spawn(move || feed(&reader, &ends));
    print(&engine, &sender, &events, out)
}

/// Hands every line of standard input to the engine, then waits for the last answer.
fn feed(engine: &Engine, sender: &SyncSender<Event>) {
    let read = read_lines(io::stdin().lock(), |line| engine.receive(line));
    engine.finish();
    let last = match read {
        Ok(()) => Event::End,
        Err(error) => Event::Broken(error),
    };
    drop(sender.send(last));
}

/// Reads lines of any length; of one that is too long the beginning is handed on, just long enough to be too long.
fn read_lines(mut input: impl BufRead, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = LINE_LIMIT as u64 + 1;
        if (&mut input).take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let is_whole = line.pop_if(|byte| *byte == b'\n').is_some();
        take(&line);
        if !is_whole && line.len() > LINE_LIMIT {
            input.skip_until(b'\n')?;
        }
    }
}

/// Prints answers until the last one.
fn print(engine: &Arc<Engine>, sender: &SyncSender<Event>, events: &Receiver<Event>, out: &mut dyn Write) -> Outcome {
    let mut is_stopping = false;
    let mut answers = 0_u64;
    loop {
        if interrupt::is_wanted() && !is_stopping {
            is_stopping = true;
            engine.stop();
            // The last answers are printed meanwhile.
            let (engine, sender) = (Arc::clone(engine), sender.clone());
            std::thread::spawn(move || {
                engine.finish();
                drop(sender.send(Event::End));
            });
        }
        match events.recv_timeout(GLANCE) {
            Ok(Event::Answer(answer)) => {
                print_answer(&answer, out)?;
                answers += 1;
            }
            Ok(Event::End) | Err(RecvTimeoutError::Disconnected) if is_stopping => {
                notice(&format!(
                    "stopped after {answers} answers; searches in progress answered with what they had"
                ));
                return Ok(Done::Interrupted);
            }
            Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => return Ok(Done::Well),
            Ok(Event::Broken(error)) => {
                return Err(Failure::input(format!("standard input cannot be read: {error}")));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn print_answer(answer: &Answer, out: &mut dyn Write) -> Result<(), Failure> {
    let text = serde_json::to_string(answer).map_err(io::Error::from)?;
    writeln!(out, "{}", plain::json(text))?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_length_are_read_in_bounded_memory() {
        let long = "x".repeat(LINE_LIMIT + 100);
        let just = "y".repeat(LINE_LIMIT);
        let text = format!("one\n\n{long}\n{just}\nlast");
        let mut lengths = Vec::new();
        read_lines(text.as_bytes(), |line| lengths.push(line.len())).expect("memory can be read");
        assert_eq!(lengths, [3, 0, LINE_LIMIT + 1, LINE_LIMIT, 4]);
    }
}
