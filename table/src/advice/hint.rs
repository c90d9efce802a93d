//! A hint in the order and the words it is shown in.

use heist_agents::Analysis;
use heist_agents::protocol::Report;
use heist_draw::Draw;

use super::Hint;

/// How a move stands to the first one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// The best.
    First,
    /// As good as the best one in every single world.
    Same,
    /// Better so far, though the search would not play it yet.
    Better,
    /// Cannot be told from the best so far.
    Equal,
    /// Worse.
    Worse,
}

/// The hint that an analysis gives.
pub fn hint_of<G: Draw>(_view: &G, _analysis: &Analysis<G>, _report: Report) -> Hint {
    unimplemented!()
}
