//! What the tests of every game share.

pub mod counters;
pub mod documented;
pub mod figures;
pub mod floor;
pub mod games;
pub mod kinds;
pub mod patience;
pub mod rule_ids;
pub mod setups;
