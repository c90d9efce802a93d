//! What there is to do before the crack.

use heist_engine::board::{Cell, squares};
use heist_engine::casino_capers::{CasinoCapers, Chip, Face};

use super::chart::{Chart, GRID, cells, has, or};
use super::plan::{Goals, Plan, add_freeing};
use super::weights::Weights;

/// Adds what there is to do before the crack.
pub(super) fn add(plan: &mut Plan, weights: &Weights, chart: &Chart, at: Option<Cell>) {
    let state = chart.state;
    let [office_dice, safe_dice, supply] = state.dice();
    let loose = state.loose_dice().count() as u8;
    let dice = office_dice + safe_dice + loose;
    let moles = chart.chip(Chip::Mole);
    let open_moles = (moles[0].count_ones() + moles[1].count_ones()) as u8;
    let mole = mole_worth(weights, dice);
    let next_mole = mole_worth(weights, dice + open_moles);
    let line = chart.safe.map_or(0, |safe| safe.lines() & GRID);
    let below = chart.players.iter().flatten().filter(|cell| cell.floor() == 0).count();
    let has_way = chart.escalators[0] != 0 || chart.monorails[0] != 0 && chart.monorails[1] != 0;
    let reveal = [
        weights.reveal_idle
            + if chart.office.is_none() {
                weights.reveal_office
            } else {
                0.0
            }
            + if !has_way {
                weights.reveal_way * below as f32 / 3.0
            } else {
                0.0
            },
        weights.reveal_idle + if chart.safe.is_none() { weights.reveal_safe } else { 0.0 },
    ];
    let is_open = chart.safe.is_some() && line & chart.hidden[1] == 0 && chart.office.is_some();
    let chip = if supply > 0 {
        weights.mole_share * next_mole
    } else {
        0.0
    };
    let mut goals = Goals::new(weights.way);
    for cell in cells(or(chart.hidden, chart.closed)) {
        let mut worth = 0.0;
        let mut sought = 0.0;
        if has(chart.hidden, cell) {
            worth = reveal[cell.floor()];
            if is_open {
                worth = 0.05;
            }
            if cell.floor() == 1 && line & cell.bit() != 0 {
                worth += weights.reveal_line;
                sought += weights.seek_line;
            }
            if cell.floor() == 1 && chart.safe.is_none() {
                sought += weights.seek_safe;
            }
            if cell.floor() == 0 && chart.office.is_none() && dice > 0 && chart.safe.is_some() {
                sought += weights.seek_office;
            }
            if cell.floor() == 0 && !has_way {
                sought += weights.seek_way;
            }
        }
        let mut peek = worth;
        if has(chart.closed, cell) {
            worth += chip;
            peek = worth - weights.chip_peek;
        }
        plan.peek[cell] = peek.max(0.01);
        plan.entry[cell] += weights.blind_share * worth;
        goals.add_beside(chart, cell, worth + sought);
    }
    add_freeing(&mut goals, weights, chart, at);
    if let Some(office) = chart.office.filter(|_| chart.safe.is_some()) {
        plan.set_work(office, office_dice, 1, weights.send, 0.0);
        let waiting = if dice > 0 { weights.office_wait } else { 0.0 };
        let worth = weights.send * f32::from(office_dice.min(4)) + waiting;
        goals.add_exclusive(weights, chart, at, office, worth);
    }
    if let Some(safe) = chart.safe {
        let gain = roll_worth(weights, state, safe, safe_dice);
        if safe_dice > 0 {
            let next = roll_worth(weights, state, safe, safe_dice - 1);
            plan.set_work(safe, safe_dice, 1, gain - weights.roll_cost, gain - next);
        }
        let coming = roll_worth(weights, state, safe, (safe_dice + office_dice).min(5));
        let worth = f32::from(safe_dice.min(4)) * (gain - weights.roll_cost).max(0.0) * weights.safe_share
            + weights.safe_wait * coming;
        goals.add_exclusive(weights, chart, at, safe, worth);
    }
    for cell in cells(moles) {
        plan.set_work(cell, 1, 2, mole, 0.0);
        goals.add_exclusive(weights, chart, at, cell, mole - weights.mole_less);
    }
    plan.look_ahead(chart, &goals, 0.0);
}

/// The Safe, if it lies face up.
pub(super) fn safe_cell(state: &CasinoCapers) -> Option<Cell> {
    squares(state.revealed(1))
        .map(|square| Cell::new(1, square))
        .find(|&cell| state.face_at(cell) == Some(Face::SAFE))
}

/// What a Mole's die is worth when there are so many.
fn mole_worth(weights: &Weights, dice: u8) -> f32 {
    match dice {
        0 => weights.mole_0,
        1 => weights.mole_1,
        2 => weights.mole_2,
        3 => weights.mole_3,
        4 => weights.mole_4,
        _ => 0.0,
    }
}

/// Open tiles in line with the Safe without a crack token, by number.
pub(super) fn uncracked(state: &CasinoCapers, safe: Cell) -> [u8; 7] {
    let mut numbers = [0; 7];
    for square in squares(safe.lines() & GRID & !safe.bit()) {
        let cell = Cell::new(1, square);
        if let Some(face) = state.face_at(cell).filter(|_| !state.has_crack_token(cell)) {
            numbers[face.number() as usize] += 1;
        }
    }
    numbers
}

/// What rolling so many dice is worth.
fn roll_worth(weights: &Weights, state: &CasinoCapers, safe: Cell, dice: u8) -> f32 {
    const HIT: [f32; 6] = [0.0, 0.1667, 0.3056, 0.4213, 0.5177, 0.5981];
    let open: u8 = uncracked(state, safe).iter().sum();
    weights.crack * HIT[dice.min(5) as usize] * f32::from(open)
}
