//! The numbers of positions before the crack.

use heist_engine::casino_capers::Chip;

use super::super::chart::Chart;
use super::numbers::{COMMON, COUNT, is_manned, line, number, upstairs};

/// What the numbers are.
pub const NAMES: [&str; COUNT - COMMON] = [
    "the Owner's Office is hidden",
    "the Safe is hidden",
    "no way up is known",
    "hidden tiles in line with the Safe",
    "tiles in line without a crack token",
    "numbers of open tiles without one",
    "safe dice in the game",
    "safe dice on the Safe",
    "Moles that lie face up",
    "players upstairs",
    "face-up tiles, in tens",
    "players at the Safe or the Office, if dice are there",
];

/// Fills them in.
pub fn fill(chart: &Chart, numbers: &mut [f32]) {
    let state = chart.state;
    let [office_dice, safe_dice, _] = state.dice();
    let dice = f32::from(office_dice + safe_dice) + state.loose_dice().count() as f32;
    let (mut hidden, mut left, mut faces) = (6.0, 6.0, 0u8);
    if let Some(safe) = chart.safe {
        (hidden, left) = (0.0, 0.0);
        for cell in line(safe) {
            match state.face_at(cell) {
                None => hidden += 1.0,
                Some(face) if !state.has_crack_token(cell) => faces |= 1 << face.number(),
                Some(_) => continue,
            }
            left += 1.0;
        }
    }
    let has_way = chart.escalators[0] != 0 || chart.monorails[0] != 0 && chart.monorails[1] != 0;
    let moles = chart.chip(Chip::Mole);
    let open = 32 - chart.hidden[0].count_ones() - chart.hidden[1].count_ones();
    let at_safe = safe_dice > 0 && is_manned(chart, chart.safe);
    let at_office = office_dice > 0 && chart.safe.is_some() && is_manned(chart, chart.office);
    let values = [
        number(chart.office.is_none()),
        number(chart.safe.is_none()),
        number(!has_way),
        hidden,
        left,
        faces.count_ones() as f32,
        dice,
        f32::from(safe_dice),
        (moles[0].count_ones() + moles[1].count_ones()) as f32,
        upstairs(chart),
        open as f32 / 10.0,
        number(at_safe) + number(at_office),
    ];
    numbers.copy_from_slice(&values);
}
