//! The end: MH6.6k to MH6.6m, MH7.10c and section 9.

use super::super::action::{Action, Piece, Who};
use super::super::components::Item;
use super::super::frame::Frame;
use super::super::offers::Offers;
use super::super::scenario::Goal;
use super::super::state::{BANKED, EXIT, Ending, MastersOfTheHeist, Phase, Spot, Status, flag};
use crate::board::hexes::members;

/// MH6.6m: characters on a hideout that count.
const ON_HIDEOUT: u8 = 2;

impl MastersOfTheHeist {
    /// The Exits, or the hideouts that replace them, in index order.
    fn ends(&self) -> impl Iterator<Item = Spot> + '_ {
        (0..EXIT + self.exit_count).filter(|&spot| self.is_end(spot))
    }

    /// MH6.6l, MH6.6m: how many player characters count on each; 0 for no limit.
    fn end_capacity(&self) -> u8 {
        if self.scenario().ends_on_hideouts() {
            ON_HIDEOUT
        } else {
            self.scenario().exit_capacity
        }
    }

    /// MH10.34, H46: who of too many on one Exit or hideout counts; then the heist is over.
    pub(super) fn count(&mut self, place: u8) {
        let Some(spot) = self.ends().nth(usize::from(place)) else {
            self.end_heist();
            return;
        };
        let here = self.present_players().filter(|&who| self.get(who).at == spot);
        let here = here.fold(0, |set, who| set | who.bit());
        let capacity = self.end_capacity();
        if capacity == 0 || here.count_ones() <= u32::from(capacity) {
            self.escaped |= here;
            self.push(Frame::Count(place + 1));
        } else {
            self.push(Frame::AskCounts(place));
        }
    }

    /// One by one in ascending order, as many as count.
    pub(super) fn offer_counts(&self, place: u8, out: &mut impl Offers) {
        let Some(spot) = self.ends().nth(usize::from(place)) else {
            return;
        };
        let here = self.present_players().filter(|&who| self.get(who).at == spot);
        let chosen = here.clone().filter(|who| self.escaped & who.bit() != 0);
        let missing = usize::from(self.end_capacity()) - chosen.clone().count();
        let after = chosen.last().map_or(0, |who| who.0 + 1);
        let left = here.filter(|who| who.0 >= after);
        let enough = left.clone().count() + 1 - missing;
        out.extend(left.take(enough).map(Action::Counts));
    }

    pub(super) fn choose_counts(&mut self, place: u8, who: Who) {
        self.escaped |= who.bit();
        let spot = self.get(who).at;
        let chosen = self
            .present_players()
            .filter(|&who| self.get(who).at == spot && self.escaped & who.bit() != 0);
        let next = if chosen.count() < usize::from(self.end_capacity()) {
            Frame::AskCounts(place)
        } else {
            Frame::Count(place + 1)
        };
        self.push(next);
    }

    /// MH6.6k: who is not out is Busted, what is held on Exits is banked, and the objective is checked.
    fn end_heist(&mut self) {
        self.phase = Phase::Over;
        let mut counted = self.escaped;
        if self.is_present(Who::NPC) && self.is_end(self.get(Who::NPC).at) {
            counted |= Who::NPC.bit();
        }
        let mut saved = 0;
        for who in self.collect_active() {
            if counted & who.bit() != 0 {
                continue;
            }
            let is_saved = self.is_camouflaged(who);
            saved |= u8::from(is_saved) << who.0;
            self.get_mut(who).status = if is_saved { Status::Active } else { Status::Busted };
        }
        if self.is_plan_copy_lost() {
            // MH7.6i, H65: before anything is banked.
            self.collect_active()
                .for_each(|who| self.get_mut(who).status = Status::Busted);
            self.escaped = 0;
            self.finish(false);
            return;
        }
        // H53: on hideouts the objective is checked before banking.
        let on_hideouts = self.scenario().ends_on_hideouts();
        let is_met_before = on_hideouts && self.is_objective_met();
        for who in Who::all_in(counted | saved) {
            self.move_all(Self::held_by(who), BANKED);
        }
        self.finish(if on_hideouts {
            is_met_before
        } else {
            self.is_objective_met()
        });
    }

    /// Everybody who takes part, Busted ones included.
    fn collect_active(&self) -> impl Iterator<Item = Who> + use<> {
        let active = self
            .everybody()
            .filter(|&who| matches!(self.get(who).status, Status::Active | Status::Busted));
        Who::all_in(active.fold(0, |set, who| set | who.bit()))
    }

    fn finish(&mut self, is_won: bool) {
        self.stack.clear();
        self.ending = if is_won { Ending::Won } else { Ending::Lost };
    }

    /// MH7.6h, H55: on a hex that is neither on nor adjacent to an unsubdued guard.
    fn is_camouflaged(&self, who: Who) -> bool {
        let at = self.get(who).at;
        let is_clear = |hex: usize| self.ground[hex].active_guards() == 0;
        at < EXIT && self.holds(who, Piece::Item(Item::Camouflage)) && members(self.on_or_beside(at)).all(is_clear)
    }

    /// MH7.6i, H71: whether a Busted character holds or held the Master Plan Copy.
    fn is_plan_copy_lost(&self) -> bool {
        let is_lost =
            |who: Who| self.get(who).status == Status::Busted && self.holds(who, Piece::Item(Item::MasterPlanCopy));
        self.is_set(flag::PLAN_COPY_LOST) || self.everybody().any(is_lost)
    }

    /// MH7.10c: all conditions of the objective, by those who have escaped.
    fn is_objective_met(&self) -> bool {
        let is_met = |goal: &Goal| match *goal {
            Goal::Stolen(kind, count) => self.count_at(Piece::of(kind), BANKED) >= count,
            Goal::NpcEscaped => self.is_present(Who::NPC) && self.get(Who::NPC).at >= EXIT,
            Goal::Escaped(count) => (self.escaped & self.asked_to_escape()).count_ones() >= u32::from(count),
            Goal::HideoutHas(kind) => {
                let story = self.scenario().story_hexes;
                let is_there = |who: Who| {
                    let at = self.get(who).at;
                    at < EXIT && story & 1 << at != 0
                };
                self.present()
                    .any(|who| is_there(who) && self.holds(who, Piece::of(kind)))
            }
        };
        !self.is_set(flag::VAN_REACHED) && self.scenario().objective.iter().all(is_met)
    }

    /// M3: the objective with what is banked and who stands on Exits now.
    pub(super) fn is_objective_met_now(&self) -> bool {
        let capacity = usize::from(self.scenario().exit_capacity);
        let mut now = *self;
        now.escaped = 0;
        for exit in self.exit_spots() {
            let here = self.present_players().filter(|&who| self.get(who).at == exit);
            // Those first whom the objective asks for: the team would choose them.
            let asked = |who: &Who| self.asked_to_escape() & who.bit() != 0;
            let here = here.clone().filter(asked).chain(here.filter(|who| !asked(who)));
            let counted = here.take(if capacity == 0 { usize::MAX } else { capacity });
            now.escaped |= counted.fold(0, |set, who| set | who.bit());
        }
        now.is_objective_met()
    }

    /// H82: the characters that count as escaped for the objective, as bits: in county jobs only those that started
    /// inside.
    pub(in super::super) fn asked_to_escape(&self) -> u8 {
        match self.scenario().inside_starts {
            0 => u8::MAX,
            _ => self.planning.inside,
        }
    }
}
