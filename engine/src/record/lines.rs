//! The lines of a replay as they are written.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::describe::kept_names;
use crate::game::{Game, Seat, TeamResult};

/// The value of the field `heistlab`.
pub(super) const REPLAY: &str = "replay";

/// The first line.
#[derive(Serialize)]
pub(super) struct HeaderLine<'a> {
    pub(super) heistlab: &'static str,
    pub(super) format: u32,
    pub(super) game: &'static str,
    pub(super) setup: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(super) agents: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) world: Option<Value>,
    pub(super) key: String,
}

/// The line of a step.
#[derive(Serialize)]
pub(super) struct StepLine {
    pub(super) step: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) action: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chance: Option<String>,
    pub(super) key: String,
}

/// The last line.
#[derive(Serialize)]
pub(super) struct ResultLine {
    pub(super) result: Option<ResultFields>,
    pub(super) key: String,
}

#[derive(Serialize)]
pub(super) struct ResultFields {
    value: f64,
    ending: &'static str,
    figures: Map<String, Value>,
}

pub(super) fn result_fields<G: Game>(result: TeamResult) -> ResultFields {
    let figures = kept_names(G::FIGURES)
        .zip(result.figures)
        .map(|(name, figure)| (name.to_string(), figure.into()));
    ResultFields {
        value: result.value,
        ending: result.ending,
        figures: figures.collect(),
    }
}

pub(super) fn show_result<G: Game>(result: Option<TeamResult>) -> String {
    match result {
        None => "null, for a game that goes on".to_owned(),
        Some(result) => serde_json::to_string(&result_fields::<G>(result)).expect("numbers and texts serialize"),
    }
}
