//! The engine's tests: what holds for every game, then game by game.

mod common;

mod allocation;
mod burgle_bros;
mod caper_cards;
mod cases;
mod conformance_catches;
mod golden;
