//! What anybody may read off a state: agents, pictures and tests look through here.

use super::action::{Action, Commit, Piece, Who};
use super::components::{Ability, Crisis, Event, Fixer};
use super::frame::Frame;
use super::letters::{Letter, Letters};
use super::scenario::{Chit, DeckCard, Fixture};
use super::setup::Member;
use super::state::{BANKED, Chits, EXIT, MastersOfTheHeist, NOWHERE, Phase, Spot, Status, done, flag};
use super::tables::{CardRow, Edition};
use super::tile::Tile;
use crate::board::hexes::Side;

/// Chits of one kind on a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pair {
    /// Active, live or unsubdued ones.
    pub active: u8,
    /// Subdued, unlocked or disabled ones.
    pub inactive: u8,
}

impl From<Chits> for Pair {
    fn from(chits: Chits) -> Pair {
        Pair {
            active: chits.active(),
            inactive: chits.inactive(),
        }
    }
}

/// What becomes of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It takes part.
    Active,
    /// MH7.9a: an NPC that is not yet freed or captured.
    Inactive,
    /// It is out.
    Busted,
}

impl MastersOfTheHeist {
    /// Section 4: the part of the heist.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The number of the round, from 1; 0 before the first.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// MH2a.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// How many player characters there are.
    pub fn player_count(&self) -> usize {
        usize::from(self.player_count)
    }

    /// All characters in team order, the NPC last, whatever became of them.
    pub fn everyone(&self) -> impl Iterator<Item = Who> + use<> {
        self.everybody()
    }

    // --- Hexes, by their numbers on the plan.

    /// Whether a hex is not revealed.
    pub fn is_unrevealed(&self, hex: usize) -> bool {
        self.unrevealed & 1 << hex != 0
    }

    /// MH8g: the chit under an unrevealed hex, if this world knows it.
    pub fn hidden_chit(&self, hex: usize) -> Option<Chit> {
        self.is_unrevealed(hex).then(|| self.known_chit(Some(hex))).flatten()
    }

    /// Guards on a hex.
    pub fn guards(&self, hex: usize) -> Pair {
        self.ground[hex].guards.into()
    }

    /// Dogs on a hex.
    pub fn dogs(&self, hex: usize) -> Pair {
        self.ground[hex].dogs.into()
    }

    /// Locks on a hex.
    pub fn locks(&self, hex: usize) -> Pair {
        self.ground[hex].locks.into()
    }

    /// Cameras on a hex.
    pub fn cameras(&self, hex: usize) -> Pair {
        self.ground[hex].cameras.into()
    }

    /// What stands on a hex still.
    pub fn fixture_on(&self, hex: usize) -> Fixture {
        let bit = 1 << hex;
        match self.fixture(hex) {
            Fixture::KeycardDoor if self.doors & bit == 0 => Fixture::None,
            Fixture::Watchtower if self.towers & bit == 0 => Fixture::None,
            Fixture::Reinforcements if self.reinforcements & bit == 0 => Fixture::None,
            Fixture::Safe if self.is_set(flag::SAFE_OPEN) => Fixture::None,
            fixture => fixture,
        }
    }

    /// MH6.7a: the letter of the ring on a hex, 0 for X and 1 for Y.
    pub fn ring(&self, hex: usize) -> Option<u8> {
        let letter = self.scenario().squares[hex].ring;
        letter.filter(|_| self.rings & 1 << hex != 0)
    }

    /// MH7.8g: whether an idea token lies on a hex.
    pub fn has_idea_token(&self, hex: usize) -> bool {
        self.idea_tokens & 1 << hex != 0
    }

    /// Loot on a hex, equal pieces as often as they lie there, cash as one piece.
    pub fn loot_on(&self, hex: usize) -> Vec<Piece> {
        self.loot_in(hex as u8)
    }

    fn loot_in(&self, place: u8) -> Vec<Piece> {
        let repeat = |piece: Piece| {
            let count = if let Piece::Cash(_) = piece {
                1
            } else {
                self.count_at(piece, place)
            };
            std::iter::repeat_n(piece, usize::from(count))
        };
        self.pieces_at(place).flat_map(repeat).collect()
    }

    /// MH7.6d: Guards and Dogs of a hex that are subdued by a Flashbang until the end of the Event.
    pub fn flashed(&self, hex: usize) -> [u8; 2] {
        let marks = Chits(if self.phase == Phase::Escape {
            0
        } else {
            self.marks[hex]
        });
        [marks.active(), marks.inactive()]
    }

    /// The Exits, each with the side that it opens to.
    pub fn exits(&self) -> impl Iterator<Item = (Tile, Side)> + '_ {
        self.exit_spots().map(|spot| (self.tile(spot), self.opens(spot)))
    }

    // --- The team.

    /// MH8a: chits of a kind in the bag.
    pub fn in_bag(&self, chit: Chit) -> u8 {
        self.bag[chit.index()]
    }

    /// MH5.3j: Consultant blanks left.
    pub fn blanks(&self) -> u8 {
        self.blanks
    }

    /// The deck, the top card first.
    pub fn deck_cards(&self) -> &[DeckCard] {
        self.deck.cards()
    }

    /// MH4.6a: Crises that wait.
    pub fn crisis_queue(&self) -> &[Crisis] {
        self.deck.queue()
    }

    /// MH4.5a: the Active Event, while it lasts.
    pub fn active_event(&self) -> Option<Event> {
        self.event()
    }

    /// MH5.6a: the position of the noise marker.
    pub fn marker(&self) -> u8 {
        self.marker
    }

    /// MH4.3b: noise of the round that is not yet applied.
    pub fn owed_noise_count(&self) -> u8 {
        self.owed
    }

    /// MH5.6a: Diversion tokens left.
    pub fn diversions(&self) -> u8 {
        self.diversions
    }

    /// MH4.4d.
    pub fn has_overshot(&self) -> bool {
        self.deck.overshoot()
    }

    /// MH7.5b.
    pub fn is_panicked(&self) -> bool {
        self.is_set(flag::PANIC)
    }

    /// MH7.2o.
    pub fn is_footage_looped(&self) -> bool {
        self.is_set(flag::LOOP_FOOTAGE)
    }

    /// MH7.6f.
    pub fn is_whistle_blown(&self) -> bool {
        self.is_set(flag::WHISTLE)
    }

    /// MH5.5a: cracks of the closed safe.
    pub fn cracks(&self) -> u8 {
        self.cracks
    }

    /// Team cash in $k, without what is banked in this heist.
    pub fn team_cash(&self) -> u16 {
        self.cash
    }

    /// Loot banked in this heist.
    pub fn banked(&self) -> Vec<Piece> {
        self.loot_in(BANKED)
    }

    /// MH5.3j: the chit that the Consultant may replace.
    pub fn drawn_chit(&self) -> Option<Chit> {
        match self.stack.top() {
            Frame::AskConsultant(_, chit) => Some(chit),
            _ => None,
        }
    }

    /// The hex whose chit is drawn now, or that the Consultant may clear.
    pub fn drawn_hex(&self) -> Option<usize> {
        match self.stack.top() {
            Frame::DrawChit(hex) | Frame::AskConsultant(hex, _) => Some(usize::from(hex)),
            _ => None,
        }
    }

    /// The character whose die is rolled now.
    pub fn roller(&self) -> Option<Who> {
        match self.stack.top() {
            Frame::DrawDie(who) | Frame::DrawDitch(who, _) => Some(who),
            _ => None,
        }
    }

    /// MH6.6h: the route of a last ditch so far, while it is asked or rolled for.
    pub fn last_ditch_route(&self) -> Option<Vec<Action>> {
        matches!(self.stack.top(), Frame::AskRoute(_) | Frame::DrawDitch(..)).then(|| self.route())
    }

    /// MH7.10d: the starting Guards of the parking garage: how many there are, and how many of them were subdued in
    /// this round.
    pub fn starting_guards(&self) -> [u32; 2] {
        let starters = self.starters.at.iter().filter(|&&at| at != NOWHERE);
        let fresh = self.starters.subdued & self.starters.fresh;
        [starters.count() as u32, fresh.count_ones()]
    }

    /// H83: the hex on which the team says which Guard is subdued, a starting one or one that came later.
    pub fn chooses_guard_on(&self) -> Option<usize> {
        match self.stack.top() {
            Frame::AskGuard(_, hex) => Some(usize::from(hex)),
            _ => None,
        }
    }

    /// H82: whether a player character counts among those that the objective asks to escape: in county jobs only who
    /// started inside.
    pub fn counts_as_escaped(&self, who: Who) -> bool {
        !who.is_npc() && self.asked_to_escape() & 1 << who.0 != 0
    }

    /// MH7.8f: the stake of the Bookie in $k.
    pub fn stake_paid(&self) -> u8 {
        self.stake
    }

    /// MH3.1e: whether a fixer is available.
    pub fn is_available(&self, fixer: Fixer) -> bool {
        self.fixers & 1 << fixer.index() != 0
    }

    // --- Characters.

    /// The cards of a player character; none of the NPC.
    pub fn member(&self, who: Who) -> Option<Member> {
        (!who.is_npc()).then(|| self.team[who.index()])
    }

    /// The letters printed in an action of a character.
    pub fn letters_of(&self, who: Who, commit: Commit) -> Letters {
        self.printed_letters(who, commit)
    }

    fn at(&self, who: Who) -> Option<Spot> {
        Some(self.get(who).at).filter(|&at| at != NOWHERE)
    }

    /// The tile of a character; none before it has one, and when a gate has taken it.
    pub fn tile_of(&self, who: Who) -> Option<Tile> {
        self.at(who).map(|spot| self.tile(spot))
    }

    /// The hex of a character; none outdoors.
    pub fn hex_of(&self, who: Who) -> Option<usize> {
        self.at(who).filter(|&spot| spot < EXIT).map(usize::from)
    }

    /// What becomes of a character.
    pub fn standing(&self, who: Who) -> Standing {
        match self.get(who).status {
            Status::Active => Standing::Active,
            Status::Inactive | Status::Absent => Standing::Inactive,
            Status::Busted => Standing::Busted,
        }
    }

    /// Ideas of a character.
    pub fn ideas(&self, who: Who) -> u8 {
        self.get(who).ideas
    }

    /// MH4.1a: the die of a character in this round.
    pub fn die(&self, who: Who) -> Option<u8> {
        Some(self.get(who).die).filter(|&die| die > 0)
    }

    /// MH5.1b: what a character committed to in this round.
    pub fn committed(&self, who: Who) -> Option<Commit> {
        self.get(who).action
    }

    /// MH5.1c: sub-actions that a character has left.
    pub fn letters_left(&self, who: Who) -> impl Iterator<Item = (Letter, u8)> + '_ {
        let character = self.get(who);
        let all = Letter::OPTIONAL.into_iter();
        all.map(|letter| (letter, character.letter(letter)))
            .filter(|(_, count)| *count > 0)
    }

    /// Hexes with planning tokens of a character, as bits.
    pub fn tokens(&self, who: Who) -> u32 {
        self.get(who).tokens
    }

    /// Loot that a character holds.
    pub fn loot_of(&self, who: Who) -> Vec<Piece> {
        self.loot_in(Self::held_by(who))
    }

    /// Once-per-heist abilities that a character has used up.
    pub fn used_abilities(&self, who: Who) -> impl Iterator<Item = Ability> + use<> {
        let bits = self.get(who).done;
        let all = [
            (Ability::AlrightNewPlan, done::ALRIGHT_NEW_PLAN),
            (Ability::ChangeOfPlans, done::CHANGE_OF_PLANS),
            (Ability::GoodInAPinch, done::GOOD_IN_A_PINCH),
            (Ability::HasTheCode, done::HAS_THE_CODE),
            (Ability::ICanHazTehCodes, done::I_CAN_HAZ_TEH_CODES),
        ];
        all.into_iter()
            .filter(move |(_, bit)| bits & bit != 0)
            .map(|(ability, _)| ability)
    }

    /// What a character has paid for until the phase ends.
    pub fn effects(&self, who: Who) -> impl Iterator<Item = &'static str> + use<> {
        let character = self.get(who);
        let all = [
            ("better-ways", character.has_done(done::BETTER_WAYS)),
            ("larcenist", character.has_done(done::LARCENIST)),
            ("swindler", character.has_done(done::SWINDLER)),
            ("vent-crawl", self.has_vent(who)),
        ];
        all.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name)
    }

    /// MH6.6h: whether a character has used its last ditch.
    pub fn has_ditched(&self, who: Who) -> bool {
        self.get(who).has_done(done::DITCHED)
    }

    // --- The same without lists, for agents.

    /// The hexes on which a piece can be picked up, also from somebody who is Busted.
    pub fn hexes_of_piece(&self, piece: Piece) -> u32 {
        self.spots_of(piece).hexes
    }

    /// MH6.6j: the Exits on which a piece can be picked up, from somebody who is Busted, as bits of their numbers.
    pub fn exits_of_piece(&self, piece: Piece) -> u8 {
        self.spots_of(piece).exits
    }

    /// How many pieces like this one lie on a hex; of cash the $k. What somebody holds does not count.
    pub fn lying_count(&self, hex: usize, piece: Piece) -> u8 {
        self.count_at(piece, hex as u8)
    }

    /// How many pieces like this one a character holds; of cash the $k.
    pub fn held_count(&self, who: Who, piece: Piece) -> u8 {
        self.count_at(piece, Self::held_by(who))
    }

    /// How many pieces like this one are banked; of cash the $k.
    pub fn banked_count(&self, piece: Piece) -> u8 {
        self.count_at(piece, BANKED)
    }

    /// The card of a player character; none of the NPC.
    pub fn card_of(&self, who: Who) -> Option<&'static CardRow> {
        self.card(who)
    }

    /// The hex that each Exit opens to; none if a gate has removed it.
    pub fn exit_hexes(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        self.exit_spots().map(|exit| self.opened_hex(exit))
    }

    /// The Exit that a character stands on, by its number.
    pub fn exit_of(&self, who: Who) -> Option<usize> {
        self.at(who)
            .filter(|&spot| spot >= EXIT)
            .map(|spot| usize::from(spot - EXIT))
    }

    /// The Exit on a tile, by its number.
    pub fn exit_number(&self, tile: Tile) -> Option<usize> {
        self.exit_spots().position(|exit| self.tile(exit) == tile)
    }

    /// MH5.8a: whether it is asked what a character does next in the Action phase.
    pub fn asks_micro_action(&self) -> bool {
        matches!(self.stack.top(), Frame::AskMicro(_))
    }

    /// MH5.8a: whether it is asked who acts next in the Action phase.
    pub fn asks_actor(&self) -> bool {
        matches!(self.stack.top(), Frame::AskActor)
    }

    /// MH6.6b: whether it is asked who acts next in the Escape part.
    pub fn asks_escaper(&self) -> bool {
        matches!(self.stack.top(), Frame::AskEscaper)
    }

    /// MH6.6h: whether the route of a last ditch is being declared.
    pub fn declares_route(&self) -> bool {
        matches!(self.stack.top(), Frame::AskRoute(_))
    }
}
