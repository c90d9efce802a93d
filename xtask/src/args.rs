//! The command line.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::mutate;
use crate::steps::{self, STEPS, Step};

/// What the command line asks for.
pub enum Command {
    /// Print the help.
    Help,
    /// Print the list of steps.
    List,
    /// Run these steps, in this order.
    Test(Vec<&'static Step>),
    /// Try the tests with mistakes made on purpose.
    Mutate(mutate::Options),
}

/// A command line that asks for nothing known.
#[derive(Debug, PartialEq, Eq)]
pub enum UsageError {
    /// No words at all.
    Empty,
    /// The first word is no command.
    UnknownCommand(String),
    /// A word after `test` is no step.
    UnknownStep(String),
    /// A word after `test` looks like an option and is none.
    UnknownOption(String),
    /// A word that stands alone has company.
    NotAlone(String),
    /// An option without its value, or with one that it cannot have.
    Value {
        /// The option.
        option: String,
        /// What follows it.
        found: Option<String>,
        /// What would have been right.
        expected: &'static str,
    },
    /// An option that the command needs is not there.
    Lacking(&'static str),
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsageError::Empty => f.write_str("no command given"),
            UsageError::UnknownCommand(word) => write!(f, "unknown command `{word}`"),
            UsageError::UnknownStep(word) => write!(f, "unknown step `{word}`; the steps are {}", steps::names()),
            UsageError::UnknownOption(word) => write!(f, "unknown option `{word}`"),
            UsageError::NotAlone(word) => write!(f, "`{word}` cannot be combined with other words"),
            UsageError::Value {
                option,
                found: Some(found),
                expected,
            } => {
                write!(f, "`{option} {found}`: expected {expected}")
            }
            UsageError::Value {
                option,
                found: None,
                expected,
            } => write!(f, "`{option}` expects {expected}"),
            UsageError::Lacking(option) => write!(f, "`{option}` is missing"),
        }
    }
}

/// Reads the words after `cargo xtask`.
///
/// Named steps come out in the order of the list, each once, however they were named: the later ones take the earlier
/// ones for granted.
pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Command, UsageError> {
    let words: Vec<String> = words.into_iter().collect();
    let (command, rest) = words.split_first().ok_or(UsageError::Empty)?;
    match command.as_str() {
        "test" => parse_test(rest),
        "mutate" => parse_mutate(rest),
        "help" | "--help" | "-h" if rest.is_empty() => Ok(Command::Help),
        "help" | "--help" | "-h" => Err(UsageError::NotAlone(command.clone())),
        word => Err(UsageError::UnknownCommand(word.to_owned())),
    }
}

/// Reads the words after `test`.
fn parse_test(words: &[String]) -> Result<Command, UsageError> {
    if words == ["--list"] {
        return Ok(Command::List);
    }
    if words.iter().any(|word| word == "--help" || word == "-h") {
        return Ok(Command::Help);
    }
    if let Some(word) = words.iter().find(|word| steps::find(word).is_none()) {
        return Err(match word.as_str() {
            "--list" => UsageError::NotAlone(word.clone()),
            option if option.starts_with('-') => UsageError::UnknownOption(word.clone()),
            _ => UsageError::UnknownStep(word.clone()),
        });
    }
    let wanted = |step: &&Step| words.is_empty() || words.iter().any(|word| word == step.name);
    Ok(Command::Test(STEPS.iter().filter(wanted).collect()))
}

/// Reads the words after `mutate`.
fn parse_mutate(words: &[String]) -> Result<Command, UsageError> {
    let mut options = mutate::Options {
        game: String::new(),
        seed: 1,
        functions: 50,
        at_least: 90,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--help" | "-h" => return Ok(Command::Help),
            "--game" => options.game = value(word, words.next(), "the name of a game")?,
            "--seed" => options.seed = value(word, words.next(), "a whole number")?,
            "--functions" => options.functions = value(word, words.next(), "how many functions to draw")?,
            "--at-least" => options.at_least = value(word, words.next(), "a whole number of percent")?,
            _ => return Err(UsageError::UnknownOption(word.clone())),
        }
    }
    if options.game.is_empty() {
        return Err(UsageError::Lacking("--game"));
    }
    Ok(Command::Mutate(options))
}

/// The value of an option.
fn value<T: FromStr>(option: &str, found: Option<&String>, expected: &'static str) -> Result<T, UsageError> {
    found
        .and_then(|found| found.parse().ok())
        .ok_or_else(|| UsageError::Value {
            option: option.to_owned(),
            found: found.cloned(),
            expected,
        })
}

/// The help.
pub fn help() -> String {
    format!(
        "\
The checks that every change must pass.

usage:
  cargo xtask test           run every step, in order, until one fails
  cargo xtask test STEP...   run the named steps only, in the same order
  cargo xtask test --list    list the steps
  cargo xtask help           print this help

steps: {}

exit code: 0 if all is well, 1 if a step failed, 2 if the command line makes no sense
",
        steps::names()
    )
}

/// The list of steps: name, what it checks, its command.
pub fn list() -> String {
    let width = STEPS.iter().map(|step| step.name.len()).max().unwrap_or(0);
    STEPS.iter().fold(String::new(), |mut text, step| {
        let _ = writeln!(text, "{:width$}  {}\n{:width$}    {step}", step.name, step.checks, "");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Command, UsageError> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    fn step_names(line: &str) -> Vec<&'static str> {
        match parse_line(line) {
            Ok(Command::Test(steps)) => steps.iter().map(|step| step.name).collect(),
            Ok(_) => panic!("`{line}` runs no steps"),
            Err(error) => panic!("`{line}`: {error}"),
        }
    }

    fn error(line: &str) -> UsageError {
        parse_line(line)
            .err()
            .unwrap_or_else(|| panic!("`{line}` was accepted"))
    }

    #[test]
    fn test_alone_runs_every_step_in_order() {
        let steps = [
            "fmt",
            "clippy",
            "doc",
            "test",
            "build",
            "python",
            "ruff-format",
            "ruff",
            "mypy",
            "pytest",
            "browser",
        ];
        assert_eq!(step_names("test"), steps);
    }

    #[test]
    fn named_steps_run_once_each_in_the_order_of_the_list() {
        assert_eq!(step_names("test doc"), ["doc"]);
        assert_eq!(step_names("test test"), ["test"]);
        assert_eq!(step_names("test build fmt build"), ["fmt", "build"]);
    }

    #[test]
    fn help_and_the_list_are_asked_for_by_name() {
        for line in ["help", "--help", "-h", "test --help", "test -h", "test fmt --help"] {
            assert!(matches!(parse_line(line), Ok(Command::Help)), "{line}");
        }
        assert!(matches!(parse_line("test --list"), Ok(Command::List)));
    }

    #[test]
    fn everything_else_is_an_error_that_names_the_word() {
        assert_eq!(error(""), UsageError::Empty);
        assert_eq!(error("tset"), UsageError::UnknownCommand("tset".to_owned()));
        assert_eq!(error("--list"), UsageError::UnknownCommand("--list".to_owned()));
        assert_eq!(error("test fmt docs"), UsageError::UnknownStep("docs".to_owned()));
        assert_eq!(error("test --all"), UsageError::UnknownOption("--all".to_owned()));
        assert_eq!(error("test fmt --list"), UsageError::NotAlone("--list".to_owned()));
        assert_eq!(error("help fmt"), UsageError::NotAlone("help".to_owned()));
    }

    #[test]
    fn the_list_has_every_step_with_its_command() {
        let list = list();
        for step in STEPS {
            assert!(list.contains(step.name) && list.contains(step.checks) && list.contains(&step.to_string()));
        }
    }
}
