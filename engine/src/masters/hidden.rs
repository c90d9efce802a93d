//! The order of the bag as one world has it (MH8a, MH8b, MH8g).

use rand_core::Rng;

use super::scenario::Chit;
use super::state::MastersOfTheHeist;
use crate::random;

/// Chits that a bag can hold: those of the fullest one, five that Events add, and to spare.
const MOST: usize = 32;

/// The chits of the bag in a fixed order, or nothing known of it.
///
/// The first ones lie under the unrevealed hexes, in index order; the rest is the surplus. Every order is equally likely, also after
/// chits were drawn, added or exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Order {
    /// Numbers of chits, four bits each; 15 behind the last one.
    chits: [u8; MOST / 2],
    /// What decides where chits go that are added later; 0 if the order is not known.
    entropy: u32,
}

/// No chit.
const NONE: u8 = 15;

impl Order {
    pub const UNKNOWN: Order = Order {
        chits: [u8::MAX; MOST / 2],
        entropy: 0,
    };

    /// The order of a list, and what decides about chits that are added later.
    pub fn of(list: &[Chit], entropy: u32) -> Order {
        let mut order = Order {
            entropy: entropy.max(1),
            ..Order::UNKNOWN
        };
        for (place, chit) in list.iter().enumerate() {
            order.put(place, chit.index() as u8);
        }
        order
    }

    #[inline]
    pub fn is_known(&self) -> bool {
        self.entropy != 0
    }

    /// What decides about chits that are added later.
    pub fn entropy(&self) -> u32 {
        self.entropy
    }

    pub fn bytes(&self) -> [u8; MOST / 2] {
        self.chits
    }

    #[inline]
    fn get(&self, place: usize) -> u8 {
        self.chits[place / 2] >> (4 * (place % 2)) & 15
    }

    fn put(&mut self, place: usize, chit: u8) {
        let shift = 4 * (place % 2);
        let byte = &mut self.chits[place / 2];
        *byte = *byte & !(15 << shift) | chit << shift;
    }

    /// The chit at a place, if it is known and there is one.
    #[inline]
    pub fn at(&self, place: usize) -> Option<Chit> {
        if !self.is_known() || place >= MOST {
            return None;
        }
        Chit::ALL.get(usize::from(self.get(place))).copied()
    }

    /// The chits in their order.
    pub fn list(&self) -> impl Iterator<Item = Chit> + '_ {
        (0..MOST).map_while(|place| self.at(place))
    }

    /// Takes out the chit at a place.
    fn remove(&mut self, place: usize) {
        for later in place + 1..MOST {
            let chit = self.get(later);
            self.put(later - 1, chit);
        }
        self.put(MOST - 1, NONE);
    }

    /// A number below a bound that depends on the world alone (MH8g).
    fn below(&mut self, bound: usize) -> usize {
        // A full period over all words but 0 (Marsaglia, "Xorshift RNGs", 2003).
        self.entropy ^= self.entropy << 13;
        self.entropy ^= self.entropy >> 17;
        self.entropy ^= self.entropy << 5;
        ((u64::from(self.entropy) * bound as u64) >> 32) as usize
    }

    /// MH8g: a new chit at a random place.
    fn insert(&mut self, chit: Chit, length: usize) {
        let place = self.below(length + 1);
        for later in (place..length).rev() {
            let moved = self.get(later);
            self.put(later + 1, moved);
        }
        self.put(place, chit.index() as u8);
    }

    /// Another chit instead of one of a kind, whichever.
    fn exchange(&mut self, from: Chit, to: Chit, count: usize) {
        let which = self.below(count);
        let place = (0..MOST).filter(|&place| self.at(place) == Some(from)).nth(which);
        if let Some(place) = place {
            self.put(place, to.index() as u8);
        }
    }
}

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
