//! Revealing tiles (section 5.3) and what is known about the hidden ones (I-HID-1).

use rand::Rng;

use super::super::chance::Outcome;
use super::super::components::{Face, Kind};
use super::super::frame::Frame;
use super::super::scenario::Scenario;
use super::super::state::{BurgleBros, FloorCounts, HOLE, NONE, SafeState};
use crate::board::{Cell, squares};
use crate::random;

/// M-REVEAL-3: Stealth tokens on a Lavatory.
const LAVATORY_TOKENS: u8 = 3;

/// How the Safes, the Stairs and the other tiles that are still to be dealt may go to the floors' holes.
struct Split {
    /// In how many ways the holes can be filled with this split, times a constant.
    ways: u32,
    /// How many of the holes of the floor asked about hold a Safe, and how many a Stairs.
    safes: u32,
    stairs: u32,
}

/// The faces of the two kinds of which every floor has one, as bits.
const COUNTED: u64 = Face::of_kind(Kind::Safe) | Face::of_kind(Kind::Stairs);

impl BurgleBros {
    /// Turns a tile face up, if it is not (M-REVEAL-1). What it shows is chance's to say.
    #[inline]
    pub(in super::super) fn reveal(&mut self, cell: Cell) {
        if !self.is_revealed(cell) {
            self.push(Frame::Reveal(cell));
        }
    }

    /// M-REVEAL-1: the tile turns face up for good.
    /// M-REVEAL-3, T-LAVATORY: a Lavatory gets three Stealth tokens.
    /// nothing else happens, whatever turned it.
    pub(in super::super) fn turn_up(&mut self, cell: Cell, face: Face) {
        self.know_tile(cell, face);
        self.show_tile(cell, face);
        if face.kind() == Kind::Lavatory {
            self.set_tokens_on(cell, self.tokens_on(cell) + LAVATORY_TOKENS);
        }
    }

    /// Notes that a known tile lies face up.
    pub(in super::super) fn show_tile(&mut self, cell: Cell, face: Face) {
        debug_assert!(self.stock & face.bit() == 0, "{face} lies revealed and in the stock");
        self.floors[cell.floor()].revealed |= cell.bit();
        match face.kind() {
            Kind::Safe => self.place_safe(cell),
            Kind::SecretDoor | Kind::ServiceDuct | Kind::Deadbolt => self.passages |= 1 << self.place(cell),
            // M-REVEAL-4. M-REVEAL-2: the marker above Stairs follows from the revealed tile and is not kept.
            Kind::Stairs
            | Kind::Atrium
            | Kind::Camera
            | Kind::ComputerFingerprint
            | Kind::ComputerLaser
            | Kind::ComputerMotion
            | Kind::Detector
            | Kind::Fingerprint
            | Kind::Foyer
            | Kind::Keypad
            | Kind::Laboratory
            | Kind::Laser
            | Kind::Lavatory
            | Kind::Motion
            | Kind::Thermo
            | Kind::Walkway => {}
        }
    }

    /// Fills the hole of a tile, if it is one.
    pub(in super::super) fn know_tile(&mut self, cell: Cell, face: Face) {
        let place = self.place(cell);
        if self.tiles[place] == HOLE {
            self.tiles[place] = face.0;
            self.floors[cell.floor()].holes -= 1;
            if let Some(known) = self.known_of_mut(face.kind()) {
                known.add(cell.floor());
            }
            self.stock &= !face.bit();
        }
    }

    /// Where the tiles of a kind are known to lie, for the two kinds of which every floor has one.
    #[inline]
    fn known_of_mut(&mut self, kind: Kind) -> Option<&mut FloorCounts> {
        if kind == Kind::Safe {
            Some(&mut self.safes_known)
        } else if kind == Kind::Stairs {
            Some(&mut self.stairs_known)
        } else {
            None
        }
    }

    /// Forgets what face-down tiles are.
    pub(in super::super) fn hide_tiles(&mut self) {
        let mut forgotten = 0;
        for floor in 0..self.floor_count() {
            let hidden = self.plan(floor).cells() & !self.floors[floor].revealed;
            let holes = hidden.count_ones() as u8;
            // Searches make views of views all the time.
            if self.floors[floor].holes == holes {
                continue;
            }
            self.floors[floor].holes = holes;
            for square in squares(hidden) {
                let place = self.place(Cell::new(floor, square));
                let face = Face(std::mem::replace(&mut self.tiles[place], HOLE));
                if face.0 == HOLE {
                    continue;
                }
                forgotten |= face.bit();
                // A set of faces is asked first: views are made at every decision, and few tiles are of either kind.
                if face.bit() & COUNTED != 0
                    && let Some(known) = self.known_of_mut(face.kind())
                {
                    known.remove(floor);
                }
            }
        }
        self.stock |= forgotten & Face::NUMBERED;
    }

    /// Adds a revealed Safe to the list, which is kept in the order of the cells.
    pub(in super::super) fn place_safe(&mut self, cell: Cell) {
        let place = self
            .safes
            .partition_point(|safe| safe.at != NONE && safe.at < cell.code());
        self.safes[place..].rotate_right(1);
        self.safes[place] = SafeState::just_revealed(cell.code());
    }

    /// Calls `visit` for every way to split the missing Safes and Stairs between a floor's holes and the other floors'.
    /// I-HID-1: all ways to lay the tiles are equally likely.
    /// S-BUILD-3: only in Fort Knox is there more than one split: a third Safe and a third Stairs may lie on either
    /// floor.
    #[inline]
    fn splits(&self, floor: usize, mut visit: impl FnMut(Split)) {
        let lacks = |known: FloorCounts, floor| u32::from(known.on(floor) == 0);
        let (safes, stairs) = (lacks(self.safes_known, floor), lacks(self.stairs_known, floor));
        if self.scenario != Scenario::FortKnox {
            return visit(Split { ways: 1, safes, stairs });
        }
        let (here, other) = (u32::from(self.floors[floor].holes), 1 - floor);
        let there = u32::from(self.floors[other].holes);
        let all_safes = self.scenario.safes() as u32 - u32::from(self.safes_known.total());
        let all_stairs = (self.stock & Face::STAIRS).count_ones();
        let (safes_there, stairs_there) = (lacks(self.safes_known, other), lacks(self.stairs_known, other));
        for safes in safes..=all_safes - safes_there {
            for stairs in stairs..=all_stairs - stairs_there {
                let ways =
                    arrangements(here, safes, stairs) * arrangements(there, all_safes - safes, all_stairs - stairs);
                if ways > 0 {
                    visit(Split { ways, safes, stairs });
                }
            }
        }
    }

    /// One of the [`splits`](Self::splits), by the number of ways.
    #[inline]
    fn sample_split<R: Rng + ?Sized>(&self, floor: usize, rng: &mut R) -> Split {
        let mut chosen = Split {
            ways: 0,
            safes: 0,
            stairs: 0,
        };
        let mut all = 0;
        self.splits(floor, |split| {
            all += split.ways;
            // The only one needs no draw.
            if all == split.ways || random::below(rng, all) < split.ways {
                chosen = split;
            }
        });
        chosen
    }

    /// S-SCEN-2, S-BUILD-1: whether what the state knows about the tiles leaves a way to lay the others, a Safe and a
    /// Stairs on every floor.
    pub(in super::super) fn tiles_fit(&self) -> bool {
        let total = |known: FloorCounts| usize::from(known.total());
        let (safes, stairs) = (total(self.safes_known), total(self.stairs_known));
        if safes > self.scenario.safes() || stairs > self.scenario.safes() {
            return false;
        }
        (0..self.floor_count()).all(|floor| {
            let mut fits = false;
            self.splits(floor, |split| {
                fits |= split.safes + split.stairs <= u32::from(self.floors[floor].holes);
            });
            fits
        })
    }

    /// I-HID-1, I-CHANCE-1: every way to lay the tiles that are left is equally likely.
    pub(in super::super) fn tile_outcomes(&self, cell: Cell, out: &mut Vec<(Outcome, f64)>) {
        let tile = self.tiles[self.place(cell)];
        if tile != HOLE {
            out.push((Outcome::Tile(Face(tile)), 1.0));
            return;
        }
        let holes = u32::from(self.floors[cell.floor()].holes);
        let (mut all, mut safes, mut stairs) = (0u64, 0u64, 0u64);
        self.splits(cell.floor(), |split| {
            let ways = u64::from(split.ways);
            all += ways * u64::from(holes);
            safes += ways * u64::from(split.safes);
            stairs += ways * u64::from(split.stairs);
        });
        let chance = |ways: u64, faces: u64| ways as f64 / all as f64 / f64::from(faces.count_ones());
        let (stairs_left, others_left) = (self.stock & Face::STAIRS, self.stock & !Face::STAIRS);
        for face in Face::all().filter(|face| *face != Face::SAFE) {
            if stairs_left & face.bit() != 0 && stairs > 0 {
                out.push((Outcome::Tile(face), chance(stairs, stairs_left)));
            } else if others_left & face.bit() != 0 && all > safes + stairs {
                out.push((Outcome::Tile(face), chance(all - safes - stairs, others_left)));
            }
        }
        if safes > 0 {
            out.push((Outcome::Tile(Face::SAFE), safes as f64 / all as f64));
        }
    }

    /// Draws from [`tile_outcomes`](Self::tile_outcomes).
    #[inline]
    pub(in super::super) fn sample_tile<R: Rng + ?Sized>(&self, cell: Cell, rng: &mut R) -> Face {
        let tile = self.tiles[self.place(cell)];
        if tile != HOLE {
            return Face(tile);
        }
        let split = self.sample_split(cell.floor(), rng);
        let hole = random::below(rng, u32::from(self.floors[cell.floor()].holes));
        if hole < split.safes {
            return Face::SAFE;
        }
        let faces = if hole < split.safes + split.stairs {
            self.stock & Face::STAIRS
        } else {
            self.stock & !Face::STAIRS
        };
        Face(random::choose_bit(rng, faces))
    }

    /// I-DET-1: fills every face-down tile.
    /// H2: which of the numbered Stairs go to which floor is random.
    pub(in super::super) fn fill_tiles<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let mut stairs = [0u8; 3];
        let mut others = [0u8; 64];
        let (mut stairs_left, mut others_left) = (
            list(self.stock & Face::STAIRS, &mut stairs),
            list(self.stock & !Face::STAIRS, &mut others),
        );
        for floor in 0..self.floor_count() {
            if self.floors[floor].holes == 0 {
                continue;
            }
            // What floors below have been given by now is known, and so the next floor's split follows from it.
            let split = self.sample_split(floor, rng);
            let mut holes = [0u8; 32];
            let mut count = 0;
            for square in squares(self.plan(floor).cells() & !self.floors[floor].revealed) {
                if self.tiles[self.place(Cell::new(floor, square))] == HOLE {
                    holes[count] = square as u8;
                    count += 1;
                }
            }
            for _ in 0..split.safes {
                let square = random::take(rng, &mut holes, &mut count);
                self.know_tile(Cell::new(floor, square as usize), Face::SAFE);
            }
            for _ in 0..split.stairs {
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

/// In how many ways some of these holes can be marked for Safes and some others for Stairs.
fn arrangements(holes: u32, safes: u32, stairs: u32) -> u32 {
    if safes + stairs > holes {
        return 0;
    }
    choose(holes, safes) * choose(holes - safes, stairs)
}

/// How many sets of `count` (at most 3) there are out of `of`.
fn choose(of: u32, count: u32) -> u32 {
    match count {
        0 => 1,
        1 => of,
        2 => of * of.saturating_sub(1) / 2,
        _ => of * of.saturating_sub(1) * of.saturating_sub(2) / 6,
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
