//! Masters of the Heist: its components, scenarios and setups, its deck and its noise.
//!
//! The rules are in docs/rules/masters-of-the-heist.md; ids such as MH5.3c are those of that document, and ids such as `items:radio` are
//! rows of data/masters-of-the-heist.

pub mod components;
pub mod deck;
pub mod letters;
pub mod noise;
pub mod scenario;
pub mod setup;
pub mod tables;
