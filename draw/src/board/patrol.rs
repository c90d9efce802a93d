//! The patrol cards of a floor as a small map.

use heist_engine::board::{FloorPlan, SIDE, squares};

use crate::block::{Block, rect};
use crate::palette::Palette;

/// How a patrol card stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Card {
    /// Everybody knows that it comes next.
    Next,
    /// It may still come.
    Unseen,
    /// It has been turned up.
    Gone,
}

/// A floor as a map, full where a card may still come.
pub(crate) fn map(plan: &FloorPlan, card: impl Fn(usize) -> Card, palette: &Palette) -> Block {
    const SIDE_OF_CARD: f64 = 13.0;
    const PITCH: f64 = 15.0;
    let length = PITCH * plan.size() as f64 - (PITCH - SIDE_OF_CARD);
    squares(plan.cells()).fold(Block::new(length, length), |block, square| {
        let place = [(square % SIDE) as f64 * PITCH, (square / SIDE) as f64 * PITCH];
        let shape = rect(place, [SIDE_OF_CARD; 2], 3.0);
        block.with(match card(square) {
            Card::Next => shape.fill(palette.guard.strong),
            Card::Unseen => shape.fill(palette.back.strong),
            Card::Gone => shape.fill("none").stroke(palette.line, 1.0),
        })
    })
}
