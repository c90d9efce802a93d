//! What the networks of a run have learned from.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::TrainError;
use super::json;

/// The file in the folder of a round.
const DATA: &str = "data.json";

/// What a round has learned from that was not there before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Data {
    /// The round, from 1.
    pub round: u32,
    /// Games that were played to their end.
    pub games: u64,
    /// Decisions: the recorded ones that say something of their moves, or those of a policy gradient.
    pub decisions: u64,
    /// Moves of those that were labelled; none where nothing is labelled.
    pub labels: Option<u64>,
}

impl Data {
    /// Nothing yet.
    pub fn of_round(round: u32) -> Data {
        Data {
            round,
            games: 0,
            decisions: 0,
            labels: None,
        }
    }

    /// Keeps it in the folder of the round.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), TrainError> {
        Ok(json::write(&folder.join(DATA), self)?)
    }

    /// What is kept in the folder of a round, if it is: runs of earlier versions did not.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn read(folder: &Path) -> Result<Option<Data>, TrainError> {
        json::read(&folder.join(DATA))
    }
}
