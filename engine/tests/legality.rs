//! In debug builds `apply` asserts that an action is legal.

use std::panic::{AssertUnwindSafe, catch_unwind};

use heist_engine::game::{Game, Node};
use heist_engine::random::{choose, stream};

use crate::common::games::each_game;
use crate::common::setups;

/// The first decision of a game, and an action of a later one that is not legal there.
fn illegal_action<G: Game>() -> (G, G::Action) {
    let mut rng = stream(11, "legality", 0);
    let mut state = G::new(&setups::drawn::<G>(1)).expect("a playable setup");
    let (mut first, mut legal) = (None, Vec::new());
    loop {
        match state.node() {
            Node::Terminal => panic!("{}: every action is legal at first", G::ID),
            Node::Chance => {
                let outcome = state.sample(&mut rng);
                state.resolve(outcome);
            }
            Node::Decision(_) => {
                state.legal_actions(&mut legal);
                let (start, at_first) = first.get_or_insert_with(|| (state.clone(), legal.clone()));
                if let Some(&later) = legal.iter().find(|action| !at_first.contains(action)) {
                    return (start.clone(), later);
                }
                state.apply(choose(&mut rng, &legal));
            }
        }
    }
}

fn assert_legality_is_asserted<G: Game>() {
    let (mut state, action) = illegal_action::<G>();
    let panic = catch_unwind(AssertUnwindSafe(|| state.apply(action))).expect_err("it panics");
    let message = panic.downcast_ref::<String>().map_or("", String::as_str);
    assert_eq!(message, format!("{action} is not legal"), "{}", G::ID);
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "only debug builds assert it")]
fn apply_asserts_in_every_game_that_an_action_is_legal() {
    macro_rules! check {
        ([$($game:path,)*]) => {
            $(assert_legality_is_asserted::<$game>();)*
        };
    }
    each_game!([check]);
}
