//! The crate against a small complete game.

// `allow-unwrap-in-tests` leaves out the helpers of a test crate.
#![allow(clippy::unwrap_used)]

mod bot;
mod curtain;
mod foresight;
mod matches;
mod protocol;
mod run;
mod search;
mod spec;
mod stats;
mod trees;
mod vault;
