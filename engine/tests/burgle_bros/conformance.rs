//! Burgle Bros. through the conformance suite.

use heist_engine::burgle_bros::{BurgleBros, Scenario, Setup, Sides, Walls};

/// The Bank Job with every seat count and basic, advanced and mixed sides.
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

heist_testkit::conformance_tests!(BurgleBros, setups());

/// The other scenarios and the variants, each with every seat count: walls of one's own and random ones, another empty
/// space, Lost Visual, the older printing's sides.
mod other_scenarios {
    use super::*;

    fn setups() -> Vec<Setup> {
        let mut setups = Vec::new();
        for seats in 1..=4 {
            let is_even = seats % 2 == 0;
            setups.push(Setup {
                sides: Sides::Both,
                lost_visual: is_even,
                walls: if is_even { Walls::Standard } else { Walls::Random },
                ..Setup::new(Scenario::OfficeJob, seats, u64::from(seats))
            });
            setups.push(Setup {
                sides: if is_even { Sides::Both } else { Sides::Older },
                lost_visual: !is_even,
                walls: if is_even { Walls::Standard } else { Walls::Random },
                empty_space: (!is_even).then_some(9),
                ..Setup::new(Scenario::FortKnox, seats, u64::from(seats))
            });
            let own = Scenario::BankJob.layout();
            setups.push(Setup {
                sides: Sides::Older,
                lost_visual: true,
                walls: Walls::Pieces(own.walls.iter().copied().rev().collect()),
                ..Setup::bank_job(seats, u64::from(seats))
            });
        }
        setups
    }

    heist_testkit::conformance_tests!(BurgleBros, setups());
}
