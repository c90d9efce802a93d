//! Features and action indices.

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::ActionSet;
use heist_engine::game::{BoardShape, Encode, FeaturePlace, Fill, IndexBlocks};

use super::games::{Moment, Place, filled, game, numbers};
use super::notation::check_notation;

/// The blocks of features and of actions follow one another without a gap, fill their spaces, and have names of their
/// own.
pub fn blocks_fill_the_index_spaces<G: Encode>(_setups: &[G::Setup]) {
    check_blocks("features", G::feature_blocks(), G::feature_count());
    check_blocks("actions", G::action_blocks(), G::action_count());
}

fn check_blocks(space: &str, blocks: IndexBlocks, count: usize) {
    let (mut end, mut names) = (0, BTreeSet::new());
    for (name, range) in blocks {
        assert!(
            range.start == end,
            "{space}: block `{name}` begins at {}, expected {end}",
            range.start
        );
        assert!(!range.is_empty(), "{space}: block `{name}` is empty");
        assert!(names.insert(name), "{space}: two blocks are called `{name}`");
        end = range.end;
    }
    assert!(end == count, "{space}: the blocks end at {end}, expected {count}");
}

/// Features are ascending, distinct and in range, and tell what the seat knows, no more: the same from the state, from
/// the seat's view and from any world the seat cannot tell apart. Every feature has a name of its own.
pub fn features_tell_what_the_seat_knows<G: Encode>(setups: &[G::Setup]) {
    let (count, most) = (G::feature_count(), G::max_active_features());
    let mut names = BTreeSet::new();
    for index in 0..count {
        let name = G::feature_name(index);
        assert!(!name.is_empty(), "feature {index} has no name");
        assert!(
            names.insert(name.clone()),
            "feature {index} has a name of an earlier one, `{name}`"
        );
    }
    let (mut features, mut other) = (Vec::new(), Vec::new());
    for number in numbers(setups, 45) {
        for moment in game::<G>(setups, number) {
            let place = moment.place;
            let mut rng = moment.rng("conformance features");
            for seat in moment.seats() {
                moment.state.features(seat, &mut features);
                let ascending = features.windows(2).all(|pair| pair[0] < pair[1]);
                require!(ascending; place, "the features of seat {seat} are not ascending and distinct: {features:?}");
                let below = features.iter().all(|&feature| (feature as usize) < count);
                require!(below; place, "a feature of seat {seat} is not below {count}: {features:?}");
                let active = features.len();
                require!(active <= most; place, "{active} features of seat {seat} are active, more than {most}");
                let view = moment.state.information_state(seat);
                let worlds = [
                    ("its view", view.clone()),
                    ("a world like it", filled(&view, Fill::All, &mut rng)),
                    ("another world like it", filled(&view, Fill::All, &mut rng)),
                ];
                for (whose, state) in worlds {
                    state.features(seat, &mut other);
                    require!(features == other; place, "the features of seat {seat} differ from those of {whose}");
                }
            }
        }
    }
}

/// Features lie on squares of the board, no two of one plane on the same one; where they lie does not change in a game,
/// and none that a state has lies on a square that its board lacks.
pub fn features_lie_on_the_board<G: Encode>(setups: &[G::Setup]) {
    let mut features = Vec::new();
    for number in numbers(setups, 15) {
        let mut places: Option<(Option<BoardShape>, Vec<FeaturePlace>)> = None;
        for moment in game::<G>(setups, number) {
            let (place, state) = (moment.place, &moment.state);
            let shape = state.board_shape();
            let (first_shape, places) = places.get_or_insert_with(|| {
                let places: Vec<_> = (0..G::feature_count())
                    .map(|index| state.feature_place(index))
                    .collect();
                check_squares::<G>(place, shape, &places);
                (shape, places)
            });
            require!(shape == *first_shape; place, "the board is {shape:?}, and it was {first_shape:?}");
            for seat in moment.seats() {
                state.features(seat, &mut features);
                for &feature in &features {
                    let (name, found) = (G::feature_name(feature as usize), state.feature_place(feature as usize));
                    let before = &places[feature as usize];
                    require!(found == *before; place, "`{name}` lies at {found:?}, and it lay at {before:?}");
                    require!(found != FeaturePlace::Missing; place, "`{name}` lies on a square that the board lacks");
                }
            }
        }
    }
}

fn check_squares<G: Encode>(at: Place, shape: Option<BoardShape>, places: &[FeaturePlace]) {
    let mut taken = BTreeMap::new();
    for (index, found) in places.iter().enumerate() {
        let FeaturePlace::Square {
            plane,
            floor,
            row,
            column,
        } = found
        else {
            continue;
        };
        let name = G::feature_name(index);
        let is_on = shape.is_some_and(|shape| *floor < shape.floors && *row < shape.rows && *column < shape.columns);
        require!(is_on; at, "`{name}` lies at {found:?}, which is not on the board {shape:?}");
        if let Some(other) = taken.insert((plane, floor, row, column), index) {
            let other = G::feature_name(other);
            panic!("`{name}` and `{other}` lie on one square of the plane `{plane}` ({at})");
        }
    }
}

/// Actions and their indices correspond one to one: for every legal action and over the whole index space.
pub fn action_indices_round_trip<G: Encode>(setups: &[G::Setup]) {
    let count = G::action_count();
    let nowhere = Place {
        setup: 0,
        seed: 0,
        step: 0,
    };
    let mut all = BTreeMap::new();
    for index in 0..count {
        let Some(action) = G::action_at(index) else {
            panic!("no action has the index {index} of {count}")
        };
        let back = G::action_index(action);
        assert!(
            back == index,
            "the action `{action}` of index {index} has the index {back}"
        );
        all.insert(action, nowhere);
    }
    check_notation(&all);
    for index in [count, count + 1, usize::MAX] {
        assert!(G::action_at(index).is_none(), "index {index} has an action, of {count}");
    }
    let (mut actions, mut indices, mut set) = (Vec::new(), Vec::new(), ActionSet::default());
    for number in numbers(setups, 100) {
        for Moment { place, state, .. } in game::<G>(setups, number) {
            state.legal_actions(&mut actions);
            // What the list held before must go, also where nothing is legal.
            indices.push(u32::MAX);
            state.legal_indices(&mut indices);
            let listed: Vec<usize> = actions.iter().map(|&action| G::action_index(action)).collect();
            let same = indices.iter().map(|&index| index as usize).eq(listed.iter().copied());
            require!(same; place, "the legal indices are {indices:?}, those of the legal actions {listed:?}");
            state.legal_set(&mut set);
            let (found, expected): (Vec<usize>, BTreeSet<usize>) =
                (set.iter().collect(), listed.iter().copied().collect());
            let same = found.iter().eq(&expected);
            require!(same; place, "the set of legal actions is {found:?}, the legal actions are {expected:?}");
            for (&action, &index) in actions.iter().zip(&listed) {
                require!(index < count; place, "the action `{action}` has the index {index}, not below {count}");
                let back = G::action_at(index);
                require!(back == Some(action); place, "the index {index} of `{action}` gives back {back:?}");
            }
        }
    }
}
