//! `heist export`: recorded games as tables for other programs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use heist_agents::arena::Threads;
use heist_engine::any::AnyGame;
use heist_training::any;
use heist_training::export::{
    Columns, Export, ExportError, Exported, NpzWriter, ParquetWriter, Piece, Source, Writer, metadata_of,
};
use heist_training::shard::Damage;

use super::{first_header, shard_failure, shards_of, tell_damage};
use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{Existing, check_target, write_atomically};
use crate::interrupt;
use crate::setup;
use crate::terminal::progress;

/// Export recorded games as a table for other programs
///
/// Every row is a decision that a search looked into: the active features of what the player saw, the legal actions,
/// what the search found out about its moves, what was played, and how the game ended. docs/formats.md describes the
/// columns. The games are played again for it, so that features are those of this version.
///
/// Example:
///
/// $ heist export games --out games.parquet
///
/// A block that is damaged is named and left out. The file is written whole or not at all.
#[derive(Debug, Args)]
pub struct Options {
    /// Shards, or folders of shards, as `heist selfplay` and `heist label` write them
    #[arg(value_name = "FILE|DIR", required = true)]
    shards: Vec<PathBuf>,

    /// The file to write
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,

    /// What to write; by default what the extension of the file says
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    format: Option<Format>,

    /// Also write the decisions that no search looked into
    #[arg(long, help_heading = "Output")]
    all: bool,

    /// Replace the file if it is there already
    #[arg(long, help_heading = "Output")]
    force: bool,

    /// How many games are played again in parallel; by default one per processor core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Apache Parquet, compressed, with list columns
    Parquet,
    /// NumPy arrays in a zip file, not compressed; lists as values and offsets
    Npz,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let format = format(options)?;
    check_target(&options.out, Existing::forced(options.force))?;
    let shards = shards_of(&options.shards)?;
    let header = first_header(&shards)?;
    let source = Source::open(&shards).map_err(shard_failure)?;
    write(options, format, setup::game(&header.game)?, &source, out)
}

/// The format that is asked for, or that the file's name says.
fn format(options: &Options) -> Result<Format, Failure> {
    let extension = options.out.extension().and_then(|extension| extension.to_str());
    let named = extension.and_then(|extension| Format::from_str(extension, true).ok());
    options.format.or(named).ok_or_else(|| {
        Failure::input(format!(
            "--out: {} does not say the format; expected a name with .parquet or .npz, or --format",
            options.out.display()
        ))
    })
}

fn write(options: &Options, format: Format, game: &dyn AnyGame, source: &Source, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    // A shard of another game or version is known before anything is written.
    any::tabulator(game, source, options.all).map_err(shard_failure)?;
    let pool = Threads::new(options.threads.map_or(0, usize::from)).start();
    let pool = pool.map_err(|error| Failure::input(format!("--threads: {error}")))?;
    let export = Export {
        source,
        every: options.all,
        pool: &pool,
        stop: &[interrupt::flag()],
    };
    let bar = progress(source.games(), "games");
    let (mut ended, mut lost) = (Err(ExportError::Stopped), 0);
    let written = write_atomically(&options.out, Existing::forced(options.force), |file| {
        let mut progress = |done: Exported| bar.set_position(done.games);
        let mut damaged = |damage: Piece<Damage>| {
            lost += damage.part.games.end - damage.part.games.start;
            bar.suspend(|| tell_damage(&damage.path, &damage.part));
        };
        let writer = writer(format, game, source, &options.out)?;
        match any::export(game, &export, writer, file, &mut progress, &mut damaged) {
            Err(ExportError::Write(error)) => Err(error),
            other => {
                let is_whole = other.is_ok();
                ended = other;
                is_whole
                    .then_some(())
                    .ok_or_else(|| io::Error::other("left unfinished"))
            }
        }
    });
    bar.finish_and_clear();
    match ended {
        Ok(done) => {
            written?;
            let missing = if lost > 0 {
                format!("; {lost} games are lost")
            } else {
                String::new()
            };
            let Exported { games, rows } = done;
            writeln!(out, "{}: {rows} rows of {games} games{missing}", options.out.display())?;
            Ok(Done::Well)
        }
        Err(ExportError::Stopped) if interrupt::is_wanted() => {
            notice("stopped; nothing was written");
            Ok(Done::Interrupted)
        }
        // The file could not be written.
        Err(ExportError::Stopped) => written.map(|()| Done::Well),
        Err(ExportError::Shard(error)) => Err(shard_failure(error)),
        Err(error) => Err(Failure::input(error)),
    }
}

fn writer(format: Format, game: &dyn AnyGame, source: &Source, path: &Path) -> io::Result<Box<dyn Writer>> {
    let (columns, metadata) = (Columns::of(game.info()), metadata_of(game, source.headers()));
    Ok(match format {
        Format::Parquet => Box::new(ParquetWriter::new(&columns, &metadata)?),
        Format::Npz => Box::new(NpzWriter::new(&columns, &metadata, &beside(path))?),
    })
}

/// The folder of a file; for what is no file, that of temporary files.
fn beside(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
        Some(folder) if folder.is_dir() && !folder.starts_with("/dev") => folder.to_owned(),
        _ => std::env::temp_dir(),
    }
}
