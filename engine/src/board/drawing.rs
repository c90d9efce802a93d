//! The drawing of a building's walls: text that people can read and edit.
//!
//! ```text
//! floor 1
//!     A   B   C   D
//!   +---+---+---+---+
//! 1 |   |           |
//!   +   +   +---+   +
//! 2 |           |   |
//!   +---+---+   +   +
//! 3 |               |
//!   +   +   +   +---+
//! 4 |   |   |       |
//!   +---+---+---+---+
//! ```
//!
//! A wall piece is `---` or `|`, an open side is blank, `+` stands at every corner of a square, and the empty space is
//! filled with `###`. Floors follow each other from the ground up. All outer sides are drawn as walls; around the empty
//! space they may be left out.
//!
//! What does not matter for walls may be missing: the headings `floor 1`, the letters of the columns, the numbers of
//! the rows. Letters and headings may be in capitals or not. Blank lines, blanks at the ends of lines, either kind of
//! line ends and lines that begin with `//` or `#` do not matter. A floor may be moved to the right as a whole.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::layout::{Layout, inner_sides};
use super::{FLOORS, SIDE, Wall, squares_of};

/// The wall of a side between rows, and the open side.
const FLAT: [&str; 2] = ["---", "   "];
/// The inside of the empty space.
const FILL: &str = "###";

/// A text that is no drawing of walls: where it stops being one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: found {found}; expected {expected}")]
pub struct DrawingError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What was expected there.
    pub expected: String,
}

impl Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = squares_of(self.size, self.space);
        // Every side that is not between two squares is drawn as a wall.
        let open = |walls: u64, a: usize, b: usize| {
            cells & 1 << a != 0
                && cells & 1 << b != 0
                && Wall::between(a, b).is_some_and(|wall| walls & wall.bit() == 0)
        };
        for (floor, &walls) in self.walls.iter().enumerate() {
            if floor > 0 {
                writeln!(f)?;
            }
            writeln!(f, "floor {}", floor + 1)?;
            let letters: Vec<String> = (0..self.size).map(|column| letter(column).to_string()).collect();
            writeln!(f, "    {}", letters.join("   "))?;
            for row in 0..=self.size {
                write!(f, "  +")?;
                for column in 0..self.size {
                    let square = row * SIDE + column;
                    let is_open = (1..self.size).contains(&row) && open(walls, square - SIDE, square);
                    write!(f, "{}+", FLAT[usize::from(is_open)])?;
                }
                writeln!(f)?;
                if row == self.size {
                    break;
                }
                write!(f, "{} |", row + 1)?;
                for column in 0..self.size {
                    let square = row * SIDE + column;
                    let inside = if self.space == Some(square) { FILL } else { "   " };
                    let is_open = column + 1 < self.size && open(walls, square, square + 1);
                    write!(f, "{inside}{}", if is_open { ' ' } else { '|' })?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

fn letter(column: usize) -> char {
    (b'A' + column as u8) as char
}

impl FromStr for Layout {
    type Err = DrawingError;

    fn from_str(text: &str) -> Result<Layout, DrawingError> {
        let mut lines = Lines::new(text);
        let mut floors: Vec<Floor> = Vec::new();
        while let Some(line) = lines.peek() {
            if floors.len() == FLOORS {
                let expected = format!("the end, as a building has at most {FLOORS} floors");
                return Err(line.error(line.indent(), expected));
            }
            let floor = Floor::read(&mut lines, &floors)?;
            floors.push(floor);
        }
        let Some(first) = floors.first() else {
            return Err(lines.end("a floor: the heading `floor 1` or its first line `+---+---+---+---+`".to_owned()));
        };
        // Walls drawn around the empty space are outer sides and no wall pieces.
        let sides = inner_sides(first.size, first.space);
        Ok(Layout {
            size: first.size,
            space: first.space,
            walls: floors.iter().map(|floor| floor.walls & sides).collect(),
        })
    }
}

/// A line that matters, without what is blank at its end.
#[derive(Clone)]
struct Line {
    number: usize,
    characters: Vec<char>,
}

impl Line {
    fn indent(&self) -> usize {
        let blanks = self.characters.iter().take_while(|character| **character == ' ');
        blanks.count()
    }

    /// `width` characters from `start` on; blank past the end of the line.
    fn part(&self, start: usize, width: usize) -> String {
        let at = |place| self.characters.get(place).copied().unwrap_or(' ');
        (start..start + width).map(at).collect()
    }

    fn error(&self, start: usize, expected: String) -> DrawingError {
        self.error_of(start, 1, expected)
    }

    /// An error about `width` characters from `start` on.
    fn error_of(&self, start: usize, width: usize, expected: String) -> DrawingError {
        let found = if start < self.characters.len() {
            format!("`{}`", shown(&self.part(start, width)))
        } else {
            "the end of the line".to_owned()
        };
        DrawingError {
            line: self.number,
            column: start + 1,
            found,
            expected,
        }
    }

    fn words(&self) -> Vec<(usize, String)> {
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut is_inside = false;
        for (place, character) in self.characters.iter().enumerate() {
            match (character.is_whitespace(), is_inside, words.last_mut()) {
                (true, ..) => is_inside = false,
                (false, true, Some((_, word))) => word.push(*character),
                _ => {
                    words.push((place, character.to_string()));
                    is_inside = true;
                }
            }
        }
        words
    }
}

/// The lines that matter, and how many lines there are at all.
struct Lines {
    lines: Vec<Line>,
    next: usize,
    count: usize,
}

impl Lines {
    fn new(text: &str) -> Lines {
        // Some editors put a mark at the beginning of a file.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().enumerate().map(|(place, line)| Line {
            number: place + 1,
            characters: line.trim_end().chars().collect(),
        });
        let matters = |line: &Line| match line.characters.get(line.indent()..) {
            None | Some([] | ['#', ..] | ['/', '/', ..]) => false,
            Some(_) => true,
        };
        Lines {
            lines: lines.filter(matters).collect(),
            next: 0,
            count: text.lines().count(),
        }
    }

    fn peek(&self) -> Option<&Line> {
        self.lines.get(self.next)
    }

    fn next(&mut self, expected: impl FnOnce() -> String) -> Result<Line, DrawingError> {
        let line = self.peek().cloned().ok_or_else(|| self.end(expected()))?;
        self.next += 1;
        Ok(line)
    }

    /// The error of a drawing that ends too soon.
    fn end(&self, expected: String) -> DrawingError {
        DrawingError {
            line: self.count + 1,
            column: 1,
            found: "the end of the drawing".to_owned(),
            expected,
        }
    }
}

/// One floor of a drawing.
struct Floor {
    size: usize,
    space: Option<usize>,
    walls: u64,
}

impl Floor {
    fn read(lines: &mut Lines, below: &[Floor]) -> Result<Floor, DrawingError> {
        let number = below.len() + 1;
        read_heading(lines, number)?;
        let letters = read_letters(lines)?;
        let top = lines.next(|| format!("the first line of floor {number}, `+---+---+---+---+`"))?;
        let left = top.indent();
        let size = read_top(&top, left, below.first())?;
        if let Some((line, count)) = letters
            && count != size
        {
            let expected = format!("the letters A to {} over {size} columns", letter(size - 1));
            return Err(line.error_of(line.indent(), line.characters.len() - line.indent(), expected));
        }
        let mut floor = Floor {
            size,
            space: None,
            walls: 0,
        };
        for row in 0..size {
            let line = lines.next(|| format!("row {} of floor {number}", row + 1))?;
            floor.read_row(&line, left, row, below.first())?;
            let place = if row + 1 == size {
                format!("the last line of floor {number}, `+---+---+---+---+`")
            } else {
                format!("the line between rows {} and {} of floor {number}", row + 1, row + 2)
            };
            let line = lines.next(|| place)?;
            floor.read_sides(&line, left, row)?;
        }
        Ok(floor)
    }

    /// A line of squares and the sides between them.
    fn read_row(&mut self, line: &Line, left: usize, row: usize, first: Option<&Floor>) -> Result<(), DrawingError> {
        let label = line.part(0, left);
        let mut before = label.chars().enumerate().filter(|(_, character)| *character != ' ');
        // A tab is no blank: how wide it is shown is anybody's guess.
        match (before.next(), before.next()) {
            (None, _) => {}
            (Some((_, character)), None) if character.to_digit(10) == Some(row as u32 + 1) => {}
            (Some((_, character)), Some((place, _))) if character.to_digit(10) == Some(row as u32 + 1) => {
                let expected = format!(
                    "a blank, as the left outer side of this floor is in column {}",
                    left + 1
                );
                return Err(line.error(place, expected));
            }
            (Some((place, _)), _) => {
                let expected = format!("the number {0} or blanks before row {0}", row + 1);
                return Err(line.error(place, expected));
            }
        }
        for column in 0..=self.size {
            let place = left + 4 * column;
            let (side, square) = (line.part(place, 1), row * SIDE + column);
            match side.as_str() {
                "|" if (1..self.size).contains(&column) => self.add(square - 1, square),
                " " if (1..self.size).contains(&column) => {}
                "|" => {}
                _ => {
                    let expected = match column {
                        0 => format!("`|`, the left outer side of row {}", row + 1),
                        column if column == self.size => format!("`|`, the right outer side of row {}", row + 1),
                        _ => format!(
                            "`|` or a blank between {}{2} and {}{2}",
                            letter(column - 1),
                            letter(column),
                            row + 1
                        ),
                    };
                    return Err(line.error(place, expected));
                }
            }
            if column < self.size {
                let inside = line.part(place + 1, 3);
                self.read_square(line, place + 1, square, &inside, first)?;
            }
        }
        at_end(line, left + 4 * self.size + 1)
    }

    /// The inside of a square: blank, or filled where the empty space is, which is the same square on all floors.
    fn read_square(
        &mut self,
        line: &Line,
        place: usize,
        square: usize,
        inside: &str,
        first: Option<&Floor>,
    ) -> Result<(), DrawingError> {
        let name = super::square_name(square);
        let is_filled = inside == FILL;
        let expected = if !is_filled && !inside.trim_matches(' ').is_empty() {
            format!("three blanks, or `{FILL}` for the empty space, in {name}")
        } else if let Some(first) = first {
            match first.space == Some(square) {
                same if same == is_filled => String::new(),
                true => format!("`{FILL}`, as the empty space of floor 1 is on {name}"),
                false => "three blanks, as the empty space is the same square on all floors".to_owned(),
            }
        } else if is_filled && let Some(space) = self.space {
            format!("one empty space on a floor, and {} is one", super::square_name(space))
        } else {
            String::new()
        };
        if !expected.is_empty() {
            return Err(line.error_of(place, 3, expected));
        }
        if is_filled {
            self.space = Some(square);
        }
        Ok(())
    }

    /// The line below a row: corners and the sides to the next row, or the outer sides below the last one.
    fn read_sides(&mut self, line: &Line, left: usize, row: usize) -> Result<(), DrawingError> {
        if line.indent() < left {
            let expected = format!("blanks before the line below row {}", row + 1);
            return Err(line.error(line.indent(), expected));
        }
        for column in 0..=self.size {
            let place = left + 4 * column;
            if line.part(place, 1) != "+" {
                return Err(line.error(place, format!("`+`, a corner below row {}", row + 1)));
            }
            if column == self.size {
                break;
            }
            let square = row * SIDE + column;
            let side = line.part(place + 1, 3);
            let is_outer = row + 1 == self.size;
            if side == FLAT[0] {
                if !is_outer {
                    self.add(square, square + SIDE);
                }
            } else if is_outer {
                let expected = format!("`---`, the outer side below {}", super::square_name(square));
                return Err(line.error_of(place + 1, 3, expected));
            } else if side != FLAT[1] {
                let (above, below) = (super::square_name(square), super::square_name(square + SIDE));
                let expected = format!("`---` or three blanks between {above} and {below}");
                return Err(line.error_of(place + 1, 3, expected));
            }
        }
        at_end(line, left + 4 * self.size + 1)
    }

    fn add(&mut self, a: usize, b: usize) {
        self.walls |= Wall::between(a, b).map_or(0, Wall::bit);
    }
}

/// Nothing stands in a line from `place` on.
fn at_end(line: &Line, place: usize) -> Result<(), DrawingError> {
    let rest = line.characters.get(place..).unwrap_or_default();
    match rest.iter().position(|character| *character != ' ') {
        Some(offset) => Err(line.error_of(
            place + offset,
            rest.len() - offset,
            "the end of the line after the right outer side".to_owned(),
        )),
        None => Ok(()),
    }
}

/// Reads the heading `floor N`, if it is there.
fn read_heading(lines: &mut Lines, number: usize) -> Result<(), DrawingError> {
    let Some(line) = lines.peek() else { return Ok(()) };
    let words = line.words();
    let Some((start, word)) = words.first() else {
        return Ok(());
    };
    if !word.eq_ignore_ascii_case("floor") {
        return Ok(());
    }
    let fits = match &words[1..] {
        [(_, text)] => text.strip_suffix(':').unwrap_or(text) == number.to_string(),
        _ => false,
    };
    if !fits {
        let width = line.characters.len() - start;
        return Err(line.error_of(
            *start,
            width,
            format!("`floor {number}`, as floors go from the ground up"),
        ));
    }
    lines.next += 1;
    Ok(())
}

/// Reads the letters over the columns, if they are there: their line and how many they are.
fn read_letters(lines: &mut Lines) -> Result<Option<(Line, usize)>, DrawingError> {
    let Some(line) = lines.peek() else { return Ok(None) };
    let words = line.words();
    let is_letter = |word: &str| word.len() == 1 && word.as_bytes()[0].is_ascii_alphabetic();
    if !words.first().is_some_and(|(_, word)| is_letter(word)) {
        return Ok(None);
    }
    for (column, (start, word)) in words.iter().enumerate() {
        if column == SIDE || !word.eq_ignore_ascii_case(&letter(column).to_string()) {
            let expected = if column < SIDE {
                format!("the letter {} of column {}", letter(column), column + 1)
            } else {
                format!("the end of the line, as a floor has at most {SIDE} columns")
            };
            return Err(line.error_of(*start, word.chars().count(), expected));
        }
    }
    let found = (line.clone(), words.len());
    lines.next += 1;
    Ok(Some(found))
}

/// Reads a floor's first line: how many squares a side it has.
fn read_top(line: &Line, left: usize, first: Option<&Floor>) -> Result<usize, DrawingError> {
    let drawn = &line.characters[left..];
    if drawn[0] != '+' {
        let expected = "the first line of a floor, `+---+---+---+---+`, or the heading `floor N` before it";
        return Err(line.error_of(left, drawn.len(), expected.to_owned()));
    }
    for (place, character) in drawn.iter().enumerate() {
        let expected = if place % 4 == 0 { '+' } else { '-' };
        if *character != expected {
            return Err(line.error(left + place, format!("`{expected}` in the upper outer side of a floor")));
        }
    }
    let sizes = first.map_or(4..=SIDE, |first| first.size..=first.size);
    let (size, rest) = (drawn.len() / 4, drawn.len() % 4);
    if rest != 1 || !sizes.contains(&size) {
        let expected = match first {
            None => format!("an outer side of 4 or {SIDE} squares, such as `+---+---+---+---+`"),
            Some(first) => format!("an outer side of {} squares, as floor 1 has", first.size),
        };
        return Err(line.error_of(left, drawn.len(), expected));
    }
    Ok(size)
}

/// A part of a drawing in a message: what cannot be seen is escaped.
fn shown(part: &str) -> String {
    part.chars().fold(String::new(), |mut shown, character| {
        match character {
            '"' | '\'' | '\\' => shown.push(character),
            _ => shown.extend(character.escape_debug()),
        }
        shown
    })
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;
    use crate::board::parse_square;
    use crate::random::{below, choose_bit, stream};

    /// Bank 1 of S-WALL-1.
    const BANK: &str = "\
floor 1
    A   B   C   D
  +---+---+---+---+
1 |   |           |
  +   +   +---+   +
2 |           |   |
  +---+---+   +   +
3 |               |
  +   +   +   +---+
4 |   |   |       |
  +---+---+---+---+
";

    /// A floor of Fort Knox with one wall, C1-D1.
    const KNOX: &str = "\
floor 1
    A   B   C   D   E
  +---+---+---+---+---+
1 |           |       |
  +   +   +   +   +   +
2 |                   |
  +   +   +---+   +   +
3 |       |###|       |
  +   +   +---+   +   +
4 |                   |
  +   +   +   +   +   +
5 |                   |
  +---+---+---+---+---+
";

    fn names(layout: &Layout) -> Vec<Vec<String>> {
        let floors = layout.walls.iter();
        floors.map(|walls| Wall::names(*walls).collect()).collect()
    }

    fn read(text: &str) -> Layout {
        text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"))
    }

    fn error(text: &str) -> String {
        let read = text.parse::<Layout>();
        read.expect_err(text).to_string()
    }

    #[test]
    fn a_drawing_says_where_the_walls_are() {
        let bank = read(BANK);
        assert_eq!((bank.size, bank.space), (4, None));
        let walls = ["A1-B1", "C2-D2", "A4-B4", "B4-C4", "C1-C2", "A2-A3", "B2-B3", "D3-D4"];
        assert_eq!(names(&bank), [walls]);
        let knox = read(KNOX);
        assert_eq!((knox.size, knox.space), (5, parse_square("C3")));
        assert_eq!(names(&knox), [["C1-D1"]]);
    }

    #[test]
    fn drawings_and_layouts_round_trip() {
        for text in [BANK, KNOX] {
            assert_eq!(read(text).to_string(), text);
        }
        let mut rng = stream(1, "drawings", 0);
        for _ in 0..500 {
            let size = 4 + below(&mut rng, 2) as usize;
            let space = match below(&mut rng, 2) {
                0 => None,
                _ => Some(choose_bit(&mut rng, u64::from(squares_of(size, None))) as usize),
            };
            // Any walls, also those that part the floor.
            let floors = 1 + below(&mut rng, FLOORS as u32);
            let walls = (0..floors).map(|_| rng.next_u64() & inner_sides(size, space)).collect();
            let layout = Layout { size, space, walls };
            assert_eq!(read(&layout.to_string()), layout, "{layout}");
        }
    }

    #[test]
    fn what_does_not_bear_on_walls_may_be_changed() {
        let bank = read(BANK);
        let no_labels: String = BANK.lines().skip(2).map(|line| format!("{}\n", &line[2..])).collect();
        for text in [
            BANK.replace('\n', "\r\n"),
            BANK.replace('\n', "   \t\n"),
            BANK.replace('\n', "\n\n"),
            BANK.replace("floor 1", "  FLOOR 1:"),
            BANK.replace("    A   B   C   D", "a b c d"),
            BANK.replace("4 |", "  |"),
            format!("// my own\n\n   # and yours\n{BANK}"),
            format!("\u{feff}{BANK}"),
            BANK.lines().map(|line| format!("   {line}\n")).collect(),
            BANK.trim_end().to_owned(),
            no_labels.clone(),
        ] {
            assert_eq!(read(&text), bank, "{text}");
        }
        // The sides of the empty space need not be drawn.
        let bare = KNOX.replace("+---+   +   +", "+   +   +   +").replace("|###|", " ### ");
        assert_eq!(read(&bare), read(KNOX));
        let two = read(&format!("{no_labels}{no_labels}"));
        assert_eq!(two.walls, [bank.walls[0]; 2]);
    }

    #[test]
    fn what_is_no_drawing_is_named_with_its_place() {
        let bank = |from: &str, to: &str| {
            assert!(BANK.contains(from), "{from}");
            error(&BANK.replacen(from, to, 1))
        };
        let two = format!("{BANK}\n{}", BANK.replace("floor 1", "floor 2"));
        for (found, expected) in [
            (
                error("{\"a\": '\\'}\n"),
                "line 1, column 1: found `{\"a\": '\\'}`; expected the first line of a floor, `+---+---+---+---+`, or \
                 the heading `floor N` before it",
            ),
            (
                error(""),
                "line 1, column 1: found the end of the drawing; expected a floor: the heading `floor 1` or its first \
                 line `+---+---+---+---+`",
            ),
            (
                error("walls\n"),
                "line 1, column 1: found `walls`; expected the first line of a floor, `+---+---+---+---+`, or the \
                 heading `floor N` before it",
            ),
            (
                bank("floor 1", "floor 2"),
                "line 1, column 1: found `floor 2`; expected `floor 1`, as floors go from the ground up",
            ),
            (
                bank("B   C", "C   B"),
                "line 2, column 9: found `C`; expected the letter B of column 2",
            ),
            (
                bank("C   D", "C   D   E"),
                "line 2, column 5: found `A   B   C   D   E`; expected the letters A to D over 4 columns",
            ),
            (
                bank("D\n", "D   E   F\n"),
                "line 2, column 25: found `F`; expected the end of the line, as a floor has at most 5 columns",
            ),
            (
                bank("+---+---+---+---+", "+---+-- +---+---+"),
                "line 3, column 10: found ` `; expected `-` in the upper outer side of a floor",
            ),
            (
                bank("+---+---+---+---+", "+---+---+---+"),
                "line 3, column 3: found `+---+---+---+`; expected an outer side of 4 or 5 squares, such as \
                 `+---+---+---+---+`",
            ),
            (
                bank("1 |   |", "2 |   |"),
                "line 4, column 1: found `2`; expected the number 1 or blanks before row 1",
            ),
            (
                bank("1 |   |", "1 |   /"),
                "line 4, column 7: found `/`; expected `|` or a blank between A1 and B1",
            ),
            (
                bank("1 |   |", "1     |"),
                "line 4, column 3: found ` `; expected `|`, the left outer side of row 1",
            ),
            (
                bank("1 |   |           |", "1 |   |          |"),
                "line 4, column 16: found `  |`; expected three blanks, or `###` for the empty space, in D1",
            ),
            (
                bank("1 |   |           |", "1 |   |"),
                "line 4, column 19: found the end of the line; expected `|`, the right outer side of row 1",
            ),
            (
                bank("2 |    ", "2 | A2 "),
                "line 6, column 4: found ` A2`; expected three blanks, or `###` for the empty space, in A2",
            ),
            (
                bank("2 |           |   |", "2 |           |   |   |"),
                "line 6, column 23: found `|`; expected the end of the line after the right outer side",
            ),
            (
                bank("\n  +---+---+   +   +", "\n  +---+-- +   +   +"),
                "line 7, column 8: found `-- `; expected `---` or three blanks between B2 and B3",
            ),
            (
                bank("\n  +---+---+   +   +", "\n  +---+---    +   +"),
                "line 7, column 11: found ` `; expected `+`, a corner below row 2",
            ),
            (
                bank("\n  +---+---+   +   +", "\n2 +---+---+   +   +"),
                "line 7, column 1: found `2`; expected blanks before the line below row 2",
            ),
            (
                bank("\n  +---+---+   +   +", ""),
                "line 7, column 1: found `3`; expected blanks before the line below row 2",
            ),
            (
                bank("  +---+---+---+---+\n", "   +---+---+---+---+\n"),
                "line 4, column 3: found `|`; expected a blank, as the left outer side of this floor is in column 4",
            ),
            (
                error(BANK.trim_end().trim_end_matches("+---+---+---+---+").trim_end()),
                "line 11, column 1: found the end of the drawing; expected the last line of floor 1, \
                 `+---+---+---+---+`",
            ),
            (
                error(&BANK.replace(
                    "4 |   |   |       |\n  +---+---+---+---+",
                    "4 |   |   |       |\n  +---+---+---+   +",
                )),
                "line 11, column 16: found `   `; expected `---`, the outer side below D4",
            ),
            (
                error(&two.replace("floor 2", "floor 3")),
                "line 13, column 1: found `floor 3`; expected `floor 2`, as floors go from the ground up",
            ),
            (
                error(&format!("{two}{BANK}")),
                "line 24, column 1: found `floor 1`; expected `floor 3`, as floors go from the ground up",
            ),
            (
                error(&format!("{two}{}floor 4\n", BANK.replace("floor 1", "floor 3"))),
                "line 35, column 1: found `f`; expected the end, as a building has at most 3 floors",
            ),
            (
                error(&format!("{BANK}{}", KNOX.replace("floor 1", "floor 2"))),
                "line 14, column 3: found `+---+---+---+---+---+`; expected an outer side of 4 squares, as floor 1 has",
            ),
            (
                error(&KNOX.replace("5 |    ", "5 |### ")),
                "line 12, column 4: found `###`; expected one empty space on a floor, and C3 is one",
            ),
            (
                error(&format!(
                    "{KNOX}{}",
                    KNOX.replace("floor 1", "floor 2").replace("###", "   ")
                )),
                "line 21, column 12: found `   `; expected `###`, as the empty space of floor 1 is on C3",
            ),
            (
                error(&format!(
                    "{KNOX}{}",
                    KNOX.replace("floor 1", "floor 2").replace("1 |   ", "1 |###")
                )),
                "line 17, column 4: found `###`; expected three blanks, as the empty space is the same square on all \
                 floors",
            ),
            (
                bank("1 |   |", "1\t|   |"),
                "line 4, column 2: found `\\t`; expected a blank, as the left outer side of this floor is in column 3",
            ),
        ] {
            assert_eq!(found, expected);
        }
    }
}
