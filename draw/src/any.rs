//! Pictures of and words about [states without their types](heist_engine::any).

use std::ops::RangeInclusive;

use heist_engine::any::AnyState;
use heist_engine::with_state;

use crate::words::decider as decider_of;
use crate::{Draw, Style, SvgStyle};

/// A branch of a state, for people.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplainedBranch {
    /// The action or the outcome in notation.
    pub notation: String,
    /// The probability of an outcome; none for actions.
    pub probability: Option<f64>,
    /// What it does or means, in one short sentence.
    pub text: String,
    /// What it points at in the picture, as [spots](SvgStyle::highlight).
    pub spots: Vec<String>,
}

/// [`Draw::draw_text`].
pub fn draw_text(state: &dyn AnyState, style: &Style) -> String {
    with_state!(state, known => known.draw_text(style))
}

/// [`Draw::draw_svg`].
pub fn draw_svg(state: &dyn AnyState, style: &SvgStyle) -> String {
    with_state!(state, known => known.draw_svg(style))
}

/// [`Draw::explain_node`].
pub fn explain_node(state: &dyn AnyState) -> String {
    with_state!(state, known => known.explain_node())
}

/// On whose behalf the decision of this node is taken, for people, see [`decider`](crate::decider).
pub fn decider(state: &dyn AnyState) -> Option<String> {
    with_state!(state, known => decider_of(known))
}

/// The branch at a place in the state's order; none if there is no such branch.
pub fn explain(state: &dyn AnyState, place: usize) -> Option<ExplainedBranch> {
    with_state!(state, known => branches(known, place..=place)).pop()
}

/// All branches in the state's order.
pub fn explain_all(state: &dyn AnyState) -> Vec<ExplainedBranch> {
    with_state!(state, known => branches(known, 0..=usize::MAX))
}

/// The branches at some places.
fn branches<G: Draw>(state: &G, places: RangeInclusive<usize>) -> Vec<ExplainedBranch> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let actions = actions.into_iter().map(|action| ExplainedBranch {
        notation: action.to_string(),
        probability: None,
        text: state.explain(action),
        spots: state.spots(action),
    });
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    let outcomes = outcomes.into_iter().map(|(outcome, probability)| ExplainedBranch {
        notation: outcome.to_string(),
        probability: Some(probability),
        text: state.explain_outcome(outcome),
        spots: state.outcome_spots(outcome),
    });
    let count = places.end().saturating_sub(*places.start()).saturating_add(1);
    actions.chain(outcomes).skip(*places.start()).take(count).collect()
}
