//! A game at the table: what was entered, and what changes it.

use std::sync::Arc;

use heist_engine::any::{AnyGame, AnySetup, AnyState, common_knowledge};
use heist_engine::game::{Seat, TeamResult};

use super::input::{self, read_position, read_setup};
use super::line::{Event, Line, public_entry, read_correction};
use super::private::{Gap, Told, is_same_kind, own_position};
use super::windows::{inferred, read_steps};
use super::{Branch, Change, Entry, History, Kept, Rest, Secret, TableError, Viewer, record};
use heist_advice::choice::{self, SEPARATOR};

/// A game at a table. Changes make a new one, which shares with it what they have in common.
#[derive(Clone)]
pub struct Table {
    setup: Box<dyn AnySetup>,
    /// What everybody sees, what was undone included. Of a table that only looks ahead: what its viewer sees.
    pub(super) line: Arc<Line>,
    pub(super) entries: Arc<Vec<Entry>>,
    pub(super) cursor: usize,
    /// By seat.
    pub(super) secrets: Vec<Vec<Secret>>,
    /// The number of the present line.
    pub(super) number: u32,
    /// Its name; empty unless somebody gave it one.
    pub(super) name: String,
    /// The other lines, by number.
    pub(super) branches: Arc<Vec<Branch>>,
    /// What could not be played again.
    pub(super) rest: Option<Rest>,
    /// The names of the players, by seat; empty where nobody gave one.
    pub(super) names: Arc<Vec<String>>,
    /// Whether the page lets everybody enter what is another player's to decide.
    pub(super) anybody_enters: bool,
    /// Whether the game has private content.
    pub(super) is_private: bool,
    /// Whether this is a look ahead, which has one view for whoever looks.
    is_ahead: bool,
}

impl Table {
    /// A table of a setup with entries up to a cursor; `entries` and `secrets` must come from a table of this setup.
    ///
    /// # Errors
    /// When the setup is not playable or an entry not possible.
    pub fn new(
        game: &dyn AnyGame,
        setup: &str,
        entries: &[Entry],
        cursor: usize,
        secrets: &[Vec<Secret>],
    ) -> Result<Table, TableError> {
        let history = History {
            entries: entries.to_vec(),
            cursor,
            secrets: secrets.to_vec(),
            ..History::default()
        };
        Table::reopened(game, setup, &history)
    }

    /// A table of a setup with all that was entered at it; `history` must come from a table of this setup.
    ///
    /// # Errors
    /// When the setup is not playable or an entry not possible.
    pub fn reopened(game: &dyn AnyGame, setup: &str, history: &History) -> Result<Table, TableError> {
        let History {
            entries,
            cursor,
            secrets,
            line: number,
            name,
            branches,
            rest,
            names,
            anybody_enters,
        } = history;
        let setup = read_setup(game, setup)?;
        let world = setup.begin().map_err(|error| TableError::of_setup(&error))?;
        let first = common_knowledge(&*world);
        let is_private = Seat::all(first.seats()).any(|seat| !first.holds(seat));
        let mut secrets = secrets.clone();
        secrets.resize(first.seats(), Vec::new());
        let mut names = names.clone();
        names.resize(first.seats(), String::new());
        let mut line = Line::new(first);
        for (place, entry) in entries.iter().enumerate() {
            line.play(entry).map_err(|error| TableError {
                message: format!("entry {}: {error}", place + 1),
                problems: error.problems,
            })?;
        }
        check_cursor(*cursor, entries.len())?;
        Ok(Table {
            setup,
            line: Arc::new(line),
            entries: Arc::new(entries.clone()),
            cursor: *cursor,
            secrets,
            number: *number,
            name: name.clone(),
            branches: Arc::new(branches.clone()),
            rest: *rest,
            names: Arc::new(names),
            anybody_enters: *anybody_enters,
            is_private,
            is_ahead: false,
        })
    }

    /// The setup as JSON, with nothing left open.
    pub fn setup(&self) -> String {
        self.setup.text()
    }

    /// The result, once everybody sees that the game is over.
    pub fn result(&self) -> Option<TeamResult> {
        self.open().result()
    }

    /// What everybody knows now.
    pub(super) fn open(&self) -> &dyn AnyState {
        self.line.state_at(self.cursor)
    }

    /// The seat whose secrets count for a viewer.
    pub(super) fn seat_of(&self, viewer: Viewer) -> Option<Seat> {
        match viewer {
            Viewer::Seat(seat) if self.is_private && !self.is_ahead => {
                Some(seat).filter(|seat| seat.index() < self.line.first.seats())
            }
            _ => None,
        }
    }

    /// As [`seat_of`](Table::seat_of) for somebody who changes something: a seat that is not there is an error.
    fn writer(&self, viewer: Viewer) -> Result<Option<Seat>, TableError> {
        let seats = self.line.first.seats();
        match viewer {
            Viewer::Seat(seat) if seat.index() >= seats => Err(TableError::new(format!(
                "seat {}: expected a seat from 1 to {seats}",
                seat.index() + 1
            ))),
            viewer => Ok(self.seat_of(viewer)),
        }
    }

    /// A seat with what it told.
    pub(super) fn told(&self, seat: Seat) -> Told<'_> {
        // The setup was played from before, so that it is playable; without it the seat would know what everybody
        // knows.
        let world = self.setup.begin().unwrap_or_else(|_| self.line.first.copy());
        Told {
            seat,
            first: world.information_state(seat),
            secrets: &self.secrets[seat.index()],
        }
    }

    /// The table after a step in notation. If that is the step after the cursor, the cursor moves; otherwise the
    /// entries after the cursor become a branch. A seat that enters a private draw of its own adds a secret instead of
    /// an entry; the change says which.
    ///
    /// # Errors
    /// When it is not possible here; lists what is.
    pub fn enter(&self, viewer: Viewer, notation: &str) -> Result<Change, TableError> {
        match self.writer(viewer)? {
            Some(seat) => self.enter_as(seat, notation),
            None => self.with_entry(Entry::Step(notation.trim().to_owned())),
        }
    }

    /// What to enter for a text, with what nobody has to choose once its steps were made: to end a turn in which
    /// nothing is left to be done. The text as it is where that is not possible, and where cards are private, since
    /// nobody sees there what others can do.
    pub fn completed(&self, viewer: Viewer, text: &str) -> String {
        let text = text.trim();
        if self.is_private {
            return text.to_owned();
        }
        let seen = self.seen(viewer);
        let inferred = inferred(&*seen.state, text).unwrap_or_default();
        // What was entered before is entered again as it was: it stands after the cursor.
        match self.entries.get(self.cursor) {
            Some(Entry::Step(next)) if next == text => text.to_owned(),
            _ => [text.to_owned()]
                .into_iter()
                .chain(inferred)
                .collect::<Vec<_>>()
                .join(SEPARATOR),
        }
    }

    /// The table with a corrected position, which is an entry like any other.
    ///
    /// # Errors
    /// Lists every contradiction.
    pub fn correct(&self, viewer: Viewer, position: &str, overridden: bool) -> Result<Change, TableError> {
        let seat = self.writer(viewer)?;
        let state = read_correction(position, overridden, &*self.line.first)?;
        if common_knowledge(&*state).is_same(self.open()) {
            return match seat {
                Some(seat) => self.tell_position(seat, &*state),
                None => Err(TableError::new(
                    "the position is what it was; expected something corrected",
                )),
            };
        }
        self.with_entry(public_entry(position, &*state, overridden)?)
    }

    /// The table with the cursor elsewhere: fewer entries are undone, more redone.
    ///
    /// # Errors
    /// When there are fewer entries.
    pub fn go_to(&self, entries: usize) -> Result<Change, TableError> {
        check_cursor(entries, self.entries.len())?;
        let mut table = self.clone();
        table.cursor = entries;
        Ok(Change {
            table: Arc::new(table),
            kept: Kept::Cursor(entries),
        })
    }

    /// The table without its last `count` entries, which can be redone.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn undo(&self, count: usize) -> Result<Change, TableError> {
        match self.cursor.checked_sub(count) {
            Some(entries) => self.go_to(entries),
            None => Err(too_many("undo", self.cursor)),
        }
    }

    /// The table without the last thing that was entered: the last entry, or the last card of the hand that the viewing
    /// seat is entering.
    ///
    /// # Errors
    /// When there is nothing.
    pub fn undo_last(&self, viewer: Viewer) -> Result<Change, TableError> {
        let told = self.writer(viewer)?.map(|seat| (seat, self.last_told(seat)));
        let Some((seat, Some(step))) = told else {
            return self.undo(1);
        };
        let mut table = self.clone();
        table.secrets[seat.index()].retain(|secret| secret.step != step || secret.is_position());
        Ok(Change {
            table: Arc::new(table),
            kept: Kept::Untold { seat, step },
        })
    }

    /// The table with the next `count` entries of those that were undone.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn redo(&self, count: usize) -> Result<Change, TableError> {
        let undone = self.entries.len() - self.cursor;
        if count <= undone {
            self.go_to(self.cursor + count)
        } else {
            Err(too_many("redo", undone))
        }
    }

    /// The table as it would be if `steps` followed, for looking ahead; nothing is kept.
    ///
    /// # Errors
    /// When a step is not possible.
    pub fn what_if(&self, viewer: Viewer, steps: &[String]) -> Result<Table, TableError> {
        self.writer(viewer)?;
        let seen = self.seen(viewer);
        if let Some(gap) = &seen.gap {
            return Err(TableError::new(gap.explain(&*seen.state)));
        }
        let mut line = Line::like(&self.line, seen.first, seen.moments);
        let mut entries = self.entries[..self.cursor].to_vec();
        for (place, step) in steps.iter().flat_map(|text| choice::steps(text)).enumerate() {
            line.look_ahead(step)
                .map_err(|error| error.about(&format!("step {} ahead", place + 1)))?;
            entries.push(Entry::Step(step.to_owned()));
        }
        line.settle();
        Ok(Table {
            setup: self.setup.copy(),
            line: Arc::new(line),
            cursor: entries.len(),
            entries: Arc::new(entries),
            secrets: vec![Vec::new(); self.secrets.len()],
            number: self.number,
            name: self.name.clone(),
            branches: Arc::default(),
            rest: None,
            names: Arc::clone(&self.names),
            anybody_enters: self.anybody_enters,
            is_private: self.is_private,
            is_ahead: true,
        })
    }

    /// The public record to download: a replay, or where positions were corrected a record of the table.
    pub fn record(&self) -> String {
        let moments = self.line.up_to(self.cursor);
        let places: Option<Vec<usize>> = moments
            .iter()
            .map(|moment| match moment.event {
                Event::Step { place, .. } => Some(place),
                Event::Correction => None,
            })
            .collect();
        let replay = places.filter(|_| !self.is_private && !self.is_ahead);
        replay
            .and_then(|places| record::write_replay(&*self.setup, &places))
            .unwrap_or_else(|| record::write_table(&*self.setup, &self.entries[..self.cursor]))
    }

    /// The step of the last card of a hand that a seat is entering: the last private draw it entered that came with the
    /// same entry as the one it is asked for, or else with the last entry of all. A whole position entered since then
    /// counts more.
    pub(super) fn last_told(&self, seat: Seat) -> Option<usize> {
        let told = self.told(seat);
        let entry = match told.overlay(&self.line, self.cursor).gap {
            Some(Gap::Untold { step, .. }) => {
                let mut moments = self.line.up_to(self.cursor).iter();
                moments.find(|moment| moment.step == step)?.entry
            }
            _ => self.cursor,
        };
        let before = entry.checked_sub(1).map_or(0, |before| self.line.steps_at(before));
        let with_entry = before + 1..=self.line.steps_at(entry);
        let last = told.secrets.iter().filter(|secret| with_entry.contains(&secret.step));
        let last = last.max_by_key(|secret| (secret.step, secret.is_position()))?;
        (!last.is_position()).then_some(last.step)
    }

    /// The table with something that a seat entered for itself, in the place of what it entered about that before.
    fn with_secret(&self, seat: Seat, secret: Secret) -> Change {
        let mut table = self.clone();
        let told = &mut table.secrets[seat.index()];
        told.retain(|other| !is_same_kind(other, &secret));
        told.push(secret.clone());
        Change {
            table: Arc::new(table),
            kept: Kept::Secret { seat, secret },
        }
    }

    fn enter_as(&self, seat: Seat, notation: &str) -> Result<Change, TableError> {
        if notation.trim_start().starts_with('{') {
            return self.tell_position(seat, &*read_position(self.open().game(), notation, true)?);
        }
        if let Some((step, outcome)) = retelling(notation) {
            return self.tell_again(seat, step, outcome);
        }
        let seen = self.seen(Viewer::Seat(seat));
        match &seen.gap {
            None => {
                // The seat may know that something is impossible which the others think possible.
                read_steps(&*seen.state, notation)?;
                self.with_entry(Entry::Step(notation.trim().to_owned()))
            }
            Some(Gap::Untold {
                step, before, possible, ..
            }) => {
                let secret = Secret {
                    step: *step,
                    outcome: told_outcome(&**before, notation, possible)?,
                };
                Ok(self.with_secret(seat, secret))
            }
            Some(gap) => Err(TableError::new(format!(
                "`{}`: {}",
                input::shortened(notation),
                gap.explain(&*seen.state)
            ))),
        }
    }

    /// A draw that was told wrongly is told again.
    fn tell_again(&self, seat: Seat, step: usize, notation: &str) -> Result<Change, TableError> {
        let Some(draw) = self.told(seat).told_draw(&self.line, self.cursor, step) else {
            return Err(TableError::new(format!(
                "step {step}: expected the number of a step in which you told a draw, since you last told your whole \
                 hand"
            )));
        };
        let outcome = told_outcome(&*draw.before, notation, &draw.others)?;
        Ok(self.with_secret(seat, Secret { step, outcome }))
    }

    /// What a seat holds, told as a position.
    fn tell_position(&self, seat: Seat, state: &dyn AnyState) -> Result<Change, TableError> {
        let Some(own) = own_position(seat, state, self.open()) else {
            let name = seat.index() + 1;
            return Err(TableError::new(if state.information_state(seat).holds(seat) {
                "the position differs in what lies open for everybody; expected that as it is at the table"
            } else {
                "the position does not say what the player holds; expected that filled in"
            })
            .about(&format!("player {name}")));
        };
        Ok(self.with_secret(
            seat,
            Secret {
                step: self.line.steps_at(self.cursor),
                outcome: own.position(),
            },
        ))
    }
}

/// The error when more entries are to be undone or redone than there are.
fn too_many(what: &str, there: usize) -> TableError {
    TableError::new(match there {
        0 => format!("there is nothing to {what}"),
        1 => format!("there is one entry to {what}; expected no more"),
        there => format!("there are {there} entries to {what}; expected no more"),
    })
}

fn check_cursor(cursor: usize, entries: usize) -> Result<(), TableError> {
    if cursor <= entries {
        Ok(())
    } else {
        Err(TableError::new(format!(
            "entry {cursor}: expected a number from 0 to {entries}"
        )))
    }
}

/// `7: deal thief` as the number of a step and what it was.
fn retelling(text: &str) -> Option<(usize, &str)> {
    let (step, outcome) = text.split_once(": ")?;
    Some((step.trim().parse().ok()?, outcome))
}

/// A private draw in notation, if it is one of those possible in the state before it.
fn told_outcome(before: &dyn AnyState, text: &str, possible: &[usize]) -> Result<String, TableError> {
    let notation = |place: usize| before.branch(place).map(|branch| branch.notation);
    let given = before.place(text.trim()).filter(|given| possible.contains(given));
    given.and_then(notation).ok_or_else(|| {
        let names: Vec<String> = possible.iter().filter_map(|&place| notation(place)).collect();
        let text = input::shortened(text);
        TableError::new(format!(
            "`{text}` cannot be what you drew; expected one of: {}",
            names.join(", ")
        ))
    })
}
