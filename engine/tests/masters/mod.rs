//! Masters of the Heist.

mod abilities;
mod actions;
mod boards;
mod conformance;
mod data;
mod deck;
mod hidden;
mod items;
mod ledger;
mod order;
mod planning;
mod scenarios;
mod setup;
mod support;
mod turn;
