//! Alarms: triggering, hacking, retargeting (section 6.3).

use super::super::action::Action;
use super::super::components::{Character, Room};
use super::super::frame::Frame;
use super::super::offers::Offers;
use super::super::state::{BurgleBros, Cells, NONE, flag};
use super::turn::nearest;
use crate::board::{Cell, squares};
use crate::game::Seat;

impl BurgleBros {
    /// Whether an alarm triggered on `cell` would put a token there.
    /// A-ALARM-1: not under E.M.P.
    /// A-ALARM-3, Q-9: not while the Guard is on the tile; nothing sounds later when he leaves.
    /// A-ALARM-4: not if there is a token already.
    #[inline]
    pub(in super::super) fn would_sound(&self, cell: Cell) -> bool {
        self.emp == NONE && !self.guard_on(cell) && !self.alarm_on(cell)
    }

    /// A-ALARM-7: puts the token; the caller sees to the retarget.
    #[inline]
    pub(in super::super) fn place_alarm(&mut self, cell: Cell) {
        self.floors[cell.floor()].alarms |= cell.bit();
        self.tally.alarms += 1;
        self.taint_move();
    }

    /// A-ALARM-7, A-ALARM-8: an alarm that nothing can stop any more.
    fn sound_now(&mut self, cell: Cell) {
        self.place_alarm(cell);
        self.push(Frame::Retarget(1 << cell.floor()));
    }

    /// A-ALARM-9: an alarm not caused by tile text cannot be hacked.
    /// H19: it sounds on a disabled tile too.
    pub(in super::super) fn sound(&mut self, cell: Cell) {
        if self.would_sound(cell) {
            self.sound_now(cell);
        }
    }

    /// A-ALARM-2: whether the tile's own text triggers something.
    #[inline]
    pub(in super::super) fn text_sounds(&self, cell: Cell) -> bool {
        self.face(cell).is_some_and(|face| self.disabled & face.bit() == 0) && self.would_sound(cell)
    }

    /// A-ALARM-10: an alarm of a Detector, Thermo or Camera cannot be hacked, nor does the Hacker stop it.
    pub(in super::super) fn sound_text(&mut self, cell: Cell) {
        if self.text_sounds(cell) {
            self.sound_now(cell);
        }
    }

    /// A-ALARM-5, C-HACKER-B: the mover is the basic Hacker, or the basic Hacker is on the tile.
    pub(in super::super) fn is_jammed(&self, cell: Cell, mover: Seat) -> bool {
        self.is_character(mover, Character::HackerBasic)
            || self
                .players_on(cell)
                .any(|seat| self.is_character(seat, Character::HackerBasic))
    }

    /// Triggers the alarm of a Fingerprint or Motion tile (T-FINGERPRINT, T-MOTION).
    /// A-ALARM-5: the basic Hacker stops it.
    /// A-ALARM-6: a hack token may stop it.
    pub(in super::super) fn sound_hackable(&mut self, cell: Cell) {
        if !self.text_sounds(cell) || self.is_jammed(cell, Seat(self.mover.seat)) {
            return;
        }
        if self.can_hack(cell) {
            self.push(Frame::AskHack(cell));
        } else {
            self.sound_now(cell);
        }
    }

    /// T-COMPUTER: the Computer Room whose tokens stop the alarm of a tile, on any floor.
    fn room_of(&self, cell: Cell) -> Option<Room> {
        self.kind(cell)?.stopped_by()
    }

    /// A-ALARM-6, C-HACKER-A: whether a fitting hack token exists, in the room or on the laptop.
    pub(in super::super) fn can_hack(&self, cell: Cell) -> bool {
        self.is_set(flag::LAPTOP) || self.room_of(cell).is_some_and(|room| self.room_tokens(room) > 0)
    }

    /// M-DEC-4: the fitting tokens, or the alarm.
    pub(in super::super) fn offer_hacks(&self, cell: Cell, out: &mut impl Offers) {
        if let Some(room) = self.room_of(cell)
            && self.room_tokens(room) > 0
        {
            out.push(Action::SpendToken(room));
        }
        if self.is_set(flag::LAPTOP) {
            out.push(Action::SpendLaptop);
        }
        out.push(Action::SoundAlarm);
    }

    /// M-DEC-4: what the player chose about the alarm of `cell`.
    /// each token stops one alarm; there is no limit per turn.
    pub(in super::super) fn hack_chosen(&mut self, cell: Cell, action: Action) {
        self.taint_move();
        if let Action::SpendToken(room) = action {
            self.room_tokens[room.index()] -= 1;
        } else if action == Action::SpendLaptop {
            self.set_flag(flag::LAPTOP, false);
        } else {
            self.sound_now(cell);
        }
    }

    /// A-ALARM-8: the die goes to the nearest alarm.
    /// A-ALARM-11, H20, H45: once per floor, the lowest floor first.
    /// A-ALARM-14, H22: if several alarms are equally near, the players choose each time.
    pub(in super::super) fn retarget(&mut self, floors: u8) {
        let floor = floors.trailing_zeros() as usize;
        let rest = floors & (floors - 1);
        if rest != 0 {
            self.push(Frame::Retarget(rest));
        }
        if !self.guard_in_play(floor) {
            return;
        }
        let tied = self.nearest_alarms(floor);
        match tied.count_ones() {
            0 => {}
            1 => self.floors[floor].guard.die = tied.trailing_zeros() as u8,
            _ => self.push(Frame::AskNearest(floor as u8)),
        }
    }

    /// A-ALARM-8: the alarm tiles of a floor nearest to its Guard.
    /// the alarm that the die lies on has no advantage.
    pub(in super::super) fn nearest_alarms(&self, floor: usize) -> u32 {
        let alarms = self.floors[floor].alarms;
        if alarms & alarms.wrapping_sub(1) == 0 {
            return alarms;
        }
        let distance = self
            .plan(floor)
            .routes_to(self.floors[floor].guard.at as usize)
            .distance;
        nearest(squares(alarms), |square| Some(distance[square]))
    }

    /// M-DEC-5: the alarms that tie.
    pub(in super::super) fn offer_nearest(&self, floor: u8, out: &mut impl Offers) {
        let floor = floor as usize;
        out.extend_cells(Cells::on_floor(floor, self.nearest_alarms(floor)), Action::Nearest);
    }
    /// M-DEC-5: the die goes to the alarm chosen.
    pub(in super::super) fn nearest_chosen(&mut self, floor: u8, cell: Cell) {
        self.floors[floor as usize].guard.die = cell.square() as u8;
    }
}
