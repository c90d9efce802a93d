//! The open deck of Events and Crises, and the queue of Crises (4.4 to 4.6).

use super::components::{Crisis, Event};
use super::scenario::DeckCard;

/// Cards at most: the longest deck, and three of the Retiree (MH7.8i).
const CARDS: usize = 40;

/// Crises that can wait at a time.
const QUEUE: usize = 8;

/// The deck, face up and in a fixed order (MH3.1c).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deck {
    /// The top card first; what is gone stays in front.
    cards: [DeckCard; CARDS],
    count: u8,
    /// How many of the cards are gone.
    gone: u8,
    queue: [Crisis; QUEUE],
    queued: u8,
    /// MH4.4d: an alert discarded the last Event in this round, before EVENT.
    overshoot: bool,
    is_before_event: bool,
}

/// MH4.5a: the Active Event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Active {
    /// The Event.
    pub event: Event,
    /// Whether it had been discarded before, because no other was left.
    pub is_discarded: bool,
}

impl Deck {
    /// A deck, the top card first.
    ///
    /// # Panics
    /// If it has no Event or more than 37 cards; the decks of scenarios are tested.
    pub fn new(deck: &[DeckCard]) -> Deck {
        assert!(deck.len() + 3 <= CARDS, "a deck of {} cards", deck.len());
        assert!(deck.iter().any(|card| card.event().is_some()), "a deck without Events");
        let mut cards = [DeckCard::Event(Event::E1); CARDS];
        cards[..deck.len()].copy_from_slice(deck);
        Deck {
            cards,
            count: deck.len() as u8,
            gone: 0,
            queue: [Crisis::C1; QUEUE],
            queued: 0,
            overshoot: false,
            is_before_event: true,
        }
    }

    /// The cards that are left, the top one first.
    pub fn cards(&self) -> &[DeckCard] {
        &self.cards[usize::from(self.gone)..usize::from(self.count)]
    }

    /// MH4.6a: the Crises that wait, the next one first.
    pub fn queue(&self) -> &[Crisis] {
        &self.queue[..usize::from(self.queued)]
    }

    /// MH4.4d.
    pub fn overshoot(&self) -> bool {
        self.overshoot
    }

    /// MH7.8i: the Retiree puts an Event below `above` cards.
    ///
    /// # Panics
    /// If there are fewer cards.
    pub fn insert(&mut self, event: Event, above: usize) {
        let (place, end) = (usize::from(self.gone) + above, usize::from(self.count));
        assert!(place <= end, "{above} cards above a card");
        self.cards.copy_within(place..end, place + 1);
        self.cards[place] = DeckCard::Event(event);
        self.count += 1;
    }

    /// The ambush of the parking garage: takes a Crisis out of the deck and queues it. Whether it was there.
    pub fn draw_crisis(&mut self, crisis: Crisis) -> bool {
        let Some(place) = self.cards().iter().position(|card| *card == DeckCard::Crisis(crisis)) else {
            return false;
        };
        let (place, end) = (usize::from(self.gone) + place, usize::from(self.count));
        self.cards.copy_within(place + 1..end, place);
        self.count -= 1;
        self.enqueue(crisis);
        true
    }

    /// MH4.4d: a new round.
    pub fn begin_round(&mut self) {
        self.overshoot = false;
        self.is_before_event = true;
    }

    /// MH4.4a, MH4.4c: discards the Event on top, if any is left.
    pub fn raise_alert(&mut self) {
        if self.cards().first().and_then(DeckCard::event).is_some() {
            self.gone += 1;
            self.check_top();
            let is_last = self.cards().iter().all(|card| card.event().is_none());
            self.overshoot |= is_last && self.is_before_event;
        }
    }

    /// MH4.4b, H57: queues the Crises on top.
    pub fn check_top(&mut self) {
        while let Some(&DeckCard::Crisis(crisis)) = self.cards().first() {
            self.gone += 1;
            self.enqueue(crisis);
        }
    }

    /// MH4.5a: takes the Active Event, and queues a Crisis below it.
    pub fn take_active(&mut self) -> Active {
        self.is_before_event = false;
        let top = self.cards().first().and_then(DeckCard::event);
        if let Some(event) = top {
            self.gone += 1;
            self.check_top();
            return Active {
                event,
                is_discarded: false,
            };
        }
        let all = self.cards[..usize::from(self.count)].iter();
        Active {
            // A deck has an Event: `new` checks it, and none is ever taken out.
            event: all.filter_map(DeckCard::event).next_back().unwrap_or(Event::E1),
            is_discarded: true,
        }
    }

    /// MH4.6a: the next Crisis, which is done now; first in, first out.
    pub fn next_crisis(&mut self) -> Option<Crisis> {
        let next = *self.queue().first()?;
        self.queue.copy_within(1.., 0);
        self.queued -= 1;
        // One value for what is not in use, so that equal decks are equal bytes.
        self.queue[usize::from(self.queued)] = Crisis::C1;
        Some(next)
    }

    fn enqueue(&mut self, crisis: Crisis) {
        self.queue[usize::from(self.queued)] = crisis;
        self.queued += 1;
    }
}

impl DeckCard {
    /// The Event, if it is one.
    pub fn event(&self) -> Option<Event> {
        match self {
            DeckCard::Event(event) => Some(*event),
            DeckCard::Crisis(_) => None,
        }
    }
}
