//! The command line: play, compare and examine cooperative heist board games.
//!
//! Thin: it reads options and files, calls the crates that do the work, and prints. A program is [`main`] with a list
//! of games; that of the binary `heist` is the list of `heist-registry`.

mod analyse;
mod arena;
mod arena_text;
mod bench;
mod bot;
mod calibrate;
mod campaign;
mod campaign_plot;
mod campaign_text;
mod catalogue;
mod check;
mod colour;
mod curve;
mod failure;
mod files;
mod grid;
mod hint;
mod interrupt;
mod manual;
mod matches;
mod net;
mod options;
mod parquet_file;
mod picture;
mod plain;
mod play;
mod position;
mod practice;
mod replay;
mod setup;
mod strength;
mod suggestion;
mod suite;
mod table;
mod terminal;
mod train;
mod usage;
mod walls;

use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use clap::{ColorChoice, FromArgMatches, Parser, Subcommand, ValueEnum};

use heist_engine::any::{self, AnyGame};

use colour::Colour;
use failure::{Done, ERRORS_VARIABLE, ErrorForm, Failure, Outcome};
use terminal::Keyboard;

/// Cooperative heist board games: exact states, agents that play them, and tools to compare and examine both
///
/// Two commands to begin with:
///
/// $ heist play burgle-bros --seats 2 --you 1
///
/// $ heist arena burgle-bros --seats 3 --agents random,heuristic --games 1000
///
/// Every command explains itself: `heist help arena`.
///
/// Exit codes: 0, success; 1, a negative verdict, such as a failed case or a contestant with faults; 2, bad input,
/// explained in one message; 130, stopped by Ctrl-C or SIGTERM. At the first such signal a long command reports what is
/// complete; a second signal ends it at once.
#[derive(Debug, Parser)]
#[command(name = "heist", version)]
struct Cli {
    /// When to use colour
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value_t = Colour::Auto,
        help_heading = "Global options"
    )]
    color: Colour,

    /// How errors are written to standard error; the variable HEIST_ERRORS sets the default
    ///
    /// With `json` an error is an object on one line: {"error": {"message", "kind"}}, with "file", "line" and "field"
    /// where they are known. Notices that are not errors are {"notice": {"message"}}. Exit codes are the same.
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "FORM",
        help_heading = "Global options"
    )]
    errors: Option<ErrorForm>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Arena(Box<arena::Options>),
    Campaign(Box<campaign::Options>),
    Strength(strength::Options),
    Play(Box<play::Options>),
    Practice(Box<practice::Options>),
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
    Calibrate(calibrate::Options),
    Net(net::Options),
    Export(train::export::Options),
    Walls(walls::Options),
    Selfplay(Box<train::selfplay::Options>),
    Label(train::label::Options),
    Learn(train::learn::Options),
    Shards(train::shards::Options),
    Train(train::pipeline::Options),
    Completions(manual::CompletionsOptions),
    Man(manual::ManOptions),
}

/// Runs the command line of this process for a list of games, which are shown in that order.
pub fn main(games: &[&'static dyn AnyGame]) -> ExitCode {
    any::list(games);
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // What is wrong with the command line is itself written as these two say.
    let colour = early(&arguments, "--color").unwrap_or_default();
    colour::choose(colour);
    match early(&arguments, "--errors").map_or_else(form_of_variable, Ok) {
        Ok(form) => failure::write_errors_as(form),
        Err(failure) => return failure::report(&failure),
    }
    let cli = match read(&arguments, colour) {
        Ok(cli) => cli,
        Err(error) => return failure::report_usage(&error),
    };
    interrupt::listen();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = run(&cli, &mut out).and_then(|done| out.flush().map(|()| done).map_err(Failure::Output));
    match done {
        Ok(done) => done.into(),
        // The reader of the output has seen enough.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Done::Well.into(),
        Err(failure) => {
            // What was printed before the failure comes first.
            drop(out.flush());
            failure::report(&failure)
        }
    }
}

/// The form of errors that the environment asks for.
fn form_of_variable() -> Result<ErrorForm, Failure> {
    let text = std::env::var_os(ERRORS_VARIABLE).unwrap_or_default();
    let text = text.to_string_lossy();
    match value_of(&text) {
        Some(form) => Ok(form),
        None if text.is_empty() => Ok(ErrorForm::default()),
        None => Err(Failure::input(format!(
            "{ERRORS_VARIABLE}={text}: expected text or json"
        ))),
    }
}

/// The options of a command line.
fn read(arguments: &[OsString], colour: Colour) -> Result<Cli, clap::Error> {
    let choice = match colour {
        Colour::Auto => ColorChoice::Auto,
        Colour::Always => ColorChoice::Always,
        Colour::Never => ColorChoice::Never,
    };
    let words: Vec<String> = arguments
        .iter()
        .skip(1)
        .filter_map(|word| word.to_str())
        .map(str::to_owned)
        .collect();
    let command = setup::hide_other_games(whole_command(), &words).color(choice);
    Cli::from_arg_matches(&command.try_get_matches_from(arguments)?)
}

/// The command line with all its commands.
fn whole_command() -> clap::Command {
    walls::with_their_games(options::command::<Cli>())
}

/// The value of a global option, found before anything else is read.
fn early<T: ValueEnum>(arguments: &[OsString], option: &str) -> Option<T> {
    let texts: Vec<&str> = arguments
        .iter()
        .map(|argument| argument.to_str().unwrap_or_default())
        .collect();
    let place = texts.iter().position(|text| text.split('=').next() == Some(option))?;
    match texts[place].split_once('=') {
        Some((_, value)) => value_of(value),
        None => value_of(texts.get(place + 1)?),
    }
}

fn value_of<T: ValueEnum>(text: &str) -> Option<T> {
    T::from_str(text, false).ok()
}

fn run(cli: &Cli, out: &mut dyn Write) -> Outcome {
    let style = terminal::style();
    match &cli.command {
        Command::Arena(options) => arena::command(options, out),
        Command::Campaign(options) => campaign::command(options, out),
        Command::Strength(options) => strength::command(options, out),
        Command::Play(options) => play::command(options, &style, &mut Keyboard::listen(), out),
        Command::Practice(options) => practice::command(options, out),
        Command::Hint(options) => hint::command(options, &style, out),
        Command::Table(options) => table::command(options, out),
        Command::Analyse(options) => analyse::command(options, out),
        Command::Replay(options) => {
            let is_watched = io::stdin().is_terminal() && io::stdout().is_terminal();
            replay::command(options, &style, is_watched, out)
        }
        Command::Position(options) => position::command(options, &style, out),
        Command::Check(options) => check::command(options, &style, out),
        Command::Games(options) => catalogue::games(options, &style, out),
        Command::Agents(options) => catalogue::agents(options, &style, out),
        Command::Bot(options) => bot::command(options, &mut Keyboard::listen(), out),
        Command::Bench(options) => bench::command(options, out),
        Command::Calibrate(options) => calibrate::command(options, out),
        Command::Net(options) => net::command(options, out),
        Command::Export(options) => train::export::command(options, out),
        Command::Walls(options) => walls::command(options, out),
        Command::Selfplay(options) => train::selfplay::command(options, out),
        Command::Label(options) => train::label::command(options, out),
        Command::Learn(options) => train::learn::command(options, out),
        Command::Shards(options) => train::shards::command(options, out),
        Command::Train(options) => train::pipeline::command(options, out),
        Command::Completions(options) => manual::completions(options, whole_command(), out),
        Command::Man(options) => manual::man(options, whole_command(), out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_are_well_formed() {
        whole_command().debug_assert();
    }

    #[test]
    fn global_options_are_found_anywhere() {
        let of = |words: &str| {
            let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
            early::<ErrorForm>(&words, "--errors")
        };
        assert_eq!(of("heist arena --errors json --seats 9"), Some(ErrorForm::Json));
        assert_eq!(of("heist --errors=text arena"), Some(ErrorForm::Text));
        assert_eq!(of("heist arena --errors"), None);
        assert_eq!(of("heist arena --errors xml"), None);
    }
}
