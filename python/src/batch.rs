//! Games side by side, stepped on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use heist_engine::describe::kept_names;
use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::{Generator, below, stream, stream_seed};
use numpy::{Element, PyArrayDyn, PyReadonlyArrayDyn};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::Playable;
use crate::arrays::{Borrowed, Rows, Width, column, split, typed};
use crate::errors::{Error, one_of};
use crate::game::PyGame;
use crate::state::{AnyState, Held, PyState, TERMINAL_PLAYER};

/// When a game that ended gives way to the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoReset {
    /// In the step after.
    NextStep,
    /// In the same step.
    SameStep,
    /// Not at all.
    Disabled,
}

/// What a batch is made of.
#[derive(Clone, Copy, Debug)]
pub struct BatchOptions {
    /// How many.
    pub games: usize,
    /// 0 for one a core.
    pub threads: usize,
    /// When a game that ended gives way to the next one.
    pub autoreset: AutoReset,
    /// When a game is given up.
    pub max_decisions: u32,
}

/// Sizes of a game's rows.
#[derive(Clone, Copy)]
struct Sizes {
    games: usize,
    actions: usize,
    features: usize,
    active: usize,
    figures: usize,
}

/// Lists the arrays of [`Buffers`] once: name, type, and the width of a row.
macro_rules! buffers {
    ($($field:ident: $cell:ty, $dtype:literal, $width:expr;)+) => {
        /// Where a :class:`Batch` writes. One row a game; arrays are C-contiguous and writable; what is not given is not
        /// written.
        ///
        /// With N games, A actions, F features:
        ///
        /// ``players`` (N,) int8: who decides now, or would in a game that was truncated; TERMINAL_PLAYER in a game that is
        /// over.
        /// ``mask`` (N, A) bool: the legal actions, none in a game that is over.
        /// ``packed_mask`` (N, ceil(A / 8)) uint8: the same in bits, as ``numpy.packbits(mask, axis=1, bitorder="little")``
        /// packs them.
        /// ``dense`` (N, F) uint8 or float32: the observation, 1 for active features. An observation is the information state
        /// of the player who decides; in a game that is over, of the one who decided last.
        /// ``sparse`` (N, K) int32: the active features, ascending, then -1. K is at least ``game.max_active_features()``.
        /// ``counts`` (N,) int32: how many of them.
        /// ``rewards`` (N,) float32: the result's value where the game ended in this step, else 0.
        /// ``terminated``, ``truncated`` (N,) bool: the game ended in this step by the rules; by ``max_decisions``.
        /// ``endings`` (N,) int8: place in ``game.endings`` where terminated, else -1.
        /// ``figures`` (N, len(game.figures)) int32: the result's figures where terminated, else 0.
        /// ``lengths`` (N,) int32: decisions of the game so far; of the whole game where it ended in this step.
        /// ``samples`` (N,) int64: a uniformly random legal action, as :meth:`Batch.sample_actions` draws it; 0 in a game that
        /// is over. It may be the array of the actions themselves, which are read before anything is written.
        /// ``final_dense``, ``final_sparse``, ``final_counts``, ``final_players``, ``final_mask``: as above, for games that
        /// ended in this step and were reset in the same; other rows are left alone.
        #[pyclass(frozen, module = "heistlab._core")]
        #[derive(Default)]
        pub struct Buffers { $($field: Option<Py<PyArrayDyn<$cell>>>,)+ }

        /// The arrays of [`Buffers`], borrowed.
        struct Lent<'py> { $($field: Option<Borrowed<'py, $cell>>,)+ }

        /// Where rows are written.
        #[derive(Default)]
        pub struct Outputs<'a> { $(pub $field: Option<Rows<'a, $cell>>,)+ }

        impl Buffers {
            fn borrow<'py>(&self, py: Python<'py>, sizes: Sizes) -> PyResult<Lent<'py>> {
                Ok(Lent {
                    $($field: match &self.$field {
                        None => None,
                        Some(array) => Some(Borrowed::new(
                            stringify!($field), array.bind(py), sizes.games, ($width)(sizes),
                        )?),
                    },)+
                })
            }

            /// Puts an array in its place.
            fn set(&mut self, name: &str, array: &Bound<'_, PyAny>) -> PyResult<bool> {
                match name {
                    $(stringify!($field) => self.$field = Some(typed(name, $dtype, array)?.unbind()),)+
                    _ => return Ok(false),
                }
                Ok(true)
            }
        }

        impl Lent<'_> {
            fn outputs(&mut self, sizes: Sizes) -> PyResult<Outputs<'_>> {
                Ok(Outputs {
                    $($field: self.$field.as_mut().map(|lent| lent.rows(stringify!($field), ($width)(sizes))).transpose()?,)+
                })
            }
        }

        impl<'a> Outputs<'a> {
            fn split(self, rows: usize) -> (Outputs<'a>, Outputs<'a>) {
                $(let $field = split(self.$field, rows);)+
                (Outputs { $($field: $field.0,)+ }, Outputs { $($field: $field.1,)+ })
            }
        }
    };
}

/// One number a row.
fn one(_: Sizes) -> Width {
    Width::One
}

fn features(sizes: Sizes) -> Width {
    Width::Exactly(sizes.features)
}

fn active(sizes: Sizes) -> Width {
    Width::AtLeast(sizes.active)
}

buffers! {
    players: i8, "int8", one;
    mask: bool, "bool", |sizes: Sizes| Width::Exactly(sizes.actions);
    packed_mask: u8, "uint8", |sizes: Sizes| Width::Exactly(sizes.actions.div_ceil(8));
    dense_bytes: u8, "uint8", features;
    dense_floats: f32, "float32", features;
    sparse: i32, "int32", active;
    counts: i32, "int32", one;
    rewards: f32, "float32", one;
    terminated: bool, "bool", one;
    truncated: bool, "bool", one;
    endings: i8, "int8", one;
    figures: i32, "int32", |sizes: Sizes| Width::Exactly(sizes.figures);
    lengths: i32, "int32", one;
    final_dense_bytes: u8, "uint8", features;
    final_dense_floats: f32, "float32", features;
    final_sparse: i32, "int32", active;
    final_counts: i32, "int32", one;
    final_players: i8, "int8", one;
    final_mask: bool, "bool", |sizes: Sizes| Width::Exactly(sizes.actions);
    samples: i64, "int64", one;
}

#[pymethods]
impl Buffers {
    #[new]
    #[pyo3(signature = (**arrays))]
    fn new(arrays: Option<std::collections::BTreeMap<String, Bound<'_, PyAny>>>) -> PyResult<Buffers> {
        let mut buffers = Buffers::default();
        let given = arrays.unwrap_or_default().into_iter();
        for (name, array) in given.filter(|(_, array)| !array.is_none()) {
            let known = match name.as_str() {
                "dense" | "final_dense" if array.cast::<PyArrayDyn<f32>>().is_ok() => {
                    buffers.set(&format!("{name}_floats"), &array)?
                }
                "dense" | "final_dense" => {
                    typed::<u8>(&name, "uint8 or float32", &array)?;
                    buffers.set(&format!("{name}_bytes"), &array)?
                }
                name if name.contains("dense") => false,
                name => buffers.set(name, &array)?,
            };
            if !known {
                return Err(PyValueError::new_err(format!("{name}: there is no such buffer")));
            }
        }
        Ok(buffers)
    }
}

/// Games side by side, without their types.
pub trait AnyBatch: Send + Sync {
    /// Starts new games in the rows that `wanted` names, or in all: of new seeds, or the next ones of the seeds they have.
    fn reset(&mut self, seeds: Option<&[u64]>, wanted: Option<&[bool]>, out: Outputs<'_>) -> Result<(), Error>;
    /// Plays an action in every game.
    fn step(&mut self, actions: &[i64], out: Outputs<'_>) -> Result<(), Error>;
    /// Draws a legal action for the rows that `wanted` names, or for all.
    fn sample(&mut self, wanted: Option<&[bool]>, out: Rows<'_, i64>);
    /// Whether every row has a game.
    fn is_begun(&self) -> bool;
    /// Whether other threads than the calling one play.
    fn is_threaded(&self) -> bool;
    /// A copy of a game's state.
    fn state(&self, row: usize) -> Option<Box<dyn AnyState>>;
}

/// A row: a game and where its randomness comes from.
struct Table<G: Game> {
    state: G,
    /// Who decided last.
    seat: Seat,
    seed: u64,
    episode: u64,
    chance: Generator,
    policy: Generator,
    decisions: u32,
    /// Whether the game is over or was given up.
    is_over: bool,
    /// The indices of the legal actions; none in a game that is over by the rules.
    legal: Vec<u32>,
}

/// How a step ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    No,
    Terminated,
    Truncated,
}

impl<G: Playable> Table<G> {
    /// The first game of a seed, at its first decision.
    fn new(setup: &G::Setup, seed: u64) -> Result<Table<G>, Error> {
        let mut table = Table {
            state: first_state::<G>(setup, seed, 0)?,
            seat: Seat(0),
            seed,
            episode: 0,
            chance: stream(seed, "batch/chance", 0),
            policy: stream(seed, "batch/policy", 0),
            decisions: 0,
            is_over: false,
            legal: Vec::new(),
        };
        table.settle();
        Ok(table)
    }

    /// The next game of the same seed.
    fn renew(&mut self, setup: &G::Setup) -> Result<(), Error> {
        let episode = self.episode + 1;
        self.state = first_state::<G>(setup, self.seed, episode)?;
        self.episode = episode;
        self.chance = stream(self.seed, "batch/chance", episode);
        self.policy = stream(self.seed, "batch/policy", episode);
        self.decisions = 0;
        self.is_over = false;
        self.settle();
        Ok(())
    }

    /// Plays chance until somebody decides or the game is over, and lists what is legal then.
    #[inline]
    fn settle(&mut self) {
        loop {
            match self.state.node() {
                Node::Chance => {
                    let outcome = self.state.sample(&mut self.chance);
                    self.state.resolve(outcome);
                }
                Node::Decision(seat) => {
                    self.seat = seat;
                    self.state.legal_indices(&mut self.legal);
                    break;
                }
                Node::Terminal => {
                    self.legal.clear();
                    self.is_over = true;
                    break;
                }
            }
        }
    }

    #[inline]
    fn is_legal(&self, action: i64) -> bool {
        self.legal.iter().any(|&index| i64::from(index) == action)
    }

    /// Plays the action of a legal index and chance after it.
    #[inline]
    fn step(&mut self, shared: &Shared<G>, action: i64) -> Ended {
        self.state.apply(shared.actions[action as usize]);
        self.decisions += 1;
        self.settle();
        if self.is_over {
            return Ended::Terminated;
        }
        if self.decisions >= shared.options.max_decisions {
            self.is_over = true;
            return Ended::Truncated;
        }
        Ended::No
    }

    /// Who decides; who would, in a game that was given up.
    #[inline]
    fn player(&self) -> i8 {
        match self.legal.is_empty() {
            true => TERMINAL_PLAYER as i8,
            false => self.seat.0 as i8,
        }
    }

    /// The index of a uniformly random legal action; 0 where the game is over.
    #[inline]
    fn sample(&mut self) -> i64 {
        if self.is_over {
            return 0;
        }
        self.legal[below(&mut self.policy, self.legal.len() as u32) as usize].into()
    }

    fn illegal(&self, shared: &Shared<G>, row: usize, action: i64) -> Error {
        let legal = self.legal.iter().map(|&index| shared.actions[index as usize]);
        let legal: Vec<String> = legal.map(|action| action.to_string()).collect();
        let listed = self.legal.iter().zip(&legal);
        let listed: Vec<String> = listed.map(|(number, text)| format!("{number} ({text})")).collect();
        let named = usize::try_from(action).ok().and_then(|index| shared.actions.get(index));
        let named = named.map_or(String::new(), |named| format!(" ({named})"));
        Error::Illegal {
            message: format!(
                "row {row}: action {action}{named} is not legal here; expected one of: {}",
                listed.join(", ")
            ),
            given: action.to_string(),
            legal,
        }
    }
}

fn first_state<G: Game>(setup: &G::Setup, seed: u64, episode: u64) -> Result<G, Error> {
    let seed = stream_seed(seed, "batch/setup", episode);
    G::new(&G::with_seed(setup, Some(seed))).map_err(Error::value)
}

/// What all rows have in common.
struct Shared<G: Game> {
    setup: G::Setup,
    options: BatchOptions,
    /// Every action, by its index.
    actions: Vec<G::Action>,
}

/// Games of one setup.
struct Tables<G: Game> {
    shared: Shared<G>,
    tables: Vec<Option<Table<G>>>,
    /// The actions drawn last.
    drawn: Vec<i64>,
    /// Whether they are of the states there are now: then they are legal, and playing them needs no check.
    is_drawn: bool,
    /// Whether every row has a game.
    is_begun: bool,
    pool: Option<ThreadPool>,
}

/// Games of a setup, side by side.
pub fn batch<G: Playable>(setup: &G::Setup, options: BatchOptions) -> Result<Box<dyn AnyBatch>, Error> {
    let threads = match options.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    // The thread that calls plays as well.
    let pool = match threads.min(options.games.div_ceil(LEAST_ROWS)) {
        1 => None,
        threads => {
            let pool = ThreadPoolBuilder::new().num_threads(threads - 1).build();
            Some(pool.map_err(Error::value)?)
        }
    };
    Ok(Box::new(Tables::<G> {
        shared: Shared {
            setup: setup.clone(),
            options,
            actions: (0..G::action_count())
                .map(|index| {
                    G::action_at(index).expect("every index below their count has an action, which conformance checks")
                })
                .collect(),
        },
        tables: (0..options.games).map(|_| None).collect(),
        drawn: vec![0; options.games],
        is_drawn: false,
        is_begun: false,
        pool,
    }))
}

/// How many rows a thread must have of its own: fewer are not worth waking it for.
const LEAST_ROWS: usize = 128;
/// How many rows are taken at a time at least, and how many times a thread takes some if there are enough: so small, because
/// whoever is done first waits for the last one of the others.
const LEAST_TAKEN: usize = 32;
const PARTS: usize = 16;

/// Rows that lie together, and where they are written.
struct Part<'a, G: Game, O> {
    first: usize,
    tables: &'a mut [Option<Table<G>>],
    drawn: &'a mut [i64],
    out: O,
}

impl<'a, G: Game, O: Divide> Part<'a, G, O> {
    /// All rows.
    fn whole(tables: &'a mut [Option<Table<G>>], drawn: &'a mut [i64], out: O) -> Part<'a, G, O> {
        Part {
            first: 0,
            tables,
            drawn,
            out,
        }
    }

    fn rows(&self) -> usize {
        self.tables.len()
    }

    /// The first so many rows, and the others.
    fn divide(self, rows: usize) -> (Part<'a, G, O>, Part<'a, G, O>) {
        let (tables, other_tables) = self.tables.split_at_mut(rows);
        let (drawn, other_drawn) = self.drawn.split_at_mut(rows);
        let (out, other_out) = self.out.divide(rows);
        let part = Part {
            first: self.first,
            tables,
            drawn,
            out,
        };
        let others = Part {
            first: self.first + rows,
            tables: other_tables,
            drawn: other_drawn,
            out: other_out,
        };
        (part, others)
    }
}

impl<G: Playable> Part<'_, G, Outputs<'_>> {
    /// Whether the actions of its rows are legal; else the first row whose action is not.
    fn check(&self, shared: &Shared<G>, actions: &[i64]) -> Result<(), (usize, Error)> {
        for (row, table) in (self.first..).zip(self.tables.iter().flatten()) {
            if !table.is_over && !table.is_legal(actions[row]) {
                return Err((row, table.illegal(shared, row, actions[row])));
            }
        }
        Ok(())
    }

    /// Plays the actions of its rows, which must be legal, and next games where it is time for them.
    fn step(self, shared: &Shared<G>, actions: &[i64]) -> Result<(), Error> {
        let (setup, autoreset) = (&shared.setup, shared.options.autoreset);
        let actions = &actions[self.first..];
        let mut writer = Writer::new(self.out, self.drawn);
        for (row, table) in self.tables.iter_mut().flatten().enumerate() {
            let ended = match (table.is_over, autoreset) {
                (false, _) => table.step(shared, actions[row]),
                (true, AutoReset::Disabled) => Ended::No,
                (true, _) => {
                    table.renew(setup)?;
                    Ended::No
                }
            };
            writer.write(row, table, ended);
            if ended != Ended::No && autoreset == AutoReset::SameStep {
                writer.write_final(row, table);
                table.renew(setup)?;
                writer.write_state(row, table);
            }
        }
        Ok(())
    }
}

/// What can be handed out in parts, row by row.
trait Divide: Sized + Send {
    /// The first so many rows, and the others.
    fn divide(self, rows: usize) -> (Self, Self);
}

impl Divide for Outputs<'_> {
    fn divide(self, rows: usize) -> (Self, Self) {
        self.split(rows)
    }
}

impl<T: Send> Divide for Rows<'_, T> {
    fn divide(self, rows: usize) -> (Self, Self) {
        self.split(rows)
    }
}

impl<G: Playable> Tables<G> {
    /// Calls `work` for every part of the rows, on all threads; an error of one of them.
    fn each_part<O: Divide>(
        &mut self,
        out: O,
        work: impl Fn(&Shared<G>, Part<'_, G, O>) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let Some(pool) = &self.pool else {
            return work(&self.shared, Part::whole(&mut self.tables, &mut self.drawn, out));
        };
        let whole = Part::whole(&mut self.tables, &mut self.drawn, out);
        let shares = Shares::new(whole, threads(pool));
        let failure = Mutex::new(Ok(()));
        everywhere(pool, &|thread| {
            while let Some(part) = shares.take(thread) {
                if let Err(error) = work(&self.shared, part) {
                    *lock(&failure) = Err(error);
                }
            }
        });
        failure.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays actions; none of them before all are known to be legal.
    fn step_checked(&mut self, actions: &[i64], out: Outputs<'_>) -> Result<(), Error> {
        let Some(pool) = &self.pool else {
            let part = Part::whole(&mut self.tables, &mut self.drawn, out);
            part.check(&self.shared, actions).map_err(|(_, error)| error)?;
            return part.step(&self.shared, actions);
        };
        let unchecked = AtomicUsize::new(self.tables.len());
        let whole = Part::whole(&mut self.tables, &mut self.drawn, out);
        let shares = Shares::new(whole, threads(pool));
        let checked = shares.empty_like();
        let refused: Mutex<Option<(usize, Error)>> = Mutex::new(None);
        let failure = Mutex::new(Ok(()));
        everywhere(pool, &|thread| {
            while let Some(part) = shares.take(thread) {
                let _countdown = Countdown {
                    left: &unchecked,
                    done: part.rows(),
                };
                if let Err((row, error)) = part.check(&self.shared, actions) {
                    let mut refused = lock(&refused);
                    if refused.as_ref().is_none_or(|(earlier, _)| row < *earlier) {
                        *refused = Some((row, error));
                    }
                }
                checked.put(thread, part);
            }
            while unchecked.load(Ordering::Acquire) > 0 {
                std::hint::spin_loop();
            }
            if lock(&refused).is_some() {
                return;
            }
            while let Some(part) = checked.take(thread) {
                if let Err(error) = part.step(&self.shared, actions) {
                    *lock(&failure) = Err(error);
                }
            }
        });
        match refused.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None => failure.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }
}

/// Rows that are shared out among threads. Each has its own, the same in every step, which therefore stay in its cache; when
/// those are done it takes from the others.
struct Shares<'a, G: Game, O> {
    shares: Vec<Mutex<Vec<Part<'a, G, O>>>>,
    /// How many rows are taken at a time.
    size: usize,
}

impl<'a, G: Game, O: Divide> Shares<'a, G, O> {
    fn new(whole: Part<'a, G, O>, threads: usize) -> Shares<'a, G, O> {
        let size = whole.rows().div_ceil(PARTS * threads).max(LEAST_TAKEN);
        let mut rest = whole;
        let mut shares = Vec::with_capacity(threads);
        for threads_left in (1..=threads).rev() {
            let rows = rest.rows().div_ceil(threads_left);
            let (share, others) = rest.divide(rows);
            rest = others;
            shares.push(Mutex::new(vec![share]));
        }
        Shares { shares, size }
    }

    /// As many shares, with nothing in them yet.
    fn empty_like(&self) -> Shares<'a, G, O> {
        Shares {
            shares: self.shares.iter().map(|_| Mutex::default()).collect(),
            size: self.size,
        }
    }

    /// Some rows to work on. They are divided off by whoever takes them: no thread waits until all are.
    fn take(&self, thread: usize) -> Option<Part<'a, G, O>> {
        let others = (1..self.shares.len()).map(|step| (thread + step) % self.shares.len());
        std::iter::once(thread).chain(others).find_map(|share| {
            let mut share = lock(&self.shares[share]);
            let part = share.pop()?;
            if part.rows() <= self.size {
                return Some(part);
            }
            let (part, rest) = part.divide(self.size);
            share.push(rest);
            Some(part)
        })
    }

    fn put(&self, thread: usize, part: Part<'a, G, O>) {
        lock(&self.shares[thread]).push(part);
    }
}

/// Counts off what was done when it goes, even by a panic: nobody waits for ever.
struct Countdown<'a> {
    left: &'a AtomicUsize,
    done: usize,
}

impl Drop for Countdown<'_> {
    fn drop(&mut self) {
        self.left.fetch_sub(self.done, Ordering::Release);
    }
}

/// A thread that panicked takes the whole call with it: nothing reads what it left behind.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How often the calling thread looks whether the others are done before it goes to sleep. Waking up takes as long as a few
/// hundred games' steps, and what the others still do is at most one part each.
const LOOKS: u32 = 20_000;

/// How many threads work: those of the pool and the one that calls.
fn threads(pool: &ThreadPool) -> usize {
    pool.current_num_threads() + 1
}

/// Does the same work on the calling thread, number 0, and on those of a pool, until all are done.
fn everywhere(pool: &ThreadPool, work: &(impl Fn(usize) + Sync)) {
    let at_work = AtomicUsize::new(pool.current_num_threads());
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, context| {
            let _countdown = Countdown {
                left: &at_work,
                done: 1,
            };
            work(context.index() + 1);
        });
        work(0);
        let mut looks = 0;
        while at_work.load(Ordering::Acquire) > 0 && looks < LOOKS {
            looks += 1;
            std::hint::spin_loop();
        }
    });
}

impl<G: Playable> AnyBatch for Tables<G> {
    fn reset(&mut self, seeds: Option<&[u64]>, wanted: Option<&[bool]>, out: Outputs<'_>) -> Result<(), Error> {
        let picked = |row: usize| wanted.is_none_or(|wanted| wanted[row]);
        let is_unseeded = |row: &usize| picked(*row) && self.tables[*row].is_none();
        if let Some(row) = (0..self.tables.len()).find(is_unseeded).filter(|_| seeds.is_none()) {
            return Err(Error::Value(format!("row {row}: it never had a seed; expected seeds")));
        }
        let draws_all = out.samples.is_some() && wanted.is_none();
        self.is_drawn = false;
        self.each_part(out, |shared, part| {
            let setup = &shared.setup;
            let mut writer = Writer::new(part.out, part.drawn);
            for (row, table) in part
                .tables
                .iter_mut()
                .enumerate()
                .filter(|(row, _)| picked(part.first + row))
            {
                match (seeds, &mut *table) {
                    (Some(seeds), _) => *table = Some(Table::new(setup, seeds[part.first + row])?),
                    (None, Some(table)) => table.renew(setup)?,
                    (None, None) => {}
                }
                if let Some(table) = table {
                    writer.write(row, table, Ended::No);
                }
            }
            Ok(())
        })?;
        self.is_begun = self.tables.iter().all(Option::is_some);
        self.is_drawn = draws_all;
        Ok(())
    }

    fn step(&mut self, actions: &[i64], out: Outputs<'_>) -> Result<(), Error> {
        let draws = out.samples.is_some();
        let are_drawn = std::mem::take(&mut self.is_drawn) && actions == self.drawn;
        match are_drawn {
            // What was drawn is legal.
            true => self.each_part(out, |shared, part| part.step(shared, actions))?,
            false => self.step_checked(actions, out)?,
        }
        self.is_drawn = draws;
        Ok(())
    }

    fn sample(&mut self, wanted: Option<&[bool]>, out: Rows<'_, i64>) {
        let picked = |row: usize| wanted.is_none_or(|wanted| wanted[row]);
        let drawn = self.each_part(out, |_, mut part| {
            for (row, table) in part
                .tables
                .iter_mut()
                .enumerate()
                .filter(|(row, _)| picked(part.first + row))
            {
                let action = table.as_mut().map_or(0, Table::sample);
                part.drawn[row] = action;
                part.out.row(row)[0] = action;
            }
            Ok(())
        });
        self.is_drawn |= wanted.is_none();
        debug_assert!(drawn.is_ok(), "drawing cannot fail");
    }

    fn is_begun(&self) -> bool {
        self.is_begun
    }

    fn is_threaded(&self) -> bool {
        self.pool.is_some()
    }

    fn state(&self, row: usize) -> Option<Box<dyn AnyState>> {
        let table = self.tables[row].as_ref()?;
        Some(Box::new(Held::alone(table.state.clone())))
    }
}

/// Writes rows.
struct Writer<'a> {
    out: Outputs<'a>,
    drawn: &'a mut [i64],
    features: Vec<u32>,
}

impl<'a> Writer<'a> {
    fn new(out: Outputs<'a>, drawn: &'a mut [i64]) -> Writer<'a> {
        Writer {
            out,
            drawn,
            features: Vec::new(),
        }
    }

    /// What a table's player sees.
    #[inline]
    fn look<G: Playable>(&mut self, table: &Table<G>) {
        if self.features.capacity() == 0 {
            self.features.reserve(G::max_active_features());
        }
        table.state.features(table.seat, &mut self.features);
    }

    /// Everything of a row.
    #[inline]
    fn write<G: Playable>(&mut self, row: usize, table: &mut Table<G>, ended: Ended) {
        let out = &mut self.out;
        put(&mut out.rewards, row, 0.0);
        put(&mut out.terminated, row, ended == Ended::Terminated);
        put(&mut out.truncated, row, ended == Ended::Truncated);
        put(&mut out.lengths, row, table.decisions as i32);
        put(&mut out.endings, row, -1);
        if let Some(figures) = &mut out.figures {
            figures.row(row).fill(0);
        }
        if ended == Ended::Terminated {
            self.write_result(row, table);
        }
        self.write_state(row, table);
    }

    /// The result of a game that is over.
    fn write_result<G: Playable>(&mut self, row: usize, table: &Table<G>) {
        let Some(result) = table.state.result() else { return };
        let out = &mut self.out;
        put(&mut out.rewards, row, result.value as f32);
        let place = G::ENDINGS.iter().position(|ending| *ending == result.ending);
        put(&mut out.endings, row, place.map_or(-1, |place| place as i8));
        if let Some(figures) = &mut out.figures {
            figures
                .row(row)
                .copy_from_slice(&result.figures[..kept_names(G::FIGURES).count()]);
        }
    }

    /// What of a row is about the state: who decides, what is legal, what he sees.
    #[inline]
    fn write_state<G: Playable>(&mut self, row: usize, table: &mut Table<G>) {
        let out = &mut self.out;
        put(&mut out.players, row, table.player());
        write_mask(&mut out.mask, row, &table.legal);
        if let Some(samples) = &mut out.samples {
            self.drawn[row] = table.sample();
            samples.row(row)[0] = self.drawn[row];
        }
        if let Some(mask) = &mut out.packed_mask {
            let mask = mask.row(row);
            mask.fill(0);
            let legal = table.legal.iter();
            legal.for_each(|&index| mask[index as usize / 8] |= 1 << (index % 8));
        }
        if out.dense_bytes.is_none() && out.dense_floats.is_none() && out.sparse.is_none() && out.counts.is_none() {
            return;
        }
        self.look(table);
        let (out, features) = (&mut self.out, &self.features);
        write_dense(&mut out.dense_bytes, row, features, 1);
        write_dense(&mut out.dense_floats, row, features, 1.0);
        write_sparse(&mut out.sparse, row, features);
        put(&mut out.counts, row, features.len() as i32);
    }

    /// What of a row was about the last state of its game.
    fn write_final<G: Playable>(&mut self, row: usize, table: &Table<G>) {
        let out = &mut self.out;
        put(&mut out.final_players, row, table.player());
        write_mask(&mut out.final_mask, row, &table.legal);
        let is_wanted = out.final_dense_bytes.is_some() || out.final_dense_floats.is_some();
        if !is_wanted && out.final_sparse.is_none() && out.final_counts.is_none() {
            return;
        }
        self.look(table);
        let (out, features) = (&mut self.out, &self.features);
        write_dense(&mut out.final_dense_bytes, row, features, 1);
        write_dense(&mut out.final_dense_floats, row, features, 1.0);
        write_sparse(&mut out.final_sparse, row, features);
        put(&mut out.final_counts, row, features.len() as i32);
    }
}

#[inline]
fn put<T>(column: &mut Option<Rows<'_, T>>, row: usize, value: T) {
    if let Some(column) = column {
        column.row(row)[0] = value;
    }
}

#[inline]
fn write_mask(column: &mut Option<Rows<'_, bool>>, row: usize, legal: &[u32]) {
    if let Some(column) = column {
        let cells = column.row(row);
        cells.fill(false);
        legal.iter().for_each(|&index| cells[index as usize] = true);
    }
}

#[inline]
fn write_dense<T: Copy + Default>(column: &mut Option<Rows<'_, T>>, row: usize, features: &[u32], on: T) {
    if let Some(column) = column {
        let cells = column.row(row);
        cells.fill(T::default());
        features.iter().for_each(|&feature| cells[feature as usize] = on);
    }
}

#[inline]
fn write_sparse(column: &mut Option<Rows<'_, i32>>, row: usize, features: &[u32]) {
    if let Some(column) = column {
        let cells = column.row(row);
        let (active, rest) = cells.split_at_mut(features.len());
        for (cell, &feature) in active.iter_mut().zip(features) {
            *cell = feature as i32;
        }
        rest.fill(-1);
    }
}

/// The most games of a batch: a gigabyte.
const MOST_GAMES: usize = 1 << 20;
/// The most threads that anything may be asked to start.
pub const MOST_THREADS: usize = 1024;

/// Games side by side, stepped in Rust on several threads with the GIL released. The chance is played inside.
///
/// A game's chance and everything its setup leaves open come from its own seed: the same seeds and actions give the
/// same games, whatever the number of threads and whatever the other games do.
///
/// ``threads``: 0 for one a core.
///
/// ``autoreset`` as in Gymnasium: ``next-step`` starts a new game in the step after the one that ended it (the
/// action of that step is passed over and its reward is 0); ``same-step`` in the same step; ``disabled`` not at
/// all, and further steps of that game do nothing.
#[pyclass(name = "Batch", module = "heistlab._core")]
pub struct PyBatch {
    game: PyGame,
    sizes: Sizes,
    /// The actions of the step under way.
    actions: Vec<i64>,
    /// The process that made it.
    process: u32,
    inner: Box<dyn AnyBatch>,
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, num_envs, *, threads = 0, autoreset = "next-step", max_decisions = None))]
    fn new(
        game: &PyGame,
        num_envs: usize,
        threads: usize,
        autoreset: &str,
        max_decisions: Option<u32>,
    ) -> PyResult<PyBatch> {
        let wrong = |message: String| Err(PyValueError::new_err(message));
        if !(1..=MOST_GAMES).contains(&num_envs) {
            return wrong(format!("num_envs: found {num_envs}; expected 1 to {MOST_GAMES}"));
        }
        if threads > MOST_THREADS {
            return wrong(format!("threads: found {threads}; expected at most {MOST_THREADS}"));
        }
        if max_decisions == Some(0) {
            return wrong("max_decisions: found 0; expected at least 1, or None".to_owned());
        }
        let modes = [
            ("next-step", AutoReset::NextStep),
            ("same-step", AutoReset::SameStep),
            ("disabled", AutoReset::Disabled),
        ];
        let autoreset = one_of("autoreset", autoreset, &modes)?;
        let inner = game.0.batch(BatchOptions {
            games: num_envs,
            threads,
            autoreset,
            max_decisions: max_decisions.unwrap_or(u32::MAX),
        })?;
        Ok(PyBatch {
            sizes: Sizes {
                games: num_envs,
                actions: game.0.action_count(),
                features: game.0.feature_count(),
                active: game.0.max_active_features(),
                figures: game.0.figures().len(),
            },
            game: game.clone(),
            actions: Vec::with_capacity(num_envs),
            process: std::process::id(),
            inner,
        })
    }

    /// The game, with its setup.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// How many games there are.
    #[getter]
    fn num_envs(&self) -> usize {
        self.sizes.games
    }

    /// Starts new games: game ``i`` from ``seeds[i]``, and every game after it in this row from the same seed's
    /// stream.
    ///
    /// Without seeds each row goes on to the next game of its stream, the one that autoreset would have started.
    ///
    /// ``where`` (N,) picks rows; the others go on, and their rows of ``out`` are left alone.
    #[pyo3(signature = (seeds, out, r#where = None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Option<&Bound<'_, PyAny>>,
        out: &Buffers,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.require_threads()?;
        let seeds = seeds
            .map(|seeds| self.column::<u64>("seeds", "uint64", seeds))
            .transpose()?;
        let seeds = seeds.as_ref().map(|seeds| seeds.as_slice()).transpose()?;
        let wanted = self.wanted(r#where)?;
        let wanted = wanted.as_ref().map(|wanted| wanted.as_slice()).transpose()?;
        let mut lent = out.borrow(py, self.sizes)?;
        let outputs = lent.outputs(self.sizes)?;
        let inner = &mut self.inner;
        Ok(py.detach(|| inner.reset(seeds, wanted, outputs))?)
    }

    /// Plays ``actions[i]`` in game ``i``, and chance after it, until somebody decides or the game is over.
    ///
    /// Raises IllegalActionError before any game is stepped if one is not legal, with the row, the action and what was
    /// legal; RuntimeError before the first reset.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>, out: &Buffers) -> PyResult<()> {
        self.require_begun()?;
        // Copied, so that `samples` may be the same array.
        let given = self.column::<i64>("actions", "int64", actions)?;
        self.actions.clear();
        self.actions.extend_from_slice(given.as_slice()?);
        drop(given);
        let actions = &self.actions;
        let mut lent = out.borrow(py, self.sizes)?;
        let outputs = lent.outputs(self.sizes)?;
        let inner = &mut self.inner;
        Ok(py.detach(|| inner.step(actions, outputs))?)
    }

    /// Writes a uniformly random legal action for every game, from streams of the games' own seeds; 0 where the game
    /// is over.
    ///
    /// ``where`` (N,) picks rows; the others and their streams are left alone.
    #[pyo3(signature = (out, r#where = None))]
    fn sample_actions(
        &mut self,
        py: Python<'_>,
        out: &Bound<'_, PyAny>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.require_begun()?;
        let wanted = self.wanted(r#where)?;
        let wanted = wanted.as_ref().map(|wanted| wanted.as_slice()).transpose()?;
        let out = typed::<i64>("out", "int64", out)?;
        let mut lent = Borrowed::new("out", &out, self.sizes.games, Width::One)?;
        let rows = lent.rows("out", Width::One)?;
        let inner = &mut self.inner;
        py.detach(|| inner.sample(wanted, rows));
        Ok(())
    }

    /// A copy of a game's state, without a history.
    fn state(&self, row: usize) -> PyResult<PyState> {
        if row >= self.sizes.games {
            let message = format!("row {row}: expected a number from 0 to {}", self.sizes.games - 1);
            return Err(PyIndexError::new_err(message));
        }
        let state = self.inner.state(row);
        let state = state.ok_or_else(|| PyRuntimeError::new_err("state: expected a reset first"))?;
        Ok(PyState::new(&self.game, state))
    }
}

impl PyBatch {
    /// A process that was forked off has none of the threads.
    fn require_threads(&self) -> PyResult<()> {
        match self.inner.is_threaded() && std::process::id() != self.process {
            false => Ok(()),
            true => Err(PyRuntimeError::new_err(
                "this batch was made before the process was forked, and its threads stayed behind; expected one made in \
                 this process, or with threads=1",
            )),
        }
    }

    fn require_begun(&self) -> PyResult<()> {
        self.require_threads()?;
        match self.inner.is_begun() {
            true => Ok(()),
            false => Err(PyRuntimeError::new_err(
                "there are rows without a game; expected a reset first",
            )),
        }
    }

    /// The rows that a caller picks.
    fn wanted<'py>(&self, wanted: Option<&Bound<'py, PyAny>>) -> PyResult<Option<PyReadonlyArrayDyn<'py, bool>>> {
        wanted
            .map(|wanted| self.column::<bool>("where", "bool", wanted))
            .transpose()
    }

    /// A caller's array of one number a game, to be read.
    fn column<'py, T: Element>(
        &self,
        name: &str,
        dtype: &str,
        array: &Bound<'py, PyAny>,
    ) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
        column(name, &typed(name, dtype, array)?, self.sizes.games)
    }
}
