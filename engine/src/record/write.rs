//! Writing a replay.

use std::io::{self, Write};

use serde::Serialize;

use super::error::ReplayError;
use super::lines::{HeaderLine, REPLAY, ResultLine, StepLine, result_fields};
use super::replay::Replay;
use super::run::{Run, hex};
use super::step::Step;
use crate::game::Game;

/// Why a replay was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The replay is wrong.
    #[error("the replay does not re-run: {0}")]
    Replay(#[from] ReplayError),
    /// The output refused.
    #[error("the replay could not be written: {0}")]
    Io(#[from] io::Error),
}

impl<G: Game> Replay<G> {
    /// Writes the replay, re-running it for the keys.
    ///
    /// # Errors
    /// When the replay does not [`verify`](Replay::verify), before anything wrong is written, or `out` refuses.
    pub fn write(&self, out: &mut impl Write) -> Result<(), WriteError> {
        let mut run = Run::new(&self.setup, self.world.clone())?;
        let world = self.world.as_ref().map(serde_json::to_value).transpose();
        line(
            out,
            &HeaderLine {
                heistlab: REPLAY,
                format: G::FORMAT,
                game: G::ID,
                setup: serde_json::to_value(&self.setup).map_err(io::Error::from)?,
                seed: self.seed,
                agents: &self.agents,
                world: world.map_err(io::Error::from)?,
                key: hex(run.state.key()),
            },
        )?;
        for &step in &self.steps {
            run.take(step)?;
            let (seat, action, chance) = match step {
                Step::Action(seat, action) => (Some(seat), Some(action.to_string()), None),
                Step::Chance(outcome) => (None, None, Some(outcome.to_string())),
            };
            line(
                out,
                &StepLine {
                    step: run.taken,
                    seat,
                    action,
                    chance,
                    key: hex(run.state.key()),
                },
            )?;
        }
        run.check_result(self.result)?;
        line(
            out,
            &ResultLine {
                result: self.result.map(result_fields::<G>),
                key: hex(run.state.key()),
            },
        )?;
        out.flush()?;
        Ok(())
    }
}

fn line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}
