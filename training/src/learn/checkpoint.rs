//! Checkpoints: folders that are written whole or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use heist_agents::files::{LEARNER_LIMIT, TEXT_LIMIT, read, read_text};
use heist_agents::heuristics::Heuristics;
use heist_agents::network::{self, NetworkConfig};
use heist_engine::json;
use serde::{Deserialize, Serialize};
use tch::{Kind, Tensor};

use super::config::LearnConfig;
use super::metrics::Losses;
use super::model::Model;
use super::optimizer::Optimizer;
use crate::files::{self, FileError, NETWORK, UNFINISHED, learner_bytes, read_learner, write_folder, write_whole};

/// The weights as they are and the state of the optimiser.
const OPTIMIZER: &str = "optimizer.safetensors";
/// How far the run was.
const STATE: &str = "state.json";
/// So many checkpoints keep what a run needs to go on; of older ones the network stays.
const RESUMABLE: usize = 2;

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Steps made.
    pub step: u64,
    /// The run's configuration.
    pub config: LearnConfig,
    /// The encoding of the game.
    pub encoding: String,
    /// Identifies the data.
    pub data: u64,
    /// Sums over the steps since the last line of metrics, and how many those are.
    pub losses: Losses,
    /// The sum of the lengths of the gradients.
    pub norm: f64,
    /// How many steps are in the sums.
    pub summed: u64,
}

/// A checkpoint that cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file system refused.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// A file is not what was written.
    #[error("{}: {what}; to go on from the checkpoint before, remove {}", .path.display(), .folder.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The checkpoint.
        folder: PathBuf,
        /// What is wrong with it.
        what: String,
    },
}

impl From<FileError> for CheckpointError {
    fn from(FileError { path, source }: FileError) -> CheckpointError {
        CheckpointError::Io { path, source }
    }
}

impl CheckpointError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> CheckpointError + use<> {
        let path = path.to_owned();
        |source| CheckpointError::Io { path, source }
    }
}

/// The checkpoints of a run.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    folder: PathBuf,
}

impl Checkpoints {
    /// Those in a folder, which is made if it is not there. What a killed run has left unfinished is removed.
    ///
    /// # Errors
    /// When the folder cannot be read or written.
    pub fn open(folder: &Path) -> Result<Checkpoints, CheckpointError> {
        fs::create_dir_all(folder).map_err(CheckpointError::io(folder))?;
        for entry in fs::read_dir(folder).map_err(CheckpointError::io(folder))? {
            let path = entry.map_err(CheckpointError::io(folder))?.path();
            let is_unfinished = path.to_str().is_some_and(|name| name.ends_with(UNFINISHED));
            if is_unfinished {
                fs::remove_dir_all(&path).map_err(CheckpointError::io(&path))?;
            }
        }
        Ok(Checkpoints {
            folder: folder.to_owned(),
        })
    }

    /// The steps after which there are checkpoints, in ascending order.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn steps(&self) -> Result<Vec<u64>, CheckpointError> {
        let mut steps = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(CheckpointError::io(&self.folder))? {
            let name = entry.map_err(CheckpointError::io(&self.folder))?.file_name();
            steps.extend(name.to_str().and_then(|name| name.parse::<u64>().ok()));
        }
        steps.sort_unstable();
        Ok(steps)
    }

    /// The folder of a checkpoint.
    pub fn folder(&self, step: u64) -> PathBuf {
        self.folder.join(step.to_string())
    }

    /// Writes the network with averaged weights, everything that is needed to go on, and how far the run is.
    ///
    /// # Errors
    /// When it cannot be written; then there is no trace of it.
    pub fn write<G: Heuristics>(
        &self,
        state: &State,
        network: &NetworkConfig,
        model: &Model,
        optimizer: &Optimizer,
    ) -> Result<PathBuf, CheckpointError> {
        let folder = self.folder(state.step);
        if folder.exists() {
            return Ok(folder);
        }
        write_folder(&folder, |unfinished| {
            fill::<G>(unfinished, state, network, model, optimizer)
        })?;
        self.thin_out()?;
        Ok(folder)
    }

    /// Removes what old checkpoints hold for going on.
    fn thin_out(&self) -> Result<(), CheckpointError> {
        let steps = self.steps()?;
        for &step in steps.iter().rev().skip(RESUMABLE) {
            let path = self.folder(step).join(OPTIMIZER);
            if path.exists() {
                fs::remove_file(&path).map_err(CheckpointError::io(&path))?;
            }
        }
        Ok(())
    }

    /// How far the last checkpoint is; `None` if there is none.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn last(&self) -> Result<Option<State>, CheckpointError> {
        let Some(&step) = self.steps()?.last() else {
            return Ok(None);
        };
        let folder = self.folder(step);
        let path = folder.join(STATE);
        let text = read_text(&path, TEXT_LIMIT).map_err(CheckpointError::io(&path))?;
        let state: State = json::read(&text).map_err(|error| CheckpointError::Damaged {
            path: path.clone(),
            folder: folder.clone(),
            what: error.to_string(),
        })?;
        Ok(Some(state))
    }

    /// Gives a model and its optimiser the weights of a checkpoint.
    ///
    /// # Errors
    /// When it is damaged, or of another network.
    pub fn restore(&self, state: &State, model: &mut Model, optimizer: &mut Optimizer) -> Result<(), CheckpointError> {
        let folder = self.folder(state.step);
        let path = folder.join(OPTIMIZER);
        let damaged = |what: String| CheckpointError::Damaged {
            path: path.clone(),
            folder: folder.clone(),
            what,
        };
        restore_learner(&path, state.step, model, optimizer).map_err(damaged)
    }
}

/// What the names of weights in the file of the optimiser begin with.
const WEIGHT: &str = "weight.";

fn fill<G: Heuristics>(
    folder: &Path,
    state: &State,
    network: &NetworkConfig,
    model: &Model,
    optimizer: &Optimizer,
) -> Result<(), CheckpointError> {
    write_network::<G>(&folder.join(NETWORK), network, &model.folded(optimizer.averaged()))?;
    save_learner(&folder.join(OPTIMIZER), model, optimizer)?;
    let text = serde_json::to_string_pretty(state).expect("it has no map whose keys are no texts");
    Ok(write_whole(&folder.join(STATE), (text + "\n").as_bytes())?)
}

/// Writes the weights of a model as they are, and the state of its optimiser.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn save_learner(path: &Path, model: &Model, optimizer: &Optimizer) -> Result<(), FileError> {
    let weights = model.parameters().iter();
    let weights = weights.map(|(name, tensor)| (format!("{WEIGHT}{name}"), tensor.detach()));
    let all = weights.chain(optimizer.export());
    let tensors = all.map(|(name, tensor)| (name, numbers(&tensor))).collect();
    let bytes = learner_bytes(&tensors, optimizer.steps());
    write_whole(path, &bytes.map_err(|error| FileError::other(path, error))?)
}

/// Gives a model and its optimiser what [`save_learner`] wrote after so many steps.
///
/// # Errors
/// In words, when it is damaged or of another network.
pub(crate) fn restore_learner(
    path: &Path,
    steps: u64,
    model: &mut Model,
    optimizer: &mut Optimizer,
) -> Result<(), String> {
    let bytes = read(path, LEARNER_LIMIT).map_err(|error| error.to_string())?;
    let (tensors, found) = read_learner(&bytes)?;
    if found != steps {
        return Err(format!("it is of step {found}; expected step {steps}"));
    }
    let tensors = loaded(&tensors);
    let weights: Vec<(String, Tensor)> = tensors
        .iter()
        .filter_map(|(name, tensor)| Some((name.strip_prefix(WEIGHT)?.to_owned(), tensor.shallow_clone())))
        .collect();
    model.import(&weights).map_err(|error| error.to_string())?;
    optimizer.import(&tensors, steps).map_err(|error| error.to_string())
}

/// Writes a network's file.
///
/// # Errors
/// When it cannot be written, or a weight is no number.
pub fn write_network<G: Heuristics>(
    path: &Path,
    network: &NetworkConfig,
    weights: &[(String, Tensor)],
) -> Result<(), FileError> {
    let tensors = weights
        .iter()
        .map(|(name, tensor)| (name.clone(), numbers(tensor)))
        .collect();
    files::write_network::<G>(path, network, &tensors)
}

/// A tensor as networks' files hold it.
pub fn numbers(tensor: &Tensor) -> network::Tensor {
    let tensor = tensor.detach().to_kind(Kind::Float).contiguous();
    let mut values = vec![0.0f32; tensor.numel()];
    let count = values.len();
    tensor.copy_data(&mut values, count);
    network::Tensor {
        shape: tensor.size().iter().map(|&width| width as usize).collect(),
        values,
    }
}

/// The weights of a network's file as tensors, by name.
pub fn weights(file: &network::NetworkFile) -> Vec<(String, Tensor)> {
    loaded(&file.tensors)
}

/// Tensors of a file as those of LibTorch.
fn loaded(tensors: &network::Tensors) -> Vec<(String, Tensor)> {
    let tensor = |tensor: &network::Tensor| {
        let shape: Vec<i64> = tensor.shape.iter().map(|&width| width as i64).collect();
        Tensor::from_slice(&tensor.values).view(shape.as_slice())
    };
    tensors
        .iter()
        .map(|(name, numbers)| (name.clone(), tensor(numbers)))
        .collect()
}
