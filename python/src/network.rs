//! Networks.

use std::collections::BTreeMap;

use heist_agents::network::any::{self, AnyNetwork};
use heist_agents::network::{Mode, NetworkConfig, NetworkError, Precision, Tensor, Tensors, bytes_of};
use heist_engine::any::AnyState;
use heist_engine::game::{Node, Seat};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::argument::{Arg, Expected};
use crate::arrays::typed;
use crate::errors::{Error, one_of};
use crate::held::PyState;
use crate::loaded::{PyGame, seat};

impl Expected for Vec<PyRef<'_, PyState>> {
    const EXPECTED: &'static str = "a list of States";
}

impl Expected for BTreeMap<String, Bound<'_, PyAny>> {
    const EXPECTED: &'static str = "a dictionary of NumPy arrays by name";
}

/// A network of a game, evaluated on the CPU: ``Network(game, "net.safetensors")``, or by the name of one that is
/// shipped.
///
/// ``precision``: ``quantised``, as it plays, or ``single``, as it was trained.
#[pyclass(frozen, name = "Network", module = "heistlab._core")]
pub struct PyNetwork {
    game: PyGame,
    name: String,
    inner: Box<dyn AnyNetwork>,
}

/// Values and priors.
type Answers<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f32>>);

#[pymethods]
impl PyNetwork {
    #[new]
    #[pyo3(signature = (game, name, precision = Arg("quantised")),
        text_signature = "(game, name, precision='quantised')")]
    fn new(game: Arg<PyRef<'_, PyGame>>, name: Arg<String>, precision: Arg<&str>) -> PyResult<PyNetwork> {
        let modes = [("quantised", Mode::Quantised), ("single", Mode::Single)];
        let mode = one_of("precision", precision.0, &modes)?;
        let (game, name) = (game.0.clone(), name.0);
        let known = game.0.game;
        let refused = |error: NetworkError| Error::Value(error.of(&name));
        let bytes = bytes_of(&name, any::shipped(known)).map_err(refused)?;
        let inner = any::read(known, &bytes, mode).map_err(refused)?;
        Ok(PyNetwork { game, name, inner })
    }

    /// The game, with its setup.
    #[getter]
    fn game(&self) -> PyGame {
        self.game.clone()
    }

    /// The agent that plays what it prefers: ``policy:net=NAME``, for the arena and for :class:`Agent`.
    #[getter]
    fn spec(&self) -> String {
        format!("policy:net={}", self.name)
    }

    /// Its architecture, encoding and card, as JSON; docs/formats.md describes the fields.
    #[getter]
    fn config(&self) -> PyResult<String> {
        Ok(serde_json::to_string(self.inner.config()).map_err(Error::value)?)
    }

    /// Values (N,) float64 and priors (N, actions) float32 of states, for the player who decides.
    ///
    /// Values are those of the results that the network expects, 0 to 1, and those of the results of games that are
    /// over; not a number if the network has none. Priors are 0 for what is not legal, and sum to 1 at decisions.
    /// ``player``: whose view counts where nobody decides.
    #[pyo3(signature = (states, player = None))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        states: Arg<Vec<PyRef<'py, PyState>>>,
        player: Option<Arg<i64>>,
    ) -> PyResult<Answers<'py>> {
        let actions = self.game.0.game.action_count();
        let priors = PyArray2::<f32>::zeros(py, [states.0.len(), actions], false);
        let mut values = Vec::with_capacity(states.0.len());
        {
            let mut cells = priors.readwrite();
            let cells = cells.as_slice_mut()?;
            for (row, state) in states.0.iter().enumerate() {
                let state = &*state.inner.state;
                let found = self.inner.evaluate(state, viewer(state, player)?);
                let (value, priors) = found.ok_or_else(|| {
                    let expected = self.game.0.info().name;
                    Error::Value(format!(
                        "states: found one of another game; expected some of {expected}"
                    ))
                })?;
                values.push(value);
                for (index, prior) in priors {
                    cells[row * actions + index] = prior;
                }
            }
        }
        Ok((PyArray1::from_vec(py, values), priors))
    }

    fn __repr__(&self) -> String {
        format!("<Network {} of {}>", self.name, self.game.0.info().name)
    }
}

/// Whose view counts.
fn viewer(state: &dyn AnyState, player: Option<Arg<i64>>) -> PyResult<Seat> {
    match (state.node(), player) {
        (Node::Decision(seat), _) => Ok(seat),
        (_, Some(player)) => Ok(seat(player.0, state.seats())?),
        (_, None) => Err(PyValueError::new_err(
            "player: nobody decides in one of the states; expected a player's number",
        )),
    }
}

/// The configuration of the usual network of a game as JSON: its encoding, and an architecture to begin with.
/// ``moves``: that of a policy that scores actions one by one, with so many hidden units.
#[pyfunction]
#[pyo3(signature = (game, moves = None))]
pub fn network_config(game: Arg<PyRef<'_, PyGame>>, moves: Option<Arg<usize>>) -> PyResult<String> {
    let config = any::config_of_game(game.0.0.game, moves.map(|hidden| hidden.0)).map_err(Error::value)?;
    Ok(serde_json::to_string(&config).map_err(Error::value)?)
}

/// The bytes of a network's file. ``config`` is JSON as :func:`network_config` gives it; ``tensors`` are float32
/// arrays by name; ``half``: weights of 16 bits.
#[pyfunction]
#[pyo3(signature = (game, config, tensors, half = Arg(false)), text_signature = "(game, config, tensors, half=False)")]
pub fn write_network<'py>(
    py: Python<'py>,
    game: Arg<PyRef<'py, PyGame>>,
    config: Arg<&str>,
    tensors: Arg<BTreeMap<String, Bound<'py, PyAny>>>,
    half: Arg<bool>,
) -> PyResult<Bound<'py, PyBytes>> {
    let config: NetworkConfig =
        serde_json::from_str(config.0).map_err(|error| Error::Value(format!("config: {error}")))?;
    let precision = if half.0 { Precision::Half } else { Precision::Single };
    let mut known = Tensors::new();
    for (name, array) in tensors.0 {
        let array = typed::<f32>(&format!("tensors['{name}']"), "float32", &array)?;
        let tensor = Tensor {
            shape: array.shape().to_vec(),
            values: array.readonly().as_array().iter().copied().collect(),
        };
        known.insert(name, tensor);
    }
    let bytes = any::write(game.0.0.game, &config, &known, precision).map_err(Error::value)?;
    Ok(PyBytes::new(py, &bytes))
}
