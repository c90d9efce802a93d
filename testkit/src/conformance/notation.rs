//! The texts of actions and outcomes.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use heist_engine::game::{Game, Node, NotationError, Seat};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::games::{Moment, Place, game, legal, numbers, possible};
use super::serialization::json_round_trip;

/// Every action and outcome reads back from its notation and from JSON.
pub fn notation_round_trips<G: Game>(setups: &[G::Setup]) {
    let mut actions = BTreeMap::new();
    let mut outcomes = BTreeMap::new();
    for number in numbers(setups, 100) {
        for Moment { place, state, .. } in game::<G>(setups, number) {
            match state.node() {
                Node::Decision(_) => {
                    for action in legal(&state, place) {
                        actions.entry(action).or_insert(place);
                    }
                }
                Node::Chance => {
                    for (outcome, _) in possible(&state, place) {
                        outcomes.entry(outcome).or_insert(place);
                    }
                    for seat in Seat::all(state.seats()) {
                        for (outcome, _) in possible(&state, place) {
                            outcomes.entry(state.observed(outcome, seat)).or_insert(place);
                        }
                    }
                }
                Node::Terminal => {}
            }
        }
    }
    check_notation(&actions);
    check_notation(&outcomes);
}

pub(crate) fn check_notation<T>(items: &BTreeMap<T, Place>)
where
    T: Copy + Ord + Debug + Display + FromStr<Err = NotationError> + Serialize + DeserializeOwned,
{
    let mut texts = BTreeMap::new();
    for (&item, &place) in items {
        let text = item.to_string();
        let parsed: Result<T, NotationError> = text.parse();
        require!(parsed == Ok(item); place, "notation does not round-trip: {item:?} gives `{text}`, read {parsed:?}");
        let fit = text.trim() == text && !text.is_empty() && text.chars().all(|letter| !letter.is_control());
        require!(fit; place, "the notation `{text}` has blank ends or control characters");
        require!(json_round_trip(&item, place) == item; place, "`{text}` does not survive JSON");
        if let Some(other) = texts.insert(text.clone(), item) {
            panic!("{other:?} and {item:?} are both written `{text}` ({place})");
        }
    }
}
