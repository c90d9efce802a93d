//! What depends on where the output goes: width, tables, progress; and input line by line.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use heist_agents::serve::LINE_LIMIT;
use heist_draw::Style;
use indicatif::{ProgressBar, ProgressStyle};

use crate::colour;
use crate::interrupt;
use crate::plain;

/// How to draw on standard output: in colour if that is wanted there; as wide as the terminal, else as `COLUMNS` says,
/// else 100 columns.
pub fn style() -> Style {
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    Style {
        width: width.or_else(columns).unwrap_or(100).clamp(NARROWEST, 400),
        colour: colour::is_wanted(io::stdout().is_terminal()),
    }
}

/// A progress bar on standard error, if that is a terminal.
pub fn progress(total: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(total);
    shown(bar, "{msg} {wide_bar} {human_pos}/{human_len}, {eta} left", what)
}

/// The same for work of unknown length: how long it has been under way.
pub fn waiting(what: &'static str) -> ProgressBar {
    let bar = shown(ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}", what);
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    bar
}

/// How often a spinner turns.
const TICK: Duration = Duration::from_millis(120);

fn shown(bar: ProgressBar, template: &str, what: &'static str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    // The template is a constant; were it wrong, the bar would merely look plain.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style).with_message(what)
}

/// The least width that anything is laid out for.
const NARROWEST: usize = 40;

/// How many lines the terminal has on which lines may be overwritten; `None` where standard output is no such terminal,
/// or one so narrow that it breaks lines by itself.
pub fn live_height() -> Option<usize> {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let (width, height) = terminal_size::terminal_size()?;
    let is_wide = usize::from(width.0) >= NARROWEST;
    (io::stdout().is_terminal() && is_wide && !is_dumb).then(|| usize::from(height.0))
}

/// Lines on a terminal that give way to later ones.
#[derive(Clone, Copy, Debug)]
pub struct Live {
    /// Lines of the terminal.
    height: usize,
    /// Lines shown now.
    shown: usize,
}

impl Live {
    /// Nothing shown yet, on a terminal with this many lines.
    pub fn new(height: usize) -> Live {
        Live { height, shown: 0 }
    }

    /// Shows lines, none of them wider than the terminal, in the place of those before; what does not fit is left out.
    pub fn show(&mut self, lines: &[String], out: &mut dyn Write) -> io::Result<()> {
        self.clear(out)?;
        // The cursor needs a line of its own.
        let fitting = &lines[..lines.len().min(self.height.saturating_sub(1))];
        for line in fitting {
            writeln!(out, "{line}")?;
        }
        self.shown = fitting.len();
        out.flush()
    }

    /// Takes everything away again.
    pub fn clear(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.shown > 0 {
            // Up to the first line, then erase what follows (ECMA-48: CPL, ED).
            write!(out, "\x1b[{}F\x1b[J", self.shown)?;
        }
        self.shown = 0;
        Ok(())
    }
}

/// A text broken into lines of at most `width` columns, all but the first one indented. Words that are longer are
/// broken too.
pub fn wrapped(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for (number, part) in letters.chunks(width.saturating_sub(indent).max(1)).enumerate() {
            let is_first = line.trim_start().is_empty();
            let gap = usize::from(number == 0 && !is_first);
            if !is_first && length + gap + part.len() > width {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
                length = indent;
            } else if gap == 1 {
                line.push(' ');
                length += 1;
            }
            line.extend(part);
            length += part.len();
        }
    }
    lines.push(line);
    lines
}

/// A table: columns as wide as their widest cell, two spaces between, the first one flush left and the rest right.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
    left: usize,
}

impl Table {
    /// A table with headings, of which the first `left` columns are flush left.
    pub fn new(headings: &[&str], left: usize) -> Table {
        let mut table = Table { rows: Vec::new(), left };
        table.row(headings.iter().map(|heading| heading.to_string()).collect());
        table
    }

    /// One more row. Cells may hold what bots and files say: no character of them steers the terminal.
    pub fn row(&mut self, cells: Vec<String>) {
        let plain = cells.iter().map(|cell| plain::text(cell).into_owned());
        self.rows.push(plain.collect());
    }

    /// Prints the table.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let length = |cell: &String| cell.chars().count();
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                self.rows
                    .iter()
                    .filter_map(|row| row.get(column))
                    .map(length)
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let is_coloured = colour::is_wanted(io::stdout().is_terminal());
        for (place, row) in self.rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                let padding = " ".repeat(width - length(cell));
                if column < self.left {
                    format!("{cell}{padding}")
                } else {
                    format!("{padding}{cell}")
                }
            });
            let line = cells.collect::<Vec<_>>().join("  ");
            if is_coloured && place == 0 {
                writeln!(out, "\x1b[1m{}\x1b[0m", line.trim_end())?
            } else {
                writeln!(out, "{}", line.trim_end())?
            }
        }
        Ok(())
    }
}

/// What somebody typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A line, without its break.
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// Lines from somebody or something.
pub trait Lines {
    /// The next line; waits for it.
    fn line(&mut self) -> io::Result<Typed>;
}

impl<R: BufRead> Lines for R {
    fn line(&mut self) -> io::Result<Typed> {
        let mut bytes = Vec::new();
        // No longer than lines may be: what is longer comes in pieces, the first of which is refused.
        match self.take(LINE_LIMIT as u64 + 1).read_until(b'\n', &mut bytes)? {
            0 => Ok(Typed::End),
            _ => Ok(Typed::Line(
                String::from_utf8_lossy(&bytes)
                    .trim_end_matches(['\r', '\n'])
                    .to_owned(),
            )),
        }
    }
}

/// Standard input, read on a thread of its own so that Ctrl-C is noticed while nobody types.
pub struct Keyboard(Receiver<io::Result<Typed>>);

impl Keyboard {
    /// Begins to read standard input.
    pub fn listen() -> Keyboard {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let typed = input.line();
                let is_last = !matches!(typed, Ok(Typed::Line(_)));
                if sender.send(typed).is_err() || is_last {
                    return;
                }
            }
        });
        Keyboard(receiver)
    }
}

impl Lines for Keyboard {
    fn line(&mut self) -> io::Result<Typed> {
        loop {
            if interrupt::is_wanted() {
                return Ok(Typed::Interrupt);
            }
            match self.0.recv_timeout(Duration::from_millis(50)) {
                Ok(typed) => return typed,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Typed::End),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(&["name", "count"], 1);
        table.row(vec!["a longer one".to_owned(), "7".to_owned()]);
        table.row(vec!["b".to_owned()]);
        let mut out = Vec::new();
        table.print(&mut out).expect("memory takes everything");
        assert_eq!(
            String::from_utf8_lossy(&out),
            "name          count\na longer one      7\nb\n"
        );
    }

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(wrapped("one two three four", 9, 2), ["one two", "  three", "  four"]);
        assert_eq!(wrapped("a longer-word x", 5, 1), ["a", " long", " er-w", " ord", " x"]);
        assert_eq!(wrapped("", 9, 2), [""]);
    }

    #[test]
    fn live_lines_give_way_to_later_ones() {
        let mut out = Vec::new();
        let mut live = Live::new(3);
        let lines = ["a", "b", "c"].map(str::to_owned);
        live.show(&lines, &mut out).expect("memory takes everything");
        live.show(&lines[..1], &mut out).expect("memory takes everything");
        live.clear(&mut out).expect("memory takes everything");
        assert_eq!(String::from_utf8_lossy(&out), "a\nb\n\x1b[2F\x1b[Ja\n\x1b[1F\x1b[J");
    }

    #[test]
    fn lines_end_at_any_line_break() {
        let mut input = &b"one\r\ntwo\nthree"[..];
        for expected in ["one", "two", "three"] {
            assert_eq!(
                input.line().expect("memory can be read"),
                Typed::Line(expected.to_owned())
            );
        }
        assert_eq!(input.line().expect("memory can be read"), Typed::End);
    }
}
