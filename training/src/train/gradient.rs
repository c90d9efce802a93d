//! A round of policy gradient.

use std::fs;
use std::io;
use std::path::PathBuf;

use heist_agents::Players;
use heist_agents::files;
use heist_agents::parallel;
use serde_json::{Map, Value};

use super::context::{Context, Ended, Event};
use super::data::Data;
use super::error::TrainError;
use super::times::Step;
use crate::files::{FileError, NETWORK, copy_whole, write_whole};
use crate::learn::events::EventWriter;
use crate::ppo::config::PolicyGradient;
use crate::ppo::moves::trainer::MovesTrainer;
use crate::ppo::progress::{PolicyTrainer, Progress};
#[cfg(feature = "torch")]
use crate::ppo::trainer::{Place, Trainer};
use crate::selfplay::SelfplayError;

/// What rounds of updates came to, a line each.
const METRICS: &str = "metrics.jsonl";

impl<G: Players> Context<'_, G> {
    /// Goes on with the policy gradient up to a round's share of its updates.
    pub(super) fn improve(&self, round: u32, config: &PolicyGradient) -> Result<Ended, TrainError> {
        if self.network(round).exists() {
            return Ok(Ended::Finished);
        }
        let work = |_: &_| self.update(round, config);
        self.times
            .measure(round, Step::Learn, f64::INFINITY, self.options.stop, work)
    }

    /// How many updates there are up to the end of a round.
    pub(super) fn goal(&self, round: u32, config: &PolicyGradient) -> usize {
        config.planned() * round as usize / self.config.rounds as usize
    }

    fn update(&self, round: u32, config: &PolicyGradient) -> Result<Ended, TrainError> {
        let mut trainer = self.trainer(config)?;
        let begun = match self.last_checkpoint(round)? {
            None if round > 1 => self.last_checkpoint(round - 1)?,
            begun => begun,
        };
        if let Some(begun) = begun {
            trainer.restore(&begun)?;
        }
        let pool = self.threads().start().map_err(SelfplayError::from)?;
        let goal = self.goal(round, config);
        let (all, before) = (config.planned() as u64, trainer.updates() as u64);
        self.begin(round, "policy gradient, updates", all, before);
        let folder = self.checkpoints(round);
        let mut events = None;
        while trainer.updates() < goal {
            let mut tell = |updates: usize| {
                (self.tell)(Event::DoneTo(updates as u64));
                !self.is_stopped()
            };
            let updated = parallel::install(&pool, || trainer.round(goal, &mut tell));
            let Some(progress) = updated? else {
                return Ok(Ended::Stopped);
            };
            (self.tell)(Event::Result(progress.to_string()));
            // Before the checkpoint: where one is, its metrics are there as well.
            self.note(round, &progress)?;
            let refused = |source| FileError::new(&folder, source);
            let events = match &mut events {
                Some(events) => events,
                none => none.insert(EventWriter::create(&folder, before + 1).map_err(refused)?),
            };
            add(events, &progress).map_err(refused)?;
            trainer.save(&self.checkpoint(round, trainer.updates()))?;
        }
        let checkpoint = self.checkpoint(round, goal);
        if !checkpoint.exists() {
            trainer.save(&checkpoint)?;
        }
        let updates = goal - self.goal(round - 1, config);
        let data = Data {
            games: self
                .metrics(round)?
                .iter()
                .filter_map(|line| line["games"].as_u64())
                .sum(),
            decisions: (updates * config.lanes * config.horizon) as u64,
            ..Data::of_round(round)
        };
        data.write(&self.folder(round))?;
        copy_whole(&checkpoint.join(NETWORK), &self.network(round))?;
        Ok(Ended::Finished)
    }

    fn trainer(&self, config: &PolicyGradient) -> Result<Box<dyn PolicyTrainer + Send>, TrainError> {
        let seed = self.config.seed;
        if config.moves.is_some() {
            let setups = self.config.setups_to_learn::<G>()?;
            return Ok(Box::new(MovesTrainer::<G>::new(&setups, config, seed)?));
        }
        #[cfg(feature = "torch")]
        {
            let place = Place {
                cuda: self.options.cuda,
                threads: self.options.learning_threads,
            };
            Ok(Box::new(Trainer::<G>::new(&self.setup, config, seed, place)?))
        }
        #[cfg(not(feature = "torch"))]
        Err(TrainError::WithoutTorch)
    }

    fn checkpoints(&self, round: u32) -> PathBuf {
        self.folder(round).join("learn")
    }

    /// The folder of a round's checkpoint after some updates.
    pub(super) fn checkpoint(&self, round: u32, updates: usize) -> PathBuf {
        self.checkpoints(round).join(updates.to_string())
    }

    /// The folder of a round's last checkpoint, if there is one.
    fn last_checkpoint(&self, round: u32) -> Result<Option<PathBuf>, TrainError> {
        let last = self.updates_of_checkpoints(round)?.last().copied();
        Ok(last.map(|updates| self.checkpoint(round, updates)))
    }

    /// After how many updates the checkpoints of a round were made, in order.
    pub(super) fn updates_of_checkpoints(&self, round: u32) -> Result<Vec<usize>, TrainError> {
        let folder = self.checkpoints(round);
        let refused = |source| FileError::new(&folder, source);
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(refused(error).into()),
        };
        let mut made: Vec<usize> = Vec::new();
        for entry in entries {
            let name = entry.map_err(refused)?.file_name();
            made.extend(name.to_str().and_then(|name| name.parse::<usize>().ok()));
        }
        made.sort_unstable();
        Ok(made)
    }

    /// The lines of a round's metrics.
    fn metrics(&self, round: u32) -> Result<Vec<Value>, TrainError> {
        let path = self.checkpoints(round).join(METRICS);
        let text = match files::read_text(&path, files::LINES_LIMIT) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(FileError::new(&path, error).into()),
        };
        let lines = text.lines().map(serde_json::from_str);
        lines.collect::<Result<_, _>>().map_err(|error| TrainError::Damaged {
            path,
            what: error.to_string(),
        })
    }

    /// Adds what a round of updates came to to the metrics, in the place of what they say of the same updates and of
    /// later ones.
    fn note(&self, round: u32, progress: &Progress) -> Result<(), TrainError> {
        let folder = self.checkpoints(round);
        fs::create_dir_all(&folder).map_err(|source| FileError::new(&folder, source))?;
        let mut lines = self.metrics(round)?;
        lines.retain(|line| {
            line["updates"]
                .as_u64()
                .is_some_and(|updates| updates < progress.updates as u64)
        });
        lines.push(Value::Object(numbers(progress)));
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        Ok(write_whole(&folder.join(METRICS), text.as_bytes())?)
    }
}

/// What a round of updates came to, by name.
fn numbers(progress: &Progress) -> Map<String, Value> {
    match serde_json::to_value(progress) {
        Ok(Value::Object(numbers)) => numbers,
        _ => unreachable!("a struct of numbers is an object"),
    }
}

/// Adds the same to the events of TensorBoard.
fn add(events: &mut EventWriter, progress: &Progress) -> io::Result<()> {
    let numbers = numbers(progress);
    let numbers = numbers.iter().filter(|(name, _)| *name != "updates");
    let tags: Vec<(String, f64)> = numbers
        .filter_map(|(name, number)| Some((format!("policy-gradient/{name}"), number.as_f64()?)))
        .collect();
    let tags = tags.iter().map(|(tag, number)| (tag.as_str(), *number));
    events.add(progress.updates as u64, tags)
}
