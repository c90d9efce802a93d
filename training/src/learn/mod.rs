//! The learner: networks fitted to what searches and games have shown.
//!
//! Everything that computes with tensors is behind the feature `torch`, which links LibTorch.

pub mod architecture;
pub mod input;
#[cfg(feature = "torch")]
pub mod model;
#[cfg(feature = "torch")]
pub mod optimizer;
