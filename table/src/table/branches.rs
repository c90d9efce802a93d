//! The lines of a table: what else was entered from some point on, going back to it, and playing its entries again.
//!
//! The lines form a tree. The present line is whole; of every other one a [`Branch`] holds what it does not share with
//! the line that it leaves. To return to a branch is to exchange it with the end of the present line, which becomes a
//! branch in turn.

use std::sync::Arc;

use super::input::shortened;
use super::live::Table;
use super::windows::read_steps;
use super::{
    Aside, Branch, Change, Choice, Entry, Kept, LINE_NAME_LENGTH, OpenBranch, OpenRest, Rest, Secret, Switch,
    TableError, View, Viewer,
};

impl Table {
    /// The table with another line as the present one, and the cursor at its end. The end of the line that was present
    /// becomes a branch.
    ///
    /// # Errors
    /// When the table has no such branch.
    pub fn return_to(&self, line: u32) -> Result<Change, TableError> {
        let (mut table, switches) = self.exchanged(line)?;
        table.cursor = table.entries.len();
        Ok(table.returned(switches))
    }

    /// The table with another name for a line; an empty one takes the name away.
    ///
    /// # Errors
    /// When the table has no such line, or the name has more than [`LINE_NAME_LENGTH`] characters or several lines.
    pub fn name_line(&self, line: u32, name: &str) -> Result<Change, TableError> {
        let name = name.trim();
        if name.chars().count() > LINE_NAME_LENGTH || name.chars().any(char::is_control) {
            return Err(TableError::new(format!(
                "the name of a line has at most {LINE_NAME_LENGTH} characters, none of them a line break"
            )));
        }
        let mut table = self.clone();
        if line == self.number {
            name.clone_into(&mut table.name);
        } else {
            self.branch(line)?;
            let branches = Arc::make_mut(&mut table.branches).iter_mut();
            for branch in branches.filter(|branch| branch.line == line) {
                name.clone_into(&mut branch.name);
            }
        }
        Ok(Change {
            table: Arc::new(table),
            kept: Kept::Named {
                line,
                name: name.to_owned(),
            },
        })
    }

    /// The table with another step in the place of an entry, counted from 1. What follows is played again as far as it
    /// is possible, and the line as it was becomes a branch. If something is left over, [`View::rest`] says from where
    /// on.
    ///
    /// # Errors
    /// When there is no such entry up to the cursor, or the step is not possible there.
    pub fn change(&self, entry: usize, notation: &str) -> Result<Change, TableError> {
        let at = self.place_of(entry)?;
        let given = Entry::Step(notation.trim().to_owned());
        if self.is_same_entry(at, &self.entries[at], &given) {
            let notation = shortened(notation.trim());
            return Err(TableError::new(format!(
                "entry {entry} is `{notation}`; expected something else in its place"
            )));
        }
        let (mut table, steps, aside) = self.set_aside(at);
        table.push(given)?;
        let held = table.play_again(self, entry).0;
        table.cursor = self.cursor.min(table.entries.len());
        if let Some(aside) = aside.filter(|_| entry + held < self.entries.len()) {
            table.rest = Some(Rest {
                line: aside.line,
                from: entry + held + 1,
            });
        }
        Ok(table.entered(at, steps, aside))
    }

    /// What everybody saw before an entry, counted from 1, with the choices that may take its place.
    ///
    /// # Errors
    /// When there is no such entry up to the cursor.
    pub fn question(&self, entry: usize) -> Result<View, TableError> {
        let at = self.place_of(entry)?;
        let mut view = self.go_to(at)?.table.view(Viewer::Public);
        let is_other = |choice: &Choice| {
            let given = Entry::Step(choice.notation.clone());
            !self.is_same_entry(at, &self.entries[at], &given)
        };
        view.choices.retain(is_other);
        for window in &mut view.windows {
            window.choices.retain(is_other);
        }
        view.windows.retain(|window| !window.choices.is_empty());
        Ok(view)
    }

    /// The place of an entry up to the cursor, from 0.
    fn place_of(&self, entry: usize) -> Result<usize, TableError> {
        let place = entry.checked_sub(1).filter(|_| entry <= self.cursor);
        place.ok_or_else(|| {
            TableError::new(match self.cursor {
                0 => format!("entry {entry}: nothing has been entered yet"),
                entries => format!("entry {entry}: expected a number from 1 to {entries}"),
            })
        })
    }

    /// The table after the entries of a branch, from its entry number `from` on, were entered here as far as they are
    /// possible.
    ///
    /// # Errors
    /// When the table has no such branch, the branch no such entry, or not even that one is possible here.
    pub fn replay(&self, line: u32, from: usize) -> Result<Change, TableError> {
        let (source, _) = self.exchanged(line)?;
        let count = source.entries.len();
        let Some(first) = from.checked_sub(1).filter(|first| *first < count) else {
            return Err(TableError::new(format!(
                "entry {from} of line {line}: expected a number from 1 to {count}"
            )));
        };
        let (mut table, steps, aside) = self.set_aside(self.cursor);
        let held = match table.play_again(&source, first) {
            (0, Some(error)) => return Err(error.about(&format!("entry {from} of line {line}"))),
            (held, _) => held,
        };
        table.cursor = table.entries.len();
        table.rest = (first + held < count).then_some(Rest {
            line,
            from: from + held,
        });
        Ok(table.entered(self.cursor, steps, aside))
    }

    /// The table without the note of what was left over.
    ///
    /// # Errors
    /// When nothing is left over.
    pub fn leave_rest(&self) -> Result<Change, TableError> {
        if self.rest.is_none() {
            return Err(TableError::new("nothing is left over"));
        }
        let mut table = self.clone();
        table.rest = None;
        Ok(Change {
            table: Arc::new(table),
            kept: Kept::RestLeft,
        })
    }

    /// The table after one more entry. Whatever stood after the cursor becomes a branch, unless it is this entry that
    /// stands there or at the beginning of a branch: then that line is followed.
    pub(super) fn with_entry(&self, entry: Entry) -> Result<Change, TableError> {
        let is_next = |next: &Entry| self.is_same_entry(self.cursor, next, &entry);
        if self.entries.get(self.cursor).is_some_and(is_next) {
            return self.go_to(self.cursor + 1);
        }
        let here = |branch: &&Branch| branch.follows.is_none() && branch.at == self.cursor;
        let mut branches = self.branches.iter().filter(here);
        if let Some(branch) = branches.find(|branch| branch.entries.first().is_some_and(is_next)) {
            let (mut table, switches) = self.exchanged(branch.line)?;
            table.cursor = self.cursor + 1;
            return Ok(table.returned(switches));
        }
        let (mut table, steps, aside) = self.set_aside(self.cursor);
        table.push(entry)?;
        table.cursor = table.entries.len();
        Ok(table.entered(self.cursor, steps, aside))
    }

    /// Whether two entries are the same after so many others, however they are written.
    fn is_same_entry(&self, at: usize, known: &Entry, given: &Entry) -> bool {
        match (known, given) {
            (Entry::Step(known), Entry::Step(given)) => {
                let read = |text: &str| read_steps(self.line.state_at(at), text).ok();
                read(known).is_some_and(|known| read(given) == Some(known))
            }
            (known, given) => known == given,
        }
    }

    /// The table as it was after `at` entries, with what came later set aside as a branch; how many steps stand before
    /// that, and which lines are concerned if there was something to set aside.
    fn set_aside(&self, at: usize) -> (Table, usize, Option<Aside>) {
        let steps = self.line.steps_at(at);
        let mut table = self.clone();
        table.cursor = at;
        let later = Arc::make_mut(&mut table.entries).split_off(at);
        let is_later = |secret: &mut Secret| secret.step > steps;
        let secrets = table.secrets.iter_mut();
        let secrets = secrets.map(|told| told.extract_if(.., is_later).collect()).collect();
        Arc::make_mut(&mut table.line).cut(at);
        if later.is_empty() {
            return (table, steps, None);
        }
        let line = self.number;
        let last = self.branches.iter().map(|branch| branch.line).max();
        let next = last.map_or(line, |last| last.max(line)) + 1;
        let branches = Arc::make_mut(&mut table.branches);
        let hang_on = branches
            .iter_mut()
            .filter(|other| other.follows.is_none() && other.at > at);
        for other in hang_on {
            other.follows = Some(line);
        }
        branches.push(Branch {
            line,
            name: std::mem::take(&mut table.name),
            at,
            follows: None,
            entries: later,
            secrets,
        });
        branches.sort_by_key(|branch| branch.line);
        table.number = next;
        (table, steps, Some(Aside { line, next }))
    }

    /// The table with another line as the present one, and the exchanges that lead there: first the branch that leaves
    /// the present line, then the one that leaves that, and so on.
    fn exchanged(&self, line: u32) -> Result<(Table, Vec<Switch>), TableError> {
        let mut way = vec![line];
        while let Some(follows) = self.branch(way[way.len() - 1])?.follows {
            way.push(follows);
        }
        let mut table = self.clone();
        let mut switches = Vec::new();
        for line in way.into_iter().rev() {
            let (next, switch) = table.exchange(line)?;
            switches.push(switch);
            table = next;
        }
        // What is left over stands in a branch.
        table.rest = table.rest.filter(|rest| rest.line != line);
        Ok((table, switches))
    }

    /// The table with a branch that leaves the present line as its end.
    fn exchange(&self, line: u32) -> Result<(Table, Switch), TableError> {
        let found = self.branch(line)?;
        let (mut table, steps, aside) = self.set_aside(found.at);
        let branches = Arc::make_mut(&mut table.branches);
        branches.retain(|other| other.line != line);
        for other in branches.iter_mut().filter(|other| other.follows == Some(line)) {
            other.follows = None;
        }
        for entry in &found.entries {
            table.push(entry.clone())?;
        }
        for (told, back) in table.secrets.iter_mut().zip(&found.secrets) {
            told.extend_from_slice(back);
        }
        table.number = line;
        table.name.clone_from(&found.name);
        let switch = Switch {
            line,
            at: found.at,
            steps,
            aside: aside.map(|aside| aside.line),
        };
        Ok((table, switch))
    }

    /// Plays entries of another table again, from its entry `from` (from 0) on, as far as they are possible, and takes
    /// what seats told about them along. How many were possible, and what is wrong with the next one.
    fn play_again(&mut self, source: &Table, from: usize) -> (usize, Option<TableError>) {
        for (place, entry) in source.entries.iter().enumerate().skip(from) {
            let before = self.line.steps();
            if let Err(error) = self.push(entry.clone()) {
                return (place - from, Some(error));
            }
            let (first, last) = (source.line.steps_at(place), source.line.steps_at(place + 1));
            // What was told is about the steps of the entry one by one. If they are others now, it is asked for again.
            if self.line.steps() - before != last - first {
                continue;
            }
            for (told, known) in self.secrets.iter_mut().zip(&source.secrets) {
                let of_entry = known.iter().filter(|secret| (first + 1..=last).contains(&secret.step));
                told.extend(of_entry.map(|secret| Secret {
                    step: secret.step - first + before,
                    outcome: secret.outcome.clone(),
                }));
            }
        }
        (source.entries.len() - from, None)
    }

    /// Plays one more entry.
    fn push(&mut self, entry: Entry) -> Result<(), TableError> {
        Arc::make_mut(&mut self.line).play(&entry)?;
        Arc::make_mut(&mut self.entries).push(entry);
        Ok(())
    }

    /// The change that made this table by entering what stands from `at` on.
    fn entered(self, at: usize, steps: usize, aside: Option<Aside>) -> Change {
        let is_later = |secret: &&Secret| secret.step > steps;
        let secrets = self.secrets.iter();
        Change {
            kept: Kept::Entries {
                at,
                entries: self.entries[at..].to_vec(),
                cursor: self.cursor,
                steps,
                aside,
                secrets: secrets
                    .map(|told| told.iter().filter(is_later).cloned().collect())
                    .collect(),
                rest: self.rest,
            },
            table: Arc::new(self),
        }
    }

    /// The change that made this table by exchanging branches.
    fn returned(self, switches: Vec<Switch>) -> Change {
        Change {
            kept: Kept::Returned {
                switches,
                cursor: self.cursor,
                rest: self.rest,
            },
            table: Arc::new(self),
        }
    }

    /// The branch of a line.
    fn branch(&self, line: u32) -> Result<&Branch, TableError> {
        let found = self.branches.iter().find(|branch| branch.line == line);
        found.ok_or_else(|| {
            let lines: Vec<String> = self.branches.iter().map(|branch| branch.line.to_string()).collect();
            TableError::new(match (line == self.number, lines.is_empty()) {
                (true, _) => format!("line {line} is the present one; expected another line"),
                (_, true) => format!("line {line}: the table has no other line than {}", self.number),
                _ => format!("line {line}: expected one of {}", lines.join(", ")),
            })
        })
    }

    /// The branches, as they are shown.
    pub(super) fn open_branches(&self) -> Vec<OpenBranch> {
        let open = |branch: &Branch| OpenBranch {
            line: branch.line,
            name: branch.name.clone(),
            at: branch.at,
            follows: branch.follows,
            entries: branch.entries.len(),
            first: branch.entries.first().map_or_else(String::new, notation),
        };
        self.branches.iter().map(open).collect()
    }

    /// What was left over, as it is shown.
    pub(super) fn open_rest(&self) -> Option<OpenRest> {
        let rest = self.rest?;
        let entries = self.entries_of(rest.line).ok()?;
        let next = entries.get(rest.from.checked_sub(1)?)?;
        Some(OpenRest {
            line: rest.line,
            from: rest.from,
            entries: entries.len() - rest.from + 1,
            next: notation(next),
            problem: match next {
                Entry::Step(step) => read_steps(self.open(), step).err().map(|error| error.message),
                // A position takes the place of whatever stands before it.
                Entry::Position { .. } => None,
            },
        })
    }

    /// All entries of a branch, with those that it shares with other lines.
    fn entries_of(&self, line: u32) -> Result<Vec<&Entry>, TableError> {
        let branch = self.branch(line)?;
        let mut entries = match branch.follows {
            Some(follows) => self.entries_of(follows)?,
            None => self.entries.iter().collect(),
        };
        entries.truncate(branch.at);
        entries.extend(&branch.entries);
        Ok(entries)
    }
}

/// An entry in notation; empty for a correction.
fn notation(entry: &Entry) -> String {
    match entry {
        Entry::Step(step) => step.clone(),
        Entry::Position { .. } => String::new(),
    }
}
