//! A game at the table.
//!
//! What people enter is a list of [`Entry`]s with a cursor, and everything else is worked out from the list. Undo and
//! redo move the cursor. Entering the step that stands after the cursor moves the cursor forward as well; entering
//! another one opens a new line: the entries after the cursor become a [`Branch`], to which one can return. Chance
//! nodes with a single possible outcome are not entered: they are played by themselves.
//!
//! In a game with private content every seat has a view of its own. The **public** entries hold what everybody at the
//! table sees. A seat's **secrets** (its own cards) are kept apart, and the view of a seat is made from the public
//! entries and its own secrets alone: what other seats entered for themselves is not even read.
//!
//! Nothing here knows the type of a game: states, setups and steps are those of [`heist_engine::any`].
//!
//! - `live`: a [`Table`], and everything that changes it.
//! - `branches`: its other lines.
//! - `view`: what a viewer sees of it.
//! - `line`: the game as everybody sees it, state by state.
//! - `people`: the names of the players, and what they agreed on.
//! - `private`: a seat's secrets laid over that.
//! - `input`: steps, setups and positions, read and checked.
//! - `record`: tables as files.
//! - `setup`: the form that begins a table.
//! - `windows`: entries of several steps, and optional windows.
//! - `ways`: ways over the board, several steps in one entry.
//! - `given`: such a form as JSON.
//! - `draft`: a position that people set up fact by fact.

mod branches;
mod draft;
mod given;
mod input;
mod line;
mod live;
mod people;
mod private;
mod record;
mod setup;
mod view;
mod ways;
mod windows;

use std::sync::Arc;

use heist_engine::game::Seat;
use serde::{Deserialize, Serialize};

pub use draft::{Draft, Edit, Here};
pub use given::{form_from_json, form_from_setup};
pub use input::completed_setup;
pub use live::Table;
pub use record::{game_of_position, game_of_record, read_record};
pub use setup::{SEED, fields_from_form, fields_of_all, setup_fields, setup_from_form, title_in_setup};

pub use heist_advice::choice::{Choice, steps};

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
    /// The outcome in notation; or, as JSON, the position as the seat sees it after the step, where the seat entered
    /// that or a correction made it necessary.
    pub outcome: String,
}

impl Secret {
    /// Whether it is a whole position rather than a draw.
    pub fn is_position(&self) -> bool {
        self.outcome.trim_start().starts_with('{')
    }
}

/// The longest name of a line, in characters.
pub const LINE_NAME_LENGTH: usize = 40;

/// The longest name of a player, in characters.
pub const PLAYER_NAME_LENGTH: usize = 30;

/// What was entered in another line than the present one, from where it leaves the line that it follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The number of the line. No other line of the table has it, and a line keeps it.
    pub line: u32,
    /// What people call it; empty unless somebody gave it a name.
    pub name: String,
    /// How many entries it shares with the line that it follows.
    pub at: usize,
    /// The branch that it follows; none if it is the present line.
    pub follows: Option<u32>,
    /// The entries after those.
    pub entries: Vec<Entry>,
    /// What each seat entered for itself about their steps.
    pub secrets: Vec<Vec<Secret>>,
}

/// Entries of a branch that are still to be played again: those from one on that was not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rest {
    /// The number of the line.
    pub line: u32,
    /// The number of the first of the entries, from 1 for the first entry of the game.
    pub from: usize,
}

/// All that was entered at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    /// What everybody sees of the present line, undone entries at the end.
    pub entries: Vec<Entry>,
    /// How many entries count; those after it were undone.
    pub cursor: usize,
    /// What each seat entered for itself.
    pub secrets: Vec<Vec<Secret>>,
    /// The number of the present line.
    pub line: u32,
    /// Its name; empty unless somebody gave it one.
    pub name: String,
    /// The other lines, by number.
    pub branches: Vec<Branch>,
    /// What could not be played again, if anything is left of that.
    pub rest: Option<Rest>,
    /// The name of each player, by seat; empty where nobody gave one. Missing ones are empty.
    pub names: Vec<String>,
    /// Whether the page lets everybody enter what is another player's to decide, without a further click.
    pub anybody_enters: bool,
}

impl Default for History {
    /// Nothing was entered, in line 1.
    fn default() -> History {
        History {
            entries: Vec::new(),
            cursor: 0,
            secrets: Vec::new(),
            line: 1,
            name: String::new(),
            branches: Vec::new(),
            rest: None,
            names: Vec::new(),
            anybody_enters: false,
        }
    }
}

impl History {
    /// Drops what a seat entered for itself, in every line.
    pub fn forget(&mut self, seat: Seat) {
        let branches = self.branches.iter_mut().map(|branch| &mut branch.secrets);
        for secrets in branches.chain([&mut self.secrets]) {
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
    /// The viewing seat has not yet entered what it drew in private, or what it entered is impossible; the choices are
    /// what it may have drawn. The game may be further on.
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
    /// On whose behalf, for people: a character's name, or `Together` for a joint decision; empty for chance and
    /// corrections.
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
    /// What to call each seat: the characters that it plays, `Player 2` where they have no names; with the name of the
    /// player `Ann (Hawk)`.
    pub seat_names: Vec<String>,
    /// The name of each player, by seat; empty where nobody gave one.
    pub names: Vec<String>,
    /// Whether the page lets everybody enter what is another player's to decide, without a further click.
    pub anybody_enters: bool,
    /// The key of the state, 16 hexadecimal digits.
    pub key: String,
    /// The number of the turn.
    pub turn: u32,
    /// What is waited for, once optional windows have gone by.
    pub waits: Waits,
    /// Whether the decision is one that the players take together; its seat only answers for them.
    pub is_joint: bool,
    /// What is waited for, in a sentence.
    pub explanation: String,
    /// Optional windows that are open, in order. Nobody is asked whether they go by: to enter one of
    /// [`choices`](View::choices) lets all of them go by, to enter something that one offers lets go by those before
    /// it.
    pub windows: Vec<OpenWindow>,
    /// What may be entered now by this viewer; empty when the game is over.
    pub choices: Vec<Choice>,
    /// Ways over places that everybody knows, each several steps in one entry: what `choices` lead to one after the
    /// other without chance and at no cost.
    pub ways: Vec<Choice>,
    /// What the one who acts has left, each with its name, to stand beside the board.
    pub has_left: Vec<(String, String)>,
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
    /// The number of the present line; each line of a table has one of its own.
    pub line: u32,
    /// The name of the present line; empty unless somebody gave it one.
    pub line_name: String,
    /// The other lines, by number.
    pub branches: Vec<OpenBranch>,
    /// What could not be played again after an old entry was changed; none if nothing is left of it.
    pub rest: Option<OpenRest>,
}

/// An optional window, in which somebody may react.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpenWindow {
    /// The seat that may react; none if the players decide together.
    pub seat: Option<Seat>,
    /// What it is, in a sentence.
    pub explanation: String,
    /// The reactions.
    pub choices: Vec<Choice>,
}

/// A card, or another private draw, that a seat entered and that may have been another one.
#[derive(Clone, PartialEq, Debug)]
pub struct ToldCard {
    /// The number of the step in which it was drawn.
    pub step: usize,
    /// What was entered, in a sentence.
    pub text: String,
    /// What it may have been instead, each in notation that [`Table::enter`] takes for that: `7: deal thief`.
    pub others: Vec<Choice>,
}

/// A line other than the present one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpenBranch {
    /// Its number.
    pub line: u32,
    /// Its name; empty unless somebody gave it one.
    pub name: String,
    /// How many entries it shares with the line that it follows.
    pub at: usize,
    /// The branch that it follows; none if it is the present line.
    pub follows: Option<u32>,
    /// How many entries it has after those.
    pub entries: usize,
    /// The first of them in notation; empty for a correction.
    pub first: String,
}

/// Entries that could not be played again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpenRest {
    /// The line in which they stand.
    pub line: u32,
    /// The number there of the first of them, from 1 for the first entry of the game.
    pub from: usize,
    /// How many they are.
    pub entries: usize,
    /// The first of them in notation; empty for a correction.
    pub next: String,
    /// Why that one is not possible here; none if it is.
    pub problem: Option<String>,
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
}

/// The present line, whose end becomes a branch, and the line that is begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aside {
    /// The number of the line that is left.
    pub line: u32,
    /// The number of the line that begins.
    pub next: u32,
}

/// A branch that leaves the present line becomes its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// The number of the branch.
    pub line: u32,
    /// How many entries it shares with the present line.
    pub at: usize,
    /// How many steps there are in those.
    pub steps: usize,
    /// The number of the line that is left; none if it has no entries of its own.
    pub aside: Option<u32>,
}

/// What a change adds to the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// These entries stand from number `at` (from 0) on. Those that stood there become a branch, with the secrets about
    /// their steps, which are those above `steps`.
    Entries {
        /// The place of the first.
        at: usize,
        /// The entries.
        entries: Vec<Entry>,
        /// How many entries count afterwards.
        cursor: usize,
        /// How many steps stand before them.
        steps: usize,
        /// The line that is left and the one that begins; none if no entries stood there.
        aside: Option<Aside>,
        /// What each seat entered for itself about their steps before.
        secrets: Vec<Vec<Secret>>,
        /// What could not be played again.
        rest: Option<Rest>,
    },
    /// Branches become the end of the present line, one after the other.
    Returned {
        /// Which.
        switches: Vec<Switch>,
        /// How many entries count afterwards.
        cursor: usize,
        /// What could not be played again.
        rest: Option<Rest>,
    },
    /// A line has another name.
    Named {
        /// The number of the line.
        line: u32,
        /// The name; empty for none.
        name: String,
    },
    /// The players have these names, by seat; empty for none.
    Names(Vec<String>),
    /// Whether the page lets everybody enter what is another player's to decide.
    AnybodyEnters(bool),
    /// What could not be played again is no longer to be.
    RestLeft,
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
