//! One game at a time: a batch of one row, which gives new arrays every step instead of writing into the caller's.

use std::slice::from_mut;

use heist_training::batch::{AnyBatch, AutoReset, BatchOptions, Outputs, Rows, batch};
use numpy::PyArray1;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::argument::Arg;
use crate::batch::binding::set_starts;
use crate::batch::shaping::PyShaping;
use crate::errors::{Error, one_of};
use crate::held::{Held, PyState};
use crate::loaded::PyGame;
use crate::sampler::Seed;

/// The row of the observation.
enum Observation {
    Dense(Vec<u8>),
    Sparse(Vec<i32>),
}

impl Observation {
    /// As callers name it.
    const fn name(&self) -> &'static str {
        match self {
            Observation::Dense(_) => "dense",
            Observation::Sparse(_) => "sparse",
        }
    }
}

/// The row of a batch.
struct Row {
    observation: Observation,
    mask: Vec<bool>,
    player: i8,
    reward: f32,
    terminated: bool,
    truncated: bool,
    ending: i8,
    figures: Vec<i32>,
    shaping: f32,
}

impl Row {
    fn outputs(&mut self) -> Outputs<'_> {
        let mut outputs = Outputs {
            players: Some(Rows::one(from_mut(&mut self.player))),
            mask: Some(Rows::one(&mut self.mask)),
            rewards: Some(Rows::one(from_mut(&mut self.reward))),
            terminated: Some(Rows::one(from_mut(&mut self.terminated))),
            truncated: Some(Rows::one(from_mut(&mut self.truncated))),
            endings: Some(Rows::one(from_mut(&mut self.ending))),
            figures: Some(Rows::one(&mut self.figures)),
            shaping: Some(Rows::one(from_mut(&mut self.shaping))),
            ..Outputs::default()
        };
        match &mut self.observation {
            Observation::Dense(cells) => outputs.dense_bytes = Some(Rows::one(cells)),
            Observation::Sparse(cells) => outputs.sparse = Some(Rows::one(cells)),
        }
        outputs
    }
}

/// One game at a time, for environments that hold one: as row 0 of a :class:`Batch` with the same seeds and actions,
/// but every call gives new arrays, and all that Gymnasium's ``reset`` and ``step`` give.
///
/// ``observation``: ``dense``, uint8 (F,), or ``sparse``, int32 (max_active_features,), ascending, then -1.
/// ``illegal``: an illegal action raises IllegalActionError, or ``random`` plays a legal one instead, drawn as by
/// :meth:`sample_action`.
///
/// ``shaping``: what is added to rewards.
///
/// Infos have ``action_mask``, int8 (A,), ``player``, who decides, and ``figures`` as :meth:`State.figures` has them;
/// with shaping also ``game_reward``, the reward without it. In the step that ends the game there is ``is_success``,
/// whether it is a full win, and if the rules ended it ``ending`` as in :meth:`State.result`.
#[pyclass(name = "Table", module = "heistlab._core")]
pub struct PyTable {
    game: PyGame,
    batch: Box<dyn AnyBatch>,
    row: Row,
    /// The mask as numbers.
    flags: Vec<i8>,
    /// The names of the figures.
    figures: Vec<Py<PyString>>,
    shaping: Option<Py<PyShaping>>,
    replaces_illegal: bool,
    max_decisions: Option<u32>,
    is_going_on: bool,
}

/// Observation and info.
type Seen<'py> = (Bound<'py, PyAny>, Bound<'py, PyDict>);

/// Observation, reward, terminated, truncated, info.
type Step<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (game, *, observation = Arg("dense"), illegal = Arg("raise"), max_decisions = None, shaping = None),
        text_signature = "(game, *, observation='dense', illegal='raise', max_decisions=None, shaping=None)")]
    fn new(
        py: Python<'_>,
        game: Arg<PyRef<'_, PyGame>>,
        observation: Arg<&str>,
        illegal: Arg<&str>,
        max_decisions: Option<Arg<u32>>,
        shaping: Option<Arg<Bound<'_, PyShaping>>>,
    ) -> PyResult<PyTable> {
        let game = &*game.0;
        let max_decisions = max_decisions.map(|most| most.0);
        let observation = if one_of("observation", observation.0, &[("dense", true), ("sparse", false)])? {
            Observation::Dense(vec![0; game.0.game.feature_count()])
        } else {
            Observation::Sparse(vec![0; game.0.game.max_active_features()])
        };
        let replaces_illegal = one_of("illegal", illegal.0, &[("raise", false), ("random", true)])?;
        if max_decisions == Some(0) {
            let message = "max_decisions: found 0; expected at least 1, or None";
            return Err(PyValueError::new_err(message));
        }
        let shaping = shaping.map(|shaping| shaping.0.unbind());
        let names = game.0.info().figures.iter();
        let names = names.map(|figure| PyString::intern(py, figure.name).unbind());
        let quantities = shaping.as_ref().map(|shaping| shaping.get().quantities());
        let batch = batch(
            game.0.open(),
            game.0.seats(),
            BatchOptions {
                games: 1,
                threads: 1,
                autoreset: AutoReset::Disabled,
                max_decisions: max_decisions.unwrap_or(u32::MAX),
            },
            quantities,
        )
        .map_err(Error::from)?;
        Ok(PyTable {
            batch,
            row: Row {
                observation,
                mask: vec![false; game.0.game.action_count()],
                player: 0,
                reward: 0.0,
                terminated: false,
                truncated: false,
                ending: -1,
                figures: vec![0; game.0.info().figures.len()],
                shaping: 0.0,
            },
            figures: names.collect(),
            shaping,
            flags: vec![0; game.0.game.action_count()],
            game: game.clone(),
            replaces_illegal,
            max_decisions,
            is_going_on: false,
        })
    }

    /// The game, with its setup.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// Starts a new game, of a seed or the next of the last seed: observation and info. With a ``state`` it begins
    /// there, as in :meth:`Batch.set_states`.
    #[pyo3(signature = (seed = None, state = None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<Seed>,
        state: Option<Arg<PyRef<'_, PyState>>>,
    ) -> PyResult<Seen<'py>> {
        let seed = seed.map(|seed| seed.0);
        let seeds = seed.as_ref().map(std::slice::from_ref);
        match state {
            Some(state) => {
                let states = [Some(&*state.0.inner.state)];
                self.batch.begin_at(&states, seeds, self.row.outputs())
            }
            None => self.batch.reset(seeds, None, self.row.outputs()),
        }
        .map_err(Error::from)?;
        self.is_going_on = true;
        self.look(py)
    }

    /// Where games begin from now on, as in :meth:`Batch.set_starts`.
    #[pyo3(
        signature = (states, share = Arg(1.0), weights = None),
        text_signature = "($self, states, share=1.0, weights=None)"
    )]
    fn set_starts(
        &mut self,
        states: Arg<Vec<PyRef<'_, PyState>>>,
        share: Arg<f64>,
        weights: Option<Arg<Vec<f64>>>,
    ) -> PyResult<()> {
        set_starts(&mut *self.batch, &states.0, share.0, weights)
    }

    /// Plays an action, and chance after it: observation, reward, terminated, truncated, info.
    ///
    /// Raises IllegalActionError, which says what was legal; the game is unchanged. RuntimeError if none is going on.
    fn step<'py>(&mut self, py: Python<'py>, action: Arg<i64>) -> PyResult<Step<'py>> {
        let action = action.0;
        self.require_game()?;
        let is_legal = || usize::try_from(action).is_ok_and(|place| self.row.mask.get(place) == Some(&true));
        let action = if self.replaces_illegal && !is_legal() {
            self.sample_action()?
        } else {
            action
        };
        self.batch.step(&[action], self.row.outputs()).map_err(Error::from)?;
        let (observation, info) = self.look(py)?;
        let row = &self.row;
        if row.terminated || row.truncated {
            self.is_going_on = false;
            info.set_item(intern!(py, "is_success"), row.reward >= 1.0)?;
        }
        if row.terminated {
            let ending = self.game.0.info().endings.get(row.ending as usize);
            info.set_item(intern!(py, "ending"), ending)?;
        }
        let mut reward = f64::from(row.reward);
        if self.shaping.is_some() {
            info.set_item(intern!(py, "game_reward"), reward)?;
            reward += f64::from(row.shaping);
        }
        Ok((observation, reward, row.terminated, row.truncated, info))
    }

    /// A uniformly random legal action, from a stream of the game's own seed.
    fn sample_action(&mut self) -> PyResult<i64> {
        self.require_game()?;
        let mut action = 0;
        self.batch.sample(None, Rows::one(from_mut(&mut action)));
        Ok(action)
    }

    /// Shape (A,).
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_slice(py, &self.row.mask)
    }

    /// A copy of the game's state, without a history.
    fn state(&self) -> PyResult<PyState> {
        let state = self.batch.state(0);
        let state = state.ok_or_else(|| PyRuntimeError::new_err("state: expected a reset first"))?;
        Ok(PyState::new(&self.game, Held::alone(state)))
    }

    fn __repr__(&self) -> String {
        format!(
            "Table({}, observation={:?})",
            self.game.text(),
            self.row.observation.name()
        )
    }

    /// The constructor's arguments, for pickles and copies.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((PyGame,), Bound<'py, PyDict>)> {
        let keywords = PyDict::new(py);
        keywords.set_item("observation", self.row.observation.name())?;
        keywords.set_item("illegal", if self.replaces_illegal { "random" } else { "raise" })?;
        keywords.set_item("max_decisions", self.max_decisions)?;
        keywords.set_item("shaping", self.shaping.as_ref())?;
        Ok(((self.game.clone(),), keywords))
    }

    fn __getstate__(&self) -> PyResult<(String, bool)> {
        Ok((self.batch.save().map_err(Error::from)?, self.is_going_on))
    }

    fn __setstate__(&mut self, state: Arg<(String, bool)>) -> PyResult<()> {
        let (games, is_going_on) = state.0;
        let batch = &mut self.batch;
        batch.restore(&games).map_err(Error::from)?;
        batch.look(self.row.outputs()).map_err(Error::from)?;
        self.is_going_on = is_going_on;
        Ok(())
    }
}

impl PyTable {
    fn require_game(&self) -> PyResult<()> {
        if self.is_going_on {
            Ok(())
        } else {
            Err(PyRuntimeError::new_err(
                "the game is over or has not begun; expected a reset first",
            ))
        }
    }

    fn look<'py>(&mut self, py: Python<'py>) -> PyResult<Seen<'py>> {
        let observation = match &self.row.observation {
            Observation::Dense(cells) => PyArray1::from_slice(py, cells).into_any(),
            Observation::Sparse(cells) => PyArray1::from_slice(py, cells).into_any(),
        };
        let flags = self.flags.iter_mut().zip(&self.row.mask);
        flags.for_each(|(flag, &is_legal)| *flag = is_legal.into());
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), PyArray1::from_slice(py, &self.flags))?;
        info.set_item(intern!(py, "player"), self.row.player)?;
        let figures = PyDict::new(py);
        for (name, figure) in self.figures.iter().zip(&self.row.figures) {
            figures.set_item(name, figure)?;
        }
        info.set_item(intern!(py, "figures"), figures)?;
        Ok((observation, info))
    }
}
