//! The rules documents: where an id stands, and the text that belongs to it.

use std::collections::BTreeSet;

/// What a rules document says under an id.
#[derive(Debug, PartialEq, Eq)]
pub struct Passage {
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// Its lines. Of a row of a table each cell is a line, after the heading of its column.
    pub text: Vec<String>,
}

/// Finds a rule: a paragraph or list item that begins with `[ID]`, a row of a table with the id in its first cell, or a
/// line of pseudo-code with the id in its comment. `ids` are all ids of the document, where passages end.
pub fn find(document: &str, id: &str, ids: &BTreeSet<&str>) -> Option<Passage> {
    let lines: Vec<&str> = document.lines().collect();
    let mut is_code = false;
    for (place, line) in lines.iter().enumerate() {
        if is_fence(line) {
            is_code = !is_code;
        }
        let text = match line {
            line if is_code => names_in_code(line, id).then(|| statement(&lines, place, ids)),
            line if line.starts_with('|') => first_cell(line)
                .is_some_and(|cell| words(cell).any(|word| word == id))
                .then(|| row(&lines, place)),
            line => (opening_id(line) == Some(id)).then(|| paragraph(&lines, place, ids)),
        };
        if let Some(text) = text {
            return Some(Passage { line: place + 1, text });
        }
    }
    None
}

fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

fn first_cell(row: &str) -> Option<&str> {
    row.split('|').nth(1)
}

/// The id that a paragraph or a list item begins with.
fn opening_id(line: &str) -> Option<&str> {
    let text = without_mark(line).strip_prefix('[')?;
    text.split_once(']').map(|(id, _)| id)
}

/// A line without its indentation and the mark of a list.
fn without_mark(line: &str) -> &str {
    let text = line.trim_start();
    let numbered = text
        .trim_start_matches(|letter: char| letter.is_ascii_digit())
        .strip_prefix(". ");
    numbered.or_else(|| text.strip_prefix("- ")).unwrap_or(text)
}

/// Whether the comment of a line of pseudo-code names an id.
fn names_in_code(line: &str, id: &str) -> bool {
    line.split_once('#')
        .is_some_and(|(_, comment)| words(comment).any(|word| word == id))
}

/// A line of pseudo-code, with the lines before it that no other id closes.
fn statement(lines: &[&str], place: usize, ids: &BTreeSet<&str>) -> Vec<String> {
    let closes = |line: &str| is_fence(line) || line.split_once('#').is_some_and(|(_, it)| names_any(it, ids));
    let first = (0..place)
        .rev()
        .find(|&line| closes(lines[line]))
        .map_or(0, |line| line + 1);
    lines[first..=place].iter().map(|&line| line.to_owned()).collect()
}

fn names_any(text: &str, ids: &BTreeSet<&str>) -> bool {
    words(text).any(|word| ids.contains(word))
}

/// A row of a table, a line for each cell.
fn row(lines: &[&str], place: usize) -> Vec<String> {
    let cells = |line: &str| -> Vec<String> {
        let inside = line.trim().trim_start_matches('|').trim_end_matches('|');
        inside.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let is_table = |line: &&&str| line.starts_with('|');
    let above = lines[..place].iter().rev().take_while(is_table).count();
    let heading = cells(lines[place - above]);
    let named = heading.into_iter().zip(cells(lines[place]));
    named.map(|(name, cell)| format!("{name}: {cell}")).collect()
}

/// A paragraph or list item from a line on, and a table or pseudo-code directly below it that has no ids of its own.
fn paragraph(lines: &[&str], place: usize, ids: &BTreeSet<&str>) -> Vec<String> {
    let ends = |line: &str| {
        line.trim().is_empty()
            || line.starts_with(['|', '#'])
            || is_fence(line)
            || without_mark(line) != line.trim_start()
            || opening_id(line).is_some_and(|id| ids.contains(id))
    };
    let rest = &lines[place + 1..];
    let length = rest.iter().take_while(|line| !ends(line)).count();
    let mut text: Vec<String> = lines[place..=place + length]
        .iter()
        .map(|&line| line.to_owned())
        .collect();
    let below = &rest[length..];
    let blank = below.iter().take_while(|line| line.trim().is_empty()).count();
    let below = &below[blank..];
    let block = match below.first() {
        Some(line) if is_fence(line) => below[1..]
            .iter()
            .position(|line| is_fence(line))
            .map_or(0, |end| end + 2),
        Some(line) if line.starts_with('|') => below.iter().take_while(|line| line.starts_with('|')).count(),
        _ => 0,
    };
    let block = &below[..block];
    let has_rules = |line: &&str| match line.starts_with('|') {
        true => first_cell(line).is_some_and(|cell| names_any(cell, ids)),
        false => line.split_once('#').is_some_and(|(_, comment)| names_any(comment, ids)),
    };
    if !block.iter().any(has_rules) {
        text.extend(block.iter().map(|&line| line.to_owned()));
    }
    text
}

/// The words of a text: letters, digits and what joins them in ids (`M-MOVE-10a`, `CC6.2a`, `rewards:hidden_eye`).
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let joins = |letter: char| "-.:_".contains(letter);
    text.split(move |letter: char| !letter.is_ascii_alphanumeric() && !joins(letter))
        .map(move |word| word.trim_matches(joins))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "\
# Rules

- [A-1] One
  rule. [H1]
  - [A-2] Another.
- [A-3] Third.
- not a rule

[A-4] Followed by a block [A-5]:

```
code
```

| Id | Name | Value |
| --- | --- | --- |
| [A-5] x | Five | 5 |
| A-6, A-7 | Six | 6 |

```
first                  # A-8
if this holds:
    second             # A-9 [R]
```
";

    fn text(id: &str) -> Option<(usize, String)> {
        let ids = BTreeSet::from(["A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "A-7", "A-8", "A-9"]);
        find(DOCUMENT, id, &ids).map(|passage| (passage.line, passage.text.join("\n")))
    }

    #[test]
    fn passages_run_from_their_id_to_the_next_rule() {
        for (id, line, expected) in [
            ("A-1", 3, "- [A-1] One\n  rule. [H1]"),
            ("A-2", 5, "  - [A-2] Another."),
            ("A-3", 6, "- [A-3] Third."),
            ("A-4", 9, "[A-4] Followed by a block [A-5]:\n```\ncode\n```"),
            ("A-5", 17, "Id: [A-5] x\nName: Five\nValue: 5"),
            ("A-7", 18, "Id: A-6, A-7\nName: Six\nValue: 6"),
            ("A-8", 21, "first                  # A-8"),
            ("A-9", 23, "if this holds:\n    second             # A-9 [R]"),
        ] {
            assert_eq!(text(id), Some((line, expected.to_owned())), "{id}");
        }
    }

    #[test]
    fn an_id_that_is_only_referred_to_is_not_found() {
        assert_eq!(text("H1"), None);
        assert_eq!(text("A-10"), None);
    }
}
