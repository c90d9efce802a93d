//! The coefficients of the estimate: `cargo run --release -p heist-benches --bin fit_masters -- 126 1 FILE` wrote them.

#![allow(
    clippy::approx_constant,
    reason = "fitted weights may come near a mathematical constant"
)]

/// In the order of `value::NAMES`.
#[rustfmt::skip]
pub(super) const COEFFICIENTS: [f32; 16] = [
    -1.5082, 0.0000, -2.4564, 0.2783, -2.8262, 1.8978, 8.3968, -0.3629,
    -0.1431, 0.1553, 0.2431, -1.8902, -0.7643, -3.7656, 0.7721, -0.0748,
];
