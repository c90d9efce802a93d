//! Pictures of every game.

mod burgle_bros;
mod caper_cards;
mod svg;
