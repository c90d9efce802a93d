//! The first state of a heist: 3.1, 3.2 and what the setup says.

use super::action::PLAYERS;
use super::action::{Piece, Who};
use super::bag_order::Order;
use super::components::{Item, NpcCard, Skill};
use super::deck::Deck;
use super::footprint::Footprint;
use super::frame::{Frame, Stack};
use super::interned::Interned;
use super::pieces::{ITEM_SLOTS, PIECES};
use super::scenario::{Fixture, Loot, Scenario, SpecialRule};
use super::setup::{Member, Owned, Setup};
use super::state::{
    CHARACTERS, Character, Chits, EXIT, EXITS, Ending, Exit, Ground, HEAPS, IN_SAFE, MastersOfTheHeist, NOWHERE, OUT,
    Phase, Planning, SHOP, Starters, Status,
};
use super::tables::{Source, Tables};
use super::tile::Tile;
use super::vents::Vents;
use crate::board::hexes::MOST_HEXES;

impl MastersOfTheHeist {
    /// The state of a [complete](Setup::complete) setup, before planning.
    pub(super) fn first_state(setup: &Setup) -> MastersOfTheHeist {
        let scenario = Scenario::find(&setup.scenario).expect("a complete setup has a scenario");
        let mut team = [Member {
            card: super::components::Card::AngryLocksmith,
            skills: [Skill::SmashNGrab; 2],
        }; PLAYERS];
        team[..setup.characters.len()].copy_from_slice(&setup.characters);
        let fixers = setup.fixers.iter().flatten().filter(|&&fixer| scenario.allows(fixer));
        let mut state = MastersOfTheHeist {
            scenario: Interned(scenario),
            tables: Interned(Tables::get(setup.edition)),
            unrevealed: scenario.unrevealed(),
            rings: scenario.squares_with(|square| square.ring.is_some()),
            doors: scenario.squares_with(|square| square.fixture == Fixture::KeycardDoor),
            towers: scenario.squares_with(|square| square.fixture == Fixture::Watchtower),
            reinforcements: scenario.squares_with(|square| square.fixture == Fixture::Reinforcements),
            idea_tokens: 0,
            left_dogs: 0,
            pending: 0,
            planned_cameras: 0,
            used_items: 0,
            leaving_items: 0,
            characters: [Character::ABSENT; CHARACTERS],
            ground: [Ground::EMPTY; MOST_HEXES],
            marks: [0; MOST_HEXES],
            cash_at: [0; HEAPS],
            pieces: [OUT; PIECES],
            team,
            exits: [Exit {
                space: None,
                hex: NOWHERE,
            }; EXITS],
            bag: scenario.bag,
            order: Order::UNKNOWN,
            deck: Deck::new(&scenario.deck),
            starters: Starters {
                at: [NOWHERE; 4],
                subdued: 0,
                fresh: 0,
                flashed: 0,
            },
            vents: Vents::NONE,
            cash: setup.cash,
            fixers: fixers.fold(0, |set, fixer| set | 1 << fixer.index()),
            flags: 0,
            last: Footprint::NONE,
            planning: Planning {
                jewels: setup.jewels,
                inside: setup.inside.iter().fold(0, |set, number| set | 1 << (number - 1)),
                leftover: [NOWHERE; PLAYERS],
                starts: [NOWHERE; PLAYERS],
                ..Planning::default()
            },
            edition: setup.edition,
            mode: setup.actions,
            seat_count: setup.seats,
            player_count: setup.characters.len() as u8,
            exit_count: 0,
            phase: Phase::Plan,
            round: 0,
            marker: super::noise::START,
            owed: 0,
            diversions: 0,
            blanks: 0,
            closed_gates: 0,
            cracks: 0,
            stake: 0,
            free_things: 0,
            active_event: NOWHERE,
            cash_weight: setup.cash_weight,
            escaped: 0,
            ending: Ending::Playing,
            stack: Stack::EMPTY,
        };
        state.lay_board(scenario);
        state.seat_characters(setup);
        state.place_npc(scenario);
        state.lay_items(setup, scenario);
        state.stack.push(Frame::Reveals);
        state
    }

    /// MH3.1a: all chits start active.
    fn lay_board(&mut self, scenario: &Scenario) {
        let mut starter = 0;
        for (hex, square) in scenario.squares.iter().enumerate() {
            self.ground[hex] = Ground {
                guards: Chits::new(square.guards, 0),
                dogs: Chits::new(square.dogs, 0),
                locks: Chits::new(square.locks, 0),
                cameras: Chits::new(square.cameras, 0),
            };
            self.cash_at[hex] = square.cash;
            let loot = [
                (Piece::Jewel, square.jewels),
                (Piece::Documents, square.documents),
                (Piece::Usb, square.usb_keys),
                (Piece::Keycard, square.keycards),
            ];
            for (piece, count) in loot {
                (0..count).for_each(|_| self.move_piece(piece, OUT, hex as u8));
            }
            if scenario.special == Some(SpecialRule::MovingTarget) {
                // MH7.10d.
                for _ in 0..square.guards {
                    self.starters.at[starter] = hex as u8;
                    starter += 1;
                }
            }
        }
        for exit in &scenario.exits {
            let space = Tile::at(exit.space);
            self.exits[usize::from(self.exit_count)] = Exit { space, hex: exit.hex };
            self.exit_count += 1;
        }
    }

    /// MH3.2a, MH3.2c; Final Score Part 2: hideouts and ideas that Part 1 left.
    fn seat_characters(&mut self, setup: &Setup) {
        let tables = Tables::get(setup.edition);
        for (number, member) in setup.characters.iter().enumerate() {
            let character = &mut self.characters[number];
            character.status = Status::Active;
            character.ideas = tables.card(member.card).ideas;
            if let Some(&ideas) = setup.ideas.get(number) {
                self.planning.leftover[number] = ideas;
            }
            if let Some(&hideout) = setup.hideouts.get(number) {
                let hex = self.plan().at(hideout).map_or(NOWHERE, |hex| hex as u8);
                self.planning.starts[number] = hex;
                self.characters[number].at = hex;
            }
        }
    }

    /// MH3.4a: a guide is active from the start, a prisoner and a hostage are not.
    fn place_npc(&mut self, scenario: &Scenario) {
        if let Some(npc) = scenario.npc {
            let character = self.get_mut(Who::NPC);
            character.status = match npc.card {
                NpcCard::Guide => Status::Active,
                NpcCard::Prisoner | NpcCard::Hostage => Status::Inactive,
            };
            character.ideas = npc.ideas;
            character.at = npc.hex.unwrap_or(NOWHERE);
        }
    }

    /// MH3.2c, MH3.3e, MH6.7c: where each item card is.
    fn lay_items(&mut self, setup: &Setup, scenario: &Scenario) {
        let tables = Tables::get(setup.edition);
        for slot in 0..ITEM_SLOTS - 2 {
            let Some(Piece::Item(item)) = self.piece_in(slot) else {
                continue;
            };
            let row = tables.item(item);
            if row.source == Source::Shop && row.edition <= setup.edition {
                self.pieces[slot] = SHOP;
            }
        }
        for (number, member) in setup.characters.iter().enumerate() {
            if let Some(item) = tables.card(member.card).starts_with {
                let slot = (0..PIECES).find(|&slot| self.piece_in(slot) == Some(Piece::Item(item)));
                self.pieces[slot.expect("every item has a card")] = Self::held_by(Who(number as u8));
            }
        }
        for &Owned(item, holder) in &setup.items {
            self.take_card(item, Self::held_by(Who(holder - 1)));
        }
        for &item in &setup.discovered {
            self.take_card(item, SHOP);
        }
        if let Some((hex, _)) = scenario.item {
            self.pieces[ITEM_SLOTS - 2] = hex;
        }
        if let Some(safe) = &scenario.safe {
            // MH5.4e; cash comes from the supply when it opens.
            if !safe.items.is_empty() {
                self.pieces[ITEM_SLOTS - 1] = IN_SAFE;
            }
            for &(kind, count) in safe.loot.iter().filter(|(kind, _)| *kind != Loot::Cash) {
                (0..count).for_each(|_| self.move_piece(Piece::of(kind), OUT, IN_SAFE));
            }
        }
        (0..PIECES).for_each(|slot| self.sort_copies(slot));
    }

    /// A card that is in the shop or out of the game, of which a checked setup has enough, goes to a place.
    fn take_card(&mut self, item: Item, to: u8) {
        let mut free = (0..ITEM_SLOTS - 2)
            .filter(|&slot| self.piece_in(slot) == Some(Piece::Item(item)) && matches!(self.pieces[slot], SHOP | OUT));
        let slot = free.next().expect("a complete setup has no more items than cards");
        self.pieces[slot] = to;
    }
}

// What decides the size: 160 bytes of chits and marks on 32 hexes, 120 of characters, 114 of loot, 72 of frames, 53 of
// the deck.
const _: () = assert!(size_of::<MastersOfTheHeist>() <= 640);
const _: () = assert!(EXIT as usize == MOST_HEXES);
