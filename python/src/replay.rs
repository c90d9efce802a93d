//! Recorded games.

use std::path::PathBuf;

use heist_engine::record::{Replay, read_header};
use heist_engine::with_game;
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::Playable;
use crate::errors::Error;
use crate::game::{Loaded, PyGame, unknown};
use crate::held::{AnyState, Held, Outcome};
use crate::sampler::Int;
use crate::state::PyState;

/// [`Replay`] without its types.
pub trait AnyReplay: Send + Sync {
    /// The seed of the deal.
    fn seed(&self) -> Option<u64>;
    /// Who played.
    fn agents(&self) -> &[String];
    /// The result.
    fn result(&self) -> Option<Outcome>;
    /// The steps in notation.
    fn steps(&self) -> Vec<String>;
    /// How many steps.
    fn len(&self) -> usize;
    /// The state after `count` steps.
    fn state(&self, count: usize) -> Result<Box<dyn AnyState>, Error>;
    /// The file.
    fn text(&self) -> Result<String, Error>;
}

impl<G: Playable> AnyReplay for Replay<G> {
    fn seed(&self) -> Option<u64> {
        self.seed
    }

    fn agents(&self) -> &[String] {
        &self.agents
    }

    fn result(&self) -> Option<Outcome> {
        self.result.map(|result| Outcome::of::<G>(&result))
    }

    fn steps(&self) -> Vec<String> {
        use heist_engine::record::Step;
        let text = |step: &Step<G>| match step {
            Step::Action(_, action) => action.to_string(),
            Step::Chance(outcome) => outcome.to_string(),
        };
        self.steps.iter().map(text).collect()
    }

    fn len(&self) -> usize {
        self.steps.len()
    }

    fn state(&self, count: usize) -> Result<Box<dyn AnyState>, Error> {
        Ok(Box::new(Held::of_replay(self, count)?))
    }

    fn text(&self) -> Result<String, Error> {
        let mut bytes = Vec::new();
        self.write(&mut bytes).map_err(Error::value)?;
        String::from_utf8(bytes).map_err(Error::value)
    }
}

/// A recorded game.
#[pyclass(frozen, name = "Replay", module = "heistlab._core")]
pub struct PyReplay {
    game: PyGame,
    inner: Box<dyn AnyReplay>,
}

impl PyReplay {
    /// A replay of a game.
    pub fn new(game: &PyGame, inner: Box<dyn AnyReplay>) -> PyReplay {
        PyReplay {
            game: game.clone(),
            inner,
        }
    }

    fn of<G: Playable>(text: &str) -> Result<PyReplay, Error> {
        let replay = Replay::<G>::read(text.as_bytes()).map_err(Error::value)?;
        let game = PyGame(std::sync::Arc::new(Loaded::<G>::new(&replay.setup)?));
        Ok(PyReplay::new(&game, Box::new(replay)))
    }

    fn from_text(text: &str) -> Result<PyReplay, Error> {
        let header = read_header(text.as_bytes()).map_err(Error::value)?;
        with_game!(header.game.as_str(), G => PyReplay::of::<G>(text), else name => Err(unknown(name)))
    }
}

#[pymethods]
impl PyReplay {
    /// Reads and checks a replay. ValueError names line and field of the first thing that is wrong.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<PyReplay> {
        let text = std::fs::read_to_string(&path)
            .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
        let replay = PyReplay::from_text(&text);
        Ok(replay.map_err(|error| Error::Value(format!("{}: {error}", path.display())))?)
    }

    /// As :meth:`read`, of the text of a file.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<PyReplay> {
        Ok(PyReplay::from_text(text)?)
    }

    /// The game, with the setup that was played.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// The seed of the deal, where there was one.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.inner.seed()
    }

    /// Specs of the agents that played: one for the team or one a seat; empty where nobody said.
    #[getter]
    fn agents(&self) -> Vec<String> {
        self.inner.agents().to_vec()
    }

    /// As :meth:`State.result`; None for a game that was stopped before its end.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.inner.result().map(|result| result.to_dict(py)).transpose()
    }

    /// The steps in notation.
    #[getter]
    fn steps(&self) -> Vec<String> {
        self.inner.steps()
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    /// The state after this many steps; negative numbers count from the end: -1 is the last state.
    #[pyo3(signature = (step = Int(-1)), text_signature = "($self, step=-1)")]
    fn state(&self, step: Int<i64>) -> PyResult<PyState> {
        let step = step.0;
        let last = self.inner.len() as i64;
        let count = if step < 0 { last + 1 + step } else { step };
        if !(0..=last).contains(&count) {
            let message = format!("step {step}: the replay has {last}; expected -{} to {last}", last + 1);
            return Err(PyIndexError::new_err(message));
        }
        Ok(PyState::new(&self.game, self.inner.state(count as usize)?))
    }

    /// The file: JSON Lines.
    fn text(&self) -> PyResult<String> {
        Ok(self.inner.text()?)
    }

    /// Writes the file.
    fn write(&self, path: PathBuf) -> PyResult<()> {
        let text = self.inner.text()?;
        std::fs::write(&path, text).map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<PyReplay>().getattr("parse")?, (self.inner.text()?,)))
    }

    fn __repr__(&self) -> String {
        let ending = self.inner.result().map_or("not over", |result| result.ending);
        format!(
            "<Replay of {}: {} steps, {ending}.>",
            self.game.0.name(),
            self.inner.len()
        )
    }
}
