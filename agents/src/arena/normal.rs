//! The standard normal distribution, for intervals.

/// Its 97.5% point: how many standard errors a 95% interval reaches to either side.
pub(super) const Z95: f64 = 1.959_963_984_540_054;
