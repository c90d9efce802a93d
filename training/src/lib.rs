//! From self-play to networks that play: trajectory files, the learner and the training loop, for every game.
//!
//! - [`record`]: a game as it is recorded; [`rows`]: recorded games played again.
//! - [`shard`]: files of recorded games; [`survey`]: what is in them, and whether it is right; [`merge`]: one of several;
//!   [`export`]: tables for other programs.
//! - [`selfplay`]: games are played and recorded; [`label`]: recorded decisions are looked into afterwards.

pub mod export;
pub mod label;
pub mod merge;
mod order;
pub mod record;
pub mod rows;
pub mod selfplay;
pub mod shard;
pub mod survey;
