//! The features of a state.
//!
//! A feature is on or off. Numbers are thermometers: `>= 1`, `>= 2` and so on are all on up to the number.
//!
//! | block | size | meaning |
//! |---|---|---|
//! | scenario, edition, players, phase, seat | 21, 1, 2, 10, 4 | the scenario; the edition v24; three or four characters; the part of the heist; the seat that decides |
//! | round, marker, owed, events | 16, 48, 16, 36 | thermometers |
//! | hex | 1536 | hex; what is on it, [`HEX`] |
//! | at | 195 | character; a hex, or an Exit in the order of the heist |
//! | person | 260 | character; [`PERSON`] |
//! | letters | 140 | character; letter, how many up to 4 |
//! | held | 105 | character; cash up to 4, kinds up to one more, items |
//! | token | 128 | player character, hex |
//! | card, skill | 96, 84 | player character, card or skill |
//! | exit | 96 | Exits that were placed, the hex |
//! | bag | 72 | kind, how many up to 8 |
//! | next, deck, queue | 147, 49, 8 | the first three cards; cards anywhere in the deck; Crises that wait |
//! | team | 80 | [`TEAM`] and thermometers of cash, blanks, tokens and cracks |
//! | banked | 21 | as held |
//! | fixer, used fixer | 15, 15 | available, used in planning |
//! | waits | 128 | what is waited for |
//! | waits about | 5, 32 | the character and the hex that this is about |

use crate::blocks::{IndexBlock, Writer, blocks};
use crate::board::hexes::{MOST_HEXES, members};
use crate::game::{Game, Node, Seat};
use crate::masters::action::PLAYERS;
use crate::masters::action::{Piece, Who};
use crate::masters::components::{Card, Crisis, Event, Fixer, Item, Skill};
use crate::masters::describe::SCENARIO_NAMES;
use crate::masters::frame::Frame;
use crate::masters::key::FRAME_KINDS;
use crate::masters::letters::Letter;
use crate::masters::scenario::Chit;
use crate::masters::state::{BANKED, CHARACTERS, EXITS, MastersOfTheHeist, NOWHERE, Place, Status};
use crate::masters::tables::Edition;

/// Spots: hexes, then Exits.
const SPOTS: usize = MOST_HEXES + EXITS;
/// Cards of the deck.
const CARDS: usize = Event::ALL.len() + Crisis::ALL.len();
/// Cards that are listed one by one.
const NEXT: usize = 3;
/// How far letters are counted, and how far chits of the bag.
const LETTERS: usize = 4;
const BAG: usize = 8;
/// How far cash in one place is counted.
const CASH: usize = 4;
/// Kinds of loot other than cash, with room for a second piece; then items.
const PIECES: usize = 5 + Item::ALL.len();
const HEAP: usize = CASH + PIECES;
/// How far the cash of the team, blanks and cracks are counted.
const TEAM_COUNTS: [usize; 5] = [24, 3, 4, 6, 8];
const TEAM_SIZE: usize = TEAM.len() + 24 + 3 + 4 + 6 + 8 + 4 * 3;

/// What is listed of a hex; numbers behind a name are how far it is counted.
const HEX: [(&str, usize); 19] = [
    ("gone", 1),
    ("unrevealed", 1),
    ("guards", 3),
    ("subdued guards", 2),
    ("dogs", 3),
    ("subdued dogs", 1),
    ("locks", 2),
    ("unlocked", 1),
    ("cameras", 2),
    ("disabled", 2),
    ("flashed", 1),
    ("ring", 1),
    ("door", 1),
    ("tower", 1),
    ("reinforcements", 1),
    ("idea", 1),
    ("dog left", 1),
    ("pending", 1),
    ("loot", HEAP),
];
const HEX_SIZE: usize = sizes(&HEX);

/// What is listed of a character.
const PERSON: [(&str, usize); 12] = [
    ("busted", 1),
    ("inactive", 1),
    ("ideas", 10),
    ("die", 6),
    ("committed", 1),
    ("printed noise", 3),
    ("done", 15),
    ("vent", 1),
    ("granted", 4),
    ("pickers", 4),
    ("tool cracks", 4),
    ("used item", 2),
];
const PERSON_SIZE: usize = sizes(&PERSON);

/// Flags of the team, by their bits.
const TEAM: [&str; 13] = [
    "panic",
    "loop footage",
    "whistle",
    "safe open",
    "pixels used",
    "story used",
    "studied",
    "ambushed",
    "van reached",
    "plan copy lost",
    "escape follows",
    "from discard",
    "overshoot",
];

const fn sizes(list: &[(&str, usize)]) -> usize {
    let (mut sum, mut place) = (0, 0);
    while place < list.len() {
        sum += list[place].1;
        place += 1;
    }
    sum
}

fn at_least(name: impl std::fmt::Display, number: usize) -> String {
    format!("{name} >= {number}")
}

/// The name of a place in a list of names with sizes.
fn named(list: &[(&str, usize)], mut place: usize) -> String {
    for &(name, size) in list {
        if place < size {
            return match (name, size) {
                ("loot", _) => piece_name(place),
                (_, 1) => name.to_owned(),
                _ => at_least(name, place + 1),
            };
        }
        place -= size;
    }
    String::new()
}

fn piece_name(place: usize) -> String {
    match place.checked_sub(CASH) {
        None => at_least("cash", place + 1),
        Some(0) => "jewel".to_owned(),
        Some(1) => "second jewel".to_owned(),
        Some(place) => {
            let piece = Piece::of_rank(place as u8);
            piece.expect("every other place is that of a kind of loot").to_string()
        }
    }
}

fn card_name(place: usize) -> String {
    match place.checked_sub(Event::ALL.len()) {
        None => Event::ALL[place].to_string(),
        Some(crisis) => Crisis::ALL[crisis].to_string(),
    }
}

fn spot_name(place: usize) -> String {
    match place.checked_sub(MOST_HEXES) {
        None => format!("hex {}", place + 1),
        Some(exit) => format!("exit {}", exit + 1),
    }
}

fn who(place: usize) -> Who {
    if place == PLAYERS { Who::NPC } else { Who(place as u8) }
}

blocks! {
    /// The feature index space.
    pub(super) FeatureBlock of String {
        Scenario: "scenario", SCENARIO_NAMES.len(), |place| SCENARIO_NAMES[place].to_owned();
        Edition: "edition", 1, |_| "edition v24".to_owned();
        Players: "players", 2, |place| format!("{} players", place + 3);
        Phase: "phase", 10, |place| format!("phase {place}");
        Seat: "seat", PLAYERS, |place| format!("seat {} decides", place + 1);
        Round: "round", 16, |place| at_least("round", place + 1);
        Marker: "marker", 48, |place| at_least("marker", place + 1);
        Owed: "owed", 16, |place| at_least("owed", place + 1);
        Events: "events", 36, |place| at_least("events", place + 1);
        Hex: "hex", MOST_HEXES * HEX_SIZE, |place| {
            format!("hex {}: {}", place / HEX_SIZE + 1, named(&HEX, place % HEX_SIZE))
        };
        At: "at", CHARACTERS * SPOTS, |place| format!("{} at {}", who(place / SPOTS), spot_name(place % SPOTS));
        Person: "person", CHARACTERS * PERSON_SIZE, |place| {
            format!("{}: {}", who(place / PERSON_SIZE), named(&PERSON, place % PERSON_SIZE))
        };
        Letters: "letters", CHARACTERS * Letter::OPTIONAL.len() * LETTERS, |place| {
            let (row, number) = (place / LETTERS, place % LETTERS);
            let letter = Letter::OPTIONAL[row % Letter::OPTIONAL.len()];
            at_least(format_args!("{} {}", who(row / Letter::OPTIONAL.len()), letter.char()), number + 1)
        };
        Held: "held", CHARACTERS * HEAP, |place| format!("{} holds {}", who(place / HEAP), piece_name(place % HEAP));
        Token: "token", PLAYERS * MOST_HEXES, |place| {
            format!("token of {} on hex {}", place / MOST_HEXES + 1, place % MOST_HEXES + 1)
        };
        Card: "card", PLAYERS * Card::ALL.len(), |place| {
            format!("{} is {}", place / Card::ALL.len() + 1, Card::ALL[place % Card::ALL.len()])
        };
        Skill: "skill", PLAYERS * Skill::ALL.len(), |place| {
            format!("{} has {}", place / Skill::ALL.len() + 1, Skill::ALL[place % Skill::ALL.len()])
        };
        Exit: "exit", EXITS * MOST_HEXES, |place| {
            format!("exit {} at hex {}", place / MOST_HEXES + 1, place % MOST_HEXES + 1)
        };
        Bag: "bag", Chit::ALL.len() * BAG, |place| {
            at_least(format_args!("bag {}", Chit::ALL[place / BAG]), place % BAG + 1)
        };
        Next: "next", NEXT * CARDS, |place| format!("card {} is {}", place / CARDS + 1, card_name(place % CARDS));
        Deck: "deck", CARDS, |place| format!("deck has {}", card_name(place));
        Queue: "queue", Crisis::ALL.len(), |place| format!("{} waits", Crisis::ALL[place]);
        Team: "team", TEAM_SIZE, |place| match TEAM.get(place) {
            Some(name) => (*name).to_owned(),
            None => format!("team {}", place - TEAM.len()),
        };
        Banked: "banked", HEAP, |place| format!("banked {}", piece_name(place));
        Fixer: "fixer", Fixer::ALL.len(), |place| Fixer::ALL[place].to_string();
        UsedFixer: "used fixer", Fixer::ALL.len(), |place| format!("used {}", Fixer::ALL[place]);
        Waits: "waits", FRAME_KINDS, |place| format!("waits for {place}");
        WaitsWho: "waits about character", CHARACTERS, |place| format!("about {}", who(place));
        WaitsHex: "waits about hex", MOST_HEXES, |place| format!("about hex {}", place + 1);
    }
}

/// No state has more active features: blocks of which only one place is on count once a row.
pub(super) fn most_active() -> usize {
    let single = [
        (FeatureBlock::Scenario, 1),
        (FeatureBlock::Players, 1),
        (FeatureBlock::Phase, 1),
        (FeatureBlock::Seat, 1),
        (FeatureBlock::At, CHARACTERS),
        (FeatureBlock::Card, PLAYERS),
        (FeatureBlock::Skill, 2 * PLAYERS),
        (FeatureBlock::Exit, EXITS),
        (FeatureBlock::Next, NEXT),
        (FeatureBlock::Waits, 1),
        (FeatureBlock::WaitsWho, 1),
        (FeatureBlock::WaitsHex, 1),
    ];
    let saved: usize = single.iter().map(|(block, most)| block.size() - most).sum();
    FeatureBlock::COUNT - saved
}

/// Writes a list of thermometers one behind the other.
struct Row<'a, 'b> {
    to: &'a mut Writer<'b>,
    block: FeatureBlock,
    place: usize,
}

impl Row<'_, '_> {
    fn level(&mut self, size: usize, number: impl Into<usize>) {
        self.to.level(self.block, self.place, size, number.into().min(size));
        self.place += size;
    }

    fn flag(&mut self, holds: bool) {
        self.level(1, usize::from(holds));
    }

    fn heap(&mut self, state: &MastersOfTheHeist, place: Place) {
        self.level(CASH, state.cash_at[usize::from(place)]);
        let pieces = state.slots_at(place).filter_map(|slot| state.piece_in(slot));
        let mut set = 0u32;
        for piece in pieces {
            let again = piece == Piece::Jewel && set & 1 != 0;
            set |= if again {
                2
            } else if piece == Piece::Jewel {
                1
            } else {
                1 << piece.rank()
            };
        }
        for place in 0..PIECES {
            self.flag(set & 1 << place != 0);
        }
    }
}

impl MastersOfTheHeist {
    pub(super) fn list_features(&self, seat: Seat, out: &mut Vec<u32>) {
        let to = &mut Writer::new(out, seat.0, self.seat_count);
        to.on(FeatureBlock::Scenario, self.scenario.number.into());
        if self.edition == Edition::V24 {
            to.on(FeatureBlock::Edition, 0);
        }
        to.on(FeatureBlock::Players, self.player_count() - 3);
        to.on(FeatureBlock::Phase, self.phase as usize);
        if let Node::Decision(seat) = self.node() {
            to.on(FeatureBlock::Seat, seat.index());
        }
        let mut level = |block: FeatureBlock, number: usize| to.level(block, 0, block.size(), number.min(block.size()));
        level(FeatureBlock::Round, self.round.into());
        level(FeatureBlock::Marker, self.marker.into());
        level(FeatureBlock::Owed, self.owed.into());
        level(FeatureBlock::Events, self.events_left());
        for hex in 0..self.plan().count() {
            self.list_hex(hex, to);
        }
        for row in 0..CHARACTERS {
            let at = self.get(who(row)).at;
            if at != NOWHERE {
                to.on(FeatureBlock::At, row * SPOTS + usize::from(at));
            }
        }
        for row in 0..CHARACTERS {
            self.list_person(row, to);
        }
        for row in 0..CHARACTERS {
            let mut list = Row {
                block: FeatureBlock::Letters,
                place: row * Letter::OPTIONAL.len() * LETTERS,
                to,
            };
            for letter in Letter::OPTIONAL {
                list.level(LETTERS, self.get(who(row)).letter(letter));
            }
        }
        for row in 0..CHARACTERS {
            let place = Self::held_by(who(row));
            let block = FeatureBlock::Held;
            Row {
                to,
                block,
                place: row * HEAP,
            }
            .heap(self, place);
        }
        for row in 0..self.player_count() {
            for hex in members(self.characters[row].tokens) {
                to.on(FeatureBlock::Token, row * MOST_HEXES + hex);
            }
        }
        for row in 0..self.player_count() {
            to.on(FeatureBlock::Card, row * Card::ALL.len() + self.team[row].card.index());
        }
        for row in 0..self.player_count() {
            let mut skills = self.team[row].skills;
            skills.sort_unstable();
            skills
                .iter()
                .for_each(|skill| to.on(FeatureBlock::Skill, row * Skill::ALL.len() + skill.index()));
        }
        for row in 0..usize::from(self.exit_count) {
            to.on(FeatureBlock::Exit, row * MOST_HEXES + usize::from(self.exits[row].hex));
        }
        for row in 0..Chit::ALL.len() {
            to.level(FeatureBlock::Bag, row * BAG, BAG, usize::from(self.bag[row]).min(BAG));
        }
        self.list_deck(to);
        self.list_team(to);
        Row {
            to,
            block: FeatureBlock::Banked,
            place: 0,
        }
        .heap(self, BANKED);
        for (block, set) in [
            (FeatureBlock::Fixer, self.fixers),
            (FeatureBlock::UsedFixer, self.planning.used),
        ] {
            for place in 0..Fixer::ALL.len() {
                if set & 1 << place != 0 {
                    to.on(block, place);
                }
            }
        }
        let top = self.stack.top();
        to.on(FeatureBlock::Waits, crate::masters::key::frame_bytes(top)[0].into());
        if let Some(who) = self.decider() {
            to.on(FeatureBlock::WaitsWho, who.index());
        }
        if let Frame::DrawChit(hex) | Frame::AskConsultant(hex, _) | Frame::AskDog(hex, ..) | Frame::AskGuard(_, hex) =
            top
        {
            to.on(FeatureBlock::WaitsHex, hex.into());
        }
    }

    fn list_hex(&self, hex: usize, to: &mut Writer<'_>) {
        let bit = 1 << hex;
        let ground = self.ground[hex];
        let mut row = Row {
            to,
            block: FeatureBlock::Hex,
            place: hex * HEX_SIZE,
        };
        row.flag(self.plan().present() & bit == 0);
        row.flag(self.unrevealed & bit != 0);
        row.level(3, ground.guards.active());
        row.level(2, ground.guards.inactive());
        row.level(3, ground.dogs.active());
        row.level(1, ground.dogs.inactive());
        row.level(2, ground.locks.active());
        row.level(1, ground.locks.inactive());
        row.level(2, ground.cameras.active());
        row.level(2, ground.cameras.inactive());
        row.flag(self.marks[hex] != 0 && self.phase != crate::masters::state::Phase::Escape);
        row.flag(self.rings & bit != 0);
        row.flag(self.doors & bit != 0);
        row.flag(self.towers & bit != 0);
        row.flag(self.reinforcements & bit != 0);
        row.flag(self.idea_tokens & bit != 0);
        row.flag(self.left_dogs & bit != 0);
        row.flag(self.pending & bit != 0);
        row.heap(self, hex as Place);
    }

    fn list_person(&self, number: usize, to: &mut Writer<'_>) {
        let character = self.get(who(number));
        let noise = character
            .action
            .map_or(0, |action| self.printed_letters(who(number), action)[Letter::Noise]);
        let held = Self::held_by(who(number));
        let used = self
            .slots_at(held)
            .filter(|&slot| self.used_items & 1 << slot != 0)
            .count();
        let mut row = Row {
            to,
            block: FeatureBlock::Person,
            place: number * PERSON_SIZE,
        };
        row.flag(character.status == Status::Busted);
        row.flag(character.status == Status::Inactive);
        row.level(10, character.ideas);
        for face in 1..=6 {
            row.flag(character.die == face);
        }
        row.flag(character.action.is_some());
        row.level(3, noise);
        for bit in 0..15 {
            row.flag(character.done & 1 << bit != 0);
        }
        row.flag(self.has_vent(who(number)));
        row.level(4, character.granted);
        row.level(4, character.pickers);
        row.level(4, character.tool_cracks);
        row.level(2, used);
    }

    fn list_deck(&self, to: &mut Writer<'_>) {
        let cards = self.deck.cards();
        for (row, card) in cards.iter().take(NEXT).enumerate() {
            to.on(FeatureBlock::Next, row * CARDS + usize::from(card.code()));
        }
        let set = cards.iter().fold(0u64, |set, card| set | 1 << card.code());
        for place in (0..CARDS).filter(|place| set & 1 << place != 0) {
            to.on(FeatureBlock::Deck, place);
        }
        let set = self
            .deck
            .queue()
            .iter()
            .fold(0u8, |set, crisis| set | 1 << crisis.index());
        for place in (0..Crisis::ALL.len()).filter(|place| set & 1 << place != 0) {
            to.on(FeatureBlock::Queue, place);
        }
    }

    fn list_team(&self, to: &mut Writer<'_>) {
        let mut row = Row {
            to,
            block: FeatureBlock::Team,
            place: 0,
        };
        for bit in 0..TEAM.len() - 1 {
            row.flag(self.flags & 1 << bit != 0);
        }
        row.flag(self.deck.overshoot());
        let numbers = [
            self.cash,
            self.blanks.into(),
            self.diversions.into(),
            self.cracks.into(),
            self.stake.into(),
        ];
        for (size, number) in TEAM_COUNTS.into_iter().zip(numbers) {
            row.level(size, number);
        }
        for starter in 0..4 {
            let bit = 1 << starter;
            row.flag(self.starters.subdued & bit != 0);
            row.flag(self.starters.fresh & bit != 0);
            row.flag(self.starters.flashed & bit != 0);
        }
    }
}
