//! Everything that is asked outside planning, acting and the escape.

use heist_engine::masters::Action;

/// What is chosen where it is offered, the first first: the chit that was drawn stays, Diversion tokens and the Lucky
/// Penny are there to be used, and noise is cheaper than ideas.
const PREFERRED: [Action; 6] = [
    Action::Keep,
    Action::Divert,
    Action::Penny,
    Action::TakeNoise,
    Action::Decline,
    Action::Done,
];

/// The answer to a question in between.
pub(super) fn choose(legal: &[Action]) -> Action {
    let found = PREFERRED.into_iter().find(|action| legal.contains(action));
    found.unwrap_or(legal[0])
}
