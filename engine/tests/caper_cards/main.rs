//! Caper Cards: its rules and what is written about it.

#[path = "../common/documented.rs"]
mod documented;
#[path = "../common/rule_ids.rs"]
mod rule_ids;
#[path = "../common/steps.rs"]
mod steps;

mod components;
mod conformance;
mod course;
mod coverage;
mod encode;
mod hidden;
mod ledger;
mod plays;
mod positions;
mod score;
mod setup;
mod sizes;
mod support;
mod worked_examples;
