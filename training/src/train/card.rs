//! What people should know of a network: how it was made and how strong it is.

use std::path::Path;

use heist_agents::Players;
use heist_agents::files;
use heist_agents::network::{self, Head, NetworkFile, Precision};
use serde_json::{Map, json};

use super::config::TrainConfig;
use super::context::TrainOptions;
use super::data::Data;
use super::error::TrainError;
use super::report::{CurvePoint, Gate};
use super::times::{Seconds, Step};
use crate::files::{FileError, write_whole};

/// Reads the file of a network.
///
/// # Errors
/// When it cannot be read, or is none.
pub fn read(path: &Path) -> Result<NetworkFile, TrainError> {
    let bytes = files::read(path, files::NETWORK_LIMIT).map_err(|source| FileError::new(path, source))?;
    NetworkFile::read(&bytes).map_err(|source| TrainError::Network {
        path: path.to_owned(),
        source,
    })
}

/// What a card says. The network's own file holds all of it but times, so that its bytes depend on the run alone.
#[derive(Clone, Copy, Debug)]
pub struct Card<'a> {
    /// What the run was asked to do.
    pub config: &'a TrainConfig,
    /// The rest of its command.
    pub options: &'a TrainOptions<'a>,
    /// Its gates, round by round.
    pub gates: &'a [Gate],
    /// Its curve.
    pub curve: &'a [CurvePoint],
    /// What its rounds learned from.
    pub data: &'a [Data],
    /// How long its steps took.
    pub seconds: &'a Seconds,
    /// The round of the network.
    pub round: u32,
}

impl Card<'_> {
    /// Writes a network of the run with its card, in half precision and without the heads that are for training only,
    /// and the card as Markdown.
    ///
    /// # Errors
    /// When the network cannot be read or a file not be written.
    pub fn write<G: Players>(&self, from: &Path, network: &Path, card: &Path) -> Result<(), TrainError> {
        let mut file = read(from)?;
        let point = self.curve.iter().find(|point| point.round == Some(self.round));
        let data: Vec<&Data> = self.data.iter().filter(|data| data.round <= self.round).collect();
        let mut entries: Map<_, _> = std::mem::take(&mut file.config.card);
        entries.insert("name".to_owned(), json!(self.config.name));
        entries.insert("round".to_owned(), json!(self.round));
        if !self.is_taken() {
            entries.insert("taken".to_owned(), json!(false));
        }
        // Where the configuration lay makes no difference to the network.
        entries.insert(
            "command".to_owned(),
            json!(self.command(&format!("{}.toml", self.config.name))),
        );
        entries.insert("training".to_owned(), json!(self.config));
        entries.insert("rounds".to_owned(), json!(data));
        entries.insert("gates".to_owned(), json!(self.gates));
        entries.insert("strength".to_owned(), json!(point));
        file.config.card = entries;
        file.config.heads.retain(|head| Head::READ.contains(head));
        file.tensors.retain(|name, _| {
            let head = [Head::Stake, Head::Figures, Head::Turns];
            !head.iter().any(|head| name.split('.').next() == Some(head.name()))
        });
        let bytes = network::write::<G>(&file.config, &file.tensors, Precision::Half);
        let bytes = bytes.map_err(|source| TrainError::Network {
            path: network.to_owned(),
            source,
        })?;
        write_whole(network, &bytes)?;
        Ok(write_whole(card, self.text(bytes.len()).as_bytes())?)
    }

    /// Whether the network was taken, as all are that have passed their gates.
    fn is_taken(&self) -> bool {
        self.gates.iter().any(|gate| gate.taken)
    }

    /// The command that makes the network from a file with the configuration, with what changes its weights.
    fn command(&self, file: &str) -> String {
        let name = &self.config.name;
        let mut command = format!("heist train --config {file} --out runs/{name}");
        if self.config.needs_torch() {
            if self.options.learning_threads > 1 {
                command += &format!(" --learning-threads {}", self.options.learning_threads);
            }
            if self.options.cuda {
                command += " --device cuda";
            }
        }
        command
    }

    fn text(&self, bytes: usize) -> String {
        let config = self.config;
        let mut text = format!(
            "# {}\n\nA network for {}, of round {} of {}.",
            config.name, config.game, self.round, config.rounds
        );
        if !self.is_taken() {
            text.push_str(" It was not taken: no network of the run has passed its gate, and this is the last one.");
        }
        text += &format!(" Its file has {:.2} MB.\n\n", bytes as f64 / 1e6);
        let file = self.options.config.display().to_string();
        text += &format!(
            "Made by this command:\n\n```console\n$ {}\n```\n\n",
            self.command(&file)
        );
        text += &format!("The configuration is:\n\n```toml\n{}```\n", config.to_toml());
        text += &self.data();
        text += &self.times();
        text.push_str("\n## Strength\n\nEvery network in the same deals, with 95% Wilson intervals.\n\n");
        text.push_str("| agent | games | won | 95% interval |\n| --- | ---: | ---: | --- |\n");
        // A curve may have checkpoints as well.
        for point in (self.curve.iter()).filter(|point| point.round.is_some() || point.trained.is_none()) {
            let share = |part: f64| format!("{:.1}%", 100.0 * part);
            let [low, high] = point.interval95.map(share);
            let won = share(point.wins as f64 / point.games.max(1) as f64);
            text += &format!("| {} | {} | {won} | {low} to {high} |\n", point.agent, point.games);
        }
        text.push_str("\n## Gates\n\n");
        for gate in self.gates {
            text += &format!("- {gate}\n");
        }
        text.push_str("\n## Limits\n\n");
        text.push_str(if self.config.has_setups_to_learn() {
            "It was trained with the setups of the configuration, and measured with its own.\n"
        } else {
            "It was trained and measured with this setup and no other.\n"
        });
        text
    }

    fn data(&self) -> String {
        let what = match self.config.policy_gradient {
            Some(_) => "Games that ended, and decisions that the policy gradient learned from.",
            None => "Recorded games, decisions of them that were learned from, and moves of those that were labelled.",
        };
        let mut text = format!("\n## Data\n\n{what}\n\n");
        text.push_str("| round | games | decisions | labels |\n| ---: | ---: | ---: | ---: |\n");
        for data in self.data {
            let labels = data.labels.map_or("-".to_owned(), |labels| labels.to_string());
            let Data {
                round,
                games,
                decisions,
                ..
            } = data;
            text += &format!("| {round} | {games} | {decisions} | {labels} |\n");
        }
        text
    }

    fn times(&self) -> String {
        let mut text = "\n## Time\n\nSeconds on the machine that made it, over all stops of the run.\n\n".to_owned();
        text.push_str("| round | play | label | learn | gate | curve |\n| ---: | ---: | ---: | ---: | ---: | ---: |\n");
        let mut all = 0.0;
        for (round, steps) in self.seconds {
            text += &format!("| {round} |");
            for step in Step::ALL {
                match steps.get(&step) {
                    Some(seconds) => {
                        all += seconds;
                        text += &format!(" {seconds:.1} |");
                    }
                    None => text.push_str(" - |"),
                }
            }
            text.push('\n');
        }
        text + &format!("\nAll together {all:.0} seconds.\n")
    }
}
