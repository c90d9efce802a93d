//! States and positions as JSON.

use std::fmt::Debug;

use heist_engine::game::{Game, Overrides};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::games::{Place, game, kinds, numbers, some};

pub(crate) fn json_round_trip<T: Serialize + DeserializeOwned + Debug>(item: &T, place: Place) -> T {
    let text = serde_json::to_string(item).unwrap_or_else(|error| panic!("{item:?} gives no JSON: {error} ({place})"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("the JSON {text} does not read back: {error} ({place})"))
}

/// States, views and filled worlds read back from JSON, with their keys.
pub fn serialization_round_trips<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 24) {
        for moment in some(game::<G>(setups, number), 40) {
            let place = moment.place;
            for (kind, state) in kinds(&moment) {
                let read = json_round_trip(&state, place);
                require!(read == state; place, "serialization: the {kind} reads back as {read:?}, was {state:?}");
                require!(read.key() == state.key(); place, "serialization changes the key of the {kind}");
                require!(read.node() == state.node(); place, "serialization changes the node of the {kind}");
            }
        }
    }
}

/// The position of the state gives it back at every node, also through JSON; in some games and at some nodes, so do
/// those of a view and of a filled world.
pub fn positions_round_trip<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 72) {
        let moments = game::<G>(setups, number);
        for moment in &moments {
            check_position(&moment.state, moment.place);
        }
        if number % 3 > 0 {
            continue;
        }
        for moment in some(moments, 40) {
            let place = moment.place;
            for (kind, state) in kinds(&moment) {
                let position = state.position();
                reads_back(kind, &state, json_round_trip(&position, place), place);
                reads_back(kind, &state, position, place);
            }
        }
    }
}

/// The position of a state, as it is written, gives the state back. For games that get further than random ones.
///
/// # Panics
/// When it is refused or gives another state.
pub fn check_position<G: Game>(state: &G, place: Place) {
    reads_back("state", state, json_round_trip(&state.position(), place), place);
}

fn reads_back<G: Game>(kind: &str, state: &G, position: G::Position, place: Place) {
    match G::from_position(position, Overrides::None) {
        Ok(read) => {
            require!(read == *state; place, "position of the {kind} gives {read:?}, was {state:?}");
            require!(read.key() == state.key(); place, "position of the {kind} gives another key");
        }
        Err(error) => panic!("position of the {kind} is refused: {error} ({place})"),
    }
}
