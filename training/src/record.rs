//! A game as it is recorded: what cannot be worked out again.
//!
//! A game is the number of its deal and a number a step, the place of the step in the list of legal actions or of
//! outcomes. Worlds, views, features and targets are re-simulated by [`Resimulator`](crate::rows::Resimulator), so that
//! an encoding may change without a game being played again.

use wincode::{SchemaRead, SchemaWrite};

/// A recorded game.
#[derive(Clone, PartialEq, Debug, Default, SchemaRead, SchemaWrite)]
pub struct RecordedGame {
    /// Which of the header's [runs](crate::shard::Run) it is of.
    pub run: u16,
    /// The number of its deal.
    pub number: u64,
    /// Every step from the first state on, as its place among the legal actions or the outcomes of the world.
    pub steps: Vec<u16>,
    /// The value of the result, 0 to 1.
    pub value: f64,
    /// The key of the last state.
    pub key: u64,
    /// The decisions that something is known about, in the order of their steps.
    pub decisions: Vec<RecordedDecision>,
}

/// A decision that a search looked into.
#[derive(Clone, PartialEq, Debug, Default, SchemaRead, SchemaWrite)]
pub struct RecordedDecision {
    /// The place of the decision in [`RecordedGame::steps`].
    pub step: u32,
    /// What the game's expert would have played, as a place among the legal actions; [`NO_EXPERT`] in a game without
    /// one.
    pub expert: u16,
    /// By how much the search values the best of its moves above that of the expert, in win probability; 0 without an
    /// expert. The greater it is, the more there is to learn here.
    pub surprise: f32,
    /// The moves that were looked at. Of moves that lead to the same state there is one, which speaks for all. The
    /// first one is the one that the search chose; in labels, the one that was played.
    pub moves: Vec<RecordedMove>,
}

/// What [`RecordedDecision::expert`] says where nobody knows.
pub const NO_EXPERT: u16 = u16::MAX;

impl RecordedDecision {
    /// The value of the position according to the search: that of the first move. Not a number if there is none.
    pub fn value(&self) -> f32 {
        self.moves.first().map_or(f32::NAN, |first| first.value)
    }
}

/// What a search found out about a move.
#[derive(Clone, Copy, PartialEq, Debug, Default, SchemaRead, SchemaWrite)]
pub struct RecordedMove {
    /// Its place among the legal actions.
    pub place: u16,
    /// How many other moves lead to the same state.
    pub alike: u16,
    /// Simulations that began with it.
    pub visits: u32,
    /// The expected value of the result after it, 0 to 1; not a number where it was not estimated.
    pub value: f32,
    /// The standard error of the value.
    pub error: f32,
    /// Its value less that of the first move, over the worlds in which both were tried; in labels, less the mean of all
    /// moves of the decision.
    pub difference: f32,
    /// The standard error of the difference.
    pub difference_error: f32,
}

/// The place of an action in a list that has it. Longer lists than places reach are refused when a game is recorded.
pub(crate) fn place_of<A: PartialEq>(action: A, legal: &[A]) -> u16 {
    let place = legal.iter().position(|known| *known == action);
    place.and_then(|place| u16::try_from(place).ok()).unwrap_or(u16::MAX)
}
