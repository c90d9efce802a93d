//! The loop: play, label, learn, measure, and again.
//!
//! Every step leaves what it made in the run's folder, and is passed over if that is there: a run that was stopped or killed goes
//! on where it was.
//!
//! ```text
//! OUT/config.toml              what the run was asked to do
//! OUT/rounds/01/games/         recorded games
//! OUT/rounds/01/labels/        the same with labelled decisions
//! OUT/rounds/01/learn/         the learner's run, or the policy gradient's checkpoints
//! OUT/rounds/01/net.safetensors
//! OUT/rounds/01/gate/          the games of the gate, and gate.json with its verdict
//! OUT/curve/, OUT/curve.json   every network in the same deals
//! OUT/NAME.safetensors, OUT/NAME.md   the network that was taken last, and its card
//! ```

#[cfg(feature = "torch")]
pub mod card;
pub mod config;
pub mod report;
#[cfg(feature = "torch")]
pub mod run;
