//! The coefficients of the estimate: `cargo run --release -p heist-benches --bin fit_masters -- 204 1 FILE` wrote them.

#![allow(
    clippy::approx_constant,
    reason = "fitted weights may come near a mathematical constant"
)]

/// In the order of `value::NAMES`.
#[rustfmt::skip]
pub(super) const COEFFICIENTS: [f32; 21] = [
    -0.0743, 0.0000, -1.4324, -0.0486, -1.6294, 1.0819, 4.5506, -0.5537,
    -0.2936, -0.0737, 0.2957, -5.0466, 0.1566, -1.2663, -0.9684, -0.2275,
    0.1705, -0.4232, -2.1990, 0.5655, 1.1547,
];
