//! A policy gradient as files, to go on with it.

use std::path::{Path, PathBuf};

use heist_agents::files;
use serde::{Deserialize, Serialize};

use super::config::PolicyGradient;
use crate::files::{FileError, write_folder, write_whole};

const STATE: &str = "state.json";

/// How far a policy gradient is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    pub updates: usize,
    pub seed: u64,
    pub config: PolicyGradient,
}

/// A policy gradient that cannot be kept or resumed.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The file system refused.
    #[error(transparent)]
    File(#[from] FileError),
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

impl State {
    /// Writes a folder with this and what `fill` writes, whole or not at all.
    pub fn save(&self, folder: &Path, fill: impl FnOnce(&Path) -> Result<(), FileError>) -> Result<(), ResumeError> {
        write_folder(folder, |unfinished| {
            fill(unfinished)?;
            let text = serde_json::to_string_pretty(self).expect("it has no map whose keys are no texts");
            Ok(write_whole(&unfinished.join(STATE), text.as_bytes())?)
        })
    }

    /// How far the run of a folder is, which has this one's settings and seed.
    pub fn read_of(&self, folder: &Path) -> Result<State, ResumeError> {
        let path = folder.join(STATE);
        let text = files::read_text(&path, files::TEXT_LIMIT).map_err(|source| FileError::new(&path, source))?;
        let state: State = serde_json::from_str(&text).map_err(|error| ResumeError::Damaged {
            path,
            what: error.to_string(),
        })?;
        if state.seed != self.seed || state.config != self.config {
            return Err(ResumeError::Other(folder.to_owned()));
        }
        Ok(state)
    }
}
