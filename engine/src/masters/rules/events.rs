//! EVENT: 4.5 and 7.4. Conditions are evaluated once, at the start of the text, on the whole board (MH7.4a).

use super::super::action::{Action, Piece, Who};
use super::super::components::{Event, Item};
use super::super::frame::{DogCard, Frame};
use super::super::offers::{Any, Offers};
use super::super::scenario::{Chit, Goal, Loot};
use super::super::state::{EXIT, Ground, MastersOfTheHeist, NOWHERE, OUT, Phase, flag};
use super::super::tables::Edition;
use super::hexes_from;
use crate::board::hexes::{Side, members};

/// MH7.4e: Locks of E5 in v24.
const LOCKS: u8 = 3;

impl MastersOfTheHeist {
    /// MH4.5a: the Active Event is taken, then its text is resolved (MH4.5b), with no effect where its condition fails
    /// (MH10.12). CRISES and END_EVENT follow, also with a Crisis that has waited (MH10.14).
    pub(super) fn event_phase(&mut self) {
        self.phase = Phase::Event;
        let active = self.deck.take_active();
        self.active_event = active.event.index() as u8;
        self.set_flag(flag::FROM_DISCARD, active.is_discarded);
        self.push(Frame::EventDone);
        self.resolve_event(active.event);
    }

    /// MH4.5c.
    pub(super) fn event_done(&mut self) {
        self.active_event = NOWHERE;
        self.set_flag(flag::FROM_DISCARD, false);
        self.phase = Phase::Crises;
        self.push(Frame::Crises);
    }

    fn resolve_event(&mut self, event: Event) {
        match event {
            // MH7.4b.
            Event::E1 => self.add_to_bag(Chit::Camera, 3),
            Event::E6 => self.add_to_bag(Chit::Lock, 2),
            Event::E2 => self.crowded_exits(),
            Event::E3 => {
                if !self.is_set(flag::LOOP_FOOTAGE) && self.count_beside_cameras() > 0 {
                    self.raise_alerts(1);
                }
            }
            Event::E4 => {
                if self.is_beside_guard() {
                    self.raise_alerts(1);
                }
            }
            Event::E5 => self.lock_in_guards(),
            Event::E7 => self.shadows_in_the_window(),
            Event::E8 => self.reboot_cameras(),
            Event::E9 => self.double_cameras(),
            Event::E10 => {
                // MH7.4d, MH7.2o, H42: both parts are tested before the alerts of either.
                let guard = self.is_beside_guard();
                let camera = !self.is_set(flag::LOOP_FOOTAGE) && self.count_beside_cameras() > 0;
                self.raise_alerts(u8::from(guard) + u8::from(camera));
            }
            Event::E11 => self.relock(),
            Event::E12 => self.push(Frame::Blabbing(0)),
            Event::E13 => self.overwhelm(),
            // MH7.4k.
            Event::E14 => self.add_guards(self.beside_characters(|ground| ground.locks.active() > 0)),
            Event::E15 => {
                if self.un_subdue_under_characters() {
                    // MH7.4l. The dog test comes first: it was pushed last.
                    self.push(Frame::AskEncourage);
                    self.chase_after_un_subduing();
                }
            }
            Event::E16 => {
                if !self.is_set(flag::LOOP_FOOTAGE) {
                    self.raise_alerts(self.count_beside_cameras().min(2));
                }
            }
            Event::E17 => self.push(Frame::Whisper([0; 2])),
            Event::E18 => self.doubt(),
            Event::E19 | Event::A1 => self.spot_characters(),
            // MH7.4p.
            Event::E20 => self.each_loses_an_idea(|state, who| {
                let at = state.get(who).at;
                at < EXIT && state.ground[usize::from(at)].active_guards() > 0
            }),
            // MH7.4q.
            Event::E21 => self.each_loses_an_idea(|state, who| state.get(who).tokens & state.unrevealed != 0),
            Event::E22 => self.push(Frame::Fumble(0)),
            Event::E23 | Event::A3 => {
                if self.un_subdue_under_characters() {
                    self.chase_after_un_subduing();
                }
            }
            Event::E24 => self.offer_a_gift(),
            Event::A2 => self.look_for_the_guard(),
            Event::A4 => self.each_loses_an_idea(|state, who| {
                // MH7.4u.
                let near = state.on_or_beside(state.get(who).at);
                !state.has_live_camera(near) && state.has_active_guard(near)
            }),
            Event::D1 => self.release_dog(DogCard::Character),
            Event::D2 => self.release_dog(DogCard::Loot),
            Event::D3 => self.release_dog(DogCard::Fear),
            // MH7.4v.
            Event::G1 => self.push(Frame::CloseGates(1)),
            Event::G2 => self.push(Frame::CloseGates(2)),
            // MH7.4w.
            Event::G3 => self.add_locks(self.next_gate().map_or(0, |hex| 1 << hex)),
            Event::G4 => self.add_guards(self.next_gate().map_or(0, |hex| 1 << hex)),
            // B1 to B3 are in no deck.
            Event::B1 | Event::B2 | Event::B3 | Event::M1 => {}
            Event::M2 => {
                for who in self.collect(|state, who| state.get(who).at < EXIT && state.get(who).ideas <= 2) {
                    self.gain_ideas(who, 2);
                }
            }
            Event::M3 => {
                if self.is_objective_met_now() {
                    self.collect(|state, who| state.get(who).at < EXIT)
                        .for_each(|who| self.gain_ideas(who, 1));
                }
            }
        }
    }

    /// The characters of which something holds now.
    fn collect<F: Fn(&MastersOfTheHeist, Who) -> bool>(&self, holds: F) -> impl Iterator<Item = Who> + use<F> {
        let set = self
            .present()
            .filter(|&who| holds(self, who))
            .fold(0, |set, who| set | who.bit());
        Who::all_in(set)
    }

    /// Whether an unsubdued guard is on one of some hexes.
    fn has_active_guard(&self, hexes: u32) -> bool {
        members(hexes).any(|hex| self.ground[hex].active_guards() > 0)
    }

    /// Characters that are adjacent to a live Camera.
    fn count_beside_cameras(&self) -> u8 {
        self.present()
            .filter(|&who| self.has_live_camera(self.beside(self.get(who).at)))
            .count() as u8
    }

    fn is_beside_guard(&self) -> bool {
        self.present()
            .any(|who| self.has_active_guard(self.beside(self.get(who).at)))
    }

    /// Hexes adjacent to at least one character of which something holds.
    fn beside_characters(&self, holds: impl Fn(&Ground) -> bool) -> u32 {
        let beside = self.present().fold(0, |set, who| set | self.beside(self.get(who).at));
        beside & self.hexes_with(holds)
    }

    /// MH7.4a, H43, MH10.30: one Guard on each of some hexes, then the dog test.
    pub(super) fn add_guards(&mut self, hexes: u32) {
        members(hexes).for_each(|hex| self.ground[hex].guards.add(1));
        self.chase_after_placing(hexes);
    }

    /// MH7.4a, H43, MH10.30: one Lock on each of some hexes, then the dog test.
    pub(super) fn add_locks(&mut self, hexes: u32) {
        members(hexes).for_each(|hex| self.ground[hex].locks.add(1));
        self.chase_after_placing(hexes);
    }

    fn chase_after_placing(&mut self, hexes: u32) {
        if hexes != 0 {
            self.push(Frame::Chase);
        }
    }

    /// MH7.4c: E2.
    fn crowded_exits(&mut self) {
        let crowded = self.exit_spots().filter(|&exit| self.on(exit).count() >= 2).count();
        self.raise_alerts(2 * crowded as u8);
    }

    /// MH7.4e: E5; in v24 the team chooses three hexes where more qualify.
    fn lock_in_guards(&mut self) {
        let hexes = self.beside_characters(|ground| ground.active_guards() > 0);
        if self.edition == Edition::V24 && hexes.count_ones() > u32::from(LOCKS) {
            self.pending = 0;
            self.push(Frame::AskLock(LOCKS, 0));
        } else {
            self.add_locks(hexes);
        }
    }

    pub(super) fn offer_locks(&self, left: u8, next: u8, out: &mut impl Offers) {
        let hexes = self.beside_characters(|ground| ground.active_guards() > 0) & hexes_from(next);
        let enough = hexes.count_ones().saturating_sub(u32::from(left) - 1);
        out.extend(self.tiles_in(hexes).take(enough as usize).map(Action::Lock));
    }

    pub(super) fn choose_lock(&mut self, left: u8, hex: usize) {
        self.pending |= 1 << hex;
        if left > 1 {
            self.push(Frame::AskLock(left - 1, hex as u8 + 1));
        } else {
            let hexes = std::mem::take(&mut self.pending);
            self.add_locks(hexes);
        }
    }

    /// MH7.4d, MH1d: E7.
    fn shadows_in_the_window(&mut self) {
        let plan = self.plan();
        if self
            .indoors()
            .any(|who| plan.outer_sides(usize::from(self.get(who).at)) != 0)
        {
            self.raise_alerts(1);
        }
    }

    /// MH7.4f: E8; all are switched on together, then the camera penalty.
    fn reboot_cameras(&mut self) {
        let disabled = self.hexes_with(|ground| ground.cameras.inactive() > 0);
        let plan = self.plan();
        let hexes = members(disabled).filter(|&hex| plan.neighbours(hex) & disabled != 0);
        let alerts = hexes.map(|hex| self.re_enable(hex)).fold(0, u8::saturating_add);
        self.raise_alerts(alerts);
    }

    /// MH7.4g, H24: E9; the new Cameras raise nothing.
    fn double_cameras(&mut self) {
        let hexes = self.beside_characters(|ground| ground.cameras.active() > 0);
        members(hexes).for_each(|hex| self.ground[hex].cameras.add(1));
        self.chase_after_placing(hexes);
    }

    /// MH7.4h: E11.
    fn relock(&mut self) {
        for hex in members(self.beside_characters(|ground| ground.locks.inactive() > 0)) {
            let locks = &mut self.ground[hex].locks;
            locks.switch_on(locks.inactive());
        }
    }

    /// MH7.4i: E12; each qualifying character once.
    pub(super) fn blabbing(&mut self, next: u8) {
        let qualifies = |who: &Who| self.ground[usize::from(self.get(*who).at)].subdued_guards() > 0;
        let who = self.indoors().filter(|who| who.0 >= next).find(qualifies);
        if let Some(who) = who {
            self.push(Frame::AskBlabbing(who));
        }
    }

    pub(super) fn answer_blabbing(&mut self, who: Who, action: Action) {
        self.push(Frame::Blabbing(who.0 + 1));
        if action == Action::Accept {
            self.gain_ideas(who, 1);
            self.push(Frame::Noises(1));
        }
    }

    /// MH7.4j: E13, two or more active chits on the own and all adjacent hexes together.
    fn overwhelm(&mut self) {
        self.each_loses_an_idea(|state, who| {
            let near = members(state.on_or_beside(state.get(who).at));
            near.map(|hex| u32::from(state.ground[hex].active_chits())).sum::<u32>() >= 2
        });
    }

    /// MH7.4l, E23: all guards that share a hex with a character. Whether one changed; the Dogs among them are marked
    /// for the test.
    fn un_subdue_under_characters(&mut self) -> bool {
        let hexes = self.indoors().fold(0u32, |set, who| set | 1 << self.get(who).at);
        let mut changed = false;
        self.pending = 0;
        for hex in members(hexes) {
            let here = self.un_subdue(hex);
            changed |= !here.is_empty();
            self.pending |= u32::from(here.inactive() > 0) << hex;
        }
        changed
    }

    /// MH6.2b, H26: the dog test where a Dog was un-subdued.
    fn chase_after_un_subduing(&mut self) {
        if std::mem::take(&mut self.pending) != 0 {
            self.push(Frame::Chase);
        }
    }

    /// MH7.4l: one idea for one character, and N.
    pub(super) fn encourage(&mut self, action: Action) {
        if let Action::Give(who) = action {
            self.gain_ideas(who, 1);
            self.push(Frame::Noises(1));
        }
    }

    /// MH7.4m, H70: E17 goes on while anything can be transferred; `done` holds the pairs that have.
    pub(super) fn whisper(&mut self, done: [u8; 2]) {
        let mut any = Any::default();
        self.offer_whispers(done, &mut any);
        if any.0 {
            self.push(Frame::AskWhisper(done));
        }
    }

    pub(super) fn offer_whispers(&self, done: [u8; 2], out: &mut impl Offers) {
        let done = u16::from_le_bytes(done);
        for (first, second) in self.pairs() {
            let (a, b) = (self.get(first).at, self.get(second).at);
            let is_near = a == b || self.are_adjacent(a, b);
            if is_near && done & 1 << pair(first, second) == 0 {
                self.offer_transfers(first, second, out);
            }
        }
    }

    /// All pairs of characters, each once.
    fn pairs(&self) -> impl Iterator<Item = (Who, Who)> + '_ {
        let later = |first: Who| self.present().filter(move |&second| second > first);
        self.present()
            .flat_map(move |first| later(first).map(move |second| (first, second)))
    }

    /// Any number of ideas, in one direction.
    pub(super) fn offer_transfers(&self, first: Who, second: Who, out: &mut impl Offers) {
        for (giver, taker) in [(first, second), (second, first)] {
            out.extend((1..=self.get(giver).ideas).map(|count| Action::Transfer(giver, taker, count)));
        }
    }

    pub(super) fn transfer(&mut self, giver: Who, taker: Who, count: u8) {
        self.get_mut(giver).ideas -= count;
        self.gain_ideas(taker, count);
    }

    pub(super) fn do_whisper(&mut self, done: [u8; 2], action: Action) {
        if let Action::Transfer(giver, taker, count) = action {
            self.transfer(giver, taker, count);
            let done = u16::from_le_bytes(done) | 1 << pair(giver.min(taker), giver.max(taker));
            self.push(Frame::Whisper(done.to_le_bytes()));
            self.push(Frame::Noises(count));
        }
    }

    /// MH7.4n: E18, no other character on the same or an adjacent tile.
    fn doubt(&mut self) {
        self.each_loses_an_idea(|state, who| {
            let at = state.get(who).at;
            let is_near = |other: Who| {
                let place = state.get(other).at;
                place == at || state.are_adjacent(at, place)
            };
            !state.present().any(|other| other != who && is_near(other))
        });
    }

    /// MH7.4o, MH7.2o: E19 and A1.
    fn spot_characters(&mut self) {
        if !self.is_set(flag::LOOP_FOOTAGE) {
            let seen = self
                .indoors()
                .filter(|&who| self.has_live_camera(self.beside(self.get(who).at)));
            let hexes = seen.fold(0u32, |set, who| set | 1 << self.get(who).at);
            self.add_guards(hexes);
        }
    }

    /// MH7.4t: A2.
    fn look_for_the_guard(&mut self) {
        let subdued = self.hexes_with(|ground| ground.subdued_guards() > 0);
        let beside = self.plan().neighbours_of(subdued);
        self.add_guards(beside & self.hexes_with(|ground| ground.cameras.active() > 0));
    }

    /// MH7.4a, H43: each character of which something holds loses an idea; losing one needs one.
    fn each_loses_an_idea(&mut self, holds: impl Fn(&MastersOfTheHeist, Who) -> bool) {
        let losers = self
            .present()
            .filter(|&who| self.get(who).ideas > 0 && holds(self, who));
        let losers = losers.fold(0, |set, who| set | who.bit());
        self.push(Frame::LoseIdeas(losers));
    }

    /// MH7.6g, H76: in team order, the Lucky Penny offered to its holder.
    pub(super) fn lose_ideas(&mut self, losers: u8) {
        let Some(who) = Who::all_in(losers).next() else { return };
        self.push(Frame::LoseIdeas(losers & !who.bit()));
        if self.holds(who, Piece::Item(Item::LuckyPenny)) {
            self.push(Frame::AskPenny(who));
        } else {
            self.get_mut(who).ideas -= 1;
        }
    }

    pub(super) fn answer_penny(&mut self, who: Who, action: Action) {
        match action {
            Action::Penny => self.move_piece(Piece::Item(Item::LuckyPenny), Self::held_by(who), OUT),
            _ => self.get_mut(who).ideas -= 1,
        }
    }

    /// MH7.4r, H67: E22, character by character and piece by piece; what can go nowhere is lost.
    pub(super) fn fumble(&mut self, next: u8) {
        let Some(who) = self.indoors().find(|who| who.0 >= next) else {
            return;
        };
        let held = Self::held_by(who);
        let can_go = self.fumble_hexes(who) != 0;
        while let Some(piece) = self.first_unwanted(who) {
            if can_go {
                self.push(Frame::AskPut(who));
                return;
            }
            self.move_piece(piece, held, OUT);
        }
        self.push(Frame::Fumble(who.0 + 1));
    }

    /// The first piece that the objective does not ask for, in the order of E22; all cash is one piece.
    fn first_unwanted(&self, who: Who) -> Option<Piece> {
        self.pieces_at(Self::held_by(who))
            .find(|piece| !piece.loot().is_some_and(|kind| self.is_asked_for(kind)))
    }

    /// MH7.10c: whether the objective names a kind of loot.
    fn is_asked_for(&self, kind: Loot) -> bool {
        self.scenario().objective.iter().any(|goal| match goal {
            Goal::Stolen(asked, _) | Goal::HideoutHas(asked) => *asked == kind,
            Goal::NpcEscaped | Goal::Escaped(_) => false,
        })
    }

    /// Adjacent hexes without an unsubdued guard.
    fn fumble_hexes(&self, who: Who) -> u32 {
        self.beside(self.get(who).at) & self.hexes_with(|ground| ground.active_guards() == 0)
    }

    pub(super) fn offer_puts(&self, who: Who, out: &mut impl Offers) {
        if let Some(piece) = self.first_unwanted(who) {
            let piece = if let Piece::Cash(_) = piece {
                Piece::ALL_CASH
            } else {
                piece
            };
            let at = self.get(who).at;
            out.extend(members(self.fumble_hexes(who)).map(|hex| Action::Put(piece, self.side_to(at, hex))));
        }
    }

    pub(super) fn put(&mut self, who: Who, piece: Piece, side: Side) {
        let held = Self::held_by(who);
        let piece = if let Piece::Cash(_) = piece {
            Piece::Cash(self.cash_at[usize::from(held)])
        } else {
            piece
        };
        if let Some(hex) = self.along(self.get(who).at, side, 1) {
            self.move_piece(piece, held, hex as u8);
        }
        self.push(Frame::Fumble(who.0));
    }

    /// MH7.4s: E24.
    fn offer_a_gift(&mut self) {
        let is_void = self.deck.overshoot() || self.is_set(flag::FROM_DISCARD);
        let mut any = Any::default();
        self.offer_gifts(&mut any);
        if !is_void && any.0 {
            self.push(Frame::AskGift);
        }
    }

    pub(super) fn offer_gifts(&self, out: &mut impl Offers) {
        for (first, second) in self.pairs() {
            self.offer_transfers(first, second, out);
        }
    }

    pub(super) fn gift(&mut self, action: Action) {
        if let Action::Transfer(giver, taker, count) = action {
            self.transfer(giver, taker, count);
        }
    }
}

/// The number of a pair of characters, the first before the second.
fn pair(first: Who, second: Who) -> u8 {
    second.0 * (second.0 - 1) / 2 + first.0
}
