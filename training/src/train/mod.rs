//! The loop: play, label, learn, measure, and again.
//!
//! Every step leaves what it made in the run's folder, and is passed over if that is there: a run that was stopped or
//! killed goes on where it was.
//!
//! ```text
//! OUT/config.toml              what the run was asked to do
//! OUT/networks.json            what the networks were that the configuration names
//! OUT/times.json               how long the steps took, over all stops
//! OUT/rounds/01/games/         recorded games
//! OUT/rounds/01/labels/        the same with labelled decisions
//! OUT/rounds/01/learn/         the learner's run, or the policy gradient's checkpoints, with metrics
//! OUT/rounds/01/data.json      how much was learned from
//! OUT/rounds/01/net.safetensors
//! OUT/rounds/01/gate/          the games of the gate, and beside them gate.json with its verdict
//! OUT/curve/, OUT/curve.json   every network in the same deals
//! OUT/NAME.safetensors, OUT/NAME.md   the network that was taken last, and its card
//! ```
//!
//! - [`config`]: what a run is asked to do. [`run`]: all of it.
//! - `values`, `gradient`: how the network of a round is made; `gate`, `curve`: how it is measured. `context`: what
//!   they share.
//! - [`data`]: what was learned from; [`times`]: how long it took; [`report`]: what gates and curves come to; [`card`]:
//!   all of that for people.
//! - `networks`: those that the configuration names. `json`: files; [`error`]: what can go wrong.
//!
//! What needs LibTorch, the table `learn` and policy gradients without `moves`, is refused by a build without the
//! feature `torch`.

pub mod card;
pub mod config;
mod context;
mod curve;
pub mod data;
pub mod error;
mod gate;
mod gradient;
mod json;
mod networks;
pub mod report;
pub mod run;
pub mod times;
mod values;
