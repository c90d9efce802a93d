//! Networks by name: those that are shipped, in the program itself, and files.

use std::path::Path;

use super::error::NetworkError;
use super::evaluation::{Mode, Network};
use crate::files;
use crate::heuristics::Heuristics;

/// A network that is shipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// The id of the game it plays.
    pub game: &'static str,
    /// Its file.
    pub bytes: &'static [u8],
}

/// The networks of `models/`. They are part of the program, so that they are found from any folder. Games are named by
/// their ids: the rest compiles without any one of them.
pub static SHIPPED: &[Shipped] = &[
    Shipped {
        name: "bank-job-3",
        game: "burgle-bros",
        bytes: include_bytes!("../../../models/bank-job-3.safetensors"),
    },
    Shipped {
        name: "bank-job-3-residual",
        game: "burgle-bros",
        bytes: include_bytes!("../../../models/bank-job-3-residual.safetensors"),
    },
    Shipped {
        name: "caper-cards-4",
        game: "caper-cards",
        bytes: include_bytes!("../../../models/caper-cards-4.safetensors"),
    },
    Shipped {
        name: "tech-lab-3-residual",
        game: "masters-of-the-heist",
        bytes: include_bytes!("../../../models/tech-lab-3-residual.safetensors"),
    },
];

/// The shipped networks of a game.
pub fn shipped<G: Heuristics>() -> impl Iterator<Item = &'static Shipped> + Clone {
    SHIPPED.iter().filter(|network| network.game == G::ID)
}

/// Whether a text is the path of a network and not the name of a shipped one: it has a separator or ends in
/// `.safetensors`.
pub fn is_path(text: &str) -> bool {
    text.contains(std::path::is_separator) || Path::new(text).extension().is_some_and(|end| end == "safetensors")
}

/// The bytes of a network: of the file of a path, or of the network of a name among those that are `shipped`.
///
/// # Errors
/// When the file cannot be read, or no network has this name.
pub fn bytes_of(
    name: &str,
    mut shipped: impl Iterator<Item = &'static Shipped> + Clone,
) -> Result<Vec<u8>, NetworkError> {
    if is_path(name) {
        return files::read(Path::new(name), files::NETWORK_LIMIT).map_err(|error| NetworkError::File {
            path: name.into(),
            problem: error.to_string(),
        });
    }
    let known = shipped.clone();
    let found = shipped.find(|network| network.name == name);
    found
        .map(|network| network.bytes.to_vec())
        .ok_or_else(|| NetworkError::Unknown {
            name: name.to_owned(),
            known: known.map(|network| network.name).collect(),
        })
}

/// A network for play: the file of a path, or a shipped network of the game by its name.
///
/// # Errors
/// As [`bytes_of`], and when it is damaged or does not fit the game.
pub fn find<G: Heuristics>(name: &str) -> Result<Network<G>, NetworkError> {
    Network::read(&bytes_of(name, shipped::<G>())?, Mode::Quantised)
}
