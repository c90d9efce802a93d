//! The floors as boxes with walls.

use heist_engine::board::{Cell, SIDE, squares};
use heist_engine::burgle_bros::{BurgleBros, Face, Kind};

use super::things::Thing;
use crate::ink::{Line, Paint};

/// Columns inside a cell, at most and at least.
const WIDEST: usize = 7;
const NARROWEST: usize = 4;
/// Columns left of a floor, for the row numbers.
const MARGIN: usize = 2;
/// Columns between floors.
const GAP: usize = 2;

/// What the empty space is filled with (S-BUILD-4).
const SPACE: &str = "░";

/// The two letters of a kind of tile.
pub(super) const fn short_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Atrium => "At",
        Kind::Camera => "Ca",
        Kind::ComputerFingerprint => "Cf",
        Kind::ComputerLaser => "Cl",
        Kind::ComputerMotion => "Cm",
        Kind::Deadbolt => "De",
        Kind::Detector => "Dt",
        Kind::Fingerprint => "Fi",
        Kind::Foyer => "Fo",
        Kind::Keypad => "Ke",
        Kind::Laboratory => "Lb",
        Kind::Laser => "La",
        Kind::Lavatory => "Lv",
        Kind::Motion => "Mo",
        Kind::SecretDoor => "Sd",
        Kind::ServiceDuct => "Du",
        Kind::Stairs => "St",
        Kind::Thermo => "Th",
        Kind::Walkway => "Wa",
        Kind::Safe => "Safe",
    }
}

/// The two letters and the combination number; a Safe has none.
fn code(face: Face) -> String {
    match face.number() {
        0 => short_name(face.kind()).to_owned(),
        number => format!("{}{number}", short_name(face.kind())),
    }
}

/// A piece of a cell's content that stays in one line.
struct Mark {
    text: String,
    paint: Paint,
    /// Whether a space parts it from the one before.
    apart: bool,
}

/// The floors, as many beside each other as the width allows; narrow cells before fewer floors.
pub(super) fn floors(game: &BurgleBros, width: usize) -> Vec<Line> {
    let count = game.floors();
    let size = game.floor_plan(0).size;
    let taken = |floors: usize, cell: usize| floors * (MARGIN + size * (cell + 1) + 1) + (floors - 1) * GAP;
    let fits = |floors: usize| (NARROWEST..=WIDEST).rev().find(|&cell| taken(floors, cell) <= width);
    let beside = (1..=count)
        .rev()
        .find_map(|floors| fits(floors).map(|cell| (floors, cell)));
    let (beside, cell_width) = beside.unwrap_or((1, NARROWEST));
    let contents: Vec<Vec<Vec<Line>>> = (0..count).map(|floor| contents(game, floor, cell_width)).collect();
    let cell_height = contents.iter().flatten().map(Vec::len).max().unwrap_or(0).max(2);
    let pictures: Vec<Vec<Line>> = contents
        .iter()
        .enumerate()
        .map(|(floor, cells)| picture(game, floor, cells, cell_width, cell_height))
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
fn contents(game: &BurgleBros, floor: usize, width: usize) -> Vec<Vec<Line>> {
    let plan = game.floor_plan(floor);
    let cells = (0..plan.size).flat_map(|row| (0..plan.size).map(move |column| row * SIDE + column));
    cells
        .map(|square| match plan.cells & 1 << square {
            0 => Vec::new(),
            _ => flow(&marks(game, Cell::new(floor, square)), width),
        })
        .collect()
}

/// Lays marks out in lines of a width: the tile and its marks first, then what stands on it, on a line of its own
/// unless the tile's marks have begun one.
fn flow([tile, things]: &[Vec<Mark>; 2], width: usize) -> Vec<Line> {
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

/// What is on a cell: the tile with its own marks, and everything that stands or lies on it.
fn marks(game: &BurgleBros, at: Cell) -> [Vec<Mark>; 2] {
    let mut tile = Vec::new();
    let mut things = Vec::new();
    let mark = |text: String, paint, apart| Mark { text, paint, apart };
    match (game.face_at(at), game.hidden_face(at)) {
        (Some(face), _) => {
            let paint = if face == Face::SAFE { Paint::Prize } else { Paint::Plain };
            tile.push(mark(code(face), paint, false));
        }
        (None, Some(face)) => tile.push(mark(format!("{}?", code(face).to_lowercase()), Paint::Faint, false)),
        (None, None) => tile.push(mark("??".to_owned(), Paint::Faint, false)),
    }
    // A Safe has no number to part its name from what follows.
    let is_safe = game.face_at(at) == Some(Face::SAFE);
    for thing in Thing::on(game, at) {
        let (text, paint) = sign(thing);
        match thing.is_of_tile() {
            true => tile.push(mark(text, paint, is_safe)),
            false => things.push(mark(text, paint, thing.count().is_some())),
        }
    }
    [tile, things]
}

/// The sign of a thing and its paint.
fn sign(thing: Thing) -> (String, Paint) {
    let (sign, paint) = match thing {
        Thing::Cracked => ("x", Paint::Prize),
        Thing::Disabled => ("#", Paint::Aid),
        Thing::Marked => ("o", Paint::Aid),
        Thing::WayUp => ("^", Paint::Aid),
        Thing::WayDown => ("v", Paint::Aid),
        Thing::Open => ("o", Paint::Prize),
        Thing::Player(seat) => return (seat.to_string(), Paint::Player(seat.0)),
        Thing::Guard => ("G", Paint::Guard),
        Thing::Destination => ("*", Paint::Guard),
        Thing::Alarm => ("!", Paint::Alarm),
        Thing::Crow => ("c", Paint::Aid),
        Thing::Kitty => ("k", Paint::Prize),
        Thing::Hack(_) => ("h", Paint::Aid),
        Thing::Stealth(_) => ("s", Paint::Aid),
        Thing::Dice(_) => ("d", Paint::Plain),
        Thing::Tools(_) => ("t", Paint::Prize),
        Thing::Loot(_) => ("l", Paint::Prize),
    };
    let count = thing.count().map_or(String::new(), |count| count.to_string());
    (format!("{sign}{count}"), paint)
}

/// One floor: heading, column letters, then the cells with what parts them.
fn picture(game: &BurgleBros, floor: usize, cells: &[Vec<Line>], width: usize, height: usize) -> Vec<Line> {
    let plan = game.floor_plan(floor);
    let size = plan.size;
    let mut title = Line::default();
    title.pad_to(MARGIN);
    title.push(&format!("Floor {}", floor + 1), Paint::Strong);
    let mut letters = Line::default();
    for column in 0..size {
        letters.pad_to(MARGIN + column * (width + 1) + 1);
        letters.push(&((b'A' + column as u8) as char).to_string(), Paint::Faint);
    }
    let mut lines = vec![title, letters];
    let walls = Walls { game, floor };
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
    game: &'a BurgleBros,
    floor: usize,
}

impl Walls<'_> {
    /// Whether there is a cell at a column and row.
    fn is_cell(&self, x: isize, y: isize) -> bool {
        let plan = self.game.floor_plan(self.floor);
        let size = plan.size as isize;
        (0..size).contains(&x) && (0..size).contains(&y) && plan.cells & 1 << (y as usize * SIDE + x as usize) != 0
    }

    /// Whether something parts two places of the grid: the edge of the floor or a wall piece.
    fn part(&self, (ax, ay): (isize, isize), (bx, by): (isize, isize)) -> bool {
        match (self.is_cell(ax, ay), self.is_cell(bx, by)) {
            (true, true) => {
                let square = |x: isize, y: isize| y as usize * SIDE + x as usize;
                self.game.floor_plan(self.floor).walled[square(ax, ay)] & 1 << square(bx, by) != 0
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
        let size = self.game.floor_plan(self.floor).size;
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
const fn corner(arms: [bool; 4]) -> &'static str {
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

/// What the signs mean, in the order of the legend.
const SIGNS: &[(char, &str)] = &[
    ('G', "Guard"),
    ('*', "his destination"),
    ('!', "alarm"),
    ('c', "crow"),
    ('k', "kitty"),
    ('x', "cracked"),
    ('#', "disabled"),
    ('o', "open, taken or moved into"),
    ('^', "way up"),
    ('v', "way down"),
    ('h', "hack tokens"),
    ('s', "stealth tokens"),
    ('d', "dice"),
    ('t', "tools"),
    ('l', "loot"),
];

/// What the letters and signs in this picture mean, those that are in it.
pub(super) fn legend(game: &BurgleBros, width: usize) -> Vec<Line> {
    let cells = |floor| squares(game.floor_plan(floor).cells).map(move |square| Cell::new(floor, square));
    let mut kinds = Vec::new();
    let mut signs = Vec::new();
    let mut is_hidden = false;
    for at in (0..game.floors()).flat_map(cells) {
        match game.face_at(at).or(game.hidden_face(at)) {
            Some(face) => kinds.push(face.kind()),
            None => is_hidden = true,
        }
        let [tile, things] = marks(game, at);
        signs.extend(
            tile[1..]
                .iter()
                .chain(&things)
                .filter_map(|mark| mark.text.chars().next()),
        );
    }
    let tiles = Kind::ALL
        .iter()
        .filter(|kind| **kind != Kind::Safe && kinds.contains(kind));
    let mut items: Vec<String> = tiles
        .map(|kind| format!("{} {}", short_name(*kind), kind.name()))
        .collect();
    let signs = SIGNS.iter().filter(|(sign, _)| signs.contains(sign));
    items.extend(signs.map(|(sign, meaning)| format!("{sign} {meaning}")));
    if is_hidden {
        items.push("?? face down".to_owned());
    }
    if game.floor_plan(0).hole.is_some() {
        items.push(format!("{} empty space", SPACE.repeat(2)));
    }
    Line::items(&items, "  ", Paint::Faint, width)
}
