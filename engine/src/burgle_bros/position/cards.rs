//! The decks, of the cards that are found nowhere else.

use super::forms::{FloorForm, LOST_VISUAL_CARD, SECOND_GOLD_BAR, all_events, tools_shown};
use super::read::{CellField, Reader};
use crate::burgle_bros::components::{Event, Loot, Tool};
use crate::burgle_bros::decks::{DeckName, LOST_VISUAL};
use crate::cards::Top;
use crate::loose::place::At;
use crate::loose::shape::Entries;

impl<'a> Reader<'a> {
    /// The patrol deck of a floor.
    pub fn patrol(&mut self, index: usize, floor: &At<'a, FloorForm>) {
        let plan = self.state.plan(index);
        let (cards, most) = self.state.patrol_cards(index);
        let (count, has_lost_visual) = (cards.count_ones() as usize, self.state.has_lost_visual());
        let number = |card: &At<'_, String>| match card.value {
            Some(name) if has_lost_visual && name == LOST_VISUAL_CARD => Some(LOST_VISUAL),
            _ => card.square(plan).map(|square| square as u8),
        };
        let discard = floor.discard();
        let mut unseen = cards;
        for card in discard.items() {
            let Some(number) = number(&card) else { continue };
            let name = card.value.map_or("", String::as_str);
            card.require(unseen & 1 << number != 0, format!("{name} twice"), "every card once");
            unseen &= !(1 << number);
        }
        let found = (cards & !unseen).count_ones() as usize;
        let expected = format!("at most {most}: {count} less {} set aside (S-PATROL-4)", count - most);
        discard.require(found <= most, format!("{found} cards"), expected);
        let length = most.saturating_sub(found);
        let name = DeckName::Patrol(index);
        self.state.change_deck(name, |deck| deck.shuffle(unseen, length));
        self.known_cards(name, floor.top(), floor.hidden_top(), number);
    }

    /// The decks of the whole building, of the cards that were found nowhere else.
    pub fn decks(&mut self) {
        for (at, frame) in &self.frames {
            for tool in tools_shown(*frame) {
                self.cards.claim_tool(at, tool);
            }
        }
        let seats = self.state.seats().count();

        let events = self.position.events();
        for (at, event) in events.discard().names::<Event>() {
            self.cards.claim_event(&at, event);
        }
        self.shuffle(DeckName::Events, all_events(seats) & !self.cards.events);
        let number = |card: &At<'_, String>| card.name::<Event>().map(|event| event.index() as u8);
        self.known_cards(DeckName::Events, events.top(), events.hidden_top(), number);

        let tools = self.position.tools();
        self.cards.tools(&tools.discard());
        self.shuffle(DeckName::Tools, u32::from(Tool::SET & !self.cards.tools));
        let number = |card: &At<'_, String>| card.name::<Tool>().map(|tool| tool.index() as u8);
        self.known_cards(DeckName::Tools, tools.top(), tools.hidden_top(), number);

        let loot = self.position.loot();
        let bars = Loot::GoldBar.bit() | Loot::SECOND_GOLD_BAR;
        let mut unseen = (Loot::SET | bars) & !self.cards.loot;
        // L-GOLD-BAR: the first bar drawn takes the other out of the deck; S-START-2: none in the solo game.
        if seats == 1 || self.cards.loot & Loot::GoldBar.bit() != 0 {
            unseen &= !bars;
        }
        self.shuffle(DeckName::Loot, u32::from(unseen));
        let number = |card: &At<'_, String>| match card.value {
            Some(name) if name == SECOND_GOLD_BAR => Some(Loot::ALL.len() as u8),
            _ => card.name::<Loot>().map(|loot| loot.index() as u8),
        };
        self.known_cards(DeckName::Loot, loot.top(), loot.hidden_top(), number);
    }

    fn shuffle(&mut self, name: DeckName, unseen: u32) {
        let count = unseen.count_ones() as usize;
        self.state.change_deck(name, |deck| deck.shuffle(unseen, count));
    }

    /// Cards at known depths of a deck, by their numbers.
    fn known_cards(
        &mut self,
        name: DeckName,
        top: At<'a, Entries<String>>,
        hidden_top: At<'a, Entries<String>>,
        number: impl Fn(&At<'a, String>) -> Option<u8>,
    ) {
        let hidden = hidden_top.entries().map(|entry| (entry, false));
        for ((depth, card), is_public) in top.entries().map(|entry| (entry, true)).chain(hidden) {
            let deck = self.state.deck(name);
            let card_number = number(&card);
            let text = depth.value.map_or("", String::as_str);
            let Some(depth) = text.parse().ok().filter(|&depth| depth < deck.len()) else {
                let expected = format!("less than the deck's {} cards, 0 on top", deck.len());
                card.wrong(format!("depth `{text}`"), expected);
                continue;
            };
            let (Some(text), Some(number)) = (card.value, card_number) else {
                continue;
            };
            if deck.at_depth(depth) != Top::Hole {
                card.wrong(format!("depth {depth} twice"), "every place once");
            } else if deck.unseen & 1 << number == 0 {
                card.wrong(text, "a card that is still in the deck");
            } else if deck.loose() & 1 << number == 0 {
                card.wrong(format!("{text} twice in the deck"), "every card once");
            } else {
                self.state
                    .change_deck(name, |deck| deck.place(depth, number, is_public));
            }
        }
    }
}
