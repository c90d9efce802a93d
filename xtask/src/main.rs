//! The checks that every change must pass: `cargo xtask test` runs them in order.
//!
//! `cargo xtask` is an alias for `cargo run --package xtask` (`.cargo/config.toml`). The steps are the list in `steps.rs`;
//! a new one is one more entry there.

mod args;
mod rule;
mod runner;
mod steps;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use args::Command;

fn main() -> ExitCode {
    match dispatch() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Does what the command line asks. An error is one of printing, or of what a command cannot find.
fn dispatch() -> io::Result<ExitCode> {
    let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let mut out = io::stdout().lock();
    match args::parse(words) {
        Ok(Command::Help) => out.write_all(args::help().as_bytes())?,
        Ok(Command::List) => out.write_all(args::list().as_bytes())?,
        Ok(Command::Test(steps)) => {
            if !runner::run(&steps, runner::execute, &mut out)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Ok(Command::Rule(query)) => rule::run(&query, &runner::workspace_root(), &mut out)?,
        Err(error) => {
            write!(io::stderr(), "xtask: {error}\n\n{}", args::help())?;
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}
