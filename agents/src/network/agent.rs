//! A network as an agent, and what it says about a decision.

use std::sync::Arc;
use std::time::Instant;

use heist_engine::game::Seat;
use heist_engine::random::Generator;

use super::evaluation::Network;
use crate::agent::{Agent, Fault};
use crate::analysis::Analysis;
use crate::evaluator::Evaluator;
use crate::heuristics::Heuristics;
use crate::search::policy::account;
use crate::search::{Search, Watch};

/// Plays as a network does, without a search.
#[derive(Clone, Debug)]
pub struct NetworkAgent<G: Heuristics>(pub Arc<Network<G>>);

impl<G: Heuristics> Agent<G> for NetworkAgent<G> {
    fn decide(&mut self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> Result<G::Action, Fault> {
        Ok(self.0.choose(view, seat, legal, rng))
    }
}

/// The moves of a decision with the chance that the network plays each, and its log odds of them as scores.
#[derive(Clone, Debug)]
pub struct NetworkAccount<G: Heuristics>(pub Arc<Network<G>>);

impl<G: Heuristics> Search<G> for NetworkAccount<G> {
    fn analyse(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        _rng: &mut Generator,
        _watch: &mut Watch<'_, G>,
    ) -> Analysis<G> {
        let start = Instant::now();
        let mut logits = Vec::new();
        self.0.add_logits(view, seat, legal, &mut logits);
        let scores: Vec<f64> = logits.iter().map(|&logit| logit.into()).collect();
        self.0.turn_into_chances(&mut logits);
        account(view, legal, Some(&logits), Some(&scores), start)
    }
}
