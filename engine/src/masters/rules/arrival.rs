//! Arrival and reveal: 5.3.

use super::super::action::{Action, Piece, Who};
use super::super::components::Ability;
use super::super::frame::Frame;
use super::super::letters::Letter;
use super::super::scenario::Chit;
use super::super::state::{EXIT, MastersOfTheHeist, OUT, Phase, Spot, flag};

impl MastersOfTheHeist {
    /// MH5.3a: a character arrives on a tile.
    pub(super) fn arrive(&mut self, who: Who, spot: Spot) {
        self.get_mut(who).at = spot;
        if spot < EXIT && !self.is_set(flag::LOOP_FOOTAGE) {
            // MH5.3b, MH10.5.
            let cameras = self.ground[usize::from(spot)].cameras.active();
            self.raise_alerts(cameras);
        }
        self.push(Frame::Arrived(who));
        self.reveal_all(self.beside(spot));
    }

    /// MH5.3d, MH6.2c, H27: the chase test; the test of a dog that was left waits until the last M is done.
    pub(super) fn arrived(&mut self, who: Who) {
        let has_ended = self.get(who).letter(Letter::Move) == 0;
        if has_ended && self.has_ability(who, Ability::ThereAreBetterWays) {
            self.left_dogs = 0;
        }
        self.chase();
    }

    /// MH5.3c: reveals those of some hexes that are unrevealed, in an order that the team chooses. MH10.6: neither
    /// Locks nor doors nor rings are asked for.
    pub(super) fn reveal_all(&mut self, hexes: u32) {
        self.pending = hexes & self.unrevealed;
        if self.pending != 0 {
            self.push(Frame::RevealNext);
        }
    }

    pub(super) fn reveal_next(&mut self) {
        self.pending &= self.unrevealed;
        match self.pending.count_ones() {
            0 => {}
            1 => {
                let hexes = std::mem::take(&mut self.pending);
                self.reveal(hexes.trailing_zeros() as usize);
            }
            _ => self.push(Frame::AskNext),
        }
    }

    /// MH5.3f: reveals one hex; MH5.3g, H17: an empty bag is a blank. In ESCAPE the chase test comes once, after all of
    /// them (MH6.6a).
    pub(super) fn reveal(&mut self, hex: usize) {
        if self.phase != Phase::Escape {
            self.push(Frame::Chase);
        }
        if self.bag_size() == 0 {
            self.place_chit(hex, Chit::Blank);
        } else {
            self.push(Frame::DrawChit(hex as u8));
        }
    }

    /// A chit is drawn for a hex. MH5.3j: the Consultant's blanks, in START and ACTION only.
    pub(super) fn drawn(&mut self, hex: usize, chit: Chit) {
        self.take_chit(Some(hex), chit);
        let is_offered = self.blanks > 0 && matches!(self.phase, Phase::Start | Phase::Action);
        if is_offered && self.payers().next().is_some() {
            self.push(Frame::AskConsultant(hex as u8, chit));
        } else {
            self.place_chit(hex, chit);
        }
    }

    /// H18: who may pay for a blank.
    pub(super) fn payers(&self) -> impl Iterator<Item = Who> + '_ {
        self.present().filter(|&who| self.get(who).ideas > 0)
    }

    /// MH5.3j: one idea and N for a blank; the drawn chit leaves the game.
    pub(super) fn consultant_answer(&mut self, hex: u8, chit: Chit, action: Action) {
        let chit = match action {
            Action::Blank(who) => {
                self.pay_ideas(who, 1);
                self.owe_noise(1);
                self.blanks -= 1;
                Chit::Blank
            }
            _ => chit,
        };
        self.place_chit(usize::from(hex), chit);
    }

    /// MH5.3f to MH5.3i, MH6.7d: a chit is placed active, and the hex is revealed for good.
    fn place_chit(&mut self, hex: usize, chit: Chit) {
        self.unrevealed &= !(1 << hex);
        let ground = &mut self.ground[hex];
        match chit {
            Chit::Guard => ground.guards.add(1),
            Chit::Dog => ground.dogs.add(1),
            Chit::Lock => ground.locks.add(1),
            Chit::Camera => ground.cameras.add(1),
            Chit::Jewel | Chit::Documents | Chit::Usb | Chit::Keycard | Chit::Blank => {}
        }
        if let Some(kind) = chit.loot() {
            self.move_piece(Piece::of(kind), OUT, hex as u8);
            if self.scenario().held_by_guard & 1 << kind.index() != 0 {
                self.ground[hex].guards.add(1);
            }
        }
        if self.phase == Phase::Plan {
            // MH7.8c, MH7.8d.
            self.planning.locks += u8::from(chit == Chit::Lock);
            self.planned_cameras |= u32::from(chit == Chit::Camera) << hex;
        }
    }
}
