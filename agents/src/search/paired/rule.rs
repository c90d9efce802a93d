//! How simulations are shared out, and how a move is chosen.

/// Worlds that all moves are tried in before those are chosen that are tried as a second move, and again before
/// anything is decided.
pub(super) const FIRST: u64 = 8;
/// How many simulations are made for every move, whatever the budget of simulations: an analysis without them says
/// nothing. Only a limit of time, or a stop, leaves some of them out; one is always made.
pub const LEAST_PER_MOVE: u64 = 2 * FIRST;

/// How simulations are shared out and a move is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    /// All moves equally often; the greatest mean is chosen.
    Flat,
    /// A blueprint's move, unless another is better by more than a margin and by a number of standard errors.
    Improve {
        /// Standard errors of the paired difference.
        doubt: f64,
        /// The least difference, in values of the result.
        margin: f64,
        /// Whether moves are also tried with another move of the decision after them, where somebody is shown what they
        /// are worth.
        follow: bool,
    },
}
