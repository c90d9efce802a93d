//! Agents named in text: `random`, `heuristic`, `name:option=value,option=value`.
//!
//! - `catalogue`: every agent with its options, their kinds and defaults: what specs are checked against, error
//!   messages quote and `heist agents` prints.
//! - `parse`: a [`Spec`] from text, and what can be wrong with it. A value may hold anything but a comma.
//! - `build`: the agent or the search of a spec; `guide`: who values positions and predicts moves in it.
//! - `players`: the same, compiled once.

#[doc(hidden)]
pub mod build;
mod catalogue;
mod guide;
mod parse;
mod players;

pub use build::SearchFactory;
pub use catalogue::{AGENTS, AgentInfo, Kind, OptionInfo};
pub use guide::{LoadedNetwork, NetworkLoader, asks_in_batches, decides_by_network, network};
pub use parse::{Spec, SpecError};
pub use players::{Players, analysis_factory, build, factory, sampler, search_factory, search_factory_with};
