//! Masters of the Heist.

mod data;
mod scenarios;
mod setup;
