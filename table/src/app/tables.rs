//! What can be done with tables, for everything that answers.

use std::sync::{Arc, Mutex};

use heist_engine::game::Seat;
use serde::Serialize;
use tokio::sync::watch;

use super::blocking::blocking;
use super::error::{AppError, wrong};
use super::link::{LinkSource, is_link, random_bits};
use super::loaded::{Loaded, Opened, lock};
use super::memory::Memory;
use super::work::{Work, find_game};
use crate::store::Store;
use crate::table::{Change, Entry, Table, TableError, Viewer};
use heist_advice::{Advisable, Pool};

/// The most tables or campaigns in a list.
pub(super) const LIST_LIMIT: usize = 500;

/// A table in the list of the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// The game's id.
    pub game: String,
    /// What people call the table.
    pub name: String,
    /// The link that everybody at the table has.
    pub link: String,
    /// The number of the turn.
    pub turn: u32,
    /// The ending, when the game is over.
    pub ending: Option<String>,
    /// The last change, in milliseconds since 1970.
    pub changed: u64,
}

/// How many may wait to look back on a game.
const WAITING_LOOK_BACKS: usize = 16;

/// Makes what advice works on from a table and who looks; `None` where nothing can be advised. Tests put another agent
/// here.
pub type AdviceSource = Box<dyn Fn(&Table, Viewer) -> Option<Box<dyn Advisable>> + Send + Sync>;

/// What an [`App`] is made of.
pub struct AppOptions {
    /// The threads that think.
    pub pool: Pool,
    /// Where advice comes from.
    pub advice: AdviceSource,
    /// Where links come from.
    pub links: LinkSource,
    /// Tables that stay in memory at most, unless more are looked at.
    pub loaded: usize,
}

impl AppOptions {
    /// Advice on what each viewer sees, links from the system's randomness.
    pub fn new(pool: Pool) -> AppOptions {
        AppOptions {
            pool,
            advice: Box::new(Table::advisable),
            links: Box::new(random_bits),
            loaded: 1024,
        }
    }
}

/// The tables, shared by everything that answers.
pub struct App {
    work: Arc<Work>,
    pool: Pool,
    advice: AdviceSource,
    look_backs: Pool,
}

impl App {
    /// The tables of a store.
    pub fn new(store: Store, options: AppOptions) -> App {
        App {
            work: Arc::new(Work {
                store,
                links: options.links,
                memory: Memory::new(options.loaded),
                loading: Mutex::new(()),
                campaigns: Mutex::new(()),
            }),
            pool: options.pool,
            advice: options.advice,
            look_backs: Pool::new(1, WAITING_LOOK_BACKS),
        }
    }

    /// Begins a table.
    ///
    /// # Errors
    /// When there is no such game, or setup and entries do not go together.
    pub async fn create(
        &self,
        game: &str,
        setup: String,
        entries: Vec<Entry>,
        name: String,
    ) -> Result<Opened, AppError> {
        let game = find_game(game)?;
        self.blocking(move |work| work.begin(game, setup, entries, &name, None))
            .await
    }

    /// The table of a link, which is that of the table or of a seat: 32 hexadecimal digits.
    ///
    /// # Errors
    /// When nothing has this link, or the table cannot be read.
    pub async fn open(&self, link: &str) -> Result<Opened, AppError> {
        let (loaded, viewer) = self.find(link).await?;
        loaded.opened(link, viewer).ok_or(AppError::NotFound)
    }

    /// Changes a table. The change is on the disk before this returns. `revision` is that of the table that the page
    /// was made from; nothing happens if it is another by now.
    ///
    /// # Errors
    /// [`AppError::Stale`] with the present state, or what `make` finds wrong.
    pub async fn change(
        &self,
        link: &str,
        revision: Option<u64>,
        make: impl FnOnce(&Table, Viewer) -> Result<Change, TableError> + Send + 'static,
    ) -> Result<Opened, AppError> {
        let (loaded, viewer) = self.find(link).await?;
        let given = link.to_owned();
        self.in_order(loaded, move |work, loaded| {
            let opened = work.opened_at(loaded, revision, &given, viewer)?;
            let change = make(&opened.table, viewer)?;
            work.keep(loaded, change)?;
            loaded.opened(&given, viewer).ok_or(AppError::NotFound)
        })
        .await
    }

    /// Gives a seat its link, in a game with private content. The first to ask gets it, and nobody else learns it.
    ///
    /// # Errors
    /// [`AppError::Taken`], and when the game has no such seat or no private content.
    pub async fn take_seat(&self, link: &str, seat: Seat) -> Result<Opened, AppError> {
        let (loaded, _) = self.find(link).await?;
        self.in_order(loaded, move |work, loaded| work.take_seat(loaded, seat))
            .await
    }

    /// Leaves the seat that has this link: the link no longer opens anything, what the seat entered for itself is
    /// dropped, and anybody can take the seat again. Returns the table as everybody sees it.
    ///
    /// # Errors
    /// When it is the link of a table, and as [`open`](App::open).
    pub async fn leave_seat(&self, link: &str) -> Result<Opened, AppError> {
        let (loaded, viewer) = self.find(link).await?;
        let Viewer::Seat(seat) = viewer else {
            return Err(wrong(
                "this is the link of the table; expected that of a seat".to_owned(),
            ));
        };
        let link = link.to_owned();
        self.in_order(loaded, move |work, loaded| {
            work.opened_at(loaded, None, &link, viewer)?;
            work.free_seat(loaded, seat)
        })
        .await
    }

    /// Frees a seat whose link is lost, as if the player had left it. Only the host may do that, with the link of the
    /// table; the caller checks that it is the host. `revision` is that of the table that the page was made from.
    ///
    /// # Errors
    /// [`AppError::Stale`] with the present state, when nobody has the seat, and as [`open`](App::open).
    pub async fn free_seat(&self, link: &str, revision: Option<u64>, seat: Seat) -> Result<Opened, AppError> {
        let (loaded, viewer) = self.find(link).await?;
        if viewer != Viewer::Public {
            return Err(AppError::NotFound);
        }
        let link = link.to_owned();
        self.in_order(loaded, move |work, loaded| {
            work.opened_at(loaded, revision, &link, viewer)?;
            work.free_seat(loaded, seat)
        })
        .await
    }

    /// Which seats have been taken; empty in a game without private content.
    ///
    /// # Errors
    /// As [`open`](App::open).
    pub async fn seats_taken(&self, link: &str) -> Result<Vec<bool>, AppError> {
        let (loaded, _) = self.find(link).await?;
        let present = lock(&loaded.present);
        Ok(present.seats.iter().map(Option::is_some).collect())
    }

    /// The revision of the table, as the viewer of this [`Opened::id`] counts it, whenever it grows. Closed when the
    /// table is deleted or was never open.
    pub fn watch(&self, id: &str) -> watch::Receiver<u64> {
        let find = || {
            let (table, place) = id.rsplit_once('-')?;
            self.work.memory.table(table)?.watch(place.parse().ok()?)
        };
        find().unwrap_or_else(|| watch::channel(0).1)
    }

    /// The tables, the last changed first; at most 500.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn list(&self) -> Result<Vec<Summary>, AppError> {
        let listed = self.blocking(|work| Ok(work.store.list(LIST_LIMIT)?)).await?;
        let summaries = listed.into_iter().map(|table| Summary {
            game: table.game,
            name: table.name,
            link: table.link,
            turn: table.digest.turn,
            ending: table.digest.ending,
            changed: table.changed,
        });
        Ok(summaries.collect())
    }

    /// Drops a table with everything in it. Only the table's own link does that, no seat's. A heist whose result is not
    /// in the log of its campaign is the next one again.
    ///
    /// # Errors
    /// As [`open`](App::open).
    pub async fn delete(&self, link: &str) -> Result<(), AppError> {
        let (loaded, viewer) = self.find(link).await?;
        if viewer != Viewer::Public {
            return Err(AppError::NotFound);
        }
        self.in_order(loaded, |work, loaded| work.delete(loaded)).await
    }

    /// The decision that can be advised on, as whoever opened the table sees it.
    pub fn advisable(&self, opened: &Opened) -> Option<Box<dyn Advisable>> {
        (self.advice)(&opened.table, opened.viewer)
    }

    /// The threads that think about hints.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The thread that looks back on games, which takes long: no hint waits for it.
    pub fn look_backs(&self) -> &Pool {
        &self.look_backs
    }

    pub(super) async fn find(&self, link: &str) -> Result<(Arc<Loaded>, Viewer), AppError> {
        if !is_link(link) {
            return Err(AppError::NotFound);
        }
        if let Some(found) = self.work.memory.find(link) {
            return Ok(found);
        }
        let link = link.to_owned();
        self.blocking(move |work| work.load(&link)).await
    }

    /// Does something to a table once all that was begun before is done. It is finished even if nobody waits for it any
    /// more.
    pub(super) async fn in_order<T: Send + 'static>(
        &self,
        loaded: Arc<Loaded>,
        change: impl FnOnce(&Work, &Arc<Loaded>) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let turn = Arc::clone(&loaded.order).lock_owned().await;
        self.blocking(move |work| {
            let _turn = turn;
            change(work, &loaded)
        })
        .await
    }

    /// Does something that may wait for the disk.
    pub(super) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Work) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let shared = Arc::clone(&self.work);
        blocking(move || work(&shared)).await?
    }
}
