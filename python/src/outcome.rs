//! Results for Python.

use heist_engine::any::named_figures;
use heist_engine::game::TeamResult;
use heist_engine::registry::GameInfo;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A result of a game as a dictionary: ``value``, ``win``, ``ending`` and ``figures`` by name.
pub fn result_dict<'py>(py: Python<'py>, game: &GameInfo, result: &TeamResult) -> PyResult<Bound<'py, PyDict>> {
    let figures = PyDict::new(py);
    for (name, figure) in named_figures(game, result) {
        figures.set_item(name, figure)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("value", result.value)?;
    dict.set_item("win", result.is_win())?;
    dict.set_item("ending", result.ending)?;
    dict.set_item("figures", figures)?;
    Ok(dict)
}
