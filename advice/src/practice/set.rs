//! A set as a file. `docs/formats.md`, section 23, describes it.

use std::fmt::Display;

use heist_agents::protocol::report::CONFIDENCE_95;
use heist_engine::any::{self, AnyGame, AnyState};
use heist_engine::game::{Node, Overrides};
use heist_engine::json;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::choice::steps;

/// What a file says it is.
const KIND: &str = "practice";
/// The version of the format.
const FORMAT: u32 = 1;

/// A text that is no set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SetError(String);

/// A set that was read and checked.
#[derive(Clone, Debug)]
pub struct Set {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// How it was made.
    pub made: Made,
    /// Its positions.
    pub puzzles: Vec<Puzzle>,
}

/// How a set was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The command, for people.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// The setup of the games that the expert played, without its seed; none if the games are replays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Value>,
    /// The names of the replays, in their order; empty if the expert played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replays: Vec<String>,
    /// The seed of deals, picks and searches.
    pub seed: u64,
    /// The search that picks positions, as a spec.
    pub screen: String,
    /// The longer search that confirms them, with another seed, as a spec.
    pub confirm: String,
    /// How many games were to be looked through.
    pub games: u64,
    /// How many were, from the first one on; fewer if the command was stopped.
    pub examined: u64,
}

/// A decision to practise on.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// What the deciding seat knows.
    pub state: Box<dyn AnyState>,
    /// What was found out about it.
    pub found: Found,
}

/// A position of a set as it stands in the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The number of the game that it is from, from 0.
    pub game: u64,
    /// The number of steps before it in that game.
    pub step: usize,
    /// Who decides, from 1.
    pub seat: u8,
    /// The move that the game's expert plays, which is not the best one.
    pub expert: String,
    /// Why the best move is better than the nearest one that is worse, in a sentence; none if no reason held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why the best move is better than the expert's.
    pub against_expert: String,
    /// The moves, the best one first, then by value.
    pub moves: Vec<Tried>,
    /// The position as the deciding seat knows it.
    pub position: Value,
}

/// A move of a position, in numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// The move in notation.
    #[serde(rename = "move")]
    pub notation: String,
    /// Moves that lead to the same state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alike: Vec<String>,
    /// Its win probability, or the expected value of the result, 0 to 1.
    pub value: f64,
    /// The standard error of that.
    pub error: f64,
    /// How much less that is than after the best move, in the same worlds; 0 for the best move.
    pub loss: f64,
    /// The standard error of that.
    pub loss_error: f64,
    /// What is expected to follow, in notation, with semicolons between the steps.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub line: String,
}

impl Tried {
    /// Whether it is this move, or leads to the same state.
    pub fn is(&self, notation: &str) -> bool {
        self.notation == notation || self.alike.iter().any(|alike| alike == notation)
    }

    /// The 95% interval of what it gives away.
    pub fn interval95(&self) -> [f64; 2] {
        let reach = CONFIDENCE_95 * self.loss_error;
        [self.loss - reach, (self.loss + reach).min(1.0)]
    }

    /// The 95% interval of its win probability.
    pub fn value_interval95(&self) -> [f64; 2] {
        let reach = CONFIDENCE_95 * self.error;
        [self.value - reach, self.value + reach].map(|end| end.clamp(0.0, 1.0))
    }
}

impl Puzzle {
    /// The best move.
    pub fn best(&self) -> &Tried {
        // A puzzle without moves is refused.
        &self.found.moves[0]
    }

    /// A move by its notation.
    pub fn find(&self, notation: &str) -> Option<&Tried> {
        self.found.moves.iter().find(|tried| tried.is(notation))
    }

    /// The position of a set, checked.
    ///
    /// # Errors
    /// When something in it is not possible, or the best move is not clearly best.
    pub fn new(game: &'static dyn AnyGame, found: Found) -> Result<Puzzle, SetError> {
        let text = found.position.to_string();
        let state = game.read_position(&text, Overrides::None);
        let state = state.map_err(|fault| field("position", fault))?;
        let Node::Decision(seat) = state.node() else {
            return Err(field("position", "nobody decides in it; expected a decision"));
        };
        if seat.0 + 1 != found.seat {
            let message = format!("found {}; player {seat} decides in the position", found.seat);
            return Err(field("seat", message));
        }
        if !state.holds(seat) {
            let message = format!("leaves out what player {seat} knows, who decides");
            return Err(field("position", message));
        }
        check_moves(&*state, &found)?;
        Ok(Puzzle { state, found })
    }
}

/// Something wrong with a field.
fn field(name: &str, what: impl Display) -> SetError {
    SetError(format!("field `{name}`: {what}"))
}

/// Checks that the moves are those of a state, that the first one is clearly best and that the expert plays another.
fn check_moves(state: &dyn AnyState, found: &Found) -> Result<(), SetError> {
    let mut left: Vec<String> = state.branches().into_iter().map(|branch| branch.notation).collect();
    for (place, tried) in found.moves.iter().enumerate() {
        let name = |of: &str| format!("moves[{place}].{of}");
        let alike = tried.alike.iter().enumerate();
        let alike = alike.map(|(number, notation)| (name(&format!("alike[{number}]")), notation));
        for (field_name, notation) in std::iter::once((name("move"), &tried.notation)).chain(alike) {
            match left.iter().position(|legal| legal == notation) {
                Some(place) => drop(left.swap_remove(place)),
                None => {
                    let message = format!("`{notation}` is not a legal move here, or stands here twice");
                    return Err(field(&field_name, message));
                }
            }
        }
        let shares = [
            ("value", tried.value),
            ("error", tried.error),
            ("loss_error", tried.loss_error),
        ];
        for (of, number) in shares {
            if !(0.0..=1.0).contains(&number) {
                return Err(field(&name(of), format!("found {number}; expected 0 to 1")));
            }
        }
        let is_clear = match place {
            0 => tried.loss == 0.0,
            _ => tried.interval95()[0] > 0.0,
        };
        if !is_clear {
            let message = match place {
                0 => format!("found {}; expected 0 for the best move", tried.loss),
                _ => format!(
                    "found {}, with `loss_error` {}; expected more than no loss with 95% confidence",
                    tried.loss, tried.loss_error
                ),
            };
            return Err(field(&name("loss"), message));
        }
        check_line(state, tried).map_err(|error| field(&name("line"), error))?;
    }
    if found.moves.len() < 2 {
        return Err(field("moves", "expected at least two different ones"));
    }
    if let Some(missing) = left.first() {
        return Err(field("moves", format!("the legal move `{missing}` is missing")));
    }
    match found.moves.iter().position(|tried| tried.is(&found.expert)) {
        None => Err(field("expert", format!("`{}` is not a legal move here", found.expert))),
        Some(0) => Err(field("expert", "is the best move; expected another one")),
        Some(_) => Ok(()),
    }
}

/// Checks that what is expected to follow a move is possible.
fn check_line(state: &dyn AnyState, tried: &Tried) -> Result<(), String> {
    let mut state = state.copy();
    let line = steps(&tried.line).filter(|step| !step.is_empty());
    for step in std::iter::once(tried.notation.as_str()).chain(line) {
        let place = state.find(step).map_err(|error| error.to_string())?;
        if !state.take(place) {
            return Err(format!("`{step}` cannot happen"));
        }
    }
    Ok(())
}

/// The file as it is read and written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    heistlab: String,
    format: u32,
    game: String,
    game_format: u32,
    made: Made,
    positions: Vec<Found>,
}

impl Set {
    /// Reads a set.
    ///
    /// # Errors
    /// Names what is wrong and what was expected.
    pub fn read(text: &str) -> Result<Set, SetError> {
        let file: File = json::read(text).map_err(|error| SetError(error.to_string()))?;
        if file.heistlab != KIND {
            return Err(field(
                "heistlab",
                format!("found `{}`; expected `{KIND}`", file.heistlab),
            ));
        }
        if file.format != FORMAT {
            return Err(field("format", format!("found {}; expected {FORMAT}", file.format)));
        }
        let Some(game) = any::find(&file.game) else {
            let known: Vec<&str> = any::infos().map(|game| game.id).collect();
            let message = format!("no game `{}`; there are: {}", file.game, known.join(", "));
            return Err(field("game", message));
        };
        let expected = game.info().format;
        if file.game_format != expected {
            return Err(field(
                "game_format",
                format!("found {}; expected {expected}", file.game_format),
            ));
        }
        let Made { games, examined, .. } = file.made;
        if examined > games {
            return Err(field(
                "made.examined",
                format!("found {examined}; expected at most {games}"),
            ));
        }
        let mut set = Set {
            game,
            made: file.made,
            puzzles: Vec::new(),
        };
        for (place, found) in file.positions.into_iter().enumerate() {
            let number = place + 1;
            let puzzle = Puzzle::new(game, found).map_err(|error| SetError(format!("position {number}: {error}")))?;
            if set.has_like(&puzzle) {
                let message = format!("position {number}: is from the same game as an earlier one, or is the same");
                return Err(SetError(message));
            }
            set.puzzles.push(puzzle);
        }
        Ok(set)
    }

    /// Whether there is a position of the same game already, or the same position.
    pub fn has_like(&self, puzzle: &Puzzle) -> bool {
        let key = |puzzle: &Puzzle| puzzle.state.key();
        self.puzzles
            .iter()
            .any(|known| known.found.game == puzzle.found.game || key(known) == key(puzzle))
    }

    /// The set as a file: a line for what it is, one for how it was made, and one for each position.
    ///
    /// # Errors
    /// When a number is none, which no search reports of a position that is kept.
    pub fn write(&self) -> Result<String, serde_json::Error> {
        let info = self.game.info();
        let positions: Result<Vec<String>, _> = self
            .puzzles
            .iter()
            .map(|puzzle| serde_json::to_string(&puzzle.found))
            .collect();
        Ok(format!(
            "{{\"heistlab\":\"{KIND}\",\"format\":{FORMAT},\"game\":\"{}\",\"game_format\":{},\n\"made\":{},\n\"\
             positions\":[\n{}\n]}}\n",
            info.id,
            info.format,
            serde_json::to_string(&self.made)?,
            positions?.join(",\n")
        ))
    }
}
