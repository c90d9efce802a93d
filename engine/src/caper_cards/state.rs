//! The state: 64 flat bytes, and what anybody may read off them.

use super::action::Action;
use super::components::{CREW, Crew, Kind, Reward, Rewards, Row};
use super::table::Table;
use crate::game::{Node, Seat};
use crate::hash::append;

pub use super::table::SEATS;

/// Plays of a heist (CC4a).
pub const SLOTS: u8 = 4;
/// Plays of a game at most: five heists.
pub(super) const RECORD: usize = 20;
/// Rewards of the pile at most (CC3b).
pub(super) const REWARDS: usize = 5;
/// The bytes of the shuffled Crew, two places each.
pub(super) const ORDER_BYTES: usize = CREW / 2;
/// What is not known, or not there.
pub(super) const HOLE: u8 = u8::MAX;
/// A place of the shuffled Crew whose card is not known.
const UNKNOWN: u8 = 0xf;

/// What the game waits for (section 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    /// SETUP: the next card of a hand.
    Deal,
    /// SLOT: the next card is flipped.
    Flip,
    /// SLOT: the option of a flipped card.
    Option(Kind),
    /// SLOT: a card from hand.
    Hand,
    /// RESOLVE: a seat is shown the Reward.
    Peek(Seat),
    /// CHECK.
    Check,
    /// SUCCESS: this number of cards is still to be drawn.
    Draw(u8),
    /// WIN.
    Won,
    /// LOSS: the Crew score was below the difficulty, or equal to it with the Weave Lens.
    Short,
    /// LOSS: the Crew score was above 21.
    Bust,
}

/// A game of Caper Cards.
///
/// Its information states hold the hand of one seat and holes for the others'; all that was played is public and kept,
/// so an information state has perfect recall (CC8.2j). Which of one's own cards were drawn when is not kept: it says
/// nothing about hidden cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CaperCards {
    /// The hands of the seats in `known`, whose order means nothing (CC10.2.15); empty for the others.
    pub(super) hands: [Crew; SEATS],
    /// The Crew in play.
    pub(super) row: Row,
    /// Crew ever put into play or flipped, which nobody forgets and nothing brings back (H5).
    pub(super) gone: Crew,
    /// Sizes of all hands.
    pub(super) held: [u8; SEATS],
    /// Every play with its option and target, which are open to all (CC10.2.11), as a number of the action list;
    /// [`HOLE`] from `played` on.
    pub(super) record: [u8; RECORD],
    /// The shuffled Crew, four bits per card, where this state knows it: first the hands as dealt, then the flip row,
    /// then the deck. [`UNKNOWN`] where it does not, and where the card is gone from.
    pub(super) order: [u8; ORDER_BYTES],
    /// The Reward pile: those won, the current one, those to come; [`HOLE`] where unknown.
    pub(super) rewards: [u8; REWARDS],
    pub(super) seats: u8,
    /// The printed Risk, the same for the whole game (CC10.2.14).
    pub(super) risk: u8,
    /// The first Boss.
    pub(super) first: u8,
    /// Plays made.
    pub(super) played: u8,
    /// Heists won.
    pub(super) won: u8,
    /// Seats that were shown the Reward of this heist, as bits.
    pub(super) peeked: u8,
    /// Seats whose private knowledge this state holds, as bits.
    pub(super) known: u8,
    pub(super) phase: Phase,
}

impl CaperCards {
    // -----------------------------------------------------------------------------------------------------------------
    // What lies open

    /// The numbers of a game with this number of players.
    #[inline]
    pub fn table(&self) -> Table {
        Table::of(self.seats)
    }

    /// The printed Risk, 11 or 12.
    pub fn printed_risk(&self) -> i32 {
        self.risk.into()
    }

    /// Heists won so far.
    #[inline]
    pub fn heists_won(&self) -> usize {
        self.won.into()
    }

    /// Which play of the heist comes next, 0 to 3; 4 at the check and after it.
    #[inline]
    pub fn slot(&self) -> u8 {
        match self.phase {
            Phase::Won => SLOTS,
            _ => self.played - SLOTS * self.won,
        }
    }

    /// The seat that starts the heist (CC4n).
    #[inline]
    pub fn boss(&self) -> Seat {
        self.seat_after(self.first, self.heist())
    }

    /// The heist that the row belongs to, counted from 0: the one in play or, once the game is won, the last (CC9b).
    #[inline]
    pub(super) fn heist(&self) -> u8 {
        match self.phase {
            Phase::Won => self.won - 1,
            _ => self.won,
        }
    }

    /// The seat some places to the left of another (CC3f).
    #[inline]
    pub(super) fn seat_after(&self, seat: u8, places: u8) -> Seat {
        Seat((seat + places) % self.seats)
    }

    /// The Crew in play.
    #[inline]
    pub fn row(&self) -> Row {
        self.row
    }

    /// All Crew that anybody has seen in play or flipped, this heist's included (CC8.2b).
    pub fn gone(&self) -> Crew {
        self.gone
    }

    /// The Rewards won, oldest first: the Complications in force (CC6.3a).
    #[inline]
    pub fn complications(&self) -> impl Iterator<Item = Reward> + '_ {
        self.rewards[..self.won as usize]
            .iter()
            .map(|&code| Reward::ALL[code as usize])
    }

    /// The Complications in force as a set.
    #[inline]
    pub fn complication_set(&self) -> Rewards {
        self.complications().collect()
    }

    /// Every play so far, oldest first, with the seat that played the card or decided the flip, and whether it was
    /// flipped.
    pub fn plays(&self) -> impl DoubleEndedIterator<Item = Play> + '_ {
        let plays = self.record[..self.played as usize].iter().enumerate();
        plays.map(|(place, &code)| {
            let (heist, slot) = (place as u8 / SLOTS, place as u8 % SLOTS);
            Play {
                heist,
                slot,
                seat: self.actor(self.seat_after(self.first, heist), slot),
                is_flip: self.is_flip(slot),
                action: Action::ALL[code as usize],
            }
        })
    }

    /// The card that was flipped and waits for its option.
    pub fn flipped(&self) -> Option<Kind> {
        match self.phase {
            Phase::Option(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether a seat was shown the Reward of this heist (CC8.2e).
    #[inline]
    pub fn has_peeked(&self, seat: Seat) -> bool {
        self.peeked >> seat.0 & 1 == 1
    }

    /// The size of a seat's hand.
    #[inline]
    pub fn hand_size(&self, seat: Seat) -> usize {
        self.held[seat.index()].into()
    }

    /// Whom a card of this chance node comes to: who is dealt it, draws it, or is shown the Reward.
    pub fn receiver(&self) -> Option<Seat> {
        match self.phase {
            Phase::Deal => Some(self.dealt_seat()),
            Phase::Draw(left) => Some(self.drawing_seat(left)),
            Phase::Peek(seat) => Some(seat),
            _ => None,
        }
    }

    /// Who plays a slot of the current heist, 0 to 3, or decides its flip; and whether its card is flipped.
    pub fn plan(&self, slot: u8) -> (Seat, bool) {
        (self.actor(self.boss(), slot), self.is_flip(slot))
    }

    /// Cards left in the flip row.
    pub fn flip_row_size(&self) -> usize {
        match self.table().flip_row {
            0 => 0,
            row => usize::from(row) - self.flips(),
        }
    }

    /// Cards left in the deck: what is neither dealt nor in the flip row (CC3e). With four players they are never used.
    pub fn deck_size(&self) -> usize {
        let held: usize = self.held.iter().map(|&size| usize::from(size)).sum();
        // While hands are dealt, those to come are still in the deck.
        CREW - self.gone.len() - held - self.flip_row_size()
    }

    // -----------------------------------------------------------------------------------------------------------------
    // What this state knows beyond that

    /// The hand of a seat, if the state holds it.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Option<Crew> {
        self.knows(seat).then(|| self.hands[seat.index()])
    }

    /// The current Reward, if the state holds it.
    #[inline]
    pub fn current_reward(&self) -> Option<Reward> {
        self.reward_at(self.won.into())
    }

    /// The Rewards of the pile that are not revealed, the current one first, as far as the state holds them.
    pub fn known_pile(&self) -> impl Iterator<Item = Reward> + '_ {
        (self.revealed()..usize::from(self.table().heists)).map_while(|place| self.reward_at(place))
    }

    /// The cards to be dealt, flipped and drawn, in their order (the flip row first), as far as the state holds it.
    pub fn known_deck(&self) -> impl Iterator<Item = Kind> + '_ {
        self.places_left().map_while(|place| self.order_at(place))
    }

    /// The Reward that ended a heist, counted from 0, once it is revealed.
    pub fn revealed_reward(&self, heist: usize) -> Option<Reward> {
        (heist < self.revealed()).then(|| self.reward_at(heist)).flatten()
    }

    /// The Reward at a place of the pile, if the state holds it.
    #[inline]
    pub(super) fn reward_at(&self, place: usize) -> Option<Reward> {
        let code = self.rewards.get(place).copied().unwrap_or(HOLE);
        Reward::ALL.get(usize::from(code)).copied()
    }

    /// Whether the state holds what is private to a seat.
    #[inline]
    pub(super) fn knows(&self, seat: Seat) -> bool {
        self.known >> seat.0 & 1 == 1
    }

    /// CC8.3a, U: all Crew but what was put into play or flipped and the hands the state holds.
    #[inline]
    pub fn unseen_crew(&self) -> Crew {
        let held = self.hands.iter().fold(self.gone, |seen, &hand| seen.with(hand));
        Crew::ALL_CARDS.without(held)
    }

    /// CC8.3a, V: all Rewards but those revealed and the current one, if the state holds it.
    pub fn unseen_rewards(&self) -> Rewards {
        Rewards::ALL.without(self.seen_rewards())
    }

    /// The Rewards whose place in the pile the state knows.
    pub(super) fn seen_rewards(&self) -> Rewards {
        let known = self.rewards.iter().filter(|&&code| code != HOLE);
        known.map(|&code| Reward::ALL[code as usize]).collect()
    }

    /// How many Rewards of the pile everybody has seen: one for each heist that was checked (CC8.2c).
    pub(super) fn revealed(&self) -> usize {
        let is_lost = matches!(self.phase, Phase::Short | Phase::Bust);
        usize::from(self.won) + usize::from(is_lost)
    }

    // -----------------------------------------------------------------------------------------------------------------
    // The shuffled Crew

    /// The card at a place of the shuffled Crew, where the state knows it.
    #[inline]
    pub(super) fn order_at(&self, place: usize) -> Option<Kind> {
        let code = self.order[place / 2] >> (4 * (place % 2)) & 0xf;
        (code != UNKNOWN).then(|| Kind::ALL[code as usize])
    }

    #[inline]
    pub(super) fn set_order(&mut self, place: usize, card: Option<Kind>) {
        let code = card.map_or(UNKNOWN, |kind| kind as u8);
        let (byte, shift) = (&mut self.order[place / 2], 4 * (place % 2));
        *byte = *byte & !(0xf << shift) | code << shift;
    }

    /// Cards flipped so far.
    #[inline]
    pub(super) fn flips(&self) -> usize {
        let flipped = matches!(self.phase, Phase::Option(_));
        let heists = usize::from(self.won);
        // Slots of this heist whose card has been turned over.
        let slots = usize::from(self.slot()) + usize::from(flipped);
        match self.seats {
            1 if self.phase == Phase::Won => 2 * heists,
            1 => 2 * heists + slots.div_ceil(2),
            3 if self.phase == Phase::Won => heists,
            3 => heists + usize::from(slots > 0),
            _ => 0,
        }
    }

    /// Cards drawn so far.
    #[inline]
    fn draws(&self) -> usize {
        let each = usize::from(self.table().draws * self.seats);
        match self.phase {
            Phase::Draw(left) => each * usize::from(self.won) - usize::from(left),
            Phase::Won => each * usize::from(self.won - 1),
            _ => each * usize::from(self.won),
        }
    }

    /// Where the hands end in the shuffled Crew.
    #[inline]
    fn hands_end(&self) -> usize {
        usize::from(self.table().hand * self.seats)
    }

    /// The place of the next card dealt.
    #[inline]
    pub(super) fn deal_place(&self) -> usize {
        self.held.iter().map(|&size| usize::from(size)).sum()
    }

    /// The place of the next card flipped: from the flip row, left to right (H3), or the top of the deck.
    #[inline]
    pub(super) fn flip_place(&self) -> usize {
        self.hands_end() + self.flips()
    }

    /// The place of the next card drawn.
    #[inline]
    pub(super) fn draw_place(&self) -> usize {
        self.hands_end() + usize::from(self.table().flip_row) + self.draws()
    }

    /// The places whose cards have not been dealt, flipped or drawn, in their order.
    pub(super) fn places_left(&self) -> impl Iterator<Item = usize> + use<> {
        let (row, deck) = match self.phase {
            Phase::Deal => (self.deal_place()..CREW, CREW..CREW),
            _ if self.seats == 1 => {
                let row_end = self.hands_end() + usize::from(self.table().flip_row);
                (self.flip_place()..row_end, self.draw_place()..CREW)
            }
            _ => (self.flip_place() + self.draws()..CREW, CREW..CREW),
        };
        row.chain(deck)
    }

    // -----------------------------------------------------------------------------------------------------------------
    // Node and key

    /// One seat decides at a time, and nobody reacts to it (CC4h); a peek is no decision (CC5k), nor is anything else
    /// but a play and its option (CC5l).
    #[inline]
    pub(super) fn current_node(&self) -> Node {
        match self.phase {
            Phase::Hand | Phase::Option(_) => Node::Decision(self.actor(self.boss(), self.slot())),
            Phase::Deal | Phase::Flip | Phase::Peek(_) | Phase::Check | Phase::Draw(_) => Node::Chance,
            Phase::Won | Phase::Short | Phase::Bust => Node::Terminal,
        }
    }

    /// The key of everything that the rest of the game depends on: not the record, so that a row reached in two ways is
    /// one state.
    pub(super) fn hash_key(&self) -> u64 {
        let (phase, detail) = match self.phase {
            Phase::Deal => (0, 0),
            Phase::Flip => (1, 0),
            Phase::Option(kind) => (2, kind as u8),
            Phase::Hand => (3, 0),
            Phase::Peek(seat) => (4, seat.0),
            Phase::Check => (5, 0),
            Phase::Draw(left) => (6, left),
            Phase::Won => (7, 0),
            Phase::Short => (8, 0),
            Phase::Bust => (9, 0),
        };
        let hands = self
            .hands
            .iter()
            .fold(0u64, |word, hand| word << 16 | u64::from(hand.bits()));
        let [order @ .., a, b, c, d] = self.order;
        let [r0, r1, r2, r3, r4] = self.rewards;
        let [h0, h1, h2, h3] = self.held;
        append(
            0,
            &[
                hands,
                u64::from(self.row.bits()) | u64::from(self.gone.bits()) << 32 | u64::from(self.played) << 48,
                u64::from_le_bytes(order),
                u64::from_le_bytes([a, b, c, d, h0, h1, h2, h3]),
                u64::from_le_bytes([r0, r1, r2, r3, r4, phase, detail, self.won]),
                u64::from_le_bytes([self.seats, self.risk, self.first, self.peeked, self.known, 0, 0, 0]),
            ],
        )
    }
}

/// A play on record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    /// The heist, counted from 0.
    pub heist: u8,
    /// The slot, 0 to 3.
    pub slot: u8,
    /// Who played the card, or decided the option of the flip.
    pub seat: Seat,
    /// Whether the card was flipped: then the kind was nobody's choice.
    pub is_flip: bool,
    /// The card and its option.
    pub action: Action,
}

const _: () = assert!(size_of::<CaperCards>() <= 64);
