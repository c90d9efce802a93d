//! Masters of the Heist.

mod conformance;
mod data;
mod deck;
mod ledger;
mod order;
mod scenarios;
mod setup;
mod support;
