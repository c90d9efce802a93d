//! A game at the table.
//!
//! What people enter is a list of [`Entry`]s with a cursor, and everything else is worked out from the list. Undo and redo move
//! the cursor. Entering the step that stands after the cursor moves the cursor forward as well; entering another one drops the
//! entries after the cursor, which are kept aside as a [`DroppedLine`] and can be brought back. Chance nodes with a single
//! possible outcome are not entered: they are played by themselves.
//!
//! In a game with private content every seat has a view of its own. The **public** entries hold what everybody at the table
//! sees. A seat's **secrets** (its own cards) are kept apart, and the view of a seat is made from the public entries and its
//! own secrets alone: what other seats entered for themselves is not even read.
//!
//! Nothing here knows the type of a game: states, setups and steps are those of [`heist_engine::any`].
//!
//! - `live`: a [`Table`], and everything that changes it.
//! - `view`: what a viewer sees of it.
//! - `line`: the game as everybody sees it, state by state.
//! - `private`: a seat's secrets laid over that.
//! - `input`: steps, setups and positions, read and checked.
//! - `record`: tables as files.
//! - `setup`: the form that begins a table.
//! - `given`: such a form as JSON.

mod given;
mod input;
mod line;
mod live;
mod private;
mod record;
mod setup;
mod view;
mod windows;

use std::sync::Arc;

use heist_engine::game::Seat;
use serde::{Deserialize, Serialize};

pub use given::{form_from_json, form_from_setup};
pub use input::completed_setup;
pub use live::Table;
pub use record::{game_of_record, read_record};
pub use setup::{SEED, fields_from_form, fields_of_all, setup_fields, setup_from_form, title_in_setup};

pub use crate::choice::{Choice, steps};

/// Something people enter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// A decision or an outcome, in notation.
    Step(String),
    /// A corrected position takes the place of the state: the position as JSON, and whether contradictions that may be
    /// overridden are.
    Position {
        /// As [`Table::position`] writes it.
        text: String,
        /// Whether contradictions that may be overridden are.
        overridden: bool,
    },
}

/// What a seat entered on its own device: which private draw it was, and what it was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Secret {
    /// The number of the step since the beginning, as [`LogLine::step`] counts.
    pub step: usize,
    /// The outcome in notation; or, as JSON, the position as the seat sees it after the step, where the seat entered that or a
    /// correction made it necessary.
    pub outcome: String,
}

impl Secret {
    /// Whether it is a whole position rather than a draw.
    pub fn is_position(&self) -> bool {
        self.outcome.trim_start().starts_with('{')
    }
}

/// Entries that were dropped when something else was entered in their place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DroppedLine {
    /// Its number, unlike that of every other dropped line of the table.
    pub line: u32,
    /// The number of entries that it follows.
    pub at: usize,
    /// The dropped line that those entries belong to; none if they are the table's own, so that it can be brought back.
    pub follows: Option<u32>,
    /// What was dropped.
    pub entries: Vec<Entry>,
    /// What each seat entered for itself about the steps that were dropped.
    pub secrets: Vec<Vec<Secret>>,
}

/// All that was entered at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// What everybody sees, undone entries at the end.
    pub entries: Vec<Entry>,
    /// How many entries count; those after it were undone.
    pub cursor: usize,
    /// What each seat entered for itself.
    pub secrets: Vec<Vec<Secret>>,
    /// What was dropped, by number.
    pub dropped: Vec<DroppedLine>,
}

impl History {
    /// Drops what a seat entered for itself.
    pub fn forget(&mut self, seat: Seat) {
        let dropped = self.dropped.iter_mut().map(|line| &mut line.secrets);
        for secrets in dropped.chain([&mut self.secrets]) {
            if let Some(told) = secrets.get_mut(seat.index()) {
                told.clear();
            }
        }
    }
}

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Everybody at the table: what lies open. In a game without private content that is all there is.
    Public,
    /// A seat, which knows its own cards as well.
    Seat(Seat),
}

/// What the game waits for.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Waits {
    /// A seat decides.
    Decision {
        /// From 1.
        seat: Seat,
    },
    /// Chance decides: somebody looks at what was revealed, drawn or rolled, and enters it.
    Chance,
    /// The viewing seat has not yet entered what it drew in private, or what it entered is impossible; the choices are what it
    /// may have drawn. The game may be further on.
    Secret {
        /// The number of the step that it is about.
        step: usize,
    },
    /// The game is over.
    Over {
        /// One of the game's endings.
        ending: String,
        /// 1 for a full win, 0 for a loss.
        value: f64,
        /// The figures by name, in the game's order.
        figures: Vec<(String, i32)>,
    },
}

/// One line of the log.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LogLine {
    /// Number from 1 of the step since the beginning; a correction has that of the step before it.
    pub step: usize,
    /// The number of entries up to and including this step: going to that many leads back here.
    pub entry: usize,
    /// Who answered; none for chance and corrections.
    pub seat: Option<Seat>,
    /// On whose behalf, for people: a character's name, or `Together` for a joint decision; empty for chance and corrections.
    pub decider: String,
    /// The step in notation; empty for a correction.
    pub notation: String,
    /// What happened, in one short sentence.
    pub text: String,
    /// Whether it only said who acts in the step after it.
    pub names_actor: bool,
}

/// What a viewer sees of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// The game's id and name.
    pub game: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// How many seats play.
    pub seats: u8,
    /// Whether the game has private content, so that seats have links of their own.
    pub is_private: bool,
    /// What to call each seat: the characters that it plays, `Player 2` where they have no names.
    pub seat_names: Vec<String>,
    /// The key of the state, 16 hexadecimal digits.
    pub key: String,
    /// The number of the turn.
    pub turn: u32,
    /// What is waited for, once optional windows have gone by.
    pub waits: Waits,
    /// The same in a sentence.
    pub explanation: String,
    /// Optional windows that are open, in order. Nobody is asked whether they go by: to enter one of [`choices`](View::choices) lets all
    /// of them go by, to enter something that one offers lets go by those before it.
    pub windows: Vec<OpenWindow>,
    /// What may be entered now by this viewer; empty when the game is over.
    pub choices: Vec<Choice>,
    /// Whether a hint can be asked for: a seat decides, and the viewer knows what that seat knows.
    pub can_hint: bool,
    /// Whether [`undo_last`](Table::undo_last) has something to undo.
    pub can_undo: bool,
    /// What happened, oldest first.
    pub log: Vec<LogLine>,
    /// How many entries there are up to the cursor.
    pub entries: usize,
    /// How many entries after the cursor can be redone.
    pub undone: usize,
    /// What was dropped and can be brought back, the latest last.
    pub dropped: Vec<Dropped>,
}

/// An optional window, in which somebody may react.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpenWindow {
    /// What it is, in a sentence.
    pub explanation: String,
    /// The reactions.
    pub choices: Vec<Choice>,
}

/// A dropped line that can be brought back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Dropped {
    /// Its number.
    pub line: u32,
    /// The number of entries that it follows.
    pub at: usize,
    /// How many entries it has.
    pub entries: usize,
    /// Its first step in notation; empty for a correction.
    pub first: String,
}

/// What is wrong with something that was entered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[error("{message}")]
pub struct TableError {
    /// One clear sentence: what, where, and what was expected.
    pub message: String,
    /// The contradictions of a position: field, what is wrong, and whether it may be overridden.
    pub problems: Vec<PositionProblem>,
}

/// A contradiction in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PositionProblem {
    /// The field, as a path into the JSON.
    pub field: String,
    /// What was found and what was expected.
    pub what: String,
    /// Whether it may be overridden knowingly.
    pub waivable: bool,
}

/// A field of the form that begins a table, made from the game's description of its setups.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SetupField {
    /// The name of the field in the setup, such as `scenario` or `seats`.
    pub name: String,
    /// The label for people.
    pub label: String,
    /// What may be chosen: value and label. Empty: a text.
    pub options: Vec<(String, String)>,
    /// The value unless another is chosen; several are separated by commas.
    pub default: String,
    /// Whether there is one for each player or character.
    pub is_per_seat: bool,
    /// How many there are at most; 1 unless there is one for each.
    pub entries: usize,
    /// What there is one for: `Player`, `Character`; empty unless there is one for each.
    pub entry_label: String,
    /// The field whose number says how many of them there are; none if the number is fixed.
    pub counted_by: Option<String>,
    /// Whether any number of the options may be chosen.
    pub is_multiple: bool,
    /// Whether the text has several lines.
    pub is_drawing: bool,
    /// A text that would be right; empty where none is needed.
    pub example: String,
    /// When the field is of use; none if it always is.
    pub only: Option<OnlyIf>,
    /// One line of help.
    pub help: String,
}

/// The condition under which a field of the form is of use: another one has one of these values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OnlyIf {
    /// The other field.
    pub field: String,
    /// The values, as the form has them.
    pub values: Vec<String>,
}

/// A change of a table, to be kept before it is shown.
pub struct Change {
    /// The table afterwards.
    pub table: Arc<Table>,
    /// What is to be kept.
    pub kept: Kept,
    /// How many entries are dropped that nobody asked to drop: those after the cursor, when something else is entered.
    pub drops: usize,
}

/// What a change adds to the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// This entry becomes number `at` (from 0), and the cursor stands after it. The entries from there on are set aside as a
    /// dropped line, with the secrets about their steps, which are those above `steps`.
    Entry {
        /// The place.
        at: usize,
        /// The entry.
        entry: Entry,
        /// How many steps stand before it.
        steps: usize,
        /// The number of the dropped line; none if no entries stood there.
        dropped: Option<u32>,
    },
    /// A dropped line is brought back, and the cursor stands after it. The entries that stood there instead are set aside as
    /// with [`Kept::Entry`].
    Restored {
        /// The line that is brought back.
        line: u32,
        /// The number of entries that it follows.
        at: usize,
        /// How many steps stand before it.
        steps: usize,
        /// The number of the dropped line; none if no entries stood there.
        dropped: Option<u32>,
    },
    /// The cursor moves.
    Cursor(usize),
    /// A seat entered something for itself.
    Secret {
        /// Who.
        seat: Seat,
        /// What.
        secret: Secret,
    },
    /// A seat took back the draw that it had entered for itself about a step.
    Untold {
        /// Who.
        seat: Seat,
        /// The number of the step.
        step: usize,
    },
}
