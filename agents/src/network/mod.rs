//! Networks: their files, and their evaluation on the CPU in plain Rust.
//!
//! - `format`: what a network's file says about it.
//! - `read`, `write`: files as bytes.
//! - `error`: what can be wrong with them.

mod error;
mod format;
mod read;
mod write;

pub use error::NetworkError;
pub use format::{Activation, Base, FORMAT, Head, METADATA, NetworkConfig, Tensor, Tensors};
pub use read::NetworkFile;
pub use write::{Precision, write};
