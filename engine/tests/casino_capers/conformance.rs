//! Casino Capers through the conformance suite, but for what an encoding for networks needs, which it does not have yet.

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

heist_testkit::conformance_tests! {
    @each CasinoCapers, setups();
    equal_setups_give_equal_states,
    games_end_and_nodes_are_consistent,
    legal_actions_apply,
    outcomes_are_a_distribution,
    samples_follow_the_outcomes,
    notation_round_trips,
    serialization_round_trips,
    positions_round_trip,
    keys_tell_states_apart,
    keys_are_stable,
    information_states_hold_what_their_seat_knows,
    filling_agrees_with_the_view,
    filling_uses_no_hidden_truth,
    filling_follows_the_posterior,
    filled_worlds_play_like_lazy_ones,
    worlds_and_views_take_the_same_steps,
    illegal_steps_are_refused,
    replays_reproduce_keys,
    byte_driven_games_keep_the_rules,
    figures_follow_the_state,
    setups_are_as_described,
    facts_cover_positions,
    facts_fit_their_pickers,
    seats_play_characters,
    windows_leave_the_pending_node_alone,
}
