//! A network that learns by playing with itself, as files: to go on with it, and to play with.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use heist_agents::Heuristics;
use heist_agents::network::NetworkConfig;
use heist_engine::game::SetupError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tch::{Device, Tensor};

use crate::files::{FileError, write_folder, write_whole};
use crate::learn::architecture::Architecture;
use crate::learn::checkpoint::{CheckpointError, NETWORK, restore_learner, save_learner, write_network};
use crate::learn::input::Input;
use crate::learn::model::{Model, Output};
use crate::learn::optimizer::{Optimizer, OptimizerConfig};

const STATE: &str = "state.json";

/// A network that learns by playing with itself: rounds of updates, between which it can be kept.
pub trait SelfLearner: Send {
    /// The game.
    type Game: Heuristics;
    /// The settings.
    type Config: Clone + PartialEq + Serialize + DeserializeOwned;
    /// What a round came to.
    type Progress: Display + Serialize + Send;

    /// The settings and the seed: what a run that goes on must have in common with the one before.
    fn settings(&self) -> (&Self::Config, u64);
    /// Updates so far.
    fn updates(&self) -> usize;
    /// Updates in all.
    fn planned(&self) -> usize;
    /// A round of updates, or fewer if there are no more up to `goal`. It depends on nothing but the weights, the optimisers' state and
    /// the number of updates. `tell` is called after each update, and ends the round early by answering `false`; what the round
    /// came to is then not told.
    ///
    /// # Errors
    /// When a setup drawn for a deal is not playable.
    fn round(
        &mut self,
        goal: usize,
        tell: &mut (dyn FnMut(usize) -> bool + Send),
    ) -> Result<Option<Self::Progress>, SetupError>;
    /// The averaged weights by name.
    fn network(&self) -> Vec<(String, Tensor)>;
    /// What the network's file says about it.
    fn network_config(&self) -> NetworkConfig;
    /// What learns, by the names of the files.
    fn learners(&self) -> Vec<(&'static str, &Learner)>;
    /// The same, to be changed to what it was after a number of updates.
    fn set_updates(&mut self, updates: usize) -> Vec<(&'static str, &mut Learner)>;
    /// Steps of the optimisers per update.
    fn steps_per_update(&self) -> usize;
}

/// A network with what changes it.
#[derive(Debug)]
pub struct Learner {
    /// The network.
    pub model: Model,
    /// What changes it.
    pub optimizer: Optimizer,
}

impl Learner {
    /// A network with small random weights.
    pub fn new(architecture: &Architecture, optimizer: OptimizerConfig, seed: u64) -> Learner {
        let model = Model::new(architecture, seed, Device::Cpu);
        let optimizer = Optimizer::new(optimizer, &model);
        Learner { model, optimizer }
    }

    /// Makes a step down the gradient of a loss, which was calculated from this output of this input.
    pub fn step(&mut self, loss: &Tensor, input: &Input, output: &Output, rate: f64) {
        let gradients = self.model.gradients(loss, input, output);
        self.optimizer.step(&mut self.model, &gradients, rate);
    }
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State<C> {
    updates: usize,
    seed: u64,
    config: C,
}

/// A run that cannot be kept or resumed.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The file system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// The network cannot be written.
    #[error(transparent)]
    Network(#[from] CheckpointError),
    /// A file is damaged.
    #[error("{}: {what}; expected what this version wrote", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// What is there was made with other settings.
    #[error("{}: it was made with other settings or another seed; expected the same, or another folder", .0.display())]
    Other(PathBuf),
}

/// Writes everything that is needed to go on, and the network, as a folder: whole or not at all.
///
/// # Errors
/// When it cannot be written.
pub fn save<L: SelfLearner>(of: &L, folder: &Path) -> Result<(), ResumeError> {
    write_folder(folder, |unfinished| {
        write_network::<L::Game>(&unfinished.join(NETWORK), &of.network_config(), &of.network())?;
        for (name, learner) in of.learners() {
            save_learner(&unfinished.join(name), &learner.model, &learner.optimizer)?;
        }
        let (config, seed) = of.settings();
        let state = State {
            updates: of.updates(),
            seed,
            config: config.clone(),
        };
        let text = serde_json::to_string_pretty(&state).expect("it has no map whose keys are no texts");
        Ok(write_whole(&unfinished.join(STATE), text.as_bytes())?)
    })
}

/// Goes on from what was written.
///
/// # Errors
/// When it cannot be read, is damaged, or of another run.
pub fn restore<L: SelfLearner>(to: &mut L, folder: &Path) -> Result<(), ResumeError> {
    let damaged = |path: &Path, what: String| ResumeError::Damaged {
        path: path.to_owned(),
        what,
    };
    let path = folder.join(STATE);
    let text = fs::read_to_string(&path).map_err(|source| FileError::new(&path, source))?;
    let state: State<L::Config> = serde_json::from_str(&text)
        .map_err(|error| damaged(&path, heist_engine::json::in_words(&error.to_string())))?;
    if (&state.config, state.seed) != to.settings() {
        return Err(ResumeError::Other(folder.to_owned()));
    }
    let steps = (state.updates * to.steps_per_update()) as u64;
    for (name, learner) in to.set_updates(state.updates) {
        let path = folder.join(name);
        restore_learner(&path, steps, &mut learner.model, &mut learner.optimizer)
            .map_err(|what| damaged(&path, what))?;
    }
    Ok(())
}
