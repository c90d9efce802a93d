//! The figures that people follow.

use super::components::{Chip, Gear};
use super::state::{CasinoCapers, NONE, Status};
use super::tables::Tables;
use crate::describe::{Concern, Figure, MAX_FIGURES};

/// The figures, those of results first. Their places are those of [`CasinoCapers::count_figures`].
pub(super) const ALL: &[Figure] = &[
    Figure::headline("turns", "turns begun"),
    Figure::kept("actions", "actions spent"),
    Figure::kept("heat", "heat that all players have together"),
    Figure::kept("most heat", "heat of the player who has most"),
    Figure::kept("commotions", "commotions that moved a marker").unwanted(),
    Figure::kept("crack tokens", "tiles covered with a crack token").wanted(),
    Figure::headline("finale", "the number of the finale that runs, 0 before it"),
    Figure::kept("players exited", "players who have left the casino")
        .wanted()
        .of_concern(Concern::Out),
    Figure::passing("tiles seen", "tiles face up").wanted(),
    Figure::passing("safe dice", "safe dice on the Safe").wanted(),
    Figure::passing("office dice", "safe dice on the Owner's Office and on other tiles").wanted(),
    Figure::passing("moles", "Moles that lie face up").wanted(),
    Figure::passing("hunters", "bouncers who hunt")
        .unwanted()
        .of_concern(Concern::Risk),
    Figure::passing("gear left", "uses that are left of gear of players")
        .wanted()
        .of_concern(Concern::Supplies),
];

impl CasinoCapers {
    /// How often a card may still be used: its front until it flips, then its back once.
    fn uses_left(&self, card: Gear) -> i32 {
        match self.backs & card.bit() {
            0 => i32::from(Tables::card(card).uses - self.uses_of(card)) + 1,
            _ => 1,
        }
    }

    /// The figures as they stand now.
    pub(super) fn count_figures(&self) -> [i32; MAX_FIGURES] {
        let players = &self.players[..self.count()];
        let mut figures = [0; MAX_FIGURES];
        figures[0] = i32::from(self.turn.number);
        figures[1] = i32::from(self.tally.actions);
        figures[2] = players.iter().map(|player| i32::from(player.heat)).sum();
        figures[3] = players.iter().map(|player| i32::from(player.heat)).max().unwrap_or(0);
        figures[4] = i32::from(self.tally.commotions);
        figures[5] = self.cracked.count() as i32;
        figures[6] = self.running().map_or(0, |finale| finale as i32 + 1);
        figures[7] = players.iter().filter(|player| player.status == Status::Exited).count() as i32;
        figures[8] = self.floors.iter().map(|floor| floor.revealed.count_ones() as i32).sum();
        figures[9] = i32::from(self.safe_dice);
        figures[10] = i32::from(self.office_dice + self.loose_count());
        let moles = super::place::cells().filter(|&cell| self.open_chip(cell) == Some(Chip::Mole));
        figures[11] = moles.count() as i32;
        let hunters = self
            .floors
            .iter()
            .filter(|floor| floor.bouncer.marker == NONE && floor.bouncer.at != NONE);
        figures[12] = hunters.count() as i32;
        figures[13] = players
            .iter()
            .flat_map(|player| Gear::all_in(player.gear))
            .map(|card| self.uses_left(card))
            .sum();
        figures
    }
}
