//! The compiled part of the Python package `heistlab`; `heistlab/_core.pyi` documents it for those who use it.
//!
//! Python sees one class for the games and one for their states. Behind them are [`heist_engine::any`]'s games without
//! their types; what has to be fast (batches, agents, the arena) stays generic. Every game of the registry is in both
//! without code of its own. Nothing here knows a rule.

mod agent;
mod analysis;
mod arena;
mod argument;
mod arrays;
mod batch;
mod campaign;
mod data;
mod errors;
mod game;
mod held;
mod loaded;
mod network;
mod outcome;
mod python_agent;
mod replay;
mod sampler;
mod selfplay;
mod setup;
mod state;
mod table;
mod watch;

use heist_agents::LEVELS;
use heist_engine::any::infos;
use heist_engine::describe::kept_names;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Every game: ``id``, ``name``, ``format``, ``scenarios``, ``endings``, ``figures``, ``state_figures``,
/// ``purposes``, and ``setup_fields`` as in :attr:`Game.setup_fields`.
#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for game in infos() {
        let facts = PyDict::new(py);
        facts.set_item("id", game.id)?;
        facts.set_item("name", game.name)?;
        facts.set_item("format", game.format)?;
        facts.set_item("scenarios", game.scenarios)?;
        facts.set_item("endings", game.endings)?;
        facts.set_item("figures", kept_names(game.figures).collect::<Vec<_>>())?;
        facts.set_item(
            "state_figures",
            game.figures.iter().map(|figure| figure.name).collect::<Vec<_>>(),
        )?;
        facts.set_item("purposes", game.purposes)?;
        facts.set_item("setup_fields", setup::fields(py, game.setup)?)?;
        list.append(facts)?;
    }
    Ok(list)
}

/// Every agent that a spec can name: ``name``, ``summary``, and ``options`` (name, values, default, meaning).
#[pyfunction]
fn agents(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for agent in heist_agents::spec::agents() {
        let options = PyList::empty(py);
        for option in agent.options {
            let facts = PyDict::new(py);
            facts.set_item("name", option.name)?;
            facts.set_item("values", option.kind.to_string())?;
            facts.set_item("default", option.default)?;
            facts.set_item("meaning", option.meaning)?;
            options.append(facts)?;
        }
        let facts = PyDict::new(py);
        facts.set_item("name", agent.name)?;
        facts.set_item("summary", agent.summary)?;
        facts.set_item("options", options)?;
        list.append(facts)?;
    }
    Ok(list)
}

/// The levels of effort of :meth:`State.analyse`: name, and what it is for.
#[pyfunction]
fn levels() -> Vec<(&'static str, &'static str)> {
    LEVELS.iter().map(|level| (level.name, level.summary)).collect()
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    heist_registry::install();
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("CHANCE_PLAYER", state::CHANCE_PLAYER)?;
    module.add("TERMINAL_PLAYER", state::TERMINAL_PLAYER)?;
    module.add("IllegalActionError", py.get_type::<errors::IllegalActionError>())?;
    module.add("PositionError", py.get_type::<errors::PositionError>())?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(agents, module)?)?;
    module.add_function(wrap_pyfunction!(levels, module)?)?;
    module.add_class::<loaded::PyGame>()?;
    module.add_class::<held::PyState>()?;
    module.add_class::<replay::PyReplay>()?;
    module.add_class::<network::PyNetwork>()?;
    module.add_function(wrap_pyfunction!(network::network_config, module)?)?;
    module.add_function(wrap_pyfunction!(network::write_network, module)?)?;
    module.add_class::<data::PyShards>()?;
    module.add_class::<selfplay::PySelfplay>()?;
    module.add_class::<selfplay::PyLabeller>()?;
    module.add_function(wrap_pyfunction!(selfplay::is_same_shard, module)?)?;
    module.add_function(wrap_pyfunction!(selfplay::readable_games, module)?)?;
    module.add_class::<data::PyShardReader>()?;
    module.add_class::<agent::PyAgent>()?;
    module.add_class::<batch::shaping::PyShaping>()?;
    module.add_class::<batch::buffers::Buffers>()?;
    module.add_class::<batch::binding::PyBatch>()?;
    module.add_class::<table::PyTable>()?;
    module.add_class::<arena::PyArena>()?;
    module.add_class::<campaign::PyCampaign>()?;
    module.add_class::<campaign::PyCampaignRun>()
}
