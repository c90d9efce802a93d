//! Why a run cannot go on.

use std::path::PathBuf;

use heist_agents::SpecError;
use heist_agents::arena::{ArenaError, FolderError};
use heist_agents::network::NetworkError;

use crate::files::FileError;
use crate::label::LabelError;
use crate::learn::config::ConfigError;
#[cfg(feature = "torch")]
use crate::learn::run::RunError;
use crate::ppo::checkpoint::ResumeError;
use crate::ppo::config::PolicyGradientError;
use crate::selfplay::SelfplayError;
use crate::shard::ShardError;

/// A run that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The configuration does not fit.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// The configuration needs LibTorch, and this build has none.
    #[error("built without the feature `torch`, which the table `learn` needs, and `policy-gradient` without `moves`")]
    WithoutTorch,
    /// There is nothing to do for a CUDA device.
    #[error("a policy gradient with `moves` learns on the processor; expected the device cpu")]
    NoUseOfCuda,
    /// The run that is there has another configuration.
    #[error("{}: a run with another configuration is there; expected the same, or another folder", .0.display())]
    Other(PathBuf),
    /// A network is not the one with which the run began.
    #[error(
        "{}: the network {name} has changed since the run began; expected the file of that time, or another folder",
        .folder.display()
    )]
    OtherNetwork {
        /// The run's folder.
        folder: PathBuf,
        /// The network as the configuration names it.
        name: String,
    },
    /// A path that no agent can be given.
    #[error("{}: expected a path without commas, since agents are given the paths of networks in their options", .0.display())]
    Path(PathBuf),
    /// Files cannot be read or written.
    #[error("{0}")]
    File(#[from] FileError),
    /// A file of the run cannot be read.
    #[error("{}: {what}; expected what this version wrote", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Games cannot be played.
    #[error("{0}")]
    Play(#[from] SelfplayError),
    /// Decisions cannot be labelled.
    #[error("{0}")]
    Label(#[from] LabelError),
    /// What was recorded cannot be read.
    #[error("{0}")]
    Shard(#[from] ShardError),
    /// No network can be learned.
    #[cfg(feature = "torch")]
    #[error("{0}")]
    Learn(#[from] RunError),
    /// No policy gradient can be run.
    #[error("table `policy-gradient`: {0}")]
    PolicyGradient(#[from] PolicyGradientError),
    /// A policy gradient cannot be kept or resumed.
    #[error("{0}")]
    Resume(#[from] ResumeError),
    /// A gate or the curve cannot be played.
    #[error("{0}")]
    Arena(#[from] ArenaError),
    /// The games of a gate or of the curve cannot be kept.
    #[error("{0}")]
    Folder(#[from] FolderError),
    /// An agent cannot play the game.
    #[error("{0}")]
    Spec(#[from] SpecError),
    /// A file is no network, or none that can be written.
    #[error("{}: {source}", .path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: NetworkError,
    },
}
