//! What the tests of every game share.

pub mod documented;
pub mod figures;
pub mod rule_ids;
pub mod setups;
pub mod steps;
