//! A game re-run step by step.

use super::error::{Fault, ReplayError, quoted};
use super::lines::show_result;
use super::step::Step;
use crate::game::{Game, Node, Seat, SetupError, TeamResult};

/// How many alternatives an error lists before it only counts the rest.
const LISTED: usize = 12;

pub(super) fn hex(key: u64) -> String {
    format!("{key:016x}")
}

/// A game being re-run.
#[derive(Clone, Debug)]
pub(super) struct Run<G: Game> {
    pub(super) state: G,
    world: Option<G>,
    /// How many steps were taken.
    pub(super) taken: usize,
}

impl<G: Game> Run<G> {
    pub(super) fn new(setup: &G::Setup, world: Option<G>) -> Result<Run<G>, ReplayError> {
        let state = G::new(setup).map_err(setup_error)?;
        if let Some(world) = &world {
            let alike = |seat| world.information_state(seat) == state.information_state(seat);
            if world.seats() != state.seats() || !Seat::all(state.seats()).all(alike) {
                return Err(ReplayError::new(
                    1,
                    "world",
                    Fault::World,
                    "a state that is not the first one",
                    "the first state with its holes filled",
                ));
            }
        }
        Ok(Run { state, world, taken: 0 })
    }

    /// An error on the line of the next step.
    pub(super) fn error(
        &self,
        field: impl Into<String>,
        fault: Fault,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReplayError {
        ReplayError::new(self.taken + 2, field, fault, found, expected)
    }

    pub(super) fn take(&mut self, step: Step<G>) -> Result<(), ReplayError> {
        if let (Node::Decision(seat), Step::Action(given, _)) = (self.state.node(), step)
            && seat != given
        {
            return Err(self.error(
                "seat",
                Fault::Illegal,
                given.to_string(),
                format!("{seat}, whose decision it is"),
            ));
        }
        if let Err(expected) = try_step(&mut self.state, step) {
            return Err(self.error(step.field(), Fault::Illegal, quoted(&notation(step)), expected));
        }
        if let Some(world) = &mut self.world
            && let Err(expected) = try_step(world, step)
        {
            let found = format!(
                "{}, which the world in the header does not allow",
                quoted(&notation(step))
            );
            return Err(self.error(step.field(), Fault::World, found, expected));
        }
        self.taken += 1;
        Ok(())
    }

    /// The result that the replay names is that of the last state.
    pub(super) fn check_result(&self, named: Option<TeamResult>) -> Result<(), ReplayError> {
        let result = self.state.result();
        if named == result {
            Ok(())
        } else {
            Err(self.error(
                "result",
                Fault::Result,
                show_result::<G>(named),
                show_result::<G>(result),
            ))
        }
    }

    pub(super) fn check_key(&self, line: usize, key: u64) -> Result<(), ReplayError> {
        let expected = self.state.key();
        if key == expected {
            Ok(())
        } else {
            Err(ReplayError::new(
                line,
                "key",
                Fault::Key,
                quoted(&hex(key)),
                quoted(&hex(expected)),
            ))
        }
    }
}

fn notation<G: Game>(step: Step<G>) -> String {
    match step {
        Step::Action(_, action) => action.to_string(),
        Step::Chance(outcome) => outcome.to_string(),
    }
}

/// Takes a step if it is possible; says what was expected if not.
fn try_step<G: Game>(state: &mut G, step: Step<G>) -> Result<(), String> {
    let node = state.node();
    let refused = match step {
        Step::Action(_, action) => state.try_apply(action).err().map(|error| error.legal),
        Step::Chance(outcome) => state.try_resolve(outcome).err().map(|error| error.possible),
    };
    let Some(possible) = refused else { return Ok(()) };
    Err(match (node, step) {
        (Node::Terminal, _) => "the result: the game is over".to_owned(),
        (Node::Decision(seat), Step::Chance(_)) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            let legal = legal.iter().map(ToString::to_string).collect();
            format!("an action of seat {seat}, {}", one_of(legal, ""))
        }
        (Node::Chance, Step::Action(..)) => {
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            let possible = outcomes.iter().map(|(outcome, _)| outcome.to_string()).collect();
            format!("an outcome of chance, {}", one_of(possible, ""))
        }
        _ => one_of(possible, &notation(step)),
    })
}

/// The alternatives, those that begin like `given` first, shortened when there are many.
pub(super) fn one_of(mut alternatives: Vec<String>, given: &str) -> String {
    let word = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    alternatives.sort_by_key(|text| word(text) != word(given));
    let rest = alternatives.len().saturating_sub(LISTED);
    alternatives.truncate(LISTED);
    let listed: Vec<String> = alternatives.iter().map(|text| quoted(text)).collect();
    match rest {
        0 => format!("one of: {}", listed.join(", ")),
        _ => format!("one of: {} and {rest} more", listed.join(", ")),
    }
}

pub(super) fn setup_error(error: SetupError) -> ReplayError {
    ReplayError::new(1, "setup", Fault::Setup, error.to_string(), "a playable setup")
}
