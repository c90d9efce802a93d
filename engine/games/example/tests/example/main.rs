//! The example game: the contract, its rules and cases, and agents that play it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cases;
mod players;
mod rules;
mod shaping;
