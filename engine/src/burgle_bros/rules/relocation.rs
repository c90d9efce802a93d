//! Relocations that are not entering (section 5.9).

use super::super::frame::Frame;
use super::super::state::{BurgleBros, NONE};
use crate::board::Cell;
use crate::game::Seat;

impl BurgleBros {
    /// M-PUT-1, H14: the player is put on a tile, which is not entering and has none of its effects.
    /// M-PUT-2: the tile is revealed.
    /// M-PUT-3: the Guard of the floor is set up.
    /// M-PUT-4: a Guard who moves later sees the player like any other.
    pub(in super::super) fn put(&mut self, seat: Seat, cell: Cell) {
        self.set_place(seat, cell);
        self.push(Frame::EnsureGuard(cell.floor() as u8));
        self.reveal(cell);
    }

    /// Changes a player's cell and nothing else.
    #[inline]
    pub(in super::super) fn set_place(&mut self, seat: Seat, cell: Cell) {
        self.player_mut(seat).at = cell.code();
        if seat == self.active() {
            // C-ACROBAT-B: he has left the tile he entered with Flexibility.
            self.turn.flexed_to = NONE;
        }
    }

    /// M-PUT-3, H18: the floor's Guard is set up if he never was.
    pub(in super::super) fn ensure_guard(&mut self, floor: u8) {
        if self.is_unguarded(floor as usize) {
            self.set_up_guard(floor);
        }
    }
}
