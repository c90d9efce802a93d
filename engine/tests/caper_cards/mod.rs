//! Caper Cards: its rules and what is written about it.

mod components;
mod conformance;
mod course;
mod coverage;
mod encode;
mod figures;
mod hidden;
mod ledger;
mod plays;
mod positions;
mod score;
mod setup;
mod sizes;
mod support;
mod worked_examples;
