//! Networks: their files, and their evaluation on the CPU in plain Rust.
//!
//! - `format`: what a network's file says about it.
//! - `read`, `write`: files as bytes; `checksum`: whether they are still those that were written.
//! - `error`: what can be wrong with them.
//! - `library`: networks by name, those that are shipped and files.
//! - `agent`: networks as agents.
//! - `check`: what can be measured of a network; `convert`: networks of another encoding.
//! - `evaluation`: a network that evaluates positions, an [`Evaluator`](crate::Evaluator); `first`: its first layer,
//!   `layers`: the others; `moves`: scores of single moves.
//! - [`any`]: what is done with networks for any game.

mod agent;
pub mod any;
mod check;
mod checksum;
mod convert;
mod error;
mod evaluation;
mod first;
mod format;
mod layers;
mod library;
mod moves;
mod probability;
mod read;
mod write;

pub use agent::{NetworkAccount, NetworkAgent};
pub use check::{Check, Decision, Findings, Phase, Speeds};
pub use convert::{Converted, Moved, convert};
pub use error::NetworkError;
pub use evaluation::{Mode, Network, VALUE_TEMPERATURE, base_and_numbers};
pub use format::{
    Activation, Base, EXPERT_INPUTS, FORMAT, Head, MAX_LAYERS, MAX_WIDTH, METADATA, MovesConfig, NetworkConfig,
    Precision, Tensor, Tensors,
};
pub use library::{bytes_of, find, is_path};
pub use moves::{MoveBuffers, MoveNumbers, MoveReader, MoveScorer};
pub use probability::softmax;
pub use read::{NetworkFile, read_tensors};
pub use write::{write, write_tensors};
