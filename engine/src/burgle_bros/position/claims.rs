//! Cards: where each was found, so that none is in two places.

use std::collections::BTreeMap;

use crate::burgle_bros::components::{Event, Loot, Tool};
use crate::loose::place::At;
use crate::loose::shape::Words;

/// Where every card was found so far.
#[derive(Default)]
pub(super) struct Cards {
    pub is_solo: bool,
    places: BTreeMap<&'static str, Vec<String>>,
    pub tools: u16,
    pub loot: u16,
    pub events: u32,
}

impl Cards {
    /// Notes where a card is. A card that is somewhere else already is a problem, and is not noted again.
    fn claim<T>(&mut self, at: &At<'_, T>, name: &'static str, copies: usize) -> bool {
        let places = self.places.entry(name).or_default();
        if places.len() < copies {
            places.push(at.field.clone());
            return true;
        }
        let known = places.join(" and ");
        let found = format!("{name} again (it is at {known})");
        at.wrong(found, format!("{copies} in the game"));
        false
    }

    pub fn claim_tool<T>(&mut self, at: &At<'_, T>, tool: Tool) -> bool {
        self.tools |= tool.bit();
        self.claim(at, tool.name(), 1)
    }

    pub fn claim_event<T>(&mut self, at: &At<'_, T>, event: Event) {
        self.events |= event.bit();
        if self.is_solo && Event::NOT_SOLO & event.bit() != 0 {
            at.wrong(event, "only Events of the solo game (S-START-2)");
        } else {
            self.claim(at, event.name(), 1);
        }
    }

    fn claim_loot<T>(&mut self, at: &At<'_, T>, loot: Loot) -> bool {
        if self.is_solo && loot == Loot::GoldBar {
            at.wrong("gold-bar", "no Gold Bar in the solo game (S-START-2)");
            return false;
        }
        self.loot |= loot.bit();
        self.claim(at, loot.name(), if loot == Loot::GoldBar { 2 } else { 1 })
    }

    /// Tools lying in one place.
    pub fn tools(&mut self, list: &At<'_, Words>) -> u16 {
        let mut set = 0;
        for (at, tool) in list.names::<Tool>() {
            if self.claim_tool(&at, tool) {
                set |= tool.bit();
            }
        }
        set
    }

    /// Loot lying in one place, which a player holds or not.
    pub fn loot(&mut self, list: &At<'_, Words>, is_held: bool) -> u16 {
        let mut set = 0;
        for (at, loot) in list.names::<Loot>() {
            if !self.claim_loot(&at, loot) {
                continue;
            }
            if set & loot.bit() == 0 {
                set |= loot.bit();
            } else if is_held {
                at.wrong("a second gold-bar", "at most one Gold Bar a player (L-GOLD-BAR)");
            } else {
                set |= Loot::SECOND_GOLD_BAR;
            }
        }
        set
    }
}
