//! What all steps of a run share.

use std::path::{Path, PathBuf};

use heist_agents::agent::{Stop, is_stopped};
use heist_agents::arena::matches::PlayOptions;
use heist_agents::arena::{self, Config, Contestant, Sprt, Threads};
use heist_agents::{Players, Spec};
use heist_engine::random;
use serde_json::Value;

use super::config::TrainConfig;
use super::error::TrainError;
use super::times::Times;
use crate::files::NETWORK;

/// The folder of the rounds, each in a folder of its own.
pub(super) const ROUNDS: &str = "rounds";
/// The folder with the games of the curve.
pub(super) const CURVE: &str = "curve";

/// What a run needs beside its configuration.
#[derive(Clone, Copy, Debug)]
pub struct TrainOptions<'a> {
    /// The configuration's file, which the card beside the network names.
    pub config: &'a Path,
    /// The run's folder.
    pub out: &'a Path,
    /// Threads that play and label, and those of a policy gradient; 0 for one per processor core.
    pub threads: usize,
    /// Threads of LibTorch. With one, a run that is resumed ends with the same bytes as one that was not stopped.
    pub learning_threads: usize,
    /// Whether to learn on a CUDA device.
    pub cuda: bool,
    /// When to stop before the end.
    pub stop: Stop<'a>,
}

/// What a run tells while it works, from any thread.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A step begins.
    Begins {
        /// The round, from 1.
        round: u32,
        /// What is done.
        step: &'static str,
        /// How many of it there are.
        of: u64,
        /// How many were done before.
        done: u64,
    },
    /// One more is done.
    Done,
    /// So many are done.
    DoneTo(u64),
    /// What a step came to, for people.
    Result(String),
}

/// Whether a step came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    Finished,
    Stopped,
}

/// A run.
pub(super) struct Context<'a, G: Players> {
    pub config: &'a TrainConfig,
    pub options: &'a TrainOptions<'a>,
    pub setup: G::Setup,
    pub tell: &'a (dyn Fn(Event) + Sync),
    pub times: Times,
}

impl<G: Players> Context<'_, G> {
    pub fn folder(&self, round: u32) -> PathBuf {
        self.options.out.join(ROUNDS).join(format!("{round:02}"))
    }

    /// The file of a round's network.
    pub fn network(&self, round: u32) -> PathBuf {
        self.folder(round).join(NETWORK)
    }

    /// The seed of a step.
    pub fn seed(&self, step: &str, round: u32) -> u64 {
        random::stream_seed(self.config.seed, &format!("train/{step}"), round.into())
    }

    pub fn is_stopped(&self) -> bool {
        is_stopped(self.options.stop)
    }

    pub fn threads(&self) -> Threads {
        Threads::new(self.options.threads)
    }

    /// An agent of a field, with the network of a round in it.
    pub fn agent(&self, field: &str, text: &str, round: u32) -> Result<Spec, TrainError> {
        self.agent_with(field, text, &self.network(round))
    }

    /// An agent of a field, with the network of a file in it.
    pub fn agent_with(&self, field: &str, text: &str, network: &Path) -> Result<Spec, TrainError> {
        Ok(TrainConfig::agent(field, text, &network.to_string_lossy())?)
    }

    pub fn begin(&self, round: u32, step: &'static str, of: u64, done: u64) {
        (self.tell)(Event::Begins { round, step, of, done });
    }

    /// Games of some contestants in the deals of a seed.
    pub fn arena(&self, contestants: Vec<Contestant<G>>, seed: u64, games: u32, sprt: Option<Sprt>) -> Config<G> {
        let setup = self.setup.clone();
        Config {
            pairs: arena::against_the_first(contestants.len()),
            contestants,
            setup: Value::Object(self.config.setup.clone()),
            setup_of: Box::new(move |seed| G::with_seed(&setup, Some(seed))),
            first: 0,
            games,
            seed,
            threads: self.threads(),
            decision_limit: PlayOptions::DECISION_LIMIT,
            luck: None,
            sprt,
            max_faults: None,
        }
    }

    pub fn contestant(&self, name: String, spec: &Spec) -> Result<Contestant<G>, TrainError> {
        let mut contestant = Contestant::from_spec(spec)?;
        contestant.name = name;
        Ok(contestant)
    }
}

/// Passes the progress of games on.
pub(super) struct Told<'a>(pub &'a (dyn Fn(Event) + Sync));

impl arena::Progress for Told<'_> {
    fn finished(&self, _contestant: usize, _deal: u64) {
        (self.0)(Event::Done);
    }
}
