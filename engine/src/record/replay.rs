//! A recorded game, and its states.

use super::error::ReplayError;
use super::run::Run;
use super::step::Step;
use crate::game::{Game, TeamResult};

/// A recorded game.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay<G: Game> {
    /// The completed setup.
    pub setup: G::Setup,
    /// The seed of the deal, where there was one.
    pub seed: Option<u64>,
    /// Specs of the agents that played: one for the team or one a seat; empty where nobody said.
    pub agents: Vec<String>,
    /// The filled world the game was played on, where somebody wants it kept.
    pub world: Option<G>,
    /// What happened, in order.
    pub steps: Vec<Step<G>>,
    /// The result; none for a game that was stopped before its end.
    pub result: Option<TeamResult>,
}

impl<G: Game> Replay<G> {
    /// The states of the game, the first one included: one more than there are steps. Ends after the first error.
    pub fn states(&self) -> States<'_, G> {
        States {
            replay: self,
            run: None,
            failed: false,
        }
    }

    /// Re-runs the whole game and returns its last state.
    ///
    /// # Errors
    /// Names the first thing that is wrong, with the line it has in a file: step `n` is on line `n + 1`.
    pub fn verify(&self) -> Result<G, ReplayError> {
        let mut run = Run::new(&self.setup, self.world.clone())?;
        for &step in &self.steps {
            run.take(step)?;
        }
        run.check_result(self.result)?;
        Ok(run.state)
    }
}

/// The states of a [`Replay`], made by [`Replay::states`].
#[derive(Clone, Debug)]
pub struct States<'a, G: Game> {
    replay: &'a Replay<G>,
    /// None before the first state.
    run: Option<Run<G>>,
    failed: bool,
}

impl<G: Game> Iterator for States<'_, G> {
    type Item = Result<G, ReplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = match &mut self.run {
            None => {
                Run::new(&self.replay.setup, self.replay.world.clone()).map(|run| self.run.insert(run).state.clone())
            }
            Some(run) => {
                let step = *self.replay.steps.get(run.taken)?;
                run.take(step).map(|()| run.state.clone())
            }
        };
        self.failed = next.is_err();
        Some(next)
    }
}
