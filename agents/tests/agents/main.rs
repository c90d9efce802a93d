//! The crate against a small complete game and the games of the engine.

// `allow-unwrap-in-tests` leaves out the helpers of a test crate.
#![allow(clippy::unwrap_used)]

mod any;
mod any_runs;
mod bot;
mod burgle_bros;
mod burgle_bros_luck;
mod burgle_bros_value;
mod calibration;
mod campaign;
mod caper_cards;
mod casino_capers;
mod consistency;
mod control;
mod cross;
mod curtain;
mod experts;
mod folder;
mod foresight;
mod golden_searches;
mod guided;
mod gumbel;
mod lines;
mod luck;
mod masters;
mod masters_moves;
mod matches;
mod moves;
mod network;
mod network_check;
mod network_files;
mod protocol;
mod reasons;
mod run;
mod search;
mod shipped;
mod shipped_searches;
mod spec;
mod sprt;
mod stats;
mod study;
mod thinker;
mod trees;
mod vault;
mod whisper;
