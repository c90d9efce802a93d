//! Whom the actor learns to play as before it plays itself.

use heist_agents::Heuristics;
use heist_agents::heuristics::Policy;
use heist_agents::network::{self, Network, NetworkError};
use heist_engine::game::{Game, Seat};
use heist_engine::random::Generator;

use super::decision::log_softmax;

/// A player whose chances for each move are known.
#[derive(Debug)]
pub enum Teacher<G: Game> {
    /// The game's expert.
    Expert(Policy<G>),
    /// A network with a policy.
    Network(Box<Network<G>>),
}

impl<G: Heuristics> Teacher<G> {
    /// The network of a name or path; without one the game's expert, if it has one.
    ///
    /// # Errors
    /// When there is no such network, or it does not play the game.
    pub fn new(network: Option<&str>) -> Result<Option<Teacher<G>>, NetworkError> {
        Ok(match network {
            Some(name) => Some(Teacher::Network(Box::new(network::find::<G>(name)?))),
            None => G::HEURISTIC.map(Teacher::Expert),
        })
    }

    /// The chances with which it plays each legal move.
    pub fn chances(&self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> Vec<f32> {
        match self {
            Teacher::Expert(expert) => {
                let action = expert(view, seat, legal, rng);
                legal
                    .iter()
                    .map(|&legal| f32::from(u8::from(legal == action)))
                    .collect()
            }
            Teacher::Network(network) => {
                let mut logits = Vec::with_capacity(legal.len());
                network.add_logits(view, seat, legal, &mut logits);
                log_softmax(&mut logits);
                logits.iter().map(|log_chance| log_chance.exp()).collect()
            }
        }
    }
}
