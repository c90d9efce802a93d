//! Tests of the training crate, through its public interface.

#[cfg(feature = "torch")]
mod learn;
