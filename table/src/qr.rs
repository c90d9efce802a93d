//! QR codes of addresses, for the page and for the terminal.

use std::fmt::Write;

use qrcodegen::QrCodeEcc;

/// Modules of light around a code, as ISO/IEC 18004 wants it.
const MARGIN: i32 = 4;

/// A QR code: a square of dark and light modules.
#[derive(Clone, PartialEq, Eq)]
pub struct QrCode(qrcodegen::QrCode);

impl QrCode {
    /// The code of a text; none if the text is too long for one, which has room for about 2900 bytes.
    pub fn of(text: &str) -> Option<QrCode> {
        // The smallest code that holds the text; if there is room in it, it corrects more errors than asked for.
        qrcodegen::QrCode::encode_text(text, QrCodeEcc::Low).ok().map(QrCode)
    }

    /// Modules of a side, with the light margin.
    pub fn side(&self) -> usize {
        // A side has at most 177 modules.
        (self.0.size() + 2 * MARGIN).unsigned_abs() as usize
    }

    /// Whether a module is dark; `column` and `row` count from the corner of the margin, and what lies outside is
    /// light.
    pub fn is_dark(&self, column: usize, row: usize) -> bool {
        let place = |number: usize| i32::try_from(number).map_or(-1, |number| number - MARGIN);
        self.0.get_module(place(column), place(row))
    }

    /// The dark modules as the data of an SVG path, a module being one unit wide.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for row in 0..self.side() {
            let mut column = 0;
            while column < self.side() {
                let length = (column..self.side()).take_while(|&at| self.is_dark(at, row)).count();
                if length > 0 {
                    // Writing to a string cannot fail.
                    let _ = write!(path, "M{column} {row}h{length}v1h-{length}z");
                }
                column += length.max(1);
            }
        }
        path
    }

    /// The code as lines of half blocks for a terminal, two rows of modules in each. With colours it is black on white
    /// whatever the terminal's own colours are. Without, light modules are drawn, which is right on a dark terminal.
    pub fn lines(&self, is_coloured: bool) -> Vec<String> {
        // Black and white of the 256 colours, which no palette changes.
        let (begin, end) = if is_coloured {
            ("\x1b[38;5;16;48;5;231m", "\x1b[0m")
        } else {
            ("", "")
        };
        let is_drawn = |column, row| self.is_dark(column, row) == is_coloured;
        let block = |row: usize| {
            move |column: usize| match (is_drawn(column, row), is_drawn(column, row + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            }
        };
        let line = |row: usize| format!("{begin}{}{end}", (0..self.side()).map(block(row)).collect::<String>());
        (0..self.side()).step_by(2).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDRESS: &str = "http://192.168.178.20:4747/t/0123456789abcdef0123456789abcdef";

    fn code() -> QrCode {
        QrCode::of(ADDRESS).expect("an address is short")
    }

    /// The modules that are dark according to a picture.
    fn modules(side: usize, is_dark: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
        let all = (0..side).flat_map(|row| (0..side).map(move |column| (column, row)));
        all.filter(|&(column, row)| is_dark(column, row)).collect()
    }

    #[test]
    fn an_address_fits_in_a_small_code_with_a_margin() {
        let code = code();
        assert_eq!(code.side(), 33 + 8);
        let dark = modules(code.side(), |column, row| code.is_dark(column, row));
        let margin = 4..37;
        assert!(
            dark.iter()
                .all(|(column, row)| margin.contains(column) && margin.contains(row))
        );
        // The three patterns by which a camera finds a code, each with its light ring.
        for (column, row) in [(4, 4), (30, 4), (4, 30)] {
            let is_dark = |x: usize, y: usize| code.is_dark(column + x, row + y);
            assert!((0..7).all(|at| is_dark(at, 0) && is_dark(0, at) && is_dark(6, at) && is_dark(at, 6)));
            assert!((1..6).all(|at| !is_dark(at, 1) && !is_dark(1, at)) && is_dark(3, 3));
        }
        assert!(QrCode::of(&"long".repeat(1000)).is_none());
    }

    #[test]
    fn the_path_and_the_half_blocks_show_the_same_modules() {
        let code = code();
        let dark = modules(code.side(), |column, row| code.is_dark(column, row));
        let mut drawn = Vec::new();
        for part in code.path().split_terminator('z') {
            let numbers: Vec<usize> = part
                .split(['M', ' ', 'h', 'v'])
                .filter_map(|text| text.parse().ok())
                .collect();
            let [column, row, length, 1] = numbers[..] else {
                panic!("{part}")
            };
            assert!(part.ends_with(&format!("h-{length}")), "{part}");
            drawn.extend((column..column + length).map(|column| (column, row)));
        }
        assert_eq!(drawn, dark);
        for is_coloured in [true, false] {
            let lines = code.lines(is_coloured);
            let blocks: Vec<Vec<char>> = lines
                .iter()
                .map(|line| {
                    line.trim_start_matches("\x1b[38;5;16;48;5;231m")
                        .trim_end_matches("\x1b[0m")
                        .chars()
                        .collect()
                })
                .collect();
            assert!(blocks.iter().all(|line| line.len() == code.side()));
            let is_drawn = |column: usize, row: usize| match blocks[row / 2][column] {
                '█' => true,
                '▀' => row.is_multiple_of(2),
                '▄' => !row.is_multiple_of(2),
                _ => false,
            };
            let shown = modules(code.side(), |column, row| is_drawn(column, row) == is_coloured);
            assert_eq!(shown, dark);
            assert_eq!(lines[0].contains('\x1b'), is_coloured);
        }
    }
}
