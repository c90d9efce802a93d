//! What was played, as a table.

use heist_engine::game::{Game, Node};

/// What is counted of a single game.
pub trait Count<G>: Default + Send {
    /// Notes a state.
    fn note(&mut self, before: Option<&G>, after: &G);

    /// Adds what was counted elsewhere.
    fn add(&mut self, other: &Self);
}

/// Games that were played, and what was counted in them.
#[derive(Default)]
pub struct Tally<C> {
    /// How many were played.
    pub games: u64,
    /// How many were won.
    pub wins: u64,
    /// States that were checked.
    pub states: u64,
    /// What is counted of this game alone.
    pub further: C,
}

impl<C> Tally<C> {
    /// Notes a state.
    pub fn note<G: Game>(&mut self, before: Option<&G>, after: &G)
    where
        C: Count<G>,
    {
        self.states += 1;
        if after.node() == Node::Terminal {
            self.games += 1;
            self.wins += u64::from(after.result().is_some_and(|result| result.is_win()));
        }
        self.further.note(before, after);
    }

    /// Both together.
    pub fn and<G>(mut self, other: &Tally<C>) -> Tally<C>
    where
        C: Count<G>,
    {
        self.games += other.games;
        self.wins += other.wins;
        self.states += other.states;
        self.further.add(&other.further);
        self
    }
}
