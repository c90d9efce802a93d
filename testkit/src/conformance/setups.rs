//! Setups and the states they give.

use heist_engine::Game;

use super::games::start;
use super::serialization::json_round_trip;

/// Equal setups give equal states and keys, completing one changes nothing and happens once, and setups serialize.
pub fn equal_setups_give_equal_states<G: Game>(setups: &[G::Setup]) {
    for (number, setup) in setups.iter().enumerate() {
        let (place, state) = start::<G>(setups, number as u64);
        let (_, again) = start::<G>(setups, number as u64);
        require!(state == again; place, "the same setup gave two different states");
        require!(state.key() == again.key(); place, "the same setup gave two different keys");
        let complete = G::complete(setup).unwrap_or_else(|error| panic!("{error} ({place})"));
        let completed = G::new(&complete).unwrap_or_else(|error| panic!("{error} ({place})"));
        require!(completed == state; place, "the completed setup gives another state");
        let twice = G::complete(&complete).unwrap_or_else(|error| panic!("{error} ({place})"));
        require!(twice == complete; place, "completing a completed setup changes it");
        require!(json_round_trip(setup, place) == *setup; place, "the setup does not survive JSON");
        require!(json_round_trip(&complete, place) == complete; place, "the completed setup does not survive JSON");
    }
}
