//! Calibrations without the type of their game, for programs that only call.

use std::marker::PhantomData;
use std::path::Path;

use heist_engine::any::AnyGame;
use heist_engine::part_of;

use super::line::PlayedGame;
use super::record::{Limits, Protocol, RecordError, record_games};
use super::report::{PHASES, Shown};
use crate::calibration::{self, Calibration, PLANS, Sample, fit};
use crate::spec::Players;

/// What a calibration needs to know of one game, without its types.
pub(crate) trait AnyCalibrated: Sync {
    /// [`record_games`].
    fn record(&self, protocol: &Protocol, folder: &Path, limits: &Limits<'_>) -> Result<Vec<PlayedGame>, RecordError>;
    /// [`names`](calibration::names).
    fn names(&self) -> Vec<String>;
}

pub(crate) struct Calibrated<G>(pub(crate) PhantomData<fn() -> G>);

fn calibrated(game: &dyn AnyGame) -> &'static dyn AnyCalibrated {
    part_of!(game, Calibrated as dyn AnyCalibrated)
}

impl<G: Players> AnyCalibrated for Calibrated<G> {
    fn record(&self, protocol: &Protocol, folder: &Path, limits: &Limits<'_>) -> Result<Vec<PlayedGame>, RecordError> {
        record_games::<G>(protocol, folder, limits)
    }

    fn names(&self) -> Vec<String> {
        calibration::names::<G>()
    }
}

/// Plays the games of a protocol that are not in its folder yet, see [`Protocol`].
///
/// # Errors
/// When the folder cannot be used, or a game cannot be played.
pub fn record(
    game: &dyn AnyGame,
    protocol: &Protocol,
    folder: &Path,
    limits: &Limits<'_>,
) -> Result<Vec<PlayedGame>, RecordError> {
    calibrated(game).record(protocol, folder, limits)
}

/// Fits a calibration to games that `agent` played; `None` without positions in them.
pub fn calibrate(game: &dyn AnyGame, agent: &str, games: &[PlayedGame]) -> Option<Calibration> {
    let samples = games.iter().flat_map(|played| {
        let sample = |look: &super::line::Look| Sample {
            game: played.game,
            source: look.source.clone(),
            value: f64::from(look.value),
            simulations: look.visits,
            numbers: look.numbers.clone(),
            features: look.features.clone(),
            won: played.value,
        };
        played.looks.iter().map(sample).collect::<Vec<_>>()
    });
    let samples: Vec<Sample> = samples.collect();
    if samples.is_empty() {
        return None;
    }
    let empty = Calibration::new(game.info().id, agent);
    Some(fit(empty, &samples, &names(game), &|feature| {
        feature_name(game, feature)
    }))
}

/// What a calibration shows in positions of games; what was found, without one and for searches that it does not know.
pub fn shown(game: &dyn AnyGame, calibration: Option<&Calibration>, games: &[PlayedGame]) -> Vec<Shown> {
    let names = names(game);
    let of_game = |played: &PlayedGame| -> Vec<Shown> {
        let shown = |look: &super::line::Look| {
            let features: Vec<String> = look
                .features
                .iter()
                .map(|&feature| feature_name(game, feature))
                .collect();
            let curve = calibration
                .and_then(|known| known.curve_of(&look.source, &names, &look.numbers, &features, look.visits));
            let simulated = f64::from(look.simulated);
            // Thirds of the decisions; what is looked at comes before the last one.
            let third = (3 * look.decision / played.decisions.max(1)).min(2) as usize;
            Shown {
                game: played.game,
                setting: played.setting.clone(),
                phase: if look.source == PLANS {
                    PHASES[0]
                } else {
                    PHASES[1 + third]
                },
                shown: curve.map_or(simulated, |curve| curve.chance(f64::from(look.value))),
                raw: simulated,
                won: played.value,
            }
        };
        played.looks.iter().map(shown).collect()
    };
    games.iter().flat_map(of_game).collect()
}

fn names(game: &dyn AnyGame) -> Vec<String> {
    calibrated(game).names()
}

fn feature_name(game: &dyn AnyGame, feature: u32) -> String {
    // Lines with features that the game does not have are refused.
    game.feature_name(feature as usize).unwrap_or_default()
}
