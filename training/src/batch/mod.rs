//! Games side by side, stepped on several threads, for learners that play many games at once.
//!
//! [`batch`] makes them, without the types of games; [`AnyBatch`] plays them and writes what there is to see into the
//! caller's memory ([`Outputs`]), row by row.

mod error;
mod fetch;
mod moves;
mod order;
mod outputs;
mod sharing;
mod starts;
mod table;
pub(crate) mod tables;
mod writer;

pub use error::BatchError;
pub use moves::{MoveRows, cells};
pub use outputs::{Outputs, Rows};
pub use table::{AutoReset, BatchOptions, TERMINAL_PLAYER};
pub use tables::{AnyBatch, batch};
