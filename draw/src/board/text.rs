//! Floors as boxes with walls, for the terminal.

use heist_engine::board::{Cell, FloorPlan, SIDE};

use crate::ink::{Line, Paint};

/// Columns inside a cell, at least.
const NARROWEST: usize = 4;
/// Columns left of a floor, for the row numbers.
const MARGIN: usize = 2;
/// Columns between floors.
const GAP: usize = 2;

/// What the empty space is filled with.
pub(crate) const SPACE: &str = "░";

/// A piece of a cell's content that stays in one line.
pub(crate) struct Mark {
    pub text: String,
    pub paint: Paint,
    /// Whether a space parts it from the one before.
    pub apart: bool,
}

/// What is on a cell: the tile with its own marks, and everything that stands or lies on it.
pub(crate) type Marks = [Vec<Mark>; 2];

/// The floors, as many beside each other as a width allows; narrow cells before fewer floors. A cell has at most
/// `widest` columns.
pub(crate) fn floors(plans: &[FloorPlan], widest: usize, width: usize, marks: impl Fn(Cell) -> Marks) -> Vec<Line> {
    let count = plans.len();
    let size = plans.first().map_or(0, |plan| plan.size());
    let taken = |floors: usize, cell: usize| floors * (MARGIN + size * (cell + 1) + 1) + (floors - 1) * GAP;
    let fits = |floors: usize| (NARROWEST..=widest).rev().find(|&cell| taken(floors, cell) <= width);
    let beside = (1..=count)
        .rev()
        .find_map(|floors| fits(floors).map(|cell| (floors, cell)));
    let (beside, cell_width) = beside.unwrap_or((1, NARROWEST));
    let contents: Vec<Vec<Vec<Line>>> = plans
        .iter()
        .enumerate()
        .map(|(floor, plan)| contents(plan, floor, cell_width, &marks))
        .collect();
    let cell_height = contents.iter().flatten().map(Vec::len).max().unwrap_or(0).max(2);
    let pictures: Vec<Vec<Line>> = contents
        .iter()
        .enumerate()
        .map(|(floor, cells)| picture(&plans[floor], floor, cells, cell_width, cell_height))
        .collect();
    let mut lines = Vec::new();
    for row in pictures.chunks(beside) {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        let height = row.iter().map(Vec::len).max().unwrap_or(0);
        for y in 0..height {
            let mut line = Line::default();
            for (place, picture) in row.iter().enumerate() {
                line.pad_to(place * (taken(1, cell_width) + GAP));
                if let Some(part) = picture.get(y) {
                    line.append(part);
                }
            }
            lines.push(line);
        }
    }
    lines
}

/// Every cell's content as lines, by row and column; the empty space has none.
fn contents(plan: &FloorPlan, floor: usize, width: usize, marks: &impl Fn(Cell) -> Marks) -> Vec<Vec<Line>> {
    let cells = (0..plan.size()).flat_map(|row| (0..plan.size()).map(move |column| row * SIDE + column));
    cells
        .map(|square| match plan.cells() & 1 << square {
            0 => Vec::new(),
            _ => flow(&marks(Cell::new(floor, square)), width),
        })
        .collect()
}

/// Lays marks out in lines of a width: the tile and its marks first, then what stands on it, on a line of its own
/// unless the tile's marks have begun one.
pub(crate) fn flow([tile, things]: &Marks, width: usize) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    let mut place = |mark: &Mark, apart: bool, fresh: bool| {
        let used = lines.last().map_or(0, Line::len);
        let gap = usize::from(apart && used > 0);
        if fresh || used + gap + mark.text.len() > width {
            lines.push(Line::of(&mark.text, mark.paint));
        } else if let Some(line) = lines.last_mut() {
            line.pad_to(used + gap);
            line.push(&mark.text, mark.paint);
        }
        lines.len()
    };
    let begun = tile
        .iter()
        .map(|mark| place(mark, mark.apart, false))
        .last()
        .unwrap_or(1);
    for (index, mark) in things.iter().enumerate() {
        place(mark, mark.apart || index == 0, index == 0 && begun == 1);
    }
    lines
}

/// One floor: heading, column letters, then the cells with what parts them.
fn picture(plan: &FloorPlan, floor: usize, cells: &[Vec<Line>], width: usize, height: usize) -> Vec<Line> {
    let size = plan.size();
    let mut title = Line::default();
    title.pad_to(MARGIN);
    title.push(&format!("Floor {}", floor + 1), Paint::Strong);
    let mut letters = Line::default();
    for column in 0..size {
        letters.pad_to(MARGIN + column * (width + 1) + 1);
        letters.push(&((b'A' + column as u8) as char).to_string(), Paint::Faint);
    }
    let mut lines = vec![title, letters];
    let walls = Walls { plan };
    for y in 0..=size {
        lines.push(walls.border(y, width));
        if y == size {
            break;
        }
        for part in 0..height {
            let mut line = Line::default();
            if part == 0 {
                line.push(&(y + 1).to_string(), Paint::Faint);
            }
            for x in 0..=size {
                line.pad_to(MARGIN + x * (width + 1));
                line.plain(if walls.left_of(x, y) { "│" } else { " " });
                if x < size {
                    match cells[y * size + x].get(part) {
                        Some(content) => line.append(content),
                        None if !walls.is_cell(x as isize, y as isize) => line.push(&SPACE.repeat(width), Paint::Faint),
                        None => {}
                    }
                }
            }
            lines.push(line);
        }
    }
    lines
}

/// What parts the cells of a floor.
struct Walls<'a> {
    plan: &'a FloorPlan,
}

impl Walls<'_> {
    /// Whether there is a cell at a column and row.
    fn is_cell(&self, x: isize, y: isize) -> bool {
        let size = self.plan.size() as isize;
        (0..size).contains(&x)
            && (0..size).contains(&y)
            && self.plan.cells() & 1 << (y as usize * SIDE + x as usize) != 0
    }

    /// Whether something parts two places of the grid: the edge of the floor or a wall piece.
    fn part(&self, (ax, ay): (isize, isize), (bx, by): (isize, isize)) -> bool {
        match (self.is_cell(ax, ay), self.is_cell(bx, by)) {
            (true, true) => {
                let square = |x: isize, y: isize| y as usize * SIDE + x as usize;
                self.plan.walled(square(ax, ay)) & 1 << square(bx, by) != 0
            }
            (a, b) => a != b,
        }
    }

    /// Whether the left side of a column is closed in a row.
    fn left_of(&self, x: usize, y: usize) -> bool {
        let (x, y) = (x as isize, y as isize);
        self.part((x - 1, y), (x, y))
    }

    /// Whether the upper side of a row is closed in a column.
    fn above(&self, x: usize, y: usize) -> bool {
        let (x, y) = (x as isize, y as isize);
        self.part((x, y - 1), (x, y))
    }

    /// The line above a row.
    fn border(&self, y: usize, width: usize) -> Line {
        let size = self.plan.size();
        let mut line = Line::default();
        line.pad_to(MARGIN);
        for x in 0..=size {
            let arms = [
                y > 0 && self.left_of(x, y - 1),
                x < size && self.above(x, y),
                y < size && self.left_of(x, y),
                x > 0 && self.above(x - 1, y),
            ];
            line.plain(corner(arms));
            if x < size {
                line.plain(&if self.above(x, y) { "─" } else { " " }.repeat(width));
            }
        }
        line
    }
}

/// The corner with lines going up, right, down, left.
pub(crate) const fn corner(arms: [bool; 4]) -> &'static str {
    match arms {
        [false, false, false, false] => "·",
        [true, false, false, false] => "╵",
        [false, true, false, false] => "╶",
        [false, false, true, false] => "╷",
        [false, false, false, true] => "╴",
        [true, true, false, false] => "└",
        [true, false, true, false] => "│",
        [true, false, false, true] => "┘",
        [false, true, true, false] => "┌",
        [false, true, false, true] => "─",
        [false, false, true, true] => "┐",
        [true, true, true, false] => "├",
        [true, true, false, true] => "┴",
        [true, false, true, true] => "┤",
        [false, true, true, true] => "┬",
        [true, true, true, true] => "┼",
    }
}
