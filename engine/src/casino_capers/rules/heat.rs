//! Heat, meetings and the end of the game (sections 5.2 step 2, 6.3, 9.1).

use super::super::components::{Chip, Finale, Kind, Task};
use super::super::state::{CAUGHT, CHARACTERS, CasinoCapers, Ending, Status, held};
use crate::board::Cell;

/// Heat for meeting a bouncer (enter.2, b.enter.4, b.hunter.stand).
const MEETING: u8 = 2;

impl CasinoCapers {
    /// edge.30: a player gains heat, which adds up; [`check_heat`](Self::check_heat) follows when the whole event is
    /// over (H14). fin.exited: one who has exited gains none.
    pub(super) fn gain_heat(&mut self, player: usize, heat: u8) {
        if self.players[player].status != Status::Exited {
            self.players[player].heat += heat;
            self.tally.heat = self.tally.heat.saturating_add(heat.into());
        }
    }

    /// end.floor: heat never goes below 0.
    pub(super) fn lose_heat(&mut self, player: usize) {
        let heat = &mut self.players[player].heat;
        *heat = heat.saturating_sub(1);
    }

    /// end.heat, H14: after an atomic heat event any player at 6 loses the game for all.
    /// finale.caught_red_handed.ruling.2, finale.caught_red_handed.ruling.4: there too, unless a bouncer's move gave
    /// the heat.
    #[inline]
    pub(super) fn check_heat(&mut self) {
        if self.players.iter().any(|player| player.heat >= CAUGHT) {
            self.end_game(Ending::Caught);
        }
    }

    /// The check after a bouncer's step, jump or standing heat. finale.caught_red_handed.win,
    /// finale.caught_red_handed.lose: there it is a win if everybody is at 6, and comes before a loss (H14).
    /// finale.caught_red_handed.ruling.1, finale.caught_red_handed.ruling.3: once, after everything the move has
    /// caused.
    #[inline]
    fn check_bouncer_heat(&mut self) {
        let everybody = || self.players[..self.count()].iter().all(|player| player.heat >= CAUGHT);
        if self.runs(Finale::CaughtRedHanded) && everybody() {
            return self.end_game(Ending::RedHanded);
        }
        self.check_heat();
    }

    /// A bouncer's meeting with a player gives 2 heat, unless the disguise token is spent instead (gear.disguise).
    fn meet_bouncer(&mut self, player: usize) {
        if self.players[player].has(held::DISGUISE) {
            self.players[player].flags &= !held::DISGUISE;
            return;
        }
        self.gain_heat(player, MEETING);
        self.complete(Task::BouncerHeat);
    }

    /// enter.2, H8, edge.1, edge.2, edge.29: who enters a bouncer's tile gains 2 heat. Crowd and Contortion do not
    /// help.
    pub(super) fn walk_into_bouncer(&mut self, player: usize) {
        self.complete(Task::EnterBouncer);
        self.meet_bouncer(player);
    }

    /// b.hunter.stand, H28: a hunter's standing heat; a Crowd does not help.
    pub(super) fn stand_with(&mut self, cell: Cell) {
        for player in 0..CHARACTERS {
            if self.is_on(player, cell) {
                self.meet_bouncer(player);
            }
        }
        self.check_bouncer_heat();
    }

    /// b.enter.order: a bouncer enters a tile, by a step or a jump. Without `gives_heat` step 4 is left out
    /// (gear.fainting.order). Whether he came upon a crow token. b.enter.1: nothing is revealed, and of chips only a
    /// Crowd matters. b.enter.5, end.finale: finale hooks with their lose clauses, then the heat check (edge.26).
    pub(super) fn bouncer_enters(&mut self, cell: Cell, gives_heat: bool) -> bool {
        self.floors[cell.floor()].bouncer.at = cell.square() as u8;
        self.read_banner(cell);
        let crow = self.take_crow(cell);
        if gives_heat {
            self.come_upon_players(cell);
        }
        self.check_meetings(cell);
        if self.tiger == cell.code() {
            // finale.catch_a_tiger.lose, finale.catch_a_tiger.ruling.6.
            self.end_game(Ending::TigerSeen);
        }
        if self.ending == Ending::Playing {
            self.check_bouncer_heat();
        }
        crow
    }

    /// b.enter.2: brown banners, in any way of entering.
    /// tile.surveillance: a cube; at 4 everybody on the floor gains 2 heat and the cubes go.
    /// abil.juicer: no cube while it is jammed.
    /// tile.crows_nest: players on tiles that touch this one gain 1 heat, walls or not.
    #[inline]
    fn read_banner(&mut self, cell: Cell) {
        match self.active_kind(cell) {
            Some(Kind::Surveillance) if self.jammed != cell.code() => {
                let cubes = self.cubes(cell) + 1;
                if cubes < 4 {
                    return self.set_cubes(cell, cubes);
                }
                self.set_cubes(cell, 0);
                for player in 0..CHARACTERS {
                    if self.cell_of(player).is_some_and(|at| at.floor() == cell.floor()) {
                        self.gain_heat(player, 2);
                    }
                }
            }
            Some(Kind::CrowsNest) => {
                let touching = self.adjacent(cell) | self.walled(cell);
                for player in 0..CHARACTERS {
                    let at = self.cell_of(player).filter(|at| at.floor() == cell.floor());
                    if at.is_some_and(|at| touching & at.bit() != 0) {
                        self.gain_heat(player, 1);
                    }
                }
            }
            _ => {}
        }
    }

    /// b.enter.3: a crow token is removed.
    fn take_crow(&mut self, cell: Cell) -> bool {
        let crows = &mut self.floors[cell.floor()].crows;
        let is_here = crows.contains(cell);
        crows.remove(cell);
        is_here
    }

    /// b.enter.4: players on the tile gain 2 heat each. H37: a Crowd chip, a crowd token, Contortion and the disguise
    /// protect in this order; what has nothing left to prevent is kept. finale.rescuing_her_ride.ruling.17, H45:
    /// passengers of the car like anybody.
    fn come_upon_players(&mut self, cell: Cell) {
        if !self.is_occupied(cell) {
            return;
        }
        if self.open_chip(cell) == Some(Chip::Crowd) {
            // chip.crowd.
            return self.discard_chip(cell);
        }
        let crowds = &mut self.floors[cell.floor()].crowds;
        if crowds.contains(cell) {
            // gear.flash_mob.
            return crowds.remove(cell);
        }
        for player in 0..CHARACTERS {
            if self.is_on(player, cell) && self.contorted != player as u8 {
                self.meet_bouncer(player);
            }
        }
    }

    /// finale.bodyguard.lose, finale.bodyguard.ruling.9: a player with a Prima Donna on the bouncer's tile, whatever
    /// protects from heat.
    pub(super) fn check_meetings(&mut self, cell: Cell) {
        if !self.runs(Finale::Bodyguard) || !self.bouncer_on(cell) {
            return;
        }
        if self.players_on(cell).any(|player| self.players[player].count > 0) {
            self.end_game(Ending::PrimaDonnaSeen);
        }
    }
}
