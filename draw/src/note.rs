//! Something to know about the table, beside the board.

use crate::ink::{Line, Paint};

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
}
