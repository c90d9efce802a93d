//! The learner: networks fitted to what searches and games have shown.
//!
//! - [`config`]: what a run is asked to do. [`architecture`]: what its network looks like.
//! - [`sample`]: an annotated decision as the learner keeps it; [`data`]: those of shards.
//! - [`input`]: positions as a network reads them; [`batch`]: those of a step, with what is learned from them.
//! - `model`: a network as tensors; `loss`: what is minimised; `optimizer`: how. [`metrics`]: how good it is on games
//!   that it has not learned from.
//! - `evaluator`: a network that answers for agents, by LibTorch and a batch at a time; `move_scores`: policies that
//!   score moves one by one, for it.
//! - [`start`]: the network that a run begins with.
//! - `run`: all of it, with `checkpoint`s, and with metrics as JSON Lines and as TensorBoard [`events`].
//!
//! Everything that computes with tensors is behind the feature `torch`, which links LibTorch.

pub mod architecture;
pub mod batch;
#[cfg(feature = "torch")]
pub mod checkpoint;
pub mod config;
pub mod data;
#[cfg(feature = "torch")]
pub mod evaluator;
pub mod events;
pub mod input;
#[cfg(feature = "torch")]
pub mod loss;
pub mod metrics;
#[cfg(feature = "torch")]
pub mod model;
#[cfg(feature = "torch")]
mod move_scores;
#[cfg(feature = "torch")]
pub mod optimizer;
#[cfg(feature = "torch")]
pub mod run;
pub mod sample;
pub mod start;
