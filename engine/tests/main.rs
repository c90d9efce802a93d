//! The engine's tests: what holds for every game, then game by game.

mod common;

mod allocation;
mod any;
mod burgle_bros;
mod campaigns;
mod caper_cards;
mod cases;
mod casino_capers;
mod conformance_catches;
mod encoding;
mod golden;
mod hexes;
mod layouts;
mod legality;
mod masters;
