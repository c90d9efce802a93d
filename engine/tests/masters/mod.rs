//! Masters of the Heist.

mod abilities;
mod actions;
mod boards;
mod campaign;
mod conformance;
mod crises;
mod data;
mod deck;
mod dogs;
mod escape;
mod events;
mod examples;
mod hidden;
mod items;
mod ledger;
mod npcs;
mod order;
mod planning;
mod rows;
mod rulings;
mod scenario_rules;
mod scenarios;
mod scenes;
mod setup;
mod support;
mod turn;
