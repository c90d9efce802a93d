//! The squares that features of square floors are about, which their names begin or end with.

use crate::board::{Cell, SIDE, Wall};
use crate::game::{BoardShape, FeaturePlace};

/// Where the feature of a name lies on square floors. A wall piece lies on the square on its left or above it.
pub(crate) fn place_on_floors(name: &str, shape: BoardShape) -> FeaturePlace {
    let words = [
        name.split_once(' '),
        name.rsplit_once(' ').map(|(rest, last)| (last, rest)),
    ];
    let found = words.into_iter().flatten().find_map(|(word, rest)| {
        let (cell, side) = cell_of(word)?;
        Some((cell, format!("{rest}{side}")))
    });
    let Some((cell, plane)) = found else {
        return FeaturePlace::Elsewhere;
    };
    let (floor, row, column) = (cell.floor(), cell.square() / SIDE, cell.square() % SIDE);
    if floor >= shape.floors || row >= shape.rows || column >= shape.columns {
        return FeaturePlace::Missing;
    }
    FeaturePlace::Square {
        plane,
        floor,
        row,
        column,
    }
}

/// The cell of `2:C3`, or of a wall piece `2:C3-D3` the first, and on which side of it the piece stands.
fn cell_of(word: &str) -> Option<(Cell, &'static str)> {
    if let Ok(cell) = word.parse() {
        return Some((cell, ""));
    }
    let (first, _) = word.split_once('-')?;
    let (_, squares) = word.split_once(':')?;
    let (a, b) = Wall::parse(squares)?.squares();
    let side = if b == a + 1 { " on the right" } else { " below" };
    Some((first.parse().ok()?, side))
}
