//! Tests of the training crate, through its public interface.

// `allow-unwrap-in-tests` leaves out the helpers of a test crate.
#![allow(clippy::unwrap_used)]

mod format;
mod label;
mod merge;
mod resume;
mod rows;
mod selfplay;
mod support;
