//! Games side by side, stepped on several threads.
//!
//! [`outputs`] is where rows are written, [`table`] one game, [`writer`] what is written of it, [`sharing`] how rows are shared
//! out among threads, [`starts`] where games begin in the middle, [`tables`] all games, and [`binding`] the Python class.

pub mod binding;
pub mod outputs;
mod sharing;
mod starts;
mod table;
pub mod tables;
mod writer;
