//! When You Enter (section 7.1) and the Safe roll (section 5.8).

use super::super::components::{Face, Kind, Task};
use super::super::dice::Dice;
use super::super::frame::{At, Frame};
use super::super::place::{GRID, Squares};
use super::super::state::CasinoCapers;
use crate::board::Cell;

/// tile.buffet: the cube that calls the bouncer, and his steps.
const BUFFET_CUBES: u8 = 3;
const BUFFET_STEPS: u8 = 3;
/// tile.cashier_cages: the most cubes.
const CAGES_CUBES: u8 = 5;
/// tile.front_desk and tile.pit_boss: the heat from which they do nothing.
const FRONT_DESK_HEAT: u8 = 3;
const PIT_BOSS_HEAT: u8 = 4;

impl CasinoCapers {
    /// enter.6: the tile's When You Enter.
    /// H32: only for a player who is still there; tile.out_of_order: not on a tile out of order.
    pub(super) fn when_you_enter(&mut self, at: At) {
        let (player, cell) = (at.player(), at.cell());
        if !self.is_on(player, cell) {
            return;
        }
        match self.active_kind(cell) {
            // tile.buffet, edge.10.
            Some(Kind::Buffet) => {
                let cubes = self.cubes(cell) + 1;
                if cubes < BUFFET_CUBES {
                    return self.set_cubes(cell, cubes);
                }
                self.set_cubes(cell, 0);
                self.announce(cell, BUFFET_STEPS, true);
            }
            // tile.cashier_cages; task.enter_cages.
            Some(Kind::CashierCages) => {
                let cubes = self.cubes(cell);
                if cubes > 0 {
                    self.complete(Task::EnterCages);
                }
                self.set_cubes(cell, CAGES_CUBES.min(cubes + 1));
            }
            // tile.front_desk.
            Some(Kind::FrontDesk) => {
                if self.players[player].heat < FRONT_DESK_HEAT {
                    self.gain_heat(player, 1);
                    self.check_heat();
                }
            }
            // tile.lounge, tile.pool.
            Some(Kind::Pool) => self.draw_event(player, 0),
            Some(Kind::Lounge) => self.draw_event(player, 1),
            // tile.pit_boss.
            Some(Kind::PitBoss) => {
                if self.players[player].heat < PIT_BOSS_HEAT {
                    self.announce(cell, 1, false);
                }
            }
            // tile.slots, edge.8.
            Some(Kind::Slots) => {
                let line = (cell.lines() & GRID) | cell.bit();
                let is_in_line = |other: usize| {
                    let at = self
                        .cell_of(other)
                        .filter(|at| other != player && at.floor() == cell.floor());
                    at.is_some_and(|at| line & at.bit() != 0)
                };
                if !self.everybody().any(is_in_line) {
                    self.announce(cell, 1, false);
                }
            }
            // tile.table_games.
            Some(Kind::TableGames) => self.roll(Frame::TableRoll(at), 2),
            Some(
                Kind::CountRoom
                | Kind::CrowsNest
                | Kind::MagicShow
                | Kind::RevolvingDoor
                | Kind::Surveillance
                | Kind::Monorail
                | Kind::Escalator
                | Kind::OwnersOffice
                | Kind::Safe,
            )
            | None => {}
        }
    }

    /// The tiles of the Safe's row and column, as squares of floor 2.
    fn safe_line(&self) -> u32 {
        self.find(Face::SAFE).map_or(0, |safe| safe.lines() & GRID)
    }

    /// safe.roll: every face-up tile of the line that is not cracked and whose number was rolled gets a crack token.
    /// edge.15: tiles of the line alone. edge.16: it may be none.
    pub(super) fn safe_rolled(&mut self, dice: Dice) {
        let line = self.safe_line();
        let open = line & self.floors[1].revealed & !self.cracked.mask();
        let mut covered = Squares::default();
        for cell in CasinoCapers::cells_of(1, open) {
            let number = self.face(cell).map_or(0, Face::number);
            if number != 0 && dice.count(number) > 0 {
                covered.insert(cell);
                if number <= 2 {
                    self.complete(Task::CrackLow);
                }
            }
        }
        CasinoCapers::cells_of(1, covered.mask()).for_each(|cell| self.cracked.insert(cell));
        if covered.count() >= 2 {
            self.complete(Task::DoubleCrack);
        }
        // dd.when: what the tokens have completed counts before the die goes back.
        match self.tasks_due {
            0 => self.safe_return(dice.is_steady()),
            _ => self.push(Frame::SafeReturn(dice.is_steady())),
        }
    }

    /// safe.return: then a die goes back to the Owner's Office; gear.steady_hands: it stays.
    /// safe.done: with all six the finale starts.
    pub(super) fn safe_return(&mut self, is_steady: bool) {
        if !is_steady {
            self.safe_dice -= 1;
            self.office_dice += 1;
        }
        if self.is_cracked() {
            self.push(Frame::StartFinale);
        }
    }

    /// safe.done.
    pub(in super::super) fn is_cracked(&self) -> bool {
        let line = self.safe_line();
        line != 0 && self.cracked.mask() & line == line
    }

    /// event.happy_hour and gear.loop_footage: whether a tile can hold cubes.
    pub(super) fn holds_cubes(&self, cell: Cell) -> bool {
        matches!(
            self.active_kind(cell),
            Some(Kind::Buffet | Kind::CashierCages | Kind::Surveillance)
        )
    }
}
