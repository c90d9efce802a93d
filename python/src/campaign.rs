//! Campaigns, without the type of their game.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use heist_agents::arena::{AnyCampaignConfig, CampaignConfigError, CampaignRunError, any_campaign_config};
use heist_engine::any::find;
use heist_engine::campaigns::{AnyCampaign, CAMPAIGNS, begin, read_any};
use heist_engine::describe::SetupField;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

use crate::argument::{Arg, Callable, Expected};
use crate::errors::Error;
use crate::held::PyState;
use crate::loaded::{Loaded, PyGame, unknown};
use crate::sampler::Seed;
use crate::setup::{self, loads, read_setup};
use crate::watch::{checked_threads, watched};

/// A campaign: heists in a row, each set up by what the earlier ones left. Made by :func:`heistlab.begin_campaign`,
/// or of the text that :meth:`to_json` gives; equal campaigns are equal; copies and pickles.
///
/// A campaign plays nothing itself: :meth:`next_game` is the next heist, and :meth:`record` takes a finished state of
/// it.
#[pyclass(name = "Campaign", module = "heistlab._core")]
pub struct PyCampaign {
    inner: Box<dyn AnyCampaign>,
}

impl Expected for PyRef<'_, PyCampaign> {
    const EXPECTED: &'static str = "a Campaign";
}

#[pymethods]
impl PyCampaign {
    #[new]
    fn new(text: Arg<&str>) -> PyResult<PyCampaign> {
        let inner = read_any(text.0).map_err(|error| Error::Value(format!("campaign: {error}")))?;
        Ok(PyCampaign { inner })
    }

    /// A campaign of a game before its first heist. ``setup`` is JSON and holds what applies to all heists, and the
    /// first choice.
    #[staticmethod]
    #[pyo3(signature = (game, setup = Arg("{}")), text_signature = "(game, setup='{}')")]
    fn begin(game: Arg<&str>, setup: Arg<&str>) -> PyResult<PyCampaign> {
        let known = find(game.0).ok_or_else(|| without_campaign(game.0))?;
        let setup = read_setup(known, setup.0)?.text();
        let begun = begin(game.0, &setup).ok_or_else(|| without_campaign(game.0))?;
        let inner = begun.map_err(|error| Error::Value(format!("setup: {error}")))?;
        Ok(PyCampaign { inner })
    }

    /// The name of its game: ``casino-capers``.
    #[getter]
    fn game(&self) -> &'static str {
        self.inner.info().game
    }

    /// No campaign of the game has more heists.
    #[getter]
    fn most_heists(&self) -> usize {
        self.inner.info().most_heists
    }

    /// The number that goes with the team from heist to heist.
    #[getter]
    fn level(&self) -> i32 {
        self.inner.level()
    }

    /// What that number is: ``name``, ``help``, ``first``, ``least`` and ``most``.
    #[getter]
    fn level_info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &json!(self.inner.info().level))
    }

    /// The heists that were played, in order: dictionaries with ``heist`` (its name), ``players`` (characters in
    /// turn order), ``won`` and ``level`` (after it).
    #[getter]
    fn log<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &json!(self.inner.log()))
    }

    /// What the team has gathered: lists by what they hold.
    #[getter]
    fn holdings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let held = PyDict::new(py);
        for holding in self.inner.holdings() {
            held.set_item(holding.label, holding.items)?;
        }
        Ok(held)
    }

    /// What may be chosen before the next heist: fields as in :attr:`Game.setup_fields`; none once the campaign is
    /// over.
    #[getter]
    fn choice_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let fields: Vec<SetupField> = self.inner.choices().into_iter().copied().collect();
        setup::fields(py, &fields)
    }

    /// What is chosen, as JSON has it.
    #[getter]
    fn choice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.inner.choice())
    }

    /// Chooses for the next heist and those after it; keywords are those of :attr:`choice_fields`. A field that is
    /// not given stays as it is, None leaves it open.
    ///
    /// Raises ValueError when the next heist could not be played so, or there is none; the campaign is unchanged then.
    #[pyo3(signature = (**fields))]
    fn choose(&mut self, py: Python<'_>, fields: Option<Bound<'_, PyDict>>) -> PyResult<()> {
        let mut choice = match self.inner.choice() {
            Value::Object(choice) => choice,
            _ => Map::new(),
        };
        let game = find(self.inner.info().game).ok_or_else(|| unknown(self.inner.info().game))?;
        for (keyword, value) in fields.iter().flatten() {
            let keyword: String = keyword.extract()?;
            let field = self.field(&keyword)?;
            let value = plain(py, &keyword, &value)?;
            choice.remove(field.name);
            if !value.is_null() {
                setup::check(game, field, &value)?;
                choice.insert(field.name.to_owned(), value);
            }
        }
        let chosen = self.inner.choose(&Value::Object(choice).to_string());
        Ok(chosen.map_err(Error::value)?)
    }

    /// The next heist; None once the campaign is over. What the team leaves open is drawn by
    /// :meth:`Game.new_initial_state`.
    fn next_game(&self) -> PyResult<Option<PyGame>> {
        let Some(setup) = self.inner.next_setup(None) else {
            return Ok(None);
        };
        let game = find(self.inner.info().game).ok_or_else(|| unknown(self.inner.info().game))?;
        let setup = game.read_setup(&setup.to_string()).map_err(Error::value)?;
        Ok(Some(PyGame(Loaded::new(&*setup)?.into())))
    }

    /// Takes the result of the next heist: a finished state that began with :meth:`Game.new_initial_state` of
    /// :meth:`next_game`.
    ///
    /// Raises ValueError when it is none; the campaign is unchanged then.
    fn record(&mut self, state: Arg<PyRef<'_, PyState>>) -> PyResult<()> {
        let held = &state.0.inner;
        let result = held.state.result().ok_or_else(|| {
            Error::value("state: found a game that is not over; expected the next heist played to its end")
        })?;
        let setup = held.setup.as_ref().ok_or_else(|| {
            Error::value(
                "state: found one that began from a position; expected one from new_initial_state() of next_game()",
            )
        })?;
        if setup.game().info().id != self.inner.info().game {
            let (found, expected) = (setup.game().info().id, self.inner.info().game);
            return Err(Error::Value(format!("state: found one of {found}; expected one of {expected}")).into());
        }
        let recorded = self.inner.record(&setup.text(), &result);
        Ok(recorded.map_err(|error| Error::Value(format!("state: {error}")))?)
    }

    /// Whether no heist is left.
    fn is_over(&self) -> bool {
        self.inner.is_over()
    }

    /// The campaign as JSON on one line, which :class:`Campaign` reads (docs/campaigns.md).
    fn to_json(&self) -> String {
        self.inner.to_json()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyCampaign>();
        other.is_ok_and(|other| other.borrow().inner.to_json() == self.inner.to_json())
    }

    fn __repr__(&self) -> String {
        let info = self.inner.info();
        let (played, level) = (self.inner.log().len(), self.inner.level());
        format!(
            "<Campaign of {}: {played} of {} heists, {} {level}>",
            info.game, info.most_heists, info.level.name
        )
    }

    fn __copy__(&self) -> PyCampaign {
        PyCampaign {
            inner: self.inner.copy(),
        }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyCampaign {
        self.__copy__()
    }
}

impl PyCampaign {
    /// A field that may be chosen.
    fn field(&self, keyword: &str) -> Result<&'static SetupField, Error> {
        let fields = self.inner.choices();
        if fields.is_empty() {
            return Err(Error::value("the campaign is over; expected no further choice"));
        }
        let named = fields.iter().find(|field| setup::keyword(field.name) == keyword);
        named.copied().ok_or_else(|| {
            let names: Vec<String> = fields.iter().map(|field| setup::keyword(field.name)).collect();
            Error::Value(format!(
                "{keyword}: not chosen before a heist; expected one of: {}",
                names.join(", ")
            ))
        })
    }
}

/// A value of Python as JSON has it: NumPy's numbers as Python's.
fn plain(py: Python<'_>, keyword: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let options = PyDict::new(py);
    options.set_item("default", py.eval(c"lambda found: found.item()", None, None)?)?;
    let text = py
        .import("json")?
        .call_method("dumps", (value,), Some(&options))
        .and_then(|text| text.extract::<String>());
    let read = text.ok().and_then(|text| serde_json::from_str(&text).ok());
    read.ok_or_else(|| {
        let found = value
            .repr()
            .map_or_else(|_| "something".to_owned(), |found| found.to_string());
        PyTypeError::new_err(format!("{keyword}: found {found}; expected a number, a text or a list"))
    })
}

/// The error of a name that is none of a game with a campaign.
fn without_campaign(name: &str) -> Error {
    match find(name) {
        None => unknown(name),
        Some(game) => {
            let known: Vec<&str> = CAMPAIGNS.iter().map(|campaign| campaign.game).collect();
            Error::Value(format!(
                "game '{name}': {} has no campaign; expected one of: {}",
                game.info().name,
                known.join(", ")
            ))
        }
    }
}

/// The compiled side of :func:`heistlab.play_campaigns`: an agent, by its spec, over many campaigns.
#[pyclass(frozen, name = "CampaignRun", module = "heistlab._core")]
pub struct PyCampaignRun {
    inner: Box<dyn AnyCampaignConfig>,
    heists: u64,
}

#[pymethods]
impl PyCampaignRun {
    #[new]
    #[pyo3(
        signature = (campaign, agent, campaigns, seed, *, threads = Arg(0)),
        text_signature = "(campaign, agent, campaigns, seed, *, threads=0)"
    )]
    fn new(
        campaign: Arg<PyRef<'_, PyCampaign>>,
        agent: Arg<&str>,
        campaigns: Arg<u32>,
        seed: Seed,
        threads: Arg<usize>,
    ) -> PyResult<PyCampaignRun> {
        let threads = checked_threads(threads.0)?;
        let begun = &*campaign.0.inner;
        let info = begun.info();
        let inner = any_campaign_config(begun, agent.0, campaigns.0, seed.0, threads).map_err(|error| match error {
            CampaignConfigError::Campaign(error) => Error::Value(format!("campaign: {error}")),
            error => Error::value(error),
        })?;
        Ok(PyCampaignRun {
            inner,
            heists: u64::from(campaigns.0) * info.most_heists as u64,
        })
    }

    /// Plays all campaigns: the report as JSON.
    ///
    /// ``on_progress(done, of)`` is called now and then with numbers of heists. Ctrl-C raises KeyboardInterrupt; with a
    /// ``folder`` finished campaigns are kept there and the same run goes on from them.
    #[pyo3(signature = (folder = None, on_progress = None))]
    fn run(
        &self,
        py: Python<'_>,
        folder: Option<Arg<PathBuf>>,
        on_progress: Option<Arg<Callable>>,
    ) -> PyResult<String> {
        let folder = folder.map(|folder| folder.0);
        let played = watched(py, self.heists, on_progress.as_ref(), |done, stop| {
            let heist = || {
                done.fetch_add(1, Ordering::Relaxed);
            };
            play(&*self.inner, folder, &heist, stop)
        })?;
        played.ok_or_else(|| PyKeyboardInterrupt::new_err("the run was stopped"))
    }
}

/// The report of a run as JSON; none if it was stopped.
fn play(
    config: &dyn AnyCampaignConfig,
    folder: Option<PathBuf>,
    heist: &(dyn Fn() + Sync),
    stop: &AtomicBool,
) -> Result<Option<String>, Error> {
    let folder = folder
        .map(|path| config.open(&path))
        .transpose()
        .map_err(Error::value)?;
    match config.run(folder.as_ref(), heist, stop) {
        Ok(report) if report.campaigns < report.requested => Ok(None),
        Ok(report) => serde_json::to_string(&report).map(Some).map_err(Error::value),
        Err(CampaignRunError::NothingFinished) => Ok(None),
        Err(error) => Err(Error::value(error)),
    }
}
