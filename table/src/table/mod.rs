//! A game at the table, without its type.
//!
//! What people enter is a list of [`Entry`]s with a cursor: undo and redo move the cursor, an entry after an undo drops what lay
//! ahead. Everything else is worked out from the list. What can come out only one way is not entered: chance nodes with a
//! single possible outcome are played by themselves.
//!
//! In a game with private content every seat has a view of its own. The **public** entries hold what everybody at the table
//! sees; a seat's **secrets** (its own cards) are kept apart, and a view of the seat is made from the public entries and its
//! own secrets alone. What another seat told is never even looked at.

mod input;
mod line;
mod live;
mod private;
mod record;
mod setup;

use std::sync::Arc;

use heist_draw::SvgStyle;
use heist_engine::game::Seat;
use serde::{Deserialize, Serialize};

pub use live::known_games;
pub use record::game_of_record;

/// Something people enter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// A decision or an outcome, in notation.
    Step(String),
    /// A corrected position takes the place of the state: the position as JSON, and whether contradictions that may be
    /// overridden are.
    Position {
        /// As [`AnyTable::position`] writes it.
        text: String,
        /// Whether contradictions that may be overridden are.
        overridden: bool,
    },
}

/// What a seat told its own device: which private draw it was, and what it was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Secret {
    /// The number of the step since the beginning, as [`LogLine::step`] counts.
    pub step: usize,
    /// The outcome in notation; or the position as the seat sees it after the step, as JSON, where the seat said so or a
    /// correction made it necessary.
    pub outcome: String,
}

impl Secret {
    /// Whether it is a whole position rather than a draw.
    pub fn is_position(&self) -> bool {
        private::is_position(&self.outcome)
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

/// Whoever waits for something.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Waits {
    /// A seat decides.
    Decision {
        /// From 1.
        seat: Seat,
    },
    /// Chance decides: somebody looks what was revealed, drawn or rolled, and enters it.
    Chance,
    /// The viewing seat has not told yet what it drew in private, or what it told cannot be; the choices are what it may be. The
    /// game may be further on.
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

/// One thing that may be entered now.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// What is entered.
    pub notation: String,
    /// What it does or means, in one short sentence.
    pub text: String,
    /// What it points at in the picture ([`SvgStyle::highlight`]).
    pub spots: Vec<String>,
    /// How likely it is, of an outcome.
    pub probability: Option<f64>,
}

/// One line of the log.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LogLine {
    /// Number from 1 of the step since the beginning; a correction has that of the step before it.
    pub step: usize,
    /// The number of entries after which this stood there: undoing down to that many leads back here.
    pub entry: usize,
    /// Who decided; none for chance and corrections.
    pub seat: Option<Seat>,
    /// The step in notation; empty for a correction.
    pub notation: String,
    /// What happened, in one short sentence.
    pub text: String,
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
    /// What to call each seat: the character in Burgle Bros., `Player 2` where there is nothing better.
    pub seat_names: Vec<String>,
    /// The key of the state, 16 hexadecimal digits.
    pub key: String,
    /// The number of the turn.
    pub turn: u32,
    /// What the state waits for.
    pub waits: Waits,
    /// The same in a sentence.
    pub explanation: String,
    /// What may be entered now by this viewer; empty when the game is over.
    pub choices: Vec<Choice>,
    /// Whether a hint can be asked for: somebody decides, and the viewer knows what he knows.
    pub can_hint: bool,
    /// What happened, oldest first.
    pub log: Vec<LogLine>,
    /// How many entries there are up to the cursor, and beyond it.
    pub entries: usize,
    /// How many could be redone.
    pub undone: usize,
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

/// What is asked for to set up a game, for the form that begins a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SetupField {
    /// The field of the setup: `scenario`, `seats`, `characters`, `sides`, `walls`, `risk`, ...
    pub name: &'static str,
    /// The label for people.
    pub label: &'static str,
    /// What may be chosen: value and label. Empty: a text, such as a drawing of walls.
    pub options: Vec<(String, String)>,
    /// The value unless another is chosen.
    pub default: String,
    /// Whether there is one for each seat.
    pub is_per_seat: bool,
    /// One line of help.
    pub help: &'static str,
}

/// A game that can be played at a table.
pub trait AnyGame: Send + Sync {
    /// The game's id and its name.
    fn id(&self) -> &'static str;
    /// The name for people.
    fn name(&self) -> &'static str;
    /// What may be chosen when a table begins.
    fn setup_fields(&self) -> Vec<SetupField>;
    /// The setup as JSON from the fields of a form, several values of one name for a field that is per seat. What is left
    /// open is drawn from the seed.
    ///
    /// # Errors
    /// Names the field and what was expected.
    fn setup_from_form(&self, fields: &[(String, String)], seed: u64) -> Result<String, TableError>;
    /// A table of a setup with entries up to a cursor; `entries` and `secrets` must come from a table of this setup.
    ///
    /// # Errors
    /// When the setup is not playable or an entry not possible.
    fn table(
        &self,
        setup: &str,
        entries: &[Entry],
        cursor: usize,
        secrets: &[Vec<Secret>],
    ) -> Result<Box<dyn AnyTable>, TableError>;
    /// The setup and entries of a replay or of a table that was [written](AnyTable::record).
    ///
    /// # Errors
    /// Names the line and what is wrong.
    fn read_record(&self, text: &str) -> Result<(String, Vec<Entry>), TableError>;
}

/// A game at a table. Cheap to clone behind an [`Arc`]; changes make a new one.
pub trait AnyTable: Send + Sync {
    /// What a viewer sees.
    fn view(&self, viewer: Viewer) -> View;
    /// The picture of what a viewer sees.
    fn picture(&self, viewer: Viewer, style: &SvgStyle) -> String;
    /// The table after a step in notation. What lay ahead of the cursor is dropped. A viewer who enters a private draw of its
    /// own adds a secret instead of an entry; the change says which.
    ///
    /// # Errors
    /// When it is not possible here; lists what is.
    fn enter(&self, viewer: Viewer, notation: &str) -> Result<Change, TableError>;
    /// The table with a corrected position.
    ///
    /// # Errors
    /// Lists every contradiction.
    fn correct(&self, viewer: Viewer, position: &str, overridden: bool) -> Result<Change, TableError>;
    /// The table with the cursor elsewhere: fewer entries are undone, more redone.
    ///
    /// # Errors
    /// When there are not so many entries.
    fn go_to(&self, entries: usize) -> Result<Change, TableError>;
    /// The table without its last `count` entries, which can be redone.
    ///
    /// # Errors
    /// When there are not so many.
    fn undo(&self, viewer: Viewer, count: usize) -> Result<Change, TableError> {
        let entries = self.view(viewer).entries;
        if count > entries {
            return Err(too_many("undo", entries));
        }
        self.go_to(entries - count)
    }
    /// The table with the next `count` entries of those that were undone.
    ///
    /// # Errors
    /// When there are not so many.
    fn redo(&self, viewer: Viewer, count: usize) -> Result<Change, TableError> {
        let View { entries, undone, .. } = self.view(viewer);
        if count > undone {
            return Err(too_many("redo", undone));
        }
        self.go_to(entries + count)
    }
    /// The position that a viewer sees, as JSON to be edited.
    fn position(&self, viewer: Viewer) -> String;
    /// The public record to download: a replay, or where positions were corrected a record of the table.
    fn record(&self) -> String;
    /// What [`advice`](crate::advice) works on: the state as a viewer sees it.
    fn advisable(&self, viewer: Viewer) -> Option<Box<dyn crate::advice::Advisable>>;
    /// Looking back: what [`advice`](crate::advice) makes the summary after the game from, with what a viewer knows. In a game
    /// with private content a seat looks back on its own decisions, which nobody else can judge.
    fn hindsight(&self, viewer: Viewer) -> Box<dyn crate::advice::Hindsight>;
    /// The table as it would be if `steps` followed, for looking ahead; nothing is kept.
    ///
    /// # Errors
    /// When a step is not possible.
    fn what_if(&self, viewer: Viewer, steps: &[String]) -> Result<Box<dyn AnyTable>, TableError>;
}

/// What is said when more entries should be undone or redone than there are.
fn too_many(what: &str, there: usize) -> TableError {
    TableError::new(match there {
        0 => format!("there is nothing to {what}"),
        1 => format!("there is one entry to {what}; expected no more"),
        there => format!("there are {there} entries to {what}; expected no more"),
    })
}

/// A change of a table, to be kept before it is shown.
pub struct Change {
    /// The table afterwards.
    pub table: Arc<dyn AnyTable>,
    /// What is to be kept.
    pub kept: Kept,
}

/// What a change adds to the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// This entry becomes number `at` (from 0); all from there on are dropped, and the cursor stands after it. Secrets of steps
    /// that are dropped go as well: those whose step is above `steps`.
    Entry {
        /// The place.
        at: usize,
        /// The entry.
        entry: Entry,
        /// How many steps stand before it.
        steps: usize,
    },
    /// The cursor moves.
    Cursor(usize),
    /// A seat told something.
    Secret {
        /// Who.
        seat: Seat,
        /// What.
        secret: Secret,
    },
}
