//! Agents named in text: `random`, `heuristic`, `name:option=value,option=value`.
//!
//! - `catalogue`: every agent with its options, their kinds and defaults: what specs are checked against, error messages
//!   quote and `heist agents` prints.
//! - `parse`: a [`Spec`] from text, and what can be wrong with it. A value may hold anything but a comma.
//! - `build`: the agent or the search of a spec.

mod build;
mod catalogue;
mod parse;

pub use build::{SearchFactory, analysis_factory, build, factory, sampler, search_factory};
pub use catalogue::{AGENTS, AgentInfo, Kind, OptionInfo};
pub use parse::{Spec, SpecError};
