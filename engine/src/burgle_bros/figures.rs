//! The figures that people follow.

use super::state::{BurgleBros, Status};
use crate::describe::{Concern, Figure, MAX_FIGURES};

/// The figures, those of results first. Their places are those of [`BurgleBros::count_figures`].
pub(super) const ALL: &[Figure] = &[
    Figure::headline("turns", "turns begun"),
    Figure::kept("stealth left", "Stealth tokens that all players have together"),
    Figure::kept("stealth lost", "Stealth tokens lost so far"),
    Figure::kept("events", "Events drawn").unwanted(),
    Figure::kept("alarms", "alarms triggered").unwanted(),
    Figure::kept("safes opened", "Safes open").wanted(),
    Figure::kept("players escaped", "players on the roof")
        .wanted()
        .of_concern(Concern::Out),
    Figure::passing("loot out", "Loot cards of players on the roof")
        .wanted()
        .of_concern(Concern::Out),
    Figure::passing("loot held", "Loot cards of players in the building").wanted(),
    Figure::passing("tiles seen", "tiles face up").wanted(),
    Figure::passing("floors seen", "floors with a tile face up").wanted(),
    Figure::passing("alarms ringing", "alarm tokens on the board")
        .unwanted()
        .of_concern(Concern::Risk),
    Figure::passing("tools held", "Tools of players in the building")
        .wanted()
        .of_concern(Concern::Supplies),
];

impl BurgleBros {
    /// The figures as they stand now.
    pub(super) fn count_figures(&self) -> [i32; MAX_FIGURES] {
        let players = &self.players[..usize::from(self.seat_count)];
        let floors = &self.floors[..self.scenario.floor_count()];
        let loot = |status: Status| -> i32 {
            let of_status = players.iter().filter(|player| player.status == status);
            of_status.map(|player| player.loot.count_ones() as i32).sum()
        };
        let inside = players.iter().filter(|player| player.status == Status::Inside);
        let mut figures = [0; MAX_FIGURES];
        figures[0] = i32::from(self.turn.number);
        figures[1] = players.iter().map(|player| i32::from(player.stealth)).sum();
        figures[2] = i32::from(self.tally.stealth_lost);
        figures[3] = i32::from(self.tally.events);
        figures[4] = i32::from(self.tally.alarms);
        figures[5] = self.safes.iter().filter(|safe| safe.is_open()).count() as i32;
        figures[6] = players.iter().filter(|player| player.status == Status::Escaped).count() as i32;
        figures[7] = loot(Status::Escaped);
        figures[8] = loot(Status::Inside);
        figures[9] = floors.iter().map(|floor| floor.revealed.count_ones() as i32).sum();
        figures[10] = floors.iter().filter(|floor| floor.revealed != 0).count() as i32;
        figures[11] = floors.iter().map(|floor| floor.alarms.count_ones() as i32).sum();
        figures[12] = inside.map(|player| player.tools.count_ones() as i32).sum();
        figures
    }
}
