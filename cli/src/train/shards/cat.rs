//! `heist shards cat`: recorded games as JSON Lines.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_engine::any::{AnyGame, named_figures};
use heist_engine::game::{Seat, TeamResult};
use heist_training::any::{self, PlayedRow};
use heist_training::record::{RecordedGame, RecordedMove};
use heist_training::rows::ResimulateError;
use heist_training::shard::{Part, ShardError, ShardReader};
use serde::Serialize;
use serde_json::{Map, Value};

use super::super::{shard_failure, shards_of, tell_damage};
use crate::failure::{Done, Failure, Outcome};
use crate::plain;
use crate::setup;

/// Print the games of shards, or their annotated decisions, as JSON Lines
///
/// The games are played again for this. What is damaged is named on standard error and left out; the exit code is 1
/// then.
#[derive(Debug, Args)]
pub struct Options {
    /// Shards, or folders of shards
    #[arg(value_name = "FILE|DIR", required = true)]
    shards: Vec<PathBuf>,

    /// A line for each game, with its steps in notation; this is the default
    #[arg(long, conflicts_with = "rows")]
    games: bool,

    /// A line for each annotated decision: its moves with what is known of them, and what came of the game
    #[arg(long)]
    rows: bool,
}

/// A game on its line.
#[derive(Serialize)]
struct GameLine {
    game: u64,
    run: u16,
    deal: u64,
    steps: Vec<String>,
    rows: usize,
    result: Ending,
    key: String,
}

/// An annotated decision on its line.
#[derive(Serialize)]
struct RowLine {
    game: u64,
    run: u16,
    deal: u64,
    step: u32,
    turn: u32,
    seat: Seat,
    key: String,
    played: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    expert: Option<String>,
    surprise: f32,
    moves: Vec<Move>,
    stake_lost: u32,
    turns_left: u32,
    result: Ending,
}

#[derive(Serialize)]
struct Move {
    action: String,
    alike: u16,
    visits: u32,
    value: f32,
    error: f32,
    difference: f32,
    difference_error: f32,
}

#[derive(Serialize)]
struct Ending {
    value: f64,
    ending: &'static str,
    figures: Map<String, Value>,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let mut is_right = true;
    for path in shards_of(&options.shards)? {
        let reader = ShardReader::open(&path).map_err(shard_failure)?;
        let game = setup::game(&reader.header().game);
        let game = game.map_err(|failure| Failure::file(&path, failure.message()))?;
        is_right &= print(&path, game, reader, options.rows, out)?;
    }
    Ok(if is_right { Done::Well } else { Done::Negative })
}

type Reader = ShardReader<std::io::BufReader<std::fs::File>>;

/// Prints a shard; true if everything in it could be read.
fn print(
    path: &Path,
    game: &dyn AnyGame,
    mut reader: Reader,
    rows: bool,
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    let header = |error| shard_failure(ShardError::header(path)(error));
    let mut simulator = any::resimulator(game, reader.header()).map_err(header)?;
    let mut is_right = true;
    while let Some(part) = reader.next_part().map_err(shard_failure)? {
        let block = match part {
            Part::Block(block) => block,
            Part::Damage(damage) => {
                is_right = false;
                out.flush()?;
                tell_damage(path, &damage);
                continue;
            }
        };
        for (place, recorded) in (block.first..).zip(&block.games) {
            let refused = |error| refused(path, place, recorded, &error);
            if rows {
                for row in simulator.rows(recorded).map_err(refused)? {
                    write_line(&row_line(game, place, recorded, row), out)?;
                }
            } else {
                let played = simulator.game(recorded).map_err(refused)?;
                let line = GameLine {
                    game: place,
                    run: recorded.run,
                    deal: recorded.number,
                    steps: played.steps.into_iter().map(|step| step.notation).collect(),
                    rows: played.rows,
                    result: ending(game, &played.result),
                    key: format!("{:016x}", recorded.key),
                };
                write_line(&line, out)?;
            }
        }
    }
    Ok(is_right)
}

fn refused(path: &Path, place: u64, game: &RecordedGame, error: &ResimulateError) -> Failure {
    let deal = game.number;
    Failure::file(path, format!("game {place} of the shard (deal {deal}): {error}"))
}

fn row_line(game: &dyn AnyGame, place: u64, recorded: &RecordedGame, row: PlayedRow) -> RowLine {
    let of_move = |(action, found): (String, RecordedMove)| Move {
        action,
        alike: found.alike,
        visits: found.visits,
        value: found.value,
        error: found.error,
        difference: found.difference,
        difference_error: found.difference_error,
    };
    RowLine {
        game: place,
        run: recorded.run,
        deal: recorded.number,
        step: row.step,
        turn: row.turn,
        seat: row.seat,
        key: format!("{:016x}", row.key),
        played: row.played,
        expert: row.expert,
        surprise: row.surprise,
        moves: row.moves.into_iter().map(of_move).collect(),
        stake_lost: row.stake_lost,
        turns_left: row.turns_left,
        result: ending(game, &row.result),
    }
}

fn ending(game: &dyn AnyGame, result: &TeamResult) -> Ending {
    let figures = named_figures(game.info(), result).into_iter();
    Ending {
        value: result.value,
        ending: result.ending,
        figures: figures
            .map(|(name, figure)| (name.to_string(), figure.into()))
            .collect(),
    }
}

fn write_line(line: &impl Serialize, out: &mut dyn Write) -> Result<(), Failure> {
    let text = serde_json::to_string(line).map_err(Failure::input)?;
    Ok(writeln!(out, "{}", plain::json(text))?)
}
