//! `heist check`: rule cases written as data.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_engine::cases::{CaseFile, CaseOutcome, CaseReport, run};
use heist_engine::with_game;
use serde::Serialize;

use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, JsonOption};
use crate::interrupt;

/// Run rule cases written as data
///
/// A case file is TOML: each case has a position or a setup, steps in notation, and what must hold after them: values
/// in the position, legal actions, illegal steps, outcomes with their probabilities. docs/formats.md describes it.
///
/// Example:
///
/// $ heist check engine/tests/cases/*.toml
///
/// Prints a line a case, `ok` or `FAILED` with what was expected and found, then how many passed and failed. The exit
/// code is 0 if all passed, 1 if one failed, 2 if a file cannot be read.
#[derive(Debug, Args)]
pub struct Options {
    /// The case files
    #[arg(value_name = "CASES.toml", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

/// The JSON of the command.
#[derive(Serialize)]
struct Report {
    passed: usize,
    failed: usize,
    cases: Vec<Line>,
}

/// One case in the JSON.
#[derive(Serialize)]
struct Line {
    file: String,
    line: usize,
    id: String,
    passed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    let mut report = Report {
        passed: 0,
        failed: 0,
        cases: Vec::new(),
    };
    // All files are read before any case runs: a mistake in the last one does not wait for the first.
    let mut read = Vec::new();
    for path in &options.files {
        let text = files::read_text(path)?;
        let file = CaseFile::parse(&text, &path.display().to_string()).map_err(Failure::input)?;
        with_game!(file.game.as_str(), G => file.check::<G>().map_err(Failure::input), else name => {
            let Failure::Input(message) = Failure::unknown_game(name) else { return Ok(Done::Well) };
            let line = text.lines().position(|line| line.trim_start().starts_with("game")).map_or(1, |line| line + 1);
            Err(Failure::file(path, format!("line {line}, field `game`: {message}")))
        })?;
        read.push((path, file));
    }
    for (path, file) in &read {
        for case in quietly(|| run_file(path, file)) {
            let failure = match &case.outcome {
                CaseOutcome::Passed => None,
                CaseOutcome::Failed(what) => Some(what.clone()),
            };
            if !options.json.replaces_text() {
                print(&file.name, &case, failure.as_deref(), out)?;
            }
            report.passed += usize::from(failure.is_none());
            report.failed += usize::from(failure.is_some());
            report.cases.push(Line {
                file: file.name.clone(),
                line: case.line,
                id: case.id,
                passed: failure.is_none(),
                failure,
            });
        }
        if interrupt::is_wanted() {
            break;
        }
    }
    options.json.write(&report, out)?;
    if !options.json.replaces_text() {
        writeln!(out, "{} passed, {} failed", report.passed, report.failed)?;
    }
    Ok(match (interrupt::is_wanted(), report.failed) {
        (true, _) => Done::Interrupted,
        (false, 0) => Done::Well,
        (false, _) => Done::Negative,
    })
}

fn print(name: &str, case: &CaseReport, failure: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
    match failure {
        None => writeln!(out, "ok      {}", case.id)?,
        Some(what) => {
            writeln!(out, "FAILED  {} ({name}:{})", case.id, case.line)?;
            for line in what.lines() {
                writeln!(out, "        {line}")?;
            }
        }
    }
    Ok(())
}

/// Without what a panic prints: a case on which the rules panic is reported as failed, with the message.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let done = work();
    std::panic::set_hook(loud);
    done
}

/// Position files are relative to the case file.
fn run_file(path: &Path, file: &CaseFile) -> Vec<CaseReport> {
    let load = |name: &str| std::fs::read_to_string(path.with_file_name(name)).map_err(|error| error.to_string());
    with_game!(file.game.as_str(), G => run::<G>(file, &load), else _name => Vec::new())
}
