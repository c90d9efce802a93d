//! What may be entered at a table, or advised.

use heist_draw::any::ExplainedBranch;
use serde::Serialize;

/// One thing that may be entered now.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// What is entered.
    pub notation: String,
    /// What it does or means, in one short sentence.
    pub text: String,
    /// What it points at in the picture ([`SvgStyle::highlight`](heist_draw::SvgStyle::highlight)).
    pub spots: Vec<String>,
    /// How likely it is, of an outcome.
    pub probability: Option<f64>,
    /// What it costs or gives up besides what everybody expects of it, in a few words: the page asks once more before
    /// it is entered by a tap on the board. None of an ordinary one.
    pub costs: Option<String>,
    /// Where it also says who acts: that, in a sentence; else empty.
    pub actor: String,
}

impl Choice {
    /// This, by whom `actor` names: one entry of both.
    pub fn by(mut self, actor: &Choice) -> Choice {
        let others = actor.spots.iter().filter(|spot| !self.spots.contains(spot)).cloned();
        self.spots = others.chain(self.spots.iter().cloned()).collect();
        Choice {
            notation: format!("{}{SEPARATOR}{}", actor.notation, self.notation),
            actor: actor.text.clone(),
            ..self
        }
    }

    /// The notation in two parts: what says who acts, which may be empty, and the rest.
    pub fn parts(&self) -> (&str, &str) {
        match self.notation.rsplit_once(SEPARATOR) {
            Some(parts) if !self.actor.is_empty() => parts,
            _ => ("", &self.notation),
        }
    }
}

impl From<ExplainedBranch> for Choice {
    fn from(branch: ExplainedBranch) -> Choice {
        Choice {
            notation: branch.notation,
            text: branch.text,
            spots: branch.spots,
            probability: branch.probability,
            costs: branch.costs,
            actor: String::new(),
        }
    }
}

/// Between the steps of an entry that has several: `pass; bingo 1:B2`, `act 3; idea`.
pub const SEPARATOR: &str = "; ";

/// The steps of an entry in notation: `pass; bingo 1:B2` has two, as has `act 3; idea`.
pub fn steps(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim)
}
