//! A policy gradient as files: to go on with it, and its network.

use std::fs;
use std::path::{Path, PathBuf};

use heist_agents::Heuristics;
use heist_engine::game::Encode;
use serde::{Deserialize, Serialize};

use super::config::PolicyGradient;
use super::trainer::Trainer;
use crate::files::{FileError, write_folder, write_whole};
use crate::learn::checkpoint::{CheckpointError, NETWORK, restore_learner, save_learner, write_network};

const STATE: &str = "state.json";
const ACTOR: &str = "actor.safetensors";
const CRITIC: &str = "critic.safetensors";

/// How far a policy gradient is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    updates: usize,
    seed: u64,
    config: PolicyGradient,
}

/// A policy gradient that cannot be kept or resumed.
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

impl<G: Heuristics + Encode> Trainer<G> {
    /// Writes everything that is needed to go on, and the network, as a folder: whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), ResumeError> {
        write_folder(folder, |unfinished| {
            write_network::<G>(&unfinished.join(NETWORK), &self.network_config(), &self.network())?;
            for (name, learner) in [(ACTOR, &self.actor), (CRITIC, &self.critic)] {
                save_learner(&unfinished.join(name), &learner.model, &learner.optimizer)?;
            }
            let state = State {
                updates: self.updates,
                seed: self.seed,
                config: self.config.clone(),
            };
            let text = serde_json::to_string_pretty(&state).expect("it has no map whose keys are no texts");
            write_whole(&unfinished.join(STATE), text.as_bytes())?;
            Ok(())
        })
    }

    /// Goes on from a folder that [`save`](Trainer::save) wrote with the same settings and seed.
    ///
    /// # Errors
    /// When it is damaged or of another run.
    pub fn restore(&mut self, folder: &Path) -> Result<(), ResumeError> {
        let path = folder.join(STATE);
        let damaged = |path: &Path, what: String| ResumeError::Damaged {
            path: path.to_owned(),
            what,
        };
        let text = fs::read_to_string(&path).map_err(|source| FileError::new(&path, source))?;
        let state: State = serde_json::from_str(&text).map_err(|error| damaged(&path, error.to_string()))?;
        if state.seed != self.seed || state.config != self.config {
            return Err(ResumeError::Other(folder.to_owned()));
        }
        let steps = (state.updates * self.config.steps_per_update()) as u64;
        for (name, learner) in [(ACTOR, &mut self.actor), (CRITIC, &mut self.critic)] {
            let path = folder.join(name);
            restore_learner(&path, steps, &mut learner.model, &mut learner.optimizer)
                .map_err(|what| damaged(&path, what))?;
        }
        self.updates = state.updates;
        Ok(())
    }
}
