//! Character abilities (section 3.3, H39). Peterman's is in `dice`, the Hacker's and Hawk's in `act`.

use super::super::action::Action;
use super::super::components::{Character, Kind};
use super::super::frame::How;
use super::super::offers::Offers;
use super::super::place::{Dir, other_floor};
use super::super::state::{CasinoCapers, done, held};
use super::act::corners;
use crate::board::{Cell, squares};

/// abil.rigger: zip lines in a game.
const ZIP_LINES: u32 = 2;

impl CasinoCapers {
    /// Cells that an ability opens to the Move action, as squares.
    /// abil.acrobat: once per turn through a wall. Not for a slide with the boots.
    pub(super) fn ability_moves(&self, player: usize, cell: Cell) -> u32 {
        let mut range = self.ability_moves_diagonally(player, cell);
        if self.has_ability(player, Character::Acrobat)
            && !self.has_done(done::ABILITY)
            && !self.is_held_by_boots(player)
        {
            range |= self.walled(cell);
        }
        range
    }

    /// abil.rook: to a tile at a corner, if one of the ways round has no wall on either of its edges. Not with the
    /// boots.
    pub(super) fn ability_moves_diagonally(&self, player: usize, cell: Cell) -> u32 {
        if !self.has_ability(player, Character::Rook) || self.is_held_by_boots(player) {
            return 0;
        }
        let beside = self.adjacent(cell);
        let reached = squares(beside).fold(0, |reached, square| {
            reached | self.adjacent(Cell::new(cell.floor(), square))
        });
        corners(cell)
            .filter(|corner| reached & corner.bit() != 0)
            .fold(0, |set, corner| set | corner.bit())
    }

    /// abil.rigger, abil.juicer, abil.ghost: actions of their own.
    pub(super) fn offer_abilities(&self, player: usize, cell: Cell, out: &mut impl Offers) {
        let has_zip_line = self.zip_lines.contains(cell);
        let is_on_foot = !self.players[player].has(held::IN_CAR);
        let is_unused = !self.has_done(done::ABILITY);
        if self.has_ability(player, Character::Rigger)
            && is_unused
            && is_on_foot
            && !has_zip_line
            && self.zip_lines.count() < ZIP_LINES
        {
            out.push(Action::ZipLine);
        }
        // H53: also after the Rigger has exited.
        if has_zip_line && is_on_foot {
            out.push(Action::RideZipLine);
        }
        if self.has_ability(player, Character::Juicer) && is_unused {
            // H55: out of order or not.
            let cameras = CasinoCapers::cells_of(cell.floor(), self.floors[cell.floor()].revealed);
            let cameras = cameras.filter(|&at| self.is_kind(at, Kind::Surveillance));
            out.extend(cameras.map(Action::Jam));
        }
        if self.has_ability(player, Character::Ghost) && !self.is_revealed(cell) {
            out.push(Action::Lights);
        }
    }

    /// Carries one of these actions out.
    pub(super) fn use_ability(&mut self, player: usize, cell: Cell, action: Action) {
        match action {
            Action::ZipLine => {
                self.turn.done |= done::ABILITY;
                self.zip_lines.insert(cell);
            }
            Action::RideZipLine => self.enter(player, other_floor(cell), How::from(Dir::Vertical)),
            Action::Jam(camera) => {
                self.turn.done |= done::ABILITY;
                self.set_cubes(camera, 0);
                self.jammed = camera.code();
            }
            // abil.ghost_reveal: without its When You Enter.
            Action::Lights => self.show_tile(cell),
            _ => debug_assert!(false, "{action:?} is no ability"),
        }
    }
}
