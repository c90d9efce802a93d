//! `heist walls show`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use heist_engine::board::{FloorMeasures, FloorPlan, Layout, MEASURES};
use heist_engine::burgle_bros::Scenario;
use serde_json::{Map, Value, json};

use super::{layout_json, number, read_drawing};
use crate::failure::{Done, Failure, Outcome};
use crate::files::JsonOption;
use crate::terminal::Table;

/// Show a layout of walls and its measures
///
/// Prints the drawing and, for each floor and as the mean of all floors: how open it is, its loops, what would part it,
/// its dead ends and corridors, how long its routes are, and how much they all lead over one square. A *side* is one
/// between two squares without a wall.
///
/// Example:
///
/// $ heist walls show --scenario bank-job
///
/// $ heist walls show mine.txt --json measures.json
///
/// A floor that falls into parts has no measures; the exit code is then 1.
#[derive(Debug, Args)]
pub struct Options {
    /// A drawing
    #[arg(
        value_name = "FILE",
        required_unless_present = "scenario",
        conflicts_with = "scenario"
    )]
    file: Option<PathBuf>,

    /// The scenario whose own walls are shown
    #[arg(long, value_name = "NAME")]
    scenario: Option<Scenario>,

    #[command(flatten)]
    json: JsonOption,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    let layout = match (&options.file, options.scenario) {
        (Some(path), _) => read_drawing(path)?,
        (None, Some(scenario)) => scenario.layout().clone(),
        (None, None) => return Err(Failure::input("expected a FILE, or --scenario NAME")),
    };
    let measures = measures(&layout);
    let mut value = layout_json(&layout);
    if let Some(floors) = &measures {
        let objects = floors.iter().map(FloorMeasures::values).map(by_name);
        value["floors"] = objects.collect();
        value["means"] = by_name(FloorMeasures::means(floors));
    }
    options.json.write(&value, out)?;
    if !options.json.replaces_text() {
        writeln!(out, "{layout}")?;
        match &measures {
            Some(floors) => print(floors, out)?,
            None => writeln!(
                out,
                "A floor falls into parts and has no measures; `heist walls check` says where."
            )?,
        }
    }
    Ok(match measures {
        Some(_) => Done::Well,
        None => Done::Negative,
    })
}

/// The measures of each floor; `None` if one falls into parts.
pub fn measures(layout: &Layout) -> Option<Vec<FloorMeasures>> {
    let floor = |&walls: &u64| {
        let plan = FloorPlan::new(layout.size, layout.space, walls);
        plan.is_connected().then(|| FloorMeasures::of(&plan))
    };
    layout.walls.iter().map(floor).collect()
}

/// Measures as an object.
pub fn by_name(values: [f64; MEASURES.len()]) -> Value {
    let fields = MEASURES.iter().zip(values);
    fields
        .map(|(measure, value)| (measure.name.to_owned(), json!(value)))
        .collect::<Map<String, Value>>()
        .into()
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
