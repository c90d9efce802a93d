//! Free things of ACTION and ESCAPE: 5.4.

use super::super::action::{Action, Piece, Way, Who};
use super::super::offers::Offers;
use super::super::region::Region;
use super::super::scenario::Fixture;
use super::super::state::{BANKED, EXIT, MastersOfTheHeist, NOWHERE, Phase, Place, Spot, Status, done};
use crate::board::hexes::{Side, members};

impl MastersOfTheHeist {
    /// MH5.4a, H72: the own tile unless it is under a ring, an Exit for what somebody Busted there holds (MH6.6j);
    /// MH7.2m: with Larcenist or Swindler also adjacent hexes that nothing bars.
    fn pick_up_spots(&self, who: Who) -> impl Iterator<Item = Spot> + Clone + use<> {
        let character = self.get(who);
        let own = (!self.is_ringed(character.at)).then_some(character.at);
        let over = if character.has_done(done::LARCENIST | done::SWINDLER) {
            self.open_beside(who)
        } else {
            0
        };
        own_and_others(own, over)
    }

    /// MH5.4a: the own hex; MH7.2m: with Swindler also adjacent hexes that nothing bars. What is dropped on an Exit is
    /// banked (MH5.4g).
    fn drop_hexes(&self, who: Who) -> u32 {
        let character = self.get(who);
        let own = if character.at < EXIT { 1 << character.at } else { 0 };
        own | if character.has_done(done::SWINDLER) {
            self.open_beside(who)
        } else {
            0
        }
    }

    /// The way from a spot to itself or to an adjacent hex.
    pub(super) fn way_to(&self, at: Spot, to: Spot) -> Way {
        if at == to {
            Way::Here
        } else {
            Way::Side(self.side_to(at, usize::from(to)))
        }
    }

    /// The side of a tile that an adjacent hex lies across.
    pub(super) fn side_to(&self, at: Spot, hex: usize) -> Side {
        let side = Side::ALL.into_iter().find(|&side| self.along(at, side, 1) == Some(hex));
        side.expect("an adjacent hex lies across a side")
    }

    fn spot_on_way(&self, who: Who, way: Way) -> Option<Spot> {
        let at = self.get(who).at;
        match way {
            Way::Here => Some(at),
            Way::Side(side) => self.along(at, side, 1).map(|hex| hex as Spot),
        }
    }

    fn open_beside(&self, who: Who) -> u32 {
        let open = members(self.beside(self.get(who).at)).filter(|&hex| !self.is_barred(hex));
        open.fold(0, |set, hex| set | 1 << hex)
    }

    /// Every place of loot on a tile: what lies there, on a hex, then what Busted characters there hold (MH6.6j).
    pub(super) fn places_on(&self, spot: Spot) -> impl Iterator<Item = Place> + Clone + '_ {
        let ground = (spot < EXIT).then_some(spot);
        let busted = self.everybody().filter(move |&who| {
            let character = self.get(who);
            character.status == Status::Busted && character.at == spot
        });
        ground.into_iter().chain(busted.map(Self::held_by))
    }

    /// What can be picked up on a tile, cash as one piece.
    fn lying_on(&self, spot: Spot, mut each: impl FnMut(Piece)) {
        if self.places_on(spot).any(|place| self.cash_at[usize::from(place)] > 0) {
            each(Piece::ALL_CASH);
        }
        let mut seen = 0u32;
        for piece in self.places_on(spot).flat_map(|place| self.pieces_at(place)) {
            let bit = 1 << piece.rank();
            if !matches!(piece, Piece::Cash(_)) && seen & bit == 0 {
                seen |= bit;
                each(piece);
            }
        }
    }

    /// The pieces that a character may let go, cash in every amount (H19).
    fn each_part(&self, who: Who, mut each: impl FnMut(Piece)) {
        for piece in self.pieces_at(Self::held_by(who)) {
            match piece {
                Piece::Cash(most) => (1..=most).for_each(|amount| each(Piece::Cash(amount))),
                piece => each(piece),
            }
        }
    }

    /// MH5.4a, MH5.4b, MH5.4d, MH5.4g, H20, MH10.8, H61; doors are offered where their price is known.
    pub(super) fn offer_free_things(&self, who: Who, out: &mut impl Offers) {
        let at = self.get(who).at;
        // Somebody Busted lies about in the Escape part alone.
        let lies = |&spot: &Spot| self.phase == Phase::Escape || spot < EXIT && self.has_loot(spot);
        for spot in self.pick_up_spots(who).filter(lies) {
            let way = self.way_to(at, spot);
            self.lying_on(spot, |piece| out.push(Action::Take(piece, way)));
        }
        if self.has_loot(Self::held_by(who)) {
            for hex in members(self.drop_hexes(who)) {
                let way = self.way_to(at, hex as Spot);
                self.each_part(who, |piece| out.push(Action::Drop(piece, way)));
            }
            if at >= EXIT {
                self.each_part(who, |piece| {
                    let others = self.on(at).filter(|&other| other != who);
                    out.extend(others.map(|other| Action::Pass(piece, other)));
                    out.push(Action::Bank(piece));
                });
            }
        }
        if at < EXIT {
            if self.server_rings(usize::from(at)) != 0 {
                out.push(Action::Server);
            }
            if self.idea_tokens & 1 << at != 0 && !self.is_ringed(at) {
                out.push(Action::TakeIdea);
            }
        }
    }

    /// MH5.4b: the rings that a server on this hex removes.
    pub(super) fn server_rings(&self, hex: usize) -> u32 {
        match self.fixture(hex) {
            Fixture::Server(letter) => self.rings_of(letter),
            _ => 0,
        }
    }

    /// Hexes with a server.
    pub(super) fn servers(&self) -> u32 {
        self.scenario().servers
    }

    /// Where a piece can be picked up, from what lies there or from somebody Busted; on an Exit only from somebody
    /// Busted (MH6.6j).
    pub(in super::super) fn spots_of(&self, piece: Piece) -> Region {
        let spot = |place: Place| match place {
            hex @ 0..EXIT => Some(hex),
            _ => {
                let holder = self.everybody().find(|&who| Self::held_by(who) == place);
                let holder = holder.map(|who| self.get(who));
                let busted = holder.filter(|holder| holder.status == Status::Busted && holder.at != NOWHERE);
                busted.map(|holder| holder.at)
            }
        };
        let slots = (0..self.pieces.len()).filter(|&slot| self.piece_in(slot) == Some(piece));
        let spots = slots.filter_map(|slot| spot(self.pieces[slot]));
        spots.fold(Region::default(), |set, spot| set.with(Region::of(spot)))
    }

    /// The rings of a letter.
    pub(super) fn rings_of(&self, letter: u8) -> u32 {
        let squares = &self.scenario().squares;
        members(self.rings)
            .filter(|&hex| squares[hex].ring == Some(letter))
            .fold(0, |set, hex| set | 1 << hex)
    }

    /// MH5.4c, MH10.9, MH6.6d: doors that a keycard opens from here.
    pub(super) fn doors_beside(&self, who: Who) -> u32 {
        let doors = self.beside(self.get(who).at) & self.doors;
        if doors != 0 && self.holds(who, Piece::Keycard) {
            doors
        } else {
            0
        }
    }

    pub(super) fn do_free_thing(&mut self, who: Who, action: Action) {
        let held = Self::held_by(who);
        match action {
            Action::Take(piece, way) => {
                if let Some(spot) = self.spot_on_way(who, way) {
                    self.take(who, piece, spot);
                }
            }
            Action::Drop(piece, way) => {
                if let Some(hex) = self.spot_on_way(who, way).filter(|&spot| spot < EXIT) {
                    self.move_piece(piece, held, hex);
                }
            }
            Action::Pass(piece, other) => {
                self.move_piece(piece, held, Self::held_by(other));
                self.usb_opens_rings(other);
            }
            Action::Bank(piece) => self.move_piece(piece, held, BANKED),
            Action::Server => self.rings &= !self.server_rings(usize::from(self.get(who).at)),
            Action::TakeIdea => {
                self.idea_tokens &= !(1 << self.get(who).at);
                self.gain_ideas(who, 1);
            }
            Action::Door(tile) => self.doors &= !(1 << self.hex(tile)),
            _ => {}
        }
    }

    /// Of cash all that lies there; of other pieces the hex's own first.
    fn take(&mut self, who: Who, piece: Piece, spot: Spot) {
        let held = Self::held_by(who);
        let places = self.places_on(spot).fold(0u64, |set, place| set | 1 << place);
        let mut places = (0..64).filter(|place| places & 1 << place != 0);
        if let Piece::Cash(_) = piece {
            for place in places {
                let cash = std::mem::take(&mut self.cash_at[place as usize]);
                self.add_cash(held, cash);
            }
        } else if let Some(place) = places.find(|&place| self.count_at(piece, place as Place) > 0) {
            self.move_piece(piece, place as Place, held);
        }
        self.usb_opens_rings(who);
    }
}

/// The own spot if it counts, and some hexes, in index order.
fn own_and_others(own: Option<Spot>, others: u32) -> impl Iterator<Item = Spot> + Clone {
    let hexes = others | own.filter(|&own| own < EXIT).map_or(0, |own| 1 << own);
    let exit = own.filter(|&own| own >= EXIT);
    members(hexes).map(|hex| hex as Spot).chain(exit)
}
