//! The decks in play: which cards they have, shuffling, drawing, and what is known about them (sections 3.4, 8).

use rand::Rng;

use super::super::decks::{DeckName, LOST_VISUAL};
use super::super::scenario::{Scenario, set_aside};
use super::super::state::{BurgleBros, flag};
use crate::cards::{Deck, DeckMut};

impl BurgleBros {
    /// How many places every patrol deck has.
    #[inline]
    fn patrol_places(&self) -> usize {
        let squares = if self.scenario == Scenario::FortKnox { 24 } else { 16 };
        squares + usize::from(self.is_set(flag::LOST_VISUAL))
    }

    /// A deck to look at.
    #[inline]
    pub(in super::super) fn deck(&self, name: DeckName) -> Deck<'_> {
        self.decks.deck(name, self.patrol_places())
    }

    /// Changes a deck.
    #[inline]
    pub(in super::super) fn change_deck(&mut self, name: DeckName, change: impl FnOnce(&mut DeckMut)) {
        let patrol_places = self.patrol_places();
        self.decks.change(name, patrol_places, change);
    }

    /// Turns up the top card of a deck.
    #[inline]
    pub(in super::super) fn draw_from(&mut self, name: DeckName, card: u8) {
        let patrol_places = self.patrol_places();
        self.decks.draw(name, patrol_places, card);
    }

    /// Every card of a floor's patrol deck, and how many of them a shuffled deck has.
    /// S-PATROL-1, S-PATROL-2: one card for each cell.
    /// S-PATROL-3: none for the empty space.
    /// S-PATROL-5: and Lost Visual, if it is played with.
    /// S-PATROL-4: the cards that the shuffled deck lacks are set aside.
    pub(in super::super) fn patrol_cards(&self, floor: usize) -> (u32, usize) {
        let lost_visual = u32::from(self.is_set(flag::LOST_VISUAL)) << LOST_VISUAL;
        let cards = self.plan(floor).cells() | lost_visual;
        (cards, cards.count_ones() as usize - set_aside(self.seat_count as usize))
    }

    /// I-CHANCE-3: shuffles every card of a floor's patrol deck and sets some aside.
    /// H4: Lost Visual may be among those.
    /// I-HID-3: nobody knows which they are.
    pub(in super::super) fn shuffle_patrol(&mut self, floor: usize) {
        let (cards, length) = self.patrol_cards(floor);
        self.change_deck(DeckName::Patrol(floor), |deck| deck.shuffle(cards, length));
    }

    /// Every deck of the game.
    pub(in super::super) fn deck_names(&self) -> impl Iterator<Item = DeckName> + use<> {
        (0..self.floor_count())
            .map(DeckName::Patrol)
            .chain([DeckName::Events, DeckName::Tools, DeckName::Loot])
    }

    /// Forgets what only this world knows about the decks.
    pub(in super::super) fn hide_decks(&mut self) {
        if self.decks.are_known() {
            self.decks.hide(self.deck_names(), self.patrol_places());
        }
    }

    /// I-DET-1: fills the order of every deck.
    pub(in super::super) fn fill_decks<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        for name in self.deck_names() {
            self.change_deck(name, |deck| deck.fill(rng));
        }
    }
}
