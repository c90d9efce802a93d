//! Burgle Bros.: its rules and what is written about it.

mod components;
mod conformance;
mod coverage;
mod edge_cases;
mod encode;
mod figures;
mod guards;
mod joint;
mod ledger;
mod lost_visual;
mod moves;
mod odds;
mod older_printing;
mod positions;
mod rulings;
mod scenarios;
mod setup;
mod support;
mod turn;
