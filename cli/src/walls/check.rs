//! `heist walls check`.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use heist_engine::board::{Blueprint, Layout};
use heist_engine::game::Problem;
use indicatif::ProgressBar;
use serde::Serialize;

use super::shape::{blueprints, scenario_parser};
use crate::failure::{Done, Outcome};
use crate::files::{self, Ending, JsonOption};
use crate::interrupt;
use crate::plain;
use crate::terminal::progress;

/// Check drawings of walls against the rules
///
/// A floor of 4x4 squares has 8 walls and one of 5x5 has 12. Every wall lies between two squares, and every square must
/// be reachable from every other one through open sides, without stairs or special tiles.
///
/// Example:
///
/// $ heist walls check mine.txt layouts/*.txt --scenario fort-knox
///
/// Prints a line per file: `ok` with the scenarios that it can be used in, or `BAD` with everything that is wrong with
/// it, and with the line and column of what is not a drawing at all. The exit code is 0 if all files are good, 1 if one
/// is bad, 2 if one cannot be read.
#[derive(Debug, Args)]
pub struct Options {
    /// The drawings
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Check that they can be used in this scenario
    #[arg(long, value_name = "NAME", value_parser = scenario_parser())]
    scenario: Option<&'static Blueprint>,

    /// How many walls each floor must have, for games of your own
    #[arg(long, value_name = "N", conflicts_with = "scenario")]
    walls: Option<usize>,

    #[command(flatten)]
    json: JsonOption,
}

/// One drawing in the JSON.
#[derive(Serialize)]
struct Checked {
    file: String,
    good: bool,
    problems: Vec<String>,
    /// The scenarios that it fits.
    scenarios: Vec<&'static str>,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    options.json.check()?;
    let mut all = Vec::new();
    let bar = if std::io::stdout().is_terminal() {
        // What is printed there shows by itself how far it is.
        ProgressBar::hidden()
    } else {
        progress(options.files.len() as u64, "files")
    };
    for path in &options.files {
        if interrupt::is_wanted() {
            break;
        }
        let text = files::read_text(path)?;
        let (problems, scenarios) = match text.parse::<Layout>() {
            Ok(layout) => (problems(&layout, options), fitting(&layout)),
            Err(error) => (vec![error.to_string()], Vec::new()),
        };
        let checked = Checked {
            file: path.display().to_string(),
            good: problems.is_empty(),
            problems,
            scenarios,
        };
        if !options.json.replaces_text() {
            print(&checked, out)?;
        }
        all.push(checked);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut ending = Ending::default();
    ending.note(options.json.write(&all, out));
    let complete = format!("{} of {} files checked", all.len(), options.files.len());
    let stopped = (all.len() < options.files.len()).then(|| complete.clone());
    let done = if all.iter().all(|checked| checked.good) {
        Done::Well
    } else {
        Done::Negative
    };
    ending.finish(done, stopped, &complete, out)
}

fn print(checked: &Checked, out: &mut dyn Write) -> std::io::Result<()> {
    let file = plain::text(&checked.file);
    if checked.good {
        let fits = if checked.scenarios.is_empty() {
            "it fits no scenario".to_owned()
        } else {
            checked.scenarios.join(", ")
        };
        return writeln!(out, "ok   {file}: {fits}");
    }
    checked
        .problems
        .iter()
        .try_for_each(|problem| writeln!(out, "BAD  {file}: {}", plain::message(problem)))
}

/// Everything that is wrong with a layout.
fn problems(layout: &Layout, options: &Options) -> Vec<String> {
    let problems = match (options.walls, options.scenario) {
        (Some(walls), _) => layout.problems(walls),
        (None, Some(blueprint)) => blueprint.problems(layout),
        (None, None) => {
            // S-WALL-3: as many as on floors of this size in a scenario; with another size no number is right.
            let like = blueprints().find(|blueprint| (blueprint.layout)().size == layout.size);
            layout.problems(like.map_or(0, |blueprint| blueprint.walls_per_floor))
        }
    };
    problems.iter().map(in_words).collect()
}

/// The floors of a drawing have numbers from 1.
fn in_words(Problem { field, what, .. }: &Problem) -> String {
    let floor = field.strip_prefix("walls[").and_then(|rest| rest.strip_suffix(']'));
    match floor.and_then(|floor| floor.parse::<usize>().ok()) {
        Some(floor) => format!("floor {}: {what}", floor + 1),
        None if field == "walls" => what.clone(),
        None => format!("{field}: {what}"),
    }
}

/// The scenarios in which a layout can be used.
fn fitting(layout: &Layout) -> Vec<&'static str> {
    blueprints()
        .filter(|blueprint| blueprint.problems(layout).is_empty())
        .map(|blueprint| blueprint.scenario)
        .collect()
}
