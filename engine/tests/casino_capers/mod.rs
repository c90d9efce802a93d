//! Casino Capers.

mod bouncers;
mod campaign;
mod chips;
mod conformance;
mod coverage;
mod games;
mod gear;
mod information;
mod ledger;
mod positions;
mod rulings;
mod setup;
mod support;
mod tiles;
mod windows;
