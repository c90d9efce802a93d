//! What people enter, read and checked: steps in notation, positions as JSON.

use heist_engine::game::{Game, Node, Overrides, Problem};
use heist_engine::json;
use heist_engine::record::Step;
use serde_json::Value;

use super::{PositionProblem, TableError};

/// What a position's file may say that is not part of the position.
const HEADER: &[&str] = &["heistlab", "game", "format"];

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

    /// The same with what it is about in front.
    pub(super) fn about(self, what: &str) -> TableError {
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

/// The legal actions of a state.
pub(super) fn legal_actions<G: Game>(state: &G) -> Vec<G::Action> {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    legal
}

/// The possible outcomes of a state, with their probabilities.
pub(super) fn outcomes<G: Game>(state: &G) -> Vec<(G::Outcome, f64)> {
    let mut possible = Vec::new();
    state.outcomes(&mut possible);
    possible
}

/// The step that a text says, if it is possible in a state.
pub(super) fn read_step<G: Game>(state: &G, text: &str) -> Result<Step<G>, TableError> {
    let text = text.trim();
    let (step, refused) = match (state.node(), text.parse::<G::Action>(), text.parse::<G::Outcome>()) {
        (Node::Decision(seat), Ok(action), _) => {
            let refused = state.clone().try_apply(action).err();
            (Step::Action(seat, action), refused.map(|error| error.to_string()))
        }
        (Node::Chance, _, Ok(outcome)) => {
            let refused = state.clone().try_resolve(outcome).err();
            (Step::Chance(outcome), refused.map(|error| error.to_string()))
        }
        // Not what is waited for here: the engine says what is.
        (_, Ok(action), _) => return Err(refusal(state.clone().try_apply(action))),
        (_, _, Ok(outcome)) => return Err(refusal(state.clone().try_resolve(outcome))),
        (node, Err(action), Err(outcome)) => {
            let expected = match node {
                Node::Chance => outcome.expected,
                _ => action.expected,
            };
            let possible = possible_texts(state).join(", ");
            return Err(TableError::new(match possible.is_empty() {
                true => format!("`{}`: the game is over", shortened(text)),
                false => format!("`{}` is not {expected}; possible here: {possible}", shortened(text)),
            }));
        }
    };
    match refused {
        Some(message) => Err(TableError::new(message)),
        None => Ok(step),
    }
}

fn refusal<E: ToString>(refused: Result<(), E>) -> TableError {
    TableError::new(match refused {
        Err(error) => error.to_string(),
        // An action is never possible where chance decides, nor an outcome at a decision.
        Ok(()) => "this is not possible here".to_owned(),
    })
}

/// Everything possible in a state, in notation.
fn possible_texts<G: Game>(state: &G) -> Vec<String> {
    let actions = legal_actions(state).into_iter().map(|action| action.to_string());
    let possible = outcomes(state).into_iter().map(|(outcome, _)| outcome.to_string());
    actions.chain(possible).collect()
}

/// The state of a position as JSON.
pub(super) fn read_position<G: Game>(text: &str, overridden: bool) -> Result<G, TableError> {
    check_header::<G>(text)?;
    let position = json::read::<G::Position>(text).or_else(|_| json::read(&json::without_fields(text, HEADER)));
    let position = position.map_err(|error| TableError::new(format!("position: {error}")))?;
    let overrides = match overridden {
        true => Overrides::Waivable,
        false => Overrides::None,
    };
    G::from_position(position, overrides).map_err(|error| TableError::with_problems(&error, &error.problems))
}

/// Whether the text is a position of this game at all.
fn check_header<G: Game>(text: &str) -> Result<(), TableError> {
    let value: Value = json::read(text).map_err(|error| TableError::new(format!("position: {error}")))?;
    let Value::Object(map) = &value else {
        let found = shortened(&value.to_string());
        return Err(TableError::new(format!(
            "position: found `{found}`; expected an object with the fields of a position"
        )));
    };
    let expected = [
        ("heistlab", Value::from("position")),
        ("game", Value::from(G::ID)),
        ("format", Value::from(G::FORMAT)),
    ];
    for (field, expected) in expected {
        if let Some(found) = map.get(field).filter(|found| **found != expected) {
            let (line, found) = (json::line_of(text, field), shortened(&found.to_string()));
            return Err(TableError::new(format!(
                "position: line {line}, field `{field}`: found {found}; expected {expected}"
            )));
        }
    }
    Ok(())
}

/// A state's position as JSON in one line.
pub(super) fn position_line<G: Game>(state: &G) -> String {
    // Positions are plain data with text keys, which always serialize.
    serde_json::to_string(&state.position()).unwrap_or_default()
}
