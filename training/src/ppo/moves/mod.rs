//! A policy that scores moves one by one by numbers of each, and learns by playing with itself.
//!
//! The numbers are few and mostly 0 and the network has one hidden layer, so that its gradients are written out here: a
//! core learns from tens of thousands of decisions per second, and nothing needs LibTorch. Whatever is drawn is drawn
//! per game, and gradients are summed in a fixed number of parts, so that the weights are the same for any number of
//! threads.
//!
//! - [`gradient`]: of scores with respect to the weights. [`learner`]: weights and what changes them.
//! - [`objective`]: what is maximised. [`decision`]: what is learnt from; [`teacher`]: whom it may clone first.
//!   [`trainer`]: the updates.

pub mod decision;
pub mod gradient;
pub mod learner;
pub mod objective;
pub mod teacher;
pub mod trainer;
