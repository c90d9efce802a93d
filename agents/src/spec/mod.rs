//! Agents named in text: `random`, `heuristic`, `name:option=value,option=value`.
//!
//! - `catalogue`: every agent with its options, their kinds and defaults: what specs are checked against, error
//!   messages quote and `heist agents` prints.
//! - `parse`: a [`Spec`] from text, and what can be wrong with it. A value may hold anything but a comma.
//! - `build`: the agent or the search of a spec; `guide`: who values positions and predicts moves in it.
//! - `own`: agents of other crates, beside those of this one.
//! - `players`: the same, compiled once.

#[doc(hidden)]
pub mod build;
mod catalogue;
mod guide;
mod own;
mod parse;
mod players;

pub use crate::search::SearchFactory;
pub use catalogue::{AGENTS, AgentInfo, Kind, OptionInfo, agents};
pub use guide::{LoadedNetwork, NetworkLoader, asks_in_batches, decides_by_network, network};
pub use own::{MakeAgents, MakeSearches, OwnAgent, add_agents};
pub use parse::{Spec, SpecError};
pub use players::{Players, analysis_factory, build, factory, sampler, search_factory, search_factory_with};
