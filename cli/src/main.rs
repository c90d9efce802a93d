//! The `heist` binary: play, compare and examine cooperative heist board games.
//!
//! Thin: it reads options and files, calls the crates that do the work, and prints.

mod analyse;
mod arena;
mod arena_text;
mod bench;
mod bot;
mod catalogue;
mod check;
mod curve;
mod failure;
mod files;
mod hint;
mod interrupt;
mod parquet_file;
mod picture;
mod play;
mod position;
mod replay;
mod setup;
mod strength;
mod suite;
mod table;
mod terminal;
mod walls;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::{Done, Failure, Outcome};
use terminal::{Colour, Keyboard};

/// Cooperative heist board games: exact states, agents that play them, and the tools to compare and examine both
///
/// Two commands to begin with:
///
/// $ heist play burgle-bros --seats 2 --you 1
///
/// $ heist arena burgle-bros --seats 3 --agents random,heuristic --games 1000
///
/// Every command explains itself: `heist help arena`. Exit codes: 0 all is well; 1 the command's own verdict is
/// negative, such as a failed case; 2 bad input, named in one message; 130 stopped with Ctrl-C.
#[derive(Debug, Parser)]
#[command(name = "heist", version)]
struct Cli {
    /// When to use colour
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    color: Colour,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Arena(arena::Options),
    Strength(strength::Options),
    Play(play::Options),
    Hint(hint::Options),
    Table(table::Options),
    Analyse(analyse::Options),
    Replay(replay::Options),
    Position(position::Options),
    Check(check::Options),
    Games(catalogue::GamesOptions),
    Agents(catalogue::AgentsOptions),
    Bot(bot::Options),
    Bench(bench::Options),
    Walls(walls::Options),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help and version are printed here too; their exit code is 0, that of a wrong option 2.
        Err(error) => error.exit(),
    };
    interrupt::listen();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = run(&cli, &mut out).and_then(|done| out.flush().map(|()| done).map_err(Failure::Output));
    match done {
        Ok(done) => done.into(),
        // Whoever read the output has seen enough.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Done::Well.into(),
        Err(Failure::Output(error)) => fail(&format!("cannot print: {error}")),
        Err(Failure::Input(message)) => {
            // What was printed before the failure comes first.
            drop(out.flush());
            fail(&message)
        }
    }
}

fn fail(message: &str) -> ExitCode {
    // With standard error closed as well there is nobody left to tell.
    drop(writeln!(io::stderr(), "heist: {message}"));
    ExitCode::from(2)
}

fn run(cli: &Cli, out: &mut dyn Write) -> Outcome {
    let style = terminal::style(cli.color);
    match &cli.command {
        Command::Arena(options) => arena::command(options, out),
        Command::Strength(options) => strength::command(options, out),
        Command::Play(options) => play::command(options, &style, &mut Keyboard::listen(), out),
        Command::Hint(options) => hint::command(options, &style, out),
        Command::Table(options) => table::command(options, out),
        Command::Analyse(options) => analyse::command(options, out),
        Command::Replay(options) => {
            let is_watched = io::stdin().is_terminal() && io::stdout().is_terminal();
            replay::command(options, &style, is_watched, out)
        }
        Command::Position(options) => position::command(options, &style, out),
        Command::Check(options) => check::command(options, &style, out),
        Command::Games(options) => catalogue::games(options, out),
        Command::Agents(options) => catalogue::agents(options, out),
        Command::Bot(options) => bot::command(options, &mut Keyboard::listen(), out),
        Command::Bench(options) => bench::command(options, out),
        Command::Walls(options) => walls::command(options, out),
    }
}
