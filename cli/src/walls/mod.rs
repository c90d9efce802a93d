//! `heist walls`: layouts of walls, drawn at random, checked, shown and studied.

mod check;
mod drawing;
mod measures;
mod random;
mod shape;
mod show;
mod study;

use std::io::Write;

use clap::{Args, Subcommand};
use heist_engine::any::infos;
use heist_engine::describe::FieldKind;
use heist_engine::registry::GameInfo;

use crate::failure::Outcome;
use crate::setup::only_of;

/// Generate random walls, check and show drawings of walls, and study how walls affect difficulty
///
/// A drawing is a text file that can be edited; docs/formats.md describes it. Commands that take a setup can use it
/// with `--walls FILE`. The scenarios are those of all games with walls.
///
/// Examples:
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

/// The command line in which `heist walls study` has only the setup options of games whose walls may be drawn, and not
/// that of the drawing, since a study draws the walls itself.
pub fn with_their_games(command: clap::Command) -> clap::Command {
    let has_walls = |game: &GameInfo| !game.blueprints.is_empty();
    let fields = infos().filter(|game| has_walls(game)).flat_map(|game| game.setup);
    let drawings = fields.filter(|field| matches!(field.kind, FieldKind::Drawing { .. }));
    let drawings: Vec<&str> = drawings.map(|field| field.name).collect();
    command.mut_subcommand("walls", |walls| {
        walls.mut_subcommand("study", |study| {
            only_of(study, has_walls).mut_args(|option| {
                if drawings.contains(&option.get_id().as_str()) {
                    option.hide(true)
                } else {
                    option
                }
            })
        })
    })
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
