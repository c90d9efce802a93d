//! `heist walls random`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use heist_engine::board::{Blueprint, Layout, most_walls, square_name, squares_of};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::drawing;
use super::shape::{Shape, scenario_parser, usual};
use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, Ending, Existing, JsonOption};
use crate::interrupt;
use crate::plain;
use crate::setup::fresh_seed;
use crate::terminal::progress;

/// Generate random layouts of walls
///
/// On each floor, every set of walls that leaves no square cut off is equally likely.
///
/// Examples:
///
/// $ heist walls random --scenario fort-knox --space B2 --seed 7 --out mine.txt
///
/// $ heist walls random --size 4 --floors 3 --walls 5 --count 20 --out layouts
///
/// The same seed gives the same layouts, and a greater --count only adds to them. Without --out they are printed.
#[derive(Debug, Args)]
pub struct Options {
    /// The scenario that size, floors, walls and empty space are taken from; by default the first one
    #[arg(long, value_name = "NAME", value_parser = scenario_parser(), help_heading = "Layout")]
    scenario: Option<&'static Blueprint>,

    /// Squares per side, instead of the scenario's: 4 or 5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(4..=5), help_heading = "Layout")]
    size: Option<u8>,

    /// How many floors, instead of the scenario's: 1 to 3
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=3), help_heading = "Layout")]
    floors: Option<u8>,

    /// How many walls on each floor, instead of the scenario's
    #[arg(long, value_name = "N", help_heading = "Layout")]
    walls: Option<usize>,

    /// The empty space, the same square on all floors, instead of the scenario's
    #[arg(long, value_name = "SQUARE", value_parser = drawing::square, help_heading = "Layout")]
    space: Option<usize>,

    /// The seed; by default a different one each time
    #[arg(long, value_name = "N", help_heading = "Layout")]
    seed: Option<u64>,

    /// How many layouts
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        help_heading = "Layout"
    )]
    count: u32,

    /// Write the layout to this file, or several into this folder, which is made if it is missing
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Replace files that are there already
    #[arg(long, requires = "out", help_heading = "Output")]
    force: bool,

    #[command(flatten)]
    json: JsonOption,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    options.json.check()?;
    let shape = shape(options)?;
    let seed = options.seed.unwrap_or_else(fresh_seed);
    let count = u64::from(options.count);
    let target = options
        .out
        .as_deref()
        .map(|path| Target::new(path, options))
        .transpose()?;
    if let Some(target) = &target {
        target.check(seed, count)?;
    }
    let mut list = options.json.list()?;
    let bar = match (&target, std::io::stdout().is_terminal()) {
        // Drawings on the terminal show by themselves how far it is.
        (None, true) => ProgressBar::hidden(),
        _ => progress(count, "layouts"),
    };
    let mut finished = 0;
    let mut draw = |number: u64| -> Result<(), Failure> {
        let layout = shape.layout(seed, number);
        let text = drawing::with_origin(&layout, &format!("random layout {number} of seed {seed}"));
        if let Some(target) = &target {
            let path = target.path(seed, number);
            files::write_atomically(&path, target.existing, |out| out.write_all(text.as_bytes()))?;
            if !options.json.replaces_text() {
                writeln!(out, "{}", plain::text(&path.display().to_string()))?;
            }
        } else if !options.json.replaces_text() {
            if number > 1 {
                writeln!(out)?;
            }
            write!(out, "{text}")?;
        }
        list.add(|| described(&layout, seed, number), out)
    };
    let mut ending = Ending::default();
    while finished < count && !interrupt::is_wanted() {
        if ending.note(draw(finished + 1)).is_none() {
            break;
        }
        finished += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    ending.note(list.finish(out));
    let complete = format!("{finished} of {count} layouts finished");
    let stopped = (finished < count).then(|| complete.clone());
    ending.finish(Done::Well, stopped, &complete, out)
}

/// A layout with where it is from, in JSON.
fn described(layout: &Layout, seed: u64, number: u64) -> Value {
    let mut value = drawing::described(layout);
    value["seed"] = json!(seed);
    value["number"] = json!(number);
    value
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
            files::make_folder(path)?;
        }
        Ok(Target {
            path,
            is_folder,
            existing: Existing::forced(options.force),
        })
    }

    /// An error if a drawing could not be written, before the first is drawn.
    fn check(&self, seed: u64, count: u64) -> Result<(), Failure> {
        if !self.is_folder {
            return files::check_target(self.path, self.existing);
        }
        // Whoever stops it while it looks has nothing drawn.
        let mut numbers = (1..=count).take_while(|_| !interrupt::is_wanted());
        numbers.try_for_each(|number| files::check_name(&self.path(seed, number), self.existing))
    }

    fn path(&self, seed: u64, number: u64) -> PathBuf {
        if self.is_folder {
            self.path.join(format!("walls-{seed}-{number:04}.txt"))
        } else {
            self.path.to_owned()
        }
    }
}

/// What the options ask for.
fn shape(options: &Options) -> Result<Shape, Failure> {
    let blueprint = options.scenario.map_or_else(usual, Ok)?;
    let own = (blueprint.layout)();
    let size = options.size.map_or(own.size, usize::from);
    let floors = options.floors.map_or(own.walls.len(), usize::from);
    let walls = options.walls.unwrap_or(blueprint.walls_per_floor);
    // The scenario's own empty space is one of its own size.
    let space = options.space.or(own.space.filter(|_| own.size == size));
    if let Some(space) = options.space {
        let name = square_name(space);
        if squares_of(size, None) & 1 << space == 0 {
            let found = format!("--space {name}: no square of a floor of {size} squares a side");
            return Err(Failure::input(format!("{found}; expected one of {}", corners(size))));
        }
        if let Some(Blueprint { scenario, layout, .. }) = options.scenario
            && options.size.is_none()
            && layout().space.is_none()
        {
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
