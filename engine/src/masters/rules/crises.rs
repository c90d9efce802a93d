//! CRISES: 4.6, 6.3, 6.4 and 7.5.

use super::super::action::Who;
use super::super::components::Crisis;
use super::super::frame::Frame;
use super::super::state::{MastersOfTheHeist, Spot, flag};
use crate::board::hexes::{Side, members};

impl MastersOfTheHeist {
    /// MH4.6a, H12: the queue, first in, first out, those included that are queued meanwhile.
    pub(super) fn crises(&mut self) {
        match self.deck.next_crisis() {
            Some(crisis) => {
                self.push(Frame::Crises);
                self.resolve_crisis(crisis);
            }
            None => self.push(Frame::EndEvent),
        }
    }

    fn resolve_crisis(&mut self, crisis: Crisis) {
        if self.tables().final_crises & 1 << crisis.index() != 0 {
            // MH7.5c, MH4.6a.
            self.set_flag(flag::ESCAPE_FOLLOWS, true);
        }
        match crisis {
            Crisis::C1 => self.push(Frame::Reinforcements),
            Crisis::C2 => self.watchtower_sweep(),
            Crisis::C3 => self.push(Frame::CloseGates(1)),
            Crisis::C4 => self.lock_the_goods(),
            // MH7.5b.
            Crisis::C5 => self.set_flag(flag::PANIC, true),
            Crisis::C6 => self.release_hounds(),
            Crisis::Z1 => {}
            // MH7.5c.
            Crisis::Z2 => self.push(Frame::CloseGates(u8::MAX)),
        }
    }

    /// MH6.3a: token by token, in an order that the team chooses.
    pub(super) fn reinforcements(&mut self) {
        match self.reinforcements.count_ones() {
            0 => {}
            1 => self.reinforce(self.reinforcements.trailing_zeros() as usize),
            _ => self.push(Frame::AskReinforce),
        }
    }

    /// MH10.15: alerts of Cameras, but no noise.
    pub(super) fn reinforce(&mut self, hex: usize) {
        let beside = self.plan().neighbours(hex);
        for other in members(beside) {
            // MH6.3b.
            self.un_subdue(other);
            let locks = &mut self.ground[other].locks;
            locks.switch_on(locks.inactive());
            let alerts = self.re_enable(other);
            self.raise_alerts(alerts);
        }
        for other in members(beside & !self.unrevealed) {
            // MH6.3c, H31.
            if self.ground[other].is_empty() {
                self.ground[other].guards.add(1);
            }
        }
        // MH6.3d.
        self.reinforcements &= !(1 << hex);
        self.ground[hex].guards.add(2);
        self.push(Frame::Reinforcements);
        self.push(Frame::Chase);
    }

    /// MH6.4a, MH6.4b, H33, MH7.10e, H75: the Mayor is not seen, but switches a tower off.
    fn watchtower_sweep(&mut self) {
        self.towers &= !self.indoors().fold(0u32, |set, who| set | 1 << self.get(who).at);
        let plan = self.plan();
        let lines = members(self.towers).flat_map(|tower| Side::ALL.map(|side| plan.line(tower, side)));
        let lines = lines.fold(0, |set, line| set | line);
        let is_seen = |who: &Who| !(who.is_npc() && self.is_meal_ticket());
        let inside = self
            .indoors()
            .filter(is_seen)
            .fold(0u32, |set, who| set | 1 << self.get(who).at);
        self.add_guards(inside & lines);
    }

    /// MH7.5a: C4.
    fn lock_the_goods(&mut self) {
        let goods = members(self.plan().present()).filter(|&hex| self.has_loot(hex as Spot));
        let goods = goods.fold(0, |set, hex| set | 1 << hex);
        self.add_locks(goods);
    }
}
