//! The state: plain data, no heap, everything the rules need and nothing they can derive.

use super::action::{Commit, PLAYERS, Who};
use super::bag_order::Order;
use super::components::{Ability, Event};
use super::deck::Deck;
use super::footprint::Footprint;
use super::frame::Stack;
use super::interned::Interned;
use super::letters::{Letter, Letters};
use super::pieces::{ITEM_SLOTS, PIECES, Piece};
use super::scenario::{Chit, Fixture, Scenario};
use super::setup::{Member, Mode};
use super::tables::{CardRow, Edition, Tables};
use super::tile::Tile;
use super::vents::Vents;
use crate::board::hexes::{Hex, HexPlan, MOST_HEXES, Side, members};

/// The characters of a state: players, then the NPC.
pub(super) const CHARACTERS: usize = PLAYERS + 1;
/// Exits at most: those of the map, two tunnels and one of a Breach.
pub(super) const EXITS: usize = 7;

/// Free things in a row, so that nobody goes in circles for ever (docs/rulings.md).
pub(super) const FREE_THINGS: u8 = 30;

/// No hex, Exit or character, where the number of one could stand.
pub(super) const NOWHERE: u8 = u8::MAX;

/// Where a character stands: a hex by its number, or an Exit by its number and [`EXIT`].
pub(super) type Spot = u8;
/// The spot of the first Exit.
pub(super) const EXIT: Spot = MOST_HEXES as Spot;

/// Where loot lies: a hex by its number, or one of these.
pub(super) type Place = u8;
/// The place of the first character's loot.
pub(super) const HELD: Place = MOST_HEXES as Place;
/// MH5.4g: loot that is banked.
pub(super) const BANKED: Place = HELD + CHARACTERS as Place;
/// Places of cash.
pub(super) const HEAPS: usize = BANKED as usize + 1;
/// MH5.4e: a piece in the closed safe.
pub(super) const IN_SAFE: Place = BANKED + 1;
/// MH3.3e: an item that the shop has.
pub(super) const SHOP: Place = BANKED + 2;
/// A piece that is in the bag, lost, discarded or not in the game.
pub(super) const OUT: Place = BANKED + 3;

/// A heist of Masters of the Heist: the whole state of one moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MastersOfTheHeist {
    pub(super) scenario: Interned<Scenario>,
    pub(super) tables: Interned<Tables>,
    /// Where each hex is a bit of its number.
    pub(super) unrevealed: u32,
    pub(super) rings: u32,
    pub(super) doors: u32,
    pub(super) towers: u32,
    pub(super) reinforcements: u32,
    /// MH7.8g.
    pub(super) idea_tokens: u32,
    /// MH6.2c: hexes with dogs that the character with There Are Better Ways has left during its action.
    pub(super) left_dogs: u32,
    /// The hexes that a rule is working through: those to be revealed, those that get a Lock.
    pub(super) pending: u32,
    /// Sub-decisions of planning: MH7.8d, hexes on which planning reveals found a Camera.
    pub(super) planned_cameras: u32,
    /// Item cards that supported a commit this round (H15), and those that leave at END_ACTION (MH4.3c), as bits of
    /// slots.
    pub(super) used_items: u32,
    pub(super) leaving_items: u32,
    pub(super) characters: [Character; CHARACTERS],
    pub(super) ground: [Ground; MOST_HEXES],
    /// MH7.6d: guards that Flashbangs have subdued, `guards` and `dogs` as active chits; in ESCAPE the route of a last
    /// ditch.
    pub(super) marks: [u8; MOST_HEXES],
    /// Cash in $k by place.
    pub(super) cash_at: [u8; HEAPS],
    /// Where each piece of loot is.
    pub(super) pieces: [Place; PIECES],
    pub(super) team: [Member; PLAYERS],
    pub(super) exits: [Exit; EXITS],
    pub(super) bag: [u8; Chit::ALL.len()],
    /// MH8g: the order of the bag, if this world knows it.
    pub(super) order: Order,
    pub(super) deck: Deck,
    /// MH7.10d: the four starting Guards of the parking garage.
    pub(super) starters: Starters,
    /// MH7.2j, H85: Vent Crawls that wait.
    pub(super) vents: Vents,
    pub(super) cash: u16,
    /// MH3.1e: fixers, as bits of [`super::components::Fixer::index`].
    pub(super) fixers: u16,
    /// Bits of [`flag`].
    pub(super) flags: u16,
    /// MH5.8c: what the last micro-action of the Action phase read or changed.
    pub(super) last: Footprint,
    pub(super) planning: Planning,
    pub(super) edition: Edition,
    pub(super) mode: Mode,
    pub(super) seat_count: u8,
    pub(super) player_count: u8,
    pub(super) exit_count: u8,
    pub(super) phase: Phase,
    pub(super) round: u8,
    pub(super) marker: u8,
    pub(super) owed: u8,
    pub(super) diversions: u8,
    pub(super) blanks: u8,
    pub(super) closed_gates: u8,
    pub(super) cracks: u8,
    pub(super) stake: u8,
    /// Free things done in a row, see [`FREE_THINGS`].
    pub(super) free_things: u8,
    /// The Active Event, as the number of the Event, or [`NOWHERE`].
    pub(super) active_event: u8,
    /// MH9a: see [`Setup::cash_weight`](super::setup::Setup::cash_weight).
    pub(super) cash_weight: u8,
    /// MH9a: who escaped, as bits, once the heist is over.
    pub(super) escaped: u8,
    pub(super) ending: Ending,
    pub(super) stack: Stack,
}

/// Bits of [`MastersOfTheHeist::flags`].
pub(super) mod flag {
    /// MH7.5b: NPC cards show their panic side.
    pub const PANIC: u16 = 1;
    /// MH7.2o.
    pub const LOOP_FOOTAGE: u16 = 1 << 1;
    /// MH7.6f.
    pub const WHISTLE: u16 = 1 << 2;
    /// MH5.4e: the safe is open.
    pub const SAFE_OPEN: u16 = 1 << 3;
    /// MH7.6c: once per heist.
    pub const PIXELS_USED: u16 = 1 << 4;
    /// The Lair: the story hex, once per heist.
    pub const STORY_USED: u16 = 1 << 5;
    /// The Lair: study-schematics, once per heist.
    pub const STUDIED: u16 = 1 << 6;
    /// Parking garage: the ambush, only the first time.
    pub const AMBUSHED: u16 = 1 << 7;
    /// Parking garage: the Prisoner has reached the van.
    pub const VAN_REACHED: u16 = 1 << 8;
    /// H71: a gate Busted the holder of the Master Plan Copy.
    pub const PLAN_COPY_LOST: u16 = 1 << 9;
    /// ESCAPE follows instead of a new round.
    pub const ESCAPE_FOLLOWS: u16 = 1 << 10;
    /// MH4.5a: the Active Event had been discarded before.
    pub const FROM_DISCARD: u16 = 1 << 11;
}

/// How the heist stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Ending {
    /// It goes on.
    Playing,
    /// MH9a: the objective is met.
    Won,
    /// MH9a: it is not.
    Lost,
}

/// Section 4: the part of the heist.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    /// 3.3.
    Plan,
    /// 3.4.
    Start,
    /// 4.1.
    Roll,
    /// 4.2.
    Action,
    /// 4.3.
    EndAction,
    /// 4.5.
    Event,
    /// 4.6.
    Crises,
    /// 4.7.
    EndEvent,
    /// 6.6.
    Escape,
    /// Section 9.
    Over,
}

/// What planning needs (3.3); jewels and who starts inside are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Planning {
    /// MH3.3e, H68: items bought and items sold, as bits of [`Item::index`].
    pub bought: u16,
    pub sold: u16,
    /// Offices that were used, and how far the order of stage (b) has come.
    pub used: u16,
    pub reached: u8,
    /// MH7.8c: Locks that planning reveals found.
    pub locks: u8,
    /// MH3.3e: jewels of the team.
    pub jewels: u8,
    /// MH7.10b, H82: in a county job, the characters that start inside, as bits; the objective asks for them to the
    /// end.
    pub inside: u8,
    /// Final Score Part 2: ideas left of Part 1, or [`NOWHERE`].
    pub leftover: [u8; PLAYERS],
    /// Where each character starts already, or [`NOWHERE`]: hideouts of Part 1, the Mayor fixer.
    pub starts: [u8; PLAYERS],
}

/// Chits of one kind on a hex: active ones and inactive ones, fifteen at most, more than the cards of any heist bring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Chits(pub u8);

impl Chits {
    /// Most of both together.
    pub const MOST: u8 = 15;

    #[inline]
    pub const fn new(active: u8, inactive: u8) -> Chits {
        Chits(active | inactive << 4)
    }

    /// Active, live or unsubdued ones.
    #[inline]
    pub const fn active(self) -> u8 {
        self.0 & Chits::MOST
    }

    /// Subdued, unlocked or disabled ones.
    #[inline]
    pub const fn inactive(self) -> u8 {
        self.0 >> 4
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Some more come, active.
    #[inline]
    pub fn add(&mut self, count: u8) {
        let room = Chits::MOST - self.active() - self.inactive();
        *self = Chits::new(self.active() + count.min(room), self.inactive());
    }

    /// Some active ones leave.
    #[inline]
    pub fn remove(&mut self, count: u8) {
        *self = Chits::new(self.active() - count, self.inactive());
    }

    /// Some active ones become inactive.
    #[inline]
    pub fn switch_off(&mut self, count: u8) {
        *self = Chits::new(self.active() - count, self.inactive() + count);
    }

    /// Some inactive ones become active.
    #[inline]
    pub fn switch_on(&mut self, count: u8) {
        *self = Chits::new(self.active() + count, self.inactive() - count);
    }
}

/// The chits of a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Ground {
    pub guards: Chits,
    pub dogs: Chits,
    pub locks: Chits,
    pub cameras: Chits,
}

impl Ground {
    pub const EMPTY: Ground = Ground {
        guards: Chits(0),
        dogs: Chits(0),
        locks: Chits(0),
        cameras: Chits(0),
    };

    /// Unsubdued guards; dogs are guards (MH10.25).
    #[inline]
    pub fn active_guards(self) -> u8 {
        self.guards.active() + self.dogs.active()
    }

    /// Subdued guards.
    #[inline]
    pub fn subdued_guards(self) -> u8 {
        self.guards.inactive() + self.dogs.inactive()
    }

    /// Active security chits.
    #[inline]
    pub fn active_chits(self) -> u8 {
        self.active_guards() + self.locks.active() + self.cameras.active()
    }

    /// H31: no security chit, in whatever state.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Ground::EMPTY
    }
}

/// MH1b: an Exit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Exit {
    /// Its space; none for an Exit that does not exist.
    pub space: Option<Tile>,
    /// The hex that it opens to.
    pub hex: u8,
}

/// MH7.10d: where the starting Guards are, and what holds for each, as bits of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Starters {
    /// Their hexes, [`NOWHERE`] for those that do not exist.
    pub at: [u8; 4],
    pub subdued: u8,
    /// Subdued in the current round.
    pub fresh: u8,
    /// MH7.6d: by a Flashbang.
    pub flashed: u8,
}

/// Whether a character takes part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Status {
    /// There is no such character.
    Absent,
    Active,
    /// MH7.9a: an NPC that is not yet freed or captured.
    Inactive,
    Busted,
}

/// A character.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Character {
    /// Its planning tokens.
    pub tokens: u32,
    /// Sub-actions left, four bits a letter.
    letters: u32,
    /// MH5.1b: what it committed to this round.
    pub action: Option<Commit>,
    pub at: Spot,
    pub status: Status,
    pub ideas: u8,
    /// MH4.1a: 0 if it has none.
    pub die: u8,
    /// MH7.2a: U granted this phase, and extra moves bought.
    pub granted: u8,
    pub pickers: u8,
    /// MH5.5b: U converted at the rate of the tools this round.
    pub tool_cracks: u8,
    /// Bits of [`done`].
    pub done: u16,
}

/// Bits of [`Character::done`]: abilities that are used up, and what holds until the phase or the round ends.
pub(super) mod done {
    /// MH7.2f.
    pub const CHANGE_OF_PLANS: u16 = 1;
    pub const ALRIGHT_NEW_PLAN: u16 = 1 << 1;
    /// MH7.2h.
    pub const I_CAN_HAZ_TEH_CODES: u16 = 1 << 2;
    pub const HAS_THE_CODE: u16 = 1 << 3;
    /// MH7.2l.
    pub const GOOD_IN_A_PINCH: u16 = 1 << 4;
    /// MH6.6h.
    pub const DITCHED: u16 = 1 << 5;

    /// MH7.2e: may leave guards.
    pub const BETTER_WAYS: u16 = 1 << 8;
    /// MH7.2m.
    pub const LARCENIST: u16 = 1 << 9;
    pub const SWINDLER: u16 = 1 << 10;
    /// MH7.6e: may shift a token.
    pub const MAY_SHIFT: u16 = 1 << 11;
    /// MH5.5d: did something else than crack the safe.
    pub const BROKE_SILENCE: u16 = 1 << 12;
    /// H77: performed an M, a U.
    pub const MOVED: u16 = 1 << 13;
    pub const UNLOCKED: u16 = 1 << 14;

    /// What lasts for the heist.
    pub const LASTING: u16 = (1 << 8) - 1;
    /// MH4.3c: what ends with the phase.
    pub const EFFECTS: u16 = BETTER_WAYS | LARCENIST | SWINDLER | MAY_SHIFT;
}

impl Character {
    pub const ABSENT: Character = Character {
        tokens: 0,
        letters: 0,
        action: None,
        at: NOWHERE,
        status: Status::Absent,
        ideas: 0,
        die: 0,
        granted: 0,
        pickers: 0,
        tool_cracks: 0,
        done: 0,
    };

    /// All letters left, four bits each.
    pub fn letters(&self) -> u32 {
        self.letters
    }

    /// How many of a letter are left.
    #[inline]
    pub fn letter(&self, letter: Letter) -> u8 {
        (self.letters >> (4 * letter as u32) & 15) as u8
    }

    #[inline]
    pub fn has_letters(&self) -> bool {
        self.letters != 0
    }

    pub fn add_letter(&mut self, letter: Letter, count: u8) {
        debug_assert!(self.letter(letter) + count < 16);
        self.letters += u32::from(count) << (4 * letter as u32);
    }

    pub fn spend_letter(&mut self, letter: Letter) {
        debug_assert!(self.letter(letter) > 0);
        self.letters -= 1 << (4 * letter as u32);
    }

    /// MH5.1b: all but N and A, which are taken at once.
    pub fn add_letters(&mut self, letters: Letters) {
        for letter in Letter::OPTIONAL {
            self.add_letter(letter, letters[letter]);
        }
    }

    /// MH5.8e: those that are left vanish.
    pub fn clear_letters(&mut self) {
        self.letters = 0;
    }

    #[inline]
    pub fn has_done(&self, bit: u16) -> bool {
        self.done & bit != 0
    }

    /// A new round begins, or the Escape part.
    pub fn begin_round(&mut self) {
        self.letters = 0;
        self.action = None;
        self.die = 0;
        self.granted = 0;
        self.pickers = 0;
        self.tool_cracks = 0;
        self.done &= done::LASTING;
    }
}

impl MastersOfTheHeist {
    /// The scenario that is played.
    #[inline]
    pub fn scenario(&self) -> &'static Scenario {
        self.scenario.0
    }

    /// What the cards say in the edition that is played.
    #[inline]
    pub fn tables(&self) -> &'static Tables {
        self.tables.0
    }

    /// The map as the gates have left it.
    #[inline]
    pub fn plan(&self) -> &'static HexPlan {
        self.scenario().plan_after(usize::from(self.closed_gates))
    }

    #[inline]
    pub(super) fn is_set(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    #[inline]
    pub(super) fn set_flag(&mut self, flag: u16, value: bool) {
        self.flags = self.flags & !flag | if value { flag } else { 0 };
    }

    // --- Who.

    #[inline]
    pub(super) fn get(&self, who: Who) -> &Character {
        &self.characters[who.index()]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, who: Who) -> &mut Character {
        &mut self.characters[who.index()]
    }

    /// Player characters in team order.
    #[inline]
    pub(super) fn players(&self) -> impl DoubleEndedIterator<Item = Who> + Clone + use<> {
        (0..self.player_count).map(Who)
    }

    /// All characters in team order, the NPC last, whatever became of them.
    #[inline]
    pub(super) fn everybody(&self) -> impl Iterator<Item = Who> + Clone + use<> {
        let npc = self.get(Who::NPC).status != Status::Absent;
        self.players().chain(npc.then_some(Who::NPC))
    }

    /// Whether a character counts as one for the rules: active, not Busted, on a tile.
    #[inline]
    pub(super) fn is_present(&self, who: Who) -> bool {
        let character = self.get(who);
        character.status == Status::Active && character.at != NOWHERE
    }

    /// Characters that count, in team order, the NPC last.
    #[inline]
    pub(super) fn present(&self) -> impl Iterator<Item = Who> + Clone + '_ {
        (0..CHARACTERS as u8).map(Who).filter(|&who| self.is_present(who))
    }

    /// Player characters that count.
    #[inline]
    pub(super) fn present_players(&self) -> impl Iterator<Item = Who> + Clone + '_ {
        self.players().filter(|&who| self.is_present(who))
    }

    /// Characters that count and stand on a hex.
    #[inline]
    pub(super) fn indoors(&self) -> impl Iterator<Item = Who> + Clone + '_ {
        self.present().filter(|&who| self.get(who).at < EXIT)
    }

    /// Characters that count and stand there.
    #[inline]
    pub(super) fn on(&self, spot: Spot) -> impl Iterator<Item = Who> + Clone + '_ {
        self.present().filter(move |&who| self.get(who).at == spot)
    }

    /// The card of a player character; none of the NPC.
    #[inline]
    pub(super) fn card(&self, who: Who) -> Option<&'static CardRow> {
        (!who.is_npc()).then(|| self.tables().card(self.team[who.index()].card))
    }

    #[inline]
    pub(super) fn has_ability(&self, who: Who, ability: Ability) -> bool {
        self.card(who).is_some_and(|card| card.has(ability))
    }

    /// MH5.5d: a character pays ideas for something.
    pub(super) fn pay_ideas(&mut self, who: Who, ideas: u8) {
        let character = self.get_mut(who);
        character.ideas -= ideas;
        character.done |= done::BROKE_SILENCE;
    }

    /// MH10.20: ideas have no upper limit that a heist reaches.
    pub(super) fn gain_ideas(&mut self, who: Who, ideas: u8) {
        let character = self.get_mut(who);
        character.ideas = character.ideas.saturating_add(ideas);
    }

    // --- Where.

    /// The tile of a spot.
    ///
    /// # Panics
    /// If it is nowhere, or an Exit that does not exist.
    #[inline]
    pub(super) fn tile(&self, spot: Spot) -> Tile {
        if spot < EXIT {
            self.scenario().hex_tile(usize::from(spot))
        } else {
            let exit = self.exits[usize::from(spot - EXIT)];
            exit.space.expect("an Exit in use has a space")
        }
    }

    /// The hex of a tile, if one is there.
    #[inline]
    pub(super) fn hex_at(&self, tile: Tile) -> Option<usize> {
        let hex = self.scenario().hex_number(tile)?;
        (self.plan().present() & 1 << hex != 0).then_some(hex)
    }

    /// The spot of a tile: the hex or the Exit there.
    pub(super) fn spot(&self, tile: Tile) -> Option<Spot> {
        let exit = || self.exit_spots().find(|&spot| self.tile(spot) == tile);
        self.hex_at(tile).map(|hex| hex as Spot).or_else(exit)
    }

    /// All Exits.
    #[inline]
    pub(super) fn exit_spots(&self) -> impl Iterator<Item = Spot> + Clone + use<> {
        (0..self.exit_count).map(|number| EXIT + number)
    }

    /// The hex that an Exit opens to, if it is still there.
    #[inline]
    pub(super) fn opened_hex(&self, exit: Spot) -> Option<usize> {
        let hex = self.exits[usize::from(exit - EXIT)].hex;
        (self.plan().present() & 1 << hex != 0).then_some(usize::from(hex))
    }

    /// The side that an Exit opens to.
    pub(super) fn opens(&self, exit: Spot) -> Side {
        let (space, hex) = (self.tile(exit).place(), self.exits[usize::from(exit - EXIT)].hex);
        let hex = self.plan().hex(usize::from(hex));
        let side = Side::ALL.into_iter().find(|&side| space.beside(side) == hex);
        side.expect("an Exit touches its hex")
    }

    /// MH1b: the Exits that open to a hex.
    #[inline]
    pub(super) fn exits_at(&self, hex: usize) -> impl Iterator<Item = Spot> + Clone + '_ {
        self.exit_spots()
            .filter(move |&spot| usize::from(self.exits[usize::from(spot - EXIT)].hex) == hex)
    }

    /// The space of an Exit piece, at a place beside the map.
    pub(super) fn has_exit_at(&self, place: Hex) -> bool {
        self.exit_spots().any(|spot| self.tile(spot).place() == place)
    }

    /// MH1a, MH1b: the hexes adjacent to a spot; none of a spot that is nowhere.
    #[inline]
    pub(super) fn beside(&self, spot: Spot) -> u32 {
        match spot {
            NOWHERE => 0,
            EXIT.. => self.opened_hex(spot).map_or(0, |hex| 1 << hex),
            hex => self.plan().neighbours(usize::from(hex)),
        }
    }

    /// The hex of a spot and those adjacent.
    #[inline]
    pub(super) fn on_or_beside(&self, spot: Spot) -> u32 {
        self.beside(spot) | if spot < EXIT { 1 << spot } else { 0 }
    }

    /// Whether two spots are adjacent.
    pub(super) fn are_adjacent(&self, first: Spot, second: Spot) -> bool {
        if second < EXIT {
            self.beside(first) & 1 << second != 0
        } else {
            first < EXIT && self.opened_hex(second) == Some(usize::from(first))
        }
    }

    /// MH1c: the distance between spots, from and to an Exit one more than from and to the hex that it opens to; `None`
    /// without a way.
    pub(super) fn distance(&self, from: Spot, to: Spot) -> Option<u8> {
        if from == to {
            return Some(0);
        }
        let inside = |spot: Spot| match spot {
            NOWHERE => None,
            EXIT.. => self.opened_hex(spot).map(|hex| (hex, 1)),
            hex => Some((usize::from(hex), 0)),
        };
        let ((from, first), (to, last)) = (inside(from)?, inside(to)?);
        let steps = self.plan().distance(from, to);
        (steps != crate::board::hexes::NO_WAY).then_some(steps + first + last)
    }

    /// MH1c, MH7.2r, H50: the straight lines from a spot; from an Exit only the direction that it opens to.
    pub(super) fn line_sides(&self, spot: Spot) -> impl Iterator<Item = Side> + use<> {
        let only = (spot >= EXIT).then(|| self.opens(spot));
        Side::ALL
            .into_iter()
            .filter(move |&side| only.is_none_or(|only| only == side))
    }

    /// The hex so many steps away in a direction, if one is there; H32: gaps between do not matter.
    pub(super) fn along(&self, spot: Spot, side: Side, steps: u8) -> Option<usize> {
        let (q, r) = side.step();
        let from = self.tile(spot).place();
        self.plan().at(Hex {
            q: from.q + q * steps as i8,
            r: from.r + r * steps as i8,
        })
    }

    /// The hexes of which something holds, out of those that are there.
    #[inline]
    pub(super) fn hexes_with(&self, holds: impl Fn(&Ground) -> bool) -> u32 {
        // Over all hexes without a branch, so that many are looked at at once.
        let grounds = self.ground.iter().enumerate();
        let fit = grounds.fold(0, |set, (hex, ground)| set | u32::from(holds(ground)) << hex);
        fit & self.plan().present()
    }

    /// MH3.1a: whether nobody may enter: an active Lock, a Remote Lock ring or a keycard door.
    #[inline]
    pub(super) fn is_barred(&self, hex: usize) -> bool {
        self.ground[hex].locks.active() > 0 || (self.rings | self.doors) & 1 << hex != 0
    }

    /// MH6.7a: whether a spot is under a Remote Lock ring.
    #[inline]
    pub(super) fn is_ringed(&self, spot: Spot) -> bool {
        spot < EXIT && self.rings & 1 << spot != 0
    }

    /// MH3.1a: what stands on a hex as the scenario has it, also when it has been removed.
    #[inline]
    pub(super) fn fixture(&self, hex: usize) -> Fixture {
        self.scenario().squares[hex].fixture
    }

    /// MH6.5a: the hex of the next gate.
    pub(super) fn next_gate(&self) -> Option<usize> {
        let letter = self.closed_gates;
        members(self.plan().present()).find(|&hex| self.fixture(hex) == Fixture::Gate(letter))
    }

    // --- Loot.

    /// The place of a character's loot.
    #[inline]
    pub(super) const fn held_by(who: Who) -> Place {
        HELD + who.0
    }

    /// The piece of a slot; none of a slot that the scenario does not use.
    #[inline]
    pub(super) fn piece_in(&self, slot: usize) -> Option<Piece> {
        self.scenario().piece_slots[slot]
    }

    /// The slots of pieces that lie in a place.
    #[inline]
    pub(super) fn slots_at(&self, place: Place) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..PIECES).filter(move |&slot| self.pieces[slot] == place)
    }

    /// The slots of equal pieces in a place.
    pub(super) fn slots_of(&self, piece: Piece, place: Place) -> impl Iterator<Item = usize> + Clone + '_ {
        self.slots_at(place)
            .filter(move |&slot| self.piece_in(slot) == Some(piece))
    }

    /// MH3.3e, H44: whether a card is the one that a character starts with.
    pub(super) fn is_starting_item(&self, slot: usize) -> bool {
        let piece = self.piece_in(slot);
        let is_first = slot == 0 || self.piece_in(slot - 1) != piece;
        let starts = |who: Who| {
            self.card(who)
                .is_some_and(|card| card.starts_with.map(Piece::Item) == piece)
        };
        piece.is_some() && is_first && slot < ITEM_SLOTS - 2 && self.players().any(starts)
    }

    /// H44: whether a card is a further copy of an item that a character starts with.
    pub(super) fn is_spare(&self, slot: usize) -> bool {
        let first = (0..=slot).find(|&first| self.piece_in(first) == self.piece_in(slot));
        first.is_some_and(|first| first < slot && self.is_starting_item(first))
    }

    /// How many pieces like this one lie in a place; of cash the $k.
    pub(super) fn count_at(&self, piece: Piece, place: Place) -> u8 {
        match piece {
            Piece::Cash(_) => self.cash_at[usize::from(place)],
            _ if !self.pieces.contains(&place) => 0,
            piece => self.slots_of(piece, place).count() as u8,
        }
    }

    /// Whether a character holds such a piece.
    #[inline]
    pub(super) fn holds(&self, who: Who, piece: Piece) -> bool {
        self.count_at(piece, Self::held_by(who)) > 0
    }

    /// Whether anything lies in a place.
    #[inline]
    pub(super) fn has_loot(&self, place: Place) -> bool {
        self.cash_at[usize::from(place)] > 0 || self.pieces.contains(&place)
    }

    /// The different pieces in a place in the order of E22, cash as one piece.
    pub(super) fn pieces_at(&self, place: Place) -> impl Iterator<Item = Piece> + use<> {
        let cash = self.cash_at[usize::from(place)];
        let here = self.slots_at(place).filter_map(|slot| self.piece_in(slot));
        let set = here.fold(0u32, |set, piece| set | 1 << piece.rank());
        let cash = (cash > 0).then_some(Piece::Cash(cash));
        let others = crate::board::hexes::members(set).filter_map(|rank| Piece::of_rank(rank as u8));
        cash.into_iter().chain(others)
    }

    /// Some $k come to a place, from the supply.
    pub(super) fn add_cash(&mut self, place: Place, amount: u8) {
        let cash = &mut self.cash_at[usize::from(place)];
        *cash = cash.saturating_add(amount);
    }

    /// A piece goes from one place to another; cash in its amount, and to no place at all if it is lost. Of several
    /// cards of an item one that was not used this round goes first, a starting item last.
    pub(super) fn move_piece(&mut self, piece: Piece, from: Place, to: Place) {
        if let Piece::Cash(amount) = piece {
            self.cash_at[usize::from(from)] -= amount;
            if usize::from(to) < HEAPS {
                self.add_cash(to, amount);
            }
            return;
        }
        let slots = self.slots_of(piece, from);
        let first = slots.min_by_key(|&slot| (self.used_items & 1 << slot != 0, self.is_starting_item(slot)));
        debug_assert!(first.is_some(), "no {piece:?} in place {from}");
        if let Some(slot) = first {
            self.move_slot(slot, to);
        }
    }

    /// The piece of a slot goes to a place.
    pub(super) fn move_slot(&mut self, slot: usize, to: Place) {
        self.move_slots(1 << slot, to);
    }

    /// The pieces of some slots go to a place together: copies change their slots only when all are there.
    pub(super) fn move_slots(&mut self, slots: u32, to: Place) {
        for slot in members(slots) {
            self.pieces[slot] = to;
        }
        if to == OUT {
            self.used_items &= !slots;
            self.leaving_items &= !slots;
        }
        members(slots).for_each(|slot| self.sort_copies(slot));
    }

    /// Equal pieces stand in one order, so that states that differ only in which one is where are equal.
    pub(super) fn sort_copies(&mut self, slot: usize) {
        let piece = self.piece_in(slot);
        let mut copies = [0; PIECES];
        let mut count = 0;
        for other in (0..PIECES).filter(|&other| self.piece_in(other) == piece && !self.is_starting_item(other)) {
            copies[count] = other;
            count += 1;
        }
        for end in (1..count).rev() {
            for place in 0..end {
                let (a, b) = (copies[place], copies[place + 1]);
                if self.copy_rank(a) > self.copy_rank(b) {
                    self.swap_copies(a, b);
                }
            }
        }
    }

    fn copy_rank(&self, slot: usize) -> (Place, bool, bool) {
        let is_in = |set: u32| set & 1 << slot != 0;
        (self.pieces[slot], is_in(self.used_items), is_in(self.leaving_items))
    }

    fn swap_copies(&mut self, a: usize, b: usize) {
        self.pieces.swap(a, b);
        for set in [&mut self.used_items, &mut self.leaving_items] {
            if (*set >> a ^ *set >> b) & 1 != 0 {
                *set ^= 1 << a | 1 << b;
            }
        }
    }

    /// Everything in one place goes to another, or out of the game.
    pub(super) fn move_all(&mut self, from: Place, to: Place) {
        let cash = std::mem::take(&mut self.cash_at[usize::from(from)]);
        if usize::from(to) < HEAPS {
            self.add_cash(to, cash);
        }
        let here = self.slots_at(from).fold(0u32, |set, slot| set | 1 << slot);
        self.move_slots(here, to);
    }

    // --- The bag and the deck.

    /// Chits in the bag.
    #[inline]
    pub(super) fn bag_size(&self) -> u8 {
        self.bag.iter().sum()
    }

    /// MH4.5a: the Active Event, while it lasts.
    pub(super) fn event(&self) -> Option<Event> {
        Event::ALL.get(usize::from(self.active_event)).copied()
    }
}
