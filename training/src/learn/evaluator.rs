//! A network that answers for agents, by LibTorch and a batch at a time, on any device that LibTorch has.

use std::fmt::{self, Debug};
use std::sync::{Arc, Mutex, PoisonError};

use heist_agents::evaluator::{Answers, Evaluations, Evaluator, Query};
use heist_agents::heuristics::Heuristics;
use heist_agents::network::{self, Base, Head, Mode, MoveBuffers, MoveNumbers, MoveReader};
use heist_agents::network::{Network, NetworkError, NetworkFile, base_and_numbers, softmax};
use heist_agents::parallel;
use heist_agents::spec::LoadedNetwork;
use heist_engine::game::Seat;
use heist_engine::random::Generator;
use tch::kind::Element;
use tch::{Cuda, Device, Kind, Tensor};

use super::architecture::Architecture;
use super::checkpoint;
use super::input::{Bags, Input};
use super::model::{FirstLayer, Model, Precision};
use super::move_scores::{MoveBatch, MoveModel};

/// Positions that a thread reads at a time.
const PART: usize = 64;

/// A network whose batches are evaluated by LibTorch in 32-bit floats.
///
/// A batch always has as many rows on the device, those that are missing are empty: the same shape takes the same
/// kernels, so that an answer does not depend on how many were asked for. Questions one by one, and what needs the
/// values after every move, are answered in plain Rust: to send one position to a device and wait takes longer.
pub struct BatchNetwork<G: Heuristics> {
    plain: Network<G>,
    /// Lists the numbers of a policy that scores moves one by one.
    reader: Option<MoveReader<G>>,
    /// A tensor may be used by one thread at a time.
    device: Mutex<OnDevice>,
    /// The places of the dense inputs among the game's numbers, with their factors.
    dense: Vec<(usize, f32)>,
    /// Rows of a batch.
    rows: usize,
}

/// A device that networks cannot be evaluated on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeviceError {
    /// No name of a device.
    #[error("`{0}` is no device; expected cpu, cuda or cuda:N")]
    Unknown(String),
    /// There is no CUDA device.
    #[error("PyTorch finds no CUDA device; expected cpu, or PyTorch with CUDA and a driver that fits it")]
    NoCuda,
    /// There are CUDA devices, and not this one.
    #[error("there is no cuda:{number}; expected cuda:N with N below {count}, the number of CUDA devices")]
    NoSuchCuda {
        /// Its number.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// Products are computed in TensorFloat-32.
    #[error("PyTorch rounds the factors of 32-bit products (TF32); unset TORCH_ALLOW_TF32_CUBLAS_OVERRIDE")]
    Rounds,
}

/// The device of a name: `cpu`, `cuda` or `cuda:N`.
///
/// # Errors
/// When the name is none, there is no such device, or it does not compute in whole 32-bit floats.
pub fn device(name: &str) -> Result<Device, DeviceError> {
    let number = match name {
        "cpu" => None,
        "cuda" => Some(0),
        other => {
            let number = other.strip_prefix("cuda:").and_then(|number| number.parse().ok());
            Some(number.ok_or_else(|| DeviceError::Unknown(name.to_owned()))?)
        }
    };
    let device = match (number, usize::try_from(Cuda::device_count()).unwrap_or(0)) {
        (None, _) => Device::Cpu,
        (Some(_), 0) => return Err(DeviceError::NoCuda),
        (Some(number), count) if number >= count => return Err(DeviceError::NoSuchCuda { number, count }),
        (Some(number), _) => Device::Cuda(number),
    };
    match is_exact(device) {
        true => Ok(device),
        false => Err(DeviceError::Rounds),
    }
}

/// Whether products of matrices have the factors that they were given. LibTorch computes them in TF32, with 10 bits
/// instead of 23, only if it is told so (`float32_matmul_precision` is "highest" by default), which `tch` cannot do,
/// but an environment variable can.
fn is_exact(device: Device) -> bool {
    // Large enough for the kernels of networks. TF32 would round the numbers to 1.
    const SIZE: i64 = 512;
    let number = 1.0 + f64::from(f32::EPSILON);
    let numbers = Tensor::full([SIZE, SIZE], number, (Kind::Float, device));
    let one = Tensor::eye(SIZE, (Kind::Float, device));
    numbers.linear(&one, None::<Tensor>).equal(&numbers)
}

/// Loads a network by its name or path, for batches of so many rows.
///
/// # Errors
/// When there is none, or it does not play the game.
pub fn load<G: Heuristics>(name: &str, device: Device, rows: usize) -> Result<LoadedNetwork<G>, NetworkError> {
    let bytes = network::bytes_of(name, G::NETWORKS)?;
    let network = BatchNetwork::<G>::read(&bytes, device, rows)?;
    Ok(LoadedNetwork {
        has_policy: network.has_policy(),
        evaluator: Arc::new(network),
    })
}

/// What is read of positions.
#[derive(Default)]
struct Reading {
    positions: Bags,
    dense: Vec<f32>,
    base: Vec<f32>,
    /// How many legal actions each position has, if they are asked about.
    counts: Vec<i32>,
    /// Their indices, for a policy over all actions.
    legal: Vec<i32>,
    /// Their numbers, for a policy that scores moves one by one.
    moves: MoveBatch,
}

impl Reading {
    fn append(mut self, mut other: Reading) -> Reading {
        self.positions.append(&mut other.positions);
        self.dense.append(&mut other.dense);
        self.base.append(&mut other.base);
        self.counts.append(&mut other.counts);
        self.legal.append(&mut other.legal);
        self.moves.append(&mut other.moves);
        self
    }
}

/// What is on the device.
#[derive(Debug)]
struct OnDevice {
    /// The layers, with the heads that read them; `None` if a network has neither.
    model: Option<Model>,
    moves: Option<MoveModel>,
}

impl<G: Heuristics> BatchNetwork<G> {
    /// A network from the bytes of its file, with its weights on a device, for batches of so many rows.
    ///
    /// # Errors
    /// When they are damaged, or the network does not fit the game.
    pub fn read(bytes: &[u8], device: Device, rows: usize) -> Result<BatchNetwork<G>, NetworkError> {
        let file = NetworkFile::read(bytes)?;
        // Checks that the file has all tensors, in their shapes.
        let plain = Network::new(file.config.clone(), &file.tensors, Mode::Quantised)?;
        let weights = checkpoint::weights(&file);
        let mut layers = file.config.clone();
        layers
            .heads
            .retain(|head| *head == Head::Value || (*head == Head::Policy && layers.moves.is_none()));
        let model = (!layers.heads.is_empty()).then(|| {
            let model = Model::new(&Architecture::of_game::<G>(&layers), 0, device);
            let mut model = model.with_first_layer(FirstLayer::Autograd);
            model.import(&weights).expect("the tensors were checked");
            model
        });
        let (reader, moves) = match &file.config.moves {
            Some(moves) => (
                Some(MoveReader::new(moves)?),
                Some(MoveModel::new(moves, &weights, device)),
            ),
            None => (None, None),
        };
        let known = G::DENSE.map_or(&[][..], |dense| dense.inputs);
        let place = |name: &str| known.iter().position(|(known, _)| *known == name);
        let dense = layers
            .dense
            .iter()
            .filter_map(|(name, factor)| Some((place(name)?, *factor)));
        Ok(BatchNetwork {
            dense: dense.collect(),
            plain,
            reader,
            device: Mutex::new(OnDevice { model, moves }),
            rows: rows.max(1),
        })
    }

    /// Whether it has priors of its own.
    fn has_policy(&self) -> bool {
        self.plain.config().has(Head::Policy)
    }

    /// Reads positions, on all threads.
    fn read_positions(&self, queries: &[Query<'_, G>]) -> Reading {
        let parts: Vec<&[Query<'_, G>]> = queries.chunks(PART).collect();
        let parts = parallel::map(parts.len(), |number| self.read_part(parts[number]));
        parts.into_iter().reduce(Reading::append).unwrap_or_default()
    }

    fn read_part(&self, queries: &[Query<'_, G>]) -> Reading {
        let config = self.plain.config();
        let has_layers = !config.hidden.is_empty();
        let wants_base = config.base == Base::Estimate && config.has(Head::Value);
        let mut reading = Reading::default();
        let (mut features, mut numbers) = (Vec::new(), Vec::new());
        let (mut buffers, mut moves) = (MoveBuffers::default(), MoveNumbers::default());
        for query in queries {
            if has_layers {
                query.state.features(query.seat, &mut features);
                reading.positions.push(features.iter().map(|&feature| feature as i32));
                let base = base_and_numbers(query.state, wants_base, !self.dense.is_empty(), &mut numbers);
                reading.base.push(base);
                let dense = self.dense.iter().map(|&(place, factor)| numbers[place] * factor);
                reading.dense.extend(dense);
            }
            let legal = if self.has_policy() { query.legal } else { &[] };
            reading.counts.push(legal.len() as i32);
            match &self.reader {
                None => reading
                    .legal
                    .extend(legal.iter().map(|&action| G::action_index(action) as i32)),
                Some(_) if legal.is_empty() => reading.moves.push(&MoveNumbers::default()),
                Some(reader) => {
                    reader.read(query.state, query.seat, legal, &mut buffers, &mut moves);
                    reading.moves.push(&moves);
                }
            }
        }
        reading
    }

    /// The values, and the log odds of the legal actions of all positions; none of what the network does not have.
    fn compute(&self, mut reading: Reading) -> (Vec<f64>, Vec<f32>) {
        reading
            .positions
            .offsets
            .resize(self.rows, reading.positions.indices.len() as i32);
        reading.dense.resize(self.rows * self.dense.len(), 0.0);
        reading.base.resize(self.rows, 0.0);
        let input = Input {
            positions: reading.positions,
            siblings: None,
            dense: (!self.dense.is_empty()).then_some(reading.dense),
            base: Some(reading.base),
        };
        // A thread that panicked changed nothing in it.
        let device = self.device.lock().unwrap_or_else(PoisonError::into_inner);
        // On several threads of a processor a product may be split so that it is rounded otherwise.
        if tch::get_num_threads() != 1 {
            tch::set_num_threads(1);
        }
        tch::no_grad(|| {
            let output = device
                .model
                .as_ref()
                .map(|model| (model, model.forward(&input, Precision::Single)));
            let (mut values, mut logits) = (Vec::new(), Vec::new());
            if let Some((model, output)) = output {
                values = output
                    .value
                    .map_or_else(Vec::new, |value| numbers(&value.to_kind(Kind::Double).sigmoid()));
                let policy = output.policy.filter(|_| !reading.legal.is_empty());
                logits = policy.map_or_else(Vec::new, |policy| {
                    let actions = policy.size()[1];
                    let row = Tensor::repeat_interleave(&model.tensor(&reading.counts), reading.legal.len() as i64);
                    let place = row * actions + model.indices(&reading.legal, actions as usize);
                    numbers(&policy.reshape([-1]).index_select(0, &place))
                });
            }
            if let Some(moves) = &device.moves {
                logits = numbers(&moves.logits(&reading.moves, &reading.counts));
            }
            (values, logits)
        })
    }
}

/// The numbers of a tensor.
fn numbers<T: Element + Copy + Default>(tensor: &Tensor) -> Vec<T> {
    let mut numbers = vec![T::default(); tensor.numel()];
    let count = numbers.len();
    tensor.contiguous().copy_data(&mut numbers, count);
    numbers
}

impl<G: Heuristics> Evaluator<G> for BatchNetwork<G> {
    fn answers(&self) -> Answers {
        self.plain.answers()
    }

    fn value(&self, state: &G, seat: Seat) -> f64 {
        self.plain.value(state, seat)
    }

    fn add_priors(&self, state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator, out: &mut Vec<f32>) {
        self.plain.add_priors(state, seat, legal, rng, out);
    }

    fn choose(&self, state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action {
        self.plain.choose(state, seat, legal, rng)
    }

    fn evaluate(&self, queries: &[Query<'_, G>], rng: &mut Generator, out: &mut Evaluations) {
        out.clear();
        for queries in queries.chunks(self.rows) {
            let (values, logits) = self.compute(self.read_positions(queries));
            let mut logits = &logits[..];
            for (place, query) in queries.iter().enumerate() {
                let value = values.get(place).copied().unwrap_or(f64::NAN);
                // Weights may be so large that sums overflow.
                let is_overflow = value.is_nan() && !values.is_empty();
                out.push(if is_overflow { 0.5 } else { value }, |priors| {
                    if !self.has_policy() {
                        if !query.legal.is_empty() {
                            self.plain.add_priors(query.state, query.seat, query.legal, rng, priors);
                        }
                        return;
                    }
                    let (own, rest) = logits.split_at(query.legal.len());
                    let start = priors.len();
                    priors.extend_from_slice(own);
                    softmax(&mut priors[start..]);
                    logits = rest;
                });
            }
        }
    }

    fn batch_size(&self) -> usize {
        self.rows
    }
}

impl<G: Heuristics> Debug for BatchNetwork<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BatchNetwork {{ network: {:?}, rows: {} }}", self.plain, self.rows)
    }
}
