//! What can be wrong with a network's file.

use std::path::PathBuf;

impl NetworkError {
    /// The error with the name or path of its network before it, unless it says that itself.
    pub fn of(&self, network: &str) -> String {
        match self {
            NetworkError::Unknown { .. } => self.to_string(),
            _ => format!("{network}: {self}"),
        }
    }
}

/// Bytes that are no network, or none that this version can use for the game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read. Which file that is, whoever names it says, as for every other error.
    #[error("cannot be read: {problem}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        problem: String,
    },
    /// No shipped network has this name.
    #[error("no network `{name}`; {}, or give the path of a file that ends in .safetensors", shipped(.known))]
    Unknown {
        /// The name.
        name: String,
        /// The shipped networks of the game.
        known: Vec<&'static str>,
    },
    /// The bytes are no safetensors file, or one that was cut short or damaged.
    #[error("not a whole safetensors file ({problem}); it may be damaged or cut short")]
    Damaged {
        /// What the reader said.
        problem: String,
    },
    /// What is read is not what was written.
    #[error(
        "the checksum of its contents is {found}, and it says {expected}; it is damaged, or was changed and kept its \
         field `checksum`"
    )]
    Checksum {
        /// The checksum of what is there, in 16 hexadecimal digits.
        found: String,
        /// The one in the file.
        expected: String,
    },
    /// A safetensors file that says nothing of a network.
    #[error("no network of Heistlab: the metadata has no entry `heistlab`")]
    NoConfig,
    /// The entry `heistlab` is not what it should be.
    #[error("metadata, entry `heistlab`: {problem}")]
    Config {
        /// What is wrong with it.
        problem: String,
    },
    /// A format of another version.
    #[error("the file has format {found}; this version reads format {expected}")]
    Format {
        /// The file's format.
        found: u32,
        /// The one that is read.
        expected: u32,
    },
    /// A network for another game.
    #[error("the network plays `{found}`, not `{expected}`")]
    Game {
        /// The network's game.
        found: String,
        /// The game it was wanted for.
        expected: &'static str,
    },
    /// A network for another encoding of the game.
    #[error(
        "the network was trained for another encoding of {game}: {found}, this version has {expected}; convert it \
         with `heist net convert FILE --to OUT` or train it anew"
    )]
    Encoding {
        /// The game's name for people.
        game: &'static str,
        /// The network's encoding.
        found: String,
        /// The game's.
        expected: String,
    },
    /// A number of the position or of a move that the game does not compute.
    #[error("the network reads `{input}`, which {game} does not compute; train it anew")]
    Input {
        /// The game's name for people.
        game: &'static str,
        /// The input.
        input: String,
    },
    /// A network over the estimate of a game that has none.
    #[error("the network adds to an estimate of positions, and {game} has none")]
    NoEstimate {
        /// The game's name for people.
        game: &'static str,
    },
    /// A network that scores moves by numbers that the game does not compute.
    #[error("the network scores moves by numbers of each, and {game} computes none")]
    NoMoves {
        /// The game's name for people.
        game: &'static str,
    },
    /// Numbers of moves of another version, some of which mean something else under their names.
    #[error(
        "the network scores moves by numbers of version {found}, and {game} computes version {expected}, in which \
         some names have another meaning; train it anew"
    )]
    MovesVersion {
        /// The game's name for people.
        game: &'static str,
        /// The network's version.
        found: u32,
        /// The game's.
        expected: u32,
    },
    /// A network for other numbers of moves.
    #[error(
        "the network was trained with other numbers of moves of {game}: {}, this version has {expected}; convert it with \
         `heist net convert FILE --to OUT` or train it anew",
        if .found.is_empty() { "it does not say which" } else { .found }
    )]
    MovesEncoding {
        /// The game's name for people.
        game: &'static str,
        /// The hash of the names of the numbers there were.
        found: String,
        /// The hash of the names of those there are.
        expected: String,
    },
    /// A residual policy of a game without an expert.
    #[error("the network adds to the scores of a rule-based expert, and {game} has none")]
    NoExpert {
        /// The game's name for people.
        game: &'static str,
    },
    /// A tensor that must be there is missing.
    #[error("no tensor `{name}`; expected one of shape {expected:?}")]
    Missing {
        /// The tensor.
        name: String,
        /// Its shape.
        expected: Vec<usize>,
    },
    /// A tensor that no part of the network uses.
    #[error("unexpected tensor `{name}`; expected {}", .expected.join(", "))]
    Unexpected {
        /// The tensor.
        name: String,
        /// The tensors there should be.
        expected: Vec<String>,
    },
    /// A tensor of another shape.
    #[error("tensor `{name}` has shape {found:?}; expected {expected:?}")]
    Shape {
        /// The tensor.
        name: String,
        /// Its shape.
        found: Vec<usize>,
        /// The shape by the configuration.
        expected: Vec<usize>,
    },
    /// A tensor of other numbers.
    #[error("tensor `{name}` holds {found}; expected {expected}")]
    Kind {
        /// The tensor.
        name: String,
        /// What it holds.
        found: String,
        /// What is read.
        expected: &'static str,
    },
    /// A weight that is infinite, not a number, or too large for the precision it is written in.
    #[error("tensor `{name}`, element {element}: {value}; expected a finite number")]
    Weight {
        /// The tensor.
        name: String,
        /// The place in it, row by row from 0.
        element: usize,
        /// The weight.
        value: f32,
    },
    /// A network that cannot be converted to the game's encoding.
    #[error("the network cannot be converted: {problem}; train it anew")]
    Conversion {
        /// What stands against it.
        problem: String,
    },
}

fn shipped(known: &[&str]) -> String {
    match known {
        [] => "this version ships none for the game".to_owned(),
        known => format!("there are: {}", known.join(", ")),
    }
}
