//! Self-play, recorded in shards, and labels for recorded games.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heist_agents::Spec;
use heist_engine::any::find;
use heist_training::any::{self, AnySelfplay};
use heist_training::label::{LabelOptions, Labelled, Pick};
use heist_training::selfplay::{Fast, GAMES_PER_SHARD, SelfplayOptions};
use heist_training::shard::{Header, ShardError, ShardReader, Standing};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::argument::{Arg, Callable};
use crate::errors::Error;
use crate::loaded::{PyGame, unknown};
use crate::sampler::Seed;
use crate::watch::{checked_threads, watched};

/// The compiled side of :func:`heistlab.data.selfplay`: games of a team of agents, recorded in shards.
///
/// ``agents``: specs, one for all seats or one a seat. ``first`` and ``games``: which deals of ``seed`` are played.
/// ``fast``: a spec that plays the decisions that are not searched in full, all but one in ``full_one_in``.
/// ``temperature``: above 0, a search plays any of its moves, with a probability in proportion to the exponential of
/// its value divided by this. ``threads``: 0 for one a core.
#[pyclass(frozen, name = "Selfplay", module = "heistlab._core")]
pub struct PySelfplay {
    inner: Box<dyn AnySelfplay>,
    games: u64,
}

#[pymethods]
impl PySelfplay {
    #[new]
    #[pyo3(
        signature = (
            game, agents, games, seed, *, first = Arg(0), fast = None, full_one_in = Arg(8), temperature = Arg(0.0),
            games_per_shard = Arg(GAMES_PER_SHARD), threads = Arg(0)
        ),
        text_signature = "(game, agents, games, seed, *, first=0, fast=None, full_one_in=8, temperature=0.0, \
            games_per_shard=1024, threads=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the Python class")]
    fn new(
        game: Arg<PyRef<'_, PyGame>>,
        agents: Arg<Vec<String>>,
        games: Arg<u64>,
        seed: Seed,
        first: Arg<u64>,
        fast: Option<Arg<String>>,
        full_one_in: Arg<u32>,
        temperature: Arg<f64>,
        games_per_shard: Arg<u32>,
        threads: Arg<usize>,
    ) -> PyResult<PySelfplay> {
        let threads = checked_threads(threads.0)?;
        let spec = |text: &String| text.parse::<Spec>().map_err(Error::value);
        let agents = agents.0.iter().map(spec).collect::<Result<Vec<Spec>, Error>>()?;
        let fast = fast.map(|fast| spec(&fast.0)).transpose()?;
        let options = SelfplayOptions {
            seed: seed.0,
            first: first.0,
            games: games.0,
            fast: fast.map(|spec| Fast {
                spec,
                one_in: full_one_in.0,
            }),
            temperature: temperature.0,
            games_per_shard: games_per_shard.0,
            threads,
            ..SelfplayOptions::default()
        };
        let loaded = &game.0.0;
        let inner = any::selfplay(loaded.open(), &agents, options).map_err(Error::value)?;
        Ok(PySelfplay { inner, games: games.0 })
    }

    /// The shards of the run: the name of each, and its header as JSON in one line.
    fn shards(&self) -> PyResult<Vec<(String, String)>> {
        let shards = self.inner.shards().map_err(Error::value)?;
        let written = shards.into_iter().map(|(name, header)| Ok((name, line_of(&header)?)));
        written.collect()
    }

    /// Plays what the shards of a folder still need: texts about damaged blocks in those that are there.
    ///
    /// ``on_progress(done, of)`` is called now and then with numbers of games. Ctrl-C raises KeyboardInterrupt; the
    /// same call goes on from the games that are there.
    #[pyo3(signature = (folder, on_progress = None))]
    fn run(&self, py: Python<'_>, folder: Arg<PathBuf>, on_progress: Option<Arg<Callable>>) -> PyResult<Vec<String>> {
        let mut damage = Vec::new();
        let run = |done: &AtomicU64, stop: &AtomicBool| {
            let plan = self.inner.plan(&folder.0).map_err(Error::value)?;
            damage.extend_from_slice(plan.damage());
            done.store(plan.done(), Ordering::Relaxed);
            let progress = || {
                done.fetch_add(1, Ordering::Relaxed);
            };
            self.inner.run(plan, &progress, &[stop]).map_err(Error::value)
        };
        let played = watched(py, self.games, on_progress.as_ref(), run)?;
        stopped(played < self.games)?;
        Ok(damage)
    }
}

/// The compiled side of :func:`heistlab.data.label`: what several moves of recorded decisions are worth, each tried
/// in the same worlds.
///
/// ``rollouts``: a spec of ``flat`` or ``improve``, by which simulations go on after a move. ``worlds``: how many every
/// move is tried in. ``moves``: how many at most of a decision. ``share``: each decision is labelled with this
/// probability; ``per_game``: so many of a game instead. ``threads``: 0 for one a core.
#[pyclass(frozen, name = "Labeller", module = "heistlab._core")]
pub struct PyLabeller {
    options: LabelOptions,
}

#[pymethods]
impl PyLabeller {
    #[new]
    #[pyo3(
        signature = (
            rollouts, *, worlds = Arg(8), moves = Arg(8), share = Arg(1.0), per_game = None, seed = Seed(1),
            threads = Arg(0)
        ),
        text_signature = "(rollouts, *, worlds=8, moves=8, share=1.0, per_game=None, seed=1, threads=0)"
    )]
    fn new(
        rollouts: Arg<&str>,
        worlds: Arg<u32>,
        moves: Arg<usize>,
        share: Arg<f64>,
        per_game: Option<Arg<u32>>,
        seed: Seed,
        threads: Arg<usize>,
    ) -> PyResult<PyLabeller> {
        Ok(PyLabeller {
            options: LabelOptions {
                rollouts: rollouts.0.parse().map_err(Error::value)?,
                worlds: worlds.0,
                moves: moves.0,
                pick: per_game.map_or(Pick::Share(share.0), |count| Pick::Count(count.0)),
                seed: seed.0,
                threads: checked_threads(threads.0)?,
            },
        })
    }

    /// The header, as JSON in one line, of the labels of a shard whose header is ``source``. ``games``: how many of
    /// its games can be read; all, if it is not given.
    #[pyo3(signature = (source, games = None), text_signature = "($self, source, games=None)")]
    fn header(&self, source: Arg<&str>, games: Option<Arg<u64>>) -> PyResult<String> {
        let source = Header::read(source.0.as_bytes()).map_err(Error::value)?;
        let game = find(&source.game).ok_or_else(|| unknown(&source.game))?;
        let games = games.map_or(source.games, |games| games.0);
        line_of(&any::label_header(game, &self.options, &source, games))
    }

    /// Raises ValueError if games of this name cannot be labelled so.
    fn check(&self, game: Arg<&str>) -> PyResult<()> {
        let game = find(game.0).ok_or_else(|| unknown(game.0))?;
        let labeller = any::labeller(game, self.options.clone()).map_err(Error::value)?;
        drop(labeller);
        Ok(())
    }

    /// Labels the games of a shard into a new one of the same name in another folder: texts about blocks that were
    /// skipped.
    ///
    /// ``on_progress(done, of)`` is called now and then with numbers of games. Ctrl-C raises KeyboardInterrupt; the
    /// same call goes on from the games that are there.
    #[pyo3(signature = (shard, folder, on_progress = None))]
    fn run(
        &self,
        py: Python<'_>,
        shard: Arg<PathBuf>,
        folder: Arg<PathBuf>,
        on_progress: Option<Arg<Callable>>,
    ) -> PyResult<Vec<String>> {
        let reader = ShardReader::open(&shard.0).map_err(Error::value)?;
        let (game, games) = (reader.header().game.clone(), reader.header().games);
        let mut damage = Vec::new();
        let run = |done: &AtomicU64, stop: &AtomicBool| {
            let mut damaged = |line| damage.push(line);
            let progress = |more: u64| {
                done.fetch_add(more, Ordering::Relaxed);
            };
            let game = find(&game).ok_or_else(|| unknown(&game))?;
            let labeller = any::labeller(game, self.options.clone()).map_err(Error::value)?;
            let labelled = labeller.run(&shard.0, &folder.0, &mut damaged, &progress, &[stop]);
            labelled.map_err(Error::value)
        };
        let Labelled { games, of, .. } = watched(py, games, on_progress.as_ref(), run)?;
        stopped(games < of)?;
        Ok(damage)
    }
}

/// Whether a shard is the one that a run would write, by the headers of both, each JSON in one line: True if it is,
/// False if it is the beginning of it, as it would be if the run had fewer games.
///
/// ``path`` is the name of the shard in errors. Raises ValueError for a shard of another run, and for one that has
/// more games.
#[pyfunction]
pub fn is_same_shard(path: Arg<PathBuf>, found: Arg<&str>, expected: Arg<&str>) -> PyResult<bool> {
    let read = |text: &str| Header::read(text.as_bytes()).map_err(ShardError::header(&path.0));
    let headers = read(found.0).and_then(|found| Ok((found, read(expected.0)?)));
    let standing = headers.and_then(|(found, expected)| Standing::of(&path.0, &found, &expected));
    Ok(standing.map_err(Error::value)? == Standing::Same)
}

/// How many games of a shard can be read.
#[pyfunction]
pub fn readable_games(shard: Arg<PathBuf>) -> PyResult<u64> {
    let games = ShardReader::open(&shard.0).and_then(|reader| reader.games(|_| ()));
    Ok(games.map_err(Error::value)?.len() as u64)
}

fn line_of(header: &Header) -> PyResult<String> {
    Ok(serde_json::to_string(header).map_err(Error::value)?)
}

fn stopped(is_stopped: bool) -> PyResult<()> {
    if is_stopped {
        Err(PyKeyboardInterrupt::new_err("the run was stopped"))
    } else {
        Ok(())
    }
}
