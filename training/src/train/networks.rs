//! The networks that a configuration names, which have to stay what they are as long as the run lasts.

use std::collections::BTreeMap;
use std::path::Path;

use heist_agents::Players;
use heist_agents::network::{Mode, Network, NetworkError, bytes_of};
use heist_engine::hash;

use super::config::{NET, TrainConfig, at_field};
use super::error::TrainError;
use super::json;
use crate::learn::config::ConfigError;

/// The file in the run's folder: keys of networks by their names.
pub(super) const NETWORKS: &str = "networks.json";
/// The field of the network that a policy gradient begins by cloning.
const TEACHER: &str = "policy-gradient.moves.teacher";

/// The XXH3 of the files of networks, in hexadecimal digits, by their names.
pub type Keys = BTreeMap<String, String>;

/// Finds out whether the networks that the configuration names are those with which the run in a folder began, or keeps
/// what they are.
///
/// # Errors
/// When one has changed, or the file of keys cannot be read or written.
pub fn check(found: &Keys, folder: &Path) -> Result<(), TrainError> {
    let path = folder.join(NETWORKS);
    let known: Option<Keys> = json::read(&path)?;
    if known.as_ref() == Some(found) {
        return Ok(());
    }
    // Of runs that older versions began not all networks are known.
    let known = known.unwrap_or_default();
    let mut changed = found
        .iter()
        .filter(|(name, key)| known.get(*name).is_some_and(|known| known != *key));
    match changed.next() {
        Some((name, _)) => Err(TrainError::OtherNetwork {
            folder: folder.to_owned(),
            name: name.clone(),
        }),
        None => Ok(json::write(&path, found)?),
    }
}

/// What the networks are that the configuration names.
///
/// # Errors
/// When one cannot be read, or the teacher is no network of the game.
pub fn keys<G: Players>(config: &TrainConfig) -> Result<Keys, ConfigError> {
    let refused = |field: &str, name: &str, error: NetworkError| at_field(field)(error.of(name));
    let read = |field: &str, name: &str| bytes_of(name, G::NETWORKS).map_err(|error| refused(field, name, error));
    let mut keys = Keys::new();
    let mut note = |name: &str, bytes: &[u8]| {
        keys.insert(name.to_owned(), format!("{:016x}", hash::append_bytes(0, bytes)));
    };
    for (field, text) in config.agents() {
        let spec = TrainConfig::spec(field, text)?;
        let default = spec
            .info()
            .options
            .iter()
            .find(|option| option.name == "net")
            .and_then(|option| option.default);
        let given = spec.options().filter(|(option, _)| *option == "net");
        for (_, name) in given.filter(|(_, name)| !name.contains(NET) && Some(*name) != default) {
            note(name, &read(field, name)?);
        }
    }
    if let Some(name) = config.teacher() {
        let bytes = read(TEACHER, name)?;
        // Agents were made when the configuration was checked, and their networks read.
        Network::<G>::read(&bytes, Mode::Quantised).map_err(|error| refused(TEACHER, name, error))?;
        note(name, &bytes);
    }
    Ok(keys)
}
