//! Casino Capers through the conformance suite.

use heist_engine::casino_capers::{CasinoCapers, Character, Chips, DeadDrops, Finale, Gear, Scenario, Setup};
use heist_engine::game::Windows;

/// Every finale and number of characters, and every variant.
fn setups() -> Vec<Setup> {
    let mut setups: Vec<Setup> = Finale::ALL
        .iter()
        .enumerate()
        .map(|(place, &finale)| Setup {
            suspicion: 1 + place as u8,
            character_count: Some(2 + place as u8 % 3),
            ..Setup::new(Scenario::Known(finale), 1 + place as u8 % 2, place as u64)
        })
        .collect();
    setups.extend([
        Setup {
            dead_drops: DeadDrops::Drawn,
            alternates: vec![Gear::Hack, Gear::WalkAndTalk, Gear::Barricade, Gear::InsideLine],
            ..Setup::random_finale(3, 20)
        },
        Setup {
            characters: vec![
                Character::Ghost,
                Character::Rook,
                Character::Acrobat,
                Character::Peterman,
            ],
            abilities: Some(true),
            chips: Chips::Uniform,
            windows: Windows::Reduced,
            ..Setup::random_finale(4, 21)
        },
        Setup {
            characters: vec![Character::Rigger, Character::Juicer, Character::Hawk],
            abilities: Some(true),
            windows: Windows::Off,
            suspicion: 10,
            turn_limit: 40,
            ..Setup::random_finale(2, 22)
        },
    ]);
    setups
}

heist_testkit::conformance_tests!(CasinoCapers, setups());
