//! Playing by notation, in any game.

use heist_engine::{Game, Node};

/// Plays actions and outcomes in notation.
///
/// # Panics
/// When one of them is not possible.
pub fn play<G: Game>(state: &mut G, steps: &[&str]) {
    for step in steps {
        let done = match state.node() {
            Node::Chance => state
                .try_resolve(step.parse().expect("an outcome"))
                .map_err(|error| error.to_string()),
            _ => state
                .try_apply(step.parse().expect("an action"))
                .map_err(|error| error.to_string()),
        };
        done.unwrap_or_else(|error| panic!("{step}: {error}"));
    }
}

/// The legal actions.
pub fn legal<G: Game>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    actions
}
