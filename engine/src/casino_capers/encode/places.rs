//! What the places of blocks of actions stand for, beside what all games share.

use super::sizes::{CELLS, DIE_FACES, WALLS, cell};
use crate::blocks::{Numbers, Places, component_places};
use crate::board::{Cell, Wall};
use crate::casino_capers::components::Gear;
use crate::casino_capers::dice::Dice;
use crate::casino_capers::place::{Dir, GRID, LEVELS, Place, SIDES};
use crate::casino_capers::state::{CHARACTERS, SAFE_DICE};

/// Floors from 0.
pub(super) type Floors = Numbers<0, LEVELS>;
/// Players from 0, in turn order from the first character.
pub(super) type Players = Numbers<0, CHARACTERS>;
/// Faces of a die.
pub(super) type Faces = Numbers<1, DIE_FACES>;

component_places! {
    Cards of Gear;
}

/// Cells: floor by floor, row by row.
pub(super) struct Cells;

impl Places for Cells {
    type Value = Cell;
    const COUNT: usize = CELLS;

    fn at(place: usize) -> Cell {
        cell(place)
    }

    #[inline(always)]
    fn place(cell: Cell) -> Option<usize> {
        (cell.floor() < LEVELS && GRID & cell.bit() != 0).then(|| Place::of(cell).index())
    }
}

/// Pairs of corners of floor 1, in ascending order (set.entrances).
pub(super) struct CornerPairs;

/// The corners of floor 1, by place.
const CORNERS: [usize; 4] = [0, 3, 12, 15];
/// The pairs of [`CORNERS`].
const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

impl Places for CornerPairs {
    type Value = (Cell, Cell);
    const COUNT: usize = PAIRS.len();

    fn at(place: usize) -> (Cell, Cell) {
        let [first, second] = PAIRS[place].map(|corner| cell(CORNERS[corner]));
        (first, second)
    }

    #[inline(always)]
    fn place(pair: (Cell, Cell)) -> Option<usize> {
        (0..PAIRS.len()).find(|&place| CornerPairs::at(place) == pair)
    }
}

/// The ways along rows and columns.
pub(super) struct Ways;

impl Places for Ways {
    type Value = Dir;
    const COUNT: usize = Dir::STRAIGHT.len();

    fn at(place: usize) -> Dir {
        Dir::STRAIGHT[place]
    }

    #[inline(always)]
    fn place(dir: Dir) -> Option<usize> {
        Some(dir as usize).filter(|&place| place < Dir::STRAIGHT.len())
    }
}

/// Places of wall pieces on a floor, in the order of [`Wall`].
pub(super) struct WallPlaces;

impl Places for WallPlaces {
    type Value = Wall;
    const COUNT: usize = WALLS;

    fn at(place: usize) -> Wall {
        Wall::all(SIDES)
            .nth(place)
            .expect("the place is below the number of wall places")
    }

    #[inline(always)]
    fn place(wall: Wall) -> Option<usize> {
        (SIDES & wall.bit() != 0).then(|| (SIDES & (wall.bit() - 1)).count_ones() as usize)
    }
}

/// A floor, a wall piece and another place for it (gear.barricade).
pub(super) struct Barricades;

impl Places for Barricades {
    type Value = (u8, Wall, Wall);
    const COUNT: usize = LEVELS * OtherWalls::COUNT;

    fn at(place: usize) -> (u8, Wall, Wall) {
        let (from, to) = OtherWalls::at(place % OtherWalls::COUNT);
        ((place / OtherWalls::COUNT) as u8, from, to)
    }

    #[inline(always)]
    fn place((floor, from, to): (u8, Wall, Wall)) -> Option<usize> {
        Some(Floors::place(floor)? * OtherWalls::COUNT + OtherWalls::place((from, to))?)
    }
}

type OtherWalls = crate::blocks::Distinct<WallPlaces>;

/// One to five dice whatever their order.
///
/// With 0 for a die that is not there, five dice in ascending order are numbers a1 to a5 from 0 to 6. The numbers ai +
/// i - 1 ascend strictly, and the sum of the binomials of ai + i - 1 over i numbers such sequences without a gap, no
/// dice at all first.
pub(super) struct Rolls;

/// The binomial coefficients that are needed: `BINOMIALS[n][k]`, n below 11.
const BINOMIALS: [[usize; SAFE_DICE as usize + 1]; DIE_FACES + SAFE_DICE as usize] = {
    let mut table = [[0; SAFE_DICE as usize + 1]; DIE_FACES + SAFE_DICE as usize];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while k < table[n].len() && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

impl Places for Rolls {
    type Value = Dice;
    /// 11 over 5 sequences but for that of no dice.
    const COUNT: usize = 11 * 10 * 9 * 8 * 7 / (5 * 4 * 3 * 2) - 1;

    fn at(place: usize) -> Dice {
        let mut left = place + 1;
        let mut dice = Dice::NONE;
        for k in (1..=SAFE_DICE as usize).rev() {
            let found = (0..BINOMIALS.len()).rev().find(|&n| BINOMIALS[n][k] <= left);
            let n = found.expect("0 over k is 0");
            left -= BINOMIALS[n][k];
            let face = n + 1 - k;
            if face > 0 {
                dice = dice.with(face as u8);
            }
        }
        dice
    }

    fn place(dice: Dice) -> Option<usize> {
        let missing = SAFE_DICE as usize - dice.total() as usize;
        // The missing ones come first and are 0 each; their binomials are 0.
        let ranks = dice.faces().enumerate().map(|(order, face)| {
            let k = missing + order + 1;
            BINOMIALS[face as usize + k - 1][k]
        });
        ranks.sum::<usize>().checked_sub(1)
    }
}
