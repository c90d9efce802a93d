//! What may wait for the disk: tables are begun, loaded and changed.

use std::sync::{Arc, Mutex};

use heist_engine::any::{self, AnyGame};
use heist_engine::game::Seat;

use super::error::{AppError, wrong};
use super::link::LinkSource;
use super::loaded::{Loaded, Opened, Present, lock};
use super::memory::Memory;
use crate::store::{Digest, HeistOfTable, KeptTable, Store};
use crate::table::{Change, Entry, History, Kept, Table, View, Viewer, Waits};

/// The longest name of a table or a campaign, in characters.
pub const NAME_LENGTH: usize = 80;

/// The tables, with what it takes to begin, load and change them.
pub(super) struct Work {
    pub store: Store,
    pub links: LinkSource,
    pub memory: Memory,
    /// Held while a table is loaded, so that nobody loads it a second time.
    pub loading: Mutex<()>,
    /// Held while a campaign changes. Whoever holds it may wait for `loading`, but not the other way round.
    pub campaigns: Mutex<()>,
}

impl Work {
    fn random_bits(&self) -> Result<u128, AppError> {
        (self.links)().map_err(|error| AppError::Store(format!("no randomness for a link: {error}")))
    }

    /// A new link.
    pub fn link(&self) -> Result<String, AppError> {
        Ok(format!("{:032x}", self.random_bits()?))
    }

    /// A new id.
    pub fn id(&self) -> Result<String, AppError> {
        Ok(format!("{:016x}", self.random_bits()? as u64))
    }

    /// Begins a table, which may be that of a heist.
    pub fn begin(
        &self,
        game: &'static dyn AnyGame,
        setup: String,
        entries: Vec<Entry>,
        name: &str,
        heist: Option<HeistOfTable>,
    ) -> Result<Opened, AppError> {
        let name = named("table", name, game.info().name)?;
        let open = Table::new(game, &setup, &entries, entries.len(), &[])?;
        let view = open.view(Viewer::Public);
        let seats = if view.is_private { usize::from(view.seats) } else { 0 };
        let table = KeptTable {
            id: self.id()?,
            link: self.link()?,
            game: game.info().id.to_owned(),
            name,
            setup,
            history: History {
                cursor: entries.len(),
                entries,
                secrets: vec![Vec::new(); seats],
                ..History::default()
            },
            seats: vec![None; seats],
            revision: 0,
            told: vec![0; seats],
        };
        // Held from before the table can be found, so that nobody loads it a second time.
        let _loading = lock(&self.loading);
        match &heist {
            None => self.store.create(&table, &digest(&view))?,
            Some(heist) => {
                let HeistOfTable { campaign, number, .. } = heist;
                self.store.create_heist(&table, &digest(&view), campaign, *number)?;
            }
        }
        let link = table.link.clone();
        let loaded = self.memory.insert(table, open, heist);
        loaded.opened(&link, Viewer::Public).ok_or(AppError::NotFound)
    }

    /// Reads the table of a link from the store, if it is not in memory.
    pub fn load(&self, link: &str) -> Result<(Arc<Loaded>, Viewer), AppError> {
        let _loading = lock(&self.loading);
        // Somebody may have loaded it while this waited.
        if let Some(found) = self.memory.find(link) {
            return Ok(found);
        }
        let (id, viewer) = self.store.find(link)?.ok_or(AppError::NotFound)?;
        let kept = self.store.load(&id)?.ok_or(AppError::NotFound)?;
        let unreadable = |problem: String| AppError::Store(format!("table {id} cannot be opened: {problem}"));
        let game = find_game(&kept.game).map_err(|error| unreadable(error.to_string()))?;
        let table = Table::reopened(game, &kept.setup, &kept.history);
        let table = table.map_err(|error| unreadable(error.message))?;
        let heist = self.store.heist_of(&id)?;
        Ok((self.memory.insert(kept, table, heist), viewer))
    }

    /// What a link opens, if the table is still at the revision that a change is meant for. The caller holds the
    /// table's `order`, as for everything below.
    pub fn opened_at(
        &self,
        loaded: &Arc<Loaded>,
        revision: Option<u64>,
        link: &str,
        viewer: Viewer,
    ) -> Result<Opened, AppError> {
        let opened = loaded.opened(link, viewer).ok_or(AppError::NotFound)?;
        match revision {
            Some(revision) if revision != opened.revision => Err(AppError::Stale(Box::new(opened))),
            _ => Ok(opened),
        }
    }

    /// Keeps a change, then shows it.
    pub fn keep(&self, loaded: &Arc<Loaded>, change: Change) -> Result<(), AppError> {
        let digest = digest(&change.table.view(Viewer::Public));
        let count = self.store.keep(&loaded.id, &change.kept, &digest)?;
        match change.kept {
            Kept::Secret { seat, .. } | Kept::Untold { seat, .. } => loaded.show_seat(seat, count, change.table),
            Kept::Entries { .. }
            | Kept::Returned { .. }
            | Kept::Cursor(_)
            | Kept::Named { .. }
            | Kept::Names(_)
            | Kept::AnybodyEnters(_)
            | Kept::RestLeft => {
                loaded.show(count, |present| present.table = change.table);
            }
        }
        Ok(())
    }

    /// Gives a seat its link.
    pub fn take_seat(&self, loaded: &Arc<Loaded>, seat: Seat) -> Result<Opened, AppError> {
        let seats = {
            let present = lock(&loaded.present);
            if present.watched.is_none() {
                return Err(AppError::NotFound);
            }
            present.seats.len()
        };
        if seats == 0 {
            return Err(wrong(
                "nothing is private in this game; everybody uses the link of the table".to_owned(),
            ));
        }
        if seat.index() >= seats {
            return Err(wrong(format!("no seat {seat}; expected one from 1 to {seats}")));
        }
        let link = self.link()?;
        let revision = self.store.take_seat(&loaded.id, seat, &link)?.ok_or(AppError::Taken)?;
        let viewer = Viewer::Seat(seat);
        self.memory.add_link(link.clone(), loaded, viewer);
        loaded.show(revision, |present| present.seats[seat.index()] = Some(link.clone()));
        loaded.opened(&link, viewer).ok_or(AppError::NotFound)
    }

    /// Takes the link from a seat and drops what it entered for itself.
    pub fn free_seat(&self, loaded: &Arc<Loaded>, seat: Seat) -> Result<Opened, AppError> {
        let nobody = || wrong(format!("nobody has seat {seat}"));
        let mut kept = self.store.load(&loaded.id)?.ok_or(AppError::NotFound)?;
        if seat.index() >= kept.history.secrets.len() {
            return Err(nobody());
        }
        kept.history.forget(seat);
        // The table without what the seat entered, made before anything is dropped.
        let table = Table::reopened(find_game(&kept.game)?, &kept.setup, &kept.history)?;
        let revision = self.store.free_seat(&loaded.id, seat)?.ok_or_else(nobody)?;
        let mut old = None;
        loaded.show(revision, |present| {
            present.table = table.into();
            old = present.seats.get_mut(seat.index()).and_then(Option::take);
            let place = Present::place(Viewer::Seat(seat));
            if let Some(watched) = present.watched.as_mut().and_then(|watched| watched.get_mut(place)) {
                // Those who followed the table by the old link hear that it is gone.
                *watched = tokio::sync::watch::channel(0).0;
            }
        });
        if let Some(old) = old {
            self.memory.drop_link(&old);
        }
        loaded.opened(&kept.link, Viewer::Public).ok_or(AppError::NotFound)
    }

    /// Drops a table with everything in it.
    pub fn delete(&self, loaded: &Loaded) -> Result<(), AppError> {
        self.store.delete(&loaded.id)?;
        self.memory.drop_table(loaded);
        lock(&loaded.present).watched = None;
        Ok(())
    }
}

/// The name of a table or a campaign without spaces around it; another one if it is empty.
pub(super) fn named(what: &str, name: &str, otherwise: &str) -> Result<String, AppError> {
    let name = name.trim();
    if name.chars().count() > NAME_LENGTH || name.chars().any(char::is_control) {
        return Err(wrong(format!(
            "the name of a {what} has at most {NAME_LENGTH} characters, all on one line"
        )));
    }
    Ok(if name.is_empty() { otherwise } else { name }.to_owned())
}

/// The game of an id.
pub(super) fn find_game(id: &str) -> Result<&'static dyn AnyGame, AppError> {
    any::find(id).ok_or_else(|| {
        let known: Vec<&str> = any::games().iter().map(|game| game.info().id).collect();
        wrong(format!("no game `{id}`; there are: {}", known.join(", ")))
    })
}

fn digest(view: &View) -> Digest {
    Digest {
        turn: view.turn,
        ending: match &view.waits {
            Waits::Over { ending, .. } => Some(ending.clone()),
            _ => None,
        },
    }
}
