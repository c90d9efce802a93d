//! `heist walls`: layouts of walls, drawn at random, checked, shown and studied.

mod check;
mod plots;
mod random;
mod show;
mod study;
mod study_file;
mod study_text;

use std::io::Write;
use std::path::Path;

use clap::{Args, Subcommand};
use heist_engine::board::{Layout, Wall, parse_square, square_name};
use heist_engine::random::stream;
use serde_json::{Value, json};

use crate::failure::{Failure, Outcome};
use crate::files;

/// Draw walls at random, check and show drawings of them, and study how they drive difficulty
///
/// A drawing is a text that can be edited; docs/formats.md describes it. Commands that take a setup play with it:
/// `--walls FILE`. All this is for Burgle Bros.
///
/// Example:
///
/// $ heist walls random --scenario fort-knox --seed 7 --out mine.txt
///
/// $ heist walls check mine.txt
///
/// $ heist walls show mine.txt
///
/// $ heist walls study --scenario office-job --seats 3 --layouts 100 --games 100 --out study
#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Random(random::Options),
    Check(check::Options),
    Show(show::Options),
    Study(Box<study::Options>),
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    match &options.command {
        Command::Random(options) => random::command(options, out),
        Command::Check(options) => check::command(options, out),
        Command::Show(options) => show::command(options, out),
        Command::Study(options) => study::command(options, out),
    }
}

/// The square of a name such as C3.
fn square(name: &str) -> Result<usize, String> {
    parse_square(name).ok_or_else(|| format!("found `{name}`; expected a square such as C3"))
}

/// Reads a drawing.
fn read_drawing(path: &Path) -> Result<Layout, Failure> {
    let text = files::read_text(path)?;
    text.parse().map_err(|error| Failure::file(path, error))
}

/// What random layouts have in common.
#[derive(Clone, Copy, Debug)]
struct Shape {
    size: usize,
    space: Option<usize>,
    floors: usize,
    /// Walls on each floor.
    walls: usize,
}

impl Shape {
    /// S-WALL-5: the layout of this number of a seed, floor by floor.
    fn layout(self, seed: u64, number: u64) -> Layout {
        let mut rng = stream(seed, "walls", number);
        let floor = |_| heist_engine::board::random_walls(self.size, self.space, self.walls, &mut rng);
        Layout {
            size: self.size,
            space: self.space,
            walls: (0..self.floors).map(floor).collect(),
        }
    }
}

/// A drawing with a line before it that says where it is from.
fn with_origin(layout: &Layout, origin: &str) -> String {
    format!("// {origin}\n{layout}")
}

/// The names of the walls of each floor, as setups have them.
fn wall_names(layout: &Layout) -> Value {
    let names = |&walls: &u64| Wall::names(walls).collect::<Vec<_>>();
    layout.walls.iter().map(names).collect()
}

/// A layout in JSON.
fn layout_json(layout: &Layout) -> Value {
    json!({
        "size": layout.size,
        "empty-space": layout.space.map(square_name),
        "walls": wall_names(layout),
        "drawing": layout.to_string(),
    })
}

/// A measure for people: whole if it is, else with three digits or so.
fn number(value: f64) -> String {
    // Means over three floors may be off in the last bits.
    if (value - value.round()).abs() < 1e-9 {
        format!("{value:.0}")
    } else if value.abs() < 1.0 {
        format!("{value:.3}")
    } else {
        format!("{value:.2}")
    }
}
