//! How outside bots fail.

use std::fmt::{self, Display};
use std::time::Duration;

use crate::agent::Fault;

/// What a bot was asked for when it failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// To be ready, after the greeting.
    Greeting,
    /// To be ready for a game.
    Game,
    /// An action.
    Decision,
}

impl Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Moment::Greeting => "when greeted",
            Moment::Game => "when a game was announced",
            Moment::Decision => "when asked for an action",
        })
    }
}

/// What went wrong with a bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    /// The system cannot start the program.
    #[error("cannot be started: {0}")]
    Start(String),
    /// The process has exited.
    #[error("ended with {0}")]
    Exited(String),
    /// The process is still running, but its standard output is closed.
    #[error("closed its standard output")]
    Closed,
    /// No answer in time.
    #[error("gave no answer within {} s", .0.as_secs_f64())]
    Late(Duration),
    /// A line that does not answer the question.
    #[error("said `{said}`; expected {expected}")]
    Unexpected {
        /// What it said.
        said: String,
        /// What would have been an answer.
        expected: &'static str,
    },
    /// A line that is too long.
    #[error("said a line of more than {limit} bytes, beginning `{start}`")]
    TooLong {
        /// How long lines may be.
        limit: usize,
        /// How it begins.
        start: String,
    },
    /// A line that is not text.
    #[error("said a line that is not UTF-8: `{0}`")]
    NotText(String),
    /// It said so itself.
    #[error("gave up: {0}")]
    GaveUp(String),
    /// It was not waited for any longer: no fault of its own.
    #[error("was not waited for: the game was stopped")]
    Unwanted,
    /// It failed too often.
    #[error("is not started again after {restarts} restarts; the last fault was: {last}")]
    NoRestartsLeft {
        /// How often it may be started again.
        restarts: u32,
        /// The fault after which it would have had to be.
        last: String,
    },
}

/// A bot that failed. Its process is gone.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct BotFault {
    /// The name it gave itself, else its program.
    pub name: String,
    /// What it was asked for.
    pub moment: Moment,
    /// What went wrong.
    pub trouble: Trouble,
    /// The last lines of its standard error, as far as they came in time.
    pub errors: Vec<String>,
    /// Whether it failed before any bot of its command was ready for a game: the others will hardly do better.
    pub is_unable: bool,
}

impl Display for BotFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bot `{}` {} {}", self.name, self.moment, self.trouble)?;
        if !self.errors.is_empty() {
            write!(f, "; its standard error ends: {}", self.errors.join(" | "))?;
        }
        Ok(())
    }
}

impl From<BotFault> for Fault {
    fn from(fault: BotFault) -> Fault {
        let text = fault.to_string().into();
        if fault.is_unable {
            Fault::Unable(text)
        } else {
            Fault::Failed(text)
        }
    }
}
