//! A run of the loop.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use heist_agents::agent::{Stop, is_stopped};
use heist_agents::arena::matches::PlayOptions;
use heist_agents::arena::{
    self, ArenaError, Config, Contestant, FolderError, Report, RunFolder, Sprt, SprtReport, Verdict,
};
use heist_agents::heuristics::Heuristics;
use heist_agents::{Spec, SpecError};
use heist_engine::random;
use serde::Serialize;
use serde_json::Value;

use super::card::{self, CardError};
use super::config::{PlayConfig, TrainConfig};
use super::report::{CurvePoint, Gate};
use crate::files::{FileError, NETWORK, write_whole};
use crate::label::{LabelError, LabelOptions, Labeller, Pick};
use crate::learn::config::{ConfigError, LearnConfig};
use crate::learn::run::{self as learning, RunError, RunOptions};
use crate::ppo::checkpoint::ResumeError;
use crate::ppo::config::{PolicyGradient, PolicyGradientError};
use crate::ppo::moves::trainer::MovesTrainer;
use crate::ppo::progress::PolicyTrainer;
use crate::ppo::trainer::Trainer;
use crate::selfplay::{Selfplay, SelfplayError, SelfplayOptions};
use crate::shard::{Damage, shard_paths};

/// How often a gate looks at the clock.
const GLANCE: Duration = Duration::from_millis(50);

/// What a run needs beside its configuration.
#[derive(Clone, Copy, Debug)]
pub struct TrainOptions<'a> {
    /// The run's folder.
    pub out: &'a Path,
    /// Threads that play and label; 0 for one per processor core.
    pub threads: usize,
    /// Threads that learn. With one, a run that is resumed ends with the same bytes as one that was not stopped.
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

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The network that was taken last.
    pub network: PathBuf,
    /// Its card.
    pub card: PathBuf,
    /// The gates, round by round.
    pub gates: Vec<Gate>,
    /// The curve.
    pub curve: Vec<CurvePoint>,
}

/// A run that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The configuration does not fit.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// The run that is there has another configuration.
    #[error("{}: a run with another configuration is there; expected the same, or another folder", .0.display())]
    Other(PathBuf),
    /// A path that no agent can be given.
    #[error("{}: expected a path without commas, since agents are given the paths of networks in their options", .0.display())]
    Path(PathBuf),
    /// Files cannot be read or written.
    #[error("{0}")]
    File(#[from] FileError),
    /// A file of the run cannot be read.
    #[error("{}: {what}; expected what this version wrote", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Games cannot be played.
    #[error("{0}")]
    Play(#[from] SelfplayError),
    /// Decisions cannot be labelled.
    #[error("{0}")]
    Label(#[from] LabelError),
    /// No network can be learned.
    #[error("{0}")]
    Learn(#[from] RunError),
    /// No policy gradient can be run.
    #[error("table `policy-gradient`: {0}")]
    PolicyGradient(#[from] PolicyGradientError),
    /// A policy gradient cannot be kept or resumed.
    #[error("{0}")]
    Resume(#[from] ResumeError),
    /// A gate or the curve cannot be played.
    #[error("{0}")]
    Arena(#[from] ArenaError),
    /// The games of a gate or of the curve cannot be kept.
    #[error("{0}")]
    Folder(#[from] FolderError),
    /// An agent cannot play the game.
    #[error("{0}")]
    Spec(#[from] SpecError),
    /// The network or its card cannot be read or written.
    #[error("{0}")]
    Card(#[from] CardError),
}

/// Whether a step came to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Finished,
    Stopped,
}

/// Makes a run, or goes on with it; `None` if it was stopped before its end.
///
/// # Errors
/// When the configuration does not fit the game or the run that is there, or a step fails.
pub fn train<G: Heuristics>(
    config: &TrainConfig,
    options: &TrainOptions<'_>,
    tell: &(dyn Fn(Event) + Sync),
) -> Result<Option<Finished>, TrainError> {
    let setup = config.setup::<G>()?;
    if options.out.to_string_lossy().contains(',') {
        return Err(TrainError::Path(options.out.to_owned()));
    }
    fs::create_dir_all(options.out).map_err(|source| FileError::new(options.out, source))?;
    let path = options.out.join("config.toml");
    match fs::read_to_string(&path) {
        Ok(text) if TrainConfig::parse(&text)? != *config => return Err(TrainError::Other(options.out.to_owned())),
        Ok(_) => {}
        Err(_) => write_whole(&path, config.to_toml().as_bytes())?,
    }
    let run = Run::<G> {
        config,
        options,
        setup,
        tell,
    };
    run.check()?;
    run.all()
}

struct Run<'a, G: Heuristics> {
    config: &'a TrainConfig,
    options: &'a TrainOptions<'a>,
    setup: G::Setup,
    tell: &'a (dyn Fn(Event) + Sync),
}

impl<G: Heuristics> Run<'_, G> {
    /// Finds out before anything is played whether all agents can play.
    fn check(&self) -> Result<(), TrainError> {
        let mut agents = Vec::new();
        if let Some(play) = &self.config.play {
            agents.push(("play.first-agent", &play.first_agent));
        }
        if let Some(against) = &self.config.gate.against {
            agents.push(("gate.against", against));
        }
        agents.extend(self.config.curve.beside.iter().map(|agent| ("curve.beside", agent)));
        for (field, agent) in agents {
            Contestant::<G>::from_spec(&TrainConfig::agent(field, agent, "")?)?;
        }
        Ok(())
    }

    fn all(&self) -> Result<Option<Finished>, TrainError> {
        let mut gates: Vec<Gate> = Vec::new();
        let mut curve: Vec<CurvePoint> = Vec::new();
        for round in 1..=self.config.rounds {
            let held = gates.iter().rev().find(|gate| gate.taken).map(|gate| gate.round);
            let made = match &self.config.policy_gradient {
                Some(gradient) => self.gradient(round, gradient)?,
                None => self.fit(round, held)?,
            };
            if made == Step::Stopped {
                return Ok(None);
            }
            let Some(gate) = self.gate(round, held)? else {
                return Ok(None);
            };
            gates.push(gate);
            let Some(points) = self.curve(round)? else {
                return Ok(None);
            };
            curve = points;
        }
        let taken = gates.iter().rev().find(|gate| gate.taken);
        // A run whose networks all lost ends with the last one, and its card says so.
        let round = taken.map_or(self.config.rounds, |gate| gate.round);
        let network = self.options.out.join(format!("{}.safetensors", self.config.name));
        let card = self.options.out.join(format!("{}.md", self.config.name));
        card::write::<G>(
            self.config,
            &gates,
            &curve,
            round,
            &self.network(round),
            &network,
            &card,
        )?;
        Ok(Some(Finished {
            network,
            card,
            gates,
            curve,
        }))
    }

    fn folder(&self, round: u32) -> PathBuf {
        self.options.out.join("rounds").join(format!("{round:02}"))
    }

    /// The file of a round's network.
    fn network(&self, round: u32) -> PathBuf {
        self.folder(round).join(NETWORK)
    }

    /// The seed of a step.
    fn seed(&self, step: &str, round: u32) -> u64 {
        random::stream_seed(self.config.seed, &format!("train/{step}"), round.into())
    }

    fn is_stopped(&self) -> bool {
        is_stopped(self.options.stop)
    }

    fn threads(&self) -> arena::Threads {
        arena::Threads::new(self.options.threads)
    }

    /// An agent of a field, with the network of a round in it.
    fn agent(&self, field: &str, text: &str, round: u32) -> Result<Spec, TrainError> {
        Ok(TrainConfig::agent(field, text, &self.network(round).to_string_lossy())?)
    }

    /// Plays, labels and learns.
    fn fit(&self, round: u32, held: Option<u32>) -> Result<Step, TrainError> {
        let (Some(play), Some(learn)) = (&self.config.play, &self.config.learn) else {
            return Ok(Step::Finished);
        };
        if self.network(round).exists() {
            return Ok(Step::Finished);
        }
        if self.play(round, held, play)? == Step::Stopped || self.label(round, held)? == Step::Stopped {
            return Ok(Step::Stopped);
        }
        let window: Range<u32> = (round + 1).saturating_sub(play.window.max(1)).max(1)..round + 1;
        self.learn(round, held, window, learn)
    }

    fn play(&self, round: u32, held: Option<u32>, play: &PlayConfig) -> Result<Step, TrainError> {
        let agent = match (held, &play.agent) {
            (Some(held), Some(agent)) => self.agent("play.agent", agent, held)?,
            _ => TrainConfig::agent("play.first-agent", &play.first_agent, "")?,
        };
        let options = SelfplayOptions {
            seed: self.seed("play", round),
            games: play.games,
            threads: self.threads(),
            ..SelfplayOptions::default()
        };
        let selfplay = Selfplay::<G>::new(&self.setup, &[agent], options)?;
        let plan = selfplay.plan(&self.folder(round).join("games"))?;
        self.begin(round, "playing games", plan.games(), plan.done());
        let played = selfplay.run(plan, &|| (self.tell)(Event::Done), self.options.stop)?;
        Ok(if played == play.games {
            Step::Finished
        } else {
            Step::Stopped
        })
    }

    fn label(&self, round: u32, held: Option<u32>) -> Result<Step, TrainError> {
        let Some(label) = &self.config.label else {
            return Ok(Step::Finished);
        };
        let rollouts = match (held, &label.rollouts) {
            (Some(held), Some(rollouts)) => self.agent("label.rollouts", rollouts, held)?,
            _ => TrainConfig::agent("label.first-rollouts", &label.first_rollouts, "")?,
        };
        let labeller = Labeller::<G>::new(LabelOptions {
            rollouts,
            worlds: label.worlds,
            moves: label.moves,
            pick: Pick::Count(label.per_game),
            seed: self.seed("label", round),
            threads: self.threads(),
        })?;
        let (games, labels) = (self.folder(round).join("games"), self.folder(round).join("labels"));
        let count = self.config.play.as_ref().map_or(0, |play| play.games);
        self.begin(round, "labelling games", count, 0);
        for shard in shard_paths(&[games]).map_err(LabelError::from)? {
            let mut damaged = |damage: Damage| (self.tell)(Event::Result(damage.to_string()));
            let labelled = labeller.run(
                &shard,
                &labels,
                &mut damaged,
                &|_| (self.tell)(Event::Done),
                self.options.stop,
            )?;
            if labelled.games < labelled.of {
                return Ok(Step::Stopped);
            }
        }
        Ok(Step::Finished)
    }

    fn learn(
        &self,
        round: u32,
        held: Option<u32>,
        window: Range<u32>,
        learn: &LearnConfig,
    ) -> Result<Step, TrainError> {
        let kind = if self.config.label.is_some() { "labels" } else { "games" };
        let data: Vec<PathBuf> = window.map(|round| self.folder(round).join(kind)).collect();
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
            checkpoint_every: learning::CHECKPOINT_EVERY,
            start: start.as_ref(),
            stop: self.options.stop,
        };
        let mut begun = false;
        let mut progress = |progress: learning::Progress| match progress {
            learning::Progress::Step { step, steps, .. } => {
                if !begun {
                    begun = true;
                    self.begin(round, "learning, steps", steps, step);
                }
                (self.tell)(Event::DoneTo(step));
            }
            learning::Progress::Loaded { damage, .. } => {
                damage.into_iter().for_each(|line| (self.tell)(Event::Result(line)));
            }
            learning::Progress::Measured { .. } | learning::Progress::Loading(_) => {}
        };
        match learning::run::<G>(&learn, &options, &mut progress)? {
            Some(summary) if summary.step == summary.steps => {
                self.keep_network(round, &summary.network)?;
                Ok(Step::Finished)
            }
            _ => Ok(Step::Stopped),
        }
    }

    fn keep_network(&self, round: u32, from: &Path) -> Result<(), TrainError> {
        let bytes = fs::read(from).map_err(|source| FileError::new(from, source))?;
        Ok(write_whole(&self.network(round), &bytes)?)
    }

    /// Goes on with the policy gradient up to a round's share of its updates.
    fn gradient(&self, round: u32, config: &PolicyGradient) -> Result<Step, TrainError> {
        if self.network(round).exists() {
            return Ok(Step::Finished);
        }
        let (setup, seed) = (&self.setup, self.config.seed);
        let mut trainer: Box<dyn PolicyTrainer + Send> = match config.moves {
            Some(_) => Box::new(MovesTrainer::<G>::new(setup, config, seed)?),
            None => Box::new(Trainer::<G>::new(setup, config, seed)?),
        };
        let last = |round: u32| -> Result<Option<PathBuf>, TrainError> {
            let folder = self.folder(round).join("learn");
            let Ok(entries) = fs::read_dir(&folder) else {
                return Ok(None);
            };
            let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<usize>().ok());
            Ok(numbers.max().map(|updates| folder.join(updates.to_string())))
        };
        let begun = match last(round)? {
            None if round > 1 => last(round - 1)?,
            begun => begun,
        };
        if let Some(begun) = begun {
            trainer.restore(&begun)?;
        }
        let pool = self.threads().start().map_err(SelfplayError::from)?;
        let learning_threads = i32::try_from(self.options.learning_threads).unwrap_or(i32::MAX);
        let goal = config.planned() * round as usize / self.config.rounds as usize;
        self.begin(
            round,
            "policy gradient, updates",
            config.planned() as u64,
            trainer.updates() as u64,
        );
        while trainer.updates() < goal {
            let mut tell = |updates: usize| {
                (self.tell)(Event::DoneTo(updates as u64));
                !self.is_stopped()
            };
            let updated = pool.install(|| {
                // LibTorch keeps the number for each thread.
                tch::set_num_threads(learning_threads);
                trainer.round(goal, &mut tell)
            });
            let Some(progress) = updated.map_err(PolicyGradientError::from)? else {
                return Ok(Step::Stopped);
            };
            (self.tell)(Event::Result(progress.to_string()));
            let folder = self.folder(round).join("learn");
            trainer.save(&folder.join(trainer.updates().to_string()))?;
            self.note_metrics(round, &progress)?;
        }
        let folder = self.folder(round).join("learn").join(goal.to_string());
        if !folder.exists() {
            trainer.save(&folder)?;
        }
        self.keep_network(round, &folder.join(NETWORK))?;
        Ok(Step::Finished)
    }

    /// Adds a line to the metrics of the policy gradient.
    fn note_metrics(&self, round: u32, progress: &impl Serialize) -> Result<(), TrainError> {
        let path = self.folder(round).join("learn").join("metrics.jsonl");
        let mut text = fs::read_to_string(&path).unwrap_or_default();
        text.push_str(&serde_json::to_string(progress).expect("it has no map whose keys are no texts"));
        text.push('\n');
        Ok(write_whole(&path, text.as_bytes())?)
    }

    fn begin(&self, round: u32, step: &'static str, of: u64, done: u64) {
        (self.tell)(Event::Begins { round, step, of, done });
    }

    /// Games of some contestants in the deals of a seed.
    fn config_of(&self, contestants: Vec<Contestant<G>>, seed: u64, games: u32, sprt: Option<Sprt>) -> Config<G> {
        let setup = self.setup.clone();
        Config {
            pairs: arena::against_the_first(contestants.len()),
            contestants,
            setup: Value::Object(self.config.setup.clone()),
            setup_of: Box::new(move |seed| G::with_seed(&setup, Some(seed))),
            games,
            seed,
            threads: self.threads(),
            decision_limit: PlayOptions::DECISION_LIMIT,
            luck: None,
            sprt,
        }
    }

    fn contestant(&self, name: String, spec: &Spec) -> Result<Contestant<G>, TrainError> {
        let mut contestant = Contestant::from_spec(spec)?;
        contestant.name = name;
        Ok(contestant)
    }

    /// Whether a round's network takes the place of the one before; `None` if it was stopped.
    fn gate(&self, round: u32, held: Option<u32>) -> Result<Option<Gate>, TrainError> {
        let path = self.folder(round).join("gate.json");
        if path.exists() {
            return read_json(&path).map(Some);
        }
        let config = &self.config.gate;
        let against = match (held, &config.against) {
            (Some(held), _) => Some((format!("round {held}"), self.agent("gate.agent", &config.agent, held)?)),
            (None, Some(agent)) => Some((agent.clone(), TrainConfig::agent("gate.against", agent, "")?)),
            (None, None) => None,
        };
        let gate = match against {
            None => Gate {
                round,
                against: None,
                taken: true,
                deals: 0,
                verdict: "the first network".to_owned(),
                elo: None,
            },
            Some((name, spec)) => {
                let contestants = vec![
                    self.contestant(name.clone(), &spec)?,
                    self.contestant(
                        format!("round {round}"),
                        &self.agent("gate.agent", &config.agent, round)?,
                    )?,
                ];
                let test = self
                    .config
                    .sprt()
                    .expect("it was checked when the configuration was read");
                let arena = self.config_of(contestants, self.seed("gate", round), config.games, Some(test));
                self.begin(round, "gate, games", 2 * u64::from(config.games), 0);
                let report = self.timed(&arena, &self.folder(round).join("gate"), config.minutes)?;
                let Some(report) = report else { return Ok(None) };
                verdict(round, name, report.sprt.as_ref())
            }
        };
        (self.tell)(Event::Result(gate.to_string()));
        let text = serde_json::to_string_pretty(&gate).expect("it has no map whose keys are no texts");
        write_whole(&path, text.as_bytes())?;
        Ok(Some(gate))
    }

    /// Plays for some minutes at most; `None` if the run was stopped.
    fn timed(&self, arena: &Config<G>, folder: &Path, minutes: f64) -> Result<Option<Report>, TrainError> {
        let start = Instant::now();
        let (over, played) = (AtomicBool::new(false), AtomicBool::new(false));
        let report = thread::scope(|scope| {
            scope.spawn(|| {
                while !played.load(Ordering::Relaxed) {
                    let in_time = start.elapsed().as_secs_f64() < 60.0 * minutes;
                    over.store(!in_time || self.is_stopped(), Ordering::Relaxed);
                    thread::sleep(GLANCE);
                }
            });
            let report =
                RunFolder::open(folder, arena)
                    .map_err(TrainError::from)
                    .and_then(|folder| match arena::resume(arena, &folder, &Told(self.tell), &over) {
                        Ok(report) => Ok(Some(report)),
                        Err(ArenaError::NothingFinished) => Ok(None),
                        Err(error) => Err(error.into()),
                    });
            played.store(true, Ordering::Relaxed);
            report
        })?;
        Ok(report.filter(|_| !self.is_stopped()))
    }

    /// Every network up to a round in the deals of the curve; `None` if it was stopped.
    fn curve(&self, round: u32) -> Result<Option<Vec<CurvePoint>>, TrainError> {
        let config = &self.config.curve;
        let mut contestants = Vec::new();
        for round in 1..=round {
            let spec = self.agent("curve.agent", &config.agent, round)?;
            contestants.push((Some(round), self.contestant(format!("round {round}"), &spec)?));
        }
        for text in &config.beside {
            contestants.push((
                None,
                Contestant::from_spec(&TrainConfig::agent("curve.beside", text, "")?)?,
            ));
        }
        let rounds: Vec<Option<u32>> = contestants.iter().map(|(round, _)| *round).collect();
        let contestants: Vec<Contestant<G>> = contestants.into_iter().map(|(_, contestant)| contestant).collect();
        let arena = self.config_of(contestants, self.seed("curve", 0), config.games, None);
        let folder = RunFolder::open(&self.options.out.join("curve"), &arena)?;
        self.begin(
            round,
            "curve, games",
            u64::from(config.games) * rounds.len() as u64,
            folder.len() as u64,
        );
        let never = AtomicBool::new(false);
        let stop = self.options.stop.first().copied().unwrap_or(&never);
        let report = match arena::resume(&arena, &folder, &Told(self.tell), stop) {
            Err(ArenaError::NothingFinished) => return Ok(None),
            report => report?,
        };
        if report.games < report.requested {
            return Ok(None);
        }
        let points = report
            .contestants
            .iter()
            .zip(rounds)
            .map(|(contestant, round)| CurvePoint {
                agent: contestant.agent.clone(),
                round,
                wins: contestant.wins,
                games: contestant.games,
                interval95: contestant.wilson95,
            });
        let points: Vec<CurvePoint> = points.collect();
        let text = serde_json::to_string_pretty(&points).expect("it has no map whose keys are no texts");
        write_whole(&self.options.out.join("curve.json"), text.as_bytes())?;
        if let Some(point) = points.iter().rfind(|point| point.round.is_some()) {
            (self.tell)(Event::Result(point.to_string()));
        }
        Ok(Some(points))
    }
}

/// Passes the progress of games on.
struct Told<'a>(&'a (dyn Fn(Event) + Sync));

impl arena::Progress for Told<'_> {
    fn finished(&self, _contestant: usize, _deal: u64) {
        (self.0)(Event::Done);
    }
}

fn verdict(round: u32, against: String, report: Option<&SprtReport>) -> Gate {
    let (taken, verdict, deals, elo) = match report {
        Some(report) => {
            let (taken, words) = match report.verdict {
                Verdict::Elo1 => (true, "better: taken"),
                Verdict::Elo0 => (false, "not better: not taken"),
                Verdict::Undecided => (false, "undecided: not taken"),
            };
            (taken, words, report.deals, Some((report.elo, report.elo_interval95)))
        }
        None => (false, "undecided: not taken", 0, None),
    };
    Gate {
        round,
        against: Some(against),
        taken,
        deals,
        verdict: verdict.to_owned(),
        elo,
    }
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, TrainError> {
    let text = fs::read_to_string(path).map_err(|source| FileError::new(path, source))?;
    serde_json::from_str(&text).map_err(|error| TrainError::Damaged {
        path: path.to_owned(),
        what: error.to_string(),
    })
}
