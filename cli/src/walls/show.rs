//! `heist walls show`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use heist_engine::board::{Blueprint, FloorMeasures, MEASURES};

use super::drawing;
use super::measures::{by_name, measures, number};
use super::shape::{scenario_parser, usual};
use crate::failure::{Done, Outcome};
use crate::files::JsonOption;
use crate::terminal::Table;

/// Show a layout of walls and its measures
///
/// Prints the drawing and, for each floor and as the mean over all floors: how open it is, its loops, which passages
/// would split it if they were closed, its dead ends and corridors, how long its routes are, and how strongly they
/// concentrate on one square. An *open side* is a side between two squares that has no wall.
///
/// Examples:
///
/// $ heist walls show --scenario bank-job
///
/// $ heist walls show mine.txt --json measures.json
///
/// A floor that is not connected has no measures; the exit code is then 1.
#[derive(Debug, Args)]
pub struct Options {
    /// A drawing
    #[arg(value_name = "FILE", conflicts_with = "scenario")]
    file: Option<PathBuf>,

    /// Show the walls of this scenario; without FILE, by default those of the first scenario
    #[arg(long, value_name = "NAME", value_parser = scenario_parser())]
    scenario: Option<&'static Blueprint>,

    #[command(flatten)]
    json: JsonOption,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    let layout = match (&options.file, options.scenario) {
        (Some(path), _) => drawing::read(path)?,
        (None, Some(blueprint)) => (blueprint.layout)().clone(),
        (None, None) => (usual()?.layout)().clone(),
    };
    let measures = measures(&layout);
    let mut value = drawing::described(&layout);
    if let Some(floors) = &measures {
        let objects = floors.iter().map(FloorMeasures::values).map(by_name);
        value["floors"] = objects.collect();
        value["means"] = by_name(FloorMeasures::means(floors));
    }
    options.json.write_and_print(&value, out, |out| {
        writeln!(out, "{layout}")?;
        match &measures {
            Some(floors) => print(floors, out)?,
            None => writeln!(
                out,
                "A floor is not connected and has no measures; `heist walls check` says where."
            )?,
        }
        Ok(())
    })?;
    Ok(match measures {
        Some(_) => Done::Well,
        None => Done::Negative,
    })
}

fn print(floors: &[FloorMeasures], out: &mut dyn Write) -> std::io::Result<()> {
    let names: Vec<String> = (1..=floors.len()).map(|floor| format!("floor {floor}")).collect();
    let mut headings = vec!["measure", "of a floor"];
    headings.extend(names.iter().map(String::as_str));
    headings.push("mean");
    let mut table = Table::new(&headings, 2);
    let means = FloorMeasures::means(floors);
    for (place, measure) in MEASURES.iter().enumerate() {
        let values = floors.iter().map(|floor| number(floor.values()[place]));
        let mut cells = vec![measure.name.to_owned(), measure.label.to_owned()];
        cells.extend(values);
        cells.push(number(means[place]));
        table.row(cells);
    }
    table.print(out)
}
