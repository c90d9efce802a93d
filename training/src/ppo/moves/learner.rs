//! Weights and what changes them.

use heist_agents::network::{MoveScorer, MovesConfig, NetworkError, Tensor, Tensors};
use heist_engine::random::{Generator, below};

use crate::files::{learner_bytes, read_learner};
use crate::learn::config::OptimizerConfig;

/// What the names of its tensors in files begin with.
const PARTS: [&str; 4] = ["weight", "gradient", "square", "average"];

/// A scorer with the state of its optimiser: Adam (D. P. Kingma and J. Ba, ICLR 2015) without a decay of weights, and
/// an average of the weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Learner {
    scorer: MoveScorer,
    config: OptimizerConfig,
    steps: u64,
    /// Averages of the gradients and of their squares, and of the weights.
    gradient: Vec<f32>,
    square: Vec<f32>,
    average: Vec<f32>,
}

impl Learner {
    /// One with random weights, small in the score.
    pub fn new(config: &MovesConfig, optimizer: OptimizerConfig, rng: &mut Generator) -> Learner {
        let mut scorer = MoveScorer::new(config);
        let (columns, width) = (scorer.context() + scorer.inputs(), scorer.hidden());
        let mut fill = |weights: &mut [f32], most: f32| {
            for weight in weights {
                const STEPS: u32 = 1 << 24;
                *weight = most * (2.0 * below(rng, STEPS) as f32 / STEPS as f32 - 1.0);
            }
        };
        let (weights, rest) = scorer.parameters_mut().split_at_mut(columns * width);
        fill(weights, (6.0 / columns as f32).sqrt());
        fill(&mut rest[width..2 * width], 0.1 / (width as f32).sqrt());
        Learner::of(scorer, optimizer)
    }

    /// One that begins with the weights of a scorer.
    pub fn of(scorer: MoveScorer, config: OptimizerConfig) -> Learner {
        let none = vec![0.0; scorer.parameters().len()];
        Learner {
            config,
            steps: 0,
            gradient: none.clone(),
            square: none,
            average: scorer.parameters().to_vec(),
            scorer,
        }
    }

    /// The weights as they are.
    pub fn scorer(&self) -> &MoveScorer {
        &self.scorer
    }

    /// The averaged weights.
    pub fn averaged(&self) -> MoveScorer {
        let mut scorer = self.scorer.clone();
        scorer.parameters_mut().copy_from_slice(&self.average);
        scorer
    }

    /// Makes a step down a gradient, which is laid out as the weights.
    pub fn step(&mut self, gradient: &[f32], rate: f64) {
        let config = &self.config;
        self.steps += 1;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let norm = gradient
            .iter()
            .map(|&slope| f64::from(slope).powi(2))
            .sum::<f64>()
            .sqrt();
        let is_long = config.clip > 0.0 && norm > config.clip;
        let scale = if is_long { (config.clip / norm) as f32 } else { 1.0 };
        let (beta1, beta2) = (config.beta1 as f32, config.beta2 as f32);
        let rate = (rate / (1.0 - config.beta1.powi(steps))) as f32;
        let correction2 = (1.0 / (1.0 - config.beta2.powi(steps))) as f32;
        // As PyTorch's rule for averages: it trusts the first steps less than the constant share would.
        let keep = config.average.min((1 + self.steps) as f64 / (10 + self.steps) as f64) as f32;
        let moments = self.gradient.iter_mut().zip(&mut self.square).zip(&mut self.average);
        let weights = self.scorer.parameters_mut().iter_mut().zip(moments);
        for ((weight, ((mean, square), average)), slope) in weights.zip(gradient) {
            let slope = slope * scale;
            *mean += (1.0 - beta1) * (slope - *mean);
            *square += (1.0 - beta2) * (slope * slope - *square);
            *weight -= rate * *mean / ((*square * correction2).sqrt() + config.epsilon as f32);
            *average += (1.0 - keep) * (*weight - *average);
        }
    }

    /// Everything that is needed to go on, as the bytes of a file: weights and averages, the number of steps, and a
    /// checksum.
    ///
    /// # Errors
    /// When a number is not finite.
    pub fn bytes(&self) -> Result<Vec<u8>, NetworkError> {
        let mut tensors = Tensors::new();
        for (part, numbers) in PARTS.iter().zip(self.parts()) {
            let mut scorer = self.scorer.clone();
            scorer.parameters_mut().copy_from_slice(numbers);
            let named = MoveScorer::TENSORS.iter().zip(scorer.tensors());
            tensors.extend(named.map(|(name, tensor)| (format!("{part}.{name}"), tensor)));
        }
        learner_bytes(&tensors, self.steps)
    }

    /// Goes on from what [`bytes`](Learner::bytes) gave for the same architecture.
    ///
    /// # Errors
    /// In words, when it is damaged or of another architecture.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), String> {
        let (tensors, steps) = read_learner(bytes)?;
        let mut restored = self.clone();
        restored.steps = steps;
        let expected = self.scorer.tensors();
        for (number, part) in PARTS.iter().enumerate() {
            let find = |name: &str, expected: &Tensor| {
                let name = format!("{part}.{name}");
                match tensors.get(&name) {
                    Some(tensor) if tensor.shape == expected.shape => Ok(&tensor.values[..]),
                    Some(tensor) => Err(format!("tensor `{name}` has shape {:?}", tensor.shape)),
                    None => Err(format!("no tensor `{name}`")),
                }
            };
            let [weight, bias, score] = MoveScorer::TENSORS;
            let mut scorer = self.scorer.clone();
            scorer.set_tensors([
                find(weight, &expected[0])?,
                find(bias, &expected[1])?,
                find(score, &expected[2])?,
            ]);
            restored.parts_mut()[number].copy_from_slice(scorer.parameters());
        }
        *self = restored;
        Ok(())
    }

    /// What there is a number of for each weight, in the order of [`PARTS`].
    fn parts(&self) -> [&[f32]; 4] {
        [self.scorer.parameters(), &self.gradient, &self.square, &self.average]
    }

    fn parts_mut(&mut self) -> [&mut [f32]; 4] {
        [
            self.scorer.parameters_mut(),
            &mut self.gradient,
            &mut self.square,
            &mut self.average,
        ]
    }
}
