//! `heist bot`: an agent as a program that others drive.

use std::io::Write;

use clap::Args;
use heist_agents::Spec;
use heist_agents::serve::{ServeError, serve};

use crate::failure::{Done, Failure, Outcome};
use crate::terminal::{Lines, Typed};

/// Serve an agent over standard input and output
///
/// Speaks the bot protocol of docs/protocol.md: the program that starts it announces games and asks for actions, and
/// the agent answers. It can play every game, and plays exactly as it would in the arena.
///
/// Examples:
///
/// $ heist bot --agent heuristic
///
/// $ heist arena burgle-bros --agents "heuristic,bot:cmd=heist bot --agent heuristic"
#[derive(Debug, Args)]
pub struct Options {
    /// The agent, as listed by `heist agents`
    #[arg(long, value_name = "SPEC", default_value = "heuristic")]
    agent: String,
}

/// Runs the command.
pub fn command(options: &Options, input: &mut dyn Lines, out: &mut dyn Write) -> Outcome {
    let spec: Spec = options
        .agent
        .parse()
        .map_err(|error| Failure::input(format!("--agent: {error}")))?;
    let mut done = Done::Well;
    let mut next = || {
        Ok(match input.line()? {
            Typed::Line(line) => Some(line),
            Typed::End => None,
            Typed::Interrupt => {
                done = Done::Interrupted;
                None
            }
        })
    };
    match serve(&spec, &mut next, out) {
        Ok(()) => Ok(done),
        Err(ServeError::Io(error)) => Err(Failure::Output(error)),
        Err(error) => Err(Failure::input(error)),
    }
}
