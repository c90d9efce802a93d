//! What a card is worth in the heists to come.
//!
//! Fitted to games of this expert, a tenth of whose plays were drawn at random: a logistic regression of winning on the
//! cards in all hands at the beginning of a heist, from which comes by how much a card of each kind raises the chance
//! to win; then scaled so that the expert won most. Fitted anew three times, each time to games of the expert before,
//! with a forerunner of `fit_caper` (benches), which repeats such a fit; those for 1 player were fitted before the
//! expert knew its own cards there.

use heist_engine::caper_cards::{CaperCards, Kind};
use heist_engine::game::Game;

/// By how much the logarithm of the chance to win the heists to come falls when a card of a kind is spent: by the
/// number of players, then the heist in which it is spent; the kinds are in their order. Spending none costs nothing in
/// the last heist.
const WORTH: [&[[f32; Kind::ALL.len()]]; 4] = [
    &[
        [-0.104, -0.066, -0.080, -0.055, 0.184, -0.047, 0.274, -0.104],
        [-0.091, -0.067, -0.070, -0.055, 0.170, -0.028, 0.257, -0.119],
        [-0.085, -0.060, -0.067, -0.054, 0.152, -0.005, 0.236, -0.119],
        [-0.066, -0.047, -0.046, -0.036, 0.102, -0.008, 0.180, -0.079],
    ],
    &[
        [-0.059, -0.014, -0.010, 0.006, 0.066, -0.023, 0.110, -0.075],
        [-0.048, -0.020, -0.001, 0.000, 0.055, -0.011, 0.095, -0.069],
        [-0.039, -0.018, -0.002, -0.000, 0.046, -0.006, 0.083, -0.063],
        [-0.026, -0.016, -0.006, -0.005, 0.031, 0.001, 0.060, -0.039],
    ],
    &[
        [-0.048, -0.009, -0.008, 0.001, 0.062, -0.026, 0.081, -0.054],
        [-0.046, -0.009, -0.006, 0.006, 0.058, -0.029, 0.085, -0.060],
        [-0.044, -0.009, -0.005, 0.006, 0.061, -0.034, 0.085, -0.060],
    ],
    &[
        [-0.023, -0.003, -0.010, 0.002, 0.022, 0.002, 0.052, -0.043],
        [-0.020, -0.007, -0.010, -0.001, 0.017, -0.004, 0.058, -0.032],
        [-0.017, -0.017, -0.009, -0.004, 0.023, -0.010, 0.067, -0.033],
    ],
];

/// The factor by which playing a card of a kind in this heist changes the chance to win the heists to come.
pub fn share_kept(state: &CaperCards, kind: Kind) -> f32 {
    let heists = WORTH[state.seats() - 1];
    heists
        .get(state.heists_won())
        .map_or(1.0, |worth| (-worth[kind as usize]).exp())
}
