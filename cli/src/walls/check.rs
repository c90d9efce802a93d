//! `heist walls check`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use heist_engine::board::{Layout, square_name};
use heist_engine::burgle_bros::Scenario;
use serde::Serialize;

use super::scenario;
use crate::failure::{Done, Outcome};
use crate::files::{self, JsonOption};

/// Check drawings of walls against the rules
///
/// A floor of 4x4 squares has 8 walls and one of 5x5 has 12, all between two squares, and no square may be cut off
/// from the others, by ordinary adjacency alone.
///
/// Example:
///
/// $ heist walls check mine.txt layouts/*.txt --scenario fort-knox
///
/// Prints a line a file: `ok` and the scenarios that it can be used in, or `BAD` and everything that is wrong with it,
/// with the line and the column where it is no drawing. The exit code is 0 if all are good, 1 if one is bad, 2 if a file
/// cannot be read.
#[derive(Debug, Args)]
pub struct Options {
    /// The drawings
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Check that they can be used in this scenario
    #[arg(long, value_name = "NAME", value_parser = scenario)]
    scenario: Option<Scenario>,

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
    options.json.check()?;
    let mut all = Vec::new();
    for path in &options.files {
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
    }
    options.json.write(&all, out)?;
    Ok(match all.iter().all(|checked| checked.good) {
        true => Done::Well,
        false => Done::Negative,
    })
}

fn print(checked: &Checked, out: &mut dyn Write) -> std::io::Result<()> {
    let file = &checked.file;
    if checked.good {
        let fits = match checked.scenarios.is_empty() {
            true => "no scenario is built like this".to_owned(),
            false => checked.scenarios.join(", "),
        };
        return writeln!(out, "ok   {file}: {fits}");
    }
    checked
        .problems
        .iter()
        .try_for_each(|problem| writeln!(out, "BAD  {file}: {problem}"))
}

/// Everything that is wrong with a layout.
fn problems(layout: &Layout, options: &Options) -> Vec<String> {
    let walls = match (options.walls, options.scenario) {
        (Some(walls), _) => walls,
        (None, Some(scenario)) => scenario.walls_per_floor(),
        // S-WALL-3.
        (None, None) => match layout.size {
            4 => 8,
            _ => 12,
        },
    };
    let mut problems = options
        .scenario
        .map_or(Vec::new(), |scenario| misfits(layout, scenario));
    problems.extend(
        layout
            .problems(walls)
            .into_iter()
            .map(|problem| in_words(&problem.field, &problem.what)),
    );
    problems
}

/// The floors of a drawing have numbers from 1.
fn in_words(field: &str, what: &str) -> String {
    let floor = field.strip_prefix("walls[").and_then(|rest| rest.strip_suffix(']'));
    match floor.and_then(|floor| floor.parse::<usize>().ok()) {
        Some(floor) => format!("floor {}: {what}", floor + 1),
        None => format!("{field}: {what}"),
    }
}

/// Why a layout is none of a scenario's, whatever its walls.
fn misfits(layout: &Layout, scenario: Scenario) -> Vec<String> {
    let own = scenario.layout();
    let name = scenario.name();
    let mut misfits = Vec::new();
    if layout.size != own.size {
        let (found, expected) = (layout.size, own.size);
        misfits.push(format!(
            "floors of {found}x{found}, expected {expected}x{expected} in {name}"
        ));
    }
    if layout.walls.len() != own.walls.len() {
        let (found, expected) = (layout.walls.len(), own.walls.len());
        misfits.push(format!("{found} floors, expected {expected} in {name}"));
    }
    match (layout.space, own.space) {
        (None, Some(_)) => misfits.push(format!("no empty space, expected one in {name}")),
        (Some(space), None) => {
            let space = square_name(space);
            misfits.push(format!("an empty space on {space}, expected none in {name}"));
        }
        _ => {}
    }
    misfits
}

/// The scenarios in which a layout can be used.
fn fitting(layout: &Layout) -> Vec<&'static str> {
    let fits = |scenario: &&Scenario| {
        misfits(layout, **scenario).is_empty() && layout.problems(scenario.walls_per_floor()).is_empty()
    };
    Scenario::ALL
        .iter()
        .filter(fits)
        .map(|scenario| scenario.name())
        .collect()
}
