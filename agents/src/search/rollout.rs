//! How a simulation goes on from a state, and what its end is worth.

use std::sync::Arc;

use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::Generator;

use crate::evaluator::Evaluator;
use crate::heuristics::Heuristics;

/// After how many turns simulations of a recommended search are cut; 0 plays them to the end. Where progress is
/// measured, it says more at the end than an estimate does at a cut.
pub(crate) fn recommended_turns<G: Heuristics>() -> u32 {
    match G::PROGRESS {
        Some(_) => 0,
        None => USUAL_TURNS,
    }
}

/// The default of `turns` in the catalogue of agents.
const USUAL_TURNS: u32 = 6;

/// Plays worlds on by a policy, to the end or to a cut.
#[derive(Clone, Debug)]
pub struct Rollout<G: Game> {
    /// Who decides.
    pub policy: Arc<dyn Evaluator<G>>,
    /// Whose value is taken at the cut, and after how many turns the cut is; `None` plays to the end.
    pub cut: Option<(Arc<dyn Evaluator<G>>, u32)>,
}

impl<G: Game> Rollout<G> {
    /// The value of a simulation, 0 to 1: `world` is played on from where it stands, a turn counted from `turn`.
    ///
    /// The policy decides by what its seat knows. `legal` is a buffer.
    pub fn play(&self, mut world: G, turn: u32, rng: &mut Generator, legal: &mut Vec<G::Action>) -> f64 {
        self.play_on(&mut world, turn, rng, legal)
    }

    /// The same, and leaves the world as it is at the end or the cut.
    pub fn play_on(&self, world: &mut G, turn: u32, rng: &mut Generator, legal: &mut Vec<G::Action>) -> f64 {
        loop {
            match world.node() {
                Node::Terminal => return world.reward().expect("a game that is over has a result"),
                Node::Chance => {
                    let outcome = world.sample(rng);
                    world.resolve(outcome);
                }
                Node::Decision(seat) => {
                    if let Some((evaluator, turns)) = &self.cut
                        && world.turn() >= turn.saturating_add(*turns)
                    {
                        return evaluator.value(world, seat);
                    }
                    world.legal_actions(legal);
                    let (action, next) = match legal[..] {
                        [only] => (only, None),
                        _ => self.policy.choose_ahead(world, seat, legal, rng),
                    };
                    world.apply(action);
                    if let Some(next) = next {
                        world.apply(next);
                    }
                }
            }
        }
    }

    /// Makes a second move as soon as its seat may in the turn with this number; until then the policy decides. Leaves
    /// the world where the second move was made, or where the turn was over; says whether it was made.
    pub fn follow(
        &self,
        world: &mut G,
        (follower, then): (Seat, G::Action),
        turn: u32,
        rng: &mut Generator,
        legal: &mut Vec<G::Action>,
    ) -> bool {
        while world.turn() == turn {
            match world.node() {
                Node::Terminal => return false,
                Node::Chance => {
                    let outcome = world.sample(rng);
                    world.resolve(outcome);
                }
                Node::Decision(seat) => {
                    world.legal_actions(legal);
                    if seat == follower && legal.contains(&then) {
                        world.apply(then);
                        return true;
                    }
                    let action = self.choose(world, seat, legal, rng);
                    world.apply(action);
                }
            }
        }
        false
    }

    /// What is decided among `legal` actions: the only one, or the policy's choice by what the seat knows.
    #[inline]
    pub fn choose(&self, state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action {
        match legal {
            [only] => *only,
            _ => self.policy.choose(state, seat, legal, rng),
        }
    }
}
