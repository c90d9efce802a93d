//! Revealing tiles (section 5.3) and what is known about the hidden ones (I-HID-1).

use rand_core::Rng;

use super::super::chance::Outcome;
use super::super::components::{Face, Kind};
use super::super::frame::Frame;
use super::super::state::{BurgleBros, HOLE, NONE, SafeState};
use crate::board::{Cell, squares};
use crate::random;

/// M-REVEAL-3: Stealth tokens on a Lavatory.
const LAVATORY_TOKENS: u8 = 3;

/// What is still to be dealt to a floor's holes.
struct Missing {
    holes: u32,
    safe: bool,
    /// Stairs faces it may get; 0 if it has its Stairs.
    stairs: u64,
    /// Other faces it may get.
    others: u64,
}

impl BurgleBros {
    /// Turns a tile face up, if it is not (M-REVEAL-1). What it shows is chance's to say.
    #[inline]
    pub(in super::super) fn reveal(&mut self, cell: Cell) {
        if !self.is_revealed(cell) {
            self.push(Frame::Reveal(cell));
        }
    }

    /// M-REVEAL-1 to M-REVEAL-4.
    pub(in super::super) fn turn_up(&mut self, cell: Cell, face: Face) {
        self.know_tile(cell, face);
        self.floors[cell.floor()].revealed |= cell.bit();
        match face.kind() {
            Kind::Lavatory => self.set_tokens_on(cell, self.tokens_on(cell) + LAVATORY_TOKENS),
            Kind::Safe => self.place_safe(cell),
            _ => {}
        }
    }

    /// Fills the hole of a tile, if it is one.
    pub(in super::super) fn know_tile(&mut self, cell: Cell, face: Face) {
        let place = self.place(cell);
        if self.tiles[place] == HOLE {
            self.tiles[place] = face.0;
            self.floors[cell.floor()].holes -= 1;
            match face.kind() {
                Kind::Safe => self.safes_known |= 1 << cell.floor(),
                Kind::Stairs => self.stairs_known |= 1 << cell.floor(),
                _ => {}
            }
            self.stock &= !face.bit();
        }
    }

    /// Forgets what face-down tiles are.
    pub(in super::super) fn hide_tiles(&mut self) {
        for floor in 0..self.floor_count() {
            for square in squares(self.plan(floor).cells & !self.floors[floor].revealed) {
                let place = self.place(Cell::new(floor, square));
                if self.tiles[place] == HOLE {
                    continue;
                }
                let face = Face(self.tiles[place]);
                self.tiles[place] = HOLE;
                self.floors[floor].holes += 1;
                self.safes_known &= !(u8::from(face.kind() == Kind::Safe) << floor);
                self.stairs_known &= !(u8::from(face.kind() == Kind::Stairs) << floor);
                self.stock |= face.bit() & Face::NUMBERED;
            }
        }
    }

    /// Adds a revealed Safe to the list, which is kept in the order of the cells.
    pub(in super::super) fn place_safe(&mut self, cell: Cell) {
        let place = self
            .safes
            .partition_point(|safe| safe.at != NONE && safe.at < cell.code());
        self.safes[place..].rotate_right(1);
        self.safes[place] = SafeState {
            at: cell.code(),
            ..SafeState::ABSENT
        };
    }

    fn missing(&self, floor: usize) -> Missing {
        let has_stairs = self.stairs_known & 1 << floor != 0;
        Missing {
            holes: u32::from(self.floors[floor].holes),
            safe: self.safes_known & 1 << floor == 0,
            stairs: if has_stairs { 0 } else { self.stock & Face::STAIRS },
            others: self.stock & !Face::STAIRS,
        }
    }

    /// I-HID-1, I-CHANCE-1: a Safe and a Stairs for a floor that lacks one, in uniformly random holes, the rest
    /// uniform.
    pub(in super::super) fn tile_outcomes(&self, cell: Cell, out: &mut Vec<(Outcome, f64)>) {
        let tile = self.tiles[self.place(cell)];
        if tile != HOLE {
            out.push((Outcome::Tile(Face(tile)), 1.0));
            return;
        }
        let missing = self.missing(cell.floor());
        let holes = f64::from(missing.holes);
        let fixed = u32::from(missing.safe) + u32::from(missing.stairs != 0);
        let share = |set: u64, weight: u32| f64::from(weight) / holes / f64::from(set.count_ones());
        for face in Face::all().filter(|face| *face != Face::SAFE) {
            if missing.stairs & face.bit() != 0 {
                out.push((Outcome::Tile(face), share(missing.stairs, 1)));
            } else if missing.others & face.bit() != 0 && missing.holes > fixed {
                out.push((Outcome::Tile(face), share(missing.others, missing.holes - fixed)));
            }
        }
        if missing.safe {
            out.push((Outcome::Tile(Face::SAFE), 1.0 / holes));
        }
    }

    /// Draws from [`tile_outcomes`](Self::tile_outcomes).
    #[inline]
    pub(in super::super) fn sample_tile<R: Rng + ?Sized>(&self, cell: Cell, rng: &mut R) -> Face {
        let tile = self.tiles[self.place(cell)];
        if tile != HOLE {
            return Face(tile);
        }
        let missing = self.missing(cell.floor());
        let mut hole = random::below(rng, missing.holes);
        if missing.safe {
            if hole == 0 {
                return Face::SAFE;
            }
            hole -= 1;
        }
        if missing.stairs != 0 && hole == 0 {
            return Face(random::choose_bit(rng, missing.stairs));
        }
        Face(random::choose_bit(rng, missing.others))
    }

    /// I-DET-1: fills every face-down tile.
    pub(in super::super) fn fill_tiles<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let mut stairs = [0u8; 3];
        let mut others = [0u8; 64];
        let (mut stairs_left, mut others_left) = (
            list(self.stock & Face::STAIRS, &mut stairs),
            list(self.stock & !Face::STAIRS, &mut others),
        );
        for floor in 0..self.floor_count() {
            let missing = self.missing(floor);
            if missing.holes == 0 {
                continue;
            }
            let mut holes = [0u8; 32];
            let mut count = 0;
            for square in squares(self.plan(floor).cells & !self.floors[floor].revealed) {
                if self.tiles[self.place(Cell::new(floor, square))] == HOLE {
                    holes[count] = square as u8;
                    count += 1;
                }
            }
            if missing.safe {
                let square = random::take(rng, &mut holes, &mut count);
                self.know_tile(Cell::new(floor, square as usize), Face::SAFE);
            }
            if missing.stairs != 0 {
                let square = random::take(rng, &mut holes, &mut count);
                let face = random::take(rng, &mut stairs, &mut stairs_left);
                self.know_tile(Cell::new(floor, square as usize), Face(face));
            }
            for &square in &holes[..count] {
                let face = random::take(rng, &mut others, &mut others_left);
                self.know_tile(Cell::new(floor, square as usize), Face(face));
            }
        }
    }
}

/// Writes the members of a set to a list and gives their number.
fn list(mut set: u64, to: &mut [u8]) -> usize {
    let mut count = 0;
    while set != 0 {
        to[count] = set.trailing_zeros() as u8;
        set &= set - 1;
        count += 1;
    }
    count
}
