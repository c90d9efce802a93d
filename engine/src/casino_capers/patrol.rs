//! Patrol decks whose cards were partly mixed (info.patrol).
//!
//! A card that nobody has seen belongs to a *pool*: the cards among which it is exchangeable. Pools 0 and 1 are what
//! was shuffled for floors 1 and 2, the cards removed unseen among them; pool 2 is the pair that Fake Orders put under
//! a deck. A place of a deck carries the pool its card is from, wherever the place was moved since, so that the exact
//! distribution of every place is known: any card of its pool that is not known to lie elsewhere, equally likely.

use rand::Rng;

use super::place::{LEVELS, Place};
use crate::random;

/// The number of every distracted card; others have the number of the cell they are printed for.
pub(super) const DISTRACTED: u8 = Place::COUNT as u8;
/// Pools.
const POOLS: usize = 3;
/// The pool of Fake Orders.
const FAKE_ORDERS: u8 = 2;
/// The mark of a place whose card everybody knows; it belongs to no pool.
const PUBLIC: u8 = 3;
/// More cards than a deck ever has, which are 21 (docs/invariants.md, "How deep rules nest").
const CAPACITY: usize = 24;

/// A place of a deck as others see it: the pool that its card is from, or `None` for a card that everybody knows, and
/// the card if the state knows it.
pub(super) type Spot = (Option<usize>, Option<u8>);

/// Cards as a set of those with a cell and a number of distracted ones. The set is kept in bytes, so that five of them
/// suffice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Cards {
    cells: [u8; 4],
    pub distracted: u8,
}

impl Cards {
    /// The most cards of a pool: all with a cell, and the distracted ones, which are few (section 9.2).
    const MOST: usize = Place::COUNT + 16;

    pub fn new(cells: u32, distracted: u8) -> Cards {
        Cards {
            cells: cells.to_le_bytes(),
            distracted,
        }
    }

    /// The cards with a cell, as a set.
    #[inline]
    pub fn cells(self) -> u32 {
        u32::from_le_bytes(self.cells)
    }

    pub fn count(self) -> u32 {
        self.cells().count_ones() + u32::from(self.distracted)
    }

    pub fn insert(&mut self, card: u8) {
        match card {
            DISTRACTED => self.distracted += 1,
            _ => self.cells[card as usize / 8] |= 1 << (card % 8),
        }
    }

    pub fn remove(&mut self, card: u8) {
        match card {
            DISTRACTED => self.distracted -= 1,
            _ => self.cells[card as usize / 8] &= !(1 << (card % 8)),
        }
    }

    pub fn contains(self, card: u8) -> bool {
        match card {
            DISTRACTED => self.distracted > 0,
            _ => self.cells() & 1 << card != 0,
        }
    }

    /// A uniform card; there must be one.
    #[inline]
    pub fn sample<R: Rng + ?Sized>(self, rng: &mut R) -> u8 {
        let number = random::below(rng, self.count());
        if number < self.cells().count_ones() {
            random::nth_bit(self.cells().into(), number)
        } else {
            DISTRACTED
        }
    }

    /// The cards one by one, and how many there are.
    fn list(self) -> ([u8; Cards::MOST], usize) {
        let (cells, count) = random::members(self.cells());
        let all = count + usize::from(self.distracted);
        let mut list = [DISTRACTED; Cards::MOST];
        list[..count].copy_from_slice(&cells[..count]);
        (list, all)
    }

    /// Each kind of card with its probability if one is drawn.
    pub fn odds(self) -> impl Iterator<Item = (u8, f64)> {
        let all = f64::from(self.count());
        let cells = (0..DISTRACTED).filter(move |&card| self.cells() & 1 << card != 0);
        let distracted = (self.distracted > 0).then_some((DISTRACTED, f64::from(self.distracted) / all));
        cells.map(move |card| (card, 1.0 / all)).chain(distracted)
    }
}

/// A place of a deck: the pool that its card is from, and the card if the state knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Entry(u8);

impl Entry {
    /// The bits of a card that the state does not know.
    const HOLE: u8 = 0x3f;
    /// Past the top of a deck.
    const NONE: Entry = Entry::of(PUBLIC, Entry::HOLE);

    const fn of(pool: u8, card: u8) -> Entry {
        Entry(pool << 6 | card)
    }

    const fn pool(self) -> u8 {
        self.0 >> 6
    }

    #[inline]
    fn card(self) -> Option<u8> {
        Some(self.0 & Entry::HOLE).filter(|&card| card != Entry::HOLE)
    }

    const fn hidden(self) -> Entry {
        Entry(self.0 | Entry::HOLE)
    }
}

/// A deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct PatrolDeck {
    /// Discards.
    pub discards: Cards,
    /// Bottom first.
    entries: [Entry; CAPACITY],
    length: u8,
}

/// Both decks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Patrol {
    pub decks: [PatrolDeck; LEVELS],
    /// Cards that nobody has turned up, by pool.
    pools: [Cards; POOLS],
}

impl PatrolDeck {
    const EMPTY: PatrolDeck = PatrolDeck {
        discards: Cards {
            cells: [0; 4],
            distracted: 0,
        },
        entries: [Entry::NONE; CAPACITY],
        length: 0,
    };

    #[inline]
    pub fn len(&self) -> usize {
        self.length as usize
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    fn places(&self) -> &[Entry] {
        &self.entries[..self.len()]
    }

    fn places_mut(&mut self) -> &mut [Entry] {
        &mut self.entries[..self.length as usize]
    }

    #[inline]
    fn top(&self) -> Option<Entry> {
        self.places().last().copied()
    }

    fn take_top(&mut self) -> Entry {
        self.length -= 1;
        std::mem::replace(&mut self.entries[self.length as usize], Entry::NONE)
    }

    fn put_under(&mut self, entry: Entry) {
        debug_assert!(self.len() < CAPACITY, "a patrol deck of more than {CAPACITY} cards");
        self.entries.rotate_right(1);
        self.entries[0] = entry;
        self.length += 1;
    }

    /// The places of a deck, top first: the pool, or `None` for a card that everybody knows, and the card if the state
    /// knows it.
    pub fn pools_and_cards(&self) -> impl Iterator<Item = Spot> + '_ {
        let describe = |entry: &Entry| ((entry.pool() != PUBLIC).then_some(entry.pool() as usize), entry.card());
        self.places().iter().rev().map(describe)
    }

    /// The bytes of all places and the length, for keys.
    pub fn bytes(&self) -> ([u8; CAPACITY], u8) {
        (self.entries.map(|entry| entry.0), self.length)
    }
}

impl Patrol {
    /// set.decks: freshly shuffled decks of floors whose pools hold these cards, some of which are set aside unseen.
    pub fn shuffled(pools: [Cards; LEVELS], removed: [u8; LEVELS]) -> Patrol {
        let mut patrol = Patrol {
            decks: [PatrolDeck::EMPTY; LEVELS],
            pools: [pools[0], pools[1], Cards::default()],
        };
        for (floor, deck) in patrol.decks.iter_mut().enumerate() {
            let length = pools[floor].count() as usize - removed[floor] as usize;
            deck.length = length as u8;
            deck.places_mut().fill(Entry::of(floor as u8, Entry::HOLE));
        }
        patrol
    }

    /// Decks of known parts: the pools, and for each deck its discards and its places, top first, as
    /// [`pools_and_cards`](PatrolDeck::pools_and_cards) lists them. A deck of more than 24 cards loses the upper ones.
    pub fn of_parts(pools: [Cards; POOLS], decks: [(Cards, &[Spot]); LEVELS]) -> Patrol {
        let deck = |(discards, places): (Cards, &[Spot])| {
            let mut deck = PatrolDeck {
                discards,
                ..PatrolDeck::EMPTY
            };
            for (entry, &(pool, card)) in deck.entries.iter_mut().zip(places.iter().rev()) {
                *entry = Entry::of(pool.map_or(PUBLIC, |pool| pool as u8), card.unwrap_or(Entry::HOLE));
                deck.length += 1;
            }
            deck
        };
        Patrol {
            decks: decks.map(deck),
            pools,
        }
    }

    /// The cards that nobody has turned up, by pool.
    pub fn pools(&self) -> &[Cards; POOLS] {
        &self.pools
    }

    /// The cards of a pool whose place the state does not know.
    fn loose(&self, pool: u8) -> Cards {
        let all = self.pools[pool as usize];
        let entries = self.decks.iter().flat_map(|deck| &deck.entries);
        // Most often none is known, and without an early end that is seen at once.
        if !entries.fold(false, |found, entry| found | entry.card().is_some()) {
            return all;
        }
        let mut known = Cards::default();
        for deck in &self.decks {
            let own = deck.places().iter().filter(|entry| entry.pool() == pool);
            own.filter_map(|entry| entry.card()).for_each(|card| known.insert(card));
        }
        Cards::new(all.cells() & !known.cells(), all.distracted - known.distracted)
    }

    /// What may be on top of a deck, which must not be empty.
    pub fn top(&self, floor: usize) -> Cards {
        let mut cards = Cards::default();
        match self.decks[floor].top() {
            None => {}
            Some(entry) => match entry.card() {
                Some(card) => cards.insert(card),
                None => cards = self.loose(entry.pool()),
            },
        }
        cards
    }

    /// What may be on top of a deck for all that everybody knows.
    pub fn top_seen(&self, floor: usize) -> Cards {
        let mut cards = Cards::default();
        match self.decks[floor].top() {
            None => {}
            Some(entry) if entry.pool() == PUBLIC => entry.card().into_iter().for_each(|card| cards.insert(card)),
            Some(entry) => cards = self.pools[entry.pool() as usize],
        }
        cards
    }

    /// Draws from [`top`](Patrol::top).
    #[inline]
    pub fn sample_top<R: Rng + ?Sized>(&self, floor: usize, rng: &mut R) -> u8 {
        self.top(floor).sample(rng)
    }

    /// Takes the top card, which is `card`, off a deck: everybody sees it.
    pub fn turn_up(&mut self, floor: usize, card: u8) {
        let pool = self.decks[floor].take_top().pool();
        if pool != PUBLIC {
            self.pools[pool as usize].remove(card);
        }
    }

    /// dest.reached: the card that is turned up is discarded.
    pub fn discard_top(&mut self, floor: usize, card: u8) {
        self.turn_up(floor, card);
        self.decks[floor].discards.insert(card);
    }

    /// set.distracted: distracted cards set aside during the set-up go back, and the deck is shuffled.
    pub fn shuffle_back(&mut self, floor: usize, distracted: u8) {
        for _ in 0..distracted {
            self.pools[floor].insert(DISTRACTED);
            self.decks[floor].put_under(Entry::of(floor as u8, Entry::HOLE));
        }
        if distracted > 0 {
            // Who knew the order of the cards does so no longer.
            self.decks[floor].places_mut().fill(Entry::of(floor as u8, Entry::HOLE));
        }
    }

    /// gear.inside_line: everybody sees the top card.
    pub fn look(&mut self, floor: usize, card: u8) {
        let deck = &mut self.decks[floor];
        let entry = deck.take_top();
        if entry.pool() != PUBLIC {
            self.pools[entry.pool() as usize].remove(card);
        }
        deck.entries[deck.length as usize] = Entry::of(PUBLIC, card);
        deck.length += 1;
    }

    /// gear.inside_line: the top card goes to the bottom.
    pub fn top_to_bottom(&mut self, floor: usize) {
        let taken = self.decks[floor].take_top();
        self.decks[floor].put_under(taken);
    }

    /// event.trade_shifts: the top two cards, or what there is, go under the other deck in their order.
    pub fn trade(&mut self, from: usize) {
        // The upper one of the two stays the upper one.
        for _ in 0..2 {
            if !self.decks[from].is_empty() {
                let taken = self.decks[from].take_top();
                self.decks[1 - from].put_under(taken);
            }
        }
    }

    /// fin.fake_orders: a card from a discard pile goes under a deck. The order of the two is unknown to everybody.
    pub fn fake_order(&mut self, to: usize, card: u8) {
        for deck in &mut self.decks {
            if deck.discards.contains(card) {
                deck.discards.remove(card);
            }
        }
        self.pools[FAKE_ORDERS as usize].insert(card);
        self.decks[to].put_under(Entry::of(FAKE_ORDERS, Entry::HOLE));
    }

    /// Forgets every card that not everybody knows.
    pub fn hide(&mut self) {
        for entry in self.decks.iter_mut().flat_map(PatrolDeck::places_mut) {
            if entry.pool() != PUBLIC {
                *entry = entry.hidden();
            }
        }
    }

    /// Fills every hole.
    pub fn fill<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let mut loose = [0, 1, 2].map(|pool| self.loose(pool).list());
        for entry in self.decks.iter_mut().flat_map(PatrolDeck::places_mut) {
            if entry.card().is_none() {
                let pool = entry.pool();
                let (cards, count) = &mut loose[pool as usize];
                *entry = Entry::of(pool, random::take(rng, cards, count));
            }
        }
    }
}
