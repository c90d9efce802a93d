//! The coefficients of the estimate: `cargo run --release -p heist-benches --bin fit_masters -- 204 1 FILE` wrote them.

#![allow(
    clippy::approx_constant,
    reason = "fitted weights may come near a mathematical constant"
)]

/// In the order of `value::NAMES`.
#[rustfmt::skip]
pub(super) const COEFFICIENTS: [f32; 21] = [
    -0.8170, 0.0000, -1.9014, -0.0346, -1.2053, 1.8793, 4.8077, -0.6588,
    -0.0465, 0.0189, 0.3065, -4.3403, 0.4519, -1.6781, -0.5148, -0.6527,
    0.2008, -0.2799, -1.9676, -0.1121, 0.8745,
];
