//! Pictures of and words about [states without their types](heist_engine::any).

use heist_engine::any::AnyState;
use heist_engine::with_state;

use crate::words::decider as decider_of;
use crate::{BoardTable, Draw, Style, SvgStyle};

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
    /// What it costs besides what everybody expects of it, in a few words; none of an ordinary action and of outcomes.
    pub costs: Option<String>,
    /// Whether it does nothing but take the one who acts to another place.
    pub is_step: bool,
}

/// [`Draw::draw_text`].
pub fn draw_text(state: &dyn AnyState, style: &Style) -> String {
    with_state!(state, known => known.draw_text(style))
}

/// [`Draw::draw_svg`].
pub fn draw_svg(state: &dyn AnyState, style: &SvgStyle) -> String {
    with_state!(state, known => known.draw_svg(style))
}

/// [`Draw::board_tables`].
pub fn board_tables(state: &dyn AnyState) -> Vec<BoardTable> {
    with_state!(state, known => known.board_tables())
}

/// [`Draw::draw_plan_text`] of a state of the same game.
pub fn draw_plan_text(state: &dyn AnyState, planned: &dyn AnyState, style: &Style) -> Option<String> {
    with_state!(state, known => known.draw_plan_text(planned.as_any().downcast_ref()?, style))
}

/// [`Draw::draw_plan_svg`] of a state of the same game; the plain picture where that has no plan to show.
pub fn draw_plan_svg(state: &dyn AnyState, planned: &dyn AnyState, style: &SvgStyle) -> String {
    with_state!(state, known => match planned.as_any().downcast_ref() {
        Some(planned) => known.draw_plan_svg(planned, style).unwrap_or_else(|| known.draw_svg(style)),
        None => known.draw_svg(style),
    })
}

/// [`Draw::icon`] of a state's game.
pub fn icon(state: &dyn AnyState, name: &str) -> Option<String> {
    fn of<G: Draw>(_: &G, name: &str) -> Option<String> {
        G::icon(name)
    }
    with_state!(state, known => of(known, name))
}

/// [`Draw::explain_node`].
pub fn explain_node(state: &dyn AnyState) -> String {
    with_state!(state, known => known.explain_node())
}

/// [`Draw::has_left`].
pub fn has_left(state: &dyn AnyState) -> Vec<(&'static str, String)> {
    with_state!(state, known => known.has_left())
}

/// On whose behalf the decision of this node is taken, for people, see [`decider`](crate::decider).
pub fn decider(state: &dyn AnyState) -> Option<String> {
    with_state!(state, known => decider_of(known))
}

/// The branch at a place in the state's order, also at that of an action that the setup's mode has left out; none if
/// there is no such branch.
pub fn explain(state: &dyn AnyState, place: usize) -> Option<ExplainedBranch> {
    with_state!(state, known => branches(known, place, 1, true)).pop()
}

/// All branches in the state's order.
pub fn explain_all(state: &dyn AnyState) -> Vec<ExplainedBranch> {
    with_state!(state, known => branches(known, 0, usize::MAX, false))
}

/// At most `count` branches from the place `first` on, with the actions that are left out or without.
fn branches<G: Draw>(state: &G, first: usize, count: usize, with_left_out: bool) -> Vec<ExplainedBranch> {
    let (mut actions, mut left_out, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
    state.legal_actions(&mut actions);
    if with_left_out {
        state.left_out(&mut left_out);
        actions.append(&mut left_out);
    }
    state.outcomes(&mut outcomes);
    // A state has one or the other.
    let actions = actions.into_iter().skip(first).take(count);
    let outcomes = outcomes.into_iter().skip(first).take(count);
    let actions = actions.map(|action| ExplainedBranch {
        notation: action.to_string(),
        probability: None,
        text: state.explain(action),
        spots: state.spots(action),
        costs: state.costs(action),
        is_step: state.is_step(action),
    });
    let outcomes = outcomes.map(|(outcome, probability)| ExplainedBranch {
        notation: outcome.to_string(),
        probability: Some(probability),
        text: state.explain_outcome(outcome),
        spots: state.outcome_spots(outcome),
        costs: None,
        is_step: false,
    });
    actions.chain(outcomes).collect()
}
