//! The properties every game is tested for, whatever its rules.
//!
//! A game gets the whole suite by one line in `engine/tests/`, with the setups to play:
//!
//! ```ignore
//! heist_testkit::conformance_tests!(BurgleBros, [Setup::bank_job(1, 0), Setup::bank_job(4, 1)]);
//! ```
//!
//! Each property is a function that plays games and panics at the first violation, naming the setup (its place in the
//! list, from 0), the seed and the step; [`game`] with the same setups and the seed as number plays that game again.
//! Games are played in three [`Style`]s in turn, so that rare things and late ones happen, too.
//!
//! Statistical checks have fixed seeds: they pass always or never. Each is a chi-square test whose error, were the
//! seed drawn, would be at most one in a million ([`chi_square_critical`](crate::chi_square_critical)).

/// Writes one `#[test]` for each property of [`conformance`](crate::conformance).
///
/// The first argument is the game, the second anything that iterates over its setups. The tests stand where the macro
/// is called: two games in one file need a module each.
#[macro_export]
macro_rules! conformance_tests {
    ($game:ty, $setups:expr $(,)?) => {
        $crate::conformance_tests! {
            @each $game, $setups;
            equal_setups_give_equal_states,
            games_end_and_nodes_are_consistent,
            legal_actions_apply,
            left_out_actions_are_accepted,
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
            blocks_fill_the_index_spaces,
            features_tell_what_the_seat_knows,
            features_lie_on_the_board,
            action_indices_round_trip,
            replays_reproduce_keys,
            byte_driven_games_keep_the_rules,
            figures_follow_the_state,
            setups_are_as_described,
            setups_survive_their_written_forms,
            facts_cover_positions,
            facts_fit_their_pickers,
            seats_play_characters,
            windows_leave_the_pending_node_alone,
            who_acts_then_decides,
            feature_changes_add_up,
        }
    };
    (@each $game:ty, $setups:expr; $($property:ident,)*) => {
        $(
            #[test]
            fn $property() {
                let setups: ::std::vec::Vec<<$game as $crate::conformance::Game>::Setup> =
                    ::std::iter::IntoIterator::into_iter($setups).collect();
                $crate::conformance::$property::<$game>(&setups);
            }
        )*
    };
}

/// Panics with a message and the place unless a condition holds.
macro_rules! require {
    ($condition:expr; $place:expr, $($message:tt)+) => {{
        // Named, so that comparisons of floats are negated only after they are made: NaN violates them all.
        let holds: bool = $condition;
        if !holds {
            panic!("{} ({})", format_args!($($message)+), $place);
        }
    }};
}

mod descriptions;
mod encoding;
mod fillings;
mod games;
mod keys;
mod nodes;
mod notation;
mod replays;
mod serialization;
mod setups;
mod views;

pub use descriptions::{
    facts_cover_positions, facts_fit_their_pickers, feature_changes_add_up, figures_follow_the_state,
    seats_play_characters, setups_are_as_described, who_acts_then_decides, windows_leave_the_pending_node_alone,
};
pub use encoding::{
    action_indices_round_trip, blocks_fill_the_index_spaces, features_lie_on_the_board,
    features_tell_what_the_seat_knows,
};
pub use fillings::{
    filled_worlds_play_like_lazy_ones, filling_agrees_with_the_view, filling_follows_the_posterior,
    filling_uses_no_hidden_truth,
};
pub use games::{Moment, Place, Style, filled_game, game};
#[doc(hidden)]
pub use heist_engine::Game;
pub use keys::{keys_are_stable, keys_tell_states_apart};
pub use nodes::{
    check_state, games_end_and_nodes_are_consistent, illegal_steps_are_refused, left_out_actions_are_accepted,
    legal_actions_apply, outcomes_are_a_distribution, samples_follow_the_outcomes,
};
pub use notation::notation_round_trips;
pub use replays::{byte_driven_games_keep_the_rules, check_replay, drive, replays_reproduce_keys};
pub use serialization::{check_position, positions_round_trip, serialization_round_trips};
pub use setups::{equal_setups_give_equal_states, setups_survive_their_written_forms};
pub use views::{check_views, information_states_hold_what_their_seat_knows, worlds_and_views_take_the_same_steps};
