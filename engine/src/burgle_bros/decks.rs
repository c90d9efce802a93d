//! The six decks: where their cards and places lie in the state.

use super::components::{Event, Tool};
use crate::board::{FLOORS, SQUARES};
use crate::cards::{self, Deck, DeckMut, HOLE};

/// One of the decks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DeckName {
    /// The patrol cards of a floor, numbered by square, and its [`LOST_VISUAL`].
    Patrol(usize),
    /// The Events, numbered as in [`Event::ALL`].
    Events,
    /// The Tools, numbered as in [`Tool::ALL`].
    Tools,
    /// The Loot, numbered as in [`super::Loot::ALL`], the second Gold Bar after them.
    Loot,
}

/// The number of the Lost Visual card in the patrol deck of its floor (S-PATROL-5).
pub(super) const LOST_VISUAL: u8 = SQUARES as u8;

const LOOT_CARDS: usize = 13;
/// Places of the decks of the whole building.
const SHARED_PLACES: usize = Event::ALL.len() + Tool::ALL.len() + LOOT_CARDS;
/// Places for patrol cards: three decks of 16 (4x4) or two of 24 (5x5), with a Lost Visual in each at most 51.
const PATROL_PLACES: usize = 51;
/// Those of them that are in use without Lost Visual.
const USUAL_PATROL_PLACES: usize = 48;
const PLACES: usize = SHARED_PLACES + PATROL_PLACES;
const DECKS: usize = FLOORS + 3;

/// The parts of all decks, each where it is smallest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Decks {
    unseen: [u32; DECKS],
    order: [u8; PLACES],
    length: [u8; DECKS],
    /// The decks of which some place is known, as bits.
    known: u8,
}

impl Decks {
    /// No cards anywhere.
    pub const EMPTY: Decks = Decks {
        unseen: [0; DECKS],
        order: [HOLE; PLACES],
        length: [0; DECKS],
        known: 0,
    };

    /// What distinguishes two sets of decks, apart from their places: unseen cards, lengths, and the decks of which
    /// some place is known.
    pub fn parts(&self) -> (&[u32; DECKS], &[u8; DECKS], u8) {
        (&self.unseen, &self.length, self.known)
    }

    /// The places for keys: patrol decks first, and what only games with Lost Visual use apart.
    pub fn places(&self) -> ([u8; USUAL_PATROL_PLACES + SHARED_PLACES], &[u8]) {
        let (shared, patrol) = self.order.split_at(SHARED_PLACES);
        let (usual, further) = patrol.split_at(USUAL_PATROL_PLACES);
        let mut places = [0; USUAL_PATROL_PLACES + SHARED_PLACES];
        places[..USUAL_PATROL_PLACES].copy_from_slice(usual);
        places[USUAL_PATROL_PLACES..].copy_from_slice(shared);
        (places, further)
    }
    /// The number of a deck, its first place and how many places it has. `patrol_places` is the number of every
    /// patrol deck.
    #[inline]
    fn span(name: DeckName, patrol_places: usize) -> (usize, usize, usize) {
        match name {
            DeckName::Patrol(floor) => (floor, SHARED_PLACES + floor * patrol_places, patrol_places),
            DeckName::Events => (FLOORS, 0, Event::ALL.len()),
            DeckName::Tools => (FLOORS + 1, Event::ALL.len(), Tool::ALL.len()),
            DeckName::Loot => (FLOORS + 2, Event::ALL.len() + Tool::ALL.len(), LOOT_CARDS),
        }
    }

    /// A deck to look at.
    #[inline]
    pub fn deck(&self, name: DeckName, patrol_places: usize) -> Deck<'_> {
        let (deck, first, _) = Decks::span(name, patrol_places);
        Deck {
            unseen: self.unseen[deck],
            order: &self.order[first..first + self.length[deck] as usize],
            is_known: self.known & 1 << deck != 0,
        }
    }

    /// Changes a deck.
    #[inline]
    pub fn change(&mut self, name: DeckName, patrol_places: usize, change: impl FnOnce(&mut DeckMut)) {
        let (deck, first, places) = Decks::span(name, patrol_places);
        let mut changed = DeckMut {
            unseen: &mut self.unseen[deck],
            order: &mut self.order[first..first + places],
            length: &mut self.length[deck],
            is_known: self.known & 1 << deck != 0,
        };
        change(&mut changed);
        let is_known = changed.is_known && is_any_known(changed.order);
        self.known = self.known & !(1 << deck) | u8::from(is_known) << deck;
    }

    /// Turns up the top card of a deck.
    #[inline]
    pub fn draw(&mut self, name: DeckName, patrol_places: usize, card: u8) {
        let (deck, ..) = Decks::span(name, patrol_places);
        if self.known & 1 << deck != 0 {
            self.change(name, patrol_places, |deck| deck.draw(card));
        } else {
            // Every place is a hole, and so stays one.
            debug_assert!({
                let deck = self.deck(name, patrol_places);
                deck.loose() & 1 << card != 0 && !deck.is_empty()
            });
            self.length[deck] -= 1;
            self.unseen[deck] &= !(1 << card);
        }
    }

    /// Forgets every place that not everybody knows, in all decks: places that are not used are holes already.
    pub fn hide(&mut self, names: impl Iterator<Item = DeckName>, patrol_places: usize) {
        cards::hide(&mut self.order);
        self.known = 0;
        if is_any_known(&self.order) {
            for name in names {
                let (deck, first, places) = Decks::span(name, patrol_places);
                self.known |= u8::from(is_any_known(&self.order[first..first + places])) << deck;
            }
        }
    }

    /// Whether some place of some deck is known.
    pub fn are_known(&self) -> bool {
        self.known != 0
    }
}

/// Whether some of these places are known. No place ends the loop, so that several are looked at together.
#[inline]
fn is_any_known(places: &[u8]) -> bool {
    places.iter().fold(HOLE, |all, entry| all & entry) != HOLE
}
