//! `heist walls random`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_engine::board::{most_walls, square_name, squares_of};
use heist_engine::burgle_bros::Scenario;
use serde_json::json;

use super::{Shape, layout_json, square, with_origin};
use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, Existing, JsonOption};
use crate::setup::fresh_seed;

/// Draw layouts of walls at random
///
/// Every set of walls that cuts no square off is equally likely on each floor.
///
/// Example:
///
/// $ heist walls random --scenario fort-knox --space B2 --seed 7 --out mine.txt
///
/// $ heist walls random --size 4 --floors 3 --walls 5 --count 20 --out layouts
///
/// The same seed gives the same layouts, the first ones of more. Without --out they are printed.
#[derive(Debug, Args)]
pub struct Options {
    /// As this scenario has them; the options below say otherwise
    #[arg(long, value_name = "NAME")]
    scenario: Option<Scenario>,

    /// Squares a side, 4 or 5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(4..=5))]
    size: Option<u8>,

    /// How many floors, 1 to 3
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=3))]
    floors: Option<u8>,

    /// How many walls on each floor
    #[arg(long, value_name = "N")]
    walls: Option<usize>,

    /// The empty space, the same square on all floors; the scenario's if not given
    #[arg(long, value_name = "SQUARE", value_parser = square)]
    space: Option<usize>,

    /// The seed; one of the moment if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// How many layouts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,

    /// Write the layout to this file, or several into this folder, made if need be
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,

    /// Replace files that are there already
    #[arg(long, requires = "out")]
    force: bool,

    #[command(flatten)]
    json: JsonOption,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    let shape = shape(options)?;
    let seed = options.seed.unwrap_or_else(fresh_seed);
    let count = u64::from(options.count);
    let target = options
        .out
        .as_deref()
        .map(|path| Target::new(path, options))
        .transpose()?;
    let mut all = Vec::new();
    for layout_number in 1..=count {
        let layout = shape.layout(seed, layout_number);
        if options.json.is_wanted() {
            let mut value = layout_json(&layout);
            value["seed"] = json!(seed);
            value["number"] = json!(layout_number);
            all.push(value);
        }
        let drawing = with_origin(&layout, &format!("random layout {layout_number} of seed {seed}"));
        if let Some(target) = &target {
            let path = target.path(seed, layout_number);
            files::write_atomically(&path, target.existing, |out| out.write_all(drawing.as_bytes()))?;
            if !options.json.replaces_text() {
                writeln!(out, "{}", path.display())?;
            }
        } else if !options.json.replaces_text() {
            if layout_number > 1 {
                writeln!(out)?;
            }
            write!(out, "{drawing}")?;
        }
    }
    options.json.write(&all, out)?;
    Ok(Done::Well)
}

/// Where drawings are written.
struct Target<'a> {
    path: &'a Path,
    is_folder: bool,
    existing: Existing,
}

impl Target<'_> {
    fn new<'a>(path: &'a Path, options: &Options) -> Result<Target<'a>, Failure> {
        let is_folder = options.count > 1 || path.is_dir();
        if is_folder {
            let made = std::fs::create_dir_all(path);
            made.map_err(|error| Failure::file(path, format!("cannot be made: {error}")))?;
        }
        Ok(Target {
            path,
            is_folder,
            existing: Existing::forced(options.force),
        })
    }

    fn path(&self, seed: u64, number: u64) -> PathBuf {
        match self.is_folder {
            true => self.path.join(format!("walls-{seed}-{number:04}.txt")),
            false => self.path.to_owned(),
        }
    }
}

/// What the options ask for.
fn shape(options: &Options) -> Result<Shape, Failure> {
    let own = options
        .scenario
        .map(|scenario| (scenario.layout(), scenario.walls_per_floor()));
    let missing = |name: &str| {
        Failure::input(format!(
            "--{name}: missing; expected --scenario NAME, or all of --size, --floors and --walls"
        ))
    };
    let given = |option: Option<usize>, of_scenario: Option<usize>, name: &str| {
        option.or(of_scenario).ok_or_else(|| missing(name))
    };
    let size = given(
        options.size.map(usize::from),
        own.as_ref().map(|own| own.0.size),
        "size",
    )?;
    let floors = given(
        options.floors.map(usize::from),
        own.as_ref().map(|own| own.0.walls.len()),
        "floors",
    )?;
    let walls = given(options.walls, own.as_ref().map(|own| own.1), "walls")?;
    let space = match options.space {
        Some(space) => Some(space),
        // The scenario's own empty space is one of its own size.
        None => own.filter(|own| own.0.size == size).and_then(|own| own.0.space),
    };
    if let Some(space) = options.space {
        let name = square_name(space);
        if squares_of(size, None) & 1 << space == 0 {
            let found = format!("--space {name}: no square of a floor of {size} squares a side");
            return Err(Failure::input(format!("{found}; expected one of {}", corners(size))));
        }
        if let Some(scenario) = options.scenario
            && options.size.is_none()
            && scenario.layout().space.is_none()
        {
            let scenario = scenario.name();
            return Err(Failure::input(format!("--space {name}: {scenario} has no empty space")));
        }
    }
    let most = most_walls(size, space);
    if walls > most {
        let found = format!("--walls {walls}: a floor of {size} squares a side");
        let space = space.map_or(String::new(), |space| {
            format!(" with the empty space on {}", square_name(space))
        });
        return Err(Failure::input(format!(
            "{found}{space} can have {most} at most with no square cut off"
        )));
    }
    Ok(Shape {
        size,
        space,
        floors,
        walls,
    })
}

/// `A1 to D4`.
fn corners(size: usize) -> String {
    let squares = squares_of(size, None);
    format!("A1 to {}", square_name(31 - squares.leading_zeros() as usize))
}
