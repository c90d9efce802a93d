//! `heist shards`: files of recorded games, checked, counted, printed and merged.

mod cat;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use heist_agents::arena::Threads;
use heist_engine::any::AnyGame;
use heist_training::any;
use heist_training::merge::{MergeError, merge};
use heist_training::shard::ShardReader;
use heist_training::survey::{Contents, Verdict, VerifyError, contents};
use serde::Serialize;

use super::{shard_failure, shards_of};
use crate::arena_text::percent;
use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, Existing, JsonOption};
use crate::interrupt;
use crate::setup;
use crate::terminal::{Table, progress};

/// Check, count, print and merge shards of recorded games
///
/// Shards are written by `heist selfplay` and `heist label`; docs/formats.md describes them. A folder stands for all
/// complete shards in it.
///
/// Examples:
///
/// $ heist shards verify games
///
/// $ heist shards stat games labels
///
/// $ heist shards cat games/games-00000000.shard --rows
///
/// $ heist shards merge games --out all.shard
#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Verify(VerifyOptions),
    Stat(StatOptions),
    Cat(cat::Options),
    Merge(MergeOptions),
}

/// Check the checksums of shards, and play all their games again
///
/// Every step must be possible, every annotation fit its decision, with numbers that a search or a labelling can have
/// found, every game end in the state in which it ended, and no deal come twice.
/// A block that is damaged is named with the games it held. The exit code is 0 if everything is right, 1 if something
/// is not, 2 if a file is no shard or one of another version.
#[derive(Debug, Args)]
struct VerifyOptions {
    /// Shards, or folders of shards
    #[arg(value_name = "FILE|DIR", required = true)]
    shards: Vec<PathBuf>,

    /// How many threads; by default one per processor core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Count what is in shards: games, annotated decisions, moves, bytes, and the win rate
///
/// A label is a move of an annotated decision with its value.
#[derive(Debug, Args)]
struct StatOptions {
    /// Shards, or folders of shards
    #[arg(value_name = "FILE|DIR", required = true)]
    shards: Vec<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

/// Write one shard with the games of several
///
/// The shards must be of the same game and kind; setups, agents and seeds may differ. Games that cannot be read are
/// named and left out.
#[derive(Debug, Args)]
struct MergeOptions {
    /// Shards, or folders of shards
    #[arg(value_name = "FILE|DIR", required = true)]
    shards: Vec<PathBuf>,

    /// The new shard
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    match &options.command {
        Command::Verify(options) => verify_all(options, out),
        Command::Stat(options) => stat(options, out),
        Command::Cat(options) => cat::command(options, out),
        Command::Merge(options) => merge_all(options, out),
    }
}

/// How many games are listed that do not go as they are recorded; the others are counted.
const LISTED: usize = 10;

fn verify_all(options: &VerifyOptions, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    let threads = Threads::new(options.threads.map_or(0, usize::from));
    let mut is_right = true;
    for path in shards_of(&options.shards)? {
        let header = ShardReader::open(&path).map_err(shard_failure)?.header().clone();
        let game = setup::game(&header.game).map_err(|failure| Failure::file(&path, failure.message()))?;
        let verdict = verify_one(&path, game, header.games, &threads)?;
        print_verdict(&path, &verdict, out)?;
        is_right &= verdict.is_right();
        if verdict.is_stopped {
            out.flush()?;
            notice(&format!("stopped while {} was verified", path.display()));
            return Ok(Done::Interrupted);
        }
    }
    Ok(if is_right { Done::Well } else { Done::Negative })
}

fn verify_one(path: &Path, game: &dyn AnyGame, games: u64, threads: &Threads) -> Result<Verdict, Failure> {
    let bar = progress(games, "games");
    let verdict = any::verify(game, path, threads, &|done| bar.inc(done), &[interrupt::flag()]);
    bar.finish_and_clear();
    verdict.map_err(|error| match error {
        VerifyError::Shard(error) => shard_failure(error),
        VerifyError::Threads(error) => Failure::input(error),
    })
}

fn print_verdict(path: &Path, verdict: &Verdict, out: &mut dyn Write) -> Result<(), Failure> {
    let name = path.display();
    for damage in &verdict.damage {
        writeln!(out, "{name}: DAMAGED: {damage}")?;
    }
    for fault in verdict.faults.iter().take(LISTED) {
        writeln!(out, "{name}: WRONG: {fault}")?;
    }
    if let Some(more) = verdict.faults.len().checked_sub(LISTED).filter(|more| *more > 0) {
        writeln!(out, "{name}: WRONG: {more} more games")?;
    }
    let (games, rows) = (verdict.games, verdict.rows);
    let of = if verdict.is_right() {
        String::new()
    } else {
        format!(" of {}", verdict.header.games)
    };
    writeln!(out, "{name}: {games}{of} games right, {rows} annotated decisions")?;
    if let Some(encoding) = &verdict.encoding {
        let before = &verdict.header.encoding;
        writeln!(
            out,
            "{name}: the encoding was {before} and is {encoding} now; nothing in a shard depends on it"
        )?;
    }
    Ok(())
}

/// The JSON of `stat`.
#[derive(Serialize)]
struct Stat {
    shards: Vec<ShardStat>,
}

/// A shard in it.
#[derive(Serialize)]
struct ShardStat {
    file: String,
    #[serde(flatten)]
    contents: Contents,
}

fn stat(options: &StatOptions, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    let mut stat = Stat { shards: Vec::new() };
    for path in shards_of(&options.shards)? {
        stat.shards.push(ShardStat {
            contents: contents(&path).map_err(shard_failure)?,
            file: path.display().to_string(),
        });
    }
    options.json.write_and_print(&stat, out, |out| print_stat(&stat, out))?;
    let is_whole = stat.shards.iter().all(|shard| shard.contents.damage.is_empty());
    Ok(if is_whole { Done::Well } else { Done::Negative })
}

fn print_stat(stat: &Stat, out: &mut dyn Write) -> Result<(), Failure> {
    let headings = [
        "shard",
        "game",
        "kind",
        "games",
        "win rate",
        "steps",
        "rows",
        "labels",
        "bytes",
        "bytes/game",
    ];
    let mut table = Table::new(&headings, 3);
    let mut line = |names: [String; 3], counts: [u64; 6]| {
        let [games, wins, steps, rows, labels, bytes] = counts;
        let per_game = |count: u64| count as f64 / games.max(1) as f64;
        let mut cells = names.to_vec();
        cells.extend([games.to_string(), percent(per_game(wins))]);
        cells.extend([steps, rows, labels, bytes].map(|count| count.to_string()));
        cells.push(format!("{:.0}", per_game(bytes)));
        table.row(cells);
    };
    let mut all = [0; 6];
    for ShardStat { file, contents } in &stat.shards {
        let Contents {
            games,
            wins,
            steps,
            rows,
            labels,
            bytes,
            ..
        } = *contents;
        let counts = [games, wins, steps, rows, labels, bytes];
        all.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        line([file.clone(), contents.game.clone(), contents.kind.to_string()], counts);
    }
    if stat.shards.len() > 1 {
        line(["all".to_owned(), String::new(), String::new()], all);
    }
    table.print(out)?;
    for ShardStat { file, contents } in &stat.shards {
        for damage in &contents.damage {
            writeln!(out, "{file}: DAMAGED: {damage}")?;
        }
    }
    Ok(())
}

fn merge_all(options: &MergeOptions, out: &mut dyn Write) -> Outcome {
    // Whether the shard may be written at all is for the merge to say: it goes on with one that was begun.
    files::check_target(&options.out, Existing::Replace)?;
    let shards = shards_of(&options.shards)?;
    let games = merge(&shards, &options.out, &mut |line| notice(&line));
    let games = games.map_err(|error| match error {
        MergeError::Shard(error) => shard_failure(error),
        error => Failure::input(error),
    })?;
    let of = match shards.len() {
        1 => "1 shard".to_owned(),
        count => format!("{count} shards"),
    };
    writeln!(out, "{games} games of {of} in {}", options.out.display())?;
    Ok(Done::Well)
}
