//! `heist label`: recorded decisions looked into afterwards.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use heist_agents::arena::Threads;
use heist_agents::spec::Spec;
use heist_engine::any::AnyGame;
use heist_training::any;
use heist_training::label::{LabelError, LabelOptions, Labelled, Pick};
use heist_training::shard::ShardReader;

use super::{first_header, shard_failure, shards_of};
use crate::failure::{Done, Failure, Outcome, notice};
use crate::files;
use crate::interrupt;
use crate::setup;
use crate::terminal::progress;

/// Label decisions of recorded games: what several moves of each are worth, in common worlds
///
/// Of every game some decisions are picked, and of each decision up to so many moves, the one that was played among
/// them. Every move is tried in the same sampled worlds with the same dice. A label is the value of a move, its
/// difference to the mean of the moves of its decision, and the standard errors of both: from such differences
/// networks learn to tell positions apart that differ by one move.
///
/// Each shard becomes a shard of the same name in another folder. The bytes are the same for any number of threads,
/// and the same command continues after Ctrl-C or a crash.
///
/// Example:
///
/// $ heist label --from games --out labels --per-game 10
#[derive(Debug, Args)]
pub struct Options {
    /// Shards, or folders of shards
    #[arg(long, value_name = "FILE|DIR", required = true, num_args = 1.., help_heading = "Input")]
    from: Vec<PathBuf>,

    /// The folder for the labelled shards; made if it is missing
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,

    /// How simulations go on after a move: `flat` or `improve` with options, as listed by `heist agents`. Without it,
    /// `improve:turns=10`, or `flat:turns=10` for a game without an expert
    #[arg(long, value_name = "SPEC", help_heading = "Labels")]
    rollouts: Option<Spec>,

    /// Worlds that every move is tried in
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        help_heading = "Labels"
    )]
    worlds: u32,

    /// Moves of a decision at most; if there are more, some are drawn
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        value_parser = clap::value_parser!(u16).range(2..),
        help_heading = "Labels"
    )]
    moves: u16,

    /// Label this many decisions of each game
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        value_parser = clap::value_parser!(u32).range(1..),
        help_heading = "Labels"
    )]
    per_game: u32,

    /// Label each decision with this probability instead
    #[arg(long, value_name = "P", conflicts_with = "per_game", help_heading = "Labels")]
    share: Option<f64>,

    /// The seed of what is drawn: decisions, moves, worlds and dice
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Labels")]
    seed: u64,

    /// How many games are labelled in parallel; by default one per processor core
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024),
        help_heading = "Labels"
    )]
    threads: Option<u16>,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let shards = shards_of(&options.from)?;
    let header = first_header(&shards)?;
    label(options, setup::game(&header.game)?, &shards, out)
}

fn label(options: &Options, game: &dyn AnyGame, shards: &[PathBuf], out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    let rollouts = options.rollouts.clone();
    let label_options = LabelOptions {
        rollouts: rollouts.unwrap_or_else(|| any::usual_rollouts(game)),
        worlds: options.worlds,
        moves: options.moves.into(),
        pick: options.share.map_or(Pick::Count(options.per_game), Pick::Share),
        seed: options.seed,
        threads: Threads::new(options.threads.map_or(0, usize::from)),
    };
    let labeller = any::labeller(game, label_options).map_err(failure)?;
    check_names(shards)?;
    files::make_folder(&options.out)?;
    let mut games = 0;
    for shard in shards {
        games += ShardReader::open(shard).map_err(shard_failure)?.header().games;
    }
    let bar = progress(games, "games");
    let start = Instant::now();
    let mut all = Labelled::default();
    for shard in shards {
        let labelled = labeller.run(
            shard,
            &options.out,
            &mut |line| notice(&line),
            &|done| bar.inc(done),
            &[interrupt::flag()],
        );
        let labelled = labelled.inspect_err(|_| bar.finish_and_clear()).map_err(failure)?;
        all.before += labelled.before;
        all.of += labelled.of;
        all.games += labelled.games;
        all.decisions += labelled.decisions;
        all.labels += labelled.labels;
        if labelled.games < labelled.of {
            break;
        }
    }
    bar.finish_and_clear();
    if all.games < all.of {
        notice(&format!(
            "stopped: {} of {games} games labelled; the same command continues",
            all.games
        ));
        return Ok(Done::Interrupted);
    }
    let Labelled {
        before,
        games,
        decisions,
        labels,
        ..
    } = all;
    let folder = options.out.display();
    let again = match before {
        0 => String::new(),
        before => format!(", {before} of them before"),
    };
    writeln!(out, "{games} games labelled in {folder}{again}")?;
    if labels > 0 {
        let seconds = start.elapsed().as_secs_f64();
        let pace = labels as f64 / seconds;
        writeln!(
            out,
            "{labels} labels at {decisions} decisions, {pace:.0} labels per second"
        )?;
    }
    Ok(Done::Well)
}

/// Shards of one name in several folders would become one.
fn check_names(shards: &[PathBuf]) -> Result<(), Failure> {
    for (place, shard) in shards.iter().enumerate() {
        if let Some(other) = shards[..place]
            .iter()
            .find(|other| other.file_name() == shard.file_name())
        {
            let message = format!("has the same name as {}; expected different ones", other.display());
            return Err(Failure::file(shard, message));
        }
    }
    Ok(())
}

fn failure(error: LabelError) -> Failure {
    match error {
        LabelError::Shard(error) => shard_failure(error),
        LabelError::Spec(error) => Failure::input(format!("--rollouts: {error}")),
        LabelError::Number {
            name: "share",
            found,
            expected,
        } => Failure::input(format!("--share {found}: expected {expected}")),
        error => Failure::input(error),
    }
}
