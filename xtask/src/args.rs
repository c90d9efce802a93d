//! The command line.

use std::fmt::{self, Write};

use crate::rule;
use crate::steps::{self, STEPS, Step};

/// What the command line asks for.
pub enum Command {
    /// Print the help.
    Help,
    /// Print the list of steps.
    List,
    /// Run these steps, in this order.
    Test(Vec<&'static Step>),
    /// Answer a question about rules.
    Rule(rule::Query),
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
    /// `rule` without an id, or with more.
    Rule,
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsageError::Empty => f.write_str("no command given"),
            UsageError::UnknownCommand(word) => write!(f, "unknown command `{word}`"),
            UsageError::UnknownStep(word) => write!(f, "unknown step `{word}`; the steps are {}", steps::names()),
            UsageError::UnknownOption(word) => write!(f, "unknown option `{word}`"),
            UsageError::NotAlone(word) => write!(f, "`{word}` cannot be combined with other words"),
            UsageError::Rule => f.write_str("`rule` takes one id, or `--missing` and perhaps a game"),
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
        "rule" => rule::parse(rest).map(Command::Rule).ok_or(UsageError::Rule),
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

/// The help.
pub fn help() -> String {
    format!(
        "\
The checks that every change must pass.

usage:
  cargo xtask test           run every step, in order, until one fails
  cargo xtask test STEP...   run the named steps only, in the same order
  cargo xtask test --list    list the steps
  cargo xtask rule ID        print a rule, the code that carries it out and its tests
  cargo xtask rule --missing [GAME]
                             list the ids without code or without a test
  cargo xtask help           print this help

steps: {}

exit code: 0 if all is well, 1 if a step failed or an id is unknown, 2 if the command line makes no sense
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
    fn rules_are_asked_for_by_id() {
        let query = |line| match parse_line(line) {
            Ok(Command::Rule(query)) => query,
            _ => panic!("`{line}` asks about no rule"),
        };
        assert_eq!(query("rule CC4a"), rule::Query::Show("CC4a".to_owned()));
        assert_eq!(query("rule --missing"), rule::Query::Missing(None));
        let game = Some("caper-cards".to_owned());
        assert_eq!(query("rule --missing caper-cards"), rule::Query::Missing(game));
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
        for line in [
            "rule",
            "rule CC4a CC4b",
            "rule --all",
            "rule --missing caper-cards burgle-bros",
        ] {
            assert_eq!(error(line), UsageError::Rule, "{line}");
        }
    }

    #[test]
    fn the_list_has_every_step_with_its_command() {
        let list = list();
        for step in STEPS {
            assert!(list.contains(step.name) && list.contains(step.checks) && list.contains(&step.to_string()));
        }
    }
}
