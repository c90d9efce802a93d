//! The updates of a policy gradient.

use std::path::Path;

use heist_agents::Heuristics;
use heist_agents::network::{Base, Head, NetworkConfig};
use heist_engine::game::{Encode, SetupError};
use heist_engine::random::{self, Generator};
use tch::{Device, Kind, Reduction, Tensor};

use super::checkpoint::{ResumeError, State};
use super::config::{PolicyGradient, PolicyGradientError};
use super::lanes::{Deals, Finished, Lane, Lanes, Plans};
use super::progress::{PolicyTrainer, Progress, Sums};
use super::rollout::{Choice, Decisions, Rollout, standardise};
use crate::files::NETWORK;
use crate::learn::architecture::{Activation, Architecture, Heads};
use crate::learn::checkpoint::{restore_learner, save_learner, write_network};
use crate::learn::input::{Bags, Input};
use crate::learn::model::{Model, Output, Precision};
use crate::learn::optimizer::{Optimizer, OptimizerConfig};

/// Weight of the errors of values beside the policy's objective.
const VALUE_WEIGHT: f64 = 0.5;
/// Weight of the actor's own value, by what its seat sees, beside the critic's.
const SEEN_VALUE_WEIGHT: f64 = 0.5;
/// Added to the logits of actions that are not legal.
const ILLEGAL: f32 = -1e9;
const ACTOR: &str = "actor.safetensors";
const CRITIC: &str = "critic.safetensors";
/// Decisions that are evaluated at a time without gradients.
const EVALUATED: usize = 8192;

/// Where LibTorch calculates. Games are played on the processor in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Whether on a CUDA device, which has to be there, in single precision.
    pub cuda: bool,
    /// How many threads of the processor. With one, the same arguments give the same bytes.
    pub threads: usize,
}

/// A team that learns by playing with itself.
#[derive(Debug)]
pub struct Trainer<G: Encode> {
    config: PolicyGradient,
    setup: G::Setup,
    seed: u64,
    place: Place,
    actor: Learner,
    critic: Learner,
    /// Updates so far.
    updates: usize,
}

/// A network with what changes it.
#[derive(Debug)]
struct Learner {
    model: Model,
    optimizer: Optimizer,
}

impl Learner {
    fn new(architecture: &Architecture, optimizer: OptimizerConfig, seed: u64, device: Device) -> Learner {
        let model = Model::new(architecture, seed, device);
        let optimizer = Optimizer::new(optimizer, &model);
        Learner { model, optimizer }
    }

    fn step(&mut self, loss: &Tensor, input: &Input, output: &Output, rate: f64) {
        let gradients = self.model.gradients(loss, input, output);
        self.optimizer.step(&mut self.model, &gradients, rate);
    }
}

impl<G: Heuristics + Encode> Trainer<G> {
    /// A team with small random weights. Everything is a function of the arguments.
    ///
    /// # Errors
    /// When the setup is not playable or a setting makes no sense.
    pub fn new(
        setup: &G::Setup,
        config: &PolicyGradient,
        seed: u64,
        place: Place,
    ) -> Result<Trainer<G>, PolicyGradientError> {
        config.check::<G>()?;
        let seats = G::new(&G::with_seed(setup, Some(seed)))?.seats();
        let actor = Architecture::of_game::<G>(&network_config::<G>(config));
        let critic = Architecture {
            features: seats * G::feature_count(),
            max_active: seats * G::max_active_features(),
            hidden: config.critic_hidden.clone(),
            activation: Activation::Relu,
            heads: Heads {
                policy: false,
                ..actor.heads
            },
            ..actor.clone()
        };
        let optimizer = OptimizerConfig {
            weight_decay: 0.0,
            clip: config.longest_gradient,
            average: config.average,
            ..OptimizerConfig::default()
        };
        let device = if place.cuda { Device::Cuda(0) } else { Device::Cpu };
        let learner = |architecture: &Architecture, name: &str| {
            Learner::new(architecture, optimizer, random::stream_seed(seed, name, 0), device)
        };
        Ok(Trainer {
            setup: setup.clone(),
            seed,
            place,
            actor: learner(&actor, "ppo/actor"),
            critic: learner(&critic, "ppo/critic"),
            config: config.clone(),
            updates: 0,
        })
    }

    /// The actor's averaged weights by name.
    pub fn network(&self) -> Vec<(String, Tensor)> {
        self.actor.optimizer.averaged()
    }

    /// What the actor's file says about it.
    pub fn network_config(&self) -> NetworkConfig {
        network_config::<G>(&self.config)
    }

    fn state(&self) -> State {
        State {
            updates: self.updates,
            seed: self.seed,
            config: self.config.clone(),
        }
    }

    /// Whether all weights are finite numbers: then their means are.
    fn is_finite(&self) -> bool {
        let learners = [&self.actor, &self.critic];
        let mut weights = learners.iter().flat_map(|learner| learner.model.parameters());
        weights.all(|(_, tensor)| tensor.mean(Kind::Float).double_value(&[]).is_finite())
    }

    /// One update: decisions are collected and learnt from.
    fn update(&mut self, lanes: &mut Lanes<G>, rng: &mut Generator, sums: &mut Sums) -> Result<Rollout, SetupError> {
        let is_cloning = self.updates < self.config.clone_updates;
        let rollout = match G::HEURISTIC.filter(|_| is_cloning) {
            Some(expert) => Rollout::collect(lanes, self.config.horizon, |lanes, _| {
                let choose = |lane: &Lane<G>| {
                    let view = lane.world.information_state(lane.seat);
                    let action = expert(&view, lane.seat, &lane.legal, rng);
                    let place = lane.legal.iter().position(|&legal| legal == action);
                    Choice {
                        place: place.expect("an expert plays a legal action"),
                        log_chance: 0.0,
                    }
                };
                lanes.lanes().iter().map(choose).collect()
            })?,
            None => Rollout::collect(lanes, self.config.horizon, |_, waiting| self.actor.draw(waiting, rng))?,
        };
        let values = self.critic.values(&rollout.decisions.all);
        let next = self.critic.values(&Decisions::waiting(lanes).all);
        let mut advantages = rollout.advantages(&values, &next, self.config.lambda, self.config.discount);
        let left = self.config.left(self.updates);
        let batch = Batch {
            returns: advantages
                .iter()
                .zip(&values)
                .map(|(advantage, value)| (advantage + value).clamp(0.0, 1.0))
                .collect(),
            advantages: {
                standardise(&mut advantages);
                advantages
            },
            rollout: &rollout,
        };
        let mut order: Vec<usize> = (0..rollout.decisions.len()).collect();
        for _ in 0..self.config.epochs {
            random::shuffle(rng, &mut order);
            for places in order.chunks(self.config.batch) {
                self.learn(&batch, places, is_cloning, left, sums);
            }
        }
        self.updates += 1;
        Ok(rollout)
    }

    /// One step of both optimisers, by some decisions.
    fn learn(&mut self, batch: &Batch<'_>, places: &[usize], is_cloning: bool, left: f64, sums: &mut Sums) {
        let config = &self.config;
        let device = self.actor.model.device();
        let decisions = batch.rollout.decisions.select(places);
        let column = |numbers: &[f32]| {
            let some: Vec<f32> = places.iter().map(|&place| numbers[place]).collect();
            Tensor::from_slice(&some).to_device(device)
        };
        let returns = column(&batch.returns);
        let cross_entropy =
            |logits: &Tensor| logits.binary_cross_entropy_with_logits::<Tensor>(&returns, None, None, Reduction::Mean);

        let input = of(decisions.all);
        let output = self.critic.model.forward(&input, Precision::Single);
        let critic_loss = cross_entropy(output.value.as_ref().expect("the critic has a value"));
        let rate = config.rate_after(self.updates);
        self.critic.step(&(&critic_loss * VALUE_WEIGHT), &input, &output, rate);

        let played: Vec<i64> = places.iter().map(|&place| batch.rollout.played[place]).collect();
        let input = of(decisions.seen);
        let output = self.actor.model.forward(&input, Precision::Single);
        let logits = output.policy.as_ref().expect("the actor has a policy");
        let log_chances = (logits + mask(&decisions.legal, &self.actor.model)).log_softmax(1, Kind::Float);
        let played = Tensor::from_slice(&played).to_device(device).unsqueeze(1);
        let of_played = log_chances.gather(1, &played, false).squeeze_dim(1);
        let entropy = -(log_chances.exp() * &log_chances)
            .sum_dim_intlist(1, false, Kind::Float)
            .mean(Kind::Float);
        let objective = match is_cloning {
            true => of_played.mean(Kind::Float),
            false => {
                let change = &of_played - column(&batch.rollout.log_chances);
                sums.divergence -= change.mean(Kind::Float).double_value(&[]);
                let (ratio, advantages) = (change.exp(), column(&batch.advantages));
                let clipped = ratio.clamp(1.0 - config.clip, 1.0 + config.clip) * &advantages;
                (ratio * advantages).minimum(&clipped).mean(Kind::Float) + &entropy * (config.entropy * left)
            }
        };
        sums.count += 1.0;
        sums.entropy += entropy.double_value(&[]);
        sums.critic_loss += critic_loss.double_value(&[]);
        let value_loss = cross_entropy(output.value.as_ref().expect("the actor has a value"));
        let loss = value_loss * (VALUE_WEIGHT * SEEN_VALUE_WEIGHT) - objective;
        self.actor.step(&loss, &input, &output, rate);
    }

    /// The mean value of results, playing the likeliest moves of the averaged network in deals apart.
    fn evaluate(&self) -> Result<f64, SetupError> {
        let own = &self.actor.model;
        let mut model = Model::new(own.architecture(), 0, own.device());
        model
            .import(&self.network())
            .expect("the averages have the names and shapes of the weights");
        let deals = Deals {
            setups: vec![self.setup.clone()],
            plans: Plans::NONE,
            seed: random::stream_seed(self.seed, "ppo/evaluation", 0),
        };
        let mut lanes = Lanes::<G>::new(deals, 0, self.config.evaluation_games)?;
        let mut results = vec![None; self.config.evaluation_games];
        while results.iter().any(Option::is_none) {
            let waiting = Decisions::waiting(&lanes);
            let chances = log_chances(&model, &waiting);
            let best = |lane: usize| {
                let legal = &waiting.legal.indices[waiting.legal.range(lane)];
                let chances = &chances[lane * model.architecture().actions..];
                let better = |&a: &usize, &b: &usize| chances[legal[a] as usize].total_cmp(&chances[legal[b] as usize]);
                // The last of equals would be found otherwise.
                (0..legal.len()).rev().max_by(better).unwrap_or(0)
            };
            let ends = lanes.play((0..results.len()).map(best))?;
            for (result, end) in results.iter_mut().zip(ends) {
                *result = result.or(end.map(|end| end.value));
            }
        }
        Ok(results.iter().flatten().sum::<f64>() / results.len() as f64)
    }
}

impl<G: Heuristics + Encode> PolicyTrainer for Trainer<G> {
    fn updates(&self) -> usize {
        self.updates
    }

    fn round(
        &mut self,
        goal: usize,
        tell: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<Progress>, PolicyGradientError> {
        // LibTorch keeps the number for each thread, and this may be called from any.
        tch::set_num_threads(i32::try_from(self.place.threads).unwrap_or(i32::MAX));
        let round = self.updates as u64;
        let deals = Deals {
            setups: vec![self.setup.clone()],
            plans: Plans::NONE,
            seed: random::stream_seed(self.seed, "ppo/deals", round),
        };
        let mut lanes = Lanes::<G>::new(deals, 0, self.config.lanes)?;
        let mut rng = random::stream(self.seed, "ppo/actions", round);
        let mut sums = Sums::default();
        let mut finished: Vec<Finished> = Vec::new();
        for _ in 0..self.config.round.min(goal.saturating_sub(self.updates)) {
            let rollout = self.update(&mut lanes, &mut rng, &mut sums)?;
            finished.extend(rollout.finished);
            if !self.is_finite() {
                return Err(PolicyGradientError::Diverged { update: self.updates });
            }
            if !tell(self.updates) {
                return Ok(None);
            }
        }
        let decisions = self.updates * self.config.lanes * self.config.horizon;
        Ok(Some(sums.progress(
            self.updates,
            decisions,
            &finished,
            self.evaluate()?,
        )))
    }

    fn save(&self, folder: &Path) -> Result<(), ResumeError> {
        self.state().save(folder, |unfinished| {
            write_network::<G>(&unfinished.join(NETWORK), &self.network_config(), &self.network())?;
            for (name, learner) in [(ACTOR, &self.actor), (CRITIC, &self.critic)] {
                save_learner(&unfinished.join(name), &learner.model, &learner.optimizer)?;
            }
            Ok(())
        })
    }

    fn restore(&mut self, folder: &Path) -> Result<(), ResumeError> {
        let state = self.state().read_of(folder)?;
        let steps = (state.updates * self.config.steps_per_update()) as u64;
        for (name, learner) in [(ACTOR, &mut self.actor), (CRITIC, &mut self.critic)] {
            let path = folder.join(name);
            restore_learner(&path, steps, &mut learner.model, &mut learner.optimizer)
                .map_err(|what| ResumeError::Damaged { path, what })?;
        }
        self.updates = state.updates;
        Ok(())
    }
}

/// What the file of the actor says about it.
fn network_config<G: Heuristics>(config: &PolicyGradient) -> NetworkConfig {
    NetworkConfig {
        hidden: config.hidden.clone(),
        dense: Vec::new(),
        base: Base::None,
        heads: vec![Head::Value, Head::Policy],
        activation: config.activation,
        ..NetworkConfig::of_game::<G>()
    }
}

/// A rollout with what is learnt from it.
struct Batch<'a> {
    rollout: &'a Rollout,
    advantages: Vec<f32>,
    returns: Vec<f32>,
}

impl Learner {
    /// Moves drawn by their chances.
    fn draw(&self, waiting: &Decisions, rng: &mut Generator) -> Vec<Choice> {
        let actions = self.model.architecture().actions;
        let chances = log_chances(&self.model, waiting);
        let draw = |lane: usize| {
            let legal = &waiting.legal.indices[waiting.legal.range(lane)];
            let of = |place: usize| chances[lane * actions + legal[place] as usize];
            let weights: Vec<f64> = (0..legal.len()).map(|place| f64::from(of(place)).exp()).collect();
            let place = random::choose_weighted(rng, &weights);
            Choice {
                place,
                log_chance: of(place),
            }
        };
        (0..waiting.len()).map(draw).collect()
    }

    /// Values, from 0 to 1.
    fn values(&self, rows: &Bags) -> Vec<f32> {
        let mut values = Vec::with_capacity(rows.len());
        for first in (0..rows.len()).step_by(EVALUATED) {
            let mut some = Bags::default();
            for row in first..rows.len().min(first + EVALUATED) {
                some.push(rows.indices[rows.range(row)].iter().copied());
            }
            let output = tch::no_grad(|| self.model.forward(&of(some), Precision::Single));
            values.extend(floats(&output.value.expect("the critic has a value").sigmoid()));
        }
        values
    }
}

/// Logarithms of the chances of all actions, a row per decision.
fn log_chances(model: &Model, decisions: &Decisions) -> Vec<f32> {
    let output = tch::no_grad(|| model.forward(&of(decisions.seen.clone()), Precision::Single));
    let logits = output.policy.expect("the actor has a policy");
    floats(&(logits + mask(&decisions.legal, model)).log_softmax(1, Kind::Float))
}

fn of(positions: Bags) -> Input {
    Input {
        positions,
        ..Input::default()
    }
}

/// 0 for every legal action, and much less for the others, `[decisions, actions]`, on the device of a model.
fn mask(legal: &Bags, model: &Model) -> Tensor {
    let actions = model.architecture().actions;
    let mut mask = vec![ILLEGAL; legal.len() * actions];
    for row in 0..legal.len() {
        for &index in &legal.indices[legal.range(row)] {
            mask[row * actions + index as usize] = 0.0;
        }
    }
    Tensor::from_slice(&mask)
        .view([-1, actions as i64])
        .to_device(model.device())
}

fn floats(tensor: &Tensor) -> Vec<f32> {
    let mut numbers = vec![0.0; tensor.numel()];
    let count = numbers.len();
    tensor.contiguous().copy_data(&mut numbers, count);
    numbers
}
