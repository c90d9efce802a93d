//! Caper Cards through the conformance suite.

use heist_engine::caper_cards::{CaperCards, Setup};
use heist_engine::game::Seat;

/// Every seat count with both sides of the Risk card and another first Boss.
fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for seats in 1..=4 {
        setups.push(Setup::new(seats));
        setups.push(Setup {
            risk: 12,
            first: Some(Seat(seats - 1)),
            ..Setup::new(seats)
        });
    }
    setups
}

heist_testkit::conformance_tests!(CaperCards, setups());
