//! The order of the bag as one world has it (MH8a, MH8b, MH8g).

use rand::Rng;

use super::bag_order::{MOST, Order};
use super::pieces::Chit;
use super::state::MastersOfTheHeist;
use crate::random;

impl MastersOfTheHeist {
    /// The place in the order of the chit that lies on an unrevealed hex.
    fn place_under(&self, hex: usize) -> usize {
        (self.unrevealed & ((1 << hex) - 1)).count_ones() as usize
    }

    /// The place in the order of the next chit of the surplus.
    fn surplus_place(&self) -> usize {
        self.unrevealed.count_ones() as usize
    }

    /// The chit of a hex if this world knows it, or of the surplus.
    pub(super) fn known_chit(&self, hex: Option<usize>) -> Option<Chit> {
        let place = hex.map_or_else(|| self.surplus_place(), |hex| self.place_under(hex));
        self.order.at(place)
    }

    /// MH5.3f: a chit leaves the bag for a hex, or from the surplus.
    pub(super) fn take_chit(&mut self, hex: Option<usize>, chit: Chit) {
        if self.order.is_known() {
            let place = hex.map_or_else(|| self.surplus_place(), |hex| self.place_under(hex));
            debug_assert!(self.order.at(place) == Some(chit));
            self.order.remove(place);
        }
        self.bag[chit.index()] -= 1;
    }

    /// MH7.4b: chits come into the bag.
    pub(super) fn add_to_bag(&mut self, chit: Chit, count: u8) {
        for _ in 0..count {
            if self.order.is_known() {
                let length = usize::from(self.bag_size());
                self.order.insert(chit, length);
            }
            self.bag[chit.index()] += 1;
        }
    }

    /// MH7.8b: chits of the bag give way to blanks.
    pub(super) fn swap_for_blanks(&mut self, chit: Chit, count: u8) {
        for _ in 0..count {
            if self.order.is_known() {
                let of_kind = usize::from(self.bag[chit.index()]);
                self.order.exchange(chit, Chit::Blank, of_kind);
            }
            self.bag[chit.index()] -= 1;
            self.bag[Chit::Blank.index()] += 1;
        }
    }

    /// MH6.5a: an unrevealed hex is removed; its chit was never drawn and stays in the bag.
    pub(super) fn keep_chit_of(&mut self, hex: usize) {
        if self.unrevealed & 1 << hex != 0 && self.order.is_known() {
            let place = self.place_under(hex);
            if let Some(chit) = self.order.at(place) {
                let last = usize::from(self.bag_size()) - 1;
                self.order.remove(place);
                self.order.put(last, chit.index() as u8);
            }
        }
    }

    /// Forgets what nobody knows.
    pub(super) fn hide(&mut self) {
        self.order = Order::UNKNOWN;
    }

    /// MH8g: shuffles the bag and deals it to the unrevealed hexes in index order.
    pub(super) fn fill<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if self.order.is_known() {
            return;
        }
        let mut list = [Chit::Blank; MOST];
        let mut length = 0;
        for &chit in Chit::ALL {
            for _ in 0..self.bag[chit.index()] {
                list[length] = chit;
                length += 1;
            }
        }
        random::shuffle(rng, &mut list[..length]);
        self.order = Order::of(&list[..length], rng.next_u32());
    }

    /// MH8a: a chit as it would be drawn now, for a hex or from the surplus.
    pub(super) fn sample_chit<R: Rng + ?Sized>(&self, hex: Option<usize>, rng: &mut R) -> Chit {
        if let Some(chit) = self.known_chit(hex) {
            return chit;
        }
        let mut left = random::below(rng, u32::from(self.bag_size()));
        for &chit in Chit::ALL {
            match left.checked_sub(u32::from(self.bag[chit.index()])) {
                Some(rest) => left = rest,
                None => return chit,
            }
        }
        Chit::Blank
    }
}
