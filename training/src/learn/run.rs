//! A run of the learner, from shards to a network.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use heist_agents::agent::{Stop, is_stopped};
use heist_agents::files;
use heist_agents::heuristics::Heuristics;
use heist_agents::network::{NetworkConfig, NetworkFile};
use heist_engine::random;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use serde_json::{Map, Value, json};
use tch::{Cuda, Device, Kind};

use super::architecture::{Architecture, alike_on_a_floor};
use super::batch::{Batch, Scales};
use super::checkpoint::{self, CheckpointError, Checkpoints, State, write_network};
use super::config::LearnConfig;
use super::data::{self, Data, DataError, Loaded};
use super::events::EventWriter;
use super::loss::{Loss, legal_logits};
use super::metrics::{HeldOut, Losses};
use super::model::{ImportError, Model, Precision};
use super::optimizer::Optimizer;
use super::start::check_start;
use crate::difference::Difference;
use crate::files::{FileError, NETWORK, write_whole};
use crate::problem::Problem;

/// What a run's folder holds beside checkpoints and event files.
const CONFIG: &str = "config.toml";
const METRICS: &str = "metrics.jsonl";
const CHECKPOINTS: &str = "checkpoints";

/// The usual longest time between two checkpoints.
pub const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// Batches that are made before they are needed, by each thread that makes them.
const AHEAD: usize = 4;

/// What a run needs beside its configuration.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions<'a> {
    /// Shards, and folders of them.
    pub data: &'a [PathBuf],
    /// The run's folder.
    pub out: &'a Path,
    /// Whether it may go on with a run that is there.
    pub resume: bool,
    /// Whether to calculate on a CUDA device, in bfloat16.
    pub cuda: bool,
    /// How many threads calculate. With one, the same data and configuration give the same bytes.
    pub threads: usize,
    /// The longest time between two checkpoints.
    pub checkpoint_every: Duration,
    /// The network to begin with instead of random weights.
    pub start: Option<&'a NetworkFile>,
    /// When to stop before the end.
    pub stop: Stop<'a>,
}

/// What a run tells while it works.
#[derive(Clone, Debug)]
pub enum Progress {
    /// Samples are made.
    Loading(Loaded),
    /// All samples are there.
    Loaded {
        /// Decisions to learn from, and held-out ones.
        decisions: (usize, usize),
        /// Bytes that they take.
        bytes: usize,
        /// What could not be read, a line each.
        damage: Vec<String>,
        /// The step with which the run begins.
        step: u64,
        /// All its steps.
        steps: u64,
    },
    /// A step was made.
    Step {
        /// Its number, from 1.
        step: u64,
        /// All steps.
        steps: u64,
        /// What was minimised.
        loss: f64,
    },
    /// Held-out decisions were measured.
    Measured {
        /// Epochs that are over.
        epoch: u32,
        /// The measures by name.
        measures: Vec<(&'static str, f64)>,
    },
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Steps made in all.
    pub step: u64,
    /// The steps of a whole run.
    pub steps: u64,
    /// The last network.
    pub network: PathBuf,
    /// The last measures of held-out decisions, by name.
    pub measures: Vec<(&'static str, f64)>,
}

/// A run that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The data cannot be learned from.
    #[error("{0}")]
    Data(#[from] DataError),
    /// A checkpoint cannot be written or read.
    #[error("{0}")]
    Checkpoint(#[from] CheckpointError),
    /// The file system refused.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// There is a run already.
    #[error("{}: a run is there already; expected --resume or another folder", .0.display())]
    Exists(PathBuf),
    /// The run that is there is another one.
    #[error("{}: {what} differs from that of the run, which was {was}; expected the same, or another folder", .folder.display())]
    Other {
        /// The run's folder.
        folder: PathBuf,
        /// What differs, with its new value.
        what: String,
        /// How it was when the run began.
        was: String,
    },
    /// The network to begin with is another one.
    #[error("the network to begin with: {0}")]
    Start(#[from] ImportError),
    /// The network to begin with is of another kind.
    #[error("the network to begin with: {0}")]
    OtherStart(Problem),
    /// The configuration cannot be followed.
    #[error("{0}")]
    Config(Problem),
    /// There is no such device.
    #[error("PyTorch finds no CUDA device; expected --device cpu, or PyTorch with CUDA and a driver that fits it")]
    NoCuda,
    /// Threads cannot be started.
    #[error("{0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// Learning has failed.
    #[error(
        "the loss is no finite number at step {step}; expected a lower `schedule.rate`, or a longer `schedule.warm-up`"
    )]
    Diverged {
        /// The step.
        step: u64,
    },
}

impl From<FileError> for RunError {
    fn from(FileError { path, source }: FileError) -> RunError {
        RunError::Io { path, source }
    }
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> RunError + use<> {
    let path = path.to_owned();
    |source| RunError::Io { path, source }
}

/// Makes a run, or goes on with it. `None` if it was stopped before there was a checkpoint.
///
/// # Errors
/// When the data or the run that is there do not fit, nothing can be written, or learning diverges.
pub fn run<G: Heuristics>(
    config: &LearnConfig,
    options: &RunOptions<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Option<Summary>, RunError> {
    if options.cuda && !Cuda::is_available() {
        return Err(RunError::NoCuda);
    }
    config.check::<G>().map_err(RunError::Config)?;
    let network = config.network::<G>();
    let (checkpoints, state) = open(config, options, &network)?;
    // A run that goes on does so from its checkpoint.
    if let (Some(start), None) = (options.start, &state) {
        check_start(&start.config, &network).map_err(RunError::OtherStart)?;
    }
    let pool = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let loading = |loaded| progress(Progress::Loading(loaded));
    let Some(data) = data::load::<G>(options.data, config, &pool, options.stop, loading)? else {
        return Ok(None);
    };
    drop(pool);
    if let Some(state) = &state
        && state.data != data.fingerprint
    {
        return Err(RunError::Other {
            folder: options.out.to_owned(),
            what: format!("the data ({:016x})", data.fingerprint),
            was: format!("{:016x}", state.data),
        });
    }
    tch::set_num_threads(i32::try_from(options.threads).unwrap_or(i32::MAX));
    let learner = Learner::<G>::begin(config, options, network, checkpoints, state, data)?;
    learner.learn(progress)
}

/// The checkpoints of a folder, and how far its run is.
fn open(
    config: &LearnConfig,
    options: &RunOptions<'_>,
    network: &NetworkConfig,
) -> Result<(Checkpoints, Option<State>), RunError> {
    let out = options.out;
    fs::create_dir_all(out).map_err(io_error(out))?;
    let checkpoints = Checkpoints::open(&out.join(CHECKPOINTS))?;
    let state = checkpoints.last()?;
    // A run that ended before its first checkpoint has left nothing that could be lost.
    let has_result = state.is_some() || out.join(NETWORK).exists();
    if has_result && !options.resume {
        return Err(RunError::Exists(out.to_owned()));
    }
    if let Some(state) = &state {
        let other = |what: String, was: String| RunError::Other {
            folder: out.to_owned(),
            what,
            was,
        };
        if let Some(Difference { field, found, expected }) = Difference::first(&json!(config), &json!(state.config)) {
            let what = format!("the field `{field}` of the configuration ({found})");
            return Err(other(what, expected));
        }
        if state.encoding != network.encoding {
            let what = format!("the encoding of the game ({})", network.encoding);
            return Err(other(what, state.encoding.clone()));
        }
    }
    Ok((checkpoints, state))
}

/// A run with all its parts.
struct Learner<'a, G: Heuristics> {
    config: &'a LearnConfig,
    options: &'a RunOptions<'a>,
    network: NetworkConfig,
    data: Data,
    scales: Scales,
    model: Model,
    optimizer: Optimizer,
    precision: Precision,
    state: State,
    checkpoints: Checkpoints,
    metrics: Metrics,
    /// When the last checkpoint was written.
    written: Instant,
    game: std::marker::PhantomData<G>,
}

impl<'a, G: Heuristics> Learner<'a, G> {
    fn begin(
        config: &'a LearnConfig,
        options: &'a RunOptions<'a>,
        mut network: NetworkConfig,
        checkpoints: Checkpoints,
        state: Option<State>,
        data: Data,
    ) -> Result<Self, RunError> {
        write_whole(&options.out.join(CONFIG), config.to_toml().as_bytes())?;
        let device = if options.cuda { Device::Cuda(0) } else { Device::Cpu };
        let mut model = Model::new(&Architecture::of_game::<G>(&network), config.seed, device);
        if config.network.shared {
            model = model.with_shared(&alike_on_a_floor::<G>());
        }
        if let (Some(start), None) = (options.start, &state) {
            let mut tensors = checkpoint::weights(start);
            // Heads that are for training only may be missing from it.
            let own = model.parameters().iter();
            tensors.extend(own.map(|(name, tensor)| (name.clone(), tensor.detach().copy())));
            model.import(&tensors)?;
        }
        let mut optimizer = Optimizer::new(config.optimizer, &model);
        if let Some(state) = &state {
            checkpoints.restore(state, &mut model, &mut optimizer)?;
        }
        network.card = card(config, &data);
        let state = state.unwrap_or_else(|| State {
            step: 0,
            config: config.clone(),
            encoding: network.encoding.clone(),
            data: data.fingerprint,
            losses: Losses::default(),
            norm: 0.0,
            summed: 0,
        });
        Ok(Learner {
            config,
            options,
            network,
            scales: Scales::of(&data.learned),
            data,
            model,
            optimizer,
            precision: if options.cuda {
                Precision::Bfloat16
            } else {
                Precision::Single
            },
            metrics: Metrics::open(options.out, state.step)?,
            state,
            checkpoints,
            written: Instant::now(),
            game: std::marker::PhantomData,
        })
    }

    fn learn(mut self, progress: &mut dyn FnMut(Progress)) -> Result<Option<Summary>, RunError> {
        let schedule = &self.config.schedule;
        let per_epoch = self.data.learned.len().div_ceil(schedule.batch) as u64;
        let steps = per_epoch * u64::from(schedule.epochs);
        progress(Progress::Loaded {
            decisions: (self.data.learned.len(), self.data.held_out.len()),
            bytes: self.data.size(),
            damage: std::mem::take(&mut self.data.damage),
            step: self.state.step,
            steps,
        });
        let mut measures = Vec::new();
        if self.state.step == 0 {
            measures = self.measure(0)?;
            progress(Progress::Measured {
                epoch: 0,
                measures: measures.clone(),
            });
        }
        while self.state.step < steps && !is_stopped(self.options.stop) {
            let epoch = self.state.step / per_epoch;
            self.epoch(epoch, per_epoch, steps, progress)?;
            if self.state.step == (epoch + 1) * per_epoch {
                let epoch = epoch as u32 + 1;
                measures = self.measure(epoch)?;
                progress(Progress::Measured {
                    epoch,
                    measures: measures.clone(),
                });
                self.write_checkpoint()?;
            }
        }
        let folder = self.write_checkpoint()?;
        let network = if self.state.step == steps {
            let path = self.options.out.join(NETWORK);
            let unfinished = self.options.out.join(format!("{NETWORK}.tmp"));
            write_network::<G>(
                &unfinished,
                &self.network,
                &self.model.folded(self.optimizer.averaged()),
            )?;
            fs::rename(&unfinished, &path).map_err(io_error(&path))?;
            path
        } else {
            folder.join(NETWORK)
        };
        Ok(Some(Summary {
            step: self.state.step,
            steps,
            network,
            measures,
        }))
    }

    /// Makes the rest of the steps of an epoch, unless it is stopped.
    fn epoch(
        &mut self,
        epoch: u64,
        per_epoch: u64,
        steps: u64,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), RunError> {
        let samples = std::mem::take(&mut self.data.learned);
        let mut order: Vec<usize> = (0..samples.len()).collect();
        random::shuffle(&mut random::stream(self.config.seed, "learn/order", epoch), &mut order);
        let first = (self.state.step - epoch * per_epoch) as usize;
        let parts: Vec<&[usize]> = order.chunks(self.config.schedule.batch).skip(first).collect();
        let scales = self.scales.clone();
        let make = |part: &[usize]| Batch::new(part.iter().map(|&place| &samples[place]), &scales);
        let made = with_batches(&parts, self.options.threads, &make, |batches| {
            for batch in batches {
                self.step(&batch, steps, progress)?;
                if is_stopped(self.options.stop) {
                    break;
                }
                // At the end of an epoch there is one as soon as it has been measured.
                let is_last = self.state.step == (epoch + 1) * per_epoch;
                if !is_last && self.written.elapsed() >= self.options.checkpoint_every {
                    self.write_checkpoint()?;
                }
            }
            Ok(())
        });
        self.data.learned = samples;
        made
    }

    fn step(&mut self, batch: &Batch, steps: u64, progress: &mut dyn FnMut(Progress)) -> Result<(), RunError> {
        let schedule = &self.config.schedule;
        let rate = schedule.rate_at(self.state.step, steps);
        let output = self.model.forward(&batch.input, self.precision);
        let loss = Loss::of(&self.model, &output, &batch.targets, &self.config.loss);
        let numbers = loss.numbers();
        let step = self.state.step + 1;
        if !numbers.total.is_finite() {
            return Err(RunError::Diverged { step });
        }
        let gradients = self.model.gradients(&loss.total, &batch.input, &output);
        self.state.norm += self.optimizer.step(&mut self.model, &gradients, rate);
        self.state.step = step;
        self.state.losses.add(&numbers, 1.0);
        self.state.summed += 1;
        self.metrics.positions += batch.input.len();
        if step.is_multiple_of(schedule.report_every) || step == steps {
            let losses = self.state.losses.over(self.state.summed as f64);
            let line = [
                ("loss", losses.total),
                ("difference_loss", losses.difference),
                ("result_loss", losses.result),
                ("auxiliary_loss", losses.auxiliary),
                ("policy_loss", losses.policy),
                ("gradient_norm", self.state.norm / self.state.summed as f64),
                ("rate", rate),
            ];
            self.metrics.add("train", step, &line)?;
            (self.state.losses, self.state.norm, self.state.summed) = (Losses::default(), 0.0, 0);
        }
        progress(Progress::Step {
            step,
            steps,
            loss: numbers.total,
        });
        Ok(())
    }

    /// Measures the averaged weights on held-out decisions.
    fn measure(&mut self, epoch: u32) -> Result<Vec<(&'static str, f64)>, RunError> {
        if self.data.held_out.is_empty() {
            return Ok(Vec::new());
        }
        let current = self.model.parameters().iter();
        let current: Vec<_> = current
            .map(|(name, tensor)| (name.clone(), tensor.detach().copy()))
            .collect();
        self.model.import(&self.optimizer.averaged())?;
        let samples = std::mem::take(&mut self.data.held_out);
        let places: Vec<usize> = (0..samples.len()).collect();
        let parts: Vec<&[usize]> = places.chunks(self.config.schedule.batch).collect();
        let scales = self.scales.clone();
        let make = |part: &[usize]| Batch::new(part.iter().map(|&place| &samples[place]), &scales);
        let mut held_out = HeldOut::default();
        with_batches(&parts, self.options.threads, &make, |batches| {
            for batch in batches {
                tch::no_grad(|| self.add_held_out(&batch, &mut held_out));
            }
            Ok(())
        })?;
        self.data.held_out = samples;
        self.model.import(&current)?;
        let measures: Vec<(&'static str, f64)> = held_out.report().into_iter().collect();
        let with_epoch: Vec<(&str, f64)> = measures.iter().copied().chain([("epoch", f64::from(epoch))]).collect();
        self.metrics.add("held-out", self.state.step, &with_epoch)?;
        Ok(measures)
    }

    fn add_held_out(&self, batch: &Batch, held_out: &mut HeldOut) {
        let (model, targets) = (&self.model, &batch.targets);
        let output = model.forward(&batch.input, self.precision);
        let losses = Loss::of(model, &output, targets, &self.config.loss).numbers();
        let values = output.value.as_ref().map(|logits| list(&logits.sigmoid()));
        let policy = output
            .policy
            .as_ref()
            .zip(targets.policy.as_ref())
            .map(|(logits, targets)| {
                let legal = legal_logits(model, logits, &targets.legal, &targets.is_legal, targets.width);
                (targets, list(&legal))
            });
        let policy = policy.as_ref().map(|(targets, logits)| (*targets, logits.as_slice()));
        held_out.add(
            targets,
            &losses,
            values.as_deref(),
            policy,
            self.config.loss.error_floor,
        );
    }

    fn write_checkpoint(&mut self) -> Result<PathBuf, RunError> {
        let folder = self
            .checkpoints
            .write::<G>(&self.state, &self.network, &self.model, &self.optimizer)?;
        self.written = Instant::now();
        Ok(folder)
    }
}

/// What people should know of the network.
fn card(config: &LearnConfig, data: &Data) -> Map<String, Value> {
    let card = json!({
        "made by": "heist learn",
        "version": env!("CARGO_PKG_VERSION"),
        "games": data.games,
        "decisions": data.learned.len(),
        "held out": data.held_out.len(),
        "data": format!("{:016x}", data.fingerprint),
        "config": config,
    });
    match card {
        Value::Object(card) => card,
        _ => Map::new(),
    }
}

/// A tensor as a list of numbers, row by row.
fn list(tensor: &tch::Tensor) -> Vec<f32> {
    let tensor = tensor.to_kind(Kind::Float).contiguous();
    let mut values = vec![0.0; tensor.numel()];
    let count = values.len();
    tensor.copy_data(&mut values, count);
    values
}

/// Hands batches to `take` in their order. With more than one thread, others make them ahead.
fn with_batches<T>(
    parts: &[&[usize]],
    threads: usize,
    make: &(dyn Fn(&[usize]) -> Batch + Sync),
    take: impl FnOnce(&mut dyn Iterator<Item = Batch>) -> Result<T, RunError>,
) -> Result<T, RunError> {
    let makers = threads.saturating_sub(1).min(8);
    if makers == 0 {
        return take(&mut parts.iter().map(|part| make(part)));
    }
    thread::scope(|scope| {
        let queues: Vec<Receiver<Batch>> = (0..makers)
            .map(|maker| {
                let (sender, receiver) = mpsc::sync_channel(AHEAD);
                scope.spawn(move || {
                    for part in parts.iter().skip(maker).step_by(makers) {
                        // Nobody waits for more once the run has stopped.
                        if sender.send(make(part)).is_err() {
                            break;
                        }
                    }
                });
                receiver
            })
            .collect();
        let mut batches = (0..parts.len()).map_while(|place| queues[place % makers].recv().ok());
        take(&mut batches)
    })
}

/// Where metrics are written.
struct Metrics {
    path: PathBuf,
    file: File,
    events: EventWriter,
    /// Positions since the last line of the kind `train`, and when that was.
    positions: usize,
    since: Instant,
}

impl Metrics {
    /// Goes on after a step: what is there of later ones is dropped.
    fn open(folder: &Path, step: u64) -> Result<Metrics, RunError> {
        let path = folder.join(METRICS);
        let text = match files::read_text(&path, files::LINES_LIMIT) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(io_error(&path)(error)),
        };
        let is_kept = |line: &&str| {
            let line: Option<Value> = serde_json::from_str(line).ok();
            let at = line.as_ref().and_then(|line| line["step"].as_u64());
            // A run that begins anew measures step 0 again.
            at.is_some_and(|at| at <= step && step > 0)
        };
        let kept: String = text.lines().filter(is_kept).flat_map(|line| [line, "\n"]).collect();
        let unfinished = folder.join(format!("{METRICS}.tmp"));
        fs::write(&unfinished, kept).map_err(io_error(&unfinished))?;
        fs::rename(&unfinished, &path).map_err(io_error(&path))?;
        let file = File::options().append(true).open(&path).map_err(io_error(&path))?;
        let begins = if step == 0 { 0 } else { step + 1 };
        Ok(Metrics {
            path,
            file,
            events: EventWriter::create(folder, begins).map_err(io_error(folder))?,
            positions: 0,
            since: Instant::now(),
        })
    }

    /// Adds a line of numbers.
    fn add(&mut self, kind: &str, step: u64, numbers: &[(&str, f64)]) -> Result<(), RunError> {
        let mut line = Map::from_iter([("kind".to_owned(), json!(kind)), ("step".to_owned(), json!(step))]);
        let mut numbers = numbers.to_vec();
        if kind == "train" {
            let seconds = self.since.elapsed().as_secs_f64();
            numbers.push(("positions_per_second", self.positions as f64 / seconds.max(1e-9)));
            (self.positions, self.since) = (0, Instant::now());
        }
        line.extend(numbers.iter().map(|&(name, number)| (name.to_owned(), json!(number))));
        writeln!(self.file, "{}", Value::Object(line)).map_err(io_error(&self.path))?;
        let tags: Vec<(String, f64)> = numbers
            .iter()
            .map(|(name, number)| (format!("{kind}/{name}"), *number))
            .collect();
        let tags = tags.iter().map(|(tag, number)| (tag.as_str(), *number));
        self.events.add(step, tags).map_err(io_error(self.events.path()))
    }
}
