//! Recording a game while it is played.

use super::replay::Replay;
use super::step::Step;
use crate::game::{ApplyError, Game, Node, ResolveError, SetupError};

/// Builds a [`Replay`] while a game is played.
#[derive(Clone, Debug)]
pub struct Recorder<G: Game> {
    replay: Replay<G>,
    state: G,
}

impl<G: Game> Recorder<G> {
    /// The record of a game about to start.
    ///
    /// # Errors
    /// When the setup is not playable.
    pub fn new(setup: &G::Setup) -> Result<Recorder<G>, SetupError> {
        let setup = G::complete(setup)?;
        let state = G::new(&setup)?;
        let replay = Replay {
            setup,
            seed: None,
            agents: Vec::new(),
            world: None,
            steps: Vec::new(),
            result: None,
        };
        Ok(Recorder { replay, state })
    }

    /// Notes the seed of the deal.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Recorder<G> {
        self.replay.seed = Some(seed);
        self
    }

    /// Notes who plays.
    #[must_use]
    pub fn with_agents(mut self, agents: impl IntoIterator<Item = impl Into<String>>) -> Recorder<G> {
        self.replay.agents = agents.into_iter().map(Into::into).collect();
        self
    }

    /// Keeps the filled world the game is played on.
    #[must_use]
    pub fn with_world(mut self, world: G) -> Recorder<G> {
        self.replay.world = Some(world);
        self
    }

    /// The state run from the setup by the steps so far. Nobody fills its holes in advance.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The steps so far.
    pub fn steps(&self) -> &[Step<G>] {
        &self.replay.steps
    }

    /// Records the decision of the seat whose turn it is.
    ///
    /// # Errors
    /// When the action is not legal in [`state`](Recorder::state); nothing is recorded then.
    pub fn action(&mut self, action: G::Action) -> Result<(), ApplyError> {
        let node = self.state.node();
        self.state.try_apply(action)?;
        // Only a decision node has legal actions, so the check above leaves no other node.
        if let Node::Decision(seat) = node {
            self.replay.steps.push(Step::Action(seat, action));
        }
        Ok(())
    }

    /// Records what chance decided.
    ///
    /// # Errors
    /// When the outcome is impossible in [`state`](Recorder::state); nothing is recorded then.
    pub fn chance(&mut self, outcome: G::Outcome) -> Result<(), ResolveError> {
        self.state.try_resolve(outcome)?;
        self.replay.steps.push(Step::Chance(outcome));
        Ok(())
    }

    /// The replay up to here, with the result if the game is over.
    pub fn finish(mut self) -> Replay<G> {
        self.replay.result = self.state.result();
        self.replay
    }
}
