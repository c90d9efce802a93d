//! The ACTIONS phase (sections 4 and 5).

use super::super::action::Action;
use super::super::components::{Back, Character, Chip, Face, Gear, Kind, Task};
use super::super::dice::Dice;
use super::super::frame::{At, Frame, How};
use super::super::offers::Offers;
use super::super::place::{Dir, other_floor};
use super::super::state::{CAUGHT, CasinoCapers, NONE, Status, done, held};
use super::super::tables::Tables;
use super::super::window::Window;
use crate::board::Cell;

impl CasinoCapers {
    /// The options of the ACTIONS phase.
    /// turn.actions: an action that needs more actions than are left is not legal; the turn may be ended at any time.
    /// gear.any_time: prepped gear of anybody is free.
    pub(super) fn offer_acts(&self, out: &mut impl Offers) {
        let player = self.current();
        if let Some(cell) = self.cell_of(player) {
            let beside = self.adjacent(cell);
            if self.turn.actions > 0 {
                self.offer_moves(player, cell, beside, out);
            }
            self.offer_peeks(player, cell, beside, out);
            if self.turn.actions > 0 {
                self.offer_here(player, cell, out);
                self.offer_abilities(player, cell, out);
                self.offer_finale_actions(player, cell, out);
                self.offer_cards(player, cell, out);
            }
        }
        self.offer_uses(Window::A, NONE, Dice::NONE, out);
        out.push(Action::End);
    }

    /// Whether a face-up Saleswoman holds a player (act.move, chip.saleswoman.stuck).
    /// finale.rescuing_her_ride.ruling.12: not one who sits in the car.
    #[inline]
    fn is_stuck(&self, player: usize, cell: Cell) -> bool {
        self.open_chip(cell) == Some(Chip::Saleswoman) && !self.players[player].has(held::IN_CAR)
    }

    /// act.move: to an adjacent tile (`beside`), and where an ability leads.
    /// finale.gravity_boots.ruling.10: a slide needs a free step, and is named by it.
    fn offer_moves(&self, player: usize, cell: Cell, beside: u32, out: &mut impl Offers) {
        if self.is_stuck(player, cell) {
            return;
        }
        let floor = cell.floor();
        let is_ghost = self.has_ability(player, Character::Ghost);
        for to in CasinoCapers::cells_of(floor, beside) {
            out.push(Action::Move(to));
            if is_ghost && !self.is_revealed(self.stop_of(player, cell, to)) {
                // abil.ghost.
                out.push(Action::Quiet(to));
            }
        }
        out.extend(CasinoCapers::cells_of(floor, self.ability_moves(player, cell)).map(Action::Move));
    }

    /// act.peek: an adjacent tile (`beside`) where something is turned up; not from a Count Room nor with Dubious
    /// Meeting. abil.hacker: free. abil.hawk: also two steps away.
    #[inline]
    fn offer_peeks(&self, player: usize, cell: Cell, beside: u32, out: &mut impl Offers) {
        if self.turn.actions < self.peek_cost(player)
            || self.players[player].has(held::DUBIOUS)
            || self.active_kind(cell) == Some(Kind::CountRoom)
        {
            return;
        }
        let mut range = beside;
        if self.has_ability(player, Character::Hawk) {
            range = self.plan(cell.floor()).within_two(cell.square()) & !cell.bit();
        }
        let targets = CasinoCapers::cells_of(cell.floor(), range);
        out.extend(targets.filter(|&to| self.can_be_peeked(to)).map(Action::Peek));
    }

    fn peek_cost(&self, player: usize) -> u8 {
        u8::from(!self.has_ability(player, Character::Hacker))
    }

    /// act.here, chip.mole.use: what the tile and its chip offer; finale.rescuing_her_ride.ruling.11: in the car, too.
    /// edge.28: whoever else stands there. tile.no_move: a Saleswoman does not hinder it.
    fn offer_here(&self, player: usize, cell: Cell, out: &mut impl Offers) {
        let is_free = !self.is_held_by_boots(player);
        match self.active_kind(cell) {
            // tile.magic_show; finale.gravity_boots.ruling.14.
            Some(Kind::MagicShow) if is_free => {
                out.extend(CasinoCapers::cells_of(cell.floor(), self.walled(cell)).map(Action::MagicShow));
            }
            // tile.revolving_door; finale.gravity_boots.ruling.5.
            Some(Kind::RevolvingDoor) if self.turn.actions >= 2 => {
                out.extend(corners(cell).map(Action::RevolvingDoor));
            }
            // tile.surveillance.
            Some(Kind::Surveillance) if self.cubes(cell) > 0 => out.push(Action::Clear),
            // safe.move, safe.finale.
            Some(Kind::OwnersOffice)
                if self.office_dice > 0 && !self.is_finale() && self.find(Face::SAFE).is_some() =>
            {
                out.push(Action::SendDie);
            }
            // safe.roll, safe.finale.
            Some(Kind::Safe) if self.safe_dice > 0 && !self.is_finale() => out.push(Action::Roll),
            _ => {}
        }
        // finale.gravity_boots.rule.3: no Monorail.
        if self.is_monorail(cell) && is_free && self.out_of_order != cell.code() {
            out.extend(self.monorails().filter(|&to| to != cell).map(Action::Monorail));
        }
        if self.is_escalator(cell) {
            out.push(Action::Escalator);
        }
        // chip.mole.use; safe.finale, H24.
        if self.turn.actions >= 2 && self.open_chip(cell) == Some(Chip::Mole) && !self.is_finale() {
            out.push(Action::Mole);
        }
    }

    /// act.prep, gear.back: the player's own cards.
    fn offer_cards(&self, player: usize, cell: Cell, out: &mut impl Offers) {
        let held = self.players[player].gear;
        if !self.has_done(done::PREPPED) {
            out.extend(Gear::all_in(held & !self.prepped & !self.backs).map(Action::Prep));
        }
        for card in Gear::all_in(held & self.backs) {
            self.offer_back(player, cell, card, out);
        }
    }

    /// 5.7: backs.
    fn offer_back(&self, player: usize, cell: Cell, card: Gear, out: &mut impl Offers) {
        let others = || {
            self.everybody()
                .filter(move |&other| other != player && self.is_inside(other))
        };
        match Tables::card(card).back {
            // back.take_heat; edge.21: not if it would lift the holder to 6.
            Back::TakeHeat => {
                if self.players[player].heat + 1 < CAUGHT {
                    let warm = others().filter(|&other| self.players[other].heat > 0);
                    out.extend(warm.map(|other| Action::TakeHeat(card, other as u8)));
                }
            }
            // back.give_action.
            Back::GiveAction => out.extend(others().map(|other| Action::GiveAction(card, other as u8))),
            // back.make_commotion; gear.must_do: not where the bouncer is.
            Back::MakeCommotion => {
                let cells = CasinoCapers::cells_of(cell.floor(), super::super::place::GRID);
                out.extend(
                    cells
                        .filter(|&at| !self.bouncer_on(at))
                        .map(|at| Action::MakeCommotion(card, at)),
                );
            }
        }
    }

    /// Pays for an action and carries it out.
    pub(super) fn act(&mut self, action: Action) {
        let player = self.current();
        let Some(cell) = self.cell_of(player) else {
            // Lifted off the board by a card: there is nothing but gear and the end of the turn.
            return self.act_free(action);
        };
        match action {
            Action::Move(to) => self.move_action(player, cell, to, false),
            Action::Quiet(to) => self.move_action(player, cell, to, true),
            Action::Peek(to) => {
                self.pay(self.peek_cost(player));
                self.peek(player, to);
            }
            Action::MagicShow(to) => {
                self.pay(1);
                self.enter(player, to, How::from(Dir::between(cell, to)));
            }
            Action::RevolvingDoor(to) => {
                self.pay(2);
                self.complete(Task::UseRevolving);
                self.enter(player, to, How::from(Dir::between(cell, to)));
            }
            Action::Monorail(to) => {
                self.pay(1);
                self.complete(Task::RideMonorail);
                self.enter(player, to, How::from(Dir::None));
            }
            Action::Escalator => {
                self.pay(1);
                self.complete(Task::RideEscalator);
                self.enter(player, other_floor(cell), How::from(Dir::Vertical));
            }
            Action::Clear => {
                self.pay(1);
                self.set_cubes(cell, 0);
                self.complete(Task::ClearSurveillance);
            }
            Action::SendDie => {
                self.pay(1);
                self.office_dice -= 1;
                self.safe_dice += 1;
                self.complete(Task::MoveDie);
            }
            Action::Roll => {
                self.pay(1);
                self.roll(Frame::SafeRoll, self.safe_dice);
            }
            Action::Mole => self.use_mole(cell),
            Action::Prep(card) => {
                self.pay(1);
                self.turn.done |= done::PREPPED;
                self.prep(card);
            }
            Action::TakeHeat(card, other) => {
                self.pay_with_back(card);
                self.lose_heat(other as usize);
                self.gain_heat(player, 1);
                self.check_heat();
            }
            Action::GiveAction(card, other) => {
                self.pay_with_back(card);
                self.players[other as usize].bonus += 1;
            }
            Action::MakeCommotion(card, at) => {
                self.pay_with_back(card);
                self.announce(at, 1, false);
            }
            Action::ZipLine | Action::RideZipLine | Action::Jam(_) | Action::Lights => {
                self.pay(1);
                self.use_ability(player, cell, action);
            }
            Action::GetIn
            | Action::Drive(_)
            | Action::Steak
            | Action::Throw(_)
            | Action::ThrowDown
            | Action::RemoveSwat
            | Action::Destroy(_) => {
                self.pay(1);
                self.finale_action(player, cell, action);
            }
            _ => self.act_free(action),
        }
    }

    /// Prepped gear, and the end of the turn.
    fn act_free(&mut self, action: Action) {
        match action {
            Action::Use(how) => self.use_gear(how, None),
            Action::End => {
                self.stack.pop();
                self.end_turn();
            }
            _ => debug_assert!(false, "{action:?} is no action of a turn"),
        }
    }

    /// Spends actions.
    fn pay(&mut self, actions: u8) {
        self.turn.actions -= actions;
        self.tally.actions = self.tally.actions.saturating_add(actions.into());
    }

    /// gear.back: 1 action, and the card leaves the game.
    fn pay_with_back(&mut self, card: Gear) {
        self.pay(1);
        self.remove_card(card);
    }

    /// act.prep: a card is prepped. act.prep.alt: its counterpart leaves the game.
    pub(super) fn prep(&mut self, card: Gear) {
        self.prepped |= card.bit();
        self.set_uses(card, 0);
        for other in Gear::all_in(Tables::get().counterparts[card.index()]) {
            self.remove_card(other);
        }
    }

    /// chip.mole.use: the chip is discarded and a safe die put on the Owner's Office, or here if that lies face down
    /// (edge.14).
    fn use_mole(&mut self, cell: Cell) {
        self.pay(2);
        self.discard_chip(cell);
        match self.find(Face::OFFICE) {
            Some(_) => self.office_dice += 1,
            None => self.put_loose_die(cell),
        }
        self.complete(Task::UseMole);
    }

    /// act.move, act.move.cages: the Move action, behind a die where Cashier Cages hold the player.
    /// H41: with 0 or 1 cubes nothing is rolled.
    /// abil.acrobat, H54: a wall is crossed as declared.
    fn move_action(&mut self, player: usize, from: Cell, to: Cell, is_quiet: bool) {
        self.pay(1);
        let mut how = How::from(Dir::between(from, to));
        if is_quiet {
            how = how.quiet();
        }
        if self.walled(from) & to.bit() != 0 {
            how = how.crossing();
            self.turn.done |= done::ABILITY;
        }
        if self.active_kind(from) == Some(Kind::CashierCages) && self.cubes(from) > 1 {
            self.roll(Frame::CagesRoll(At::new(player, to), how), 1);
        } else {
            self.move_player(player, to, how);
        }
    }

    /// H47: whether a Move that was declared is still legal.
    pub(super) fn is_move_open(&self, player: usize, from: Cell, to: Cell, how: How) -> bool {
        if from.floor() != to.floor() || how.dir().next(from) != Some(to) || self.is_stuck(player, from) {
            return false;
        }
        how.is_crossing() && self.walled(from) & to.bit() != 0
            || self.adjacent(from) & to.bit() != 0
            || self.ability_moves_diagonally(player, from) & to.bit() != 0
    }

    /// A Move that nothing holds up: a step, or the slide of the player with the boots.
    pub(super) fn move_player(&mut self, player: usize, to: Cell, how: How) {
        if self.is_held_by_boots(player) {
            self.slide(player, how);
        } else {
            self.enter(player, to, how);
        }
    }

    /// tile.monorail, edge.17: whether a cell counts as a Monorail, as a place to ride to.
    #[inline]
    pub(super) fn is_monorail(&self, cell: Cell) -> bool {
        self.monorail == cell.code() || self.is_kind(cell, Kind::Monorail)
    }

    /// tile.monorail: the face-up Monorails and the token's tile, on both floors.
    fn monorails(&self) -> impl Iterator<Item = Cell> + '_ {
        self.face_up().filter(|&cell| self.is_monorail(cell))
    }

    /// tile.escalator, edge.18: whether an Escalator or its token works on a cell.
    #[inline]
    pub(super) fn is_escalator(&self, cell: Cell) -> bool {
        self.out_of_order != cell.code() && (self.escalator == cell.code() || self.is_kind(cell, Kind::Escalator))
    }

    /// Whether a player is in the casino and on a cell.
    #[inline]
    pub(super) fn current_in_casino(&self) -> Option<(usize, Cell)> {
        let player = self.current();
        let is_inside = self.players[player].status == Status::Inside;
        self.cell_of(player).filter(|_| is_inside).map(|cell| (player, cell))
    }
}

/// The cells that touch a cell's corners, on the same floor.
pub(super) fn corners(cell: Cell) -> impl Iterator<Item = Cell> {
    let diagonals = [Dir::NorthWest, Dir::NorthEast, Dir::SouthWest, Dir::SouthEast];
    diagonals.into_iter().filter_map(move |dir| dir.next(cell))
}
