//! Tests of the training crate, through its public interface.

// `allow-unwrap-in-tests` leaves out the helpers of a test crate.
#![allow(clippy::unwrap_used)]

mod any;
mod config;
mod data;
mod documents;
mod format;
mod label;
mod lanes;
#[cfg(feature = "torch")]
mod learn;
mod lockstep;
mod merge;
mod move_scores;
#[cfg(feature = "torch")]
mod ppo;
mod resume;
mod rows;
mod selfplay;
mod start;
mod support;
mod train;
mod verify;
