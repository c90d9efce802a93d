//! Special rules of single scenarios: 7.10 and the `rules` of the scenario files.

use super::super::action::{Piece, Who};
use super::super::components::Crisis;
use super::super::scenario::SpecialRule;
use super::super::state::{MastersOfTheHeist, NOWHERE, Status, flag};
use crate::board::hexes::{Side, members};

/// MH7.10d: the directions towards the van, the preferred first.
const TOWARDS_VAN: [Side; 6] = [
    Side::East,
    Side::SouthEast,
    Side::NorthEast,
    Side::SouthWest,
    Side::West,
    Side::NorthWest,
];

/// The letter of the Y rings.
pub(super) const RING_Y: u8 = 1;

/// All four starting Guards, as bits.
const ALL_STARTERS: u8 = 0b1111;

impl MastersOfTheHeist {
    /// MH7.10d: parking-garage.
    pub(super) fn is_moving_target(&self) -> bool {
        self.scenario().special == Some(SpecialRule::MovingTarget)
    }

    /// MH7.10e: interior-ministry-north.
    pub(super) fn is_meal_ticket(&self) -> bool {
        self.scenario().special == Some(SpecialRule::MealTicket)
    }

    /// the-lair: the story hex.
    pub(super) fn has_story_cache(&self) -> bool {
        self.scenario().special == Some(SpecialRule::StoryCache)
    }

    /// MH7.10d: whether all four starting Guards are subdued, each since the current round.
    pub(super) fn are_starters_subdued_now(&self) -> bool {
        self.starters.subdued & self.starters.fresh == ALL_STARTERS
    }

    /// parking-garage: some, but not all of the starting Guards were subdued this round; only the first time.
    pub(super) fn ambush(&mut self) {
        let fresh = self.starters.subdued & self.starters.fresh;
        if self.is_moving_target() && !self.is_set(flag::AMBUSHED) && fresh != 0 && fresh != ALL_STARTERS {
            self.set_flag(flag::AMBUSHED, true);
            self.deck.draw_crisis(Crisis::C1);
        }
    }

    /// MH4.7a.
    pub(super) fn scenario_movements(&mut self) {
        match self.scenario().special {
            Some(SpecialRule::MovingTarget) => self.move_target(),
            Some(SpecialRule::MealTicket) => self.move_mayor(),
            Some(SpecialRule::StoryCache | SpecialRule::UsbOpensRings) | None => {}
        }
    }

    /// MH7.10d: the next hex on the way to the van.
    fn towards_van(&self, hex: usize) -> Option<usize> {
        let plan = self.plan();
        let van = plan.hex(self.scenario().story_hexes.trailing_zeros() as usize);
        let length = |hex: usize| plan.hex(hex).plain_distance(van);
        let mut ways = TOWARDS_VAN.into_iter().filter_map(|side| plan.beside(hex, side));
        ways.find(|&way| length(way) < length(hex))
    }

    /// MH7.10d, H38b: the captured Prisoner, then every unsubdued Guard, one step nearer to the van.
    fn move_target(&mut self) {
        let npc = *self.get(Who::NPC);
        if npc.status == Status::Inactive && npc.at != NOWHERE {
            let at = self.towards_van(usize::from(npc.at)).map_or(npc.at, |hex| hex as u8);
            self.get_mut(Who::NPC).at = at;
            if self.scenario().story_hexes & 1 << at != 0 {
                self.set_flag(flag::VAN_REACHED, true);
            }
        }
        let before = (self.ground, self.starters);
        for hex in members(self.plan().present()) {
            let Some(way) = self.towards_van(hex) else { continue };
            let here = before.0[hex];
            self.ground[hex].guards.remove(here.guards.active());
            self.ground[way].guards.add(here.guards.active());
            self.ground[hex].dogs.remove(here.dogs.active());
            self.ground[way].dogs.add(here.dogs.active());
            for (starter, at) in before.1.at.into_iter().enumerate() {
                if usize::from(at) == hex && before.1.subdued & 1 << starter == 0 {
                    self.starters.at[starter] = way as u8;
                }
            }
        }
    }

    /// MH7.10e, H38b: the Mayor goes E to the next hex of its row that still exists, until captured; then it is gone.
    fn move_mayor(&mut self) {
        let npc = *self.get(Who::NPC);
        if npc.status != Status::Inactive || npc.at == NOWHERE {
            return;
        }
        let plan = self.plan();
        let here = plan.hex(usize::from(npc.at));
        let mut row = members(plan.present()).filter(|&hex| plan.hex(hex).r == here.r && plan.hex(hex).q > here.q);
        self.get_mut(Who::NPC).at = row.next().map_or(NOWHERE, |hex| hex as u8);
    }

    /// server-farm: whether the USB key in these hands removes all Y rings.
    pub(super) fn opens_rings_by_usb(&self, who: Who) -> bool {
        who.is_npc() && self.scenario().special == Some(SpecialRule::UsbOpensRings)
    }

    /// server-farm: when the NPC has the USB key, all Y rings are removed at once.
    pub(super) fn usb_opens_rings(&mut self, who: Who) {
        if self.opens_rings_by_usb(who) && self.holds(who, Piece::Usb) {
            self.rings &= !self.rings_of(RING_Y);
        }
    }
}
