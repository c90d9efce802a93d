//! Masters of the Heist.

mod data;
mod deck;
mod scenarios;
mod setup;
