//! Caper Cards: its rules and what is written about it.

mod conformance;
