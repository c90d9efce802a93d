//! Text that comes from bots and files, made fit for a terminal: control characters escaped, long quotes cut.

use std::borrow::Cow;
use std::io;

/// Letters of a quote in a message.
const QUOTE: usize = 120;
/// Letters of a line of a message.
const LINE: usize = 2000;
/// Lines of a message.
const LINES: usize = 50;

/// Why a file could not be opened, read or written, as the system says it, without the number of the error.
pub fn reason(error: &io::Error) -> String {
    without_numbers(&error.to_string())
}

/// A text without the numbers of errors of the system.
pub fn without_numbers(text: &str) -> String {
    const NUMBER: &str = " (os error ";
    let mut parts = text.split(NUMBER);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((number, rest)) if number.parse::<i32>().is_ok() => kept.push_str(rest),
            _ => kept.extend([NUMBER, part]),
        }
    }
    kept
}

/// Whether a character steers a terminal or the direction of text instead of being shown: control characters
/// (Unicode's category Cc) and the bidirectional embeddings, overrides and isolates.
fn is_steering(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text on one line of which no character steers the terminal: those are written as escapes, such as `\u{1b}`.
pub fn text(text: &str) -> Cow<'_, str> {
    if !text.contains(is_steering) {
        Cow::Borrowed(text)
    } else {
        text.chars().fold(String::new(), push_plain).into()
    }
}

fn push_plain(mut plain: String, letter: char) -> String {
    if is_steering(letter) {
        plain.extend(letter.escape_default())
    } else {
        plain.push(letter)
    }
    plain
}

/// JSON of which no character steers the terminal. JSON escapes the first control characters by itself; the others
/// occur only within its strings, where an escape means the same.
pub fn json(text: String) -> String {
    let is_left = |letter: char| is_steering(letter) && letter > '\u{7e}';
    if !text.contains(is_left) {
        return text;
    }
    let mut plain = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_left(letter) {
            plain += &format!("\\u{:04x}", u32::from(letter))
        } else {
            plain.push(letter)
        }
    }
    plain
}

/// A message of several lines at most: each plain, with long quotes cut to their beginning.
pub fn message(message: &str) -> String {
    let mut lines = message.split('\n');
    let mut shown: Vec<String> = lines.by_ref().take(LINES).map(line).collect();
    match lines.count() {
        0 => {}
        more => shown.push(format!("... and {more} lines more")),
    }
    shown.join("\n")
}

/// A line of a message.
fn line(text: &str) -> String {
    let plain = self::text(text);
    let cut = if plain.chars().count() > QUOTE {
        without_long_quotes(&plain)
    } else {
        plain.into_owned()
    };
    shortened(&cut, LINE)
}

/// A line whose long quotes, in backticks or quotation marks, are cut.
fn without_long_quotes(text: &str) -> String {
    let mut cut = String::new();
    let mut rest = text;
    while let Some(open) = rest.find(['`', '"']) {
        let mark = &rest[open..=open];
        let Some(length) = rest[open + 1..].find(mark) else {
            break;
        };
        let (start, end) = (open + 1, open + 1 + length);
        cut += &rest[..start];
        cut += &shortened(&rest[start..end], QUOTE);
        cut += mark;
        rest = &rest[end + 1..];
    }
    cut + rest
}

/// A text of at most this many letters, and `...` if there were more.
fn shortened(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_system_are_left_out_and_nothing_else() {
        for (text, expected) in [
            ("a: No space left on device (os error 28)", "a: No space left on device"),
            ("x (os error 2); y (os error 13) z", "x; y z"),
            (
                "(os error) (os error x) (os error 2",
                "(os error) (os error x) (os error 2",
            ),
            ("", ""),
        ] {
            assert_eq!(without_numbers(text), expected);
        }
    }

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(
            text("a\u{1b}[2Jb\nc\u{7f}\u{9b}1m\u{202e}d"),
            r"a\u{1b}[2Jb\nc\u{7f}\u{9b}1m\u{202e}d"
        );
        assert_eq!(text("plain \u{e4} ± \u{2500}"), "plain \u{e4} ± \u{2500}");
        assert_eq!(
            json("{\"a\": \"\u{9b}\u{7f}\"}\n".to_owned()),
            "{\"a\": \"\\u009b\\u007f\"}\n"
        );
    }

    #[test]
    fn messages_quote_a_line_at_most_and_cut_it() {
        let long = "x".repeat(5000);
        let cut = message(&format!("line 1: unknown variant `{long}`, expected one of `a`, `b`"));
        assert_eq!(
            cut,
            format!(
                "line 1: unknown variant `{}...`, expected one of `a`, `b`",
                "x".repeat(QUOTE)
            )
        );
        assert_eq!(message(&long).len(), LINE + 3);
        let many = message(&"problem\n".repeat(200));
        assert_eq!(many.lines().count(), LINES + 1);
        assert!(many.ends_with("... and 151 lines more"), "{many}");
    }
}
