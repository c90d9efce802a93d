//! Potential-based shaping of rewards.

use std::collections::BTreeMap;

use pyo3::Borrowed;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::Arg;
use crate::errors::argument_error;

/// Potential-based shaping: what a :class:`Batch` with it writes to the buffer ``shaping``, for learners to add to
/// the rewards. Whatever the potential, a policy that is optimal with it is optimal without (Ng, Harada and Russell,
/// "Policy invariance under reward transformations", 1999).
///
/// A step from a state s to a state s' adds ``discount * P(s') - P(s)``, where P is the potential; that of a game that
/// the rules ended is 0. P is the sum of the quantities in ``weights``, each times its weight. Quantities are the
/// game's figures (``Game.state_figures``); ``estimate``, the value from 0 to 1 that the expert expects; and
/// ``progress``, how far the team came, from 0 to 1. Not every game has the last two. No quantity looks at hidden
/// things.
///
/// ``weights``: a dictionary, or the name of the only quantity, with weight 1.
/// ``discount``: that of the learner, above 0 and at most 1.
#[pyclass(frozen, eq, name = "Shaping", module = "heistlab._core")]
#[derive(Clone, PartialEq)]
pub struct PyShaping {
    weights: Vec<(String, f64)>,
    discount: f64,
}

/// Weights, and the discount by its keyword.
type Arguments<'py> = ((BTreeMap<String, f64>,), Bound<'py, PyDict>);

/// Quantities and their weights.
pub struct Weights(Vec<(String, f64)>);

impl<'py> FromPyObject<'_, 'py> for Weights {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Weights> {
        if let Ok(name) = value.extract::<String>() {
            return Ok(Weights(vec![(name, 1.0)]));
        }
        let weights = value.extract::<BTreeMap<String, f64>>();
        weights
            .map(|weights| Weights(weights.into_iter().collect()))
            .map_err(|_| argument_error(&value, "the name of a quantity, or a dictionary of names and weights"))
    }
}

#[pymethods]
impl PyShaping {
    #[new]
    #[pyo3(signature = (weights, *, discount))]
    fn new(weights: Weights, discount: Arg<f64>) -> PyResult<PyShaping> {
        let (weights, discount) = (weights.0, discount.0);
        if !(discount > 0.0 && discount <= 1.0) {
            let message = format!("discount: found {discount}; expected a number above 0 and at most 1");
            return Err(PyValueError::new_err(message));
        }
        if weights.is_empty() {
            return Err(PyValueError::new_err(
                "weights: found none; expected at least one quantity",
            ));
        }
        if let Some((name, weight)) = weights.iter().find(|(_, weight)| !weight.is_finite()) {
            let message = format!("weights['{name}']: found {weight}; expected a finite number");
            return Err(PyValueError::new_err(message));
        }
        Ok(PyShaping { weights, discount })
    }

    /// The quantities and their weights.
    #[getter]
    fn weights(&self) -> BTreeMap<String, f64> {
        self.weights.iter().cloned().collect()
    }

    /// That of the learner.
    #[getter]
    fn discount(&self) -> f64 {
        self.discount
    }

    fn __repr__(&self) -> String {
        let weights: Vec<String> = self
            .weights
            .iter()
            .map(|(name, weight)| format!("{name:?}: {weight:?}"))
            .collect();
        format!("Shaping({{{}}}, discount={:?})", weights.join(", "), self.discount)
    }

    /// The constructor's arguments, for pickles and copies.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        let keywords = PyDict::new(py);
        keywords.set_item("discount", self.discount)?;
        Ok(((self.weights(),), keywords))
    }
}

impl PyShaping {
    /// The quantities with their weights, and the discount.
    pub fn quantities(&self) -> (&[(String, f64)], f64) {
        (&self.weights, self.discount)
    }
}
