//! Masters of the Heist.

mod conformance;
mod data;
mod deck;
mod ledger;
mod scenarios;
mod setup;
mod support;
