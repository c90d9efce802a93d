//! How a command ends, and how it says so.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;

use heist_engine::any::infos;
use serde_json::{Map, Value, json};

use crate::colour;
use crate::plain::{self, reason, without_numbers};
use crate::suggestion;
use crate::usage;

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

/// The exit code of bad input.
pub const BAD_INPUT: u8 = 2;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// What the user gave is wrong; the message says what and what was expected.
    Input(String),
    /// Something is wrong with a file.
    File {
        /// Its name as it was given.
        path: String,
        /// What is wrong; begins with the line and the field where they are known.
        message: String,
    },
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
        Failure::File {
            path: path.display().to_string(),
            message: message.to_string(),
        }
    }

    /// A name of no game.
    pub fn unknown_game(name: &str) -> Failure {
        let known: Vec<&str> = infos().map(|game| game.id).collect();
        Failure::Input(format!("no game `{name}`; there are: {}", known.join(", ")))
    }

    /// The whole message.
    pub fn message(&self) -> String {
        match self {
            Failure::Input(message) => message.clone(),
            // Each line of several contradictions is a message of its own.
            Failure::File { path, message } => {
                let lines: Vec<String> = message.split('\n').map(|line| format!("{path}: {line}")).collect();
                lines.join("\n")
            }
            Failure::Output(error) => format!("cannot print: {}", reason(error)),
        }
    }

    /// The failure for programs.
    fn described(&self) -> Value {
        let kind = match self {
            Failure::Input(_) => "input",
            Failure::File { .. } => "file",
            Failure::Output(_) => "output",
        };
        let mut map = Map::new();
        map.insert("message".to_owned(), json!(said(&self.message())));
        map.insert("kind".to_owned(), json!(kind));
        match self {
            Failure::File { path, message } => {
                map.insert("file".to_owned(), json!(path));
                let (line, field) = place(message);
                map.extend(line.map(|line| ("line".to_owned(), json!(line))));
                map.extend(field.map(|field| ("field".to_owned(), json!(field))));
            }
            Failure::Input(message) if message.starts_with("--") => {
                let option = message.split([' ', ':']).next();
                map.insert("field".to_owned(), json!(option));
            }
            _ => {}
        }
        Value::Object(map)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// The line and the field that a message about a file begins with: ``line 3, column 9, field `seats`: ...``, each part
/// of which may be missing.
fn place(message: &str) -> (Option<u64>, Option<&str>) {
    let (line, rest) = counted(message, "line ");
    let (_, rest) = counted(rest, "column ");
    let field = rest.strip_prefix("field `").and_then(|rest| rest.split('`').next());
    (line, field)
}

/// The number after a word that a text begins with, and what follows.
fn counted<'a>(text: &'a str, word: &str) -> (Option<u64>, &'a str) {
    let Some(rest) = text.strip_prefix(word) else {
        return (None, text);
    };
    let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    (rest[..digits].parse().ok(), rest[digits..].trim_start_matches(", "))
}

/// In which form errors are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum ErrorForm {
    /// A message for people
    #[default]
    Text,
    /// An object on a line, for programs
    Json,
}

/// The variable that stands for `--errors`.
pub const ERRORS_VARIABLE: &str = "HEIST_ERRORS";

static FORM: OnceLock<ErrorForm> = OnceLock::new();

/// Says in which form errors are written from now on; the first call counts.
pub fn write_errors_as(form: ErrorForm) {
    FORM.get_or_init(|| form);
}

fn form() -> ErrorForm {
    FORM.get().copied().unwrap_or_default()
}

/// What a message says to people: quotes cut to a sensible length, with the name that was probably meant, and what the
/// system says without its number, wherever in the message that stands.
fn said(message: &str) -> String {
    let cut = plain::message(&without_numbers(message));
    match suggestion::of(message) {
        Some(name) => format!("{cut}; did you mean `{}`?", plain::text(name)),
        None => cut,
    }
}

/// Writes why a command failed to standard error. Returns the exit code.
pub fn report(failure: &Failure) -> ExitCode {
    match form() {
        ErrorForm::Json => print_error(&json!({"error": failure.described()}).to_string()),
        ErrorForm::Text => print_error(&format!("{} {}", name(), said(&failure.message()))),
    }
    ExitCode::from(BAD_INPUT)
}

/// Writes what the command line has wrong to standard error, as clap found it. Returns the exit code. Help and the
/// version, which are errors for clap, are printed where they belong.
pub fn report_usage(error: &clap::Error) -> ExitCode {
    use clap::error::{ContextKind, ContextValue};
    let is_wanted = !error.use_stderr();
    let refused = usage::refused_value(error);
    if is_wanted || form() == ErrorForm::Text {
        if let Some(message) = refused {
            return report(&Failure::Input(message));
        }
        let printed = error.print().and_then(|()| io::stdout().flush());
        return match printed {
            Err(error) if is_wanted && error.kind() != ErrorKind::BrokenPipe => report(&Failure::Output(error)),
            // Without anybody to read a message there is nothing more to do.
            _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(BAD_INPUT)),
        };
    }
    let message = refused.unwrap_or_else(|| usage::first_paragraph(error));
    let mut map = Map::new();
    map.insert("message".to_owned(), json!(said(&message)));
    map.insert("kind".to_owned(), json!("usage"));
    if let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) {
        map.insert("field".to_owned(), json!(usage::option(argument)));
    }
    print_error(&json!({"error": map}).to_string());
    ExitCode::from(BAD_INPUT)
}

/// Tells the user something on standard error that is no error: that, and where, a command stopped.
pub fn notice(message: &str) {
    let told = plain::message(&without_numbers(message));
    match form() {
        ErrorForm::Json => print_error(&json!({"notice": {"message": told}}).to_string()),
        ErrorForm::Text => print_error(&format!("{} {told}", name())),
    }
}

/// What stands before every message.
fn name() -> &'static str {
    if colour::is_wanted(io::stderr().is_terminal()) {
        "\x1b[1;31mheist:\x1b[0m"
    } else {
        "heist:"
    }
}

fn print_error(line: &str) {
    // With standard error closed as well there is nobody left to tell.
    drop(writeln!(io::stderr(), "{line}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_in_a_file_is_found_in_its_message() {
        assert_eq!(place("line 3, field `a.b`: found 1"), (Some(3), Some("a.b")));
        assert_eq!(place("line 2, column 10, field `x`: unknown"), (Some(2), Some("x")));
        assert_eq!(place("line 12: no object"), (Some(12), None));
        assert_eq!(place("field `setup`: line 9 of it"), (None, Some("setup")));
        assert_eq!(place("cannot be opened"), (None, None));
    }

    #[test]
    fn failures_are_described_for_programs() {
        let file = Failure::file(Path::new("a: b.toml"), "line 3, field `x`: wrong\nline 4: too");
        assert_eq!(
            file.described(),
            json!({
                "message": "a: b.toml: line 3, field `x`: wrong\na: b.toml: line 4: too",
                "kind": "file", "file": "a: b.toml", "line": 3, "field": "x",
            })
        );
        let option = Failure::input("--sprt 0: expected two numbers");
        assert_eq!(option.described()["field"], "--sprt");
        assert_eq!(Failure::input("no game").described().get("field"), None);
    }
}
