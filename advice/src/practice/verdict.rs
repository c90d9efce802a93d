//! What a choice is worth, in words.

use heist_draw::any::{explain, explain_line};
use heist_engine::any::{AnyState, AnyStep};
use heist_engine::game::{Node, Seat};

use super::{Puzzle, Tried};
use crate::choice::{Choice, steps};

/// A step that is expected, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// In notation.
    pub notation: String,
    /// In a sentence.
    pub text: String,
    /// The probability of an outcome; none for a decision.
    pub probability: Option<f64>,
}

/// What a choice at a position is worth.
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    /// The move that was chosen.
    pub chosen: &'a Tried,
    /// What it does.
    pub choice: Choice,
    /// The best move.
    pub best: &'a Tried,
    /// What that does.
    pub better: Choice,
    /// The obvious move, which the expert plays.
    pub obvious: &'a Tried,
    /// What that does.
    pub expected: Choice,
}

impl Verdict<'_> {
    /// Whether the best move was chosen.
    pub fn is_right(&self) -> bool {
        std::ptr::eq(self.chosen, self.best)
    }

    /// Whether the obvious move was chosen.
    pub fn is_obvious(&self) -> bool {
        std::ptr::eq(self.chosen, self.obvious)
    }
}

impl Puzzle {
    /// What a choice is worth; none if there is no such move.
    pub fn judge(&self, notation: &str) -> Option<Verdict<'_>> {
        let (chosen, obvious) = (self.find(notation)?, self.find(&self.found.expert)?);
        Some(Verdict {
            chosen,
            choice: self.explained(notation)?,
            best: self.best(),
            better: self.explained(&self.best().notation)?,
            obvious,
            expected: self.explained(&self.found.expert)?,
        })
    }

    fn explained(&self, notation: &str) -> Option<Choice> {
        explain(&*self.state, self.state.place(notation)?).map(Choice::from)
    }
}

/// What is expected to follow a move of a position, in words; the move itself is not among it.
pub fn line_of(puzzle: &Puzzle, tried: &Tried) -> Vec<Told> {
    let listener = Seat(puzzle.found.seat.saturating_sub(1));
    let mut state = puzzle.state.copy();
    let mut line = Vec::new();
    if take(&mut *state, &tried.notation).is_none() {
        return Vec::new();
    }
    let after = state.copy();
    for step in steps(&tried.line).filter(|step| !step.is_empty()) {
        // A set is refused if a line of it is not possible.
        let Some(taken) = take(&mut *state, step) else { break };
        line.push(taken);
    }
    let steps: Vec<AnyStep> = line.iter().map(|(step, _)| step.clone()).collect();
    let sentences = explain_line(&*after, &steps, listener);
    let told = line.into_iter().zip(sentences);
    told.map(|((step, probability), text)| Told {
        notation: step.notation,
        text,
        probability,
    })
    .collect()
}

/// Takes a step in notation; gives it with the probability of an outcome.
fn take(state: &mut dyn AnyState, notation: &str) -> Option<(AnyStep, Option<f64>)> {
    let place = state.place(notation)?;
    let branch = state.branch(place)?;
    let seat = match state.node() {
        Node::Decision(seat) => Some(seat),
        _ => None,
    };
    let step = AnyStep {
        seat,
        notation: branch.notation,
    };
    state.take(place).then_some((step, branch.probability))
}
