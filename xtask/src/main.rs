//! The checks that every change must pass, and the tools beside them: `cargo xtask help` lists both.
//!
//! `cargo xtask` is an alias for `cargo run --package xtask` (`.cargo/config.toml`). The steps of `cargo xtask test`
//! are the list in `steps.rs`; a new one is one more entry there.

mod args;
mod build_times;
mod child;
mod compare;
mod instances;
mod mutate;
mod quick;
mod rule;
mod runner;
mod steps;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use args::Command;
use runner::{Run, Stamps};

/// The exit code of a run that a signal ended.
const STOPPED: u8 = 130;

fn main() -> ExitCode {
    match dispatch() {
        Ok(code) => code,
        Err(error) if error.kind() == io::ErrorKind::Interrupted => ExitCode::from(STOPPED),
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Does what the command line asks. An error is one of printing, or of what a command cannot do without.
fn dispatch() -> io::Result<ExitCode> {
    let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let mut out = io::stdout().lock();
    let passed = match args::parse(words) {
        Ok(Command::Help) => {
            out.write_all(args::help().as_bytes())?;
            true
        }
        Ok(Command::Rule(query)) => {
            rule::run(&query, &runner::workspace_root(), &mut out)?;
            true
        }
        Ok(Command::List) => {
            out.write_all(args::list().as_bytes())?;
            true
        }
        Ok(Command::Test { steps, strict }) => {
            let stamps = Stamps::of_workspace();
            let told = Run {
                again: "cargo xtask test ",
                stamps: Some(&stamps),
                strict,
            };
            runner::run(&steps, &told, runner::execute, &mut out)?
        }
        Ok(Command::BuildTimes(games)) => {
            build_times::run(&runner::workspace_root(), &games, &mut out)?;
            true
        }
        Ok(Command::Compare(options)) => compare::run(options, &mut out)?,
        Ok(Command::Instances(program)) => instances::run(&runner::workspace_root().join(program), &mut out)?,
        Ok(Command::Quick) => quick::run(&mut out)?,
        Ok(Command::Fuzz(words)) => {
            out.flush()?;
            return runner::fuzz(&words);
        }
        Ok(Command::Mutate(options)) => mutate::run(&options, &mut out)?,
        Err(error) => {
            write!(io::stderr(), "xtask: {error}\n\n{}", args::help())?;
            return Ok(ExitCode::from(2));
        }
    };
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
