//! The Python class.

use std::sync::{Mutex, MutexGuard};

use heist_engine::any::AnyState;
use heist_training::batch::{AnyBatch, AutoReset, BatchOptions, MoveRows, Rows, batch, cells};
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::buffers::{Buffers, Lent, Sizes};
use super::shaping::PyShaping;
use crate::argument::{Arg, Expected};
use crate::arrays::{Borrowed, Width, column, typed};
use crate::errors::{Error, one_at_a_time, one_of};
use crate::held::{Held, PyState};
use crate::loaded::PyGame;

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
///
/// ``shaping``: what the buffer ``shaping`` is computed with. Rewards are the game's own, with it and without.
#[pyclass(frozen, name = "Batch", module = "heistlab._core")]
pub struct PyBatch {
    game: PyGame,
    sizes: Sizes,
    /// The arguments that made it.
    options: BatchOptions,
    shaping: Option<Py<PyShaping>>,
    /// The process that made it.
    process: u32,
    moving: Mutex<Moving>,
}

/// What calls change.
struct Moving {
    /// The actions of the step under way.
    actions: Vec<i64>,
    games: Box<dyn AnyBatch>,
}

/// The numbers of decisions and of legal actions, and how many of those each game has.
type MoveInputs<'py> = (
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<i64>>,
);

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, num_envs, *, threads = Arg(0), autoreset = Arg("next-step"), max_decisions = None,
        shaping = None),
        text_signature = "(game, num_envs, *, threads=0, autoreset=\"next-step\", max_decisions=None, shaping=None)")]
    fn new(
        game: Arg<PyRef<'_, PyGame>>,
        num_envs: Arg<usize>,
        threads: Arg<usize>,
        autoreset: Arg<&str>,
        max_decisions: Option<Arg<u32>>,
        shaping: Option<Arg<Bound<'_, PyShaping>>>,
    ) -> PyResult<PyBatch> {
        let (game, num_envs, threads) = (&*game.0, num_envs.0, threads.0);
        let max_decisions = max_decisions.map(|most| most.0);
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
        let autoreset = one_of("autoreset", autoreset.0, MODES)?;
        let options = BatchOptions {
            games: num_envs,
            threads,
            autoreset,
            max_decisions: max_decisions.unwrap_or(u32::MAX),
        };
        let shaping = shaping.map(|shaping| shaping.0.unbind());
        let quantities = shaping.as_ref().map(|shaping| shaping.get().quantities());
        let games = batch(game.0.open(), game.0.seats(), options, quantities).map_err(Error::from)?;
        let (decision_inputs, move_inputs) = game.0.move_inputs();
        Ok(PyBatch {
            sizes: Sizes {
                games: num_envs,
                actions: game.0.game.action_count(),
                features: game.0.game.feature_count(),
                active: game.0.game.max_active_features(),
                figures: game.0.info().figures.len(),
                decision_inputs: decision_inputs.len(),
                move_inputs: move_inputs.len(),
            },
            game: game.clone(),
            options,
            shaping,
            process: std::process::id(),
            moving: Mutex::new(Moving {
                actions: Vec::with_capacity(num_envs),
                games,
            }),
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
        &self,
        py: Python<'_>,
        seeds: Option<&Bound<'_, PyAny>>,
        out: Arg<PyRef<'_, Buffers>>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut moving = self.moving()?;
        let seeds = seeds
            .map(|seeds| self.column::<u64>("seeds", "uint64", seeds))
            .transpose()?;
        let seeds = seeds.as_ref().map(|seeds| seeds.as_slice()).transpose()?;
        let wanted = self.wanted(r#where)?;
        let wanted = wanted.as_ref().map(|wanted| wanted.as_slice()).transpose()?;
        let mut lent = self.lent(py, &out)?;
        let outputs = lent.outputs(self.sizes)?;
        let games = &mut moving.games;
        Ok(py.detach(|| games.reset(seeds, wanted, outputs)).map_err(Error::from)?)
    }

    /// Begins games in the middle: game ``i`` in ``states[i]``, a State of this game with any setup for as many
    /// players; rows with None go on, and their rows of ``out`` are left alone.
    ///
    /// Chance and policies draw from ``seeds[i]``, or without seeds from the stream that the row has, as in
    /// :meth:`reset`. What a state leaves open of what players know (hands) is drawn by the exact posterior; chance
    /// nodes are played. Games after these begin as always.
    ///
    /// Raises ValueError if a state is of another game or nobody will decide in it; then no game has changed.
    #[pyo3(signature = (states, out, seeds = None))]
    fn set_states(
        &self,
        py: Python<'_>,
        states: Arg<Vec<Option<PyRef<'_, PyState>>>>,
        out: Arg<PyRef<'_, Buffers>>,
        seeds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut moving = self.moving()?;
        let states = &states.0;
        if states.len() != self.sizes.games {
            let message = format!(
                "states: found {}; expected {}, one a game",
                states.len(),
                self.sizes.games
            );
            return Err(PyValueError::new_err(message));
        }
        let seeds = seeds
            .map(|seeds| self.column::<u64>("seeds", "uint64", seeds))
            .transpose()?;
        let seeds = seeds.as_ref().map(|seeds| seeds.as_slice()).transpose()?;
        let mut lent = self.lent(py, &out)?;
        let outputs = lent.outputs(self.sizes)?;
        let states: Vec<Option<&dyn AnyState>> = states
            .iter()
            .map(|state| state.as_ref().map(|state| &*state.inner.state))
            .collect();
        Ok(moving.games.begin_at(&states, seeds, outputs).map_err(Error::from)?)
    }

    /// Where games begin from now on: a ``share`` of them, from 0 to 1, in one of ``states``, and the rest as the
    /// setup says. No states: all as the setup says. Which one it is comes from the game's own seed; each is as likely
    /// as its number in ``weights`` says, or else as the others.
    ///
    /// States are of this game with any setup for as many players, and somebody decides in them.
    #[pyo3(
        signature = (states, share = Arg(1.0), weights = None),
        text_signature = "($self, states, share=1.0, weights=None)"
    )]
    fn set_starts(
        &self,
        states: Arg<Vec<PyRef<'_, PyState>>>,
        share: Arg<f64>,
        weights: Option<Arg<Vec<f64>>>,
    ) -> PyResult<()> {
        set_starts(&mut *self.locked()?.games, &states.0, share.0, weights)
    }

    /// Plays ``actions[i]`` in game ``i``, and chance after it, until somebody decides or the game is over.
    ///
    /// Raises IllegalActionError before any game is stepped if one is not legal, with the row, the action and what was
    /// legal; RuntimeError before the first reset.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>, out: Arg<PyRef<'_, Buffers>>) -> PyResult<()> {
        let mut moving = self.begun()?;
        let Moving { actions: copied, games } = &mut *moving;
        // Copied, so that `samples` may be the same array.
        let given = self.column::<i64>("actions", "int64", actions)?;
        copied.clear();
        copied.extend_from_slice(given.as_slice()?);
        drop(given);
        let mut lent = self.lent(py, &out)?;
        let outputs = lent.outputs(self.sizes)?;
        Ok(py.detach(|| games.step(copied, outputs)).map_err(Error::from)?)
    }

    /// Writes a uniformly random legal action for every game, from streams of the games' own seeds; 0 where the game
    /// is over.
    ///
    /// ``where`` (N,) picks rows; the others and their streams are left alone.
    #[pyo3(signature = (out, r#where = None))]
    fn sample_actions(
        &self,
        py: Python<'_>,
        out: &Bound<'_, PyAny>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut moving = self.begun()?;
        let wanted = self.wanted(r#where)?;
        let wanted = wanted.as_ref().map(|wanted| wanted.as_slice()).transpose()?;
        let out = typed::<i64>("out", "int64", out)?;
        let mut lent = Borrowed::new("out", &out, self.sizes.games, Width::One)?;
        let rows = lent.rows("out", Width::One)?;
        let games = &mut moving.games;
        py.detach(|| games.sample(wanted, rows));
        Ok(())
    }

    /// The numbers by which policies score actions, of all decisions and of their legal actions: three arrays.
    ///
    /// Of the decisions (N, len(game.decision_inputs)) float32; of the legal actions (T, len(game.move_inputs))
    /// float32, T being how many all games have together: those of game 0 first, ascending in each game, as
    /// ``numpy.nonzero(mask)`` has them; and (N,) int64, how many each game has. They are those of the player who
    /// decides, and of what that player knows; 0 in a game that is over.
    ///
    /// Raises ValueError in a game that computes none.
    fn move_inputs<'py>(&self, py: Python<'py>) -> PyResult<MoveInputs<'py>> {
        let mut moving = self.begun()?;
        let games = &mut moving.games;
        let counts = games.legal_counts();
        let Sizes {
            decision_inputs,
            move_inputs,
            ..
        } = self.sizes;
        let decisions = PyArray2::<f32>::zeros(py, [counts.len(), decision_inputs], false);
        let moves = PyArray2::<f32>::zeros(py, [cells(&counts, 1), move_inputs], false);
        {
            let (mut decisions, mut moves) = (decisions.readwrite(), moves.readwrite());
            let out = MoveRows {
                counts: &counts,
                decisions: Rows::new(decisions.as_slice_mut()?, decision_inputs),
                moves: moves.as_slice_mut()?,
                width: move_inputs,
            };
            py.detach(|| games.fill_moves(out)).map_err(Error::from)?;
        }
        Ok((decisions, moves, PyArray1::from_vec(py, counts)))
    }

    /// A copy of a game's state, without a history.
    fn state(&self, row: Arg<usize>) -> PyResult<PyState> {
        let row = row.0;
        if row >= self.sizes.games {
            let message = format!("row {row}: expected a number from 0 to {}", self.sizes.games - 1);
            return Err(PyIndexError::new_err(message));
        }
        let state = self.locked()?.games.state(row);
        let state = state.ok_or_else(|| PyRuntimeError::new_err("state: expected a reset first"))?;
        Ok(PyState::new(&self.game, Held::alone(state)))
    }

    fn __repr__(&self) -> String {
        format!(
            "Batch({}, {}, autoreset={:?})",
            self.game.text(),
            self.sizes.games,
            self.mode()
        )
    }

    /// The constructor's arguments, for pickles and copies.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((PyGame, usize), Bound<'py, PyDict>)> {
        let keywords = PyDict::new(py);
        keywords.set_item("threads", self.options.threads)?;
        keywords.set_item("autoreset", self.mode())?;
        keywords.set_item("shaping", self.shaping.as_ref())?;
        keywords.set_item(
            "max_decisions",
            Some(self.options.max_decisions).filter(|most| *most < u32::MAX),
        )?;
        Ok(((self.game.clone(), self.sizes.games), keywords))
    }

    fn __getstate__(&self) -> PyResult<String> {
        Ok(self.locked()?.games.save().map_err(Error::from)?)
    }

    fn __setstate__(&self, state: Arg<&str>) -> PyResult<()> {
        Ok(self.locked()?.games.restore(state.0).map_err(Error::from)?)
    }
}

/// Lets a share of a batch's games begin in one of some states.
pub fn set_starts(
    batch: &mut dyn AnyBatch,
    states: &[PyRef<'_, PyState>],
    share: f64,
    weights: Option<Arg<Vec<f64>>>,
) -> PyResult<()> {
    if !(0.0..=1.0).contains(&share) {
        let message = format!("share: found {share}; expected a number from 0 to 1");
        return Err(PyValueError::new_err(message));
    }
    let states: Vec<&dyn AnyState> = states.iter().map(|state| &*state.inner.state).collect();
    let weights = weights.as_ref().map(|weights| weights.0.as_slice());
    Ok(batch.set_starts(&states, share, weights).map_err(Error::from)?)
}

/// The names of the modes.
const MODES: &[(&str, AutoReset)] = &[
    ("next-step", AutoReset::NextStep),
    ("same-step", AutoReset::SameStep),
    ("disabled", AutoReset::Disabled),
];

impl PyBatch {
    /// The caller's arrays, borrowed.
    fn lent<'py>(&self, py: Python<'py>, out: &Arg<PyRef<'_, Buffers>>) -> PyResult<Lent<'py>> {
        if out.0.asks_for_shaping() && self.shaping.is_none() {
            let message = "shaping: this batch has no shaping; expected one made with Batch(..., shaping=Shaping(...))";
            return Err(PyValueError::new_err(message));
        }
        out.0.borrow(py, self.sizes)
    }

    /// The name of the mode of autoreset.
    fn mode(&self) -> &'static str {
        let named = MODES.iter().find(|(_, mode)| *mode == self.options.autoreset);
        named.map_or("", |(name, _)| name)
    }

    /// What calls change, for one call at a time.
    fn locked(&self) -> PyResult<MutexGuard<'_, Moving>> {
        let instead =
            "give each a batch of its own, or share one with a lock. A batch plays on several threads by itself";
        one_at_a_time(&self.moving, "batch", instead)
    }

    /// The same, to play on. A forked process has none of the threads.
    fn moving(&self) -> PyResult<MutexGuard<'_, Moving>> {
        let moving = self.locked()?;
        if !(moving.games.is_threaded() && std::process::id() != self.process) {
            Ok(moving)
        } else {
            Err(PyRuntimeError::new_err(
                "this batch was made before the process was forked, and the fork has none of its threads; expected \
                 one made in this process, or with threads=1",
            ))
        }
    }

    /// The same, with a game in every row.
    fn begun(&self) -> PyResult<MutexGuard<'_, Moving>> {
        let moving = self.moving()?;
        if moving.games.is_begun() {
            Ok(moving)
        } else {
            Err(PyRuntimeError::new_err(
                "there are rows without a game; expected a reset first",
            ))
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

impl Expected for Vec<Option<PyRef<'_, PyState>>> {
    const EXPECTED: &'static str = "a list of states, and None for games that go on";
}

impl Expected for Bound<'_, PyShaping> {
    const EXPECTED: &'static str = "a Shaping";
}
