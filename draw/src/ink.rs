//! Lines of painted text.

use crate::Style;

/// What a piece of text stands for. Its colour is chosen here and nowhere else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Paint {
    #[default]
    Plain,
    /// Of little weight: legends, what is face down.
    Faint,
    /// Headings.
    Strong,
    /// A Guard or where he goes.
    Guard,
    /// An alarm.
    Alarm,
    /// What the crew is after: Safes, Loot.
    Prize,
    /// What helps the crew: tokens, open ways.
    Aid,
    /// A card with a red icon, a red chip.
    Red,
    /// A blue chip.
    Blue,
    /// A player, by seat index.
    Player(u8),
}

impl Paint {
    /// The parameters of the ANSI sequence that selects the colour (ECMA-48, Select Graphic Rendition).
    const fn code(self) -> &'static str {
        match self {
            Paint::Plain => "0",
            Paint::Faint => "0;2",
            Paint::Strong => "0;1",
            Paint::Guard => "0;1;31",
            Paint::Alarm => "0;1;30;41",
            Paint::Prize => "0;1;33",
            Paint::Aid => "0;32",
            Paint::Red => "0;31",
            Paint::Blue => "0;34",
            Paint::Player(0) => "0;1;36",
            Paint::Player(1) => "0;1;35",
            Paint::Player(2) => "0;1;34",
            Paint::Player(_) => "0;1;32",
        }
    }
}

/// One line of painted text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Line(Vec<(char, Paint)>);

impl Line {
    /// A line of one paint.
    pub fn of(text: &str, paint: Paint) -> Line {
        let mut line = Line::default();
        line.push(text, paint);
        line
    }

    /// Lines of items with a separator between, none of them broken.
    pub fn items(items: &[String], separator: &str, paint: Paint, width: usize) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for item in items {
            let length = item.chars().count();
            match lines.last_mut() {
                Some(line) if line.len() + separator.len() + length <= width => {
                    line.push(separator, paint);
                    line.push(item, paint);
                }
                _ => lines.push(Line::of(item, paint)),
            }
        }
        lines
    }

    /// Appends text.
    pub fn push(&mut self, text: &str, paint: Paint) {
        self.0.extend(text.chars().map(|character| (character, paint)));
    }

    /// Appends plain text.
    pub fn plain(&mut self, text: &str) {
        self.push(text, Paint::Plain);
    }

    /// Appends another line.
    pub fn append(&mut self, other: &Line) {
        self.0.extend_from_slice(&other.0);
    }

    /// Appends spaces up to a column.
    pub fn pad_to(&mut self, column: usize) {
        while self.0.len() < column {
            self.0.push((' ', Paint::Plain));
        }
    }

    /// How many columns it takes. Every character used takes one.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Breaks the line at spaces so that no part is longer than `width`, if its words allow; parts after the first are
    /// indented.
    pub fn wrapped(&self, width: usize, indent: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut rest = &self.0[..];
        loop {
            let mut line = Line::default();
            if !lines.is_empty() {
                line.pad_to(indent);
            }
            let room = width.saturating_sub(line.len()).max(1);
            if rest.len() <= room {
                line.0.extend_from_slice(rest);
                lines.push(line);
                return lines;
            }
            // Leading spaces are the line's own indentation, not a place to break.
            let start = rest.iter().take_while(|(character, _)| *character == ' ').count();
            let is_space = |&place: &usize| rest[place].0 == ' ';
            let before = (start..=room).rev().find(is_space);
            let Some(end) = before.or_else(|| (room..rest.len()).find(is_space)) else {
                line.0.extend_from_slice(rest);
                lines.push(line);
                return lines;
            };
            line.0.extend_from_slice(&rest[..end]);
            lines.push(line);
            let next = rest[end..]
                .iter()
                .take_while(|(character, _)| *character == ' ')
                .count();
            rest = &rest[end + next..];
        }
    }
}

/// Lines as text, each with its line break and without spaces at its end.
pub(crate) fn render(lines: &[Line], style: &Style) -> String {
    let mut text = String::new();
    for line in lines {
        let end = line
            .0
            .iter()
            .rposition(|(character, _)| *character != ' ')
            .map_or(0, |last| last + 1);
        let mut current = Paint::Plain;
        for &(character, paint) in &line.0[..end] {
            if style.colour && paint != current && (character != ' ' || paint == Paint::Alarm) {
                text.push_str("\x1b[");
                text.push_str(paint.code());
                text.push('m');
                current = paint;
            }
            text.push(character);
        }
        if current != Paint::Plain {
            text.push_str("\x1b[0m");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[Line]) -> String {
        render(lines, &Style::default())
    }

    #[test]
    fn long_lines_break_at_spaces() {
        let line = Line::of("  one two three four", Paint::Plain);
        assert_eq!(texts(&line.wrapped(9, 4)), "  one two\n    three\n    four\n");
        assert_eq!(texts(&line.wrapped(80, 4)), "  one two three four\n");
        assert_eq!(texts(&Line::of("endless", Paint::Plain).wrapped(3, 0)), "endless\n");
        assert_eq!(
            texts(&Line::of("ab endless", Paint::Plain).wrapped(4, 2)),
            "ab\n  endless\n"
        );
        assert_eq!(texts(&Line::default().wrapped(4, 2)), "\n");
    }

    #[test]
    fn items_stay_whole() {
        let items = ["a b".to_owned(), "c d".to_owned(), "e".to_owned()];
        assert_eq!(texts(&Line::items(&items, "  ", Paint::Plain, 8)), "a b  c d\ne\n");
    }

    #[test]
    fn colour_changes_nothing_but_the_colour() {
        let mut line = Line::of("a", Paint::Guard);
        line.plain(" b");
        line.push("c ", Paint::Alarm);
        let coloured = Style {
            colour: true,
            ..Style::default()
        };
        assert_eq!(
            render(std::slice::from_ref(&line), &coloured),
            "\x1b[0;1;31ma \x1b[0mb\x1b[0;1;30;41mc\x1b[0m\n"
        );
        assert_eq!(render(&[line], &Style::default()), "a bc\n");
    }
}
