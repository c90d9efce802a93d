//! Programs that are kept for the next game.
//!
//! Starting a program costs more than a game of it. So a bot that has played a game waits for the next one. It keeps
//! its seat: no program ever receives what another seat received, in whatever order games are played.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use heist_engine::game::Seat;

use super::fault::{BotFault, Moment, Trouble};
use super::message::{self, PROTOCOL, VERSION, shortened};
use super::process::{Heard, LINE_LIMIT, Process, Silence};
use crate::agent::Stop;

/// How long bots may take to exit once they are asked to.
const FAREWELL: Duration = Duration::from_secs(1);
/// Letters of an unexpected line that are quoted.
pub(super) const QUOTED: usize = 120;

/// How a bot is started and what it may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotOptions {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How long it may take for an action.
    pub time: Duration,
    /// How long it may take to be ready, at the start and for a game.
    pub start: Duration,
    /// How often it is started again after a fault, over all games.
    pub restarts: u32,
}

/// Bots of one command, on call.
#[derive(Debug)]
pub struct Pool {
    options: BotOptions,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    idle: BTreeMap<Seat, Vec<Bot>>,
    /// Started, and not greeted yet.
    first: Option<Process>,
    /// Whether one was ever ready for a game.
    has_played: bool,
    /// How many were lost to a fault, and the last one.
    lost: u32,
    last: Option<BotFault>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let idle: usize = self.idle.values().map(Vec::len).sum();
        write!(f, "State {{ idle: {idle}, lost: {} }}", self.lost)
    }
}

impl Pool {
    /// A pool with one bot, started and not yet spoken to.
    ///
    /// # Errors
    /// When the system does not start the program: there is none of this name, or it may not be run.
    pub fn new(options: BotOptions) -> io::Result<Pool> {
        let first = Process::start(&options.command)?;
        Ok(Pool {
            options,
            state: Mutex::new(State {
                first: Some(first),
                ..State::default()
            }),
        })
    }

    /// How its bots are started and what they may do.
    pub fn options(&self) -> &BotOptions {
        &self.options
    }

    /// A bot for a seat: one that waits, or a new one that has been greeted, which is given up once `stop` is set.
    pub(super) fn hire(&self, seat: Seat, stop: Stop<'_>) -> Result<Bot, BotFault> {
        let waiting = self.state().idle.get_mut(&seat).and_then(Vec::pop);
        if let Some(bot) = waiting {
            return Ok(bot);
        }
        let mut bot = Bot {
            process: self.start()?,
            name: self.program(),
        };
        match bot.greet(self.options.start, stop) {
            Ok(()) => Ok(bot),
            Err(trouble) => Err(self.lose(bot, Moment::Greeting, trouble)),
        }
    }

    /// Notes that a bot is ready for a game.
    pub(super) fn prove(&self) {
        self.state().has_played = true;
    }

    /// A process that nobody has spoken to.
    fn start(&self) -> Result<Process, BotFault> {
        {
            let mut state = self.state();
            if let Some(first) = state.first.take() {
                return Ok(first);
            }
            if let Some(last) = state.last.as_ref().filter(|_| state.lost > self.options.restarts) {
                let trouble = Trouble::NoRestartsLeft {
                    restarts: self.options.restarts,
                    last: last.to_string(),
                };
                return Err(self.fault(last.name.clone(), last.moment, trouble));
            }
        }
        Process::start(&self.options.command).map_err(|error| {
            let trouble = Trouble::Start(error.to_string());
            self.count(self.fault(self.program(), Moment::Greeting, trouble))
        })
    }

    /// What a bot is called that has not said its name.
    fn program(&self) -> String {
        self.options.command.first().cloned().unwrap_or_default()
    }

    /// Takes a bot back that waits for its next game.
    pub(super) fn take_back(&self, seat: Seat, bot: Bot) {
        self.state().idle.entry(seat).or_default().push(bot);
    }

    /// Ends a bot that failed, or whose answer is not waited for any longer, which is not held against it: the answer
    /// may still come and must not be taken for the answer to the next question.
    pub(super) fn lose(&self, mut bot: Bot, moment: Moment, trouble: Trouble) -> BotFault {
        if trouble == Trouble::Unwanted {
            drop(bot.process.end());
            return self.fault(bot.name, moment, trouble);
        }
        let trouble = match trouble {
            Trouble::Closed => match bot.process.exit_status() {
                Some(status) => Trouble::Exited(status.to_string()),
                None => Trouble::Closed,
            },
            other => other,
        };
        self.count(BotFault {
            errors: bot.process.end(),
            ..self.fault(bot.name, moment, trouble)
        })
    }

    fn fault(&self, name: String, moment: Moment, trouble: Trouble) -> BotFault {
        BotFault {
            name,
            moment,
            trouble,
            errors: Vec::new(),
            is_unable: false,
        }
    }

    fn count(&self, mut fault: BotFault) -> BotFault {
        let mut state = self.state();
        fault.is_unable = !state.has_played;
        state.lost += 1;
        state.last = Some(fault.clone());
        fault
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // Nothing panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let state = std::mem::take(&mut *self.state());
        let idle = state.idle.into_values().flatten().map(|bot| bot.process);
        let mut processes: Vec<Process> = idle.chain(state.first).collect();
        for process in &mut processes {
            process.say("quit\n".to_owned());
            process.dismiss();
        }
        let deadline = Instant::now() + FAREWELL;
        processes.into_iter().for_each(|process| process.leave(deadline));
    }
}

/// A program that has been greeted.
pub(super) struct Bot {
    process: Process,
    name: String,
}

impl Bot {
    /// Says something.
    pub fn say(&self, text: String) {
        self.process.say(text);
    }

    /// Asks something: the word and the rest of the answer, which is the first line that is no `info`.
    /// It is given up once `stop` is set.
    pub fn ask(&self, question: String, limit: Duration, stop: Stop<'_>) -> Result<(String, String), Trouble> {
        while let Some(heard) = self.process.overhear() {
            // Between questions there is nothing to say; an answer to an earlier one must not be taken for the next.
            if let Some((word, rest)) = understood(heard)? {
                return Err(unexpected(&word, &rest, "nothing before the next question"));
            }
        }
        self.process.say(question);
        self.answer(Instant::now() + limit, limit, stop)
    }

    fn greet(&mut self, limit: Duration, stop: Stop<'_>) -> Result<(), Trouble> {
        const EXPECTED: &str = "`name TEXT`, `author TEXT` or `ready`";
        let deadline = Instant::now() + limit;
        self.process.say(message::line(PROTOCOL, VERSION));
        loop {
            let (word, rest) = self.answer(deadline, limit, stop)?;
            match (word.as_str(), rest.as_str()) {
                ("name", name) if !name.is_empty() => self.name = shortened(name, QUOTED),
                ("author", _) => {}
                ("ready", "") => return Ok(()),
                _ => return Err(unexpected(&word, &rest, EXPECTED)),
            }
        }
    }

    /// The first line that is an answer to something. `limit` is what `deadline` was made of.
    fn answer(&self, deadline: Instant, limit: Duration, stop: Stop<'_>) -> Result<(String, String), Trouble> {
        loop {
            let heard = self.process.hear(deadline, stop).map_err(|silence| match silence {
                Silence::Late => Trouble::Late(limit),
                Silence::Closed => Trouble::Closed,
                Silence::Unwanted => Trouble::Unwanted,
            })?;
            match understood(heard)? {
                Some((word, text)) if word == "error" => return Err(Trouble::GaveUp(shortened(&text, QUOTED))),
                Some(answer) => return Ok(answer),
                None => {}
            }
        }
    }
}

/// The word and the rest of a line; `None` for one that is no answer.
fn understood(heard: Heard) -> Result<Option<(String, String)>, Trouble> {
    let quoted = |bytes: Vec<u8>| shortened(&String::from_utf8_lossy(&bytes), QUOTED);
    match heard {
        Heard::TooLong(bytes) => Err(Trouble::TooLong {
            limit: LINE_LIMIT,
            start: quoted(bytes),
        }),
        Heard::NotText(bytes) => Err(Trouble::NotText(quoted(bytes))),
        Heard::Line(line) => Ok(message::split(&line)
            .filter(|(word, _)| *word != "info")
            .map(|(word, rest)| (word.to_owned(), rest.to_owned()))),
    }
}

/// An answer that is none.
pub(super) fn unexpected(word: &str, rest: &str, expected: &'static str) -> Trouble {
    Trouble::Unexpected {
        said: shortened(format!("{word} {rest}").trim_end(), QUOTED),
        expected,
    }
}
