//! The model of a calibration, and its text.

use std::collections::BTreeMap;

use heist_engine::json;
use serde::{Deserialize, Serialize};

use super::curve::{Curve, logistic};
use super::numbers::{Numbers, names};
use crate::heuristics::Heuristics;

/// The format of the text.
const FORMAT: u32 = 1;
/// No coefficient is larger.
const LARGEST: f64 = 10_000.0;
/// Standardised numbers count as no farther from their mean than this: beyond what was seen, a line says nothing.
const FARTHEST: f64 = 4.0;

/// How often games are won by the recommended agent, by values of its searches and the positions they began in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// `calibration`: what the text is.
    pub heistlab: String,
    /// The format of the text.
    #[serde(rename = "calibration-format")]
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// Who played the games that it was fitted on.
    pub agent: String,
    /// How many games these were.
    pub games: u64,
    /// How many positions of them.
    pub positions: u64,
    /// How many simulations what is usual in a position says as much as.
    pub prior: f64,
    /// The values of searches that are usual.
    pub usual: Model,
    /// The log odds of winning at even log odds of the value.
    pub won: Model,
    /// By how much they rise with those of the value, by who plays on in simulations. There are no others that it
    /// knows.
    pub slopes: BTreeMap<String, f64>,
}

/// Log odds as a sum.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// What all positions have.
    pub constant: f64,
    /// By who plays on in simulations.
    pub sources: BTreeMap<String, f64>,
    /// By the numbers of the position, each by its name.
    pub numbers: BTreeMap<String, Number>,
    /// By the features that are on, each by its name.
    pub features: BTreeMap<String, f64>,
}

/// What a number of a position counts for.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// What is usual, which counts for nothing.
    pub mean: f64,
    /// By how much it usually differs from that; above 0.
    pub scale: f64,
    /// What one scale more counts for.
    pub weight: f64,
}

impl Number {
    /// The number in scales from its mean.
    pub fn standardised(&self, number: f64) -> f64 {
        ((number - self.mean) / self.scale).clamp(-FARTHEST, FARTHEST)
    }
}

/// A text that is no calibration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CalibrationError {
    /// It cannot be read.
    #[error("line {line}: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// A field is not what it must be.
    #[error("field `{field}`: found {found}; expected {expected}")]
    Field {
        /// Its name.
        field: String,
        /// What it holds.
        found: String,
        /// What it should.
        expected: String,
    },
}

impl Calibration {
    /// What `heistlab` says in the text of one.
    pub const KIND: &str = "calibration";

    /// One of a game, given by its id, that knows nothing yet.
    pub fn new(game: &str, agent: &str) -> Calibration {
        Calibration {
            heistlab: Calibration::KIND.to_owned(),
            format: FORMAT,
            game: game.to_owned(),
            agent: agent.to_owned(),
            games: 0,
            positions: 0,
            prior: 1.0,
            usual: Model::default(),
            won: Model::default(),
            slopes: BTreeMap::new(),
        }
    }

    /// The calibration of a game, given by its id, from its text.
    ///
    /// # Errors
    /// When the text is none of that game, or has a number that no calibration has.
    pub fn read(text: &str, game: &str) -> Result<Calibration, CalibrationError> {
        let read: Calibration = json::read(text).map_err(|error| CalibrationError::Line {
            line: error.line,
            what: format!("{} (column {})", error.message, error.column),
        })?;
        read.check(game)?;
        Ok(read)
    }

    /// Its text.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data with text keys serializes");
        text.push('\n');
        text
    }

    fn check(&self, game: &str) -> Result<(), CalibrationError> {
        let wrong = |field: &str, found: String, expected: &str| {
            Err(CalibrationError::Field {
                field: field.to_owned(),
                found,
                expected: expected.to_owned(),
            })
        };
        if self.heistlab != Calibration::KIND {
            return wrong("heistlab", format!("`{}`", self.heistlab), Calibration::KIND);
        }
        if self.format != FORMAT {
            return wrong("calibration-format", self.format.to_string(), &FORMAT.to_string());
        }
        if self.game != game {
            return wrong("game", format!("`{}`", self.game), game);
        }
        if !(self.prior > 0.0 && self.prior <= LARGEST) {
            let expected = format!("a number above 0, at most {LARGEST}");
            return wrong("prior", self.prior.to_string(), &expected);
        }
        for (source, slope) in &self.slopes {
            if !(*slope > 0.0 && *slope <= LARGEST) {
                let expected = format!("a number above 0, at most {LARGEST}");
                return wrong(&format!("slopes.{source}"), slope.to_string(), &expected);
            }
        }
        for model in [&self.usual, &self.won] {
            let weights = model.numbers.values().map(|number| number.weight);
            let others = model.sources.values().chain(model.features.values()).copied();
            if let Some(found) = weights
                .chain(others)
                .chain([model.constant])
                .find(|weight| weight.abs() > LARGEST)
            {
                let expected = format!("numbers of {LARGEST} at most");
                return wrong("usual, won", found.to_string(), &expected);
            }
        }
        for (name, number) in self.usual.numbers.iter().chain(&self.won.numbers) {
            let is_whole = [number.mean, number.scale, number.weight]
                .iter()
                .all(|part| part.is_finite());
            if !(is_whole && number.scale > 0.0) {
                let expected = "finite numbers, and a scale above 0";
                return wrong(&format!("numbers.{name}"), format!("{number:?}"), expected);
            }
        }
        Ok(())
    }

    /// The chance to win over the value of a search, in a position of the game `G` and for simulations of a
    /// [source](super::source); `None` for a source that it does not know.
    pub fn curve<G: Heuristics>(&self, source: &str, position: &Numbers, simulations: u64) -> Option<Curve> {
        let features = position
            .features
            .iter()
            .map(|&feature| G::feature_name(feature as usize));
        let features: Vec<String> = features.collect();
        self.curve_of(source, &names::<G>(), &position.numbers, &features, simulations)
    }

    /// The same by the names of numbers and features.
    pub fn curve_of(
        &self,
        source: &str,
        names: &[String],
        numbers: &[f32],
        features: &[String],
        simulations: u64,
    ) -> Option<Curve> {
        let slope = *self.slopes.get(source)?;
        Some(Curve {
            usual: logistic(self.usual.log_odds(source, names, numbers, features)),
            prior: self.prior,
            simulations: simulations as f64,
            offset: self.won.log_odds(source, names, numbers, features),
            slope,
        })
    }
}

impl Model {
    /// The log odds of a position. Numbers and features that the model does not know count for nothing.
    pub fn log_odds(&self, source: &str, names: &[String], numbers: &[f32], features: &[String]) -> f64 {
        let of_numbers = names.iter().zip(numbers).filter_map(|(name, &number)| {
            let known = self.numbers.get(name)?;
            Some(known.weight * known.standardised(f64::from(number)))
        });
        let of_features = features.iter().filter_map(|name| self.features.get(name));
        let of_source = self.sources.get(source).copied().unwrap_or(0.0);
        self.constant + of_source + of_numbers.sum::<f64>() + of_features.sum::<f64>()
    }
}
