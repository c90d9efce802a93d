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
}

impl From<ExplainedBranch> for Choice {
    fn from(branch: ExplainedBranch) -> Choice {
        Choice {
            notation: branch.notation,
            text: branch.text,
            spots: branch.spots,
            probability: branch.probability,
        }
    }
}
