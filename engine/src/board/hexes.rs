//! Maps of hexes: axial coordinates, neighbours, distances, straight lines and outer sides.
//!
//! Hexes have their point at the top; q grows to the east and r downwards (Masters of the Heist, MH1c). A map never
//! changes; what is left of it after hexes were removed is another [`HexPlan`].

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::NotationError;

pub use super::squares as members;

/// The most hexes on a map, so that a set of them is a `u32`.
pub const MOST_HEXES: usize = 32;

/// No hex, where the number of one could stand.
pub const NO_HEX: u8 = u8::MAX;

/// The distance of hexes with no way between them.
pub const NO_WAY: u8 = u8::MAX;

/// The place of a hex, or of a piece beside the map, written `q,r`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hex {
    /// Grows to the east.
    pub q: i8,
    /// Grows downwards, to the south-east.
    pub r: i8,
}

impl Hex {
    /// Coordinates are at most this far from 0, so that sums and distances fit.
    pub const FARTHEST: i8 = 30;

    const RANGE: RangeInclusive<i8> = -Hex::FARTHEST..=Hex::FARTHEST;

    /// The place next to it on a side.
    pub const fn beside(self, side: Side) -> Hex {
        let (q, r) = side.step();
        Hex {
            q: self.q + q,
            r: self.r + r,
        }
    }

    /// Steps to another place on a plane full of hexes.
    pub const fn plain_distance(self, other: Hex) -> u8 {
        let (q, r) = ((self.q - other.q) as i32, (self.r - other.r) as i32);
        ((q.abs() + r.abs() + (q + r).abs()) / 2) as u8
    }

    /// The order of maps: by rows, from west to east.
    const fn reading_order(self) -> (i8, i8) {
        (self.r, self.q)
    }
}

impl Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

impl FromStr for Hex {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Hex, NotationError> {
        let number = |text: &str| {
            let number: i8 = text.parse().ok()?;
            // One text for each number: neither `+1` nor `01`.
            (Hex::RANGE.contains(&number) && number.to_string() == text).then_some(number)
        };
        let parsed = text.split_once(',').and_then(|(q, r)| {
            Some(Hex {
                q: number(q)?,
                r: number(r)?,
            })
        });
        parsed.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: format!("a hex: q and r from -{0} to {0}, such as 4,7", Hex::FARTHEST),
        })
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A side of a hex, and the direction across it (MH1c).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// (+1, 0).
    East,
    /// (+1, -1).
    NorthEast,
    /// (0, -1).
    NorthWest,
    /// (-1, 0).
    West,
    /// (-1, +1).
    SouthWest,
    /// (0, +1).
    SouthEast,
}

impl Side {
    /// All of them, from the east against the clock.
    pub const ALL: [Side; 6] = [
        Side::East,
        Side::NorthEast,
        Side::NorthWest,
        Side::West,
        Side::SouthWest,
        Side::SouthEast,
    ];

    /// The change of q and r.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Side::East => (1, 0),
            Side::NorthEast => (1, -1),
            Side::NorthWest => (0, -1),
            Side::West => (-1, 0),
            Side::SouthWest => (-1, 1),
            Side::SouthEast => (0, 1),
        }
    }

    /// The other direction.
    pub const fn opposite(self) -> Side {
        Side::ALL[(self as usize + 3) % 6]
    }

    /// The place in [`ALL`](Side::ALL).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The bit of sets of sides.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The name: `e`, `ne`, `nw`, `w`, `sw` or `se`.
    pub const fn name(self) -> &'static str {
        ["e", "ne", "nw", "w", "sw", "se"][self as usize]
    }
}

impl Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Side {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Side, NotationError> {
        let found = Side::ALL.into_iter().find(|side| side.name() == text);
        found.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a side of a hex: e, ne, nw, w, sw or se".to_owned(),
        })
    }
}

/// What is wrong with the hexes of a map.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HexMapError {
    /// None, or too many.
    #[error("{0} hexes, expected 1 to {MOST_HEXES}")]
    Count(usize),
    /// A hex that does not come after the one before it.
    #[error("hex {0} after {1}, expected rows from north to south, each from west to east, no hex twice")]
    Order(Hex, Hex),
    /// A hex that is too far from the others.
    #[error("hex {0}, expected q and r from -{limit} to {limit}", limit = Hex::FARTHEST)]
    Far(Hex),
}

/// A map, or what is left of it: which hexes there are and how they lie to each other.
///
/// Hexes are numbered in reading order, those that are gone included. Sets of hexes are bits of these numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexPlan {
    hexes: Vec<Hex>,
    present: u32,
    beside: [[u8; 6]; MOST_HEXES],
    neighbours: [u32; MOST_HEXES],
    distances: [[u8; MOST_HEXES]; MOST_HEXES],
    lines: [[u32; 6]; MOST_HEXES],
    outer_sides: [u8; MOST_HEXES],
}

impl HexPlan {
    /// The map of these hexes.
    ///
    /// # Errors
    /// If they are none, too many, too far out, or not in reading order.
    pub fn new(hexes: Vec<Hex>) -> Result<HexPlan, HexMapError> {
        if !(1..=MOST_HEXES).contains(&hexes.len()) {
            return Err(HexMapError::Count(hexes.len()));
        }
        let is_far = |hex: &&Hex| !Hex::RANGE.contains(&hex.q) || !Hex::RANGE.contains(&hex.r);
        if let Some(hex) = hexes.iter().find(is_far) {
            return Err(HexMapError::Far(*hex));
        }
        let wrong = hexes
            .windows(2)
            .find(|pair| pair[0].reading_order() >= pair[1].reading_order());
        if let Some(pair) = wrong {
            return Err(HexMapError::Order(pair[1], pair[0]));
        }
        let all = u32::MAX >> (MOST_HEXES - hexes.len());
        Ok(HexPlan::of(hexes, all))
    }

    /// The same map without some of its hexes; the others keep their numbers.
    pub fn without(&self, gone: u32) -> HexPlan {
        HexPlan::of(self.hexes.clone(), self.present & !gone)
    }

    fn of(hexes: Vec<Hex>, present: u32) -> HexPlan {
        let mut plan = HexPlan {
            present,
            beside: [[NO_HEX; 6]; MOST_HEXES],
            neighbours: [0; MOST_HEXES],
            distances: [[NO_WAY; MOST_HEXES]; MOST_HEXES],
            lines: [[0; 6]; MOST_HEXES],
            outer_sides: [0; MOST_HEXES],
            hexes,
        };
        for hex in members(present) {
            let at = plan.hexes[hex];
            for side in Side::ALL {
                if let Some(other) = plan.at(at.beside(side)) {
                    plan.beside[hex][side.index()] = other as u8;
                    plan.neighbours[hex] |= 1 << other;
                }
            }
        }
        for hex in members(present) {
            plan.distances[hex] = plan.distances_from(hex);
            plan.lines[hex] = plan.lines_from(hex);
        }
        plan.find_outer_sides();
        plan
    }

    /// How many hexes the map has, those that are gone included.
    #[inline]
    pub fn count(&self) -> usize {
        self.hexes.len()
    }

    /// The hexes that are there.
    #[inline]
    pub fn present(&self) -> u32 {
        self.present
    }

    /// Where a hex is.
    ///
    /// # Panics
    /// If the map has no hex of this number.
    #[inline]
    pub fn hex(&self, number: usize) -> Hex {
        self.hexes[number]
    }

    /// The number of the hex at a place, if one is there.
    pub fn at(&self, place: Hex) -> Option<usize> {
        let found = self
            .hexes
            .binary_search_by_key(&place.reading_order(), |hex| hex.reading_order())
            .ok();
        found.filter(|&number| self.present & 1 << number != 0)
    }

    /// The hex across a side.
    #[inline]
    pub fn beside(&self, hex: usize, side: Side) -> Option<usize> {
        match self.beside[hex][side.index()] {
            NO_HEX => None,
            other => Some(other as usize),
        }
    }

    /// MH1a: the hexes that share a side with a hex, itself left out.
    #[inline]
    pub fn neighbours(&self, hex: usize) -> u32 {
        self.neighbours[hex]
    }

    /// The hexes that share a side with at least one of several. One of these may be among them.
    #[inline]
    pub fn neighbours_of(&self, hexes: u32) -> u32 {
        members(hexes).fold(0, |set, hex| set | self.neighbours[hex])
    }

    /// MH1c: the length of the shortest path over hexes, or [`NO_WAY`].
    #[inline]
    pub fn distance(&self, from: usize, to: usize) -> u8 {
        self.distances[from][to]
    }

    /// MH1c: the hexes on the straight line from a hex in one direction, at any distance; gaps do not end it.
    #[inline]
    pub fn line(&self, from: usize, side: Side) -> u32 {
        self.lines[from][side.index()]
    }

    /// MH1d: the sides of a hex that face empty space which is not enclosed by hexes; bits of [`Side`].
    #[inline]
    pub fn outer_sides(&self, hex: usize) -> u8 {
        self.outer_sides[hex]
    }

    fn distances_from(&self, from: usize) -> [u8; MOST_HEXES] {
        let mut distances = [NO_WAY; MOST_HEXES];
        let (mut reached, mut edge, mut steps) = (0, 1 << from, 0);
        while edge != 0 {
            members(edge).for_each(|hex| distances[hex] = steps);
            reached |= edge;
            edge = self.neighbours_of(edge) & !reached;
            steps += 1;
        }
        distances
    }

    fn lines_from(&self, from: usize) -> [u32; 6] {
        let start = self.hexes[from];
        let is_on = |other: usize, side: Side| {
            let (q, r) = side.step();
            let steps = start.plain_distance(self.hexes[other]) as i8;
            self.hexes[other]
                == Hex {
                    q: start.q + q * steps,
                    r: start.r + r * steps,
                }
        };
        Side::ALL.map(|side| {
            let others = members(self.present).filter(|&other| other != from && is_on(other, side));
            others.fold(0, |set, other| set | 1 << other)
        })
    }

    /// MH1d, H3: fills the plane from a frame around the map, which stands for infinity.
    fn find_outer_sides(&mut self) {
        let ends = |coordinate: fn(&Hex) -> i8| {
            let all = || self.hexes.iter().map(coordinate);
            (all().min().unwrap_or(0) - 1, all().max().unwrap_or(0) + 1)
        };
        let ((west, east), (north, south)) = (ends(|hex| hex.q), ends(|hex| hex.r));
        let is_inside = |place: Hex| (west..=east).contains(&place.q) && (north..=south).contains(&place.r);
        let mut filled = vec![Hex { q: west, r: north }];
        let mut next = 0;
        while next < filled.len() {
            let place = filled[next];
            next += 1;
            for side in Side::ALL {
                let beside = place.beside(side);
                match self.at(beside) {
                    Some(hex) => self.outer_sides[hex] |= side.opposite().bit(),
                    None if is_inside(beside) && !filled.contains(&beside) => filled.push(beside),
                    None => {}
                }
            }
        }
    }
}
