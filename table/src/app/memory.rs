//! The tables that are in memory.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use heist_engine::game::Seat;

use super::loaded::{Loaded, lock};
use crate::store::{HeistOfTable, KeptTable};
use crate::table::{Table, Viewer};

/// The tables that are in memory, by id and by link.
pub(super) struct Memory {
    /// How many tables stay at most, unless more are looked at.
    capacity: usize,
    known: Mutex<Known>,
    /// Counts looks at tables, so that the one not looked at for longest can be dropped.
    clock: AtomicU64,
}

#[derive(Default)]
struct Known {
    tables: HashMap<String, Arc<Loaded>>,
    /// What each link opens.
    links: HashMap<String, (String, Viewer)>,
}

impl Memory {
    /// Room for a number of tables.
    pub fn new(capacity: usize) -> Memory {
        Memory {
            capacity,
            known: Mutex::default(),
            clock: AtomicU64::new(0),
        }
    }

    fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// The table that a link opens, and for whom.
    pub fn find(&self, link: &str) -> Option<(Arc<Loaded>, Viewer)> {
        let known = lock(&self.known);
        let (id, viewer) = known.links.get(link)?;
        let loaded = known.tables.get(id)?;
        loaded.touch(self.now());
        Some((Arc::clone(loaded), *viewer))
    }

    /// The table of an id.
    pub fn table(&self, id: &str) -> Option<Arc<Loaded>> {
        lock(&self.known).tables.get(id).cloned()
    }

    /// Adds a table that was read from the store, with the heist that is played at it. The caller makes sure that it is
    /// not here already.
    pub fn insert(&self, kept: KeptTable, table: Table, heist: Option<HeistOfTable>) -> Arc<Loaded> {
        let mut known = lock(&self.known);
        known.make_room(self.capacity);
        known.links.insert(kept.link.clone(), (kept.id.clone(), Viewer::Public));
        for (seat, link) in Seat::all(kept.seats.len()).zip(&kept.seats) {
            if let Some(link) = link {
                known.links.insert(link.clone(), (kept.id.clone(), Viewer::Seat(seat)));
            }
        }
        let id = kept.id.clone();
        let loaded = Arc::new(Loaded::new(kept, table.into(), heist, self.now()));
        known.tables.insert(id, Arc::clone(&loaded));
        loaded
    }

    /// Adds the link of a seat.
    pub fn add_link(&self, link: String, loaded: &Loaded, viewer: Viewer) {
        lock(&self.known).links.insert(link, (loaded.id.clone(), viewer));
    }

    /// Forgets the link of a seat.
    pub fn drop_link(&self, link: &str) {
        lock(&self.known).links.remove(link);
    }

    /// Forgets a table with its links.
    pub fn drop_table(&self, loaded: &Loaded) {
        lock(&self.known).drop_table(loaded);
    }
}

impl Known {
    /// Drops the tables that nobody looked at for longest. One that is in somebody's hands stays: a second copy of it
    /// in memory would not see its changes.
    fn make_room(&mut self, capacity: usize) {
        while self.tables.len() >= capacity {
            let idle = self.tables.values().filter(|loaded| loaded.is_idle());
            let oldest = idle.min_by_key(|loaded| loaded.used.load(Ordering::Relaxed));
            let Some(oldest) = oldest.map(Arc::clone) else { return };
            self.drop_table(&oldest);
        }
    }

    fn drop_table(&mut self, loaded: &Loaded) {
        self.tables.remove(&loaded.id);
        let present = lock(&loaded.present);
        self.links.remove(&present.link);
        for link in present.seats.iter().flatten() {
            self.links.remove(link);
        }
    }
}
