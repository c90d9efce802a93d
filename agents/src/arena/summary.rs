//! A finished game as far as statistics need it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

use heist_engine::describe::{MAX_KEPT_FIGURES, kept_names};
use heist_engine::game::{Game, Seat, TeamResult};
use heist_engine::json;
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
pub struct KnownGames {
    games: HashMap<String, HashMap<u64, GameSummary>>,
    /// The last of the game's endings, in its order, that was a win, and the first that was none.
    last_win: Option<usize>,
    first_loss: Option<usize>,
}

impl KnownGames {
    /// Adds a game of `G` from its line in a run folder; the game.
    ///
    /// # Errors
    /// What is wrong with the line: it is no game of `G`, its fields contradict each other or those of earlier lines,
    /// or the same game is there already.
    pub fn add<G: Game>(&mut self, line: &[u8]) -> Result<&GameSummary, String> {
        let text = std::str::from_utf8(line).map_err(|_| "no game: expected UTF-8".to_owned())?;
        if !text.trim_start().starts_with('{') {
            return Err("no game: expected an object, {\"deal\": ...}".to_owned());
        }
        let read: GameLine = json::read(text).map_err(|error| match error.field {
            Some(field) => wrong(&field, format!("{} (column {})", error.message, error.column)),
            None => format!("no game: {} (column {})", error.message, error.column),
        })?;
        let summary = read.summary::<G>()?;
        self.compare::<G>(&summary.result)?;
        let games = self.games.entry(read.agent).or_default();
        match games.entry(read.deal) {
            Entry::Occupied(_) => Err(wrong(
                "deal",
                format!(
                    "found {} a second time; expected each deal once for each agent",
                    read.deal
                ),
            )),
            Entry::Vacant(place) => Ok(place.insert(summary)),
        }
    }

    /// Whether the value agrees with those of games that ended otherwise: the endings that are wins come first.
    fn compare<G: Game>(&mut self, result: &TeamResult) -> Result<(), String> {
        let Some(ending) = G::ENDINGS.iter().position(|ending| *ending == result.ending) else {
            return Ok(());
        };
        if result.is_win() {
            self.last_win = self.last_win.max(Some(ending))
        } else {
            self.first_loss = Some(self.first_loss.map_or(ending, |first| first.min(ending)))
        }
        match (self.last_win, self.first_loss) {
            (Some(win), Some(loss)) if win >= loss => Err(wrong(
                "value",
                format!(
                    "found {} for the ending `{}`; expected 1 for the endings that are wins and less for the others, \
                     as in the lines before",
                    result.value, result.ending
                ),
            )),
            _ => Ok(()),
        }
    }

    /// A game that is there.
    pub fn get(&self, deal: u64, agent: &str) -> Option<&GameSummary> {
        self.games.get(agent)?.get(&deal)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.games.values().map(HashMap::len).sum()
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

    /// The game of the line.
    ///
    /// # Errors
    /// When it is not the line of a game of `G`: the first field that is wrong, with what was found and expected.
    pub fn summary<G: Game>(&self) -> Result<GameSummary, String> {
        let endings = match self.fault {
            None => G::ENDINGS,
            Some(_) => &[FAULT],
        };
        let ending = endings.iter().find(|ending| **ending == self.ending);
        let ending = ending.ok_or_else(|| {
            let expected = endings.join(", ");
            wrong(
                "ending",
                format!("found `{}`; expected one of: {expected}", self.ending),
            )
        })?;
        self.check::<G>()?;
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

    /// Whether the numbers are in their ranges and agree with the ending.
    fn check<G: Game>(&self) -> Result<(), String> {
        if self.agent.is_empty() || self.agent.chars().any(char::is_control) {
            return Err(wrong(
                "agent",
                format!("found {:?}; expected the name of a contestant on one line", self.agent),
            ));
        }
        let place = G::ENDINGS.iter().position(|ending| *ending == self.ending);
        let is_last = place == Some(G::ENDINGS.len() - 1) && place != Some(0);
        let (range, expected) = match (&self.fault, place) {
            (Some(_), _) => (0.0..=0.0, "0, as after every fault"),
            (None, Some(0)) => (1.0..=1.0, "1, as after every win"),
            (None, _) if is_last => (
                0.0..=BELOW_1,
                "a number from 0 to less than 1, since that ending is no win",
            ),
            (None, _) => (0.0..=1.0, "a number from 0 to 1"),
        };
        if !range.contains(&self.value) {
            let found = format!("found {} for the ending `{}`", self.value, self.ending);
            return Err(wrong("value", format!("{found}; expected {expected}")));
        }
        let (found, expected) = (self.figures.len(), kept_names(G::FIGURES).count());
        if found != expected {
            return Err(wrong("figures", format!("found {found} numbers; expected {expected}")));
        }
        if self.fault.is_some()
            && let Some(place) = self.figures.iter().position(|figure| *figure != 0)
        {
            let found = self.figures[place];
            return Err(wrong(
                &format!("figures[{place}]"),
                format!("found {found}; expected 0, as after every fault"),
            ));
        }
        let most = |field: &str, found: u64, most: u64, why: &str| {
            if found <= most {
                Ok(())
            } else {
                Err(wrong(field, format!("found {found}; expected at most {most}{why}")))
            }
        };
        most("deal", self.deal, u64::from(u32::MAX), "")?;
        most("decisions", self.decisions, MOST_DECISIONS, "")?;
        // A decision that ends in a fault takes time, and is none.
        let asked = self.decisions + u64::from(self.fault.is_some());
        let timed = asked * MOST_PER_TIMED;
        let why = format!(", as there are {} decisions", self.decisions);
        most("timed_decisions", self.timed_decisions, timed, &why)?;
        let longest = if self.timed_decisions == 0 { 0 } else { MOST_THINKING_NS };
        let why = format!(", as there are {} timed decisions", self.timed_decisions);
        most("thinking_ns", self.thinking_ns, longest, &why)?;
        match self.luck {
            Some(luck) if !luck.is_finite() => Err(wrong("luck", format!("found {luck}; expected a finite number"))),
            _ => Ok(()),
        }
    }
}

/// The greatest value that is no win.
const BELOW_1: f64 = 1.0 - f64::EPSILON / 2.0;
/// Decisions of a game at most, far above any limit that runs are given.
const MOST_DECISIONS: u64 = 1 << 40;
/// Decisions at most that one that was timed stands for.
const MOST_PER_TIMED: u64 = 64;
/// Three years.
const MOST_THINKING_NS: u64 = 100_000_000_000_000_000;

/// What is wrong with a field of a line.
fn wrong(field: &str, text: String) -> String {
    format!("field `{field}`: {text}")
}
