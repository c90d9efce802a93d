//! How good a position is: the chance of a win under the expert's own play, at any decision.
//!
//! A logistic regression on what everybody at the table can see, one before the crack and one for each finale. The
//! coefficients stand in `table.rs`, with the command that fitted them.

mod finales;
mod heist;
mod numbers;
mod table;

use heist_engine::casino_capers::{CasinoCapers, Chip, Whereabouts};
use heist_engine::game::Game;

use super::chart::{Chart, and};
use super::danger::SPACES;
use super::gear;
use numbers::{COMMON, number, or_players};
pub use numbers::{COUNT, PHASES};
use table::COEFFICIENTS;

/// What the common numbers are.
pub const COMMON_NAMES: [&str; COMMON] = [
    "one",
    "two characters",
    "four characters",
    "turns begun, in tens",
    "most heat",
    "second most heat",
    "mean heat",
    "players with 4 heat or more",
    "players with 5 heat",
    "bouncers who hunt",
    "patrol cards of floor 1, in tens",
    "patrol cards of floor 2, in tens",
    "players on the next three steps of their bouncer",
    "those of them with 4 heat or more",
    "prepped cards against bouncers",
    "cards that show their backs",
    "players whom a Saleswoman holds",
    "the current player has no actions left",
    "actions left, in fours",
    "players not yet in the casino",
];

/// What the other numbers are before the crack.
pub const HEIST_NAMES: [&str; COUNT - COMMON] = heist::NAMES;
/// What the other numbers are in a finale.
pub const FINALE_NAMES: [&str; COUNT - COMMON] = finales::NAMES;

/// The phase of a position: 0 before the crack, then the finale's number.
pub fn phase(state: &CasinoCapers) -> usize {
    state.running_finale().map_or(0, |finale| finale as usize + 1)
}

/// The numbers that a position is judged by.
pub fn features(state: &CasinoCapers) -> [f32; COUNT] {
    let mut numbers = [0.0; COUNT];
    let chart = Chart::new(state, state.current_player());
    let (common, special) = numbers.split_at_mut(COMMON);
    fill_common(&chart, common);
    match state.running_finale() {
        None => heist::fill(&chart, special),
        Some(finale) => finales::fill(&chart, finale, special),
    }
    numbers
}

/// The chance of a win under the expert's play.
pub fn value(state: &CasinoCapers) -> f64 {
    let numbers = features(state);
    let coefficients = &COEFFICIENTS[phase(state)];
    let log_odds: f32 = numbers
        .iter()
        .zip(coefficients)
        .map(|(number, weight)| number * weight)
        .sum();
    1.0 / (1.0 + f64::from(-log_odds).exp())
}

fn fill_common(chart: &Chart, numbers: &mut [f32]) {
    let state = chart.state;
    let (mut most, mut second, mut sum, mut hot, mut hottest, mut inside, mut outside) =
        (0, 0, 0u8, 0u8, 0u8, 0u8, 0u8);
    for player in 0..chart.count {
        match state.whereabouts(player) {
            Whereabouts::Exited => continue,
            Whereabouts::Outside => outside += 1,
            _ => {}
        }
        let heat = state.heat(player);
        inside += 1;
        sum += heat;
        (most, second) = (heat.max(most), heat.min(most).max(second));
        hot += u8::from(heat >= 4);
        hottest += u8::from(heat >= 5);
    }
    let (met, met_hot) = on_ways(chart);
    let (mut prepped, mut backs) = (0, 0);
    for player in 0..chart.count {
        let [fronts, flipped, _] = state.gear_sets(player);
        prepped += (fronts & gear::SHIELDS).count_ones();
        backs += flipped.count_ones();
    }
    let held = and(chart.chip(Chip::Saleswoman), or_players(chart));
    let values = [
        1.0,
        number(chart.count == 2),
        number(chart.count == 4),
        state.turn() as f32 / 10.0,
        f32::from(most),
        f32::from(second),
        f32::from(sum) / f32::from(inside.max(1)),
        f32::from(hot),
        f32::from(hottest),
        number(state.marker(0).is_none()) + number(state.marker(1).is_none()),
        state.patrol_size(0) as f32 / 10.0,
        state.patrol_size(1) as f32 / 10.0,
        f32::from(met),
        f32::from(met_hot),
        prepped as f32,
        backs as f32,
        (held[0].count_ones() + held[1].count_ones()) as f32,
        number(state.actions_left() == 0),
        f32::from(state.actions_left()) / 4.0,
        f32::from(outside),
    ];
    numbers.copy_from_slice(&values);
}

/// Players whom their bouncer comes upon in three steps on the way he is on now, and those of them with 4 heat or more.
fn on_ways(chart: &Chart) -> (u8, u8) {
    let (mut met, mut hot) = (0, 0);
    for floor in 0..2 {
        let (Some(bouncer), Some(marker)) = (chart.bouncers[floor], chart.state.marker(floor)) else {
            continue;
        };
        let mut at = bouncer.square();
        let mut way = 0u32;
        for _ in 0..SPACES {
            at = chart.plans[floor].step(at, marker.square());
            way |= 1 << at;
        }
        way &= !bouncer.bit();
        for (player, cell) in chart.players.iter().enumerate() {
            if cell.is_some_and(|cell| cell.floor() == floor && way & cell.bit() != 0) {
                met += 1;
                hot += u8::from(chart.state.heat(player) >= 4);
            }
        }
    }
    (met, hot)
}
