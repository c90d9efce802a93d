//! Square floors: cells, walls and the guards' routes; drawings and measures of them. Maps of hexes.

mod blueprint;
pub mod drawing;
mod floor_plan;
pub mod hexes;
mod layout;
mod measure;
mod routes;
mod walls;

pub use blueprint::Blueprint;
pub use drawing::DrawingError;
pub use floor_plan::{FloorPlan, Wall, squares_of};
pub use layout::{Layout, inner_sides, is_connected, most_walls, random_walls};
pub use measure::{FloorMeasures, MEASURE_COUNT, MEASURES, Measure};
pub use routes::Routes;
pub use walls::Walls;
pub(crate) use walls::space_name;

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::NotationError;

/// The most floors a building has.
pub const FLOORS: usize = 3;
/// The longest side of a floor.
pub const SIDE: usize = 5;
/// Places on a floor of the longest side; smaller floors leave some unused.
pub const SQUARES: usize = SIDE * SIDE;

/// A cell of the building, written floor, column letter, row: `2:C3`.
///
/// The byte is the floor (0 at the bottom) times 32 plus the square, and the square is row times 5 plus
/// column, whatever the floor's size, so that a cell reads the same in every layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell on `floor` (0 at the bottom) at `square`.
    #[inline]
    pub const fn new(floor: usize, square: usize) -> Cell {
        Cell((floor << 5 | square) as u8)
    }

    /// The floor, 0 at the bottom.
    #[inline]
    pub const fn floor(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// The square on its floor: row times 5 plus column.
    #[inline]
    pub const fn square(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The square as a bit of its floor's masks.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// The byte, for compact storage.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The cell of a byte made by [`code`](Cell::code).
    #[inline]
    pub const fn from_code(code: u8) -> Cell {
        Cell(code)
    }

    /// The same square one floor up, whether or not the building has it.
    #[inline]
    pub const fn above(self) -> Cell {
        Cell(self.0 + 32)
    }

    /// The same square one floor down; the cell must not be on the ground floor.
    #[inline]
    pub const fn below(self) -> Cell {
        Cell(self.0 - 32)
    }

    /// Whether it is the same square one floor up from another cell.
    #[inline]
    pub const fn is_above(self, other: Cell) -> bool {
        self.0.wrapping_sub(other.0) == 32
    }

    /// The squares in the cell's row and column, itself left out, as bits; on a smaller floor some are no squares of
    /// it.
    pub const fn lines(self) -> u32 {
        let (row, column) = (self.square() / SIDE, self.square() % SIDE);
        (0b1_1111 << (row * SIDE) | 0b1_0000_1000_0100_0010_0001 << column) & !self.bit()
    }

    /// A dense number of the cell, below `FLOORS * SQUARES`.
    pub const fn number(self) -> usize {
        self.floor() * SQUARES + self.square()
    }

    /// The cell of a dense number, if there is one.
    pub const fn from_number(number: usize) -> Option<Cell> {
        if number < FLOORS * SQUARES {
            Some(Cell::new(number / SQUARES, number % SQUARES))
        } else {
            None
        }
    }
}

/// The name of a square: column letter, row number from 1.
pub fn square_name(square: usize) -> String {
    format!("{}{}", (b'A' + (square % SIDE) as u8) as char, square / SIDE + 1)
}

/// The square of a name such as `C3`.
pub fn parse_square(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [column @ b'A'..=b'E', row @ b'1'..=b'5'] => Some((row - b'1') as usize * SIDE + (column - b'A') as usize),
        _ => None,
    }
}

/// The members of a floor mask, lowest first.
#[inline]
pub fn squares(mut mask: u32) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let square = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(square)
    })
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.floor() + 1, square_name(self.square()))
    }
}

impl FromStr for Cell {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Cell, NotationError> {
        let parsed = text.split_once(':').and_then(|(floor, square)| {
            let floor = match floor {
                "1" => 0,
                "2" => 1,
                "3" => 2,
                _ => return None,
            };
            Some(Cell::new(floor, parse_square(square)?))
        });
        parsed.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a cell (floor 1 to 3, column A to E, row 1 to 5) such as 2:C3".to_owned(),
        })
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
