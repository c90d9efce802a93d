//! From self-play to networks that play: trajectory files, the learner and the training loop, for every game.
//!
//! - [`record`]: a game as it is recorded; [`rows`]: recorded games played again.
//! - [`shard`]: files of recorded games; [`survey`]: what is in them, and whether it is right; [`merge`]: one of
//!   several;
//!   [`export`]: tables for other programs.
//! - [`selfplay`]: games are played and recorded; [`label`]: recorded decisions are looked into afterwards.
//! - [`learn`]: networks are fitted to what was recorded.
//! - [`batch`]: games side by side, for learners that play many at once.
//! - [`ppo`]: networks learn by playing with themselves.
//! - [`train`]: the loop of all that.
//! - [`any`]: all of it for games that are known by their names.
//! - [`files`]: what is written is written whole or not at all. [`problem`]: values of configurations that make no
//!   sense.

mod annotations;
pub mod any;
pub mod batch;
mod difference;
pub mod export;
pub mod files;
pub mod label;
pub mod learn;
pub mod merge;
mod order;
mod parts;
pub mod ppo;
pub mod problem;
pub mod record;
pub mod rows;
pub mod selfplay;
pub mod shard;
pub mod survey;
pub mod train;

pub use parts::Parts;
