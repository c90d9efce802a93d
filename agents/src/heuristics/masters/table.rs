//! The coefficients of the estimate.

/// In the order of [`super::value::NAMES`].
pub(super) const COEFFICIENTS: [f32; 16] = [0.0; 16];
