//! Masters of the Heist.

mod data;
mod deck;
mod ledger;
mod scenarios;
mod setup;
