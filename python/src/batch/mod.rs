//! Games side by side, stepped on several threads.
//!
//! [`outputs`] is where rows are written, [`table`] one game, [`starts`] where it begins in the middle, [`shaping`]
//! what is added to rewards, [`writer`] what is written of a game, [`moves`] the numbers of its legal actions,
//! [`order`] in which order rows are played, [`fetch`] what is asked of the memory meanwhile, [`sharing`] how rows are
//! shared out among threads, [`tables`] all games, and [`binding`] the Python class.

pub mod binding;
mod fetch;
pub mod moves;
mod order;
pub mod outputs;
pub mod shaping;
mod sharing;
mod starts;
mod table;
pub mod tables;
mod writer;
