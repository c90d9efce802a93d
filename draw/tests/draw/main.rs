//! Pictures of every game.

mod any;
mod board_tables;
mod burgle_bros;
mod caper_cards;
mod casino_capers;
mod casino_svg;
mod contrast;
mod documents;
mod masters;
mod masters_svg;
mod support;
mod svg;
