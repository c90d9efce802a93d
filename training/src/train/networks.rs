//! The networks that a configuration names, which have to stay what they are as long as the run lasts.

use std::collections::BTreeMap;
use std::path::Path;

use heist_agents::heuristics::Heuristics;
use heist_agents::network::{bytes_of, shipped};
use heist_engine::hash;

use super::config::{NET, TrainConfig, at_field};
use super::error::TrainError;
use super::json;

/// The file in the run's folder: keys of networks by their names.
const NETWORKS: &str = "networks.json";

/// Finds out whether the networks that the configuration names are those with which the run in a folder began, or keeps
/// what they are. Their keys are the XXH3 of their files.
///
/// # Errors
/// When one has changed or cannot be read, or the file of keys cannot be read or written.
pub fn check<G: Heuristics>(config: &TrainConfig, folder: &Path) -> Result<(), TrainError> {
    let found = keys::<G>(config)?;
    let path = folder.join(NETWORKS);
    let Some(known) = json::read::<BTreeMap<String, String>>(&path)? else {
        return Ok(json::write(&path, &found)?);
    };
    match found.into_iter().find(|(name, key)| known.get(name) != Some(key)) {
        Some((name, _)) => Err(TrainError::OtherNetwork {
            folder: folder.to_owned(),
            name,
        }),
        None => Ok(()),
    }
}

fn keys<G: Heuristics>(config: &TrainConfig) -> Result<BTreeMap<String, String>, TrainError> {
    let mut keys = BTreeMap::new();
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
            let bytes = bytes_of(name, shipped::<G>()).map_err(at_field(field))?;
            keys.insert(name.to_owned(), format!("{:016x}", hash::append_bytes(0, &bytes)));
        }
    }
    Ok(keys)
}
