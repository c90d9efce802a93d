//! The messages between the arena and a bot: one line each, a word followed by JSON or plain text.

use std::fmt::Display;

use heist_engine::any::AnyStep;
use heist_engine::describe::{MAX_KEPT_FIGURES, kept_names};
use heist_engine::game::{Game, Seat, TeamResult};
use heist_engine::record::Step;
use heist_engine::registry::GameInfo;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The first word of the first line.
pub const PROTOCOL: &str = "heist-bot";
/// The version of the protocol.
pub const VERSION: u32 = 1;

/// `game`: the game that begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Announcement {
    /// [`Game::ID`].
    pub game: String,
    /// [`Game::FORMAT`].
    pub format: u32,
    /// The completed setup.
    pub setup: Value,
    /// How many seats play.
    pub seats: usize,
    /// The seat that the bot plays.
    pub seat: Seat,
    /// The seed of the bot's own randomness, 16 hexadecimal digits.
    pub seed: String,
}

impl Announcement {
    /// The seed as a number; `None` if it is not 16 hexadecimal digits.
    pub fn seed(&self) -> Option<u64> {
        let is_hex = self.seed.len() == 16 && self.seed.bytes().all(|byte| byte.is_ascii_hexdigit());
        u64::from_str_radix(&self.seed, 16).ok().filter(|_| is_hex)
    }
}

/// `decide`: the question for an action.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    /// Who decides: the seat that the bot plays.
    pub seat: Seat,
    /// Seconds until the answer must be there.
    pub time: f64,
    /// The legal actions in notation, in the game's order.
    pub legal: Vec<String>,
    /// What the seat knows, as a position.
    pub position: Box<RawValue>,
}

/// `step`: what happened, as the bot's seat saw it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, try_from = "ToldFields")]
pub enum Told {
    /// A seat acted.
    Action {
        /// Who.
        seat: Seat,
        /// The action in notation.
        action: String,
    },
    /// Chance decided.
    Chance {
        /// The outcome in notation.
        chance: String,
    },
}

/// All fields that a `step` may have.
#[derive(Deserialize)]
struct ToldFields {
    seat: Option<Seat>,
    action: Option<String>,
    chance: Option<String>,
}

impl TryFrom<ToldFields> for Told {
    type Error = &'static str;

    fn try_from(fields: ToldFields) -> Result<Told, Self::Error> {
        match (fields.seat, fields.action, fields.chance) {
            (Some(seat), Some(action), None) => Ok(Told::Action { seat, action }),
            (_, None, Some(chance)) => Ok(Told::Chance { chance }),
            _ => Err("expected `seat` and `action`, or `chance`"),
        }
    }
}

impl Told {
    /// A step in notation.
    pub fn of<G: Game>(step: Step<G>) -> Told {
        match step {
            Step::Action(seat, action) => Told::Action {
                seat,
                action: action.to_string(),
            },
            Step::Chance(outcome) => Told::Chance {
                chance: outcome.to_string(),
            },
        }
    }

    /// The step, which may be none of the game.
    pub fn step(self) -> AnyStep {
        match self {
            Told::Action { seat, action } => AnyStep {
                seat: Some(seat),
                notation: action,
            },
            Told::Chance { chance } => AnyStep {
                seat: None,
                notation: chance,
            },
        }
    }
}

/// `end`: the game is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct End {
    /// How it ended; `None` if it did not end by the rules.
    pub result: Option<Ending>,
}

/// A [`TeamResult`] in words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// What the team got: 1 is a full win, 0 a loss.
    pub value: f64,
    /// One of [`Game::ENDINGS`].
    pub ending: String,
    /// The figures by name, as in [`Game::FIGURES`].
    pub figures: Map<String, Value>,
}

impl Ending {
    /// A result in words.
    pub fn of<G: Game>(result: &TeamResult) -> Ending {
        let figures = kept_names(G::FIGURES).zip(result.figures);
        Ending {
            value: result.value,
            ending: result.ending.to_owned(),
            figures: figures
                .map(|(name, figure)| (name.to_owned(), Value::from(figure)))
                .collect(),
        }
    }

    /// The result of the words; figures that are left out are 0.
    ///
    /// # Errors
    /// When the game has no such ending, or a figure is no whole number of 32 bits.
    pub fn result(&self, game: &GameInfo) -> Result<TeamResult, String> {
        let ending = game.endings.iter().find(|ending| **ending == self.ending);
        let ending = ending.ok_or_else(|| format!("{} has no ending `{}`", game.id, self.ending))?;
        let mut figures = [0; MAX_KEPT_FIGURES];
        for (place, name) in figures.iter_mut().zip(kept_names(game.figures)) {
            let Some(given) = self.figures.get(name) else { continue };
            let figure = given.as_i64().and_then(|figure| i32::try_from(figure).ok());
            *place = figure.ok_or_else(|| format!("figure `{name}`: found {given}; expected a whole number"))?;
        }
        Ok(TeamResult {
            value: self.value,
            ending,
            figures,
        })
    }
}

/// A line of a word and what follows it, with its break.
pub fn line(word: &str, rest: impl Display) -> String {
    format!("{word} {rest}\n")
}

/// The word of a line and what follows it, without the space between; `None` for a line without meaning: blank, or a
/// comment that begins with `#`.
pub fn split(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some((word, rest.trim_start()))
}

/// A text that was received, to be quoted: at most `letters` letters, `...` if there were more, and control characters,
/// which could change a terminal, spelled out.
pub fn shortened(text: &str, letters: usize) -> String {
    let mut quoted = String::new();
    for letter in text.chars().take(letters) {
        if letter.is_control() {
            quoted.extend(letter.escape_default())
        } else {
            quoted.push(letter)
        }
    }
    if text.chars().nth(letters).is_some() {
        quoted.push_str("...");
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shortened_between_letters_and_never_reach_a_terminal_raw() {
        assert_eq!(shortened("\u{e4}\u{f6}\u{fc}", 3), "\u{e4}\u{f6}\u{fc}");
        assert_eq!(shortened("\u{e4}\u{f6}\u{fc}", 2), "\u{e4}\u{f6}...");
        assert_eq!(
            shortened("\u{1b}[2Jhi\u{7}\t\u{9b}", 20),
            "\\u{1b}[2Jhi\\u{7}\\t\\u{9b}"
        );
    }

    #[test]
    fn lines_are_a_word_and_the_rest() {
        assert_eq!(split("play move 1:B2"), Some(("play", "move 1:B2")));
        assert_eq!(split("  ready\r"), Some(("ready", "")));
        assert_eq!(split("game   {\"a\": 1} "), Some(("game", "{\"a\": 1}")));
        assert_eq!(split("# play x"), None);
        assert_eq!(split(" \t"), None);
    }

    #[test]
    fn seeds_are_sixteen_digits() {
        let announcement = |seed: &str| Announcement {
            game: "burgle-bros".to_owned(),
            format: 1,
            setup: Value::Null,
            seats: 1,
            seat: Seat(0),
            seed: seed.to_owned(),
        };
        assert_eq!(announcement("00000000000000ff").seed(), Some(255));
        assert_eq!(announcement("ffffffffffffffff").seed(), Some(u64::MAX));
        for wrong in ["ff", "+0000000000000ff", "00000000000000fg", "0000000000000000ff"] {
            assert_eq!(announcement(wrong).seed(), None, "{wrong}");
        }
    }
}
