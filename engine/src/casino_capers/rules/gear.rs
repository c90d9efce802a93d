//! Gear: fronts (sections 5.7 and 7.2, gear.csv).

use super::super::action::{Action, Use};
use super::super::components::{Chip, Face, Finale, Gear, Kind};
use super::super::dice::Dice;
use super::super::frame::{At, Frame, How};
use super::super::offers::Offers;
use super::super::place::{Dir, GRID, cells, other_floor};
use super::super::state::{CAUGHT, CasinoCapers, NONE, Status, done, held};
use super::super::tables::{Tables, Timing};
use super::super::window::Window;
use crate::board::{Cell, Wall, inner_sides, is_connected};
use crate::game::Windows;

/// gear.tokens: tokens that cards put out (section 2).
const CROWS: u32 = 4;
const CROWDS: u32 = 3;
/// gear.adrenaline.
const ADRENALINE_HEAT: u8 = CAUGHT - 1;
const ADRENALINE_ACTIONS: u8 = 3;

impl CasinoCapers {
    /// The uses that a window offers, with the cell it is about (C, M, N) and the dice rolled (D).
    /// gear.any_time: by any holder, also one who has exited.
    /// gear.must_do: only uses that can do something.
    pub(super) fn offer_uses(&self, window: Window, context: u8, dice: Dice, out: &mut impl Offers) {
        let mut cards = self.usable_in(window);
        if window == Window::N && self.asked_windows == Windows::Reduced && cards != 0 {
            // mode.reduced.
            let floor = Cell::from_code(context).floor();
            if !self.new_path_matters(floor) {
                cards = Gear::all_in(cards)
                    .filter(|&card| Tables::card(card).timing == Timing::React(Window::N))
                    .fold(0, |set, card| set | card.bit());
            }
        }
        if cards == 0 {
            return;
        }
        let here = self.current_in_casino();
        for card in Gear::all_in(cards) {
            self.offer_card(card, here, context, dice, out);
            if out.is_settled() {
                return;
            }
        }
    }

    /// The uses of one card, with the current player `here` in the casino or not.
    fn offer_card(&self, card: Gear, here: Option<(usize, Cell)>, context: u8, dice: Dice, out: &mut impl Offers) {
        // finale.gravity_boots.rule.3: gear does not move the player with the boots.
        let free = here.filter(|&(player, _)| !self.is_held_by_boots(player));
        match card {
            // gear.vault.
            Gear::Vault => {
                if let Some((_, cell)) = free {
                    uses(out, CasinoCapers::cells_of(cell.floor(), self.walled(cell)), Use::Vault);
                }
            }
            // gear.trapeze.
            Gear::Trapeze => {
                if free.is_some() {
                    out.offer_use(Use::Trapeze);
                }
            }
            // gear.contortion.
            Gear::Contortion => {
                let players = self.players_in_casino().filter(|&player| self.contorted != player);
                uses(out, players, Use::Contortion);
            }
            // gear.tumble.
            Gear::Tumble => {
                if let Some((_, cell)) = free {
                    uses(
                        out,
                        CasinoCapers::cells_of(cell.floor(), self.adjacent(cell)),
                        Use::Tumble,
                    );
                }
            }
            // gear.loop_footage.
            Gear::LoopFootage => {
                let full = self
                    .face_up()
                    .filter(|&cell| self.cubes(cell) > 0 && self.holds_cubes(cell));
                uses(out, full, Use::LoopFootage);
            }
            // gear.out_of_order; tile.out_of_order: not the Safe or the Office before the finale.
            Gear::OutOfOrder => {
                if self.out_of_order == NONE {
                    let is_fixed = |cell| matches!(self.kind(cell), Some(Kind::Safe | Kind::OwnersOffice));
                    let tiles = self.face_up().filter(|&cell| self.is_finale() || !is_fixed(cell));
                    uses(out, tiles, Use::OutOfOrder);
                }
            }
            // gear.radio_interference.
            Gear::RadioInterference => {
                for floor in 0..2 {
                    let beside = self.adjacent(self.bouncer_cell(floor));
                    uses(out, CasinoCapers::cells_of(floor, beside), Use::RadioInterference);
                }
            }
            // gear.hack: not a commotion that nothing would come of.
            Gear::Hack => {
                if !self.bouncer_on(Cell::from_code(context)) {
                    out.offer_use(Use::Hack);
                }
            }
            // gear.binoculars.
            Gear::Binoculars => {
                if let Some((_, cell)) = here {
                    uses(
                        out,
                        self.in_sight(cell).filter(|&at| self.can_be_peeked(at)),
                        Use::Binoculars,
                    );
                }
            }
            // gear.x_ray_specs.
            Gear::XRaySpecs => {
                if let Some((_, cell)) = here {
                    let behind = CasinoCapers::cells_of(cell.floor(), self.walled(cell));
                    uses(out, behind.filter(|&at| self.can_be_peeked(at)), Use::XRaySpecs);
                }
            }
            // gear.birds_eye.
            Gear::BirdsEye => {
                for (floor, state) in self.floors.iter().enumerate() {
                    let closed = CasinoCapers::cells_of(floor, GRID & !state.revealed);
                    uses(out, closed.filter(|&cell| !self.has_chip(cell)), Use::BirdsEye);
                }
            }
            // gear.spyglass.
            Gear::Spyglass => {
                if let Some((_, cell)) = here {
                    let line = CasinoCapers::cells_of(cell.floor(), cell.lines() & GRID);
                    uses(out, line.filter(|&at| self.can_be_peeked(at)), Use::Spyglass);
                }
            }
            // gear.adrenaline.
            Gear::Adrenaline => {
                if here.is_some() {
                    out.offer_use(Use::Adrenaline);
                }
            }
            // gear.bingo; hunt.change: not without a marker; gear.markers: another cell than now, and not the bouncer's
            // own.
            Gear::Bingo => {
                for floor in 0..2 {
                    if let Some(marker) = self.marker_cell(floor) {
                        let line = CasinoCapers::cells_of(floor, marker.lines() & GRID);
                        uses(out, line.filter(|&cell| !self.bouncer_on(cell)), Use::Bingo);
                    }
                }
            }
            // gear.fainting.
            Gear::Fainting => {
                if here.is_some() {
                    out.offer_use(Use::Fainting);
                }
            }
            // gear.crybaby.
            Gear::Crybaby => {
                let heard = cells().filter(|&cell| !self.bouncer_on(cell) || !self.bouncer_on(other_floor(cell)));
                uses(out, heard, Use::Crybaby);
            }
            // gear.loaded_dice.
            Gear::LoadedDice => out.extend(dice.parts().map(|part| Action::Use(Use::LoadedDice(part)))),
            // gear.stethoscope.
            Gear::Stethoscope => {
                for from in (1..=6).filter(|&face| dice.count(face) > 0) {
                    let others = (1..=6).filter(|&to| to != from);
                    out.extend(others.map(|to| Action::Use(Use::Stethoscope(from, to))));
                }
            }
            // gear.inside_tip; gear.finale, H24.
            Gear::InsideTip => {
                let has_place = self.find(Face::OFFICE).is_some() || here.is_some();
                if !self.is_finale() && self.supply_dice() > 0 && has_place {
                    out.offer_use(Use::InsideTip);
                }
            }
            // gear.steady_hands; gear.finale, H24.
            Gear::SteadyHands => {
                if self.is_safe_roll() && !dice.is_steady() && !self.is_finale() {
                    out.offer_use(Use::SteadyHands);
                }
            }
            // gear.crow.
            Gear::Crow => {
                let out_there: u32 = self.floors.iter().map(|floor| floor.crows.count()).sum();
                if out_there < CROWS {
                    let free = cells().filter(|&cell| !self.floors[cell.floor()].crows.contains(cell));
                    uses(out, free, Use::Crow);
                }
            }
            // gear.shoo; finale.bodyguard.ruling.10.
            Gear::Shoo => {
                let chip = self.open_chip(Cell::from_code(context));
                if chip.is_some_and(|chip| chip != Chip::PrimaDonna || !self.runs(Finale::Bodyguard)) {
                    out.offer_use(Use::Shoo);
                }
            }
            // gear.caw.
            Gear::Caw => {
                if let Some((_, cell)) = here {
                    let tiles = CasinoCapers::cells_of(cell.floor(), GRID);
                    uses(out, tiles.filter(|&at| !self.bouncer_on(at)), Use::Caw);
                }
            }
            // gear.switcheroo.
            Gear::Switcheroo => {
                let [below, above] = [0, 1].map(|floor: usize| self.floors[floor].bouncer.marker);
                if below != NONE && above != NONE && below != above {
                    out.offer_use(Use::Switcheroo);
                }
            }
            // gear.spur_line: not where there is a Monorail.
            Gear::SpurLine => {
                if self.monorail == NONE {
                    let tiles = self.face_up().filter(|&cell| !self.is_kind(cell, Kind::Monorail));
                    uses(out, tiles, Use::SpurLine);
                }
            }
            // gear.moving_stairs: not where there is an Escalator, nor where no action works.
            Gear::MovingStairs => {
                if self.escalator == NONE {
                    let is_useless =
                        |cell: Cell| self.is_kind(cell, Kind::Escalator) || self.out_of_order == cell.code();
                    uses(out, self.face_up().filter(|&cell| !is_useless(cell)), Use::MovingStairs);
                }
            }
            // gear.crowbar.
            Gear::Crowbar => {
                if let Some((_, cell)) = here {
                    uses(
                        out,
                        CasinoCapers::cells_of(cell.floor(), self.walled(cell)),
                        Use::Crowbar,
                    );
                }
            }
            Gear::Barricade => self.offer_barricades(out),
            // gear.earpiece.
            Gear::Earpiece => {
                for player in self
                    .players_in_casino()
                    .filter(|&player| !self.is_held_by_boots(player as usize))
                {
                    if let Some(cell) = self.cell_of(player as usize) {
                        let beside = CasinoCapers::cells_of(cell.floor(), self.adjacent(cell));
                        uses(out, beside, |to| Use::Earpiece(player, to));
                    }
                }
            }
            // gear.disguise.
            Gear::Disguise => {
                if !self.players.iter().any(|player| player.has(held::DISGUISE)) {
                    uses(out, self.players_in_casino(), Use::Disguise);
                }
            }
            // gear.fake_schedule.
            Gear::FakeSchedule => {
                let floors = (0..2).filter(|&floor| self.patrol_cards(floor) > 0 && !self.is_hunting(floor));
                uses(out, floors.map(|floor| floor as u8), Use::FakeSchedule);
            }
            // gear.walk_and_talk: two who are not on one tile.
            Gear::WalkAndTalk => {
                for first in self.players_in_casino() {
                    for second in self.players_in_casino() {
                        if self.can_swap(first as usize, second as usize) {
                            out.offer_use(Use::WalkAndTalk(first, second));
                        }
                    }
                }
            }
            // gear.lookout; gear.markers: the marker still stands where the card put it.
            Gear::Lookout => {
                let shown = Cell::from_code(context);
                if self.marker_cell(shown.floor()) == Some(shown) {
                    out.offer_use(Use::Lookout);
                }
            }
            // gear.rain_check.
            Gear::RainCheck => out.offer_use(Use::RainCheck),
            // gear.flash_mob.
            Gear::FlashMob => {
                let out_there: u32 = self.floors.iter().map(|floor| floor.crowds.count()).sum();
                if out_there < CROWDS {
                    let is_free = |cell: Cell| !self.has_chip(cell) && !self.floors[cell.floor()].crowds.contains(cell);
                    uses(out, cells().filter(|&cell| is_free(cell)), Use::FlashMob);
                }
            }
            // gear.inside_line.
            Gear::InsideLine => {
                let floors = (0..2).filter(|&floor| self.patrol_cards(floor) > 0);
                uses(out, floors.map(|floor| floor as u8), Use::InsideLine);
            }
        }
    }

    /// Players in the casino, for cards that name one (gear.must_do); also one whose figure is lifted (gear.two).
    fn players_in_casino(&self) -> impl Iterator<Item = u8> + '_ {
        let inside = self
            .everybody()
            .filter(|&player| self.players[player].status == Status::Inside);
        inside.map(|player| player as u8)
    }

    pub(super) fn face_up(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..2).flat_map(|floor| CasinoCapers::cells_of(floor, self.floors[floor].revealed))
    }

    /// gear.binoculars: tiles 1 or 2 away in a straight line without a wall between.
    fn in_sight(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let next = move |from: Cell, dir: Dir| dir.next(from).filter(|to| self.adjacent(from) & to.bit() != 0);
        Dir::STRAIGHT.into_iter().flat_map(move |dir| {
            let near = next(cell, dir);
            [near, near.and_then(|near| next(near, dir))].into_iter().flatten()
        })
    }

    /// gear.walk_and_talk: on one floor, on different tiles, neither with the boots.
    fn can_swap(&self, first: usize, second: usize) -> bool {
        let (Some(own), Some(other)) = (self.cell_of(first), self.cell_of(second)) else {
            return false;
        };
        own.floor() == other.floor() && own != other && !self.is_held_by_boots(first) && !self.is_held_by_boots(second)
    }

    /// gear.barricade: a wall to a free edge of its floor, which stays connected.
    fn offer_barricades(&self, out: &mut impl Offers) {
        for (floor, plan) in self.plans.iter().enumerate() {
            let free = inner_sides(plan.size(), None) & !plan.walls();
            // Where a wall more would cut nothing off, a moved one does not either.
            let harmless = Wall::all(free)
                .filter(|to| is_connected(plan.size(), None, plan.walls() | to.bit()))
                .fold(0, |set, to| set | to.bit());
            for from in Wall::all(plan.walls()) {
                let is_allowed = |to: &Wall| {
                    let walls = plan.walls() & !from.bit() | to.bit();
                    harmless & to.bit() != 0 || is_connected(plan.size(), None, walls)
                };
                let moved = Wall::all(free).filter(is_allowed);
                uses(out, moved, |to| Use::Barricade(floor as u8, from, to));
                if out.is_settled() {
                    return;
                }
            }
        }
    }

    /// gear.front: one use is counted; after the last one the card flips, before the effect is carried out.
    /// edge.20: its back may then be used in the same turn.
    pub(super) fn count_use(&mut self, card: Gear) {
        let used = self.uses_of(card) + 1;
        if used < Tables::card(card).uses {
            return self.set_uses(card, used);
        }
        self.set_uses(card, 0);
        self.prepped &= !card.bit();
        self.backs |= card.bit();
    }

    /// A front is used, in a window about a cell (C, N, M).
    /// gear.moves: gear carries players off a Saleswoman's tile and out of Cashier Cages.
    pub(super) fn use_gear(&mut self, how: Use, about: Option<Cell>) {
        self.count_use(how.card());
        let player = self.current();
        let cell = self.cell_of(player);
        match how {
            Use::Vault(to) => {
                let dir = cell.map_or(Dir::None, |cell| Dir::between(cell, to));
                self.carry(player, to, How::from(dir));
            }
            Use::Trapeze => {
                if let Some(cell) = cell {
                    self.carry(player, other_floor(cell), How::from(Dir::None));
                }
            }
            Use::Contortion(player) => self.contorted = player,
            Use::Tumble(to) => self.carry(player, to, How::from(Dir::None).ignoring().past_bouncer()),
            Use::LoopFootage(at) => self.set_cubes(at, 0),
            Use::OutOfOrder(at) => {
                self.out_of_order = at.code();
                self.set_cubes(at, 0);
            }
            // dest.when: a gear step can reach the marker.
            Use::RadioInterference(to) => self.bouncer_jumps(to),
            Use::Hack => {
                self.stack.pop();
            }
            Use::Binoculars(at) | Use::XRaySpecs(at) | Use::Spyglass(at) => self.peek(player, at),
            Use::BirdsEye(at) => self.show_tile(at),
            Use::Adrenaline => {
                let heat = self.players[player].heat;
                self.gain_heat(player, ADRENALINE_HEAT.saturating_sub(heat));
                self.players[player].heat = ADRENALINE_HEAT;
                self.turn.actions += ADRENALINE_ACTIONS;
            }
            Use::Bingo(at) => self.put_marker(at),
            Use::Fainting => {
                self.turn.done |= done::FAINTED;
                self.stack.pop();
                self.push(Frame::EndTurn);
            }
            Use::Crybaby(at) => {
                self.push(Frame::Announce(other_floor(at)));
                self.announce(at, 1, false);
            }
            Use::InsideTip => match (self.find(Face::OFFICE), cell) {
                (None, Some(cell)) => self.put_loose_die(cell),
                _ => self.office_dice += 1,
            },
            Use::Crow(at) => self.floors[at.floor()].crows.insert(at),
            Use::Shoo => {
                self.stack.pop();
                about.into_iter().for_each(|at| self.discard_chip(at));
            }
            Use::Caw(at) => self.announce(at, 1, false),
            Use::Switcheroo => self.switch_markers(),
            Use::SpurLine(at) => self.monorail = at.code(),
            Use::MovingStairs(at) => self.escalator = at.code(),
            Use::Crowbar(to) => {
                if let Some(cell) = cell {
                    self.remove_wall(cell, to);
                }
            }
            Use::Barricade(floor, from, to) => {
                let plan = &mut self.plans[floor as usize];
                *plan = plan.with_walls(plan.walls() & !from.bit() | to.bit());
            }
            Use::Earpiece(player, to) => self.carry(player as usize, to, How::from(Dir::None).ignoring()),
            Use::Disguise(player) => self.players[player as usize].flags |= held::DISGUISE,
            Use::FakeSchedule(floor) => self.push(Frame::Reached(floor)),
            Use::WalkAndTalk(first, second) => self.swap_places(first as usize, second as usize),
            // The card that was shown lies in the discards already.
            Use::Lookout => {
                if let Some(shown) = about {
                    self.push(Frame::Reached(shown.floor() as u8));
                }
            }
            Use::RainCheck => {
                if let Frame::Event(event, _) = *self.stack.pop() {
                    self.discard_event(event);
                }
            }
            Use::FlashMob(at) => self.floors[at.floor()].crowds.insert(at),
            Use::InsideLine(floor) => {
                self.push(Frame::AskInsideLine(floor));
                self.push(Frame::LookPatrol(floor));
            }
            Use::LoadedDice(_) | Use::Stethoscope(..) | Use::SteadyHands => {
                debug_assert!(false, "{how:?} is carried out with its dice");
            }
        }
    }

    /// gear.switcheroo: the markers change squares; gear.markers: a bouncer who is there has reached it, floor 1 first.
    fn switch_markers(&mut self) {
        let [below, above] = [0, 1].map(|floor: usize| self.floors[floor].bouncer.marker);
        self.floors[0].bouncer.marker = above;
        self.floors[1].bouncer.marker = below;
        self.push(Frame::CheckMarker(1));
        self.push(Frame::CheckMarker(0));
    }

    /// gear.two: both figures are lifted first, then each enters, in the order named.
    fn swap_places(&mut self, first: usize, second: usize) {
        let (Some(own), Some(other)) = (self.cell_of(first), self.cell_of(second)) else {
            return;
        };
        self.lift(first, other);
        self.lift(second, own);
        for player in [first, second] {
            self.players[player].at = NONE;
            self.players[player].flags &= !held::IN_CAR;
        }
        let how = How::from(Dir::None).ignoring();
        self.push(Frame::Enter(At::new(second, own), how));
        self.push(Frame::Enter(At::new(first, other), how));
    }

    /// A wall between two neighbours leaves the game.
    pub(super) fn remove_wall(&mut self, from: Cell, to: Cell) {
        if let Some(wall) = Wall::between(from.square(), to.square()) {
            let plan = &mut self.plans[from.floor()];
            *plan = plan.without_wall(wall);
        }
    }
}

/// Offers a use for each target.
fn uses<T>(out: &mut impl Offers, targets: impl Iterator<Item = T>, how: impl Fn(T) -> Use) {
    out.extend(targets.map(|target| Action::Use(how(target))));
}
