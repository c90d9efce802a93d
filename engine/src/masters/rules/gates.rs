//! Lockdown gates: 6.5.

use super::super::action::Piece;
use super::super::action::{Action, Who};
use super::super::components::Item;
use super::super::frame::Frame;
use super::super::state::{Character, Ground, MastersOfTheHeist, NOWHERE, OUT, Phase, Status, done, flag};

impl MastersOfTheHeist {
    /// MH6.5a, MH7.4v: so many gates close, or what is left of them.
    pub(super) fn close_gates(&mut self, left: u8) {
        if left == 0 {
            return;
        }
        let Some(hex) = self.next_gate() else { return };
        let owners = self.close_gate(hex);
        if self.phase != Phase::Escape && self.present_players().next().is_none() {
            // MH4a, H49.
            self.skip_to_escape();
            return;
        }
        self.push(Frame::CloseGates(left - 1));
        self.push(Frame::Displaced(owners));
    }

    /// MH6.5a, MH10.10: the hex is removed for good with everything on it. Who had a token there, as bits.
    fn close_gate(&mut self, hex: usize) -> u8 {
        for who in self.collect_on(hex) {
            if self.get(who).status == Status::Inactive {
                // H54.
                self.get_mut(who).at = NOWHERE;
            } else {
                self.bust_by_gate(who);
            }
        }
        self.remove_hex(hex);
        let gone: u32 = !(1 << hex);
        let mut owners = 0;
        for who in self.players() {
            let character = self.get_mut(who);
            if character.tokens & !gone != 0 {
                owners |= who.bit();
                character.tokens &= gone;
            }
        }
        owners
    }

    /// MH6.5a: a hex is removed with everything that lies on it.
    pub(in super::super) fn remove_hex(&mut self, hex: usize) {
        self.keep_chit_of(hex);
        self.closed_gates += 1;
        let gone = !(1 << hex);
        for set in [
            &mut self.unrevealed,
            &mut self.rings,
            &mut self.doors,
            &mut self.towers,
            &mut self.reinforcements,
            &mut self.idea_tokens,
            &mut self.left_dogs,
        ] {
            *set &= gone;
        }
        self.ground[hex] = Ground::EMPTY;
        self.marks[hex] = 0;
        self.move_all(hex as u8, OUT);
    }

    /// Everybody on a hex, inactive NPCs included.
    fn collect_on(&self, hex: usize) -> impl Iterator<Item = Who> + use<> {
        let here = self.everybody().filter(|&who| {
            let character = self.get(who);
            usize::from(character.at) == hex && character.status != Status::Busted
        });
        Who::all_in(here.fold(0, |set, who| set | who.bit()))
    }

    /// MH6.5a, MH10.19: Busted by a gate, and the loot is lost; H71: also the Master Plan Copy.
    fn bust_by_gate(&mut self, who: Who) {
        if self.holds(who, Piece::Item(Item::MasterPlanCopy)) {
            self.set_flag(flag::PLAN_COPY_LOST, true);
        }
        self.move_all(Self::held_by(who), OUT);
        let character: &mut Character = self.get_mut(who);
        character.status = Status::Busted;
        character.at = NOWHERE;
        character.clear_letters();
        character.done &= !done::EFFECTS;
    }

    /// MH10.11: tokens of a removed hex go to other hexes, or leave the game.
    pub(super) fn displaced(&mut self, owners: u8) {
        if let Some(owner) = Who::all_in(owners).next() {
            self.push(Frame::Displaced(owners & !owner.bit()));
            self.push(Frame::AskDisplaced(owner));
        }
    }

    pub(super) fn replace_displaced(&mut self, owner: Who, action: Action) {
        if let Action::Token(tile) = action {
            let hex = self.hex(tile);
            self.get_mut(owner).tokens |= 1 << hex;
        }
    }
}
