//! The last ditch: MH6.6h. The route is declared element by element; nothing happens before the roll.
//!
//! Elements are kept in [`MastersOfTheHeist::marks`], one byte each for steps, doors and what needs no choice, three
//! for loot that changes hands. What a byte means depends on where the route has come to, so a route is always read
//! from its beginning.

use super::super::action::{Action, Piece, Way, Who};
use super::super::frame::Frame;
use super::super::offers::Offers;
use super::super::region::Region;
use super::super::state::{EXIT, EXITS, MastersOfTheHeist, NOWHERE, Spot, Status, done};
use super::scenarios::RING_Y;
use crate::board::hexes::{Side, members};

/// What an element of three bytes needs.
const LOOT_LENGTH: usize = 3;
/// The highest face of the die.
const BEST_ROLL: u8 = 6;

/// The first byte of an element; below are numbers in a list of what was possible.
mod code {
    pub const STEP: u8 = 0x10;
    pub const DOOR: u8 = 0x20;
    pub const SERVER: u8 = 0x30;
    pub const TAKE_IDEA: u8 = 0x31;
    pub const CAPTURE: u8 = 0x32;
    pub const TAKE: u8 = 0x40;
    pub const DROP: u8 = 0x60;
    pub const PASS: u8 = 0x80;
    pub const BANK: u8 = 0x90;
}

/// Where a route has come to.
struct Walk {
    /// The heist as it would be if everything were paid.
    ahead: MastersOfTheHeist,
    cost: u8,
    has_stepped: bool,
    /// Bytes of the route.
    length: usize,
}

impl MastersOfTheHeist {
    fn element_cost(&self, who: Who, action: Action) -> u8 {
        match action {
            Action::Step(_) => self.step_cost(who),
            Action::Door(_) => 1,
            _ => 0,
        }
    }

    fn walk(&self, who: Who) -> Walk {
        let mut walk = Walk {
            ahead: *self,
            cost: 0,
            has_stepped: false,
            length: 0,
        };
        while let Some((action, length)) = walk.ahead.read_element(who, &self.marks[walk.length..]) {
            walk.cost = walk.cost.saturating_add(walk.ahead.element_cost(who, action));
            walk.has_stepped |= matches!(action, Action::Step(_));
            walk.length += length;
            walk.ahead.escape_along(who, action);
        }
        walk
    }

    /// The next element of a route: each leaves a way to an end of the route, whatever it costs. What could not even be
    /// paid with the best roll is not asked any more (docs/rulings.md).
    pub(in super::super) fn offer_elements(&self, who: Who, out: &mut impl Offers) {
        let Walk {
            ahead,
            cost,
            has_stepped,
            length,
        } = self.walk(who);
        let room = self.marks.len() - length;
        let points = match self.stack.top() {
            Frame::DrawDitch(_, points) => points,
            _ => self.get(who).ideas,
        };
        let payable = usize::from(points.saturating_add(BEST_ROLL).saturating_sub(cost));
        if has_stepped && (payable == 0 || room == 0) {
            out.push(Action::Roll);
            return;
        }
        let at = ahead.get(who).at;
        // Every element so far has left a way, and to where one stands one can come back, unless it is locked behind
        // one.
        let can_return = at >= EXIT || !ahead.is_barred(usize::from(at));
        let steps = ahead
            .steps(who)
            .filter(|&spot| can_return || ahead.can_finish(who, spot, true));
        out.extend(steps.map(|spot| Action::Step(ahead.tile(spot))));
        out.extend(ahead.tiles_in(ahead.doors_beside(who)).map(Action::Door));
        if payable + LOOT_LENGTH <= room {
            if ahead.can_capture(who) {
                out.push(Action::Capture);
            }
            ahead.offer_free_things(
                who,
                &mut KeepingAWay {
                    ahead: &ahead,
                    who,
                    has_stepped,
                    out,
                },
            );
        }
        if has_stepped && ahead.is_end(at) {
            out.push(Action::Roll);
        }
    }

    /// Whether a way to an end remains after a free thing: a keycard that goes may be missed.
    fn keeps_a_way(&self, who: Who, action: Action, has_stepped: bool) -> bool {
        let piece = match action {
            Action::Drop(piece, _) | Action::Pass(piece, _) | Action::Bank(piece) => piece,
            _ => return true,
        };
        if piece != Piece::Keycard {
            return true;
        }
        let mut after = *self;
        after.escape_along(who, action);
        after.can_finish(who, after.get(who).at, has_stepped)
    }

    pub(super) fn extend_route(&mut self, who: Who, action: Action) {
        if action == Action::Roll {
            // All own ideas are points.
            let character = self.get_mut(who);
            let points = std::mem::take(&mut character.ideas);
            character.done |= done::DITCHED;
            self.push(Frame::DrawDitch(who, points));
            return;
        }
        self.add_element(who, action);
        self.push(Frame::AskRoute(who));
    }

    /// One more element of the route.
    pub(in super::super) fn add_element(&mut self, who: Who, action: Action) {
        let walk = self.walk(who);
        let (bytes, count) = walk.ahead.write_element(who, action);
        self.marks[walk.length..walk.length + count].copy_from_slice(&bytes[..count]);
    }

    /// The route that is being declared, or that the die is rolled for.
    pub(in super::super) fn route(&self) -> Vec<Action> {
        let (Frame::AskRoute(who) | Frame::DrawDitch(who, _)) = self.stack.top() else {
            return Vec::new();
        };
        let mut ahead = *self;
        let mut route = Vec::new();
        let mut read = 0;
        while let Some((action, length)) = ahead.read_element(who, &self.marks[read..]) {
            route.push(action);
            read += length;
            ahead.escape_along(who, action);
        }
        route
    }

    /// MH6.6h: the route is followed as far as the points pay for it. Ideas received on the way are kept (H64). Who
    /// does not reach an end is Busted where it stops.
    pub(super) fn follow_route(&mut self, who: Who, mut points: u8) {
        let route = std::mem::replace(&mut self.marks, [0; crate::board::hexes::MOST_HEXES]);
        let mut read = 0;
        while let Some((action, length)) = self.read_element(who, &route[read..]) {
            let Some(left) = points.checked_sub(self.element_cost(who, action)) else {
                break;
            };
            points = left;
            read += length;
            self.escape_along(who, action);
        }
        if !self.is_end(self.get(who).at) {
            self.get_mut(who).status = Status::Busted;
        }
    }

    /// The element that some bytes mean here, and how many of them.
    fn read_element(&self, who: Who, bytes: &[u8]) -> Option<(Action, usize)> {
        let &first = bytes.first()?;
        let (kind, number) = (first & 0xf0, usize::from(first & 0x0f));
        let single = |action: Option<Action>| action.map(|action| (action, 1));
        let loot = |action: fn(Piece, Way) -> Action| {
            let way = Side::ALL.get(number).map_or(Way::Here, |&side| Way::Side(side));
            Some((action(piece_of(bytes[1], bytes[2])?, way), LOOT_LENGTH))
        };
        match (kind, first) {
            (code::STEP, _) => {
                let spot = self.steps(who).nth(number);
                single(spot.map(|spot| Action::Step(self.tile(spot))))
            }
            (code::DOOR, _) => single(self.tiles_in(self.doors_beside(who)).nth(number).map(Action::Door)),
            (_, code::SERVER) => single(Some(Action::Server)),
            (_, code::TAKE_IDEA) => single(Some(Action::TakeIdea)),
            (_, code::CAPTURE) => single(Some(Action::Capture)),
            (code::TAKE, _) => loot(Action::Take),
            (code::DROP, _) => loot(Action::Drop),
            (code::PASS, _) => {
                let piece = piece_of(bytes[1], bytes[2])?;
                Some((Action::Pass(piece, Who(number as u8)), LOOT_LENGTH))
            }
            (code::BANK, _) => Some((Action::Bank(piece_of(bytes[1], bytes[2])?), LOOT_LENGTH)),
            _ => None,
        }
    }

    fn write_element(&self, who: Who, action: Action) -> ([u8; LOOT_LENGTH], usize) {
        // Only what was offered becomes an element.
        let place = |position: Option<usize>| position.expect("an element leads to where a way leads") as u8;
        let single = |byte: u8| ([byte, 0, 0], 1);
        let loot = |byte: u8, piece: Piece| {
            let amount = if let Piece::Cash(amount) = piece { amount } else { 0 };
            ([byte, piece.rank(), amount], LOOT_LENGTH)
        };
        let way_number = |way: Way| match way {
            Way::Here => Side::ALL.len() as u8,
            Way::Side(side) => side as u8,
        };
        match action {
            Action::Step(tile) => single(code::STEP | place(self.steps(who).position(|spot| self.tile(spot) == tile))),
            Action::Door(tile) => {
                single(code::DOOR | place(self.tiles_in(self.doors_beside(who)).position(|other| other == tile)))
            }
            Action::Server => single(code::SERVER),
            Action::TakeIdea => single(code::TAKE_IDEA),
            Action::Take(piece, way) => loot(code::TAKE | way_number(way), piece),
            Action::Drop(piece, way) => loot(code::DROP | way_number(way), piece),
            Action::Pass(piece, other) => loot(code::PASS | other.0, piece),
            Action::Bank(piece) => loot(code::BANK, piece),
            Action::Capture => single(code::CAPTURE),
            other => unreachable!("{other:?} is no element of a route"),
        }
    }

    /// MH6.6h: whether some route from a spot ends on an Exit or a hideout, whatever it costs; with at least one step.
    pub(super) fn can_finish(&self, who: Who, at: Spot, has_stepped: bool) -> bool {
        if has_stepped && self.is_end(at) {
            return true;
        }
        if self.is_beside_exit(at) {
            return true;
        }
        let mut reach = Reach::new(self, who);
        let here = Region::of(at);
        reach.find(here);
        if reach.is_ringed(here) {
            // H63.
            return false;
        }
        let ends = if self.scenario().ends_on_hideouts() {
            Region {
                hexes: self.hideouts(),
                exits: 0,
            }
        } else {
            Region {
                hexes: 0,
                exits: reach.exits,
            }
        };
        if reach.is_open(here) {
            let elsewhere = reach.grow(here, Region::default()).without(here);
            return elsewhere.meets(ends) || here.meets(ends) && elsewhere != Region::default();
        }
        // A locked hex can be left, but not entered again.
        let first_steps = reach.beside(here);
        first_steps.each().any(|first| {
            let mut other = reach;
            other.is_open(first) && other.grow(first, here).meets(ends)
        })
    }
}

impl MastersOfTheHeist {
    /// Whether a single step, or one in and out again, leads onto an Exit where those are the ends of routes.
    fn is_beside_exit(&self, at: Spot) -> bool {
        if self.scenario().ends_on_hideouts() {
            return false;
        }
        match at {
            NOWHERE => false,
            EXIT.. => self.opened_hex(at).is_some_and(|hex| !self.is_barred(hex)),
            hex => !self.is_ringed(hex) && self.exits_at(usize::from(hex)).next().is_some(),
        }
    }
}

/// Takes free things of a route that leave a way to an end.
struct KeepingAWay<'a, O> {
    ahead: &'a MastersOfTheHeist,
    who: Who,
    has_stepped: bool,
    out: &'a mut O,
}

impl<O: Offers> Offers for KeepingAWay<'_, O> {
    fn push(&mut self, action: Action) {
        if self.ahead.keeps_a_way(self.who, action, self.has_stepped) {
            self.out.push(action);
        }
    }
}

/// What a route can come to: the keycard that it finds, the doors that this opens, the rings that servers remove.
#[derive(Clone, Copy)]
struct Reach<'a> {
    heist: &'a MastersOfTheHeist,
    /// All Exits, and the hex that each opens to.
    exits: u8,
    exit_hexes: [u32; EXITS],
    locked: u32,
    /// Where a keycard is, and a USB key that removes the Y rings.
    keycards: Region,
    usb_keys: Region,
    reaches_over: bool,
    has_key: bool,
    /// Hexes whose rings are still there.
    rings: u32,
}

impl<'a> Reach<'a> {
    fn new(heist: &'a MastersOfTheHeist, who: Who) -> Reach<'a> {
        let usb = if heist.opens_rings_by_usb(who) {
            heist.spots_of(Piece::Usb)
        } else {
            Region::default()
        };
        let mut exit_hexes = [0; EXITS];
        for (hex, exit) in exit_hexes.iter_mut().zip(heist.exit_spots()) {
            *hex = heist.opened_hex(exit).map_or(0, |hex| 1 << hex);
        }
        Reach {
            heist,
            exits: u8::MAX >> (8 - heist.exit_count),
            exit_hexes,
            locked: heist.hexes_with(|ground| ground.locks.active() > 0),
            keycards: heist.spots_of(Piece::Keycard),
            usb_keys: usb,
            reaches_over: heist.get(who).has_done(done::LARCENIST | done::SWINDLER),
            has_key: heist.holds(who, Piece::Keycard),
            rings: heist.rings,
        }
    }

    fn is_ringed(&self, region: Region) -> bool {
        region.hexes & self.rings != 0
    }

    /// The hexes that can be entered.
    fn open_hexes(&self) -> u32 {
        let doors = if self.has_key { 0 } else { self.heist.doors };
        self.heist.plan().present() & !(self.locked | self.rings | doors)
    }

    fn is_open(&self, region: Region) -> bool {
        region.hexes & !self.open_hexes() == 0
    }

    /// All spots next to some.
    fn beside(&self, region: Region) -> Region {
        let mut beside = Region {
            hexes: self.heist.plan().neighbours_of(region.hexes),
            exits: 0,
        };
        for (exit, &hex) in self.exit_hexes.iter().enumerate() {
            let is_there = |set: u32| u8::from(hex & set != 0) << exit;
            beside.exits |= is_there(region.hexes);
            beside.hexes |= if region.exits & 1 << exit != 0 { hex } else { 0 };
        }
        beside
    }

    /// Takes what can be had on some spots.
    fn find(&mut self, region: Region) {
        for hex in members(region.hexes & self.heist.servers()) {
            self.rings &= !self.heist.server_rings(hex);
        }
        let over = if self.reaches_over {
            self.beside(region).hexes & self.open_hexes()
        } else {
            0
        };
        // MH6.6j: on an Exit lies what somebody Busted there holds.
        let within_reach = Region {
            hexes: region.hexes & !self.rings | over,
            exits: region.exits,
        };
        self.has_key |= within_reach.meets(self.keycards);
        if within_reach.meets(self.usb_keys) {
            self.rings &= !self.heist.rings_of(RING_Y);
        }
    }

    /// All spots that can be reached from some, those of `without` left out.
    fn grow(&mut self, mut region: Region, without: Region) -> Region {
        loop {
            let before = (self.has_key, self.rings);
            self.find(region);
            let mut edge = region;
            while edge != Region::default() {
                let mut next = self.beside(edge).without(without).without(region);
                next.hexes &= self.open_hexes();
                region = region.with(next);
                edge = next;
                self.find(next);
            }
            if before == (self.has_key, self.rings) {
                return region;
            }
        }
    }
}

fn piece_of(rank: u8, amount: u8) -> Option<Piece> {
    if rank == 0 {
        Some(Piece::Cash(amount))
    } else {
        Piece::of_rank(rank)
    }
}
