//! Rule cases written as data: a position or a setup, what is played, and what must hold then.
//!
//! A case file is TOML. Nothing in it depends on the inside of a game: actions and outcomes are in notation, states
//! are compared as the JSON of [`Game::position`](heist_engine::Game::position). The caller reads the files;
//! [`CaseFile::parse`] and [`run`] see texts only.
//!
//! ```toml
//! game = "burgle-bros"
//!
//! [positions.two-players]              # positions that cases begin from, by name
//! players = [{ character = "hawk-basic", at = "1:A1" }, { character = "raven-basic", at = "1:A1" }]
//! floors = [{ tiles = { A1 = "foyer-1" }, guard = { at = "C4", die = "C1" }, speed = 2, discard = ["C4", "C1"] }]
//!
//! [[case]]
//! id = "X-1"                           # unique in the file
//! rules = ["X-1", "G-PATH-3"]          # the ids of the rules it proves
//! about = "a tie straight up is broken clockwise"
//! position = "two-players"
//! change = { "/turn" = { counted = 3 } }
//! steps = ["1: end"]
//! expect = { "$.floors[0].guard.at" = "C2" }
//! ```
//!
//! docs/formats.md describes every field.

mod campaign;
mod check;
mod file;
mod notation;
mod path;
mod read;
mod report;
pub(crate) mod run;
#[cfg(test)]
mod tests;
mod values;

pub use file::{Case, CaseError, CaseFile, Load};
pub use report::{CameTo, CaseFailure, CaseOutcome, CaseReport, Mismatch};
pub use run::{run, run_any_case, run_case};
