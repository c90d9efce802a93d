//! What networks read of Masters of the Heist: where features lie on the map as an array.

use std::collections::BTreeMap;

use heist_engine::board::hexes::members;
use heist_engine::game::{Encode, FeaturePlace, Game};
use heist_engine::masters::components::Event;
use heist_engine::masters::scenario::Scenario;
use heist_engine::masters::{Action, MastersOfTheHeist, Setup};

/// MH1c: hexes that are neighbours are so in the array too, and of those that are not only some that a gap parts.
#[test]
fn neighbours_lie_side_by_side() {
    for scenario in Scenario::all() {
        let state = MastersOfTheHeist::new(&Setup::new(&scenario.name, 4, 1)).expect("a playable setup");
        let shape = state.board_shape().expect("a map");
        assert_eq!(shape.floors, 1);
        let mut squares = BTreeMap::new();
        for index in 0..MastersOfTheHeist::feature_count() {
            let name = MastersOfTheHeist::feature_name(index);
            let found = state.feature_place(index);
            let Some(number) = name
                .strip_prefix("hex ")
                .and_then(|rest| rest.strip_suffix(": unrevealed"))
            else {
                continue;
            };
            let number: usize = number.parse().expect("hexes have numbers");
            match found {
                FeaturePlace::Square { plane, row, column, .. } => {
                    assert_eq!(plane, "unrevealed");
                    squares.insert(number - 1, (row as isize, column as isize));
                }
                other => {
                    assert_eq!(other, FeaturePlace::Missing, "{name}");
                    assert!(number > scenario.plan().count(), "{name}");
                }
            }
        }
        let plan = scenario.plan();
        assert_eq!(squares.len(), plan.count(), "{}", scenario.name);
        let least = |of: fn(&(isize, isize)) -> isize| squares.values().map(of).min();
        let most = |of: fn(&(isize, isize)) -> isize| squares.values().map(of).max();
        assert_eq!([least(|at| at.0), least(|at| at.1)], [Some(0), Some(0)]);
        assert_eq!(
            [most(|at| at.0), most(|at| at.1)],
            [Some(shape.rows as isize - 1), Some(shape.columns as isize - 1)]
        );
        for hex in 0..plan.count() {
            for other in members(plan.neighbours(hex)) {
                let (from, to) = (squares[&hex], squares[&other]);
                let step = (to.0 - from.0, to.1 - from.1);
                let is_beside = [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)].contains(&step);
                assert!(
                    is_beside,
                    "{}: {} and {} are {step:?} apart",
                    scenario.name,
                    hex + 1,
                    other + 1
                );
            }
        }
    }
}

/// MH1c: what lies on no hex is no part of the map.
#[test]
fn exits_the_deck_and_the_bag_lie_on_no_hex() {
    let state = MastersOfTheHeist::new(&Setup::new("tech-lab", 4, 1)).expect("a playable setup");
    for index in 0..MastersOfTheHeist::feature_count() {
        let name = MastersOfTheHeist::feature_name(index);
        let is_about_a_hex = name.contains("hex ");
        assert_eq!(
            state.feature_place(index) == FeaturePlace::Elsewhere,
            !is_about_a_hex,
            "{name}"
        );
    }
}

/// MH7.8i, MH7.8f, MH7.2f: notation knows no action that never is legal, and the index of one is none of another
/// action.
#[test]
fn actions_that_are_never_legal_have_no_notation() {
    for text in ["insert E5 1", "insert M1 37", "stake 9", "give 2 4", "give 2 0"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
    for text in ["insert M3 36", "stake 8", "give npc 3"] {
        let action: Action = text.parse().expect("an action");
        let index = MastersOfTheHeist::action_index(action);
        assert_eq!(MastersOfTheHeist::action_at(index), Some(action));
    }
}

/// Whatever notation accepts has an index of its own: every kind of action, with other numbers, names and sides in it.
#[test]
fn what_can_be_read_has_an_index() {
    const WORDS: &str = "0 1 2 3 4 5 6 7 8 9 10 36 37 99 255 256 npc e guard dog jewel cash cash:0 cash:1 cash:255 \
                         radio documents M1 E5 S M walk bolt 0,0 10,9 11,9";
    let mut read = 0;
    for (_, range) in MastersOfTheHeist::action_blocks() {
        let known = MastersOfTheHeist::action_at(range.start)
            .expect("a block has actions")
            .to_string();
        let parts: Vec<&str> = known.split(' ').collect();
        for place in 0..=parts.len() {
            for word in WORDS.split(' ') {
                let mut parts = parts.clone();
                match parts.get_mut(place) {
                    Some(part) => *part = word,
                    None => parts.push(word),
                }
                let Ok(action) = parts.join(" ").parse::<Action>() else {
                    continue;
                };
                let index = MastersOfTheHeist::action_index(action);
                assert_eq!(MastersOfTheHeist::action_at(index), Some(action));
                read += 1;
            }
        }
    }
    assert!(read > 300, "{read}");
}

#[test]
#[should_panic(expected = "E5 is never part of a legal action")]
fn the_index_of_an_event_that_the_retiree_has_not() {
    MastersOfTheHeist::action_index(Action::Insert(Event::E5, 1));
}

#[test]
#[should_panic(expected = "`stake 9` is never a legal action")]
fn the_index_of_a_stake_that_is_too_high() {
    MastersOfTheHeist::action_index(Action::Stake(9));
}
