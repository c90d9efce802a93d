//! The outcomes of a chance node, counted.

use heist_engine::game::Game;
use heist_engine::random::{self, Generator};

/// The outcomes of a chance node, with how often simulations met each.
pub(super) struct Draws<G: Game> {
    /// The whole distribution.
    outcomes: Vec<Draw<G>>,
    visits: u32,
}

struct Draw<G: Game> {
    outcome: G::Outcome,
    chance: f64,
    visits: u32,
}

impl<G: Game> Draws<G> {
    /// The outcomes of a chance node, none of them met yet.
    pub fn new(state: &G) -> Draws<G> {
        let mut listed = Vec::new();
        state.outcomes(&mut listed);
        let draws = listed.into_iter().map(|(outcome, chance)| Draw {
            outcome,
            chance,
            visits: 0,
        });
        Draws {
            outcomes: draws.collect(),
            visits: 0,
        }
    }

    /// Bytes taken beside the node itself.
    pub fn memory(&self) -> usize {
        self.outcomes.capacity() * size_of::<Draw<G>>()
    }

    /// The outcome furthest behind its share of the visits, the first of equals.
    pub fn spread(&mut self) -> G::Outcome {
        self.visits += 1;
        let visits = f64::from(self.visits);
        let mut next = (0, f64::NEG_INFINITY);
        for (place, draw) in self.outcomes.iter().enumerate() {
            let behind = draw.chance * visits - f64::from(draw.visits);
            if behind > next.1 {
                next = (place, behind);
            }
        }
        self.meet(next.0)
    }

    /// A fresh draw while there is room for a new outcome, otherwise one of those met already, as often as they were
    /// met.
    pub fn widen(&mut self, state: &G, exponent: f64, rng: &mut Generator) -> G::Outcome {
        let met = self.outcomes.iter().filter(|draw| draw.visits > 0).count();
        let room = f64::from(self.visits + 1).powf(exponent);
        let place = if met == 0 || (met as f64) < room {
            let drawn = state.sample(rng);
            self.outcomes.iter().position(|draw| draw.outcome == drawn)
        } else {
            let mut left = random::below(rng, self.visits);
            self.outcomes.iter().position(|draw| {
                let here = left < draw.visits;
                left = left.saturating_sub(draw.visits);
                here
            })
        };
        self.visits += 1;
        self.meet(place.expect("what is drawn is listed, and the visits of all add up to those of the node"))
    }

    fn meet(&mut self, place: usize) -> G::Outcome {
        let draw = &mut self.outcomes[place];
        draw.visits += 1;
        draw.outcome
    }
}
