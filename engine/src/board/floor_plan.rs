//! One floor: its squares, walls and all-pairs routes.

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

/// The squares of a floor of `size` (4 or 5) squares a side without its empty space, as a mask.
pub fn squares_of(size: usize, space: Option<usize>) -> u32 {
    let row = (1u32 << size) - 1;
    let grid = (0..size).fold(0, |grid, number| grid | row << (number * SIDE));
    grid & !space.map_or(0, |space| 1 << space)
}

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
        let (mut places, mut walled) = (0, 0);
        for row in 0..SIDE {
            places |= 0b1111 << (row * SIDE);
            walled |= (walls >> (row * (SIDE - 1)) & 0b1111) << (row * SIDE);
        }
        Openings {
            right: cells & cells >> 1 & places & !(walled as u32),
            down: cells & cells >> SIDE & !((walls >> 20) as u32),
        }
    }

    /// The neighbours without a wall between of any of some squares.
    #[inline]
    pub(super) fn around(self, squares: u32) -> u32 {
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

/// A floor with everything the rules look up about it.
pub struct FloorPlan {
    /// Side length, 4 or 5.
    pub size: usize,
    /// The empty space, if the floor has one.
    pub hole: Option<usize>,
    /// The wall pieces, as bits of [`Wall`].
    pub walls: u64,
    /// The squares that are part of the floor.
    pub cells: u32,
    /// Orthogonal neighbours without a wall between.
    pub adjacent: [u32; SQUARES],
    /// Orthogonal neighbours behind a wall piece.
    pub walled: [u32; SQUARES],
    /// The same neighbours, for many squares at once.
    openings: Openings,
    /// Squares at most two steps away, itself included.
    pub within_two: [u32; SQUARES],
    /// Squares with a side on the edge of the grid or on the empty space.
    pub outer: u32,
    /// Steps between squares in the guards' graph; [`UNREACHABLE`](FloorPlan::UNREACHABLE) where there is no way.
    pub distance: [[u8; SQUARES]; SQUARES],
    /// `step[from][to]`: where a guard on `from` bound for `to` goes next (rules G-PATH-2 to G-PATH-4).
    pub step: [[u8; SQUARES]; SQUARES],
}

impl Debug for FloorPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let walls: Vec<String> = Wall::names(self.walls).collect();
        write!(f, "{0}x{0} {1:?}", self.size, walls)
    }
}

impl FloorPlan {
    /// The distance between squares that no route joins.
    pub const UNREACHABLE: u8 = u8::MAX;

    /// A floor of `size` (4 or 5) squares a side. Wall pieces on outer sides are ignored.
    /// G-PATH-1: Guards walk between neighbours without a wall between, whatever the tiles.
    /// S-BUILD-4, Q-19: the empty space is no part of it.
    pub fn new(size: usize, hole: Option<usize>, walls: u64) -> FloorPlan {
        let cells = squares_of(size, hole);
        let mut plan = FloorPlan {
            size,
            hole,
            walls: 0,
            cells,
            adjacent: [0; SQUARES],
            walled: [0; SQUARES],
            openings: Openings::new(cells, walls),
            within_two: [0; SQUARES],
            outer: 0,
            distance: [[FloorPlan::UNREACHABLE; SQUARES]; SQUARES],
            step: [[0; SQUARES]; SQUARES],
        };
        for wall in Wall::all(u64::MAX) {
            let (a, b) = wall.squares();
            if cells & (1 << a) == 0 || cells & (1 << b) == 0 {
                continue;
            }
            let sides = if walls & wall.bit() != 0 {
                plan.walls |= wall.bit();
                &mut plan.walled
            } else {
                &mut plan.adjacent
            };
            sides[a] |= 1 << b;
            sides[b] |= 1 << a;
        }
        for square in squares(cells) {
            if (plan.adjacent[square] | plan.walled[square]).count_ones() < 4 {
                plan.outer |= 1 << square;
            }
            plan.within_two[square] = squares(plan.adjacent[square])
                .fold(1 << square | plan.adjacent[square], |reached, next| {
                    reached | plan.adjacent[next]
                });
            plan.routes_to(square);
        }
        plan
    }

    /// Whether every square can be reached from every other (rule S-WALL-4: ordinary adjacency alone).
    pub fn is_connected(&self) -> bool {
        let first = self.cells.trailing_zeros() as usize;
        squares(self.cells).all(|square| self.distance[square][first] != FloorPlan::UNREACHABLE)
    }

    /// The neighbours without a wall between of any of some squares.
    #[inline]
    pub fn around(&self, squares: u32) -> u32 {
        self.openings.around(squares)
    }

    /// G-PATH-4: breadth-first from the destination, then the greatest score among the shortest paths.
    /// G-PATH-2, G-PATH-6: which runs clockwise.
    /// G-PATH-5: and goes on as the best path of the next square.
    fn routes_to(&mut self, destination: usize) {
        let mut order = [0usize; SQUARES];
        let (mut head, mut tail) = (0, 1);
        order[0] = destination;
        self.distance[destination][destination] = 0;
        self.step[destination][destination] = destination as u8;
        while head < tail {
            let square = order[head];
            head += 1;
            for next in squares(self.adjacent[square]) {
                if self.distance[next][destination] == FloorPlan::UNREACHABLE {
                    self.distance[next][destination] = self.distance[square][destination] + 1;
                    order[tail] = next;
                    tail += 1;
                }
            }
        }
        let mut score = [0i32; SQUARES];
        for &square in &order[1..tail] {
            let distance = self.distance[square][destination];
            let best = squares(self.adjacent[square])
                .filter(|&next| self.distance[next][destination] + 1 == distance)
                .map(|next| (turn(square, next) + score[next], next))
                .max();
            if let Some((value, next)) = best {
                score[square] = value;
                self.step[square][destination] = next as u8;
            }
        }
    }
}

/// G-PATH-3: the score of one step, twice the signed area it spans with the origin.
fn turn(from: usize, to: usize) -> i32 {
    let (x, y) = ((from % SIDE) as i32, (from / SIDE) as i32);
    let (next_x, next_y) = ((to % SIDE) as i32, (to / SIDE) as i32);
    x * next_y - next_x * y
}
