//! `heist check`: rule cases written as data.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use heist_agents::files::{TEXT_LIMIT, read_text};
use heist_draw::Style;
use heist_draw::any::draw_text;
use heist_engine::any::find_info;
use heist_engine::any::infos;
use heist_testkit::cases::{Case, CaseFailure, CaseFile, CaseOutcome, run_any_case};
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::Value;

use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, Ending, JsonOption};
use crate::interrupt;
use crate::plain;
use crate::terminal::progress;

/// Run rule cases written as data
///
/// A case file is TOML: each case has a position or a setup, steps in notation, and what must hold after them: values
/// in the position, legal actions, illegal steps, outcomes with their probabilities, counts, the result. A case may
/// also begin with a campaign and say how its heists ended. docs/formats.md describes it.
///
/// Examples:
///
/// $ heist check engine/tests/cases/*.toml
///
/// $ heist check cases.toml --only guard --draw
///
/// Prints one line per case, `ok` or `FAILED` with what was expected and what was found, then how many passed and
/// failed. A mistake in a case is the failure of that case. With --json failed cases have their positions whole, and
/// what was expected and found as fields. The exit code is 0 if all passed, 1 if one failed, 2 if a file cannot be read
/// or there is nothing to run.
#[derive(Debug, Args)]
pub struct Options {
    /// The case files
    #[arg(value_name = "CASES.toml", required = true)]
    files: Vec<PathBuf>,

    /// Run only the cases with this id or, if there are none, those with NAME in their id; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Draw the position that each failed case came to; with --only, that of every case that is run
    #[arg(long)]
    draw: bool,

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
    /// What `failure` says, for programs.
    #[serde(flatten)]
    why: Option<CaseFailure>,
    /// The position of a case that passed and was asked for by name; `why` has that of one that failed.
    #[serde(rename = "position", skip_serializing_if = "Option::is_none")]
    came_to: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

/// Runs the command.
pub fn command(options: &Options, style: &Style, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    // All files are read before any case runs: a mistake in the last one does not wait for the first.
    let files = read(&options.files)?;
    let selected = select(&files, &options.only)?;
    let _deferred = interrupt::defer();
    let mut report = Report {
        passed: 0,
        failed: 0,
        cases: Vec::new(),
    };
    let count = selected.len();
    let bar = if std::io::stdout().is_terminal() && !options.json.replaces_text() {
        // What is printed there shows by itself how far it is.
        ProgressBar::hidden()
    } else {
        progress(count as u64, "cases")
    };
    for (path, file, case) in selected {
        let line = quietly(|| run(path, file, case, options, style));
        if !options.json.replaces_text() {
            print(&line, options.draw, out)?;
        }
        report.passed += usize::from(line.passed);
        report.failed += usize::from(!line.passed);
        report.cases.push(line);
        bar.inc(1);
        if interrupt::is_wanted() {
            break;
        }
    }
    bar.finish_and_clear();
    let mut ending = Ending::default();
    ending.note(options.json.write_and_print(&report, out, |out| {
        Ok(writeln!(out, "{} passed, {} failed", report.passed, report.failed)?)
    }));
    let complete = format!("{} of {count} cases were run", report.cases.len());
    let stopped = (report.cases.len() < count).then(|| complete.clone());
    let done = match report.failed {
        0 => Done::Well,
        _ => Done::Negative,
    };
    ending.finish(done, stopped, &complete, out)
}

/// Reads case files.
fn read(paths: &[PathBuf]) -> Result<Vec<(&Path, CaseFile)>, Failure> {
    let files = paths.iter().map(|path| {
        let text = files::read_text(path)?;
        let file = CaseFile::parse(&text, &path.display().to_string())
            .map_err(|error| Failure::file(path, error.place_and_problem()))?;
        if find_info(&file.game).is_none() {
            let line = text.lines().position(|line| line.trim_start().starts_with("game"));
            let known: Vec<&str> = infos().map(|game| game.id).collect();
            let (line, known) = (line.map_or(1, |line| line + 1), known.join(", "));
            let message = format!("line {line}, field `game`: no game `{}`; there are: {known}", file.game);
            return Err(Failure::file(path, message));
        }
        Ok((path.as_path(), file))
    });
    files.collect()
}

/// A case, its file, and where that is.
type Selected<'a> = (&'a Path, &'a CaseFile, &'a Case);

/// The cases that are wanted, in their order.
fn select<'a>(files: &'a [(&'a Path, CaseFile)], only: &[String]) -> Result<Vec<Selected<'a>>, Failure> {
    let all = || {
        let of_file = |(path, file): &'a (&'a Path, CaseFile)| file.cases.iter().map(move |case| (*path, file, case));
        files.iter().flat_map(of_file)
    };
    let mut names = Vec::new();
    for name in only {
        let is_id = all().any(|(_, _, case)| case.id == *name);
        if !is_id && !all().any(|(_, _, case)| case.id.contains(name.as_str())) {
            return Err(Failure::input(format!("--only: no case has `{name}` in its id")));
        }
        names.push((name, is_id));
    }
    let is_wanted = |case: &Case| {
        let fits = |(name, is_id): &(&String, bool)| match is_id {
            true => case.id == **name,
            false => case.id.contains(name.as_str()),
        };
        names.is_empty() || names.iter().any(fits)
    };
    Ok(all().filter(|(_, _, case)| is_wanted(case)).collect())
}

fn print(line: &Line, draw: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let id = plain::text(&line.id);
    match &line.failure {
        None => writeln!(out, "ok      {id}")?,
        Some(what) => {
            writeln!(out, "FAILED  {id} ({}:{})", plain::text(&line.file), line.line)?;
            for line in plain::message(what).lines() {
                writeln!(out, "        {line}")?;
            }
        }
    }
    match &line.picture {
        Some(picture) => writeln!(out, "\n{picture}")?,
        None if draw && !line.passed => writeln!(out, "        (no position to draw)")?,
        None => {}
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

/// Runs a case: why it failed, if it did, and the picture of the position it came to, if that is wanted. Position files
/// are relative to the case file.
fn run(path: &Path, file: &CaseFile, case: &Case, options: &Options, style: &Style) -> Line {
    let load = |name: &str| {
        let text = read_text(&path.with_file_name(name), TEXT_LIMIT);
        text.map_err(|error| files::reason(&error))
    };
    let report = run_any_case(file, case, &load);
    let why = match report.outcome {
        CaseOutcome::Passed => None,
        CaseOutcome::Failed(why) => Some(why),
    };
    let is_named = !options.only.is_empty();
    let came_to = report
        .state
        .as_ref()
        .filter(|_| is_named && why.is_none() && options.json.is_wanted());
    let came_to = came_to.map(|state| serde_json::from_str(&state.position()).expect("a position is JSON"));
    let state = report.state.filter(|_| options.draw && (why.is_some() || is_named));
    Line {
        file: file.name.clone(),
        line: case.line,
        id: case.id.clone(),
        passed: why.is_none(),
        failure: why.as_ref().map(ToString::to_string),
        why,
        came_to,
        picture: state.map(|state| draw_text(&*state, style)),
    }
}
