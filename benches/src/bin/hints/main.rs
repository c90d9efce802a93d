//! What hints are judged by, as commands: `cargo run --release -p heist-benches --bin hints -- pairs`.
//!
//! The protocol is in benches/hints/README.md. Every command plays the games of a suite, asks about positions of them,
//! and prints a table in Markdown. What is done is written down at once, in a folder: a command that is stopped goes on
//! where it was.

mod drift;
mod effort;
mod pairs;
mod positions;
mod probabilities;
mod run;
mod stats;
mod suite;
mod ties;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use heist_agents::{Level, Spec};

use drift::Drift;
use effort::Effort;
use pairs::Pairs;
use probabilities::Probabilities;
use run::{Findings, Protocol, Run};
use suite::Suite;
use ties::Ties;

/// True once the user wants to stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code of a run that was stopped.
const INTERRUPTED: u8 = 130;

/// Measures whether hints can be trusted
#[derive(Parser)]
#[command(name = "hints")]
struct Line {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Whether a move that costs nothing is shown worse than one that stays possible after it
    Pairs(Options),
    /// Whether the value shown agrees with the mean of the next hints after the recommended move
    Drift {
        #[command(flatten)]
        options: Options,
        /// Next hints of each position at most
        #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1000))]
        draws: u16,
    },
    /// Whether the recommended move is the best as often as its probability says
    Probabilities(Options),
    /// Whether the figures of a hint agree with each other
    Ties(Options),
}

#[derive(Args)]
struct Options {
    /// The suite
    #[arg(long, value_name = "FILE", default_value = "benches/hints/suite.toml")]
    suite: PathBuf,
    /// The folder with what is done; the run goes on from there [default: target/hints/COMMAND]
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Ask about this game only
    #[arg(long)]
    game: Option<String>,
    /// Positions of each game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: Option<u32>,
    /// Ask for hints of this level, which depend on the machine
    #[arg(long, default_value = "quick", conflicts_with_all = ["sims", "agent"])]
    level: String,
    /// Ask the recommended search with so many simulations
    #[arg(long, value_name = "N", conflicts_with = "agent", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    sims: Option<u64>,
    /// Ask this agent
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Positions that are asked about at a time; more than one makes hints of a level worse
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Stop after so many minutes: a part of the run, which the next one goes on with
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    parts: Option<u32>,
}

fn main() -> ExitCode {
    let listening = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED.into());
        }
        eprintln!("stopping; press Ctrl-C again to stop at once");
    });
    // Without a handler Ctrl-C ends the program at once; what is done is in the folder.
    drop(listening);
    let done = match Line::parse().command {
        Command::Pairs(options) => options.run(&Pairs, 70, pairs::report),
        Command::Drift { options, draws } => {
            let drift = Drift { draws: draws.into() };
            options.run(&drift, 50, drift::report)
        }
        Command::Probabilities(options) => options.run(&Probabilities, 100, probabilities::report),
        Command::Ties(options) => options.run(&Ties, 100, ties::report),
    };
    match done {
        Ok(()) if STOP.load(Ordering::SeqCst) => ExitCode::from(INTERRUPTED),
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

impl Options {
    /// Runs a protocol over `usual` positions of each game, unless others were asked for, and prints its table.
    fn run<P: Protocol>(
        &self,
        protocol: &P,
        usual: u32,
        report: fn(&Findings<P::Finding>, &Run<'_>) -> String,
    ) -> Result<(), String> {
        let suite = Suite::read(&self.suite)?;
        let effort = self.effort()?;
        if let Some(game) = &self.game
            && !suite.settings.iter().any(|setting| setting.game == *game)
        {
            let mut games: Vec<&str> = suite.settings.iter().map(|setting| setting.game.as_str()).collect();
            games.dedup();
            return Err(format!(
                "--game: the suite has no `{game}`; expected one of: {}",
                games.join(", ")
            ));
        }
        let run = Run {
            suite: &suite,
            effort: &effort,
            game: self.game.as_deref(),
            positions: self.positions.unwrap_or(usual) as usize,
            folder: self
                .resume
                .clone()
                .unwrap_or_else(|| PathBuf::from("target/hints").join(P::NAME)),
            threads: self.threads.into(),
            part: self.parts.map(|minutes| Duration::from_secs(60 * u64::from(minutes))),
            stop: &STOP,
        };
        let findings = run.through(protocol)?;
        println!("{}: {}; {effort}, seed {}\n", suite.title, P::NAME, suite.seed);
        println!("{}", report(&findings, &run));
        if findings.is_partial {
            println!(
                "Not all positions are done: the same command goes on from {}.",
                run.folder.display()
            );
        }
        Ok(())
    }

    fn effort(&self) -> Result<Effort, String> {
        if let Some(agent) = &self.agent {
            let spec: Spec = agent.parse().map_err(|error| format!("--agent: {error}"))?;
            return Ok(Effort::Agent(spec));
        }
        match self.sims {
            Some(simulations) => Ok(Effort::Simulations(simulations)),
            None => {
                let level = Level::find(&self.level).map_err(|error| format!("--level: {error}"))?;
                Ok(Effort::Level(level))
            }
        }
    }
}
