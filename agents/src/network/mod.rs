//! Networks: their files, and their evaluation on the CPU in plain Rust.
//!
//! - `format`: what a network's file says about it.
//! - `read`, `write`: files as bytes.
//! - `error`: what can be wrong with them.
//! - `library`: networks by name, those that are shipped and files.
//! - `agent`: networks as agents.
//! - `network`: a network that evaluates positions, an [`Evaluator`](crate::Evaluator); `first`: its first layer, `layers`: the others.

mod agent;
mod error;
mod first;
mod format;
mod layers;
mod library;
mod network;
mod probability;
mod read;
mod write;

pub use agent::{NetworkAccount, NetworkAgent};
pub use error::NetworkError;
pub use format::{Activation, Base, FORMAT, Head, METADATA, NetworkConfig, Tensor, Tensors};
pub use library::{SHIPPED, Shipped, find, find_bytes, is_path, shipped};
pub use network::{Mode, Network, VALUE_TEMPERATURE, base_and_numbers};
pub use read::NetworkFile;
pub use write::{Precision, write};
