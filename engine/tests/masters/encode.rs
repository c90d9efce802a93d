//! What networks read of Masters of the Heist: where features lie on the map as an array.

use std::collections::BTreeMap;

use heist_engine::board::hexes::members;
use heist_engine::game::{Encode, FeaturePlace, Game};
use heist_engine::masters::scenario::Scenario;
use heist_engine::masters::{MastersOfTheHeist, Setup};

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
