//! Contestants over common deals.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use heist_agents::any::AnyFactory;
use heist_agents::arena::table::{Table, Values};
use heist_agents::arena::{
    AnyConfig, ArenaError, Cross, CrossError, Findings, GameError, GameSummary, LinesError, PlayError, Progress,
    Report, Rows, Sprt, Threads, any_config,
};
use heist_engine::any::AnyReplay;
use numpy::PyArray1;
use pyo3::Borrowed;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::analysis::attended;
use crate::argument::{Arg, Callable, Expected};
use crate::batch::binding::MOST_THREADS;
use crate::errors::{Error, argument_error, one_of};
use crate::loaded::PyGame;
use crate::python_agent::{Breakdowns, PythonAgent};
use crate::replay::PyReplay;
use crate::sampler::Seed;

/// A contestant as Python names it: a spec, or a name with a function that makes players.
pub enum Entrant {
    /// A spec.
    Spec(String),
    /// A name, and what makes a player for one seat and one game.
    Python(String, Py<PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for Entrant {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Entrant> {
        if let Ok(spec) = value.extract() {
            return Ok(Entrant::Spec(spec));
        }
        let named = value.extract::<(String, Py<PyAny>)>();
        named
            .map(|(name, make)| Entrant::Python(name, make))
            .map_err(|_| argument_error(&value, "a spec, or (name, function)"))
    }
}

impl Expected for Vec<Entrant> {
    const EXPECTED: &'static str = "a list of contestants, each a spec or (name, function)";
}

/// What is played.
pub struct ArenaOptions {
    entrants: Vec<Entrant>,
    games: u32,
    seed: u64,
    threads: usize,
    luck: bool,
    sprt: Option<(f64, f64, f64, f64)>,
    cross: bool,
    breakdowns: Arc<Breakdowns>,
}

/// A game with every step: the deal, the contestant's label, the replay.
type Recorded = (u64, String, Box<dyn AnyReplay>);

/// Why there is nothing to report.
pub enum Failure {
    /// Somebody stopped the run.
    Stopped,
    /// Something is wrong.
    Error(Error),
}

impl Failure {
    fn of(error: ArenaError) -> Failure {
        match error {
            ArenaError::NothingFinished => Failure::Stopped,
            ArenaError::Play {
                source: PlayError::Stopped,
                ..
            } => Failure::Stopped,
            other => Failure::value(other),
        }
    }

    fn value(error: impl ToString) -> Failure {
        Failure::Error(Error::value(error))
    }
}

/// How many games are finished.
#[derive(Default)]
pub struct Counter {
    finished: AtomicU64,
}

/// Counts games, and keeps them for the table.
struct Keeper<'a> {
    counter: &'a Counter,
    rows: &'a Rows,
}

impl Progress for Keeper<'_> {
    fn finished(&self, _contestant: usize, _deal: u64) {
        self.counter.finished.fetch_add(1, Ordering::Relaxed);
    }

    fn counted(&self, deal: u64, games: &[Option<GameSummary>]) {
        self.rows.add(deal, games);
    }
}

/// A run.
struct Run {
    config: Box<dyn AnyConfig>,
    /// The agents of a cross-play matrix.
    crossed: Option<Vec<String>>,
}

/// A run of a game with a setup.
fn arena(game: &PyGame, options: ArenaOptions) -> Result<Run, Error> {
    let threads = Threads::new(options.threads);
    let is_python = |entrant: &Entrant| matches!(entrant, Entrant::Python(..));
    let threads = if options.entrants.iter().any(is_python) {
        // Python makes a state for every thread that comes, and keeps this one as long as the thread lives.
        threads.inside(|thread| Python::attach(|py| py.detach(|| thread.run())))
    } else {
        threads
    };
    let entrants = options
        .entrants
        .iter()
        .map(|entrant| contestant(game, entrant, &options.breakdowns));
    let entrants: Vec<heist_agents::arena::Entrant<'_>> = entrants.collect();
    let config = any_config(game.0.open(), &entrants, options.games, options.seed, threads);
    let mut config = config.map_err(Error::value)?;
    if entrants.is_empty() {
        return Err(Error::value(ArenaError::NoContestants));
    }
    let sprt = options
        .sprt
        .map(|(elo0, elo1, alpha, beta)| Sprt::new(elo0, elo1, alpha, beta));
    let sprt = sprt
        .transpose()
        .map_err(|error| Error::Value(format!("sprt: {error}")))?;
    if options.luck && !config.measure_luck() {
        return Err(Error::Value(format!(
            "luck: {} has no estimate of positions to measure it by",
            game.0.info().name
        )));
    }
    let agents = config.names().into_iter().map(str::to_owned).collect();
    if options.cross {
        config.cross().map_err(|error| match error {
            CrossError::Contestants(problem) => Error::Value(format!("cross: {problem}")),
            other => Error::value(other),
        })?;
    } else {
        config.compare_with_first();
    }
    if let Some(sprt) = sprt {
        let contestants = config.names().len();
        if contestants != 2 {
            return Err(Error::value(ArenaError::SprtContestants(contestants)));
        }
        config.test(sprt);
    }
    if options.games == 0 {
        return Err(Error::value(ArenaError::NoGames));
    }
    Ok(Run {
        config,
        crossed: options.cross.then_some(agents),
    })
}

fn contestant<'a>(
    game: &PyGame,
    entrant: &'a Entrant,
    breakdowns: &Arc<Breakdowns>,
) -> heist_agents::arena::Entrant<'a> {
    match entrant {
        Entrant::Spec(text) => heist_agents::arena::Entrant::of_all_deals(text),
        Entrant::Python(name, make) => {
            let make = Python::attach(|py| make.clone_ref(py));
            let (game, breakdowns) = (game.clone(), Arc::clone(breakdowns));
            let make: AnyFactory = Arc::new(move |start, _| {
                let agent = PythonAgent::begin(&make, &game, &breakdowns, start)?;
                Ok(Box::new(agent))
            });
            heist_agents::arena::Entrant {
                make: Some(make),
                ..heist_agents::arena::Entrant::of_all_deals(name)
            }
        }
    }
}

impl Run {
    fn found(&self, report: &Report, rows: Rows) -> Result<(String, Table), Failure> {
        let cross = self.crossed.clone().map(|agents| Cross::new(agents, report));
        let text = serde_json::to_string(&Findings { report, cross }).map_err(Failure::value)?;
        let table = self.config.games_table(rows).map_err(Failure::value)?;
        Ok((text, table))
    }

    /// Plays all deals; the report as JSON and the games. `folder` keeps finished games.
    fn run(&self, folder: Option<&Path>, progress: &Counter, stop: &AtomicBool) -> Result<(String, Table), Failure> {
        let rows = Rows::default();
        let keeper = Keeper {
            counter: progress,
            rows: &rows,
        };
        let folder = folder.map(|path| self.config.open(path)).transpose();
        let folder = folder.map_err(Failure::value)?;
        let report = self.config.run(folder.as_ref(), &keeper, stop).map_err(Failure::of)?;
        if stop.load(Ordering::Relaxed) && report.games < report.requested && report.sprt.is_none() {
            return Err(Failure::Stopped);
        }
        self.found(&report, rows)
    }

    /// Plays some deals: a line of JSON a game.
    fn play(&self, first: u64, end: u64, stop: &AtomicBool) -> Result<Vec<String>, Failure> {
        self.config.play_range(first..end, stop).map_err(Failure::of)
    }

    /// As [`run`](Run::run) of games that were played before.
    fn report(&self, lines: &[String]) -> Result<(String, Table), Failure> {
        let rows = Rows::default();
        let keeper = Keeper {
            counter: &Counter::default(),
            rows: &rows,
        };
        let report = self.config.report_of(lines, &keeper).map_err(|error| match error {
            LinesError::Arena(error) => Failure::of(error),
            line => Failure::value(line),
        })?;
        self.found(&report, rows)
    }

    /// Plays some deals and keeps every step.
    fn replays(&self, first: u64, end: u64, stop: &AtomicBool) -> Result<Vec<Recorded>, Failure> {
        let mut recorded = Vec::new();
        for number in first..end {
            for (contestant, label) in self.config.labels().into_iter().enumerate() {
                if self.config.plays(contestant, number) {
                    let replay = self.config.replay(number, contestant, &[stop]);
                    let replay = replay.map_err(|error| match error {
                        GameError::Play(PlayError::Stopped) => Failure::Stopped,
                        other => Failure::value(other),
                    })?;
                    recorded.push((number, label, replay));
                }
            }
        }
        Ok(recorded)
    }

    /// How many games there are in all.
    fn games(&self) -> u64 {
        self.config.games()
    }
}

/// The compiled side of :func:`heistlab.arena`: contestants over common deals.
///
/// A contestant is a spec, or a Python factory ``(name, make)`` where ``make()`` gives an agent for one seat and one
/// game.
#[pyclass(frozen, name = "Arena", module = "heistlab._core")]
pub struct PyArena {
    game: PyGame,
    inner: Run,
    breakdowns: Arc<Breakdowns>,
    games: u32,
}

#[pymethods]
impl PyArena {
    #[new]
    #[pyo3(
        signature = (
            game, contestants, games, seed, *,
            threads = Arg(0), luck = Arg(false), sprt = None, cross = Arg(false), faults = Arg("raise")
        ),
        text_signature = "(game, contestants, games, seed, *, threads=0, luck=False, sprt=None, cross=False, \
            faults='raise')"
    )]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the Python class")]
    fn new(
        game: Arg<PyRef<'_, PyGame>>,
        contestants: Arg<Vec<Entrant>>,
        games: Arg<u32>,
        seed: Seed,
        threads: Arg<usize>,
        luck: Arg<bool>,
        sprt: Option<Arg<(f64, f64, f64, f64)>>,
        cross: Arg<bool>,
        faults: Arg<&str>,
    ) -> PyResult<PyArena> {
        let (game, games, threads) = (&*game.0, games.0, threads.0);
        if threads > MOST_THREADS {
            let message = format!("threads: found {threads}; expected at most {MOST_THREADS}");
            return Err(PyValueError::new_err(message));
        }
        let end_the_run = one_of("faults", faults.0, &[("raise", true), ("count", false)])?;
        let breakdowns = Arc::new(Breakdowns {
            end_the_run,
            first: Mutex::new(None),
            stop: Arc::new(AtomicBool::new(false)),
        });
        let options = ArenaOptions {
            entrants: contestants.0,
            games,
            seed: seed.0,
            threads,
            luck: luck.0,
            sprt: sprt.map(|sprt| sprt.0),
            cross: cross.0,
            breakdowns: Arc::clone(&breakdowns),
        };
        let inner = arena(game, options)?;
        Ok(PyArena {
            game: game.clone(),
            inner,
            breakdowns,
            games,
        })
    }

    /// Plays all deals: the report as JSON, and the games as columns (NumPy arrays, and lists of texts).
    ///
    /// ``on_progress(done, of)`` is called now and then with numbers of games. Ctrl-C raises KeyboardInterrupt; with a
    /// ``folder`` finished games are kept there and the same run goes on from them.
    #[pyo3(signature = (folder = None, on_progress = None))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        folder: Option<Arg<PathBuf>>,
        on_progress: Option<Arg<Callable>>,
    ) -> PyResult<(String, Bound<'py, PyDict>)> {
        let folder = folder.map(|folder| folder.0);
        let counter = Counter::default();
        let all = self.inner.games();
        let tell = |py: Python<'_>| {
            let Some(on_progress) = &on_progress else { return Ok(()) };
            let finished = counter.finished.load(Ordering::Relaxed);
            on_progress.0.0.call1(py, (finished, all)).map(drop)
        };
        let (report, table) = self.attend(py, tell, |stop| self.inner.run(folder.as_deref(), &counter, stop))?;
        tell(py)?;
        Ok((report, columns(py, table)?))
    }

    /// Plays deals ``first`` to ``end`` - 1 with every contestant: a line of JSON a game, as a run's folder has
    /// them.
    fn play(&self, py: Python<'_>, first: Arg<u64>, end: Arg<u64>) -> PyResult<Vec<String>> {
        let (first, end) = (first.0, end.0);
        self.check_range(first, end)?;
        self.attend(py, |_| Ok(()), |stop| self.inner.play(first, end, stop))
    }

    /// As :meth:`run` of games that were played before, elsewhere or in any order: lines of :meth:`play` for every
    /// deal.
    fn report<'py>(&self, py: Python<'py>, lines: Arg<Vec<String>>) -> PyResult<(String, Bound<'py, PyDict>)> {
        let (report, table) = self.attend(py, |_| Ok(()), |_| self.inner.report(&lines.0))?;
        Ok((report, columns(py, table)?))
    }

    /// Plays deals and gives (deal, contestant, replay) for each game.
    fn replays(&self, py: Python<'_>, first: Arg<u64>, end: Arg<u64>) -> PyResult<Vec<(u64, String, PyReplay)>> {
        let (first, end) = (first.0, end.0);
        self.check_range(first, end)?;
        let recorded = self.attend(py, |_| Ok(()), |stop| self.inner.replays(first, end, stop))?;
        let replays = recorded.into_iter();
        Ok(replays
            .map(|(deal, label, replay)| (deal, label, PyReplay::new(&self.game, replay)))
            .collect())
    }
}

impl PyArena {
    fn check_range(&self, first: u64, end: u64) -> PyResult<()> {
        if first <= end && end <= self.games.into() {
            Ok(())
        } else {
            Err(PyValueError::new_err(format!(
                "deals {first} to {end}: expected a range from 0 to {}",
                self.games
            )))
        }
    }

    /// Works on a thread of its own, while this one listens for Ctrl-C and tells how far it is.
    fn attend<T: Send>(
        &self,
        py: Python<'_>,
        tell: impl Fn(Python<'_>) -> PyResult<()> + Sync,
        work: impl FnOnce(&AtomicBool) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let stop = &*self.breakdowns.stop;
        stop.store(false, Ordering::Relaxed);
        let breakdown = || {
            self.breakdowns
                .first
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take()
        };
        drop(breakdown());
        // The work keeps its end open until it is done, and has nothing to say.
        let play = move |_open: Sender<()>| work(stop);
        let outcome = attended(py, stop, play, |py, _| tell(py))?;
        if let Some(error) = breakdown() {
            return Err(error);
        }
        match outcome {
            Ok(found) => Ok(found),
            Err(Failure::Stopped) => Err(PyKeyboardInterrupt::new_err("the run was stopped")),
            Err(Failure::Error(error)) => Err(error.into()),
        }
    }
}

/// A table as NumPy arrays and lists of texts, by name.
fn columns(py: Python<'_>, table: Table) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for column in table.columns {
        let name = column.name;
        match column.values {
            Values::Truth(values) => dict.set_item(name, PyArray1::from_vec(py, values))?,
            Values::Int(values) => dict.set_item(name, PyArray1::from_vec(py, values))?,
            Values::Long(values) => dict.set_item(name, PyArray1::from_vec(py, values))?,
            Values::Real(values) => dict.set_item(name, PyArray1::from_vec(py, values))?,
            Values::Perhaps(values) => {
                let values = values.into_iter().map(|value| value.unwrap_or(f64::NAN));
                dict.set_item(name, PyArray1::from_iter(py, values))?;
            }
            Values::Text(values) => dict.set_item(name, values)?,
        }
    }
    Ok(dict)
}
