//! Networks by name: those that are shipped, in the program itself, and files.

use std::path::Path;

use super::error::NetworkError;
use super::evaluation::{Mode, Network};
use crate::files;
use crate::heuristics::{Heuristics, Shipped};

/// Whether a text is the path of a network and not the name of a shipped one: it has a separator or ends in
/// `.safetensors`.
pub fn is_path(text: &str) -> bool {
    text.contains(std::path::is_separator) || Path::new(text).extension().is_some_and(|end| end == "safetensors")
}

/// The bytes of a network: of the file of a path, or of the network of a name among those that are `shipped`.
///
/// # Errors
/// When the file cannot be read, or no network has this name.
pub fn bytes_of(name: &str, shipped: impl IntoIterator<Item = &'static Shipped>) -> Result<Vec<u8>, NetworkError> {
    if is_path(name) {
        return files::read(Path::new(name), files::NETWORK_LIMIT).map_err(|error| NetworkError::File {
            path: name.into(),
            problem: error.to_string(),
        });
    }
    let mut known = Vec::new();
    for network in shipped {
        if network.name == name {
            return Ok(network.bytes.to_vec());
        }
        known.push(network.name);
    }
    Err(NetworkError::Unknown {
        name: name.to_owned(),
        known,
    })
}

/// A network for play: the file of a path, or a shipped network of the game by its name.
///
/// # Errors
/// As [`bytes_of`], and when it is damaged or does not fit the game.
pub fn find<G: Heuristics>(name: &str) -> Result<Network<G>, NetworkError> {
    Network::read(&bytes_of(name, G::NETWORKS)?, Mode::Quantised)
}
