//! How a command ends.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use heist_engine::registry::GAMES;

/// How a command that did its work ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// All is well.
    Well,
    /// The command's own verdict is negative: a case failed, a key differs.
    Negative,
    /// The user stopped it; what there was has been printed.
    Interrupted,
}

impl From<Done> for ExitCode {
    fn from(done: Done) -> ExitCode {
        match done {
            Done::Well => ExitCode::SUCCESS,
            Done::Negative => ExitCode::from(1),
            Done::Interrupted => ExitCode::from(INTERRUPTED),
        }
    }
}

/// The exit code of a command stopped by the user: 128 and the number of SIGINT, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// What the user gave is wrong; the message says what and what was expected.
    Input(String),
    /// Standard output refused.
    Output(io::Error),
}

/// What every command returns.
pub type Outcome = Result<Done, Failure>;

impl Failure {
    /// Bad input.
    pub fn input(message: impl Display) -> Failure {
        Failure::Input(message.to_string())
    }

    /// Something wrong with a file.
    pub fn file(path: &Path, message: impl Display) -> Failure {
        Failure::Input(format!("{}: {message}", path.display()))
    }

    /// A name of no game.
    pub fn unknown_game(name: &str) -> Failure {
        let known: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
        Failure::Input(format!("no game `{name}`; there are: {}", known.join(", ")))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
