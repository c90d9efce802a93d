//! `heist train`: the loop from self-play to a network that plays.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use clap::Args;
use heist_engine::any::AnyGame;
use heist_training::any;
use heist_training::label::LabelError;
use heist_training::ppo::checkpoint::ResumeError;
use heist_training::selfplay::SelfplayError;
use heist_training::train::config::TrainConfig;
use heist_training::train::error::TrainError;
use heist_training::train::report::CurvePoint;
use heist_training::train::run::{Event, Finished, TrainOptions};
use indicatif::ProgressBar;

use crate::curve::{self, Line, Point};
use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, Ending};
use crate::interrupt;
use crate::matches::{arena_failure, folder_failure};
use crate::setup;
use crate::terminal::progress;
use crate::train::{shard_failure, without_torch};

/// Train a network: play, label, learn, compare with the network before, and again
///
/// The configuration is a TOML file, described in docs/training.md; those in training/configs run as they are.
/// Everything goes into the folder of --out, whose files can be read with other tools: recorded games, labels,
/// checkpoints, metrics, the games of every comparison, a curve, and at the end the network with its card.
///
/// A new network takes the place of the one before only if a sequential test finds that it wins more of the same deals.
/// The first network is taken without a test, unless the configuration names an agent that it must beat (`against`). If
/// no network is taken, the last one is written nevertheless; its card and the last lines of the command say so.
///
/// The same command continues after Ctrl-C or a crash. Configurations with the table `learn`, and those with a
/// `policy-gradient` without `moves`, need a build with the feature `torch`.
///
/// Example:
///
/// $ heist train --config training/configs/caper-cards-small.toml --out runs/caper
#[derive(Debug, Args)]
pub struct Options {
    /// The configuration
    #[arg(long, value_name = "FILE")]
    config: PathBuf,

    /// The folder of the run; made if it is missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// How many games are played in parallel; by default one per processor core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// How many threads PyTorch has. With one, a run that is continued ends with the same bytes as one that never
    /// stopped
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    learning_threads: u16,

    /// Where PyTorch calculates
    #[arg(long, value_name = "DEVICE", default_value = "cpu", value_parser = ["cpu", "cuda"])]
    device: String,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let text = files::read_text(&options.config)?;
    let config = TrainConfig::parse(&text).map_err(|error| Failure::file(&options.config, error))?;
    let unknown = |failure: Failure| Failure::file(&options.config, format!("field `game`: {}", failure.message()));
    run(options, &config, setup::game(&config.game).map_err(unknown)?, out)
}

fn run(options: &Options, config: &TrainConfig, game: &dyn AnyGame, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    files::check_folder(&options.out)?;
    let stop = [interrupt::flag()];
    let bar: Mutex<Option<ProgressBar>> = Mutex::new(None);
    let tell = |event: Event| {
        let mut bar = bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match event {
            Event::Begins { round, step, of, done } => {
                if let Some(bar) = bar.take() {
                    bar.finish_and_clear();
                }
                let new = progress(of, step);
                new.set_position(done);
                new.reset_eta();
                if new.is_hidden() {
                    notice(&format!("round {round} of {}: {step} ({done} of {of})", config.rounds));
                }
                *bar = Some(new);
            }
            Event::Done => bar.iter().for_each(|bar| bar.inc(1)),
            Event::DoneTo(count) => bar.iter().for_each(|bar| bar.set_position(count)),
            Event::Result(text) => match bar.as_ref().filter(|bar| !bar.is_hidden()) {
                Some(bar) => bar.println(text),
                None => notice(&text),
            },
        }
    };
    let options_of_run = TrainOptions {
        config: &options.config,
        out: &options.out,
        threads: options.threads.map_or(0, usize::from),
        learning_threads: options.learning_threads.into(),
        cuda: options.device == "cuda",
        stop: &stop,
    };
    let finished = any::train(game, config, &options_of_run, &tell);
    if let Some(bar) = bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take() {
        bar.finish_and_clear();
    }
    let Some(finished) = finished.map_err(|error| failure(options, error))? else {
        notice("stopped; the same command continues");
        return Ok(Done::Interrupted);
    };
    let mut ending = Ending::default();
    ending.note(draw(options, config, &finished.curve));
    ending.note(print(&finished, out));
    ending.finish(
        Done::Well,
        None,
        "all rounds are finished; the same command draws the curve",
        out,
    )
}

fn print(finished: &Finished, out: &mut dyn Write) -> Result<(), Failure> {
    for point in &finished.curve {
        writeln!(out, "{point}").map_err(Failure::Output)?;
    }
    for gate in &finished.gates {
        writeln!(out, "{gate}").map_err(Failure::Output)?;
    }
    let network = finished.network.display();
    if finished.taken {
        writeln!(out, "network: {network}")
    } else {
        writeln!(
            out,
            "network: {network} (not taken: no network has passed its gate, and this is the last one)"
        )
    }
    .map_err(Failure::Output)?;
    writeln!(out, "card: {}", finished.card.display()).map_err(Failure::Output)
}

/// Draws the curve: win rates over rounds, other agents as level lines.
fn draw(options: &Options, config: &TrainConfig, points: &[CurvePoint]) -> Result<(), Failure> {
    let point = |point: &CurvePoint| Point {
        x: point.trained,
        share: point.wins as f64 / point.games.max(1) as f64,
        interval: point.interval95,
    };
    let networks = points.iter().filter(|point| point.trained.is_some());
    let mut lines = vec![Line {
        name: config.curve.agent.clone(),
        points: networks.map(point).collect(),
    }];
    let others = points.iter().filter(|point| point.trained.is_none());
    lines.extend(others.map(|other| Line {
        name: other.agent.clone(),
        points: vec![point(other)],
    }));
    let title = format!("{}: games won over rounds", config.name);
    let svg = curve::svg(&title, "round", &lines).map_err(Failure::input)?;
    let path = options.out.join("curve.svg");
    files::write_atomically(&path, files::Existing::Replace, |file| file.write_all(svg.as_bytes()))
}

fn failure(options: &Options, error: TrainError) -> Failure {
    match error {
        TrainError::WithoutTorch => without_torch(),
        TrainError::NoUseOfCuda => Failure::input(format!("--device cuda: {error}")),
        TrainError::Config(error) => Failure::file(&options.config, error),
        TrainError::File(error) | TrainError::Resume(ResumeError::File(error)) => {
            files::failure(&error.path, &error.source)
        }
        TrainError::Shard(error)
        | TrainError::Play(SelfplayError::Shard(error))
        | TrainError::Label(LabelError::Shard(error)) => shard_failure(error),
        TrainError::Folder(error) => folder_failure(error),
        TrainError::Arena(error) => arena_failure(error),
        TrainError::Network { path, source } => Failure::file(&path, source),
        error => Failure::input(error),
    }
}
