//! Something to know about the table, beside the board.

use crate::block::Block;
use crate::ink::{Line, Paint};
use crate::letters::Font;
use crate::palette::Palette;

/// Something to know about the table: what it is about, and what there is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    pub about: String,
    pub items: Vec<String>,
    /// What stands between the items.
    separator: &'static str,
}

impl Note {
    /// A note, unless there is nothing to say.
    pub fn of(about: impl Into<String>, items: Vec<String>, separator: &'static str) -> Option<Note> {
        (!items.is_empty()).then(|| Note {
            about: about.into(),
            items,
            separator,
        })
    }

    /// What there is, in one line.
    pub fn text(&self) -> String {
        self.items.join(self.separator)
    }

    /// What it is about and what there is, as a line.
    pub fn line(self, paint: Paint) -> Line {
        let mut line = Line::of(&format!("{}  ", self.about), Paint::Plain);
        line.push(&self.text(), paint);
        line
    }
    /// What it is about as a heading, and what there is below it.
    pub fn block(&self, width: f64, palette: &Palette) -> Block {
        let heading = Block::text(&self.about, Font::bold(12.0), palette.faint, width);
        let text = Block::text(&self.text(), Font::plain(12.0), palette.ink, width);
        Block::column([heading, text], 1.0)
    }
}
