//! Pictures of and words about [states without their types](heist_engine::any).

use std::marker::PhantomData;

use heist_engine::any::{AnyState, AnyStep};
use heist_engine::game::Seat;
use heist_engine::part_of;

use crate::{BoardTable, Draw, Style, SvgStyle, words};

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

/// A state that can be shown, without its type.
pub(crate) trait AnyDraw {
    fn text(&self, style: &Style) -> String;
    fn svg(&self, style: &SvgStyle) -> String;
    fn tables(&self) -> Vec<BoardTable>;
    fn plan_text(&self, planned: &dyn AnyState, style: &Style) -> Option<String>;
    fn plan_svg(&self, planned: &dyn AnyState, style: &SvgStyle) -> Option<String>;
    fn icon_of(&self, name: &str) -> Option<String>;
    fn node_text(&self) -> String;
    fn left(&self) -> Vec<(&'static str, String)>;
    fn decider_text(&self) -> Option<String>;
    /// At most `count` branches from the place `first` on, with the actions that are left out or without.
    fn branches(&self, first: usize, count: usize, with_left_out: bool) -> Vec<ExplainedBranch>;
    fn line(&self, steps: &[AnyStep], listener: Seat) -> Vec<String>;
}

/// The way to the states of one game as those that can be shown.
pub(crate) trait AnyPictures: Sync {
    fn drawn<'a>(&self, state: &'a dyn AnyState) -> &'a dyn AnyDraw;
}

pub(crate) struct Pictures<G>(pub(crate) PhantomData<fn() -> G>);

impl<G: Draw> AnyPictures for Pictures<G> {
    fn drawn<'a>(&self, state: &'a dyn AnyState) -> &'a dyn AnyDraw {
        let state: Option<&G> = state.as_any().downcast_ref();
        state.expect("the state is of this game")
    }
}

fn drawn(state: &dyn AnyState) -> &dyn AnyDraw {
    part_of!(state.game(), Pictures as dyn AnyPictures).drawn(state)
}

impl<G: Draw> AnyDraw for G {
    fn text(&self, style: &Style) -> String {
        self.draw_text(style)
    }

    fn svg(&self, style: &SvgStyle) -> String {
        self.draw_svg(style)
    }

    fn tables(&self) -> Vec<BoardTable> {
        self.board_tables()
    }

    fn plan_text(&self, planned: &dyn AnyState, style: &Style) -> Option<String> {
        self.draw_plan_text(planned.as_any().downcast_ref()?, style)
    }

    fn plan_svg(&self, planned: &dyn AnyState, style: &SvgStyle) -> Option<String> {
        self.draw_plan_svg(planned.as_any().downcast_ref()?, style)
    }

    fn icon_of(&self, name: &str) -> Option<String> {
        G::icon(name)
    }

    fn node_text(&self) -> String {
        self.explain_node()
    }

    fn left(&self) -> Vec<(&'static str, String)> {
        self.has_left()
    }

    fn decider_text(&self) -> Option<String> {
        words::decider(self)
    }

    fn branches(&self, first: usize, count: usize, with_left_out: bool) -> Vec<ExplainedBranch> {
        let (mut actions, mut left_out, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
        self.legal_actions(&mut actions);
        if with_left_out {
            self.left_out(&mut left_out);
            actions.append(&mut left_out);
        }
        self.outcomes(&mut outcomes);
        // A state has one or the other.
        let actions = actions.into_iter().skip(first).take(count);
        let outcomes = outcomes.into_iter().skip(first).take(count);
        let actions = actions.map(|action| ExplainedBranch {
            notation: action.to_string(),
            probability: None,
            text: self.explain(action),
            spots: self.spots(action),
            costs: self.costs(action),
            is_step: self.is_step(action),
        });
        let outcomes = outcomes.map(|(outcome, probability)| ExplainedBranch {
            notation: outcome.to_string(),
            probability: Some(probability),
            text: self.explain_outcome(outcome),
            spots: self.outcome_spots(outcome),
            costs: None,
            is_step: false,
        });
        actions.chain(outcomes).collect()
    }

    fn line(&self, steps: &[AnyStep], listener: Seat) -> Vec<String> {
        let typed = steps.iter().map_while(|step| step.typed().ok());
        words::explain_line(self.clone(), typed, listener)
    }
}

/// [`Draw::draw_text`].
pub fn draw_text(state: &dyn AnyState, style: &Style) -> String {
    drawn(state).text(style)
}

/// [`Draw::draw_svg`].
pub fn draw_svg(state: &dyn AnyState, style: &SvgStyle) -> String {
    drawn(state).svg(style)
}

/// [`Draw::board_tables`].
pub fn board_tables(state: &dyn AnyState) -> Vec<BoardTable> {
    drawn(state).tables()
}

/// [`Draw::draw_plan_text`] of a state of the same game.
pub fn draw_plan_text(state: &dyn AnyState, planned: &dyn AnyState, style: &Style) -> Option<String> {
    drawn(state).plan_text(planned, style)
}

/// [`Draw::draw_plan_svg`] of a state of the same game; the plain picture where that has no plan to show.
pub fn draw_plan_svg(state: &dyn AnyState, planned: &dyn AnyState, style: &SvgStyle) -> String {
    let plan = drawn(state).plan_svg(planned, style);
    plan.unwrap_or_else(|| draw_svg(state, style))
}

/// [`Draw::icon`] of a state's game.
pub fn icon(state: &dyn AnyState, name: &str) -> Option<String> {
    drawn(state).icon_of(name)
}

/// [`Draw::explain_node`].
pub fn explain_node(state: &dyn AnyState) -> String {
    drawn(state).node_text()
}

/// [`Draw::has_left`].
pub fn has_left(state: &dyn AnyState) -> Vec<(&'static str, String)> {
    drawn(state).left()
}

/// On whose behalf the decision of this node is taken, for people, see [`decider`](crate::decider).
pub fn decider(state: &dyn AnyState) -> Option<String> {
    drawn(state).decider_text()
}

/// The branch at a place in the state's order, also at that of an action that the setup's mode has left out; none if
/// there is no such branch.
pub fn explain(state: &dyn AnyState, place: usize) -> Option<ExplainedBranch> {
    drawn(state).branches(place, 1, true).pop()
}

/// All branches in the state's order.
pub fn explain_all(state: &dyn AnyState) -> Vec<ExplainedBranch> {
    drawn(state).branches(0, usize::MAX, false)
}

/// The first steps of a line from a state on, each in a sentence for `listener`, see
/// [`explain_line`](crate::explain_line). It ends before a step that is no notation of the game.
pub fn explain_line(state: &dyn AnyState, steps: &[AnyStep], listener: Seat) -> Vec<String> {
    drawn(state).line(steps, listener)
}
