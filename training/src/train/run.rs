//! A run of the loop.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use heist_agents::Players;
use heist_agents::files;

pub use super::context::{Event, TrainOptions};

use super::card::Card;
use super::config::TrainConfig;
use super::context::{CURVE, Context, Ended, ROUNDS};
use super::data::Data;
use super::error::TrainError;
use super::networks::{self, NETWORKS};
use super::report::{CurvePoint, Gate};
use super::times::{TIMES, Times};
use crate::files::{FileError, write_whole};
#[cfg(feature = "torch")]
use crate::learn::run::RunError;

/// The file with the run's configuration.
const CONFIG: &str = "config.toml";

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The network that was taken last or, if none was, the last one.
    pub network: PathBuf,
    /// Whether it was taken.
    pub taken: bool,
    /// Its card.
    pub card: PathBuf,
    /// The gates, round by round.
    pub gates: Vec<Gate>,
    /// The curve.
    pub curve: Vec<CurvePoint>,
}

/// Makes a run, or goes on with it; `None` if it was stopped before its end.
///
/// # Errors
/// When the configuration does not fit the game, the build or the run that is there, or a step fails.
pub fn train<G: Players>(
    config: &TrainConfig,
    options: &TrainOptions<'_>,
    tell: &(dyn Fn(Event) + Sync),
) -> Result<Option<Finished>, TrainError> {
    let setup = config.check::<G>()?;
    check_build(config, options)?;
    if options.out.to_string_lossy().contains(',') {
        return Err(TrainError::Path(options.out.to_owned()));
    }
    let networks = networks::keys::<G>(config)?;
    fs::create_dir_all(options.out).map_err(|source| FileError::new(options.out, source))?;
    forget_without_results(options.out)?;
    check_folder(config, options.out)?;
    networks::check(&networks, options.out)?;
    let times = Times::open(options.out)?;
    let run = Context::<G> {
        config,
        options,
        setup,
        tell,
        times,
    };
    run.all()
}

/// Finds out whether this build, on this machine, can do what the configuration asks for.
fn check_build(config: &TrainConfig, options: &TrainOptions<'_>) -> Result<(), TrainError> {
    if config.needs_torch() {
        #[cfg(not(feature = "torch"))]
        return Err(TrainError::WithoutTorch);
        #[cfg(feature = "torch")]
        if options.cuda && !tch::Cuda::is_available() {
            return Err(RunError::NoCuda.into());
        }
    } else if options.cuda {
        return Err(TrainError::NoUseOfCuda);
    }
    Ok(())
}

/// Whether a folder holds a file, however deep.
fn has_results(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().any(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => has_results(&entry.path()),
        _ => true,
    })
}

/// Forgets what a run in a folder was that ended before its first result: a configuration that was refused may be
/// another one when it comes again. What has no list of networks beside it is somebody's own and stays.
fn forget_without_results(folder: &Path) -> Result<(), FileError> {
    let has_any = [ROUNDS, CURVE].iter().any(|name| has_results(&folder.join(name)));
    if !folder.join(NETWORKS).exists() || has_any {
        return Ok(());
    }
    for name in [CONFIG, NETWORKS, TIMES] {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(FileError::new(&path, error)),
            _ => {}
        }
    }
    Ok(())
}

/// Finds out whether the run in a folder is this one, or begins it.
fn check_folder(config: &TrainConfig, folder: &Path) -> Result<(), TrainError> {
    let path = folder.join(CONFIG);
    match files::read_text(&path, files::TEXT_LIMIT) {
        Ok(text) => match TrainConfig::parse(&text) {
            Ok(known) if known == *config => Ok(()),
            Ok(_) => Err(TrainError::Other(folder.to_owned())),
            Err(error) => Err(TrainError::Damaged {
                path,
                what: error.to_string(),
            }),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(write_whole(&path, config.to_toml().as_bytes())?),
        Err(error) => Err(FileError::new(&path, error).into()),
    }
}

impl<G: Players> Context<'_, G> {
    fn all(&self) -> Result<Option<Finished>, TrainError> {
        let mut gates: Vec<Gate> = Vec::new();
        let mut curve: Vec<CurvePoint> = Vec::new();
        for round in 1..=self.config.rounds {
            let held = gates.iter().rev().find(|gate| gate.taken).map(|gate| gate.round);
            if self.make(round, held)? == Ended::Stopped {
                return Ok(None);
            }
            let Some(gate) = self.gate(round, held)? else {
                return Ok(None);
            };
            gates.push(gate);
            let Some(points) = self.curve(round)? else {
                return Ok(None);
            };
            curve = points;
        }
        self.finish(gates, curve).map(Some)
    }

    /// Makes the network of a round.
    fn make(&self, round: u32, held: Option<u32>) -> Result<Ended, TrainError> {
        match (&self.config.policy_gradient, &self.config.play, &self.config.learn) {
            (Some(gradient), ..) => self.improve(round, gradient),
            (None, Some(play), Some(learn)) => self.fit(round, held, play, learn),
            _ => unreachable!("the tables were checked when the configuration was read"),
        }
    }

    /// Writes the network that was taken last or, if none was, the last one, with its card.
    fn finish(&self, gates: Vec<Gate>, curve: Vec<CurvePoint>) -> Result<Finished, TrainError> {
        let taken = gates.iter().rev().find(|gate| gate.taken).map(|gate| gate.round);
        // A run whose networks all lost ends with the last one, and its card says so.
        let round = taken.unwrap_or(self.config.rounds);
        let mut data = Vec::new();
        for round in 1..=self.config.rounds {
            data.extend(Data::read(&self.folder(round))?);
        }
        let network = self.options.out.join(format!("{}.safetensors", self.config.name));
        let path = self.options.out.join(format!("{}.md", self.config.name));
        let card = Card {
            config: self.config,
            options: self.options,
            gates: &gates,
            curve: &curve,
            data: &data,
            seconds: &self.times.all(),
            round,
        };
        card.write::<G>(&self.network(round), &network, &path)?;
        Ok(Finished {
            network,
            taken: taken.is_some(),
            card: path,
            gates,
            curve,
        })
    }
}
