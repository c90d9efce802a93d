//! Self-play, recorded in shards.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use heist_agents::Spec;
use heist_agents::arena::Threads;
use heist_engine::with_game;
use heist_training::selfplay::{Fast, GAMES_PER_SHARD, Selfplay, SelfplayOptions};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::analysis::attended;
use crate::argument::{Arg, Callable};
use crate::batch::binding::MOST_THREADS;
use crate::errors::Error;
use crate::loaded::{Playable, PyGame, unknown};
use crate::sampler::Seed;

/// A run of self-play without its types.
trait AnySelfplay: Send + Sync {
    /// Plays what the shards of a folder still need; how many games are there then.
    fn run(&self, folder: &std::path::Path, done: &AtomicU64, stop: &AtomicBool) -> Result<u64, Error>;
}

impl<G: Playable> AnySelfplay for Selfplay<G> {
    fn run(&self, folder: &std::path::Path, done: &AtomicU64, stop: &AtomicBool) -> Result<u64, Error> {
        let plan = self.plan(folder).map_err(Error::value)?;
        done.store(plan.done(), Ordering::Relaxed);
        let progress = || {
            done.fetch_add(1, Ordering::Relaxed);
        };
        Selfplay::run(self, plan, &progress, &[stop]).map_err(Error::value)
    }
}

/// The compiled side of :func:`heistlab.data.selfplay`: games of a team of agents, recorded in shards.
///
/// ``agents``: specs, one for all seats or one a seat. ``first`` and ``games``: which deals of ``seed`` are played.
/// ``fast``: a spec that plays the decisions that are not searched in full, all but one in ``full_one_in``.
/// ``temperature``: above 0, a search plays any of its moves, with a probability in proportion to the exponential of its
/// value divided by this. ``threads``: 0 for one a core.
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
        if threads.0 > MOST_THREADS {
            let message = format!("threads: found {}; expected at most {MOST_THREADS}", threads.0);
            return Err(PyValueError::new_err(message));
        }
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
            threads: Threads::new(threads.0),
            ..SelfplayOptions::default()
        };
        let loaded = &game.0.0;
        let inner = with_game!(
            loaded.info().id,
            G => {
                let run = Selfplay::<G>::new(loaded.typed_setup::<G>()?, &agents, options);
                run.map(|run| Box::new(run) as Box<dyn AnySelfplay>).map_err(Error::value)
            },
            else name => Err(unknown(name)),
        )?;
        Ok(PySelfplay { inner, games: games.0 })
    }

    /// Plays what the shards of a folder still need.
    ///
    /// ``on_progress(done, of)`` is called now and then with numbers of games. Ctrl-C raises KeyboardInterrupt; the same
    /// call goes on from the games that are there.
    #[pyo3(signature = (folder, on_progress = None))]
    fn run(&self, py: Python<'_>, folder: Arg<PathBuf>, on_progress: Option<Arg<Callable>>) -> PyResult<()> {
        let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let tell = |py: Python<'_>| {
            let Some(on_progress) = &on_progress else { return Ok(()) };
            on_progress
                .0
                .0
                .call1(py, (done.load(Ordering::Relaxed), self.games))
                .map(drop)
        };
        // The work keeps its end open until it is done, and has nothing to say.
        let play = |_open: Sender<()>| self.inner.run(&folder.0, &done, &stop);
        let played = attended(py, &stop, play, |py, _| tell(py))??;
        match played < self.games {
            true => Err(PyKeyboardInterrupt::new_err("the run was stopped")),
            false => tell(py),
        }
    }
}
