//! Adding dice, cracking and opening Safes (sections 5.1 and 5.7).

use rand::Rng;

use super::super::action::Action;
use super::super::chance::{Dice, Outcome};
use super::super::components::{Character, Face, Kind, Loot, Tool};
use super::super::frame::{Drilled, Frame};
use super::super::offers::Offers;
use super::super::state::{BurgleBros, SAFE_DICE};
use super::guards::TOP_SPEED;
use crate::board::{Cell, squares};
use crate::game::Seat;
use crate::random;

/// M-ACT-DIE and M-ACT-CRACK.
const DIE_POINTS: u8 = 2;
const CRACK_POINTS: u8 = 1;

impl BurgleBros {
    /// The unopened Safes the active player works on.
    /// T-SAFE: his own tile's.
    /// C-PETERMAN-A, M-DEC-12: with the Drill also those directly above and below.
    fn safes_in_reach(&self) -> impl Iterator<Item = Cell> + '_ {
        let seat = self.active();
        let at = self.place_of(seat);
        let drills = self.is_character(seat, Character::PetermanAdvanced);
        let above = (drills && at.floor() < self.top_floor()).then(|| at.above());
        let below = (drills && at.floor() > 0).then(|| at.below());
        std::iter::once(at)
            .chain(above)
            .chain(below)
            .filter(|&cell| self.is_kind(cell, Kind::Safe) && self.safe_at(cell).is_some_and(|safe| !safe.is_open()))
    }

    /// M-ACT-DIE, M-ACT-CRACK: the work on the Safes in reach.
    #[inline]
    pub(in super::super) fn offer_safe_work(&self, face: u64, out: &mut impl Offers) {
        if face & Face::of_kind(Kind::Safe) != 0 || self.is_character(self.active(), Character::PetermanAdvanced) {
            self.offer_safes_in_reach(out);
        }
    }

    /// M-ACT-DIE: a Safe takes at most six dice.
    /// M-ACT-CRACK, M-CRACK-1: a Safe without a die cannot be cracked, not even by the basic Peterman.
    fn offer_safes_in_reach(&self, out: &mut impl Offers) {
        for cell in self.safes_in_reach() {
            let dice = self.safe_at(cell).map_or(0, |safe| safe.dice());
            if self.turn.actions >= DIE_POINTS && dice < SAFE_DICE {
                out.push(Action::AddDie(cell));
            }
            if dice > 0 && self.keycard_allows(cell) {
                out.push(Action::Crack(cell));
            }
        }
    }

    /// L-KEYCARD: while a player holds the card, he must be on the Safe's tile.
    /// H43: under the Drill the tile of the drilled Safe counts.
    /// drawn from the last Safe, the card finds nothing left to crack.
    fn keycard_allows(&self, safe: Cell) -> bool {
        self.seats()
            .find(|&seat| self.holds(seat, Loot::Keycard))
            .is_none_or(|seat| self.player(seat).at == safe.code())
    }

    /// M-ACT-DIE.
    pub(in super::super) fn add_die(&mut self, cell: Cell) {
        self.spend(DIE_POINTS);
        if let Some(safe) = self.safe_at_mut(cell) {
            safe.add_die();
        }
    }

    /// M-CRACK-1: all dice on the Safe are rolled.
    /// C-PETERMAN-B: the basic Peterman rolls one more.
    pub(in super::super) fn crack(&mut self, cell: Cell) {
        self.spend(CRACK_POINTS);
        let dice = self.safe_at(cell).map_or(0, |safe| safe.dice());
        let steady = u8::from(self.is_character(self.active(), Character::PetermanBasic));
        self.push(Frame::RollCrack {
            safe: cell,
            dice: dice + steady,
        });
    }

    /// M-CRACK-2: whether the roller may turn a die after this roll, so that the dice matter and not only the faces.
    /// L-BUST: the Bust forbids it.
    pub(in super::super) fn can_turn_a_die(&self) -> bool {
        let seat = self.active();
        self.has_tool(seat, Tool::Stethoscope) && !self.holds(seat, Loot::Bust)
    }

    /// M-CRACK-2 or, without the Stethoscope, M-CRACK-3.
    pub(in super::super) fn crack_rolled(&mut self, safe: Cell, outcome: Outcome) {
        if let Outcome::Dice(dice) = outcome {
            self.push(Frame::Cracking(safe));
            let [low, middle, high, _] = dice.0.to_le_bytes();
            self.push(Frame::AskStethoscope([low, middle, high]));
        } else if let Outcome::Faces(faces) = outcome {
            self.crack_tiles(safe, faces);
        } else {
            debug_assert!(false, "a crack roll shows faces or dice, not {outcome:?}");
        }
    }

    /// M-DEC-8: one die of a face shown to any other face, or none.
    pub(in super::super) fn offer_dice(roll: [u8; 3], out: &mut impl Offers) {
        let dice = roll_dice(roll);
        for from in (1..=6).filter(|&face| dice.count(face) > 0) {
            out.extend((1..=6).filter(|&to| to != from).map(|to| Action::SetDie(from, to)));
        }
        out.push(Action::KeepRoll);
    }

    /// U-STETHOSCOPE, M-CRACK-2: it is discarded and one die set to any face, or it is kept.
    pub(in super::super) fn die_chosen(&mut self, roll: [u8; 3], action: Action) {
        let mut dice = roll_dice(roll);
        if let Action::SetDie(from, to) = action {
            dice = dice.turned(from, to);
            let seat = self.active();
            self.player_mut(seat).tools &= !Tool::Stethoscope.bit();
            self.forget_gifts();
        }
        if let Frame::Cracking(safe) = self.stack.pop() {
            self.crack_tiles(safe, dice.faces());
        }
    }

    /// M-CRACK-3: every revealed tile of the row and column whose number shows is cracked, walls or not.
    /// M-CRACK-4: if all of them are cracked the Safe opens.
    /// H64: a face-down tile keeps it shut.
    /// M-CRACK-9: tokens put by the roll of another Safe count.
    fn crack_tiles(&mut self, safe: Cell, faces: u8) {
        let floor = &self.floors[safe.floor()];
        let line = safe.lines() & self.plan(safe.floor()).cells();
        let mut shut = line & !floor.revealed != 0;
        for square in squares(line & floor.revealed) {
            let Some(face) = self.face(Cell::new(safe.floor(), square)) else {
                continue;
            };
            if face.number() == 0 {
                continue;
            }
            if faces & 1 << (face.number() - 1) != 0 {
                self.cracked |= face.bit();
            }
            shut |= self.cracked & face.bit() == 0;
        }
        if !shut {
            self.open_safe(safe);
        }
    }

    /// M-CRACK-5: first the roller draws a Tool.
    /// M-CRACK-6, L-NOTE-2: then a Loot; the deck cannot run out.
    /// M-CRACK-7: then the Guards get faster.
    /// M-CRACK-8: the dice stay on the Safe.
    fn open_safe(&mut self, cell: Cell) {
        if let Some(safe) = self.safe_at_mut(cell) {
            safe.open();
        }
        let drawer = self.active();
        let at = self.place_of(drawer);
        let drilled = match cell.floor().cmp(&at.floor()) {
            std::cmp::Ordering::Greater => Some(Drilled::Above),
            std::cmp::Ordering::Less => Some(Drilled::Below),
            std::cmp::Ordering::Equal => None,
        };
        self.push(Frame::RaiseSpeeds(cell.floor() as u8));
        self.push(Frame::DrawLoot { drawer, safe: cell });
        self.draw_tool(drawer, drilled);
    }

    /// M-CRACK-7: the Guards of the Safe's floor and of all lower floors get faster, in play or not.
    /// the top speed is never exceeded.
    pub(in super::super) fn raise_speeds(&mut self, floor: u8) {
        for state in &mut self.floors[..=floor as usize] {
            state.guard.speed = TOP_SPEED.min(state.guard.speed + 1);
        }
    }

    /// I-CHANCE-8: sets of faces, or multisets while the Stethoscope may turn a die.
    pub(in super::super) fn crack_outcomes(&self, count: u8, out: &mut Vec<(Outcome, f64)>) {
        let all = 6f64.powi(i32::from(count));
        if self.can_turn_a_die() {
            multisets(Dice::default(), 1, count, factorial(count), &mut |dice, ways| {
                out.push((Outcome::Dice(dice), ways / all));
            });
            return;
        }
        for faces in 1u8..64 {
            let shown = faces.count_ones() as u8;
            if shown <= count {
                out.push((Outcome::Faces(faces), surjections(count, shown) / all));
            }
        }
    }

    /// Draws from [`crack_outcomes`](Self::crack_outcomes).
    pub(in super::super) fn sample_crack<R: Rng + ?Sized>(&self, count: u8, rng: &mut R) -> Outcome {
        let mut dice = Dice::default();
        for _ in 0..count {
            dice = dice.with(random::below(rng, 6) as u8 + 1);
        }
        if self.can_turn_a_die() {
            Outcome::Dice(dice)
        } else {
            Outcome::Faces(dice.faces())
        }
    }

    /// C-PETERMAN-A: where the Tool and Loot of a Safe opened by `drawer` lie if he drilled.
    pub(in super::super) fn drilled_cell(&self, drawer: Seat, drilled: Drilled) -> Cell {
        let at = self.place_of(drawer);
        match drilled {
            Drilled::Above => at.above(),
            Drilled::Below => at.below(),
        }
    }
}

fn roll_dice([low, middle, high]: [u8; 3]) -> Dice {
    Dice(u32::from_le_bytes([low, middle, high, 0]))
}

/// In how many of the `6^count` rolls exactly the given `shown` faces are seen (inclusion and exclusion).
fn surjections(count: u8, shown: u8) -> f64 {
    let mut ways = 0.0;
    let mut choose = 1.0;
    for missing in 0..=shown {
        let sign = if missing % 2 == 0 { 1.0 } else { -1.0 };
        ways += sign * choose * f64::from(shown - missing).powi(i32::from(count));
        choose = choose * f64::from(shown - missing) / f64::from(missing + 1);
    }
    ways
}

fn factorial(count: u8) -> f64 {
    (1..=count).map(f64::from).product()
}

/// Every multiset of `left` more dice with faces from `face` up, with the number of rolls that give it.
fn multisets(dice: Dice, face: u8, left: u8, ways: f64, emit: &mut impl FnMut(Dice, f64)) {
    if face == 6 {
        let all = (0..left).fold(dice, |dice, _| dice.with(6));
        emit(all, ways / factorial(left));
        return;
    }
    let mut dice = dice;
    for showing in 0..=left {
        multisets(dice, face + 1, left - showing, ways / factorial(showing), emit);
        if showing < left {
            dice = dice.with(face);
        }
    }
}
