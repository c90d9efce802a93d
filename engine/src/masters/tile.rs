//! Tiles: hexes and Exits, by their place on the map (MH1c).

use std::fmt::{self, Display};
use std::num::NonZeroU8;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::hexes::Hex;
use crate::game::NotationError;

/// A hex or an Exit, by where it is; in one byte.
///
/// All maps lie within the range of q and r, with one space more on each side, where an Exit may be placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(NonZeroU8);

/// The least q and r.
const LEAST: i8 = -1;
/// How many values q and r have.
const COLUMNS: i8 = 15;
const ROWS: i8 = 12;

impl Tile {
    /// How many tiles there are.
    pub const COUNT: usize = COLUMNS as usize * ROWS as usize;

    /// The tile at a place, if it is within range.
    pub fn at(place: Hex) -> Option<Tile> {
        let (column, row) = (place.q - LEAST, place.r - LEAST);
        if !(0..COLUMNS).contains(&column) || !(0..ROWS).contains(&row) {
            return None;
        }
        Tile::from_index(row as usize * COLUMNS as usize + column as usize)
    }

    /// The tile of a number below [`COUNT`](Tile::COUNT).
    pub fn from_index(index: usize) -> Option<Tile> {
        let code = u8::try_from(index + 1)
            .ok()
            .filter(|&code| usize::from(code) <= Tile::COUNT);
        code.and_then(NonZeroU8::new).map(Tile)
    }

    /// Its number: by rows, from west to east.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Where it is.
    pub const fn place(self) -> Hex {
        let index = self.index() as i8 as u8;
        Hex {
            q: (index % COLUMNS as u8) as i8 + LEAST,
            r: (index / COLUMNS as u8) as i8 + LEAST,
        }
    }
}

impl Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place().fmt(f)
    }
}

impl FromStr for Tile {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Tile, NotationError> {
        let place = text.parse::<Hex>().ok();
        place.and_then(Tile::at).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: format!(
                "a tile: q from {LEAST} to {} and r from {LEAST} to {}, such as 4,7",
                LEAST + COLUMNS - 1,
                LEAST + ROWS - 1
            ),
        })
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
