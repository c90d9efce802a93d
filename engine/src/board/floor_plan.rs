//! One floor: its squares and its walls.

use std::fmt::{self, Debug};

use super::{SIDE, SQUARES, parse_square, square_name, squares};

/// A wall piece between two orthogonal neighbours, numbered 0 to 39 whatever the floor's size: first those between
/// columns, then those between rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wall(u8);

impl Wall {
    /// How many places a wall piece may take.
    pub const COUNT: usize = 40;

    /// The place between two squares, if they are orthogonal neighbours.
    pub fn between(a: usize, b: usize) -> Option<Wall> {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let (row, column) = (low / SIDE, low % SIDE);
        if high == low + 1 && column + 1 < SIDE {
            Some(Wall((row * (SIDE - 1) + column) as u8))
        } else if high == low + SIDE {
            Some(Wall((20 + row * SIDE + column) as u8))
        } else {
            None
        }
    }

    /// The place of a name such as `B2-B3`.
    pub fn parse(text: &str) -> Option<Wall> {
        let (a, b) = text.split_once('-')?;
        Wall::between(parse_square(a)?, parse_square(b)?)
    }

    /// The two squares it parts, lower first.
    pub fn squares(self) -> (usize, usize) {
        let number = self.0 as usize;
        if number < 20 {
            let low = number / (SIDE - 1) * SIDE + number % (SIDE - 1);
            (low, low + 1)
        } else {
            (number - 20, number - 20 + SIDE)
        }
    }

    /// The place as a bit of a wall set.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The place as an index below [`COUNT`](Wall::COUNT).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The members of a wall set.
    pub fn all(set: u64) -> impl Iterator<Item = Wall> {
        let mut left = set & ((1 << Wall::COUNT) - 1);
        std::iter::from_fn(move || {
            let wall = (left != 0).then(|| Wall(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(wall)
        })
    }

    /// The names of the members of a wall set, as setups and positions list them.
    pub fn names(set: u64) -> impl Iterator<Item = String> {
        Wall::all(set).map(|wall| wall.to_string())
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = self.squares();
        write!(f, "{}-{}", square_name(a), square_name(b))
    }
}

const fn grid(size: usize) -> u32 {
    let (mut squares, mut row) = (0, 0);
    while row < size {
        squares |= ((1 << size) - 1) << (row * SIDE);
        row += 1;
    }
    squares
}

/// The squares of a floor of `size` (4 or 5) squares a side without its empty space, as a mask.
pub fn squares_of(size: usize, space: Option<usize>) -> u32 {
    grid(size) & !space.map_or(0, |space| 1 << space)
}

/// The squares of floors of 4 and of 5 squares a side, as masks.
const GRIDS: [u32; 2] = [grid(4), grid(5)];

/// The squares that have one to their right on the largest floor.
const LEFT_OF_ANOTHER: u32 = GRIDS[1] & !(0b1_0000_1000_0100_0010_0001 << (SIDE - 1));

/// The open sides of a floor, as masks of the squares before them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Openings {
    /// Squares without a wall towards the next column.
    right: u32,
    /// Squares without a wall towards the next row.
    down: u32,
}

impl Openings {
    /// Those between some squares with a wall set.
    pub(super) fn new(cells: u32, walls: u64) -> Openings {
        // In a wall set a row has four places between its columns, in a mask it has five squares.
        let mut walled = 0;
        for row in 0..SIDE {
            walled |= (walls >> (row * (SIDE - 1)) & 0b1111) << (row * SIDE);
        }
        Openings {
            right: cells & cells >> 1 & LEFT_OF_ANOTHER & !(walled as u32),
            down: cells & cells >> SIDE & !((walls >> 20) as u32),
        }
    }

    /// The wall pieces on the sides that are not open, some squares being the floor, as bits of [`Wall`].
    fn walls(self, cells: u32) -> u64 {
        let every = Openings::new(cells, 0);
        let right = u64::from(every.right & !self.right);
        let down = u64::from(every.down & !self.down);
        // Each row moves up by the places that those below it have saved.
        let between_columns = (0..SIDE).fold(0, |walls, row| walls | right >> row & 0b1111 << (row * (SIDE - 1)));
        between_columns | down << 20
    }

    /// The neighbours without a wall between of any of some squares.
    #[inline]
    pub(super) const fn around(self, squares: u32) -> u32 {
        (squares & self.right) << 1
            | squares >> 1 & self.right
            | (squares & self.down) << SIDE
            | squares >> SIDE & self.down
    }

    /// Every square that can be reached from some squares, themselves included.
    pub(super) fn flood(self, from: u32) -> u32 {
        let mut reached = from;
        loop {
            let next = reached | self.around(reached);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// How many sides are open.
    pub(super) fn count(self) -> usize {
        (self.right.count_ones() + self.down.count_ones()) as usize
    }
}

/// A floor: its squares and which sides of them are open. What the rules ask about neighbours is a few operations on
/// these bits; routes are worked out when somebody asks for them ([`FloorPlan::routes_to`]). Equal layouts are equal.
///
/// Its bits, from the lowest: the squares that are open to the right; those that are open downwards, with a bit for the
/// last row as well, so that a mask of squares meets nothing else there; the empty space; the side length.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FloorPlan(u64);

// States hold up to three of them in 512 bytes.
const _: () = assert!(size_of::<FloorPlan>() == 8);

/// Where each part of a [`FloorPlan`] begins, the first of which begins at 0.
mod bits {
    use super::SQUARES;

    pub const DOWN: usize = SQUARES;
    pub const HOLE: usize = DOWN + SQUARES;
    pub const SIZE: usize = HOLE + 5;
    pub const END: usize = SIZE + 3;
}

/// The place of an empty space that there is not: no square of any floor.
const NO_HOLE: usize = 31;

impl Debug for FloorPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let walls: Vec<String> = Wall::names(self.walls()).collect();
        write!(f, "{0}x{0} {1:?}", self.size(), walls)
    }
}

impl FloorPlan {
    /// The distance between squares that no route joins.
    pub const UNREACHABLE: u8 = u8::MAX;

    /// A floor of `size` (4 or 5) squares a side. Wall pieces on outer sides are ignored.
    /// G-PATH-1: Guards walk between neighbours without a wall between, whatever the tiles.
    /// S-BUILD-4, Q-19: the empty space is no part of it.
    pub fn new(size: usize, hole: Option<usize>, walls: u64) -> FloorPlan {
        let openings = Openings::new(squares_of(size, hole), walls);
        FloorPlan(
            u64::from(openings.right)
                | u64::from(openings.down) << bits::DOWN
                | (hole.unwrap_or(NO_HOLE) as u64) << bits::HOLE
                | (size as u64) << bits::SIZE,
        )
    }

    /// Side length, 4 or 5.
    #[inline]
    pub fn size(self) -> usize {
        (self.0 >> bits::SIZE) as usize
    }

    #[inline]
    fn hole_or_none(self) -> usize {
        (self.0 >> bits::HOLE) as usize & NO_HOLE
    }

    /// The empty space, if the floor has one.
    #[inline]
    pub fn hole(self) -> Option<usize> {
        Some(self.hole_or_none()).filter(|&hole| hole != NO_HOLE)
    }

    /// The squares that are part of the floor.
    #[inline]
    pub fn cells(self) -> u32 {
        GRIDS[self.size() & 1] & !(1 << self.hole_or_none())
    }

    /// The wall pieces, as bits of [`Wall`].
    pub fn walls(self) -> u64 {
        self.openings().walls(self.cells())
    }

    #[inline]
    fn openings(self) -> Openings {
        Openings {
            right: self.0 as u32 & GRIDS[1],
            down: (self.0 >> bits::DOWN) as u32 & (GRIDS[1] >> SIDE),
        }
    }

    /// Orthogonal neighbours of a square without a wall between.
    #[inline]
    pub fn adjacent(self, square: usize) -> u32 {
        self.around(1 << square)
    }

    /// Orthogonal neighbours of a square behind a wall piece.
    #[inline]
    pub fn walled(self, square: usize) -> u32 {
        self.walled_among(self.cells(), square)
    }

    /// Those of some squares of the floor that are such neighbours.
    #[inline]
    pub fn walled_among(self, squares: u32, square: usize) -> u32 {
        BESIDE[square] & squares & !self.adjacent(square)
    }

    /// The neighbours without a wall between of any of some squares.
    #[inline]
    pub fn around(self, squares: u32) -> u32 {
        debug_assert!(squares & !GRIDS[1] == 0, "{squares:b} are no squares");
        let unmasked = Openings {
            right: self.0 as u32,
            down: (self.0 >> bits::DOWN) as u32,
        };
        unmasked.around(squares)
    }

    /// Squares at most two steps away from a square, itself included.
    pub fn within_two(self, square: usize) -> u32 {
        let near = 1 << square | self.adjacent(square);
        near | self.around(near)
    }

    /// Squares with a side on the edge of the grid or on the empty space.
    pub fn outer(self) -> u32 {
        squares(self.cells())
            .filter(|&square| self.is_outer(square))
            .fold(0, |outer, square| outer | 1 << square)
    }

    /// Whether a square of the floor is one of those.
    #[inline]
    pub fn is_outer(self, square: usize) -> bool {
        (BESIDE[square] & self.cells()).count_ones() < 4
    }

    /// The floor after a wall piece is taken away.
    pub fn without_wall(self, wall: Wall) -> FloorPlan {
        self.with_walls(self.walls() & !wall.bit())
    }

    /// The same floor with other wall pieces.
    pub fn with_walls(self, walls: u64) -> FloorPlan {
        FloorPlan::new(self.size(), self.hole(), walls)
    }

    /// A stable number of the layout, for keys: walls, size and empty space.
    pub fn code(self) -> u64 {
        self.walls() | (self.size() as u64) << 40 | self.hole().map_or(63, |square| square as u64) << 48
    }

    /// A number of the layout and one of its squares, not 0, which nothing else has.
    #[inline]
    pub(super) fn number_of(self, square: usize) -> u64 {
        self.0 | (square as u64) << bits::END
    }
}

/// The orthogonal neighbours of each square of the largest floor, and none of what follows: squares have five bits.
const BESIDE: [u32; 32] = {
    let every = Openings {
        right: LEFT_OF_ANOTHER,
        down: GRIDS[1] >> SIDE,
    };
    let (mut beside, mut square) = ([0; 32], 0);
    while square < SQUARES {
        beside[square] = every.around(1 << square);
        square += 1;
    }
    beside
};

/// A random connected floor of any size and number of walls, with an empty space or without.
#[cfg(test)]
pub(super) fn random_floor(rng: &mut crate::random::Generator) -> FloorPlan {
    let size = 4 + crate::random::below(rng, 2) as usize;
    let space = match crate::random::below(rng, 2) {
        0 => None,
        _ => Some(crate::random::choose_bit(rng, u64::from(squares_of(size, None))) as usize),
    };
    let count = crate::random::below(rng, super::most_walls(size, space) as u32 + 1) as usize;
    FloorPlan::new(size, space, super::random_walls(size, space, count, rng))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{below, choose_bit, stream};
    use rand::Rng;

    /// Any floor with any walls, those on outer sides included: its bits say what follows from the walls one by one.
    #[test]
    fn s_build_4_the_bits_say_what_the_walls_say() {
        let mut rng = stream(1, "floor plans", 0);
        for _ in 0..2_000 {
            let size = 4 + below(&mut rng, 2) as usize;
            let hole = match below(&mut rng, 2) {
                0 => None,
                _ => Some(choose_bit(&mut rng, u64::from(squares_of(size, None))) as usize),
            };
            let walls = rng.next_u64() & rng.next_u64() & ((1 << Wall::COUNT) - 1);
            let plan = FloorPlan::new(size, hole, walls);
            let cells =
                (0..SQUARES).filter(|&square| square % SIDE < size && square / SIDE < size && Some(square) != hole);
            let cells: Vec<usize> = cells.collect();
            assert_eq!((plan.size(), plan.hole()), (size, hole));
            assert_eq!(squares(plan.cells()).collect::<Vec<_>>(), cells);
            let (mut adjacent, mut walled, mut standing) = ([0u32; SQUARES], [0u32; SQUARES], 0);
            for wall in Wall::all(u64::MAX) {
                let (a, b) = wall.squares();
                if !cells.contains(&a) || !cells.contains(&b) {
                    continue;
                }
                let is_wall = walls & wall.bit() != 0;
                standing |= if is_wall { wall.bit() } else { 0 };
                let sides = if is_wall { &mut walled } else { &mut adjacent };
                sides[a] |= 1 << b;
                sides[b] |= 1 << a;
            }
            assert_eq!(plan.walls(), standing, "{plan:?}");
            assert_eq!(
                plan.code(),
                standing | (size as u64) << 40 | hole.map_or(63, |hole| hole as u64) << 48
            );
            assert_eq!(plan, FloorPlan::new(size, hole, standing));
            for &square in &cells {
                assert_eq!(plan.adjacent(square), adjacent[square], "{plan:?}");
                assert_eq!(plan.walled(square), walled[square], "{plan:?}");
                let is_outer = (adjacent[square] | walled[square]).count_ones() < 4;
                assert_eq!(plan.outer() & 1 << square != 0, is_outer, "{plan:?}");
                let two =
                    squares(adjacent[square]).fold(1 << square | adjacent[square], |two, next| two | adjacent[next]);
                assert_eq!(plan.within_two(square), two, "{plan:?}");
            }
            if let Some(wall) = Wall::all(standing).next() {
                let opened = plan.without_wall(wall);
                assert_eq!(opened.walls(), standing & !wall.bit());
                assert_eq!(opened.with_walls(standing), plan);
            }
        }
    }
}
