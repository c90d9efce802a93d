//! The 32 cells as places of arrays, and directions between them.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::board::{Cell, SIDE};
use crate::game::NotationError;

/// The byte for "no cell", "no card", "no player" and "no chip".
pub(super) const NONE: u8 = u8::MAX;

/// Rows and columns of a floor.
pub(super) const SIZE: usize = 4;
/// Floors.
pub(super) const LEVELS: usize = 2;
/// The squares of a floor, as a mask.
pub(super) const GRID: u32 = 0b01111_01111_01111_01111;
/// The corner squares of a floor, as a mask.
pub(super) const CORNERS: u32 = 1 | 1 << 3 | 1 << (3 * SIDE) | 1 << (3 * SIDE + 3);
/// The squares on the edge of a floor, as a mask.
pub(super) const EDGE: u32 = GRID & !(0b00110 << SIDE | 0b00110 << (2 * SIDE));

/// The places of wall pieces on a floor: [`inner_sides`](crate::board::inner_sides) of [`SIZE`], as a constant.
pub(super) const SIDES: u64 = {
    let (mut sides, mut line) = (0, 0);
    while line < SIZE {
        // Three between the columns of each row, and four between each row and the next.
        sides |= 0b0111 << (line * (SIDE - 1));
        if line + 1 < SIZE {
            sides |= 0b1111 << (SIDE * (SIDE - 1) + line * SIDE);
        }
        line += 1;
    }
    sides
};

/// A cell as a place in arrays: floor by floor, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place(u8);

/// The place on its floor of each square.
const ON_FLOOR: [u8; 32] = {
    let mut places = [0; 32];
    let mut square = 0;
    while square < SIZE * SIDE {
        places[square] = (square / SIDE * SIZE + square % SIDE) as u8;
        square += 1;
    }
    places
};

impl Place {
    /// How many there are.
    pub const COUNT: usize = LEVELS * SIZE * SIZE;

    #[inline]
    pub const fn of(cell: Cell) -> Place {
        Place((cell.floor() * SIZE * SIZE) as u8 + ON_FLOOR[cell.square()])
    }

    #[inline]
    pub const fn from_index(index: usize) -> Place {
        Place(index as u8)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place on its floor, row by row.
    #[inline]
    pub const fn on_floor(self) -> usize {
        self.0 as usize % (SIZE * SIZE)
    }

    pub const fn cell(self) -> Cell {
        let (floor, place) = (self.0 as usize / (SIZE * SIZE), self.on_floor());
        Cell::new(floor, place / SIZE * SIDE + place % SIZE)
    }
}

/// Some squares of a floor, in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Squares(u16);

impl Squares {
    #[inline]
    const fn bit(cell: Cell) -> u16 {
        1 << ON_FLOOR[cell.square()]
    }

    /// The squares of these cells.
    pub fn of(cells: impl Iterator<Item = Cell>) -> Squares {
        cells.fold(Squares::default(), |mut set, cell| {
            set.insert(cell);
            set
        })
    }

    /// The squares of a mask.
    #[inline]
    pub const fn of_mask(mask: u32) -> Squares {
        let (mut set, mut row) = (0, 0);
        while row < SIZE {
            set |= (mask >> (row * SIDE) & 0b1111) << (row * SIZE);
            row += 1;
        }
        Squares(set as u16)
    }

    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        self.0 & Squares::bit(cell) != 0
    }

    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0 |= Squares::bit(cell);
    }

    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0 &= !Squares::bit(cell);
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Those that are not among others.
    pub const fn without(self, others: Squares) -> Squares {
        Squares(self.0 & !others.0)
    }

    /// As a mask of the board's squares.
    pub fn mask(self) -> u32 {
        (0..SIZE).fold(0, |mask, row| {
            mask | u32::from(self.0 >> (row * SIZE) & 0b1111) << (row * SIDE)
        })
    }

    /// The bits, for keys.
    pub const fn code(self) -> u16 {
        self.0
    }
}

/// All cells, floor by floor, row by row.
pub(super) fn cells() -> impl Iterator<Item = Cell> {
    (0..Place::COUNT).map(|index| Place::from_index(index).cell())
}

/// The cell on the same square of the other floor.
#[inline]
pub(super) const fn other_floor(cell: Cell) -> Cell {
    Cell::new(1 - cell.floor(), cell.square())
}

/// Where a figure came from (`enter.cause`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Dir {
    /// Towards row 1.
    North,
    /// Towards column D.
    East,
    /// Towards row 4.
    South,
    /// Towards column A.
    West,
    /// Diagonals.
    NorthEast,
    /// Likewise.
    SouthEast,
    /// Likewise.
    SouthWest,
    /// Likewise.
    NorthWest,
    /// Escalators and falls.
    Vertical,
    /// Everything else.
    None,
}

impl Dir {
    /// The four ways along rows and columns.
    pub const STRAIGHT: [Dir; 4] = [Dir::North, Dir::East, Dir::South, Dir::West];
    /// All, in the order of their codes.
    const ALL: [Dir; 10] = [
        Dir::North,
        Dir::East,
        Dir::South,
        Dir::West,
        Dir::NorthEast,
        Dir::SouthEast,
        Dir::SouthWest,
        Dir::NorthWest,
        Dir::Vertical,
        Dir::None,
    ];

    /// The direction of a code.
    #[inline]
    pub(super) const fn from_code(code: u8) -> Dir {
        Dir::ALL[code as usize]
    }

    /// H1: columns to the east and rows to the south that a step goes.
    #[inline]
    const fn offset(self) -> (i8, i8) {
        match self {
            Dir::North => (0, -1),
            Dir::East => (1, 0),
            Dir::South => (0, 1),
            Dir::West => (-1, 0),
            Dir::NorthEast => (1, -1),
            Dir::SouthEast => (1, 1),
            Dir::SouthWest => (-1, 1),
            Dir::NorthWest => (-1, -1),
            Dir::Vertical | Dir::None => (0, 0),
        }
    }

    /// The direction from a cell to one beside it or at its corner on the same floor.
    pub(super) fn between(from: Cell, to: Cell) -> Dir {
        const BY_STEP: [[Dir; 3]; 3] = [
            [Dir::NorthWest, Dir::North, Dir::NorthEast],
            [Dir::West, Dir::None, Dir::East],
            [Dir::SouthWest, Dir::South, Dir::SouthEast],
        ];
        let place = |from: usize, to: usize| usize::from(to > from) + usize::from(to >= from);
        let (from, to) = (from.square(), to.square());
        BY_STEP[place(from / SIDE, to / SIDE)][place(from % SIDE, to % SIDE)]
    }

    /// The next cell this way on the same floor, walls or not.
    #[inline]
    pub(super) fn next(self, from: Cell) -> Option<Cell> {
        if matches!(self, Dir::Vertical | Dir::None) {
            return None;
        }
        let (columns, rows) = self.offset();
        let column = (from.square() % SIDE) as i8 + columns;
        let row = (from.square() / SIDE) as i8 + rows;
        let is_inside = (0..SIZE as i8).contains(&column) && (0..SIZE as i8).contains(&row);
        is_inside.then(|| Cell::new(from.floor(), row as usize * SIDE + column as usize))
    }

    /// The letter in notation: `n`, `e`, `s` or `w`; none for the others.
    const fn letter(self) -> Option<&'static str> {
        match self {
            Dir::North => Some("n"),
            Dir::East => Some("e"),
            Dir::South => Some("s"),
            Dir::West => Some("w"),
            _ => None,
        }
    }
}

impl Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter().unwrap_or("none"))
    }
}

impl FromStr for Dir {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Dir, NotationError> {
        let found = Dir::STRAIGHT.into_iter().find(|dir| dir.letter() == Some(text));
        found.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "n, e, s or w".to_owned(),
        })
    }
}
