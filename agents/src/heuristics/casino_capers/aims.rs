//! What the player wants: whatever the aim, then before the crack or in the finale.

use heist_engine::board::Cell;
use heist_engine::casino_capers::{Chip, Kind};

use super::chart::{Chart, cells, has, or};
use super::danger::Prices;
use super::plan::Plan;
use super::weights::Weights;
use super::{finales, heist};

/// The plan of the chart's player, who is on a cell or not yet in the casino.
pub(super) fn plan(weights: &Weights, chart: &Chart, prices: &Prices, at: Option<Cell>) -> Plan {
    let mut plan = Plan::new(weights, chart);
    add_doors(&mut plan, weights, chart, prices);
    match chart.state.running_finale() {
        None => heist::add(&mut plan, weights, chart, at),
        Some(finale) => finales::add(&mut plan, weights, chart, prices, finale, at),
    }
    plan
}

/// What entering costs whatever the aim.
fn add_doors(plan: &mut Plan, weights: &Weights, chart: &Chart, prices: &Prices) {
    let state = chart.state;
    let player = chart.player;
    let heat = state.heat(player);
    for cell in cells(chart.hidden) {
        plan.entry[cell] -= weights.blind_price;
    }
    for cell in cells(chart.closed) {
        plan.entry[cell] -= weights.chip_price;
    }
    for cell in chart.bouncers.into_iter().flatten() {
        plan.entry[cell] -= prices.hit[player];
    }
    if heat < 3 {
        for cell in cells(chart.kind(Kind::FrontDesk)) {
            plan.entry[cell] -= prices.warmth[player];
        }
    }
    for cell in cells(chart.kind(Kind::CashierCages)) {
        plan.entry[cell] -= weights.cage * f32::from(state.cubes_on(cell) + 1);
    }
    for cell in cells(or(chart.kind(Kind::Pool), chart.kind(Kind::Lounge))) {
        plan.entry[cell] -= weights.event;
    }
    for cell in cells(chart.chip(Chip::Saleswoman)) {
        plan.entry[cell] += if has(chart.others(), cell) {
            weights.freeing
        } else {
            -weights.saleswoman
        };
    }
    plan.alarms = chart.kind(Kind::TableGames);
    if heat < 4 {
        plan.alarms = or(plan.alarms, chart.kind(Kind::PitBoss));
    }
    for cell in cells(chart.kind(Kind::Slots)) {
        let line = cell.lines() | cell.bit();
        if chart.others()[cell.floor()] & line == 0 {
            plan.alarms[cell.floor()] |= cell.bit();
        }
    }
    for cell in cells(chart.kind(Kind::Buffet)) {
        if state.cubes_on(cell) == 2 {
            plan.alarms[cell.floor()] |= cell.bit();
        }
    }
    for cell in cells(plan.alarms) {
        plan.entry[cell] -= weights.commotion;
        // The bouncer beside it steps in at once.
        let bouncer = chart.bouncers[cell.floor()];
        if bouncer.is_some_and(|bouncer| chart.steps(bouncer, cell) == 1) && !has(chart.chip(Chip::Crowd), cell) {
            let sure = if has(chart.kind(Kind::TableGames), cell) {
                0.78
            } else {
                1.0
            };
            plan.entry[cell] -= sure * prices.hit[player];
        }
    }
    for cell in cells(chart.hidden) {
        let bouncer = chart.bouncers[cell.floor()];
        if bouncer.is_some_and(|bouncer| chart.steps(bouncer, cell) == 1) {
            plan.entry[cell] -= 0.17 * prices.hit[player];
        }
    }
    if heat > 0 {
        for cell in cells(chart.kind(Kind::TableGames)) {
            plan.entry[cell] += 8.0 / 36.0 * prices.warmth[player].max(0.0);
        }
    }
}
