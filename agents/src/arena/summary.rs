//! A finished game as far as statistics need it.

use std::collections::HashMap;
use std::time::Duration;

use heist_engine::describe::{MAX_KEPT_FIGURES, kept_names};
use heist_engine::game::{Game, Seat, TeamResult};
use serde::{Deserialize, Serialize};

use super::matches::{FAULT, SeatFault, Thinking};

/// A finished game without its steps.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSummary {
    /// The team's result.
    pub result: TeamResult,
    /// What ended the game, if it did not end by the rules.
    pub fault: Option<GameFault>,
    /// How many decisions the team took.
    pub decisions: u64,
    /// How long it thought.
    pub thinking: Thinking,
    /// How lucky it was ([`mod@super::luck`]), if that was asked for and the game has an estimate.
    pub luck: Option<f64>,
}

/// How a game ended that an agent could not go on with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameFault {
    /// Whose agent.
    pub seat: Seat,
    /// What went wrong.
    pub text: String,
}

impl From<SeatFault> for GameFault {
    fn from(fault: SeatFault) -> GameFault {
        GameFault {
            seat: fault.seat,
            text: fault.fault.to_string(),
        }
    }
}

/// Games that were finished before, by who played and the deal's number.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KnownGames(HashMap<String, HashMap<u64, GameSummary>>);

impl KnownGames {
    /// Adds a game of `G` from its line in a run folder. Of the same game twice the first one counts.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn add<G: Game>(&mut self, line: &[u8]) -> Result<(), String> {
        let read: GameLine = serde_json::from_slice(line).map_err(|error| format!("no game: {error}"))?;
        let summary = read.summary::<G>()?;
        self.0
            .entry(read.agent)
            .or_default()
            .entry(read.deal)
            .or_insert(summary);
        Ok(())
    }

    /// A game that is there.
    pub fn get(&self, deal: u64, agent: &str) -> Option<&GameSummary> {
        self.0.get(agent)?.get(&deal)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.values().map(HashMap::len).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A summary as a run folder holds it: its line in `games.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// The deal's number.
    pub deal: u64,
    /// Who played: the contestant's label.
    pub agent: String,
    /// [`TeamResult::value`].
    pub value: f64,
    /// [`TeamResult::ending`]; [`FAULT`] after a fault.
    pub ending: String,
    /// [`GameSummary::fault`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<GameFault>,
    /// The figures that results keep, in the order of [`Game::FIGURES`].
    pub figures: Vec<i32>,
    /// [`GameSummary::decisions`].
    pub decisions: u64,
    /// [`Thinking::time`] in nanoseconds.
    pub thinking_ns: u64,
    /// [`Thinking::decisions`].
    pub timed_decisions: u64,
    /// [`GameSummary::luck`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
}

impl GameLine {
    /// The line of a game of `G`.
    pub fn new<G: Game>(deal: u64, agent: &str, game: &GameSummary) -> GameLine {
        let thinking = game.thinking;
        GameLine {
            deal,
            agent: agent.to_owned(),
            value: game.result.value,
            ending: game.result.ending.to_owned(),
            fault: game.fault.clone(),
            figures: game.result.figures[..kept_names(G::FIGURES).count()].to_vec(),
            decisions: game.decisions,
            // 2^64 nanoseconds are 584 years.
            thinking_ns: thinking.time.as_nanos() as u64,
            timed_decisions: thinking.decisions,
            luck: game.luck,
        }
    }

    /// The game the line tells of; else what is wrong with it.
    ///
    /// # Errors
    /// When it is no line of a game of `G`.
    pub fn summary<G: Game>(&self) -> Result<GameSummary, String> {
        let endings = match self.fault {
            None => G::ENDINGS,
            Some(_) => &[FAULT],
        };
        let ending = endings.iter().find(|ending| **ending == self.ending);
        let ending = ending.ok_or_else(|| {
            let expected = endings.join(", ");
            format!("field `ending`: found `{}`; expected one of: {expected}", self.ending)
        })?;
        let (found, expected) = (self.figures.len(), kept_names(G::FIGURES).count());
        if found != expected {
            return Err(format!("field `figures`: found {found} numbers; expected {expected}"));
        }
        let mut figures = [0; MAX_KEPT_FIGURES];
        figures[..self.figures.len()].copy_from_slice(&self.figures);
        Ok(GameSummary {
            result: TeamResult {
                value: self.value,
                ending,
                figures,
            },
            fault: self.fault.clone(),
            decisions: self.decisions,
            thinking: Thinking {
                time: Duration::from_nanos(self.thinking_ns),
                decisions: self.timed_decisions,
            },
            luck: self.luck,
        })
    }
}
