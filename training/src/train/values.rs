//! A round of values: games are played and recorded, their decisions labelled, and a network is fitted to that.

#[cfg(feature = "torch")]
use std::ops::Range;
#[cfg(feature = "torch")]
use std::path::PathBuf;

use heist_agents::Players;

use super::config::{LabelConfig, PlayConfig, TrainConfig};
use super::context::{Context, Ended, Event};
use super::data::Data;
use super::error::TrainError;
use super::times::Step;
use crate::label::{LabelError, Labeller};
use crate::learn::config::LearnConfig;
use crate::selfplay::Selfplay;
use crate::shard::shard_paths;
use crate::survey::contents;

impl<G: Players> Context<'_, G> {
    /// Makes the network of a round.
    pub(super) fn fit(
        &self,
        round: u32,
        held: Option<u32>,
        play: &PlayConfig,
        learn: &LearnConfig,
    ) -> Result<Ended, TrainError> {
        if self.network(round).exists() {
            return Ok(Ended::Finished);
        }
        let stop = self.options.stop;
        let played = self
            .times
            .measure(round, Step::Play, f64::INFINITY, stop, |_| self.play(round, held, play))?;
        if played == Ended::Stopped {
            return Ok(Ended::Stopped);
        }
        if let Some(label) = &self.config.label {
            let labelled = self.times.measure(round, Step::Label, f64::INFINITY, stop, |_| {
                self.label(round, held, label)
            })?;
            if labelled == Ended::Stopped {
                return Ok(Ended::Stopped);
            }
        }
        self.data_of(round)?.write(&self.folder(round))?;
        self.times.measure(round, Step::Learn, f64::INFINITY, stop, |_| {
            self.learn(round, held, play, learn)
        })
    }

    fn play(&self, round: u32, held: Option<u32>, play: &PlayConfig) -> Result<Ended, TrainError> {
        let agent = match (held, &play.agent) {
            (Some(held), Some(agent)) => self.agent("play.agent", agent, held)?,
            _ => TrainConfig::spec("play.first-agent", &play.first_agent)?,
        };
        let options = play.options(self.seed("play", round), self.threads());
        let selfplay = Selfplay::<G>::new(&self.setup, &[agent], options)?;
        let plan = selfplay.plan(&self.folder(round).join("games"))?;
        self.begin(round, "playing games", plan.games(), plan.done());
        let damage = plan.damage().iter().cloned();
        damage.for_each(|line| (self.tell)(Event::Result(line)));
        let played = selfplay.run(plan, &|| (self.tell)(Event::Done), self.options.stop)?;
        Ok(if played == play.games {
            Ended::Finished
        } else {
            Ended::Stopped
        })
    }

    fn label(&self, round: u32, held: Option<u32>, label: &LabelConfig) -> Result<Ended, TrainError> {
        let rollouts = match (held, &label.rollouts) {
            (Some(held), Some(rollouts)) => self.agent("label.rollouts", rollouts, held)?,
            _ => TrainConfig::spec("label.first-rollouts", &label.first_rollouts)?,
        };
        let labeller = Labeller::<G>::new(label.options(rollouts, self.seed("label", round), self.threads()))?;
        let (games, labels) = (self.folder(round).join("games"), self.folder(round).join("labels"));
        let count = self.config.play.as_ref().map_or(0, |play| play.games);
        self.begin(round, "labelling games", count, 0);
        for shard in shard_paths(&[games]).map_err(LabelError::from)? {
            let mut damaged = |line: String| (self.tell)(Event::Result(line));
            let more = |count| (0..count).for_each(|_| (self.tell)(Event::Done));
            let labelled = labeller.run(&shard, &labels, &mut damaged, &more, self.options.stop)?;
            if labelled.games < labelled.of {
                return Ok(Ended::Stopped);
            }
        }
        Ok(Ended::Finished)
    }

    /// The name of the folders of what is learned from.
    fn source(&self) -> &'static str {
        if self.config.label.is_some() { "labels" } else { "games" }
    }

    /// What a round recorded for the learner.
    fn data_of(&self, round: u32) -> Result<Data, TrainError> {
        let mut data = Data::of_round(round);
        for shard in shard_paths(&[self.folder(round).join(self.source())])? {
            let contents = contents(&shard)?;
            data.games += contents.games;
            data.decisions += contents.rows;
            if self.config.label.is_some() {
                data.labels = Some(data.labels.unwrap_or(0) + contents.labels);
            }
        }
        Ok(data)
    }

    #[cfg(not(feature = "torch"))]
    fn learn(&self, _: u32, _: Option<u32>, _: &PlayConfig, _: &LearnConfig) -> Result<Ended, TrainError> {
        Err(TrainError::WithoutTorch)
    }

    #[cfg(feature = "torch")]
    fn learn(
        &self,
        round: u32,
        held: Option<u32>,
        play: &PlayConfig,
        learn: &LearnConfig,
    ) -> Result<Ended, TrainError> {
        use super::card;
        use crate::files::copy_whole;
        use crate::learn::run::{CHECKPOINT_EVERY, Progress, RunOptions, run};

        let window: Range<u32> = (round + 1).saturating_sub(play.window.max(1)).max(1)..round + 1;
        let data: Vec<PathBuf> = window.map(|round| self.folder(round).join(self.source())).collect();
        let learn = LearnConfig {
            seed: self.seed("learn", round),
            ..learn.clone()
        };
        let start = match held {
            Some(held) => Some(card::read(&self.network(held))?),
            None => None,
        };
        let out = self.folder(round).join("learn");
        let options = RunOptions {
            data: &data,
            out: &out,
            resume: true,
            cuda: self.options.cuda,
            threads: self.options.learning_threads,
            checkpoint_every: CHECKPOINT_EVERY,
            start: start.as_ref(),
            stop: self.options.stop,
        };
        let mut begun = false;
        let mut progress = |progress: Progress| match progress {
            Progress::Step { step, steps, .. } => {
                if !begun {
                    begun = true;
                    self.begin(round, "learning, steps", steps, step);
                }
                (self.tell)(Event::DoneTo(step));
            }
            Progress::Loaded { damage, .. } => {
                damage.into_iter().for_each(|line| (self.tell)(Event::Result(line)));
            }
            Progress::Measured { .. } | Progress::Loading(_) => {}
        };
        match run::<G>(&learn, &options, &mut progress)? {
            Some(summary) if summary.step == summary.steps => {
                copy_whole(&summary.network, &self.network(round))?;
                Ok(Ended::Finished)
            }
            _ => Ok(Ended::Stopped),
        }
    }
}
