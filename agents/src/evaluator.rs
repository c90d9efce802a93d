//! What a position is worth, and what is likely to be played in it: one interface for experts, estimates and networks.
//!
//! A search asks an [`Evaluator`] and does not know what kind it is. The interface follows the recurrent function of
//! mctx (priors and a value for every state of a batch) and KataGo's evaluator apart from its search.

use std::fmt::Debug;

use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::{self, Generator};

/// A position that is to be evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a, G: Game> {
    /// The position: an information state or a world.
    pub state: &'a G,
    /// Whose view counts: the seat that decides or, where chance does, the seat that acted last.
    pub seat: Seat,
    /// The moves that priors are wanted for, in the game's order; none if only the value is wanted.
    pub legal: &'a [G::Action],
}

/// Whose view counts in a position: the seat that decides or, where chance does, `acted`, the seat that acted last.
pub fn seat_of<G: Game>(state: &G, acted: Seat) -> Seat {
    match state.node() {
        Node::Decision(seat) => seat,
        Node::Chance | Node::Terminal => acted,
    }
}

/// The answers to a batch of queries, in their order. Kept between calls, it allocates nothing once its lists are long
/// enough.
#[derive(Clone, Default, Debug)]
pub struct Evaluations {
    values: Vec<f64>,
    priors: Vec<f32>,
    /// Where the priors of each query end.
    ends: Vec<usize>,
}

impl Evaluations {
    /// Forgets all answers.
    pub fn clear(&mut self) {
        self.values.clear();
        self.priors.clear();
        self.ends.clear();
    }

    /// Adds the answer to the next query: its value, and the priors that `add_priors` appends.
    pub fn push(&mut self, value: f64, add_priors: impl FnOnce(&mut Vec<f32>)) {
        self.values.push(value);
        add_priors(&mut self.priors);
        self.ends.push(self.priors.len());
    }

    /// The value of a query's position, from 0 to 1; NaN from an evaluator without values.
    pub fn value(&self, query: usize) -> f64 {
        self.values[query]
    }

    /// The priors of a query's moves, in their order: positive or 0, with the sum 1.
    pub fn priors(&self, query: usize) -> &[f32] {
        let start = if query == 0 { 0 } else { self.ends[query - 1] };
        &self.priors[start..self.ends[query]]
    }
}

/// Which answers an evaluator has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answers {
    /// Whether it has values.
    pub values: bool,
    /// Whether it prefers some moves to others; if not, all priors are equal and a choice is uniformly random.
    pub priors: bool,
}

/// Evaluates positions.
///
/// It answers by what the seat of a query knows: for a world and for the seat's information state of it alike. It has
/// no memory that an answer depends on.
pub trait Evaluator<G: Game>: Debug + Send + Sync {
    /// Which answers it has.
    fn answers(&self) -> Answers;

    /// The expected value of the result, from 0 to 1, of a position that has not ended; NaN if it has no values.
    fn value(&self, state: &G, seat: Seat) -> f64;

    /// Appends the priors of the `legal` moves of a decision, in their order: positive or 0, with the sum 1.
    fn add_priors(&self, state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator, out: &mut Vec<f32>);

    /// The move it plays: one of the `legal` ones, which are never none.
    fn choose(&self, state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action;

    /// The same with the move that it plays at the next decision, if that follows at once and it knows it already.
    fn choose_ahead(
        &self,
        state: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
    ) -> (G::Action, Option<G::Action>) {
        (self.choose(state, seat, legal, rng), None)
    }

    /// Answers a batch of queries.
    fn evaluate(&self, queries: &[Query<'_, G>], rng: &mut Generator, out: &mut Evaluations) {
        out.clear();
        for query in queries {
            out.push(self.value(query.state, query.seat), |priors| {
                if !query.legal.is_empty() {
                    self.add_priors(query.state, query.seat, query.legal, rng, priors);
                }
            });
        }
    }

    /// How many queries it answers best at a time: 1 if a batch is no faster than its queries one by one.
    fn batch_size(&self) -> usize {
        1
    }
}

/// Prefers no move to another and knows no values.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Uniform;

impl<G: Game> Evaluator<G> for Uniform {
    fn answers(&self) -> Answers {
        Answers {
            values: false,
            priors: false,
        }
    }

    fn value(&self, _: &G, _: Seat) -> f64 {
        f64::NAN
    }

    fn add_priors(&self, _: &G, _: Seat, legal: &[G::Action], _: &mut Generator, out: &mut Vec<f32>) {
        out.extend(legal.iter().map(|_| 1.0 / legal.len() as f32));
    }

    fn choose(&self, _: &G, _: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action {
        random::choose(rng, legal)
    }
}
