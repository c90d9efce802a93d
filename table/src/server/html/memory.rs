//! What was worked out and may be asked for again. Nothing of it is kept on the disk.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use heist_engine::hash::append_bytes;

use crate::app::Opened;
use crate::table::Table;
use heist_advice::{After, Hint};

/// How many hints, how many summaries and how many positions that were only tried out are remembered.
const LIMIT: usize = 256;

/// What was worked out lately.
#[derive(Default)]
pub(super) struct Memory {
    /// By link, since a seat's hint knows what only that seat knows.
    hints: Mutex<Recent<KeptHint>>,
    /// By table and viewer: nobody sees whether somebody else has looked back.
    afters: Mutex<Recent<Arc<After>>>,
    /// By link and key: tables with a position that people only try out.
    imagined: Mutex<Recent<Arc<Table>>>,
}

/// A hint that warnings before a blunder rest on.
#[derive(Clone)]
pub(super) struct KeptHint {
    pub hint: Arc<Hint>,
    /// Whether a search that is long enough for a warning has come to its end in this position, be it another one than
    /// that of this hint.
    pub is_checked: bool,
}

impl Memory {
    /// The latest hint for a table as it stands.
    pub fn hint(&self, opened: &Opened) -> Option<KeptHint> {
        let hints = self.hints.lock().unwrap_or_else(PoisonError::into_inner);
        hints.find(&opened.link, opened.revision).cloned()
    }

    /// Remembers a hint. `is_checked`: whether it is the last one of a search that is long enough for a warning.
    pub fn keep_hint(&self, opened: &Opened, hint: Arc<Hint>, is_checked: bool) {
        let mut hints = self.hints.lock().unwrap_or_else(PoisonError::into_inner);
        let simulations = |hint: &Hint| hint.report.totals.simulations;
        let mut kept = KeptHint { hint, is_checked };
        if let Some((of, known)) = hints.latest(&opened.link) {
            if of == opened.revision {
                known.is_checked |= is_checked;
                kept.is_checked = known.is_checked;
            }
            // A search that comes late, or thought less, tells nothing better.
            if (of, simulations(&known.hint)) > (opened.revision, simulations(&kept.hint)) {
                return;
            }
        }
        hints.keep(&opened.link, opened.revision, kept);
    }

    /// The summary of a table as it stood at a revision.
    pub fn after(&self, opened: &Opened, revision: u64) -> Option<Arc<After>> {
        let afters = self.afters.lock().unwrap_or_else(PoisonError::into_inner);
        afters.find(&opened.id, revision).cloned()
    }

    /// Remembers a summary.
    pub fn keep_after(&self, opened: &Opened, after: Arc<After>) {
        let mut afters = self.afters.lock().unwrap_or_else(PoisonError::into_inner);
        afters.keep(&opened.id, opened.revision, after);
    }
}

impl Memory {
    /// Remembers a table with a position that people only try out; what it is found by again.
    pub fn keep_imagined(&self, link: &str, position: &str, table: Arc<Table>) -> String {
        let key = format!("{:016x}", append_bytes(0, position.as_bytes()));
        let mut imagined = self.imagined.lock().unwrap_or_else(PoisonError::into_inner);
        imagined.keep(&format!("{link}/{key}"), 0, table);
        key
    }

    /// The table with a position that the holder of a link tried out.
    pub fn imagined(&self, link: &str, key: &str) -> Option<Arc<Table>> {
        let imagined = self.imagined.lock().unwrap_or_else(PoisonError::into_inner);
        imagined.find(&format!("{link}/{key}"), 0).cloned()
    }
}

/// The latest of something for each name, the oldest dropped first.
struct Recent<T>(VecDeque<(String, u64, T)>);

impl<T> Default for Recent<T> {
    fn default() -> Recent<T> {
        Recent(VecDeque::new())
    }
}

impl<T> Recent<T> {
    fn find(&self, name: &str, revision: u64) -> Option<&T> {
        let found = self.0.iter().find(|(known, of, _)| known == name && *of == revision);
        found.map(|(.., value)| value)
    }

    fn latest(&mut self, name: &str) -> Option<(u64, &mut T)> {
        let found = self.0.iter_mut().find(|(known, ..)| known == name);
        found.map(|(_, revision, value)| (*revision, value))
    }

    fn keep(&mut self, name: &str, revision: u64, value: T) {
        self.0.retain(|(known, ..)| known != name);
        if self.0.len() >= LIMIT {
            self.0.pop_front();
        }
        self.0.push_back((name.to_owned(), revision, value));
    }
}
