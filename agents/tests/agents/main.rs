//! The crate against a small complete game.

// `allow-unwrap-in-tests` leaves out the helpers of a test crate.
#![allow(clippy::unwrap_used)]

mod bot;
mod control;
mod cross;
mod curtain;
mod folder;
mod foresight;
mod luck;
mod matches;
mod protocol;
mod run;
mod search;
mod spec;
mod sprt;
mod stats;
mod study;
mod trees;
mod vault;
mod whisper;
