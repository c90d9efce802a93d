//! What actions cost, as far as every game can tell.

use heist_engine::game::{Game, Node};

/// What of its stake the team loses at once by an action, or that the game ends with it; none otherwise.
pub(crate) fn usual_costs<G: Game>(state: &G, action: G::Action) -> Option<String> {
    let mut after = state.clone();
    after.apply(action);
    match (after.lost().saturating_sub(state.lost()), after.node()) {
        (0, Node::Terminal) => Some("the game ends".to_owned()),
        (0, _) => None,
        (lost, _) => Some(format!("{lost} {}", G::STAKE)),
    }
}
