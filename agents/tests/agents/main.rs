//! The crate against a small complete game.

// `allow-unwrap-in-tests` leaves out the helpers of a test crate.
#![allow(clippy::unwrap_used)]

mod control;
mod cross;
mod folder;
mod luck;
mod matches;
mod run;
mod search;
mod spec;
mod sprt;
mod stats;
mod vault;
