//! An order of the chits of a bag (MH8g).

use super::pieces::Chit;

/// Chits that a bag can hold: those of the fullest one, five that Events add, and to spare.
pub(super) const MOST: usize = 32;

/// The chits of the bag in a fixed order, or nothing known of it.
///
/// The first ones lie under the unrevealed hexes, in index order; the rest is the surplus. Every order is equally
/// likely, also after chits were drawn, added or exchanged.
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

    pub fn put(&mut self, place: usize, chit: u8) {
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
    pub fn remove(&mut self, place: usize) {
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
    pub fn insert(&mut self, chit: Chit, length: usize) {
        let place = self.below(length + 1);
        for later in (place..length).rev() {
            let moved = self.get(later);
            self.put(later + 1, moved);
        }
        self.put(place, chit.index() as u8);
    }

    /// Another chit instead of one of a kind, whichever.
    pub fn exchange(&mut self, from: Chit, to: Chit, count: usize) {
        let which = self.below(count);
        let place = (0..MOST).filter(|&place| self.at(place) == Some(from)).nth(which);
        if let Some(place) = place {
            self.put(place, to.index() as u8);
        }
    }
}
