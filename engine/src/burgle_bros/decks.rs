//! Where the six decks lie in the state.

use rand_core::Rng;

use super::components::{Event, Tool};
use super::setup::{Scenario, set_aside};
use super::state::{BurgleBros, flag};
use crate::board::{FLOORS, SQUARES};
use crate::cards::{Deck, DeckMut, HOLE};

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

    /// What tells two sets of decks apart, but for their places: unseen cards, lengths, and the decks of which some place is
    /// known.
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
}

impl BurgleBros {
    /// The number of a deck, its first place and how many places it has.
    #[inline]
    fn span(&self, name: DeckName) -> (usize, usize, usize) {
        match name {
            DeckName::Patrol(floor) => {
                let squares = if self.scenario == Scenario::FortKnox { 24 } else { 16 };
                let places = squares + usize::from(self.is_set(flag::LOST_VISUAL));
                (floor, SHARED_PLACES + floor * places, places)
            }
            DeckName::Events => (FLOORS, 0, Event::ALL.len()),
            DeckName::Tools => (FLOORS + 1, Event::ALL.len(), Tool::ALL.len()),
            DeckName::Loot => (FLOORS + 2, Event::ALL.len() + Tool::ALL.len(), LOOT_CARDS),
        }
    }

    /// A deck to look at.
    #[inline]
    pub(super) fn deck(&self, name: DeckName) -> Deck<'_> {
        let (deck, first, _) = self.span(name);
        Deck {
            unseen: self.decks.unseen[deck],
            order: &self.decks.order[first..first + self.decks.length[deck] as usize],
            is_known: self.decks.known & 1 << deck != 0,
        }
    }

    /// Changes a deck.
    #[inline]
    pub(super) fn change_deck(&mut self, name: DeckName, change: impl FnOnce(&mut DeckMut)) {
        let (deck, first, places) = self.span(name);
        let decks = &mut self.decks;
        let order = &mut decks.order[first..first + places];
        let is_known = decks.known & 1 << deck != 0;
        change(&mut DeckMut {
            unseen: &mut decks.unseen[deck],
            order,
            length: &mut decks.length[deck],
            is_known,
        });
        let order = &self.decks.order[first..first + places];
        let is_known = order.iter().any(|&entry| entry != HOLE);
        self.decks.known = self.decks.known & !(1 << deck) | u8::from(is_known) << deck;
    }

    /// Turns up the top card of a deck.
    #[inline]
    pub(super) fn draw_from(&mut self, name: DeckName, card: u8) {
        let (deck, ..) = self.span(name);
        if self.decks.known & 1 << deck != 0 {
            self.change_deck(name, |deck| deck.draw(card));
        } else {
            // Every place is a hole, and so stays one.
            debug_assert!(self.deck(name).loose() & 1 << card != 0 && !self.deck(name).is_empty());
            self.decks.length[deck] -= 1;
            self.decks.unseen[deck] &= !(1 << card);
        }
    }

    /// Every card of a floor's patrol deck (S-PATROL-1 to S-PATROL-3, S-PATROL-5), and how many of them a shuffled deck
    /// has, the others being set aside (S-PATROL-4).
    pub(super) fn patrol_cards(&self, floor: usize) -> (u32, usize) {
        let lost_visual = u32::from(self.is_set(flag::LOST_VISUAL)) << LOST_VISUAL;
        let cards = self.plan(floor).cells | lost_visual;
        (cards, cards.count_ones() as usize - set_aside(self.seat_count as usize))
    }

    /// Shuffles every card of a floor's patrol deck and sets some aside.
    pub(super) fn shuffle_patrol(&mut self, floor: usize) {
        let (cards, length) = self.patrol_cards(floor);
        self.change_deck(DeckName::Patrol(floor), |deck| deck.shuffle(cards, length));
    }

    /// Every deck of the game.
    pub(super) fn deck_names(&self) -> impl Iterator<Item = DeckName> + use<> {
        (0..self.floor_count())
            .map(DeckName::Patrol)
            .chain([DeckName::Events, DeckName::Tools, DeckName::Loot])
    }

    /// Forgets what only this world knows about the decks.
    pub(super) fn hide_decks(&mut self) {
        if self.decks.known != 0 {
            for name in self.deck_names() {
                self.change_deck(name, |deck| deck.hide());
            }
        }
    }

    /// I-DET-1: fills the order of every deck.
    pub(super) fn fill_decks<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        for name in self.deck_names() {
            self.change_deck(name, |deck| deck.fill(rng));
        }
    }
}
