//! The commands of training.

pub mod export;
