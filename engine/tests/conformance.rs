//! Burgle Bros. through the conformance suite.

use heist_engine::burgle_bros::{BurgleBros, Setup, Sides};

/// Every seat count with basic, advanced and mixed sides.
fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for seats in 1..=4 {
        for sides in [Sides::Basic, Sides::Advanced] {
            setups.push(Setup {
                sides,
                ..Setup::bank_job(seats, u64::from(seats))
            });
        }
    }
    setups
}

heist_engine::conformance_tests!(BurgleBros, setups());
