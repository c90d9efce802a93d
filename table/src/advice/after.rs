//! What a game was like.

/// A game looked back on.
#[derive(Clone, Debug)]
pub struct After {
    /// The result's value, 1 for a win; none while the game goes on.
    pub value: Option<f64>,
    /// How lucky the team was, in the result's measure; none in a game without an estimate.
    pub luck: Option<f64>,
    /// The win probability after each step: the step's number, the estimate and its standard error.
    pub curve: Vec<(usize, f64, f64)>,
    /// The decisions that cost most, the dearest first, at most three.
    pub costly: Vec<Costly>,
}

/// A decision that cost something.
#[derive(Clone, Debug)]
pub struct Costly {
    /// The number of the step.
    pub step: usize,
    /// The number of entries after which the decision stood open.
    pub entry: usize,
    /// Who decided, from 1.
    pub seat: u8,
    /// What was played and what it did.
    pub played: (String, String),
    /// What was better and what it would have done.
    pub better: (String, String),
    /// How much win probability it gave away, and its standard error.
    pub cost: (f64, f64),
}
