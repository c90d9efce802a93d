//! `heist shards cat`: recorded games as JSON Lines.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_engine::describe::kept_names;
use heist_engine::game::{Encode, Game, TeamResult};
use heist_engine::record::Step;
use heist_engine::with_game;
use heist_training::record::{RecordedGame, RecordedMove};
use heist_training::rows::{ResimulateError, Resimulator, Row};
use heist_training::shard::{Part, ShardError, ShardReader};
use serde::Serialize;
use serde_json::{Map, Value};

use super::super::{shard_failure, shards_of, tell_damage};
use crate::failure::{Done, Failure, Outcome};
use crate::plain;

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
    seat: heist_engine::game::Seat,
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
        let game = reader.header().game.clone();
        is_right &= with_game!(
            game.as_str(),
            G => print::<G>(&path, reader, options.rows, out)?,
            else name => return Err(Failure::file(&path, Failure::unknown_game(name).message())),
        );
    }
    Ok(if is_right { Done::Well } else { Done::Negative })
}

type Reader = ShardReader<std::io::BufReader<std::fs::File>>;

/// Prints a shard; true if everything in it could be read.
fn print<G: Encode>(path: &Path, mut reader: Reader, rows: bool, out: &mut dyn Write) -> Result<bool, Failure> {
    let header = |error| shard_failure(ShardError::header(path)(error));
    let mut simulator = Resimulator::<G>::new(reader.header()).map_err(header)?;
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
        for (place, game) in (block.first..).zip(&block.games) {
            let played = Played {
                path,
                place,
                game,
                simulator: &mut simulator,
            };
            match rows {
                true => played.print_rows(out)?,
                false => played.print_game(out)?,
            }
        }
    }
    Ok(is_right)
}

/// A game that is played again and printed.
struct Played<'a, G: Game> {
    path: &'a Path,
    /// Its place in the shard.
    place: u64,
    game: &'a RecordedGame,
    simulator: &'a mut Resimulator<G>,
}

impl<G: Game> Played<'_, G> {
    fn print_game(self, out: &mut dyn Write) -> Result<(), Failure> {
        let refused = |error| refused(self.path, self.place, self.game, &error);
        let steps = self.simulator.steps(self.game).map_err(refused)?;
        let played = self.simulator.play(self.game).map_err(refused)?;
        let text = |step: &Step<G>| match step {
            Step::Action(_, action) => action.to_string(),
            Step::Chance(outcome) => outcome.to_string(),
        };
        let line = GameLine {
            game: self.place,
            run: self.game.run,
            deal: self.game.number,
            steps: steps.iter().map(text).collect(),
            rows: played.len(),
            result: result::<G>(&played.result),
            key: format!("{:016x}", self.game.key),
        };
        write_line(&line, out)
    }

    fn print_rows(self, out: &mut dyn Write) -> Result<(), Failure> {
        let refused = |error| refused(self.path, self.place, self.game, &error);
        let played = self.simulator.play(self.game).map_err(refused)?;
        for row in played.iter() {
            write_line(&row_line(self.place, &row), out)?;
        }
        Ok(())
    }
}

fn refused(path: &Path, place: u64, game: &RecordedGame, error: &ResimulateError) -> Failure {
    let deal = game.number;
    Failure::file(path, format!("game {place} of the shard (deal {deal}): {error}"))
}

fn row_line<G: Game>(place: u64, row: &Row<'_, G>) -> RowLine {
    let of_move = |(action, found): (G::Action, &RecordedMove)| Move {
        action: action.to_string(),
        alike: found.alike,
        visits: found.visits,
        value: found.value,
        error: found.error,
        difference: found.difference,
        difference_error: found.difference_error,
    };
    RowLine {
        game: place,
        run: row.game.run,
        deal: row.game.number,
        step: row.decision.step,
        turn: row.view.turn(),
        seat: row.seat,
        key: format!("{:016x}", row.view.key()),
        played: row.legal[row.played].to_string(),
        expert: row.expert().map(|action| action.to_string()),
        surprise: row.decision.surprise,
        moves: row.moves().map(of_move).collect(),
        stake_lost: row.stake_lost,
        turns_left: row.turns_left,
        result: result::<G>(row.result),
    }
}

fn result<G: Game>(result: &TeamResult) -> Ending {
    let figures = kept_names(G::FIGURES).zip(result.figures);
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
