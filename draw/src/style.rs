//! How people want a picture for the terminal.

/// How to draw for the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// How many columns there are.
    pub width: usize,
    /// Whether to colour with ANSI escape sequences.
    pub colour: bool,
}

impl Default for Style {
    /// 80 columns without colour.
    fn default() -> Style {
        Style {
            width: 80,
            colour: false,
        }
    }
}
