//! Guards and Cameras: 6.1, and what keeps a guard subdued.

use super::super::action::{Action, GuardKind, Who};
use super::super::components::Ability;
use super::super::frame::Frame;
use super::super::offers::Offers;
use super::super::state::{Chits, MastersOfTheHeist, Spot, flag};
use crate::board::hexes::members;

impl MastersOfTheHeist {
    /// MH5.2c, H83: a character subdues one unsubdued guard of a hex; which one, the team says where it makes a
    /// difference.
    pub(super) fn subdue(&mut self, who: Who, hex: usize, kind: GuardKind) {
        match kind {
            GuardKind::Guard if self.do_guards_differ(hex) => self.push(Frame::AskGuard(who, hex as u8)),
            GuardKind::Guard => self.subdue_guard(hex, true),
            GuardKind::Dog => {
                self.ground[hex].dogs.switch_off(1);
                if self.ground[hex].dogs.active() == 0 {
                    self.left_dogs &= !(1 << hex);
                }
            }
        }
    }

    /// H83: whether unsubdued starting Guards of the parking garage (MH7.10d) stand on a hex with others that came
    /// later. With Dogs it makes no difference: one that joins those left behind (MH6.2c) came with somebody whom all
    /// of them hold there until the phase is over.
    fn do_guards_differ(&self, hex: usize) -> bool {
        let starting = self.active_starters(hex).count();
        starting > 0 && usize::from(self.ground[hex].guards.active()) > starting
    }

    /// H83: `accept` for a starting Guard, `decline` for one that came later.
    pub(super) fn offer_guards(&self, hex: usize, out: &mut impl Offers) {
        if self.do_guards_differ(hex) {
            out.extend([Action::Accept, Action::Decline]);
        }
    }

    /// An unsubdued Guard of a hex becomes subdued, a starting one if it is said to be and any is there.
    pub(super) fn subdue_guard(&mut self, hex: usize, is_starting: bool) {
        self.ground[hex].guards.switch_off(1);
        if is_starting {
            let first = self.active_starters(hex).next();
            self.subdue_starters(first.map_or(0, |starter| 1 << starter));
        }
    }

    /// Every unsubdued guard of a hex becomes subdued.
    pub(super) fn subdue_all(&mut self, hex: usize) {
        let ground = &mut self.ground[hex];
        ground.guards.switch_off(ground.guards.active());
        ground.dogs.switch_off(ground.dogs.active());
        self.left_dogs &= !(1 << hex);
        let starters = self.active_starters(hex).fold(0, |set, starter| set | 1 << starter);
        self.subdue_starters(starters);
    }

    fn subdue_starters(&mut self, starters: u8) {
        self.starters.subdued |= starters;
        self.starters.fresh |= starters;
    }

    /// MH7.10d: the unsubdued starting Guards of a hex.
    pub(super) fn active_starters(&self, hex: usize) -> impl Iterator<Item = usize> + use<> {
        let starters = self.starters;
        (0..starters.at.len())
            .filter(move |&starter| starters.at[starter] == hex as u8 && starters.subdued & 1 << starter == 0)
    }

    /// MH7.2q: Pressure Points keeps the guards subdued that are on or adjacent to its owner.
    fn is_under_pressure(&self, hex: usize) -> bool {
        let presses = |who: Who| {
            self.has_ability(who, Ability::PressurePoints) && self.on_or_beside(self.get(who).at) & 1 << hex != 0
        };
        self.present_players().any(presses)
    }

    /// Every subdued guard of a hex is un-subdued. How many Guards and Dogs changed.
    pub(super) fn un_subdue(&mut self, hex: usize) -> Chits {
        if self.is_under_pressure(hex) {
            return Chits::default();
        }
        let ground = &mut self.ground[hex];
        let changed = Chits::new(ground.guards.inactive(), ground.dogs.inactive());
        ground.guards.switch_on(changed.active());
        ground.dogs.switch_on(changed.inactive());
        self.marks[hex] = 0;
        let here = self.starters_on(hex);
        self.starters.subdued &= !here;
        self.starters.fresh &= !here;
        self.starters.flashed &= !here;
        changed
    }

    fn starters_on(&self, hex: usize) -> u8 {
        let at = self.starters.at.iter().enumerate();
        at.filter(|(_, at)| **at == hex as u8)
            .fold(0, |set, (starter, _)| set | 1 << starter)
    }

    /// MH7.6d: a Flashbang subdues every guard of some hexes, and which ones is remembered.
    pub(super) fn flash(&mut self, hexes: u32) {
        for hex in members(hexes) {
            let ground = self.ground[hex];
            let marked = Chits(self.marks[hex]);
            let (guards, dogs) = (
                marked.active() + ground.guards.active(),
                marked.inactive() + ground.dogs.active(),
            );
            self.marks[hex] = Chits::new(guards, dogs).0;
            let starters = self.active_starters(hex).fold(0, |set, starter| set | 1 << starter);
            self.starters.flashed |= starters;
            self.subdue_all(hex);
        }
    }

    /// MH7.6d: at END_EVENT exactly the guards that Flashbangs subdued are un-subdued, but for Pressure Points. Whether
    /// a Dog was.
    pub(super) fn expire_flashbangs(&mut self) -> bool {
        let mut is_dog = false;
        for hex in 0..self.marks.len() {
            let marked = Chits(std::mem::take(&mut self.marks[hex]));
            if marked.is_empty() || self.is_under_pressure(hex) {
                continue;
            }
            self.ground[hex].guards.switch_on(marked.active());
            self.ground[hex].dogs.switch_on(marked.inactive());
            let back = self.starters_on(hex) & self.starters.flashed;
            self.starters.subdued &= !back;
            self.starters.fresh &= !back;
            is_dog |= marked.inactive() > 0;
        }
        self.starters.flashed = 0;
        is_dog
    }

    /// MH6.1c, MH7.2o: all disabled Cameras of a hex become live. The alerts that this raises for the characters on it.
    pub(super) fn re_enable(&mut self, hex: usize) -> u8 {
        let cameras = &mut self.ground[hex].cameras;
        let count = cameras.inactive();
        cameras.switch_on(count);
        if self.is_set(flag::LOOP_FOOTAGE) {
            0
        } else {
            count * self.on(hex as Spot).count() as u8
        }
    }
}
