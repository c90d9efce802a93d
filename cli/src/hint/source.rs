//! The decision that a hint is asked for: from a position, or from a replay.

use std::path::{Path, PathBuf};

use clap::Args;
use heist_agents::protocol::{Effort, Question};
use heist_draw::any::explain_node;
use heist_engine::any::{AnyGame, AnyState};
use heist_engine::game::{Node, Overrides, Seat};
use heist_engine::record::read_header;

use crate::failure::Failure;
use crate::position;

/// What a hint is asked about.
#[derive(Debug, Args)]
pub struct QuestionOptions {
    /// The position or the replay
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// In a replay, the decision after N steps; by default the last one
    #[arg(long, value_name = "N", help_heading = "Question")]
    step: Option<usize>,

    /// The player who asks, from 1; in a replay without --step, the last decision of that player
    #[arg(
        long,
        value_name = "SEAT",
        value_parser = clap::value_parser!(u8).range(1..),
        help_heading = "Question"
    )]
    seat: Option<u8>,

    /// The game, for a position that does not name it
    #[arg(long, value_name = "GAME", help_heading = "Question")]
    pub game: Option<String>,

    /// Accept contradictions in a position that may be overridden
    #[arg(long = "override", help_heading = "Question")]
    overrides: bool,
}

/// A decision with where it comes from.
pub struct Asked {
    /// What is known.
    pub state: Box<dyn AnyState>,
    /// Who decides.
    pub seat: Seat,
    /// Which decision of a replay it is, in a sentence.
    pub note: Option<String>,
    /// What was played then, in notation.
    pub played: Option<String>,
    /// The place of a move of which is asked why it is not recommended.
    pub about: Option<usize>,
}

impl Asked {
    /// All that is asked about the decision, without reports on the way; the last one gets the id.
    pub fn question(&self, id: String, effort: Effort, samples: u64, seed: u64) -> Question {
        Question {
            id,
            state: self.state.clone(),
            seat: self.seat,
            moves: (0..self.state.branch_count()).collect(),
            asked: self.about.into_iter().collect(),
            effort,
            samples,
            seed,
            report_every: None,
        }
    }
}

impl Asked {
    /// Asks as well why a move is not recommended.
    ///
    /// # Errors
    /// When it is no legal move; lists those there are.
    pub fn about(self, notation: &str) -> Result<Asked, Failure> {
        let place = self.state.find_listed(notation);
        let place = place.map_err(|error| Failure::input(format!("--move {notation}: {error}")))?;
        Ok(Asked {
            about: Some(place),
            ..self
        })
    }
}

/// Whether a text is meant as a replay: the first line says so.
fn is_replay(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.contains("\"heistlab\"") && first.contains("\"replay\"")
}

/// The game a file is about.
pub fn game_of(text: &str, path: &Path, given: Option<&str>) -> Result<String, Failure> {
    if !is_replay(text) {
        position::game_of(text, path, given)
    } else {
        match read_header(text.as_bytes()) {
            Ok(header) if given.is_some_and(|given| given != header.game) => {
                let message = format!("is a game of {}, which needs no --game", header.game);
                Err(option_failure("--game", path, &message))
            }
            Ok(header) => Ok(header.game),
            Err(error) => Err(Failure::file(path, error)),
        }
    }
}

/// The decision that the options ask for, in a file about a game.
pub fn read(game: &dyn AnyGame, text: &str, options: &QuestionOptions) -> Result<Asked, Failure> {
    if is_replay(text) {
        from_replay(game, text, options)
    } else {
        from_position(game, text, options)
    }
}

/// Why a decision of a player whose knowledge is missing is not advised on, and what to do about it.
fn unknown(state: &dyn AnyState, seat: Seat) -> String {
    let known: Vec<Seat> = Seat::all(state.seats()).filter(|&other| state.holds(other)).collect();
    let missing = format!(
        "{} The position leaves out what player {seat} knows, which is needed to advise that player",
        explain_node(state)
    );
    match known[..] {
        [] => missing,
        [other, ..] => format!(
            "{missing}. To advise player {other}, whose knowledge it has, add what happens until that player decides"
        ),
    }
}

fn from_position(game: &dyn AnyGame, text: &str, options: &QuestionOptions) -> Result<Asked, Failure> {
    if options.step.is_some() {
        return Err(option_failure(
            "--step",
            &options.file,
            "is a position, expected a replay",
        ));
    }
    let overrides = if options.overrides {
        Overrides::Waivable
    } else {
        Overrides::None
    };
    let whole = position::load(game, text, &options.file, overrides)?;
    let state = &*whole;
    let Node::Decision(seat) = state.node() else {
        let expected = "expected a position in which a player decides";
        let message = match state.node() {
            Node::Chance => format!(
                "no player decides here. {} See what comes on the table, add it to the position and ask again; `heist \
                 position {}` lists what may come",
                explain_node(state),
                options.file.display()
            ),
            _ => format!("{} {expected}", explain_node(state)),
        };
        return Err(Failure::file(&options.file, message));
    };
    if !state.holds(seat) {
        return Err(Failure::file(&options.file, unknown(state, seat)));
    }
    if options.seat.is_some_and(|asked| asked != seat.0 + 1) {
        let message = format!("player {seat} decides here; expected --seat {seat} or no --seat");
        return Err(option_failure("--seat", &options.file, &message));
    }
    Ok(Asked {
        state: whole,
        seat,
        note: None,
        played: None,
        about: None,
    })
}

fn from_replay(game: &dyn AnyGame, text: &str, options: &QuestionOptions) -> Result<Asked, Failure> {
    let replay = game.read_replay(&mut text.as_bytes());
    let replay = replay.map_err(|error| Failure::file(&options.file, error))?;
    let states: Vec<Box<dyn AnyState>> = replay.states().collect::<Result<_, _>>().map_err(Failure::input)?;
    let steps = replay.step_count();
    let is_asked = |place: &usize| match states[*place].node() {
        Node::Decision(seat) => options.seat.is_none_or(|asked| asked == seat.0 + 1),
        _ => false,
    };
    let place = match options.step {
        Some(step) if step > steps => {
            let message = format!("the replay has {steps} steps, expected 0 to {steps}");
            return Err(option_failure(&format!("--step {step}"), &options.file, &message));
        }
        Some(step) if !is_asked(&step) => {
            let before = (0..step).rev().find(is_asked);
            let after = (step + 1..states.len()).find(is_asked);
            let message = no_decision(&*states[step], before, after, options.seat);
            return Err(option_failure(&format!("--step {step}"), &options.file, &message));
        }
        Some(step) => step,
        None => (0..states.len()).rev().find(is_asked).ok_or_else(|| {
            let who = options
                .seat
                .map_or("nobody".to_owned(), |seat| format!("player {seat} never"));
            Failure::file(
                &options.file,
                format!("{who} decides anything in it; expected a decision"),
            )
        })?,
    };
    let Node::Decision(seat) = states[place].node() else {
        return Err(Failure::file(&options.file, "expected a decision"));
    };
    Ok(Asked {
        // What the player knew then.
        state: states[place].information_state(seat),
        seat,
        note: Some(note(place, steps, states[steps].node())),
        played: replay.steps().into_iter().nth(place).map(|step| step.notation),
        about: None,
    })
}

/// Which decision of the replay is meant.
fn note(place: usize, steps: usize, last: Node) -> String {
    match (place == steps, last) {
        (true, _) => format!("After all {steps} steps of the replay."),
        (false, Node::Terminal) => format!("After step {place}; step {steps} was the last one of the game."),
        (false, _) => format!("After step {place} of {steps}."),
    }
}

/// Why there is nothing to advise after a step, and where there is.
fn no_decision(state: &dyn AnyState, before: Option<usize>, after: Option<usize>, seat: Option<u8>) -> String {
    let who = seat.map_or("a player".to_owned(), |seat| format!("player {seat}"));
    let near: Vec<String> = [before, after]
        .iter()
        .flatten()
        .map(|place| format!("--step {place}"))
        .collect();
    let expected = if near.is_empty() {
        "there is none in the replay".to_owned()
    } else {
        format!("nearest are {}", near.join(" and "))
    };
    format!(
        "no decision to advise on. {} Expected a step after which {who} decides; {expected}",
        explain_node(state)
    )
}

/// A message about an option that does not go with a file.
fn option_failure(option: &str, path: &Path, message: &str) -> Failure {
    Failure::input(format!("{option}: {}: {message}", path.display()))
}
