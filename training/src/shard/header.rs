//! The first line of a shard: what its games are.

use std::fmt::{self, Display};

use heist_engine::game::{Encode, Game};
use heist_engine::{encoding_hash, json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version of the format of shards.
pub const SHARD_FORMAT: u32 = 1;

/// What a shard says about itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    /// Always `shard`.
    pub heistlab: String,
    /// [`SHARD_FORMAT`].
    pub shard_format: u32,
    /// The version of Heistlab that wrote it: what agents play may change from release to release.
    pub version: String,
    /// [`Game::ID`].
    pub game: String,
    /// [`Game::FORMAT`].
    pub format: u32,
    /// The [`encoding_hash`] when it was written, in 16 hexadecimal digits. Nothing in a shard depends on it.
    pub encoding: String,
    /// What its annotations are.
    pub kind: Kind,
    /// How many games it holds.
    pub games: u64,
    /// How many games a block holds; the last one may hold fewer, and so does one of very long games.
    pub games_per_block: u32,
    /// Where the games come from, see [`RecordedGame::run`](crate::record::RecordedGame::run).
    pub runs: Vec<Run>,
}

/// What the annotations of a shard are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Analyses of the searches that played.
    Selfplay,
    /// Groups of moves that were labelled afterwards.
    Label,
}

impl Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Selfplay => "selfplay",
            Kind::Label => "label",
        })
    }
}

/// A run of self-play that games come from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Run {
    /// The setup, with what every deal draws for itself left open.
    pub setup: Value,
    /// The agents that played: one for all seats, or one a seat.
    pub agents: Vec<String>,
    /// The seed of the deals.
    pub seed: u64,
    /// The number of the first deal.
    pub first: u64,
    /// How many deals were played from there on.
    pub games: u64,
    /// Everything else that the games or their annotations depend on.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub settings: Map<String, Value>,
}

/// A header that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HeaderError {
    /// The first line is none of a shard: where and why.
    #[error("{0}; expected the header of a shard")]
    NotAShard(String),
    /// A shard of another version of the format.
    #[error("line 1, field `shard-format`: found {0}, expected {SHARD_FORMAT}")]
    ShardFormat(u32),
    /// A shard of another game.
    #[error("line 1, field `game`: a shard of {found}, expected one of {expected}")]
    Game {
        /// The game that the shard is of.
        found: String,
        /// The one that was asked for.
        expected: &'static str,
    },
    /// A shard of another version of the game.
    #[error("line 1, field `format`: found {found}, expected {expected}: the rules have changed since it was written")]
    Format {
        /// What the shard says.
        found: u32,
        /// [`Game::FORMAT`].
        expected: u32,
    },
    /// A setup that is not playable.
    #[error("line 1, field `runs[{run}].{field}`: {problem}")]
    Setup {
        /// The run, from 0.
        run: usize,
        /// The field of it that is wrong.
        field: String,
        /// What is wrong.
        problem: String,
    },
    /// A number that cannot be.
    #[error("line 1, field `{field}`: found {found}, expected {expected}")]
    Number {
        /// The field.
        field: &'static str,
        /// Its value.
        found: u64,
        /// What was expected.
        expected: &'static str,
    },
}

impl Header {
    /// The header of a shard of `games` games of these runs.
    pub fn new<G: Encode>(kind: Kind, games: u64, games_per_block: u32, runs: Vec<Run>) -> Header {
        Header {
            heistlab: SHARD.to_owned(),
            shard_format: SHARD_FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::ID.to_owned(),
            format: G::FORMAT,
            encoding: format!("{:016x}", encoding_hash::<G>()),
            kind,
            games,
            games_per_block,
            runs,
        }
    }

    /// Reads the first line of a shard, whatever its game.
    ///
    /// # Errors
    /// When it is none, or of another format.
    pub fn read(line: &[u8]) -> Result<Header, HeaderError> {
        let not_a_shard = |what: &str| HeaderError::NotAShard(format!("line 1: {what}"));
        let text = std::str::from_utf8(line).map_err(|_| not_a_shard("found bytes that are not UTF-8"))?;
        let told = |error: json::ReadError| HeaderError::NotAShard(error.to_string());
        // What it is comes first: of another format the other fields may not even be known.
        let what: Map<String, Value> = json::read(text).map_err(told)?;
        if what.get("heistlab").and_then(Value::as_str) != Some(SHARD) {
            return Err(not_a_shard("found another document"));
        }
        match what.get("shard-format").and_then(Value::as_u64) {
            Some(format) if format != u64::from(SHARD_FORMAT) => {
                return Err(HeaderError::ShardFormat(u32::try_from(format).unwrap_or(u32::MAX)));
            }
            _ => {}
        }
        let header: Header = json::read(text).map_err(told)?;
        header.check_numbers()?;
        Ok(header)
    }

    fn check_numbers(&self) -> Result<(), HeaderError> {
        let refused = |field, found, expected| HeaderError::Number { field, found, expected };
        if self.games_per_block == 0 {
            return Err(refused("games-per-block", 0, "1 or more"));
        }
        let runs = self.runs.len();
        if runs == 0 || runs > usize::from(u16::MAX) {
            return Err(refused("runs", runs as u64, "a list of 1 to 65535 runs"));
        }
        Ok(())
    }

    /// Whether its games can be played again by the rules of `G`. Encoding and version of Heistlab do not matter for
    /// that.
    ///
    /// # Errors
    /// When it is of another game or of another version of its rules.
    pub fn check<G: Game>(&self) -> Result<(), HeaderError> {
        if self.game != G::ID {
            return Err(HeaderError::Game {
                found: self.game.clone(),
                expected: G::ID,
            });
        }
        if self.format == G::FORMAT {
            Ok(())
        } else {
            Err(HeaderError::Format {
                found: self.format,
                expected: G::FORMAT,
            })
        }
    }

    /// The setup of each run, with no seed.
    ///
    /// # Errors
    /// When one is no setup of the game, or is not playable.
    pub fn setups<G: Game>(&self) -> Result<Vec<G::Setup>, HeaderError> {
        let setup = |(run, description): (usize, &Run)| {
            let refused = |field: String, problem: String| HeaderError::Setup { run, field, problem };
            let setup: G::Setup = json::read(&description.setup.to_string())
                .map_err(|error| refused(error.field_in("setup"), error.message))?;
            match G::complete(&G::with_seed(&setup, Some(0))) {
                Ok(_) => Ok(setup),
                Err(error) => Err(refused("setup".to_owned(), error.to_string())),
            }
        };
        self.runs.iter().enumerate().map(setup).collect()
    }
}

/// The value of the field `heistlab`.
const SHARD: &str = "shard";
