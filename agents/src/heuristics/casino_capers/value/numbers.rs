//! How many numbers there are, and what several of them count.

use heist_engine::board::{Cell, squares};

use super::super::chart::{Chart, GRID, has};

/// Numbers that a position is judged by in every phase.
pub const COMMON: usize = 20;
/// Numbers of a position; those after the common ones mean something else in each phase.
pub const COUNT: usize = 32;
/// Before the crack, and each finale.
pub const PHASES: usize = 10;

/// 1 for yes.
#[inline]
pub fn number(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

/// The cells of all players.
pub fn or_players(chart: &Chart) -> [u32; 2] {
    let mut set = chart.others();
    if let Some(at) = chart.players[chart.player] {
        set[at.floor()] |= at.bit();
    }
    set
}

/// Players upstairs.
pub fn upstairs(chart: &Chart) -> f32 {
    chart.players.iter().flatten().filter(|cell| cell.floor() == 1).count() as f32
}

/// Squares of floor 2 in line with the Safe, without its own.
pub fn line(safe: Cell) -> impl Iterator<Item = Cell> {
    squares(safe.lines() & GRID & !safe.bit()).map(|square| Cell::new(1, square))
}

/// Whether a player is on a cell.
pub fn is_manned(chart: &Chart, cell: Option<Cell>) -> bool {
    cell.is_some_and(|cell| has(or_players(chart), cell))
}
