//! The cards: Crew kinds and faces, Rewards (sections 2 and 7), and small sets of them.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Copies of each kind (CC7.1).
pub const COPIES: u8 = 3;
/// Crew cards in all.
pub const CREW: usize = Kind::ALL.len() * COPIES as usize;

/// A kind of Crew; copies of one kind are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// crew:fcg, CC7.1a, CC7.1j: turns a Diamond.
    Fcg,
    /// crew:fixer, CC7.1b: +1 for each other Heart.
    Fixer,
    /// crew:thief, CC7.1c, CC7.1k: lets the next player see the Reward.
    Thief,
    /// crew:grifter, CC7.1d: -1 for each Spade.
    Grifter,
    /// crew:chetney, CC7.1e: 6 or 9.
    Chetney,
    /// crew:muscle, CC7.1f, CC7.1o: discards an odd Crew.
    Muscle,
    /// crew:mastermind, CC7.1g, CC7.1p: may cover the Risk.
    Mastermind,
    /// crew:insider, CC7.1h, CC7.1q: 10, or 01 when turned.
    Insider,
}

/// What a Crew card shows beside its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// On fcg and mastermind.
    Club,
    /// On fixer and grifter.
    Heart,
    /// On thief and muscle.
    Spade,
    /// On chetney and insider.
    Diamond,
}

impl Kind {
    /// All kinds, in the order of the card list.
    pub const ALL: [Kind; 8] = [
        Kind::Fcg,
        Kind::Fixer,
        Kind::Thief,
        Kind::Grifter,
        Kind::Chetney,
        Kind::Muscle,
        Kind::Mastermind,
        Kind::Insider,
    ];

    /// The name in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Fcg => "fcg",
            Kind::Fixer => "fixer",
            Kind::Thief => "thief",
            Kind::Grifter => "grifter",
            Kind::Chetney => "chetney",
            Kind::Muscle => "muscle",
            Kind::Mastermind => "mastermind",
            Kind::Insider => "insider",
        }
    }

    /// The icon on both ends of the card (CC7.1).
    pub const fn icon(self) -> Icon {
        match self {
            Kind::Fcg | Kind::Mastermind => Icon::Club,
            Kind::Fixer | Kind::Grifter => Icon::Heart,
            Kind::Thief | Kind::Muscle => Icon::Spade,
            Kind::Chetney | Kind::Insider => Icon::Diamond,
        }
    }
}

/// A Crew card as it lies in play (CC7.1i).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Face {
    /// 2.
    Fcg,
    /// 3.
    Fixer,
    /// 4.
    Thief,
    /// 5.
    Grifter,
    /// 6.
    Chetney6,
    /// 9.
    Chetney9,
    /// 7.
    Muscle,
    /// 8, in the row.
    Mastermind,
    /// 8, on the Risk card: in play, but its number is not in the Crew score.
    Cover,
    /// 10.
    Insider10,
    /// 1.
    Insider01,
}

impl Face {
    /// All faces, in the order of the kinds.
    pub const ALL: [Face; 11] = [
        Face::Fcg,
        Face::Fixer,
        Face::Thief,
        Face::Grifter,
        Face::Chetney6,
        Face::Chetney9,
        Face::Muscle,
        Face::Mastermind,
        Face::Cover,
        Face::Insider10,
        Face::Insider01,
    ];

    /// The name in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Face::Chetney6 => "chetney6",
            Face::Chetney9 => "chetney9",
            Face::Cover => "mastermind@risk",
            Face::Insider10 => "insider10",
            Face::Insider01 => "insider01",
            _ => self.kind().name(),
        }
    }

    /// The kind of the card.
    pub const fn kind(self) -> Kind {
        match self {
            Face::Fcg => Kind::Fcg,
            Face::Fixer => Kind::Fixer,
            Face::Thief => Kind::Thief,
            Face::Grifter => Kind::Grifter,
            Face::Chetney6 | Face::Chetney9 => Kind::Chetney,
            Face::Muscle => Kind::Muscle,
            Face::Mastermind | Face::Cover => Kind::Mastermind,
            Face::Insider10 | Face::Insider01 => Kind::Insider,
        }
    }

    /// The upright number, the only one that counts.
    pub const fn number(self) -> i32 {
        match self {
            Face::Fcg => 2,
            Face::Fixer => 3,
            Face::Thief => 4,
            Face::Grifter => 5,
            Face::Chetney6 => 6,
            Face::Chetney9 => 9,
            Face::Muscle => 7,
            Face::Mastermind | Face::Cover => 8,
            Face::Insider10 => 10,
            Face::Insider01 => 1,
        }
    }

    /// Whether the upright number is odd; modifiers never change that.
    pub const fn is_odd(self) -> bool {
        self.number() % 2 == 1
    }

    /// The face after a turn, of the Diamonds: 6 and 9, 10 and 01. The card keeps its kind and icon (CC10.2.9).
    pub const fn turned(self) -> Option<Face> {
        match self {
            Face::Chetney6 => Some(Face::Chetney9),
            Face::Chetney9 => Some(Face::Chetney6),
            Face::Insider10 => Some(Face::Insider01),
            Face::Insider01 => Some(Face::Insider10),
            _ => None,
        }
    }
}

/// A Reward, with the Complication it brings from the next heist on (CC7.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Reward {
    /// rewards:gloomscale, CC7.2a: -4 while no Spade is in play.
    Gloomscale,
    /// rewards:marionette, CC7.2b: -2 per Diamond.
    Marionette,
    /// rewards:hidden_eye, CC7.2c: kinds in play twice or more are discarded before scoring.
    HiddenEye,
    /// rewards:coin, CC7.2d: +1 per odd Crew.
    Coin,
    /// rewards:mask, CC7.2e: what shows the lowest number is discarded before scoring.
    Mask,
    /// rewards:journal, CC7.2f: +2 per Club.
    Journal,
    /// rewards:gnarlrock, CC7.2g: every Diamond turns before scoring.
    Gnarlrock,
    /// rewards:bloom, CC7.2h: +1 per even Crew if a Heart is in play.
    Bloom,
    /// rewards:weave_lens, CC7.2i: ties are lost.
    WeaveLens,
}

impl Reward {
    /// All Rewards, in the order of the card list.
    pub const ALL: [Reward; 9] = [
        Reward::Gloomscale,
        Reward::Marionette,
        Reward::HiddenEye,
        Reward::Coin,
        Reward::Mask,
        Reward::Journal,
        Reward::Gnarlrock,
        Reward::Bloom,
        Reward::WeaveLens,
    ];

    /// The name in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Reward::Gloomscale => "gloomscale",
            Reward::Marionette => "marionette",
            Reward::HiddenEye => "hidden_eye",
            Reward::Coin => "coin",
            Reward::Mask => "mask",
            Reward::Journal => "journal",
            Reward::Gnarlrock => "gnarlrock",
            Reward::Bloom => "bloom",
            Reward::WeaveLens => "weave_lens",
        }
    }

    /// What it adds to the Risk for the difficulty (CC7.2, H13).
    pub const fn value(self) -> i32 {
        match self {
            Reward::Gloomscale | Reward::Marionette => 5,
            Reward::HiddenEye | Reward::Coin | Reward::Mask => 6,
            Reward::Journal | Reward::Gnarlrock | Reward::Bloom => 7,
            Reward::WeaveLens => 8,
        }
    }
}

/// Names, for `Display`, `FromStr` and serde.
macro_rules! named {
    ($type:ident) => {
        impl Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<$type, String> {
                $type::ALL
                    .into_iter()
                    .find(|item| item.name() == text)
                    .ok_or_else(|| {
                        let known: Vec<&str> = $type::ALL.iter().map(|item| item.name()).collect();
                        format!("`{text}`, expected one of {}", known.join(", "))
                    })
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?
                    .parse()
                    .map_err(serde::de::Error::custom)
            }
        }
    };
}

named!(Kind);
named!(Face);
named!(Reward);

/// The low bit of every pair of a [`Crew`] or [`Row`].
const LOW: u32 = 0x5555_5555;

/// How many things two-bit counts add up to.
#[inline]
const fn total(counts: u32) -> u32 {
    (counts & LOW).count_ones() + 2 * (counts >> 1 & LOW).count_ones()
}

/// Crew cards by kind: up to three of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Crew(u16);

impl Crew {
    /// No card.
    pub const EMPTY: Crew = Crew(0);
    /// All 24 cards.
    pub const ALL_CARDS: Crew = Crew(0xffff);

    /// How many cards of a kind.
    #[inline]
    pub const fn count(self, kind: Kind) -> u8 {
        (self.0 >> (2 * kind as u8) & 3) as u8
    }

    /// How many cards.
    #[inline]
    pub const fn len(self) -> usize {
        total(self.0 as u32) as usize
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One more card of a kind; there must be fewer than three.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        debug_assert!(self.count(kind) < COPIES);
        self.0 += 1 << (2 * kind as u8);
    }

    /// One card of a kind less; there must be one.
    #[inline]
    pub fn remove(&mut self, kind: Kind) {
        debug_assert!(self.count(kind) > 0);
        self.0 -= 1 << (2 * kind as u8);
    }

    /// With the cards of another, no more than three of a kind together.
    #[inline]
    pub const fn with(self, other: Crew) -> Crew {
        Crew(self.0 + other.0)
    }

    /// Without the cards of another, which must all be here.
    #[inline]
    pub const fn without(self, other: Crew) -> Crew {
        // Every pair of bits is at least the other's, so nothing is borrowed between them.
        Crew(self.0 - other.0)
    }

    /// The different kinds, in their order.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        let mut left = (u32::from(self.0) | u32::from(self.0) >> 1) & LOW;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let kind = Kind::ALL[left.trailing_zeros() as usize / 2];
            left &= left - 1;
            Some(kind)
        })
    }

    /// Every card, in the order of the kinds.
    pub fn cards(self) -> impl Iterator<Item = Kind> {
        Kind::ALL
            .into_iter()
            .flat_map(move |kind| (0..self.count(kind)).map(move |_| kind))
    }

    /// The card at a place below [`len`](Crew::len), counted through the kinds.
    #[inline]
    pub fn nth(self, place: u32) -> Kind {
        let mut left = place;
        for kind in Kind::ALL {
            let count = u32::from(self.count(kind));
            if left < count {
                return kind;
            }
            left -= count;
        }
        Kind::Insider
    }

    /// The counts, two bits per kind, the first kind lowest.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

impl FromIterator<Kind> for Crew {
    fn from_iter<T: IntoIterator<Item = Kind>>(kinds: T) -> Crew {
        let mut crew = Crew::EMPTY;
        kinds.into_iter().for_each(|kind| crew.add(kind));
        crew
    }
}

/// The Crew in play, a multiset of faces, the covering Mastermind included; order never matters (CC6.1f).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Row(u32);

impl Row {
    /// Nothing in play.
    pub const EMPTY: Row = Row(0);

    /// How many cards show a face.
    #[inline]
    pub const fn count(self, face: Face) -> i32 {
        (self.0 >> (2 * face as u8) & 3) as i32
    }

    /// How many cards are in play.
    #[inline]
    pub const fn len(self) -> usize {
        total(self.0) as usize
    }

    /// Whether nothing is in play.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a face is in play.
    #[inline]
    pub const fn has(self, face: Face) -> bool {
        self.count(face) > 0
    }

    /// One more card of a face.
    #[inline]
    pub fn add(&mut self, face: Face) {
        debug_assert!(self.count(face) < i32::from(COPIES));
        self.0 += 1 << (2 * face as u8);
    }

    /// One card of a face less; there must be one.
    #[inline]
    pub fn remove(&mut self, face: Face) {
        debug_assert!(self.has(face));
        self.0 -= 1 << (2 * face as u8);
    }

    /// Takes out all cards of some faces.
    #[inline]
    pub fn remove_all(&mut self, faces: FaceSet) {
        self.0 &= !faces.0;
    }

    /// How many cards show one of some faces.
    #[inline]
    pub const fn count_of(self, faces: FaceSet) -> i32 {
        total(self.0 & faces.0) as i32
    }

    /// The different faces, in their order.
    #[inline]
    pub fn faces(self) -> impl Iterator<Item = Face> {
        let mut left = (self.0 | self.0 >> 1) & LOW;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let face = Face::ALL[left.trailing_zeros() as usize / 2];
            left &= left - 1;
            Some(face)
        })
    }

    /// The counts, two bits per face, the first face lowest.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }
}

impl FromIterator<Face> for Row {
    fn from_iter<T: IntoIterator<Item = Face>>(faces: T) -> Row {
        let mut row = Row::EMPTY;
        faces.into_iter().for_each(|face| row.add(face));
        row
    }
}

/// Some of the faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaceSet(u32);

impl FaceSet {
    /// The faces of an icon.
    pub const fn of_icon(icon: Icon) -> FaceSet {
        let (mut set, mut place) = (0, 0);
        while place < Face::ALL.len() {
            if Face::ALL[place].kind().icon() as u8 == icon as u8 {
                set |= 3 << (2 * place);
            }
            place += 1;
        }
        FaceSet(set)
    }

    /// The faces of a kind.
    pub const fn of_kind(kind: Kind) -> FaceSet {
        let (mut set, mut place) = (0, 0);
        while place < Face::ALL.len() {
            if Face::ALL[place].kind() as u8 == kind as u8 {
                set |= 3 << (2 * place);
            }
            place += 1;
        }
        FaceSet(set)
    }

    /// The faces with an odd number, or those with an even one.
    pub const fn of_parity(odd: bool) -> FaceSet {
        let (mut set, mut place) = (0, 0);
        while place < Face::ALL.len() {
            if Face::ALL[place].is_odd() == odd {
                set |= 3 << (2 * place);
            }
            place += 1;
        }
        FaceSet(set)
    }

    /// The faces with a number.
    pub const fn of_number(number: i32) -> FaceSet {
        let (mut set, mut place) = (0, 0);
        while place < Face::ALL.len() {
            if Face::ALL[place].number() == number {
                set |= 3 << (2 * place);
            }
            place += 1;
        }
        FaceSet(set)
    }
}

/// Some of the Rewards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rewards(u16);

impl Rewards {
    /// None.
    pub const EMPTY: Rewards = Rewards(0);
    /// All nine.
    pub const ALL: Rewards = Rewards((1 << Reward::ALL.len()) - 1);

    /// Whether a Reward is among them.
    #[inline]
    pub const fn has(self, reward: Reward) -> bool {
        self.0 >> reward as u8 & 1 == 1
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One more.
    #[inline]
    pub fn add(&mut self, reward: Reward) {
        self.0 |= 1 << reward as u8;
    }

    /// Those that are not among others.
    #[inline]
    pub const fn without(self, others: Rewards) -> Rewards {
        Rewards(self.0 & !others.0)
    }

    /// Every Reward, in their order.
    pub fn iter(self) -> impl Iterator<Item = Reward> {
        Reward::ALL.into_iter().filter(move |&reward| self.has(reward))
    }

    /// The set as bits, the first Reward lowest.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

impl FromIterator<Reward> for Rewards {
    fn from_iter<T: IntoIterator<Item = Reward>>(rewards: T) -> Rewards {
        let mut set = Rewards::EMPTY;
        rewards.into_iter().for_each(|reward| set.add(reward));
        set
    }
}
