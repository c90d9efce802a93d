//! Where Rust files name rule ids: a line scanner that knows strings, comments, attributes and braces.
//!
//! It finds the items of a file and the comments that belong to each: those directly above it, those at its end of line
//! and those inside it. Module comments (`//!`) and comments above `mod`, `impl` and `use` belong to no item: a list of
//! ids at the top of a file carries nothing out.

use std::iter::Peekable;
use std::str::Chars;

/// A function, constant, type, variant, field or macro call of a file.
#[derive(Debug)]
pub struct Item {
    /// The line on which it begins, counted from 1, after its attributes.
    pub line: usize,
    /// That line of code, without what follows an opening brace.
    pub signature: String,
    /// Whether it is a function that the test runner calls.
    pub is_test: bool,
    /// Whether it belongs to the tests of a file: a test, or anything in a module for tests alone.
    pub in_tests: bool,
    /// The comments that belong to it, with their lines.
    pub comments: Vec<(usize, String)>,
    /// The string literals inside it, as far as each stands on one line.
    pub strings: Vec<String>,
}

/// One line of a file, taken apart.
#[derive(Default)]
struct Line {
    /// The code, with nothing but quotation marks left of its literals.
    code: String,
    /// The comment, without its marks.
    comment: Option<String>,
    /// Whether the comment is one about what contains it (`//!`).
    is_inner: bool,
    strings: Vec<String>,
}

/// What the lexer is inside of at the end of a line.
enum Inside {
    Code,
    BlockComment(usize),
    String,
    /// A raw string that ends with so many `#`.
    RawString(usize),
}

/// Takes a file apart into lines.
fn lines_of(text: &str) -> Vec<Line> {
    let mut inside = Inside::Code;
    text.lines().map(|line| take_apart(line, &mut inside)).collect()
}

fn take_apart(text: &str, inside: &mut Inside) -> Line {
    let mut line = Line::default();
    let mut literal = String::new();
    let mut chars = text.chars().peekable();
    loop {
        match inside {
            Inside::Code => {
                let Some(letter) = chars.next() else { break };
                match letter {
                    '/' if chars.peek() == Some(&'/') => {
                        let rest: String = chars.collect();
                        let rest = rest.trim_start_matches('/');
                        line.is_inner = rest.starts_with('!');
                        line.comment = Some(rest.trim_start_matches('!').trim().to_owned());
                        return line;
                    }
                    '/' if chars.peek() == Some(&'*') => {
                        chars.next();
                        *inside = Inside::BlockComment(1);
                    }
                    '"' => {
                        line.code.push('"');
                        *inside = match raw_marks(&line.code) {
                            Some(marks) => Inside::RawString(marks),
                            None => Inside::String,
                        };
                    }
                    '\'' => skip_character(&mut chars, &mut line.code),
                    letter => line.code.push(letter),
                }
            }
            Inside::BlockComment(depth) => {
                let Some(letter) = chars.next() else { break };
                let next = chars.peek().copied();
                match (letter, next) {
                    ('*', Some('/')) => {
                        chars.next();
                        *depth -= 1;
                        if *depth == 0 {
                            *inside = Inside::Code;
                        }
                    }
                    ('/', Some('*')) => {
                        chars.next();
                        *depth += 1;
                    }
                    (letter, _) => line.comment.get_or_insert_default().push(letter),
                }
            }
            Inside::String => match chars.next() {
                None => break,
                Some('\\') => {
                    chars.next();
                }
                Some('"') => {
                    line.code.push('"');
                    line.strings.push(std::mem::take(&mut literal));
                    *inside = Inside::Code;
                }
                Some(letter) => literal.push(letter),
            },
            Inside::RawString(marks) => match chars.next() {
                None => break,
                Some('"') if chars.clone().take_while(|&letter| letter == '#').count() >= *marks => {
                    chars.by_ref().take(*marks).for_each(|_| {});
                    line.code.push('"');
                    line.strings.push(std::mem::take(&mut literal));
                    *inside = Inside::Code;
                }
                Some(letter) => literal.push(letter),
            },
        }
    }
    line
}

/// How many `#` stand between an `r` and the quotation mark that the code ends with; nothing if the string is no raw
/// one.
fn raw_marks(code: &str) -> Option<usize> {
    let before = code.strip_suffix('"')?;
    let prefix = before.trim_end_matches('#');
    let marks = before.len() - prefix.len();
    let is_raw = prefix.ends_with('r')
        && !prefix
            .trim_end_matches(['r', 'b'])
            .ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    is_raw.then_some(marks)
}

/// Skips a character literal; a lifetime stays code.
fn skip_character(chars: &mut Peekable<Chars<'_>>, code: &mut String) {
    let mut ahead = chars.clone();
    let first = ahead.next();
    let is_literal = first == Some('\\') || ahead.next() == Some('\'');
    code.push('\'');
    if !is_literal {
        return;
    }
    if first == Some('\\') {
        // The escaped character itself may be a quotation mark.
        chars.next();
        chars.next();
        chars.by_ref().find(|&letter| letter == '\'');
    } else {
        chars.next();
        chars.next();
    }
    code.push('\'');
}

/// What a pair of braces holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Braces {
    /// Further items: a module, an implementation, a macro call.
    Items,
    /// Variants or fields.
    Parts,
    /// The body of a function, or a part of another item: all in it belongs to that item.
    Body,
}

/// The kinds of items that differ in how they go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Function,
    /// A struct, union or enum.
    Type,
    /// A module, an implementation, a trait: it only holds others.
    Holder,
    /// A macro that is defined or called.
    Macro,
    /// An import.
    Import,
    /// A variant or a field.
    Part,
    /// A constant, an alias, anything else.
    Other,
}

impl Kind {
    /// Whether comments may belong to it.
    fn carries(self) -> bool {
        !matches!(self, Kind::Holder | Kind::Import)
    }

    fn braces(self) -> Braces {
        match self {
            Kind::Holder | Kind::Macro => Braces::Items,
            Kind::Type => Braces::Parts,
            Kind::Function | Kind::Import | Kind::Part | Kind::Other => Braces::Body,
        }
    }

    /// Whether the brace that closes it ends it; otherwise a semicolon or a comma does.
    fn ends_with_brace(self) -> bool {
        matches!(self, Kind::Function | Kind::Type | Kind::Holder | Kind::Macro)
    }
}

/// An item that has begun.
#[derive(Clone, Copy)]
struct Open {
    kind: Kind,
    /// Its place in the list, if comments may belong to it.
    place: Option<usize>,
    in_tests: bool,
}

/// A pair of braces that is open.
struct Frame {
    braces: Braces,
    /// The item whose braces they are.
    owner: Option<Open>,
    /// The item that has begun inside and not ended.
    current: Option<Open>,
    /// How deep the round and square brackets were when it opened.
    depth: usize,
    in_tests: bool,
}

/// Reads the items of a file.
pub fn items(text: &str) -> Vec<Item> {
    let mut scanner = Scanner {
        items: Vec::new(),
        frames: vec![Frame {
            braces: Braces::Items,
            owner: None,
            current: None,
            depth: 0,
            in_tests: false,
        }],
        depth: 0,
        comments: Vec::new(),
        attributes: String::new(),
        in_attribute: false,
    };
    for (number, line) in lines_of(text).into_iter().enumerate() {
        scanner.read(number + 1, line);
    }
    scanner.items
}

struct Scanner {
    items: Vec<Item>,
    frames: Vec<Frame>,
    depth: usize,
    /// Comments that wait for the item below them.
    comments: Vec<(usize, String)>,
    /// Attributes that wait for the item below them.
    attributes: String,
    in_attribute: bool,
}

impl Scanner {
    fn read(&mut self, number: usize, line: Line) {
        let code = line.code.trim();
        if code.is_empty() {
            if line.is_inner {
                return;
            }
            match line.comment {
                Some(comment) => self.comments.push((number, comment)),
                // A blank line parts a comment from what follows, but for inside an item.
                None if self.owner().is_none() => self.comments.clear(),
                None => {}
            }
            return;
        }
        if self.in_attribute || (code.starts_with('#') && self.is_between_items()) {
            self.attributes.push_str(code);
            self.in_attribute = self.attributes.matches('[').count() > self.attributes.matches(']').count();
            return;
        }
        let begins = self.is_between_items() && !code.starts_with(['}', ')', ']']);
        let is_inner_function =
            self.is_in_body() && kind_of(code, Braces::Items) == Kind::Function && code.contains('{');
        if begins || is_inner_function {
            self.begin(number, code);
        }
        let owner = self.owner();
        if let Some(item) = owner.map(|place| &mut self.items[place]) {
            item.comments.append(&mut self.comments);
            item.comments.extend(line.comment.map(|comment| (number, comment)));
            item.strings.extend(line.strings);
        }
        self.comments.clear();
        code.chars().for_each(|letter| self.follow(letter));
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the file's own frame is never closed")
    }

    /// Whether the next line of code begins an item.
    fn is_between_items(&self) -> bool {
        let frame = self.frames.last().expect("the file's own frame is never closed");
        frame.braces != Braces::Body && frame.current.is_none() && self.depth == frame.depth
    }

    fn is_in_body(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.braces == Braces::Body)
    }

    /// The innermost item that comments belong to here.
    fn owner(&self) -> Option<usize> {
        let frame = self.frames.last()?;
        match (frame.current, frame.braces) {
            (Some(open), _) => open.place,
            (None, Braces::Body) => frame.owner.and_then(|open| open.place),
            (None, _) => None,
        }
    }

    fn begin(&mut self, number: usize, code: &str) {
        let braces = self.frame().braces;
        let kind = kind_of(code, braces);
        let attributes = std::mem::take(&mut self.attributes);
        let is_test = kind == Kind::Function && attributes.contains("test]");
        let in_tests = is_test || self.frame().in_tests || attributes.contains("cfg(test)");
        let place = kind.carries().then_some(self.items.len());
        if kind.carries() {
            let signature = code.split_once('{').map_or(code, |(head, _)| head);
            self.items.push(Item {
                line: number,
                signature: signature.trim_end().trim_end_matches(',').to_owned(),
                is_test,
                in_tests,
                comments: Vec::new(),
                strings: Vec::new(),
            });
        }
        self.frame().current = Some(Open { kind, place, in_tests });
    }

    /// Follows brackets and the ends of items.
    fn follow(&mut self, letter: char) {
        match letter {
            '(' | '[' => self.depth += 1,
            ')' | ']' => self.depth = self.depth.saturating_sub(1),
            '{' => {
                let depth = self.depth;
                let frame = self.frame();
                let owner = frame.current.or(frame.owner);
                // Braces inside brackets or in a body are part of what they stand in.
                let is_own = frame.current.is_some() && depth == frame.depth;
                let braces = match frame.current {
                    Some(open) if is_own => open.kind.braces(),
                    _ => Braces::Body,
                };
                let in_tests = frame.in_tests || owner.is_some_and(|open| open.in_tests);
                self.frames.push(Frame {
                    braces,
                    owner,
                    current: None,
                    depth,
                    in_tests,
                });
            }
            '}' if self.frames.len() > 1 => {
                self.frames.pop();
                let depth = self.depth;
                let frame = self.frame();
                if depth == frame.depth && frame.current.is_some_and(|open| open.kind.ends_with_brace()) {
                    frame.current = None;
                }
            }
            ';' | ',' => {
                let depth = self.depth;
                let frame = self.frame();
                let ends = match frame.braces {
                    Braces::Parts => letter == ',',
                    Braces::Items => letter == ';',
                    Braces::Body => false,
                };
                if ends && depth == frame.depth {
                    frame.current = None;
                }
            }
            _ => {}
        }
    }
}

/// What a line of code begins.
fn kind_of(code: &str, braces: Braces) -> Kind {
    let visible = code.strip_prefix("pub").map_or(code, str::trim_start);
    // `pub(super)`, `pub(in path)`.
    let after = match visible.strip_prefix('(') {
        Some(scope) if visible.len() < code.len() => scope.split_once(')').map_or("", |(_, rest)| rest),
        _ => visible,
    };
    let head = after.split(['(', '{', '<', '=']).next().unwrap_or_default();
    let mut words = head.split_whitespace();
    if head.trim_end().ends_with('!') || head.starts_with("macro_rules!") {
        return Kind::Macro;
    }
    if words.clone().any(|word| word == "fn") {
        return Kind::Function;
    }
    match words.next() {
        Some("struct" | "enum" | "union") => Kind::Type,
        Some("mod" | "impl" | "trait") => Kind::Holder,
        Some("use") => Kind::Import,
        _ if braces == Braces::Parts => Kind::Part,
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r##"//! X-0: a list at the top.

use std::fmt; // X-1

/// X-2: above a function.
#[inline]
pub(super) const fn first(
    text: &'static str,
) -> char {
    // X-3: inside.
    let brace = '{'; // X-4
    let quoted = "X-5 } // X-6";
    fn inner() {
        // X-7
    }
    match brace {
        // X-8: an arm.
        '\'' | '"' => '{',
        _ => r#"}"#.len() as u8 as char,
    }
}

/// X-9: a comment that a blank line parts from the code.

/// X-10
#[derive(
    Clone,
)]
enum Kind {
    /// X-11
    One,
    Two(u8, u8), // X-12
    /// X-13
    Three {
        /// X-14
        field: u8,
    },
}

/// X-15: implementations carry nothing.
impl Kind {
    /// X-16
    const ALL: [Kind; 2] = [
        Kind::One, // X-17
        Kind::Three { field: 1 },
    ];

    /* X-18 */
    fn last() {}
}

proptest! {
    /// X-19
    #[test]
    fn in_a_macro(number in 0..3u8) {
        assert!(number < 3); // X-20
    }
}

#[cfg(test)]
mod tests {
    // X-21
    fn helper() {}

    #[test]
    fn a_test() {
        // X-22
    }
}

/// X-23
struct After;
"##;

    /// The items that carry an id, by the first line of each.
    fn owners(id: &str) -> Vec<(String, bool, bool)> {
        let carries = |item: &Item| {
            item.comments
                .iter()
                .any(|(_, text)| text.split([':', ' ']).any(|word| word == id))
        };
        let found = items(FILE).into_iter().filter(carries);
        found
            .map(|item| (item.signature, item.is_test, item.in_tests))
            .collect()
    }

    #[test]
    fn comments_belong_to_the_item_above_beside_or_around_them() {
        for (id, signature) in [
            ("X-2", "pub(super) const fn first("),
            ("X-3", "pub(super) const fn first("),
            ("X-4", "pub(super) const fn first("),
            ("X-7", "fn inner()"),
            ("X-8", "pub(super) const fn first("),
            ("X-10", "enum Kind"),
            ("X-11", "One"),
            ("X-12", "Two(u8, u8)"),
            ("X-13", "Three"),
            ("X-14", "Three"),
            ("X-16", "const ALL: [Kind; 2] = ["),
            ("X-17", "const ALL: [Kind; 2] = ["),
            ("X-18", "fn last()"),
            ("X-23", "struct After;"),
        ] {
            assert_eq!(owners(id), [(signature.to_owned(), false, false)], "{id}");
        }
    }

    #[test]
    fn lists_at_the_top_imports_strings_and_implementations_carry_nothing() {
        for id in ["X-0", "X-1", "X-5", "X-6", "X-9", "X-15"] {
            assert_eq!(owners(id), [], "{id}");
        }
    }

    #[test]
    fn tests_are_told_from_their_helpers_and_from_code() {
        for id in ["X-19", "X-20"] {
            assert_eq!(
                owners(id),
                [("fn in_a_macro(number in 0..3u8)".to_owned(), true, true)],
                "{id}"
            );
        }
        assert_eq!(owners("X-21"), [("fn helper()".to_owned(), false, true)]);
        assert_eq!(owners("X-22"), [("fn a_test()".to_owned(), true, true)]);
    }

    #[test]
    fn items_know_their_line_and_their_strings() {
        let items = items(FILE);
        let first = items
            .iter()
            .find(|item| item.signature.contains("first"))
            .expect("it is there");
        assert_eq!(first.line, 7);
        assert_eq!(first.strings, ["X-5 } // X-6", "}"]);
    }
}
