//! `heist learn`: a network fitted to recorded games.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::failure::Outcome;

/// Fit a network to recorded games
///
/// Data are shards of `heist selfplay` with searches, and of `heist label`. A TOML file says what is learned from them
/// and how; every field has a default. The folder of the run holds the configuration, metrics as JSON Lines and as
/// TensorBoard events, and checkpoints, at least one a minute, each with a network that can be played with. The last
/// network is `net.safetensors`.
///
/// With `--resume` the same command continues after Ctrl-C or a crash. On one thread the bytes of the networks depend
/// on the data and the configuration alone, however often a run was stopped.
///
/// The command needs a build with the feature `torch`; without it, it says how to make one.
///
/// Example:
///
/// $ heist learn --data labels --config learn.toml --out run
#[derive(Debug, Args)]
pub struct Options {
    /// The game, as listed by `heist games`; by default that of the data
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Shards, or folders of shards
    #[arg(long, value_name = "FILE|DIR", required = true, num_args = 1.., help_heading = "Input")]
    data: Vec<PathBuf>,

    /// What is learned, and how
    #[arg(long, value_name = "FILE.toml", help_heading = "Input")]
    config: PathBuf,

    /// A network to begin with, instead of random weights
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    from: Option<PathBuf>,

    /// The folder of the run; made if it is missing
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,

    /// Continue the run in the folder, if there is one
    #[arg(long, help_heading = "Output")]
    resume: bool,

    /// What calculates
    #[arg(long, value_enum, default_value_t = Device::Cpu)]
    device: Device,

    /// How many threads calculate; by default one per processor core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// What calculates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Device {
    /// The processor, in single precision
    Cpu,
    /// A CUDA device, in bfloat16
    Cuda,
}

/// Runs the command.
#[cfg(not(feature = "torch"))]
pub fn command(_: &Options, _: &mut dyn Write) -> Outcome {
    Err(super::without_torch())
}

/// Runs the command.
#[cfg(feature = "torch")]
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    with_torch::command(options, out)
}

#[cfg(feature = "torch")]
mod with_torch {
    use std::io::Write;
    use std::thread;

    use heist_agents::files::{NETWORK_LIMIT, read};
    use heist_agents::network::NetworkFile;
    use heist_agents::network::any::check_game;
    use heist_engine::any::AnyGame;
    use heist_training::any;
    use heist_training::learn::checkpoint::CheckpointError;
    use heist_training::learn::config::LearnConfig;
    use heist_training::learn::data::DataError;
    use heist_training::learn::run::{CHECKPOINT_EVERY, Progress, RunError, RunOptions};

    use super::{Device, Options};
    use crate::failure::{Done, Failure, Outcome, notice};
    use crate::files;
    use crate::interrupt;
    use crate::setup;
    use crate::terminal::{progress, waiting};
    use crate::train::{first_header, shard_failure, shards_of};

    pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
        let config = LearnConfig::parse(&files::read_text(&options.config)?)
            .map_err(|error| Failure::file(&options.config, error))?;
        let game = match &options.game {
            Some(game) => game.clone(),
            None => first_header(&shards_of(&options.data)?)?.game,
        };
        learn(options, &config, setup::game(&game)?, out)
    }

    fn learn(options: &Options, config: &LearnConfig, game: &dyn AnyGame, out: &mut dyn Write) -> Outcome {
        let _deferred = interrupt::defer();
        files::check_folder(&options.out)?;
        let start = options.from.as_ref().map(|path| {
            let bytes = read(path, NETWORK_LIMIT).map_err(|error| Failure::file(path, files::reason(&error)))?;
            let file = NetworkFile::read(&bytes).map_err(|error| Failure::file(path, error))?;
            let fits = check_game(game, &file.config);
            fits.map_err(|error| Failure::file(path, error)).map(|()| file)
        });
        let start = start.transpose()?;
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let stop = [interrupt::flag()];
        let run_options = RunOptions {
            data: &options.data,
            out: &options.out,
            resume: options.resume,
            cuda: options.device == Device::Cuda,
            threads: options.threads.map_or_else(cores, usize::from),
            checkpoint_every: CHECKPOINT_EVERY,
            start: start.as_ref(),
            stop: &stop,
        };
        let loading = waiting("reading data");
        let steps = progress(0, "steps");
        let mut printed = Ok(());
        let mut tell = |told| match told {
            Progress::Loading(loaded) => loading.set_position(loaded.games),
            Progress::Loaded {
                decisions: (learned, held_out),
                bytes,
                damage,
                step,
                steps: all,
            } => {
                loading.finish_and_clear();
                damage.iter().for_each(|line| notice(line));
                steps.set_length(all);
                steps.set_position(step);
                let mb = bytes.div_ceil(1 << 20);
                let line = writeln!(out, "{learned} decisions to learn from, {held_out} held out, {mb} MB");
                printed = std::mem::replace(&mut printed, Ok(())).and(line);
            }
            Progress::Step { step, .. } => steps.set_position(step),
            Progress::Measured { epoch, measures } => steps.suspend(|| {
                let measures: Vec<String> = measures
                    .iter()
                    .map(|(name, number)| format!("{name} {number:.4}"))
                    .collect();
                let line = writeln!(out, "epoch {epoch}: {}", measures.join(", ")).and_then(|()| out.flush());
                printed = std::mem::replace(&mut printed, Ok(())).and(line);
            }),
        };
        let learned = any::learn(game, config, &run_options, &mut tell);
        loading.finish_and_clear();
        steps.finish_and_clear();
        printed?;
        let Some(summary) = learned.map_err(failure)? else {
            notice("stopped while reading data; the same command continues");
            return Ok(Done::Interrupted);
        };
        if summary.step < summary.steps {
            let (step, steps) = (summary.step, summary.steps);
            notice(&format!(
                "stopped: {step} of {steps} steps made; the same command with --resume continues"
            ));
            return Ok(Done::Interrupted);
        }
        writeln!(
            out,
            "{} steps made; the network is {}",
            summary.steps,
            summary.network.display()
        )?;
        Ok(Done::Well)
    }

    fn failure(error: RunError) -> Failure {
        match error {
            RunError::Data(DataError::Shard(error)) => shard_failure(error),
            RunError::Io { path, source } | RunError::Checkpoint(CheckpointError::Io { path, source }) => {
                files::failure(&path, &source)
            }
            RunError::NoCuda => Failure::input(format!("--device cuda: {error}")),
            error => Failure::input(error),
        }
    }
}
