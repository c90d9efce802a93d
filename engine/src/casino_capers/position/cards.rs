//! Patrol and event decks, of the cards that are found nowhere else.

use super::forms::{DISTRACTED_CARD, DeckForm, SOURCES};
use super::read::{CellField, Reader};
use super::write::{card_word, distracted_left, usual_length};
use crate::board::Cell;
use crate::cards::Top;
use crate::casino_capers::components::Event;
use crate::casino_capers::frame::Frame;
use crate::casino_capers::patrol::{Cards, DISTRACTED, Patrol, Spot};
use crate::casino_capers::place::{LEVELS, Place};
use crate::casino_capers::state::{flag, held};
use crate::casino_capers::tables::Tables;
use crate::loose::place::At;
use crate::loose::shape::{Entries, Loose, Words};

/// The pool of Fake Orders.
const FAKE_ORDERS: usize = 2;
/// The most cards of a patrol deck before and after Fake Orders, so that there is room for what may be put under it.
const MOST_CARDS: usize = 22;
const MOST_CARDS_IN_FINALE: usize = 24;

/// What is read of the patrol decks.
struct Decks {
    pools: [Cards; 3],
    discards: [Cards; LEVELS],
    places: [Vec<Spot>; LEVELS],
}

impl Decks {
    fn patrol(&self) -> Patrol {
        let deck = |floor: usize| (self.discards[floor], self.places[floor].as_slice());
        Patrol::of_parts(self.pools, [deck(0), deck(1)])
    }
}

impl<'a> Reader<'a> {
    /// set.decks: both patrol decks.
    pub fn decks(&mut self) {
        let list = self.position.decks();
        let found = list.count();
        list.require(
            found <= LEVELS,
            format!("{found} decks"),
            format!("one for each of {LEVELS} floors"),
        );
        let forms: Vec<At<'a, DeckForm>> = list.items().take(LEVELS).collect();
        let mut decks = Decks {
            pools: [Cards::new(0xffff, 0), Cards::new(0xffff << 16, 0), Cards::default()],
            discards: [Cards::default(); LEVELS],
            places: [Vec::new(), Vec::new()],
        };
        let mut public = [Vec::new(), Vec::new()];
        for (floor, form) in forms.iter().enumerate() {
            for item in form.discards().items() {
                let Some(card) = card_number(&item) else { continue };
                claim(&mut decks.pools, &item, card);
                insert(&mut decks.discards[floor], card);
            }
            public[floor] = known_places(&form.top());
            for (_, at, card) in &public[floor] {
                claim(&mut decks.pools, at, *card);
            }
            decks.places[floor] = public[floor].iter().map(|(_, _, card)| (None, Some(*card))).collect();
        }
        self.fake_orders(&mut decks.pools);
        for floor in 0..LEVELS {
            self.state.patrol = decks.patrol();
            let usual = distracted_left(&self.state, floor);
            let given = forms.get(floor).map(|form| form.distracted().number(usual, 0..=6));
            decks.pools[floor].distracted = given.unwrap_or(usual);
        }
        self.state.patrol = decks.patrol();
        for (floor, public) in public.iter().enumerate() {
            let usual = usual_length(&self.state, floor);
            decks.places[floor] = match forms.get(floor) {
                Some(form) => places(floor, form, usual, public),
                None => vec![(Some(floor), None); usual],
            };
        }
        self.hidden_places(&forms, &mut decks);
        self.check_decks(&decks);
        self.state.patrol = decks.patrol();
    }

    /// fin.fake_orders: cards from the discards that were put under a deck.
    fn fake_orders(&self, pools: &mut [Cards; 3]) {
        let list = self.position.fake_orders();
        let begins = self
            .state
            .running()
            .is_some_and(|finale| finale.begins_with_fake_orders());
        list.require(
            !list.is_given || begins,
            "cards",
            "none without a finale that begins with Fake Orders",
        );
        let found = list.count();
        list.require(found <= 2, format!("{found} cards"), "at most 2 (fin.fake_orders)");
        for item in list.items() {
            let Some(card) = card_number(&item) else { continue };
            item.require(card != DISTRACTED, DISTRACTED_CARD, "ordinary cards (fin.fake_orders)");
            if card != DISTRACTED && claim(pools, &item, card) {
                pools[FAKE_ORDERS].insert(card);
            }
        }
    }

    /// Cards that this world knows.
    fn hidden_places(&self, forms: &[At<'a, DeckForm>], decks: &mut Decks) {
        let mut loose = decks.pools;
        for (floor, form) in forms.iter().enumerate() {
            for (depth, at, card) in known_places(&form.hidden_top()) {
                let length = decks.places[floor].len();
                let Some(place) = decks.places[floor].get_mut(depth) else {
                    wrong_depth(&at, depth, length);
                    continue;
                };
                let (Some(pool), None) = *place else {
                    at.wrong(format!("depth {depth} again"), "every place once");
                    continue;
                };
                if loose[pool].contains(card) {
                    loose[pool].remove(card);
                    place.1 = Some(card);
                } else {
                    let expected = format!("a card from `{}` that lies nowhere else", SOURCES[pool].0);
                    at.wrong(card_word(card), expected);
                }
            }
        }
    }

    /// No card is missing, none is there twice, and there is room for what comes.
    fn check_decks(&self, decks: &Decks) {
        let list = self.position.place("decks");
        let level = Tables::get().suspicion[usize::from(self.state.suspicion) - 1];
        for (pool, cards) in decks.pools.iter().enumerate() {
            let places = decks
                .places
                .iter()
                .flatten()
                .filter(|(from, _)| *from == Some(pool))
                .count();
            let removed = level.removed.get(pool).copied().unwrap_or(0);
            let (most, usual) = (
                cards.count() as usize,
                (cards.count() as usize).saturating_sub(removed.into()),
            );
            let found = format!("{places} places for cards from `{}`", SOURCES[pool].0);
            list.require(
                places <= most,
                &found,
                format!("at most {most}, as many as nobody has turned up"),
            );
            if places < usual || places > usual && places <= most {
                list.doubtful(found, format!("{usual} (set.decks)"));
            }
        }
        let known = decks
            .places
            .iter()
            .flatten()
            .filter(|place| **place == (None, Some(DISTRACTED)))
            .count();
        let aside = self.frames.iter().map(|(_, frame)| match *frame {
            Frame::DrawBouncer(_, aside) | Frame::DrawMarker(_, aside) => usize::from(aside),
            _ => 0,
        });
        let piles = decks
            .pools
            .iter()
            .chain(&decks.discards)
            .map(|cards| usize::from(cards.distracted));
        let (found, all) = (
            known + aside.sum::<usize>() + piles.sum::<usize>(),
            usize::from(level.added[0] + level.added[1]),
        );
        list.require(
            found == all,
            format!("{found} distracted cards"),
            format!("{all} with this suspicion (set.decks)"),
        );
        let draws = self.is_resolving(|frame| matches!(frame, Frame::AskFakeOrders | Frame::DrawFakeOrder(..)));
        let most = if self.state.is_set(flag::FINALE_RUNS) && !draws {
            MOST_CARDS_IN_FINALE
        } else {
            MOST_CARDS
        };
        for (floor, places) in decks.places.iter().enumerate() {
            let at = self.position.place(format!("decks[{floor}]"));
            at.require(
                places.len() <= most,
                format!("{} cards", places.len()),
                format!("at most {most}"),
            );
        }
    }

    /// set.events: both event decks.
    pub fn events(&mut self) {
        let form = self.position.events();
        let decks = [(form.pool(), form.hidden_pool()), (form.lounge(), form.hidden_lounge())];
        let open = form.open();
        open.require(
            !open.is_given || !self.is_playing(),
            "events",
            "none while the game goes on",
        );
        let in_play = self.events_in_play(&open);
        for (deck, (discards, hidden)) in decks.iter().enumerate() {
            let mut lying = in_play[deck];
            for (at, event) in discards.names::<Event>() {
                let (of, place) = event.place();
                let expected = if deck == 0 {
                    "an event of the Pool"
                } else {
                    "an event of the Lounge"
                };
                at.require(of == deck, event, expected);
                let is_new = lying & 1 << place == 0;
                at.require(is_new, format!("{event} again"), "every event once");
                if of == deck && is_new {
                    lying |= 1 << place;
                    self.state.events[deck].discards |= 1 << place;
                }
            }
            let unseen = !lying;
            let count = unseen.count_ones() as usize;
            self.state
                .change_events(deck, |cards| cards.shuffle(unseen.into(), count));
            self.hidden_events(deck, hidden);
        }
    }

    /// The events that lie in front of players or are carried out, or were when the game ended, by deck.
    fn events_in_play(&self, open: &At<'a, Words>) -> [u8; 2] {
        let mut in_play = [0u8; 2];
        let mut note = |at: &At<'_>, event: Event| {
            let (deck, place) = event.place();
            at.require(
                in_play[deck] & 1 << place == 0,
                format!("{event} again"),
                "every event once",
            );
            in_play[deck] |= 1 << place;
        };
        for player in self
            .state
            .everybody()
            .filter(|&player| self.state.players[player].has(held::DUBIOUS))
        {
            note(
                &self.position.place(format!("players[{player}].dubious")),
                Event::DubiousMeeting,
            );
        }
        for (at, frame) in &self.frames {
            if let Frame::Event(event, _) | Frame::DiscardEvent(event) = *frame {
                note(at, event);
            }
        }
        for (at, event) in open.names::<Event>() {
            note(&at.place(""), event);
        }
        in_play
    }

    fn hidden_events(&mut self, deck: usize, hidden: &At<'a, Entries<String>>) {
        for (key, at) in hidden.entries() {
            let cards = self.state.event_deck(deck);
            let length = cards.len();
            let (Some(depth), Some(event)) = (depth(&key), at.name::<Event>()) else {
                continue;
            };
            let (of, place) = event.place();
            if depth >= length {
                wrong_depth(&at, depth, length);
            } else if cards.at_depth(depth) != Top::Hole {
                at.wrong(format!("depth {depth} again"), "every place once");
            } else if of != deck || cards.loose() & 1 << place == 0 {
                at.wrong(event, "an event that is still in the deck");
            } else {
                self.state.change_events(deck, |cards| cards.place(depth, place, false));
            }
        }
    }
}

/// The number of a patrol card.
fn card_number(at: &At<'_, String>) -> Option<u8> {
    match at.value {
        Some(text) if text == DISTRACTED_CARD => Some(DISTRACTED),
        _ => at.cell().map(|cell: Cell| Place::of(cell).index() as u8),
    }
}

/// An ordinary card is found: it leaves its pool. Whether it was there.
fn claim(pools: &mut [Cards; 3], at: &At<'_, String>, card: u8) -> bool {
    if card == DISTRACTED {
        return true;
    }
    let pool = usize::from(card) / 16;
    let is_there = pools[pool].contains(card);
    at.require(is_there, format!("{} again", card_word(card)), "every card once");
    if is_there {
        pools[pool].remove(card);
    }
    is_there
}

fn insert(cards: &mut Cards, card: u8) {
    // There are 6 distracted cards; more of them are a problem that is noted, and so many are enough to note it.
    if card != DISTRACTED || cards.distracted < 100 {
        cards.insert(card);
    }
}

/// Cards by depth, each with its field.
fn known_places<'a>(entries: &At<'a, Entries<String>>) -> Vec<(usize, At<'a, String>, u8)> {
    let all = entries.entries();
    all.filter_map(|(key, at)| {
        let (depth, card) = (depth(&key)?, card_number(&at)?);
        Some((depth, at, card))
    })
    .collect()
}

/// A depth below the top.
fn depth(key: &At<'_, String>) -> Option<usize> {
    let depth = key.value.and_then(|text| text.parse::<u8>().ok());
    let found = key.value.map_or("", String::as_str);
    key.require(depth.is_some(), format!("depth `{found}`"), "a number from 0, the top");
    depth.map(usize::from)
}

fn wrong_depth(at: &At<'_, String>, depth: usize, length: usize) {
    at.wrong(
        format!("depth {depth}"),
        format!("less than the deck's {length} cards, 0 on top"),
    );
}

/// The places of a deck, top first, with the cards that everybody knows.
fn places(floor: usize, form: &At<'_, DeckForm>, usual: usize, public: &[(usize, At<'_, String>, u8)]) -> Vec<Spot> {
    let sources: At<'_, Vec<Loose<String>>> = form.sources();
    let is_given = sources.is_given;
    let mut places: Vec<Spot> = if is_given {
        sources_of(&sources)
    } else {
        vec![(Some(floor), None); usual]
    };
    let length = places.len();
    for (depth, at, card) in public {
        match places.get_mut(*depth) {
            None => wrong_depth(at, *depth, length),
            Some((None, Some(_))) => at.wrong(format!("depth {depth} again"), "every place once"),
            Some((Some(_), _)) if is_given => at.wrong(format!("depth {depth}"), "a place that is `seen` in `sources`"),
            Some(place) => *place = (None, Some(*card)),
        }
    }
    let is_open = places.contains(&(None, None));
    sources.require(!is_open, "a place that is `seen`", "its card in `top`");
    places
}

fn sources_of(sources: &At<'_, Words>) -> Vec<Spot> {
    let found = sources.count();
    sources.require(
        found <= MOST_CARDS_IN_FINALE,
        format!("{found} places"),
        format!("at most {MOST_CARDS_IN_FINALE}"),
    );
    let words = sources.items().take(MOST_CARDS_IN_FINALE);
    words
        .filter_map(|word| word.word(&SOURCES))
        .map(|pool| (pool, None))
        .collect()
}
