//! The figures that people follow.

use super::aftermath::name;
use super::state::{BANKED, EXIT, MastersOfTheHeist, Status};
use crate::describe::{Concern, Figure, MAX_FIGURES};

/// The figures, those of results first. Their places are those of [`MastersOfTheHeist::count_figures`].
pub(super) const ALL: &[Figure] = &[
    Figure::headline("rounds", "rounds begun"),
    Figure::headline("noise", "position of the noise marker"),
    Figure::kept("events left", "Events left in the deck"),
    Figure::headline("cash banked", "cash brought out, in $k")
        .wanted()
        .of_concern(Concern::Out),
    Figure::kept("loot banked", "jewels, documents, keys, cards and items brought out")
        .wanted()
        .of_concern(Concern::Out),
    Figure::headline("escaped", "player characters who have escaped")
        .wanted()
        .of_concern(Concern::Out),
    Figure::kept("busted", "characters Busted, an NPC among them")
        .unwanted()
        .of_concern(Concern::Out),
    Figure::kept("gates closed", "lockdown gates that have closed")
        .unwanted()
        .of_concern(Concern::Risk),
    Figure::kept(
        name::TEAM_CASH,
        "cash of the team, in $k; at the end with what was banked and what the Bookie pays",
    ),
    Figure::kept(name::JEWELS, "jewels that the team has, those brought out among them"),
    Figure::packed(
        name::FATES,
        "what became of each character, a digit each in team order: 1 Busted, 2 escaped (3 on the second hideout), 0 \
         neither",
    ),
    Figure::packed(
        name::IDEAS_LEFT,
        "ideas of each character, two digits each in team order",
    ),
    Figure::packed(
        name::ITEMS,
        "items of the team without those that characters start with, in base 4 with a digit for each item of items.csv",
    ),
    Figure::packed(
        name::ITEMS_FOUND,
        "1 if the item on the map was taken, 2 if the one in the safe was, 3 for both",
    ),
    Figure::packed(
        name::OTHER_LOOT,
        "documents, USB keys and keycards brought out, a digit each",
    ),
    Figure::passing("unrevealed", "hexes that are not revealed").unwanted(),
    Figure::passing("guards", "unsubdued Guards and Dogs on the map").unwanted(),
    Figure::passing("locks", "active Locks on the map").unwanted(),
    Figure::passing("cameras", "live Cameras on the map").unwanted(),
    Figure::passing("ideas", "ideas of all characters")
        .wanted()
        .of_concern(Concern::Supplies),
    Figure::passing("outdoors", "player characters on Exits").wanted(),
    Figure::passing("loot held", "pieces of loot that characters hold, cash aside").wanted(),
];

impl MastersOfTheHeist {
    /// Events left in the deck.
    pub(super) fn events_left(&self) -> usize {
        self.deck.cards().iter().filter(|card| card.event().is_some()).count()
    }

    /// Events that have left the deck since the heist began; those that the Retiree put in count less.
    pub(super) fn events_gone(&self) -> u32 {
        let printed = self
            .scenario()
            .deck
            .iter()
            .filter(|card| card.event().is_some())
            .count();
        printed.saturating_sub(self.events_left()) as u32
    }

    /// The figures as they stand now.
    pub(super) fn count_figures(&self) -> [i32; MAX_FIGURES] {
        let sum =
            |count: fn(&super::state::Ground) -> u8| self.ground.iter().map(|ground| i32::from(count(ground))).sum();
        let pieces = |holds: &dyn Fn(u8) -> bool| self.pieces.iter().filter(|&&place| holds(place)).count() as i32;
        let busted = self.everybody().filter(|&who| self.get(who).status == Status::Busted);
        let held = super::state::HELD..BANKED;
        let figures = [
            self.round.into(),
            self.marker.into(),
            self.events_left() as i32,
            self.cash_at[usize::from(BANKED)].into(),
            pieces(&|place| place == BANKED),
            self.escaped.count_ones() as i32,
            busted.count() as i32,
            self.closed_gates.into(),
            self.cash_after(),
            self.team_jewels(),
            self.fates(),
            self.ideas_left(),
            self.team_items(),
            self.items_found(),
            self.keepsakes(),
            self.unrevealed.count_ones() as i32,
            sum(|ground| ground.active_guards()),
            sum(|ground| ground.locks.active()),
            sum(|ground| ground.cameras.active()),
            self.everybody().map(|who| i32::from(self.get(who).ideas)).sum(),
            self.present_players().filter(|&who| self.get(who).at >= EXIT).count() as i32,
            pieces(&|place| held.contains(&place)),
        ];
        let mut all = [0; MAX_FIGURES];
        all[..figures.len()].copy_from_slice(&figures);
        all
    }
}
