//! A table in memory, and what a link opens of it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heist_engine::game::Seat;
use tokio::sync::{Mutex as AsyncMutex, watch};

use crate::store::{HeistOfTable, KeptTable};
use crate::table::{Table, Viewer};

/// A table as a link opens it.
#[derive(Clone)]
pub struct Opened {
    /// What [`App::watch`](super::App::watch) knows it by, for this viewer. No secret.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The link that it was opened with.
    pub link: String,
    /// Who looks.
    pub viewer: Viewer,
    /// The table.
    pub table: Arc<Table>,
    /// The number of changes that the viewer may know of: those that everybody sees and, for a seat, what it entered
    /// for itself.
    pub revision: u64,
    /// The heist that is played at it; none if it is that of no campaign.
    pub heist: Option<HeistOfTable>,
    /// Keeps the table in memory as long as somebody looks at it.
    loaded: Arc<Loaded>,
}

impl Opened {
    /// The id of the table, the same for everybody. No secret.
    pub fn table_id(&self) -> &str {
        &self.loaded.id
    }
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Links are secrets.
        write!(f, "table {} at revision {}", self.id, self.revision)
    }
}

/// A table in memory.
pub(super) struct Loaded {
    pub id: String,
    pub name: String,
    /// Held while the table changes.
    pub order: Arc<AsyncMutex<()>>,
    pub present: Mutex<Present>,
    /// The heist that is played at it; none if it is that of no campaign.
    pub heist: Mutex<Option<HeistOfTable>>,
    /// When it was last looked at, on the clock of [`Memory`](super::memory::Memory).
    pub used: AtomicU64,
}

/// How a table stands.
pub(super) struct Present {
    pub table: Arc<Table>,
    /// The number of changes that everybody sees.
    pub revision: u64,
    /// For each seat, how often it changed what only it sees.
    pub told: Vec<u64>,
    /// The links of the table and of the seats that are taken.
    pub link: String,
    pub seats: Vec<Option<String>>,
    /// One channel for everybody, then one for each seat, by which viewers hear of changes. None once the table is
    /// deleted.
    pub watched: Option<Vec<watch::Sender<u64>>>,
}

impl Present {
    /// The number of changes that a viewer may know of. Both terms only grow, so each change gives another sum.
    fn revision(&self, viewer: Viewer) -> u64 {
        match viewer {
            Viewer::Public => self.revision,
            Viewer::Seat(seat) => self.revision + self.told.get(seat.index()).copied().unwrap_or_default(),
        }
    }

    /// Whether a link still opens the table for this viewer: a seat may have been left in the meantime.
    fn is_opened_by(&self, link: &str, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Public => self.link == link,
            Viewer::Seat(seat) => self.seats.get(seat.index()).and_then(Option::as_deref) == Some(link),
        }
    }

    /// The index of a viewer's channel in [`watched`](Present::watched).
    pub fn place(viewer: Viewer) -> usize {
        match viewer {
            Viewer::Public => 0,
            Viewer::Seat(seat) => seat.index() + 1,
        }
    }
}

/// Nothing that can panic happens while one of these locks is held, so what a poisoned lock guards is whole.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Loaded {
    /// A table that was read from the store, last used at a time.
    pub fn new(kept: KeptTable, table: Arc<Table>, heist: Option<HeistOfTable>, used: u64) -> Loaded {
        let of_seats = kept.told.iter().map(|told| kept.revision + told);
        let revisions = [kept.revision].into_iter().chain(of_seats);
        let watched = revisions.map(|revision| watch::channel(revision).0).collect();
        Loaded {
            id: kept.id,
            name: kept.name,
            order: Arc::default(),
            present: Mutex::new(Present {
                table,
                watched: Some(watched),
                revision: kept.revision,
                told: kept.told,
                link: kept.link,
                seats: kept.seats,
            }),
            heist: Mutex::new(heist),
            used: AtomicU64::new(used),
        }
    }

    /// What a link opens; none if it no longer opens anything.
    pub fn opened(self: &Arc<Loaded>, link: &str, viewer: Viewer) -> Option<Opened> {
        let present = lock(&self.present);
        if present.watched.is_none() || !present.is_opened_by(link, viewer) {
            return None;
        }
        Some(Opened {
            id: format!("{}-{}", self.id, Present::place(viewer)),
            name: self.name.clone(),
            link: link.to_owned(),
            viewer,
            table: Arc::clone(&present.table),
            revision: present.revision(viewer),
            heist: lock(&self.heist).clone(),
            loaded: Arc::clone(self),
        })
    }

    /// Shows everybody what has been kept.
    pub fn show(&self, revision: u64, change: impl FnOnce(&mut Present)) {
        let mut present = lock(&self.present);
        change(&mut present);
        present.revision = revision;
        let viewers = [Viewer::Public].into_iter();
        let viewers = viewers.chain(Seat::all(present.told.len()).map(Viewer::Seat));
        for (viewer, watched) in viewers.zip(present.watched.iter().flatten()) {
            watched.send_replace(present.revision(viewer));
        }
    }

    /// Shows a seat what it changed for itself. Nobody else hears of it.
    pub fn show_seat(&self, seat: Seat, told: u64, table: Arc<Table>) {
        let viewer = Viewer::Seat(seat);
        let mut present = lock(&self.present);
        present.table = table;
        if let Some(known) = present.told.get_mut(seat.index()) {
            *known = told;
        }
        let watched = present
            .watched
            .as_ref()
            .and_then(|watched| watched.get(Present::place(viewer)));
        if let Some(watched) = watched {
            watched.send_replace(present.revision(viewer));
        }
    }

    /// The revision as the viewer of this place sees it, whenever it grows; none once the table is deleted.
    pub fn watch(&self, place: usize) -> Option<watch::Receiver<u64>> {
        let present = lock(&self.present);
        Some(present.watched.as_ref()?.get(place)?.subscribe())
    }

    /// Whether only the memory holds it and nobody watches it.
    pub fn is_idle(self: &Arc<Loaded>) -> bool {
        let is_watched = || {
            let present = lock(&self.present);
            let mut channels = present.watched.iter().flatten();
            channels.any(|channel| channel.receiver_count() > 0)
        };
        Arc::strong_count(self) == 1 && !is_watched()
    }

    /// Notes that it is being looked at.
    pub fn touch(&self, now: u64) {
        self.used.store(now, Ordering::Relaxed);
    }
}
