//! What people should know of a network: how it was made and how strong it is.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use heist_agents::heuristics::Heuristics;
use heist_agents::network::{self, Head, NetworkError, NetworkFile, Precision};
use serde_json::{Map, json};

use super::config::TrainConfig;
use super::report::{CurvePoint, Gate};
use crate::files::{FileError, write_whole};

/// A network or a card that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// The file system refused.
    #[error("{0}")]
    File(#[from] FileError),
    /// It is no network, or none that can be written.
    #[error("{}: {source}", .path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: NetworkError,
    },
}

/// Reads the file of a network.
///
/// # Errors
/// When it cannot be read, or is none.
pub fn read(path: &Path) -> Result<NetworkFile, CardError> {
    let bytes = fs::read(path).map_err(|source| FileError::new(path, source))?;
    NetworkFile::read(&bytes).map_err(|source| CardError::Network {
        path: path.to_owned(),
        source,
    })
}

/// Writes the network of a round with its card, in half precision and without the heads that are for training only, and the card
/// as Markdown.
///
/// # Errors
/// When the network cannot be read or a file not be written.
pub fn write<G: Heuristics>(
    config: &TrainConfig,
    gates: &[Gate],
    curve: &[CurvePoint],
    round: u32,
    from: &Path,
    network: &Path,
    card: &Path,
) -> Result<(), CardError> {
    let mut file = read(from)?;
    let taken = gates.iter().any(|gate| gate.taken);
    let point = curve.iter().find(|point| point.round == Some(round));
    let mut entries: Map<_, _> = std::mem::take(&mut file.config.card);
    entries.insert("name".to_owned(), json!(config.name));
    entries.insert("round".to_owned(), json!(round));
    entries.insert("training".to_owned(), json!(config));
    entries.insert("gates".to_owned(), json!(gates));
    entries.insert("strength".to_owned(), json!(point));
    file.config.card = entries;
    file.config.heads.retain(|head| Head::READ.contains(head));
    file.tensors.retain(|name, _| {
        let head = [Head::Stake, Head::Figures, Head::Turns];
        !head.iter().any(|head| name.split('.').next() == Some(head.name()))
    });
    let bytes = network::write::<G>(&file.config, &file.tensors, Precision::Half);
    let bytes = bytes.map_err(|source| CardError::Network {
        path: network.to_owned(),
        source,
    })?;
    write_whole(network, &bytes)?;
    let text = text(config, gates, curve, round, taken, bytes.len());
    Ok(write_whole(card, text.as_bytes())?)
}

fn text(config: &TrainConfig, gates: &[Gate], curve: &[CurvePoint], round: u32, taken: bool, bytes: usize) -> String {
    let mut text = format!(
        "# {}\n\nA network for {}, of round {round} of {}.",
        config.name, config.game, config.rounds
    );
    if !taken {
        text.push_str(" No network of the run has passed its gate: this is the last one.");
    }
    // Writing to a text cannot fail.
    let _ = write!(text, " Its file has {:.2} MB.\n\n", bytes as f64 / 1e6);
    let _ = write!(
        text,
        "Made by `heist train --config {}.toml`:\n\n```toml\n{}```\n",
        config.name,
        config.to_toml()
    );
    text.push_str("\n## Strength\n\nEvery network in the same deals, with 95% Wilson intervals.\n\n");
    text.push_str("| agent | games | won | 95% interval |\n| --- | ---: | ---: | --- |\n");
    for point in curve {
        let share = |part: f64| format!("{:.1}%", 100.0 * part);
        let [low, high] = point.interval95.map(share);
        let won = share(point.wins as f64 / point.games.max(1) as f64);
        let _ = writeln!(text, "| {} | {} | {won} | {low} to {high} |", point.agent, point.games);
    }
    text.push_str("\n## Gates\n\n");
    for gate in gates {
        let _ = writeln!(text, "- {gate}");
    }
    text.push_str("\nLimits: it was trained and measured with this setup and no other.\n");
    text
}
