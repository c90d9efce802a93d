//! Casino Capers.

mod campaign;
mod conformance;
mod games;
mod positions;
