//! Masters of the Heist through the conformance suite.

use heist_engine::game::Game;
use heist_engine::masters::components::{Fixer, Item};
use heist_engine::masters::scenario::Scenario;
use heist_engine::masters::setup::{Mode, Owned};
use heist_engine::masters::tables::Edition;
use heist_engine::masters::{MastersOfTheHeist, Setup};
use heist_engine::random::stream;
use heist_testkit::play_randomly;

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

/// MH5.8c, 5.8 item 5: what a state accepts is what is legal in the mode `strict`, the legal actions of its own mode
/// among it.
#[test]
fn mh5_8c_what_is_accepted_is_what_strict_allows() {
    let (mut accepted, mut strict, mut left_out) = (Vec::new(), Vec::new(), 0);
    for (number, setup) in setups().into_iter().enumerate() {
        for mode in [Mode::Strict, Mode::Reduced, Mode::Normal] {
            let setup = Setup {
                actions: mode,
                ..setup.clone()
            };
            let first = MastersOfTheHeist::new(&setup).expect("a playable setup");
            for (state, _) in play_randomly(first, &mut stream(number as u64, "accepted", 0)) {
                state.left_out(&mut accepted);
                left_out += accepted.len();
                assert!(mode != Mode::Strict || accepted.is_empty(), "nothing is left out");
                let mut legal = Vec::new();
                state.legal_actions(&mut legal);
                accepted.extend(legal);
                state.in_mode(Mode::Strict).legal_actions(&mut strict);
                accepted.sort_unstable();
                strict.sort_unstable();
                if accepted != strict {
                    // R30: no more free things in a row, in no mode.
                    let written = serde_json::to_value(state.position()).expect("positions are JSON");
                    assert_eq!(written["free-things"], serde_json::json!(30), "{mode:?}: {written}");
                    assert!(accepted.iter().all(|action| strict.contains(action)), "{written}");
                }
            }
        }
    }
    assert!(left_out > 50, "{left_out} actions were left out");
}

heist_testkit::conformance_tests!(MastersOfTheHeist, setups());
