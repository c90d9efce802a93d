//! A board as a table of words, for people who hear a page.

/// A part of a board as a table: each place with what is on it, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardTable {
    /// What it is a table of: `Floor 1`.
    pub name: String,
    /// How places touch, where that is not as in any table; else empty.
    pub about: &'static str,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows, each with its head and a text for every column; none where there is no place. A place whose row and
    /// column have the heads of its name, such as `C` and `2`, is not named once more.
    pub rows: Vec<(String, Vec<Option<String>>)>,
}

/// The text of a place: what it is, what is there, and which sides are closed. Parts that say nothing are left out.
pub fn place(ground: &str, things: &[String], closed: &str) -> String {
    let things = things.join(", ");
    let parts = [ground, &things, closed].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("; ")
}
