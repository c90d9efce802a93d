//! The tables that are open, on top of the [store](crate::store).
//!
//! Changes of one table happen in order, each kept before it is shown. A change that has begun is finished even if whoever
//! asked for it has gone, so that what is in memory is what is on the disk.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heist_engine::game::Seat;
use serde::Serialize;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::task::spawn_blocking;

use super::secret::random_bits;
use crate::advice::Pool;
use crate::page::home::NAME_LENGTH;
use crate::store::{Digest, KeptTable, Store, StoreError};
use crate::table::{AnyGame, AnyTable, Change, Entry, Kept, TableError, View, Viewer, Waits, known_games};

/// Digits of a link: 128 bits in hexadecimal.
pub const LINK_LENGTH: usize = 32;

/// The most tables in a list.
const LIST_LIMIT: usize = 500;

/// What goes wrong.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// No table or seat has this link, or no game this id.
    #[error("there is no such table; it may have been deleted, or the link is not complete")]
    NotFound,
    /// Somebody else changed the table first. Here is how it stands.
    #[error("the table has changed meanwhile; look at it again")]
    Stale(Box<Opened>),
    /// Somebody has the seat already.
    #[error("somebody has taken this seat already; its link is known to its player alone")]
    Taken,
    /// What was asked for is not possible.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The tables cannot be read or written.
    #[error("{0}")]
    Store(String),
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> AppError {
        AppError::Store(error.to_string())
    }
}

/// A table as a link opens it.
#[derive(Clone)]
pub struct Opened {
    /// What [`App::watch`] knows it by, for this viewer. No secret.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The link that it was opened with.
    pub link: String,
    /// Who looks.
    pub viewer: Viewer,
    /// The table.
    pub table: Arc<dyn AnyTable>,
    /// How many changes there were that the viewer may know of: those that everybody sees and, of a seat, what it told itself.
    pub revision: u64,
    /// Keeps the table loaded as long as somebody looks at it.
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

/// Where new links come from: 128 bits each time.
pub type LinkSource = Box<dyn Fn() -> Result<u128, getrandom::Error> + Send + Sync>;

/// How many may wait to look back on a game.
const WAITING_LOOK_BACKS: usize = 16;

/// What an [`App`] is made of.
pub struct AppOptions {
    /// The games that can be played.
    pub games: Vec<&'static dyn AnyGame>,
    /// The threads that think.
    pub pool: Pool,
    /// Where links come from.
    pub links: LinkSource,
    /// Tables that stay in memory at most, unless more are looked at.
    pub loaded: usize,
}

impl AppOptions {
    /// Every game, links from the system's randomness.
    pub fn new(pool: Pool) -> AppOptions {
        AppOptions {
            games: known_games(),
            pool,
            links: Box::new(random_bits),
            loaded: 1024,
        }
    }
}

/// The tables, shared by everything that answers.
pub struct App {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    games: Vec<&'static dyn AnyGame>,
    pool: Pool,
    look_backs: Pool,
    links: LinkSource,
    capacity: usize,
    cache: Mutex<Cache>,
    /// Held while a table is loaded, so that nobody loads it a second time.
    loading: Mutex<()>,
    clock: AtomicU64,
}

#[derive(Default)]
struct Cache {
    tables: HashMap<String, Arc<Loaded>>,
    /// What each link opens.
    links: HashMap<String, (String, Viewer)>,
}

/// A table in memory.
struct Loaded {
    id: String,
    name: String,
    /// Held while the table changes.
    order: Arc<AsyncMutex<()>>,
    present: Mutex<Present>,
    /// When it was last looked at, on the clock of [`Inner`].
    used: AtomicU64,
}

struct Present {
    table: Arc<dyn AnyTable>,
    /// How many changes there were that everybody sees.
    revision: u64,
    /// How often each seat told something.
    told: Vec<u64>,
    /// The links of the table and its seats, as far as they are taken.
    link: String,
    seats: Vec<Option<String>>,
    /// Who is told of changes, each for himself: everybody, then the seats. None once the table is deleted.
    watched: Option<Vec<watch::Sender<u64>>>,
}

impl Present {
    /// How many changes there were that a viewer may know of. Both numbers only grow, so the sum is another after each.
    fn revision(&self, viewer: Viewer) -> u64 {
        match viewer {
            Viewer::Public => self.revision,
            Viewer::Seat(seat) => self.revision + self.told.get(seat.index()).copied().unwrap_or_default(),
        }
    }

    /// Whether a link is still that of a viewer: a seat may have been left meanwhile.
    fn is_opened_by(&self, link: &str, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Public => self.link == link,
            Viewer::Seat(seat) => self.seats.get(seat.index()).and_then(Option::as_deref) == Some(link),
        }
    }

    /// The place of a viewer among those who watch.
    fn place(viewer: Viewer) -> usize {
        match viewer {
            Viewer::Public => 0,
            Viewer::Seat(seat) => seat.index() + 1,
        }
    }
}

/// Nothing that can panic happens while one of these locks is held, so what a poisoned one guards is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Loaded {
    fn opened(self: &Arc<Loaded>, link: &str, viewer: Viewer) -> Result<Opened, AppError> {
        let present = lock(&self.present);
        if present.watched.is_none() || !present.is_opened_by(link, viewer) {
            return Err(AppError::NotFound);
        }
        Ok(Opened {
            id: format!("{}-{}", self.id, Present::place(viewer)),
            name: self.name.clone(),
            link: link.to_owned(),
            viewer,
            table: Arc::clone(&present.table),
            revision: present.revision(viewer),
            loaded: Arc::clone(self),
        })
    }

    /// The same, if it is still at the revision that a change is meant for.
    fn opened_at(self: &Arc<Loaded>, revision: Option<u64>, link: &str, viewer: Viewer) -> Result<Opened, AppError> {
        let opened = self.opened(link, viewer)?;
        match revision {
            Some(revision) if revision != opened.revision => Err(AppError::Stale(Box::new(opened))),
            _ => Ok(opened),
        }
    }

    /// Shows everybody what has been kept.
    fn show(&self, revision: u64, change: impl FnOnce(&mut Present)) {
        let mut present = lock(&self.present);
        change(&mut present);
        present.revision = revision;
        let viewers = [Viewer::Public].into_iter();
        let viewers = viewers.chain(Seat::all(present.told.len()).map(Viewer::Seat));
        for (viewer, watched) in viewers.zip(present.watched.iter().flatten()) {
            watched.send_replace(present.revision(viewer));
        }
    }

    /// Shows a seat what it told. Nobody else hears of it.
    fn show_seat(&self, seat: Seat, told: u64, table: Arc<dyn AnyTable>) {
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
}

impl App {
    /// The tables of a store.
    pub fn new(store: Store, options: AppOptions) -> App {
        App {
            inner: Arc::new(Inner {
                store,
                games: options.games,
                pool: options.pool,
                look_backs: Pool::new(1, WAITING_LOOK_BACKS),
                links: options.links,
                capacity: options.loaded,
                cache: Mutex::default(),
                loading: Mutex::new(()),
                clock: AtomicU64::new(0),
            }),
        }
    }

    /// The games that can be played.
    pub fn games(&self) -> &[&'static dyn AnyGame] {
        &self.inner.games
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
        let game = self.inner.game(game)?;
        self.blocking(move |inner| inner.create(game, setup, entries, &name))
            .await
    }

    /// The table of a link, which is that of the table or of a seat: 32 hexadecimal digits.
    ///
    /// # Errors
    /// When nothing has this link, or the table cannot be read.
    pub async fn open(&self, link: &str) -> Result<Opened, AppError> {
        let (loaded, viewer) = self.find(link).await?;
        loaded.opened(link, viewer)
    }

    /// Changes a table. The change is on the disk before this returns. `revision` is that of the table that the page was
    /// made from; nothing happens if it is another by now.
    ///
    /// # Errors
    /// [`AppError::Stale`] with the present state, or what `make` finds wrong.
    pub async fn change(
        &self,
        link: &str,
        revision: Option<u64>,
        make: impl FnOnce(&dyn AnyTable, Viewer) -> Result<Change, TableError> + Send + 'static,
    ) -> Result<Opened, AppError> {
        let (loaded, viewer) = self.find(link).await?;
        let turn = Arc::clone(&loaded.order).lock_owned().await;
        let link = link.to_owned();
        self.blocking(move |inner| {
            let _turn = turn;
            let opened = loaded.opened_at(revision, &link, viewer)?;
            let change = make(opened.table.as_ref(), viewer)?;
            let digest = digest(&change.table.view(Viewer::Public));
            let count = inner.store.keep(&loaded.id, &change.kept, &digest)?;
            match change.kept {
                Kept::Secret { seat, .. } => loaded.show_seat(seat, count, change.table),
                Kept::Entry { .. } | Kept::Cursor(_) => loaded.show(count, |present| present.table = change.table),
            }
            loaded.opened(&link, viewer)
        })
        .await
    }

    /// Gives a seat its link. Whoever asks first gets it, in a game with private content; it is told to nobody else.
    ///
    /// # Errors
    /// [`AppError::Taken`], and when the game has no such seat or no private content.
    pub async fn take_seat(&self, link: &str, seat: Seat) -> Result<Opened, AppError> {
        let (loaded, _) = self.find(link).await?;
        let turn = Arc::clone(&loaded.order).lock_owned().await;
        self.blocking(move |inner| {
            let _turn = turn;
            inner.take_seat(&loaded, seat)
        })
        .await
    }

    /// Leaves the seat that has this link: the link opens nothing any more, what the seat told is dropped, and anybody can
    /// take it anew. Returns the table as everybody sees it.
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
        let turn = Arc::clone(&loaded.order).lock_owned().await;
        let link = link.to_owned();
        self.blocking(move |inner| {
            let _turn = turn;
            loaded.opened(&link, viewer)?;
            inner.free_seat(&loaded, seat)
        })
        .await
    }

    /// Frees a seat whose link is lost, as if it were left. That is the host's to do, with the link of the table; whoever
    /// calls checks that it is him. `revision` is that of the table that the page was made from.
    ///
    /// # Errors
    /// [`AppError::Stale`] with the present state, when nobody has the seat, and as [`open`](App::open).
    pub async fn free_seat(&self, link: &str, revision: Option<u64>, seat: Seat) -> Result<Opened, AppError> {
        let (loaded, viewer) = self.find(link).await?;
        if viewer != Viewer::Public {
            return Err(AppError::NotFound);
        }
        let turn = Arc::clone(&loaded.order).lock_owned().await;
        let link = link.to_owned();
        self.blocking(move |inner| {
            let _turn = turn;
            loaded.opened_at(revision, &link, viewer)?;
            inner.free_seat(&loaded, seat)
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

    /// The revision of a table for whom [`Opened::id`] is, whenever it grows. Closed when the table is deleted or was never
    /// open.
    pub fn watch(&self, id: &str) -> watch::Receiver<u64> {
        let find = || {
            let (table, place) = id.rsplit_once('-')?;
            let place: usize = place.parse().ok()?;
            let loaded = lock(&self.inner.cache).tables.get(table).cloned()?;
            let present = lock(&loaded.present);
            Some(present.watched.as_ref()?.get(place)?.subscribe())
        };
        find().unwrap_or_else(|| watch::channel(0).1)
    }

    /// The tables, the last changed first; the latest 500.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn list(&self) -> Result<Vec<Summary>, AppError> {
        let listed = self.blocking(|inner| Ok(inner.store.list(LIST_LIMIT)?)).await?;
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

    /// Drops a table with everything in it. Only the table's own link does that, no seat's.
    ///
    /// # Errors
    /// As [`open`](App::open).
    pub async fn delete(&self, link: &str) -> Result<(), AppError> {
        let (loaded, viewer) = self.find(link).await?;
        if viewer != Viewer::Public {
            return Err(AppError::NotFound);
        }
        let turn = Arc::clone(&loaded.order).lock_owned().await;
        self.blocking(move |inner| {
            let _turn = turn;
            inner.store.delete(&loaded.id)?;
            inner.forget(&loaded);
            Ok(())
        })
        .await
    }

    /// The threads that think about hints.
    pub fn pool(&self) -> &Pool {
        &self.inner.pool
    }

    /// The thread that looks back on games, which takes long: no hint waits for it.
    pub fn look_backs(&self) -> &Pool {
        &self.inner.look_backs
    }

    async fn find(&self, link: &str) -> Result<(Arc<Loaded>, Viewer), AppError> {
        if !is_link(link) {
            return Err(AppError::NotFound);
        }
        if let Some(found) = self.inner.cached(link) {
            return Ok(found);
        }
        let link = link.to_owned();
        self.blocking(move |inner| inner.load(&link)).await
    }

    /// Does something that may wait for the disk.
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let inner = Arc::clone(&self.inner);
        let done = spawn_blocking(move || work(&inner)).await;
        done.unwrap_or_else(|_| {
            Err(AppError::Store(
                "something failed inside; nothing was changed".to_owned(),
            ))
        })
    }
}

/// Whether a text has the form of a link.
pub fn is_link(text: &str) -> bool {
    text.len() == LINK_LENGTH && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl Inner {
    fn game(&self, id: &str) -> Result<&'static dyn AnyGame, AppError> {
        let known = || self.games.iter().map(|game| game.id()).collect::<Vec<_>>().join(", ");
        let game = self.games.iter().find(|game| game.id() == id);
        Ok(*game.ok_or_else(|| wrong(format!("no game `{id}`; there are: {}", known())))?)
    }

    fn link(&self) -> Result<String, AppError> {
        let link = (self.links)().map_err(|error| AppError::Store(format!("no randomness for a link: {error}")))?;
        Ok(format!("{link:032x}"))
    }

    fn create(
        &self,
        game: &'static dyn AnyGame,
        setup: String,
        entries: Vec<Entry>,
        name: &str,
    ) -> Result<Opened, AppError> {
        let name = name.trim();
        if name.chars().count() > NAME_LENGTH || name.chars().any(char::is_control) {
            return Err(wrong(format!(
                "the name of a table has at most {NAME_LENGTH} characters, all on one line"
            )));
        }
        let open = game.table(&setup, &entries, entries.len(), &[])?;
        let view = open.view(Viewer::Public);
        let seats = if view.is_private { usize::from(view.seats) } else { 0 };
        let table = KeptTable {
            id: format!(
                "{:016x}",
                (self.links)().map_err(|error| AppError::Store(error.to_string()))? as u64
            ),
            link: self.link()?,
            game: game.id().to_owned(),
            name: if name.is_empty() {
                view.name.to_owned()
            } else {
                name.to_owned()
            },
            setup,
            cursor: entries.len(),
            entries,
            secrets: vec![Vec::new(); seats],
            seats: vec![None; seats],
            revision: 0,
            told: vec![0; seats],
        };
        // Held from before the table can be found, so that nobody loads it a second time.
        let _loading = lock(&self.loading);
        self.store.create(&table, &digest(&view))?;
        let link = table.link.clone();
        self.insert(table, open).opened(&link, Viewer::Public)
    }

    fn cached(&self, link: &str) -> Option<(Arc<Loaded>, Viewer)> {
        let cache = lock(&self.cache);
        let (id, viewer) = cache.links.get(link)?;
        let loaded = cache.tables.get(id)?;
        loaded
            .used
            .store(self.clock.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        Some((Arc::clone(loaded), *viewer))
    }

    fn load(&self, link: &str) -> Result<(Arc<Loaded>, Viewer), AppError> {
        let _loading = lock(&self.loading);
        // Somebody may have loaded it while this waited.
        if let Some(found) = self.cached(link) {
            return Ok(found);
        }
        let (id, viewer) = self.store.find(link)?.ok_or(AppError::NotFound)?;
        let kept = self.store.load(&id)?.ok_or(AppError::NotFound)?;
        let unreadable = |problem: String| AppError::Store(format!("table {id} cannot be opened: {problem}"));
        let game = self.game(&kept.game).map_err(|error| unreadable(error.to_string()))?;
        let table = game
            .table(&kept.setup, &kept.entries, kept.cursor, &kept.secrets)
            .map_err(|error| unreadable(error.message))?;
        Ok((self.insert(kept, table), viewer))
    }

    /// Puts a table into memory. Whoever calls holds `loading`.
    fn insert(&self, kept: KeptTable, table: Box<dyn AnyTable>) -> Arc<Loaded> {
        let mut cache = lock(&self.cache);
        self.make_room(&mut cache);
        cache.links.insert(kept.link.clone(), (kept.id.clone(), Viewer::Public));
        for (seat, link) in Seat::all(kept.seats.len()).zip(&kept.seats) {
            if let Some(link) = link {
                cache.links.insert(link.clone(), (kept.id.clone(), Viewer::Seat(seat)));
            }
        }
        let of_seats = kept.told.iter().map(|told| kept.revision + told);
        let revisions = [kept.revision].into_iter().chain(of_seats);
        let watched = revisions.map(|revision| watch::channel(revision).0).collect();
        let loaded = Arc::new(Loaded {
            id: kept.id.clone(),
            name: kept.name,
            order: Arc::default(),
            present: Mutex::new(Present {
                table: table.into(),
                watched: Some(watched),
                revision: kept.revision,
                told: kept.told,
                link: kept.link,
                seats: kept.seats,
            }),
            used: AtomicU64::new(self.clock.fetch_add(1, Ordering::Relaxed)),
        });
        cache.tables.insert(kept.id, Arc::clone(&loaded));
        loaded
    }

    /// Drops the tables that nobody looked at for longest. One that is in somebody's hands stays: a second copy of it in
    /// memory would not see its changes.
    fn make_room(&self, cache: &mut Cache) {
        while cache.tables.len() >= self.capacity {
            let idle = cache.tables.values().filter(|loaded| is_idle(loaded));
            let Some(oldest) = idle
                .min_by_key(|loaded| loaded.used.load(Ordering::Relaxed))
                .map(Arc::clone)
            else {
                return;
            };
            cache.drop_table(&oldest);
        }
    }

    fn take_seat(&self, loaded: &Arc<Loaded>, seat: Seat) -> Result<Opened, AppError> {
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
        lock(&self.cache)
            .links
            .insert(link.clone(), (loaded.id.clone(), viewer));
        loaded.show(revision, |present| present.seats[seat.index()] = Some(link.clone()));
        loaded.opened(&link, viewer)
    }

    /// Whoever calls holds the table's `order`.
    fn free_seat(&self, loaded: &Arc<Loaded>, seat: Seat) -> Result<Opened, AppError> {
        let nobody = || wrong(format!("nobody has seat {seat}"));
        let mut kept = self.store.load(&loaded.id)?.ok_or(AppError::NotFound)?;
        let told = kept.secrets.get_mut(seat.index()).ok_or_else(nobody)?;
        told.clear();
        // The table without what was told, made before anything is dropped.
        let table = self
            .game(&kept.game)?
            .table(&kept.setup, &kept.entries, kept.cursor, &kept.secrets)?;
        let revision = self.store.free_seat(&loaded.id, seat)?.ok_or_else(nobody)?;
        let mut old = None;
        loaded.show(revision, |present| {
            present.table = table.into();
            old = present.seats.get_mut(seat.index()).and_then(Option::take);
            let place = Present::place(Viewer::Seat(seat));
            if let Some(watched) = present.watched.as_mut().and_then(|watched| watched.get_mut(place)) {
                // Who followed the table by the old link hears that it is gone.
                *watched = watch::channel(0).0;
            }
        });
        if let Some(old) = old {
            lock(&self.cache).links.remove(&old);
        }
        loaded.opened(&kept.link, Viewer::Public)
    }

    fn forget(&self, loaded: &Loaded) {
        lock(&self.cache).drop_table(loaded);
        lock(&loaded.present).watched = None;
    }
}

/// Whether only the cache has it.
fn is_idle(loaded: &Arc<Loaded>) -> bool {
    let is_watched = || {
        let present = lock(&loaded.present);
        present
            .watched
            .iter()
            .flatten()
            .any(|watched| watched.receiver_count() > 0)
    };
    Arc::strong_count(loaded) == 1 && !is_watched()
}

impl Cache {
    fn drop_table(&mut self, loaded: &Loaded) {
        self.tables.remove(&loaded.id);
        let present = lock(&loaded.present);
        self.links.remove(&present.link);
        for link in present.seats.iter().flatten() {
            self.links.remove(link);
        }
    }
}

fn wrong(message: String) -> AppError {
    AppError::Table(TableError::new(message))
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
