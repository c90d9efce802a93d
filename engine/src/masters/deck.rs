//! The open deck of Events and Crises, and the queue of Crises (4.4 to 4.6).

use super::components::{Crisis, Event};
use super::scenario::DeckCard;

/// Cards at most: the longest deck, and three of the Retiree (MH7.8i).
pub(super) const CARDS: usize = 37;

/// Crises that can wait at a time.
pub(super) const QUEUE: usize = 8;

/// The deck, face up and in a fixed order (MH3.1c).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deck {
    /// The cards that are left, the top one first; behind them one value, so that equal decks are equal bytes.
    cards: [DeckCard; CARDS],
    count: u8,
    queue: [Crisis; QUEUE],
    queued: u8,
    /// MH4.5a: the last Event of the deck, once it has left it.
    last: Option<Event>,
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
    /// If it has no Event or more than 34 cards; the decks of scenarios are tested.
    pub fn new(deck: &[DeckCard]) -> Deck {
        assert!(deck.len() + 3 <= CARDS, "a deck of {} cards", deck.len());
        assert!(deck.iter().any(|card| card.event().is_some()), "a deck without Events");
        Deck::with(deck, &[], None)
    }

    /// What is left of a deck, the Crises that wait, and the last Event if no other is left.
    pub(super) fn with(deck: &[DeckCard], queue: &[Crisis], last: Option<Event>) -> Deck {
        let mut cards = [DeckCard::from(Event::E1); CARDS];
        cards[..deck.len()].copy_from_slice(deck);
        let mut waiting = [Crisis::C1; QUEUE];
        waiting[..queue.len()].copy_from_slice(queue);
        Deck {
            cards,
            count: deck.len() as u8,
            queue: waiting,
            queued: queue.len() as u8,
            last,
            overshoot: false,
            is_before_event: true,
        }
    }

    /// The cards that are left, the top one first.
    pub fn cards(&self) -> &[DeckCard] {
        &self.cards[..usize::from(self.count)]
    }

    /// MH4.6a: the Crises that wait, the next one first.
    pub fn queue(&self) -> &[Crisis] {
        &self.queue[..usize::from(self.queued)]
    }

    /// MH4.4d.
    pub fn overshoot(&self) -> bool {
        self.overshoot
    }

    /// MH4.5a: the last Event of the deck, once it has left it.
    pub fn last_event(&self) -> Option<Event> {
        self.last
    }

    /// MH4.4d as it stands in a round, and whether EVENT is still to come.
    pub(super) fn set_overshoot(&mut self, overshoot: bool, is_before_event: bool) {
        self.overshoot = overshoot;
        self.is_before_event = is_before_event;
    }

    /// MH7.8i: the Retiree puts an Event below `above` cards.
    ///
    /// # Panics
    /// If there are fewer cards.
    pub fn insert(&mut self, event: Event, above: usize) {
        let end = usize::from(self.count);
        assert!(above <= end, "{above} cards above a card");
        self.cards.copy_within(above..end, above + 1);
        self.cards[above] = DeckCard::from(event);
        self.count += 1;
    }

    /// The ambush of the parking garage: takes a Crisis out of the deck and queues it. Whether it was there.
    pub fn draw_crisis(&mut self, crisis: Crisis) -> bool {
        let Some(place) = self.cards().iter().position(|card| card.crisis() == Some(crisis)) else {
            return false;
        };
        self.take(place);
        self.enqueue(crisis);
        true
    }

    /// MH4.4d: a new round.
    pub fn begin_round(&mut self) {
        self.overshoot = false;
        self.is_before_event = true;
    }

    /// MH4.4a, MH4.4c: discards the Event on top; MH10.13: nothing happens if none is left.
    pub fn raise_alert(&mut self) {
        if self.take_event().is_some() {
            self.overshoot |= self.last.is_some() && self.is_before_event;
        }
    }

    /// MH4.4b, H57: queues the Crises on top.
    pub fn check_top(&mut self) {
        while let Some(crisis) = self.top().and_then(DeckCard::crisis) {
            self.take(0);
            self.enqueue(crisis);
        }
    }

    /// MH4.5a: takes the Active Event, and queues a Crisis below it.
    pub fn take_active(&mut self) -> Active {
        self.is_before_event = false;
        let is_discarded = self.last.is_some();
        let event = self.take_event().or(self.last);
        let event = event.expect("a deck has an Event, or the one that left it last");
        Active { event, is_discarded }
    }

    fn top(&self) -> Option<DeckCard> {
        self.cards().first().copied()
    }

    /// Takes the Event on top, if any is left, and the Crises below it.
    fn take_event(&mut self) -> Option<Event> {
        let event = self.top().and_then(DeckCard::event)?;
        self.take(0);
        self.check_top();
        if self.cards().iter().all(|card| card.event().is_none()) {
            self.last = Some(event);
        }
        Some(event)
    }

    fn take(&mut self, place: usize) {
        let end = usize::from(self.count);
        self.cards.copy_within(place + 1..end, place);
        self.cards[end - 1] = DeckCard::from(Event::E1);
        self.count -= 1;
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
