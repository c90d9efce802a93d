//! Networks: their files, and their evaluation on the CPU in plain Rust.
//!
//! - `format`: what a network's file says about it.
//! - `read`, `write`: files as bytes.
//! - `error`: what can be wrong with them.
//! - `network`: a network that evaluates positions, an [`Evaluator`](crate::Evaluator); `first`: its first layer, `layers`: the others.

mod error;
mod first;
mod format;
mod layers;
mod network;
mod probability;
mod read;
mod write;

pub use error::NetworkError;
pub use format::{Activation, Base, FORMAT, Head, METADATA, NetworkConfig, Tensor, Tensors};
pub use network::{Mode, Network, VALUE_TEMPERATURE, base_and_numbers};
pub use read::NetworkFile;
pub use write::{Precision, write};
