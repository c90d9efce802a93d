//! A game with what was found in some of its positions: a line of a run's folder.

use heist_engine::json;
use serde::{Deserialize, Serialize};

/// A finished game of the recommended agent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// Its number in the run, from 0.
    pub game: u64,
    /// The name of its setting.
    pub setting: String,
    /// What the team got: 1 is a full win, 0 a loss.
    pub value: f64,
    /// How the game ended.
    pub ending: String,
    /// How many decisions were taken.
    pub decisions: u64,
    /// What was found in some of them.
    pub looks: Vec<Look>,
}

/// What a search found in a position, with the numbers of the position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// How many decisions had been taken before.
    pub decision: u64,
    /// Who played on in simulations, by the names of [`mod@crate::calibration`].
    pub source: String,
    /// Simulations of the move that was chosen.
    pub visits: u64,
    /// By what the move was compared with others: the mean, as the search found it.
    pub value: f32,
    /// The mean result of its simulations.
    pub simulated: f32,
    /// [`Numbers::numbers`](crate::calibration::Numbers).
    pub numbers: Vec<f32>,
    /// [`Numbers::features`](crate::calibration::Numbers).
    pub features: Vec<u32>,
}

/// No game of any run has more looks.
const MOST_LOOKS: usize = 100_000;

impl PlayedGame {
    /// The game of a line.
    ///
    /// # Errors
    /// What is wrong with the line: it is no game, or not that of this number, or its numbers are not those of the
    /// game.
    pub(super) fn read(line: &[u8], game: u64, names: usize, features: usize) -> Result<PlayedGame, String> {
        let text = std::str::from_utf8(line).map_err(|_| "no game: expected UTF-8".to_owned())?;
        let read: PlayedGame = json::read(text).map_err(|error| match &error.field {
            Some(field) => format!("field `{field}`: {} (column {})", error.message, error.column),
            None => format!("no game: {} (column {})", error.message, error.column),
        })?;
        if read.game != game {
            return Err(format!(
                "field `game`: found {}; expected {game}, one a line from 0",
                read.game
            ));
        }
        if !(0.0..=1.0).contains(&read.value) {
            return Err(format!("field `value`: found {}; expected 0 to 1", read.value));
        }
        if read.looks.len() > MOST_LOOKS {
            return Err(format!(
                "field `looks`: found {}; expected at most {MOST_LOOKS}",
                read.looks.len()
            ));
        }
        match read.looks.iter().find_map(|look| look.problem(names, features)) {
            Some(problem) => Err(problem),
            None => Ok(read),
        }
    }
}

impl Look {
    fn problem(&self, names: usize, features: usize) -> Option<String> {
        let numbers = self.numbers.len();
        if numbers != names {
            return Some(format!(
                "field `looks.numbers`: found {numbers} numbers; expected {names}"
            ));
        }
        let is_number = [self.value, self.simulated]
            .iter()
            .chain(&self.numbers)
            .all(|number| number.is_finite());
        if !is_number {
            return Some("field `looks`: found what is no number; expected finite ones".to_owned());
        }
        let wrong = self.features.iter().find(|&&feature| feature as usize >= features);
        if let Some(feature) = wrong {
            return Some(format!(
                "field `looks.features`: found {feature}; expected numbers below {features}"
            ));
        }
        if !self.features.is_sorted_by(|one, next| one < next) {
            return Some("field `looks.features`: found features out of order; expected them ascending".to_owned());
        }
        (self.visits == 0).then(|| "field `looks.visits`: found 0; expected at least 1".to_owned())
    }
}
