//! The game's expert and its estimate as one evaluator.

use std::sync::Arc;

use heist_engine::game::{Game, Seat};
use heist_engine::random::{self, Generator};

use super::{Ahead, Evaluation, Heuristics, Policy};
use crate::evaluator::{Answers, Evaluator};

/// A rule for playing and an estimate of positions, of which either may be missing.
#[derive(Clone, Debug)]
pub struct Expert<G: Game> {
    /// Who decides; uniformly random if `None`. All of the prior is on its choice.
    pub policy: Option<Policy<G>>,
    /// The same with its choice at the next decision, if there is one.
    pub ahead: Option<Ahead<G>>,
    /// Whether the policy may be asked in a world, because it [decides there](Heuristics::DECIDES_ALIKE_IN_WORLDS) as
    /// in the seat's view.
    pub in_worlds: bool,
    /// What positions are worth; not a number if `None`.
    pub estimate: Option<Evaluation<G>>,
}

impl<G: Game> Expert<G> {
    fn decide(&self, policy: Policy<G>, state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action {
        if self.in_worlds {
            policy(state, seat, legal, rng)
        } else {
            policy(&state.information_state(seat), seat, legal, rng)
        }
    }
}

impl<G: Heuristics> Expert<G> {
    /// What the game has of both.
    pub fn of_game() -> Expert<G> {
        Expert {
            policy: G::HEURISTIC,
            ahead: G::AHEAD,
            in_worlds: G::DECIDES_ALIKE_IN_WORLDS,
            estimate: G::EVALUATION,
        }
    }

    /// What the game has of both, for a search.
    pub fn shared() -> Arc<dyn Evaluator<G>> {
        Arc::new(Expert::of_game())
    }
}

impl<G: Game> Evaluator<G> for Expert<G> {
    fn answers(&self) -> Answers {
        Answers {
            values: self.estimate.is_some(),
            priors: self.policy.is_some(),
        }
    }

    fn value(&self, state: &G, _: Seat) -> f64 {
        self.estimate.map_or(f64::NAN, |estimate| estimate(state))
    }

    fn add_priors(&self, state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator, out: &mut Vec<f32>) {
        match self.policy {
            Some(policy) => {
                let choice = self.decide(policy, state, seat, legal, rng);
                out.extend(legal.iter().map(|&action| f32::from(u8::from(action == choice))));
            }
            None => out.extend(legal.iter().map(|_| 1.0 / legal.len() as f32)),
        }
    }

    fn choose(&self, state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action {
        match self.policy {
            Some(policy) => self.decide(policy, state, seat, legal, rng),
            None => random::choose(rng, legal),
        }
    }

    fn choose_ahead(
        &self,
        state: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
    ) -> (G::Action, Option<G::Action>) {
        match self.ahead {
            Some(ahead) if self.in_worlds => ahead(state, seat, legal, rng),
            Some(ahead) => ahead(&state.information_state(seat), seat, legal, rng),
            None => (self.choose(state, seat, legal, rng), None),
        }
    }
}
