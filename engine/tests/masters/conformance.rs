//! Masters of the Heist through the conformance suite.

use heist_engine::game::Game;
use heist_engine::masters::components::{Fixer, Item};
use heist_engine::masters::scenario::Scenario;
use heist_engine::masters::setup::Owned;
use heist_engine::masters::tables::Edition;
use heist_engine::masters::{MastersOfTheHeist, Setup};

/// Every scenario, with a fixer or two, items, cash and either edition in turn.
fn setups() -> Vec<Setup> {
    let of = |(place, scenario): (usize, &Scenario)| {
        let mut setup = Setup::new(&scenario.name, 1 + place as u8 % 4, place as u64);
        if place % 3 == 0 {
            setup.edition = Edition::V24;
        }
        setup.cash = 4 * (place as u16 % 4);
        let fixers = [place, place + 7].map(|number| Fixer::ALL[number % Fixer::ALL.len()]);
        setup.fixers = Some(fixers.into_iter().filter(|&fixer| scenario.allows(fixer)).collect());
        if place % 2 == 0 {
            setup.items = vec![
                Owned(Item::Flashbang, 1),
                Owned(Item::Radio, 2),
                Owned(Item::CheapPicks, 3),
            ];
        }
        setup
    };
    Scenario::all().iter().enumerate().map(of).collect()
}

/// conformance of the setups themselves: they are playable.
#[test]
fn every_scenario_is_among_the_setups() {
    let setups = setups();
    assert_eq!(setups.len(), MastersOfTheHeist::SCENARIOS.len());
    for (setup, name) in setups.iter().zip(MastersOfTheHeist::SCENARIOS) {
        assert_eq!(setup.scenario, *name);
        MastersOfTheHeist::new(setup).expect("a playable setup");
    }
}

heist_testkit::conformance_tests!(MastersOfTheHeist, setups());
