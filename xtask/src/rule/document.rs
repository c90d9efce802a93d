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

/// Finds a rule: a paragraph or list item that begins with `[ID]` or has it in code marks further on, a row of a table
/// with the id in its first cell, or a line of pseudo-code with the id in its comment. A row may also be named by a
/// pattern above its table, such as `tile.<kind>` in code marks. A ruling may stand in the running list of [`HEADING`].
/// `ids` are all ids of the document, where passages end.
pub fn find(document: &str, id: &str, ids: &BTreeSet<&str>) -> Option<Passage> {
    let lines: Vec<&str> = document.lines().collect();
    let mut is_code = false;
    let mut named_rows = BTreeSet::new();
    for (place, line) in lines.iter().enumerate() {
        if is_fence(line) {
            is_code = !is_code;
        }
        if line.starts_with('#') {
            named_rows.clear();
        }
        let text = match line {
            line if is_code => names_in_code(line, id).then(|| statement(&lines, place, ids)),
            line if line.starts_with('|') => first_cell(line)
                .is_some_and(|cell| {
                    words(cell).any(|word| word == id) || names(cell).any(|name| named_rows.contains(&name))
                })
                .then(|| row(&lines, place)),
            line if opening_id(line) == Some(id) => Some(paragraph(&lines, place, ids)),
            line => {
                named_rows.extend(row_names(line, id));
                line.find(&format!("`[{id}]`"))
                    .map(|start| from_column(paragraph(&lines, place, ids), start))
            }
        };
        if let Some(text) = text {
            return Some(Passage { line: place + 1, text });
        }
    }
    ruling(&lines, id, ids)
}

/// The line above a paragraph of rulings, each of a sentence or part of one that begins with its id: `H1 a is b. H2 c;
/// H2b d.`
const HEADING: &str = "House rulings";

/// A ruling in a running list, up to the next one.
fn ruling(lines: &[&str], id: &str, ids: &BTreeSet<&str>) -> Option<Passage> {
    let heading = lines.iter().position(|&line| line == HEADING)?;
    let list = (heading + 1..lines.len()).take_while(|&place| !lines[place].trim().is_empty());
    let words: Vec<(usize, &str)> = list
        .flat_map(|place| lines[place].split_whitespace().map(move |word| (place, word)))
        .collect();
    let begins =
        |number: usize| ids.contains(words[number].1) && (number == 0 || words[number - 1].1.ends_with(['.', ';']));
    let first = (0..words.len()).find(|&number| words[number].1 == id && begins(number))?;
    let end = (first + 1..words.len()).find(|&number| begins(number));
    let text: Vec<&str> = words[first..end.unwrap_or(words.len())]
        .iter()
        .map(|&(_, word)| word)
        .collect();
    Some(Passage {
        line: words[first].0 + 1,
        text: vec![text.join(" ")],
    })
}

/// A passage that begins in the middle of its first line.
fn from_column(mut text: Vec<String>, start: usize) -> Vec<String> {
    if let Some(first) = text.first_mut() {
        first.replace_range(..start, "");
    }
    text
}

/// What stands for the word in angle brackets if an id has the form of a pattern of a line, such as `tile.<kind>`.
fn row_names<'a>(line: &'a str, id: &'a str) -> impl Iterator<Item = String> + 'a {
    let patterns = line.split('`').skip(1).step_by(2);
    patterns.filter_map(move |pattern| {
        let (before, rest) = pattern.split_once('<')?;
        let (_, after) = rest.split_once('>')?;
        let name = id.strip_prefix(before)?.strip_suffix(after)?;
        Some(name.to_owned()).filter(|name| !name.is_empty() && !name.contains('.'))
    })
}

/// The things that a cell of a table names, as they stand in ids: `Owner's Office` is `owners_office`.
fn names(cell: &str) -> impl Iterator<Item = String> + '_ {
    cell.split(['/', ',']).map(|name| {
        let name = name.trim().to_lowercase().replace('\'', "");
        name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
    })
}

fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

fn first_cell(row: &str) -> Option<&str> {
    row.split('|').nth(1)
}

/// The id that a paragraph or a list item begins with, in code marks or without.
fn opening_id(line: &str) -> Option<&str> {
    let text = without_mark(line);
    let text = text.strip_prefix('`').unwrap_or(text).strip_prefix('[')?;
    text.split_once(']').map(|(id, _)| id)
}

/// A line without its indentation and the mark of a list.
fn without_mark(line: &str) -> &str {
    let text = line.trim_start();
    let numbered = text
        .trim_start_matches(|letter: char| letter.is_ascii_digit())
        .strip_prefix(". ");
    let marked = || ["- ", "* "].iter().find_map(|mark| text.strip_prefix(mark));
    numbered.or_else(marked).unwrap_or(text)
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
    let has_rules = |line: &&str| {
        if line.starts_with('|') {
            first_cell(line).is_some_and(|cell| names_any(cell, ids))
        } else {
            line.split_once('#').is_some_and(|(_, comment)| names_any(comment, ids))
        }
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

* `[A-10]` In code marks. `[A-11]` And
  further on.

The ids of the rows are `A.<kind>.open` and `A.<kind>.shut`.

| Kind | Open | Shut |
|---|---|---|
| Owner's Door | x | y |
| Hatch / Gate | z | z |

# Others

| Kind |
|---|
| Lid |
";

    fn text(id: &str) -> Option<(usize, String)> {
        let ids = BTreeSet::from([
            "A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "A-7", "A-8", "A-9", "A-10", "A-11",
        ]);
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
            ("A-10", 26, "* `[A-10]` In code marks. `[A-11]` And\n  further on."),
            ("A-11", 26, "`[A-11]` And\n  further on."),
            ("A.owners_door.open", 33, "Kind: Owner's Door\nOpen: x\nShut: y"),
            ("A.gate.shut", 34, "Kind: Hatch / Gate\nOpen: z\nShut: z"),
        ] {
            assert_eq!(text(id), Some((line, expected.to_owned())), "{id}");
        }
    }

    #[test]
    fn rulings_stand_in_a_running_list() {
        let document = "# Rules\n\nHouse rulings\nH1 a is b, not H3. H2 c is\nd; H2b e. H3\nf.\n\nH4 is none.\n";
        let ids = BTreeSet::from(["H1", "H2", "H2b", "H3", "H4"]);
        let ruling = |id: &str| find(document, id, &ids).map(|passage| (passage.line, passage.text.join("\n")));
        for (id, line, expected) in [
            ("H1", 4, "H1 a is b, not H3."),
            ("H2", 4, "H2 c is d;"),
            ("H2b", 5, "H2b e."),
            ("H3", 5, "H3 f."),
        ] {
            assert_eq!(ruling(id), Some((line, expected.to_owned())), "{id}");
        }
        assert_eq!(ruling("H4"), None);
    }

    #[test]
    fn an_id_that_is_only_referred_to_is_not_found() {
        for id in ["H1", "A-12", "A.lid.open", "A.gate", "A.gate.ajar"] {
            assert_eq!(text(id), None, "{id}");
        }
    }
}
