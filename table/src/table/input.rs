//! What people enter, read and checked: steps in notation, positions as JSON.

use heist_engine::any::{AnyGame, AnySetup, AnyState, PositionFault, StepError};
use heist_engine::game::{Overrides, Problem, SetupError};
use heist_engine::json;
use serde_json::Value;

use super::{PositionProblem, TableError};

/// How many characters of a wrong text an error repeats.
const SHOWN: usize = 80;

impl TableError {
    /// An error that is no contradiction of a position.
    pub fn new(message: impl ToString) -> TableError {
        TableError {
            message: message.to_string(),
            problems: Vec::new(),
        }
    }

    /// An error about a setup or a position, with everything that is wrong in it.
    pub(super) fn with_problems(message: impl ToString, problems: &[Problem]) -> TableError {
        let problem = |problem: &Problem| PositionProblem {
            field: problem.field.clone(),
            what: problem.what.clone(),
            waivable: problem.waivable,
        };
        TableError {
            message: message.to_string(),
            problems: problems.iter().map(problem).collect(),
        }
    }

    /// An error about a setup that is not playable.
    pub(crate) fn of_setup(error: &SetupError) -> TableError {
        TableError::with_problems(error, &error.0)
    }

    /// The same with what it is about in front.
    pub(crate) fn about(self, what: &str) -> TableError {
        TableError {
            message: format!("{what}: {}", self.message),
            ..self
        }
    }
}

/// The beginning of a text, to be repeated in an error.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// The place of the step that a text says, if it is possible in a state.
pub(super) fn read_step(state: &dyn AnyState, text: &str) -> Result<usize, TableError> {
    state.find(text.trim()).map_err(|error| {
        TableError::new(match error {
            StepError::Notation {
                text,
                expected,
                possible,
            } => StepError::Notation {
                text: shortened(&text),
                expected,
                possible,
            },
            impossible => impossible,
        })
    })
}

/// A setup from JSON, with everything that it leaves open drawn.
pub(super) fn read_setup(game: &dyn AnyGame, text: &str) -> Result<Box<dyn AnySetup>, TableError> {
    let setup = game.read_setup(text);
    let setup = setup.map_err(|error| TableError::new(error).about("setup"))?;
    setup.complete().map_err(|error| TableError::of_setup(&error))
}

/// A setup as JSON with everything that it leaves open drawn.
///
/// # Errors
/// When it is no setup of the game, or not playable.
pub fn completed_setup(game: &dyn AnyGame, text: &str) -> Result<String, TableError> {
    Ok(read_setup(game, text)?.text())
}

/// The state of a position as JSON.
pub(super) fn read_position(game: &dyn AnyGame, text: &str, overridden: bool) -> Result<Box<dyn AnyState>, TableError> {
    let overrides = if overridden {
        Overrides::Waivable
    } else {
        Overrides::None
    };
    game.read_position(text, overrides).map_err(|fault| match fault {
        PositionFault::Contradictory { message, problems } => TableError::with_problems(message, &problems),
        PositionFault::Header {
            line,
            field,
            found,
            expected,
        } => {
            let found = shortened(&found);
            TableError::new(PositionFault::Header {
                line,
                field,
                found,
                expected,
            })
            .about("position")
        }
        PositionFault::Read(error) => match json::read::<Value>(text) {
            Ok(value) if !value.is_object() => {
                let found = shortened(&value.to_string());
                TableError::new(format!(
                    "position: found `{found}`; expected an object with the fields of a position"
                ))
            }
            _ => TableError::new(error).about("position"),
        },
    })
}
