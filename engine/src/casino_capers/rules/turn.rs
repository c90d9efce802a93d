//! Set-up and turns (sections 3, 4 and 9.1).

use super::super::action::Action;
use super::super::components::{Character, Face, Finale, Kind, Task};
use super::super::frame::{Frame, How, Movement};
use super::super::offers::Offers;
use super::super::patrol::DISTRACTED;
use super::super::place::{CORNERS, Dir, EDGE, Place};
use super::super::state::{CasinoCapers, Ending, HOLE, NONE, Status, done, flag, held};
use super::super::tables::Tables;
use super::super::window::Window;
use crate::board::{Cell, squares};

/// turn.actions.
const ACTIONS: u8 = 4;
/// Spaces of a bouncer's turn (b.turn), and under No Running (event.no_running).
const SPACES: u8 = 3;
const SPACES_WITHOUT_RUNNING: u8 = 2;

impl CasinoCapers {
    /// set.floor: a card places a floor's bouncer, and eight face-down chips on its dots.
    /// set.distracted: distracted cards are set aside.
    pub(super) fn bouncer_drawn(&mut self, floor: usize, aside: u8, card: u8) {
        self.patrol.turn_up(floor, card);
        if card == DISTRACTED {
            return self.push(Frame::DrawBouncer(floor as u8, aside + 1));
        }
        self.patrol.decks[floor].discards.insert(card);
        let cell = Place::from_index(card.into()).cell();
        self.floors[floor].bouncer.at = cell.square() as u8;
        // info.layout: with a uniform layout the chips lie already.
        if self.chip_squares(floor) == 0 {
            self.lay_chips(floor, Tables::get().dots[card as usize]);
        }
        self.push(Frame::DrawMarker(floor as u8, aside));
    }

    /// Face-down chips on squares of a floor.
    pub(in super::super) fn lay_chips(&mut self, floor: usize, squares_with_chip: u32) {
        for square in squares(squares_with_chip) {
            self.chips[Place::of(Cell::new(floor, square)).index()] = HOLE;
        }
    }

    /// set.floor: another card places his marker.
    /// H51: distracted cards drawn for it are set aside likewise; after both cards they are shuffled back.
    pub(super) fn marker_drawn(&mut self, floor: usize, aside: u8, card: u8) {
        self.patrol.turn_up(floor, card);
        if card == DISTRACTED {
            return self.push(Frame::DrawMarker(floor as u8, aside + 1));
        }
        self.patrol.decks[floor].discards.insert(card);
        self.floors[floor].bouncer.marker = Place::from_index(card.into()).cell().square() as u8;
        self.patrol.shuffle_back(floor, aside);
        self.push(match floor {
            0 => Frame::DrawBouncer(1, 0),
            _ => Frame::ChooseEntrances,
        });
    }

    /// set.entrances: two different corners of floor 1.
    pub(super) fn offer_entrances(out: &mut impl Offers) {
        for first in CasinoCapers::cells_of(0, CORNERS) {
            let later = CasinoCapers::cells_of(0, CORNERS).filter(|&second| second > first);
            out.extend(later.map(|second| Action::Entrances(first, second)));
        }
    }

    /// set.first: then the first player's turn begins.
    pub(super) fn entrances_chosen(&mut self, first: Cell, second: Cell) {
        self.entrances = [first.code(), second.code()];
        self.push(Frame::BeginTurn);
    }

    /// TURN_START.
    /// turn.actions: 4 actions, and those given by back.give_action; none are carried over.
    /// abil.juicer: her jam ends.
    /// turn.enter: a player not yet in the casino comes in.
    pub(super) fn begin_turn(&mut self) {
        let player = self.current();
        self.turn.number = self.turn.number.saturating_add(1);
        self.turn.done = 0;
        self.turn.actions = ACTIONS + std::mem::take(&mut self.players[player].bonus);
        if self.has_ability(player, Character::Juicer) {
            self.jammed = NONE;
        }
        self.push(match self.players[player].status {
            Status::Outside => Frame::AskEntry,
            Status::Inside | Status::Exited => Frame::Act,
        });
    }

    /// turn.enter: on either entrance tile, whoever or whatever is there. win.A is part of it.
    /// edge.19: no action is offered before.
    pub(super) fn offer_entries(&self, out: &mut impl Offers) {
        out.extend(self.entrances.map(|cell| Action::Enter(Cell::from_code(cell))));
        self.offer_uses(Window::A, NONE, super::super::dice::Dice::NONE, out);
    }

    /// turn.enter: free.
    pub(super) fn entry_chosen(&mut self, cell: Cell) {
        self.push(Frame::Act);
        self.enter(self.current(), cell, How::from(Dir::None));
    }

    /// TURN_END begins; actions left are lost (turn.actions).
    /// task.end_together, task.end_count_room.
    pub(super) fn end_turn(&mut self) {
        let player = self.current();
        self.turn.actions = 0;
        if let Some(cell) = self.cell_of(player)
            && self.players_on(cell).any(|other| other != player)
        {
            self.complete(Task::EndTogether);
        }
        if self.count_room().is_some() {
            self.complete(Task::EndCountRoom);
        }
        match self.tasks_due {
            0 => self.exit_step(),
            _ => self.push(Frame::ExitStep),
        }
    }

    /// Step 1 of TURN_END, before everything else (H18). turn.skip: the bouncer of the floor left then skips his turn.
    /// gear.fainting.order, edge.22: after Fainting the bouncer jumps to the player, who makes no commotion in a Count
    /// Room; an exit ends it there.
    pub(super) fn exit_step(&mut self) {
        let left_floor = self.leave_casino();
        if self.ending != Ending::Playing {
            return;
        }
        self.push(Frame::NextTurn);
        let fainted_floor = || {
            self.cell_of(self.current())
                .filter(|_| self.has_done(done::FAINTED))
                .map(Cell::floor)
        };
        let skipped = left_floor.or_else(fainted_floor);
        self.push(Frame::BouncerStep(skipped.map_or(NONE, |floor| floor as u8)));
        if left_floor.is_none() {
            if self.has_done(done::FAINTED) {
                self.push(Frame::TigerStep);
                self.push(Frame::FaintJump);
            } else if let Some(cell) = self.count_room() {
                // Step 2: tile.count_room, edge.11.
                self.push(Frame::TigerStep);
                self.announce(cell, 1, false);
            } else {
                self.tiger_step();
            }
        }
    }

    /// fin.exit: the current player leaves if the finale lets him; the floor he was on.
    fn leave_casino(&mut self) -> Option<usize> {
        let player = self.current();
        let cell = self.cell_of(player)?;
        if !self.may_exit(player, cell) {
            return None;
        }
        if self.runs(Finale::RescuingHerRide) {
            // finale.rescuing_her_ride.ruling.5: it is everyone's exit.
            self.everybody().for_each(|player| self.exit(player));
        } else {
            self.exit(player);
        }
        if self
            .everybody()
            .all(|player| self.players[player].status == Status::Exited)
        {
            // turn.exits, end.win; finale.laundry_day.win, finale.gravity_boots.win, finale.catch_a_tiger.win,
            // finale.hail_mary.win, finale.bodyguard.win, finale.bringing_down_the_house.win.
            self.end_game(Ending::Escaped);
        }
        Some(cell.floor())
    }

    /// edge.27: what lies on the tile stays there.
    /// abil.juicer: her jam ends.
    fn exit(&mut self, player: usize) {
        let figure = &mut self.players[player];
        figure.at = NONE;
        figure.status = Status::Exited;
        figure.flags &= !held::IN_CAR;
        if self.has_ability(player, Character::Juicer) {
            self.jammed = NONE;
        }
    }

    /// fin.exit and the `unlock_exit` clauses of the finales: whether a player who ends his turn on a cell exits.
    /// turn.tokens: entrance tokens have no effect before the finale.
    fn may_exit(&self, player: usize, cell: Cell) -> bool {
        let Some(finale) = self.running() else { return false };
        let own = self.players[player].count;
        match finale {
            // finale.bodyguard.unlock.
            Finale::Bodyguard => {
                self.is_entrance(cell)
                    && self.players[..self.count()]
                        .iter()
                        .map(|player| player.count)
                        .sum::<u8>()
                        >= 2
            }
            // finale.rescuing_her_ride.unlock, finale.rescuing_her_ride.win.
            Finale::RescuingHerRide => {
                let car = Cell::from_code(self.car);
                self.everybody().all(|player| self.players[player].has(held::IN_CAR)) && EDGE & car.bit() != 0
            }
            // finale.laundry_day.unlock.
            Finale::LaundryDay => self.is_entrance(cell) && own == super::finales::CLEAN,
            // finale.caught_red_handed.ruling.5, finale.the_raid.ruling.6.
            Finale::CaughtRedHanded | Finale::TheRaid => false,
            // finale.gravity_boots.unlock, finale.gravity_boots.ruling.13.
            Finale::GravityBoots => self.is_set(flag::UNLOCKED) && self.face(cell) == Some(Face::SAFE),
            // finale.catch_a_tiger.unlock, finale.hail_mary.unlock.
            Finale::CatchATiger | Finale::HailMary => self.is_set(flag::UNLOCKED) && self.is_entrance(cell),
            // finale.bringing_down_the_house.unlock.
            Finale::BringingDownTheHouse => self.is_entrance(cell) && own == self.wall_quota(),
        }
    }

    /// The Count Room in which the current player stands.
    fn count_room(&self) -> Option<Cell> {
        self.cell_of(self.current())
            .filter(|&cell| self.active_kind(cell) == Some(Kind::CountRoom))
    }

    /// Step 4 of TURN_END, for the floor on which the player now is or has exited. turn.bouncer, H40: that floor is
    /// settled here. turn.skip: no turn for a bouncer whose floor was left, or who came by Fainting; it skips that
    /// bouncer's turn alone (ruling R22). event.no_running, H20: both take shorter turns, the player's floor first.
    pub(super) fn bouncer_step(&mut self, skipped: u8) {
        let floor_left = if skipped == NONE { 0 } else { skipped as usize };
        let here = self.cell_of(self.current()).map_or(floor_left, Cell::floor);
        let is_slow = self.is_set(flag::NO_RUNNING);
        self.set_flag(flag::NO_RUNNING, false);
        let spaces = if is_slow { SPACES_WITHOUT_RUNNING } else { SPACES };
        let there = 1 - here;
        if is_slow && skipped != there as u8 {
            self.push(Frame::BouncerTurn(Movement::new(there, spaces)));
        }
        if skipped != here as u8 {
            self.bouncer_turn(Movement::new(here, spaces));
        }
    }

    /// The turn is over.
    /// end.limit, H36: the last one ends the game.
    /// turn.exits: players who have exited are passed over.
    pub(super) fn next_turn(&mut self) {
        if self.turn.limit != 0 && self.turn.number >= self.turn.limit {
            return self.end_game(Ending::Stall);
        }
        if let Some(next) = self.next_player(self.current()) {
            self.turn.player = next as u8;
            self.begin_turn();
        }
    }

    /// The next player in seat order who has not exited; the same one if there is no other.
    pub(super) fn next_player(&self, player: usize) -> Option<usize> {
        let mut round = (player + 1..self.count()).chain(0..=player);
        round.find(|&next| self.players[next].status != Status::Exited)
    }
}
