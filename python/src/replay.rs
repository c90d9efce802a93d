//! Recorded games.

use std::path::PathBuf;
use std::sync::Arc;

use heist_agents::files;
use heist_engine::any::{AnyReplay, read_replay};
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::Arg;
use crate::errors::Error;
use crate::held::{Held, PyState};
use crate::loaded::{Loaded, PyGame, unknown};
use crate::outcome::result_dict;

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

    fn from_text(text: &str) -> Result<PyReplay, Error> {
        let replay = read_replay(text)
            .map_err(Error::value)?
            .map_err(|name| unknown(&name))?;
        let game = PyGame(Arc::new(Loaded::new(&*replay.setup())?));
        Ok(PyReplay::new(&game, replay))
    }

    /// The file.
    fn written(&self) -> Result<String, Error> {
        let mut bytes = Vec::new();
        self.inner.write(&mut bytes).map_err(Error::value)?;
        String::from_utf8(bytes).map_err(Error::value)
    }
}

#[pymethods]
impl PyReplay {
    /// Reads and checks a replay. ValueError names line and field of the first thing that is wrong.
    #[staticmethod]
    fn read(path: Arg<PathBuf>) -> PyResult<PyReplay> {
        let path = path.0;
        let text = files::read_text(&path, files::TEXT_LIMIT)
            .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
        let replay = PyReplay::from_text(&text);
        Ok(replay.map_err(|error| Error::Value(format!("{}: {error}", path.display())))?)
    }

    /// As :meth:`read`, of the text of a file.
    #[staticmethod]
    fn parse(text: Arg<&str>) -> PyResult<PyReplay> {
        Ok(PyReplay::from_text(text.0)?)
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
        let result = self.inner.result();
        result
            .map(|result| result_dict(py, self.game.0.info(), &result))
            .transpose()
    }

    /// The steps in notation.
    #[getter]
    fn steps(&self) -> Vec<String> {
        self.inner.steps().into_iter().map(|step| step.notation).collect()
    }

    fn __len__(&self) -> usize {
        self.inner.step_count()
    }

    /// The state after this many steps; negative numbers count from the end: -1 is the last state.
    #[pyo3(signature = (step = Arg(-1)), text_signature = "($self, step=-1)")]
    fn state(&self, step: Arg<i64>) -> PyResult<PyState> {
        let step = step.0;
        let last = self.inner.step_count() as i64;
        let count = if step < 0 { last + 1 + step } else { step };
        if !(0..=last).contains(&count) {
            let message = format!("step {step}: the replay has {last}; expected -{} to {last}", last + 1);
            return Err(PyIndexError::new_err(message));
        }
        Ok(PyState::new(&self.game, Held::of_replay(&*self.inner, count as usize)?))
    }

    /// The file: JSON Lines.
    fn text(&self) -> PyResult<String> {
        Ok(self.written()?)
    }

    /// Writes the file.
    fn write(&self, path: Arg<PathBuf>) -> PyResult<()> {
        let path = path.0;
        let text = self.written()?;
        std::fs::write(&path, text).map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))
    }

    fn __repr__(&self) -> String {
        let ending = self.inner.result().map_or("not over", |result| result.ending);
        format!(
            "<Replay of {}: {} steps, {ending}.>",
            self.game.0.info().name,
            self.inner.step_count()
        )
    }
}
