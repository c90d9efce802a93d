//! Recorded games.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use heist_engine::any::{AnyGame, AnyState, find};
use heist_engine::registry::GameInfo;
use heist_training::any::{self, AnyTabulator};
use heist_training::export::{
    Blocks, Columns, Export, ExportError, Exported, List, NpzWriter, ParquetWriter, Piece, Source, Values, Writer,
    metadata_of,
};
use heist_training::record::RecordedGame;
use heist_training::shard::{Damage, Part};
use numpy::PyArray1;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::argument::{Arg, Callable, Expected};
use crate::errors::{Error, one_at_a_time, one_of};
use crate::held::{Held, PyState};
use crate::loaded::{Loaded, PyGame, unknown};
use crate::watch::{checked_threads, watched};

impl Expected for Vec<PathBuf> {
    const EXPECTED: &'static str = "a list of paths";
}

impl Expected for Vec<u32> {
    const EXPECTED: &'static str = "a list of whole numbers from 0";
}

/// Some games, played again.
struct Chunk {
    columns: Columns,
    /// The state before each row.
    states: Vec<Placed>,
    /// The last state of each game.
    ends: Vec<Placed>,
    /// How many rows each game has.
    lengths: Vec<usize>,
    /// What was skipped.
    damage: Vec<String>,
}

/// Shard and run of a game.
type Origin = (u32, u16);

/// A state of a game.
type Placed = (Origin, Box<dyn AnyState>);

/// Games that are read.
struct Reader {
    game: &'static GameInfo,
    tabulator: Box<dyn AnyTabulator>,
    blocks: Blocks,
    /// Every so many blocks one is read, from this one on.
    part: u32,
    parts: u32,
    /// Games that were read and not yet played again.
    waiting: VecDeque<Piece<RecordedGame>>,
    damage: Vec<String>,
}

impl Reader {
    /// The next game that is this part's to read.
    fn next_game(&mut self) -> Result<Option<Piece<RecordedGame>>, Error> {
        while self.waiting.is_empty() {
            let Some(Piece { shard, path, part }) = self.blocks.next_piece().map_err(Error::value)? else {
                return Ok(None);
            };
            match part {
                Part::Block(block) => {
                    let is_mine = (shard.wrapping_add(block.number)) % self.parts == self.part;
                    let games = block.games.into_iter().filter(|_| is_mine);
                    let piece = |part| Piece {
                        shard,
                        path: path.clone(),
                        part,
                    };
                    self.waiting.extend(games.map(piece));
                }
                Part::Damage(damage) => self.tell(&path, &damage),
            }
        }
        Ok(self.waiting.pop_front())
    }

    /// One part tells of what none can read.
    fn tell(&mut self, path: &Path, damage: &Damage) {
        if self.part == 0 {
            self.damage.push(format!("{}: {damage}", path.display()));
        }
    }

    /// Games with this many rows or somewhat more; `None` at the end.
    fn read(&mut self, rows: usize, with_states: bool) -> Result<Option<Chunk>, Error> {
        let mut chunk = Chunk {
            columns: Columns::of(self.game),
            states: Vec::new(),
            ends: Vec::new(),
            lengths: Vec::new(),
            damage: Vec::new(),
        };
        while chunk.columns.len() < rows {
            let Some(Piece {
                shard,
                path,
                part: game,
            }) = self.next_game()?
            else {
                break;
            };
            let origin = (shard, game.run);
            let before = chunk.columns.len();
            let played = if !with_states {
                self.tabulator.add(shard, &game, &mut chunk.columns).map(drop)
            } else {
                self.tabulator
                    .add_with_states(shard, &game, &mut chunk.columns)
                    .map(|states| {
                        chunk
                            .states
                            .extend(states.before.into_iter().map(|state| (origin, state)));
                        chunk.ends.push((origin, states.end));
                    })
            };
            played.map_err(|error| Error::Value(format!("{}: game {}: {error}", path.display(), game.number)))?;
            chunk.lengths.push(chunk.columns.len() - before);
        }
        chunk.damage = std::mem::take(&mut self.damage);
        let is_over = chunk.lengths.is_empty() && chunk.damage.is_empty();
        Ok((!is_over).then_some(chunk))
    }
}

/// The compiled side of :class:`heistlab.data.Shards`: files of recorded games.
#[pyclass(frozen, name = "Shards", module = "heistlab._core")]
pub struct PyShards {
    source: Arc<Source>,
    /// The game of each run of each shard.
    games: Vec<Vec<PyGame>>,
}

#[pymethods]
impl PyShards {
    #[new]
    fn new(paths: Arg<Vec<PathBuf>>) -> PyResult<PyShards> {
        if paths.0.is_empty() {
            return Err(PyValueError::new_err("paths: found none; expected one or more"));
        }
        let source = Source::open(&paths.0).map_err(Error::value)?;
        // A shard of another game or version is known before anything is read.
        any::tabulator(game_of(&source)?, &source, false).map_err(Error::value)?;
        let mut games = Vec::new();
        for header in source.headers() {
            let of_run = |run: &heist_training::shard::Run| {
                let setup = run.setup.to_string();
                Ok(PyGame(Arc::new(Loaded::read(&header.game, &setup)?)))
            };
            games.push(header.runs.iter().map(of_run).collect::<Result<_, Error>>()?);
        }
        Ok(PyShards {
            source: Arc::new(source),
            games,
        })
    }

    /// The game, with the setup of the first run.
    #[getter]
    fn game(&self) -> PyGame {
        self.games[0][0].clone()
    }

    /// The headers of the shards: a list as JSON, as docs/formats.md has them.
    #[getter]
    fn headers(&self) -> PyResult<String> {
        Ok(serde_json::to_string(self.source.headers()).map_err(Error::value)?)
    }

    /// Reads the games again, a part of the blocks of some of the shards.
    ///
    /// ``every``: a row for every decision, not only for those that a search looked into. ``order``: the shards, by
    /// their places. Of ``parts`` readers that share the work, this one reads the blocks of number ``part``.
    #[pyo3(signature = (every = Arg(false), order = None, part = Arg(0), parts = Arg(1)),
        text_signature = "($self, every=False, order=None, part=0, parts=1)")]
    fn reader(
        &self,
        every: Arg<bool>,
        order: Option<Arg<Vec<u32>>>,
        part: Arg<u32>,
        parts: Arg<u32>,
    ) -> PyResult<PyShardReader> {
        let (part, parts, count) = (part.0, parts.0, self.games.len());
        if part >= parts {
            let message = format!("part: found {part} of {parts} parts; expected a number below that of parts");
            return Err(PyValueError::new_err(message));
        }
        let order = order.map_or_else(|| (0..count as u32).collect(), |order| order.0);
        if let Some(wrong) = order.iter().find(|&&shard| shard as usize >= count) {
            let message = format!("order: found {wrong}; expected numbers from 0 to {}", count - 1);
            return Err(PyValueError::new_err(message));
        }
        let blocks = self.source.blocks(order);
        let game = game_of(&self.source)?;
        let inner = Reader {
            game: game.info(),
            tabulator: any::tabulator(game, &self.source, every.0).map_err(Error::value)?,
            blocks,
            part,
            parts,
            waiting: VecDeque::new(),
            damage: Vec::new(),
        };
        Ok(PyShardReader {
            inner: Mutex::new(inner),
            games: self.games.clone(),
        })
    }

    /// Writes the rows as a file, ``parquet`` or ``npz``, as ``heist export``: texts about blocks that were skipped.
    ///
    /// ``on_progress(done, of)`` is called now and then with numbers of games.
    #[pyo3(signature = (path, format, every = Arg(false), threads = Arg(0), on_progress = None),
        text_signature = "($self, path, format, every=False, threads=0, on_progress=None)")]
    fn export(
        &self,
        py: Python<'_>,
        path: Arg<PathBuf>,
        format: Arg<&str>,
        every: Arg<bool>,
        threads: Arg<usize>,
        on_progress: Option<Arg<Callable>>,
    ) -> PyResult<Vec<String>> {
        let is_parquet = one_of("format", format.0, &[("parquet", true), ("npz", false)])?;
        let threads = checked_threads(threads.0)?;
        let mut damage = Vec::new();
        let write = |done: &AtomicU64, stop: &AtomicBool| {
            let mut damaged = |found: Piece<Damage>| damage.push(format!("{}: {}", found.path.display(), found.part));
            let mut progress = |written: Exported| done.store(written.games, Ordering::Relaxed);
            let pool = threads.start().map_err(Error::value)?;
            let export = Export {
                source: &self.source,
                every: every.0,
                pool: &pool,
                stop: &[stop],
            };
            let game = game_of(&self.source)?;
            to_file(&path.0, |folder, file| {
                let (columns, about) = (Columns::of(game.info()), metadata_of(game, self.source.headers()));
                let writer: Box<dyn Writer> = if is_parquet {
                    Box::new(ParquetWriter::new(&columns, &about)?)
                } else {
                    Box::new(NpzWriter::new(&columns, &about, folder)?)
                };
                any::export(game, &export, writer, file, &mut progress, &mut damaged).map(drop)
            })
        };
        watched(py, self.source.games(), on_progress.as_ref(), write)?;
        Ok(damage)
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.source.games()).unwrap_or(usize::MAX)
    }
}

/// The game of the shards.
fn game_of(source: &Source) -> Result<&'static dyn AnyGame, Error> {
    let id = &source.headers()[0].game;
    find(id).ok_or_else(|| unknown(id))
}

/// Writes a file, down to the disk.
fn to_file(path: &Path, write: impl FnOnce(&Path, &mut dyn io::Write) -> Result<(), ExportError>) -> Result<(), Error> {
    let failed = |error: io::Error| Error::Value(format!("{}: {error}", path.display()));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut out = io::BufWriter::new(File::create(path).map_err(failed)?);
    match write(folder.unwrap_or(Path::new(".")), &mut out) {
        Err(ExportError::Write(error)) => return Err(failed(error)),
        other => other.map_err(Error::value)?,
    }
    let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    file.sync_all().map_err(failed)
}

/// Plays recorded games again, from :meth:`Shards.reader`.
#[pyclass(frozen, name = "ShardReader", module = "heistlab._core")]
pub struct PyShardReader {
    inner: Mutex<Reader>,
    games: Vec<Vec<PyGame>>,
}

#[pymethods]
impl PyShardReader {
    /// Whole games with ``rows`` rows or somewhat more; None at the end.
    ///
    /// ``columns``: the columns as docs/formats.md has them, NumPy arrays by name; ``lengths``: how many rows each game
    /// has; ``damage``: texts about blocks that were skipped. With ``states`` also ``states``, one before each row, and
    /// ``ends``, the last one of each game, with nothing hidden.
    #[pyo3(signature = (rows, states = Arg(false)), text_signature = "($self, rows, states=False)")]
    fn read<'py>(&self, py: Python<'py>, rows: Arg<usize>, states: Arg<bool>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let mut inner = one_at_a_time(&self.inner, "reader", "give each a reader of its own")?;
        let inner = &mut *inner;
        let read = py.detach(|| inner.read(rows.0.max(1), states.0));
        let Some(chunk) = read.map_err(|error| PyOSError::new_err(error.to_string()))? else {
            return Ok(None);
        };
        let read = PyDict::new(py);
        read.set_item("columns", arrays(py, chunk.columns)?)?;
        read.set_item(
            "lengths",
            PyArray1::from_iter(py, chunk.lengths.into_iter().map(|length| length as u64)),
        )?;
        read.set_item("damage", chunk.damage)?;
        let games = &self.games;
        let held = |states: Vec<Placed>| {
            let states = states.into_iter();
            PyList::new(
                py,
                states
                    .map(|((shard, run), state)| {
                        let game = &games[shard as usize][usize::from(run)];
                        Bound::new(py, PyState::new(game, Held::alone(state)))
                    })
                    .collect::<PyResult<Vec<_>>>()?,
            )
        };
        read.set_item("states", held(chunk.states)?)?;
        read.set_item("ends", held(chunk.ends)?)?;
        Ok(Some(read))
    }
}

/// Columns as arrays by name, with those of the offsets.
fn arrays(py: Python<'_>, columns: Columns) -> PyResult<Bound<'_, PyDict>> {
    let arrays = PyDict::new(py);
    let (columns, offsets) = columns.into_parts();
    for column in columns {
        let name = column.name;
        match column.values {
            Values::U32(values) => arrays.set_item(name, PyArray1::from_vec(py, values))?,
            Values::U64(values) => arrays.set_item(name, PyArray1::from_vec(py, values))?,
            Values::I32(values) => arrays.set_item(name, PyArray1::from_vec(py, values))?,
            Values::F32(values) => arrays.set_item(name, PyArray1::from_vec(py, values))?,
            Values::F64(values) => arrays.set_item(name, PyArray1::from_vec(py, values))?,
        }
    }
    for (list, offsets) in List::ALL.into_iter().zip(offsets) {
        arrays.set_item(format!("{}_offsets", list.name()), PyArray1::from_vec(py, offsets))?;
    }
    Ok(arrays)
}
