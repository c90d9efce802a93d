//! Casino Capers.

mod conformance;
mod games;
mod positions;
